"""`duzihu partitions`: every reading with its lines, and what separates it from the next."""

import json
from itertools import pairwise

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from engine.lines import sums_of
from replay.gains import gains
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import all_reports

WON = [
    report for report in all_reports() if report.end is not None and report.score is not None and report.score.readings
]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_card_that_fits_three_groups(columns: int, snapshot: SnapshotAssertion) -> None:
    result = invoke("partitions", "fixtures/logs/one_card_fits_three_groups.jsonl", columns=columns)
    assert result.stdout == snapshot
    assert result.exit_code == Status.FINDINGS


@pytest.mark.parametrize(
    "name",
    [
        "logs/pung_of_the_last_discard.jsonl",
        "logs/heavenly_win_after_an_opening_quad.jsonl",
        "logs/unfinished.jsonl",
        "logs/fifth_copy.jsonl",
        "hands/false_win.json",
    ],
)
def test_where_there_is_one_reading_or_none(name: str, snapshot: SnapshotAssertion) -> None:
    assert invoke("partitions", f"fixtures/{name}").stdout == snapshot


def test_6_4_readings_come_best_first_and_a_gain_is_the_difference_to_the_next() -> None:
    checked = 0
    for report in WON:
        assert report.end is not None
        assert report.score is not None
        unrounded = [sums_of(reading.lines).unrounded for reading in report.score.readings]
        gained = gains(report.end, report.score)
        assert len(gained) == len(unrounded) - 1
        assert [gain.unrounded for gain in gained] == [better - worse for better, worse in pairwise(unrounded)]
        assert all(gain.unrounded >= 0 and gain.total >= 0 for gain in gained)
        checked += len(gained)
    assert checked > 20


def test_10_2_a_gain_in_the_winners_total_is_paid_by_both_others() -> None:
    checked = 0
    for report in WON:
        assert report.end is not None
        assert report.end.win is not None
        assert report.score is not None
        for gain in gains(report.end, report.score):
            others = [paid for seat, paid in enumerate(gain.payments) if seat != report.end.win.seat]
            assert others == [-gain.total, -gain.total]
            assert gain.payments[report.end.win.seat] == 2 * gain.total
            checked += gain.total > 0
    assert checked > 10


def test_the_document_is_the_audits_with_gains() -> None:
    name = "fixtures/logs/one_card_fits_three_groups.jsonl"
    (deal,) = json.loads(invoke("partitions", name, "--json").stdout)["deals"]
    (audited,) = json.loads(invoke("audit", name, "--json").stdout)["deals"]
    gained = [reading.pop("gain") for reading in deal["winner"]["readings"]]
    assert deal == audited
    assert gained[-1] is None
    assert [gain["unrounded"] for gain in gained[:-1]] == [10, 0, 82]


def test_every_reading_says_what_the_next_lacks() -> None:
    shown = " ".join(invoke("partitions", "fixtures/logs/one_card_fits_three_groups.jsonl").stdout.split())
    assert "Gains 10 over reading 2; the winner receives 20 more. Reading 2 lacks wait for the pair" in shown
    assert "As much as reading 3: the canonical order decides (§6.4)." in shown
