"""Every contradiction of a hand record that docs/formats.md names: an error of its own, never silently preferred."""

from typing import Any

import pytest

from engine.score import score
from tests.support.records import ABSENT, FIRST_DISCARD, HEAVENLY, WORKED, changed, faults_of, record_of

FLOWERS = {"preset": "cardavia", "options": {"jokers": "flowers"}}
ONE_INDICATOR = {"preset": "cardavia", "options": {"hezi_needs": "one-indicator"}}

CONTRADICTIONS: list[tuple[dict[str, Any], dict[str, Any], str, str, str]] = [
    (WORKED, {"win.from": 0}, "winner-is-giver", "win.from", "§5.1"),
    (WORKED, {"win.card": "6s"}, "winning-card-not-held", "win.card", "§6.1"),
    (HEAVENLY, {"dealer": 1}, "heavenly-non-dealer", "win.player", "§4.1"),
    (HEAVENLY, {"win.card": "5c"}, "heavenly-with-card", "win.card", "§6.3"),
    (HEAVENLY, {"win.first_discard": True}, "heavenly-with-flag", "win.first_discard", "§4.1"),
    (HEAVENLY, {"win.last_card": True}, "heavenly-with-flag", "win.last_card", "§4.1"),
    (
        HEAVENLY,
        {"players[1].hand": "123c 456c 789c 789s WWW RRR 1c", "players[1].groups": ["pung T"]},
        "heavenly-with-group-in-play",
        "players[1].groups[0]",
        "§4.1",
    ),
    (
        HEAVENLY,
        {"players[0].hand": "111222333m 456789m 123s 55c", "players[0].groups": ["concealed-kong 4s"]},
        "heavenly-with-group-in-play",
        "players[0].groups[0]",
        "§4.1",
    ),
    (
        WORKED,
        {"win.by": "kong-replacement", "win.from": ABSENT, "players[0].groups": ["pung 5s", "opening-quad W"]},
        "kong-replacement-without-kong",
        "win.by",
        "§4.3",
    ),
    (WORKED, {"win.by": "robbed-kong"}, "robbed-kong-without-pung", "win.by", "§4.5"),
    (
        FIRST_DISCARD,
        {"win.by": "self-draw", "win.from": ABSENT},
        "first-discard-not-a-discard",
        "win.first_discard",
        "§9.5",
    ),
    (FIRST_DISCARD, {"win.from": 2}, "first-discard-not-the-dealers", "win.first_discard", "§9.5"),
    (
        FIRST_DISCARD,
        {"players[0].groups": ["exposed-kong 6s"]},
        "first-discard-with-group-in-play",
        "players[0].groups[0]",
        "§9.5",
    ),
    (
        FIRST_DISCARD,
        {"players[2].hand": "4455667788m 99m 1122338s", "players[2].groups": ["pung 5s"]},
        "first-discard-with-group-in-play",
        "players[2].groups[0]",
        "§9.5",
    ),
    (WORKED, {"win.last_card": True}, "last-card-not-drawn", "win.last_card", "§9.7"),
    (
        FIRST_DISCARD,
        {"players[0].ready": True, "players[0].groups": ["opening-quad 6s"]},
        "ready-dealer",
        "players[0].ready",
        "§3.6",
    ),
    (
        FIRST_DISCARD,
        {
            "players[1].hand": "123c 456c 789c 789s WWW RRR 11c",
            "players[1].groups": ["pung T"],
            "win.first_discard": ABSENT,
        },
        "ready-with-group-in-play",
        "players[1].ready",
        "§4.6",
    ),
    (
        FIRST_DISCARD,
        {"players[2].ready": True, "players[2].hand": "4455667788m 99m 112233778s T"},
        "ready-not-waiting",
        "players[2].ready",
        "§3.6",
    ),
    (
        FIRST_DISCARD,
        {"players[1].hand": "123c 456c 789c 789s TTT WWW RR 5s 11c"},
        "ready-not-waiting",
        "players[1].ready",
        "§3.6",
    ),
    (
        WORKED,
        {"players[1].groups[0]": "opening-triple 2c"},
        "opening-triple-unlike-indicators",
        "players[1].groups[0]",
        "§3.3",
    ),
    (WORKED, {"players[0].hezi": "2c"}, "hezi-unlike-indicators", "players[0].hezi", "§3.4"),
    (FIRST_DISCARD, {"indicators": "4s 9c"}, "hezi-unlike-indicators", "players[2].hezi", "§3.4"),
    (
        FIRST_DISCARD,
        {"rules": ONE_INDICATOR, "players[2].hezi": "5s"},
        "hezi-unlike-indicators",
        "players[2].hezi",
        "§3.4",
    ),
    (WORKED, {"players[1].jokers": "jF jL"}, "jokers-excluded", "players[1].jokers", "§1.2"),
    (WORKED, {"indicators": "2s jF"}, "jokers-excluded", "indicators", "§1.2"),
    (WORKED, {"rules": FLOWERS, "players[1].jokers": "jF jF"}, "second-joker", "players[1].jokers", "§1.2"),
    (
        WORKED,
        {"rules": FLOWERS, "players[0].jokers": "jF jW", "players[1].jokers": "jL jF"},
        "second-joker",
        "players[1].jokers",
        "comes 2 times, and the deck has it once: players[0].jokers, players[1].jokers",
    ),
    (
        WORKED,
        {"rules": FLOWERS, "indicators": "2s jF", "players[2].jokers": "jF"},
        "second-joker",
        "players[2].jokers",
        "indicators, players[2].jokers",
    ),
    (WORKED, {"rules": FLOWERS, "players[0].hezi": "jF"}, "joker-among-cards", "players[0].hezi", "joker"),
    (WORKED, {"rules": FLOWERS, "win.card": "jF"}, "joker-among-cards", "win.card", "joker"),
    (
        WORKED,
        {"players[1].hand": "jF 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c 9c"},
        "joker-among-cards",
        "players[1].hand",
        "joker",
    ),
    (
        WORKED,
        {"players[2].hand": "3m 3m W 7m 8m 8m 4s 8s 9s 4c 6c 6c 8c 9c T T RRR"},
        "fifth-copy",
        "players[2].hand",
        "§1.1",
    ),
    (WORKED, {"indicators": "2s W"}, "fifth-copy", "players[0].groups[1]", "5 copies of W"),
    (FIRST_DISCARD, {"players[0].hand": "111222333m 45678m 123s 4s 5c"}, "fifth-copy", "players[2].hezi", "§1.1"),
    (WORKED, {"players[0].hand": "111m 456m 789s 123c 777c 5c"}, "hand-size", "players[0].hand", "§6.1"),
    (WORKED, {"players[0].hand": "111m 456m 789s 123c 777c 55c 9s"}, "hand-size", "players[0].hand", "§6.1"),
    (
        WORKED,
        {"players[1].hand": "2m 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c"},
        "hand-size",
        "players[1].hand",
        "§6.1",
    ),
    (WORKED, {"win": ABSENT}, "hand-size", "players[0].hand", "§6.1"),
    (WORKED, {"win.card": ABSENT}, "missing-key", "win.card", "§6.3"),
    (WORKED, {"win.from": ABSENT}, "missing-key", "win.from", "§5.1"),
    (WORKED, {"win.by": "self-draw"}, "from-without-giver", "win.from", "self-draw"),
]


