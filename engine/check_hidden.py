"""Checks where cards are hidden, and of a hand that is shown (docs/formats.md, "Hidden cards").

An event is held against the table as it makes that known: what it takes from hidden cards was there. What the plain
checks then find may hang on cards that are still hidden, which they take for absent; such a finding is none, but
``engine.unchecked``, and so is what they let pass and cannot know.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.cards import CARDS, TOKENS, written
from engine.check_deal import check_dealt
from engine.checks import LEGAL, NO_PLAY, Findings, misplaced, not_there
from engine.events import (
    Dealt,
    Discarded,
    Drawn,
    HandShown,
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
from engine.findings import Finding, finding
from engine.hidden import (
    counted,
    drawn_is_hidden,
    hides,
    learn,
    may_be_complete,
    may_be_one_short,
    may_have_been_dealt,
    may_hold_joker,
    might_take,
    might_win,
)
from engine.notation import parse_cards, parse_hidden
from engine.partitions import is_complete
from engine.said import said
from engine.situation import KIND, win_of
from engine.state import ENDED, PREPARING, State, hand_size
from engine.unchecked import Unchecked, unchecked

Checks = Mapping[type, Callable[[State, Any], Findings]]


class Examined(NamedTuple):
    """What was found of an event, and what could not be checked. An impossible finding stands alone."""

    findings: Findings
    unchecked: tuple[Unchecked, ...]


def examine(state: State, event: PlayEvent, checks: Checks) -> Examined:
    """Check an event where cards are or were hidden, or it hides one. ``checks``: the plain ones. ``CardError``."""
    match event:
        case Dealt():
            return _dealt(state, event)
        case Drawn() | ReplacementDrawn():
            return _draw(state, event, checks)
        case HandShown():
            return Examined(_shown(state, event), ())
    known = state.copy()
    learn(known, event)
    found = checks[type(event)](known, event)
    if not _folds(found):
        return Examined((_for_want_of(state, event, found[0]),), ())
    if isinstance(event, Won) and (lacking := _lacks_win(state, known, event)) is not None:
        return Examined((lacking,), ())
    unsure = tuple(_unsure(state, known, event, found))
    broken = {one.code: one.rule for one in found}
    codes = {one.code for one in unsure}
    return Examined(
        tuple([one for one in found if one.code not in codes]),
        tuple([replace(one, rule=broken.get(one.code, one.rule)) for one in unsure]),
    )


def _folds(found: Findings) -> bool:
    return not found or found[0].severity != "impossible"


def _dealt(state: State, event: Dealt) -> Examined:
    cards, hidden = parse_hidden(event.cards)
    found = check_dealt(state, event.seat, cards, hidden)
    unsure = hidden and state.deck is not None and not state.misdealt and not found
    return Examined(found, (unchecked("deck-differs", event.seat),) if unsure else ())


def _draw(state: State, event: Drawn | ReplacementDrawn, checks: Checks) -> Examined:
    """A hidden card is checked as any that it could be; but whether it is the deck's next is not known."""
    if not state.stock and state.phase not in NO_PLAY:  # what is nowhere known may be hidden in hands
        return Examined((finding("stock-empty", seat=event.seat),), ())
    if not hides(event):
        return Examined(checks[type(event)](state, event), ())
    some = next((card for card in range(CARDS) if state.unseen[card]), 0)
    found = checks[type(event)](state, replace(event, card=TOKENS[some]))
    unsure = state.deck is not None and not state.misdealt and _folds(found)
    found = tuple([one for one in found if one.code != "deck-differs"])
    return Examined(found, (unchecked("deck-differs", event.seat),) if unsure else ())


def _for_want_of(state: State, event: PlayEvent, found: Finding) -> Finding:
    """The impossible finding of cards that a hand lacks: where it has hidden ones enough, no copy is left for them."""
    match event:
        case Discarded() | PungClaimed() | KongDeclared() | OpeningDeclared() | JokerExposed():
            needed = found.params.get("needed")
            if found.code == "not-held" and isinstance(needed, int):
                card = KIND[event.card]
                if state.hands[event.seat][card] + state.hidden[event.seat] >= needed:
                    return not_there(state, card, said("on the table or in hands"))
    return found


def _lacks_win(state: State, known: State, event: Won) -> Finding | None:
    """The impossible finding of a win on a hidden card that the winner names, and that it cannot have drawn."""
    if event.card is None or not drawn_is_hidden(known, event.seat) or win_of(state, event.seat).source == "none":
        return None
    if state.hidden[event.seat]:
        return not_there(state, KIND[event.card], said("on the table or in hands"))
    return finding("not-held", rule="§6.3", seat=event.seat, needed=1, card=event.card, held=0)


