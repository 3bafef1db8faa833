"""Making an archive anew from the bytes of its sources."""

import os
from collections.abc import Callable
from contextlib import closing, suppress
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, BinaryIO, cast

import msgspec

from replay.archive.contents import parts_of
from replay.archive.importing import IN_MEMORY, Progress
from replay.archive.intake import Taken, take
from replay.archive.store import opened_archive, run
from replay.imports.pieces import Reading
from replay.imports.sources import open_source

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def rebuilt(path: str, *, processes: int = 1, told: Progress = lambda _name, _bytes, _deals: None) -> list[Taken]:
    """Make the archive at ``path`` anew, of whatever format it is; the old one stays until the new one is whole.

    Every source is read as it was then, in the same order, so that the new archive is equal to the old one but for what
    has changed in the program. Raises ``UnreadableError`` for what is no archive.
    """
    with opened_archive(path, any_format=True):  # nothing is made where there is none
        pass
    beside = f"{path}.rebuilding"
    _remove(beside)
    try:
        with opened_archive(path, write=True, any_format=True) as old, opened_archive(beside, write=True) as new:
            taken = _imported_again(old, new, processes, told)
            run(new, "CHECKPOINT")
            run(old, "CHECKPOINT")  # nothing of it is left in a file beside it, which the new one would find
        os.replace(beside, path)
    finally:
        _remove(beside)
    return taken


def _imported_again(
    old: "DuckDBPyConnection", new: "DuckDBPyConnection", processes: int, told: Progress
) -> list[Taken]:
    taken = []
    for number, name, reading in run(old, "SELECT source, name, read_as FROM sources ORDER BY source"):
        with closing(SpooledTemporaryFile(IN_MEMORY)) as spooled:
            for data in parts_of(old, number):
                spooled.write(data)
            raw, how = cast(BinaryIO, spooled), msgspec.json.decode(reading, type=Reading)
            source = open_source(name, raw, how)
            taken.append(take(new, source, raw, how, processes=processes, told=_of(told, name)))
    return taken


def _of(told: Progress, name: str) -> Callable[[int, int], None]:
    return lambda bytes_, deals: told(name, bytes_, deals)


def _remove(path: str) -> None:
    for file in (path, f"{path}.wal"):
        with suppress(FileNotFoundError):
            os.remove(file)
