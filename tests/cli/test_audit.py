"""`duzihu audit`: the screens, the JSON document, the exit status, and whatever a file may be."""

import io
import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console, RenderableType
from syrupy.assertion import SnapshotAssertion

from cli.explain import explained
from cli.render.deals import outcome, settlement
from cli.render.document import Paragraph
from cli.status import Status
from engine.score import score
from replay.report import DealReport
from replay.report_json import report_json
from tests.support.command_line import ROOT, invoke, run
from tests.support.inputs import HANDS, LOGS, VECTORS, all_reports, named

CLEAN = "fixtures/logs/settlement_140_40_100.jsonl"
DISPUTED = "fixtures/logs/disputed.jsonl"
FALSE_WIN = "fixtures/logs/win_on_an_incomplete_hand.jsonl"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


# Screens


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_disputed_deal(columns: int, snapshot: SnapshotAssertion) -> None:
    assert invoke("audit", DISPUTED, columns=columns).stdout == snapshot


@pytest.mark.parametrize(
    "name",
    [
        "logs/altered_after_the_seal.jsonl",
        "logs/fifth_copy.jsonl",
        "logs/hostile_names.jsonl",
        "logs/impossible_event_taken_back.jsonl",
        "logs/ready_players_swap_let_stand.jsonl",
        "logs/torn_tail.jsonl",
        "logs/unfinished.jsonl",
        "logs/win_on_an_incomplete_hand.jsonl",
        "hands/false_win.json",
        "hands/hezi_64.json",
    ],
)
def test_what_else_a_deal_may_be(name: str, snapshot: SnapshotAssertion) -> None:
    assert invoke("audit", f"fixtures/{name}").stdout == snapshot


def test_a_session_in_brief_is_a_line_a_deal_at_any_width(snapshot: SnapshotAssertion) -> None:
    shown = invoke("audit", "fixtures/logs/session.jsonl", DISPUTED, FALSE_WIN, "--brief", columns=40).stdout
    assert shown == snapshot
    assert len(shown.splitlines()) == 6


def test_findings_come_before_the_settlement_and_it_before_claims_and_the_reading() -> None:
    shown = invoke("audit", "fixtures/logs/ready_players_swap_let_stand.jsonl").stdout
    parts = ["\nFindings\n", "\nSettlement\n", "\nClaims\n", "\nThe only reading\n"]
    places = [shown.index(part) for part in parts]
    assert places == sorted(places)


def test_rulings_are_shown_with_their_payments(tmp_path: Path) -> None:
    log = b"".join(line for line in (ROOT / CLEAN).read_bytes().splitlines(keepends=True) if b'"sealed"' not in line)
    said = {"by": "[b]arbiter[/b]", "text": "as\x1b played", "payments": [5, -5, 0]}
    line = {"seq": log.count(b"\n"), "type": "ruled"} | said
    ruled = tmp_path / "ruled.jsonl"
    ruled.write_bytes(log + json.dumps(line).encode() + b"\n")
    shown = invoke("audit", str(ruled)).stdout
    assert "[b]arbiter[/b]" in shown
    assert "as\\x1b played" in shown
    assert "+5 -5 0" in shown


def test_a_seat_has_its_number_where_two_have_one_name(tmp_path: Path) -> None:
    shown = invoke("audit", str(named(("Li", "Li", "Li"), tmp_path / "hand.json"))).stdout
    assert "won by 1 Li: 9s from a discard of 2 Li" in shown
    assert "does not hold: totals 1 Li +270" in shown


# Exit status


def unreadable(tmp_path: Path) -> str:
    path = tmp_path / "unreadable.jsonl"
    path.write_bytes((ROOT / CLEAN).read_bytes() + b"not JSON\n")
    return str(path)


@pytest.mark.parametrize(
    ("files", "status"),
    [
        ([CLEAN], Status.NOTHING),
        ([FALSE_WIN], Status.FINDINGS),
        ([DISPUTED], Status.FINDINGS),
        (["fixtures/hands/false_win.json"], Status.FINDINGS),
        (["fixtures/logs/fifth_copy.jsonl"], Status.FINDINGS),
        (["fixtures/logs/ready_players_swap_let_stand.jsonl"], Status.NOTHING),
        (["fixtures/logs/impossible_event_taken_back.jsonl"], Status.NOTHING),
        (["no such [file].jsonl"], Status.UNREADABLE),
        (["fixtures"], Status.UNREADABLE),
        ([CLEAN, DISPUTED], Status.FINDINGS),
        ([DISPUTED, CLEAN], Status.FINDINGS),
        (["missing", DISPUTED, CLEAN], Status.UNREADABLE),
        ([], Status.USAGE),
    ],
)
def test_the_exit_status_is_the_highest(files: list[str], status: Status) -> None:
    assert run("audit", *files, cwd=ROOT).returncode == status


@pytest.mark.parametrize("name", [*LOGS, *HANDS, *VECTORS])
def test_the_exit_status_is_that_of_the_reports(name: str) -> None:
    expected = max(report.exit_status for report in all_reports() if report.source == name)
    assert invoke("audit", name, "--brief").exit_code == expected


def test_a_line_that_is_not_json_is_told_on_both_streams(tmp_path: Path) -> None:
    done = run("audit", unreadable(tmp_path))
    assert done.returncode == Status.UNREADABLE
    assert b"the line is not JSON" in done.stderr
    shown = done.stdout.decode()
    assert "unreadable" in shown
    assert "the line is not JSON" in shown


