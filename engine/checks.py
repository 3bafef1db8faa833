"""What every check is made of: its findings, and the faults that any play event can have."""

from collections.abc import Iterable

from engine.cards import KINDS, TOKENS, written
from engine.events import Discarded, Drawn, KongDeclared, PlayEvent, type_of
from engine.findings import Finding, finding
from engine.situation import due_now
from engine.state import CLAIMING, DEALING, ENDED, EXPOSING, LEADING, PREPARING, PUNGED, REVEALING, State

Findings = tuple[Finding, ...]
LEGAL: Findings = ()

NO_PLAY = frozenset((DEALING, REVEALING, ENDED))
"""Phases in which no play event can be folded."""


def misplaced(state: State, event: PlayEvent) -> Findings:
    """The finding of a play event before the indicators or after the end."""
    code = "after-end" if state.phase == ENDED else "before-indicators"
    return (finding(code, type=type_of(event)),)


def owed_by(state: State) -> str:
    """The paragraph by which a replacement is owed."""
    if state.phase == PREPARING:
        return "§3.2"
    return "§12.2" if state.stands_in else "§4.3"


def out_of_turn(state: State, event: Drawn | Discarded | KongDeclared, *, in_turn: bool) -> Findings:
    """The findings of a play event while a replacement is owed, or out of its turn: what was due instead."""
    type_, seat, found = type_of(event), event.seat, []
    if state.owed:
        found.append(finding("replacement-owed", rule=owed_by(state), type=type_, due_seat=state.owed[0]))
    if in_turn or (found and seat == state.turn):
        return tuple(found)
    if state.phase == PREPARING:
        found.append(finding("preparation-open", type=type_, seat=seat))
    elif state.phase == PUNGED and seat == state.turn:
        found.append(finding("after-pung", seat=seat))
    else:
        rule = {LEADING: "§4.1", CLAIMING: "§5.5", PUNGED: "§4.7", EXPOSING: "§12.2"}.get(state.phase, "§4.3")
        found.append(finding("wrong-turn", rule=rule, type=type_, seat=seat, due=due_now(state)))
    return tuple(found)


def not_there(state: State, card: int, where: str) -> Finding:
    """The finding of a card that the stock cannot give: one too many, or a joker where they are excluded."""
    token = TOKENS[card]
    if card < KINDS:
        return finding("fifth-copy", card=token, where=where)
    if state.rules.jokers == "excluded":
        return finding("joker-excluded", card=token)
    return finding("second-joker", card=token, where=where)


def differs(what: str, seen: Iterable[int], due: Iterable[int]) -> Findings:
    """The finding of cards that differ from the recorded deck, in whatever order (§2.3)."""
    if sorted(seen) == sorted(due):
        return LEGAL
    return (finding("deck-differs", what=what, seen=written(seen), due=written(due)),)
