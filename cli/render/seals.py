"""What the seals of a log show, in plain words."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from cli.render.screen import Flow, opaque, table
from replay.verify import DealVerified, Verification

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

_TIES = {"first": "", "linked": "yes", "outside": "yes, not in this file", "missing": "no", "differs": "to another"}


def seals_screen(shown: Verification) -> "Iterator[RenderableType]":
    """Each deal's seal and whether it holds, what was found, what a code anchors, and what nothing here can show."""
    count = "1 deal" if len(shown.deals) == 1 else f"{len(shown.deals)} deals"
    yield Text.assemble((opaque(shown.source), "bold"), f"  {count}")
    yield ""
    yield _deals(shown)
    findings = list(_findings(shown))
    if findings:
        yield Text("\nFindings", "bold")
        yield _points(findings, "red")
    if shown.matched is not None:
        yield ""
        yield from _code(shown, shown.matched)
    if shown.unanchored:
        yield Text("\nWhat this cannot show", "bold")
        yield _points(_open(shown))


def deal_named(shown: Verification, index: int) -> str:
    """A deal by its id; by its number in the file where it has none, or where others have the same."""
    id_ = shown.deals[index].deal
    if id_ is None:
        return f"deal {index + 1}"
    alone = [deal.deal for deal in shown.deals].count(id_) == 1
    return opaque(id_) if alone else f"{opaque(id_)} (deal {index + 1})"


def _deals(shown: Verification) -> "Table":
    ties = any(deal.seal is not None and deal.seal.link != "first" for deal in shown.deals)
    headings = ("deal", "code", "seal", *(("tied to the one before",) if ties else ()))
    drawn = table(*headings, wide=("deal", "tied to the one before"))
    for index, deal in enumerate(shown.deals):
        tie = Text("" if deal.seal is None else _TIES[deal.seal.link])
        drawn.add_row(deal_named(shown, index), deal.head or "", _seal(deal), *((tie,) if ties else ()))
    return drawn


def _seal(deal: DealVerified) -> Text:
    if deal.seal is None:
        return Text("none", "dim")
    return Text("holds", "green") if deal.seal.covers else Text("does not hold", "bold red")


def _findings(shown: Verification) -> Iterator[str]:
    for index, deal in enumerate(shown.deals):
        for found in deal.findings:
            at = "" if found.seq is None else f", event {found.seq}"
            yield f"{deal_named(shown, index)}{at}: {opaque(found.message)}"
    for found in shown.findings:
        yield opaque(found.message)


def _code(shown: Verification, matched: int) -> "Iterator[RenderableType]":
    """What the code that was given anchors."""
    anchored = [deal_named(shown, index) for index, deal in enumerate(shown.deals) if deal.anchored]
    of = f"The code is that of {deal_named(shown, matched)}"
    if not anchored:
        yield Text(f"{of}, whose seal does not hold: it anchors nothing.", "bold red")
        return
    yield Text(f"{of}. Since it was written down, none of these was altered:", "green")
    yield Flow(anchored, ", ")


def _open(shown: Verification) -> Iterator[str]:
    """What is left open, each reason once with the deals that it is about."""
    deals: dict[str, list[str]] = {}
    for item in shown.unanchored:
        about = deals.setdefault(item.message, [])
        if item.deal is not None:
            about.append(deal_named(shown, item.deal))
    for message, named in deals.items():
        yield f"{', '.join(named)}: {message}" if named else message


def _points(lines: Iterable[str], style: str = "") -> "Table":
    from rich.table import Table

    grid = Table.grid(padding=(0, 1))
    for line in lines:
        grid.add_row(Text("·", style), Text(line, style))
    return grid
