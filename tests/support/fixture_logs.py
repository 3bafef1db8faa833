"""The fixtures: their audits, and the logs event by event, with the table before and after each."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.actions import legal_actions
from engine.cards import KIND_OF
from engine.deal import AnyEvent, Deal, fold
from engine.events import Event, Extension, type_of
from engine.score import Reading, Score, score
from engine.state import State
from replay.audit import audit
from replay.decode import BadLine, decode_line
from replay.report import DealReport
from replay.rulebook import rulebook

FIXTURES = Path(__file__).parents[2] / "fixtures"


def reports(path: str) -> list[DealReport]:
    """The audit of every deal or record of a fixture; all of them can be read."""
    with open(FIXTURES / path, "rb") as stream:
        audited = list(audit(stream, path))
    assert all(isinstance(report, DealReport) and not report.faults for report in audited)
    return [report for report in audited if isinstance(report, DealReport)]


class Moment(NamedTuple):
    """An event of a log, and copies of the table before it (``None`` before the deal) and after it."""

    event: AnyEvent
    before: State | None
    after: State | None


def raw(name: str) -> bytes:
    """A log as it stands in its file."""
    return (FIXTURES / "logs" / f"{name}.jsonl").read_bytes()


def events_of(name: str) -> tuple[Event | Extension, ...]:
    """Every event of a log; a torn line is left out."""
    decoded = [decode_line(line) for line in raw(name).splitlines(keepends=True) if line.endswith(b"\n")]
    return tuple(event for event in decoded if not isinstance(event, BadLine))


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """A log of one deal, event by event as recorded."""
    deal, found = Deal(rulebook()), []
    for event in events_of(name):
        before = None if deal.state is None else deal.state.copy()
        deal.add(event)
        found.append(Moment(event, before, None if deal.state is None else deal.state.copy()))
    return tuple(found)


def at(name: str, type_: str, which: int = -1) -> tuple[AnyEvent, State, State]:
    """One event of a type, the last unless said otherwise, and the table before and after it."""
    event, before, after = [moment for moment in moments(name) if type_of(moment.event) == type_][which]
    assert before is not None
    assert after is not None
    return event, before, after


def final(name: str) -> tuple[State, Score]:
    """The table at the end, and its score."""
    deal = fold(events_of(name), rulebook())
    assert deal.state is not None
    assert deal.end is not None
    return deal.state, score(deal.end)


def chosen(scored: Score) -> Reading:
    """The reading that scores; there is one."""
    assert scored.chosen is not None
    return scored.chosen


def ids(reading: Reading) -> set[str]:
    """The ids of a reading's lines."""
    return {line.id for line in reading.lines}


def discards_of(state: State, seat: int) -> list[int | None]:
    """The kinds that a seat may discard."""
    return [action.card for action in legal_actions(state, seat) if action.type == "discarded"]


def could_win(state: State, seat: int) -> bool:
    """Whether a win is offered to a seat."""
    return any(action.type == "won" for action in legal_actions(state, seat))


def types(name: str) -> list[str]:
    """The types of a log's events, in order."""
    return [type_of(event) for event in events_of(name)]


def kind(token: str) -> int:
    """The kind of a token."""
    return KIND_OF[token]
