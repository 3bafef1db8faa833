"""Cards that whoever keeps the record has not seen: ``??`` in a log (docs/formats.md, "Hidden cards").

Of a hand some cards are then known, and of the others how many they are. An event that takes cards from a hand shows
what they were; nothing else is ever concluded.
"""

from collections.abc import Iterable

from engine.cards import CARDS, HIDDEN, JOKER_OF, KINDS
from engine.events import (
    Dealt,
    Discarded,
    Drawn,
    HandShown,
    JokerExposed,
    KongDeclared,
    OpeningDeclared,
    PlayEvent,
    PungClaimed,
    ReplacementDrawn,
    Won,
)
from engine.notation import PLAIN, parse_cards
from engine.situation import KIND, win_of
from engine.state import ACTING, CLAIMING, DEALER_CARDS, EXPOSING, OTHER_CARDS, PREPARING, State

OPENING_COPIES = {"quad": 4, "triple": 3, "hezi": 2}
"""How many cards of a hand an opening declaration takes (§3.2-3.4)."""


def is_hidden(card: str) -> bool:
    """Whether the text stands for a hidden card."""
    return card.translate(PLAIN).strip() == HIDDEN


def hides(event: object) -> bool:
    """Whether an event gives a seat a card that is hidden."""
    match event:
        case Dealt():
            return HIDDEN in event.cards.translate(PLAIN)
        case Drawn() | ReplacementDrawn():
            return is_hidden(event.card)
    return False


def drawn_is_hidden(state: State, seat: int) -> bool:
    """Whether the seat has just drawn a card that is hidden."""
    return state.phase == ACTING and seat == state.turn and state.drawn is None


def possible(state: State, seat: int) -> bytearray:
    """How many copies of each card (35 numbers) the seat may hold: those known, and what the hidden ones could be."""
    held, hidden = bytearray(state.hands[seat]), state.hidden[seat]
    if hidden:
        for card, left in enumerate(state.unseen):
            held[card] += min(hidden, left)
    return held


def counted(cards: Iterable[int]) -> bytearray:
    """Cards as a table's 35 counts."""
    counts = bytearray(CARDS)
    for card in cards:
        counts[card] += 1
    return counts


def learn(state: State, event: PlayEvent) -> None:
    """Make known, in place, which hidden cards an event shows: those that it takes from a hand and that the hand is not
    known to hold. As many as can be; what is still missing then is for the event's check to say. ``CardError``.

    Copies that are known go first. Whichever copy it was, the hand is left with the same cards, so this tells no less
    and assumes nothing: a hidden copy that went instead would leave the known one in its place.
    """
    match event:
        case HandShown():
            seat = event.seat
            for card, copies in enumerate(counted(parse_cards(event.cards, jokers=True))):
                _show(state, seat, card, copies - state.hands[seat][card])
        case Won():
            _learn_win(state, event)
        case JokerExposed():
            _learn_joker(state, event)
        case Discarded() | PungClaimed() | KongDeclared() | OpeningDeclared():
            card = KIND[event.card]
            _show(state, event.seat, card, _needed(state, event, card) - state.hands[event.seat][card])


def _show(state: State, seat: int, card: int, copies: int) -> int:
    """So many hidden cards of a seat are this card, as far as that can be; how many were."""
    copies = max(0, min(copies, state.hidden[seat], state.unseen[card]))
    state.hands[seat][card] += copies
    state.unseen[card] -= copies
    state.hidden[seat] -= copies
    if copies and state.phase == PREPARING and not state.blind[seat]:
        dealt = bytearray(state.originals[seat])  # all that is hidden was dealt
        dealt[card] += copies
        state.originals[seat] = bytes(dealt)
    return copies


def _needed(state: State, event: Discarded | PungClaimed | KongDeclared | OpeningDeclared, card: int) -> int:
    """How many copies of its card an event takes from the hand."""
    match event:
        case OpeningDeclared():
            return OPENING_COPIES[event.form]
        case PungClaimed():
            return 2
        case KongDeclared(form="exposed"):
            return 3
        case KongDeclared(form="concealed"):
            return 4
        case KongDeclared():
            discard = state.phase == CLAIMING and event.seat != state.turn and state.river[-1][1] == card
            return 0 if discard else 1  # a discard of the card is what is added (§5.2)
    return 1


def _learn_win(state: State, event: Won) -> None:
    """A winner that names the hidden card that it drew shows it. It is one of the hidden ones, whatever else is known;
    or one of the hand, where that was shown since."""
    seat = event.seat
    if event.card is None or not drawn_is_hidden(state, seat) or win_of(state, seat).source == "none":
        return
    card = KIND[event.card]
    if _show(state, seat, card, 1) if state.hidden[seat] else state.hands[seat][card]:
        state.drawn = card


def _learn_joker(state: State, event: JokerExposed) -> None:
    """A joker exposed after a hidden draw is the card drawn (§12.2)."""
    seat, joker = event.seat, JOKER_OF.get(event.card)
    if joker is None or state.hands[seat][joker]:
        return
    drawn = drawn_is_hidden(state, seat)
    if _show(state, seat, joker, 1) and drawn:
        state.phase, state.drawn = EXPOSING, joker


def may_hold_joker(state: State, seat: int) -> bool:
    """Whether a hidden card of the seat may be a joker."""
    return state.hidden[seat] > 0 and any(state.unseen[KINDS:])


def may_have_been_dealt(state: State, seat: int) -> bool:
    """Whether cards that the seat was dealt are not known, and no longer all that is hidden was dealt to it."""
    due = DEALER_CARDS if seat == state.dealer else OTHER_CARDS
    unknown = state.misdealt or sum(state.originals[seat]) < due
    return unknown and (state.blind[seat] or state.phase != PREPARING)


def might_win(state: State, seat: int) -> bool:
    """Whether the hidden cards of a seat that has not passed it could make its hand complete with the card on the
    table: whether it has as many as that takes, and no joker."""
    if state.on_table is None or seat == state.turn or seat in state.passed or seat in state.passed_win:
        return False
    return may_be_complete(state, seat, 1)


def may_be_complete(state: State, seat: int, taken: int) -> bool:
    """Whether a hand with hidden cards, and so many more, has as many as a complete one, and no joker that is known.
    What they would have to be is not asked."""
    hand, hidden = state.hands[seat], state.hidden[seat]
    size = 3 * (7 - len(state.groups[seat])) + 2
    return hidden > 0 and not any(hand[KINDS:]) and sum(hand) + hidden + taken == size


def might_take(state: State, seat: int) -> bool:
    """Whether a seat that has not passed it could pung the discard on the table with its hidden cards (§5.2)."""
    if state.phase != CLAIMING or seat == state.turn or seat in state.passed or state.ready[seat]:
        return False
    return possible(state, seat)[state.river[-1][1]] >= 2


def may_be_one_short(state: State, seat: int) -> bool:
    """Whether a hand with hidden cards may have as many as one that is one short of complete (§3.6). Jokers, of which
    hidden ones may be some, are no cards of it."""
    known, hidden = sum(state.hands[seat][:KINDS]), state.hidden[seat]
    jokers = min(hidden, sum(state.unseen[KINDS:]))
    return hidden > 0 and known + hidden - jokers <= 3 * (7 - len(state.groups[seat])) + 1 <= known + hidden
