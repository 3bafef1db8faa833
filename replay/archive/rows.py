"""From the report of a deal to its rows. Every amount is the report's own: nothing is reckoned here."""

from array import array
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import compress
from typing import Any, get_args

from msgspec import Struct

from engine.cards import CARDS, TOKENS, counts_written, written
from engine.deal import Deal
from engine.ending import Declared, Holding
from engine.events import (
    DealStarted,
    Dealt,
    Discarded,
    Drawn,
    Event,
    Extension,
    KongDeclared,
    OpeningDeclared,
    Passed,
    PreparationFinished,
    PungClaimed,
    ReplacementDrawn,
    Retracted,
    Sealed,
    type_of,
)
from engine.findings import Finding
from engine.lines import Factor, Line
from engine.options import RuleSet
from engine.partitions import Group
from engine.score import Score
from replay.archive.ends import GROUP_TEXT, LARGEST, groups_text, pack_end
from replay.archive.schema import PLAIN
from replay.report import DealReport
from replay.rulebook import rulebook, rules_hash

Row = tuple[Any, ...]

_PLAIN = (Drawn, Discarded, PungClaimed, ReplacementDrawn, Passed, PreparationFinished)
assert tuple([type_of(kind) for kind in _PLAIN]) == PLAIN
_WITH_CARD = 4
"""So many of them have a card."""
NO_CARD = CARDS
_OTHER, _RETRACTED = len(_PLAIN), len(_PLAIN) + 1
_NUMBER_OF: dict[Any, int] = dict.fromkeys((*get_args(Event), Extension), _OTHER)
_NUMBER_OF |= {kind: number for number, kind in enumerate(_PLAIN)} | {Retracted: _RETRACTED}
_number_of = _NUMBER_OF.__getitem__


def _chooses(numbers: Iterable[int]) -> bytes:
    """What turns the numbers of events' kinds into 1 where they are among these, else 0."""
    chosen = set(numbers)
    return bytes(number in chosen for number in range(256))


_WITH_CARDS = _chooses(range(_WITH_CARD))
_CARDLESS = _chooses(range(_WITH_CARD, _OTHER))
_OTHERS = _chooses([_OTHER])
_NOT_WITH_CARD = bytes(range(_WITH_CARD, _RETRACTED + 1))
_NOT_CARDLESS = bytes([*range(_WITH_CARD), _OTHER, _RETRACTED])
_CARD = dict(zip(TOKENS, range(CARDS), strict=True))


def fits(rules: RuleSet | None, scored: Score | None) -> bool:
    """Whether the amounts of a score can be kept: a rule set may multiply without end."""
    if rules is None or scored is None or _is_preset(rules):
        return True
    parts = [part for part in (*scored.seats, *scored.readings) if part is not None]
    return max([max(part.base, part.bonus, part.multiplier, part.unrounded, part.total) for part in parts]) <= LARGEST


@lru_cache(256)
def _is_preset(rules: RuleSet) -> bool:
    return rules == rulebook().presets.get(rules.preset)


class Place(Struct, frozen=True):
    """Where a deal was read. ``number``: which of its source; ``kind``: log, typed or record; ``start`` and ``size``:
    of its lines in the source's text, ``start`` ``None`` where ``text`` is what it is; ``digest`` and ``opening``: as
    in the table; ``date``: told beside it."""

    number: int
    line: int
    kind: str
    start: int | None
    size: int
    digest: bytes
    opening: bytes | None
    text: str | None = None
    date: str | None = None


class PlainEvents:
    """Events of ``PLAIN`` types, by columns: ``counts``, of which deal how many; ``type``, a place in ``PLAIN``;
    ``card``, a number, ``NO_CARD`` where it has none; ``at``, as far as one has it."""

    def __init__(self) -> None:
        self.counts: list[tuple[int, int]] = []
        self.seq = array("q")
        self.type = bytearray()
        self.seat = bytearray()
        self.card = bytearray()
        self.at: list[str | None] = []

    def add(self, deal: int, events: Sequence[Any], numbers: bytes) -> bool:
        """Those of a deal's events that are of ``PLAIN`` types, the ones that have a card ahead of the others, and
        whether they were taken: not where one is irregular or writes a card otherwise. ``numbers``: of every event's
        kind."""
        some = list(compress(events, numbers.translate(_WITH_CARDS)))
        cardless = numbers.translate(None, _NOT_CARDLESS)
        try:
            cards = bytes([_CARD[event.card] for event in some])
        except KeyError:
            return False
        if cardless:
            some += compress(events, numbers.translate(_CARDLESS))
            cards += bytes([NO_CARD]) * len(cardless)
        if [event for event in some if event.irregular or event.at]:
            if True in [event.irregular for event in some]:
                return False
            self.at += [None] * (len(self.seq) - len(self.at)) + [event.at for event in some]
        self.type += numbers.translate(None, _NOT_WITH_CARD) + cardless
        self.card += cards
        self.counts.append((deal, len(some)))
        self.seq.extend([event.seq for event in some])
        self.seat += bytes([event.seat for event in some])
        return True