@pytest.mark.parametrize(
    ("record", "changes", "code", "field", "says"),
    CONTRADICTIONS,
    ids=[f"{code}-{number}" for number, (_, _, code, _, _) in enumerate(CONTRADICTIONS)],
)
def test_a_contradiction_is_an_error_with_its_place_and_paragraph(
    record: dict[str, Any], changes: dict[str, Any], code: str, field: str, says: str
) -> None:
    found = faults_of(changed(record, changes))
    assert [(fault.code, fault.field) for fault in found] == [(code, field)]
    assert says in found[0].message


@pytest.mark.parametrize("record", [WORKED, HEAVENLY, FIRST_DISCARD])
def test_the_records_that_are_changed_have_no_fault_themselves(record: dict[str, Any]) -> None:
    assert score(record_of(record).end).totals is not None


def test_6_1_eight_groups_are_too_many_whatever_the_hand() -> None:
    found = faults_of(changed(WORKED, {"players[2].groups": ["pung 2c"] * 8}))
    assert [fault.code for fault in found] == ["too-many-groups", "fifth-copy"]
    assert "§6.1" in found[0].message


def test_the_first_discard_is_not_the_last_card() -> None:
    found = faults_of(changed(FIRST_DISCARD, {"win.last_card": True}))
    assert {fault.code for fault in found} == {"both-flags", "last-card-not-drawn"}


def test_a_fifth_copy_names_the_kind_and_every_place() -> None:
    groups = ["exposed-kong 9s", "pung W"]
    hand = "3m 3m 9s W 7m 8m 8m 4s 8s 9s 4c 6c 6c"
    found = faults_of(changed(WORKED, {"players[2].groups": groups, "players[2].hand": hand, "indicators": "9s 3m"}))
    by_kind = {fault.token: fault.message for fault in found if fault.code == "fifth-copy"}
    assert set(by_kind) == {"9s", "W"}
    for place in ("indicators (1)", "players[0].hand (1)", "players[2].hand (2)", "players[2].groups[0] (4)"):
        assert place in by_kind["9s"]
    for place in ("players[0].groups[1] (4)", "players[2].hand (1)", "players[2].groups[1] (3)"):
        assert place in by_kind["W"]


def test_3_4_one_indicator_is_enough_where_the_rules_say_so() -> None:
    record = record_of(changed(FIRST_DISCARD, {"rules": ONE_INDICATOR, "indicators": "4s 9c"}))
    assert record.end.players[2].hezi is not None


def test_4_5_a_robbed_kong_leaves_the_pung() -> None:
    changes = {
        "win.by": "robbed-kong",
        "players[2].hand": "3m 3m 5m 7m 8m 8m 4s 8s 9s 4c 6c 6c 8c 9c T T",
        "players[2].groups": ["opening-quad 3s", "pung 7s"],
        "players[1].hand": "2m 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s R 1c 4c 7c 9c",
    }
    assert record_of(changed(WORKED, changes)).end.win is not None


def test_6_1_everyone_has_one_card_less_than_complete_in_an_exhausted_deal() -> None:
    record = record_of(changed(WORKED, {"win": ABSENT, "players[0].hand": "111m 456m 789s 123c 777c 5c"}))
    assert record.end.win is None


def test_6_2_a_false_win_is_no_contradiction() -> None:
    record = record_of(changed(WORKED, {"players[0].hand": "112m 456m 789s 123c 777c 55c"}))
    assert score(record.end).totals is None


def test_6_2_a_ready_player_may_win_falsely_on_another_card() -> None:
    changes = {"players[1].hand": "123c 456c 789c 789s TTT WWW RRR 1c 5s", "win.card": "5s"}
    assert score(record_of(changed(FIRST_DISCARD, changes)).end).readings == ()


@pytest.mark.parametrize("flag", ["win.first_discard", "win.last_card", "players[1].ready"])
def test_a_flag_that_is_false_says_what_an_absent_one_says(flag: str) -> None:
    base = changed(FIRST_DISCARD, {"win.first_discard": ABSENT, "players[1].ready": ABSENT})
    assert record_of(changed(base, {flag: False})) == record_of(base)
