"""An import killed at any moment: the archive opens, holds only whole sources, and the import can be repeated."""

import signal
import time
from pathlib import Path
from random import Random

import pytest

from replay.archive.store import opened_archive, run
from tests.archive.archives import everything
from tests.support.command_line import ROOT, start
from tests.support.command_line import run as shell

SOURCES = [str(ROOT / "fixtures" / name) for name in ("import", "typed", "logs", "hands")]
PARTS = 4
"""How many moments a test takes; there are as many tests as make twenty."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, float]:
    """An archive whose import nothing stopped, and how many seconds it took: moments are drawn from it."""
    path = tmp_path_factory.mktemp("whole") / "archive.duckdb"
    began = time.monotonic()
    shell("import", *SOURCES, "--archive", str(path))
    return path, time.monotonic() - began


@pytest.mark.parametrize("part", range(5))
def test_nothing_is_lost(part: int, whole: tuple[Path, float], tmp_path: Path) -> None:
    complete, took = whole
    with opened_archive(str(complete)) as archive:
        due = everything(archive)
    path, rng = tmp_path / "archive.duckdb", Random(part)
    for _ in range(PARTS):
        process = start("import", *SOURCES, "--archive", str(path), stdout=-3, stderr=-3)
        time.sleep(took * rng.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        if path.exists():
            with opened_archive(str(path), write=True) as archive:
                sources = run(
                    archive, "SELECT imported + duplicate + rejected + ignored = size FROM sources ORDER BY source"
                )
                assert all(adds_up for (adds_up,) in sources)
                kept = everything(archive)
                assert all(set(map(repr, kept[name])) <= set(map(repr, due[name])) for name in kept)
    again = shell("import", *SOURCES, "--archive", str(path))
    assert again.returncode in (0, 1, 3)  # what is rejected, or has the id of another deal, is in already or not
    assert b"Traceback" not in again.stderr
    with opened_archive(str(path)) as archive:
        assert everything(archive) == due
