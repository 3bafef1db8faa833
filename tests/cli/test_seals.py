"""`duzihu verify`, `head` and `seal`: what seals show, the codes for the score sheet, ending a log."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import portalocker
import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from replay.head import head_of
from tests.support.command_line import ROOT, invoke, run, start

LOGS = ROOT / "fixtures" / "logs"
SESSION = "fixtures/logs/session.jsonl"
ALTERED = "fixtures/logs/altered_after_the_seal.jsonl"
HOSTILE = "fixtures/logs/hostile_names.jsonl"


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture
def disputed(tmp_path: Path) -> Path:
    """A log whose deal has ended and is not sealed."""
    return Path(shutil.copy(LOGS / "disputed.jsonl", tmp_path / "disputed [1] =a'.jsonl"))


def codes(path: str) -> list[str]:
    return [deal["head"] for deal in json.loads(invoke("head", path, "--json").stdout)["heads"]]


def verified(*args: str) -> Any:
    (document,) = json.loads(invoke("verify", *args, "--json").stdout)["files"]
    return document


# verify


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("more", [(), ("--head", "SSHY-RZH9-XWP1-KP58")], ids=["no code", "code"])
def test_what_seals_show(more: tuple[str, ...], columns: int, snapshot: SnapshotAssertion) -> None:
    result = invoke("verify", SESSION, *more, columns=columns)
    assert result.exit_code == Status.NOTHING
    assert result.stdout == snapshot


@pytest.mark.parametrize("log", ["altered_after_the_seal", "torn_tail", "unfinished", "hostile_names"])
def test_what_else_seals_show(log: str, snapshot: SnapshotAssertion) -> None:
    assert invoke("verify", f"fixtures/logs/{log}.jsonl").stdout == snapshot


def test_without_a_code_it_says_that_nothing_is_anchored() -> None:
    result = invoke("verify", SESSION)
    assert result.exit_code == Status.NOTHING
    assert "whoever can rewrite the file can seal it anew" in " ".join(result.stdout.split())
    assert not any(deal["anchored"] for deal in verified(SESSION)["deals"])


def test_the_last_code_of_a_session_anchors_all_its_deals() -> None:
    document = verified(SESSION, "--head", codes(SESSION)[-1].lower().replace("-", " "))
    assert [deal["anchored"] for deal in document["deals"]] == [True] * 4
    assert document["matched"] == 3
    assert document["unanchored"] == []


def test_an_earlier_code_anchors_what_came_before_it_and_says_so() -> None:
    document = verified(SESSION, "--head", codes(SESSION)[1])
    assert [deal["anchored"] for deal in document["deals"]] == [True, True, False, False]
    assert {item["deal"] for item in document["unanchored"]} == {2, 3}


def test_a_code_of_no_seal_is_a_finding() -> None:
    result = invoke("verify", SESSION, "--head", "0000-0000-0000-0000")
    assert result.exit_code == Status.FINDINGS
    assert "no seal of the file has the code 0000-0000-0000-0000" in result.stdout


def test_what_was_altered_is_found() -> None:
    assert invoke("verify", ALTERED).exit_code == Status.FINDINGS
    document = verified(ALTERED)
    assert [found["code"] for found in document["deals"][0]["findings"]] == ["seal-mismatch"]
    assert document["exit_status"] == Status.FINDINGS


@pytest.mark.parametrize("anew", [False, True])
def test_a_deal_sealed_anew_holds_but_is_not_what_the_code_is_of(anew: bool, tmp_path: Path) -> None:
    """Who can rewrite a file can seal it anew; only the code that was kept shows it."""
    log = Path(shutil.copy(LOGS / "misread_card_retracted.jsonl", tmp_path / "log.jsonl"))
    (code,) = codes(str(log))
    if anew:
        *lines, _seal = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join(lines).replace(b"[10,0,50]", b"[10,0,60]"))
        assert invoke("seal", str(log)).exit_code == Status.NOTHING
    assert invoke("verify", str(log)).exit_code == Status.NOTHING
    assert invoke("verify", str(log), "--head", code).exit_code == (Status.FINDINGS if anew else Status.NOTHING)


def test_a_deal_without_a_seal_is_reported_and_no_error() -> None:
    result = invoke("verify", "fixtures/logs/unfinished.jsonl")
    assert result.exit_code == Status.NOTHING
    assert "the deal is not sealed" in result.stdout


@pytest.mark.parametrize(
    "wrong", [("--head", "12"), ("--head", "UUUU-0000-0000-0000"), (ALTERED, "--head", "0000-0000-0000-0000")]
)
def test_wrong_usage_of_a_code(wrong: tuple[str, ...]) -> None:
    result = invoke("verify", SESSION, *wrong)
    assert result.exit_code == Status.USAGE
    assert result.stderr.startswith("--head: ")
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["verify", "head"])
def test_several_inputs_give_the_highest_status_and_each_is_reported(command: str) -> None:
    result = invoke(command, "nosuch.jsonl", SESSION, "fixtures/hands/disputed.json", ALTERED)
    assert result.exit_code == Status.UNREADABLE
    assert "nosuch.jsonl: No such file" in result.stderr
    assert "disputed.json: this is no log" in result.stderr
    assert "evening-1" in result.stdout
    document = json.loads(invoke(command, "nosuch.jsonl", ALTERED, "--json").stdout)
    assert document["exit_status"] == Status.UNREADABLE


@pytest.mark.parametrize("command", ["verify", "head", "seal"])
def test_an_empty_log_cannot_be_read(command: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    assert invoke(command, str(empty)).exit_code == Status.UNREADABLE
    assert empty.read_bytes() == b""


@pytest.mark.parametrize("command", ["verify", "head"])
def test_what_people_typed_is_never_obeyed(command: str) -> None:
    shown = invoke(command, HOSTILE).stdout
    assert "$1 {deal} %s 'x'; --" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("command", ["verify", "head"])
def test_standard_input_and_a_closed_pipe(command: str) -> None:
    done = run(command, "-", input=(ROOT / SESSION).read_bytes(), stdin=None, env={"LC_ALL": "C"})
    assert done.returncode == Status.NOTHING
    assert done.stdout.decode() == invoke(command, SESSION).stdout.replace(SESSION, "-")
    with start(command, SESSION, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""


# head


def test_a_code_a_line_for_every_sealed_deal() -> None:
    shown = invoke("head", SESSION)
    assert shown.exit_code == Status.NOTHING
    assert [line.split("  ")[1] for line in shown.stdout.splitlines()] == [
        f"evening-{number}" for number in range(1, 5)
    ]
    seals = [json.loads(line) for line in (ROOT / SESSION).read_bytes().splitlines() if b'"sealed"' in line]
    assert [line.split()[0] for line in shown.stdout.splitlines()] == [head_of(seal["hash"]) for seal in seals]


def test_of_several_logs_each_line_names_its_file() -> None:
    shown = invoke("head", SESSION, HOSTILE).stdout.splitlines()
    assert [line.split("  ")[-1] for line in shown] == [SESSION] * 4 + [HOSTILE]


def test_there_is_no_code_for_what_does_not_hold_or_is_not_sealed() -> None:
    for log, why in ((ALTERED, "does not hold"), ("fixtures/logs/disputed.jsonl", "no deal is sealed")):
        result = invoke("head", log)
        assert result.exit_code == Status.FINDINGS
        assert result.stdout == ""
        assert why in result.stderr


# seal


def test_sealing_appends_one_line_and_prints_the_code_that_verify_takes(disputed: Path) -> None:
    before = disputed.read_bytes()
    result = invoke("seal", str(disputed))
    assert result.exit_code == Status.NOTHING
    (code,) = codes(str(disputed))
    assert result.stdout.split()[-1] == code
    after = disputed.read_bytes()
    assert after.startswith(before)
    assert after[len(before) :].count(b"\n") == 1
    assert verified(str(disputed), "--head", code)["deals"][0]["anchored"]


def test_the_document_of_a_seal(disputed: Path) -> None:
    document = json.loads(invoke("seal", str(disputed), "--json").stdout)
    assert document["format"] == "duzihu-seal/1"
    assert document["id"] == "disputed"
    assert document["seq"] == 40
    assert document["previous"] is None
    assert document["head"] == head_of(document["hash"]) == codes(str(disputed))[0]


def test_in_a_session_a_seal_is_tied_to_the_one_before(tmp_path: Path) -> None:
    *lines, last = (ROOT / SESSION).read_bytes().splitlines(keepends=True)
    log = tmp_path / "session.jsonl"
    log.write_bytes(b"".join(lines))
    assert invoke("seal", str(log)).exit_code == Status.NOTHING
    *before, sealed = log.read_bytes().splitlines(keepends=True)
    assert before == lines
    assert json.loads(sealed) | {"at": None} == json.loads(last) | {"at": None}


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ("unfinished", "has not ended"),
        ("session", "is sealed already"),
        ("fifth_copy", "stopped at an impossible event"),
    ],
)
def test_a_seal_is_refused_in_one_line_and_the_log_left_as_it_was(log: str, why: str, tmp_path: Path) -> None:
    copy = Path(shutil.copy(LOGS / f"{log}.jsonl", tmp_path / "log.jsonl"))
    result = invoke("seal", str(copy))
    assert result.exit_code == Status.FINDINGS
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert why in result.stderr
    assert copy.read_bytes() == (LOGS / f"{log}.jsonl").read_bytes()


def test_a_torn_line_is_set_aside_and_that_is_said(disputed: Path) -> None:
    whole = disputed.read_bytes()
    disputed.write_bytes(whole + b'{"seq":40,"type":"no')
    result = invoke("seal", str(disputed))
    assert result.exit_code == Status.NOTHING
    aside = disputed.with_name(disputed.name + ".torn")
    assert aside.read_bytes() == b'{"seq":40,"type":"no'
    assert str(aside) in result.stderr
    assert disputed.read_bytes().startswith(whole + b'{"seq":40,"type":"sealed"')


def test_a_log_that_another_writer_holds_is_not_sealed(disputed: Path) -> None:
    before = disputed.read_bytes()
    with disputed.open("ab") as held:
        portalocker.lock(held, portalocker.LOCK_EX)
        result = invoke("seal", str(disputed))
    assert result.exit_code == Status.FINDINGS
    assert "another writer holds the log" in result.stderr
    assert disputed.read_bytes() == before


def test_only_a_log_in_a_file_can_be_sealed(tmp_path: Path) -> None:
    assert invoke("seal", "-").exit_code == Status.USAGE
    assert invoke("seal", str(tmp_path / "nosuch.jsonl")).exit_code == Status.UNREADABLE
    assert invoke("seal", str(tmp_path)).exit_code == Status.UNREADABLE
    assert invoke("seal", "fixtures/hands/disputed.json").exit_code == Status.UNREADABLE
    assert list(tmp_path.iterdir()) == []


def test_a_log_with_lines_that_cannot_be_read_is_not_sealed(disputed: Path) -> None:
    lines = disputed.read_bytes().splitlines(keepends=True)
    lines.insert(20, b"\xff\n")
    disputed.write_bytes(b"".join(lines))
    result = invoke("seal", str(disputed))
    assert result.exit_code == Status.UNREADABLE
    assert ":21: " in result.stderr
    assert disputed.read_bytes() == b"".join(lines)
