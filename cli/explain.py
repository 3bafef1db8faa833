"""The whole reasoning of a deal as one document: what happened, what every set is worth and why, what it comes to, the
readings that do not score, what was found and claimed. Built from the report alone."""

from collections.abc import Iterator, Sequence

from cli.language import _, in_a_row, listed, ngettext, told, translated
from cli.render.document import Block, Heading, Items, Paragraph, Table
from cli.render.screen import amount
from cli.sentences import (
    PAYMENTS,
    TOTALS,
    against,
    alike,
    base_in_words,
    bonus_in_words,
    called_by_name,
    cards_in_words,
    hand_in_words,
    how_it_ended,
    indicators_in_words,
    last_good,
    multiplier_in_words,
    off_by,
    option_in_words,
    person,
    rule_of,
    unscored_in_words,
    waits_for,
)
from engine.cards import TOKENS
from engine.ending import DealEnd, Win
from engine.events import Ruled, type_of
from engine.findings import Finding
from engine.lines import Line, Sums, sums_of
from engine.options import RuleSet
from engine.rulesets import changes_from
from engine.said import msgid
from engine.score import Reading, Score, SeatScore
from replay.report import ClaimResult, DealReport
from replay.rulebook import rulebook


def explained(report: DealReport, number: int | None) -> Iterator[Block]:
    """The document of a deal. ``number``: its number in its input, if that holds more than one."""
    yield Heading(1, title_of(report, number))
    yield from setting(report)
    yield Heading(2, _("What happened"))
    yield Paragraph(ending_in_words(report))
    end, scored = report.end, report.score
    if end is not None and scored is not None:
        yield Heading(2, _("The indicators"))
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
    named = _("The deal") if report.id is None else _("Deal {id}", id=report.id)
    return named if number is None else _("{deal} (number {number} of its file)", deal=named, number=number)


def setting(report: DealReport) -> Iterator[Block]:
    """Who played, and by what rules."""
    rules = report.rules
    if rules is None:
        yield Paragraph(_("Its rules are not known, so nothing could be folded."))
        return
    changes = changes_from(rulebook().presets[rules.preset], rules)
    seats = listed(person(report.names, seat) for seat in range(len(report.names)))
    assumed = _("What its source does not state is marked as assumed.") if rules.assumed else ""
    if changes:
        but = listed(option_in_words(*change) for change in changes.items())
        words = msgid("{players} played under the rules {preset}, with {changes}.")
        played = _(words, players=seats, preset=rules.preset, changes=but)
    else:
        played = _("{players} played under the rules {preset}.", players=seats, preset=rules.preset)
    start = None if report.deal is None else report.deal.start
    sits = "" if start is None or start.sitting_out is None else _("{name} sat out (§12.1).", name=start.sitting_out)
    yield Paragraph(told(played, sits, assumed))


def ending_in_words(report: DealReport) -> str:
    """How a deal ended, or how far it came."""
    end = report.end
    if end is None:
        if report.status == "unfinished":
            return told(_("The deal has not ended, so there is nothing to settle."), _how_far(report))
        if why := unscored_in_words(report):
            assert report.deal is not None
            assert report.deal.state is not None
            win = report.deal.state.win
            how = _("The stock ran out and nobody won.") if win is None else how_it_ended(report.names, win)
            return told(how, why)
        return told(_("An impossible event stops the deal, so there is nothing to settle."), _how_far(report))
    false = after = ""
    if end.win is None:
        how = _("The stock ran out and nobody won. Every seat settles its base hu (§4.2, §10.3).")
    else:
        how = how_it_ended(report.names, end.win)
        if report.score is not None and not report.score.partitions:
            false = _("But the hand is not seven groups and a pair: a false win, and no totals can be derived (§6.1).")
    if report.status == "impossible":
        after = _("An impossible event follows; nothing after the end counts.")
    return told(how, false, after)


def _how_far(report: DealReport) -> str:
    """The last event that stands, and what was to come next."""
    last = None if report.deal is None else last_good(report.deal)
    if report.deal is None or report.deal.state is None or last is None:
        return ""
    words = msgid("The last event that stands is seq {seq}, {type}: {waits}.")
    return _(words, seq=last.seq, type=type_of(last), waits=waits_for(report.deal.state))


def _base(report: DealReport, end: DealEnd, scored: Score) -> Iterator[Block]:
    yield Heading(2, _("Base hu"))
    yield Paragraph(_("Every seat counts its sets of identical cards, whether it won or not (§7)."))
    for seat, mine in enumerate(scored.seats):
        won = end.win if end.win is not None and end.win.seat == seat else None
        who = person(report.names, seat)
        yield Heading(3, who if mine is None else _("{seat}: {hu}", seat=who, hu=mine.base))
        yield Paragraph(cards_in_words(end.players[seat]))
        if mine is None:
            continue
        lines = [line for line in mine.lines if line.section == "base"]
        if lines:
            yield Items(tuple(base_in_words(end.rules, line, winning=is_by_win(line, end, won)) for line in lines))
        else:
            yield Paragraph(_("No set, so no base hu."))
        if won is None:
            yield Paragraph(_total_of_other(end.rules, mine))


