"""A session: what ties the deals of a file together, the rotation of the dealer and of who sits out (§2.4, §12.1), and
who has received how much so far.

The deals that name the same session, or none, are one session. Of each only the deal before is remembered, and of
people and sessions only so many, so a file of any length is followed as it is read.
"""

from typing import Any

import msgspec
from msgspec import Struct

from engine.deal import Deal
from engine.findings import Finding, at_event, finding
from engine.state import ENDED, NEXT_SEAT
from replay.report import DealReport

MOST_SESSIONS, MOST_PEOPLE = 1_000, 100
"""How many sessions of a file, and how many people of a session, are remembered; the oldest are forgotten."""

ROTATION = ("dealer-rotation", "sitter-rotation")
"""Codes of findings that rest on the deal before."""


def of_session(report: DealReport) -> tuple[Finding, ...]:
    """The findings of a deal that rest on the deal before."""
    return tuple([one for one in report.findings if one.code in ROTATION])


class Turn(Struct, frozen=True, array_like=True):
    """What a deal tells its session. ``folded``: it could be begun; ``four``: at the table; ``payments``: by seat."""

    session: str | None
    folded: bool = False
    players: tuple[str, str, str] = ("", "", "")
    dealer: int = 0
    number: int | None = None
    sitting_out: str | None = None
    four: bool = False
    ended: bool = False
    payments: tuple[int, ...] | None = None


def turn_of(report: DealReport) -> Turn | None:
    """What the report of a logged deal tells its session; ``None`` for a hand record."""
    if report.deal is None or report.logged is None:
        return None
    start, rules = report.deal.start, report.rules
    if start is None or rules is None:
        return Turn(report.logged.session)
    return Turn(
        start.session, True, start.players, start.dealer, start.number, start.sitting_out, rules.table_players == 4,
        _has_ended(report.deal), None if report.score is None else report.score.payments,
    )  # fmt: skip


def _has_ended(deal: Deal) -> bool:
    """Whether it was won or exhausted, even if hidden cards keep it from being scored."""
    return deal.state is not None and deal.state.phase == ENDED


class _Before(Struct):
    """The deal before in a session, whether it ended, and the payments received so far by person."""

    turn: Turn
    ended: bool
    received: dict[str | int, int]


class Sessions:
    """Follows the sessions of one file, deal by deal."""

    def __init__(self) -> None:
        self._before: dict[str | None, _Before] = {}

    def followed(self, report: DealReport) -> DealReport:
        """The report with what its session adds: findings on the rotation, placed on ``deal_started``, and what each
        seat's player, and after them who sits out, has received over the session's deals so far."""
        turn = turn_of(report)
        if turn is None:
            return report
        found, running = self.follow(turn)
        if not turn.folded:
            return report
        return msgspec.structs.replace(report, findings=(*found, *report.findings), running=running)

    def follow(self, turn: Turn) -> tuple[tuple[Finding, ...], tuple[int, ...] | None]:
        """The same from what a deal tells: findings, and what was received, ``None`` in a session's first deal."""
        if not turn.folded:
            self._interrupted(turn.session)
            return (), None
        before = self._before.pop(turn.session, None)
        found = () if before is None else _rotation(before, turn)
        received: dict[str | int, int] = {} if before is None else before.received
        people = _people(turn)
        for person, payment in zip(people, (*(turn.payments or (0, 0, 0)), 0), strict=False):
            received[person] = received.pop(person, 0) + payment
        _forget(received, MOST_PEOPLE)
        self._before[turn.session] = _Before(turn, turn.ended, received)
        _forget(self._before, MOST_SESSIONS)
        return found, None if before is None else tuple([received[person] for person in people])

    def _interrupted(self, session: str | None) -> None:
        """Nothing is due after a deal that cannot be folded, as after one that did not end."""
        before = self._before.get(session)
        if before is not None:
            before.ended = False


def _forget(remembered: dict[Any, Any], most: int) -> None:
    """Forget what was put in first, beyond so many."""
    while len(remembered) > most:
        del remembered[next(iter(remembered))]


def _people(turn: Turn) -> tuple[str | int, ...]:
    """Who sits where, last who sits out if anybody does: by name where names tell them apart, else by seat."""
    if len({*turn.players, turn.sitting_out}) < 4:
        return (0, 1, 2)
    return turn.players if turn.sitting_out is None else (*turn.players, turn.sitting_out)


def _rotation(before: _Before, turn: Turn) -> tuple[Finding, ...]:
    """What is wrong with who deals or sits out after the deal before. A restart, which a ``number`` that does not go on
    shows, draws a new dealer; after a deal that did not end nothing is due."""
    last = before.turn
    numbered = last.number is not None and turn.number is not None
    if not before.ended or (numbered and turn.number != last.number + 1):  # type: ignore[operator]
        return ()
    if turn.four:
        if last.sitting_out is None or turn.sitting_out is None:
            return ()
        banker, second, third = last.players
        if (turn.players, turn.sitting_out) != ((second, third, last.sitting_out), banker):
            return (at_event(finding("sitter-rotation"), 0),)
    elif turn.players == last.players and turn.dealer != (due := NEXT_SEAT[last.dealer]):
        return (at_event(finding("dealer-rotation", seat=turn.dealer, due_seat=due), 0),)
    return ()
