"""§5 claims on a discard: precedence, pungs and kongs, passes, the last discard."""

import pytest

from engine.actions import Action, legal_actions, standing_claim
from engine.cards import KIND_OF
from engine.deal import Deal
from engine.state import CLAIMING, PUNGED, REPLACING
from tests.support.moments import WAITING, discarded, last_drawn, onto_after_the_last_draw, punged, replaced
from tests.support.play import any_left, found, play, run_down, table
from tests.support.recount import shown
from tests.support.traps import Trap, every, fall_into, impossible, irregular

WAITING_TOO = "123m 456m 789m 123s 456s 789s 13c 66c"
"""Another hand that waits for the 2c, beside ``WAITING``."""
PAIR_OR_WIN = "123m 456m 789m 123s 444s 777s 22c 88c"
"""22 cards: a 2c completes the hand and makes a pung as well."""


def on_the_table(hand: str = "", other: str = "", *, dealers: str = "2c", keep: str = "", **rules: object) -> Deal:
    """The dealer has discarded the first card it was given; seat 1 has the hand, seat 2 the other."""
    card = dealers.split(maxsplit=1)[0]
    return play(table(dealers, hand, other, keep=keep, **rules), f"0 discarded {card}")


def onto(**rules: object) -> Deal:
    """Seat 1 has a pung of 2c, and seat 2 discards the fourth. Seat 0 waits for it."""
    deal = punged(other="2c", dealers=WAITING_TOO, keep="8s", **rules)
    return play(deal, "1 discarded T", "2 drawn 8s", "2 discarded 2c")


TRAPS = (
    # §5.1, §5.2
    impossible("5.2_a_pung_of_one_in_hand", lambda: on_the_table("2c"), "1 pung_claimed 2c", "not-held §5.2"),
    impossible("5.2_a_kong_of_two_in_hand", lambda: on_the_table("22c"), "1 kong_declared exposed 2c", "not-held §5.2"),
    impossible("5.2_a_pung_of_another_card", lambda: on_the_table("22c 55c"), "1 pung_claimed 5c", "no-discard §5.2"),
    impossible("5.2_a_pung_before_any_discard", lambda: table("", "22c"), "1 pung_claimed 2c", "no-discard §5.2"),
    impossible(
        "5.2_a_pung_once_the_next_has_drawn",
        lambda: play(on_the_table("", "22c", keep="9s"), "1 drawn 9s"),
        "2 pung_claimed 2c",
        "no-discard §5.2",
    ),
    impossible("5.2_a_pung_of_what_was_punged", lambda: punged(other="22s"), "2 pung_claimed 2c", "no-discard §5.2"),
    irregular(
        "5.2_a_pung_of_the_own_discard",
        lambda: on_the_table(dealers="2c 22c"),
        "0 pung_claimed 2c",
        "own-discard §5.2",
        lambda state: (state.phase, state.turn, state.river) == (PUNGED, 0, []),
    ),
    irregular(
        "5.2_a_kong_of_the_own_discard",
        lambda: on_the_table(dealers="2c 222c"),
        "0 kong_declared exposed 2c",
        "own-discard §5.2",
        lambda state: (state.phase, state.turn, state.owed) == (REPLACING, 0, [0]),
    ),
    irregular(
        "5.2_a_discard_onto_the_own_pung",
        onto,
        "1 kong_declared added 2c",
        "kong-onto-pung §5.2",
        lambda state: (
            (state.phase, state.turn, state.kong, state.owed) == (REPLACING, 1, None, [1])
            and state.groups[1][0].form == "added-kong"
        ),
    ),
    irregular(
        "5.2_the_own_discard_onto_the_own_pung",
        lambda: play(punged("222c"), "1 discarded 2c"),
        "1 kong_declared added 2c",
        "own-discard §5.2, kong-onto-pung §5.2",
        lambda state: (state.phase, state.owed, state.river) == (REPLACING, [1], []),
    ),
    irregular(
        "5.2_robbing_a_kong_made_with_a_discard",
        lambda: play(onto(kong_onto_pung_from_discard=True), "1 kong_declared added 2c"),
        "0 won",
        "replacement-owed §4.3, win-without-source §4.3",
        lambda state: state.win.source == "none" and state.groups[1][0].form == "added-kong",
    ),
    # §5.3
    irregular(
        "5.3_a_pung_after_passing_it",
        lambda: play(on_the_table("22c"), "1 passed"),
        "1 pung_claimed 2c",
        "claim-after-pass §5.3",
        lambda state: (state.phase, state.turn) == (PUNGED, 1),
    ),
    irregular(
        "5.3_a_kong_after_passing_it",
        lambda: play(on_the_table("222c"), "1 passed"),
        "1 kong_declared exposed 2c",
        "claim-after-pass §5.3",
        lambda state: (state.phase, state.turn) == (REPLACING, 1),
    ),
    irregular(
        "5.3_a_win_after_passing_it",
        lambda: play(on_the_table("", WAITING), "2 passed"),
        "2 won",
        "claim-after-pass §5.3",
        lambda state: (state.win.source, state.win.giver) == ("discard", 0),
    ),
    irregular(
        "5.3_a_pung_after_passing_win_and_pung",
        lambda: play(on_the_table(PAIR_OR_WIN), "1 passed", "1 passed"),
        "1 pung_claimed 2c",
        "claim-after-pass §5.3",
        lambda state: state.phase == PUNGED,
    ),
    irregular(
        "5.3_a_pass_by_one_that_could_claim_nothing",
        lambda: on_the_table("2c"),
        "1 passed",
        "pass-without-claim §5.1",
        lambda state: (state.phase, state.turn) == (CLAIMING, 0),
    ),
    irregular(
        "5.3_a_second_pass",
        lambda: play(on_the_table("22c"), "1 passed"),
        "1 passed",
        "pass-without-claim §5.1",
        lambda state: state.passed == {1},
    ),
    irregular(
        "5.3_the_discarder_passes",
        lambda: on_the_table(dealers="2c 22c"),
        "0 passed",
        "pass-without-claim §5.1",
        lambda state: (state.phase, state.turn) == (CLAIMING, 0),
    ),
    irregular(
        "5.3_a_pass_with_nothing_on_the_table",
        lambda: play(on_the_table(keep="9s"), "1 drawn 9s"),
        "1 passed",
        "pass-without-claim §5.1",
        lambda state: state.passed == state.passed_win == set(),
    ),
    # §5.5
    irregular(
        "5.5_after_a_discard_the_discarder_draws_again",
        lambda: on_the_table(keep="9s"),
        "0 drawn 9s",
        "wrong-turn §5.5",
        lambda state: (state.phase, state.turn) == ("acting", 0),
    ),
)


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


