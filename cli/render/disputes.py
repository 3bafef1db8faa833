"""What would explain the claims on a deal, on the screen."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cli.language import _, listed, ngettext, translated
from cli.render.deals import Parts, section
from cli.render.screen import Flow, amount, cards, opaque, table
from cli.render.words import LINES, seat_of
from cli.sentences import person, signed
from engine.lines import Line
from replay.diff import LineChange, SeatDiff
from replay.dispute.disputes import Answer, Dispute, Together, changes
from replay.dispute.hypotheses import Hypothesis
from replay.dispute.search import Explanation, Found
from replay.dispute.words import claimed_said, hypotheses_said

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

MOST_ALIKE = 2
"""How many alternatives of an explanation are named."""
NOTHING = "—"


def answers(dispute: Dispute, limit: int, seconds: float) -> Parts:
    """All claims together first, then each of them, then how far was looked."""
    if not dispute.answers:
        yield section(_("No claim in it, and none was asked about"))
        return
    if dispute.together is not None:
        yield from _together(dispute, dispute.together, limit)
    for answer in dispute.answers:
        yield from _answer(dispute, answer, limit)
    if dispute.tried.singles:
        yield ""
        yield from _how_far(dispute, seconds)


def _claimant(answer: Answer) -> str:
    return _("The claim asked about") if answer.by is None else _("{name} claims", name=opaque(answer.by))


def _together(dispute: Dispute, together: Together, limit: int) -> Parts:
    asked = [dispute.answers[at] for at in together.answers]
    who = listed([_("the claim asked about") if one.by is None else opaque(one.by) for one in asked])
    found = together.found
    if found is None:
        yield section(_("Together: {who}", who=who))
        yield _("They contradict each other, so no one difference explains them all.")
        return
    alone = [one for one in found.explanations if len(one.hypotheses) == 1]
    if alone:
        yield section(_("Together: one difference explains {who}", who=who))
    elif found.explanations:
        yield section(_("Together: two differences explain {who}", who=who))
    else:
        yield section(_("Together: {who}", who=who))
    if together.joined == "disputed":
        yield _("Their claims contradict each other elsewhere; these are the figures that each disputes.")
    yield from _explanations(dispute, found, limit)


def _answer(dispute: Dispute, answer: Answer, limit: int) -> Parts:
    yield section(_claimant(answer))
    yield _figures(dispute, answer)
    one = dispute.together
    if answer.found is not None and one is not None and one.found is not None and _are_alike(answer.found, one.found):
        yield _("What explains it is above.")
    elif answer.found is not None:
        yield from _explanations(dispute, answer.found, limit)
    elif answer.holds:
        yield _("It holds: this is what the deal comes to.")
    else:
        yield _("Nothing can be derived from this deal, so there is nothing to compare it with.")


def _are_alike(found: Found, other: Found) -> bool:
    """Whether the explanations of two claims are the same, so that they need to be told once only."""
    mine, others = ([one.hypotheses for one in each.explanations] for each in (found, other))
    keys = [[[one.key for one in chain] for chain in chains] for chains in (mine, others)]
    return bool(mine) and keys[0] == keys[1]


def _figures(dispute: Dispute, answer: Answer) -> "RenderableType":
    """What is claimed beside what the deal comes to."""
    from rich.text import Text

    base = dispute.base
    drawn = table(
        _("seat"), "", _("claimed"), _("derived"), _("off"),
        right=(_("claimed"), _("derived"), _("off")), wide=(_("seat"),),
    )  # fmt: skip
    payments = None if base is None else base.payments
    parts = (
        (_("total"), answer.figures.totals, None if base is None else base.totals, str),
        (_("payment"), answer.figures.payments, payments, amount),
    )
    for name, claimed, derived, write in parts:
        for seat, figure in enumerate(claimed):
            if figure is not None:
                due = None if derived is None else derived[seat]
                off = "" if due is None or due == figure else amount(figure - due)
                written = NOTHING if due is None else write(due)
                drawn.add_row(seat_of(dispute.report.names, seat), name, write(figure), written, Text(off, "bold"))
    return drawn


def _explanations(dispute: Dispute, found: Found, limit: int) -> Parts:
    assert dispute.base is not None
    claimed = _said(dispute, claimed_said(found.figures.off(dispute.base)))
    if not found.explanations:
        yield ""
        yield _("Nothing was found that makes it come out, neither one difference nor two.")
        return
    ranked = list(enumerate(found.explanations, 1))
    for heading, some in (
        (_("{figures} by the same rules if …", figures=claimed), [one for one in ranked if not one[1].other_rules]),
        (_("{figures} by other rules if …", figures=claimed), [one for one in ranked if one[1].other_rules]),
    ):
        if some:
            yield ""
            yield heading
            for rank, explanation in some[:limit]:
                yield _explanation(dispute, rank, explanation)
            more = len(some) - limit
            if more > 0:
                yield "  " + ngettext("and one more; --limit shows it", "and {n} more; --limit shows them", more)


def _explanation(dispute: Dispute, rank: int, explanation: Explanation) -> "RenderableType":
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    assert dispute.base is not None
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    parts: list[RenderableType] = [Text(_hypotheses(dispute, explanation.hypotheses))]
    for seat in changes(dispute.base, explanation):
        changed = list(_changed(seat))
        if changed:
            parts.append(Flow([Text(f"{seat_of(dispute.report.names, seat.seat)}:"), *changed], "  "))
    paid = explanation.reckoning.payments
    if paid is not None and paid != dispute.base.payments:
        parts.append(_("payments then {payments}", payments=" ".join(map(amount, paid))))
    parts += [Text(words, "dim") for words in _alike(dispute, explanation)]
    grid.add_row(f" {rank}", Group(*parts))
    return grid


def _hypotheses(dispute: Dispute, hypotheses: Sequence[Hypothesis]) -> str:
    return _said(dispute, hypotheses_said(hypotheses))


def _said(dispute: Dispute, sentence: str) -> str:
    return opaque(translated(sentence, partial(person, dispute.report.names)))


def _alike(dispute: Dispute, explanation: Explanation) -> Iterator[str]:
    for chain in explanation.alike[:MOST_ALIKE]:
        yield _("or if {hypothesis}", hypothesis=_hypotheses(dispute, chain))
    more = len(explanation.alike) - MOST_ALIKE
    if more > 0:
        yield ngettext("or in one more way of this sort", "or in {n} more ways of this sort", more)


def _changed(seat: SeatDiff) -> "Iterator[Text]":
    """The lines of a seat that are others, rounding only where nothing else is; then its total."""
    for change in [change for change in seat.lines if "rounding" not in _sections(change)] or seat.lines:
        yield _line(change)
    old, new = seat.total
    if old != new:
        yield _arrow(_("total"), *(NOTHING if total is None else str(total) for total in (old, new)))


def _sections(change: LineChange) -> set[str]:
    return {line.section for line in (change.old, change.new) if line is not None}


def _line(change: LineChange) -> "Text":
    line = change.new or change.old
    assert line is not None
    old, new = (NOTHING if side is None else signed(side) for side in (change.old, change.new))
    text = _arrow(_name(line), old, new)
    if change.old is not None and change.new is not None and change.old.id != change.new.id:
        text = _arrow(f"{_name(change.old)} {old}", "", f"{_name(change.new)} {new}")
    return text


def _name(line: Line) -> str:
    name = {"doubled-again": _("doubled"), "wait": _("wait")}.get(line.id) or str(LINES[line.id])
    return f"{name} {cards(dict.fromkeys(line.cards)).plain}" if line.cards else name


def _arrow(name: str, old: str, new: str) -> "Text":
    from rich.text import Text

    return Text.assemble(f"{name} ", (f"{old} → {new}".strip(), "bold"))


def _how_far(dispute: Dispute, seconds: float) -> Iterator[str]:
    tried = dispute.tried
    number = tried.singles + tried.pairs
    rate = f"{number / seconds:,.0f}" if seconds else NOTHING
    yield _(
        "{singles} single differences and {pairs} pairs of them tried in {seconds} s, {rate} a second.",
        singles=f"{tried.singles:,}", pairs=f"{tried.pairs:,}", seconds=f"{seconds:.2f}", rate=rate,
    )  # fmt: skip
    if tried.pairs:
        yield _("Pairs are of differences that change something by themselves, one of those alike. No more was tried.")
    elif any(answer.found is not None and answer.found.explanations for answer in dispute.answers):
        yield _("A single one is enough, so pairs were not tried; --pairs tries them.")
