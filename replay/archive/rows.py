"""From the report of a deal to its rows. Every amount is the report's own: nothing is reckoned here."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from msgspec import Struct

from engine.cards import TOKENS, counts_written, written
from engine.ending import Declared, Holding
from engine.findings import Finding
from engine.options import RuleSet
from engine.partitions import Group
from engine.score import Score
from replay.archive.ends import GROUP_TEXT, LARGEST, groups_text, pack_end
from replay.archive.event_rows import EventRows
from replay.archive.line_rows import LineRows
from replay.report import DealReport
from replay.rulebook import rulebook, rules_hash

Row = tuple[Any, ...]


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


class Rows:
    """Rows of the tables, in the order of their columns, for deals numbered by the caller."""

    def __init__(self) -> None:
        self.deals: list[Row] = []
        self.texts: list[Row] = []
        self.players: list[Row] = []
        self.events = EventRows()
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
            self.events.add(deal, report.deal)
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


_SUIT = 9


def _hand(counts: bytes) -> str:
    """Concealed cards in the written form. Of a suit there are few holdings, which come again and again."""
    parts = [_written_from(counts[first : first + _SUIT], first) for first in range(0, len(counts), _SUIT)]
    return " ".join(filter(None, parts))


@lru_cache(2**14)
def _written_from(counts: bytes, first: int) -> str:
    return counts_written(bytes(first) + counts)


def _held(holding: Holding) -> Row:
    hezi = holding.hezi
    return (
        _hand(holding.hand),
        ", ".join([_declared(group) for group in holding.groups]),
        None if hezi is None else TOKENS[hezi],
        " ".join([TOKENS[joker] for joker in holding.jokers]) or None,
        holding.ready,
    )


def _declared(group: Declared) -> str:
    return f"{group.form} {TOKENS[group.kind]}"


def _token(kind: int | None) -> str | None:
    return None if kind is None else TOKENS[kind]


@lru_cache(256)
def _hash(rules: RuleSet) -> str:
    return rules_hash(rules)


def finding_row(deal: int, place: int, found: Finding) -> Row:
    """A finding's row."""
    return (
        deal, place, found.code, found.severity, found.rule, found.seq, found.field, str(found.message), found.counts,
        found.void, found.let_stand,
    )  # fmt: skip
