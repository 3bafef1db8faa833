"""`duzihu rules`: presets, a rule set in full, every option."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from engine.options import OPTIONS
from engine.rulesets import values_of
from replay.rulebook import PRESETS
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import invoke
from tests.support.table import cardavia, rules

CHANGED = ("rules", "show", "--set", "three_elders=any", "--set", "waits=pair,middle")


def test_list_has_every_preset() -> None:
    shown = invoke("rules", "list").stdout
    names = [preset["name"] for preset in json.loads(invoke("rules", "list", "--json").stdout)]
    assert names == list(PRESETS)
    assert all(name in shown for name in names)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_show_marks_what_differs(columns: int, snapshot: SnapshotAssertion) -> None:
    assert invoke(*CHANGED, columns=columns).stdout == snapshot


def test_show_has_every_option_and_marks_none_of_the_preset() -> None:
    lines = invoke("rules", "show").stdout.splitlines()
    assert {option.name for option in OPTIONS} <= {line.split()[0] for line in lines if line.strip()}
    assert not [line for line in lines if line.startswith("*")]


def test_show_in_json_has_all_values_and_what_differs() -> None:
    document = json.loads(invoke(*CHANGED, "--json").stdout)
    assert document["options"] == {"three_elders": "any", "waits": ["pair", "middle"]}
    assert document["values"].keys() == values_of(cardavia()).keys()
    assert document["values"]["waits"] == ["pair", "middle"]


def test_show_reads_a_file_and_settings_come_on_top(tmp_path: Path) -> None:
    path = tmp_path / "our [b]house.toml"
    path.write_text('preset = "cardavia"\n[options]\nqing_hu = 7\npiao_hu = 8\n')
    result = invoke("rules", "show", str(path), "--set", "piao_hu=9", columns=200)
    assert result.stdout.startswith(f"{path}: ")
    document = json.loads(invoke("rules", "show", str(path), "--set", "piao_hu=9", "--json").stdout)
    assert document["options"] == {"qing_hu": 7, "piao_hu": 9}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'preset = "cardavia"\n[options]\nqing_hu = -1\nfoo = 1\n', "options.qing_hu: "),
        (b'preset = "cardavia"\n[options]\nqing_hu = x\n', ":3: not TOML"),
        (b"\xb9\xe6\xd4\xf2 = 1\n", ":1: not UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_status_3_with_a_line_a_fault(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    result = invoke("rules", "show", str(path))
    assert result.exit_code == Status.UNREADABLE
    assert result.stdout == ""
    assert said in result.stderr
    assert all(line.startswith(str(path)) for line in result.stderr.splitlines())


def test_unknown_names_are_wrong_usage() -> None:
    for args in (("show", "cardavai"), ("options", "wait"), ("show", "--set", "foo=1"), ("list", "x")):
        result = invoke("rules", *args)
        assert result.exit_code == Status.USAGE, args
        assert result.stdout == ""


PRESETS_COMPARED = ("rules", "compare", *PRESETS)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_compare_shows_where_rule_sets_part_and_the_articles_table(columns: int, snapshot: SnapshotAssertion) -> None:
    shown = invoke(*PRESETS_COMPARED, columns=columns)
    assert shown.exit_code == Status.NOTHING
    assert shown.stdout == snapshot
    assert all(len(line) <= columns for line in shown.stdout.splitlines())


def test_compare_takes_files_and_shows_no_table_where_the_articles_game_is_not_among_them(tmp_path: Path) -> None:
    path = tmp_path / "our [b]house.toml"
    path.write_text('preset = "cardavia"\n[options]\nqing_hu = 7\n')
    shown = invoke("rules", "compare", "cardavia", str(path), columns=200).stdout
    assert str(path) in shown
    assert [line.split()[:3] for line in shown.splitlines() if line.startswith("qing_hu")] == [["qing_hu", "100", "7"]]
    assert "Peng" not in shown
    assert invoke("rules", "compare", "cardavia", "cardavia").stdout == "No option differs.\n"


def test_compare_in_json_is_as_documented() -> None:
    document = json.loads(invoke(*PRESETS_COMPARED, "--json").stdout)
    assert faults_of(document, "compared", "$") == []
    assert len(document["cells"]) == 80


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("cardavia",), Status.USAGE, "one rule set is nothing to compare"),
        (("cardavia", "articel"), Status.USAGE, "did you mean article?"),
        (("cardavia", "none.toml"), Status.UNREADABLE, "none.toml: "),
        ((), Status.USAGE, "NAME|FILE.toml"),
    ],
)
def test_compare_wants_two_rule_sets_that_are_there(args: tuple[str, ...], status: Status, said: str) -> None:
    result = invoke("rules", "compare", *args)
    assert result.exit_code == status
    assert result.stdout == ""
    assert said in result.stderr


def test_12_3_show_marks_what_is_assumed() -> None:
    article = rules("article")
    document = json.loads(invoke("rules", "show", "article", "--set", "qing_hu=90", "--json").stdout)
    assert faults_of(document, "ruleset", "$") == []
    assert document["assumed"] == [name for name in article.assumed if name != "qing_hu"]
    lines = invoke("rules", "show", "article", "--set", "qing_hu=90", columns=120).stdout.splitlines()
    marked = {line.split()[0] for line in lines if " assumed " in line}
    assert marked == {*document["assumed"]}
    assert "assumed" not in invoke("rules", "show").stdout


def test_12_3_options_say_in_which_presets_a_value_is_assumed() -> None:
    by_name = {option["name"]: option for option in json.loads(invoke("rules", "options", "--json").stdout)}
    assert by_name["qing_hu"]["assumed"] == ["article", "article-printed"]
    assert by_name["hezi_needs"]["assumed"] == ["article"]
    assert by_name["pung_hu"]["assumed"] == []
    assert "assumed in article, article-printed" in invoke("rules", "options", "qing_hu", columns=120).stdout


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_options_have_meaning_values_default_and_paragraph(columns: int, snapshot: SnapshotAssertion) -> None:
    names = ("winning_discard", "waits", "wenqian_hu", "jokers", "table_players", "kong_after_pung", "joker_hu")
    assert invoke("rules", "options", *names, columns=columns).stdout == snapshot


def test_options_are_all_there() -> None:
    document = json.loads(invoke("rules", "options", "--json").stdout)
    assert [option["name"] for option in document] == [option.name for option in OPTIONS]
    by_name = {option["name"]: option for option in document}
    assert by_name["rounding"]["values"] == ["up", "nearest", "down"]
    assert by_name["jokers"]["values"] == ["excluded", "flowers"]
    assert by_name["wenqian_hu"]["cardavia"] == [20, 50, 100, 200]
    assert by_name["three_elders"]["rules"] == ["§9.3", "§12.3"]
    assert all(option["meaning"] and option["allowed"] for option in document)
