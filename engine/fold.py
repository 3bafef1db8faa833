"""What each event changes. An event that breaks a rule is folded all the same: the state becomes what it says.

``apply`` takes only events that ``engine.legality.check`` does not call impossible.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.cards import KINDS
from engine.ending import Declared
from engine.events import (
    Dealt,
    Discarded,
    Drawn,
    Exhausted,
    HandShown,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    OpeningDeclared,
    Passed,
    PlayEvent,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Won,
)
from engine.hidden import hides, learn, might_win
from engine.notation import CardError, parse_cards, parse_hidden
from engine.situation import KIND, could_win, replacement_is_due, win_of
from engine.state import (
    ACTING,
    CLAIMING,
    DEALER_CARDS,
    ENDED,
    EXPOSING,
    LEADING,
    NEXT_SEAT,
    OTHER_CARDS,
    PREPARING,
    PUNGED,
    REPLACING,
    REVEALING,
    ROBBING,
    State,
    preparing_seat,
)


def apply(state: State, event: PlayEvent) -> None:
    """Fold one event into the state, in place."""
    if state.veiled:
        learn(state, event)
    try:
        APPLY[type(event)](state, event)
    except CardError:  # nothing was changed: cards are read first
        if not hides(event):
            raise
        _HIDING[type(event)](state, event)


def _dealt(state: State, event: Dealt) -> None:
    _deal_out(state, event.seat, parse_cards(event.cards, jokers=True))


def _deal_out(state: State, seat: int, cards: tuple[int, ...], hidden: int = 0) -> None:
    hand, unseen = state.hands[seat], state.unseen
    for kind in cards:
        hand[kind] += 1
        unseen[kind] -= 1
    count = len(cards) + hidden
    state.stock -= count
    state.originals[seat] = bytes(hand)
    state.misdealt |= count != (DEALER_CARDS if seat == state.dealer else OTHER_CARDS)
    state.turn = NEXT_SEAT[seat]
    if state.turn == state.dealer:
        state.phase = REVEALING


def _take(state: State, seat: int, kind: int) -> None:
    """A card goes from the stock to a hand."""
    state.hands[seat][kind] += 1
    state.unseen[kind] -= 1
    state.stock -= 1


def _indicators(state: State, event: IndicatorsRevealed) -> None:
    state.indicators = parse_cards(event.cards, jokers=True)
    for kind in state.indicators:
        state.unseen[kind] -= 1
        state.stock -= 1
    state.misdealt |= len(state.indicators) != 2
    state.phase = PREPARING


def _opening(state: State, event: OpeningDeclared) -> None:
    seat, kind = event.seat, KIND[event.card]
    match event.form:
        case "quad":
            state.hands[seat][kind] -= 4
            state.groups[seat].append(Declared("opening-quad", kind))
            state.owed.append(seat)
        case "triple":
            state.hands[seat][kind] -= 3
            state.groups[seat].append(Declared("opening-triple", kind))
        case "hezi":
            state.hands[seat][kind] -= 2
            state.hezi[seat] = kind
            state.owed += [seat, seat]


def _joker(state: State, event: JokerExposed) -> None:
    seat, joker = event.seat, KIND[event.card]
    state.hands[seat][joker] -= 1
    state.jokers[seat].append(joker)
    state.owed.append(seat)
    if state.phase != PREPARING:
        _act(state, seat, REPLACING)
        state.stands_in = True


def _ready(state: State, event: ReadyDeclared) -> None:
    state.ready[event.seat] = True
    _prepared(state, event.seat)


def _finished(state: State, event: PreparationFinished) -> None:
    _prepared(state, event.seat)


def _prepared(state: State, seat: int) -> None:
    if state.phase != PREPARING:
        return
    state.prepared[seat] = True
    if all(state.prepared):
        state.phase, state.turn = LEADING, state.dealer
    else:
        state.turn = preparing_seat(state)


def _act(state: State, seat: int, phase: str, drawn: int | None = None) -> None:
    """The turn passes to a seat in a phase, with a card it just drew or none; what lay on the table is past."""
    state.turn = seat
    state.phase = phase
    state.drawn = drawn
    state.kong = None
    if state.passed or state.passed_win:
        state.passed, state.passed_win = set(), set()


# Draws and discards are nearly all of a log: what ``_take`` and ``_act`` do is written out in them.


def _drawn(state: State, event: Drawn) -> None:
    seat, kind = event.seat, KIND[event.card]
    state.hands[seat][kind] += 1
    state.unseen[kind] -= 1
    state.stock -= 1
    state.fronts += 1
    state.turn = seat
    state.phase = ACTING if kind < KINDS else EXPOSING
    state.drawn = kind
    state.replaced = False
    state.kong = None
    if state.passed or state.passed_win:
        state.passed, state.passed_win = set(), set()


def _discarded(state: State, event: Discarded) -> None:
    seat, kind = event.seat, KIND[event.card]
    state.hands[seat][kind] -= 1
    state.river.append((seat, kind))
    state.discards += 1
    state.turn = seat
    state.phase = CLAIMING
    state.drawn = None
    state.kong = None
    if state.passed or state.passed_win:
        state.passed, state.passed_win = set(), set()


def _replacement(state: State, event: ReplacementDrawn) -> None:
    seat, kind = event.seat, KIND[event.card]
    _take(state, seat, kind)
    _replaced(state, seat, kind)


def _replaced(state: State, seat: int, kind: int | None) -> None:
    """A card came from the back; ``None`` for one that is hidden."""
    owed = seat in state.owed
    due = owed and replacement_is_due(state, seat)
    state.backs += 1
    if owed:
        state.owed.remove(seat)
    if (due or not owed) and state.phase != PREPARING:
        _act(state, seat, ACTING if kind is None or kind < KINDS else EXPOSING, kind)
        if not state.stands_in:
            state.replaced = due
    state.stands_in = False


def _pung(state: State, event: PungClaimed) -> None:
    giver, kind = state.river.pop()
    state.hands[event.seat][kind] -= 2
    state.groups[event.seat].append(Declared("pung", kind, giver))
    _act(state, event.seat, PUNGED)


def _kong(state: State, event: KongDeclared) -> None:
    seat, kind = event.seat, KIND[event.card]
    hand, groups = state.hands[seat], state.groups[seat]
    phase, kong = REPLACING, None
    match event.form:
        case "exposed":
            giver, _ = state.river.pop()
            hand[kind] -= 3
            groups.append(Declared("exposed-kong", kind, giver))
        case "concealed":
            hand[kind] -= 4
            groups.append(Declared("concealed-kong", kind))
        case "added":
            if hand[kind]:
                hand[kind] -= 1
                phase, kong = ROBBING, kind
            else:
                state.river.pop()
            _reform(groups, "pung", "added-kong", kind)
    state.owed.append(seat)
    _act(state, seat, phase)
    state.kong = kong


def _reform(groups: list[Declared], old: str, new: str, kind: int) -> None:
    for at, group in enumerate(groups):
        if group.form == old and group.kind == kind:
            groups[at] = msgspec.structs.replace(group, form=new)
            return


def _passed(state: State, event: Passed) -> None:
    if could_win(state, event.seat) or might_win(state, event.seat):
        state.passed_win.add(event.seat)
    elif state.on_table is not None:
        state.passed.add(event.seat)


def _won(state: State, event: Won) -> None:
    """The winner gets the card; a robbed kong is a pung again, and no replacement is owed for it (§4.5)."""
    win = win_of(state, event.seat)
    if win.source == "discard":
        _, kind = state.river.pop()
        state.hands[win.seat][kind] += 1
    elif win.source == "robbed-kong":
        assert win.card is not None
        assert win.giver is not None
        _reform(state.groups[win.giver], "added-kong", "pung", win.card)
        state.owed.remove(win.giver)
        state.hands[win.seat][win.card] += 1
    state.win = win
    _act(state, state.turn, ENDED)


def _exhausted(state: State, _event: Exhausted) -> None:
    if not state.stock:
        state.owed.clear()  # there is nothing left to give (§12.2)
    _act(state, state.turn, ENDED)


def _shown(_state: State, _event: HandShown) -> None:
    """What was not known of the hand was learnt from the event; nothing else changes."""


# What hidden cards do. A card that is hidden may be a joker, too; ``learn`` sees to it when it is exposed.


def _dealt_hidden(state: State, event: Dealt) -> None:
    cards, hidden = parse_hidden(event.cards)
    state.veiled = True
    state.hidden[event.seat] += hidden
    _deal_out(state, event.seat, cards, hidden)


def _take_hidden(state: State, seat: int) -> None:
    state.veiled = True
    state.hidden[seat] += 1
    state.stock -= 1
    state.blind[seat] |= state.phase == PREPARING


def _drawn_hidden(state: State, event: Drawn) -> None:
    _take_hidden(state, event.seat)
    state.fronts += 1
    state.replaced = False
    _act(state, event.seat, ACTING)


def _replacement_hidden(state: State, event: ReplacementDrawn) -> None:
    _take_hidden(state, event.seat)
    _replaced(state, event.seat, None)


_HIDING: dict[type, Callable[[State, Any], None]] = {
    Dealt: _dealt_hidden,
    Drawn: _drawn_hidden,
    ReplacementDrawn: _replacement_hidden,
}

APPLY: dict[type, Callable[[State, Any], None]] = {
    Dealt: _dealt,
    IndicatorsRevealed: _indicators,
    OpeningDeclared: _opening,
    JokerExposed: _joker,
    ReplacementDrawn: _replacement,
    ReadyDeclared: _ready,
    PreparationFinished: _finished,
    Drawn: _drawn,
    Discarded: _discarded,
    PungClaimed: _pung,
    KongDeclared: _kong,
    Passed: _passed,
    Won: _won,
    Exhausted: _exhausted,
    HandShown: _shown,
}