def test_each_input_is_reported_though_one_cannot_be_read(tmp_path: Path) -> None:
    done = run("audit", "missing", unreadable(tmp_path), "fixtures/hands/several.toml", CLEAN, "--brief", cwd=ROOT)
    assert done.returncode == Status.UNREADABLE
    assert b"missing: No such file" in done.stderr
    assert len(done.stdout.splitlines()) == 1 + 3 + 1


def test_a_record_that_cannot_be_read_stops_none_of_the_others(tmp_path: Path) -> None:
    hands = (ROOT / "fixtures/hands/several.jsonl").read_text(encoding="utf-8").splitlines()
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text("\n".join([hands[0], '{"format": "duzihu-hand/1"}', *hands[1:]]), encoding="utf-8")
    done = run("audit", str(mixed), "--json")
    document = json.loads(done.stdout)
    assert len(document["deals"]) == len(hands)
    assert document["exit_status"] == done.returncode == Status.UNREADABLE
    assert {fault["line"] for fault in document["faults"]} == {2}


# Whatever a file may be


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\xef\xbb\xbf{}",
        b"{}\r\n",
        "记录".encode("gb18030"),
        b'{"seq":NaN,"type":"drawn"}\n',
        b'{"seq":0,"seq":1,"type":"deal_started"}\n',
        b"[" * 100_000,
        b'{"seq":0,"type":"' + b"x" * 2_000_000,
        b"\x00" * 100,
        b"{" + b'"type":"drawn","seq":' + b"9" * 5000 + b"}\n",
    ],
)
def test_no_content_ends_in_a_traceback(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a [bold]b[bold] $1.jsonl"
    path.write_bytes(content)
    for command in ("audit", "partitions", "explain"):
        result = invoke(command, str(path))
        assert result.exit_code == Status.UNREADABLE
        assert result.stderr.startswith(f"{path}")


def test_standard_input_and_names_with_blanks_and_brackets(tmp_path: Path) -> None:
    path = tmp_path / "a [red]log[red] $1 =1+1.jsonl"
    path.write_bytes((ROOT / DISPUTED).read_bytes())
    assert f"{path}  disputed" in invoke("audit", str(path), "--brief").stdout
    assert invoke("audit", "-", "--brief", input=path.read_bytes()).stdout.startswith("-  disputed")


def test_without_a_locale_names_and_terms_stay() -> None:
    done = run("audit", "fixtures/logs/ready_players_swap_let_stand.jsonl", env={"LC_ALL": "C"}, cwd=ROOT)
    assert "1 王芳, won" in done.stdout.decode()


# One deal of several


@pytest.mark.parametrize("chosen", ["2", "evening-2"])
def test_one_deal_by_number_or_id(chosen: str) -> None:
    shown = invoke("audit", "fixtures/logs/session.jsonl", "--deal", chosen).stdout
    assert shown.startswith("deal 2: evening-2  won by 0 Li")
    assert "evening-1" not in shown


def test_only_the_chosen_deal_counts() -> None:
    several = "fixtures/hands/several.jsonl"
    assert invoke("audit", several).exit_code == Status.FINDINGS
    assert invoke("audit", several, "--deal", "2").exit_code == Status.NOTHING


def test_a_deal_that_is_not_there_is_wrong_usage() -> None:
    result = invoke("audit", DISPUTED, "--deal", "evening-7", "--json")
    assert result.exit_code == Status.USAGE
    assert "--deal: no deal has this id or number" in result.stderr
    assert [fault["token"] for fault in json.loads(result.stdout)["faults"]] == ["evening-7"]


# JSON


def test_the_document_has_every_report_as_it_is() -> None:
    document = json.loads(invoke("audit", *LOGS, *HANDS, *VECTORS, "--json").stdout)
    assert document["deals"] == json.loads(msgspec.json.encode([report_json(report) for report in all_reports()]))
    assert document["format"] == "duzihu-audit/1"
    assert document["faults"] == []


def test_nothing_but_the_document_is_on_standard_output() -> None:
    done = run("audit", "missing", DISPUTED, "--json", cwd=ROOT)
    document = json.loads(done.stdout)
    assert document["exit_status"] == done.returncode == Status.UNREADABLE
    assert document["faults"][0]["code"] == "no-such-file"
    assert done.stderr.startswith(b"missing: ")
    assert done.stdout.endswith(b"}\n")


def test_a_file_name_that_is_not_utf_8_can_be_told() -> None:
    done = run("audit", b"no-\xff-such", "--json")
    assert json.loads(done.stdout)["faults"][0]["source"] == "no-\\udcff-such"


def test_4_3_a_win_without_a_source_has_no_totals_and_is_no_false_win() -> None:
    (report,) = [report for report in all_reports() if report.source == "fixtures/hands/disputed.json"]
    assert report.end is not None
    assert report.end.win is not None
    end = replace(report.end, win=replace(report.end.win, source="none", giver=None))
    unsourced = replace(report, end=end, score=score(end))
    text = io.StringIO()
    Console(file=text, width=100, markup=False).print(*outcome_and_settlement(unsourced))
    assert "won by 1 Wang Fang: 9s from nowhere" in text.getvalue()
    assert "No totals: " in text.getvalue()
    assert "false win" not in text.getvalue()
    told = [block.text for block in explained(unsourced, None) if isinstance(block, Paragraph)]
    assert any("nothing gave the hand a winning card" in text for text in told)
    assert not any("false win" in text for text in told)


def outcome_and_settlement(report: DealReport) -> list[RenderableType]:
    """What the screen says of how a deal ended and what it comes to."""
    return [outcome(report), *settlement(report)]
