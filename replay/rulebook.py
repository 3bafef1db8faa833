"""The presets that ship with the program (`presets/*.toml`) and rule sets written in TOML files."""

import tomllib
from functools import cache
from importlib.resources import files

from engine.rulesets import Rulebook, preset_from

PRESETS = ("cardavia",)
"""Names of the shipped presets, in the order they are listed."""


@cache
def rulebook() -> Rulebook:
    """The shipped presets, read once."""
    folder = files("replay") / "presets"
    tables = {name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in PRESETS}
    return Rulebook({name: preset_from(name, table) for name, table in tables.items()})
