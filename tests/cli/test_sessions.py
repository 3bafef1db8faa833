"""A session on the screen and as JSON: who should deal or sit out, and what everybody has received (§2.4, §12.1)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from tests.support.command_line import ROOT, invoke

THREE = "fixtures/logs/session.jsonl"
FOUR = "fixtures/logs/session_of_four.jsonl"
SO_FAR = "Over the session so far: "


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def deals_of(*args: str) -> list[dict[str, Any]]:
    deals: list[dict[str, Any]] = json.loads(invoke(*args, "--json").stdout)["deals"]
    return deals


def altered(into: Path, source: str = FOUR, number: int = 2, **changes: Any) -> str:
    """A session without seals, the start of one of its deals changed."""
    lines = []
    for line in (ROOT / source).read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        if event["type"] == "deal_started" and event["number"] == number:
            event |= changes
        if event["type"] != "sealed":
            lines.append(json.dumps(event, ensure_ascii=False) + "\n")
    path = into / "session.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_settlement_of_a_sessions_later_deal(columns: int, snapshot: SnapshotAssertion) -> None:
    shown = invoke("audit", FOUR, "--deal", "3", columns=columns).stdout
    assert shown.partition("\n\nClaims")[0].partition("\n\nThe only reading")[0] == snapshot


@pytest.mark.parametrize(("session", "people"), [(THREE, 3), (FOUR, 4)])
def test_running_totals_are_the_sums_of_the_payments_after_each_deal(session: str, people: int) -> None:
    sums: dict[str, int] = {}
    said = [line for line in invoke("audit", session, columns=200).stdout.splitlines() if line.startswith(SO_FAR)]
    deals = deals_of("audit", session)
    assert len(said) == len(deals) - 1, "of the first deal the payments are all there is"
    starts = [json.loads(line) for line in (ROOT / session).read_text(encoding="utf-8").splitlines()]
    starts = [event for event in starts if event["type"] == "deal_started"]
    for number, (deal, start) in enumerate(zip(deals, starts, strict=True)):
        everybody = [*deal["names"], *([start["sitting_out"]] if people == 4 else [])]
        for name, payment in zip(everybody, (*deal["payments"], 0), strict=False):
            sums[name] = sums.get(name, 0) + payment
        if number == 0:
            assert deal["running"] is None
            continue
        assert deal["running"] == [sums[name] for name in everybody]
        told = dict(re.findall(r"(?:\d )?(\w+) ([-+]?\d+)(?: ·|$)", said[number - 1].removeprefix(SO_FAR)))
        assert {name: int(hu) for name, hu in told.items()} == {name: sums[name] for name in everybody}


def test_a_lone_deal_and_a_hand_record_have_no_running_totals() -> None:
    for path in ("fixtures/logs/disputed.jsonl", "fixtures/hands/several.jsonl"):
        assert SO_FAR not in invoke("audit", path).stdout
        assert {deal["running"] for deal in deals_of("audit", path)} == {None}


@pytest.mark.parametrize(
    ("source", "changes", "rule"),
    [
        (THREE, {"dealer": 0}, "§2.4"),
        (FOUR, {"sitting_out": "Chen", "players": ["Wang", "Li", "Zhao"]}, "§12.1"),
        (FOUR, {"players": ["Chen", "Wang", "Zhao"]}, "§12.1"),
    ],
)
def test_a_break_of_the_rotation_is_found_on_the_start_of_the_deal(
    source: str, changes: dict[str, Any], rule: str, tmp_path: Path
) -> None:
    if source == THREE:
        log = tmp_path / "three.jsonl"
        first, *_ = (ROOT / "fixtures/logs/disputed.jsonl").read_text(encoding="utf-8").split('{"seq":0')[1:]
        log.write_text(('{"seq":0' + first) * 2, encoding="utf-8")
        path, number = str(log), "2"
    else:
        path, number = altered(tmp_path, source, **changes), "2"
    assert invoke("audit", path).exit_code == Status.FINDINGS
    (deal,) = deals_of("audit", path, "--deal", number)
    assert [(one["rule"], one["seq"], one["severity"]) for one in deal["findings"]] == [(rule, 0, "irregular")]
    (told,) = deals_of("replay", path, "--deal", number)
    assert [event["seq"] for event in told["events"] if event["findings"]] == [0]
    assert f"({'irregular'}, {rule})" in invoke("explain", path, "--deal", number).stdout


def test_under_other_rules_the_deal_before_is_the_same(tmp_path: Path) -> None:
    path = altered(tmp_path, players=["Chen", "Wang", "Zhao"])
    (deal,) = deals_of("diff", path, "--deal", "2", "--set", "tazi_hu=30")
    assert deal["other"]["changes"]["findings"] == {"appear": [], "disappear": []}


def test_a_restart_that_a_number_shows_is_no_break(tmp_path: Path) -> None:
    path = altered(tmp_path, players=["Chen", "Wang", "Zhao"], number=7)
    assert deals_of("audit", path, "--deal", "2")[0]["findings"] == []


def test_who_sits_out_is_named_and_never_obeyed(tmp_path: Path) -> None:
    path = altered(tmp_path, number=1, sitting_out="[red]\x1b[2J$1")
    for command in ("audit", "replay", "explain"):
        shown = invoke(command, path, "--deal", "1").stdout
        assert "\x1b" not in shown
        assert "[red]\\x1b[2J$1" in shown
