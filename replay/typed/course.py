"""How a deal has gone as far as its text shows, without folding it: the next ``seq``, what stands, whose turn it is."""

from typing import get_args

from engine.events import (
    DealStarted,
    Discarded,
    Event,
    Exhausted,
    Extension,
    HandShown,
    Passed,
    PlayEvent,
    PreparationFinished,
    ReadyDeclared,
    Retracted,
    Won,
)

_PLAY = get_args(PlayEvent)
_SEATS = 3


class Course:
    """``seq``: the next; ``standing``: of ``deal_started`` and every event of play that was not taken back; ``turn``:
    who acts where a line names nobody, if that is known."""

    def __init__(self, seq: int = 0, turn: int | None = None, standing: tuple[int, ...] = ()) -> None:
        self.seq = seq
        self.turn = turn
        self.standing = list(standing)

    def add(self, event: Event | Extension) -> None:
        """An event comes next."""
        self.seq = event.seq + 1
        match event:
            case DealStarted():
                self.turn = event.dealer
                self.standing = [event.seq]
                return
            case ReadyDeclared() | PreparationFinished() | Discarded():
                self.turn = (event.seat + 1) % _SEATS
            case Retracted():
                self.turn = None
                self.standing = [seq for seq in self.standing if seq <= event.to]
            case Won() | Exhausted():
                self.turn = None
            case Passed() | HandShown():
                pass
            case _:
                self.turn = getattr(event, "seat", self.turn)
        if isinstance(event, _PLAY):
            self.standing.append(event.seq)

    def taken_back(self, number: int) -> int | None:
        """Where a retraction of the last ``number`` events that stand leads; ``None`` if there are not so many."""
        return self.standing[-1 - number] if 0 < number < len(self.standing) else None
