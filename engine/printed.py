"""The article's scoring table (§12.3): as printed, cell by cell, and as mended, which is the formula of §7."""

from typing import Literal

from msgspec import Struct

from engine.cards import IS_OLD_GENERAL, matches

ROWS: dict[str, str] = {
    "pung": "Peng",
    "three-in-hand": "Kan",
    "exposed-kong": "Da Gang",
    "added-kong": "Da Gang",
    "concealed-kong": "Ti Zi",
    "four-in-hand": "Ti Zi",
    "opening-triple": "Qi Cha",
    "opening-quad": "Liao Long",
    "exact-three-in-hand": "Di Cha",
    "hezi": "He Zi",
}
"""By the id of a base line: the row of the table."""

COLUMNS: tuple[str, ...] = ("Small", "Big, not a pair", "Big, pair", "Double, not a pair", "Double, pair")

PRINTED: dict[tuple[str, str], tuple[int | None, ...]] = {
    ("Peng", "N"): (2, 4, 8, 8, 16),
    ("Peng", "G"): (4, 8, 16, 16, 32),
    ("Kan", "N"): (4, 8, None, 16, None),
    ("Kan", "G"): (8, 16, None, 32, None),
    ("Da Gang", "N"): (8, 16, None, 32, None),
    ("Da Gang", "G"): (8, 32, None, 64, None),
    ("Ti Zi", "N"): (16, 24, None, 48, None),
    ("Ti Zi", "G"): (12, 48, None, 96, None),
    ("Qi Cha", "N"): (24, None, 32, None, 64),
    ("Qi Cha", "G"): (None, None, 64, None, 128),
    ("Liao Long", "N"): (16, 32, None, 64, None),
    ("Liao Long", "G"): (32, None, 128, None, None),
    ("Di Cha", "N"): (None, None, 24, 48, None),
    ("Di Cha", "G"): (None, None, 48, 96, None),
    ("He Zi", "N"): (64, None, None, None, None),
    ("He Zi", "G"): (128, None, None, None, None),
}
"""The cells as they stand, by row and N (normal cards) or G ("General cards"); ``None`` for a blank."""


class Cell(Struct, frozen=True):
    """A cell of the table: its row, N or G, and its column. ``taken_from``: the column whose printed cell stands in for
    a blank."""

    row: str
    cards: Literal["N", "G"]
    column: str
    taken_from: str | None = None


def printed_cell(id_: str, kind: int, indicators: tuple[int, ...]) -> tuple[Cell, int]:
    """The cell of a set as the article glosses its columns, and the value printed there (§12.3).

    Small, Big or Double by how many indicators are old generals; pair where the set's kind is an indicator's. A blank
    takes the nearest printed cell to its left in the row, else to its right.
    """
    generals = sum(1 for indicator in indicators if IS_OLD_GENERAL[indicator])
    cell = _cell(id_, kind, min(generals, 2), pair=kind in indicators)
    values, at = PRINTED[cell.row, cell.cards], COLUMNS.index(cell.column)
    for column in (*range(at, -1, -1), *range(at + 1, len(COLUMNS))):
        value = values[column]
        if value is not None:
            return (cell if column == at else Cell(cell.row, cell.cards, cell.column, COLUMNS[column])), value
    raise AssertionError("every row has a printed cell")


def mended_cell(id_: str, kind: int, indicators: tuple[int, ...]) -> Cell:
    """The cell of a set in the table as mended: Small, Big or Double by how many indicators match the set, pair where
    one is of its kind (§12.3)."""
    matching = sum(1 for indicator in indicators if matches(indicator, kind))
    return _cell(id_, kind, min(matching, 2), pair=kind in indicators)


def _cell(id_: str, kind: int, size: int, *, pair: bool) -> Cell:
    column = 0 if size == 0 else 2 * size - 1 + pair
    return Cell(ROWS[id_], "G" if IS_OLD_GENERAL[kind] else "N", COLUMNS[column])
