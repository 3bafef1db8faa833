"""The bytes of sources, kept in compressed parts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO

from replay.archive.store import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEVEL = 1
"""Of compression: more would make parts little smaller, and importing slower."""
PART = 2**17
"""Bytes of a part. DuckDB has the rows of a vector in memory at once, and one has 2048."""
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
    rows = run(archive, "SELECT part FROM contents WHERE source = ? ORDER BY part", [source])
    for (number,) in rows:
        query = "SELECT data, size FROM contents WHERE source = ? AND part = ?"
        ((data, size),) = run(archive, query, [source, number])
        yield unpacked_part(size, data)
