"""The whole reasoning of a deal as one document: what happened, what every set is worth and why, what it comes to, the
readings that do not score, what was found and claimed. Built from the report alone."""

from collections.abc import Iterator

from cli.language import _
from cli.render.document import Block, Heading, Items, Paragraph, Table
from cli.render.screen import amount
from cli.sentences import (
    against,
    base_in_words,
    bonus_in_words,
    called_by_name,
    cards_in_words,
    hand_in_words,
    how_it_ended,
    indicators_in_words,
    last_good,
    listed,
    multiplier_in_words,
    off_by,
    option_in_words,
    person,
    rule_of,
    waits_for,
)
from engine.cards import TOKENS
from engine.ending import DealEnd, Win
from engine.events import type_of
from engine.lines import Line, Sums, sums_of
from engine.options import RuleSet
from engine.rulesets import changes_from
from engine.score import Reading, Score, SeatScore
from replay.report import ClaimResult, DealReport
from replay.rulebook import rulebook


def explained(report: DealReport, number: int | None) -> Iterator[Block]:
    """The document of a deal. ``number``: its number in its input, if that holds more than one."""
    yield Heading(1, title_of(report, number))
    yield from setting(report)
    yield Heading(2, "What happened")
    yield Paragraph(ending_in_words(report))
    end, scored = report.end, report.score
    if end is not None and scored is not None:
        yield Heading(2, "The indicators")
        yield Items(tuple(indicators_in_words(end.rules, end.indicators)))
        yield from _base(report, end, scored)
        if end.win is not None and scored.chosen is not None:
            yield from _win(end, end.win, scored)
        if scored.totals is not None and scored.payments is not None:
            yield from settlement(report, end, scored.totals, scored.payments)
        if end.win is not None and scored.chosen is not None:
            yield from _rejected(end.win, scored)
    yield from findings(report)
    yield from claims(report)
    yield from rulings(report)


def title_of(report: DealReport, number: int | None) -> str:
    """What a deal is called."""
    named = "The deal" if report.id is None else f"Deal {report.id}"
    return named if number is None else f"{named} (number {number} of its file)"


def setting(report: DealReport) -> Iterator[Block]:
    """Who played, and by what rules."""
    rules = report.rules
    if rules is None:
        yield Paragraph("Its rules are not known, so nothing could be folded.")
        return
    changes = changes_from(rulebook().presets[rules.preset], rules)
    seats = [person(report.names, seat) for seat in range(len(report.names))]
    assumed = _(" What its source does not state is marked as assumed.") if rules.assumed else ""
    but = f", with {listed(option_in_words(*change) for change in changes.items())}" if changes else ""
    yield Paragraph(f"{listed(seats)} played under the rules {rules.preset}{but}.{assumed}")


def ending_in_words(report: DealReport) -> str:
    """How a deal ended, or how far it came."""
    end = report.end
    if end is None:
        why = "The deal has not ended" if report.status == "unfinished" else "An impossible event stops the deal"
        return f"{why}, so there is nothing to settle.{_how_far(report)}"
    if end.win is None:
        told = "The stock ran out and nobody won. Every seat settles its base hu (§4.2, §10.3)."
    else:
        told = how_it_ended(report.names, end.win)
        if report.score is not None and not report.score.partitions:
            told += " But the hand is not seven groups and a pair: a false win, and no totals can be derived (§6.1)."
    return (
        f"{told} An impossible event follows; nothing after the end counts." if report.status == "impossible" else told
    )


def _how_far(report: DealReport) -> str:
    """The last event that stands, and what was to come next."""
    last = None if report.deal is None else last_good(report.deal)
    if report.deal is None or report.deal.state is None or last is None:
        return ""
    return f" The last event that stands is seq {last.seq}, {type_of(last)}: {waits_for(report.deal.state)}"


