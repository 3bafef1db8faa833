"""Answers of the archive on the screen: a table, or row by row where that is too wide; and its tables."""

from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from cli.language import _, ngettext
from cli.render.deals import section
from cli.render.screen import NARROWEST, opaque, table
from replay.archive.cells import worded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from replay.archive.schema import Table


def answer_parts(
    columns: Sequence[tuple[str, str]], numeric: Sequence[bool], rows: Sequence[Sequence[Any]]
) -> "Iterator[RenderableType]":
    """Rows of values under the names of their columns; numbers are set right."""
    from rich.cells import cell_len

    names = [opaque(name) for name, _type in columns]
    cells = [[opaque(worded(value)) for value in row] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(names, *cells, strict=True)]
    if sum(widths) + 2 * (len(widths) - 1) <= max(NARROWEST, get_terminal_size((80, 24)).columns):
        yield _aligned(names, numeric, cells)
    else:
        for at, row in enumerate(cells, 1):
            yield from _one_by_one(names, row, at)
    yield ""
    yield ngettext("{n} row", "{n} rows", len(rows))


def _aligned(names: Sequence[str], numeric: Sequence[bool], cells: Iterable[Sequence[str]]) -> "RenderableType":
    drawn = table(*names)
    for column, is_number in zip(drawn.columns, numeric, strict=True):
        column.justify = "right" if is_number else "left"
    for row in cells:
        drawn.add_row(*row)
    return drawn


def _one_by_one(names: Sequence[str], row: Sequence[str], number: int) -> "Iterator[RenderableType]":
    yield section(_("row {number}", number=number))
    drawn = table("", "", wide=("",))
    drawn.show_header = False
    drawn.columns[0].no_wrap = False
    for name, cell in zip(names, row, strict=True):
        drawn.add_row(name, cell)
    yield drawn


def tables_parts(tables: "Iterable[Table]") -> "Iterator[RenderableType]":
    """What there is to ask for."""
    for at, one in enumerate(tables):
        yield section(one.name) if at else _bold(one.name)
        yield one.meaning
        drawn = table(_("column"), _("type"), "", wide=("",))
        for column in one.columns:
            drawn.add_row(column.name, column.type, column.meaning)
        yield drawn


def _bold(text: str) -> "RenderableType":
    from rich.text import Text

    return Text(text, "bold")
