"""Logs of which hands are hidden, as every command shows them: what is known, what could not be checked, no figures."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.html.stepped import stepped_page
from cli.status import Status
from engine.deal import AnyEvent, Deal
from engine.events import Claimed, Extension, Won, encode
from engine.state import SEATS, State
from replay.archive.store import run
from replay.audit import audit
from replay.report import DealReport
from tests.archive.archives import empty_archive, put_in
from tests.cli.test_export_page import embedded
from tests.support.command_line import invoke
from tests.support.hiding import hiding, shown
from tests.support.play import corpus, events_of

SELF_DRAWN = next(deal for deal in corpus() if deal.state and deal.state.win and deal.state.win.source == "self-draw")
CLAIM = Claimed(0, "Li", totals=(10, 20, 30))
COMMANDS = (
    *("audit", "audit --brief", "audit --json", "audit --lang zh", "replay", "replay --json", "replay --at 30"),
    *("replay --at 30 --json", "explain", "explain --json", "explain --format html", "partitions", "sensitivity"),
    *("diff --rules article", "dispute", "dispute --json", "verify", "view --seat 1", "fmt"),
)


def state_of(deal: Deal) -> State:
    assert deal.state is not None
    return deal.state


def lines(events: list[AnyEvent]) -> bytes:
    numbered = [replace(event, seq=seq) for seq, event in enumerate(events)]
    return b"".join(encode(event) + b"\n" for event in numbered if not isinstance(event, Extension))


def hands() -> list[AnyEvent]:
    return [shown(state_of(SELF_DRAWN), seat, 0) for seat in range(SEATS)]


HIDDEN = [*hiding(events_of(SELF_DRAWN), range(SEATS)), CLAIM]
UNNAMED = [replace(event, card=None) if isinstance(event, Won) else event for event in HIDDEN]
LOGS: dict[str, bytes] = {
    "all_hidden": lines(HIDDEN),
    "winner_shown": lines([*HIDDEN, hands()[state_of(SELF_DRAWN).turn]]),
    "all_shown": lines([*HIDDEN, *hands()]),
    "card_unknown": lines([*UNNAMED, *hands()]),
    "unfinished": lines(HIDDEN[:40]),
    "with_jokers": lines([*hiding(events_of(corpus()[-1]), (0, 2))]),
    "stopped": lines([*HIDDEN, replace(hands()[0], cards="1m")]),
}


@pytest.fixture(params=LOGS)
def log(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    path = tmp_path / f"{request.param}.jsonl"
    path.write_bytes(LOGS[request.param])
    return str(path)


def reported(name: str, tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOGS[name])
    (deal,) = json.loads(invoke("audit", str(path), "--json").stdout)["deals"]
    return dict(deal)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_it(command: str, log: str) -> None:
    name, *options = command.split()
    result = invoke(name, log, *options)
    assert result.exit_code in (Status.NOTHING, Status.FINDINGS)
    assert result.stdout


def test_nothing_is_derived_while_a_hand_is_hidden(tmp_path: Path) -> None:
    for name in ("all_hidden", "winner_shown", "card_unknown"):
        deal = reported(name, tmp_path)
        assert (deal["status"], deal["findings"]) == ("won", [])
        assert deal["totals"] is deal["payments"] is deal["winner"] is None
        assert deal["claims"][0]["holds"] is None
        assert deal["win"]["player"] == state_of(SELF_DRAWN).turn
    sizes = [sum(hand) for hand in state_of(SELF_DRAWN).hands]
    sizes[state_of(SELF_DRAWN).turn] -= 1  # the winner named its card
    assert reported("all_hidden", tmp_path)["hidden"] == sizes


def test_once_all_hands_are_shown_it_is_scored(tmp_path: Path) -> None:
    deal = reported("all_shown", tmp_path)
    (whole,) = audit_of(lines([*events_of(SELF_DRAWN), CLAIM]))
    assert whole.score is not None
    assert deal["totals"] == [*(whole.score.totals or ())]
    assert deal["hidden"] == [0, 0, 0]
    assert "false-win" not in [one["code"] for one in deal["unchecked"]]


def audit_of(log: bytes) -> list[DealReport]:
    return [report for report in audit(BytesIO(log), "a log") if isinstance(report, DealReport)]


def test_a_screen_says_whose_hands_are_hidden_and_what_was_not_checked(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOGS["all_hidden"])
    for columns in (60, 80, 120):
        text = invoke("audit", str(path), columns=columns).stdout
        assert max(map(len, text.splitlines())) <= columns
        words = " ".join(text.split())
        assert "No findings Not checked, for cards are hidden" in words
        assert "is complete" in words
        assert "Nothing is scored: hidden cards are left in the hands of" in words
    path.write_bytes(LOGS["card_unknown"])
    assert "Nothing is scored: the card that won is not known." in invoke("audit", str(path)).stdout
    assert "checks not made" in invoke("audit", str(path), "--brief").stdout


def test_a_page_shows_what_is_known_and_as_many_backs_as_are_hidden() -> None:
    for name in ("all_hidden", "all_shown", "unfinished"):
        (report,) = audit_of(LOGS[name])
        assert report.deal is not None
        data = embedded(stepped_page(report, None))
        last = data["tables"][data["views"][0]["tables"][-1]]
        seats = [data["seats"][place] for place in last["seats"]]
        assert [seat["hidden"] for seat in seats] == state_of(report.deal).hidden
        assert [len(data["rows"][seat["hand"]]) for seat in seats] == [
            sum(hand) for hand in state_of(report.deal).hands
        ]


def test_a_replay_in_json_writes_hidden_cards_as_such(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(LOGS["winner_shown"])
    (deal,) = json.loads(invoke("replay", str(path), "--json").stdout)["deals"]
    winner = state_of(SELF_DRAWN).turn
    for seat, own in enumerate(deal["table"]["seats"]):
        cards = own["hand"].split()
        assert len(cards) == sum(state_of(SELF_DRAWN).hands[seat])
        assert set(cards) == {"??"} if seat != winner else "??" not in cards


def test_an_archive_keeps_it_as_it_is(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        for name, log in LOGS.items():
            put_in(archive, log.replace(b'"deal":"test"', b'"deal":"%b"' % name.encode()), name)
        deals = dict(run(archive, "SELECT id, status FROM deals"))
        assert deals == {name: audit_of(log)[0].status for name, log in LOGS.items()}
        assert run(archive, "SELECT count(*) FROM events WHERE card = '??' OR cards LIKE '%??%'")[0][0] > 100
        scored = run(archive, "SELECT id FROM deals WHERE total_0 IS NOT NULL")
        assert scored == [("all_shown",)]
