"""Deals that differ only in cards that one seat cannot see."""

from random import Random

from msgspec.structs import replace

from engine.cards import KINDS, TOKENS
from engine.deal import AnyEvent, Deal, fold
from engine.events import DealStarted, Dealt, Drawn, ReplacementDrawn
from engine.state import State
from replay.rulebook import rulebook
from tests.support.play import events_of

Events = list[AnyEvent]


def begun(rng: Random, deal: Deal) -> Events:
    """The events of a deal up to any before its end while cards are in the stock, without the order of its deck."""
    start, *events = events_of(deal)
    assert isinstance(start, DealStarted)
    while True:
        cut = [replace(start, deck=None), *events[: rng.randrange(4, len(events) - 1)]]
        if _state(cut).stock:
            return cut


def twin(rng: Random, events: Events, seat: int) -> Events:
    """The same deal, but for some cards that came to the other seats unseen and are still in their hands: each is
    another card, which was in the stock. Whatever was done openly is done again, and can be done."""
    while True:
        changed = list(events)
        for _ in range(rng.randint(1, 5)):
            _change(rng, changed, seat)
        deal = fold(changed, rulebook())
        if not deal.stopped and _state(changed).hands != _state(events).hands:
            return changed


def _change(rng: Random, events: Events, seat: int) -> None:
    state = _state(events)
    at = rng.choice([at for at, event in enumerate(events) if _came_unseen(event, seat)])
    event = events[at]
    assert isinstance(event, Dealt | Drawn | ReplacementDrawn)
    cards = (event.cards if isinstance(event, Dealt) else event.card).split()
    held = [card for card in cards if state.hands[event.seat][TOKENS.index(card)]]
    others = [TOKENS[kind] for kind in range(KINDS) if state.unseen[kind]]
    if not held or not others:
        return
    cards[cards.index(rng.choice(held))] = rng.choice(others)
    events[at] = replace(event, **{"cards" if isinstance(event, Dealt) else "card": " ".join(cards)})


def _state(events: Events) -> State:
    state = fold(events, rulebook()).state
    assert state is not None
    return state


def _came_unseen(event: AnyEvent, seat: int) -> bool:
    return isinstance(event, Dealt | Drawn | ReplacementDrawn) and event.seat != seat
