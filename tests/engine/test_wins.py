"""How a deal is won, as the state tells it: sources and moments (§4.1, §4.3, §8.3, §9.4-9.7), and false wins."""

from collections.abc import Callable

import pytest

from engine.cards import KIND_OF
from engine.deal import Deal
from engine.ending import Win
from engine.score import score
from tests.support.moments import WAITING, added, discarded, drawn, konged, last_drawn, ready, replaced
from tests.support.play import found, play, run_down, table
from tests.support.traps import Trap, every, fall_into, impossible, irregular

COMPLETE = "123m 456m 789m 123s 444s 777s 123c 55c"
"""23 cards."""


def won_discard(**rules: object) -> Deal:
    """The dealer has discarded the 2c for which seat 1 waits."""
    return play(table("2c", WAITING, **rules), "0 discarded 2c")


def won_draw() -> Deal:
    """Seat 1 has drawn the 2c for which it waits."""
    return drawn(WAITING, "2c")


TRAPS = (
    irregular(
        "6.1_a_win_on_a_draw_without_a_partition",
        drawn,
        "1 won",
        "false-win §6.1",
        lambda state: state.win == Win(1, "self-draw", KIND_OF["7m"]),
    ),
    irregular(
        "6.1_a_win_on_a_discard_without_a_partition",
        discarded,
        "2 won",
        "false-win §6.1",
        lambda state: (state.win.source, sum(state.hands[2]), state.river) == ("discard", 23, []),
    ),
    irregular(
        "6.1_a_heavenly_win_without_a_partition",
        table,
        "0 won",
        "false-win §6.1",
        lambda state: state.win == Win(0, "heavenly"),
    ),
    irregular(
        "4.1_another_wins_before_the_first_discard",
        lambda: table("", WAITING),
        "1 won",
        "win-without-source §4.3",
        lambda state: state.win == Win(1, "none"),
    ),
    irregular(
        "4.3_a_win_in_anothers_turn",
        won_draw,
        "2 won",
        "win-without-source §4.3",
        lambda state: state.win == Win(2, "none"),
    ),
    irregular(
        "4.3_a_win_on_the_own_discard",
        lambda: play(table(COMPLETE), "0 discarded 2c"),
        "0 won",
        "win-without-source §4.3",
        lambda state: state.win == Win(0, "none") and len(state.river) == 1,
    ),
    irregular(
        "6.3_the_win_names_another_card",
        won_draw,
        "1 won 5c",
        "win-card-differs §6.3",
        lambda state: state.win.card == KIND_OF["2c"],
    ),
    irregular(
        "6.3_the_win_names_another_card_than_the_discard",
        won_discard,
        "1 won 5c from 0",
        "win-card-differs §6.3",
        lambda state: state.win.card == KIND_OF["2c"],
    ),
    irregular(
        "6.3_a_heavenly_win_names_a_card",
        lambda: table(COMPLETE),
        "0 won 5c",
        "win-card-differs §6.3",
        lambda state: state.win.card is None,
    ),
    irregular(
        "6.3_the_win_names_another_giver",
        won_discard,
        "1 won 2c from 2",
        "win-from-differs §6.3",
        lambda state: state.win.giver == 0,
    ),
    irregular(
        "6.3_a_self_draw_names_a_giver",
        won_draw,
        "1 won 2c from 0",
        "win-from-differs §6.3",
        lambda state: state.win.giver is None,
    ),
    irregular(
        "6.3_card_and_giver_both_differ",
        added,
        "2 won 5c from 0",
        "win-card-differs §6.3, win-from-differs §6.3",
        lambda state: (state.win.card, state.win.giver) == (KIND_OF["2c"], 1),
    ),
    impossible("1.1_the_win_names_no_card", won_draw, "1 won 5x", "card-unknown §1.1"),
    impossible("1.1_the_win_names_a_hidden_card", won_draw, "1 won ??", "card-hidden §1.1"),
)


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


def won(deal: Deal, move: str) -> Win:
    """How the deal is won by a legal win."""
    play(deal, move)
    assert deal.status == "won"
    assert deal.end is not None
    assert deal.end.win is not None
    return deal.end.win


# §4.1, §9.4


def test_4_1_a_complete_dealer_may_win_before_any_discard() -> None:
    assert won(table(COMPLETE), "0 won") == Win(0, "heavenly")


