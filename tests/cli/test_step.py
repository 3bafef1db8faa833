"""Going through a deal on the screen: where each move leads, what keys and mouse do, what any size shows."""

import re
from functools import reduce
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from cli.stepping import HELP, Place, Track, moved, to_event, track_of
from cli.story import Story
from cli.table.step import StepApp
from engine.cards import KIND_OF
from engine.score import score
from engine.state import ended_here
from engine.timeline import CORRECTED, RECORDED, Telling
from replay.audit import audit
from replay.report import DealReport
from tests.support.command_line import ROOT
from tests.support.pilot import lines_of, played, settled, typed, where

FIXTURES = ROOT / "fixtures"
NINE_COINS = KIND_OF["9c"]
DEAL = Track(
    (0, 1, 2, 3, 5, 5, 6, None, 8),
    tuple([frozenset({NINE_COINS} if at in (1, 5) else ()) for at in range(9)]),
    marks=(2, 4, 6, 8),
)
TRACKS = (DEAL, Track(), Track((0, 1), (frozenset(), frozenset())))
MOVES = ("next", "back", "first", "last", "next-mark", "mark-before", "next-deal", "deal-before", "seat", "sought")


def after(*moves: str, place: Place = Place()) -> Place:  # noqa: B008 (a frozen value)
    return reduce(lambda at, move: moved(at, move, TRACKS[at.deal], len(TRACKS)), moves, place)


# Moves


def test_forward_and_back_one_event_and_no_further() -> None:
    assert after("next").at == 1
    assert after("next", "next", "back").at == 1
    assert after("back").at == 0
    assert after("last", "next").at == len(DEAL.seqs) - 1
    assert after("last", "first").at == 0


def test_the_next_claim_or_finding_and_word_when_there_is_none() -> None:
    assert [after(*["next-mark"] * times).at for times in range(1, 6)] == [2, 4, 6, 8, 8]
    assert after(*["next-mark"] * 5).said == "no claim or finding after this event"
    assert after("last", "mark-before", "mark-before").at == 4
    assert after("mark-before").said == "no claim or finding before this event"
    assert after("next-mark", "next").said == ""


def test_a_number_leads_to_that_event_the_last_of_several() -> None:
    assert to_event(Place(), 3, DEAL).at == 3
    assert to_event(Place(), 5, DEAL).at == 5
    assert to_event(Place(), 4, DEAL) == replace(Place(), said="no event 4 is told here")


def test_a_card_leads_to_each_event_that_names_it() -> None:
    place = Place(sought=NINE_COINS)
    assert [after(*["sought"] * times, place=place).at for times in range(4)] == [0, 1, 5, 5]
    assert after(*["sought"] * 3, place=place).said == "no event after this one has the card"


def test_the_seats_go_round() -> None:
    assert [after(*["seat"] * times).seat for times in range(5)] == [None, 0, 1, 2, None]


def test_from_deal_to_deal() -> None:
    assert after("next", "next-deal") == Place(deal=1)
    assert after("next-deal", "next-deal", "next", "deal-before", "deal-before").deal == 0
    assert after("deal-before").said == after(*["next-deal"] * 3).said == "there is no deal beyond this one"


def test_a_record_has_nowhere_to_go() -> None:
    for move in ("next", "back", "first", "last", "next-mark"):
        assert after("next-deal", move).at == 0


@given(st.lists(st.sampled_from(MOVES), max_size=40))
def test_wherever_moves_lead_there_is_a_place(moves: list[str]) -> None:
    place = Place(sought=NINE_COINS)
    for move in moves:
        place = moved(place, move, TRACKS[place.deal], len(TRACKS))
        assert 0 <= place.deal < len(TRACKS)
        assert 0 <= place.at <= TRACKS[place.deal].last


# The deals


def report_of(path: str) -> DealReport:
    with (FIXTURES / path).open("rb") as stream:
        report = next(audit(stream, path))
    assert isinstance(report, DealReport)
    return report


def story_of(report: DealReport, telling: Telling = RECORDED, seat: int | None = None) -> Story:
    assert report.logged is not None
    return Story(report.logged, telling, seat)


def test_a_track_has_what_is_told_with_its_cards_claims_and_findings() -> None:
    report = report_of("logs/misread_card_retracted.jsonl")
    track = track_of(story_of(report))
    assert track.seqs == tuple(range(18))
    assert track.marks == (11, 15, 16)
    assert [at for at, cards in enumerate(track.cards) if NINE_COINS in cards] == [2, 3, 11, 12]
    assert track_of(story_of(report, CORRECTED)).marks == (12, 13)
    assert track_of(None) == Track()


