"""Other rules: one option at another value, or another preset (§11, §12.3)."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from engine.ambiguities import AMBIGUITIES
from engine.ending import DealEnd
from engine.options import OPTIONS, Option, RuleSet, Value
from engine.rulesets import changes_from, other_values, shown
from engine.said import msgid, said
from replay.dispute.hypotheses import OPTION, PRESET, Hypothesis, end_changed
from replay.rulebook import PRESETS, rulebook


def other_rules(end: DealEnd) -> Iterator[Hypothesis]:
    """Every option at each other value worth trying, each preset as a whole."""
    for preset in PRESETS:
        rules = rulebook().presets[preset]
        if changes_from(end.rules, rules):
            yield Hypothesis(
                "preset", "preset", {"preset": preset}, "§11", PRESET, "preset",
                partial(end_changed, partial(_with_rules, rules=rules)),
                partial(said, msgid("the rules are those of the preset {preset}"), preset=preset),
            )  # fmt: skip
    for option in OPTIONS:
        old: Value = getattr(end.rules, option.name)
        for value in _values(end.rules, option):
            yield Hypothesis(
                "option", "option", {"option": option.name, "old": old, "new": value}, option.paragraphs[0], OPTION,
                f"option:{option.name}", partial(end_changed, partial(_with_option, name=option.name, value=value)),
                partial(said, msgid("the rule is {option} = {new}, not {old}"),
                        option=option.name, new=shown(value), old=shown(old)),
                extra=_extra(option, old, value),
            )  # fmt: skip


def _values(rules: RuleSet, option: Option) -> list[Value]:
    """Lists with any members, not only one more or less; the values of every preset; else those of ``other_values``."""
    values = list(other_values(rules, option))
    if option.kind == "several":
        values = [tuple(map(str, some)) for size in range(len(option.values) + 1)
                  for some in combinations(option.values, size)]  # fmt: skip
    values += [getattr(preset, option.name) for preset in rulebook().presets.values()]
    current = getattr(rules, option.name)
    return [value for value in dict.fromkeys(values) if value != current]


def _extra(option: Option, old: Value, new: Value) -> int:
    """Tables differ in what the sources leave open, hardly by setting an amount at nothing; lists change by a member
    rather than by several."""
    if option.kind in ("count", "counts"):
        return 3
    extra = -1 if option.name in AMBIGUITIES else 1
    if option.kind == "several":
        assert isinstance(old, tuple)
        assert isinstance(new, tuple)
        extra += len(set(old) ^ set(new)) - 1
    return extra


def _with_rules(end: DealEnd, *, rules: RuleSet) -> DealEnd:
    return replace(end, rules=rules)


def _with_option(end: DealEnd, *, name: str, value: Value) -> DealEnd:
    return replace(end, rules=replace(end.rules, **{name: value}))
