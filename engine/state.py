"""The table at one moment of a deal: what the fold has made of the events so far.

A state belongs to whoever folds; only ``engine.fold`` changes it, and never what it was given. ``copy`` for another.
"""

from typing import Final

from msgspec import Struct

from engine.cards import CARDS, KINDS, full_deck
from engine.ending import SIZE_OF, DealEnd, Declared, Holding, Win
from engine.options import RuleSet

SEATS: Final = 3
NEXT_SEAT: Final = (1, 2, 0)
"""By seat: the seat whose turn follows (§2.1)."""
DEALER_CARDS, OTHER_CARDS = 23, 22
FULL_STOCK: Final = 51

DEALING: Final = "dealing"
REVEALING: Final = "revealing"
PREPARING: Final = "preparing"
LEADING: Final = "leading"
CLAIMING: Final = "claiming"
ROBBING: Final = "robbing"
REPLACING: Final = "replacing"
EXPOSING: Final = "exposing"
ACTING: Final = "acting"
PUNGED: Final = "punged"
ENDED: Final = "ended"
"""Phases. ``turn`` is then the seat that is dealt to, prepares, leads (the dealer, before any draw), made the discard
that lies on the table, declared the added kong that may be robbed, is owed a replacement, drew a joker, drew another
card, or took a pung."""


class State(Struct):
    """The table. Counts are 35 numbers, a kind's copies and then the jokers; a seat indexes every list.

    ``originals``: the hands as dealt. ``unseen``: the stock by card (whatever is nowhere else); ``stock``: its size.
    ``fronts``, ``backs``: cards drawn from either end. ``river``: discards that lie on the table, as (seat, kind) in
    order. ``discards``: how many were ever made. ``drawn``: the card just drawn by ``turn``, ``replaced`` whether it
    was a kong's replacement. ``jokers``: those exposed, in order. ``owed``: seats owed a replacement, in order;
    ``stands_in``: it stands in for a joker, and so for whatever the joker was drawn as (§12.2). ``kong``: the kind of
    an added kong that may be robbed. ``passed``: seats that passed the card on the table; ``passed_win``: seats that
    could win on it and passed that, but may still take it otherwise (§5.3). ``deck``: the recorded order, if any.

    ``hidden``: how many cards of each hand are not known; ``hands`` and ``originals`` have those that are, and
    ``unseen`` the hidden ones besides the stock. ``drawn`` is ``None`` for a card that is hidden, too. ``blind``: seats
    that drew a hidden card in the preparation, so that nobody can tell which of their cards were dealt (§3.5);
    ``veiled``: whether any card was ever hidden.
    """

    rules: RuleSet
    names: tuple[str, ...]
    dealer: int
    deck: tuple[int, ...] | None
    phase: str
    turn: int
    hands: list[bytearray]
    originals: list[bytes]
    groups: list[list[Declared]]
    hezi: list[int | None]
    jokers: list[list[int]]
    ready: list[bool]
    prepared: list[bool]
    indicators: tuple[int, ...]
    unseen: bytearray
    stock: int
    fronts: int
    backs: int
    river: list[tuple[int, int]]
    discards: int
    drawn: int | None
    replaced: bool
    owed: list[int]
    stands_in: bool
    kong: int | None
    passed: set[int]
    passed_win: set[int]
    misdealt: bool
    win: Win | None
    hidden: list[int]
    blind: list[bool]
    veiled: bool

    def copy(self) -> "State":
        """An equal state that shares nothing with this one that changes."""
        return State(
            self.rules, self.names, self.dealer, self.deck, self.phase, self.turn,
            [bytearray(hand) for hand in self.hands], list(self.originals),
            [list(groups) for groups in self.groups], list(self.hezi), [list(own) for own in self.jokers],
            list(self.ready), list(self.prepared),
            self.indicators, bytearray(self.unseen), self.stock, self.fronts, self.backs, list(self.river),
            self.discards, self.drawn, self.replaced, list(self.owed), self.stands_in, self.kong, set(self.passed),
            set(self.passed_win), self.misdealt, self.win, list(self.hidden), list(self.blind), self.veiled,
        )  # fmt: skip

    def holding(self, seat: int) -> Holding:
        """What a seat has, as scoring takes it."""
        hand = bytes(self.hands[seat][:KINDS])
        return Holding(hand, tuple(self.groups[seat]), self.hezi[seat], self.ready[seat], tuple(self.jokers[seat]))

    @property
    def on_table(self) -> int | None:
        """The kind of the discard just made, or of the added kong that may be robbed; ``None`` if neither."""
        if self.phase == CLAIMING:
            return self.river[-1][1]
        return self.kong if self.phase == ROBBING else None


