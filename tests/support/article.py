"""The article's scoring table as §12.3 of the rules prints it, read from there; and what the paragraph says of it."""

import re
from functools import cache
from pathlib import Path
from typing import TypeAlias

Row: TypeAlias = tuple[str, str]
"""A row's name and N or G, such as ``("Kan", "N")``."""

RULES = Path(__file__).parents[2] / "docs" / "rules.md"

SETS: dict[str, tuple[str, ...]] = {
    "Peng": ("pung",),
    "Kan": ("three-in-hand",),
    "Da Gang": ("exposed-kong", "added-kong"),
    "Ti Zi": ("concealed-kong", "four-in-hand"),
    "Qi Cha": ("opening-triple",),
    "Liao Long": ("opening-quad",),
    "Di Cha": ("exact-three-in-hand",),
    "He Zi": ("hezi",),
}
"""By the name of a row: the ids of the base lines that it is about."""


@cache
def table() -> tuple[tuple[str, ...], dict[Row, tuple[int | None, ...]]]:
    """The columns and, by row, the cells; ``None`` where a blank is printed."""
    text = RULES.read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in _table_lines(text)]
    columns, cells, name = tuple(rows[0][2:]), {}, ""
    for head, cards, *values in rows[2:]:
        name = head.partition(":")[0] or name
        cells[name, cards] = tuple(None if value == "–" else int(value) for value in values)
    return columns, cells


def _table_lines(text: str) -> list[str]:
    section = text.partition("## §12 ")[2].partition("## §13 ")[0]
    return re.findall(r"^ *\|.*\|$", section, re.MULTILINE)


def stands_in(row: Row, column: str) -> tuple[str, int]:
    """The cell itself or, for a blank, the printed cell that it takes: "the nearest printed cell to its left in the
    row, else to its right"."""
    columns, cells = table()
    printed = {name: value for name, value in zip(columns, cells[row], strict=True) if value is not None}
    left = [name for name in columns[: columns.index(column) + 1] if name in printed]
    right = [name for name in columns[columns.index(column) :] if name in printed]
    nearest = left[-1] if left else right[0]
    return nearest, printed[nearest]


def mended() -> dict[Row, tuple[int | None, ...]]:
    """The table with its misprints mended as the paragraph says, in its words: "the first column from Da Gang G down
    to Qi Cha N is displaced by a stray 8 (8, 16, 12, 24 for 16, 12, 24, –); Liao Long G has dropped its 64, its 128
    sliding left; Di Cha's second values (always pairs) stand one column left; He Zi's value is one for all columns"."""
    cells = {row: list(values) for row, values in table()[1].items()}
    displaced: tuple[Row, ...] = (("Da Gang", "G"), ("Ti Zi", "N"), ("Ti Zi", "G"), ("Qi Cha", "N"))
    assert [cells[row][0] for row in displaced] == [8, 16, 12, 24]
    for row, value in zip(displaced, (16, 12, 24, None), strict=True):
        cells[row][0] = value
    assert cells["Liao Long", "G"] == [32, None, 128, None, None]
    cells["Liao Long", "G"] = [32, 64, None, 128, None]
    for cards in "NG":
        second = cells["Di Cha", cards]
        second[3:] = [None, second[3]]
        cells["He Zi", cards] = [cells["He Zi", cards][0]] * 5
    return {row: tuple(values) for row, values in cells.items()}
