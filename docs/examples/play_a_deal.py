"""Three players who take the first thing offered to them play a deal, and record it: play_a_deal.py LOG."""

import sys
from pathlib import Path
from random import Random

from engine.actions import Action, legal_actions, standing_claim
from engine.cards import COPIES, KINDS, written
from engine.deal import Deal
from engine.events import DealStarted, Dealt, IndicatorsRevealed
from engine.state import CLAIMING, ENDED, ROBBING, State
from replay.append import append
from replay.rulebook import rulebook


def wanted(state: State, offered: tuple[Action, ...]) -> Action:
    """What a seat does in its own turn. Single cards are let go first."""
    discards = [action for action in offered if action.type == "discarded"]
    lonely = min(discards, key=lambda action: state.hands[action.seat][action.card], default=None)
    return lonely if offered[0] in discards else offered[0]


def next_action(state: State) -> Action:
    """What happens next at the table."""
    offered = legal_actions(state)
    if state.phase not in (CLAIMING, ROBBING):
        return wanted(state, offered)
    claims = {}
    for action in offered:  # several seats may want the card
        if action.type in ("won", "kong_declared", "pung_claimed"):
            claims.setdefault(action.seat, action)
    unclaimed = next(action for action in offered if action.type in ("drawn", "replacement_drawn", "exhausted"))
    return standing_claim(state, claims) or unclaimed


deck = [kind for kind in range(KINDS) for _ in range(COPIES)]
Random(21).shuffle(deck)
deal = Deal(rulebook())
deal.add(DealStarted(0, "duzihu-log/1", "example", "cardavia", ("Li", "Wang", "Chen"), dealer=0))
for seat, cards in enumerate((deck[:23], deck[23:45], deck[45:67])):
    deal.add(Dealt(deal.next_seq, seat, written(cards)))
deal.add(IndicatorsRevealed(deal.next_seq, written(deck[67:69])))
while deal.state.phase != ENDED:
    action = next_action(deal.state)
    drawn = deck[69 + deal.state.fronts] if action.type == "drawn" else deck[-1 - deal.state.backs]
    deal.add(action.event(deal.next_seq, drawn))
append(Path(sys.argv[1]), [step.event for step in deal.steps], expected_seq=0)