class LineRows:
    """Rows of the table ``lines``: ``places`` has deal, seat, reading and place of each, ``which`` the line itself, as
    its number in ``lines``: few are unlike each other."""

    def __init__(self) -> None:
        self.places: list[tuple[int, int, int | None, int]] = []
        self.which: list[int] = []
        self.lines: dict[Line, int] = {}

    def add(self, deal: int, seat: int, reading: int | None, lines: Sequence[Line]) -> None:
        """The lines of a seat that did not win, or of a winner's reading."""
        known = self.lines
        self.which += [known.setdefault(line, len(known)) for line in lines]
        self.places += [(deal, seat, reading, place) for place in range(len(lines))]


class Rows:
    """Rows of the tables, in the order of their columns, for deals numbered by the caller."""

    def __init__(self) -> None:
        self.deals: list[Row] = []
        self.texts: list[Row] = []
        self.players: list[Row] = []
        self.full_events: list[Row] = []
        self.plain_events = PlainEvents()
        self.readings: list[Row] = []
        self.lines = LineRows()
        self.claims: list[Row] = []
        self.findings: list[Row] = []
        self.ends: list[Row] = []
        self.rule_sets: dict[str, RuleSet] = {}

    def add(self, deal: int, report: DealReport, place: Place, findings: Iterable[Finding]) -> None:
        """All rows of one deal, whose amounts must fit."""
        if report.rules is not None:
            hash_ = _hash(report.rules)
            if hash_ not in self.rule_sets:
                self.rule_sets[hash_] = report.rules
        self.deals.append(_deal_row(deal, report, place))
        if place.text is not None:
            self.texts.append((deal, place.text))
        self._add_players(deal, report)
        if report.deal is not None:
            self._add_events(deal, report.deal)
        self._add_readings(deal, report)
        if report.end is not None:
            self.ends.append((deal, pack_end(report.end)))
        for at, claim in enumerate(report.claims):
            self.claims.append(
                (deal, at, claim.seq, claim.by, claim.totals, claim.payments, claim.holds, claim.difference)
            )
        self.findings += [finding_row(deal, at, found) for at, found in enumerate(findings)]

    def _add_players(self, deal: int, report: DealReport) -> None:
        end, scored = report.end, report.score
        if end is None or scored is None:
            self.players += [(deal, seat, name, *(None,) * 12) for seat, name in enumerate(report.names)]
            return
        winner = None if end.win is None else end.win.seat
        payments = scored.payments or (None, None, None)
        for seat, holding in enumerate(end.players):
            own = scored.seats[seat]
            sums = (None,) * 5 if own is None else (own.base, own.bonus, own.multiplier, own.unrounded, own.total)
            self.players.append(
                (deal, seat, report.names[seat], *_held(holding), seat == winner, *sums, payments[seat])
            )
            if own is not None and seat != winner:
                self.lines.add(deal, seat, None, own.lines)

    def _add_readings(self, deal: int, report: DealReport) -> None:
        scored, end = report.score, report.end
        if scored is None or end is None or end.win is None:
            return
        seat = end.win.seat
        for number, reading in enumerate(scored.readings):
            self.readings.append(
                (
                    deal, number, groups_text(reading.partition), _completed(reading.completes), reading.shape,
                    reading.base, reading.bonus, reading.multiplier, reading.unrounded, reading.total,
                )
            )  # fmt: skip
            self.lines.add(deal, seat, number, reading.lines)

    def _add_events(self, deal: int, folded: Deal) -> None:
        steps = folded.steps
        events = [step.event for step in steps]
        numbers = bytes(map(_number_of, map(type, events)))
        if folded.stopped or _RETRACTED in numbers or not self.plain_events.add(deal, events, numbers):
            self.full_events += [_event_row(deal, step.event, step.fate) for step in steps]
            return
        others = compress(events, numbers.translate(_OTHERS))
        self.full_events += [_event_row(deal, event, "stands") for event in others]