def claims_on(deal: Deal) -> dict[tuple[int | None, str], Action]:
    """The claims offered on the card on the table, by seat and what is claimed."""
    assert deal.state is not None
    claims = [action for action in legal_actions(deal.state) if action.type in ("won", "pung_claimed", "kong_declared")]
    return {(action.seat, action.form or action.type): action for action in claims}


# §5.1


def test_5_1_wins_come_before_pungs_and_kongs() -> None:
    deal = on_the_table("22c", WAITING)
    claims = claims_on(deal)
    assert set(claims) == {(1, "pung_claimed"), (2, "won")}
    pung, win = claims[1, "pung_claimed"], claims[2, "won"]
    assert standing_claim(deal.state, {1: pung, 2: win}) == win
    assert standing_claim(deal.state, {1: pung}) == pung
    assert standing_claim(deal.state, {}) is None


def test_5_1_a_win_comes_before_a_kong() -> None:
    deal = on_the_table("222c", WAITING)
    claims = claims_on(deal)
    assert standing_claim(deal.state, {1: claims[1, "exposed"], 2: claims[2, "won"]}) == claims[2, "won"]


@pytest.mark.parametrize(("discarder", "first", "second"), [(0, 1, 2), (1, 2, 0), (2, 0, 1)])
def test_5_1_among_wins_the_seat_next_after_the_discarder_comes_first(discarder: int, first: int, second: int) -> None:
    hands = {discarder: "2c", first: WAITING, second: WAITING_TOO}
    deal = play(table(*[hands[seat] for seat in range(3)], dealer=discarder), f"{discarder} discarded 2c")
    wins = {action.seat: action for action in legal_actions(deal.state) if action.type == "won"}
    assert set(wins) == {first, second}
    assert standing_claim(deal.state, wins) == wins[first]
    assert standing_claim(deal.state, {second: wins[second]}) == wins[second], "the first may let it be"
    play(deal, f"{second} won")


def test_5_1_one_player_wins_never_two() -> None:
    deal = play(on_the_table(WAITING, WAITING_TOO), "1 won")
    assert found(deal, "2 won") == ["after-end §10"]


# §5.2


def test_5_2_a_pung_takes_the_discard_and_two_from_hand() -> None:
    deal = punged("22c T")
    assert [(group.form, group.kind, group.source) for group in deal.state.groups[1]] == [("pung", KIND_OF["2c"], 0)]
    assert deal.state.river == []
    assert sum(deal.state.hands[1]) == 20


def test_5_2_a_pung_may_leave_a_third_card_in_hand() -> None:
    deal = punged("222c T")
    assert shown(deal.state)["hands"][1].count("2c") == 1


def test_5_2_an_exposed_kong_takes_the_discard_and_three_and_draws_a_replacement() -> None:
    deal = play(on_the_table("", "222c"), "2 kong_declared exposed 2c")
    assert [(group.form, group.source) for group in deal.state.groups[2]] == [("exposed-kong", 0)]
    assert (deal.state.phase, deal.state.turn, deal.state.owed, deal.state.river) == (REPLACING, 2, [2], [])
    replaced(deal)