def new_state(rules: RuleSet, names: tuple[str, ...], dealer: int, deck: tuple[int, ...] | None = None) -> State:
    """The table before anything is dealt."""
    unseen = full_deck(jokers=rules.jokers == "flowers")
    return State(
        rules, names, dealer, deck, DEALING, dealer,
        [bytearray(CARDS) for _ in range(SEATS)], [bytes(CARDS)] * SEATS, [[] for _ in range(SEATS)],
        [None] * SEATS, [[] for _ in range(SEATS)], [False] * SEATS, [False] * SEATS, (), unseen, sum(unseen), 0, 0,
        [], 0, None, False, [], False, None, set(), set(), False, None, [0] * SEATS, [False] * SEATS, False,
    )  # fmt: skip


def seats_after(seat: int) -> tuple[int, int]:
    """The two opponents of a seat, in turn order."""
    return NEXT_SEAT[seat], NEXT_SEAT[NEXT_SEAT[seat]]


def preparing_seat(state: State) -> int:
    """The seat that prepares now: the first in turn order from the dealer that has not ended its preparation (§3.1)."""
    seat = state.dealer
    while state.prepared[seat]:
        seat = NEXT_SEAT[seat]
    return seat


def ending(state: State) -> DealEnd | None:
    """The end of the deal as scoring takes it, or ``None`` while it goes on (§6.1), or where a card is hidden that
    scoring needs."""
    return ended_here(state) if state.phase == ENDED else None


def ended_here(state: State) -> DealEnd | None:
    """The end of the deal if it went no further: as it ended, or, while it goes on, as if nobody had won (§10.3).
    ``None`` before the indicators, which every hand's hu depend on, and where a card is hidden that scoring needs."""
    if state.phase in (DEALING, REVEALING) or not all_known(state):
        return None
    holdings = tuple(state.holding(seat) for seat in range(SEATS))
    return DealEnd(state.rules, state.indicators, state.dealer, holdings, state.win)


def all_known(state: State) -> bool:
    """Whether all is known that scoring needs: every hand, and the card that won."""
    win = state.win
    drew = win is not None and win.source in ("self-draw", "kong-replacement")
    return not any(state.hidden) and not (drew and win is not None and win.card is None)


def broken_invariants(state: State) -> list[str]:
    """What is wrong with the state of a legal deal, by recounting it from scratch; empty for a sound one: each card in
    one place, the stock's count, and hand sizes (not asked while dealing, nor after a misdeal)."""
    places = bytearray(CARDS)
    for hand in state.hands:
        for kind, copies in enumerate(hand):
            places[kind] += copies
    for groups in state.groups:
        for group in groups:
            places[group.kind] += SIZE_OF[group.form]
    for hezi in state.hezi:
        if hezi is not None:
            places[hezi] += 2
    for card in (
        *state.indicators,
        *(card for _, card in state.river),
        *(card for own in state.jokers for card in own),
    ):
        places[card] += 1
    deck = full_deck(jokers=state.rules.jokers == "flowers")
    broken = [
        f"card {card}: {places[card]} in places, {state.unseen[card]} unseen"
        for card in range(CARDS)
        if places[card] + state.unseen[card] != deck[card]
    ]
    if sum(state.unseen) != state.stock + sum(state.hidden):
        hidden = f", hidden {sum(state.hidden)}" if state.veiled else ""
        broken.append(f"stock {state.stock}{hidden}, unseen {sum(state.unseen)}")
    if state.phase in (DEALING, REVEALING) or state.misdealt:
        return broken
    sizes = [(seat, hand_size(state, seat), size_due(state, seat)) for seat in range(SEATS)]
    wrong = [f"seat {seat} holds {size} cards instead of {due}" for seat, size, due in sizes if size != due]
    return broken + wrong


def hand_size(state: State, seat: int) -> int:
    """How many concealed cards a seat holds, those that are hidden too."""
    return sum(state.hands[seat]) + state.hidden[seat]


def size_due(state: State, seat: int) -> int:
    """How many concealed cards a seat should hold now (§6.1)."""
    if state.phase == ENDED:
        one_more = state.win is not None and state.win.seat == seat
    elif state.phase == PREPARING:
        one_more = seat == state.dealer
    else:
        one_more = seat == state.turn and state.phase != CLAIMING
    owed = 0 if state.phase == ENDED else state.owed.count(seat)  # the stock has no more to give
    return 3 * (7 - len(state.groups[seat])) + 1 + one_more - owed
