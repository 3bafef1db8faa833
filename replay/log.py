"""A log's deals, one after the other, in bounded memory (docs/formats.md, "Event log").

Only what lines and seals show is looked at here; what an event may do is the fold's matter.
"""

from collections.abc import Iterator
from typing import BinaryIO

from msgspec import Struct

from engine.events import DealStarted, Sealed
from engine.findings import Finding, finding
from engine.said import said
from replay.decode import BadLine, Decoded, decode_line
from replay.faults import Fault
from replay.lines_of import LONGEST_LINE, OverLong, lines_of
from replay.seal import SealCheck, seal_hash

_LF = ord("\n")
_LINE_COST = 2**8
LARGEST_DEAL = 2**26
"""Bytes of the largest deal that is kept whole, 256 for each line beside its own."""


class Torn(Struct, frozen=True):
    """A last line without its LF, and where it stands."""

    line: int
    raw: bytes | OverLong


class LoggedDeal(Struct):
    """The lines of one deal as they stand in the file, and what each gives.

    ``lines[i]``, with its LF, is line ``first_line + i`` of the file and gives ``events[i]``; an over-long line is not
    kept and empty here. ``bad``: how many give no event. ``dropped``: how many more lines there were than a deal may
    have; ``unkept``: bytes of lines that were not kept. ``seal``: its first; after
    it only the next deal may follow. ``torn``: the file's torn last line, if it came after this deal's lines.
    """

    source: str
    first_line: int
    lines: list[bytes] = []
    events: list[Decoded] = []
    bad: int = 0
    dropped: int = 0
    unkept: int = 0
    seal: SealCheck | None = None
    torn: Torn | None = None

    @property
    def start(self) -> DealStarted | None:
        """Its ``deal_started``, unless it has none or a faulty one."""
        return first if self.events and isinstance(first := self.events[0], DealStarted) else None

    @property
    def id(self) -> str | None:
        """What it calls itself in ``deal``, even in a faulty ``deal_started``."""
        return self._named("deal")

    @property
    def session(self) -> str | None:
        """The session it belongs to; deals that name none share one."""
        return self._named("session")

    def _named(self, field: str) -> str | None:
        first = self.events[0] if self.events else None
        if isinstance(first, BadLine):
            named = first.given.get(field) if first.begins_deal else None
            return named if isinstance(named, str) else None
        return getattr(first, field) if isinstance(first, DealStarted) else None

    @property
    def is_whole(self) -> bool:
        """Whether all its lines could be kept."""
        return not self.dropped and b"" not in self.lines

    @property
    def raw(self) -> bytes:
        """Its lines as they were read, a torn one included: those of all deals, one after the other, are the file.

        Raises ``ValueError`` where some could not be kept.
        """
        torn = b"" if self.torn is None else self.torn.raw
        if not self.is_whole or isinstance(torn, OverLong):
            raise ValueError("the deal has lines that were too long, or too many, to be kept")
        return b"".join(self.lines) + torn

    def faults(self) -> tuple[Fault, ...]:
        """Everything that could not be read (exit status 3), in the order of the file."""
        found = (
            [
                fault_of(event, self.source, self.first_line + index)
                for index, event in enumerate(self.events)
                if isinstance(event, BadLine) and event.kind == "unreadable"
            ]
            if self.bad
            else []
        )
        if self.dropped:
            message = said(
                "the deal is too large to be read: {count} more lines follow those that fit", count=self.dropped
            )
            found.append(Fault("deal-too-large", message, self.source, self.first_line + len(self.lines)))
        if self.torn is not None and isinstance(self.torn.raw, OverLong):
            found.append(fault_of(over_long(self.torn.raw), self.source, self.torn.line))
        return tuple(found)

    def findings(self) -> tuple[Finding, ...]:
        """What seal and torn line show. Findings on events are the fold's."""
        found = () if self.seal is None else self.seal.findings()
        return found if self.torn is None else (*found, finding("torn-line"))


def fault_of(bad_line: BadLine, source: str, line: int) -> Fault:
    """A bad line as the fault of a file."""
    return Fault(
        bad_line.code, bad_line.message, source, line, field=bad_line.field, token=bad_line.token, mend=bad_line.mend
    )


def over_long(line: OverLong, longest: int = LONGEST_LINE) -> BadLine:
    """An over-long line as a bad one."""
    message = said("the line has {size} bytes; a line of a log has at most {most}", size=line.size, most=longest)
    return BadLine("unreadable", "line-too-long", message)


def read_deals(
    stream: BinaryIO,
    source: str,
    *,
    first_line: int = 1,
    longest_line: int = LONGEST_LINE,
    largest_deal: int = LARGEST_DEAL,
) -> Iterator[LoggedDeal]:
    """The deals of a buffered binary stream, each when its last line has been read. ``source``: as the user named it;
    ``first_line``: which of it the stream begins with.

    A ``deal_started`` at ``seq`` 0 begins a deal wherever it stands. Lines before the first make a deal without a
    start; a file without lines has no deals. Never raises for what the lines hold.
    """
    deal: LoggedDeal | None = None
    size = 0
    seals: dict[str | None, str] = {}  # the last of each session
    for number, line in enumerate(lines_of(stream, longest_line), first_line):
        raw: bytes
        event: Decoded
        if isinstance(line, bytes):
            raw, torn, event = line, line[-1] != _LF, decode_line(line)
        else:
            raw, torn, event = b"", line.torn, over_long(line, longest_line)
        if torn:
            deal = deal or LoggedDeal(source, number)
            deal.torn = Torn(number, line)
            break
        if deal is None or type(event) in _LOOKED_AT:
            if deal is None or begins_deal(event):
                if deal is not None:
                    yield deal
                deal, size = LoggedDeal(source, number), 0
                keep_line, keep_event = deal.lines.append, deal.events.append
            if type(event) is BadLine:
                deal.bad += 1
                deal.unkept += 0 if isinstance(line, bytes) else line.size
            elif type(event) is Sealed and deal.seal is None:
                deal.seal = _checked(event, deal, number, seals.get(deal.session))
                seals[deal.session] = event.hash
        size += len(raw) + _LINE_COST
        if size > largest_deal:
            deal.dropped += 1
            deal.unkept += len(raw)
        else:
            keep_line(raw)
            keep_event(event)
    if deal is not None:
        yield deal


_LOOKED_AT = frozenset((DealStarted, Sealed, BadLine))
"""What may begin or seal a deal; the rest, nearly all of a log, is the fold's matter."""


def begins_deal(event: Decoded) -> bool:
    """Whether a line's event begins a deal, wherever it stands."""
    if type(event) is DealStarted:
        return event.seq == 0
    return type(event) is BadLine and event.begins_deal


def _checked(sealed: Sealed, deal: LoggedDeal, line: int, due: str | None) -> SealCheck:
    computed = seal_hash(deal.lines, sealed.previous) if deal.is_whole else None
    place = len(deal.lines) + deal.dropped
    return SealCheck(line, sealed.seq, place, sealed.hash, computed, sealed.previous, due)
