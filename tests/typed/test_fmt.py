"""`duzihu fmt`: what it prints, compares and writes."""

import json
import os
import stat
from pathlib import Path
from shutil import copy

import pytest

from tests.support.command_line import ROOT, invoke, run
from tests.typed.logs import TYPED, decoded, read

BY_HAND = str(TYPED / "by_hand.txt")
LOG = str(ROOT / "fixtures/logs/session.jsonl")


@pytest.fixture
def typed(tmp_path: Path) -> Path:
    """A copy that may be written."""
    return Path(copy(BY_HAND, tmp_path / "a [b] 打.txt"))


def test_a_typed_deal_is_printed_in_strict_form_with_its_comments() -> None:
    result = invoke("fmt", BY_HAND)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Li    pung W      discards 1s\nChen  pung 1s     discards 5c  # Chen hesitated\n" in result.stdout
    assert read(result.stdout).log == read(Path(BY_HAND).read_text(encoding="utf-8")).log


def test_a_log_is_printed_as_typed_deals_and_comes_back() -> None:
    text = invoke("fmt", LOG).stdout
    back = invoke("fmt", "-", "--to", "log", input=text)
    assert back.stdout.encode() == Path(LOG).read_bytes()
    assert invoke("fmt", LOG, "--to", "log").stdout.encode() == Path(LOG).read_bytes()


def test_a_typed_deal_is_audited_as_the_log_that_it_is(tmp_path: Path) -> None:
    log = tmp_path / "typed.jsonl"
    log.write_text(invoke("fmt", BY_HAND, "--to", "log").stdout, encoding="utf-8")
    assert " 0 Li Qiang 30 (-200)  1 Wang Fang 250 (+460)" in invoke("audit", str(log), "--brief").stdout


def test_check_says_which_file_is_not_in_strict_form_and_where(typed: Path) -> None:
    strict = typed.with_name("strict.txt")
    strict.write_text(invoke("fmt", BY_HAND).stdout, encoding="utf-8")
    result = invoke("fmt", str(strict), str(typed), "--check")
    assert result.exit_code == 1
    assert result.stdout == f"{strict}: in strict form\n{typed}:2: not in strict form from here on\n"
    assert invoke("fmt", str(strict), "--check").exit_code == 0
    assert typed.read_bytes() == Path(BY_HAND).read_bytes()


def test_write_puts_the_strict_form_there_once_and_keeps_mode_and_link(typed: Path) -> None:
    typed.chmod(0o640)
    link = typed.with_name("link")
    link.symlink_to(typed)
    assert invoke("fmt", str(link), "--write").stdout == f"{link}: written in strict form\n"
    assert typed.read_text(encoding="utf-8") == invoke("fmt", BY_HAND).stdout
    assert (stat.S_IMODE(typed.stat().st_mode), link.is_symlink()) == (0o640, True)
    before = typed.stat()
    assert invoke("fmt", str(link), "--write").stdout == f"{link}: in strict form\n"
    assert os.path.samestat(typed.stat(), before)
    assert sorted(path.name for path in typed.parent.iterdir()) == sorted([typed.name, "link"])


