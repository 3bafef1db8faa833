"""Logs → typed deals in their one strict form (docs/typed-deals.md), with comments where there are some.

What the notation has no words for stays a line of the log as it stands: ``x_…`` events, lines with ``x_…`` fields, and,
in a sealed deal, whatever is not written as this program writes it, since the seal is over the very bytes.
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from engine.cards import HIDDEN, JOKERS, TOKENS
from engine.events import (
    Amounts,
    Claimed,
    DealStarted,
    Dealt,
    Discarded,
    Drawn,
    Event,
    Exhausted,
    Extension,
    HandShown,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    Noted,
    OpeningDeclared,
    Passed,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Retracted,
    Ruled,
    Sealed,
    Won,
    encode,
)
from engine.said import said
from replay.decode import BadLine
from replay.faults import Fault, UnreadableError
from replay.log import LoggedDeal, fault_of
from replay.typed.course import Course
from replay.typed.heads import FIELDS
from replay.typed.lexing import bare_or_quoted, quoted
from replay.typed.players import Players
from replay.typed.reading import MARKER, Comment, TypedLog
from replay.typed.rules_text import rules_text
from replay.typed.words import SEQ

_VERBS: dict[type, str] = {
    Drawn: "draws",
    Discarded: "discards",
    ReplacementDrawn: "replacement",
    JokerExposed: "joker",
    PungClaimed: "pung",
    ReadyDeclared: "ready",
    PreparationFinished: "done",
    Passed: "passes",
}
_TURN = (*_VERBS, OpeningDeclared, KongDeclared, Won, HandShown)
_ENDS_A_LINE = (Discarded, Won, HandShown, Passed, ReadyDeclared, PreparationFinished)
_KNOWN = frozenset((*TOKENS, HIDDEN))
_ALONE = frozenset((*JOKERS, HIDDEN))
_FIRST_COLUMN = 10
_NO_COMMENTS: Mapping[tuple[int, str], Comment] = {}
_NONE = Comment()


def text_of(events: Iterable[Event | Extension], lines: Iterable[bytes] | None = None) -> str:
    """Events of one deal or several as a text in strict form. ``lines``: of the log, one an event; with them nothing
    that the lines hold is lost. Raises ``UnreadableError`` for an ``x_…`` event without its line, and for rules that
    JSON cannot hold."""
    events = tuple(events)
    given: tuple[bytes | None, ...] = (None,) * len(events) if lines is None else tuple(lines)
    starts = [at for at, event in enumerate(events) if at == 0 or _begins(event)]
    writer = _Writer()
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        writer.deal(events[start:end], given[start:end])
    return writer.text()


def text_of_log(deals: Iterable[LoggedDeal]) -> str:
    """A log as a text in strict form. Raises ``UnreadableError`` with every line that gives no event, or was torn."""
    writer, faults = _Writer(), []
    for deal in deals:
        events: list[Event | Extension] = []
        for at, event in enumerate(deal.events):
            if isinstance(event, BadLine):
                faults.append(fault_of(event, deal.source, deal.first_line + at))
            else:
                events.append(event)
        faults += [fault for fault in deal.faults() if fault not in faults]
        if deal.torn is not None and isinstance(deal.torn.raw, bytes):
            message, mend = said("the last line lacks its end: a torn write"), said("complete the line, or take it out")
            faults.append(Fault("torn-line", message, deal.source, deal.torn.line, mend=mend))
        if not faults:
            writer.deal(events, deal.lines)
    if faults:
        raise UnreadableError(faults)
    return writer.text()


def strict(typed: TypedLog) -> str:
    """A text that was read, in strict form, its comments kept."""
    writer = _Writer()
    for deal in typed.deals:
        writer.deal(deal.events, deal.lines, deal.comments)
    writer.lines += typed.tail
    return writer.text()


def joined(cards: str) -> str:
    """The cards of a log, neighbours of a suit joined; quoted where they are not in the written form."""
    tokens = cards.split(" ")
    if not all(token in _KNOWN for token in tokens):
        return quoted(cards)
    return " ".join(_joined(tokens))


def _joined(tokens: list[str]) -> Iterator[str]:
    for suit, group in groupby(tokens, lambda token: token if token in _ALONE else token[-1]):
        alike = list(group)
        if suit in _ALONE:
            yield from alike
        else:
            yield "".join(token[:-1] for token in alike) + (suit if len(alike[0]) > 1 else suit * len(alike))


def _card(card: str) -> str:
    return card if card in _KNOWN else quoted(card)


def _seat(event: Event | Extension) -> int:
    """Whose turn an event of ``_TURN`` is part of."""
    seat: int = event.seat  # type: ignore[union-attr]
    return seat


def _begins(event: Event | Extension) -> bool:
    return isinstance(event, DealStarted) and event.seq == 0


class _Writer:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.begun = False

    def text(self) -> str:
        return "".join(line + "\n" for line in self.lines)

    def deal(
        self,
        events: Sequence[Event | Extension],
        lines: Sequence[bytes | None],
        comments: Mapping[tuple[int, str], Comment] = _NO_COMMENTS,
    ) -> None:
        """One more deal."""
        if not events:
            return
        verbatim = _verbatim(events, lines)
        headed = _begins(events[0]) and verbatim[0] is None
        if not self.begun and not headed:
            self.lines.append(MARKER)
        if self.lines:
            self.lines.append("")
        self.begun = True
        _DealWriter(self.lines, events, verbatim, comments).write()


class _DealWriter:
    def __init__(
        self,
        out: list[str],
        events: Sequence[Event | Extension],
        verbatim: Sequence[str | None],
        comments: Mapping[tuple[int, str], Comment],
    ) -> None:
        self.out = out
        self.events = events
        self.verbatim = verbatim
        self.comments = comments
        first = events[0]
        self.players = Players(first.players if isinstance(first, DealStarted) and first.seq == 0 else ())
        self.course = Course()
        self.width = max(map(_columns, self.players.written))

    def write(self) -> None:
        at = 0
        while at < len(self.events):
            event, line = self.events[at], self.verbatim[at]
            self.out += self._comment(at).before
            if line is not None:
                self.out.append(line)
                self.course.add(event)
            elif isinstance(event, DealStarted):
                self._head(event)
            elif isinstance(event, _TURN):
                at = self._turn(at)
                continue
            else:
                self._put(self._line(event), self._comment(at))
                if isinstance(event, IndicatorsRevealed) and at + 1 < len(self.events):
                    self.out.append("")
            at += 1

    def _comment(self, at: int) -> Comment:
        return self.comments.get((at, ""), _NONE)

    def _put(self, text: str, comment: Comment) -> None:
        self.out.append(text if comment.after is None else f"{text}  {comment.after}")

    def _head(self, event: DealStarted) -> None:
        given = {
            "deal": bare_or_quoted(event.deal),
            "session": None if event.session is None else bare_or_quoted(event.session),
            "number": None if event.number is None else str(event.number),
            "at": event.at,
            "rules": rules_text(event.rules),
            "players": " ".join(map(bare_or_quoted, event.players)),
            "sitting-out": None if event.sitting_out is None else bare_or_quoted(event.sitting_out),
            "dealer": self.players.written[event.dealer],
            "deck": None if event.deck is None else joined(event.deck),
        }
        width = max(len(field) for field in FIELDS)
        for field in FIELDS:
            if (value := given[field]) is not None:
                comment = self.comments.get((0, field), _NONE)
                self.out += comment.before
                self._put(f"{field:{width}} {value}", comment)
        self.course.add(event)
        if len(self.events) > 1:
            self.out.append("")

    def _turn(self, at: int) -> int:
        """The events of one seat from here on that make a line; gives the index behind them."""
        seat = _seat(self.events[at])
        parts: list[str] = []
        drawn: str | None = None
        while True:
            event = self.events[at]
            part = self._action(event, drawn)
            drawn = event.card if isinstance(event, Drawn | ReplacementDrawn) else drawn
            parts.append(part + self._marks(event))
            comment = self._comment(at)
            at += 1
            if isinstance(event, _ENDS_A_LINE) or comment.after is not None or not self._goes_on(at, seat):
                break
        if len(parts) > 1:
            parts[0] = _padded(parts[0], _FIRST_COLUMN)
        self._put("  ".join((self._who(seat), *parts)), comment)
        return at

    def _goes_on(self, at: int, seat: int) -> bool:
        if at == len(self.events) or self.verbatim[at] is not None or self._comment(at).before:
            return False
        event = self.events[at]
        return isinstance(event, _TURN) and not isinstance(event, HandShown) and _seat(event) == seat

    def _action(self, event: Event | Extension, drawn: str | None) -> str:
        match event:
            case OpeningDeclared():
                return f"{event.form} {_card(event.card)}"
            case KongDeclared():
                return f"{event.form}-kong {_card(event.card)}"
            case Won():
                card = "" if event.card is None else f" {_card(event.card)}"
                source = "" if event.source is None else f" from {self.players.written[event.source]}"
                return f"wins{card}{source}"
            case HandShown():
                return f"shows {joined(event.cards)}"
            case Discarded() if event.card == drawn:
                return "discards it"
            case Drawn() | Discarded() | ReplacementDrawn() | JokerExposed() | PungClaimed():
                return f"{_VERBS[type(event)]} {_card(event.card)}"
        return _VERBS[type(event)]

    def _line(self, event: Event | Extension) -> str:
        match event:
            case Dealt():
                text = f"dealt {self._who(event.seat)}  {joined(event.cards)}"
            case IndicatorsRevealed():
                text = f"indicators {joined(event.cards)}"
            case Exhausted():
                text = "exhausted"
            case Claimed():
                text = f"claim {self._speaker(event.by)}{_totals(event.totals)}{_payments(event.payments)}"
            case Noted():
                text = f"note {self._speaker(event.by)} {quoted(event.text)}"
            case Ruled():
                text = f"ruling {self._speaker(event.by)}{_payments(event.payments)} {quoted(event.text)}"
            case Retracted():
                text = f"undo {self._back_to(event.to)} {quoted(event.reason)}"
            case Sealed():
                previous = "" if event.previous is None else f" previous {event.previous}"
                text = f"sealed {event.hash}{previous}"
            case _:
                raise AssertionError(event)
        return text + self._marks(event)

    def _who(self, seat: int) -> str:
        return _padded(self.players.written[seat], self.width)

    def _speaker(self, by: str) -> str:
        return self.players.speaker_word(by) or quoted(by)

    def _back_to(self, to: int) -> str:
        standing = self.course.standing
        number = len(standing) - 1 - standing.index(to) if to in standing else 0
        return str(number) if self.course.taken_back(number) == to else f"to {to}"

    def _marks(self, event: Event | Extension) -> str:
        """The marks behind an event; it is now part of the course."""
        marks = " let-stand" if getattr(event, "irregular", False) else ""
        marks += "" if event.at is None else f" at {event.at}"
        marks += "" if event.seq == self.course.seq else f" {SEQ}{event.seq}"
        self.course.add(event)
        return marks


def _verbatim(events: Sequence[Event | Extension], lines: Sequence[bytes | None]) -> list[str | None]:
    """For each event the line of the log that stands for it, or ``None`` where the notation says all of it."""
    sealed = any(isinstance(event, Sealed) for event in events)
    return [
        _kept(event, line, first=at == 0, sealed=sealed)
        for at, (event, line) in enumerate(zip(events, lines, strict=True))
    ]


def _kept(event: Event | Extension, line: bytes | None, *, first: bool, sealed: bool) -> str | None:
    if isinstance(event, Extension):
        if line is None:
            message = said("event {seq} is an extension, and its line is not known", seq=event.seq)
            raise UnreadableError([Fault("no-line", message, "-", field="type")])
        return _line_text(line)
    canonical = encode(event) + b"\n"
    if line is not None and line != canonical and (sealed or not _says_the_same(line, canonical)):
        return _line_text(line)
    if isinstance(event, DealStarted):
        if not first or event.seq != 0:
            return _line_text(line or canonical)
        return _unless_written(event, line)
    return None


def _unless_written(event: DealStarted, line: bytes | None) -> str | None:
    """``None`` where the notation can write the rules."""
    try:
        rules_text(event.rules)
    except (ValueError, RecursionError):
        if line is None:
            message = said("the rules hold a number that JSON does not have")
            raise UnreadableError([Fault("not-json", message, "-", field="rules")]) from None
        return _line_text(line)
    return None


def _says_the_same(line: bytes, canonical: bytes) -> bool:
    try:
        return bool(json.loads(line) == json.loads(canonical))
    except (ValueError, RecursionError):
        return False


def _line_text(line: bytes) -> str:
    return line.removesuffix(b"\n").decode()


def _totals(amounts: Amounts | None) -> str:
    return "" if amounts is None else " totals " + " ".join(map(str, amounts))


def _payments(amounts: Amounts | None) -> str:
    return "" if amounts is None else " payments " + " ".join(f"{amount:+d}" if amount else "0" for amount in amounts)


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - _columns(text))


def _columns(text: str) -> int:
    """How many columns a text takes where wide characters take two."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) > 0 for char in text)
