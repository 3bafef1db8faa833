"""A deal under two rule sets on the screen."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cli.language import _, ngettext
from cli.render.deals import Parts, place_of, section, status_in_words
from cli.render.lines import concealed, how
from cli.render.screen import Flow, amount, cards, opaque, table
from cli.render.words import LINES, seat_of
from cli.sentences import called_by_name, off_by, signed
from engine.options import OPTION, Option, RuleSet, Value
from engine.rulesets import changes_from, shown
from engine.score import Reading
from replay.diff import DealDiff, LineChange, OptionDiff
from replay.report import ClaimResult, DealReport

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

NOTHING = "—"
"""Stands for a figure that a side does not derive."""


def rules_table(old: RuleSet | None, new: RuleSet) -> Parts:
    """The options in which two rule sets differ."""
    if old is None:
        yield section(_("Under {preset}; by its own rules nothing was folded", preset=new.preset))
        return
    changes = changes_from(old, new)
    if not changes:
        yield section(_("The rules are the deal's own"))
        return
    yield section(_("Options that differ"))
    headings = (_("option"), _("own"), _("other"))
    drawn = table(*headings, "§", wide=headings)
    for name, value in changes.items():
        drawn.add_row(name, shown(getattr(old, name)), shown(value), OPTION[name].paragraphs[0])
    yield drawn


def differences(diff: DealDiff) -> Parts:
    """Everything that is not the same on both sides."""
    if diff.is_empty:
        yield section(_("Nothing changes: no line, no total, no payment, no finding"))
        return
    if diff.old.status != diff.new.status:
        statuses = {"old": status_in_words(diff.old.status), "new": status_in_words(diff.new.status)}
        yield section(_("The deal is {old}; under the other rules it is {new}", **statuses))
    if diff.appeared or diff.gone:
        yield section(_("Findings"))
        yield _findings(diff)
    if any(seat.lines for seat in diff.seats):
        yield section(_("Lines"))
        yield _lines(diff)
    if diff.readings is not None:
        yield section(_("Another reading scores"))
        yield _readings(diff.readings, diff)
    if diff.seats:
        yield section(_("Settlement"))
        yield _settlement(diff)
    if diff.claims:
        yield section(_("Claims"))
        yield _claims(diff)


def _findings(diff: DealDiff) -> "Table":
    drawn = table("", _("at"), "§", "", wide=(_("at"), ""))
    for mark, findings in (("appears", diff.appeared), ("disappears", diff.gone)):
        for found in findings:
            message = opaque(called_by_name(found.message, diff.old.names))
            drawn.add_row(_mark(mark), place_of(found), found.rule, message)
    return drawn


def _lines(diff: DealDiff) -> "Table":
    sides = (_("own"), _("other"))
    drawn = table(_("seat"), "", _("line"), *sides, "§", right=sides, wide=(_("seat"), _("line")))
    for seat in diff.seats:
        for change in seat.lines:
            mark = "appears" if change.old is None else "disappears" if change.new is None else "changes"
            line = change.new or change.old
            assert line is not None
            figures = ("" if side is None else signed(side) for side in (change.old, change.new))
            drawn.add_row(seat_of(diff.old.names, seat.seat), _mark(mark), line_change(change), *figures, line.rule)
        if seat.lines:
            drawn.add_section()
    return drawn


def line_change(change: LineChange) -> Flow:
    """The line with its cards and, where it is on both sides, what it was and how each comes about."""
    line = change.new or change.old
    assert line is not None
    parts: list[Text | str] = [str(LINES[line.id])]
    if line.cards:
        parts.append(cards(line.cards))
    if change.old is not None and change.new is not None:
        if change.old.id != change.new.id:
            parts.append(_("instead of {line}", line=LINES[change.old.id]))
        if change.old.factors or change.new.factors:
            parts += [*how(change.new).parts, _("instead of"), *how(change.old).parts]
    return Flow(parts)


def _mark(mark: str) -> "Text":
    from rich.text import Text

    words = {"appears": _("appears"), "disappears": _("disappears"), "changes": _("changes")}
    return Text(words[mark], {"appears": "green", "disappears": "red", "changes": "yellow"}[mark])


def _readings(readings: tuple[Reading | None, Reading | None], diff: DealDiff) -> "Table":
    groups, unrounded = _("groups and pair"), _("unrounded")
    drawn = table("", groups, unrounded, right=(unrounded,), wide=(groups,))
    for side, reading, report in zip((_("own"), _("other")), readings, (diff.old, diff.new), strict=True):
        win = None if report.end is None else report.end.win
        if reading is None:
            drawn.add_row(side, _("no reading"), NOTHING)
        else:
            shown = Flow(concealed(reading, None if win is None else win.card), " · ")
            drawn.add_row(side, shown, str(reading.unrounded))
    return drawn


def _settlement(diff: DealDiff) -> "Table":
    from rich.text import Text

    numbers = (_("total"), "", _("payment"), " ")
    drawn = table(_("seat"), *numbers, right=numbers, wide=(_("seat"),))
    for seat in diff.seats:
        cells = (*_moved(seat.total, str), *_moved(seat.payment, amount))
        drawn.add_row(seat_of(diff.old.names, seat.seat), *(Text(text, style) for text, style in cells))
    return drawn


def _moved(figures: tuple[int | None, int | None], write: Callable[[int], str]) -> tuple[tuple[str, str], ...]:
    """A figure on both sides, then by how much it moves."""
    old, new = (NOTHING if figure is None else write(figure) for figure in figures)
    if old == new:
        return (old, "dim"), ("", "")
    return (f"{old} → {new}", "bold"), (difference(figures), "bold")


def difference(figures: tuple[int | None, int | None]) -> str:
    """New minus old, where both are derived."""
    old, new = figures
    return NOTHING if old is None or new is None else amount(new - old)


def _claims(diff: DealDiff) -> "Table":
    headings = (_("by"), _("own"), _("other"))
    drawn = table(*headings, wide=headings)
    for old, new in diff.claims:
        drawn.add_row(opaque(old.by), _verdict(diff.old, old), _verdict(diff.new, new))
    return drawn


def _verdict(report: DealReport, claim: ClaimResult) -> str:
    if claim.holds is None:
        return _("cannot be compared")
    if claim.holds:
        return _("holds")
    return _("does not hold: {figures}", figures="; ".join(off_by(report, claim, seat_of)))


def options_table(tried: Sequence[OptionDiff]) -> "Table":
    """Options that would change the deal: by how much totals and payments, seat by seat, and below it what else."""
    return option_rows(
        [
            OptionRow(
                one.option, one.old, one.new,
                [difference(seat.total) for seat in one.diff.seats],
                [difference(seat.payment) for seat in one.diff.seats],
                tuple(_besides(one.diff)),
            )
            for one in tried
        ]
    )  # fmt: skip


class OptionRow(NamedTuple):
    """An option at another value: by how much each seat's total and payment move, as shown, and what else changes."""

    option: Option
    old: Value
    new: Value
    totals: Sequence[str]
    payments: Sequence[str]
    besides: tuple[str, ...]


