"""`duzihu rules options`: what the sources leave open, on the screen and as JSON."""

import json

from engine.ambiguities import AMBIGUITIES, SOURCES
from engine.options import OPTIONS
from engine.rulesets import shown
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import invoke


def test_every_reading_is_shown_by_its_option() -> None:
    page = " ".join(invoke("rules", "options", columns=400).stdout.split())
    for name, ambiguity in AMBIGUITIES.items():
        told = [f"{source}: {says}" for source, says in ambiguity.sources.items()]
        told += [f"· {shown(value)}: {means}" for value, means in ambiguity.readings.items()]
        assert " ".join(told) in page, name
    assert all(f"{letter}: {text}" in page for letter, text in SOURCES.items())


def test_letters_are_explained_where_they_stand() -> None:
    shown_of = {name: invoke("rules", "options", name).stdout for name in ("pung_hu", "wait_basis", "rounding")}
    assert SOURCES["C"] not in shown_of["pung_hu"]
    assert SOURCES["C"] in shown_of["wait_basis"]
    assert SOURCES["T"] not in shown_of["wait_basis"]
    assert SOURCES["T"] in shown_of["rounding"]


def test_in_json_each_option_has_its_own_or_null() -> None:
    document = json.loads(invoke("rules", "options", "--json").stdout)
    told = {option["name"]: option["ambiguity"] for option in document}
    assert told.keys() == {option.name for option in OPTIONS}
    assert {name for name, ambiguity in told.items() if ambiguity} == AMBIGUITIES.keys()
    assert [fault for option in document for fault in faults_of(option, "described", option["name"])] == []
    assert told["three_elders"]["sources"] == AMBIGUITIES["three_elders"].sources
    assert [reading["value"] for reading in told["kong_after_pung"]["readings"]] == [False, True]
    assert all(reading["means"] for ambiguity in told.values() if ambiguity for reading in ambiguity["readings"])
