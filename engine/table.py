"""A deal being played: the table that knows the shuffled deck, asks seats what they do, and lets it happen (§2-§5).

    table = Table(start, rules, deck)
    while (asked := table.awaiting):
        for seat, actions in asked.items():
            table.act(seat, ...one of actions...)
    table.events  # the whole deal, from deal_started to its end

Whatever is nobody's choice happens by itself: dealing, draws, replacements, jokers exposed, the end of an empty stock.
Several seats may be asked about one card; they answer in any order, none knows what another said, and
``engine.actions.standing_claim`` says whose claim stands.
"""

from collections.abc import Iterator

from engine.actions import Action, legal_actions, standing_claim
from engine.cards import COPIES, KINDS, TOKENS, full_deck, kinds_of, written
from engine.ending import DealEnd
from engine.events import (
    DealStarted,
    Dealt,
    Drawn,
    Event,
    Exhausted,
    IndicatorsRevealed,
    JokerExposed,
    PlayEvent,
    ReplacementDrawn,
)
from engine.fold import apply
from engine.legality import check
from engine.options import RuleSet
from engine.situation import STOCK_FROM, completes_hand, could_take, could_win, holds_joker
from engine.state import (
    CLAIMING,
    DEALER_CARDS,
    ENDED,
    EXPOSING,
    NEXT_SEAT,
    OTHER_CARDS,
    PREPARING,
    PUNGED,
    ROBBING,
    SEATS,
    State,
    ending,
    new_state,
    preparing_seat,
    seats_after,
)

_DISCARDS = tuple(tuple(Action("discarded", seat, kind) for kind in range(KINDS)) for seat in range(SEATS))
"""By seat and kind: the action of discarding it."""


class Table:
    """One deal with its deck. ``start``: its first event; ``deck``: all cards as dealt (§2.3), recorded in ``start`` or
    not; ``passes``: whether seats that were asked and said no are recorded.

    ``state`` and ``events`` are to be read only. Raises ``ValueError`` for a deck that is none.
    """

    def __init__(self, start: DealStarted, rules: RuleSet, deck: tuple[int, ...], *, passes: bool = False) -> None:
        if sorted(deck) != list(kinds_of(full_deck(jokers=rules.jokers == "flowers"))):
            raise ValueError("the deck does not have every card once")
        self.deck = deck
        self.state: State = new_state(rules, start.players, start.dealer, deck if start.deck is not None else None)
        self.events: list[Event] = [start]
        self._passes = passes
        self._answers: dict[int, Action] = {}
        self._awaiting: dict[int, tuple[Action, ...]] = {}
        at = 0
        for seat in (start.dealer, *seats_after(start.dealer)):
            due = DEALER_CARDS if seat == start.dealer else OTHER_CARDS
            self._happen(Dealt(len(self.events), seat, written(deck[at : at + due])))
            at += due
        self._happen(IndicatorsRevealed(len(self.events), written(deck[at:STOCK_FROM])))
        self._go_on()

    @property
    def awaiting(self) -> dict[int, tuple[Action, ...]]:
        """The seats that have still to answer, in turn order, with all that each may do now; empty once the deal has
        ended. A seat asked about a card on the table may always pass."""
        return {seat: actions for seat, actions in self._awaiting.items() if seat not in self._answers}

    @property
    def ended(self) -> bool:
        """Whether the deal has ended."""
        return self.state.phase == ENDED

    @property
    def end(self) -> DealEnd | None:
        """The end of the deal as scoring takes it, or ``None`` while it goes on."""
        return ending(self.state)

    def act(self, seat: int, action: Action) -> tuple[Event, ...]:
        """A seat's answer; the events that it brings, none while another seat has still to answer.

        Raises ``ValueError`` for a seat that is not asked and for an action that it may not take.
        """
        actions = self._awaiting.get(seat, ())
        if seat in self._answers or action not in actions:
            raise ValueError(f"seat {seat} may not do this now: {action}")
        self._answers[seat] = action
        if len(self._answers) < len(self._awaiting):
            return ()
        before = len(self.events)
        if self.state.phase in (CLAIMING, ROBBING):
            self._resolve()
        else:
            self._happen(action.event(before))
        self._go_on()
        return tuple(self.events[before:])

    def _resolve(self) -> None:
        """Every seat has said what it wants of the card on the table (§5.1)."""
        if self._passes:
            for action in self._answers.values():
                if action.type == "passed":
                    self._happen(action.event(len(self.events)))
        stands = standing_claim(self.state, self._answers)
        if stands is not None:
            self._happen(stands.event(len(self.events)))
        else:
            self._unclaimed()

    def _happen(self, event: PlayEvent) -> None:
        self.events.append(event)
        apply(self.state, event)

    def _go_on(self) -> None:
        """Let happen what is nobody's choice, up to where somebody is asked or the deal has ended."""
        self._answers = {}
        while self.state.phase != ENDED:
            self._awaiting = _asked(self.state)
            if self._awaiting:
                return
            self._unclaimed()
        self._awaiting = {}

    def _unclaimed(self) -> None:
        """The next thing that happens by itself."""
        state, seq = self.state, len(self.events)
        event: PlayEvent
        if state.phase == EXPOSING:
            assert state.drawn is not None
            event = JokerExposed(seq, state.turn, TOKENS[state.drawn])
        elif state.owed and state.stock:
            event = ReplacementDrawn(seq, state.owed[-1], TOKENS[self.deck[-1 - state.backs]])
        elif state.phase == PREPARING:
            seat = preparing_seat(state)
            joker = next(card for card in range(KINDS, len(TOKENS)) if state.hands[seat][card])
            event = JokerExposed(seq, seat, TOKENS[joker])
        elif state.stock:
            event = Drawn(seq, NEXT_SEAT[state.turn], TOKENS[self.deck[STOCK_FROM + state.fronts]])
        else:
            event = Exhausted(seq)
        self._happen(event)


