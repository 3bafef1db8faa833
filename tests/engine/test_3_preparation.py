"""§3 the preparation: its order, opening quads, triples and hezi, and ready."""

from collections.abc import Callable

import pytest

from engine.cards import KIND_OF, TOKENS
from engine.deal import Deal
from engine.state import ACTING, CLAIMING, LEADING, PREPARING
from tests.support.play import found, play, table
from tests.support.recount import shown
from tests.support.traps import Trap, every, fall_into, impossible, irregular

WAITING = "123m 456m 789m 123s 444s 777s 13c 55c"
"""22 cards, one from complete: the 2c."""


def preparing(*hands: str, indicators: str = "8c 9m", dealer: int = 0, keep: str = "", **rules: object) -> Deal:
    return table(*hands, indicators=indicators, dealer=dealer, keep=keep, prepared=False, **rules)


def quad(move: str = "0 opening_declared quad 7m") -> Deal:
    return play(preparing("7777m"), move)


def hezi(**rules: object) -> Deal:
    return preparing("44c", indicators="4c 4c", **rules)


def waiting(hand: str = WAITING, *moves: str, **rules: object) -> Deal:
    """The dealer has finished, and seat 1 with the hand prepares."""
    return play(preparing("", hand, **rules), "0 preparation_finished", *moves)


def dead_in_hand(**rules: object) -> Deal:
    """The wait is for 2c: two are in the hand, two are the indicators."""
    return waiting("123m 456m 789m 123s 444s 777s 1223c", indicators="2c 2c", **rules)


def dead_in_a_group(**rules: object) -> Deal:
    """The wait is for 2m, of which all four are an opening quad."""
    moves = ("1 opening_declared quad 2m", "1 replacement_drawn 5c")
    return waiting("13m 456m 789m 123s 444s 777s 5c 2222m", *moves, keep="5c", **rules)


def dead_in_a_hezi(**rules: object) -> Deal:
    """The wait is for 2m: two are a hezi, two are the indicators."""
    moves = ("1 opening_declared hezi 2m", "1 replacement_drawn 5c", "1 replacement_drawn 5c")
    hand = "13m 456m 789m 123s 444s 777s 999c 22m"
    return waiting(hand, *moves, indicators="2m 2m", keep="5c 5c", **rules)