def test_a_seat_knows_of_no_findings_and_finds_no_hidden_card() -> None:
    track = track_of(story_of(report_of("logs/misread_card_retracted.jsonl"), seat=1))
    assert track.marks == (15, 16)
    assert [at for at, cards in enumerate(track.cards) if NINE_COINS in cards] == [2, 12]


def test_what_hands_are_worth_is_what_the_deal_would_settle_at_if_nobody_won() -> None:
    """§10.3: base hu; a seat knows its own, and no payments before the end."""
    report = report_of("logs/disputed.jsonl")
    for seat in (None, 0, 1, 2):
        story = story_of(report, seat=seat)
        assert story.worth(2) is None
        for index in (10, 20, 30):
            worth, state = story.worth(index), story.timeline.state(index)
            assert worth is not None
            assert state is not None
            end = ended_here(state)
            assert end is not None
            assert end.win is None
            due = score(end)
            if seat is None:
                assert worth == due
            else:
                shown = [due.seats[own] if own == seat else None for own in range(3)]
                assert (list(worth.seats), worth.totals, worth.payments) == (shown, None, None)
        last = story.worth(story.indexes[-1])
        assert last is not None
        assert report.score is not None
        assert last.payments == report.score.payments


# Screens


def app_of(*paths: str, telling: Telling = RECORDED, seat: int | None = None, at: int | None = None) -> StepApp:
    return StepApp([report_of(path) for path in paths], telling, seat, at)


