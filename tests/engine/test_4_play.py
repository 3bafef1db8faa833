"""§4 play, what is legal: sentence by sentence, and each option of play both ways."""

from collections.abc import Callable

import pytest

from engine.actions import Action, legal_actions, standing_claim
from engine.cards import KIND_OF
from engine.deal import Deal
from engine.state import ACTING, CLAIMING, PUNGED, REPLACING, ROBBING
from tests.support.moments import (
    about_to_add,
    added,
    added_later,
    added_unseen,
    discarded,
    konged,
    last_drawn,
    punged,
    ready,
    replaced,
)
from tests.support.play import any_left, found, play, run_down, table
from tests.support.recount import shown


def offered(deal: Deal) -> set[tuple[str, int | None, str | None]]:
    """Type, seat and form of everything legal now."""
    assert deal.state is not None
    return {(action.type, action.seat, action.form) for action in legal_actions(deal.state)}


# §4.1


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_4_1_the_dealer_acts_first_without_drawing(dealer: int) -> None:
    deal = table(*["9s" if seat == dealer else "" for seat in range(3)], dealer=dealer)
    assert {(type_, seat) for type_, seat, _ in offered(deal)} == {("discarded", dealer)}
    play(deal, f"{dealer} discarded 9s")
    assert (deal.state.phase, deal.state.turn, deal.state.stock) == (CLAIMING, dealer, 51)


def test_4_1_the_dealer_may_declare_a_concealed_kong_first_and_go_on_after_it() -> None:
    deal = play(table("7777m 4444s"), "0 kong_declared concealed 7m")
    assert (deal.state.phase, deal.state.turn, deal.state.owed) == (REPLACING, 0, [0])
    replaced(deal)
    play(deal, "0 kong_declared concealed 4s")


def test_4_1_dealer_opening_kong_decides_whether_it_is_offered() -> None:
    kong = ("kong_declared", 0, "concealed")
    assert kong in offered(table("7777m", dealer_opening_kong=True))
    assert kong not in offered(table("7777m", dealer_opening_kong=False))
    later = discarded("7777m", keep="9c", dealer_opening_kong=False)
    run_down(later, later.state.stock - 2, keep="9c")
    play(later, "0 drawn 9c", "0 kong_declared concealed 7m")


# §4.2, §5.5


def test_4_2_a_turn_begins_with_a_draw_from_the_front_by_the_next_seat() -> None:
    deal = discarded(keep="7m")
    assert ("drawn", 1, None) in offered(deal)
    play(deal, "1 drawn 7m")
    assert (deal.state.phase, deal.state.turn, deal.state.drawn) == (ACTING, 1, KIND_OF["7m"])
    assert (deal.state.fronts, deal.state.backs, deal.state.stock) == (1, 0, 50)


def test_4_2_a_turn_that_must_draw_from_an_empty_stock_ends_the_deal() -> None:
    deal = play(last_drawn(), "0 discarded 7m")
    assert {type_ for type_, _, _ in offered(deal)} & {"drawn", "exhausted"} == {"exhausted"}
    play(deal, "exhausted")
    assert (deal.status, deal.end.win) == ("exhausted", None)
    assert [sum(holding.hand) for holding in deal.end.players] == [22, 22, 22]


# §4.3


def test_4_3_after_a_draw_a_player_may_declare_a_concealed_kong() -> None:
    deal = konged()
    assert [group.form for group in deal.state.groups[1]] == ["concealed-kong"]
    assert (deal.state.phase, deal.state.owed, sum(deal.state.hands[1])) == (REPLACING, [1], 19)
    assert offered(deal) == {("replacement_drawn", 1, None)}


def test_4_3_after_a_draw_a_player_may_add_the_fourth_card_to_an_own_pung() -> None:
    deal = added()
    assert [(group.form, group.source) for group in deal.state.groups[1]] == [("added-kong", 0)]
    assert (deal.state.phase, deal.state.turn, deal.state.kong) == (ROBBING, 1, KIND_OF["2c"])


@pytest.mark.parametrize("option", ["any", "just-drawn"])
def test_4_3_the_card_just_drawn_can_be_added_under_either_option(option: str) -> None:
    play(about_to_add(added_kong_from=option), "1 kong_declared added 2c")


def test_4_3_added_kong_from_any_card_in_hand() -> None:
    assert ("kong_declared", 1, "added") in offered(added_later(added_kong_from="any"))
    assert ("kong_declared", 1, "added") not in offered(added_later(added_kong_from="just-drawn"))
    play(added_later(added_kong_from="any"), "1 kong_declared added 2c")