def _deal_row(deal: int, report: DealReport, place: Place) -> Row:
    end, scored, rules = report.end, report.score, report.rules
    win = None if end is None else end.win
    start = None if report.deal is None else report.deal.start
    state = None if report.deal is None else report.deal.state
    at, on = happened(place.date if start is None or start.at is None else start.at)
    best = None if scored is None else scored.chosen
    totals = (None if scored is None else scored.totals) or (None, None, None)
    payments = (None if scored is None else scored.payments) or (None, None, None)
    indicators = end.indicators if end is not None else () if state is None else state.indicators
    dealer = end.dealer if end is not None else None if start is None else start.dealer
    logged = report.logged
    return (
        deal, report.id, report.id, place.digest, place.opening, None, place.number, place.line, place.kind,
        place.start, place.size,
        None if start is None else start.session, None if start is None else start.number, at, on,
        None if rules is None else rules.preset, None if rules is None else _hash(rules),
        report.status, dealer, None if start is None else start.sitting_out, written(indicators),
        None if logged is None else len(logged.lines),
        None if logged is None or logged.seal is None else logged.seal.hash,
        *((None,) * 5 if win is None else (win.seat, win.source, _token(win.card), win.giver, win.moment)),
        None if best is None else best.shape,
        *((None, None) if win is None or scored is None else (scored.partitions, len(scored.readings))),
        *totals, *payments,
        None if win is None or totals[0] is None else max(totals) > totals[win.seat],
    )  # fmt: skip


def happened(text: str | None) -> tuple[datetime | None, date | None]:
    """The moment, in UTC, and the day, of a date or an RFC 3339 time; ``None`` for what no calendar of a computer has,
    such as the moment of a leap second."""
    if text is None:
        return None, None
    at = on = None
    with suppress(ValueError):
        on = date.fromisoformat(text[:10])
        if len(text) > len("2025-04-12"):
            at = datetime.fromisoformat(text.upper()).astimezone(UTC).replace(tzinfo=None)
    return at, on


def _completed(group: Group | None) -> str | None:
    return None if group is None else GROUP_TEXT[group]


def _held(holding: Holding) -> Row:
    hezi = holding.hezi
    return (
        counts_written(holding.hand),
        ", ".join([_declared(group) for group in holding.groups]),
        None if hezi is None else TOKENS[hezi],
        " ".join([TOKENS[joker] for joker in holding.jokers]) or None,
        holding.ready,
    )


def _declared(group: Declared) -> str:
    return f"{group.form} {TOKENS[group.kind]}"


def _token(kind: int | None) -> str | None:
    return None if kind is None else TOKENS[kind]


def line_row(line: Line) -> Row:
    """What the table ``lines`` has of a line itself."""
    return (
        line.id, line.section, line.rule, line.option, line.assumed, line.amount, _cards(line.cards), line.value,
        _factors(line.factors) if line.factors else None,
    )  # fmt: skip


@lru_cache(8192)
def _cards(kinds: tuple[int, ...]) -> str | None:
    return " ".join([TOKENS[kind] for kind in kinds]) or None


@lru_cache(8192)
def _factors(factors: tuple[Factor, ...]) -> str:
    return ", ".join([f"{factor.id} {TOKENS[factor.card]} ×{factor.times}" for factor in factors])


@lru_cache(256)
def _hash(rules: RuleSet) -> str:
    return rules_hash(rules)


def finding_row(deal: int, place: int, found: Finding) -> Row:
    """A finding's row."""
    return (
        deal, place, found.code, found.severity, found.rule, found.seq, found.field, str(found.message), found.counts,
        found.void, found.let_stand,
    )  # fmt: skip


_FIELDS = ("seat", "card", "at", "form", "cards", "irregular", "source", "by", "text", "to", "totals", "payments")
_NOTHING = (None,) * 6
_BLANK: Row = (None, None, None, "stands", None, None, False, *_NOTHING)


def _event_row(deal: int, event: Any, fate: str) -> Row:
    kind = type(event)
    at = event.at
    if kind is Dealt:
        return (deal, event.seq, "dealt", event.seat, None, at, fate, None, event.cards, event.irregular, *_NOTHING)
    if kind is KongDeclared or kind is OpeningDeclared:
        name = "kong_declared" if kind is KongDeclared else "opening_declared"
        told = (event.seat, event.card, at, fate, event.form, None, event.irregular)
        return (deal, event.seq, name, *told, *_NOTHING)
    if (kind is Sealed or kind is DealStarted) and at is None and fate == "stands":
        return (deal, event.seq, "sealed" if kind is Sealed else "deal_started", *_BLANK)
    seat, card, at, form, cards, irregular, giver, by, text, to, totals, payments = [
        getattr(event, field, None) for field in _FIELDS
    ]
    text = getattr(event, "reason", None) if text is None else text
    return (
        deal, event.seq, type_of(event), seat, card, at, fate, form, cards, bool(irregular), giver, by, text, to,
        totals, payments,
    )  # fmt: skip
