"""A deal under two rule sets on the screen."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from cli.render.deals import Parts, seat_of, section
from cli.render.lines import concealed, how
from cli.render.screen import Flow, amount, cards, opaque, table
from cli.render.words import LINES
from cli.sentences import called_by_name, off_by, signed
from engine.options import OPTION, RuleSet
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
        yield section(f"Under {new.preset}; by its own rules nothing was folded")
        return
    changes = changes_from(old, new)
    if not changes:
        yield section("The rules are the deal's own")
        return
    yield section("Options that differ")
    drawn = table("option", "own", "other", "§", wide=("option", "own", "other"))
    for name, value in changes.items():
        drawn.add_row(name, shown(getattr(old, name)), shown(value), OPTION[name].paragraphs[0])
    yield drawn


def differences(diff: DealDiff) -> Parts:
    """Everything that is not the same on both sides."""
    if diff.is_empty:
        yield section("Nothing changes: no line, no total, no payment, no finding")
        return
    if diff.old.status != diff.new.status:
        yield section(f"The deal is {diff.old.status}; under the other rules it is {diff.new.status}")
    if diff.appeared or diff.gone:
        yield section("Findings")
        yield _findings(diff)
    if any(seat.lines for seat in diff.seats):
        yield section("Lines")
        yield _lines(diff)
    if diff.readings is not None:
        yield section("Another reading scores")
        yield _readings(diff.readings, diff)
    if diff.seats:
        yield section("Settlement")
        yield _settlement(diff)
    if diff.claims:
        yield section("Claims")
        yield _claims(diff)


def _findings(diff: DealDiff) -> "Table":
    drawn = table("", "at", "§", "", wide=("at", ""))
    for mark, findings in (("appears", diff.appeared), ("disappears", diff.gone)):
        for found in findings:
            at = f"seq {found.seq}" if found.seq is not None else opaque(found.field or "the file")
            drawn.add_row(_mark(mark), at, found.rule, opaque(called_by_name(found.message, diff.old.names)))
    return drawn


def _lines(diff: DealDiff) -> "Table":
    drawn = table("seat", "", "line", "own", "other", "§", right=("own", "other"), wide=("seat", "line"))
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
            parts.append(f"instead of {LINES[change.old.id]}")
        if change.old.factors or change.new.factors:
            parts += [*how(change.new).parts, "instead of", *how(change.old).parts]
    return Flow(parts)


def _mark(mark: str) -> "Text":
    from rich.text import Text

    return Text(mark, {"appears": "green", "disappears": "red", "changes": "yellow"}[mark])


def _readings(readings: tuple[Reading | None, Reading | None], diff: DealDiff) -> "Table":
    drawn = table("", "groups and pair", "unrounded", right=("unrounded",), wide=("groups and pair",))
    for side, reading, report in zip(("own", "other"), readings, (diff.old, diff.new), strict=True):
        win = None if report.end is None else report.end.win
        if reading is None:
            drawn.add_row(side, "no reading", NOTHING)
        else:
            groups = Flow(concealed(reading, None if win is None else win.card), " · ")
            drawn.add_row(side, groups, str(reading.unrounded))
    return drawn


def _settlement(diff: DealDiff) -> "Table":
    from rich.text import Text

    drawn = table("seat", "total", "", "payment", " ", right=("total", "", "payment", " "), wide=("seat",))
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
    drawn = table("by", "own", "other", wide=("by", "own", "other"))
    for old, new in diff.claims:
        drawn.add_row(opaque(old.by), _verdict(diff.old, old), _verdict(diff.new, new))
    return drawn


def _verdict(report: DealReport, claim: ClaimResult) -> str:
    if claim.holds is None:
        return "cannot be compared"
    return "holds" if claim.holds else f"does not hold: {'; '.join(off_by(report, claim, seat_of))}"


def options_table(tried: Sequence[OptionDiff]) -> "Table":
    """Options that would change the deal: by how much totals and payments, seat by seat, and below it what else."""
    from rich.text import Text

    drawn = table("option", "totals", "payments", wide=("option",))
    totals = _aligned([[difference(seat.total) for seat in one.diff.seats] for one in tried])
    payments = _aligned([[difference(seat.payment) for seat in one.diff.seats] for one in tried])
    for one, total, payment in zip(tried, totals, payments, strict=True):
        option = Text.assemble((one.option.name, "bold"), f" {one.option.paragraphs[0]}")
        option.append(f"\n{shown(one.old)} → {shown(one.new)}", "dim")
        for what in _besides(one.diff):
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
        yield f"the deal is {diff.new.status}"
    if diff.readings is not None:
        yield "another reading scores"
    for count, what in ((len(diff.appeared), "appear"), (len(diff.gone), "disappear")):
        if count:
            yield f"{count} finding{'s' if count > 1 else ''} {what}{'' if count > 1 else 's'}"
    for old, new in diff.claims:
        if new.holds and not old.holds:
            yield f"{opaque(old.by)}'s claim holds"
    if not any(seat.total[0] != seat.total[1] or seat.payment[0] != seat.payment[1] for seat in diff.seats):
        count = sum(len(seat.lines) for seat in diff.seats)
        if count:
            yield f"{count} line{'s' if count > 1 else ''}, which rounding evens out"