@pytest.mark.parametrize(
    ("deal", "seat"),
    [
        (konged, 1),
        (added_unseen, 1),
        (lambda: play(table("2c", "", "222c"), "0 discarded 2c", "2 kong_declared exposed 2c"), 2),
    ],
)
def test_4_3_after_each_kong_a_replacement_is_drawn_from_the_back(deal: Callable[[], Deal], seat: int) -> None:
    kong = deal()
    fronts = kong.state.fronts
    assert ("replacement_drawn", seat, None) in offered(kong)
    replaced(kong)
    assert (kong.state.phase, kong.state.turn, kong.state.owed) == (ACTING, seat, [])
    assert (kong.state.fronts, kong.state.backs, kong.state.replaced) == (fronts, 1, True)


def test_4_3_after_a_replacement_the_same_choices_return() -> None:
    deal = replaced(konged("777m 4444s", keep="9c"), "9c")
    assert {("kong_declared", 1, "concealed"), ("discarded", 1, None)} <= offered(deal)
    replaced(play(deal, "1 kong_declared concealed 4s"))
    assert ("discarded", 1, None) in offered(deal)


def test_4_3_an_owed_replacement_stays_owed_and_the_fold_goes_on() -> None:
    deal = konged()
    assert found(deal, "1 discarded 9m") == ["replacement-owed §4.3"]
    assert found(deal, f"2 drawn {any_left(deal)}") == ["replacement-owed §4.3"]
    assert deal.state.owed == [1]
    assert found(deal, f"1 replacement_drawn {any_left(deal)}") == ["replacement-late §4.3"]
    assert (deal.state.owed, deal.state.phase, deal.state.turn) == ([], ACTING, 2)
    play(deal, f"2 discarded {shown(deal.state)['hands'][2][0]}")


def owed_to_two() -> Deal:
    """The dealer never drew for its kong; now seat 1 has added to a pung of 2c, for which seat 2 waits."""
    deal = table("7777m 2c", "22c T", "123m 456m 123s 444s 777s 999s 13c 55c", keep="2c 8s 8s")
    play(deal, "0 kong_declared concealed 7m")
    for move in ("0 discarded 2c", "1 pung_claimed 2c", "1 discarded T", "2 drawn 8s", "2 discarded 8s", "0 drawn 8s"):
        assert found(deal, move) == ["replacement-owed §4.3"]
    for move in ("0 discarded 8s", "1 drawn 2c", "1 kong_declared added 2c"):
        assert found(deal, move) == ["replacement-owed §4.3"]
    assert (deal.state.phase, deal.state.owed) == (ROBBING, [0, 1])
    return deal


def test_4_3_a_replacement_that_follows_its_kong_is_in_time_though_another_is_owed_one() -> None:
    deal = owed_to_two()
    assert {("replacement_drawn", 1, None), ("won", 2, None)} <= offered(deal)
    play(deal, f"1 replacement_drawn {any_left(deal)}")
    assert (deal.state.phase, deal.state.turn, deal.state.owed) == (ACTING, 1, [0])


def test_4_5_a_robbed_seat_is_owed_nothing_though_another_is() -> None:
    deal = play(owed_to_two(), "2 won")
    assert (deal.state.win.source, deal.state.owed, deal.state.groups[1][0].form) == ("robbed-kong", [0], "pung")


# §4.4


def test_4_4_a_kong_takes_the_last_card_of_the_stock_and_none_follows() -> None:
    deal = discarded("", "", "777m 4444s", keep="7m 9c")
    play(run_down(deal, 2, keep="7m 9c"), "2 drawn 7m", "2 kong_declared concealed 7m", "2 replacement_drawn 9c")
    assert deal.state.stock == 0
    assert {type_ for type_, _, _ in offered(deal)} == {"discarded"}


def test_4_4_a_kong_on_an_empty_stock_that_was_let_stand_ends_the_deal_where_its_replacement_fails() -> None:
    deal = last_drawn("777m")
    assert found(deal, "0 kong_declared concealed 7m irregular") == ["kong-no-stock §4.4"]
    assert offered(deal) == {("exhausted", None, None)}, "a turn that must draw from an empty stock (§4.2)"
    play(deal, "exhausted")
    empty = last_drawn("777m")
    found(empty, "0 kong_declared concealed 7m irregular")
    assert found(empty, "0 replacement_drawn 7m") == ["stock-empty §4.2"]


# §4.5


def test_4_5_each_opponent_may_rob_the_next_seat_first() -> None:
    deal = added()
    claims = {action.seat: action for action in legal_actions(deal.state) if action.type == "won"}
    assert set(claims) == {0, 2}
    assert standing_claim(deal.state, claims) == Action("won", 2, KIND_OF["2c"])
    assert standing_claim(deal.state, {0: claims[0]}) == claims[0]