MISREAD = "logs/misread_card_retracted.jsonl"


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
@pytest.mark.parametrize(
    "keys",
    [(), ("s",), ("g", "3"), ("question_mark",), ("c",), ("f", "slash", "9", "c", "enter")],
    ids=["all", "seat", "number", "help", "finding", "sought"],
)  # fmt: skip
def test_a_screen(size: tuple[int, int], keys: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    assert "\n".join(typed(app_of(MISREAD, at=9), *keys, size=size)) == snapshot


def test_keys_go_through_a_deal() -> None:
    app = app_of(MISREAD)

    async def does(pilot: "Pilot[int]") -> None:
        for keys, at in (
            (("n", "right", "space", "down", "enter"), 5),
            (("left", "b", "up", "backspace"), 1),
            (("c", "c"), 15),
            (("C",), 11),
            (("end",), 17),
            (("home",), 0),
            (("g", "1", "2", "backspace", "4", "enter"), 14),
            (("g", "3", "escape"), 14),
            (("home", "slash", "9", "c", "enter"), 2),
            (("slash", "enter", "slash", "enter"), 11),
            (("question_mark", "n"), 11),
        ):
            await pilot.press(*keys)
            assert app.place.at == at, keys
            assert app.place.said == ""

    played(app, does)


def test_what_is_no_event_or_card_is_said() -> None:
    assert "no event 99 is told here" in typed(app_of(MISREAD), *"g99", "enter")
    assert "no event 99 is told here" in typed(app_of(MISREAD, at=99))
    assert "[b]x is no card" in typed(app_of(MISREAD), "slash", *"[b]x", "enter")
    assert "no event after this one has the card" in typed(app_of(MISREAD), "slash", *"jF", "enter")


NAMES = {
    **{"→": "right", "←": "left", "Home": "home", "End": "end", "Enter": "enter"},
    **{
        "]": "right_square_bracket",
        "[": "left_square_bracket",
        "?": "question_mark",
        "/": "slash",
        "12": "1 2",
        "5s": "5 s",
    },
}
"""How keys of the help are typed here."""


def test_every_key_of_the_help_does_something() -> None:
    app = app_of(MISREAD, MISREAD, MISREAD)

    async def does(pilot: "Pilot[int]") -> None:
        for row, _ in HELP:
            for way in [row] if "Enter" in row else row.split():
                app.go(Place(deal=1, at=9))
                await pilot.pause()
                before = lines_of(app)
                await pilot.press(*" ".join(NAMES.get(key, key) for key in way.split()).split())
                await settled(pilot)
                assert lines_of(app) != before or app.return_code == 0, way
                await pilot.press(*(["x"] if way == "?" else ()))

    played(app, does, size=(60, 24))


def test_the_mouse_chooses_an_event_and_presses_keys() -> None:
    app = app_of(MISREAD)

    async def does(pilot: "Pilot[int]") -> None:
        for words, at in (("ends its preparation", 5), ("discards R", 8), ("next", 9), ("claim", 11), ("← back", 10)):
            await pilot.click(offset=where(lines_of(app), words))
            await settled(pilot)
            assert app.place.at == at, words
        column, row = where(lines_of(app), "1334578m")
        await pilot.click(offset=(column + 3, row))
        await settled(pilot)
        assert app.place.sought == KIND_OF["4m"]
        assert "no event after this one has the card" in lines_of(app)

    played(app, does)


def test_it_is_drawn_anew_at_another_size() -> None:
    app = app_of("logs/disputed.jsonl", at=30)

    async def does(pilot: "Pilot[int]") -> None:
        shown = []
        for columns, rows in ((60, 24), (120, 40), (80, 24), (30, 8), (12, 3)):
            await pilot.resize_terminal(columns, rows)
            await settled(pilot)
            lines = lines_of(app)
            assert len(lines) == rows
            assert max(map(cell_len, lines)) <= columns
            assert lines[0].startswith("disputed")
            shown.append(lines)
        assert any("Legal now" in line for line in shown[1])
        assert not any("Legal now" in line for line in shown[0])

    played(app, does, size=(100, 30))


LOGS = sorted((FIXTURES / "logs").glob("*.jsonl"))


@pytest.mark.parametrize(
    ("size", "telling", "seat"), [((60, 24), RECORDED, None), ((80, 24), CORRECTED, 2), ((137, 50), RECORDED, 1)]
)
def test_any_log_fits_and_nothing_of_it_controls_the_terminal(
    size: tuple[int, int], telling: Telling, seat: int | None
) -> None:
    app = StepApp([report_of(f"logs/{path.name}") for path in LOGS], telling, seat)

    async def does(pilot: "Pilot[int]") -> None:
        for deal in range(len(LOGS)):
            app.go(Place(deal=deal, seat=seat))
            app.go(replace(app.place, at=app.track.last * (deal % 3) // 2))
            if deal % 4 == 0:
                app.action_face()
            await pilot.pause()
            lines = lines_of(app)
            assert len(lines) == size[1]
            assert max(map(cell_len, lines)) <= size[0]
            assert not any(re.search(r"[\x00-\x1f\x7f-\x9f]", line) for line in lines), LOGS[deal]

    played(app, does, size=size)


@pytest.mark.parametrize("log", ["disputed", "pung_of_the_last_discard", "exhausted_highest_was_far_from_winning"])
def test_at_60_by_24_the_whole_table_and_the_event_are_seen(log: str) -> None:
    report = report_of(f"logs/{log}.jsonl")
    app = StepApp([report], RECORDED)

    async def does(pilot: "Pilot[int]") -> None:
        for at in range(app.track.last, -1, -(app.track.last // 5)):
            app.go(replace(app.place, at=at))
            await settled(pilot)
            title, *lines = lines_of(app)
            seq = app.track.seqs[at]
            assert f"event {seq} of" in title
            labels = [
                found[1]
                for line in lines[: lines.index("")]
                if (found := re.match(r".{6,19} (hand|groups|discards) ", line))
            ]
            assert labels == ["hand", "groups", "discards"] * 3
            assert any(re.match(rf" *{seq}[ ✗]", line) for line in lines), at

    played(app, does, size=(60, 24))


def test_names_are_text_whatever_they_look_like() -> None:
    app = app_of("logs/hostile_names.jsonl", at=12)
    names = app.reports[0].names
    shown = "\n".join(typed(app, size=(120, 40)))
    assert any("[" in name for name in names)
    for name in names:
        assert name[:8].encode("unicode_escape").decode() in shown or name[:8] in shown


def test_a_finding_is_shown_with_its_paragraph_and_the_options_of_it() -> None:
    lines = typed(app_of("logs/ready_players_swap_let_stand.jsonl"), "c")
    assert any("✗ irregular §4.6, which the table let stand: " in line for line in lines)
    log = (FIXTURES / "logs" / "kong_after_a_pung_by_house_rule.jsonl").read_bytes()
    as_printed = log.replace(b'"kong_after_pung":true', b'"kong_after_pung":false')
    (report,) = audit(BytesIO(as_printed), "as printed")
    assert isinstance(report, DealReport)
    lines = typed(StepApp([report], RECORDED), "c", "c")
    assert any("✗ irregular §4.7: " in line for line in lines)
    assert any("kong_after_pung = false: " in line for line in lines)


def test_a_hand_record_is_shown_as_its_table() -> None:
    lines = typed(app_of("hands/three_elders.json"), "n", "g", "1", "enter")
    assert "A hand record has no history: this is the table at the end." in lines
