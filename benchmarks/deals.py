"""Long deals for the replay benchmark: legal play to the last stock card, sealed, as one session."""

from random import Random

from engine.actions import legal_actions
from engine.cards import DECK_SIZE, TOKENS, written
from engine.deal import Deal
from engine.events import DealStarted, Dealt, Event, IndicatorsRevealed, Sealed, encode
from engine.state import ENDED
from replay.rulebook import rulebook
from replay.seal import seal_hash


def session(deals: int, seed: int = 1) -> bytes:
    """A session of sealed deals, each to its exhausted stock, with the deck recorded."""
    rng, previous, lines = Random(seed), None, []
    for number in range(deals):
        deal = [encode(event) + b"\n" for event in _long_deal(rng, number)]
        seal = seal_hash(deal, previous)
        deal.append(encode(Sealed(len(deal), seal, previous)) + b"\n")
        previous = seal
        lines += deal
    return b"".join(lines)


def _long_deal(rng: Random, number: int) -> list[Event]:
    deck = [kind for kind in range(30) for _ in range(4)]
    rng.shuffle(deck)
    dealer = number % 3
    order = " ".join(TOKENS[kind] for kind in deck)
    deal = Deal(rulebook())
    events: list[Event] = [
        DealStarted(0, "duzihu-log/1", f"bench-{number}", "cardavia", ("Li", "Wang", "Chen"), dealer, order, "bench")
    ]
    for at, (start, stop) in enumerate(((0, 23), (23, 45), (45, 67))):
        events.append(Dealt(at + 1, (dealer + at) % 3, written(deck[start:stop])))
    events.append(IndicatorsRevealed(4, written(deck[67:69])))
    for event in events:
        deal.add(event)
    front, back = 69, DECK_SIZE - 1
    assert deal.state is not None
    while deal.state.phase != ENDED:
        actions = [action for action in legal_actions(deal.state) if action.type not in ("won", "passed")]
        claims = [action for action in actions if action.type in ("pung_claimed", "kong_declared")]
        action = rng.choice(claims if claims and rng.random() < 0.3 else actions)
        drawn = None
        if action.type == "drawn":
            drawn, front = deck[front], front + 1
        elif action.type == "replacement_drawn":
            drawn, back = deck[back], back - 1
        event = action.event(len(events), drawn)
        deal.add(event)
        events.append(event)
    assert not deal.findings
    return events
