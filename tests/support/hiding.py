"""Logs of which some hands were never seen, made of logs of which all is known."""

from collections.abc import Collection

from engine.cards import HIDDEN, kinds_of, written
from engine.deal import AnyEvent, Deal, fold
from engine.events import DealStarted, Dealt, Drawn, HandShown, ReplacementDrawn
from engine.state import State
from engine.view import redacted
from replay.rulebook import rulebook


def hiding(events: Collection[AnyEvent], seats: Collection[int]) -> list[AnyEvent]:
    """The events without the cards that these seats were dealt and drew, and without the deck's order."""
    return [_hidden(event, seats) for event in events]


def _hidden(event: AnyEvent, seats: Collection[int]) -> AnyEvent:
    if isinstance(event, DealStarted) or (isinstance(event, Dealt | Drawn | ReplacementDrawn) and event.seat in seats):
        other = 3 if isinstance(event, DealStarted) else (event.seat + 1) % 3
        return redacted(event, other)
    return event


def some_hidden(event: Dealt, known: Collection[int]) -> Dealt:
    """A dealt hand of which only the cards at these places are known."""
    cards = [card if at in known else HIDDEN for at, card in enumerate(event.cards.split())]
    return Dealt(event.seq, event.seat, " ".join(cards))


def shown(state: State, seat: int, seq: int) -> HandShown:
    """The hand of a seat, of which all is known, as it is shown."""
    return HandShown(seq, seat, written(kinds_of(state.hands[seat])))


def folded(events: Collection[AnyEvent]) -> Deal:
    """The deal of these events."""
    return fold(events, rulebook())
