"""What is legal now, for which seat: enough for a player program to play a whole deal (§3-§5).

Every action offered is one that ``engine.legality.check`` calls legal. Draws, replacements and the end of an empty
stock are offered too; a draw's card is the stock's to say.

Where cards of a hand are hidden, a seat is offered whatever they could allow: any that they could be to discard, claim
or declare, and a win as soon as they are enough. A win on a hidden draw is offered without its card.
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from engine.cards import CARDS, COPIES, KINDS, TOKENS
from engine.events import (
    Discarded,
    Drawn,
    Exhausted,
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
from engine.hidden import drawn_is_hidden, possible
from engine.legality import check
from engine.situation import STOCK_FROM
from engine.state import (
    CLAIMING,
    DEALING,
    ENDED,
    EXPOSING,
    NEXT_SEAT,
    PREPARING,
    REVEALING,
    ROBBING,
    State,
    preparing_seat,
    seats_after,
)


class Action(Struct, frozen=True):
    """One thing a seat may do: the type of its event and what the event names. ``card`` is ``None`` for a draw, whose
    card is not the player's choice; ``seat`` is ``None`` for ``exhausted``, which is nobody's."""

    type: str
    seat: int | None
    card: int | None = None
    form: str | None = None

    def event(self, seq: int, drawn: int | None = None) -> PlayEvent:
        """The event that records the action. ``drawn``: the kind that a draw or replacement brings, which other
        actions ignore; ``ValueError`` if it is missing."""
        make, fields = _EVENTS[self.type]
        card = drawn if self.type in _DRAWS else self.card
        if card is None and self.type in _DRAWS:
            raise ValueError(f"{self.type} needs the card that was drawn")
        values = {"seat": self.seat, "form": self.form, "card": None if card is None else TOKENS[card]}
        return make(seq, *[values[field] for field in fields])


_EVENTS: dict[str, tuple[Callable[..., PlayEvent], tuple[str, ...]]] = {
    "drawn": (Drawn, ("seat", "card")),
    "replacement_drawn": (ReplacementDrawn, ("seat", "card")),
    "discarded": (Discarded, ("seat", "card")),
    "joker_exposed": (JokerExposed, ("seat", "card")),
    "pung_claimed": (PungClaimed, ("seat", "card")),
    "kong_declared": (KongDeclared, ("seat", "form", "card")),
    "opening_declared": (OpeningDeclared, ("seat", "form", "card")),
    "ready_declared": (ReadyDeclared, ("seat",)),
    "preparation_finished": (PreparationFinished, ("seat",)),
    "passed": (Passed, ("seat",)),
    "won": (Won, ("seat", "card")),
    "exhausted": (Exhausted, ()),
}
"""By type: the event, and which of its fields an action fills, in their order."""

_DRAWS = ("drawn", "replacement_drawn")


def legal_actions(state: State, seat: int | None = None) -> tuple[Action, ...]:
    """Everything legal now, or what is legal for one seat. Empty once the deal has ended, and before the indicators.

    Several seats may be offered a claim on one card; of those that want one, ``standing_claim`` says whose stands.
    """
    return tuple(
        action
        for action in _candidates(state)
        if (seat is None or action.seat in (seat, None)) and _legal(state, action)
    )


def standing_claim(state: State, claims: Mapping[int, Action]) -> Action | None:
    """Of the claims that seats make on the card on the table, the one that stands: wins before pungs and kongs, and
    among wins the seat next after the giver (§4.5, §5.1). Passes are no claims."""
    for wanted in (("won",), ("pung_claimed", "kong_declared")):
        for seat in seats_after(state.turn):
            action = claims.get(seat)
            if action is not None and action.type in wanted:
                return action
    return None


def _legal(state: State, action: Action) -> bool:
    drawn = None
    if action.type in _DRAWS:
        drawn = _next_card(state, from_back=action.type == "replacement_drawn")
        if drawn is None:
            return False
    return not check(state, action.event(0, drawn))


def _next_card(state: State, *, from_back: bool) -> int | None:
    """A card that the stock can give: the recorded one, else any that is left."""
    if not state.stock:
        return None
    if state.deck is not None and not state.misdealt:
        return state.deck[-1 - state.backs] if from_back else state.deck[STOCK_FROM + state.fronts]
    return next(card for card in range(CARDS) if state.unseen[card])


def _candidates(state: State) -> Iterator[Action]:
    """Actions worth asking about, in the order a player is shown them."""
    if state.phase in (DEALING, REVEALING, ENDED):
        return
    for seat in dict.fromkeys(state.owed):
        yield Action("replacement_drawn", seat)
    if state.phase == PREPARING:
        yield from _in_preparation(state, preparing_seat(state))
    elif state.phase in (CLAIMING, ROBBING):
        for seat in seats_after(state.turn):
            yield from _claims(state, seat)
        if state.phase == CLAIMING:
            yield Action("drawn", NEXT_SEAT[state.turn])
    elif state.phase == EXPOSING:
        yield Action("joker_exposed", state.turn, state.drawn)
    else:
        yield from _own_turn(state, state.turn)
    if not state.stock:
        yield Action("exhausted", None)


def _in_preparation(state: State, seat: int) -> Iterator[Action]:
    held = possible(state, seat)
    for joker in range(KINDS, CARDS):
        if held[joker]:
            yield Action("joker_exposed", seat, joker)
    for kind, copies in enumerate(held):
        if copies == COPIES:
            yield Action("opening_declared", seat, kind, "quad")
        if copies >= 3:
            yield Action("opening_declared", seat, kind, "triple")
        if copies >= 2 and kind in state.indicators:
            yield Action("opening_declared", seat, kind, "hezi")
    yield Action("ready_declared", seat)
    yield Action("preparation_finished", seat)


def _claims(state: State, seat: int) -> Iterator[Action]:
    kind = state.on_table
    yield Action("won", seat, kind)
    if state.phase == CLAIMING:
        yield Action("kong_declared", seat, kind, "exposed")
        yield Action("kong_declared", seat, kind, "added")
        yield Action("pung_claimed", seat, kind)
    yield Action("passed", seat)


def _own_turn(state: State, seat: int) -> Iterator[Action]:
    yield Action("won", seat, state.drawn)
    held = possible(state, seat)
    if drawn_is_hidden(state, seat):
        for joker in range(KINDS, CARDS):
            if held[joker]:
                yield Action("joker_exposed", seat, joker)
    for kind, copies in enumerate(held):
        if copies == COPIES:
            yield Action("kong_declared", seat, kind, "concealed")
        if copies == 1:
            yield Action("kong_declared", seat, kind, "added")
        if copies:
            yield Action("discarded", seat, kind)
