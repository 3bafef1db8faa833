"""Whatever the engine calls by an id has a name that players know."""

import ast
from pathlib import Path
from typing import get_args

from cli.render.words import FACTORS, LINES, ROUNDINGS, SOURCES, column_in_words
from engine.base import _SETS
from engine.ending import GroupForm, Source
from engine.options import OPTION
from engine.printed import COLUMNS
from tests.support.command_line import ROOT


def _ids(of: str, argument: int = 0) -> set[str]:
    """The constants that `engine/` gives a function, such as ``Factor``, as one of its arguments."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(ROOT, "engine").glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    given = [
        call.args[argument]
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == of and len(call.args) > argument
    ]
    return {one.value for one in given if isinstance(one, ast.Constant)}


def test_every_line_has_a_name_and_every_name_a_line() -> None:
    waits = {f"wait-{wait}" for wait in OPTION["waits"].values}
    ids = _ids("option_line", 1) | set(_SETS) | waits
    assert {"tazi-hu", "three-elders", "joker", "joker-indicator", "rounding"} <= ids
    assert set(LINES) == ids


def test_every_factor_has_a_name() -> None:
    assert set(FACTORS) == _ids("Factor")


def test_every_column_of_the_articles_table_has_a_name() -> None:
    assert [column_in_words(column) for column in COLUMNS] == list(COLUMNS)


def test_every_group_source_and_rounding_has_a_name() -> None:
    assert set(get_args(GroupForm)) <= set(LINES)
    assert set(SOURCES) == set(get_args(Source))
    assert set(ROUNDINGS) == set(OPTION["rounding"].values)
