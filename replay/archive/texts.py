"""The text of a deal in the archive, byte for byte as it was read (docs/archive.md).

A log's lines are cut out of its source's bytes; what has no lines there, a record or a typed deal, is kept as a text.
"""

import io
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, BinaryIO

from engine.said import said
from replay.archive.contents import Packed, parts_from, unpacked_part
from replay.faults import Fault, UnreadableError
from replay.imports.encodings import CHUNK, Written
from replay.imports.encodings import text_of as text_behind
from replay.inputs import ARCHIVE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MARK = "\ufeff".encode()


def deal_named(connection: "DuckDBPyConnection", id_: str) -> int:
    """The number of the deal that the archive calls so. Raises ``UnreadableError``, which names those that are near."""
    found = connection.execute("SELECT deal FROM deals WHERE id = ? LIMIT 1", [id_]).fetchall()
    if found:
        return int(found[0][0])
    near = nearest(connection, "deals", "id", id_)
    mend = said("duzihu list shows the deals there are")
    if near:
        mend = said("did you mean {near}?", near=", ".join(ARCHIVE + one for one in near))
    raise UnreadableError([Fault("no-such-deal", said("the archive has no deal of this id"), ARCHIVE + id_, mend=mend)])


def nearest(connection: "DuckDBPyConnection", table: str, column: str, text: str) -> list[str]:
    """The values of a column that look most like a text, three at most. ``table`` and ``column``: of the schema."""
    likeness = f'jaro_winkler_similarity(lower("{column}"), lower(?))'
    found = connection.execute(
        f'SELECT "{column}" FROM (SELECT DISTINCT "{column}" FROM {table} WHERE {likeness} > 0.75) '
        f'ORDER BY {likeness} DESC, "{column}" LIMIT 3',
        [text, text],
    )
    return [value for (value,) in found.fetchall()]


def text_of(connection: "DuckDBPyConnection", deal: int) -> bytes:
    """The lines of a logged deal in UTF-8 with LF, the log of a typed one, or a record in canonical JSON.

    Raises ``UnreadableError`` where there is no such deal, or the archive does not have its text.
    """
    kept = connection.execute("SELECT text FROM texts WHERE deal = ?", [deal]).fetchall()
    if kept:
        return str(kept[0][0]).encode()
    places = connection.execute(
        "SELECT d.start, d.size, s.source, s.size, s.encoding, s.known, s.crlf "
        "FROM deals d JOIN sources s USING (source) WHERE d.deal = ? AND d.start IS NOT NULL",
        [deal],
    ).fetchall()
    for start, size, source, of_source, encoding, known, crlf in places:
        written = Written(encoding or "utf-8", known or "plain", of_source, crlf=bool(crlf))
        text = _cut(io.BufferedReader(Contents(connection, source), CHUNK), written, start, size)
        if len(text) == size:
            return text
    message = said("the archive does not have the text of deal number {deal}", deal=deal)
    raise UnreadableError([Fault("archive-damaged", message, "duzihu", mend=said("import its source again"))])


def _cut(raw: BinaryIO, written: Written, start: int, size: int) -> bytes:
    """A part of the text behind a source's bytes. A byte order mark before the text is none of it."""
    text = text_behind(raw, written)
    mark = text.read(len(_MARK))
    if mark != _MARK:
        start -= len(mark)
    if text is raw:
        raw.seek(start, io.SEEK_CUR)
        return raw.read(size)
    head = mark[start:] if start < 0 else b""
    while start > 0 and (passed := text.read(min(start, CHUNK))):
        start -= len(passed)
    return (head + text.read(size - min(len(head), size)))[:size]


class Contents(io.RawIOBase):
    """The bytes of a source, of which some parts at a time are read, and one is unpacked."""

    def __init__(self, connection: "DuckDBPyConnection", source: int) -> None:
        self._connection = connection
        self._source = source
        found = connection.execute(
            "SELECT part, start, size FROM contents WHERE source = ? ORDER BY part", [source]
        ).fetchall()
        self._parts: list[tuple[int, int, int]] = found
        self._at = 0
        self._open = (-1, b"")
        self._read: dict[int, Packed] = {}

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a byte."""
        end = sum(self._parts[-1][1:]) if self._parts else 0
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: end}[whence]
        return self._at

    def readinto(self, buffer: Any) -> int:
        """Fill with what follows, as far as it is of one part."""
        found = bisect_right(self._parts, self._at, key=lambda one: one[1]) - 1
        if found < 0:
            return 0
        part, start, _size = self._parts[found]
        data = self._unpacked(part)[self._at - start :][: len(buffer)]
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def _unpacked(self, part: int) -> bytes:
        if self._open[0] != part:
            if part not in self._read:
                self._read = parts_from(self._connection, self._source, part)
            self._open = (part, unpacked_part(*self._read[part]))
        return self._open[1]