def option_rows(rows: Sequence[OptionRow]) -> "Table":
    """The table of options that change a deal, figures set right one below the other."""
    from rich.text import Text

    drawn = table(_("option"), _("totals"), _("payments"), wide=(_("option"),))
    totals, payments = _aligned([row.totals for row in rows]), _aligned([row.payments for row in rows])
    for row, total, payment in zip(rows, totals, payments, strict=True):
        option = Text.assemble((row.option.name, "bold"), f" {row.option.paragraphs[0]}")
        option.append(f"\n{shown(row.old)} → {shown(row.new)}", "dim")
        for what in row.besides:
            option.append(f"\n{what}", "italic")
        drawn.add_row(option, total, payment)
    return drawn


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of figures, set right one below the other."""
    width = max((len(figure) for row in rows for figure in row), default=0)
    return [" ".join(figure.rjust(width) for figure in row) for row in rows]


def _besides(diff: DealDiff) -> Iterable[str]:
    """What else an option changes. That a right claim no longer holds goes without saying."""
    if diff.old.status != diff.new.status:
        yield _("the deal is {status}", status=status_in_words(diff.new.status))
    if diff.readings is not None:
        yield _("another reading scores")
    if diff.appeared:
        yield ngettext("{n} finding appears", "{n} findings appear", len(diff.appeared))
    if diff.gone:
        yield ngettext("{n} finding disappears", "{n} findings disappear", len(diff.gone))
    for old, new in diff.claims:
        if new.holds and not old.holds:
            yield _("{by}'s claim holds", by=opaque(old.by))
    if not any(seat.total[0] != seat.total[1] or seat.payment[0] != seat.payment[1] for seat in diff.seats):
        count = sum(len(seat.lines) for seat in diff.seats)
        if count:
            yield ngettext("{n} line, which rounding evens out", "{n} lines, which rounding evens out", count)
