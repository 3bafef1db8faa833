"""§4 play, its traps: the dealer's first act, draws, kongs and replacements, ready players, after a pung."""

from engine.cards import KIND_OF
from engine.state import ACTING, CLAIMING, PUNGED, REPLACING, ROBBING
from tests.support.moments import (
    added,
    added_later,
    added_unseen,
    discarded,
    drawn,
    konged,
    last_drawn,
    last_to_be_added,
    onto_after_the_last_draw,
    punged,
    ready,
    replaced,
)
from tests.support.play import play, table
from tests.support.traps import Trap, every, fall_into, impossible, irregular

TRAPS = (
    # §4.1
    irregular(
        "4.1_the_dealer_draws_before_it_discards",
        lambda: table(keep="9s"),
        "0 drawn 9s",
        "wrong-turn §4.1",
        lambda state: (state.phase, state.turn, sum(state.hands[0])) == (ACTING, 0, 24),
    ),
    irregular(
        "4.1_another_discards_first",
        lambda: table("", "9s"),
        "1 discarded 9s",
        "wrong-turn §4.1",
        lambda state: (state.phase, state.turn) == (CLAIMING, 1),
    ),
    irregular(
        "4.1_the_dealers_kong_where_it_may_not",
        lambda: table("7777m", dealer_opening_kong=False),
        "0 kong_declared concealed 7m",
        "dealer-kong §4.1",
        lambda state: (state.phase, state.owed) == (REPLACING, [0]),
    ),
    impossible("4.1_a_discard_of_what_is_not_held", lambda: table(keep="TTTT"), "0 discarded T", "not-held §4.3"),
    # §4.2
    irregular(
        "4.2_a_draw_by_the_wrong_seat",
        lambda: discarded(keep="7m"),
        "2 drawn 7m",
        "wrong-turn §5.5",
        lambda state: (state.phase, state.turn, state.drawn) == (ACTING, 2, KIND_OF["7m"]),
    ),
    irregular(
        "4.2_a_second_draw",
        lambda: drawn(keep="7s"),
        "1 drawn 7s",
        "wrong-turn §4.3",
        lambda state: (state.phase, state.turn, sum(state.hands[1])) == (ACTING, 1, 24),
    ),
    impossible(
        "4.2_a_draw_from_an_empty_stock",
        lambda: play(last_drawn(), "0 discarded 7m"),
        "1 drawn 7m",
        "stock-empty §4.2",
    ),
    irregular(
        "4.2_exhausted_with_cards_in_the_stock",
        discarded,
        "exhausted",
        "stock-left §4.2",
        lambda state: (state.phase, state.win, state.stock) == ("ended", None, 51),
    ),
    irregular(
        "4.2_exhausted_before_the_last_discard",
        last_drawn,
        "exhausted",
        "exhausted-early §5.4",
        lambda state: (state.phase, state.win, state.stock) == ("ended", None, 0),
    ),
    # §4.3
    irregular(
        "4.3_a_discard_without_a_draw",
        lambda: discarded("", "9m"),
        "1 discarded 9m",
        "wrong-turn §5.5",
        lambda state: (state.phase, state.turn, sum(state.hands[1])) == (CLAIMING, 1, 21),
    ),
    irregular(
        "4.3_a_discard_in_anothers_turn",
        lambda: play(discarded("", "", "9m", keep="7m"), "1 drawn 7m"),
        "2 discarded 9m",
        "wrong-turn §4.3",
        lambda state: (state.phase, state.turn, state.drawn) == (CLAIMING, 2, None),
    ),
    impossible("4.3_a_concealed_kong_of_three", lambda: drawn("77m"), "1 kong_declared concealed 7m", "not-held §4.3"),
    irregular(
        "4.3_a_concealed_kong_in_anothers_turn",
        lambda: discarded("", "7777m"),
        "1 kong_declared concealed 7m",
        "wrong-turn §5.5",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 1, [1]),
    ),
    impossible("4.3_an_added_kong_without_a_pung", lambda: drawn("77m"), "1 kong_declared added 7m", "no-pung §4.3"),
    impossible(
        "4.3_an_added_kong_onto_anothers_pung",
        lambda: play(punged(keep="2c"), "1 discarded T", "2 drawn 2c"),
        "2 kong_declared added 2c",
        "no-pung §4.3",
    ),
    impossible(
        "4.3_an_added_kong_of_a_card_that_another_holds",
        lambda: play(punged(other="2c", keep="8s"), "1 discarded T", "2 drawn 8s", "2 discarded 8s"),
        "1 kong_declared added 2c",
        "not-held §4.3",
    ),
    irregular(
        "4.3_added_from_hand_where_it_must_be_just_drawn",
        lambda: added_later(added_kong_from="just-drawn"),
        "1 kong_declared added 2c",
        "added-not-drawn §4.3",
        lambda state: (state.phase, state.kong, state.owed) == (ROBBING, KIND_OF["2c"], [1]),
    ),
    irregular(
        "4.3_a_discard_while_a_replacement_is_owed",
        konged,
        "1 discarded 9m",
        "replacement-owed §4.3",
        lambda state: (state.phase, state.turn, state.owed) == (CLAIMING, 1, [1]),
    ),
    irregular(
        "4.3_a_discard_before_an_added_kong_is_replaced",
        added,
        "1 discarded W",
        "replacement-owed §4.3",
        lambda state: (
            (state.phase, state.owed, state.kong, state.groups[1][0].form) == (CLAIMING, [1], None, "added-kong")
        ),
    ),
    irregular(
        "4.3_a_draw_from_the_front_while_a_replacement_is_owed",
        lambda: konged(keep="9s"),
        "1 drawn 9s",
        "replacement-owed §4.3",
        lambda state: (state.phase, state.turn, state.owed, state.replaced) == (ACTING, 1, [1], False),
    ),
    irregular(
        "4.3_another_draws_while_a_replacement_is_owed",
        lambda: konged(keep="9s"),
        "2 drawn 9s",
        "replacement-owed §4.3, wrong-turn §4.3",
        lambda state: (state.phase, state.turn, state.owed) == (ACTING, 2, [1]),
    ),
    irregular(
        "4.3_a_second_kong_while_a_replacement_is_owed",
        lambda: konged("777m 4444s"),
        "1 kong_declared concealed 4s",
        "replacement-owed §4.3",
        lambda state: (state.phase, state.owed) == (REPLACING, [1, 1]),
    ),
    irregular(
        "4.3_a_win_while_a_replacement_is_owed",
        konged,
        "1 won",
        "replacement-owed §4.3, win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
    irregular(
        "4.3_a_replacement_that_nothing_is_owed_for_is_no_kongs",
        lambda: discarded(keep="7m"),
        "1 replacement_drawn 7m",
        "replacement-not-owed §4.3",
        lambda state: (state.phase, state.turn, state.drawn, state.replaced) == (ACTING, 1, KIND_OF["7m"], False),
    ),
    # §4.4
    irregular(
        "4.4_a_concealed_kong_on_an_empty_stock",
        lambda: last_drawn("777m"),
        "0 kong_declared concealed 7m",
        "kong-no-stock §4.4",
        lambda state: (state.phase, state.owed) == (REPLACING, [0]),
    ),
    irregular(
        "4.4_an_added_kong_on_an_empty_stock",
        last_to_be_added,
        "1 kong_declared added 2c",
        "kong-no-stock §4.4",
        lambda state: (state.phase, state.owed) == (ROBBING, [1]),
    ),
    irregular(
        "4.4_an_exposed_kong_of_the_last_discard",
        lambda: play(last_drawn("", "7m", "", "777m"), "0 discarded 7m"),
        "2 kong_declared exposed 7m",
        "kong-no-stock §4.4",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 2, [2]),
    ),
    irregular(
        "4.4_a_kong_onto_a_pung_from_the_last_discard",
        lambda: onto_after_the_last_draw(kong_onto_pung_from_discard=True),
        "1 kong_declared added 2c",
        "kong-no-stock §4.4",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 1, [1]),
    ),
    # §4.5
    irregular(
        "4.5_a_robber_that_is_not_complete",
        added_unseen,
        "2 won",
        "false-win §6.1",
        lambda state: (state.win.source, state.win.giver, state.owed) == ("robbed-kong", 1, []),
    ),
    irregular(
        "4.5_robbing_after_a_pass",
        lambda: play(added(), "2 passed"),
        "2 won",
        "claim-after-pass §5.3",
        lambda state: (state.win.source, state.win.giver) == ("robbed-kong", 1),
    ),
    irregular(
        "4.5_a_pass_by_one_that_could_not_rob",
        added_unseen,
        "0 passed",
        "pass-without-claim §4.5",
        lambda state: (state.phase, state.turn, state.owed) == (ROBBING, 1, [1]),
    ),
    irregular(
        "4.5_robbing_once_the_replacement_is_drawn",
        lambda: replaced(added()),
        "2 won",
        "win-without-source §4.3",
        lambda state: state.win.source == "none" and state.groups[1][0].form == "added-kong",
    ),
    irregular(
        "4.5_robbing_a_concealed_kong",
        konged,
        "2 won",
        "replacement-owed §4.3, win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
    irregular(
        "4.5_robbing_the_own_kong",
        added,
        "1 won",
        "win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
    impossible("4.5_a_pung_of_an_added_kongs_card", added, "0 pung_claimed 2c", "no-discard §5.2"),
    # §4.6
    irregular(
        "4.6_a_ready_player_pungs",
        lambda: ready("5c"),
        "1 pung_claimed 5c",
        "ready-claims §4.6",
        lambda state: (state.phase, state.turn) == (PUNGED, 1),
    ),
    irregular(
        "4.6_a_ready_player_calls_an_exposed_kong",
        lambda: ready("4s"),
        "1 kong_declared exposed 4s",
        "ready-claims §4.6",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 1, [1]),
    ),
    irregular(
        "4.6_a_ready_player_declares_a_concealed_kong",
        lambda: play(ready(keep="4s"), "1 drawn 4s"),
        "1 kong_declared concealed 4s",
        "ready-claims §4.6",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 1, [1]),
    ),
    irregular(
        "4.6_a_ready_player_discards_another_card",
        lambda: play(ready(keep="9c"), "1 drawn 9c"),
        "1 discarded 1c",
        "ready-discard §4.6",
        lambda state: (state.phase, state.turn, state.ready) == (CLAIMING, 1, [False, True, False]),
    ),
    irregular(
        "4.6_a_ready_player_has_no_pung_to_pass",
        lambda: ready("5c"),
        "1 passed",
        "pass-without-claim §5.1",
        lambda state: (state.phase, state.turn) == (CLAIMING, 0),
    ),
    # §4.7
    irregular(
        "4.7_a_draw_after_a_pung",
        lambda: punged(keep="9s"),
        "1 drawn 9s",
        "after-pung §4.7",
        lambda state: (state.phase, state.turn, state.drawn) == (ACTING, 1, KIND_OF["9s"]),
    ),
    irregular(
        "4.7_another_draws_after_a_pung",
        lambda: punged(keep="9s"),
        "2 drawn 9s",
        "wrong-turn §4.7",
        lambda state: (state.phase, state.turn) == (ACTING, 2),
    ),
    irregular(
        "4.7_the_giver_discards_after_a_pung",
        lambda: punged(dealers="9s"),
        "0 discarded 9s",
        "wrong-turn §4.7",
        lambda state: (state.phase, state.turn) == (CLAIMING, 0),
    ),
    irregular(
        "4.7_a_concealed_kong_after_a_pung",
        lambda: punged("22c 7777m"),
        "1 kong_declared concealed 7m",
        "after-pung §4.7",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 1, [1]),
    ),
    irregular(
        "4.7_an_added_kong_after_a_pung",
        lambda: punged("222c"),
        "1 kong_declared added 2c",
        "after-pung §4.7",
        lambda state: (state.phase, state.turn, state.kong) == (ROBBING, 1, KIND_OF["2c"]),
    ),
    irregular(
        "4.7_added_after_a_pung_is_not_just_drawn",
        lambda: punged("222c", kong_after_pung=True, added_kong_from="just-drawn"),
        "1 kong_declared added 2c",
        "added-not-drawn §4.3",
        lambda state: (state.phase, state.turn, state.kong) == (ROBBING, 1, KIND_OF["2c"]),
    ),
    irregular(
        "4.7_a_win_after_a_pung",
        lambda: punged("123m 456m 789m 123s 444s 777s 22c TT"),
        "1 won",
        "win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
)


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)