def _base(report: DealReport, end: DealEnd, scored: Score) -> Iterator[Block]:
    yield Heading(2, "Base hu")
    yield Paragraph("Every seat counts its sets of identical cards, whether it won or not (§7).")
    for seat, mine in enumerate(scored.seats):
        won = end.win if end.win is not None and end.win.seat == seat else None
        yield Heading(3, person(report.names, seat) + ("" if mine is None else f": {mine.base}"))
        yield Paragraph(cards_in_words(end.players[seat]))
        if mine is None:
            continue
        lines = [line for line in mine.lines if line.section == "base"]
        if lines:
            yield Items(tuple(base_in_words(end.rules, line, winning=is_by_win(line, end, won)) for line in lines))
        else:
            yield Paragraph("No set, so no base hu.")
        if won is None:
            yield Paragraph(_total_of_other(end.rules, mine))


def is_by_win(line: Line, end: DealEnd, win: Win | None) -> bool:
    """Whether a line is the set that the winning card made an exposed pung (§7.6): nobody declared it."""
    if win is None or line.id != "pung":
        return False
    return all(group.kind != line.cards[0] for group in end.players[win.seat].groups)


def _total_of_other(rules: RuleSet, mine: SeatScore) -> str:
    times = [line for line in mine.lines if line.section in ("multiplier", "everyone")]
    told = "".join(f"{multiplier_in_words(line)} " for line in times)
    return f"{told}{total_in_words(rules, sums_of(mine.lines))}"


def total_in_words(rules: RuleSet, sums: Sums) -> str:
    """How the total follows from the sums of the lines."""
    whole = f"{sums.base}" if not sums.bonus else f"{sums.base} + {sums.bonus}"
    if sums.multiplier != 1 or sums.everyone != 1:
        times = " × ".join(str(factor) for factor in (sums.multiplier, sums.everyone) if factor != 1)
        whole = f"({whole}) × {times}" if sums.bonus else f"{whole} × {times}"
    together = f"{whole} = {sums.unrounded}" if whole != f"{sums.unrounded}" else whole
    rule = rule_of(rules, "rounding")
    if sums.total == sums.unrounded:
        return f"Total: {together}, which is a multiple of {rules.rounding_unit} ({rule})."
    way = "to the nearest multiple" if rules.rounding == "nearest" else f"{rules.rounding} to a multiple"
    return f"Total: {together}, rounded {way} of {rules.rounding_unit}: {sums.total} ({rule})."


def _win(end: DealEnd, win: Win, scored: Score) -> Iterator[Block]:
    best = scored.chosen
    assert best is not None
    yield Heading(2, "The winning hand")
    yield Paragraph(hand_in_words(best, win.card))
    lines = [line for line in best.lines if line.section == "bonus"]
    times = [line for line in best.lines if line.section in ("multiplier", "everyone")]
    yield Items((*map(bonus_in_words, lines), *map(multiplier_in_words, times)))
    yield Paragraph(total_in_words(end.rules, sums_of(best.lines)))


def settlement(report: DealReport, end: DealEnd, totals: tuple[int, ...], payments: tuple[int, ...]) -> Iterator[Block]:
    """Who pays whom, and what each receives (§10.2)."""
    yield Heading(2, "Settlement")
    rule = rule_of(end.rules, "settlement")
    alone = end.rules.settlement == "winner-only" and end.win is not None
    yield Paragraph(
        f"The winner settles the difference of totals with each of the others, and they not with each other ({rule})."
        if alone
        else f"Every two players settle the difference of their totals ({rule})."
    )
    seats = range(len(totals))
    pairs = [(one, two) for one in seats for two in seats if one < two]
    if alone:
        assert end.win is not None
        pairs = [pair for pair in pairs if end.win.seat in pair]
    yield Items(tuple(_pair(report, totals, *pair) for pair in pairs))
    rows = tuple((person(report.names, seat), f"{totals[seat]}", amount(payments[seat])) for seat in seats)
    yield Table(("player", "total", "payment"), rows, right=("total", "payment"))


def _pair(report: DealReport, totals: tuple[int, ...], one: int, two: int) -> str:
    if totals[one] == totals[two]:
        return f"{person(report.names, one)} and {person(report.names, two)}: {totals[one]} each, nothing to pay."
    more, less = (one, two) if totals[one] > totals[two] else (two, one)
    paid = f"{totals[more]} − {totals[less]} = {totals[more] - totals[less]}"
    return f"{person(report.names, less)} pays {person(report.names, more)}: {paid}."


