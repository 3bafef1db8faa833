"""`duzihu waits`: each kind that completes the hand, how many are unseen, and what it is worth."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from tests.support.command_line import invoke

LI = ("waits", "111m 456m 89s 123c 777c 55c", "--groups", "pung 5s, exposed-kong W")
GATES = ("waits", "1112345678999m 234s 567c TTT", "--indicators", "5s T")


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_what_is_waited_for(columns: int, snapshot: SnapshotAssertion) -> None:
    assert invoke(*GATES, columns=columns).stdout == snapshot


def test_what_is_worth_is_what_score_says() -> None:
    document = json.loads(invoke(*GATES, "--json").stdout)
    for wait in document["waits"]:
        for source, key in (("self-draw", "drawn"), ("discard", "discard")):
            won = ("score", f"1112345678999m 234s 567c TTT {wait['card']}", *GATES[2:], "--by", source)
            scored = json.loads(invoke(*won, "--card", wait["card"], "--json").stdout)
            assert wait[key] == scored["winner"]["readings"][0]


def test_without_indicators_it_says_that_they_are_left_out() -> None:
    result = invoke(*LI)
    assert result.exit_code == Status.NOTHING
    assert "No indicators" in result.stderr
    assert "No indicators" not in result.stdout
    assert json.loads(invoke(*LI, "--json").stdout)["indicators"] is None
    assert "No indicators" not in invoke(*LI, "--indicators", "2s 3m").stderr


def test_cards_seen_elsewhere_are_not_unseen() -> None:
    def unseen(*more: str) -> dict[str, int]:
        waits = json.loads(invoke(*LI, *more, "--json").stdout)["waits"]
        return {wait["card"]: wait["unseen"] for wait in waits}

    assert unseen() == {"7s": 4}
    assert unseen("--seen", "7s 7s 1m") == {"7s": 2}
    assert unseen("--seen", "7s 7s", "--indicators", "7s 7s") == {"7s": 0}


def test_a_card_that_cannot_come_is_listed_and_said_to_be_impossible() -> None:
    result = invoke("waits", "1111m 2233m 456s 789s 777c 55c TTT", "--indicators", "2s 2s")
    assert result.exit_code == Status.NOTHING
    (line,) = [line for line in result.stdout.splitlines() if line.startswith("1m")]
    assert line.split()[:4] == ["1m", "0", "-", "-"]
    assert "all four" in line


def test_a_hand_that_waits_for_nothing_says_so() -> None:
    result = invoke("waits", "147m 147s 147c 258m 258s 258c TWRT", "--indicators", "2s 3m")
    assert result.exit_code == Status.NOTHING
    assert "waits for nothing" in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((*LI[:2],), "HAND: 16 concealed cards beside 0 groups: a player who did not win has 22 (§6.1)"),
        ((*LI, "--seen", "5s 5s"), "--seen: 5 copies of 5s, of which the deck has four: --groups[0] (3), --seen (2)"),
        ((*LI, "--seen", "5x"), '--seen: "5x" (character 1): '),
        ((*LI, "--indicators", ""), "--indicators: there are two indicators, not 0"),
        ((*LI, "--ready"), "--ready: a ready player makes no pung or kong in play, and has pung 5s"),
        ((*LI, "--set", "waits"), "--set: waits must be OPTION=VALUE"),
    ],
)
def test_what_is_typed_is_checked_as_a_record_is(args: tuple[str, ...], said: str) -> None:
    result = invoke(*args)
    assert result.exit_code == Status.USAGE
    assert result.stdout == ""
    assert said in result.stderr
