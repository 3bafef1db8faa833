"""§12.2 jokers as flowers: dealt, drawn, drawn as a replacement, several in a row, turned up, the last stock card."""

from typing import Any

import pytest

from engine.actions import legal_actions
from engine.cards import JOKERS, KIND_OF
from engine.deal import Deal
from engine.events import RulesNamed
from engine.score import Score, SeatScore, score
from engine.state import ACTING, CLAIMING, EXPOSING, LEADING, PREPARING, REPLACING, ending
from tests.support.moments import WAITING
from tests.support.play import any_left, finish_preparation, found, play, run_down, started, table
from tests.support.traps import Trap, every, fall_into, impossible, irregular

WINNING = "2c"
"""What the hand ``WAITING`` waits for."""


def flowers(*hands: str, **more: Any) -> Deal:
    """A table with jokers in the deck, before the preparation."""
    return table(*hands, prepared=False, **({"jokers": "flowers"} | more))


def led(*hands: str, **more: Any) -> Deal:
    """The dealer has discarded the 9s; ``hands`` are those of seats 1 and 2."""
    return play(finish_preparation(flowers("9s", *hands, **more)), "0 discarded 9s")


def drawn(*hands: str, **more: Any) -> Deal:
    """Seat 1 has drawn a joker."""
    return play(led(*hands, **more), "1 drawn jF")


def exposed(*hands: str, **more: Any) -> Deal:
    """Seat 1 has exposed the joker that it drew."""
    return play(drawn(*hands, **more), "1 joker_exposed jF")


def run_to(left: int, hand: str = "", keep: str = "") -> Deal:
    """So many cards are left in the stock: the jF, and those of ``keep``. Of two the first is seat 2's, who has the
    hand, and one is the dealer's."""
    deal = flowers("9s jJ jW", "", hand, indicators="jP jL", keep=keep)
    for joker in ("jJ", "jW"):
        play(deal, f"0 joker_exposed {joker}", f"0 replacement_drawn {any_left(deal, keep)}")
    return run_down(play(finish_preparation(deal), "0 discarded 9s"), left, keep)


def last_drawn() -> Deal:
    """The dealer has drawn a joker as the last card of the stock."""
    return play(run_to(1), "0 drawn jF")


def kept() -> Deal:
    """The dealer kept a joker through its preparation, which was found, and has drawn a card in play."""
    deal = flowers("jF 9s", keep="9c 9c 9c", indicators="jP jL")
    found(deal, "0 preparation_finished")
    play(deal, "1 preparation_finished", "2 preparation_finished", "0 discarded 9s")
    return play(deal, "1 drawn 9c", "1 discarded 9c", "2 drawn 9c", "2 discarded 9c", "0 drawn 9c")


