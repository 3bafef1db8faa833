"""`duzihu score`: the record's hands give the record's hu, and what is wrong is said as a record's reader says it."""

import json
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from tests.support.command_line import ROOT, invoke

LI = ("111m 456m 789s 123c 777c 55c", "--indicators", "2s 3m", "--groups", "pung 5s, exposed-kong W")
WON = ("score", *LI, "--card", "7s", "--by", "discard")
MANY = ("score", "111222333444555666777m 88m", "--indicators", "2s 3m", "--card", "2m", "--by", "self-draw")


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_win_line_by_line(columns: int, snapshot: SnapshotAssertion) -> None:
    assert invoke(*WON, columns=columns).stdout == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_win_with_other_readings_and_many_factors(columns: int, snapshot: SnapshotAssertion) -> None:
    args = ("--groups", "pung W, concealed-kong 9s, opening-triple R", "--last-card")
    hand = ("score", "1112223334c 4c 4c5c5c", "--indicators", "W R", "--card", "2c", "--by", "kong-replacement")
    assert invoke(*hand, *args, columns=columns).stdout == snapshot


def test_a_hand_that_did_not_win_has_its_base_hu(snapshot: SnapshotAssertion) -> None:
    hand = "2m 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c 9c"
    result = invoke(
        "score", hand, "--indicators", "2s 3m", "--groups", "opening-triple 2s", "--groups", "added-kong 9m"
    )
    assert result.exit_code == Status.NOTHING
    assert result.stdout == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_12_a_hand_of_the_articles_game_line_by_line(columns: int, snapshot: SnapshotAssertion) -> None:
    """Each set with its cell, what stands in for a blank, and what is assumed; jokers held and turned up."""
    hand = ("score", "123m 456m 789m 234s 555c 777c 99c", "--indicators", "jL 5c", "--groups", "pung W")
    won = (*hand, "--card", "4m", "--by", "self-draw", "--jokers", "jP jW")
    result = invoke(*won, "--rules", "article-printed", "--set", "jokers=flowers", columns=columns)
    assert result.exit_code == Status.NOTHING
    assert result.stdout == snapshot


def test_6_2_a_win_without_a_partition_is_a_finding() -> None:
    false_win = ("score", "111222333444555666779m 98m", "--indicators", "2s 3m", "--card", "1m", "--by", "discard")
    result = invoke(*false_win)
    assert result.exit_code == Status.FINDINGS
    assert "No partition" in result.stdout
    result = invoke(*false_win, "--json")
    assert result.exit_code == Status.FINDINGS
    document = json.loads(result.stdout)
    assert (document["total"], document["winner"]["readings"], document["winner"]["chosen"]) == (None, [], None)


def test_rules_and_settings_change_what_it_is_worth() -> None:
    assert (
        json.loads(invoke(*WON, "--set", "waits=pair,middle", "--set", "tazi_hu=100", "--json").stdout)["total"] == 150
    )
    shown = invoke(*WON, "--set", "tazi_hu=100").stdout
    assert "rules cardavia, 1 changed" in shown


