"""A deal as it is told: each line in words with the table after it, as everybody saw it or as one seat did.

Lines are known by their index, from 0. Nothing here draws: a printed replay, a stepped one and the JSON show the same.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from cli.render.tell import Parts, Told, tell
from engine.actions import Action, legal_actions
from engine.cards import kinds_of
from engine.deal import Fate
from engine.ending import Win
from engine.events import (
    Claimed,
    Discarded,
    Drawn,
    JokerExposed,
    KongDeclared,
    OpeningDeclared,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Won,
)
from engine.findings import Finding
from engine.score import Score, score
from engine.state import ENDED, ended_here
from engine.timeline import Telling, Timeline
from engine.view import View, redacted, view
from replay.audit import add_line
from replay.decode import BadLine, Decoded
from replay.log import LoggedDeal
from replay.rulebook import rulebook

_GOES_ON = (OpeningDeclared, JokerExposed, Drawn, ReplacementDrawn, PungClaimed, KongDeclared)
"""Acts that the same seat's next act is told in one breath with."""
_CHANGES_HAND = (*_GOES_ON, Discarded)
_GOES_ALONG = (*_CHANGES_HAND, ReadyDeclared, PreparationFinished)


class Turn(Struct, frozen=True):
    """Lines told in one breath: what one seat does in a row. ``hand``: its cards after that, as kinds, where they
    changed and can be seen."""

    indexes: tuple[int, ...]
    seat: int | None
    parts: Parts
    fate: Fate
    hand: tuple[int, ...] | None
    findings: tuple[Finding, ...]


class Story:
    """A logged deal, told as recorded or as corrected, by an onlooker who sees all cards or by a ``seat``.

    A seat tells what it could know at the time. Findings judge with all hands open, so it knows none. ``of_session``:
    what the deal before shows about who deals and who sits out.
    """

    def __init__(
        self, logged: LoggedDeal, telling: Telling, seat: int | None = None, of_session: tuple[Finding, ...] = ()
    ) -> None:
        self.logged = logged
        self.telling = telling
        self.seat = seat
        self._of_session = of_session
        self.timeline: Timeline[Decoded] = Timeline(logged.events, rulebook(), add_line)
        self.names: Sequence[str] = () if logged.start is None else logged.start.players
        self.indexes = self.timeline.told(telling)

    def view(self, index: int) -> View | None:
        """The table after a line, ``None`` before the deal has begun."""
        state = self.timeline.state(index, self.telling)
        return None if state is None else view(state, self.seat)

    def legal(self, index: int) -> tuple[Action, ...]:
        """What is legal after a line, for every seat or for the one that tells."""
        state = self.timeline.state(index, self.telling)
        return () if state is None else legal_actions(state, self.seat)

    def worth(self, index: int) -> Score | None:
        """What the deal would come to if it ended after a line, ``None`` before the indicators. A seat that tells knows
        what its own cards are worth, and no payments while others' hands are hidden."""
        state = self.timeline.state(index, self.telling)
        end = None if state is None else ended_here(state)
        if state is None or end is None:
            return None
        scored = score(end)
        if self.seat is None or state.phase == ENDED:
            return scored
        seats = tuple([mine if seat == self.seat else None for seat, mine in enumerate(scored.seats)])
        return Score(seats, (), 0, None, None)

    def line(self, index: int) -> Decoded:
        """A line as it could be known."""
        line = self.logged.events[index]
        return line if self.seat is None or isinstance(line, BadLine) else redacted(line, self.seat)

    def told(self, index: int) -> Told:
        """A line in words."""
        line = self.line(index)
        return tell(line, self.names, None if not isinstance(line, Won) else self._ended_by(index))

    def _ended_by(self, index: int) -> Win | None:
        before, after = self.view(index - 1), self.view(index)
        if before is None or before.phase == ENDED or after is None:
            return None
        return after.win

    def fate(self, index: int) -> Fate:
        """What became of a line in the end."""
        return self.timeline.fates[index]

    def findings(self, index: int) -> tuple[Finding, ...]:
        """What was found on a line, its seal and its session included."""
        if self.seat is not None:
            return ()
        before = self._of_session if index == 0 else ()
        seal = self.logged.seal
        of_seal = seal.findings() if seal is not None and seal.line == self.logged.first_line + index else ()
        return before + self.timeline.findings[index] + of_seal

    def is_claim(self, index: int) -> bool:
        """Whether a line takes a discard, wins, or says what somebody claims the result is."""
        match self.logged.events[index]:
            case PungClaimed() | Won() | Claimed() | KongDeclared(form="exposed"):
                return True
        return False

    def turns(self, indexes: Sequence[int] | None = None) -> Iterator[Turn]:
        """Lines gathered into turns; all that are told, unless others are given."""
        turn: Turn | None = None
        for index in self.indexes if indexes is None else indexes:
            new = self._turn(index)
            if turn is not None and self._goes_along(turn, new):
                turn = Turn(
                    turn.indexes + new.indexes,
                    turn.seat,
                    (*turn.parts, ", ", *new.parts),
                    turn.fate,
                    new.hand or turn.hand,
                    new.findings,
                )
                continue
            if turn is not None:
                yield turn
            turn = new
        if turn is not None:
            yield turn

    def _turn(self, index: int) -> Turn:
        told, fate, hand = self.told(index), self.fate(index), None
        if isinstance(self.line(index), _CHANGES_HAND) and fate != "not-folded" and told.seat is not None:
            table = self.view(index)
            counts = None if table is None else table.seats[told.seat].hand
            hand = None if counts is None else kinds_of(counts)
        return Turn((index,), told.seat, told.parts, fate, hand, self.findings(index))

    def _goes_along(self, turn: Turn, new: Turn) -> bool:
        return (
            (turn.seat, turn.fate, turn.findings) == (new.seat, new.fate, ())
            and isinstance(self.line(turn.indexes[-1]), _GOES_ON)
            and isinstance(self.line(new.indexes[0]), _GOES_ALONG)
        )
