"""Computer players: they see only what is theirs to see, and do what pays."""

from random import Random

import pytest

from engine.actions import Action, legal_actions
from engine.deal import Deal, fold
from engine.players import CHANCES, PLAYERS, decide
from engine.state import ENDED, State
from engine.view import view
from replay.rulebook import rulebook
from tests.support.play import corpus, events_of, play, table
from tests.support.twins import begun, twin

NOBODYS = ("drawn", "replacement_drawn", "exhausted")


def choices(state: State, seat: int) -> tuple[Action, ...]:
    return tuple(action for action in legal_actions(state, seat) if action.type not in NOBODYS)


def done(deal: Deal, seat: int, player: str = "greedy") -> str:
    """What the player does in the seat, in short: ``"discarded 9s"``."""
    state = deal.state
    assert state is not None
    action = decide(player, view(state, seat), choices(state, seat), state.rules, 0)
    assert action in choices(state, seat)
    event = action.event(0)
    return " ".join([action.type, *filter(None, (action.form, getattr(event, "card", None)))])


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("seed", range(0, 328, 4))
def test_deals_that_differ_in_hidden_cards_are_played_alike(seed: int, player: str) -> None:
    """Whatever a seat may be asked, at any moment of any deal: its answer is legal, and the same at a table where the
    others and the stock have other cards."""
    rng = Random(seed)
    seat = rng.randrange(3)
    events = begun(rng, corpus()[seed])
    others = twin(rng, events, seat)
    state, other = fold(events, rulebook()).state, fold(others, rulebook()).state
    assert state is not None
    assert other is not None
    assert state.hands != other.hands
    offered = choices(state, seat)
    assert offered == choices(other, seat)
    chance = rng.getrandbits(32)
    if offered:
        action = decide(player, view(state, seat), offered, state.rules, chance)
        assert action in offered
        assert decide(player, view(other, seat), offered, state.rules, chance) == action


@pytest.mark.parametrize("player", ["simple", "greedy"])
def test_a_decision_leaves_nothing_behind_and_chance_plays_no_part(player: str) -> None:
    deal = Deal(rulebook())
    for event in events_of(corpus()[3])[:-1]:
        deal.add(event)
        state = deal.state
        if state is None or state.phase == ENDED:
            continue
        for seat in range(3):
            if offered := choices(state, seat):
                seen = view(state, seat)
                first = decide(player, seen, offered, state.rules, 0)
                assert seen == view(state, seat)
                assert decide(player, seen, offered, state.rules, CHANCES - 1) == first


