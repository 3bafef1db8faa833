"""What the tests of logs share."""

from pathlib import Path

import pytest

from tests.replay.logs import drawn, started, written


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of two events, in a place whose name is awkward."""
    path = tmp_path / "club [1] $1.jsonl"
    path.write_bytes(written(started(), drawn(1)))
    return path
