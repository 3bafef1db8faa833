"""The states of a deal, after any of its lines: as recorded, or as corrected by what was retracted later.

Of them only one is kept: going on adds lines to it, going back folds again from the start.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, Generic, Literal, Protocol, TypeAlias, TypeVar, get_args

from engine.deal import Deal, Fate, Step
from engine.events import PlayEvent, Retracted
from engine.fold import apply
from engine.rulesets import Rulebook
from engine.state import State, new_state

Telling: TypeAlias = Literal["recorded", "corrected"]
RECORDED: Final = "recorded"
CORRECTED: Final = "corrected"
BEFORE: Final = -1
"""The index before the first line, where no deal has begun."""

_PLAY = get_args(PlayEvent)


class _HasSeq(Protocol):
    @property
    def seq(self) -> int | None: ...


Line = TypeVar("Line", bound=_HasSeq)


class Timeline(Generic[Line]):
    """A deal's lines, by index from 0, and the table after each.

    ``add`` folds a line into a deal: ``Deal.add`` where every line is an event. ``deal``: after the last line.
    ``fates``: of each line in the end; one that is no event is ``not-folded``, or ``void`` once it is taken back.
    ``findings``: of each line, as they stand in the end.
    """

    def __init__(self, lines: Sequence[Line], rulebook: Rulebook, add: Callable[[Deal, Line], None]) -> None:
        self.lines = lines
        self._rulebook = rulebook
        self._add = add
        self._steps: list[Step | None] = []
        self.deal = deal = Deal(rulebook)
        taken_back: set[int] = set()
        found = [0]
        for line in lines:
            before = len(deal.steps)
            add(deal, line)
            self._steps.append(deal.steps[-1] if len(deal.steps) > before else None)
            found.append(len(deal.findings))
            taken_back.update(self._taken_back(len(found) - 2))
        self.fates: list[Fate] = [
            ("void" if index in taken_back else "not-folded") if step is None else step.fate
            for index, step in enumerate(self._steps)
        ]
        self.findings = [tuple(deal.findings[start:end]) for start, end in pairwise(found)]
        self._begin(RECORDED)

    def __len__(self) -> int:
        return len(self.lines)

    def index_of(self, seq: int) -> int | None:
        """The line with this ``seq``, the last where several claim it; ``None`` if there is none."""
        return next((i for i in reversed(range(len(self.lines))) if self.lines[i].seq == seq), None)

    def told(self, telling: Telling) -> list[int]:
        """The indexes of the lines that a telling has: all; or those that stand, retractions left out."""
        indexes = range(len(self.lines))
        if telling == RECORDED:
            return list(indexes)
        return [index for index in indexes if self.fates[index] != "void" and not self._taken_back(index)]

    def state(self, index: int, telling: Telling = RECORDED) -> State | None:
        """The table after a line, a state of the caller's own; ``None`` where no deal has begun.

        As recorded, it is what the lines up to this one made of it. As corrected, only those count that stand in the
        end.
        """
        if telling != self._telling or index < self._index:
            self._begin(telling)
        while self._index < index:
            self._index += 1
            self._go_on()
        return None if self._state is None else self._state.copy()

    def _begin(self, telling: Telling) -> None:
        self._telling, self._index = telling, BEFORE
        self._deal = Deal(self._rulebook)
        self._state: State | None = None

    def _go_on(self) -> None:
        if self._telling == RECORDED:
            self._add(self._deal, self.lines[self._index])
            self._state = self._deal.state
            return
        step, last = self._steps[self._index], self.deal.state
        if step is None or step.fate != "stands" or last is None:
            return
        if self._state is None:
            self._state = new_state(last.rules, last.names, last.dealer, last.deck)
        if isinstance(step.event, _PLAY):
            apply(self._state, step.event)

    def _taken_back(self, index: int) -> range:
        """The lines that a retraction takes back; none for any other line, and for a retraction to nothing."""
        step = self._steps[index]
        if step is None or step.fate != "stands" or not isinstance(step.event, Retracted):
            return range(0)
        to = step.event.to
        return range(
            1
            + next(i for i, s in enumerate(self._steps) if s is not None and s.event.seq == to and s.fate == "stands"),
            index,
        )
