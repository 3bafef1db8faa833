"""Which options matter to a deal, on the screen."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cli.language import _
from cli.render.deals import Parts, section
from cli.render.differences import OptionRow, difference, option_rows
from cli.render.screen import Flow, amount, table
from cli.render.words import seat_of
from engine.rulesets import shown
from replay.sensitivity import Change, Effect, Outcome, Reversal, Sensitivity, Trial

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

MOST_NAMED = 3
"""How many rule sets are named where an option matters only together with another."""


def options(found: Sensitivity) -> Parts:
    """Options by what they do: change the deal alone, only together with another, only readings that do not score, or
    nothing."""
    yield section(
        _(
            "{count} rule sets tried: every option at its other values, one and two at a time",
            count=f"{len(found.trials):,}",
        )
    )
    alone = [effect for effect in found.effects if effect.alone]
    together = [effect for effect in found.effects if effect.together]
    silent = [effect for effect in found.effects if not effect.alone and not effect.together]
    yield section(_("{count} of {of} options change this deal by themselves", count=len(alone), of=len(found.effects)))
    if alone:
        yield _alone([trial for effect in alone for trial in nearest(effect)], found.own)
    if together:
        yield section(_("Only together with another"))
        yield _together(together)
    if silent:
        yield section(_("Without effect at any value tried"))
        yield Flow((effect.option.name for effect in silent), " · ")
    beside = [effect.option.name for effect in silent if effect.beside]
    if beside:
        yield section(_("Of these, readings that do not score rest on"))
        yield Flow(beside, " · ")


def nearest(effect: Effect) -> tuple[Trial, ...]:
    """The trials of an option alone that are worth showing: of a list, those that change fewest members."""
    if effect.option.kind != "several":
        return effect.alone
    return tuple(trial for trial in effect.alone if trial.cost == effect.alone[0].cost)


def _alone(trials: Sequence[Trial], own: Outcome) -> "Table":
    rows = []
    for trial in trials:
        (change,) = trial.changes
        totals = _differences(own.totals, trial.outcome.totals)
        payments = _differences(own.payments, trial.outcome.payments)
        besides = tuple(_besides(trial.outcome, own))
        rows.append(OptionRow(change.option, change.old, change.new, totals, payments, besides))
    return option_rows(rows)


def _differences(old: tuple[int, ...] | None, new: tuple[int, ...] | None) -> list[str]:
    """By how much each seat's figure moves; dashes where a side derives none."""
    if old is None or new is None:
        return [difference((None, None))] * len(old or new or ())
    return [difference(pair) for pair in zip(old, new, strict=True)]


def _besides(outcome: Outcome, own: Outcome) -> Iterable[str]:
    """What changes besides totals and payments, or unseen in them."""
    differs = outcome.differs(own)
    if "status" in differs:
        statuses = {
            "won": _("the deal would be won"),
            "exhausted": _("the deal would be exhausted"),
            "unfinished": _("the deal would be unfinished"),
            "impossible": _("the deal would be impossible"),
        }
        yield statuses[outcome.status]
    elif "findings" in differs:
        yield _("other findings")
    if "reading" in differs and outcome.reading is not None:
        yield _("another reading scores")
    if differs == ("lines",):
        yield _("lines that rounding evens out")


def _together(effects: Sequence[Effect]) -> "Table":
    from rich.text import Text

    drawn = table(_("option"), _("with"), wide=(_("option"), _("with")))
    for effect in effects:
        for trial in effect.together[:MOST_NAMED]:
            mine = [change for change in trial.changes if change.option is effect.option]
            others = [change for change in trial.changes if change.option is not effect.option]
            drawn.add_row(changed(mine), changed(others) if others else Text(_("nothing else"), "dim"))
        more = len(effect.together) - MOST_NAMED
        if more > 0:
            drawn.add_row("", Text(_("and {n} more", n=more), "dim"))
    return drawn


def changed(changes: Iterable[Change]) -> "Flow | Text":
    """The options that a rule set changes, with their values."""
    named = [f"{change.option.name} = {shown(change.new)}" for change in changes]
    return Flow(named, " · ") if named else _own_rules()


def ranges(found: Sensitivity, names: Sequence[str]) -> Parts:
    """The least and the most of each seat's total and payment, and by which rules."""
    if not found.ranges:
        return
    yield section(_("The range over all rule sets tried"))
    drawn = table(_("seat"), "", _("hu"), _("with"), right=(_("hu"),), wide=(_("seat"), _("with")))
    for one in found.ranges:
        total = one.figure == "total"
        write = str if total else amount
        who = seat_of(names, one.seat) if total else ""
        (least, at_least), (most, at_most) = one.least, one.most
        drawn.add_row(who, _("total") if total else _("payment"), write(one.own), _own_rules())
        drawn.add_row("", _("least"), write(least), changed(at_least.changes))
        drawn.add_row("", _("most"), write(most), changed(at_most.changes))
        if not total:
            drawn.add_section()
    yield drawn


def _own_rules() -> "Text":
    from rich.text import Text

    return Text(_("own rules"), "dim")


def reversals(found: Sensitivity, names: Sequence[str]) -> Parts:
    """What could turn the result round, and the cheapest change that does."""
    if not found.reversals:
        return
    from rich.text import Text

    yield section(_("The cheapest change for another result"))
    drawn = table(
        _("result"), _("cheapest change"), _("totals then"), _("in all"),
        right=(_("in all"),), wide=(_("result"), _("cheapest change"), _("totals then")),
    )  # fmt: skip
    for one in found.reversals:
        if one.cheapest is None or one.cheapest.outcome.totals is None:
            drawn.add_row(_result(one, found.own, names), Text(_("none of those tried"), "dim"), "", "0")
        else:
            totals = " ".join(map(str, one.cheapest.outcome.totals))
            drawn.add_row(_result(one, found.own, names), changed(one.cheapest.changes), totals, f"{one.reached:,}")
    yield drawn


def _result(one: Reversal, own: Outcome, names: Sequence[str]) -> str:
    if one.seat is None:
        return _("another reading scores")
    seat = seat_of(names, one.seat)
    if one.goal == "highest":
        return _("{seat} has the highest total", seat=seat)
    assert own.payments is not None
    if own.payments[one.seat] > 0:
        return _("{seat} pays instead of receiving", seat=seat)
    return _("{seat} receives instead of paying", seat=seat)
