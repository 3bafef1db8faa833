"""Archives for the tests."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from replay.archive.importing import import_each
from replay.archive.intake import Taken, take
from replay.archive.line_rows import LineNumbers
from replay.archive.schema import TABLES
from replay.archive.store import opened_archive, run
from replay.imports.pieces import Reading
from replay.imports.sources import open_source
from replay.report import Unread
from tests.support.command_line import ROOT

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FIXTURES = ("fixtures/logs", "fixtures/hands", "fixtures/import", "fixtures/typed")


@contextmanager
def empty_archive(place: Path) -> "Iterator[DuckDBPyConnection]":
    """A new archive in a directory."""
    with opened_archive(str(place / "archive.duckdb"), write=True) as archive:
        yield archive


def put_in(
    archive: "DuckDBPyConnection",
    data: bytes,
    name: str = "test",
    *,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
    processes: int = 1,
    told: Callable[[int, int], None] = lambda _bytes, _deals: None,
    lines: LineNumbers | None = None,
) -> Taken:
    """Import some bytes."""
    raw, reading = io.BytesIO(data), Reading(encoding, columns or {})
    source = open_source(name, raw, reading)
    return take(archive, source, raw, reading, processes=processes, told=told, lines=lines)


def imported(archive: "DuckDBPyConnection", *names: str) -> list[Taken]:
    """Import files that can be opened, named as from the root of a checkout."""
    done = list(import_each(archive, [str(ROOT / name) for name in names], Reading()))
    assert not [one for one in done if isinstance(one, Unread)]
    return [one for one in done if isinstance(one, Taken)]


@cache
def of_fixtures() -> Path:
    """An archive of the fixtures, made once; not to be written to."""
    place = Path(mkdtemp(prefix="duzihu-test-"))
    with chdir(ROOT), empty_archive(place) as archive:
        assert all(isinstance(one, Taken) for one in import_each(archive, FIXTURES, Reading()))
    return place / "archive.duckdb"


def rows(archive: "DuckDBPyConnection", table: str) -> list[tuple[Any, ...]]:
    """All rows of a table, in an order of their own."""
    return sorted(run(archive, f"SELECT * FROM {table}"), key=repr)


def everything(archive: "DuckDBPyConnection", *, but: Sequence[str] = ()) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {name: rows(archive, name) for name in TABLES if name not in but}