TRAPS = (
    irregular(
        "12.2_a_dealt_joker_is_kept_through_the_preparation",
        lambda: flowers("jF"),
        "0 preparation_finished",
        "joker-held §12.2",
        lambda state: state.prepared == [True, False, False] and state.hands[0][30] == 1,
    ),
    irregular(
        "12.2_another_declaration_before_a_dealt_joker_is_exposed",
        lambda: flowers("jF 5555m"),
        "0 opening_declared quad 5m",
        "joker-held §12.2",
        lambda state: state.owed == [0] and state.hands[0][30] == 1,
    ),
    irregular(
        "12.2_ready_with_a_joker_in_hand",
        lambda: play(flowers("", "jF 123m 456m 789m 123s 444s 777s 13c 5c", keep="5c"), "0 preparation_finished"),
        "1 ready_declared",
        "joker-held §12.2, not-one-short §3.6",
        lambda state: state.ready == [False, True, False],
    ),
    irregular(
        "12.2_ready_with_jokers_in_the_place_of_a_group",
        lambda: play(flowers("", "jF jP jL 456m 789m 123s 444s 777s 13c 55c"), "0 preparation_finished"),
        "1 ready_declared",
        "joker-held §12.2, not-one-short §3.6",
        lambda state: state.ready == [False, True, False],
    ),
    irregular(
        "12.2_won_with_jokers_in_the_place_of_a_group",
        lambda: flowers("jF jP jL 456m 789m 123s 444s 777s 123c 55c"),
        "0 won",
        "preparation-open §3.1, false-win §6.1",
        lambda state: state.win.source == "heavenly" and score(ending(state)).totals is None,
    ),
    irregular(
        "12.2_exposed_in_anothers_preparation",
        lambda: flowers("", "jF"),
        "1 joker_exposed jF",
        "preparation-order §3.1",
        lambda state: state.jokers == [[], [30], []] and state.owed == [1],
    ),
    irregular(
        "12.2_a_second_joker_before_the_first_is_replaced",
        lambda: play(flowers("jF jP"), "0 joker_exposed jF"),
        "0 joker_exposed jP",
        "replacement-owed §3.2",
        lambda state: state.jokers[0] == [30, 31] and state.owed == [0, 0],
    ),
    irregular(
        "12.2_a_drawn_joker_is_discarded",
        drawn,
        "1 discarded jF",
        "wrong-turn §12.2",
        lambda state: (state.phase, state.river[-1]) == (CLAIMING, (1, 30)),
    ),
    irregular(
        "12.2_another_card_is_discarded_while_a_joker_is_to_be_exposed",
        lambda: drawn("R"),
        "1 discarded R",
        "wrong-turn §12.2",
        lambda state: state.phase == CLAIMING and state.hands[1][30] == 1,
    ),
    irregular(
        "12.2_a_kong_while_a_joker_is_to_be_exposed",
        lambda: drawn("7777m"),
        "1 kong_declared concealed 7m",
        "wrong-turn §12.2",
        lambda state: state.phase == REPLACING and state.hands[1][30] == 1,
    ),
    irregular(
        "12.2_the_next_draws_while_a_joker_is_to_be_exposed",
        lambda: drawn(keep="9c"),
        "2 drawn 9c",
        "wrong-turn §12.2",
        lambda state: (state.phase, state.turn) == (ACTING, 2),
    ),
    irregular(
        "12.2_replaced_before_it_is_exposed",
        lambda: drawn(keep="9c"),
        "1 replacement_drawn 9c",
        "replacement-not-owed §4.3",
        lambda state: (state.phase, state.hands[1][30]) == (ACTING, 1),
    ),
    irregular(
        "12.2_a_win_on_a_joker",
        lambda: drawn(WAITING),
        "1 won",
        "win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
    irregular(
        "12.2_a_discard_before_the_joker_is_replaced",
        lambda: exposed("R"),
        "1 discarded R",
        "replacement-owed §12.2",
        lambda state: state.phase == CLAIMING and state.owed == [1],
    ),
    irregular(
        "12.2_a_win_before_the_joker_is_replaced",
        lambda: exposed(WAITING),
        "1 won",
        "replacement-owed §12.2, win-without-source §4.3",
        lambda state: state.win.source == "none",
    ),
    irregular(
        "12.2_exhausted_before_the_last_joker_is_exposed",
        last_drawn,
        "exhausted",
        "exhausted-early §5.4",
        lambda state: state.win is None and any(hand[30] for hand in state.hands),
    ),
    impossible("12.2_exposed_and_not_held", lambda: flowers("jF"), "0 joker_exposed jP", "not-held §12.2"),
    impossible("12.2_exposed_by_another_than_drew_it", drawn, "2 joker_exposed jF", "not-held §12.2"),
    impossible("12.2_exposed_twice", exposed, "1 joker_exposed jF", "not-held §12.2"),
    impossible("12.2_drawn_again_while_it_lies_exposed", exposed, "1 replacement_drawn jF", "second-joker §1.2"),
    impossible("12.2_drawn_while_it_is_turned_up", lambda: led(indicators="jF 8c"), "1 drawn jF", "second-joker §1.2"),
    impossible("12.2_drawn_while_it_is_in_a_hand", lambda: flowers("", "jF"), "0 drawn jF", "second-joker §1.2"),
    impossible("12.2_a_quad_of_jokers", lambda: flowers("jF jP jL jJ"), "0 opening_declared quad jF", "not-held §3.5"),
    impossible(
        "12.2_a_hezi_of_a_joker",
        lambda: flowers("jP", indicators="jF jL", hezi_needs="one-indicator"),
        "0 opening_declared hezi jF",
        "not-held §3.5",
    ),
    impossible("12.2_a_kong_of_jokers", drawn, "1 kong_declared concealed jF", "not-held §4.3"),
    impossible("12.2_a_pung_of_jokers", led, "1 pung_claimed jF", "no-discard §5.2"),
    impossible(
        "1.2_drawn_where_jokers_are_excluded",
        lambda: led(jokers="excluded", preset="article"),
        "1 drawn jF",
        "joker-excluded §1.2",
    ),
)


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


# --- Dealt


def test_12_2_with_jokers_the_stock_is_56() -> None:
    assert flowers().state.stock == 56


def test_12_2_a_joker_is_dealt_once() -> None:
    hands = ["1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m 4m 5m 5m 5m 6m 6m 6m 7m 7m 7m 8m jF", "9m " * 3 + "1s " * 3 + "jF"]
    deal = play(started(RulesNamed("cardavia", {"jokers": "flowers"})), f"0 dealt {hands[0]}")
    assert found(deal, f"1 dealt {hands[1].strip()}") == ["second-joker §1.2"]


def test_12_2_a_dealt_joker_is_all_that_its_owner_may_begin_with() -> None:
    deal = flowers("jF 5555m", keep="9c 9c")
    assert {(action.type, action.card) for action in legal_actions(deal.state, 0)} == {("joker_exposed", 30)}
    play(deal, "0 joker_exposed jF")
    assert {action.type for action in legal_actions(deal.state, 0)} == {"replacement_drawn"}
    play(deal, "0 replacement_drawn 9c", "0 opening_declared quad 5m", "0 replacement_drawn 9c")
    assert (deal.state.phase, deal.state.jokers) == (PREPARING, [[30], [], []])


def test_12_2_each_replacement_that_is_a_joker_is_replaced_again() -> None:
    deal = flowers("jF", keep="9c")
    for joker, replacement in zip(JOKERS, (*JOKERS[1:], "9c"), strict=True):
        play(deal, f"0 joker_exposed {joker}", f"0 replacement_drawn {replacement}")
    assert deal.state.jokers[0] == [30, 31, 32, 33, 34]
    assert (deal.state.backs, deal.state.stock) == (5, 51)
    play(finish_preparation(deal), "0 discarded 9c")


def test_12_2_in_the_preparation_it_is_an_opening_replacement() -> None:
    """A dealer whom it completes wins a heavenly win (§4.1), by a rule set that says so without §9.4."""
    for after_a_draw, times in ((True, 2), (False, 1)):
        deal = flowers(f"jF {WAITING}", keep=WINNING, heavenly_after_opening_draw=after_a_draw)
        play(deal, "0 joker_exposed jF", f"0 replacement_drawn {WINNING}")
        play(finish_preparation(deal), "0 won")
        assert deal.state.win.source == "heavenly"
        assert "self-draw" not in ids(winner(deal))
        assert winner(deal).multiplier == times


def test_12_2_a_replacement_is_no_card_dealt_originally() -> None:
    deal = flowers("jF 555m", keep="5m")
    play(deal, "0 joker_exposed jF", "0 replacement_drawn 5m")
    assert found(deal, "0 opening_declared quad 5m") == ["not-dealt §3.5"]


# --- Drawn


def scored(deal: Deal) -> Score:
    assert deal.end is not None
    return score(deal.end)


def winner(deal: Deal) -> SeatScore:
    assert deal.state.win is not None
    mine = scored(deal).seats[deal.state.win.seat]
    assert mine is not None
    return mine


def ids(mine: SeatScore) -> list[str]:
    return [line.id for line in mine.lines]


def test_12_2_a_drawn_joker_is_exposed_at_once_and_replaced_from_the_back() -> None:
    deal = drawn(keep="9c")
    assert (deal.state.phase, deal.state.fronts, deal.state.backs) == (EXPOSING, 1, 0)
    assert {(action.type, action.card) for action in legal_actions(deal.state)} == {("joker_exposed", 30)}
    play(deal, "1 joker_exposed jF", "1 replacement_drawn 9c")
    assert (deal.state.phase, deal.state.drawn, deal.state.fronts, deal.state.backs) == (ACTING, KIND_OF["9c"], 1, 1)
    play(deal, "1 discarded 9c")


@pytest.mark.parametrize("more", [(), ("jP",), ("jP", "jL")])
def test_12_2_a_win_on_what_stands_in_for_an_ordinary_draw_is_a_self_draw(more: tuple[str, ...]) -> None:
    deal = exposed(WAITING, keep=WINNING)
    for joker in more:
        play(deal, f"1 replacement_drawn {joker}", f"1 joker_exposed {joker}")
    play(deal, f"1 replacement_drawn {WINNING}", "1 won")
    assert deal.state.win.source == "self-draw"
    assert ids(winner(deal)).count("joker") == 1 + len(more)
    assert "kong-replacement" not in ids(winner(deal))


@pytest.mark.parametrize("jokers", [("jF",), ("jF", "jP")])
def test_12_2_a_win_on_what_stands_in_for_a_kongs_replacement_is_one_too(jokers: tuple[str, ...]) -> None:
    deal = led("777m 123s 456s 789s 444c 678c 13c 55c", keep=f"7m {WINNING}")
    play(deal, "1 drawn 7m", "1 kong_declared concealed 7m")
    for joker in jokers:
        play(deal, f"1 replacement_drawn {joker}", f"1 joker_exposed {joker}")
    play(deal, f"1 replacement_drawn {WINNING}", "1 won")
    assert deal.state.win.source == "kong-replacement"
    assert {"self-draw", "kong-replacement"} <= set(ids(winner(deal)))
    assert ids(winner(deal)).count("joker") == len(jokers)


def test_12_2_after_a_joker_the_next_turns_draw_is_an_ordinary_one_again() -> None:
    deal = led("777m", keep="7m 9c 8s")
    play(deal, "1 drawn 7m", "1 kong_declared concealed 7m", "1 replacement_drawn jF", "1 joker_exposed jF")
    play(deal, "1 replacement_drawn 9c", "1 discarded 9c", "2 drawn 8s")
    assert not deal.state.replaced


def test_12_2_a_kong_is_declared_and_a_card_added_on_what_stands_in() -> None:
    deal = play(exposed("777m", keep="7m"), "1 replacement_drawn 7m", "1 kong_declared concealed 7m")
    assert deal.state.owed == [1]
    deal = play(exposed("777m", keep="7m", added_kong_from="just-drawn"), "1 replacement_drawn 7m")
    assert deal.state.drawn == KIND_OF["7m"]


def test_12_2_a_ready_player_exposes_and_wins_or_discards_that_very_card() -> None:
    for card, wins in ((WINNING, True), ("9c", False)):
        deal = flowers("9s", WAITING, keep=f"{WINNING} 9c")
        play(deal, "0 preparation_finished", "1 ready_declared", "2 preparation_finished", "0 discarded 9s")
        play(deal, "1 drawn jF", "1 joker_exposed jF", f"1 replacement_drawn {card}")
        may = {(action.type, action.card) for action in legal_actions(deal.state, 1)}
        wanted = {("discarded", KIND_OF[card])} | ({("won", KIND_OF[card])} if wins else set())
        assert may == wanted


# --- The last card of the stock


def test_12_2_a_joker_drawn_last_has_no_replacement_and_the_deal_is_exhausted() -> None:
    deal = play(last_drawn(), "0 joker_exposed jF")
    assert [action.type for action in legal_actions(deal.state)] == ["exhausted"]
    play(deal, "exhausted")
    assert (deal.status, deal.state.jokers[0], deal.state.owed) == ("exhausted", [33, 34, 30], [])
    assert ids(scored(deal).seats[0]).count("joker") == 3


def test_12_2_a_joker_drawn_last_for_a_kong_exhausts_the_deal() -> None:
    deal = play(run_to(2, "777m", keep="7m"), "2 drawn 7m", "2 kong_declared concealed 7m", "2 replacement_drawn jF")
    play(deal, "2 joker_exposed jF", "exhausted")
    assert deal.status == "exhausted"


def test_12_2_what_replaces_the_last_joker_but_one_is_the_last_stock_card() -> None:
    deal = play(run_to(2, WAITING, keep=WINNING), "2 drawn jF", "2 joker_exposed jF")
    play(deal, f"2 replacement_drawn {WINNING}", "2 won")
    assert (deal.state.win.source, deal.state.win.moment) == ("self-draw", "last-card")
    assert "last-card" in ids(winner(deal))


# --- Kept


def test_12_2_a_joker_kept_may_still_be_exposed_but_late() -> None:
    deal = kept()
    assert found(deal, "0 joker_exposed jF") == ["joker-late §12.2"]
    assert (deal.state.phase, deal.state.owed, deal.state.jokers[0]) == (REPLACING, [0], [30])
    play(deal, f"0 replacement_drawn {any_left(deal)}", "0 discarded 9c")


def test_12_2_a_joker_kept_is_no_card_to_discard() -> None:
    deal = kept()
    assert 30 not in {action.card for action in legal_actions(deal.state, 0)}
    assert found(deal, "0 discarded jF") == ["joker-held §12.2"]
    assert deal.state.river[-1] == (0, 30)
    assert {action.type for action in legal_actions(deal.state)} == {"drawn"}, "nobody can claim it"
    assert found(deal, "1 pung_claimed jF") == ["not-held §5.2"]


def test_12_2_a_joker_kept_adds_nothing_until_it_is_exposed() -> None:
    deal = kept()
    found(play(deal, "0 discarded 9c"), "exhausted")
    assert deal.status == "exhausted"
    assert all("joker" not in ids(seat) for seat in scored(deal).seats)


def test_12_2_a_hand_with_a_joker_is_not_complete() -> None:
    deal = flowers("jF 9s 123m 456m 789m 123s 444s 777s 12c", keep="9c 9c 9c")
    found(deal, "0 preparation_finished")
    play(deal, "1 preparation_finished", "2 preparation_finished")
    assert "won" not in {action.type for action in legal_actions(deal.state, 0)}
    assert deal.state.phase == LEADING