def test_what_cannot_be_written_leaves_the_file_and_nothing_beside_it(
    typed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    result = invoke("fmt", str(typed), "--write")
    assert result.exit_code == 74
    assert "No space left on device" in result.stderr
    assert typed.read_bytes() == Path(BY_HAND).read_bytes()
    assert list(typed.parent.iterdir()) == [typed]


def test_faults_name_file_line_and_column_and_the_rest_is_still_done(typed: Path) -> None:
    result = invoke("fmt", str(TYPED / "broken.txt"), "missing.txt", str(typed), "--check")
    assert result.exit_code == 3
    errors = result.stderr.splitlines()
    assert errors[3] == f"{TYPED / 'broken.txt'}:12:9: card: the game has no hearts (9h)"
    assert errors[-1].startswith("missing.txt: No such file or directory")
    assert result.stdout == f"{typed}:2: not in strict form from here on\n"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "in.txt:1: the text has no deal"),
        (b"\xef\xbb\xbfdeal d\n", "in.txt:1:1: the text begins with a byte order mark"),
        ("局 一\n玩家 李 王 陈\n".encode("gb18030"), "in.txt:1: not UTF-8 at byte 1 (0xbe); save it as UTF-8"),
        (b'{\n "format": "duzihu-hand/1"}\n', "in.txt:1: neither a typed deal nor a log"),
        (b'{"seq":0,"type":"jump"}\n', "in.txt:1: type: unknown type"),
        (b"id,dealer\n1,0\n", "in.txt:1:1: no deal has begun"),
        (b"deal d\nplayers a b \x1b[31mc\n", "in.txt:2:13: a character that cannot be seen ('\\x1b')"),
    ],
)
def test_what_is_no_typed_deal_is_said_and_nothing_printed(
    content: bytes, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_bytes(content)
    result = invoke("fmt", "in.txt")
    assert (result.exit_code, result.stdout) == (3, "")
    assert any(line.startswith(fault) for line in result.stderr.splitlines()), result.stderr


@pytest.mark.parametrize(
    ("args", "fault"),
    [
        (("--to", "pdf"), "--to: must be one of: text, log (pdf)"),
        (("--check", "--write"), "--check: a file is either compared or written"),
        (("--to", "log", "--check"), "--to: the strict form is a text"),
        (("--write", "-"), "--write: standard input cannot be written"),
    ],
)
def test_what_does_not_go_together_is_refused(args: tuple[str, ...], fault: str) -> None:
    result = invoke("fmt", BY_HAND, *args)
    assert result.exit_code == 2
    assert result.stderr.startswith(fault)


def test_a_comment_that_tells_of_a_log_makes_none() -> None:
    text = '# from {"seq":0,"type":"deal_started"}\n' + Path(BY_HAND).read_text(encoding="utf-8")
    assert invoke("fmt", "-", input=text).stdout.startswith('# from {"seq"')


def test_a_log_is_neither_compared_nor_written_over(tmp_path: Path) -> None:
    log = Path(copy(LOG, tmp_path))
    for option in ("--check", "--write"):
        result = invoke("fmt", str(log), option)
        assert result.exit_code == 3
        assert "a log, not a typed deal" in result.stderr
    assert log.read_bytes() == Path(LOG).read_bytes()


def test_the_document_has_both_what_was_read_and_what_was_not() -> None:
    document = json.loads(invoke("fmt", BY_HAND, LOG, str(TYPED / "broken.txt"), "--to", "log", "--json").stdout)
    first, second, third = document["files"]
    assert (document["format"], document["exit_status"]) == ("duzihu-fmt/1", 3)
    assert [one["kind"] for one in document["files"]] == ["typed", "log", None]
    assert (first["deals"], first["strict"], first["line"], first["written"]) == (1, False, 2, False)
    assert decoded(first["content"].encode()) == list(read(Path(BY_HAND).read_text(encoding="utf-8")).deals[0].events)
    assert (second["deals"], second["content"].encode()) == (4, Path(LOG).read_bytes())
    assert [(fault["line"], fault["column"]) for fault in third["faults"]][3] == (12, 9)
    assert first.keys() == second.keys() == third.keys()


def test_the_document_says_what_was_written(typed: Path) -> None:
    (one,) = json.loads(invoke("fmt", str(typed), "--write", "--json").stdout)["files"]
    assert (one["written"], one["content"]) == (True, typed.read_text(encoding="utf-8"))


def test_a_pipe_gets_the_bytes_whatever_the_locale() -> None:
    chinese = TYPED / "chinese.txt"
    done = run("fmt", str(chinese), env={"LC_ALL": "C", "PYTHONUTF8": "0"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert read(done.stdout.decode()).log == read(chinese.read_text(encoding="utf-8")).log
