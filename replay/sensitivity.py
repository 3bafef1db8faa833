"""Which options matter to a deal, proved by trying: every option at its other values, one and two at a time (§11).

Nothing is skipped and nothing derived: each rule set is folded and scored. What a log's fold makes of the deal rests on
the options of §1-§5 alone, so it is folded once for each of their values; every rule set is scored.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, zip_longest
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.findings import Finding
from engine.options import OPTIONS, Option, RuleSet, Value
from engine.partitions import Group, Partition
from engine.rulesets import other_values
from engine.score import Reading, SeatScore, score
from replay.diff import under
from replay.report import DealReport
from replay.rulebook import rulebook

Figure = Literal["total", "payment"]
Goal = Literal["highest", "payment", "reading"]


class Change(Struct, frozen=True):
    """One option at another value."""

    option: Option
    old: Value
    new: Value

    @property
    def distance(self) -> int:
        """How far it goes: 1 for a choice, the members of a list that come and go, or how much amounts move."""
        old: Any = self.old
        new: Any = self.new
        match self.option.kind:
            case "several":
                return len(set(old) ^ set(new))
            case "count":
                return int(abs(new - old))
            case "counts":
                return sum(abs(after - before) for before, after in zip(old, new, strict=True))
        return 1


class Outcome(Struct, frozen=True):
    """All of a deal that rules can change. ``reading``: the partition and the group of it that the reading which scores
    completes. Nothing but ``status`` and ``findings`` before the end; ``totals`` and ``payments`` as in a score."""

    status: str
    findings: tuple[Finding, ...] = ()
    seats: tuple[SeatScore | None, ...] = ()
    reading: tuple[Partition, Group | None] | None = None
    totals: tuple[int, ...] | None = None
    payments: tuple[int, ...] | None = None

    def differs(self, other: "Outcome") -> tuple[str, ...]:
        """What of the deal is not the same in another outcome of it, by name: ``lines`` where seats' are not."""
        pairs = {
            "status": (self.status, other.status),
            "findings": (self.findings, other.findings),
            "reading": (self.reading, other.reading),
            "lines": (self.seats, other.seats),
            "totals": (self.totals, other.totals),
            "payments": (self.payments, other.payments),
        }
        return tuple(name for name, (mine, others) in pairs.items() if mine != others)


class Trial(Struct, frozen=True):
    """A rule set that was tried, by its changes from the deal's own (none, one or two options), and what came out.
    ``beside``: the readings that do not score, best first."""

    changes: tuple[Change, ...]
    outcome: Outcome
    beside: tuple[Reading, ...] = ()

    @property
    def cost(self) -> tuple[int, int]:
        """What makes it cheap: few options, then short steps."""
        return len(self.changes), sum(change.distance for change in self.changes)


class Effect(Struct, frozen=True):
    """Where an option matters. ``alone``: the trials of it alone that change the deal. ``together``, only where there
    are none: those of it and another that differ from the other alone. Cheapest first. ``beside``: no trial changes the
    deal, but some change readings that do not score."""

    option: Option
    alone: tuple[Trial, ...]
    together: tuple[Trial, ...]
    beside: bool


class Range(Struct, frozen=True):
    """The least and the most of a seat's total or payment, each with the cheapest trial that gives it."""

    seat: int
    figure: Figure
    own: int
    least: tuple[int, Trial]
    most: tuple[int, Trial]


class Reversal(Struct, frozen=True):
    """A result turned round. ``highest``: the seat has the highest total, maybe with others, and none that had it still
    does; ``payment``: it pays instead of receiving or receives instead of paying; ``reading``: another one scores.

    ``seat``: ``None`` of the reading. ``cheapest``: of the trials that do it one of fewest options, then of shortest
    steps, ``None`` if there is none; ``reached``: how many there are.
    """

    goal: Goal
    seat: int | None
    cheapest: Trial | None
    reached: int


class Sensitivity(Struct, frozen=True):
    """Every rule set that was tried, the deal's own first, and what follows. ``effects``: of every option, those that
    matter alone first, that which moves the settlement most before others; the rest in the order of §11."""

    trials: tuple[Trial, ...]
    effects: tuple[Effect, ...]
    ranges: tuple[Range, ...]
    reversals: tuple[Reversal, ...]

    @property
    def own(self) -> Outcome:
        """What the deal comes to under its own rules."""
        return self.trials[0].outcome


def sensitivity(report: DealReport, tried: Callable[[int, int], None] = lambda _done, _of: None) -> Sensitivity | None:
    """Try the options on a deal; ``None`` where its own rules are not known. ``tried``: told how many rule sets have
    been, and of how many."""
    if report.rules is None:
        return None
    attempt = _attempts(report)
    changes = list(rule_changes(report.rules))
    trials = []
    for done, some in enumerate(changes, 1):
        trials.append(attempt(some))
        tried(done, len(changes))
    effects = sorted(_effects(trials), key=lambda effect: _weight(trials[0].outcome, effect), reverse=True)
    return Sensitivity(tuple(trials), tuple(effects), tuple(_ranges(trials)), tuple(_reversals(trials)))


def rule_changes(rules: RuleSet) -> Iterator[tuple[Change, ...]]:
    """The rule sets to try, by their changes: none; every option at every other value; every two of those changes that
    go together, two members of one list among them."""
    singles = [
        Change(option, getattr(rules, option.name), value) for option in OPTIONS for value in _values(rules, option)
    ]
    yield ()
    yield from ((change,) for change in singles)
    for one, other in combinations(singles, 2):
        if one.option is not other.option:
            yield one, other
        elif one.option.kind == "several":
            yield (_both(one, other),)


