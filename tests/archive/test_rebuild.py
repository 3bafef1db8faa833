"""An archive made anew from the bytes it keeps is the same archive."""

from pathlib import Path
from shutil import copyfile

from replay.archive.rebuilding import rebuilt
from replay.archive.store import opened_archive, run
from tests.archive.archives import empty_archive, everything, of_fixtures, put_in
from tests.support.command_line import ROOT, invoke

SESSION = (ROOT / "fixtures/logs/session.jsonl").read_bytes()


def test_it_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "archive.duckdb"
    copyfile(of_fixtures(), path)
    with opened_archive(str(path)) as archive:
        before = everything(archive)
    rebuilt(str(path))
    with opened_archive(str(path)) as archive:
        assert everything(archive) == before
    assert [file.name for file in tmp_path.iterdir()] == ["archive.duckdb"]


def test_deals_that_grew_are_the_same(tmp_path: Path) -> None:
    lines = SESSION.splitlines(keepends=True)
    with empty_archive(tmp_path) as archive:
        for length in (9, 40, len(lines)):
            put_in(archive, b"".join(lines[:length]), f"{length} lines")
        before = everything(archive)
    rebuilt(str(tmp_path / "archive.duckdb"))
    with opened_archive(str(tmp_path / "archive.duckdb")) as archive:
        assert everything(archive) == before


def test_an_archive_of_another_format_is_made_anew(tmp_path: Path) -> None:
    path = str(tmp_path / "archive.duckdb")
    with empty_archive(tmp_path) as archive:
        put_in(archive, SESSION)
        run(archive, "UPDATE archive SET format = 0")
    refused = invoke("import", str(ROOT / "fixtures/logs/disputed.jsonl"), "--archive", path)
    assert refused.exit_code == 3
    assert "duzihu rebuild" in refused.stderr
    assert invoke("rebuild", "--archive", path).exit_code == 0
    with opened_archive(path) as archive:
        assert run(archive, "SELECT count(*) FROM deals") == [(4,)]


def test_one_that_is_not_there(tmp_path: Path) -> None:
    result = invoke("rebuild", "--archive", str(tmp_path / "nowhere.duckdb"))
    assert result.exit_code == 3
    assert list(tmp_path.iterdir()) == []
