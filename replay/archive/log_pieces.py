"""A log in pieces that begin with a deal, for as many processes as there are; read as a stream, in bounded memory."""

from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from replay.decode import decode_line
from replay.lines_of import LONGEST_LINE
from replay.log import LARGEST_DEAL, begins_deal

PIECE = 2**23
"""Bytes that a piece should have; it has more where a deal does."""
_MARK = b'"deal_started"'
"""What a line that begins a deal holds, unless it is written in an odd way: then no piece begins there."""


class LogPiece(Struct, frozen=True):
    """``start`` and ``line``: where it begins in the log, in bytes from 0 and in lines from 1. ``goes_on``: it is more
    of a deal that is too large to be kept whole, and no deal begins in it."""

    start: int
    line: int
    data: bytes
    goes_on: bool = False


def log_pieces(stream: BinaryIO, size: int = PIECE, largest_deal: int = LARGEST_DEAL) -> Iterator[LogPiece]:
    """Every byte of the log in order. A deal is in one piece, unless it has far more bytes than a deal may have."""
    start, line, inside, held = 0, 1, False, b""
    while more := stream.read(size):
        held += more
        at = _last_deal(held)
        whole = at > 0
        if not whole:
            if len(held) <= 2 * largest_deal:
                continue
            at = held.rfind(b"\n") + 1 or len(held)
        for piece in _parted(start, line, held[:at], inside=inside):
            yield piece
            start += len(piece.data)
            line += piece.data.count(b"\n")
        held, inside = held[at:], not whole
    yield from _parted(start, line, held, inside=inside)


def _parted(start: int, line: int, data: bytes, *, inside: bool) -> Iterator[LogPiece]:
    """The data as a piece; what goes on with a deal that is too large, ahead of it."""
    begun = _first_deal(data) if inside else 0
    if begun:
        yield LogPiece(start, line, data[:begun], goes_on=True)
    if begun < len(data):
        yield LogPiece(start + begun, line + data.count(b"\n", 0, begun), data[begun:])


def _last_deal(data: bytes) -> int:
    """Where the last line that begins a deal stands, 0 if there is none but the first."""
    at = len(data)
    while (mark := data.rfind(_MARK, 0, at)) > 0:
        at, end = _line_around(data, mark)
        if at and _begins_deal(data, at, end):
            return at
    return 0


def _first_deal(data: bytes) -> int:
    """Where the first line that begins a deal stands, the length of the data if there is none."""
    end = 0
    while (mark := data.find(_MARK, end)) >= 0:
        at, end = _line_around(data, mark)
        if _begins_deal(data, at, end):
            return at
    return len(data)


def _line_around(data: bytes, mark: int) -> tuple[int, int]:
    """Begin and end of the line that a byte stands in; one without its LF ends with the data."""
    return data.rfind(b"\n", 0, mark) + 1, data.find(b"\n", mark) + 1 or len(data)


def _begins_deal(data: bytes, at: int, end: int) -> bool:
    return data[end - 1] == ord("\n") and end - at <= LONGEST_LINE and begins_deal(decode_line(data[at:end]))
