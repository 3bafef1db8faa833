"""The presets that ship with the program (`presets/*.toml`), rule-set files, and changes typed at the prompt.

A rule-set file is TOML with what a hand record's ``rules`` has: ``preset`` and a table ``options``.
"""

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from engine.events import RulesNamed
from engine.options import OPTION, RuleSet
from engine.rulesets import Rulebook, RulesError, RulesFault, changed, changes_from, preset_from, shown
from engine.said import said
from replay.faults import Fault, UnreadableError
from replay.foreign import toml_says

PRESETS = ("cardavia", "article", "article-printed")
"""Names of the shipped presets, in the order they are listed."""

LARGEST_FILE = 2**20
"""Bytes of the largest rule-set file that is read."""


@cache
def rulebook() -> Rulebook:
    """The shipped presets, read once."""
    return Rulebook({name: preset_from(name, _options(name), tuple(_assumed(name))) for name in PRESETS})


def _options(name: str) -> dict[str, Any]:
    """Every option of a preset, those of the preset it is based on included."""
    table = _preset_table(name)
    inherited = _options(table["base"]) if "base" in table else {}
    return inherited | dict(table["options"])


def _assumed(name: str) -> list[str]:
    table = _preset_table(name)
    inherited = _assumed(table["base"]) if "base" in table else []
    return [option for option in (*inherited, *table.get("assumed", ())) if option not in table["options"]]


def description(preset: str) -> str:
    """What a shipped preset is, in a line. ``KeyError`` for another name."""
    return str(_preset_table(preset)["description"])


@cache
def _preset_table(name: str) -> dict[str, Any]:
    import tomllib

    if name not in PRESETS:
        raise KeyError(name)
    path = Path(__file__).with_name("presets") / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def load_rules(name: str) -> RuleSet:
    """The rule set of a preset's name or, where there is no such preset, of a file.

    Raises ``RulesError`` for a name that is neither, ``UnreadableError`` with every fault of a file.
    """
    if name in PRESETS:
        return rulebook().resolve(name)
    if not name.endswith(".toml") and not os.path.lexists(name):
        near = get_close_matches(name, PRESETS, n=1)
        names = {"name": shown(name), "presets": ", ".join(PRESETS)}
        message = said("{name} is neither a preset ({presets}) nor a file", **names)
        if near:
            message = said(
                "{name} is neither a preset ({presets}) nor a file; did you mean {near}?", near=near[0], **names
            )
        raise RulesError((RulesFault("preset", name, message),))
    table = _table_of(name)
    preset, options = table.get("preset"), table.get("options", {})
    faults = [
        Fault(
            "unknown-key",
            said("unknown key {key}; a rule set has preset and [options]", key=shown(key)),
            name,
            field=key,
        )
        for key in table
        if key not in ("preset", "options") and not key.startswith("x_")
    ]
    if not isinstance(preset, str):
        message = said("preset must name one of: {presets}", presets=", ".join(PRESETS))
        faults.append(Fault("missing-key" if preset is None else "wrong-type", message, name, field="preset"))
    if not isinstance(options, dict):
        faults.append(Fault("wrong-type", said("options must be a table, written [options]"), name, field="options"))
    elif isinstance(preset, str):
        try:
            rules = rulebook().resolve(RulesNamed(preset, options))
        except RulesError as error:
            faults += [_file_fault(name, fault) for fault in error.faults]
    if faults:
        raise UnreadableError(faults)
    return rules


def rules_hash(rules: RuleSet) -> str:
    """16 hexadecimal digits that stand for a rule set: all its values, and which of them its source does not state."""
    return sha256(msgspec.json.encode(rules)).hexdigest()[:16]


def with_settings(rules: RuleSet, settings: Iterable[str]) -> RuleSet:
    """A rule set changed by ``option=value`` texts, each value as TOML writes it; words need no quotes, and lists of
    words or numbers no brackets (``waits=pair,middle``). Raises ``RulesError`` with every fault."""
    changes: dict[str, object] = {}
    faults: list[RulesFault] = []
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            faults.append(RulesFault(name, setting, said("{setting} must be OPTION=VALUE", setting=shown(setting))))
        elif name in changes:
            faults.append(RulesFault(name, setting, said("{option} is set twice", option=shown(name))))
        else:
            changes[name] = _value_of(name, value)
    try:
        rules = changed(rules, changes)
    except RulesError as error:
        faults.extend(error.faults)
    if faults:
        raise RulesError(tuple(faults))
    return rules


def _value_of(name: str, text: str) -> object:
    """What a value typed at the prompt means: TOML, else bare words. What suits no option is left for the check."""
    import tomllib

    try:
        table = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        table = {}
    if table.keys() == {"value"}:
        return table["value"]
    option = OPTION.get(name)
    if option is None or option.kind not in ("several", "counts"):
        return text
    words = [word.strip() for word in text.removeprefix("[").removesuffix("]").split(",") if word.strip()]
    return [int(word) if re.fullmatch("[0-9]{1,9}", word) else word for word in words]


def _table_of(path: str) -> Mapping[str, Any]:
    """The TOML table of a file. Raises ``UnreadableError``."""
    import tomllib

    from replay.inputs import opened

    with opened(path) as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise UnreadableError([Fault("too-large", said("over 1 MiB: no rule set is so long"), path)])
    if raw.startswith(b"\xef\xbb\xbf"):
        mend = said("save it as UTF-8 without one")
        raise UnreadableError([Fault("byte-order-mark", said("begins with a byte order mark"), path, 1, mend=mend)])
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        line, byte = raw[: error.start].count(b"\n") + 1, f"0x{raw[error.start]:02x}"
        message, mend = said("not UTF-8 at byte {at}", at=error.start + 1), said("save it as UTF-8")
        raise UnreadableError([Fault("not-utf-8", message, path, line, token=byte, mend=mend)]) from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        at = int(place[1]) if place else None
        raise UnreadableError([Fault("not-toml", said("not TOML: {what}", what=toml_says(error)), path, at)]) from None
    except (RecursionError, ValueError):  # nested, or a number, beyond all measure
        raise UnreadableError([Fault("not-toml", said("not TOML that can be read"), path)]) from None


def _file_fault(path: str, fault: RulesFault) -> Fault:
    field = fault.field if fault.field == "preset" else f"options.{fault.field}"
    return Fault("wrong-rules", fault.message, path, field=field, token=fault.token or None)


def named_rules(rules: RuleSet) -> str | RulesNamed:
    """A rule set as a log or a record names it: its preset, with what it changes."""
    changes = changes_from(rulebook().presets[rules.preset], rules)
    return RulesNamed(rules.preset, dict(changes)) if changes else rules.preset
