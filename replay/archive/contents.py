"""The bytes of sources, kept in compressed parts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from replay.archive.store import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEVEL = 1
"""Of compression: more would make parts little smaller, and importing slower."""
PART = 2**16
"""Bytes of a part. DuckDB has the rows of a vector in memory at once, 2048 of them, however little they can be
compressed."""
READ_TOGETHER = 64
"""Parts that are read at a time."""
TOGETHER = 2**23
"""Bytes of parts, compressed, that wait to be put in."""

Packed = tuple[int, bytes]
"""How many bytes a part has, and what they are when compressed with Zstandard."""


def packed_parts(data: bytes) -> tuple[Packed, ...]:
    """Bytes in parts, each compressed."""
    import pyarrow as pa

    codec, view = pa.Codec("zstd", compression_level=LEVEL), memoryview(data)
    parts = [view[at : at + PART] for at in range(0, len(data), PART)]
    return tuple([(len(part), codec.compress(part, asbytes=True)) for part in parts])


def unpacked_part(size: int, packed: bytes) -> bytes:
    """The bytes of a part again."""
    import pyarrow as pa

    data: bytes = pa.Codec("zstd").decompress(packed, size, asbytes=True)
    return data


class Keeping:
    """Keeps the bytes of one source, in order, part by part. ``put``: puts rows of ``contents`` in."""

    def __init__(self, source: int, put: Callable[[Sequence[tuple[int, int, int, int, bytes]]], None]) -> None:
        self._source, self._put = source, put
        self._rows: list[tuple[int, int, int, int, bytes]] = []
        self._parts = self._start = self._waiting = 0

    def keep(self, parts: Iterable[Packed]) -> None:
        """The next parts; they are put in when there are some, or ``put`` is called."""
        for size, packed in parts:
            self._rows.append((self._source, self._parts, self._start, size, packed))
            self._parts += 1
            self._start += size
            self._waiting += len(packed)
        if self._waiting >= TOGETHER:
            self.put()

    def put(self) -> None:
        """Put in what waits."""
        rows, self._rows, self._waiting = self._rows, [], 0
        self._put(rows)

    def keep_all(self, stream: BinaryIO) -> None:
        """A seekable stream from its beginning; it stays where it is."""
        at = stream.tell()
        stream.seek(0)
        while data := stream.read(PART):
            self.keep(packed_parts(data))
        self.put()
        stream.seek(at)


def parts_of(archive: "DuckDBPyConnection", source: int) -> Iterator[bytes]:
    """The bytes of a source in order, a part at a time."""
    first = 0
    while found := parts_from(archive, source, first):
        for size, packed in found.values():
            yield unpacked_part(size, packed)
        first += len(found)


def parts_from(archive: "DuckDBPyConnection", source: int, first: int) -> dict[int, Packed]:
    """Some of a source's parts by their numbers, from one on; none beyond the last."""
    query = "SELECT part, size, data FROM contents WHERE source = ? AND part >= ? AND part < ? ORDER BY part"
    rows = run(archive, query, [source, first, first + READ_TOGETHER])
    return {part: (size, packed) for part, size, packed in rows}
