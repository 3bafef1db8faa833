"""Deals under other rules on the screen: what flips, which hands, which options."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cli.language import _, in_a_row, ngettext
from cli.render.deals import Parts, section
from cli.render.differences import NOTHING, difference, rules_table
from cli.render.screen import Flow, amount, opaque, table
from cli.render.words import seat_of
from engine.options import OPTION
from engine.rulesets import changes_from, shown
from replay.rulebook import rulebook

if TYPE_CHECKING:
    from rich.table import Table

    from engine.options import RuleSet
    from replay.bulk.flips import Amounts, HandFlip, PlayerMoved, TrialFlips
    from replay.bulk.report import OptionFlips, Rescore


def rescored_parts(found: "Rescore", most: int | None, *, every: bool) -> Parts:
    """Everything that a rescoring found. ``most``: how many hands and players are listed; ``every``: options without
    effect too."""
    yield _head(found)
    if not found.deals:
        return
    if found.flips is not None:
        yield from _rules(found, most)
        yield section(_("What flips"))
        yield _counts(found.flips)
        yield from _underived(found.flips)
        yield from _hands(found, found.flips.flipped)
        yield from _players(found.players, most)
    if found.options:
        yield from _options(found.options, every=every)


def _head(found: "Rescore") -> str:
    counts = {
        "count": f"{found.selected:,}",
        "ends": f"{found.deals:,}",
        "now": f"{found.reckoned.now:,}",
        "before": f"{found.reckoned.before:,}",
    }
    return ngettext(
        "{count} deal, {ends} with an end to score; {now} results reckoned now, {before} kept from before.",
        "{count} deals, {ends} with an end to score; {now} results reckoned now, {before} kept from before.",
        found.selected,
        **counts,
    )


def _rules(found: "Rescore", most: int | None) -> Parts:
    if len(found.own) == len(found.other) == 1:
        yield from rules_table(found.own[0], found.other[0])
        return
    for heading, some in ((_("Own rules"), found.own), (_("Other rules"), found.other)):
        yield section(heading)
        listed = some if most is None else some[:most]
        for rules in listed:
            yield Flow(_changes(rules), " · ")
        yield from _left(len(listed), len(some))


def _changes(rules: "RuleSet") -> Iterator[str]:
    yield rules.preset
    for name, value in changes_from(rulebook().presets[rules.preset], rules).items():
        yield f"{name} = {shown(value)}"


def _counts(flips: "TrialFlips") -> "Table":
    drawn = table("", _("deals"), "%", right=(_("deals"), "%"), wide=("",))
    for what, count in (
        (_("another reading scores"), flips.reading),
        (_("the highest total is another's"), flips.highest),
        (_("who pays and who receives"), flips.payment),
        (_("any of these"), flips.flipped),
        (_("any change, if only of amounts"), flips.changed),
    ):
        drawn.add_row(what, f"{count:,}", f"{100 * count / flips.deals:.1f}" if flips.deals else NOTHING)
    drawn.add_section()
    drawn.add_row(_("hu that change hands otherwise"), f"{flips.moved:,}", "")
    return drawn


def _underived(flips: "TrialFlips") -> Iterator[str]:
    """What only one side derives."""
    if flips.untold:
        yield ""
        yield ngettext(
            "{count} deal comes to nothing under the other rules: it has a joker and they have none, or it comes to "
            "more than 2^60 hu.",
            "{count} deals come to nothing under the other rules: they have a joker and the rules have none, or they "
            "come to more than 2^60 hu.",
            flips.untold,
            count=f"{flips.untold:,}",
        )
    if flips.told:
        yield ""
        yield ngettext(
            "{count} deal comes to something under the other rules only.",
            "{count} deals come to something under the other rules only.",
            flips.told,
            count=f"{flips.told:,}",
        )


def _hands(found: "Rescore", flipping: int) -> Parts:
    if not found.hands:
        return
    yield section(_("Hands that flip"))
    figures = (_("totals"), _("payments"))
    drawn = table(_("deal"), _("what flips"), *figures, wide=(_("deal"), _("what flips")), right=figures)
    for hand in found.hands:
        drawn.add_row(
            opaque(hand.id), "\n".join(_what_flips(hand)), _both(hand.totals, str), _both(hand.payments, amount)
        )
    yield drawn
    yield from _left(len(found.hands), flipping)


def _what_flips(hand: "HandFlip") -> Iterator[str]:
    for flip in hand.flips:
        if flip == "reading":
            yield _("another reading scores")
        elif flip == "highest":
            yield _("highest: {seats}", seats=in_a_row(seat_of(hand.names, seat) for seat in _highest(hand.totals[1])))
    for seat in hand.payers:
        paid = hand.payments[1][seat] or 0
        who = seat_of(hand.names, seat)
        if paid < 0:
            yield _("{seat} now pays", seat=who)
        elif paid > 0:
            yield _("{seat} now receives", seat=who)
        else:
            yield _("{seat} now neither pays nor receives", seat=who)


def _highest(totals: "Amounts") -> Iterable[int]:
    most = max(total for total in totals if total is not None)
    return [seat for seat, total in enumerate(totals) if total == most]


def _both(sides: "tuple[Amounts, Amounts]", write: "type[str] | object") -> str:
    """Own figures, and below them the other ones, seat by seat."""
    assert callable(write)
    texts = [[NOTHING if figure is None else str(write(figure)) for figure in side] for side in sides]
    width = max(len(text) for side in texts for text in side)
    own, other = (" ".join(text.rjust(width) for text in side) for side in texts)
    return f"{own}\n→ {other}"


def _left(shown_: int, of: int) -> Iterator[str]:
    if shown_ < of:
        yield ""
        left = of - shown_
        yield ngettext("{count} more; --all lists them.", "{count} more; --all lists them.", left, count=f"{left:,}")


def _players(players: "tuple[PlayerMoved, ...]", most: int | None) -> Parts:
    moved = [one for one in players if one.payments[0] != one.payments[1]]
    if not moved:
        return
    yield section(_("What players receive in all"))
    figures = (_("deals"), _("own"), _("other"), _("difference"))
    drawn = table(_("player"), *figures, right=figures, wide=(_("player"),))
    listed = moved if most is None else moved[:most]
    for one in listed:
        own, other = one.payments
        drawn.add_row(opaque(one.name), f"{one.deals:,}", amount(own), amount(other), difference(one.payments))
    yield drawn
    yield from _left(len(listed), len(moved))


def _options(options: "tuple[OptionFlips, ...]", *, every: bool) -> Parts:
    from rich.text import Text

    effect = [one for one in options if one.flips.changed]
    words = _("{count} of {of} single changes of an option would change a deal", count=len(effect), of=len(options))
    yield section(words)
    figures = (_("flip"), _("reading"), _("highest"), _("who pays"), _("change"), _("hu moved"))
    drawn = table(_("option"), *figures, right=figures, wide=(_("option"),))
    for one in options if every else effect:
        option = Text.assemble((one.name, "bold"), f" {OPTION[one.name].paragraphs[0]}")
        option.append(f"\n{' / '.join(shown(value) for value in one.old)} → {shown(one.new)}", "dim")
        flips = one.flips
        counts = (flips.flipped, flips.reading, flips.highest, flips.payment, flips.changed, flips.moved)
        drawn.add_row(option, *(f"{count:,}" for count in counts))
    if drawn.row_count:
        yield drawn
    if not every and len(effect) < len(options):
        yield ""
        yield _("{count} without effect; --all lists them.", count=len(options) - len(effect))
