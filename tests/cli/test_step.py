"""Going through a deal by keys: where each key leads, and what a screen of any size shows there."""

import re
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from cli.render.stepped import screen_lines
from cli.step import HELP, Place, Track, moved, track_of
from cli.story import Story
from engine.timeline import CORRECTED, RECORDED, Telling
from replay.audit import audit
from replay.report import DealReport
from tests.support.command_line import ROOT

FIXTURES = ROOT / "fixtures"
DEAL = Track((0, 1, 2, 3, 5, 5, 6, None, 8), claims=(2, 6), findings=(4, 6, 8))
TRACKS = (DEAL, Track(), Track((0, 1)))
KEYS = (*("right", "left", " ", "n", "b", "c", "C", "g", "s", "?", "home", "end", "]", "["), *"0123456789")
MORE_KEYS = (*KEYS, "enter", "escape", "backspace", "up", "down", "x", "q")


def after(*keys: str, place: Place = Place()) -> Place:  # noqa: B008 (a frozen value)
    return reduce(lambda at, key: moved(at, key, TRACKS), keys, place)


# Keys


def test_forward_and_back_one_event_and_no_further() -> None:
    assert [after(key).at for key in ("right", " ", "n", "down", "enter")] == [1] * 5
    assert [after("n", "n", key).at for key in ("left", "b", "up", "backspace")] == [1] * 4
    assert after("b").at == 0
    assert after("end", "n").at == len(DEAL.seqs) - 1
    assert after("end", "home").at == 0


def test_c_goes_to_each_claim_and_finding_and_says_when_there_is_none() -> None:
    assert [after(*"c" * times).at for times in range(1, 6)] == [2, 4, 6, 8, 8]
    assert after(*"ccccc").said == "no claim or finding after this event"
    assert after("end", *"CC").at == 4
    assert after("C").said == "no claim or finding before this event"
    assert after("c", "n").said == ""


def test_a_seat_knows_of_no_findings() -> None:
    assert [after("s", *"c" * times).at for times in range(1, 4)] == [2, 6, 6]


def test_g_and_a_number_go_to_that_event_the_last_of_several() -> None:
    assert after("g", "3", "enter").at == 3
    assert after("g", "5", "enter").at == 5
    assert after("g", "1", "2", "backspace", "enter").at == 1
    assert after("g", "4").number == "4"
    assert after("g", "4", "enter") == replace(Place(), said="no event 4 is told here")
    assert after("g", "x", "n").number == ""
    for key in ("escape", "enter", "backspace", "q"):
        assert after("n", "g", key) == after("n")


def test_s_goes_round_the_seats() -> None:
    assert [after(*"s" * times).seat for times in range(5)] == [None, 0, 1, 2, None]


def test_brackets_go_from_deal_to_deal() -> None:
    assert after("n", "]") == Place(deal=1)
    assert after("]", "]", "n", "[", "[").deal == 0
    assert after("[").said == after("]", "]", "]").said == "there is no deal beyond this one"


def test_a_record_has_nowhere_to_go() -> None:
    for key in ("n", "b", "home", "end", "c"):
        assert after("]", key).at == 0


def test_any_key_leaves_the_help_and_does_nothing_else() -> None:
    assert after("?").help
    assert after("?", "q") == Place()
    assert after("n", "?", "n") == after("n")


def test_q_leaves() -> None:
    assert after("q").left
    assert after("escape").left
    assert not after("g", "q").left


@given(st.lists(st.sampled_from(MORE_KEYS), max_size=40))
def test_wherever_keys_lead_there_is_a_place(keys: list[str]) -> None:
    place = Place()
    for key in keys:
        place = moved(place, key, TRACKS)
        assert 0 <= place.deal < len(TRACKS)
        assert 0 <= place.at <= max(0, len(TRACKS[place.deal].seqs) - 1)
        assert place.number is None or re.fullmatch(r"\d{0,9}", place.number)


