"""What the seals of a log show, in plain words."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from cli.language import _, in_a_row, ngettext, translated
from cli.render.screen import Flow, opaque, table
from engine.said import msgid
from replay.verify import DealVerified, Verification

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_TIES = {
    "linked": msgid("yes"),
    "outside": msgid("yes, not in this file"),
    "missing": msgid("no"),
    "differs": msgid("to another"),
}


def seals_screen(shown: Verification) -> "Iterator[RenderableType]":
    """Each deal's seal and whether it holds, what was found, what a code anchors, and what nothing here can show."""
    count = ngettext("{n} deal", "{n} deals", len(shown.deals))
    yield Text.assemble((opaque(shown.source), "bold"), f"  {count}")
    yield ""
    yield _deals(shown)
    findings = list(_findings(shown))
    if findings:
        yield Text("\n" + _("Findings"), "bold")
        yield _points(findings, "red")
    if shown.matched is not None:
        yield ""
        yield from _code(shown, shown.matched)
    if shown.unanchored:
        yield Text("\n" + _("What this cannot show"), "bold")
        yield _points(_open(shown))


def deal_named(shown: Verification, index: int) -> str:
    """A deal by its id; by its number in the file where it has none, or where others have the same."""
    id_ = shown.deals[index].deal
    if id_ is None:
        return _("deal {number}", number=index + 1)
    alone = [deal.deal for deal in shown.deals].count(id_) == 1
    return opaque(id_) if alone else _("{id} (deal {number})", id=opaque(id_), number=index + 1)


def _deals(shown: Verification) -> "Table":
    ties = any(deal.seal is not None and deal.seal.link != "first" for deal in shown.deals)
    tied = _("tied to the one before")
    headings = (_("deal"), _("code"), _("seal"), *((tied,) if ties else ()))
    drawn = table(*headings, wide=(_("deal"), tied))
    for index, deal in enumerate(shown.deals):
        tie = Text("" if deal.seal is None or deal.seal.link == "first" else _(_TIES[deal.seal.link]))
        drawn.add_row(deal_named(shown, index), deal.head or "", _seal(deal), *((tie,) if ties else ()))
    return drawn


def _seal(deal: DealVerified) -> Text:
    if deal.seal is None:
        return Text(_("none"), "dim")
    return Text(_("holds"), "green") if deal.seal.covers else Text(_("does not hold"), "bold red")


def _findings(shown: Verification) -> Iterator[str]:
    for index, deal in enumerate(shown.deals):
        for found in deal.findings:
            named = {"deal": deal_named(shown, index), "what": opaque(translated(found.message))}
            if found.seq is None:
                yield _("{deal}: {what}", **named)
            else:
                yield _("{deal}, event {seq}: {what}", seq=found.seq, **named)
    for found in shown.findings:
        yield opaque(translated(found.message))


def _code(shown: Verification, matched: int) -> "Iterator[RenderableType]":
    """What the code that was given anchors."""
    anchored = [deal_named(shown, index) for index, deal in enumerate(shown.deals) if deal.anchored]
    of = deal_named(shown, matched)
    if not anchored:
        words = msgid("The code is that of {deal}, whose seal does not hold: it anchors nothing.")
        yield Text(_(words, deal=of), "bold red")
        return
    words = msgid("The code is that of {deal}. Since it was written down, none of these was altered:")
    yield Text(_(words, deal=of), "green")
    yield Flow(anchored, ", ")


def _open(shown: Verification) -> Iterator[str]:
    """What is left open, each reason once with the deals that it is about."""
    deals: dict[str, list[str]] = {}
    for item in shown.unanchored:
        about = deals.setdefault(item.message, [])
        if item.deal is not None:
            about.append(deal_named(shown, item.deal))
    for message, named in deals.items():
        what = translated(message)
        yield _("{deal}: {what}", deal=in_a_row(named), what=what) if named else what


def _points(lines: Iterable[str], style: str = "") -> "Table":
    from rich.table import Table

    grid = Table.grid(padding=(0, 1))
    for line in lines:
        grid.add_row(Text("·", style), Text(line, style))
    return grid
