"""One check for asking and acting: is an event legal now, irregular (breaks a rule), or impossible (cannot be folded)?

A check never changes the state. It returns the findings in the order found, an impossible one alone; none means legal.
Wherever it calls nothing impossible, ``engine.fold`` can fold the event.
"""

from engine import check_claims, check_deal, check_play
from engine.cards import HIDDEN, JOKERS
from engine.checks import Findings
from engine.events import PlayEvent
from engine.findings import Finding, finding
from engine.notation import CardError
from engine.state import State

CHECKS = check_deal.CHECKS | check_play.CHECKS | check_claims.CHECKS
"""The check of each type of play event. They raise ``CardError`` for text that is no card."""


def check(state: State, event: PlayEvent) -> Findings:
    """Every rule the event breaks in this state; an empty tuple if it is legal."""
    try:
        return CHECKS[type(event)](state, event)
    except CardError as error:
        return (no_card(error),)


def no_card(error: CardError) -> Finding:
    """The finding of text that is no card."""
    if error.token == HIDDEN:
        return finding("card-hidden")
    if error.token in JOKERS:
        return finding("joker-excluded", card=error.token)
    return finding("card-unknown", card=error.token, reason=error.reason)
