"""Rule sets side by side: the options in which they part, and the article's scoring table cell by cell (§11, §12.3)."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.base import CARDS_IN, set_line
from engine.cards import COPIES, KIND_OF
from engine.options import ARTICLE_PRESETS, OPTIONS, Option, RuleSet, Value
from engine.printed import COLUMNS, PRINTED, ROWS, mended_cell
from engine.said import said

Place = tuple[str, str, str]
"""Row, N or G, and column of a cell."""

_STRAY = said("its column is displaced by a stray 8 at Da Gang, G")
_SLID = said("the row has dropped its 64, and its 128 slid left")
_ONE_LEFT = said("the value of a pair stands one column left")
_FOR_ALL = said("one value stands for all columns")

MISPRINTS: Mapping[Place, str] = {
    ("Da Gang", "G", "Small"): _STRAY,
    ("Ti Zi", "N", "Small"): _STRAY,
    ("Ti Zi", "G", "Small"): _STRAY,
    ("Qi Cha", "N", "Small"): _STRAY,
    ("Liao Long", "G", "Big, not a pair"): _SLID,
    ("Liao Long", "G", "Big, pair"): _SLID,
    ("Liao Long", "G", "Double, not a pair"): _SLID,
    **{("Di Cha", cards, f"Double, {pair}"): _ONE_LEFT for cards in "NG" for pair in ("not a pair", "pair")},
    **{("He Zi", cards, column): _FOR_ALL for cards in "NG" for column in ("Small", "Double, pair")},
}
"""Why a cell is not what the formula of §7 gives, where it is not (§12.3)."""


class OptionCompared(Struct, frozen=True):
    """An option in which rule sets part: its value in each, and whether that is assumed there."""

    option: Option
    values: tuple[Value, ...]
    assumed: tuple[bool, ...]


class CellCompared(Struct, frozen=True):
    """A cell of the article's table: as printed (``None`` for a blank), and what the formula of §7 gives a set that
    belongs there as the table is mended (``None`` where no set can). ``why``: what happened to it in print."""

    row: str
    cards: Literal["N", "G"]
    column: str
    printed: int | None
    formula: int | None
    why: str | None = None

    @property
    def breaks(self) -> bool:
        """Whether what is printed is not what the formula gives."""
        return self.printed != self.formula


class Comparison(Struct, frozen=True):
    """Rule sets by the names they were asked for. ``cells``: row by row, empty where none of them has to do with the
    article's table; ``by``: the name of whose amounts the formula has, ``None`` for those of the preset ``article``."""

    names: tuple[str, ...]
    rules: tuple[RuleSet, ...]
    options: tuple[OptionCompared, ...]
    cells: tuple[CellCompared, ...]
    by: str | None


def compare(named: Sequence[tuple[str, RuleSet]], article: RuleSet) -> Comparison:
    """Two or more rule sets, each with its name. ``article``: the preset, for the formula where none counts by it."""
    names, rules = tuple(name for name, _ in named), tuple(one for _, one in named)
    options = tuple(_option(option, rules) for option in OPTIONS if _parts(option, rules))
    if not any(one.preset in ARTICLE_PRESETS or one.base_table == "printed" for one in rules):
        return Comparison(names, rules, options, (), None)
    by = next(((name, one) for name, one in named if one.base_table == "formula"), (None, article))
    return Comparison(names, rules, options, cells_of(by[1]), by[0])


def _parts(option: Option, rules: Sequence[RuleSet]) -> bool:
    return len({getattr(one, option.name) for one in rules}) > 1


def _option(option: Option, rules: Sequence[RuleSet]) -> OptionCompared:
    values = tuple(getattr(one, option.name) for one in rules)
    return OptionCompared(option, values, tuple(option.name in one.assumed for one in rules))


def cells_of(rules: RuleSet) -> tuple[CellCompared, ...]:
    """The article's table cell by cell against the formula of §7 with the amounts of a rule set."""
    formula = _by_formula(replace(rules, base_table="formula"))
    compared = []
    for (row, cards), values in PRINTED.items():
        for column, printed in zip(COLUMNS, values, strict=True):
            place, due = (row, cards, column), formula.get((row, cards, column))
            why = MISPRINTS.get(place) if printed != due else None
            compared.append(CellCompared(row, cards, column, printed, due, why))  # type: ignore[arg-type]
    return tuple(compared)


@cache
def _by_formula(rules: RuleSet) -> dict[Place, int]:
    """What a set is worth in each cell where one can stand: an ordinary and an old-general kind, with indicators of its
    own kind, that match it, and that do not, are every case there is."""
    worth: dict[Place, int] = {}
    for sample in (("1m", "1s", "2c"), ("T", "W", "2c")):
        kind, matching, other = (KIND_OF[token] for token in sample)
        for indicators in combinations_with_replacement((kind, matching, other), 2):
            for id_ in ROWS:
                if _can_stand(rules, id_, kind, indicators):
                    cell = mended_cell(id_, kind, indicators)
                    worth[cell.row, cell.cards, cell.column] = set_line(rules, indicators, id_, kind).amount
    return worth


def _can_stand(rules: RuleSet, id_: str, kind: int, indicators: tuple[int, ...]) -> bool:
    """Whether there are copies enough, and the indicators are what the set asks for (§3.3, §3.4, §7.4)."""
    if CARDS_IN[id_] + indicators.count(kind) > COPIES:
        return False
    match id_:
        case "opening-triple" | "exact-three-in-hand":
            return kind in indicators
        case "three-in-hand":
            return kind not in indicators
        case "hezi":
            wanted = 2 if rules.hezi_needs == "both-indicators" else 1
            return indicators.count(kind) >= wanted
    return True


def comparison_json(compared: Comparison) -> dict[str, Any]:
    """The comparison in plain values (docs/json.md)."""
    return {
        "names": compared.names,
        "presets": [one.preset for one in compared.rules],
        "options": [
            {
                "option": one.option.name,
                "rules": one.option.paragraphs,
                "values": one.values,
                "assumed": one.assumed,
            }
            for one in compared.options
        ],
        "formula_of": compared.by,
        "cells": [
            {
                "row": cell.row,
                "cards": cell.cards,
                "column": cell.column,
                "printed": cell.printed,
                "formula": cell.formula,
                "breaks": cell.breaks,
                "why": cell.why,
            }
            for cell in compared.cells
        ],
    }
