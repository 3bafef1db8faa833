"""One deal under two rule sets: which lines appear, disappear and change, and how the settlement moves.

A deal under other rules is the same events folded again, or the same cards scored again; nothing is carried over.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from engine.events import RulesNamed
from engine.findings import Finding
from engine.lines import Line
from engine.options import OPTIONS, Option, RuleSet, Value
from engine.rulesets import changes_from, other_values
from engine.score import Reading, SeatScore
from replay.audit import audit_log
from replay.records import Claim, HandRecord
from replay.report import ClaimResult, DealReport, report_of_record
from replay.rulebook import rulebook
from replay.session import of_session


class LineChange(Struct, frozen=True):
    """A line that is not the same on both sides. ``old`` is ``None`` for one that appears, ``new`` for one that
    disappears."""

    old: Line | None
    new: Line | None


class SeatDiff(Struct, frozen=True):
    """What changes for a seat: its lines (a winner's are those of the reading that scores), and, old and new, its
    unrounded total, its total and what it receives; ``None`` where a side does not derive it."""

    seat: int
    lines: tuple[LineChange, ...]
    unrounded: tuple[int | None, int | None]
    total: tuple[int | None, int | None]
    payment: tuple[int | None, int | None]


class DealDiff(Struct, frozen=True):
    """A deal's two reports and what separates them.

    ``readings``: the readings that score, if they are not one and the same; ``appeared`` and ``gone``: findings;
    ``claims``: those that compare otherwise, old and new.
    """

    old: DealReport
    new: DealReport
    seats: tuple[SeatDiff, ...]
    readings: tuple[Reading | None, Reading | None] | None
    appeared: tuple[Finding, ...]
    gone: tuple[Finding, ...]
    claims: tuple[tuple[ClaimResult, ClaimResult], ...]

    @property
    def is_empty(self) -> bool:
        """Whether the two rule sets come to the same in this deal."""
        return not (
            self.readings
            or self.appeared
            or self.gone
            or self.claims
            or self.old.status != self.new.status
            or any(seat.lines or _moves(seat.payment) for seat in self.seats)
        )

    @property
    def size(self) -> tuple[int, int, int, int]:
        """How big the change is, to be ordered by: hu that change hands, hu of totals, of unrounded totals, findings.
        What only one side derives counts in full."""
        return (
            sum(_distance(seat.payment) for seat in self.seats),
            sum(_distance(seat.total) for seat in self.seats),
            sum(_distance(seat.unrounded) for seat in self.seats),
            len(self.appeared) + len(self.gone),
        )


class OptionDiff(Struct, frozen=True):
    """What a deal would be with one option at another value."""

    option: Option
    old: Value
    new: Value
    diff: DealDiff


def under(report: DealReport, rules: RuleSet) -> DealReport | None:
    """The report of the same deal under another rule set; ``None`` where it has no ``deal_started`` that can be folded
    under any."""
    if report.logged is None:
        assert report.end is not None
        end = msgspec.structs.replace(report.end, rules=rules)
        claims = tuple([Claim(claim.by, claim.totals, claim.payments) for claim in report.claims])
        return report_of_record(HandRecord(report.id, end, report.names, claims, report.source, report.line or 1))
    start, *rest = report.logged.events or (None,)
    if start is None or report.logged.start is not start:
        return None
    named = RulesNamed(rules.preset, changes_from(rulebook().presets[rules.preset], rules))
    events = [msgspec.structs.replace(report.logged.start, rules=named), *rest]
    new = audit_log(msgspec.structs.replace(report.logged, events=events))
    return None if new.rules is None else _in_its_session(report, new)


def _in_its_session(old: DealReport, new: DealReport) -> DealReport:
    """The deal under other rules after the same deals before: whoever dealt, dealt."""
    running = old.running
    if running is not None:
        less, more = _payments(old), _payments(new)
        running = tuple([so_far - less[place] + more[place] for place, so_far in enumerate(running)])
    return msgspec.structs.replace(new, findings=(*of_session(old), *new.findings), running=running)


def _payments(report: DealReport) -> tuple[int, ...]:
    """By place: nought for who sits out, and where nothing is derived."""
    paid = None if report.score is None else report.score.payments
    return (*(paid or (0, 0, 0)), 0)


def diff_reports(old: DealReport, new: DealReport) -> DealDiff:
    """What separates two reports of one deal."""
    best = [None if report.score is None else report.score.chosen for report in (old, new)]
    placed = [None if reading is None else (reading.partition, reading.completes) for reading in best]
    return DealDiff(
        old,
        new,
        tuple(_seat_diff(old, new, seat) for seat in range(max(_seats(old), _seats(new)))),
        None if placed[0] == placed[1] else (best[0], best[1]),
        tuple(_without(new.findings, old.findings)),
        tuple(_without(old.findings, new.findings)),
        tuple(pair for pair in zip(old.claims, new.claims, strict=True) if pair[0] != pair[1]),
    )


FACTS = ("jokers", "table_players")
"""Options that are facts of a deal rather than rules by which it could be reckoned: the same cards were played."""


def each_option(report: DealReport) -> Iterator[OptionDiff]:
    """The deal with one option at a time at each other value it names, and for amounts at the neutral one, in the order
    of §11, but for what deck lay on the table and who sat at it. Nothing where the deal's own rules are not known."""
    if report.rules is None:
        return
    for option in OPTIONS:
        if option.name in FACTS:
            continue
        for value in other_values(report.rules, option):
            new = under(report, msgspec.structs.replace(report.rules, **{option.name: value}))
            if new is not None:
                yield OptionDiff(option, getattr(report.rules, option.name), value, diff_reports(report, new))


def diff_lines(old: Iterable[Line], new: Iterable[Line]) -> tuple[LineChange, ...]:
    """The lines that are not the same on both sides. Two of them are one line that changed where both are the base line
    of one kind of card, or have one id."""
    before, after = ({_what(line): line for line in lines} for lines in (old, new))
    return tuple(
        LineChange(before.get(what), after.get(what))
        for what in dict.fromkeys((*before, *after))
        if _apart_from_its_source(before.get(what)) != _apart_from_its_source(after.get(what))
    )


def _apart_from_its_source(line: Line | None) -> Line | None:
    """A line as it is whether or not a source states its value, which under other rules may be the only difference."""
    return None if line is None else msgspec.structs.replace(line, assumed=False)


def _what(line: Line) -> tuple[str, str | int]:
    """What a line is of, unlike that of every other line of its seat: no kind makes two sets, and each joker is one."""
    of_card = line.value is not None or line.option in ("joker_hu", "joker_indicator_multiplier")
    return line.section, line.cards[0] if of_card else line.id


def _seat_diff(old: DealReport, new: DealReport, seat: int) -> SeatDiff:
    mine, other = _scored(old, seat), _scored(new, seat)
    return SeatDiff(
        seat,
        diff_lines(() if mine is None else mine.lines, () if other is None else other.lines),
        (None if mine is None else mine.unrounded, None if other is None else other.unrounded),
        (_figure(old, "totals", seat), _figure(new, "totals", seat)),
        (_figure(old, "payments", seat), _figure(new, "payments", seat)),
    )


def _scored(report: DealReport, seat: int) -> SeatScore | None:
    return None if report.score is None else report.score.seats[seat]


def _figure(report: DealReport, name: str, seat: int) -> int | None:
    figures: tuple[int, ...] | None = getattr(report.score, name, None)
    return None if figures is None else figures[seat]


def _seats(report: DealReport) -> int:
    return 0 if report.score is None else len(report.score.seats)


def _moves(figures: tuple[int | None, int | None]) -> bool:
    return figures[0] != figures[1]


def _distance(figures: tuple[int | None, int | None]) -> int:
    old, new = figures
    return abs((new or 0) - (old or 0))


def _without(findings: Iterable[Finding], others: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that the others do not have, counted one by one."""
    left = list(others)
    for found in findings:
        if found in left:
            left.remove(found)
        else:
            yield found
