"""Rule sets: what is refused and in which words, and that options, preset and rules document agree (§11)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import RulesNamed
from engine.options import LARGEST, OPTION, OPTIONS, Option, RuleSet
from engine.rulesets import (
    RulesError,
    RulesFault,
    changed,
    changes_from,
    other_values,
    preset_from,
    shown,
    values_of,
)
from replay.rulebook import PRESETS, rulebook
from tests.support.table import cardavia, rules

DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def faults_of(**changes: Any) -> tuple[RulesFault, ...]:
    with pytest.raises(RulesError) as caught:
        rules(**changes)
    assert all(fault.message in str(caught.value) for fault in caught.value.faults)
    return caught.value.faults


def fault_of(**changes: Any) -> RulesFault:
    (fault,) = faults_of(**changes)
    return fault


# --- What is refused


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("pung_hu", -1),
        ("pung_hu", True),
        ("pung_hu", 2.0),
        ("pung_hu", "2"),
        ("pung_hu", None),
        ("pung_hu", [2]),
        ("pung_hu", {"hu": 2}),
        ("pung_hu", float("nan")),
        ("pung_hu", LARGEST + 1),
        ("pung_hu", 10**400),
        ("piao_multiplier", 0),
        ("piao_multiplier", False),
        ("rounding_unit", 0),
        ("kong_after_pung", 1),
        ("kong_after_pung", 0),
        ("kong_after_pung", "true"),
        ("kong_after_pung", None),
        ("rounding", "Up"),
        ("rounding", "up "),
        ("rounding", ""),
        ("rounding", True),
        ("rounding", ["up"]),
        ("wenqian_hu", 20),
        ("wenqian_hu", []),
        ("wenqian_hu", [20, 50, 100]),
        ("wenqian_hu", [20, 50, 100, 200, 400]),
        ("wenqian_hu", [20, 50, 100, "200"]),
        ("wenqian_hu", [20, 50, 100, True]),
        ("wenqian_hu", [20, 50, 100, -1]),
        ("wenqian_hu", [[20, 50, 100, 200]]),
        ("waits", "pair"),
        ("waits", ["pair", "pair"]),
        ("waits", ["pair", "edge"]),
        ("waits", [["pair"]]),
        ("waits", ["pair", None]),
        ("waits", {"pair": True}),
        ("closed_floating_broken_by", ["pung", "pung"]),
        ("table_players", "3"),
        ("table_players", 3.0),
        ("table_players", True),
        ("table_players", 5),
        ("jokers", "included"),
        ("base_table", "table"),
    ],
)
def test_11_values_that_an_option_cannot_take(option: str, value: object) -> None:
    fault = fault_of(**{option: value})
    assert fault.field == option
    assert fault.token == shown(value)
    assert fault.message.startswith(f"{option} = ")
    assert OPTION[option].allowed in fault.message


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("jokers", "flowers"),
        ("table_players", 4),
        ("base_table", "printed"),
        ("joker_hu", 11),
        ("joker_hu", 0),
        ("joker_indicator_multiplier", 3),
    ],
)
def test_12_the_articles_options_may_be_set_under_every_preset(option: str, value: object) -> None:
    for preset in PRESETS:
        assert getattr(rules(preset, **{option: value}), option) == value


@pytest.mark.parametrize(
    ("option", "value"), [("jokers", "excluded"), ("table_players", 3), ("joker_hu", 10), ("base_table", "formula")]
)
def test_12_the_presets_own_value_may_be_named(option: str, value: object) -> None:
    assert rules(**{option: value}) == cardavia()


@pytest.mark.parametrize("preset", ["", "Cardavia", "cardavia ", "../presets/cardavia", "\x1b[31mred"])
def test_11_an_unknown_preset_lists_the_known(preset: str) -> None:
    with pytest.raises(RulesError) as caught:
        rulebook().resolve(RulesNamed(preset, {"pung_hu": 3}))
    (fault,) = caught.value.faults
    assert (fault.field, fault.token) == ("preset", preset)
    assert "known: cardavia" in fault.message
    assert "\x1b" not in fault.message


@pytest.mark.parametrize(
    ("name", "near"),
    [("rounding_units", "rounding_unit"), ("Pung_hu", "pung_hu"), ("three_elder", "three_elders"), ("wait", "waits")],
)
def test_11_an_unknown_option_asks_did_you_mean(name: str, near: str) -> None:
    fault = fault_of(**{name: 1})
    assert (fault.field, fault.token) == (name, name)
    assert f"did you mean {near}?" in fault.message


@pytest.mark.parametrize("name", ["", "zzz", "x_note", "preset", "\x1b[2J", "役"])
def test_11_an_unknown_option_like_no_other_says_where_they_are_listed(name: str) -> None:
    fault = fault_of(**{name: 1})
    assert "unknown option" in fault.message
    assert "rules options" in fault.message
    assert "\x1b" not in fault.message


def test_11_all_faults_are_reported_at_once() -> None:
    found = faults_of(pung_hu=-1, rounding="sideways", roundng="up", jokers="wild", qing_hu=90)
    assert [fault.field for fault in found] == ["pung_hu", "rounding", "roundng", "jokers"]


@pytest.mark.parametrize("depth", [10, 300, 900])
def test_11_a_value_nested_ever_so_deep_is_refused_in_few_words(depth: int) -> None:
    value: Any = []
    table: Any = {}
    for _ in range(depth):
        value, table = [value], {"": table}
    for option in ("pung_hu", "waits", "wenqian_hu", "jokers", "kong_after_pung"):
        for nested in (value, table):
            assert len(fault_of(**{option: nested}).message) < 300


def test_11_long_values_are_shortened_and_control_characters_escaped() -> None:
    assert shown("x" * 1000) == "x" * 79 + "…"
    assert shown(list(range(20))) == "[0, 1, 2, 3, 4, 5, 6, 7, …]"
    assert shown("a\x1b[31m\n\u2028") == "'a\\x1b[31m\\n\\u2028'"
    assert (shown(True), shown(False), shown([True, "a"]), shown(-3)) == ("true", "false", "[true, a]", "-3")


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["up", "pair", "pung", "any"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(OPTIONS), ANY_JSON)
def test_11_whatever_is_given_is_held_as_it_is_or_refused(option: Option, value: Any) -> None:
    try:
        found = getattr(rules(**{option.name: value}), option.name)
    except RulesError as error:
        found, refused = None, [fault.field for fault in error.faults]
    else:
        refused = []
    if refused:
        assert refused == [option.name]
    elif option.kind in ("several", "counts"):
        assert isinstance(found, tuple)
        assert sorted(found) == sorted(value)
    else:
        assert type(found) is type(value)
        assert found == value


# --- What is accepted


def test_11_the_order_of_a_list_does_not_matter() -> None:
    assert rules(waits=["seven-of-789", "pair"]) == rules(waits=["pair", "seven-of-789"])
    assert rules(waits=["seven-of-789", "pair"]).waits == ("pair", "seven-of-789")


def test_11_a_list_may_be_empty() -> None:
    assert rules(waits=[], closed_floating_broken_by=[]).closed_floating_broken_by == ()


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.kind == "count"])
def test_11_an_amount_takes_the_least_and_the_largest(option: Option) -> None:
    for value in (option.minimum, LARGEST):
        assert getattr(rules(**{option.name: value}), option.name) == value
    assert fault_of(**{option.name: option.minimum - 1}).field == option.name


def test_11_a_rule_set_is_equal_however_it_is_named() -> None:
    assert rulebook().resolve("cardavia") == rulebook().resolve(RulesNamed("cardavia")) == rules(pung_hu=2)
    assert hash(rules(pung_hu=3)) == hash(rules(pung_hu=3))
    assert rules(pung_hu=3) != cardavia()


def test_11_changes_are_what_differs_from_the_preset() -> None:
    mine = rules(pung_hu=3, waits=["pair"], rounding="up")
    assert changes_from(cardavia(), mine) == {"pung_hu": 3, "waits": ("pair",)}
    assert changed(cardavia(), changes_from(cardavia(), mine)) == mine
    assert mine.preset == "cardavia"


def test_11_changing_writes_into_nothing_given() -> None:
    waits = ["pair"]
    changes = {"waits": waits, "wenqian_hu": [1, 2, 3, 4]}
    before = json.dumps(changes)
    mine = changed(cardavia(), changes)
    assert json.dumps(changes) == before
    waits.append("middle")
    assert mine.waits == ("pair",)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_11_other_values_are_values_and_are_other(option: Option) -> None:
    found = other_values(cardavia(), option)
    assert len(set(found)) == len(found)
    for value in found:
        mine = rules(**{option.name: value})
        assert changes_from(cardavia(), mine) == {option.name: value}
    assert found


def test_11_a_preset_must_give_every_option() -> None:
    table = values_of(cardavia())
    del table["pung_hu"]
    with pytest.raises(RulesError, match="no value for pung_hu"):
        preset_from("mine", table)
    with pytest.raises(RulesError, match="unknown option 'pong_hu'"):
        preset_from("mine", {**values_of(cardavia()), "pong_hu": 2})
    assert preset_from("cardavia", values_of(cardavia())) == cardavia()


# --- Options, preset and document agree


def test_11_a_rule_set_has_a_field_for_every_option() -> None:
    assert RuleSet.__struct_fields__ == ("preset", "unstated", *[option.name for option in OPTIONS])
    assert len(OPTION) == len(OPTIONS)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_11_every_option_says_what_it_means_and_where_it_stands(option: Option) -> None:
    assert option.meaning.endswith(".")
    assert option.allowed
    assert option.paragraphs
    for paragraph in option.paragraphs:
        section, _, number = paragraph.removeprefix("§").partition(".")
        text = re.search(rf"^## §{section} .*?(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL)
        assert text, paragraph
        assert not number or re.search(rf"^{number}\. ", text[0], re.MULTILINE), paragraph


def table_of_the_document() -> dict[str, tuple[Any, str, set[str]]]:
    """§11: each option's value in the preset, the text of its other values, and the paragraphs of its row."""
    rows: dict[str, tuple[Any, str, set[str]]] = {}
    section = DOCUMENT[DOCUMENT.index("## §11") : DOCUMENT.index("## §12")]
    for line in re.findall(r"^\| `.*\|$", section, re.MULTILINE):
        names, values, others, paragraphs = [cell.strip() for cell in line.strip("|").split("|")]
        held = json.loads(f"[{values.replace('`', chr(34))}]")
        listed = re.findall(r"`(\w+)`", names)
        parts = others.split("; ")
        each = parts if len(parts) == len(listed) else [others] * len(listed)
        where = set()
        for part in paragraphs.split(", "):
            first, _, last = part.partition("–")
            section_, _, number = first.partition(".")
            numbers = range(int(number), int(last or number) + 1) if number else ()
            where |= {f"§{section_}.{one}" for one in numbers} or {f"§{section_}"}
        rows |= {name: (value, other, where) for name, value, other in zip(listed, held, each, strict=True)}
    return rows


def test_11_the_table_of_the_document_lists_every_option_and_no_other() -> None:
    assert sorted(table_of_the_document()) == sorted(OPTION)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_11_option_and_document_agree(option: Option) -> None:
    value, others, paragraphs = table_of_the_document()[option.name]
    mine = getattr(cardavia(), option.name)
    assert (list(mine) if isinstance(mine, tuple) else mine) == value
    assert type(mine) is (tuple if isinstance(value, list) else type(value))
    assert option.paragraphs[0] in paragraphs
    match option.kind:
        case "flag":
            assert others == json.dumps(not value)
        case "choice":
            assert {*map(str, option.values)} == {*re.findall(r"(?<=`)[\w-]+(?=`)|^\d+$", others), str(value)}
        case "several":
            assert set(option.values) == {*value, *re.findall(r"`([\w-]+)`", others)}
        case "count":
            assert f"≥ {option.minimum}" in others
        case "counts":
            assert others == f"{ {4: 'four'}[option.length] } integers ≥ {option.minimum}"