def test_random_takes_every_action_for_some_chance() -> None:
    deal = table("1111m")
    assert deal.state is not None
    offered = choices(deal.state, 0)
    seen, many = view(deal.state, 0), len(offered)
    chances = [CHANCES * at // many + 1 for at in range(many)]
    assert [decide("random", seen, offered, deal.state.rules, chance) for chance in chances] == list(offered)
    assert decide("random", view(deal.state, 0), offered, deal.state.rules, CHANCES - 1) == offered[-1]


# Preparation


def test_3_6_ready_is_declared_where_it_pays() -> None:
    """The hand waits for 6s and 9s, and a win is doubled."""
    deal = table("", "123m 456m TTT 123s 456s 78s 55c 777c", indicators="1c 2c", prepared=False)
    play(deal, "0 preparation_finished")
    assert done(deal, 1) == "ready_declared"


def test_3_6_ready_is_not_declared_where_nothing_is_gained_by_it() -> None:
    """The same hand under a rule set that pays nothing for it, with Qing Hu in reach."""
    deal = table("", "123m 456m 789m 123s 456s 78s 444c 55c", indicators="1m 2m", prepared=False, ready_multiplier=1)
    play(deal, "0 preparation_finished")
    assert done(deal, 1) == "preparation_finished"


def test_3_4_hezi_is_declared_at_once() -> None:
    deal = table("44c 1111m", indicators="4c 4c", prepared=False)
    assert done(deal, 0) == "opening_declared hezi 4c"


def test_3_3_an_opening_triple_that_scores_more_than_three_in_hand_is_declared() -> None:
    hand = "222s 777s 55m 99m 333c 88c TT W R 1m 9c"
    assert done(table(hand, indicators="2s 5m", prepared=False), 0) == "opening_declared triple 2s"
    worth_nothing = table(hand, indicators="2s 5m", prepared=False, opening_triple_hu=0)
    assert done(worth_nothing, 0) == "preparation_finished"


def test_3_3_an_opening_triple_that_costs_a_large_win_in_reach_is_not_declared() -> None:
    """Two cards from seven runs, one of them with a 2s."""
    assert done(table("222s 1379m 1379c", indicators="2s 5m", prepared=False), 0) == "preparation_finished"


@pytest.mark.parametrize("player", PLAYERS)
def test_12_2_jokers_are_exposed_first(player: str) -> None:
    deal = table("44c 1111m jF jP", indicators="4c 4c", prepared=False, jokers="flowers")
    assert done(deal, 0, player) == "joker_exposed jF"


# Play


def test_8_a_win_is_taken() -> None:
    assert done(table("123m 456m 789m 123s 456s 777s RRR TT"), 0) == "won"


def test_8_1_a_small_win_is_let_go_for_a_large_one_that_is_near() -> None:
    """The 5c completes six runs, a triplet and a pair. Early in the deal the 3c or 6c of seven runs is worth more."""
    deal = table("9c", "123m 456m 789m 123s 456s 678s 4455c", indicators="9m 9s", keep="5c 3366c")
    play(deal, "0 discarded 9c", "1 drawn 5c")
    assert done(deal, 1, "simple") == "won 5c"
    assert done(deal, 1) == "discarded 4c"


def test_8_1_a_small_win_is_taken_where_the_large_one_pays_no_more() -> None:
    hand = "123m 456m 789m 123s 456s 678s 4455c"
    deal = table("9c", hand, indicators="9m 9s", keep="5c 3366c", qing_hu=20)
    play(deal, "0 discarded 9c", "1 drawn 5c")
    assert done(deal, 1) == "won 5c"


def test_the_card_that_is_of_no_use_is_let_go() -> None:
    for useless in ("T", "W", "9c"):
        assert done(table(f"123m 456m 789m 123s 456s 78s 44c {useless}", keep="69s"), 0) == f"discarded {useless}"


def test_of_two_waits_the_one_with_live_copies_is_kept() -> None:
    """1-3 waits for 2c, 3-5 for 4c; two of the one or the other lie open."""
    for indicators, let_go in (("2c 2c", "1c"), ("4c 4c", "5c")):
        deal = table("123m 456m 789m 123s 456s 777s TT 135c", indicators=indicators)
        assert done(deal, 0) == f"discarded {let_go}"


def test_7_a_pair_of_old_generals_is_kept_before_an_ordinary_one() -> None:
    """Nothing else tells them apart."""
    hand = "147m 258s 369c 147s TT 22m"
    assert done(table(f"{hand} 9m"), 0) not in ("discarded T", "discarded 2m")


def test_8_2_a_card_of_a_wenqian_is_kept_before_its_like_in_strings() -> None:
    """1-2 of Coins or 1-2 of Strings must go. One 3c lies open: it would be Coins if a Wenqian paid nothing."""
    hand, indicators = "123m 456m 789m 456s RRR TT 12s 12c 67c", "3c 9m"
    assert done(table(hand, indicators=indicators), 0) in ("discarded 1s", "discarded 2s")
    of_no_use = table(hand, indicators=indicators, wenqian_hu=[0, 0, 0, 0])
    assert done(of_no_use, 0) in ("discarded 1c", "discarded 2c")


def test_4_3_a_kong_that_breaks_a_waiting_hand_is_not_made() -> None:
    """The fourth 5m is the run 5-6-7 that the hand needs; a kong pays no more than four in hand."""
    deal = table("5555m 67m 123m 123s 456s 789s 456c 9c")
    assert done(deal, 0) == "discarded 9c"


def test_4_3_a_kong_that_costs_nothing_is_made() -> None:
    """Four honours are no run: the kong draws another card."""
    deal = table("TTTT 123m 555m 333s 888s 13c 6c 9c W")
    assert done(deal, 0) == "kong_declared concealed T"


def test_5_2_a_pung_that_leads_away_from_a_good_hand_is_not_made() -> None:
    """All runs, waiting: a pung of the 3m breaks Qing Hu and a run."""
    hand = "123m 345m 789m 123s 456s 789s 67c 99c"
    deal = table("3m", hand, indicators="1c 2c")
    play(deal, "0 discarded 3m")
    assert done(deal, 1, "simple") == "pung_claimed 3m"
    assert done(deal, 1) == "passed"


def test_5_2_a_pung_that_brings_the_hand_nearer_is_made() -> None:
    hand = "111m 333m 555s 77s 99c TTT WW RR"
    deal = table("W", hand, indicators="1c 2c")
    play(deal, "0 discarded W")
    assert done(deal, 1) == "pung_claimed W"
