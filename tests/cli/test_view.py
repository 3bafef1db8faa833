"""`duzihu view`: the log as one seat saw it, and that nothing else is in it."""

import json
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.status import Status
from engine.cards import HIDDEN, TOKENS
from engine.deal import AnyEvent
from engine.events import Extension, Sealed, encode
from engine.view import redacted
from replay.decode import BadLine, decode_line
from replay.log import read_deals
from replay.seal import seal_hash
from replay.seen import seen
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import LOGS, VECTORS
from tests.support.play import corpus, events_of
from tests.support.twins import begun, twin

SEATS = (0, 1, 2)
SESSION = "fixtures/logs/session.jsonl"
DISPUTED = "fixtures/logs/disputed.jsonl"


@pytest.fixture(autouse=True)
def _in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def lines_of(text: str | bytes) -> list[dict[str, Any]]:
    """Its lines read; text may have other line breaks inside."""
    data = text.encode() if isinstance(text, str) else text
    return [json.loads(line) for line in data.splitlines()]


def whole_lines(path: str | Path) -> list[bytes]:
    return [line for line in (ROOT / path).read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def written(events: list[AnyEvent]) -> bytes:
    return b"".join(encode(event) + b"\n" for event in events if not isinstance(event, Extension))


def view_of(data: bytes, seat: int, folder: Path) -> str:
    path = folder / "log.jsonl"
    path.write_bytes(data)
    return invoke("view", str(path), "--seat", str(seat)).stdout


# What stays, and what does not


@pytest.mark.parametrize("path", [*LOGS, *VECTORS[:20]])
def test_every_line_is_what_the_seat_saw_of_it_under_its_own_number(path: str) -> None:
    originals = whole_lines(path)
    for seat in SEATS:
        result = invoke("view", path, "--seat", str(seat))
        for line, original in zip(result.stdout.encode().splitlines(keepends=True), originals, strict=True):
            event, shown = decode_line(original), json.loads(line)
            assert shown["seq"] == event.seq
            if isinstance(event, BadLine | Extension):
                assert shown == {"seq": event.seq, "type": "x_withheld"}
            elif isinstance(event, Sealed):
                assert shown == {"seq": event.seq, "type": "x_sealed", "x_hash": event.hash}
            else:
                assert decode_line(line) == redacted(event, seat)


def test_what_others_are_dealt_and_draw_is_hidden_and_all_else_is_open() -> None:
    shown = lines_of(invoke("view", DISPUTED, "--seat", "1").stdout)
    for line in shown:
        cards = set(f"{line.get('cards', '')} {line.get('card', '')}".split())
        unseen = line["type"] in ("dealt", "drawn", "replacement_drawn") and line["seat"] != 1
        assert cards == {HIDDEN} if unseen else cards <= set(TOKENS)
    assert [line["type"] for line in shown[-2:]] == ["claimed", "claimed"]
    assert [len(line["cards"].split()) for line in shown[1:4]] == [23, 22, 22]
    assert shown[0]["x_seen_by"] == 1
    assert "deck" not in shown[0]


@pytest.mark.parametrize("seed", range(0, 220, 9))
def test_deals_that_differ_in_hidden_cards_give_the_same_bytes(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    seat = rng.choice(SEATS)
    events = begun(rng, corpus()[seed])
    others = twin(rng, events, seat)
    assert written(events) != written(others)
    assert view_of(written(events), seat, tmp_path) == view_of(written(others), seat, tmp_path)


def test_a_recorded_deck_is_left_out(tmp_path: Path) -> None:
    deal = next(deal for deal in corpus() if deal.start is not None and deal.start.deck is not None)
    assert deal.start is not None
    text = view_of(written(events_of(deal)), 0, tmp_path)
    assert deal.start.deck is not None
    assert deal.start.deck[:80] not in text
    assert lines_of(text)[0].keys() >= {"deal", "rules", "players", "dealer"}


SECRET = "jW 9c 9c secret"


def test_fields_and_types_x_may_hold_anything_and_are_left_out(tmp_path: Path) -> None:
    start = json.loads(whole_lines(DISPUTED)[0])
    others = [
        start | {"x_next": SECRET, "rules": {"preset": "cardavia", "x_hands": SECRET}},
        {"seq": 1, "type": "x_peek", "cards": SECRET, "x_more": [SECRET]},
        {"seq": 2, "type": f"x_{SECRET}"},
        {"seq": 3, "type": "noted", "by": "Li", "text": "tea", "x_drawn": SECRET},
        {"seq": 4, "type": "drawn", "seat": 1, "card": "5s", "x_was": SECRET},
    ]
    for seat in SEATS:
        text = view_of("".join(json.dumps(line) + "\n" for line in others).encode(), seat, tmp_path)
        assert SECRET not in text
        assert [line["seq"] for line in lines_of(text)] == [0, 1, 2, 3, 4]
        assert lines_of(text)[3]["text"] == "tea"


@given(
    st.lists(
        st.sampled_from(
            [
                b'{"seq":5,"type":"drawn","seat":1,"card":"9m","hand":"9m"}',
                b'{"seq":5,"type":"draws","seat":1,"card":"9m"}',
                b'{"seq":5,"type":"drawn","seat":1,"seat":1,"card":"9m"}',
                b'{"seq":"9m","type":"drawn"}',
                b'["9m"]',
                b"9m",
                b"\xff9m",
                b"",
                b'{"seq":6,"type":"drawn","seat":2,"card":"9m"}',
                b'{"seq":7,"type":"dealt","seat":2,"cards":"9m 9m 9m 9m 9m what9m"}',
            ]
        )
    )
)
def test_no_line_that_is_no_event_lets_a_card_through(bad: list[bytes]) -> None:
    lines = [whole_lines(DISPUTED)[0], *[line + b"\n" for line in bad]]
    for logged in read_deals(BytesIO(b"".join(lines)), "a log"):
        shown = b"".join(seen(logged, 0))
        assert b"9m" not in shown
        assert shown.count(b"\n") == len(lines)
        assert len(lines_of(shown)) == len(lines)


# The result is a log


@pytest.mark.parametrize("path", LOGS)
def test_its_numbers_are_gapless_wherever_the_logs_are(path: str) -> None:
    with (ROOT / path).open("rb") as stream:
        expected = [event.seq for deal in read_deals(stream, path) for event in deal.events]
    shown = invoke("view", path, "--seat", "0").stdout
    assert [line["seq"] for line in lines_of(shown)] == expected
    assert all(not isinstance(decode_line(line), BadLine) for line in shown.encode().splitlines(keepends=True))


def test_seen_again_by_the_same_seat_it_is_the_same(tmp_path: Path) -> None:
    once = invoke("view", DISPUTED, "--seat", "2").stdout
    assert view_of(once.encode(), 2, tmp_path) == once


def test_an_audit_of_it_says_what_could_not_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    path.write_text(invoke("view", DISPUTED, "--seat", "2").stdout, encoding="utf-8")
    document = json.loads(invoke("audit", str(path), "--json").stdout)
    (deal,) = document["deals"]
    assert (deal["status"], deal["totals"], deal["findings"], document["exit_status"]) == ("won", None, [], 0)
    assert deal["hidden"] == [13, 19, 0]
    assert [(one["code"], one["seq"]) for one in deal["unchecked"]] == [("false-win", 37)]
    assert {claim["holds"] for claim in deal["claims"]} == {None}


def test_with_the_hands_shown_it_comes_to_what_the_whole_log_does(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    (whole,) = json.loads(invoke("audit", DISPUTED, "--json").stdout)["deals"]
    lines = invoke("view", DISPUTED, "--seat", "2").stdout.splitlines()
    for seat in (0, 1):
        cards = whole["players"][seat]["hand"]
        lines.append(json.dumps({"seq": len(lines), "type": "hand_shown", "seat": seat, "cards": cards}))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (deal,) = json.loads(invoke("audit", str(path), "--json").stdout)["deals"]
    for key in ("totals", "payments", "win", "winner", "players", "claims", "findings", "hidden", "unchecked"):
        assert deal[key] == whole[key]


def test_a_seal_of_the_whole_log_never_looks_as_if_it_sealed_this_one(tmp_path: Path) -> None:
    path = tmp_path / "seen.jsonl"
    path.write_text(invoke("view", SESSION, "--seat", "0").stdout, encoding="utf-8")
    with (ROOT / SESSION).open("rb") as stream:
        sealed = [deal.seal for deal in read_deals(stream, SESSION)]
    assert all(sealed)
    with path.open("rb") as stream:
        deals = list(read_deals(stream, "seen"))
    assert [deal.seal for deal in deals] == [None] * len(sealed)
    for deal, seal in zip(deals, sealed, strict=True):
        assert seal is not None
        assert json.loads(deal.lines[-1])["x_hash"] == seal.hash
        assert seal_hash(deal.lines[:-1], seal.previous) != seal.hash


# The command


def test_a_deal_is_chosen_by_its_number_or_its_id() -> None:
    every = lines_of(invoke("view", SESSION, "--seat", "0").stdout)
    second = lines_of(invoke("view", SESSION, "--seat", "0", "--deal", "2").stdout)
    starts = [at for at, line in enumerate(every) if line["type"] == "deal_started"]
    assert second == every[starts[1] : starts[2]]
    assert second == lines_of(invoke("view", SESSION, "--seat", "0", "--deal", second[0]["deal"]).stdout)


def test_a_line_that_cannot_be_read_is_told_and_withheld(tmp_path: Path) -> None:
    path = tmp_path / "a [red] log.jsonl"
    path.write_bytes(whole_lines(DISPUTED)[0] + b'{"seq":1,"card":"9m"\n')
    result = invoke("view", str(path), "--seat", "0")
    assert result.exit_code == Status.UNREADABLE
    assert f"{path}:2:" in result.stderr
    assert lines_of(result.stdout)[1] == {"seq": 1, "type": "x_withheld"}


def test_a_torn_line_is_told_and_left_out() -> None:
    result = invoke("view", "fixtures/logs/torn_tail.jsonl", "--seat", "0")
    assert result.exit_code == Status.FINDINGS
    assert "torn" in result.stderr
    assert len(result.stdout.splitlines()) == len(whole_lines("fixtures/logs/torn_tail.jsonl"))


def test_as_one_document_it_has_the_same_lines() -> None:
    document = json.loads(invoke("view", SESSION, "--seat", "1", "--json").stdout)
    assert (document["format"], document["faults"], document["exit_status"]) == ("duzihu-view/1", [], 0)
    events = [event for deal in document["deals"] for event in deal["events"]]
    assert events == lines_of(invoke("view", SESSION, "--seat", "1").stdout)
    assert [deal["id"] for deal in document["deals"]] == [f"evening-{number}" for number in range(1, 5)]
    assert {(deal["source"], deal["seat"]) for deal in document["deals"]} == {(SESSION, 1)}
    assert faults_of(document, "views", "$") == []


@pytest.mark.parametrize(
    ("args", "code", "status"), [(("nowhere",), "no-such-file", 3), ((DISPUTED, "--deal", "9"), "no-such-deal", 2)]
)
def test_a_document_is_whole_where_there_is_nothing_to_show(args: tuple[str, ...], code: str, status: int) -> None:
    result = invoke("view", *args, "--seat", "1", "--json")
    document = json.loads(result.stdout)
    assert (document["deals"], [fault["code"] for fault in document["faults"]]) == ([], [code])
    assert result.exit_code == document["exit_status"] == status
    assert faults_of(document, "views", "$") == []


def test_it_reads_standard_input() -> None:
    data = (ROOT / DISPUTED).read_bytes()
    assert invoke("view", "-", "--seat", "0", input=data).stdout == invoke("view", DISPUTED, "--seat", "0").stdout


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        ((DISPUTED,), Status.USAGE, "--seat: it says whose view is written: 0, 1 or 2"),
        ((DISPUTED, "--seat", "3"), Status.USAGE, "--seat: seats are 0, 1 and 2 (3)"),
        ((DISPUTED, "--seat", "[red]"), Status.USAGE, "--seat: seats are 0, 1 and 2 ([red])"),
        ((DISPUTED, "--seat", "1", "--deal", "9"), Status.USAGE, "--deal: no deal has this id or number"),
        (("fixtures/hands/disputed.json", "--seat", "1"), Status.UNREADABLE, "a hand record has no history"),
        (("nowhere.jsonl", "--seat", "1"), Status.UNREADABLE, "nowhere.jsonl: "),
    ],
)
def test_what_cannot_be_done_is_said(args: tuple[str, ...], status: Status, words: str) -> None:
    result = invoke("view", *args)
    assert result.exit_code == status
    assert words in result.stderr
    assert result.stdout == ""


def test_an_empty_file_is_no_log(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert invoke("view", str(path), "--seat", "0").exit_code == Status.UNREADABLE
