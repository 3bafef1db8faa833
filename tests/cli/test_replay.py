"""`duzihu replay`: a deal as people tell it, the table after any event, and what one seat could see."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from cli.status import Status
from cli.story_json import table_json
from engine.deal import AnyEvent
from engine.events import Dealt, Drawn, encode
from engine.view import view
from tests.support.command_line import ROOT, invoke, run, start
from tests.support.play import corpus, table
from tests.support.twins import begun, twin

FIXTURES = ROOT / "fixtures" / "logs"
LOGS = sorted(FIXTURES.glob("*.jsonl"))
DISPUTED = "fixtures/logs/disputed.jsonl"
MISREAD = "fixtures/logs/misread_card_retracted.jsonl"


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def deals_of(*args: str) -> Any:
    return json.loads(invoke("replay", *args, "--json").stdout)["deals"]


def written(path: Path, events: Sequence[AnyEvent]) -> str:
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))  # type: ignore[arg-type]
    return str(path)


# What people see


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize(
    "log",
    ["disputed", "misread_card_retracted", "win_on_an_incomplete_hand", "hostile_names", "joker_drawn_for_a_kong"],
)
def test_a_deal_turn_by_turn(log: str, columns: int, snapshot: SnapshotAssertion) -> None:
    shown = invoke("replay", f"fixtures/logs/{log}.jsonl", columns=columns).stdout
    assert all(len(line) <= columns for line in shown.splitlines() if line.isascii())
    assert shown == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("seat", [None, 0])
def test_the_table_after_an_event(columns: int, seat: int | None, snapshot: SnapshotAssertion) -> None:
    of_seat = [] if seat is None else ["--seat", str(seat)]
    assert invoke("replay", DISPUTED, "--at", "36", *of_seat, columns=columns).stdout == snapshot


def test_only_what_stands(snapshot: SnapshotAssertion) -> None:
    shown = invoke("replay", MISREAD, "--as", "corrected").stdout
    assert "draws 9c" not in shown
    assert "taken back" not in shown
    assert shown == snapshot


def test_what_a_seat_could_see(snapshot: SnapshotAssertion) -> None:
    assert invoke("replay", DISPUTED, "--seat", "2").stdout == snapshot


def test_a_hand_record_says_that_it_has_no_history(snapshot: SnapshotAssertion) -> None:
    result = invoke("replay", "fixtures/hands/three_elders.json")
    assert result.exit_code == Status.NOTHING
    assert result.stdout == snapshot


def test_findings_stand_under_their_event_with_the_paragraph() -> None:
    lines = invoke("replay", "fixtures/logs/ready_players_swap_let_stand.jsonl", columns=200).stdout.splitlines()
    (at,) = [at for at, line in enumerate(lines) if "✗" in line]
    assert "irregular §4.6, which the table let stand: seat" in lines[at]
    assert "discards" in lines[at - 1]


def test_whatever_is_recorded_is_told_once() -> None:
    """Every number of an event stands in the left column, alone or at one end of a turn."""
    shown = invoke("replay", MISREAD).stdout
    numbers = re.findall(r"^ *(\d+)(?:–(\d+))? ", shown.split("\n\n")[1], re.MULTILINE)
    turns = [(int(first), int(last or first)) for first, last in numbers]
    assert [seq for first, last in turns for seq in range(first, last + 1)] == list(range(18))


def test_the_torn_line_is_told_to_be_no_part_of_the_deal() -> None:
    result = invoke("replay", "fixtures/logs/torn_tail.jsonl")
    assert result.exit_code == Status.FINDINGS
    assert "is torn" in result.stdout


# Any event


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_at_each_event_it_is_the_fold_of_the_events_so_far(path: Path) -> None:
    for number, whole in enumerate(deals_of(str(path)), 1):
        lines = [line for line in path.read_bytes().splitlines() if line]
        begins = [at for at, line in enumerate(lines) if b'"deal_started"' in line]
        lines = lines[begins[number - 1] :]
        for index, event in enumerate(whole["events"]):
            prefix = b"\n".join(lines[: index + 1]) + b"\n"
            assert event["table"] == last_table(prefix), event["text"]


def last_table(log: bytes) -> Any:
    """The table of a log's state after its last event, by the fold alone."""
    from io import BytesIO

    from replay.audit import audit

    *_, report = audit(BytesIO(log), "prefix")
    state = report.deal.state  # type: ignore[union-attr]
    return None if state is None else json.loads(json.dumps(table_json(view(state))))