def test_every_key_of_the_help_leads_somewhere() -> None:
    place = Place(at=5, deal=0)
    keys = [key for keys, _ in HELP for key in keys.split() if key not in ("12", "Enter")]
    names = {"→": "right", "←": "left", "space": " ", "Home": "home", "End": "end"}
    tracks = (Track((0,)), DEAL, Track((0,)))
    place = replace(place, deal=1)
    for key in keys:
        assert moved(place, names.get(key, key), tracks) != place, key


# Screens


def report_of(path: str) -> DealReport:
    with (FIXTURES / path).open("rb") as stream:
        (report,) = audit(stream, path)
    assert isinstance(report, DealReport)
    return report


def story_of(report: DealReport, telling: Telling = RECORDED, seat: int | None = None) -> Story:
    assert report.logged is not None
    return Story(report.logged, telling, seat)


def screen(place: Place, report: DealReport, story: Story | None, size: tuple[int, int]) -> list[str]:
    """The screen without colours."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in screen_lines(place, report, story, 1, size)]


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@pytest.mark.parametrize(
    "place",
    [Place(at=12), Place(at=12, seat=1), Place(at=12, number="3"), Place(help=True)],
    ids=["all", "seat", "number", "help"],
)
def test_a_screen(size: tuple[int, int], place: Place, snapshot: SnapshotAssertion) -> None:
    report = report_of("logs/misread_card_retracted.jsonl")
    assert "\n".join(screen(place, report, story_of(report, seat=place.seat), size)) == snapshot


LOGS = sorted((FIXTURES / "logs").glob("*.jsonl"))


@pytest.mark.parametrize(
    "path", [path for path in LOGS if not path.stem.startswith("session")], ids=lambda path: path.stem
)
def test_a_screen_is_as_large_as_the_terminal_and_no_line_is_longer(path: Path) -> None:
    report = report_of(f"logs/{path.name}")
    sizes = ((60, 20), (80, 24), (137, 50), (60, 12), (30, 8), (12, 3), (5, 1))
    for number, (columns, rows) in enumerate(sizes):
        story = story_of(report, CORRECTED if number % 2 else RECORDED, None if number % 3 else 2)
        at = (len(story.indexes) - 1) * number // (len(sizes) - 1)
        lines = screen(Place(at=at, seat=story.seat), report, story, (columns, rows))
        assert len(lines) == rows
        assert max(map(cell_len, lines)) <= columns
        assert not any(re.search(r"[\x00-\x1f\x7f-\x9f]", line) for line in lines)


@pytest.mark.parametrize("log", ["disputed", "pung_of_the_last_discard", "exhausted_highest_was_far_from_winning"])
def test_at_60_by_20_the_whole_table_and_the_event_are_seen(log: str) -> None:
    report = report_of(f"logs/{log}.jsonl")
    story = story_of(report)
    for at, index in [*enumerate(story.indexes)][::-3]:
        title, *lines, _keys = screen(Place(at=at), report, story, (60, 20))
        table, events = lines[: lines.index("")], lines[lines.index("") :]
        seq = str(story.line(index).seq)
        assert f"event {seq} of" in title
        labels = [found[1] for line in table if (found := re.match(r".{6,19} (hand|groups|discards) ", line))]
        assert labels == ["hand", "groups", "discards"] * 3
        assert any(re.match(rf" *(\d+–)?{seq} ", line) for line in events), at


def test_a_hand_record_is_shown_as_its_table() -> None:
    report = report_of("hands/three_elders.json")
    lines = screen(Place(), report, None, (80, 24))
    assert len(lines) == 24
    assert "A hand record has no history: this is the table at the end." in lines


def test_a_track_has_what_is_told_with_its_claims_and_findings() -> None:
    report = report_of("logs/misread_card_retracted.jsonl")
    track = track_of(story_of(report))
    assert track.seqs == tuple(range(18))
    assert track.claims == (15, 16)
    assert track.findings == (11,)
    assert track_of(story_of(report, CORRECTED)) == Track((*range(11), 14, 15, 16, 17), claims=(12, 13))
    assert track_of(None) == Track()