def _asked(state: State) -> dict[int, tuple[Action, ...]]:
    """The seats that have a choice now, with what ``engine.actions.legal_actions`` gives each but what is nobody's
    choice. Nearly all of a deal is discards, so those are not asked about one by one."""
    if state.phase in (CLAIMING, ROBBING):
        seats = [seat for seat in seats_after(state.turn) if could_win(state, seat) or could_take(state, seat)]
        return {seat: actions for seat in seats if len(actions := _choices(state, seat)) > 1}
    if state.owed or state.phase == EXPOSING:
        return {}
    if state.phase == PREPARING:
        seat = preparing_seat(state)
        return {} if holds_joker(state, seat) else {seat: _choices(state, seat)}
    seat = state.turn
    if state.ready[seat]:
        return {seat: _choices(state, seat)}
    return {seat: tuple(_own_turn(state, seat))}


_NOBODYS_CHOICE = ("drawn", "replacement_drawn", "exhausted")


def _choices(state: State, seat: int) -> tuple[Action, ...]:
    return tuple([action for action in legal_actions(state, seat) if action.type not in _NOBODYS_CHOICE])


def _own_turn(state: State, seat: int) -> Iterator[Action]:
    """What a seat that has to discard and is not ready may do. It may discard whatever it holds (§4.3, §4.7)."""
    hand = state.hands[seat]
    if state.phase != PUNGED and completes_hand(state, seat, None):
        yield from _if_legal(state, Action("won", seat, state.drawn))
    pungs = [group.kind for group in state.groups[seat] if group.form == "pung" and hand[group.kind]]
    for kind in pungs:
        yield from _if_legal(state, Action("kong_declared", seat, kind, "added"))
    if COPIES in hand:
        for kind in range(KINDS):
            if hand[kind] == COPIES:
                yield from _if_legal(state, Action("kong_declared", seat, kind, "concealed"))
    discards = _DISCARDS[seat]
    for kind in range(KINDS):
        if hand[kind]:
            yield discards[kind]


def _if_legal(state: State, action: Action) -> Iterator[Action]:
    if not check(state, action.event(0)):
        yield action
