"""What a seat knows of the table, and of an event: hidden cards are not in it, only how many there are.

A seat sees its own cards and whatever lies open: indicators, discards, declared groups, hezi, and everybody's hand
once the deal has ended. Others' hands, draws and replacements are hidden, and so are the stock and a recorded deck.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.cards import CARDS, HIDDEN, KINDS
from engine.deal import AnyEvent
from engine.ending import DealEnd, Declared, Win
from engine.events import DealStarted, Dealt, Drawn, ReplacementDrawn
from engine.notation import CardError, parse_cards
from engine.state import ACTING, CLAIMING, ENDED, EXPOSING, ROBBING, State, hand_size


class SeatView(Struct, frozen=True):
    """What is known of one seat. ``hand``: counts of its concealed cards that are known (35 numbers, a joker's too
    until it is exposed), ``None`` where they are hidden from who looks; ``size``: how many concealed cards it has."""

    hand: bytes | None
    size: int
    groups: tuple[Declared, ...]
    hezi: int | None
    jokers: tuple[int, ...]
    ready: bool

    @property
    def hidden(self) -> int:
        """How many of its concealed cards are not known."""
        return self.size if self.hand is None else self.size - sum(self.hand)


class View(Struct, frozen=True):
    """What ``seat`` knows of the table; everything, where it is ``None``.

    The fields are those of ``engine.state.State``. ``drawn`` is ``None`` also for a card that is hidden; ``passed`` has
    the seats that passed the card on the table. ``stock`` is ``None`` where it is not known: at a hand record's end.
    """

    seat: int | None
    names: tuple[str, ...]
    dealer: int
    phase: str
    turn: int
    seats: tuple[SeatView, ...]
    indicators: tuple[int, ...]
    stock: int | None
    river: tuple[tuple[int, int], ...]
    drawn: int | None
    owed: tuple[int, ...]
    kong: int | None
    passed: frozenset[int]
    win: Win | None

    @property
    def on_table(self) -> int | None:
        """The kind of the discard just made, or of the added kong that may be robbed; ``None`` if neither."""
        if self.phase == CLAIMING:
            return self.river[-1][1]
        return self.kong if self.phase == ROBBING else None

    def discards(self, seat: int) -> tuple[int, ...]:
        """The seat's discards that lie on the table, in order."""
        return tuple([kind for by, kind in self.river if by == seat])


def view(state: State, seat: int | None = None) -> View:
    """What a seat knows of the table, or all of it where ``seat`` is ``None``."""
    shown = [seat in (None, other) or state.phase == ENDED for other in range(len(state.hands))]
    seats = [
        SeatView(
            bytes(hand) if shown[other] else None,
            hand_size(state, other),
            tuple(state.groups[other]),
            state.hezi[other],
            tuple(state.jokers[other]),
            state.ready[other],
        )
        for other, hand in enumerate(state.hands)
    ]
    hidden_joker = state.phase == EXPOSING and not shown[state.turn]
    return View(
        seat,
        state.names,
        state.dealer,
        ACTING if hidden_joker else state.phase,
        state.turn,
        tuple(seats),
        state.indicators,
        state.stock,
        tuple(state.river),
        state.drawn if shown[state.turn] else None,
        tuple(state.owed),
        state.kong,
        frozenset(state.passed | state.passed_win),
        state.win,
    )


def view_of_end(end: DealEnd, names: tuple[str, ...]) -> View:
    """The table at a deal's end of which no more is known, such as a hand record's: all hands lie open."""
    no_jokers = bytes(CARDS - KINDS)
    seats = tuple(
        [
            SeatView(own.hand + no_jokers, sum(own.hand), own.groups, own.hezi, own.jokers, own.ready)
            for own in end.players
        ]
    )
    turn = end.dealer if end.win is None else end.win.seat
    return View(
        None, names, end.dealer, ENDED, turn, seats, end.indicators, None, (), None, (), None, frozenset(), end.win
    )


def redacted(event: AnyEvent, seat: int) -> AnyEvent:
    """The event as a seat sees it happen. Texts of notes, rulings and retractions are spoken aloud and stay.

    Its cards may be hidden (``??``); what the fold can then not check, it says.
    """
    match event:
        case DealStarted():
            return replace(event, deck=None)
        case Dealt() if event.seat != seat:
            return replace(event, cards=" ".join([HIDDEN] * _count(event.cards)))
        case Drawn() | ReplacementDrawn() if event.seat != seat:
            return replace(event, card=HIDDEN)
    return event


def _count(cards: str) -> int:
    try:
        return len(parse_cards(cards, jokers=True))
    except CardError:
        return len(cards.split())
