"""Rule sets from names, files and the prompt (§11): nothing unknown passes, nothing is guessed."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.options import OPTION, OPTIONS, Option, Value
from engine.rulesets import RulesError, changed, other_values, values_of
from replay.faults import UnreadableError
from replay.rulebook import PRESETS, description, load_rules, rulebook, with_settings
from tests.support.table import cardavia


def _file(folder: Path, content: str | bytes) -> str:
    path = folder / "our [house] rules.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_whole_and_described(name: str) -> None:
    assert list(values_of(load_rules(name))) == [option.name for option in OPTIONS]
    assert load_rules(name) == rulebook().presets[name]
    assert len(description(name).splitlines()) == 1


def test_a_description_is_of_a_shipped_preset_only() -> None:
    with pytest.raises(KeyError):
        description("../presets/cardavia")


def test_a_file_names_its_preset_and_what_it_changes(tmp_path: Path) -> None:
    text = 'x_author = "Li"\r\npreset = "cardavia"\r\n[options]\r\nqing_hu = 7\r\nwaits = ["middle", "pair"]\r\n'
    assert load_rules(_file(tmp_path, text)) == changed(cardavia(), {"qing_hu": 7, "waits": ["pair", "middle"]})
    assert load_rules(_file(tmp_path, 'preset = "cardavia"')) == cardavia()


def test_a_preset_comes_before_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cardavia").write_text("not toml")
    monkeypatch.chdir(tmp_path)
    assert load_rules("cardavia") == cardavia()


@pytest.mark.parametrize(
    ("content", "codes", "said"),
    [
        ("", ["missing-key"], "preset must name one of: cardavia"),
        ("preset = 1", ["wrong-type"], "preset must name"),
        ('preset = "cardavai"', ["wrong-rules"], "unknown preset"),
        ('preset = "cardavia"\noptions = 3', ["wrong-type"], "[options]"),
        ('preset = "cardavia"\nqing_hu = 3', ["unknown-key"], "qing_hu"),
        ('preset = "cardavia"\n[options]\nquing_hu = 3', ["wrong-rules"], "did you mean qing_hu?"),
        ('preset = "cardavia"\n[options]\nqing_hu = 3.0', ["wrong-rules"], "allowed is an integer"),
        ('preset = "cardavia"\n[options]\nqing_hu = nan', ["wrong-rules"], "allowed is an integer"),
        ('preset = "cardavia"\n[options]\nqing_hu = true', ["wrong-rules"], "allowed is an integer"),
        ('preset = "cardavia"\n[options]\ntable_players = 5', ["wrong-rules"], "allowed is 3 or 4"),
        ('preset = "cardavia"\npreset = "cardavia"', ["not-toml"], "not TOML"),
        ("preset : cardavia", ["not-toml"], "not TOML"),
        ("a = " + "[" * 50_000, ["not-toml"], "not TOML"),
        (b'\xef\xbb\xbfpreset = "cardavia"', ["byte-order-mark"], "byte order mark"),
        ("# 规则\n".encode("gb18030"), ["not-utf-8"], "not UTF-8 at byte 3"),
        (b"#" * (2**20 + 1), ["too-large"], "1 MiB"),
        ('preset = "cardavai"\nx = 1\noptions = 3', ["unknown-key", "wrong-type"], "x"),
    ],
)
def test_every_fault_of_a_file_names_the_file(
    content: str | bytes, codes: list[str], said: str, tmp_path: Path
) -> None:
    name = _file(tmp_path, content)
    with pytest.raises(UnreadableError) as raised:
        load_rules(name)
    assert [fault.code for fault in raised.value.faults] == codes
    assert {fault.source for fault in raised.value.faults} == {name}
    assert said in str(raised.value)


def test_all_faults_of_a_file_are_found_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as raised:
        load_rules(_file(tmp_path, 'preset = "cardavia"\nx = 1\n[options]\nfoo = 1\nqing_hu = -1\n'))
    assert [fault.field for fault in raised.value.faults] == ["x", "options.foo", "options.qing_hu"]


def test_a_fault_of_the_text_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as raised:
        load_rules(_file(tmp_path, 'preset = "cardavia"\n\n[options]\nqing_hu = winner\n'))
    assert [fault.line for fault in raised.value.faults] == [4]


def test_what_is_no_file_is_said(tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "none.toml"), "no\0file.toml"):
        with pytest.raises(UnreadableError) as raised:
            load_rules(name)
        assert [fault.source for fault in raised.value.faults] == [name]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cardavai", "did you mean cardavia?"),
        ("articel", "did you mean article?"),
        ("", "neither a preset (cardavia, article, article-printed) nor a file"),
        ("\0", "neither a preset"),
    ],
)
def test_a_name_that_is_neither_preset_nor_file_lists_the_presets(name: str, said: str) -> None:
    with pytest.raises(RulesError, match="cardavia") as raised:
        load_rules(name)
    assert said in str(raised.value)


def _alternatives() -> list[tuple[Option, Value]]:
    return [(option, value) for option in OPTIONS for value in other_values(cardavia(), option)]


def _bare(value: Value) -> str:
    """A value as somebody types it: no quotes, no brackets."""
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_every_other_value_of_every_option_can_be_typed() -> None:
    for option, value in _alternatives():
        assert getattr(with_settings(cardavia(), [f"{option.name}={_bare(value)}"]), option.name) == value
        assert getattr(with_settings(cardavia(), [f" {option.name} = {_bare(value)} "]), option.name) == value
    assert len(_alternatives()) > len(OPTIONS)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("waits=pair,middle", ("pair", "middle")),
        ("waits=middle, pair", ("pair", "middle")),
        ("waits=[middle, pair]", ("pair", "middle")),
        ('waits=["middle", "pair"]', ("pair", "middle")),
        ("waits=pair", ("pair",)),
        ("waits=[]", ()),
        ("wenqian_hu=1,2,3,4", (1, 2, 3, 4)),
        ("wenqian_hu=[1, 2, 3, 4]", (1, 2, 3, 4)),
        ("settlement=winner-only", "winner-only"),
        ('settlement="winner-only"', "winner-only"),
        ("heavenly_self_draw_bonus=true", True),
    ],
)
def test_values_are_toml_and_words_need_no_quotes(setting: str, value: Value) -> None:
    name = setting.partition("=")[0]
    assert getattr(with_settings(cardavia(), [setting]), name) == value


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (["waits"], ["waits must be OPTION=VALUE"]),
        (["=1"], ["unknown option ''"]),
        (["qing_hu="], ["qing_hu = : allowed is an integer"]),
        (["qing_hu=1", "qing_hu=1"], ["qing_hu is set twice"]),
        (["wait=pair"], ["did you mean waits?"]),
        (["waits=pair,pair"], ["allowed is a list"]),
        (["waits=pair middle"], ["allowed is a list"]),
        (["wenqian_hu=1,2,3"], ["allowed is a list of 4"]),
        (["wenqian_hu=1,2,3,x"], ["allowed is a list of 4"]),
        (["qing_hu=1\npiao_hu=2"], ["allowed is an integer"]),
        (["qing_hu=" + "9" * 5000], ["allowed is an integer"]),
        (["qing_hu=" + "[" * 50_000], ["allowed is an integer"]),
        (["rounding=Up"], ["allowed is up or nearest or down"]),
        (["kong_after_pung=yes"], ["allowed is true or false"]),
        (["kong_after_pung=1"], ["allowed is true or false"]),
        (["foo=1", "qing_hu=x", "piao_hu=-1", "waits"], ["waits must be", "foo", "qing_hu = x", "piao_hu = -1"]),
    ],
)
def test_every_setting_that_is_none_is_said(settings: list[str], said: list[str]) -> None:
    with pytest.raises(RulesError) as raised:
        with_settings(cardavia(), settings)
    assert len(raised.value.faults) == len(said)
    for fault, words in zip(raised.value.faults, said, strict=True):
        assert words in fault.message


@given(st.text(), st.sampled_from([*OPTION, "foo", ""]))
def test_any_text_is_a_value_or_a_fault(text: str, name: str) -> None:
    try:
        rules = with_settings(cardavia(), [f"{name}={text}"])
    except RulesError:
        return
    assert rules == changed(cardavia(), {name: getattr(rules, name)})


@given(st.binary(max_size=200))
def test_any_bytes_are_a_rule_set_or_faults(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(content)
    with pytest.raises(UnreadableError) as raised:
        load_rules(os.fspath(path))
    assert raised.value.faults
