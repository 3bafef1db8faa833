"""Typed deals, piece by piece: each deal is read by itself, so that a faulty one stops none of the others."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.events import DealStarted
from replay.decode import decode_line
from replay.faults import Fault
from replay.imports.pieces import Piece
from replay.imports.record_files import Line, not_text, raw_text, size_of
from replay.typed.lexing import Cursor, Faults, WrongLineError
from replay.typed.reading import VERBATIM, TypedDeal, is_typed, log_of
from replay.typed.words import word


def looks_typed(lines: Sequence[Line]) -> bool:
    """Whether a text begins as typed deals do. ``lines``: from its first that is no comment."""
    return is_typed("\n".join([(line.text or "")[:1000].rstrip("\n") for line in lines[:100]]))


def pieces_of_typed(source: str, lines: Sequence[Line], codec: str) -> Iterator[Piece]:
    """The pieces of a text of typed deals: a deal each, and what gives nothing between them."""
    begins = [at for at, line in enumerate(lines) if line.text is not None and _begins_deal(line.text)]
    starts = [0, *begins[1:]]  # what stands before the first deal is read with it
    number = 0
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        for piece in _pieces(source, lines[start:end], codec, start, number):
            number = max(number, piece.number)
            yield piece


def _begins_deal(line: str) -> bool:
    """Whether the head of a deal begins with a line, or its log's first line stands there."""
    if line.lstrip(" \t").startswith(VERBATIM):
        event = decode_line(line.encode()) if '"deal_started"' in line else None
        return isinstance(event, DealStarted) and event.seq == 0
    try:
        first = Cursor(line.rstrip("\r\n"), Faults("")).peek()
    except WrongLineError:
        return False
    return first is not None and not first.quoted and word(first.text, "head") == "deal"


def _pieces(source: str, lines: Sequence[Line], codec: str, before: int, number: int) -> Iterator[Piece]:
    """The pieces of lines that begin no more than one deal. ``before``: how many lines, ``number`` how many records
    came before them."""
    bad = [not_text(source, before + at, line.raw, codec) for at, line in enumerate(lines, 1) if line.text is None]
    read = tuple(bad) or log_of("".join([line.text or "" for line in lines]), source)
    if isinstance(read, tuple):
        faults = bad or [_moved(fault, before) for fault in read]
        telling = [at for at, line in enumerate(lines) if not _is_idle(line)] or [0, len(lines) - 1]
        first, last = telling[0], telling[-1] + 1
        if first:
            yield Piece("ignored", before + 1, size_of(lines[:first]))
        deal_lines = lines[first:last]
        text = raw_text(deal_lines, codec)
        yield Piece("rejected", before + first + 1, size_of(deal_lines), number + 1, text, faults=tuple(faults))
        if last < len(lines):
            yield Piece("ignored", before + last + 1, size_of(lines[last:]))
        return
    at = 0
    for own, deal in enumerate(read.deals, number + 1):
        if deal.first_line - 1 > at:
            yield Piece("ignored", before + at + 1, size_of(lines[at : deal.first_line - 1]))
        yield _piece(deal, lines[deal.first_line - 1 : deal.last_line], before, own)
        at = deal.last_line
    if at < len(lines):
        yield Piece("ignored", before + at + 1, size_of(lines[at:]))


def _piece(deal: TypedDeal, lines: Sequence[Line], before: int, number: int) -> Piece:
    first = deal.events[0] if deal.events else None
    date = first.at if isinstance(first, DealStarted) else None
    content = b"".join(deal.lines)
    return Piece("typed", before + deal.first_line, size_of(lines), number, content=content, date=date)


def _is_idle(line: Line) -> bool:
    """Whether a line is blank or a comment."""
    text = "?" if line.text is None else line.text.strip(" \t\u3000\r\n\ufeff")
    return not text or text.startswith("#")


def _moved(fault: Fault, lines: int) -> Fault:
    return fault if fault.line is None else replace(fault, line=fault.line + lines)