def _typed(record: dict[str, Any], seat: int) -> list[str]:
    """A player of a record as it would be typed."""
    player = record["players"][seat]
    args = ["score", player["hand"], "--indicators", record["indicators"], "--json"]
    for group in player.get("groups", []):
        args += ["--groups", group]
    if "hezi" in player:
        args += ["--hezi", player["hezi"]]
    if player.get("ready"):
        args.append("--ready")
    if record["dealer"] == seat:
        args.append("--dealer")
    if "jokers" in player:
        args += ["--jokers", player["jokers"]]
    named = record["rules"]
    args += ["--rules", named["preset"] if isinstance(named, dict) else named]
    if isinstance(named, dict):
        for name, value in record["rules"].get("options", {}).items():
            args += ["--set", f"{name}={_toml(value)}"]
    win = record.get("win", {})
    if win.get("player") == seat:
        args += ["--by", win["by"]]
        args += ["--card", win["card"]] if "card" in win else []
        args += [f"--{flag.replace('_', '-')}" for flag in ("first_discard", "last_card") if win.get(flag)]
    return args


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize(("vectors", "at_least"), [("hands", 300), ("hands-article", 120)])
def test_every_hand_of_the_vectors_is_worth_what_its_record_is(vectors: str, at_least: int) -> None:
    winners = 0
    for line in (ROOT / "fixtures" / "vectors" / f"{vectors}.jsonl").read_text(encoding="utf-8").splitlines():
        vector = json.loads(line)
        record, expected = vector["record"], vector["expect"]
        seat = record["win"]["player"] if "win" in record else 0
        result = invoke(*_typed(record, seat))
        document = json.loads(result.stdout)
        totals = expected["totals"]
        assert document["total"] == (None if totals is None else totals[seat]), record["id"]
        if "winner" in expected and expected["winner"] is not None:
            winner = document["winner"]
            assert {name: winner[name] for name in expected["winner"]} == expected["winner"], record["id"]
            assert len(winner["readings"]) == expected["readings"]
            winners += 1
    assert winners > at_least


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--card", "7s"), "--by: how it was won is missing"),
        (("--by", "discard"), "--card: a win by discard needs its winning card (§6.3)"),
        (("--by", "discrad", "--card", "7s"), "--by: unknown way to win: discrad; did you mean discard?"),
        (("--by", "discard", "--card", "7x"), '--card: "7x" (character 1): '),
        (("--by", "discard", "--card", "9m"), "--card: the winning card 9m is not among the winner's concealed cards"),
        (("--by", "heavenly"), "--groups: a heavenly win comes before any pung or kong in play, and pung 5s is one"),
        (("--by", "heavenly", "--card", "7s"), "--card: a heavenly win has no winning card"),
        (("--by", "discard", "--card", "7s", "--last-card"), "--last-card: the last stock card is drawn"),
        (
            ("--by", "discard", "--card", "7s", "--first-discard", "--dealer"),
            "--first-discard: the deal's first discard is the dealer's own, and --dealer says that the winner is",
        ),
        (("--by", "discard", "--card", "7s", "--ready"), "--ready: a ready player makes no pung or kong in play"),
        (("--by", "discard", "--card", "7s", "--hezi", "2s"), "--hezi: a hezi needs both indicators of its kind"),
        (("--by", "discard", "--card", "7s", "--groups", "pong 3m"), "--groups: unknown form of a group: pong"),
        (("--by", "discard", "--card", "7s", "--groups", "pung 0m"), '--groups: "0m" (character 1): '),
        (("--by", "discard", "--card", "7s", "--set", "foo=1"), "--set: unknown option 'foo'"),
        (("--by", "discard", "--card", "7s", "--rules", "cardavai"), "did you mean cardavia?"),
        (("--by", "discard", "--card", "7s", "--jokers", "jF"), "--jokers: the rule set excludes jokers (§1.2)"),
        (("--by", "discard", "--card", "7s", "--jokers", "5m", "--set", "jokers=flowers"), "--jokers: "),
        (
            ("--by", "discard", "--card", "7s", "--jokers", "jF jF", "--set", "jokers=flowers"),
            "--jokers: jF comes 2 times, and the deck has it once",
        ),
    ],
)
def test_contradictions_and_misspellings_are_wrong_usage(args: tuple[str, ...], said: str) -> None:
    result = invoke("score", *LI, *args)
    assert result.exit_code == Status.USAGE
    assert result.stdout == ""
    assert said in result.stderr
    assert "players[" not in result.stderr
    assert result.stderr.endswith("Try 'duzihu score --help' for help.\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("111m 456m 789s 123c 777c 55c", "--indicators", "2s 3m", "--groups", "pung 5s"),
            "HAND: 17 concealed cards beside 1 groups: a player who did not win has 19 (§6.1)",
        ),
        (("111m", "--indicators", "2s"), "--indicators: there are two indicators, not 1"),
        (
            ("1111m 23m 456m 789s 123c 777c 55c 9c 9c", "--indicators", "2s 1m"),
            "5 copies of 1m, of which the deck has four: indicators (1), HAND (4)",
        ),
        (
            (
                "55m 46c 5c 789m 789m 789s 111s 123s 456s",
                "--indicators",
                "5c 4m",
                "--by",
                "robbed-kong",
                "--card",
                "5c",
            ),
            "5 copies of 5c, of which the deck has four: indicators (1), HAND (1), the robbed pung (3)",
        ),
        (
            ("55m 46c 5c 789m 789m 789s 111s 456s", "--groups", "opening-triple 2c", "--indicators", "5m 4m"),
            "--groups: an opening triple is of an indicator's kind",
        ),
        (
            (
                "55m 46c 5c 789m 789m 789s 111s 123s 456s",
                "--indicators",
                "5m 4m",
                "--by",
                "kong-replacement",
                "--card",
                "5c",
            ),
            "--by: a win on a kong's replacement needs a kong",
        ),
        (
            ("1m 5m 9m 1s 5s 9s 1c 5c 9c TWR 1m5m9m1s5s9s 1c5c9cT", "--indicators", "2m 2m", "--ready"),
            "--ready: the cards are not one",
        ),
        (("jF" + " 1m" * 21, "--indicators", "2m 2m"), "joker"),
    ],
)
def test_what_a_record_may_not_hold_may_not_be_typed(args: tuple[str, ...], said: str) -> None:
    result = invoke("score", *args)
    assert result.exit_code == Status.USAGE
    assert said in result.stderr


