"""The lines of a file, one by one, in bounded memory (docs/formats.md, "Event log").

Only LF ends a line: U+2028, a lone CR, a vertical tab or a form feed inside a string never do.
"""

from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

LONGEST_LINE = 2**20
"""Bytes of the longest line that is read, its LF included."""


class OverLong(Struct, frozen=True):
    """Stands for a line too long to be kept: how many ``size`` bytes it has, and whether it lacks its LF (``torn``)."""

    size: int
    torn: bool


def lines_of(stream: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[bytes | OverLong]:
    """Every line of a buffered binary stream in order, its LF included. Only the last can lack it: a torn write.

    No more than one line and the stream's own buffer are held at a time. A line of more than ``longest`` bytes is
    skipped up to its LF and gives one ``OverLong``.
    """
    readline = stream.readline
    while line := readline(longest):
        yield line if len(line) < longest or line.endswith(b"\n") else _rest_of(stream, line, longest)


def _rest_of(stream: BinaryIO, start: bytes, longest: int) -> bytes | OverLong:
    """The line that fills ``longest`` bytes without an LF: over-long, unless the file ends right there."""
    size, piece = len(start), start
    while not piece.endswith(b"\n") and (piece := stream.readline(longest)):
        size += len(piece)
    return start if size == longest else OverLong(size, torn=not piece)