def test_at_gives_what_the_whole_replay_has_at_that_event() -> None:
    for telling in ("recorded", "corrected"):
        (whole,) = deals_of(MISREAD, "--as", telling)
        for event in whole["events"]:
            (deal,) = deals_of(MISREAD, "--as", telling, "--at", str(event["seq"]))
            assert deal["events"] == [event]
            assert deal["table"] == event["table"]


def test_at_an_event_that_was_taken_back_each_telling_has_its_own_table() -> None:
    """Event 11 drew the 9c, and was taken back."""
    (recorded,), (corrected,) = (deals_of(MISREAD, "--as", way, "--at", "11") for way in ("recorded", "corrected"))
    assert recorded["events"][0]["fate"] == corrected["events"][0]["fate"] == "void"
    assert recorded["table"]["stock"] == corrected["table"]["stock"] - 1
    assert recorded["table"]["drawn"] == "9c"
    assert corrected["table"] == deals_of(MISREAD, "--at", "10")[0]["table"]


def test_what_is_legal_is_said_for_every_seat_or_for_the_one_that_looks() -> None:
    (deal,) = deals_of(DISPUTED, "--at", "36")
    assert {action["seat"] for action in deal["legal"]} == {0, 1}
    (deal,) = deals_of(DISPUTED, "--at", "36", "--seat", "1")
    assert {action["type"] for action in deal["legal"]} == {"won", "pung_claimed", "passed"}


def test_an_event_that_no_deal_has_is_wrong_usage() -> None:
    result = invoke("replay", DISPUTED, "--at", "99")
    assert result.exit_code == Status.USAGE
    assert "no deal of the input has an event 99" in result.stderr
    assert invoke("replay", "fixtures/logs/session.jsonl", "--at", "100").exit_code == Status.NOTHING


# What a seat cannot see


@pytest.mark.parametrize("seed", range(1, 220, 13))
def test_no_hidden_card_appears_in_what_a_seat_is_shown(seed: int, tmp_path: Path) -> None:
    """Two deals that differ only in cards that the seat cannot see give the same output."""
    rng = Random(seed)
    seat = rng.randrange(3)
    events = begun(rng, corpus()[seed])
    at = str(rng.randrange(len(events)))
    shown = []
    for told in (events, twin(rng, events, seat)):
        log = written(tmp_path / "deal.jsonl", told)
        of_seat = (log, "--seat", str(seat))
        texts = [invoke("replay", *of_seat, *more).stdout for more in ([], ["--at", at], ["--as", "corrected"])]
        shown.append((texts, deals_of(*of_seat), deals_of(*of_seat, "--at", at)))
        assert "??" in texts[0]
    assert shown[0] == shown[1]


def test_until_the_end_nobody_is_told_what_is_to_come() -> None:
    """Wang wins on the 9s of event 36."""
    shown = invoke("replay", DISPUTED, "--seat", "0", "--at", "30").stdout
    assert "won" not in shown
    assert "9s" not in shown
    assert deals_of(DISPUTED, "--seat", "0", "--at", "30")[0]["status"] is None
    assert deals_of(DISPUTED, "--seat", "0", "--at", "37")[0]["status"] == "won"


def test_a_seat_is_told_of_findings_only_when_the_hands_lie_open(tmp_path: Path) -> None:
    """Whether a claim was possible tells a hand."""
    deal = table("9s")
    deal.add(Drawn(deal.next_seq, 1, "9s"))
    events = [step.event for step in deal.steps]
    assert deal.findings
    log = written(tmp_path / "deal.jsonl", events)
    assert "✗" in invoke("replay", log).stdout
    shown = invoke("replay", log, "--seat", "0")
    assert "irregular" not in shown.stdout
    assert shown.exit_code == Status.FINDINGS
    ended = invoke("replay", "fixtures/logs/win_on_an_incomplete_hand.jsonl", "--seat", "0").stdout
    assert "§6.1" in ended.partition("Findings")[2]


def test_the_deck_is_never_told(tmp_path: Path) -> None:
    deal = next(deal for deal in corpus() if deal.start is not None and deal.start.deck is not None)
    assert deal.start is not None
    log = written(tmp_path / "deal.jsonl", [deal.start])
    assert deal.start.deck is not None
    for more in ([], ["--json"], ["--seat", "1"]):
        assert deal.start.deck[:20] not in invoke("replay", log, *more).stdout


# Hostile input and output


