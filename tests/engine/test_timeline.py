"""The state after any event, as recorded and as corrected, however it is reached."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from engine.deal import AnyEvent, Deal, fold
from engine.events import Noted, Retracted
from engine.state import State
from engine.timeline import BEFORE, CORRECTED, RECORDED, Telling, Timeline
from replay.audit import add_line, folded
from replay.rulebook import rulebook
from tests.replay.logs import LOGS, read
from tests.support.play import corpus, event_of, events_of, play, table

Recorded = Timeline[AnyEvent]


def timeline_of(events: Sequence[AnyEvent]) -> Recorded:
    return Timeline(events, rulebook(), Deal.add)


def muddled(rng: Random, deal: Deal) -> list[AnyEvent]:
    """A deal played on after some of it was taken back, again and again, and talked over."""
    events, told = events_of(deal), list[AnyEvent]()
    stands = list[int]()
    """By the event's place in the deal: its number in the log."""
    for _ in range(rng.randint(1, 4)):
        until = rng.randrange(len(stands), len(events)) + 1
        for event in events[len(stands) : until]:
            if rng.random() < 0.1:
                told.append(Noted(len(told), "Li", "tea"))
            stands.append(len(told))
            told.append(replace(event, seq=len(told)))
        kept = rng.randint(1, len(stands))
        told.append(Retracted(len(told), stands[kept - 1], "misread"))
        del stands[kept:]
    return told + [replace(event, seq=seq) for seq, event in enumerate(events[len(stands) :], len(told))]


def corrected(events: Sequence[AnyEvent], upto: int) -> State | None:
    """A second way to the table as corrected: what stands in the end, numbered anew and folded as a deal of its own."""
    steps = fold(events, rulebook()).steps[: upto + 1]
    stands = [step.event for step in steps if step.fate == "stands" and not isinstance(step.event, Retracted | Noted)]
    return fold([replace(event, seq=seq) for seq, event in enumerate(stands)], rulebook()).state


@pytest.mark.parametrize("seed", range(0, 220, 20))
def test_as_recorded_it_is_the_fold_of_the_events_so_far(seed: int) -> None:
    events = muddled(Random(seed), corpus()[seed])
    timeline = timeline_of(events)
    for index in range(len(events)):
        assert timeline.state(index) == fold(events[: index + 1], rulebook()).state


@pytest.mark.parametrize("seed", range(0, 220, 20))
def test_as_corrected_it_is_the_fold_of_what_stands_in_the_end(seed: int) -> None:
    events = muddled(Random(seed), corpus()[seed])
    timeline = timeline_of(events)
    for index in range(len(events)):
        assert timeline.state(index, CORRECTED) == corrected(events, index)
    assert timeline.state(len(events) - 1, CORRECTED) == timeline.state(len(events) - 1) == timeline.deal.state


@pytest.mark.parametrize("seed", range(10, 220, 30))
def test_a_state_is_the_same_however_it_is_reached(seed: int) -> None:
    """Forward, back, by leaps, and from one telling to the other."""
    rng = Random(seed)
    events = muddled(rng, corpus()[seed])
    tellings: tuple[Telling, ...] = (RECORDED, CORRECTED)
    expected = {(index, way): timeline_of(events).state(index, way) for index in range(len(events)) for way in tellings}
    timeline, at = timeline_of(events), 0
    for _ in range(120):
        at = rng.choice((min(at + 1, len(events) - 1), max(at - 1, 0), rng.randrange(len(events))))
        telling = rng.choice(tellings)
        assert timeline.state(at, telling) == expected[at, telling]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_logs_with_faults_are_told_to_where_they_stop(path: object) -> None:
    for logged in read(path):  # type: ignore[arg-type]
        timeline = Timeline(logged.events, rulebook(), add_line)
        whole = folded(logged, rulebook())
        assert timeline.state(len(timeline) - 1) == timeline.state(len(timeline) - 1, CORRECTED) == whole.state
        assert timeline.deal.findings == whole.findings == [one for found in timeline.findings for one in found]
        assert len(timeline.fates) == len(timeline.findings) == len(logged.events)


def test_a_state_is_the_callers_own() -> None:
    timeline = timeline_of(events_of(corpus()[0]))
    first, second = timeline.state(5), timeline.state(5)
    assert first is not None
    first.hands[0][0] += 1
    first.river.append((0, 0))
    assert second == timeline.state(5) != first


def test_before_the_first_event_there_is_no_table() -> None:
    timeline = timeline_of(events_of(corpus()[0]))
    timeline.state(3)
    assert timeline.state(BEFORE) is None
    assert timeline.state(BEFORE, CORRECTED) is None
    assert timeline.state(0) is not None


def test_what_is_told_as_corrected_leaves_out_what_was_taken_back_and_the_taking_back() -> None:
    deal = play(table("9s"), "0 discarded 9s", "noted hm", "retracted 7", "0 discarded 1m")
    timeline = timeline_of(events_of(deal))
    assert timeline.told(RECORDED) == list(range(12))
    assert timeline.told(CORRECTED) == [0, 1, 2, 3, 4, 5, 6, 7, 9, 11]
    assert timeline.fates[8:] == ["void", "stands", "stands", "stands"]


def test_an_impossible_event_is_told_as_corrected_unless_it_was_taken_back() -> None:
    deal = table("9s")
    for move in ("1 discarded TTT", "retracted 7", "0 discarded TT"):
        deal.add(event_of(move, deal.next_seq))
    timeline = timeline_of(events_of(deal))
    assert timeline.fates[8:] == ["void", "stands", "not-folded"]
    assert timeline.told(CORRECTED)[-2:] == [7, 10]
    assert [len(found) for found in timeline.findings[8:]] == [1, 0, 1]
    assert timeline.state(8) == timeline.state(7) == timeline.state(10, CORRECTED)


def test_an_event_is_found_by_its_number_the_last_of_several() -> None:
    deal = play(table("9s"), "0 discarded 9s")
    events = events_of(deal)
    timeline = timeline_of([*events, replace(events[-1], seq=3)])
    assert timeline.index_of(8) == 8
    assert timeline.index_of(3) == 9
    assert timeline.index_of(10) is None
