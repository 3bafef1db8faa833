"""A deal on the screen: its head, what was found, what it comes to, what was claimed, how far it got."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cli.language import _, in_a_row, ngettext, translated
from cli.render.lines import groups_of, lines_table, times
from cli.render.screen import Flow, amount, cards, opaque, table
from cli.render.words import LINES, cell_in_words, how_it_came, seat_of
from cli.sentences import PAYMENTS, TOTALS, alike, called_by_name, last_good, off_by, unscored_in_words
from engine.cards import TOKENS
from engine.ending import DealEnd
from engine.events import type_of
from engine.findings import Finding
from engine.lines import Line
from engine.options import RuleSet
from engine.rulesets import changes_from, shown
from engine.score import Reading
from engine.state import ENDED
from engine.view import view
from replay.faults import Fault
from replay.report import ClaimResult, DealReport
from replay.rulebook import rulebook

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

Parts = Iterator["RenderableType"]

_SEVERITY = {"impossible": "red", "irregular": "yellow", "unreadable": "red"}


def section(heading: str) -> "Text":
    """The heading of a part of a screen, below a blank line."""
    from rich.text import Text

    return Text.assemble("\n", (heading, "bold"))


def head(report: DealReport, number: int | None) -> Parts:
    """Which deal it is, how it ended, who sat where, by what rules. ``number``: its number in its input, if that holds
    more than one."""
    from rich.text import Text

    nth = "" if number is None else _("deal {number}", number=number)
    id_ = "" if report.id is None else opaque(report.id)
    named = ": ".join(filter(None, (nth, id_))) or (_("record") if report.kind == "record" else _("deal"))
    yield Text.assemble((named, "bold"), f"  {outcome(report)}")
    where = opaque(report.source) if report.line is None else f"{opaque(report.source)}:{report.line}"
    facts = []
    if report.names:
        facts += [_seated(report, seat) for seat in range(len(report.names))]
        facts += [_("{name} sits out", name=name) for name in _sitting_out(report)]
    yield Flow(facts, " · ") if facts else Text(_("nobody is seated"), "dim")
    about = [] if report.rules is None else rules_in_words(report.rules)
    indicators = _indicators(report)
    if indicators:
        about.append(_("indicators {cards}", cards=" ".join(TOKENS[kind] for kind in indicators)))
    yield Flow([Text(part, "dim") for part in (*about, where)], " · ")


def outcome(report: DealReport) -> str:
    """How the deal ended, in words."""
    state = None if report.deal is None else report.deal.state
    win = report.end.win if report.end is not None else None if state is None else state.win
    if report.status == "impossible":
        ended = report.end is not None or (state is not None and state.phase == ENDED)
        return _("impossible after its end") if ended else _("impossible")
    if report.status == "unfinished":
        return _("unfinished")
    if win is None:
        return _("exhausted: nobody won")
    won = {
        "seat": seat_of(report.names, win.seat),
        "how": how_it_came(win, None if win.giver is None else seat_of(report.names, win.giver)),
    }
    if report.score is None or report.score.partitions:
        return _("won by {seat}: {how}", **won)
    return _("won by {seat}: {how}, a false win", **won)


def audited(report: DealReport, number: int | None) -> Parts:
    """All that an audit says of a deal."""
    yield from head(report, number)
    yield from findings(report)
    yield from unchecked(report)
    yield from how_far(report)
    yield from settlement(report)
    yield from claims(report)
    yield from rulings(report)
    scored = report.score
    if scored is not None and scored.chosen is not None and report.end is not None:
        count = len(scored.readings)
        heading = _("The only reading") if count == 1 else _("The reading that scores, 1 of {count}", count=count)
        yield from reading(report.end, scored.chosen, heading)
    yield from others_base(report)


def brief(report: DealReport, number: int | None) -> "Text":
    """The deal in a line: what it is, how it ended, totals and payments, how much was found."""
    from rich.text import Text

    nth = "" if number is None else f"{number}"
    id_ = "" if report.id is None else opaque(report.id)
    parts = [opaque(report.source), nth, id_, status_in_words(report.status)]
    scored = report.score
    if scored is not None and scored.totals is not None and scored.payments is not None:
        parts += [
            f"{seat_of(report.names, seat)} {total} ({amount(paid)})"
            for seat, (total, paid) in enumerate(zip(scored.totals, scored.payments, strict=True))
        ]
    if report.unchecked:
        parts.append(ngettext("{n} check not made", "{n} checks not made", len(report.unchecked)))
    return Text("  ").join(
        [*map(Text, filter(None, parts)), Text(in_short(report), "bold" if report.exit_status else "")]
    )


def status_in_words(status: str) -> str:
    """How a deal stands, in a word."""
    return {
        "won": _("won"),
        "exhausted": _("exhausted"),
        "unfinished": _("unfinished"),
        "impossible": _("impossible"),
    }[status]


def in_short(report: DealReport) -> str:
    """How much was found, counting what counts."""
    differing = sum(claim.holds is False for claim in report.claims)
    return counted_in_words(len(report.faults), sum(found.counts for found in report.findings), differing)


def counted_in_words(faults: int, found: int, differing: int) -> str:
    """So many lines that cannot be read, findings, and claims that do not hold."""
    counted = []
    if faults:
        counted.append(ngettext("{n} line unreadable", "{n} lines unreadable", faults))
    if found:
        counted.append(ngettext("{n} finding", "{n} findings", found))
    if differing:
        counted.append(ngettext("{n} claim differs", "{n} claims differ", differing))
    return in_a_row(counted) if counted else _("nothing found")


def rules_in_words(rules: RuleSet) -> list[str]:
    """The preset, then each option in which the rule set differs from it."""
    changes = changes_from(rulebook().presets[rules.preset], rules)
    return [rules.preset, *(f"{name} = {shown(value)}" for name, value in changes.items())]


def _seated(report: DealReport, seat: int) -> str:
    state = None if report.deal is None else report.deal.state
    dealer = report.end.dealer if report.end is not None else None if state is None else state.dealer
    who = seat_of(report.names, seat)
    return _("{seat} (dealer)", seat=who) if seat == dealer else who


def _indicators(report: DealReport) -> tuple[int, ...]:
    if report.end is not None:
        return report.end.indicators
    state = None if report.deal is None else report.deal.state
    return () if state is None else state.indicators


def findings(report: DealReport) -> Parts:
    """What was found, in the order found, after the lines that could not be read."""
    from rich.text import Text

    if not report.findings and not report.faults:
        yield section(_("No findings"))
        return
    yield section(_("Findings"))
    drawn = table("", _("at"), "§", "", wide=(_("at"), ""))
    for fault in report.faults:
        at = _("line {line}", line=fault.line)
        drawn.add_row(Text(_("unreadable"), _SEVERITY["unreadable"]), at, "", _fault(fault))
    for found in report.findings:
        at = place_of(found)
        message = Text(opaque(called_by_name(found.message, report.names)))
        if found.void:
            message.append("\n").append(_("void: the event was retracted"), "dim")
        if found.let_stand:
            message.append("\n").append(_("let stand by the table"), "dim")
        style = _SEVERITY[found.severity] if found.counts else "dim"
        severity = _("impossible") if found.severity == "impossible" else _("irregular")
        drawn.add_row(Text(severity, style), at, found.rule, message)
    yield drawn


def unchecked(report: DealReport) -> Parts:
    """What could not be checked because cards are hidden, a line for what is alike."""
    if not report.unchecked:
        return
    yield section(_("Not checked, for cards are hidden"))
    drawn = table(_("at"), "§", "", wide=(_("at"), ""))
    for rule, message, seqs in alike(report.unchecked):
        at = Flow([_("seq {seq}", seq=seqs[0]), *map(str, seqs[1:])])
        drawn.add_row(at, rule, opaque(called_by_name(message, report.names)))
    yield drawn


def place_of(found: Finding) -> str:
    """Where a finding stands: on an event, in a field of a record, or in the file."""
    return _("seq {seq}", seq=found.seq) if found.seq is not None else opaque(found.field or _("the file"))


def _fault(fault: Fault) -> str:
    return opaque("; ".join(map(translated, filter(None, (fault.message, fault.mend)))))


def settlement(report: DealReport) -> Parts:
    """What each seat has, its total and what it receives."""
    from rich.text import Text

    scored, end = report.score, report.end
    if scored is None or end is None:
        return
    yield section(_("Settlement"))
    numbers = (_("base"), _("bonus"), "×", _("unrounded"), _("total"), _("payment"))
    drawn = table(_("seat"), *numbers, right=numbers, wide=(_("seat"),))
    for seat, mine in enumerate(scored.seats):
        won = end.win is not None and end.win.seat == seat
        style = "bold" if won else ""
        who = seat_of(report.names, seat)
        if mine is None:
            who = _("{seat}, won", seat=who) if scored.partitions else _("{seat}, false win", seat=who)
            drawn.add_row(Text(who, style), *"—" * 6)
            continue
        multiplied = times(mine.lines)
        plain = not won and mine.bonus == 0 and multiplied == "1"
        middle = ("", "") if plain else (str(mine.bonus), multiplied)
        paid = "—" if scored.payments is None else amount(scored.payments[seat])
        total = str(mine.total) if scored.totals is not None else "—"
        row = (_("{seat}, won", seat=who) if won else who, str(mine.base), *middle, str(mine.unrounded), total, paid)
        drawn.add_row(*(Text(cell, style) for cell in row))
    yield drawn
    if scored.totals is None:
        yield Text(_("No totals: the winner's hand is not complete, or nothing gave it a winning card."), "dim")
    elif "settlement" in end.rules.assumed:
        yield Text(
            _(
                "How totals are settled is assumed (§10.2): the source of {preset} does not say.",
                preset=end.rules.preset,
            ),
            "dim",
        )
    if report.running is not None:
        people = [seat_of(report.names, seat) for seat in range(len(report.names))] + _sitting_out(report)
        so_far = [f"{one} {amount(hu)}" for one, hu in zip(people, report.running, strict=False)]
        yield Text(_("Over the session so far: {amounts}", amounts=" · ".join(so_far)))


def _sitting_out(report: DealReport) -> list[str]:
    """Who sits out of four (§12.1), if anybody does."""
    start = None if report.deal is None else report.deal.start
    return [] if start is None or start.sitting_out is None else [opaque(start.sitting_out)]


def claims(report: DealReport) -> Parts:
    """Each claim: whether it holds and, if not, by how much it is off at each seat."""

    if not report.claims:
        return
    yield section(_("Claims"))
    drawn = table(_("by"), _("claims"), "", wide=(_("by"), _("claims"), ""))
    for claim in report.claims:
        given = [_(words, figures=" ".join(map(write, figures))) for words, figures, write in _figures(claim)]
        drawn.add_row(opaque(claim.by), "\n".join(given), verdict(report, claim))
    yield drawn


def _figures(claim: ClaimResult) -> "Iterator[tuple[str, tuple[int, ...], Callable[[int], str]]]":
    if claim.totals is not None:
        yield TOTALS, claim.totals, str
    if claim.payments is not None:
        yield PAYMENTS, claim.payments, amount


def verdict(report: DealReport, claim: ClaimResult) -> "Text":
    """Whether a claim holds, or how much more it says than is derived, seat by seat."""
    from rich.text import Text

    if claim.holds is None:
        return Text(_("cannot be compared: nothing can be derived"), "dim")
    if claim.holds:
        return Text(_("holds"), "green")
    return Text(_("does not hold: {figures}", figures="; ".join(off_by(report, claim, seat_of))), "red")


def rulings(report: DealReport) -> Parts:
    """What was ruled; a ruling never changes what is derived."""
    if not report.rulings:
        return
    yield section(_("Rulings"))
    drawn = table(_("by"), _("at"), "", _("payments"), wide=(_("by"), "", _("payments")))
    for ruling in report.rulings:
        paid = "" if ruling.payments is None else " ".join(map(amount, ruling.payments))
        drawn.add_row(opaque(ruling.by), _("seq {seq}", seq=ruling.seq), opaque(ruling.text), paid)
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
    yield section(_("Base hu of the others") if end.win is not None else _("Base hu"))
    drawn = table(_("seat"), _("sets"), _("base"), right=(_("base"),), wide=(_("seat"), _("sets")))
    for seat in seats:
        sets = [_set(line) for line in seat.lines if line.section != "rounding"]
        drawn.add_row(seat_of(report.names, seat.seat), Flow(sets, " · ") if sets else _("no sets"), str(seat.base))
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
    """Of a deal that has not ended, or cannot be scored: its last good event and the table after it."""
    deal = report.deal
    if deal is None or report.end is not None:
        return
    last = last_good(deal)
    from rich.text import Text

    if deal.state is None or last is None:
        yield section(_("Nothing was folded"))
        return
    from cli.render.board import board

    yield section(_("The table after seq {seq} ({type})", seq=last.seq, type=type_of(last)))
    yield from board(view(deal.state))
    if why := unscored_in_words(report):
        yield Text.assemble("\n", why)