def is_by_win(line: Line, end: DealEnd, win: Win | None) -> bool:
    """Whether a line is the set that the winning card made an exposed pung (§7.6): nobody declared it."""
    if win is None or line.id != "pung":
        return False
    return all(group.kind != line.cards[0] for group in end.players[win.seat].groups)


def _total_of_other(rules: RuleSet, mine: SeatScore) -> str:
    times = [line for line in mine.lines if line.section in ("multiplier", "everyone")]
    return told(*map(multiplier_in_words, times), total_in_words(rules, sums_of(mine.lines)))


def total_in_words(rules: RuleSet, sums: Sums) -> str:
    """How the total follows from the sums of the lines."""
    whole = f"{sums.base}" if not sums.bonus else f"{sums.base} + {sums.bonus}"
    if sums.multiplier != 1 or sums.everyone != 1:
        times = " × ".join(str(factor) for factor in (sums.multiplier, sums.everyone) if factor != 1)
        whole = f"({whole}) × {times}" if sums.bonus else f"{whole} × {times}"
    together = f"{whole} = {sums.unrounded}" if whole != f"{sums.unrounded}" else whole
    figures = {"sum": together, "unit": rules.rounding_unit, "rule": rule_of(rules, "rounding")}
    if sums.total == sums.unrounded:
        return _("Total: {sum}, which is a multiple of {unit} ({rule}).", **figures)
    way = {
        "up": msgid("Total: {sum}, rounded up to a multiple of {unit}: {total} ({rule})."),
        "nearest": msgid("Total: {sum}, rounded to the nearest multiple of {unit}: {total} ({rule})."),
        "down": msgid("Total: {sum}, rounded down to a multiple of {unit}: {total} ({rule})."),
    }[rules.rounding]
    return _(way, total=sums.total, **figures)


def _win(end: DealEnd, win: Win, scored: Score) -> Iterator[Block]:
    best = scored.chosen
    assert best is not None
    yield Heading(2, _("The winning hand"))
    yield Paragraph(hand_in_words(best, win.card))
    lines = [line for line in best.lines if line.section == "bonus"]
    times = [line for line in best.lines if line.section in ("multiplier", "everyone")]
    yield Items((*map(bonus_in_words, lines), *map(multiplier_in_words, times)))
    yield Paragraph(total_in_words(end.rules, sums_of(best.lines)))


def settlement(report: DealReport, end: DealEnd, totals: tuple[int, ...], payments: tuple[int, ...]) -> Iterator[Block]:
    """Who pays whom, and what each receives (§10.2)."""
    yield Heading(2, _("Settlement"))
    rule = rule_of(end.rules, "settlement")
    alone = end.rules.settlement == "winner-only" and end.win is not None
    if alone:
        words = msgid(
            "The winner settles the difference of totals with each of the others, and they not with each other "
            "({rule})."
        )
        yield Paragraph(_(words, rule=rule))
    else:
        yield Paragraph(_("Every two players settle the difference of their totals ({rule}).", rule=rule))
    seats = range(len(totals))
    pairs = [(one, two) for one in seats for two in seats if one < two]
    if alone:
        assert end.win is not None
        pairs = [pair for pair in pairs if end.win.seat in pair]
    yield Items(tuple(_pair(report, totals, *pair) for pair in pairs))
    rows = tuple((person(report.names, seat), f"{totals[seat]}", amount(payments[seat])) for seat in seats)
    numbers = (_("total"), _("payment"))
    yield Table((_("player"), *numbers), rows, right=numbers)


def _pair(report: DealReport, totals: tuple[int, ...], one: int, two: int) -> str:
    if totals[one] == totals[two]:
        both = listed((person(report.names, one), person(report.names, two)))
        return _("{players}: {total} each, nothing to pay.", players=both, total=totals[one])
    more, less = (one, two) if totals[one] > totals[two] else (two, one)
    paid = f"{totals[more]} − {totals[less]} = {totals[more] - totals[less]}"
    payer, payee = person(report.names, less), person(report.names, more)
    return _("{payer} pays {payee}: {figures}.", payer=payer, payee=payee, figures=paid)


def _rejected(win: Win, scored: Score) -> Iterator[Block]:
    yield Heading(2, _("Other readings"))
    yield Paragraph(others_in_words(win, scored))
    for at, reading in enumerate(scored.readings[1:], 2):
        yield Heading(3, reading_in_words(scored, reading, at))
        yield Paragraph(parted_in_words(reading, win))
        yield Items(differences_in_words(scored, reading))


