"""The table that plays a deal from its deck (§2-§5): what it asks, what it lets happen, what it refuses."""

from random import Random

import pytest

from engine.actions import Action, legal_actions
from engine.deal import fold
from engine.events import DealStarted, Drawn, Exhausted, Passed, ReplacementDrawn, RulesNamed, Won
from engine.options import RuleSet
from engine.state import CLAIMING, ROBBING, broken_invariants
from engine.table import Table
from replay.rulebook import rulebook
from tests.support.decks import joker_first_deck, last_card_deck, promising_deck, robbers_deck, shuffled_deck
from tests.support.play import PLAY_OPTIONS
from tests.support.table import kinds

NOBODYS = ("drawn", "replacement_drawn", "exhausted")


def rules_of(rng: Random, *, jokers: bool) -> RulesNamed:
    changes = {name: values[1] for name, values in PLAY_OPTIONS.items() if rng.random() < 0.4}
    return RulesNamed("cardavia", changes | ({"jokers": "flowers"} if jokers else {}))


def table(named: str | RulesNamed, deck: tuple[int, ...], *, dealer: int = 0, passes: bool = False) -> Table:
    start = DealStarted(0, "duzihu-log/1", "test", named, ("Li", "Wang", "Chen"), dealer)
    rules: RuleSet = rulebook().resolve(named)
    return Table(start, rules, deck, passes=passes)


def some_table(seed: int, *, passes: bool = False) -> tuple[Random, Table]:
    """A table with a deck in which much happens."""
    rng = Random(seed)
    jokers = seed % 2 == 1
    if seed % 10 == 9:
        deck = joker_first_deck(rng)
    else:
        laid = (shuffled_deck, promising_deck, robbers_deck, last_card_deck)[seed // 2 % 4]
        deck = laid(rng, jokers=jokers)
    return rng, table(rules_of(rng, jokers=jokers), deck, dealer=rng.randrange(3), passes=passes)


def taken(rng: Random, actions: tuple[Action, ...]) -> Action:
    """One of the actions, those that do something most of the time."""
    good = [action for action in actions if action.type not in ("discarded", "passed", "preparation_finished")]
    return rng.choice(good if good and rng.random() < 0.7 else actions)


@pytest.mark.parametrize("seed", range(80))
def test_what_is_asked_is_what_is_legal_and_the_deal_folds_without_a_finding(seed: int) -> None:
    rng, played = some_table(seed, passes=seed % 3 == 0)
    while asked := played.awaiting:
        state = played.state
        assert broken_invariants(state) == []
        legal = [action for action in legal_actions(state) if action.type not in NOBODYS]
        if state.phase in (CLAIMING, ROBBING):
            assert {action for actions in asked.values() for action in actions} == set(legal)
        else:
            (actions,) = asked.values()
            assert set(actions) == set(legal)
            assert len(actions) == len(legal)
        seats = list(asked)
        rng.shuffle(seats)
        for seat in seats:
            assert seat in played.awaiting
            played.act(seat, taken(rng, asked[seat]))
    assert played.ended
    assert played.end is not None
    deal = fold(played.events, rulebook())
    assert deal.findings == []
    assert deal.state == played.state
    assert deal.end == played.end


def test_a_seat_that_is_not_asked_and_an_action_that_is_not_offered_are_refused() -> None:
    _, played = some_table(0)
    (seat,) = played.awaiting
    before = list(played.events)
    for wrong in ((seat, Action("drawn", seat)), ((seat + 1) % 3, Action("preparation_finished", (seat + 1) % 3))):
        with pytest.raises(ValueError, match="may not"):
            played.act(*wrong)
    assert played.events == before


def test_a_deck_with_a_card_too_many_is_refused() -> None:
    deck = list(shuffled_deck(Random(1)))
    deck[0] = deck[1]
    with pytest.raises(ValueError, match="deck"):
        table("cardavia", tuple(deck))
    with pytest.raises(ValueError, match="deck"):
        table(RulesNamed("cardavia", {"jokers": "flowers"}), shuffled_deck(Random(1)))


def waiting_twice() -> tuple[int, ...]:
    """The dealer holds a 9c, both others wait for it."""
    rng = Random(3)
    rest = shuffled_deck(rng)
    waits = kinds("123m 456m 789m 123s 456s 789s TT 78c"), kinds("123m 456m 789m 123s 456s 789s WW 78c")
    nine = kinds("9c")
    left = list(rest)
    for kind in (*nine, *waits[0], *waits[1]):
        left.remove(kind)
    return (*nine, *left[:22], *waits[0], *waits[1], *left[22:])


def led_with_nine(*, passes: bool) -> Table:
    played = table("cardavia", waiting_twice(), passes=passes)
    for seat in (0, 1, 2):
        played.act(seat, Action("preparation_finished", seat))
    played.act(0, Action("discarded", 0, *kinds("9c")))
    return played


def test_5_1_of_two_that_want_to_win_the_next_after_the_discarder_does_in_whatever_order_they_say_so() -> None:
    for order in ((1, 2), (2, 1)):
        played = led_with_nine(passes=False)
        assert list(played.awaiting) == [1, 2]
        win = {seat: actions[0] for seat, actions in played.awaiting.items()}
        assert played.act(order[0], win[order[0]]) == ()
        assert list(played.awaiting) == [order[1]]
        (event,) = played.act(order[1], win[order[1]])
        assert isinstance(event, Won)
        assert event.seat == 1


def test_a_seat_answers_once() -> None:
    played = led_with_nine(passes=False)
    played.act(1, Action("passed", 1))
    with pytest.raises(ValueError, match="may not"):
        played.act(1, Action("passed", 1))


def test_passes_are_recorded_where_that_is_asked_for() -> None:
    for passes in (False, True):
        played = led_with_nine(passes=passes)
        played.act(2, Action("passed", 2))
        events = played.act(1, Action("passed", 1))
        assert isinstance(events[-1], Drawn)
        assert [event.seat for event in events if isinstance(event, Passed)] == ([2, 1] if passes else [])


def test_4_2_draws_and_the_end_of_the_stock_come_by_themselves() -> None:
    deck = shuffled_deck(Random(8))
    played = table("cardavia", deck)
    drawn = []
    while asked := played.awaiting:
        for seat, actions in asked.items():
            drawn += [event for event in played.act(seat, actions[-1]) if isinstance(event, Drawn | ReplacementDrawn)]
    assert [event.card for event in drawn] == [event.card for event in played.events if isinstance(event, Drawn)]
    assert len(drawn) == 51
    assert isinstance(played.events[-1], Exhausted)
    assert tuple(kind for event in drawn for kind in kinds(event.card)) == deck[69:]