def test_all_faults_are_said_at_once() -> None:
    result = invoke("score", "0m 1m", "--indicators", "9x", "--groups", "pang 1m,pung 0s", "--set", "a", "--by", "x")
    places = [line.split(":")[0] for line in result.stderr.splitlines()[:-1]]
    assert places == ["--set", "--indicators", "HAND", "--groups", "--groups", "--by"]


def test_a_robbed_kong_leaves_three_copies_with_the_robbed() -> None:
    hand = (
        "score",
        "55m 46c 5c 789m 789m 789s 111s 123s 456s",
        "--indicators",
        "5m 4m",
        "--by",
        "robbed-kong",
        "--card",
        "5c",
    )
    result = invoke(*hand)
    assert result.exit_code == Status.NOTHING
    assert "5c from a robbed kong" in result.stdout


@pytest.mark.parametrize("text", ["111m", "１１１ｍ", "一一一万", "AAA♠", "1m1m 1m"])
def test_every_notation_is_read(text: str) -> None:
    hand = f"{text} 456m 789s 123c 777c 55c"
    assert (
        json.loads(invoke("score", hand, *LI[1:], "--card", "７ｓ", "--by", "discard", "--json").stdout)["total"] == 80
    )


def test_text_that_is_no_card_is_shown_and_never_obeyed() -> None:
    result = invoke("score", "\x1b[31m [red]1m[/red]\u202e $1 =1+1", "--indicators", "2s 3m")
    assert result.exit_code == Status.USAGE
    assert "\x1b" not in result.stderr
    assert "\u202e" not in result.stderr


def test_json_shows_lines_that_make_the_total() -> None:
    document = json.loads(invoke(*MANY, "--json").stdout)
    best = document["winner"]["readings"][document["winner"]["chosen"]]
    by_section: dict[str, list[int]] = {}
    for line in best["lines"]:
        by_section.setdefault(line["section"], []).append(line["amount"])
    assert sum(by_section["base"]) == best["base"]
    assert sum(by_section["bonus"]) == best["bonus"]
    assert document["total"] == best["total"] == max(reading["total"] for reading in document["winner"]["readings"])
    assert "seat" not in document["winner"]
    assert "from" not in document["win"]
