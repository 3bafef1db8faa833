"""Computer players: what a seat does, given what it may see and may do.

    action = decide("greedy", view(state, seat), actions, rules, chance)

``view``: what the seat knows, of ``engine.view``; never a state. ``actions``: what it may do, as
``engine.table.Table.awaiting`` says, or ``engine.actions.legal_actions`` without draws and the end of the stock, which
are nobody's choice. ``chance``: a number from 0 to 2³²-1 that the caller draws; only ``random`` uses it. A decision is
a function of these and of nothing else. A whole deal:

    table = Table(start, rules, deck)
    while asked := table.awaiting:
        for seat, actions in asked.items():
            table.act(seat, decide("greedy", view(table.state, seat), actions, rules, chance=0))
"""

from collections.abc import Callable
from typing import TypeAlias

from engine.actions import Action
from engine.options import RuleSet
from engine.players.greedy import greedy as _greedy
from engine.players.simple import simple as _simple
from engine.view import View

Player: TypeAlias = Callable[[View, tuple[Action, ...], RuleSet, int], Action]

CHANCES = 2**32
"""How many numbers chance has."""


def _random(_view: View, actions: tuple[Action, ...], _rules: RuleSet, chance: int) -> Action:
    """Any action, each as likely as the others."""
    return actions[chance * len(actions) // CHANCES]


PLAYERS: dict[str, Player] = {"random": _random, "simple": _simple, "greedy": _greedy}
"""The players by name."""


def decide(player: str, view: View, actions: tuple[Action, ...], rules: RuleSet, chance: int) -> Action:
    """What the player does. ``KeyError`` for a name that is not in ``PLAYERS``; ``view`` is that of the seat asked, and
    ``actions`` are its own, at least one."""
    return PLAYERS[player](view, actions, rules, chance)