def test_4_1_no_heavenly_win_after_a_concealed_kong() -> None:
    deal = play(table("7777m 123m 456m 123s 444s 999s 13c 55c", keep="2c"), "0 kong_declared concealed 7m")
    assert won(replaced(deal, "2c"), "0 won") == Win(0, "kong-replacement", KIND_OF["2c"])


@pytest.mark.parametrize(("option", "multiplier"), [(True, 2), (False, 1)])
def test_4_1_a_dealer_who_drew_an_opening_replacement_may_win_without_9_4(option: bool, multiplier: int) -> None:
    hand = "7777m 123m 456m 123s 444s 999s 13c 55c"
    deal = table(hand, keep="2c", prepared=False, heavenly_after_opening_draw=option)
    play(deal, "0 opening_declared quad 7m", "0 replacement_drawn 2c")
    play(deal, *[f"{seat} preparation_finished" for seat in range(3)])
    assert won(deal, "0 won") == Win(0, "heavenly")
    assert score(deal.end).chosen.multiplier == multiplier


def test_9_4_a_heavenly_win_after_an_opening_triple_drew_nothing() -> None:
    hand = "888c 123m 456m 789m 123s 444s 123c 55c"
    deal = table(hand, prepared=False, heavenly_after_opening_draw=False)
    play(deal, "0 opening_declared triple 8c", *[f"{seat} preparation_finished" for seat in range(3)])
    assert won(deal, "0 won") == Win(0, "heavenly")
    assert score(deal.end).chosen.multiplier == 2


# §4.3, §8.3

KONG = "123m 456m 123s 444s 999s 13c 55c"
"""19 cards, beside a kong one from complete: the 2c."""


def after_a_concealed_kong() -> Deal:
    return play(drawn(f"777m {KONG}", "7m", keep="2c"), "1 kong_declared concealed 7m")


def after_an_exposed_kong() -> Deal:
    return play(table("7m", f"777m {KONG}", keep="2c"), "0 discarded 7m", "1 kong_declared exposed 7m")


def after_an_added_kong() -> Deal:
    deal = play(table("7m", f"77m W {KONG}", keep="2c 7m"), "0 discarded 7m", "1 pung_claimed 7m", "1 discarded W")
    run_down(deal, deal.state.stock - 2, keep="2c 7m")
    return play(deal, "1 drawn 7m", "1 kong_declared added 7m")


def after_a_kong_onto_a_pung() -> Deal:
    deal = table("7m", f"77m W {KONG}", "7m", keep="2c 8s", kong_onto_pung_from_discard=True)
    play(deal, "0 discarded 7m", "1 pung_claimed 7m", "1 discarded W", "2 drawn 8s", "2 discarded 7m")
    return play(deal, "1 kong_declared added 7m")


@pytest.mark.parametrize(
    "kong", [after_a_concealed_kong, after_an_exposed_kong, after_an_added_kong, after_a_kong_onto_a_pung]
)
def test_8_3_a_win_on_the_replacement_of_a_kong(kong: Callable[[], Deal]) -> None:
    assert won(replaced(kong(), "2c"), "1 won") == Win(1, "kong-replacement", KIND_OF["2c"])


def test_4_3_a_win_on_a_draw() -> None:
    assert won(won_draw(), "1 won") == Win(1, "self-draw", KIND_OF["2c"])


def test_8_3_a_draw_in_a_later_turn_than_the_kong_is_no_replacement() -> None:
    deal = play(replaced(konged(f"777m {KONG}", keep="2c 9c"), "9c"), "1 discarded 9c")
    run_down(deal, deal.state.stock - 2, keep="2c")
    assert won(play(deal, "1 drawn 2c"), "1 won") == Win(1, "self-draw", KIND_OF["2c"])


def test_8_3_a_card_drawn_from_the_back_without_a_kong_is_no_kongs_replacement() -> None:
    deal = discarded("", WAITING, keep="2c")
    assert found(deal, "1 replacement_drawn 2c") == ["replacement-not-owed §4.3"]
    assert won(deal, "1 won") == Win(1, "self-draw", KIND_OF["2c"])


# §5.1, §9.5


