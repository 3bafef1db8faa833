"""From what a log, a record or a person names to a whole rule set (§11); nothing unknown passes."""

from collections.abc import Mapping
from difflib import get_close_matches

import msgspec
from msgspec import Struct

from engine.events import RulesNamed
from engine.options import LARGEST, OPTION, OPTIONS, Option, RuleSet, Value
from engine.said import said, said_one_by_one

MOST_FAULTS = 100
"""How many faults of one rule set are named."""


class RulesFault(Struct, frozen=True):
    """One thing wrong with a rule set: the option's name (``preset`` for the preset), what stands there, and why."""

    field: str
    token: str
    message: str


class RulesError(ValueError):
    """A rule set that is not one; ``faults`` has everything wrong with it, ``message`` all of it in words."""

    def __init__(self, faults: tuple[RulesFault, ...]) -> None:
        self.message = said_one_by_one(fault.message for fault in faults)
        super().__init__(self.message)
        self.faults = faults


class Rulebook(Struct, frozen=True):
    """The presets a program knows, by name. What a rule set names is looked up here."""

    presets: Mapping[str, RuleSet]

    def resolve(self, named: str | RulesNamed) -> RuleSet:
        """The whole rule set. Raises ``RulesError`` with every fault: an unknown preset, option, type or value."""
        preset, changes = (named, {}) if isinstance(named, str) else (named.preset, named.options)
        if preset not in self.presets:
            known = ", ".join(self.presets)
            message = said("unknown preset {preset!r}; known: {known}", preset=shown(preset), known=known)
            raise RulesError((RulesFault("preset", preset, message),))
        return changed(self.presets[preset], changes)


def preset_from(name: str, table: Mapping[str, object], assumed: tuple[str, ...] = ()) -> RuleSet:
    """A preset from its table, which must give every option, and which of them its source does not state. Raises
    ``RulesError``."""
    values, faults = _values_of(table)
    faults += [
        RulesFault(option.name, "", said("the preset gives no value for {option}", option=option.name))
        for option in OPTIONS
        if option.name not in table
    ]
    if faults:
        raise RulesError(tuple(faults))
    unstated = tuple((option, values[option]) for option in assumed)
    return RuleSet(preset=name, unstated=unstated, **values)  # type: ignore[arg-type]


def changed(rules: RuleSet, changes: Mapping[str, object]) -> RuleSet:
    """The rule set with some options changed. Raises ``RulesError`` with every fault of ``changes``."""
    if not changes:
        return rules
    values, faults = _values_of(changes)
    if faults:
        raise RulesError(tuple(faults))
    return msgspec.structs.replace(rules, **values)


def values_of(rules: RuleSet) -> dict[str, Value]:
    """Every option's value, by name, in the order of §11."""
    return {option.name: getattr(rules, option.name) for option in OPTIONS}


def changes_from(base: RuleSet, rules: RuleSet) -> dict[str, Value]:
    """The options in which ``rules`` differs from ``base``, with the values of ``rules``."""
    before = values_of(base)
    return {name: value for name, value in values_of(rules).items() if value != before[name]}


def other_values(rules: RuleSet, option: Option) -> tuple[Value, ...]:
    """The values worth trying one at a time: each other value a choice names, each list with one member more or less,
    and for amounts the neutral one."""
    current: Value = getattr(rules, option.name)
    match option.kind:
        case "flag":
            return (not current,)
        case "choice":
            return tuple(value for value in option.values if value != current)
        case "several":
            assert isinstance(current, tuple)
            return tuple(
                tuple(str(other) for other in option.values if (other in current) != (other == value))
                for value in option.values
            )
    neutral = option.neutral
    return () if neutral is None or neutral == current else (neutral,)


def _values_of(table: Mapping[str, object]) -> tuple[dict[str, Value], list[RulesFault]]:
    values: dict[str, Value] = {}
    faults: list[RulesFault] = []
    for name, given in table.items():
        if len(faults) == MOST_FAULTS:
            break
        option = OPTION.get(name)
        if option is None:
            near = get_close_matches(name[:40], OPTION, n=1)
            if near:
                message = said("unknown option {option!r}; did you mean {near}?", option=shown(name), near=near[0])
            else:
                message = said("unknown option {option!r}; `duzihu rules options` lists them", option=shown(name))
            faults.append(RulesFault(shown(name), shown(name), message))
            continue
        value = _value_of(option, given)
        if value is None:
            message = said(
                "{option} = {value}: allowed is {allowed}", option=name, value=shown(given), allowed=option.allowed
            )
            faults.append(RulesFault(name, shown(given), message))
        else:
            values[name] = value
    return values, faults


def _value_of(option: Option, given: object) -> Value | None:
    """The value as a rule set holds it, or ``None`` where the option cannot take it."""
    match option.kind:
        case "flag":
            return given if isinstance(given, bool) else None
        case "count":
            return given if _is_count(given, option.minimum) else None  # type: ignore[return-value]
        case "choice":
            known = isinstance(given, str | int) and not isinstance(given, bool) and given in option.values
            return given if known else None  # type: ignore[return-value]
    if not isinstance(given, list | tuple):
        return None
    if option.kind == "counts":
        fits = len(given) == option.length and all(_is_count(item, option.minimum) for item in given)
        return tuple(given) if fits else None
    if not all(isinstance(item, str) and item in option.values for item in given) or len(set(given)) != len(given):
        return None
    return tuple(str(value) for value in option.values if value in given)


def _is_count(given: object, minimum: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and minimum <= given <= LARGEST


def shown(value: object, *, inner: bool = False) -> str:
    """A value as TOML writes it, shortened, what is nested deeper left out, with control characters escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list | tuple):
        if inner and value:
            return "[…]"
        text = "[" + ", ".join(shown(item, inner=True) for item in value[:8]) + (", …]" if len(value) > 8 else "]")
    elif isinstance(value, int) and abs(value) > 10**80:
        text = "an integer of more than 80 digits"
    else:
        text = ascii(value) if isinstance(value, str) and not value.isprintable() else str(value)
    return text if len(text) <= 80 else text[:79] + "…"