TRAPS = (
    # §3.1
    irregular(
        "3.1_preparation_out_of_order",
        preparing,
        "1 preparation_finished",
        "preparation-order §3.1",
        lambda state: state.prepared == [False, True, False] and (state.phase, state.turn) == (PREPARING, 0),
    ),
    irregular(
        "3.1_declaring_out_of_order",
        lambda: preparing("", "7777m"),
        "1 opening_declared quad 7m",
        "preparation-order §3.1",
        lambda state: state.owed == [1] and (state.phase, state.turn) == (PREPARING, 0),
    ),
    irregular(
        "3.1_declaring_after_finishing",
        lambda: play(preparing("7777m"), "0 preparation_finished"),
        "0 opening_declared quad 7m",
        "preparation-order §3.1",
        lambda state: state.owed == [0] and state.turn == 1,
    ),
    irregular(
        "3.1_finishing_twice",
        lambda: play(preparing(), "0 preparation_finished"),
        "0 preparation_finished",
        "preparation-order §3.1",
        lambda state: state.prepared == [True, False, False] and state.turn == 1,
    ),
    irregular(
        "3.1_a_quad_opened_in_play",
        lambda: table("7777m"),
        "0 opening_declared quad 7m",
        "preparation-over §3.1",
        lambda state: (state.phase, state.owed, state.groups[0][0].form) == (LEADING, [0], "opening-quad"),
    ),
    irregular(
        "3.1_finishing_in_play",
        table,
        "1 preparation_finished",
        "preparation-over §3.1",
        lambda state: (state.phase, state.turn) == (LEADING, 0),
    ),
    irregular(
        "3.1_ready_in_play",
        lambda: table("", WAITING),
        "1 ready_declared",
        "preparation-over §3.1",
        lambda state: state.ready == [False, True, False] and state.phase == LEADING,
    ),
    irregular(
        "3.1_a_draw_in_the_preparation",
        lambda: preparing(keep="9s"),
        "0 drawn 9s",
        "preparation-open §3.1",
        lambda state: (state.phase, state.turn, state.drawn) == (ACTING, 0, KIND_OF["9s"]),
    ),
    irregular(
        "3.1_a_discard_in_the_preparation",
        lambda: preparing("9s"),
        "0 discarded 9s",
        "preparation-open §3.1",
        lambda state: (state.phase, state.turn) == (CLAIMING, 0),
    ),
    irregular(
        "3.1_a_kong_in_the_preparation",
        lambda: preparing("7777m"),
        "0 kong_declared concealed 7m",
        "preparation-open §3.1",
        lambda state: state.groups[0][0].form == "concealed-kong" and state.owed == [0],
    ),
    irregular(
        "3.1_the_dealer_wins_in_the_preparation",
        lambda: preparing("123m 456m 789m 123s 444s 777s 123c 55c"),
        "0 won",
        "preparation-open §3.1",
        lambda state: state.win.source == "heavenly",
    ),
    irregular(
        "3.1_another_wins_in_the_preparation",
        preparing,
        "1 won",
        "preparation-open §3.1, win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
    irregular(
        "3.1_exhausted_in_the_preparation",
        preparing,
        "exhausted",
        "stock-left §4.2, exhausted-early §5.4",
        lambda state: state.win is None,
    ),
    irregular(
        "3.1_a_pass_in_the_preparation",
        preparing,
        "0 passed",
        "pass-without-claim §5.1",
        lambda state: state.phase == PREPARING and not state.passed,
    ),
    impossible("3.1_a_pung_in_the_preparation", lambda: preparing("77m"), "0 pung_claimed 7m", "no-discard §5.2"),
    # §3.2
    impossible("3.2_a_quad_of_three", lambda: preparing("777m"), "0 opening_declared quad 7m", "not-held §3.5"),
    irregular(
        "3.2_finishing_while_a_replacement_is_owed",
        quad,
        "0 preparation_finished",
        "replacement-owed §3.2",
        lambda state: state.owed == [0] and state.prepared[0],
    ),
    irregular(
        "3.2_declaring_while_a_replacement_is_owed",
        lambda: play(preparing("7777m 4444s"), "0 opening_declared quad 7m"),
        "0 opening_declared quad 4s",
        "replacement-owed §3.2",
        lambda state: state.owed == [0, 0],
    ),
    irregular(
        "3.2_a_discard_while_a_replacement_is_owed",
        lambda: play(preparing("7777m 9s"), "0 opening_declared quad 7m"),
        "0 discarded 9s",
        "replacement-owed §3.2",
        lambda state: (state.phase, state.owed) == (CLAIMING, [0]),
    ),
    irregular(
        "3.2_a_second_replacement_for_one_quad",
        lambda: play(preparing("7777m", keep="9s 9c"), "0 opening_declared quad 7m", "0 replacement_drawn 9c"),
        "0 replacement_drawn 9s",
        "replacement-not-owed §4.3",
        lambda state: (state.phase, state.owed, state.backs) == (PREPARING, [], 2),
    ),
    irregular(
        "3.2_a_replacement_for_another_seat",
        lambda: play(preparing("7777m", keep="9s"), "0 opening_declared quad 7m"),
        "1 replacement_drawn 9s",
        "replacement-not-owed §4.3",
        lambda state: (state.phase, state.owed) == (PREPARING, [0]),
    ),
    # §3.3
    irregular(
        "3.3_a_triple_of_no_indicators_kind",
        lambda: preparing("777m"),
        "0 opening_declared triple 7m",
        "triple-no-indicator §3.3",
        lambda state: state.groups[0][0].form == "opening-triple" and state.owed == [],
    ),
    impossible("3.3_a_triple_of_two", lambda: preparing("99m"), "0 opening_declared triple 9m", "not-held §3.5"),
    # §3.4
    irregular(
        "3.4_hezi_needs_both_indicators",
        lambda: preparing("44c", indicators="4c 5c"),
        "0 opening_declared hezi 4c",
        "hezi-no-indicator §3.4",
        lambda state: state.hezi[0] == KIND_OF["4c"] and state.owed == [0, 0],
    ),
    irregular(
        "3.4_hezi_of_another_kind_than_the_indicators",
        lambda: preparing("44s", indicators="4c 4c"),
        "0 opening_declared hezi 4s",
        "hezi-no-indicator §3.4",
        lambda state: state.hezi[0] == KIND_OF["4s"],
    ),
    irregular(
        "3.4_with_one_indicator_hezi_still_needs_one",
        lambda: preparing("44s", indicators="4c 5c", hezi_needs="one-indicator"),
        "0 opening_declared hezi 4s",
        "hezi-no-indicator §3.4",
        lambda state: state.hezi[0] == KIND_OF["4s"],
    ),
    impossible(
        "3.4_hezi_of_one", lambda: preparing("4c", indicators="4c 4c"), "0 opening_declared hezi 4c", "not-held §3.5"
    ),
    impossible(
        "3.4_a_second_hezi",
        lambda: play(
            preparing("44c 55c", indicators="4c 5c", keep="9s 9m", hezi_needs="one-indicator"),
            *("0 opening_declared hezi 4c", "0 replacement_drawn 9s", "0 replacement_drawn 9m"),
        ),
        "0 opening_declared hezi 5c",
        "second-hezi §3.4",
    ),
    irregular(
        "3.4_after_one_of_two_replacements",
        lambda: play(
            preparing("44c", indicators="4c 4c", keep="9s"), "0 opening_declared hezi 4c", "0 replacement_drawn 9s"
        ),
        "0 preparation_finished",
        "replacement-owed §3.2",
        lambda state: state.owed == [0],
    ),
    # §3.5
    irregular(
        "3.5_a_quad_with_a_replacement",
        lambda: play(preparing("7777m 444s", keep="4s"), "0 opening_declared quad 7m", "0 replacement_drawn 4s"),
        "0 opening_declared quad 4s",
        "not-dealt §3.5",
        lambda state: state.owed == [0] and len(state.groups[0]) == 2,
    ),
    irregular(
        "3.5_a_triple_with_a_replacement",
        lambda: play(preparing("7777m 88c", keep="8c"), "0 opening_declared quad 7m", "0 replacement_drawn 8c"),
        "0 opening_declared triple 8c",
        "not-dealt §3.5",
        lambda state: state.owed == [] and len(state.groups[0]) == 2,
    ),
    irregular(
        "3.5_a_hezi_with_a_replacement",
        lambda: play(
            preparing("7777m 4c", indicators="4c 4c", keep="4c"), "0 opening_declared quad 7m", "0 replacement_drawn 4c"
        ),
        "0 opening_declared hezi 4c",
        "not-dealt §3.5",
        lambda state: state.hezi[0] == KIND_OF["4c"],
    ),
    # §3.6
    irregular(
        "3.6_the_dealer_declares_ready",
        preparing,
        "0 ready_declared",
        "dealer-ready §3.6",
        lambda state: state.ready[0] and state.prepared[0] and state.turn == 1,
    ),
    irregular(
        "3.6_not_one_card_from_complete",
        lambda: waiting("123m 456m 789m 123s 444s 777s 13c 57c"),
        "1 ready_declared",
        "not-one-short §3.6",
        lambda state: state.ready[1] and state.turn == 2,
    ),
    irregular(
        "3.6_no_copy_left_of_what_is_waited_for",
        dead_in_hand,
        "1 ready_declared",
        "no-live-wait §3.6",
        lambda state: state.ready[1] and state.turn == 2,
    ),
    irregular(
        "3.6_ready_while_a_replacement_is_owed",
        lambda: waiting("2222m 456m 789m 123s 444s 777s 123c", "1 opening_declared quad 2m"),
        "1 ready_declared",
        "replacement-owed §3.2, not-one-short §3.6",
        lambda state: state.ready[1] and state.owed == [1],
    ),
)


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_3_1_seats_prepare_in_turn_order_from_the_dealer(dealer: int) -> None:
    deal = preparing(dealer=dealer)
    for after in range(3):
        assert (deal.state.phase, deal.state.turn) == (PREPARING, (dealer + after) % 3)
        play(deal, f"{deal.state.turn} preparation_finished")
    assert (deal.state.phase, deal.state.turn) == (LEADING, dealer)


def test_3_1_a_seat_makes_any_number_of_declarations_in_any_order() -> None:
    deal = preparing("7777m 4444s 888c 9m", indicators="8c 5s", keep="1m 2m")
    play(deal, "0 opening_declared quad 4s", "0 replacement_drawn 1m", "0 opening_declared triple 8c")
    play(deal, "0 opening_declared quad 7m", "0 replacement_drawn 2m", "0 preparation_finished")
    assert [(group.form, TOKENS[group.kind]) for group in deal.state.groups[0]] == [
        ("opening-quad", "4s"),
        ("opening-triple", "8c"),
        ("opening-quad", "7m"),
    ]
    assert (deal.state.turn, sum(deal.state.hands[0])) == (1, 23 - 4 - 3 - 4 + 2)


def test_3_1_ready_ends_the_preparation_too() -> None:
    deal = play(waiting(), "1 ready_declared")
    assert (deal.state.prepared, deal.state.turn) == ([True, True, False], 2)
    assert deal.state.ready == [False, True, False]


def test_3_2_a_quad_is_one_group_and_one_replacement_is_drawn() -> None:
    deal = preparing("7777m", keep="9s")
    play(deal, "0 opening_declared quad 7m")
    assert (deal.state.owed, sum(deal.state.hands[0])) == ([0], 19)
    play(deal, "0 replacement_drawn 9s")
    assert (deal.state.owed, deal.state.backs, deal.state.fronts) == ([], 1, 0)
    assert (deal.state.phase, deal.state.turn, sum(deal.state.hands[0])) == (PREPARING, 0, 20)


def test_3_3_a_triple_of_an_indicators_kind_draws_no_replacement() -> None:
    deal = play(preparing("888c"), "0 opening_declared triple 8c", "0 preparation_finished")
    assert [group.form for group in deal.state.groups[0]] == ["opening-triple"]
    assert (deal.state.owed, sum(deal.state.hands[0]), deal.state.backs) == ([], 20, 0)


def test_3_4_hezi_is_no_group_and_two_replacements_are_drawn_one_after_the_other() -> None:
    deal = preparing("44c", indicators="4c 4c", keep="9s 9m")
    play(deal, "0 opening_declared hezi 4c", "0 replacement_drawn 9s", "0 replacement_drawn 9m")
    assert (deal.state.hezi, deal.state.groups[0]) == ([KIND_OF["4c"], None, None], [])
    assert (deal.state.owed, sum(deal.state.hands[0])) == ([], 23)


def test_3_4_one_indicator_suffices_under_hezi_needs_and_a_third_dealt_copy_stays_in_hand() -> None:
    deal = preparing("444c", indicators="4c 5c", keep="9s 9m", hezi_needs="one-indicator")
    play(deal, "0 opening_declared hezi 4c", "0 replacement_drawn 9s", "0 replacement_drawn 9m")
    assert shown(deal.state)["hands"][0].count("4c") == 1


def test_3_4_seats_may_have_a_hezi_each_under_one_indicator() -> None:
    deal = preparing("44c", "55c", indicators="4c 5c", keep="9s 9s 9m 9m", hezi_needs="one-indicator")
    play(
        deal, "0 opening_declared hezi 4c", "0 replacement_drawn 9s", "0 replacement_drawn 9m", "0 preparation_finished"
    )
    play(deal, "1 opening_declared hezi 5c", "1 replacement_drawn 9s", "1 replacement_drawn 9m")
    assert deal.state.hezi == [KIND_OF["4c"], KIND_OF["5c"], None]


def test_3_2_two_seats_owed_a_replacement_each_get_their_own() -> None:
    deal = preparing("7777m", "4444s", keep="9s 9s")
    play(deal, "0 opening_declared quad 7m")
    assert found(deal, "0 preparation_finished") == ["replacement-owed §3.2"]
    assert found(deal, "1 opening_declared quad 4s") == ["replacement-owed §3.2"]
    assert found(deal, "1 replacement_drawn 9s") == []
    assert deal.state.owed == [0]


def test_3_6_a_non_dealer_one_card_from_complete_may_declare_ready() -> None:
    deal = play(waiting(), "1 ready_declared", "2 preparation_finished", "0 discarded 1m")
    assert deal.state.ready == [False, True, False]


def test_3_6_declared_groups_count_as_its_groups() -> None:
    deal = waiting("2222m 456m 789m 123s 444s 777s 13c 5c", keep="5c")
    play(deal, "1 opening_declared quad 2m", "1 replacement_drawn 5c", "1 ready_declared")


def test_3_6_a_wait_is_live_though_the_others_hold_every_copy_of_it() -> None:
    play(play(preparing("222c", WAITING, "2c"), "0 preparation_finished"), "1 ready_declared")


@pytest.mark.parametrize("deal", [dead_in_hand, dead_in_a_group, dead_in_a_hezi])
def test_3_6_ready_needs_a_live_wait_unless_the_rules_do_not(deal: Callable[..., Deal]) -> None:
    assert found(deal(ready_needs_live_wait=True), "1 ready_declared") == ["no-live-wait §3.6"]
    play(deal(ready_needs_live_wait=False), "1 ready_declared")


def test_3_6_one_live_kind_of_two_waited_for_suffices() -> None:
    play(waiting("123m 456m 789m 123s 444s 777s 1123c", indicators="1c 1c"), "1 ready_declared")