@pytest.mark.parametrize("move", ["1 won", "1 won 2c", "1 won 2c from 0", "1 won from 0"])
def test_9_5_a_win_on_the_deals_first_discard_whatever_the_win_names(move: str) -> None:
    assert won(won_discard(), move) == Win(1, "discard", KIND_OF["2c"], 0, "first-discard")


def test_9_5_an_earlier_concealed_kong_of_the_dealer_does_not_matter() -> None:
    deal = table("7777m 2c", "123m 456m 123s 444s 777s 999s 13c 55c")
    replaced(play(deal, "0 kong_declared concealed 7m"))
    assert won(play(deal, "0 discarded 2c"), "1 won").moment == "first-discard"


def test_9_5_the_second_discard_is_not_the_first() -> None:
    deal = discarded("", "2c", WAITING, keep="9c")
    assert won(play(deal, "1 drawn 9c", "1 discarded 2c"), "2 won") == Win(2, "discard", KIND_OF["2c"], 1)


def test_9_5_the_dealers_later_discard_is_not_the_first() -> None:
    deal = run_down(discarded("2c", WAITING, keep="9c"), 49, keep="9c")
    assert won(play(deal, "0 drawn 9c", "0 discarded 2c"), "1 won").moment == "ordinary"


def test_9_5_a_first_discard_that_is_not_the_dealers_does_not_count() -> None:
    deal = table("", "2c", WAITING)
    assert found(deal, "1 discarded 2c") == ["wrong-turn §4.1"]
    assert won(deal, "2 won") == Win(2, "discard", KIND_OF["2c"], 1)


def test_9_5_a_first_discard_taken_back_is_none() -> None:
    deal = play(table("9s 2c", WAITING), "0 discarded 9s")
    play(deal, f"retracted {deal.next_seq - 2}", "0 discarded 2c")
    assert won(deal, "1 won").moment == "first-discard"


# §9.7


def test_9_7_a_self_draw_of_the_last_card() -> None:
    assert won(last_drawn(WAITING, "2c"), "0 won") == Win(0, "self-draw", KIND_OF["2c"], None, "last-card")


def test_9_7_the_last_card_as_a_replacement() -> None:
    deal = run_down(discarded("", "", f"777m {KONG}", keep="7m 2c"), 2, keep="7m 2c")
    play(deal, "2 drawn 7m", "2 kong_declared concealed 7m", "2 replacement_drawn 2c")
    assert won(deal, "2 won") == Win(2, "kong-replacement", KIND_OF["2c"], None, "last-card")


def test_9_7_the_last_but_one_is_not_the_last() -> None:
    deal = run_down(discarded("", "", WAITING, keep="2c 9c"), 2, keep="2c 9c")
    assert won(play(deal, "2 drawn 2c"), "2 won") == Win(2, "self-draw", KIND_OF["2c"])


def test_9_7_the_discard_after_the_last_draw_is_not_self_drawn() -> None:
    assert won(play(last_drawn("", "2c", WAITING), "0 discarded 2c"), "1 won").moment == "ordinary"


# §4.5, §9.6


def test_4_5_a_robbed_kong() -> None:
    assert won(added(), "2 won 2c from 1") == Win(2, "robbed-kong", KIND_OF["2c"], 1)


def test_9_6_ready_is_told_with_the_holding() -> None:
    assert won(ready("2c"), "1 won").source == "discard"
    deal = play(ready("2c"), "1 won")
    assert [holding.ready for holding in deal.end.players] == [False, True, False]


# §6.1


@pytest.mark.parametrize("deal", [won_draw, lambda: table("", WAITING)])
def test_6_1_a_win_that_is_none_ends_the_deal_as_won_with_nothing_derived(deal: Callable[[], Deal]) -> None:
    false = deal()
    assert found(false, "2 won") == ["win-without-source §4.3"]
    assert false.status == "won"
    scored = score(false.end)
    assert (scored.totals, scored.payments) == (None, None)


def test_6_1_a_false_win_ends_the_deal_as_won_with_nothing_derived() -> None:
    false = drawn()
    assert found(false, "1 won") == ["false-win §6.1"]
    assert (false.status, score(false.end).totals) == ("won", None)


def test_6_3_what_the_state_says_is_scored_where_the_win_says_otherwise() -> None:
    right, wrong = won_draw(), won_draw()
    play(right, "1 won")
    assert found(wrong, "1 won 5c") == ["win-card-differs §6.3"]
    assert score(wrong.end) == score(right.end)
