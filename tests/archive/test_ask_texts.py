"""A deal's text out of the archive is what was imported, byte for byte, and ``archive:ID`` is taken where a file is."""

import json
from pathlib import Path

import pytest

from cli.status import Status
from replay.archive.batch import Making
from replay.archive.contents import parts_of
from replay.archive.store import opened_archive, run
from replay.archive.texts import Contents, deal_named, text_of
from replay.faults import UnreadableError
from replay.inputs import opened
from replay.log import read_deals
from tests.archive.archives import empty_archive, of_fixtures, put_in
from tests.support.command_line import ROOT, invoke

SESSION = (ROOT / "fixtures/logs/session.jsonl").read_bytes()
CHINESE = SESSION.decode().replace('"Li"', '"李强"')


@pytest.fixture(autouse=True)
def _of_fixtures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("DUZIHU_ARCHIVE", str(of_fixtures()))


def test_the_text_of_every_log_is_its_lines() -> None:
    with opened_archive(str(of_fixtures())) as archive:
        logs = run(archive, "SELECT deal, digest FROM deals WHERE kind = 'log'")
        assert len(logs) > 30
        for deal, digest in logs:
            making = Making()
            making.log(text_of(archive, deal), "again")
            assert [told.digest for told in making.told] == [digest]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("part", [997, 2**21])
def test_the_text_is_utf_8_with_lf_whatever_the_source_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, codec: str, ends: str, part: int
) -> None:
    monkeypatch.setattr("replay.archive.contents.PART", part)
    mark = "\ufeff" if codec.startswith("utf-16") else ""
    data = (mark + CHINESE.replace("\n", ends)).encode(codec)
    path = tmp_path / "session.jsonl"
    path.write_bytes(CHINESE.encode())
    with path.open("rb") as stream:
        due = [deal.raw for deal in read_deals(stream, "session")]
    with empty_archive(tmp_path) as archive:
        put_in(archive, data, encoding="gb18030" if codec == "gb18030" else None)
        found = [text_of(archive, deal) for (deal,) in run(archive, "SELECT deal FROM deals ORDER BY deal")]
    assert found == due != []


def test_a_source_can_be_read_from_anywhere(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        put_in(archive, SESSION)
        assert b"".join(parts_of(archive, 1)) == SESSION
        contents = Contents(archive, 1)
        for start, size in ((0, 10), (len(SESSION) - 5, 9), (100, 0), (len(SESSION), 1)):
            contents.seek(start)
            assert contents.read(size) == SESSION[start : start + size]


def without_source(text: str) -> str:
    """A document of a log, without where it stands."""
    document = json.loads(text)
    for deal in document["deals"]:
        del deal["source"], deal["line"]
    return json.dumps(document)


@pytest.mark.parametrize("command", ["audit", "explain", "replay", "partitions", "diff"])
def test_a_command_says_of_a_deal_of_the_archive_what_it_says_of_its_file(command: str) -> None:
    more = ("--rules", "article") if command == "diff" else ()
    file = invoke(command, "fixtures/logs/disputed.jsonl", *more, "--json")
    kept = invoke(command, "archive:disputed", *more, "--json")
    assert kept.exit_code == file.exit_code
    assert without_source(kept.stdout) == without_source(file.stdout)


def test_it_is_a_log_to_verify_too() -> None:
    result = invoke("verify", "archive:evening-3", "--json")
    (file,) = json.loads(result.stdout)["files"]
    assert file["source"] == "archive:evening-3"
    assert [deal["id"] for deal in file["deals"]] == ["evening-3"]


def test_an_id_that_is_not_there_names_those_that_are_near() -> None:
    result = invoke("audit", "archive:evening-22")
    assert result.exit_code == Status.UNREADABLE
    assert result.stderr.startswith("archive:evening-22: the archive has no deal of this id; did you mean ")
    assert "archive:evening-2" in result.stderr


@pytest.mark.parametrize("id_", ["", "%", "_", "' OR true --", "\x00", "😀" * 300])
def test_an_id_is_opaque(id_: str) -> None:
    with opened_archive(str(of_fixtures())) as archive, pytest.raises(UnreadableError) as caught:
        deal_named(archive, id_)
    assert [fault.code for fault in caught.value.faults] == ["no-such-deal"]


def test_without_an_archive_a_fault_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DUZIHU_ARCHIVE", str(tmp_path / "none.duckdb"))
    result = invoke("audit", "archive:x")
    assert result.exit_code == Status.UNREADABLE
    assert "none.duckdb: there is no archive" in result.stderr
    assert not [*tmp_path.iterdir()]


def test_a_file_of_such_a_name_is_named_by_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "archive:x").write_bytes(SESSION)
    monkeypatch.chdir(tmp_path)
    with opened("./archive:x") as stream:
        assert stream.read() == SESSION
    with pytest.raises(UnreadableError), opened("archive:x"):
        pass