def test_what_people_typed_is_never_obeyed() -> None:
    for columns in (60, 200):
        shown = invoke("replay", "fixtures/logs/hostile_names.jsonl", columns=columns).stdout
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e]", shown)
    assert '[red]"Li"[/red]\\x1b[31m claims payments' in shown
    assert "$1 {deal} %s 'x'; --" in shown
    assert "[/] notes: \\x1b]0;title\\x07 \\u2028 \\u202e <b>&amp;</b> | `x` [link=file:///]" in shown


def test_unreadable_lines_and_no_lines_are_told_not_raised(tmp_path: Path) -> None:
    start, dealt = (FIXTURES / "disputed.jsonl").read_bytes().splitlines(keepends=True)[:2]
    bad = tmp_path / "bad [1].jsonl"
    for content in (start + b"\xff\n" + dealt, start + b"{\n", b'{"seq":0,"type":"deal_started"', start + dealt[:20]):
        bad.write_bytes(content)
        for more in ([], ["--as", "corrected"], ["--seat", "0"], ["--at", "0"], ["--json"]):
            result = invoke("replay", str(bad), *more)
            assert result.exit_code in (Status.FINDINGS, Status.USAGE, Status.UNREADABLE)
            assert "Traceback" not in result.stderr
    bad.write_bytes(b"")
    assert invoke("replay", str(bad)).exit_code == Status.UNREADABLE


def test_cards_that_are_none_are_told_as_they_stand(tmp_path: Path) -> None:
    deal = table("9s")
    events = [step.event for step in deal.steps]
    log = written(tmp_path / "deal.jsonl", [*events, Drawn(len(events), 0, "[b]\x1b")])
    assert "0 Li   draws [b]\\x1b, not folded" in invoke("replay", log).stdout
    log = written(tmp_path / "deal.jsonl", [events[0], replace(events[1], cards="1m x")])  # type: ignore[arg-type]
    assert isinstance(events[1], Dealt)
    assert "is dealt 1m x, not folded" in invoke("replay", log).stdout


def test_several_inputs_give_the_highest_status_and_each_is_reported() -> None:
    result = invoke("replay", "nosuch.jsonl", DISPUTED, "fixtures/hands/three_elders.json")
    assert result.exit_code == Status.UNREADABLE
    assert "nosuch.jsonl" in result.stderr
    assert "disputed" in result.stdout
    assert "three-elders" in result.stdout


@pytest.mark.parametrize(
    "wrong", [["--as", "told"], ["--seat", "3"], ["--seat", "x"], ["--at", "x"], ["--at", "-1"], []]
)
def test_wrong_usage(wrong: list[str]) -> None:
    files = [DISPUTED] if wrong else []
    result = invoke("replay", *files, *wrong)
    assert result.exit_code == Status.USAGE
    assert not result.stdout


def test_standard_input_and_no_terminal() -> None:
    log = (FIXTURES / "misread_card_retracted.jsonl").read_bytes()
    for more in ([], ["--step"]):
        done = run("replay", "-", *more, input=log, stdin=None, env={"LC_ALL": "C", "COLUMNS": "80"})
        assert done.returncode == Status.NOTHING
        expected = invoke("replay", MISREAD).stdout.replace(MISREAD, "-")
        assert done.stdout.decode() == expected
        assert done.stderr == b""


def test_a_closed_pipe_ends_it_without_a_word() -> None:
    import subprocess

    with start("replay", "fixtures/logs/session.jsonl", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""


# For programs


def test_the_document_has_every_event_in_words() -> None:
    document = json.loads(invoke("replay", MISREAD, "--json").stdout)
    assert list(document) == ["format", "deals", "faults", "exit_status"]
    assert document["format"] == "duzihu-replay/1"
    (deal,) = document["deals"]
    assert deal["names"] == ["Li", "Wang", "Chen"]
    assert [event["seq"] for event in deal["events"]] == list(range(18))
    assert deal["events"][10]["text"] == "Seat 1 (Wang) discards 8s"
    assert [event["fate"] for event in deal["events"][10:14]] == ["stands", "void", "void", "stands"]
    assert [found["code"] for found in deal["events"][11]["findings"]] == ["deck-differs"]
    assert deal["table"] == deal["events"][-1]["table"]


def test_a_records_document_has_its_table_and_no_events() -> None:
    (deal,) = deals_of("fixtures/hands/three_elders.json")
    assert deal["events"] == []
    assert deal["table"]["phase"] == "ended"
    assert deal["table"]["stock"] is None


def test_every_line_of_every_log_is_told() -> None:
    for path in LOGS:
        for deal in deals_of(str(path)):
            assert all(event["text"] and event["type"] for event in deal["events"]), path
