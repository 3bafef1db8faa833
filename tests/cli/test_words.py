"""Whatever the engine calls by an id has a name that players know."""

import ast
from pathlib import Path
from typing import get_args

from cli.render.words import FACTORS, LINES, ROUNDINGS, SOURCES
from engine.base import _SETS
from engine.ending import GroupForm, Source
from engine.options import OPTION
from tests.support.command_line import ROOT


def _ids(of: str) -> set[str]:
    """The constants that `engine/` makes a ``Line`` or a ``Factor`` of, as its first argument."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(ROOT, "engine").glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    firsts = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == of and call.args]
    return {first.value for first in firsts if isinstance(first, ast.Constant)}


def test_every_line_has_a_name_and_every_name_a_line() -> None:
    waits = {f"wait-{wait}" for wait in OPTION["waits"].values}
    ids = _ids("Line") | set(_SETS) | waits
    assert {"tazi-hu", "three-elders", "rounding"} <= ids
    assert set(LINES) == ids


def test_every_factor_has_a_name() -> None:
    assert set(FACTORS) == _ids("Factor")


def test_every_group_source_and_rounding_has_a_name() -> None:
    assert set(get_args(GroupForm)) <= set(LINES)
    assert set(SOURCES) == set(get_args(Source))
    assert set(ROUNDINGS) == set(OPTION["rounding"].values)
