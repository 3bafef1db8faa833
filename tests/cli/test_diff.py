"""`duzihu diff`: what other rules would change, on the screen and as JSON."""

import json
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import all_reports

DISPUTED = "fixtures/logs/disputed.jsonl"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_lines_that_appear_disappear_and_change(columns: int, snapshot: SnapshotAssertion) -> None:
    changes = ("wenqian_hu=0,0,0,0", "piao_hu=0", "three_elders=any", "indicator_multiplier=3", "rounding=down")
    args = [part for change in changes for part in ("--set", change)]
    assert invoke("diff", DISPUTED, *args, columns=columns).stdout == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_each_option(columns: int, snapshot: SnapshotAssertion) -> None:
    assert invoke("diff", DISPUTED, "--each-option", columns=columns).stdout == snapshot


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("logs/kong_after_a_pung_by_house_rule.jsonl", ("--rules", "cardavia")),
        ("vectors/deals/session-0063.jsonl", ("--deal", "4", "--set", "qing_hu=0", "--set", "tazi_hu=100")),
        ("logs/last_stock_card_drawn_for_a_kong.jsonl", ("--set", "last_card_on_replacement=false")),
        ("logs/disputed.jsonl", ("--set", "hezi_hu=0")),
        ("logs/disputed.jsonl", ("--rules", "cardavia")),
        ("logs/unfinished.jsonl", ("--each-option", "--all")),
        ("hands/false_win.json", ("--set", "pung_hu=3")),
    ],
)
def test_what_else_may_change(name: str, args: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    assert invoke("diff", f"fixtures/{name}", *args).stdout == snapshot


def test_settings_change_the_deals_own_rules_unless_others_are_named() -> None:
    log = "fixtures/logs/kong_after_a_pung_by_house_rule.jsonl"
    own = json.loads(invoke("diff", log, "--set", "pung_hu=3", "--json").stdout)["deals"][0]
    named = json.loads(invoke("diff", log, "--rules", "cardavia", "--set", "pung_hu=3", "--json").stdout)["deals"][0]
    assert own["other"]["rules"]["options"] == {"kong_after_pung": True, "pung_hu": 3}
    assert named["other"]["rules"]["options"] == {"pung_hu": 3}
    assert named["other"]["options"]["kong_after_pung"] == {"old": True, "new": False}


def test_rules_from_a_file(tmp_path: Path) -> None:
    rules = tmp_path / "house [1].toml"
    rules.write_text('preset = "cardavia"\n[options]\nthree_elders = "any"\n', encoding="utf-8")
    shown = invoke("diff", DISPUTED, "--rules", str(rules)).stdout
    assert "three_elders" in shown
    assert "250 → 490" in shown


@pytest.mark.parametrize("args", [("--set", "pung_hu=3"), ("--each-option",)])
def test_the_exit_status_is_that_of_the_audit_under_its_own_rules(args: tuple[str, ...]) -> None:
    for name in (
        "logs/disputed.jsonl",
        "logs/settlement_140_40_100.jsonl",
        "logs/fifth_copy.jsonl",
        "hands/several.toml",
    ):
        expected = max(report.exit_status for report in all_reports() if report.source == f"fixtures/{name}")
        assert invoke("diff", f"fixtures/{name}", *args).exit_code == expected
    assert invoke("diff", "missing", *args).exit_code == Status.UNREADABLE


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("--each-option", "--set", "pung_hu=3"),
        ("--each-option", "--rules", "cardavia"),
        ("--set", "pung_hu=3", "--all"),
        ("--set", "no_such=3"),
        ("--set", "jokers=wild"),
        ("--rules", "no-such"),
    ],
)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    result = invoke("diff", DISPUTED, *args)
    assert result.exit_code == Status.USAGE
    assert result.stdout == ""


@pytest.mark.parametrize("fault", ["none", "lacks its fields", "wrong deck"])
def test_a_deal_whose_start_cannot_be_folded_has_nothing_to_compare(fault: str, tmp_path: Path) -> None:
    first, *rest = (ROOT / DISPUTED).read_bytes().splitlines(keepends=True)
    start = {
        "none": b"",
        "lacks its fields": b'{"seq":0,"type":"deal_started"}\n',
        "wrong deck": first.replace(b'"deck":"', b'"deck":"1m '),
    }[fault]
    assert start != first
    log = tmp_path / "headless.jsonl"
    log.write_bytes(b"".join((start, *rest)))
    for args in (("--set", "pung_hu=3"), ("--rules", "cardavia"), ("--each-option",)):
        result = invoke("diff", str(log), *args)
        assert result.exit_code == Status.FINDINGS
        assert "Nothing to compare: no part of it could be folded" in result.stdout
    assert json.loads(invoke("diff", str(log), "--set", "pung_hu=3", "--json").stdout)["deals"][0]["other"] is None


def test_unknown_rules_are_compared_with_rules_that_are_known(tmp_path: Path) -> None:
    log = tmp_path / "unknown.jsonl"
    log.write_bytes((ROOT / DISPUTED).read_bytes().replace(b'"rules":"cardavia"', b'"rules":"nantong"', 1))
    shown = invoke("diff", str(log), "--rules", "cardavia").stdout
    assert "The deal is impossible; under the other rules it is won" in shown
    assert "— → 250" in shown


def test_the_biggest_change_comes_first_in_the_document_too() -> None:
    (deal,) = json.loads(invoke("diff", DISPUTED, "--each-option", "--json").stdout)["deals"]
    moved = [
        sum(abs(seat["payment"]["new"] - seat["payment"]["old"]) for seat in option["changes"]["seats"])
        for option in deal["options"]
    ]
    assert moved == sorted(moved, reverse=True)
    assert moved[0] > 0
    assert not any(option["changes"]["none"] for option in deal["options"])
    tried = [(one["option"], str(one["new"])) for one in (*deal["options"], *deal["without_effect"])]
    assert len(set(tried)) == len(tried)
