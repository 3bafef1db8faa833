"""Checks of the deal and the preparation (§2, §3)."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from engine.cards import COPIES, JOKER_OF, written
from engine.checks import LEGAL, NO_PLAY, Findings, differs, misplaced, not_there
from engine.events import (
    Dealt,
    IndicatorsRevealed,
    JokerExposed,
    OpeningDeclared,
    PreparationFinished,
    ReadyDeclared,
    type_of,
)
from engine.findings import Finding, finding
from engine.hidden import OPENING_COPIES
from engine.notation import parse_cards
from engine.partitions import kinds_waited_for
from engine.said import said, seat_said
from engine.situation import KIND, STOCK_FROM, between_turns, hezi_fits, holds_joker
from engine.state import (
    DEALER_CARDS,
    DEALING,
    EXPOSING,
    NEXT_SEAT,
    OTHER_CARDS,
    PREPARING,
    REVEALING,
    State,
    preparing_seat,
)


def _dealt(state: State, event: Dealt) -> Findings:
    return check_dealt(state, event.seat, parse_cards(event.cards, jokers=True))


def check_dealt(state: State, seat: int, cards: tuple[int, ...], hidden: int = 0) -> Findings:
    """The findings of a hand that is dealt: its cards, and so many more that are hidden."""
    if state.phase != DEALING or seat != state.turn:
        next_seat = said("{seat} is dealt next", seat=seat_said(state.turn))
        reason = next_seat if state.phase == DEALING else said("every seat has its cards")
        return (finding("dealt-misplaced", seat=seat, reason=reason),)
    if (fault := _not_left(state, cards)) is not None:
        return (fault,)
    due, count = DEALER_CARDS if seat == state.dealer else OTHER_CARDS, len(cards) + hidden
    if count > state.stock:
        return (finding("more-than-left", type="dealt", count=count, stock=state.stock),)
    if count != due:
        return (finding("misdeal", seat=seat, count=count, due=due),)
    if state.deck is not None and not state.misdealt:
        start = 0 if seat == state.dealer else DEALER_CARDS + OTHER_CARDS * (NEXT_SEAT[state.dealer] != seat)
        block = state.deck[start : start + due]
        if not hidden or Counter(cards) - Counter(block):
            return differs(said("the hand of {seat}", seat=seat_said(seat)), cards, block)
    return LEGAL


def _indicators(state: State, event: IndicatorsRevealed) -> Findings:
    cards = parse_cards(event.cards, jokers=True)
    if state.phase != REVEALING:
        early = state.phase == DEALING
        reason = said("not every seat has its cards") if early else said("they are on the table")
        return (finding("indicators-misplaced", reason=reason),)
    if (fault := _not_left(state, cards)) is not None:
        return (fault,)
    if len(cards) > state.stock:  # cards that are nowhere known may be hidden in hands
        return (finding("more-than-left", type="indicators_revealed", count=len(cards), stock=state.stock),)
    if len(cards) != 2:
        return (finding("indicator-count", count=len(cards)),)
    if state.deck is not None and not state.misdealt:
        return differs(said("the pair of indicators"), cards, state.deck[STOCK_FROM - 2 : STOCK_FROM])
    return LEGAL


def _not_left(state: State, cards: Iterable[int]) -> Finding | None:
    left = bytearray(state.unseen)
    for kind in cards:
        if not left[kind]:
            return not_there(state, kind, said("dealt already or among these cards"))
        left[kind] -= 1
    return None


def _preparing(
    state: State, event: OpeningDeclared | JokerExposed | ReadyDeclared | PreparationFinished
) -> list[Finding]:
    """What every step of the preparation must keep: its time, its turn, and no replacement owed (§3.1, §3.2)."""
    if state.phase != PREPARING:
        return [finding("preparation-over", type=type_of(event), seat=event.seat)]
    found = []
    if event.seat != (due := preparing_seat(state)):
        found.append(finding("preparation-order", type=type_of(event), seat=event.seat, due_seat=due))
    if state.owed:
        found.append(finding("replacement-owed", rule="§3.2", type=type_of(event), due_seat=state.owed[0]))
    if holds_joker(state, event.seat) and not isinstance(event, JokerExposed):
        found.append(finding("joker-held", type=type_of(event), seat=event.seat))
    return found


def _opening(state: State, event: OpeningDeclared) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    seat, kind, card = event.seat, KIND[event.card], event.card
    needed = OPENING_COPIES[event.form]
    if (held := state.hands[seat][kind]) < needed:
        return (finding("not-held", rule="§3.5", seat=seat, needed=needed, card=card, held=held),)
    if event.form == "hezi" and state.hezi[seat] is not None:
        return (finding("second-hezi", seat=seat),)
    found = _preparing(state, event)
    if state.originals[seat][kind] < needed:
        found.append(finding("not-dealt", seat=seat, card=card))
    if event.form == "triple" and kind not in state.indicators:
        found.append(finding("triple-no-indicator", card=card))
    if event.form == "hezi" and not hezi_fits(state, kind):
        found.append(finding("hezi-no-indicator", card=card, indicators=written(state.indicators)))
    return tuple(found)


def _joker(state: State, event: JokerExposed) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    seat, joker = event.seat, JOKER_OF.get(event.card)
    if joker is None:
        return (finding("card-unknown", card=event.card, reason=said("no joker")),)
    if state.rules.jokers == "excluded":
        return (finding("joker-excluded", card=event.card),)
    if not state.hands[seat][joker]:
        return (finding("not-held", rule="§12.2", seat=seat, needed=1, card=event.card, held=0),)
    if state.phase == PREPARING:
        return tuple(_preparing(state, event))
    if state.phase != EXPOSING or seat != state.turn:
        return (finding("joker-late", seat=seat, card=event.card),)
    return LEGAL


def _ready(state: State, event: ReadyDeclared) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    seat = event.seat
    found = _preparing(state, event)
    if seat == state.dealer:
        found.append(finding("dealer-ready"))
        return tuple(found)
    waits = kinds_waited_for(bytes(state.hands[seat])) if between_turns(state, seat) else ()
    if not waits:
        found.append(finding("not-one-short", seat=seat))
    elif state.rules.ready_needs_live_wait and not _is_live(state, seat, waits):
        found.append(finding("no-live-wait", seat=seat, cards=written(waits)))
    return tuple(found)


def _is_live(state: State, seat: int, waits: tuple[int, ...]) -> bool:
    """Whether a copy of some kind waited for may still come (§3.6)."""
    known = state.holding(seat).known(state.indicators)
    return any(known[kind] < COPIES for kind in waits)


def _finished(state: State, event: PreparationFinished) -> Findings:
    return misplaced(state, event) if state.phase in NO_PLAY else tuple(_preparing(state, event))


CHECKS: dict[type, Callable[[State, Any], Findings]] = {
    Dealt: _dealt,
    IndicatorsRevealed: _indicators,
    OpeningDeclared: _opening,
    JokerExposed: _joker,
    ReadyDeclared: _ready,
    PreparationFinished: _finished,
}
