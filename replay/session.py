"""A session: what ties the deals of a file together, the rotation of the dealer and of who sits out (§2.4, §12.1), and
who has received how much so far.

The deals that name the same session, or none, are one session. Of each only the deal before is remembered, and of
people and sessions only so many, so a file of any length is followed as it is read.
"""

from typing import Any

import msgspec
from msgspec import Struct

from engine.events import DealStarted
from engine.findings import Finding, at_event, finding
from engine.state import NEXT_SEAT
from replay.report import DealReport

MOST_SESSIONS, MOST_PEOPLE = 1_000, 100
"""How many sessions of a file, and how many people of a session, are remembered; the oldest are forgotten."""

ROTATION = ("dealer-rotation", "sitter-rotation")
"""Codes of findings that rest on the deal before."""


def of_session(report: DealReport) -> tuple[Finding, ...]:
    """The findings of a deal that rest on the deal before."""
    return tuple([one for one in report.findings if one.code in ROTATION])


class _Before(Struct):
    """The deal before in a session: its start, whether it ended, and the payments received so far by person."""

    start: DealStarted
    ended: bool
    received: dict[str | int, int]


class Sessions:
    """Follows the sessions of one file, deal by deal."""

    def __init__(self) -> None:
        self._before: dict[str | None, _Before] = {}

    def followed(self, report: DealReport) -> DealReport:
        """The report with what its session adds: findings on the rotation, placed on ``deal_started``, and what each
        seat's player, and after them who sits out, has received over the session's deals so far."""
        deal = report.deal
        if deal is None or deal.start is None or report.rules is None:
            self._interrupted(report)
            return report
        start, before = deal.start, self._before.pop(deal.start.session, None)
        found = () if before is None else _rotation(before, start, four=report.rules.table_players == 4)
        received: dict[str | int, int] = {} if before is None else before.received
        payments = None if report.score is None else report.score.payments
        people = _people(start)
        for person, payment in zip(people, (*(payments or (0, 0, 0)), 0), strict=False):
            received[person] = received.pop(person, 0) + payment
        _forget(received, MOST_PEOPLE)
        self._before[start.session] = _Before(start, report.end is not None, received)
        _forget(self._before, MOST_SESSIONS)
        running = None if before is None else tuple([received[person] for person in people])
        return msgspec.structs.replace(report, findings=(*found, *report.findings), running=running)

    def _interrupted(self, report: DealReport) -> None:
        """Nothing is due after a deal that cannot be folded, as after one that did not end."""
        before = None if report.logged is None else self._before.get(report.logged.session)
        if before is not None:
            before.ended = False


def _forget(remembered: dict[Any, Any], most: int) -> None:
    """Forget what was put in first, beyond so many."""
    while len(remembered) > most:
        del remembered[next(iter(remembered))]


def _people(start: DealStarted) -> tuple[str | int, ...]:
    """Who sits where, last who sits out if anybody does: by name where names tell them apart, else by seat."""
    if len({*start.players, start.sitting_out}) < 4:
        return (0, 1, 2)
    return start.players if start.sitting_out is None else (*start.players, start.sitting_out)


def _rotation(before: _Before, start: DealStarted, *, four: bool) -> tuple[Finding, ...]:
    """What is wrong with who deals or sits out after the deal before. A restart, which a ``number`` that does not go on
    shows, draws a new dealer; after a deal that did not end nothing is due."""
    last = before.start
    numbered = last.number is not None and start.number is not None
    if not before.ended or (numbered and start.number != last.number + 1):  # type: ignore[operator]
        return ()
    if four:
        if last.sitting_out is None or start.sitting_out is None:
            return ()
        banker, second, third = last.players
        if (start.players, start.sitting_out) != ((second, third, last.sitting_out), banker):
            return (at_event(finding("sitter-rotation"), 0),)
    elif start.players == last.players and start.dealer != (due := NEXT_SEAT[last.dealer]):
        return (at_event(finding("dealer-rotation", seat=start.dealer, due_seat=due), 0),)
    return ()
