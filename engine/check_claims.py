"""Checks of pungs, kongs and passes (§4.3-4.7, §5)."""

from collections.abc import Callable
from typing import Any

from engine.cards import COPIES
from engine.checks import LEGAL, NO_PLAY, Findings, misplaced, out_of_turn
from engine.events import KongDeclared, Passed, PungClaimed, type_of
from engine.findings import Finding, finding
from engine.said import said
from engine.situation import KIND, could_take, could_win
from engine.state import ACTING, CLAIMING, LEADING, PUNGED, ROBBING, State


def _claim(state: State, event: PungClaimed | KongDeclared, kind: int, needed: int) -> list[Finding] | Finding:
    """What a pung and an exposed kong share: the discard just made, the cards in hand, no pass, no ready (§5.2)."""
    seat, card = event.seat, event.card
    if state.phase != CLAIMING or state.river[-1][1] != kind:
        return finding("no-discard", card=card)
    if (held := state.hands[seat][kind]) < needed:
        return finding("not-held", rule="§5.2", seat=seat, needed=needed, card=card, held=held)
    found = []
    if seat == state.turn:
        found.append(finding("own-discard", seat=seat))
    if state.owed:
        found.append(finding("replacement-owed", type=type_of(event), due_seat=state.owed[0]))
    if seat in state.passed:
        found.append(finding("claim-after-pass", seat=seat, card=card))
    if state.ready[seat]:
        found.append(finding("ready-claims", seat=seat, what=said("a pung") if needed == 2 else said("a kong")))
    return found


def _pung(state: State, event: PungClaimed) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    found = _claim(state, event, KIND[event.card], 2)
    return (found,) if isinstance(found, Finding) else tuple(found)


def _kong(state: State, event: KongDeclared) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    kind = KIND[event.card]
    match event.form:
        case "exposed":
            found = _claim(state, event, kind, 3)
        case "concealed":
            found = _concealed(state, event, kind)
        case _:
            found = _added(state, event, kind)
    if isinstance(found, Finding):
        return (found,)
    if not state.stock:
        found.append(finding("kong-no-stock", card=event.card))
    return tuple(found)


def _concealed(state: State, event: KongDeclared, kind: int) -> list[Finding] | Finding:
    seat = event.seat
    if (held := state.hands[seat][kind]) < COPIES:
        return finding("not-held", seat=seat, needed=COPIES, card=event.card, held=held)
    found = _own_kong(state, event)
    if state.phase == LEADING and seat == state.turn and not state.rules.dealer_opening_kong:
        found.append(finding("dealer-kong"))
    return found


def _added(state: State, event: KongDeclared, kind: int) -> list[Finding] | Finding:
    seat, rules = event.seat, state.rules
    if not any(group.form == "pung" and group.kind == kind for group in state.groups[seat]):
        return finding("no-pung", seat=seat, card=event.card)
    if not state.hands[seat][kind]:
        found = _claim(state, event, kind, 0)
        if isinstance(found, Finding):
            return finding("not-held", seat=seat, needed=1, card=event.card, held=0)
        if not rules.kong_onto_pung_from_discard:
            found.append(finding("kong-onto-pung", seat=seat, card=event.card))
        return found
    found = _own_kong(state, event)
    if rules.added_kong_from == "just-drawn" and not (state.phase == ACTING and state.drawn == kind):
        found.append(finding("added-not-drawn", card=event.card))
    return found


def _own_kong(state: State, event: KongDeclared) -> list[Finding]:
    """What a kong from the own hand must keep: its turn, and not after ready (§4.3, §4.6, §4.7)."""
    seat = event.seat
    may = state.phase in (LEADING, ACTING) or (state.phase == PUNGED and state.rules.kong_after_pung)
    in_turn = may and seat == state.turn
    found = [] if in_turn and not state.owed else list(out_of_turn(state, event, in_turn=in_turn))
    if state.ready[seat]:
        found.append(finding("ready-claims", seat=seat, what=said("a kong")))
    return found


def _passed(state: State, event: Passed) -> Findings:
    if state.phase in NO_PLAY:
        return misplaced(state, event)
    if could_win(state, event.seat) or could_take(state, event.seat):
        return LEGAL
    return (finding("pass-without-claim", rule="§4.5" if state.phase == ROBBING else "§5.1", seat=event.seat),)


CHECKS: dict[type, Callable[[State, Any], Findings]] = {
    PungClaimed: _pung,
    KongDeclared: _kong,
    Passed: _passed,
}
