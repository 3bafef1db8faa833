"""A deal on the screen: its head, what was found, what it comes to, what was claimed, how far it got."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cli.language import _
from cli.render.lines import groups_of, lines_table, times
from cli.render.screen import Flow, amount, cards, opaque, table
from cli.render.words import LINES, SOURCES, cell_in_words
from cli.sentences import called_by_name, last_good, off_by
from engine.cards import TOKENS
from engine.ending import DealEnd, Win
from engine.events import type_of
from engine.lines import Line
from engine.options import RuleSet
from engine.rulesets import changes_from, shown
from engine.score import Reading
from engine.view import view
from replay.faults import Fault
from replay.report import ClaimResult, DealReport
from replay.rulebook import rulebook

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

Parts = Iterator["RenderableType"]

_SEVERITY = {"impossible": "red", "irregular": "yellow", "unreadable": "red"}
_MOMENTS = {"ordinary": "", "first-discard": ", the deal's first", "last-card": ", the last of the stock"}


def seat_of(names: Sequence[str], seat: int) -> str:
    """A seat by number and name; two seats may have one name. A nameless seat is its number."""
    name = names[seat] if seat < len(names) else f"Seat {seat}"
    return name if name == f"Seat {seat}" else f"{seat} {opaque(name)}"


def section(heading: str) -> "Text":
    """The heading of a part of a screen, below a blank line."""
    from rich.text import Text

    return Text.assemble("\n", (heading, "bold"))


def head(report: DealReport, number: int | None) -> Parts:
    """Which deal it is, how it ended, who sat where, by what rules. ``number``: its number in its input, if that holds
    more than one."""
    from rich.text import Text

    nth = "" if number is None else f"deal {number}"
    id_ = "" if report.id is None else opaque(report.id)
    named = ": ".join(filter(None, (nth, id_))) or ("record" if report.kind == "record" else "deal")
    yield Text.assemble((named, "bold"), f"  {outcome(report)}")
    where = opaque(report.source) if report.line is None else f"{opaque(report.source)}:{report.line}"
    facts = []
    if report.names:
        facts += [seat_of(report.names, seat) + _role(report, seat) for seat in range(len(report.names))]
    yield Flow(facts, " · ") if facts else Text("nobody is seated", "dim")
    about = [] if report.rules is None else rules_in_words(report.rules)
    indicators = _indicators(report)
    if indicators:
        about.append(f"indicators {' '.join(TOKENS[kind] for kind in indicators)}")
    yield Flow([Text(part, "dim") for part in (*about, where)], " · ")


def outcome(report: DealReport) -> str:
    """How the deal ended, in words."""
    win = None if report.end is None else report.end.win
    if report.status == "impossible":
        return "impossible" + ("" if report.end is None else " after its end")
    if report.status == "unfinished":
        return "unfinished"
    if win is None:
        return "exhausted: nobody won"
    false = "" if report.score is None or report.score.partitions else ", a false win"
    return f"won by {seat_of(report.names, win.seat)}: {how_won(report.names, win)}{false}"


def brief(report: DealReport, number: int | None) -> "Text":
    """The deal in a line: what it is, how it ended, totals and payments, how much was found."""
    from rich.text import Text

    nth = "" if number is None else f"{number}"
    id_ = "" if report.id is None else opaque(report.id)
    parts = [opaque(report.source), nth, id_, report.status]
    scored = report.score
    if scored is not None and scored.totals is not None and scored.payments is not None:
        parts += [
            f"{seat_of(report.names, seat)} {total} ({amount(paid)})"
            for seat, (total, paid) in enumerate(zip(scored.totals, scored.payments, strict=True))
        ]
    return Text("  ").join(
        [*map(Text, filter(None, parts)), Text(in_short(report), "bold" if report.exit_status else "")]
    )


def in_short(report: DealReport) -> str:
    """How much was found, counting what counts."""
    counted = (
        (len(report.faults), "line unreadable", "lines unreadable"),
        (sum(found.counts for found in report.findings), "finding", "findings"),
        (sum(claim.holds is False for claim in report.claims), "claim differs", "claims differ"),
    )
    return (
        ", ".join(f"{count} {one if count == 1 else more}" for count, one, more in counted if count) or "nothing found"
    )


def how_won(names: tuple[str, ...], win: Win) -> str:
    """The winning card and where it came from."""
    card = "" if win.card is None else f"{TOKENS[win.card]} "
    giver = "" if win.giver is None else f" of {seat_of(names, win.giver)}"
    return f"{card}{SOURCES[win.source]}{giver}{_MOMENTS[win.moment]}"


def rules_in_words(rules: RuleSet) -> list[str]:
    """The preset, then each option in which the rule set differs from it."""
    changes = changes_from(rulebook().presets[rules.preset], rules)
    return [rules.preset, *(f"{name} = {shown(value)}" for name, value in changes.items())]


def _role(report: DealReport, seat: int) -> str:
    state = None if report.deal is None else report.deal.state
    dealer = report.end.dealer if report.end is not None else None if state is None else state.dealer
    return " (dealer)" if seat == dealer else ""


def _indicators(report: DealReport) -> tuple[int, ...]:
    if report.end is not None:
        return report.end.indicators
    state = None if report.deal is None else report.deal.state
    return () if state is None else state.indicators


def findings(report: DealReport) -> Parts:
    """What was found, in the order found, after the lines that could not be read."""
    from rich.text import Text

    if not report.findings and not report.faults:
        yield section("No findings")
        return
    yield section("Findings")
    drawn = table("", "at", "§", "", wide=("at", ""))
    for fault in report.faults:
        drawn.add_row(Text("unreadable", _SEVERITY["unreadable"]), f"line {fault.line}", "", _fault(fault))
    for found in report.findings:
        at = f"seq {found.seq}" if found.seq is not None else opaque(found.field or "the file")
        message = Text(opaque(called_by_name(found.message, report.names)))
        if found.void:
            message.append("\nvoid: the event was retracted", "dim")
        if found.let_stand:
            message.append("\nlet stand by the table", "dim")
        style = _SEVERITY[found.severity] if found.counts else "dim"
        drawn.add_row(Text(found.severity, style), at, found.rule, message)
    yield drawn


def _fault(fault: Fault) -> str:
    return opaque(f"{fault.message}; {fault.mend}" if fault.mend else fault.message)


def settlement(report: DealReport) -> Parts:
    """What each seat has, its total and what it receives."""
    from rich.text import Text

    scored, end = report.score, report.end
    if scored is None or end is None:
        return
    yield section("Settlement")
    numbers = ("base", "bonus", "×", "unrounded", "total", "payment")
    drawn = table("seat", *numbers, right=numbers, wide=("seat",))
    for seat, mine in enumerate(scored.seats):
        won = end.win is not None and end.win.seat == seat
        style = "bold" if won else ""
        who = seat_of(report.names, seat)
        if mine is None:
            drawn.add_row(Text(f"{who}, {'won' if scored.partitions else 'false win'}", style), *"—" * 6)
            continue
        multiplied = times(mine.lines)
        plain = not won and mine.bonus == 0 and multiplied == "1"
        middle = ("", "") if plain else (str(mine.bonus), multiplied)
        paid = "—" if scored.payments is None else amount(scored.payments[seat])
        total = str(mine.total) if scored.totals is not None else "—"
        row = (f"{who}, won" if won else who, str(mine.base), *middle, str(mine.unrounded), total, paid)
        drawn.add_row(*(Text(cell, style) for cell in row))
    yield drawn
    if scored.totals is None:
        yield Text("No totals: the winner's hand is not complete, or nothing gave it a winning card.", "dim")
    elif "settlement" in end.rules.assumed:
        yield Text(
            _(
                "How totals are settled is assumed (§10.2): the source of {preset} does not say.",
                preset=end.rules.preset,
            ),
            "dim",
        )


def claims(report: DealReport) -> Parts:
    """Each claim: whether it holds and, if not, by how much it is off at each seat."""

    if not report.claims:
        return
    yield section("Claims")
    drawn = table("by", "claims", "", wide=("by", "claims", ""))
    for claim in report.claims:
        given = [f"{name} {' '.join(map(write, figures))}" for name, figures, write in _figures(claim)]
        drawn.add_row(opaque(claim.by), "\n".join(given), verdict(report, claim))
    yield drawn


def _figures(claim: ClaimResult) -> "Iterator[tuple[str, tuple[int, ...], Callable[[int], str]]]":
    if claim.totals is not None:
        yield "totals", claim.totals, str
    if claim.payments is not None:
        yield "payments", claim.payments, amount


def verdict(report: DealReport, claim: ClaimResult) -> "Text":
    """Whether a claim holds, or how much more it says than is derived, seat by seat."""
    from rich.text import Text

    if claim.holds is None:
        return Text("cannot be compared: nothing can be derived", "dim")
    if claim.holds:
        return Text("holds", "green")
    return Text(f"does not hold: {'; '.join(off_by(report, claim, seat_of))}", "red")


def rulings(report: DealReport) -> Parts:
    """What was ruled; a ruling never changes what is derived."""
    if not report.rulings:
        return
    yield section("Rulings")
    drawn = table("by", "at", "", "payments", wide=("by", "", "payments"))
    for ruling in report.rulings:
        paid = "" if ruling.payments is None else " ".join(map(amount, ruling.payments))
        drawn.add_row(opaque(ruling.by), f"seq {ruling.seq}", opaque(ruling.text), paid)
    yield drawn


def reading(end: DealEnd, chosen: Reading, heading: str) -> Parts:
    """A winner's reading: its groups, the completed one marked, and its lines."""
    assert end.win is not None
    yield section(heading)
    yield groups_of(end.players[end.win.seat], chosen, end.win.card)
    yield ""
    yield lines_table(end.rules, chosen.lines)


