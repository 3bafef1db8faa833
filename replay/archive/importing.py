"""From what a user names to the sources that are imported, one after the other."""

import glob
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, BinaryIO, cast

from engine.said import said
from replay.archive.intake import Taken, take
from replay.archive.line_rows import LineNumbers
from replay.archive.store import is_archive
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says
from replay.imports.pieces import Reading
from replay.imports.sources import open_source
from replay.inputs import STDIN, opened
from replay.report import Unread

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

IN_MEMORY = 2**24
"""Bytes of a source that cannot be read twice that are kept in memory; more go to a temporary file."""

Progress = Callable[[str, int, int], None]
"""Is told the source, and how many bytes and deals of it have been read."""


def sources_named(names: Iterable[str]) -> Iterator[str | Unread]:
    """Every file that is meant: the files of a directory and of those in it, and what a pattern finds, in the order of
    their names; hidden ones and archives only where they are named themselves. A name that finds nothing is a fault."""
    for name in names:
        if name == STDIN or (os.path.lexists(name) and not os.path.isdir(name)):
            yield name
            continue
        found = sorted(_under(name) if os.path.isdir(name) else _like(name))
        yield from found
        if not found:
            empty = os.path.isdir(name)
            message = said("there is no file in it") if empty else said("there is no such file, and none like it")
            yield Unread(name, (Fault("no-such-file", message, name),))


def _under(directory: str) -> Iterator[str]:
    for place, directories, files in os.walk(directory):
        directories[:] = [one for one in directories if not one.startswith(".")]
        for file in files:
            path = os.path.join(place, file)
            if not file.startswith(".") and not is_archive(path):
                yield path


def _like(pattern: str) -> Iterator[str]:
    if "\0" not in pattern:
        for path in glob.iglob(pattern, recursive=True):
            if os.path.isfile(path) and not is_archive(path):
                yield path


def import_each(
    archive: "DuckDBPyConnection",
    names: Iterable[str],
    reading: Reading,
    *,
    processes: int = 1,
    told: Progress = lambda _name, _bytes, _deals: None,
) -> Iterator[Taken | Unread]:
    """Import every source that is named, each in a transaction of its own; one that cannot be opened is told."""
    lines = LineNumbers(archive)
    for name in sources_named(names):
        if isinstance(name, Unread):
            yield name
            continue
        try:
            with opened(name) as stream, _seekable(stream) as raw:
                source, done = open_source(name, raw, reading), partial(told, name)
                yield take(archive, source, raw, reading, processes=processes, told=done, lines=lines)
        except UnreadableError as error:
            yield Unread(name, error.faults)
        except OSError as error:
            yield Unread(name, (Fault("not-read", system_says(error), name),))


def import_logs(archive: "DuckDBPyConnection", name: str, logs: Iterable[bytes], *, processes: int = 1) -> Taken:
    """Import logs that are being made as one source, under a name. They wait in a temporary file for the last."""
    with SpooledTemporaryFile(IN_MEMORY) as spooled:
        spooled.writelines(logs)
        raw, reading = cast(BinaryIO, spooled), Reading()
        return take(archive, open_source(name, raw, reading), raw, reading, processes=processes)


@contextmanager
def _seekable(stream: BinaryIO) -> Iterator[BinaryIO]:
    """The stream, or what it gives in a temporary file."""
    if stream.seekable():
        yield stream
        return
    with SpooledTemporaryFile(IN_MEMORY) as spooled:
        while data := stream.read(IN_MEMORY // 16):
            spooled.write(data)
        spooled.seek(0)
        yield cast(BinaryIO, spooled)
