"""The bytes of sources, kept in compressed parts."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from replay.archive.store import run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LEVEL = 1
"""Of compression: more would make parts little smaller, and importing slower."""
PART = 2**21
"""Bytes of a part, where it is not a piece of a log that has more."""


def packed_part(data: bytes) -> bytes:
    """Bytes compressed with Zstandard."""
    import pyarrow as pa

    packed: bytes = pa.Codec("zstd", compression_level=LEVEL).compress(data, asbytes=True)
    return packed


def part(data: bytes, size: int) -> bytes:
    """The bytes of a part again; ``size``: how many they are."""
    import pyarrow as pa

    unpacked: bytes = pa.Codec("zstd").decompress(data, size, asbytes=True)
    return unpacked


class Keeping:
    """Keeps the bytes of one source, in order, part by part."""

    def __init__(self, archive: "DuckDBPyConnection", source: int) -> None:
        self._archive, self._source = archive, source
        self._parts = self._start = 0

    def keep(self, size: int, packed: bytes) -> None:
        """The next part, compressed already; ``size``: of its bytes."""
        row = [self._source, self._parts, self._start, size, packed]
        run(self._archive, "INSERT INTO contents VALUES (?, ?, ?, ?, ?)", row)
        self._parts += 1
        self._start += size

    def keep_all(self, stream: BinaryIO) -> None:
        """A seekable stream from its beginning; it stays where it is."""
        at = stream.tell()
        stream.seek(0)
        while data := stream.read(PART):
            self.keep(len(data), packed_part(data))
        stream.seek(at)


def parts_of(archive: "DuckDBPyConnection", source: int) -> Iterator[bytes]:
    """The bytes of a source in order, a part at a time."""
    rows = run(archive, "SELECT part FROM contents WHERE source = ? ORDER BY part", [source])
    for (number,) in rows:
        query = "SELECT data, size FROM contents WHERE source = ? AND part = ?"
        ((data, size),) = run(archive, query, [source, number])
        yield part(data, size)