@pytest.mark.parametrize("robber", [0, 2])
def test_4_5_robbed_the_pung_remains_a_pung_and_the_card_is_the_winners(robber: int) -> None:
    deal = play(added(), f"{robber} won")
    (group,) = deal.state.groups[1]
    assert (group.form, group.kind, group.source) == ("pung", KIND_OF["2c"], 0)
    assert deal.state.owed == [], "no replacement is drawn"
    assert shown(deal.state)["hands"][robber].count("2c") == 1
    assert shown(deal.state)["hands"][1].count("2c") == 0
    win = deal.end.win
    assert (win.source, win.card, win.giver, win.moment) == ("robbed-kong", KIND_OF["2c"], 1, "ordinary")
    sizes = tuple(sum(holding.hand) for holding in deal.end.players)
    assert sizes == ((23, 19, 22) if robber == 0 else (22, 19, 23)), "the robbed without the robbed card (§6.1)"


def test_4_5_once_it_is_passed_the_added_kong_stands_and_is_replaced() -> None:
    deal = replaced(play(added(), "2 passed", "0 passed"))
    assert (deal.state.phase, deal.state.turn, deal.state.groups[1][0].form) == (ACTING, 1, "added-kong")
    assert deal.state.passed == deal.state.passed_win == set()


def test_4_5_passes_need_not_be_logged() -> None:
    assert replaced(added()).state == replaced(play(added(), "0 passed", "2 passed")).state


def test_4_5_a_false_robbing_leaves_the_pung_a_pung() -> None:
    deal = added_unseen()
    assert found(deal, "2 won") == ["false-win §6.1"]
    assert deal.state.groups[1][0].form == "pung"


@pytest.mark.parametrize("form", ["concealed", "exposed"])
def test_4_5_only_an_added_kong_can_be_robbed(form: str) -> None:
    """Seat 2 waits for the 5m in either case."""
    waiting = "123m 46m 789m 111s 444s 777s 123c 66c"
    if form == "concealed":
        deal = play(discarded("", "555m", waiting, keep="5m"), "1 drawn 5m", "1 kong_declared concealed 5m")
    else:
        deal = play(table("5m", "555m", waiting), "0 discarded 5m", "1 kong_declared exposed 5m")
    assert offered(deal) == {("replacement_drawn", 1, None)}


# §4.6


def test_4_6_a_ready_player_is_offered_a_win_on_a_discard_and_no_pung() -> None:
    assert {type_ for type_, seat, _ in offered(ready("2c")) if seat == 1} == {"won", "passed", "drawn"}
    assert {type_ for type_, seat, _ in offered(ready("5c")) if seat == 1} == {"drawn"}
    assert {type_ for type_, seat, _ in offered(ready("4s")) if seat == 1} == {"drawn"}


def test_4_6_a_ready_player_discards_the_card_it_drew() -> None:
    deal = play(ready(keep="9c"), "1 drawn 9c")
    assert [(action.type, action.card) for action in legal_actions(deal.state)] == [("discarded", KIND_OF["9c"])]
    play(deal, "1 discarded 9c")


def test_4_6_a_card_of_the_kind_drawn_is_that_card() -> None:
    play(ready(keep="5c"), "1 drawn 5c", "1 discarded 5c")


def test_4_6_a_ready_player_wins_on_a_draw() -> None:
    deal = play(ready(keep="2c"), "1 drawn 2c", "1 won")
    assert (deal.end.win.source, deal.end.players[1].ready) == ("self-draw", True)


def test_4_6_the_others_are_not_locked() -> None:
    deal = play(ready("9s", keep="9c 9c"), "1 drawn 9c", "1 discarded 9c", "2 drawn 9c")
    assert len([action for action in legal_actions(deal.state, 2) if action.type == "discarded"]) > 1


# §4.7


def test_4_7_after_a_pung_the_player_discards_without_drawing_and_nothing_else() -> None:
    deal = punged("222c 7777m T")
    assert (deal.state.phase, deal.state.turn, sum(deal.state.hands[1])) == (PUNGED, 1, 20)
    assert offered(deal) == {("discarded", 1, None)}
    play(deal, "1 discarded T")
    assert (deal.state.phase, deal.state.turn, deal.state.fronts) == (CLAIMING, 1, 0)


def test_4_7_kong_after_pung_allows_a_kong_before_the_discard() -> None:
    deal = punged("222c 7777m T", kong_after_pung=True)
    assert {form for type_, _, form in offered(deal) if type_ == "kong_declared"} == {"concealed", "added"}
    replaced(play(deal, "1 kong_declared concealed 7m"))
    play(punged("222c 7777m T", kong_after_pung=True), "1 kong_declared added 2c")
