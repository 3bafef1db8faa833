"""One check for asking and acting: is an event legal now, irregular (breaks a rule), or impossible (cannot be folded)?

A check never changes the state. It returns the findings in the order found, an impossible one alone; none means legal.
Wherever it calls nothing impossible, ``engine.fold`` can fold the event.
"""

from engine import check_claims, check_deal, check_hidden, check_play
from engine.cards import JOKERS
from engine.check_hidden import Examined, examine
from engine.checks import Findings
from engine.events import PlayEvent
from engine.findings import Finding, finding
from engine.hidden import hides, is_hidden
from engine.notation import CardError
from engine.state import State

CHECKS = check_deal.CHECKS | check_play.CHECKS | check_claims.CHECKS | check_hidden.CHECKS
"""The check of each type of play event. They raise ``CardError`` for text that is no card."""


def check(state: State, event: PlayEvent) -> Findings:
    """Every rule the event breaks in this state; an empty tuple if it is legal, as far as that can be known."""
    if state.veiled:
        return examined(state, event).findings
    try:
        return CHECKS[type(event)](state, event)
    except CardError as error:
        return examined(state, event).findings if hides(event) else (no_card(error),)


def examined(state: State, event: PlayEvent) -> Examined:
    """What the event breaks, and what cannot be checked because cards are hidden."""
    try:
        return examine(state, event, CHECKS)
    except CardError as error:
        return Examined((no_card(error),), ())


def no_card(error: CardError) -> Finding:
    """The finding of text that is no card."""
    if is_hidden(error.token):
        return finding("card-hidden")
    if error.token in JOKERS:
        return finding("joker-excluded", card=error.token)
    return finding("card-unknown", card=error.token, reason=error.reason)