def others_base(report: DealReport) -> Parts:
    """The sets of the seats that did not win, in a line each."""
    end, scored = report.end, report.score
    if end is None or scored is None:
        return
    seats = [seat for seat in scored.seats if seat is not None and (end.win is None or end.win.seat != seat.seat)]
    yield section("Base hu of the others" if end.win is not None else "Base hu")
    drawn = table("seat", "sets", "base", right=("base",), wide=("seat", "sets"))
    for seat in seats:
        sets = [_set(line) for line in seat.lines if line.section != "rounding"]
        drawn.add_row(seat_of(report.names, seat.seat), Flow(sets, " · ") if sets else "no sets", str(seat.base))
    yield drawn


def _set(line: Line) -> "Text":
    from rich.text import Text

    sign = "×" if line.section in ("multiplier", "everyone") else ""
    why = [] if line.cell is None else [cell_in_words(line.cell)]
    if line.assumed:
        why.append(_("assumed"))
    named = Text.assemble(f"{LINES[line.id]} ", cards(line.cards), " ", (f"{sign}{line.amount}", "bold"))
    return named.append(f" ({'; '.join(why)})", "dim") if why else named


def how_far(report: DealReport) -> Parts:
    """Of a deal that has not ended: its last good event and the table after it."""
    deal = report.deal
    if deal is None or report.end is not None:
        return
    last = last_good(deal)
    if deal.state is None or last is None:
        yield section("Nothing was folded")
        return
    from cli.render.board import board

    yield section(f"The table after seq {last.seq} ({type_of(last)})")
    yield from board(view(deal.state))
