"""Rule sets side by side on the screen: where they part, the article's table, and what of it breaks the formula."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from cli.language import _, translated
from cli.render.deals import section
from cli.render.screen import opaque, table
from cli.render.words import column_in_words, row_in_words
from engine.printed import COLUMNS
from engine.rulesets import shown
from replay.compare import CellCompared, Comparison

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_BLANK = "–"


def comparison(compared: Comparison) -> "Iterator[RenderableType]":
    """The options, then the table, then its cells that break the formula."""
    yield from _options(compared)
    if compared.cells:
        yield from _cells(compared)
        yield from _broken(compared)


def _options(compared: Comparison) -> "Iterator[RenderableType]":
    from rich.text import Text

    if not compared.options:
        yield _("No option differs.")
        return
    names = [opaque(name) for name in compared.names]
    drawn = table(_("option"), *names, "§", wide=names)
    for one in compared.options:
        values = [
            Text.assemble(shown(value), (" ~", "dim") if assumed else "")
            for value, assumed in zip(one.values, one.assumed, strict=True)
        ]
        drawn.add_row(one.option.name, *values, "\n".join(one.option.paragraphs))
    yield drawn
    if any(any(one.assumed) for one in compared.options):
        yield Text(_("~ assumed: the source of the preset does not state it"), "dim")


def _cells(compared: Comparison) -> "Iterator[RenderableType]":
    yield section(_("The article's scoring table (§12.3), and by the formula of §7"))
    columns = [column_in_words(column) for column in COLUMNS]
    drawn = table(_("set"), "", *columns, right=columns, wide=(_("set"), *columns))
    for (row, cards), cells in groupby(compared.cells, lambda cell: (cell.row, cell.cards)):
        drawn.add_row(row_in_words(row) if cards == "N" else "", cards, *map(_cell, cells), end_section=cards == "G")
    yield drawn
    yield _("≠ stands between what is printed and what the formula gives; {blank} is a blank.", blank=_BLANK)
    yield _(
        "Small, Big, Double: none, one, both indicators match the set (§7.3); pair: one is of its kind. As printed: "
        "none, one, both are old generals."
    )


def _cell(cell: CellCompared) -> "Text":
    from rich.text import Text

    printed = _figure(cell.printed)
    if not cell.breaks:
        return Text(printed)
    return Text(f"{printed} ≠ {_figure(cell.formula)}", "bold red")


def _figure(value: int | None) -> str:
    return _BLANK if value is None else str(value)


def _broken(compared: Comparison) -> "Iterator[RenderableType]":
    yield section(_("Printed cells that break the formula"))
    drawn = table(_("cell"), _("printed"), "§7", "", right=(_("printed"), "§7"), wide=(_("cell"), ""))
    for cell in compared.cells:
        if cell.breaks:
            where = {"row": row_in_words(cell.row), "cards": cell.cards, "column": column_in_words(cell.column)}
            place = _("{row} {cards}, {column}", **where)
            why = "" if cell.why is None else translated(cell.why)
            drawn.add_row(place, _figure(cell.printed), _figure(cell.formula), why)
    yield drawn