def _rejected(win: Win, scored: Score) -> Iterator[Block]:
    yield Heading(2, "Other readings")
    yield Paragraph(others_in_words(win, scored))
    for at, reading in enumerate(scored.readings[1:], 2):
        yield Heading(3, reading_in_words(scored, reading, at))
        yield Paragraph(parted_in_words(reading, win))
        yield Items(differences_in_words(scored, reading))


def others_in_words(win: Win, scored: Score) -> str:
    """How many readings do not score, or why there is none."""
    others = len(scored.readings) - 1
    if not others:
        where = "" if win.card is None else ", and the winning card can complete only one group of it"
        return f"There is none: the cards part in one way{where} (§6.3)."
    count = "one other reading" if others == 1 else f"{others} other readings"
    return f"The highest total before rounding scores (§6.4). The hand has {count}:"


def reading_in_words(scored: Score, reading: Reading, at: int) -> str:
    """What a reading that does not score comes to; ``at``: its place, from 1."""
    less = scored.readings[0].unrounded - reading.unrounded
    worth = f"{less} less" if less else "as much, but later in the canonical order"
    return f"Reading {at}: {reading.unrounded}, {worth}"


def differences_in_words(scored: Score, reading: Reading) -> tuple[str, ...]:
    """What a reading lacks or has otherwise than the one that scores."""
    clauses = against(scored.readings[0], reading)
    return tuple(f"It {clause}." for clause in clauses) or ("Its lines are the same.",)


def parted_in_words(reading: Reading, win: Win) -> str:
    """Groups and pair of a reading, and the one that the winning card completes."""
    groups = ", ".join(group.text for group in reading.partition)
    if reading.completes is None or win.card is None:
        return f"{groups}."
    return f"{groups}, where {TOKENS[win.card]} completes {reading.completes.text}."


def findings(report: DealReport) -> Iterator[Block]:
    """What was found against the rules, and lines that cannot be read."""
    yield Heading(2, "Findings")
    found = [
        *(f"Line {fault.line} cannot be read: {fault.message}." for fault in report.faults),
        *(_finding(report, at) for at in range(len(report.findings))),
    ]
    yield Items(tuple(found)) if found else Paragraph("Nothing was found against the rules.")


def _finding(report: DealReport, at: int) -> str:
    found = report.findings[at]
    where = f"Seq {found.seq}" if found.seq is not None else (found.field or "The file")
    rule = found.rule if found.rule.startswith("§") else "the log's own grammar"
    told = f"{where}: {called_by_name(found.message, report.names)} ({found.severity}, {rule})."
    if found.void:
        told += " The event was retracted, so the finding is void."
    if found.let_stand:
        told += " The table let it stand."
    return told


def claims(report: DealReport) -> Iterator[Block]:
    """What was claimed, and whether it holds."""
    if report.claims:
        yield Heading(2, "Claims")
        yield Items(tuple(claim_in_words(report, claim) for claim in report.claims))


def rulings(report: DealReport) -> Iterator[Block]:
    """What was ruled."""
    if report.rulings:
        yield Heading(2, "Rulings")
        yield Paragraph("A ruling stands beside what is derived and changes nothing in it.")
        yield Items(
            tuple(
                f"{ruling.by} (seq {ruling.seq}): {ruling.text}"
                + ("" if ruling.payments is None else f" Payments: {', '.join(map(amount, ruling.payments))}.")
                for ruling in report.rulings
            )
        )


def claim_in_words(report: DealReport, claim: ClaimResult) -> str:
    """A claim, and whether it holds."""
    given = []
    if claim.totals is not None:
        given.append(f"totals {', '.join(map(str, claim.totals))}")
    if claim.payments is not None:
        given.append(f"payments {', '.join(map(amount, claim.payments))}")
    said = f"{claim.by} claims {listed(given)}."
    if claim.holds is None:
        return f"{said} Nothing can be derived, so it cannot be compared."
    if claim.holds:
        return f"{said} It holds."
    return f"{said} It does not hold; claimed minus derived: {'; '.join(off_by(report, claim))}."
