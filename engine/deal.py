"""A deal's log, event by event: what stands, what was retracted, what was found, what was claimed.

The projector is the fold with a log's own grammar around it: ``seq``, retractions, remarks, the seal. It holds one
state, that of the deal as corrected; every other is had by folding again, which takes far under a millisecond.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from engine.cards import full_deck, kinds_of
from engine.ending import DealEnd
from engine.events import (
    Claimed,
    DealStarted,
    Event,
    Extension,
    Noted,
    PlayEvent,
    Retracted,
    Ruled,
    Sealed,
    type_of,
)
from engine.findings import Finding, at_event, finding
from engine.fold import APPLY, apply
from engine.hidden import hides
from engine.legality import CHECKS, examined, no_card
from engine.notation import CardError, parse_cards
from engine.options import RuleSet
from engine.rulesets import Rulebook, RulesError
from engine.said import said
from engine.state import ENDED, State, ending, new_state
from engine.unchecked import Unchecked

Fate = Literal["stands", "void", "not-folded"]
Status = Literal["won", "exhausted", "unfinished", "impossible"]
AnyEvent: TypeAlias = Event | Extension


class Step(Struct, gc=False):
    """One event of a log and its fate: it stands, a retraction made it void, or it was not folded because it, or one
    before it, is impossible. ``found``: how many findings there were once it had been added."""

    event: AnyEvent
    fate: Fate
    found: int


class Deal:
    """Folds a deal's events. ``add`` them in the order of the log; everything else is read.

    ``steps``: every event with its fate. ``findings``: in the order found. ``claims``: what was claimed, and
    ``rulings``. ``state``: the table as corrected, ``None`` before a ``deal_started`` that could be folded.
    """

    __slots__ = (
        "_fast", "_plays", "_rulebook", "_stopped_at", "_unchecked",
        "claims", "findings", "next_seq", "rulings", "sealed", "start", "state", "steps",
    )  # fmt: skip

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._stopped_at: int | None = None
        self._plays = False  # whether a play event could be folded now: begun, not stopped, not sealed
        self._fast: dict[type, _Play] = _NOTHING  # ``_PLAY`` while it could be, and no card was ever hidden
        self._unchecked: list[Unchecked] = []
        self.start: DealStarted | None = None
        self.state: State | None = None
        self.steps: list[Step] = []
        self.findings: list[Finding] = []
        self.claims: list[Claimed] = []
        self.rulings: list[Ruled] = []
        self.next_seq = 0
        self.sealed: Sealed | None = None

    @property
    def stopped(self) -> bool:
        """Whether an impossible event stopped the deal and no retraction took it up again."""
        return self._stopped_at is not None

    @property
    def status(self) -> Status:
        """How the deal stands as corrected."""
        if self.stopped or self.state is None:
            return "impossible"
        if self.state.phase != ENDED:
            return "unfinished"
        return "exhausted" if self.state.win is None else "won"

    @property
    def end(self) -> DealEnd | None:
        """The end of the deal, or ``None`` while it goes on, if it stopped before it ended, and where a card is hidden
        that scoring needs."""
        return None if self.state is None else ending(self.state)

    @property
    def unchecked(self) -> list[Unchecked]:
        """What could not be checked of the events that stand, in their order. Whether a winner's hand is complete is
        known once it was shown."""
        state = self.state
        ended = state is not None and state.phase == ENDED
        return [
            one
            for one in self._unchecked
            if not (ended and one.code == "false-win" and state is not None and not state.hidden[one.seat])
        ]

    def add(self, event: AnyEvent) -> None:
        """Fold the next event. Whatever is wrong with it becomes a finding; nothing is raised."""
        seq = event.seq
        play = self._fast.get(type(event))
        if play is None or seq != self.next_seq:
            self._add_beside_play(event)
            return
        self.next_seq = seq + 1
        state: State = self.state  # type: ignore[assignment]
        check, change = play
        try:
            found = check(state, event)
        except CardError as error:
            if hides(event):
                self._fast = _NOTHING
                self._add_hidden(event)  # type: ignore[arg-type]
                return
            found = (no_card(error),)
        if found:
            self.findings += [at_event(one, seq, let_stand=event.irregular) for one in found]  # type: ignore[union-attr]
            if found[0].severity == "impossible":
                self._stop()
                self._keep(event, "not-folded")
                return
        change(state, event)
        self.steps.append(Step(event, "stands", len(self.findings)))

    def _add_hidden(self, event: PlayEvent) -> None:
        """Fold a play event in its place where cards are or were hidden."""
        state: State = self.state  # type: ignore[assignment]
        found, unchecked = examined(state, event)
        self.findings += [at_event(one, event.seq, let_stand=event.irregular) for one in found]
        if found and found[0].severity == "impossible":
            self._stop()
            self._keep(event, "not-folded")
            return
        self._unchecked += [msgspec.structs.replace(one, seq=event.seq) for one in unchecked]
        apply(state, event)
        self._keep(event, "stands")

    def reject(self, seq: int | None, found: Finding | None) -> None:
        """Take note of a line that is no event: the deal stops there as at any impossible event.

        ``seq``: the line's, if it has one. ``found``: what is impossible about it, ``None`` if it cannot be read.
        """
        if found is not None:
            self.findings.append(found)
        self._stop()
        self.next_seq = (self.next_seq if seq is None else seq) + 1

    def _stop(self) -> None:
        """The deal stops at the step that comes next, unless it has stopped before."""
        self._play_on(False)
        if self._stopped_at is None:
            self._stopped_at = len(self.steps)

    def _play_on(self, may: bool) -> None:
        self._plays = may
        self._fast = _PLAY if may and self.state is not None and not self.state.veiled else _NOTHING

    def _keep(self, event: AnyEvent, fate: Fate) -> None:
        self.steps.append(Step(event, fate, len(self.findings)))

    def _impossible(self, event: AnyEvent, found: Finding) -> None:
        self.findings.append(at_event(found, event.seq))
        self._stop()
        self._keep(event, "not-folded")

    def _add_beside_play(self, event: AnyEvent) -> None:
        """Everything but a play event in its place, and that too once a card was hidden."""
        due, self.next_seq = self.next_seq, event.seq + 1
        if event.seq != due:
            self._impossible(event, finding("seq-gap", found=event.seq, due=due))
        elif self.sealed is not None:
            self._impossible(event, finding("after-seal", type=type_of(event)))
        elif isinstance(event, DealStarted):
            self._start(event)
        elif self.start is None and not self.stopped:
            self._impossible(event, finding("not-started", type=type_of(event)))
        elif isinstance(event, Retracted):
            self._retract(event)
        elif isinstance(event, (*_SURVIVES, Sealed)):
            self._keep(event, "stands")
            if isinstance(event, Claimed):
                self.claims.append(event)
            elif isinstance(event, Ruled):
                self.rulings.append(event)
            elif isinstance(event, Sealed):
                self.sealed = event
                self._play_on(False)
        elif self._plays:
            self._add_hidden(event)
        else:
            self._keep(event, "not-folded")

    def _start(self, event: DealStarted) -> None:
        if self.steps or self.stopped:
            self._impossible(event, finding("started-again"))
            return
        self.start = event
        try:
            rules = self._rulebook.resolve(event.rules)
            deck = None if event.deck is None else parse_cards(event.deck, jokers=True)
        except RulesError as error:
            self._impossible(event, finding("rules-unknown", reason=error.message))
            return
        except CardError as error:
            self._impossible(event, finding("deck-invalid", reason=error.whole))
            return
        if deck is not None and (fault := _deck_fault(deck, rules)):
            self._impossible(event, finding("deck-invalid", reason=fault))
            return
        self.findings += [at_event(found, event.seq) for found in _seating(event, rules)]
        self.state = new_state(rules, event.players, event.dealer, deck)
        self._play_on(True)
        self._keep(event, "stands")

    def _retract(self, event: Retracted) -> None:
        """Fold again what stands up to ``to``; all that was folded after it is void, and so are its findings. A deal
        that an event before ``to`` stopped stays so."""
        steps = self.steps
        at = next((at for at, step in enumerate(steps) if step.event.seq == event.to and step.fate == "stands"), None)
        if at is None:
            self._impossible(event, finding("nothing-to-retract", to=event.to))
            return
        for step in steps[at + 1 :]:
            if not isinstance(step.event, _SURVIVES):
                step.fate = "void"
        kept = steps[at].found
        self._unchecked = [one for one in self._unchecked if one.seq is not None and one.seq <= event.to]
        self.findings[kept:] = [msgspec.structs.replace(one, void=True) for one in self.findings[kept:]]
        if self._stopped_at is not None and self._stopped_at > at:
            self._stopped_at = None
        if self.state is not None:
            self.state = new_state(self.state.rules, self.state.names, self.state.dealer, self.state.deck)
            for step in steps[: at + 1]:
                if step.fate == "stands" and type(step.event) not in _BESIDE_PLAY:
                    apply(self.state, step.event)  # type: ignore[arg-type]
            self._play_on(not self.stopped)
        self._keep(event, "stands")


def fold(events: Iterable[AnyEvent], rulebook: Rulebook) -> Deal:
    """The deal after these events, from ``deal_started`` on."""
    deal = Deal(rulebook)
    for event in events:
        deal.add(event)
    return deal


def _deck_fault(deck: tuple[int, ...], rules: RuleSet) -> str:
    due = kinds_of(full_deck(jokers=rules.jokers == "flowers"))
    if len(deck) != len(due):
        return said("it has {count} cards instead of {due}", count=len(deck), due=len(due))
    return "" if sorted(deck) == list(due) else said("some card is there too often")


def _seating(event: DealStarted, rules: RuleSet) -> Iterator[Finding]:
    """What is wrong with who deals and who sits out (§2.4, §12.1)."""
    if rules.table_players == 4:
        if event.dealer != 0:
            yield finding("dealer-not-banker", seat=event.dealer)
        if event.sitting_out is None:
            yield finding("nobody-sits-out")
    elif event.sitting_out is not None:
        yield finding("somebody-sits-out")


_Play: TypeAlias = tuple[Callable[[State, Any], tuple[Finding, ...]], Callable[[State, Any], None]]
_PLAY: dict[type, _Play] = {kind: (check, APPLY[kind]) for kind, check in CHECKS.items()}
"""By type of play event: its check and what it changes, looked up together because every event of a log needs both."""
_NOTHING: dict[type, _Play] = {}
_SURVIVES = (Claimed, Noted, Ruled, Extension)
"""Events that a retraction to before them leaves as they are."""
_BESIDE_PLAY = frozenset((DealStarted, *_SURVIVES, Retracted, Sealed))
