"""`duzihu dispute`: where claims went astray, on the screen and as JSON."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import named

DISPUTED = "fixtures/logs/disputed.jsonl"
SETTLED = "fixtures/hands/settlement_140_40_100.json"
HOSTILE = ("[red]Li[/red]", "=1+1", "=1+1")


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def page(*args: str, columns: int = 80) -> str:
    """What is shown, without how much was tried in what time."""
    shown = invoke("dispute", *args, columns=columns).stdout
    return re.sub(r"[\d,]+ single differences and [\d,]+\s[^.]+\.\d\d\s[^.]+\.", "So much was tried.", shown)


def document(*args: str) -> dict[str, Any]:
    """The JSON document, every key of which is described."""
    read: dict[str, Any] = json.loads(invoke("dispute", *args, "--json").stdout)
    assert faults_of(read, "document", "$") == []
    return read


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_claim_of_a_log(columns: int, snapshot: SnapshotAssertion) -> None:
    assert page(DISPUTED, columns=columns) == snapshot


@pytest.mark.parametrize(
    "args",
    [
        ("fixtures/disputes/two_house_rules.json",),
        ("fixtures/disputes/closed_floating_with_a_pung.json", "--limit", "1"),
        ("fixtures/disputes/run_across_suits.json",),
        ("fixtures/disputes/settled_with_the_winner_only.json",),
        ("fixtures/logs/unfinished.jsonl", "--total", "Li=10"),
        ("fixtures/logs/session.jsonl", "--deal", "evening-1"),
        (SETTLED, "--claim", "Li=140,Wang=-20,Chen=-120"),
        (SETTLED, "--total", "Li=123457"),
        ("fixtures/hands/formats_example.json", "--total", "Li=100,Chen=40"),
    ],
    ids=lambda args: " ".join(args).replace("fixtures/", ""),
)
def test_what_is_found_and_what_is_not(args: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    assert page(*args) == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_screen(columns: int) -> None:
    lines = invoke("dispute", "fixtures/disputes/two_house_rules.json", columns=columns).stdout.splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize(
    ("args", "status"),
    [
        ((DISPUTED,), Status.FINDINGS),
        ((SETTLED,), Status.NOTHING),
        ((SETTLED, "--total", "Li=100"), Status.NOTHING),
        ((SETTLED, "--claim", "Li=140", "--claim", "Wang=-40", "--total", "2=20"), Status.NOTHING),
        ((SETTLED, "--total", "Li=110"), Status.FINDINGS),
        ((SETTLED, "--claim", "Chen=+100"), Status.FINDINGS),
        ((SETTLED, "nowhere.json"), Status.UNREADABLE),
        ((SETTLED, "--total", "Zhao=10"), Status.USAGE),
        ((SETTLED, "--limit", "0"), Status.USAGE),
        ((SETTLED, "--limit", "many"), Status.USAGE),
    ],
)
def test_the_exit_status_counts_what_was_asked(args: tuple[str, ...], status: Status) -> None:
    assert invoke("dispute", *args).exit_code == status
    read = invoke("dispute", *args, "--json")
    assert read.exit_code == status
    if "--limit" not in args:
        assert json.loads(read.stdout)["exit_status"] == status


def test_json_and_screen_say_the_same() -> None:
    (deal,) = document("fixtures/disputes/two_house_rules.json")["deals"]
    shown = " ".join(invoke("dispute", "fixtures/disputes/two_house_rules.json", columns=200).stdout.split())
    explained = deal["claims"][0]["explained"]
    ranks = []
    for cause in (*explained["own_rules"], *explained["other_rules"]):
        ranks.append(cause["rank"])
        assert cause["text"].startswith("260, 30 are what comes out if ")
        for hypothesis in cause["hypotheses"]:
            text = hypothesis["text"].replace("seat 0", "Li (seat 0)").replace("seat 2", "Chen (seat 2)")
            assert f"{text} ({hypothesis['rule']})" in shown
    assert sorted(ranks) == list(range(1, len(ranks) + 1))
    tried = deal["tried"]
    assert f"{tried['singles']} single differences and {tried['pairs']:,} pairs" in shown


def test_the_limit_is_of_either_sort_and_what_it_leaves_out_is_counted() -> None:
    args = ("fixtures/disputes/two_house_rules.json", "--limit")
    (few,), (all_,) = (document(*args, limit)["deals"] for limit in ("1", "1000"))
    few, all_ = (deal["claims"][0]["explained"] for deal in (few, all_))
    assert [len(few[key]) for key in ("own_rules", "other_rules")] == [1, 1]
    assert all_["more"] == 0
    assert few["more"] == len(all_["own_rules"]) + len(all_["other_rules"]) - 2
    assert few["own_rules"][0] == all_["own_rules"][0]


def test_what_is_asked_comes_before_the_claims_of_the_file() -> None:
    (deal,) = document(DISPUTED, "--total", "Wang Fang=240")["deals"]
    assert [claim["by"] for claim in deal["claims"]] == [None, "Wang Fang", "Chen Yu"]
    assert [claim["holds"] for claim in deal["claims"]] == [False, False, True]
    assert deal["claims"][0]["totals"] == [None, 240, None]
    assert deal["together"]["joined"] is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Zhao=10", "nobody here is called Zhao"),
        ("Li", "no claim"),
        ("=10", "no claim"),
        ("Li=", "no claim"),
        ("Li=ten", "no claim"),
        ("Li=1e3", "no claim"),
        ("Li=１４０", "no claim"),
        ("Li=−20", "no claim"),
        ("Li=99999999999999999999", "no claim"),
        ("Li=10,,Chen=20", "no claim"),
        ("Li=10,0=10", "claimed for twice"),
        ("3=10", "nobody here is called 3"),
        ("li=10", "nobody here is called li"),
    ],
)
def test_what_is_no_claim_on_this_deal_is_said_to_be_none(text: str, words: str) -> None:
    read = invoke("dispute", SETTLED, "--total", text, "--json")
    assert read.exit_code == Status.USAGE
    assert words in read.stderr
    assert "--total" in read.stderr
    (deal,) = json.loads(read.stdout)["deals"]
    assert len(deal["faults"]) == 1
    assert [claim["by"] for claim in deal["claims"]] == ["table"]


def test_two_of_one_name_are_told_apart_by_seat(tmp_path: Path) -> None:
    path = str(named(HOSTILE, tmp_path / "same names.json"))
    refused = invoke("dispute", path, "--total", "=1+1=250")
    assert refused.exit_code == Status.USAGE
    assert "write the seat: seat 1, seat 2" in " ".join(refused.stderr.split())
    (deal,) = document(path, "--total", "1=250,seat 2=20,[red]Li[/red]=30")["deals"]
    assert deal["claims"][0]["totals"] == [30, 250, 20]


def test_a_name_that_is_another_seats_number_is_not_guessed(tmp_path: Path) -> None:
    path = str(named(("1", "Wang", "Chen"), tmp_path / "numbers.json"))
    assert "write the seat" in invoke("dispute", path, "--total", "1=30").stderr
    (deal,) = document(path, "--total", "0=30,seat 1=250")["deals"]
    assert deal["claims"][0]["totals"] == [30, 250, None]


@pytest.mark.parametrize("names", [HOSTILE, ("\x1b[31mLi", "a\u2028b", "$1 {seat} %s"), ("{line}", "{0}", "'\"`")])
def test_names_stay_text(names: tuple[str, str, str], tmp_path: Path) -> None:
    path = str(named(names, tmp_path / "names [x].json"))
    shown = page(path, columns=200)
    assert "\x1b" not in shown
    assert "\u2028" not in shown
    for name in names:
        assert name.encode("unicode_escape").decode().replace("\\\\", "\\") in shown or name in shown
    assert document(path)["deals"][0]["names"] == list(names)


def test_pairs_are_tried_when_asked_for() -> None:
    one, more = (document(DISPUTED, *args)["deals"][0] for args in ((), ("--pairs",)))
    assert one["tried"]["pairs"] == 0
    assert more["tried"]["pairs"] > 100
    assert one["claims"][0]["explained"]["own_rules"][0] == more["claims"][0]["explained"]["own_rules"][0]
    sizes = [len(cause["hypotheses"]) for cause in more["claims"][0]["explained"]["own_rules"]]
    assert sizes == sorted(sizes)
    assert "--pairs tries them" in page(DISPUTED)
    assert "--pairs tries them" not in " ".join(page(DISPUTED, "--pairs").split())


def test_what_one_difference_explains_is_said_first(tmp_path: Path) -> None:
    """§8.3: a heavenly win counted as a self-draw, by one in totals, by another in payments."""
    path = tmp_path / "both.jsonl"
    log = (ROOT / "fixtures/logs/heavenly_win_after_an_opening_quad.jsonl").read_text(encoding="utf-8").splitlines()
    lines = [line for line in map(json.loads, log) if line["type"] not in ("claimed", "sealed")]
    seq = len(lines)
    lines += [
        {"seq": seq, "type": "claimed", "by": "Li", "totals": [110, 0, 10]},
        {"seq": seq + 1, "type": "claimed", "by": "Chen", "payments": [210, -120, -90]},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    shown = page(str(path))
    assert shown.index("Together: one difference explains Li and Chen") < shown.index("Li claims")
    assert shown.count("heavenly_self_draw_bonus = true") == 1
    assert shown.count("What explains it is above.") == 2


def test_no_claim_at_all_is_said_to_be_none() -> None:
    assert "No claim in it" in page("fixtures/hands/hezi_64.json")
    assert invoke("dispute", "fixtures/hands/hezi_64.json").exit_code == Status.NOTHING