def others_in_words(win: Win, scored: Score) -> str:
    """How many readings do not score, or why there is none."""
    others = len(scored.readings) - 1
    if not others:
        if win.card is None:
            return _("There is none: the cards part in one way (§6.3).")
        return _(
            "There is none: the cards part in one way, and the winning card can complete only one group of it (§6.3)."
        )
    count = ngettext("The hand has {n} other reading:", "The hand has {n} other readings:", others)
    if others == 1:
        count = _("The hand has one other reading:")
    return told(_("The highest total before rounding scores (§6.4)."), count)


def reading_in_words(scored: Score, reading: Reading, at: int) -> str:
    """What a reading that does not score comes to; ``at``: its place, from 1."""
    less = scored.readings[0].unrounded - reading.unrounded
    if not less:
        words = msgid("Reading {at}: {hu}, as much, but later in the canonical order")
        return _(words, at=at, hu=reading.unrounded)
    return _("Reading {at}: {hu}, {less} less", at=at, hu=reading.unrounded, less=less)


def differences_in_words(scored: Score, reading: Reading) -> tuple[str, ...]:
    """What a reading lacks or has otherwise than the one that scores."""
    clauses = against(scored.readings[0], reading)
    return tuple(_("It {clause}.", clause=clause) for clause in clauses) or (_("Its lines are the same."),)


def parted_in_words(reading: Reading, win: Win) -> str:
    """Groups and pair of a reading, and the one that the winning card completes."""
    groups = in_a_row(group.text for group in reading.partition)
    if reading.completes is None or win.card is None:
        return _("{groups}.", groups=groups)
    words = msgid("{groups}, where {card} completes {group}.")
    return _(words, groups=groups, card=TOKENS[win.card], group=reading.completes.text)


def findings(report: DealReport) -> Iterator[Block]:
    """What was found against the rules, and lines that cannot be read."""
    yield Heading(2, _("Findings"))
    found = [
        *(
            _("Line {line} cannot be read: {why}.", line=fault.line, why=translated(fault.message))
            for fault in report.faults
        ),
        *(finding_in_words(one, report.names) for one in report.findings),
    ]
    yield Items(tuple(found)) if found else Paragraph(_("Nothing was found against the rules."))
    if report.unchecked:
        yield Heading(2, _("Not checked"))
        yield Paragraph(_("Cards are hidden, so it is not known:"))
        yield Items(tuple(unchecked_in_words(report)))


def unchecked_in_words(report: DealReport) -> Iterator[str]:
    """What could not be checked because cards are hidden; what is alike in one sentence."""
    for rule, message, seqs in alike(report.unchecked):
        what = {"what": called_by_name(message, report.names), "rule": rule, "seqs": in_a_row(map(str, seqs))}
        yield ngettext("{what} (seq {seqs}, {rule})", "{what} (seqs {seqs}, {rule})", len(seqs), **what)


def finding_in_words(found: Finding, names: Sequence[str]) -> str:
    """What was found, where, and against which paragraph."""
    where = _("Seq {seq}", seq=found.seq) if found.seq is not None else (found.field or _("The file"))
    words = msgid("{where}: {what} ({severity}, {rule}).")
    what = _(
        words,
        where=where,
        what=called_by_name(found.message, names),
        severity=_("impossible") if found.severity == "impossible" else _("irregular"),
        rule=found.rule if found.rule.startswith("§") else _("the log's own grammar"),
    )
    void = _("The event was retracted, so the finding is void.") if found.void else ""
    let_stand = _("The table let it stand.") if found.let_stand else ""
    return told(what, void, let_stand)


def claims(report: DealReport) -> Iterator[Block]:
    """What was claimed, and whether it holds."""
    if report.claims:
        yield Heading(2, _("Claims"))
        yield Items(tuple(claim_in_words(report, claim) for claim in report.claims))


def rulings(report: DealReport) -> Iterator[Block]:
    """What was ruled."""
    if report.rulings:
        yield Heading(2, _("Rulings"))
        yield Paragraph(_("A ruling stands beside what is derived and changes nothing in it."))
        yield Items(tuple(map(_ruling, report.rulings)))


def _ruling(ruling: Ruled) -> str:
    ruled = _("{by} (seq {seq}): {text}", by=ruling.by, seq=ruling.seq, text=ruling.text)
    if ruling.payments is None:
        return ruled
    return told(ruled, _("Payments: {figures}.", figures=in_a_row(map(amount, ruling.payments))))


def claim_in_words(report: DealReport, claim: ClaimResult) -> str:
    """A claim, and whether it holds."""
    given = []
    if claim.totals is not None:
        given.append(_(TOTALS, figures=in_a_row(map(str, claim.totals))))
    if claim.payments is not None:
        given.append(_(PAYMENTS, figures=in_a_row(map(amount, claim.payments))))
    claimed = _("{by} claims {figures}.", by=claim.by, figures=listed(given))
    if claim.holds is None:
        return told(claimed, _("Nothing can be derived, so it cannot be compared."))
    if claim.holds:
        return told(claimed, _("It holds."))
    off = "; ".join(off_by(report, claim))
    return told(claimed, _("It does not hold; claimed minus derived: {figures}.", figures=off))