def _values(rules: RuleSet, option: Option) -> tuple[Value, ...]:
    """The values worth trying; of an amount those of the presets too."""
    values = other_values(rules, option)
    if option.neutral is None:
        return values
    presets: Iterable[Value] = (getattr(preset, option.name) for preset in rulebook().presets.values())
    return tuple(dict.fromkeys((*values, *(value for value in presets if value != getattr(rules, option.name)))))


def _both(one: Change, other: Change) -> Change:
    """Two members of one list changed at once."""
    old, new, besides = (set(value) for value in (one.old, one.new, other.new) if isinstance(value, tuple))
    members = old ^ new ^ besides
    return Change(one.option, one.old, tuple(str(value) for value in one.option.values if value in members))


_OF_PLAY = tuple(
    option.name for option in OPTIONS if any(int(rule[1:].partition(".")[0]) <= 5 for rule in option.paragraphs)
)
"""Options that the fold of a log may ask for."""


def _attempts(report: DealReport) -> Callable[[tuple[Change, ...]], Trial]:
    """Makes a trial of changes."""
    assert report.rules is not None
    own = replace(report.rules, unstated=())  # whether a source states a value makes no difference to a deal
    folded: dict[tuple[Value, ...], DealReport | None] = {}

    def attempt(changes: tuple[Change, ...]) -> Trial:
        rules = replace(own, **{change.option.name: change.new for change in changes})
        played = tuple([getattr(rules, name) for name in _OF_PLAY])
        if played not in folded:
            folded[played] = under(report, rules)
        deal = folded[played]
        if deal is None:
            return Trial(changes, Outcome("impossible"))
        if deal.end is None:
            return Trial(changes, Outcome(deal.status, deal.findings))
        scored = score(replace(deal.end, rules=rules))
        best = scored.chosen
        reading = None if best is None else (best.partition, best.completes)
        outcome = Outcome(deal.status, deal.findings, scored.seats, reading, scored.totals, scored.payments)
        return Trial(changes, outcome, scored.readings[1:])

    return attempt


def _effects(trials: list[Trial]) -> Iterator[Effect]:
    """By option: where a trial is not the same as without its change of the option."""
    by_changes = {trial.changes: trial for trial in trials}
    differ: dict[str, list[Trial]] = {option.name: [] for option in OPTIONS}
    beside: set[str] = set()
    for trial in trials:
        for change in trial.changes:
            without = by_changes[tuple([other for other in trial.changes if other is not change])]
            if trial.outcome != without.outcome:
                differ[change.option.name].append(trial)
            elif trial.beside != without.beside:
                beside.add(change.option.name)
    for option in OPTIONS:
        found = sorted(differ[option.name], key=_cost)
        alone = tuple([trial for trial in found if len(trial.changes) == 1])
        yield Effect(option, alone, () if alone else tuple(found), not found and option.name in beside)


def _weight(own: Outcome, effect: Effect) -> tuple[bool, bool, int, int]:
    """How much an option alone can move: hu that change hands, hu of totals. What only one side derives counts in
    full."""
    moved = [
        (_moved(own.payments, of.payments), _moved(own.totals, of.totals))
        for of in (trial.outcome for trial in effect.alone)
    ]
    return bool(effect.alone), bool(effect.together), *max(moved, default=(0, 0))


def _moved(old: tuple[int, ...] | None, new: tuple[int, ...] | None) -> int:
    return sum(abs(after - before) for before, after in zip_longest(old or (), new or (), fillvalue=0))


def _cost(trial: Trial) -> tuple[int, int]:
    return trial.cost


def _ranges(trials: list[Trial]) -> Iterator[Range]:
    derived = _derived(trials)
    figures: tuple[Figure, ...] = ("total", "payment")
    for seat in range(len(trials[0].outcome.totals or ())):
        for figure in figures:
            by_value: dict[int, Trial] = {}
            for trial in derived:
                by_value.setdefault(_figure(trial.outcome, figure, seat), trial)
            least, most = min(by_value), max(by_value)
            own = _figure(trials[0].outcome, figure, seat)
            yield Range(seat, figure, own, (least, by_value[least]), (most, by_value[most]))


def _derived(trials: list[Trial]) -> list[Trial]:
    """The trials that give totals, cheapest first."""
    return sorted((trial for trial in trials if trial.outcome.totals is not None), key=_cost)


def _figure(outcome: Outcome, figure: Figure, seat: int) -> int:
    figures = outcome.totals if figure == "total" else outcome.payments
    assert figures is not None
    return figures[seat]


def _reversals(trials: list[Trial]) -> Iterator[Reversal]:
    own, derived = trials[0].outcome, _derived(trials)
    if own.totals is None or own.payments is None:
        return
    before = _highest(own)
    for seat in range(len(own.totals)):
        if seat not in before:
            overtakes = [trial for trial in derived if seat in (now := _highest(trial.outcome)) and not now & before]
            yield _reversal("highest", seat, overtakes)
    for seat, paid in enumerate(own.payments):
        if paid:
            other_way = [trial for trial in derived if _figure(trial.outcome, "payment", seat) * paid < 0]
            yield _reversal("payment", seat, other_way)
    if own.reading is not None:
        yield _reversal("reading", None, [trial for trial in derived if trial.outcome.reading != own.reading])


def _reversal(goal: Goal, seat: int | None, reached: list[Trial]) -> Reversal:
    return Reversal(goal, seat, reached[0] if reached else None, len(reached))


def _highest(outcome: Outcome) -> set[int]:
    """The seats with the highest total; it may be tied (§10.3)."""
    totals = outcome.totals
    assert totals is not None
    return {seat for seat, total in enumerate(totals) if total == max(totals)}