def test_5_2_a_run_is_never_claimed() -> None:
    assert claims_on(on_the_table("13c", "34c")) == {}


def test_5_2_kong_onto_pung_from_discard_makes_an_added_kong_that_cannot_be_robbed() -> None:
    assert (1, "added") not in claims_on(onto(kong_onto_pung_from_discard=False))
    deal = onto(kong_onto_pung_from_discard=True)
    assert (1, "added") in claims_on(deal)
    play(deal, "1 kong_declared added 2c")
    (group,) = deal.state.groups[1]
    assert (group.form, group.kind, group.source) == ("added-kong", KIND_OF["2c"], 0)
    assert deal.state.river == [(1, KIND_OF["T"])]
    assert {action.type for action in legal_actions(deal.state)} == {"replacement_drawn"}, "seat 0 waits in vain"
    replaced(deal)
    assert (deal.state.turn, sum(deal.state.hands[1])) == (1, 20)


def test_5_2_a_win_comes_before_a_kong_onto_a_pung() -> None:
    deal = onto(kong_onto_pung_from_discard=True)
    claims = claims_on(deal)
    assert standing_claim(deal.state, {1: claims[1, "added"], 0: claims[0, "won"]}) == claims[0, "won"]


def test_5_2_one_that_could_only_extend_its_pung_may_pass_that() -> None:
    play(onto(kong_onto_pung_from_discard=True), "1 passed")
    assert found(onto(), "1 passed") == ["pass-without-claim §5.1"]


# §5.3


def test_5_3_a_win_passed_is_no_pung_passed() -> None:
    deal = play(on_the_table(PAIR_OR_WIN), "1 passed")
    assert set(claims_on(deal)) == {(1, "pung_claimed")}
    play(deal, "1 pung_claimed 2c")


def test_5_3_a_win_passed_and_then_won_all_the_same_breaks_the_pass() -> None:
    deal = play(on_the_table(PAIR_OR_WIN), "1 passed")
    assert found(deal, "1 won") == ["claim-after-pass §5.3"]
    assert deal.status == "won"


def test_5_3_passing_restricts_nothing_later() -> None:
    deal = on_the_table(PAIR_OR_WIN, "2c", keep="9s 9c")
    play(deal, "1 passed", "1 passed", "1 drawn 9s", "1 discarded 9s", "2 drawn 9c", "2 discarded 2c")
    assert set(claims_on(deal)) == {(1, "won"), (1, "pung_claimed")}
    play(deal, "1 won")


def test_5_3_passes_are_optional() -> None:
    play(on_the_table("22c", WAITING, keep="9s"), "1 drawn 9s")


# §5.4


def test_5_4_after_the_last_draw_a_win_on_the_discard_stands() -> None:
    deal = play(last_drawn("", "2c", WAITING), "0 discarded 2c")
    assert set(claims_on(deal)) == {(1, "won")}
    play(deal, "1 won")
    assert (deal.end.win.source, deal.end.win.moment) == ("discard", "ordinary")


def test_5_4_after_the_last_draw_a_punger_discards_and_claims_are_resolved_again() -> None:
    deal = play(last_drawn("", "2c", "22c 7m", "77m 9c"), "0 discarded 2c", "1 pung_claimed 2c", "1 discarded 7m")
    assert set(claims_on(deal)) == {(2, "pung_claimed")}
    play(deal, "2 pung_claimed 7m", "2 discarded 9c")
    assert {action.type for action in legal_actions(deal.state)} == {"exhausted"}
    play(deal, "exhausted")
    assert deal.status == "exhausted"


def test_5_4_after_the_last_draw_kongs_are_not_resolved() -> None:
    assert set(claims_on(play(last_drawn("", "7m", "777m"), "0 discarded 7m"))) == {(1, "pung_claimed")}
    assert claims_on(onto_after_the_last_draw(kong_onto_pung_from_discard=True)) == {}
    assert found(onto_after_the_last_draw(kong_onto_pung_from_discard=True), "1 passed") == ["pass-without-claim §5.1"]


def test_5_4_when_nobody_claims_the_deal_is_exhausted() -> None:
    deal = play(last_drawn("", "7m", "77m"), "0 discarded 7m", "1 passed", "exhausted")
    assert (deal.status, deal.end.win) == ("exhausted", None)


# §5.5


def test_5_5_unclaimed_the_turn_goes_to_the_discarders_next_seat() -> None:
    deal = run_down(discarded(), 48)
    assert [seat for seat, _ in deal.state.river] == [0, 1, 2, 0]


def test_5_5_after_a_claim_play_goes_on_from_the_claimer() -> None:
    deal = play(on_the_table("", "22c 9s"), "2 pung_claimed 2c", "2 discarded 9s")
    assert found(deal, f"1 drawn {any_left(deal)}") == ["wrong-turn §5.5"]
    deal = play(on_the_table("", "22c 9s"), "2 pung_claimed 2c", "2 discarded 9s")
    play(deal, f"0 drawn {any_left(deal)}")