def _unsure(state: State, known: State, event: PlayEvent, found: Findings) -> Iterator[Unchecked]:
    """What cannot be checked. ``known``: the table as the event makes it known; ``found``: what the plain checks find
    there."""
    codes = {one.code for one in found}
    match event:
        case OpeningDeclared() | ReadyDeclared() | PreparationFinished():
            yield from _unsure_preparation(state, known, event, codes)
        case JokerExposed():
            if drawn_is_hidden(state, event.seat) and not drawn_is_hidden(known, event.seat):
                yield unchecked("joker-late", event.seat, card=event.card)
        case Discarded() | KongDeclared() | PungClaimed():
            yield from _unsure_play(state, known, event, codes)
        case Passed(seat=seat):
            if "pass-without-claim" in codes and (might_win(known, seat) or might_take(known, seat)):
                yield unchecked("pass-without-claim", seat)
        case Won(seat=seat):
            win = win_of(known, seat)
            if "false-win" in codes and may_be_complete(known, seat, int(win.from_another)):
                yield unchecked("false-win", seat)
            if drawn_is_hidden(state, seat) and win.source != "none":
                if may_hold_joker(known, seat):
                    yield unchecked("joker-held", seat)
                if event.card is None:
                    yield unchecked("win-card-unknown", seat)
                else:
                    yield unchecked("win-card-differs", seat, card=event.card)


def _unsure_preparation(
    state: State, known: State, event: OpeningDeclared | ReadyDeclared | PreparationFinished, codes: set[str]
) -> Iterator[Unchecked]:
    seat = event.seat
    if state.phase == PREPARING and "joker-held" not in codes and may_hold_joker(known, seat):
        yield unchecked("joker-held", seat)
    if isinstance(event, OpeningDeclared) and "not-dealt" in codes and may_have_been_dealt(known, seat):
        yield unchecked("not-dealt", seat, card=event.card)
    if isinstance(event, ReadyDeclared) and "dealer-ready" not in codes and may_be_one_short(known, seat):
        yield unchecked("not-one-short", seat)
        if state.rules.ready_needs_live_wait:
            yield unchecked("no-live-wait", seat)


def _unsure_play(
    state: State, known: State, event: Discarded | KongDeclared | PungClaimed, codes: set[str]
) -> Iterator[Unchecked]:
    seat, card = event.seat, event.card
    if drawn_is_hidden(state, seat):
        if may_hold_joker(known, seat) and "joker-held" not in codes:
            yield unchecked("joker-held", seat)
        for code in ("ready-discard", "added-not-drawn"):
            if code in codes:
                yield unchecked(code, seat, card=card)
    from_table = isinstance(event, PungClaimed) or (isinstance(event, KongDeclared) and event.form == "exposed")
    if from_table and state.hidden[seat] and seat in state.passed_win - state.passed:
        yield unchecked("claim-after-pass", seat, card=card)


def _shown(state: State, event: HandShown) -> Findings:
    """A hand that is shown is the whole hand: as many cards as it has, and among them every one that is known."""
    if state.phase in NO_PLAY and state.phase != ENDED:
        return misplaced(state, event)
    cards, seat = parse_cards(event.cards, jokers=True), event.seat
    if len(cards) != (size := hand_size(state, seat)):
        return (finding("hand-size-differs", seat=seat, count=len(cards), due=size),)
    hand, shown = state.hands[seat], counted(cards)
    missing = [card for card in range(CARDS) for _ in range(hand[card] - shown[card])]
    if missing:
        return (finding("hand-differs", seat=seat, cards=written(missing)),)
    for card in range(CARDS):
        if shown[card] - hand[card] > state.unseen[card]:
            return (not_there(state, card, said("on the table or in hands")),)
    return _false_win(state, seat, bytes(shown))


def _false_win(state: State, seat: int, shown: bytes) -> Findings:
    """The finding of a winner that shows a hand which is not complete, where that could not be checked before."""
    win = state.win
    if win is None or win.seat != seat or win.source == "none" or not may_be_complete(state, seat, 0):
        return LEGAL
    return LEGAL if is_complete(shown) else (finding("false-win", seat=seat),)


CHECKS: dict[type, Callable[[State, Any], Findings]] = {HandShown: _shown}
