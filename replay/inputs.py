"""Opening what a user names: a file, ``-`` for standard input, or ``archive:ID`` for a deal of the archive; and telling
by content what it holds."""

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final, Literal

from engine.said import said
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says
from replay.lines_of import LONGEST_LINE

STDIN = "-"
ARCHIVE: Final = "archive:"
"""Begins the name of a deal of the archive. A file that is called so is named ``./archive:…``."""


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """The bytes of a named input, as a buffered stream. Raises ``UnreadableError`` for what cannot be opened."""
    if name.startswith(ARCHIVE):
        yield io.BytesIO(_archived(name.removeprefix(ARCHIVE)))
        return
    if name == STDIN:
        if sys.stdin is None:  # a parent may have closed it
            raise UnreadableError([Fault("not-opened", said("standard input is closed"), name)])
        yield sys.stdin.buffer
        return
    try:
        stream = open(name, "rb")  # noqa: SIM115
    except OSError as error:
        raise UnreadableError([_unopened(name, error)]) from error
    except ValueError as error:  # a NUL in the name
        raise UnreadableError([Fault("no-such-file", str(error), name)]) from error
    with stream:
        yield stream


def _archived(id_: str) -> bytes:
    from replay.archive.store import opened_archive
    from replay.archive.texts import deal_named, text_of

    with opened_archive() as connection:
        return text_of(connection, deal_named(connection, id_))


def _unopened(name: str, error: OSError) -> Fault:
    message = system_says(error)
    match error:
        case FileNotFoundError():
            return Fault("no-such-file", message, name, mend=said("check the name; - reads standard input"))
        case IsADirectoryError():
            return Fault("is-a-directory", message, name, mend=said("name the files in it"))
    return Fault("not-opened", message, name)


def told_apart(stream: BinaryIO) -> tuple[Literal["log", "records", "empty"], BinaryIO]:
    """What an input holds, by its first line, and the stream from its beginning: a log line has ``type`` and ``seq``;
    whatever else begins otherwise is for the reader of hand records to judge."""
    first = stream.readline(LONGEST_LINE)
    whole = io.BufferedReader(_Rejoined(first, stream))
    if not first:
        return "empty", whole
    try:
        parsed = json.loads(first)
    except (ValueError, RecursionError):
        is_log = b'"seq"' in first and b'"type"' in first
    else:
        is_log = isinstance(parsed, dict) and ("type" in parsed or "seq" in parsed)
    return ("log" if is_log else "records"), whole


class _Rejoined(io.RawIOBase):
    """A stream whose first bytes were read already."""

    def __init__(self, first: bytes, rest: BinaryIO) -> None:
        self._first = memoryview(first)
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if self._first:
            size = min(len(buffer), len(self._first))
            buffer[:size] = self._first[:size]
            self._first = self._first[size:]
            return size
        piece = self._rest.read1(len(buffer)) if hasattr(self._rest, "read1") else self._rest.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)
