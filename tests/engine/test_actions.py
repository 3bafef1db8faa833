"""Legal actions: exactly what the check calls legal, of everything that can be thought of."""

from collections import defaultdict
from random import Random

import pytest

from engine.actions import Action, legal_actions
from engine.cards import KIND_OF, KINDS
from engine.deal import AnyEvent, Deal
from engine.events import Drawn, ReplacementDrawn, Won, type_of
from engine.fold import apply
from engine.legality import check
from engine.state import ENDED, State
from replay.rulebook import rulebook
from tests.support.play import corpus, deal_out, event_of, events_of, every_event, random_play_rules, started

EVERY_EVENT = tuple(every_event(0))
DEALS = (0, 1, 2, 3, 5, 7, 8, 9, 14, 19)
"""Deals of the corpus that are gone through state by state."""


def state_of(deal: Deal) -> State:
    assert deal.state is not None
    return deal.state


def assert_exactly_the_legal_is_offered(state: State) -> None:
    """Brute force: every event there is."""
    legal = [event for event in EVERY_EVENT if not check(state, event)]  # type: ignore[arg-type]
    offered = legal_actions(state)
    assert len(set(offered)) == len(offered)
    assert {_plain(state, event) for event in legal} == set(offered)
    for (type_, seat), cards in _draws(legal).items():
        assert cards == _next_cards(state, type_), f"seat {seat}"
    wins = [(event.seat, event.card, event.source) for event in legal if isinstance(event, Won)]
    for seat in {seat for seat, _, _ in wins}:
        ways = {(card, source) for other, card, source in wins if other == seat}
        cards, sources = {card for card, _ in ways}, {source for _, source in ways}
        assert ways == {(card, source) for card in cards for source in sources}, "a win may name all, some or nothing"
        assert None in cards
        assert None in sources
        assert max(len(cards), len(sources)) <= 2


def _plain(state: State, event: AnyEvent) -> Action:
    """The action of an event; a draw names no card, and a win the one that the state gives it."""
    type_, seat = type_of(event), getattr(event, "seat", None)
    if isinstance(event, Drawn | ReplacementDrawn):
        return Action(type_, seat)
    if isinstance(event, Won):
        return Action(type_, seat, state.on_table if seat != state.turn else state.drawn)
    card = getattr(event, "card", None)
    return Action(type_, seat, None if card is None else KIND_OF[card], getattr(event, "form", None))


def _draws(legal: list[AnyEvent]) -> dict[tuple[str, int], set[int]]:
    draws = defaultdict(set)
    for event in legal:
        if isinstance(event, Drawn | ReplacementDrawn):
            draws[type_of(event), event.seat].add(KIND_OF[event.card])
    return draws


def _next_cards(state: State, type_: str) -> set[int]:
    """The recorded card, or whatever is left."""
    if state.deck is None:
        return {kind for kind in range(KINDS) if state.unseen[kind]}
    return {state.deck[69 + state.fronts] if type_ == "drawn" else state.deck[119 - state.backs]}


@pytest.mark.parametrize("number", DEALS)
def test_at_every_state_exactly_the_legal_is_offered(number: int) -> None:
    deal = Deal(rulebook())
    for event in events_of(corpus()[number]):
        deal.add(event)
        assert_exactly_the_legal_is_offered(state_of(deal))


@pytest.mark.parametrize("seed", range(8))
def test_after_irregular_events_too_exactly_the_legal_is_offered(seed: int) -> None:
    rng = Random(seed)
    events = events_of(corpus()[40 + seed])
    deal = Deal(rulebook())
    for event in events[: rng.randint(5, len(events) - 2)]:
        deal.add(event)
    state = state_of(deal).copy()
    for _ in range(25):
        assert_exactly_the_legal_is_offered(state)
        can_be_folded = [event for event in EVERY_EVENT if not _is_impossible(state, event) and type_of(event) != "won"]
        if not can_be_folded:
            break
        apply(state, rng.choice(can_be_folded))  # type: ignore[arg-type]


def _is_impossible(state: State, event: AnyEvent) -> bool:
    return any(one.severity == "impossible" for one in check(state, event))  # type: ignore[arg-type]


@pytest.mark.parametrize("number", DEALS)
def test_asking_changes_nothing(number: int) -> None:
    deal = Deal(rulebook())
    rng = Random(number)
    for event in events_of(corpus()[number]):
        deal.add(event)
        before = state_of(deal).copy()
        legal_actions(state_of(deal))
        for other in rng.sample(EVERY_EVENT, 40):
            check(state_of(deal), other)  # type: ignore[arg-type]
        assert deal.state == before


def test_actions_of_one_seat_are_those_of_all_that_are_its_own_or_nobodys() -> None:
    for deal in corpus()[::20]:
        folding = Deal(rulebook())
        for event in events_of(deal):
            folding.add(event)
            everything = legal_actions(state_of(folding))
            for seat in range(3):
                assert legal_actions(state_of(folding), seat) == tuple(
                    action for action in everything if action.seat in (seat, None)
                )


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_deal_is_played_with_legal_actions_alone(seed: int) -> None:
    rng = Random(seed)
    deal = deal_out(rng, random_play_rules(rng), eager=False)
    assert (state_of(deal).phase, deal.findings) == (ENDED, [])


def test_nothing_is_offered_while_cards_are_dealt_and_after_the_end() -> None:
    assert legal_actions(state_of(started())) == ()
    assert all(legal_actions(state_of(deal)) == () for deal in corpus()[:5])


@pytest.mark.parametrize(
    ("action", "move"),
    [
        (Action("discarded", 0, 0), "0 discarded 1m"),
        (Action("drawn", 1), "1 drawn 7m"),
        (Action("passed", 1), "1 passed"),
        (Action("pung_claimed", 1, 17), "1 pung_claimed 9s"),
        (Action("won", 1, 17), "1 won 9s"),
        (Action("won", 0), "0 won"),
        (Action("replacement_drawn", 1), "1 replacement_drawn 7m"),
        (Action("kong_declared", 1, 19, "added"), "1 kong_declared added 2c"),
        (Action("opening_declared", 0, 19, "hezi"), "0 opening_declared hezi 2c"),
        (Action("ready_declared", 1), "1 ready_declared"),
        (Action("preparation_finished", 1), "1 preparation_finished"),
        (Action("exhausted", None), "exhausted"),
    ],
)
def test_an_action_gives_its_event_and_only_a_draw_the_card_drawn(action: Action, move: str) -> None:
    assert action.event(7, KIND_OF["7m"]) == event_of(move, 7)


@pytest.mark.parametrize("type_", ["drawn", "replacement_drawn"])
def test_a_draw_needs_its_card(type_: str) -> None:
    with pytest.raises(ValueError, match="needs the card that was drawn"):
        Action(type_, 0).event(7)
