"""The simpler player: it counts how far its hand is from complete, and nothing else."""

from engine.actions import Action
from engine.options import RuleSet
from engine.players.distance import ANY
from engine.view import View


def simple(view: View, actions: tuple[Action, ...], _rules: RuleSet, _chance: int) -> Action:
    """Wins when it can, declares and claims whatever it may, and lets a card go that leaves it as near to complete as
    it was; of several, the last in the order of kinds that it has the fewest of."""
    for action in actions:
        if action.type not in ("discarded", "passed", "preparation_finished"):
            return action
    discards = [action for action in actions if action.type == "discarded"]
    if not discards:
        return actions[-1]
    assert view.seat is not None
    own = view.seats[view.seat]
    assert own.hand is not None
    hand = own.hand
    spare = ANY.nearest(hand, 7 - len(own.groups)).spare
    kinds = [action for action in discards if action.card in spare] or discards
    return min(kinds, key=lambda action: (hand[action.card or 0], -(action.card or 0)))
