"""What stands beside the events: what hands are worth, and what a paragraph that was broken leaves to the rule set."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from cli.language import _
from cli.render.deals import verdict
from cli.render.screen import amount, opaque
from cli.render.suits import PLAIN, Look, by_suit
from cli.render.words import LINES, seat_of
from engine.findings import Finding
from engine.options import OPTIONS, RuleSet
from engine.rulesets import shown
from engine.score import Score
from replay.report import DealReport


def worth_lines(scored: Score | None, names: Sequence[str], *, ended: bool, look: Look = PLAIN) -> Iterator[Text]:
    """What each hand comes to and the lines that make it. ``ended``: the deal has, else this is as if it did here."""
    if scored is None:
        return
    yield Text(_("Settlement") if ended else _("If the deal ended here, exhausted"), "bold")
    for seat, mine in enumerate(scored.seats):
        if mine is None:
            continue
        paid = "" if scored.payments is None else f" ({amount(scored.payments[seat])})"
        who = seat_of(tuple(names), seat)
        yield Text(_("{seat}: {hu} hu, total {total}", seat=who, hu=mine.unrounded, total=mine.total) + paid)
        for line in mine.lines:
            if line.section == "rounding":
                continue
            sign = "×" if line.section in ("multiplier", "everyone") else ""
            what = f"{sign + str(line.amount):>5} {LINES[line.id]} "
            yield Text.assemble((what, "dim"), by_suit(line.cards, look))


def claim_lines(report: DealReport) -> Iterator[Text]:
    """What was claimed, and whether it holds."""
    for claim in report.claims:
        yield Text.assemble((f"{opaque(claim.by)}: ", "bold"), verdict(report, claim))


def paragraph(found: Finding, rules: RuleSet | None) -> Iterator[Text]:
    """The options of the paragraph that was broken, with their values in these rules and what they mean."""
    for option in () if rules is None else OPTIONS:
        if found.rule in option.paragraphs:
            value = shown(getattr(rules, option.name))
            yield Text(f"  {option.name} = {value}: {_(option.meaning)}", "dim")
