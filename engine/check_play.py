"""Checks of draws, discards and the ends of a deal (§4, §6.1)."""

from collections.abc import Callable
from typing import Any

from engine.cards import KINDS, TOKENS
from engine.checks import LEGAL, NO_PLAY, Findings, differs, misplaced, not_there, out_of_turn, owed_by
from engine.events import Discarded, Drawn, Exhausted, ReplacementDrawn, Won
from engine.findings import Finding, finding
from engine.said import said, seat_said
from engine.situation import KIND, STOCK_FROM, completes_hand, due_now, replacement_is_due, win_of
from engine.state import ACTING, CLAIMING, LEADING, NEXT_SEAT, PREPARING, PUNGED, REPLACING, ROBBING, State

_MAY_DISCARD = frozenset((LEADING, ACTING, PUNGED))


def _drawn(state: State, event: Drawn) -> Findings:
    in_turn = state.phase == CLAIMING and event.seat == NEXT_SEAT[state.turn]
    if not in_turn and state.phase in NO_PLAY:
        return misplaced(state, event)
    kind = KIND[event.card]
    if not state.unseen[kind]:
        return (_not_in_stock(state, event.seat, kind),)
    found = LEGAL
    if not in_turn or state.owed:
        found = out_of_turn(state, event, in_turn=in_turn)
    deck = state.deck
    if deck is not None and not state.misdealt and deck[STOCK_FROM + state.fronts] != kind:
        found += differs(said("the draw"), (kind,), (deck[STOCK_FROM + state.fronts],))
    return found


def _not_in_stock(state: State, seat: int, kind: int) -> Finding:
    if not state.stock:
        return finding("stock-empty", seat=seat)
    return not_there(state, kind, said("on the table or in hands"))


def _replacement(state: State, event: ReplacementDrawn) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    kind, seat = KIND[event.card], event.seat
    if not state.unseen[kind]:
        return (_not_in_stock(state, seat, kind),)
    found = LEGAL
    if seat not in state.owed:
        found = (finding("replacement-not-owed", seat=seat),)
    elif not replacement_is_due(state, seat):
        found = (finding("replacement-late", seat=seat),)
    deck = state.deck
    if deck is not None and not state.misdealt and deck[-1 - state.backs] != kind:
        found += differs(said("the replacement"), (kind,), (deck[-1 - state.backs],))
    return found


def _discarded(state: State, event: Discarded) -> Findings:
    phase, seat = state.phase, event.seat
    in_turn = seat == state.turn and phase in _MAY_DISCARD
    if not in_turn and phase in NO_PLAY:
        return misplaced(state, event)
    kind = KIND[event.card]
    if not state.hands[seat][kind]:
        return (finding("not-held", seat=seat, needed=1, card=event.card, held=0),)
    found = LEGAL
    if not in_turn or state.owed:
        found = out_of_turn(state, event, in_turn=in_turn)
    elif kind >= KINDS:
        found = (finding("joker-held", type="discarded", seat=seat),)
    if state.ready[seat] and kind != state.drawn and phase == ACTING and seat == state.turn:
        found += (finding("ready-discard", seat=seat, card=event.card),)
    return found


def _won(state: State, event: Won) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    seat = event.seat
    named = None if event.card is None else KIND[event.card]
    win = win_of(state, seat)
    found = []
    if state.phase == PREPARING:
        found.append(finding("preparation-open", type="won", seat=seat))
    if state.owed and state.phase != ROBBING:
        found.append(finding("replacement-owed", rule=owed_by(state), type="won", due_seat=state.owed[0]))
    if win.source == "none":
        found.append(finding("win-without-source", seat=seat))
        return tuple(found)
    if seat in state.passed or seat in state.passed_win:
        found.append(finding("claim-after-pass", seat=seat, card=_card(win.card)))
    if not completes_hand(state, seat, win.card if win.from_another else None):
        found.append(finding("false-win", seat=seat))
    if event.card is not None and named != win.card:
        found.append(finding("win-card-differs", seen=event.card, due=_card(win.card)))
    if event.source is not None and event.source != win.giver:
        giver = said("nobody") if win.giver is None else seat_said(win.giver)
        found.append(finding("win-from-differs", seen=seat_said(event.source), due=giver))
    return tuple(found)


def _card(kind: int | None) -> str:
    return said("none") if kind is None else TOKENS[kind]


def _exhausted(state: State, event: Exhausted) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    found = []
    if state.stock:
        found.append(finding("stock-left", stock=state.stock))
    if state.phase != CLAIMING and (state.stock or state.phase not in (REPLACING, ROBBING)):
        found.append(finding("exhausted-early", due=due_now(state)))
    return tuple(found)


CHECKS: dict[type, Callable[[State, Any], Findings]] = {
    ReplacementDrawn: _replacement,
    Drawn: _drawn,
    Discarded: _discarded,
    Won: _won,
    Exhausted: _exhausted,
}
