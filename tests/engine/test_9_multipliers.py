"""The winner's multipliers (§9). Indicators are ``8s 8s`` where a test does not say others."""

from typing import Any

import pytest

from engine.ending import DealEnd, Holding, Moment, Source
from engine.score import score
from tests.support.table import deal, exhausted, player

FLOATING = "111m 222s 333c 444m 555s 666c 99m"
"""Six triplets and a pair: Piao Hu with one group more."""

PLAIN = "123m 456m 789m 234s 567s 456c TT"
"""Six runs and a pair."""


def multipliers(end: DealEnd) -> dict[str, int]:
    """The multiplier lines of the chosen reading, by id."""
    chosen = score(end).chosen
    assert chosen is not None
    lines = [line for line in chosen.lines if line.section == "multiplier"]
    product = 1
    for line in lines:
        product *= line.amount
    assert chosen.multiplier == product
    return {line.id: line.amount for line in lines}


def test_9_no_multiplier_is_one() -> None:
    found = score(deal(player(PLAIN, "pung 5c"), card="1m"))
    assert found.chosen is not None
    assert found.chosen.multiplier == 1
    assert multipliers(deal(player(PLAIN, "pung 5c"), card="1m")) == {}


def test_9_multipliers_multiply_base_and_bonuses() -> None:
    chosen = score(deal(player(f"{FLOATING} 777m"), "heavenly")).chosen
    assert chosen is not None
    assert (chosen.base, chosen.bonus, chosen.multiplier) == (7 * 4, 50, 2 * 2 * 2)
    assert chosen.unrounded == (28 + 50) * 8


def test_9_1_piao_hu_doubles() -> None:
    assert multipliers(deal(player(FLOATING, "pung 7m"), card="9m")) == {"piao-hu": 2}


def test_9_1_piao_hu_with_wenqian_doubles_and_may_be_closed() -> None:
    found = multipliers(deal(player("123c 123c 333m 444m 555s 666c 777m 99m"), card="9m"))
    assert found == {"piao-hu": 2, "closed-floating": 2}


def test_9_2_closed_floating() -> None:
    assert multipliers(deal(player(f"{FLOATING} 777m"), card="9m")) == {"piao-hu": 2, "closed-floating": 2}


@pytest.mark.parametrize(
    ("group", "closed"),
    [
        ("pung 7m", False),
        ("added-kong 7m", False),
        ("exposed-kong 7m", True),
        ("concealed-kong 7m", True),
        ("opening-quad 7m", True),
    ],
)
def test_9_2_what_groups_break_closed_floating(group: str, closed: bool) -> None:
    assert ("closed-floating" in multipliers(deal(player(FLOATING, group), card="9m"))) == closed


def test_9_2_an_opening_triple_does_not_break_it() -> None:
    found = multipliers(deal(player(FLOATING, "opening-triple 7m"), card="9m", indicators="7m 8s"))
    assert "closed-floating" in found


def test_9_2_one_pung_among_other_groups_breaks_it() -> None:
    winner = player("111m 222s 333c 444m 99m", "concealed-kong 5s", "pung 7m", "opening-quad 6s")
    assert "closed-floating" not in multipliers(deal(winner, card="9m"))


def test_9_2_a_set_made_a_pung_by_the_winning_discard_breaks_it() -> None:
    winner = player(f"{FLOATING} 777m")
    assert multipliers(deal(winner, "discard", "7m")) == {"piao-hu": 2}
    assert multipliers(deal(winner, "self-draw", "7m")) == {"piao-hu": 2, "closed-floating": 2}


def test_9_2_a_winning_discard_to_the_pair_does_not_break_it() -> None:
    assert "closed-floating" in multipliers(deal(player(f"{FLOATING} 777m"), "discard", "9m"))


def floating_with_wenqian_and_three_copies(option: str) -> dict[str, Any]:
    """The winning 1c makes three copies, but stands in Wenqian and in the pair: the closed multiplier by reading."""
    end = deal(player("123c 11c 333m 444m 555s 666c 777m 999m"), "discard", "1c", winning_discard=option)
    return {
        reading.completes.text: any(line.id == "closed-floating" for line in reading.lines)
        for reading in score(end).readings
        if reading.completes is not None
    }


@pytest.mark.parametrize(
    ("option", "closed"), [("joins-hand", True), ("completed-three-is-pung", False), ("stays-outside", True)]
)
def test_9_2_winning_discard_breaks_in_whatever_groups_the_pung_stands(option: str, closed: bool) -> None:
    assert floating_with_wenqian_and_three_copies(option) == {"1c 1c": closed, "1c 2c 3c": closed}


def test_9_2_only_piao_hu_can_be_closed() -> None:
    assert multipliers(deal(player(f"{PLAIN} 999c"), card="1m")) == {}


@pytest.mark.parametrize(
    "winner",
    [
        player("TTT WWW RRR 123m 456m 789m 234s 55s"),
        player("123m 456m 789m 234s 55s", "pung T", "exposed-kong W", "opening-quad R"),
        player("TTT 123m 456m 789m 234s 55s", "concealed-kong W", "added-kong R"),
    ],
)
def test_9_3_three_elders_among_hand_and_groups(winner: Holding) -> None:
    assert multipliers(deal(winner, card="1m")) == {"three-elders": 2}


def test_9_3_four_in_hand_would_do_but_are_no_group() -> None:
    """Elders form no runs, so a complete hand holds three of each at most; a loser may hold four."""
    losers = {1: player("TTTT WWWW RRRR")}
    found = score(deal(player(f"{PLAIN[:-3]} 789c 55s"), card="1m", others=losers, three_elders_for="everyone"))
    seat = found.seats[1]
    assert seat is not None
    assert seat.multiplier == 2


def test_9_3_the_winning_card_is_included() -> None:
    winner = player("TTT WWW RRR 123m 456m 789m 234s 55s")
    for option in ("joins-hand", "completed-three-is-pung", "stays-outside"):
        assert multipliers(deal(winner, "discard", "R", winning_discard=option)) == {"three-elders": 2}


def test_9_3_two_kinds_and_a_pair_are_not_enough() -> None:
    assert multipliers(deal(player("TTT WWW RR 123m 456m 789m 234s 567s"), card="1m")) == {}


def test_9_3_hezi_cards_do_not_count() -> None:
    winner = player("TTT WWW 123m 456m 789m 234s 567s 55s", hezi="R")
    assert "three-elders" not in multipliers(deal(winner, card="1m", indicators="R R"))


def test_9_3_nine_of_strings_is_no_elder() -> None:
    assert multipliers(deal(player("TTT WWW 123m 456m 789m 234s 55s", "exposed-kong 9s"), card="1m")) == {}


def test_9_3_only_the_winner_by_default() -> None:
    loser = player("TTT WWW RRR")
    totals = score(exhausted(loser)).totals
    assert totals is not None
    assert totals[0] == 30  # 3 sets of 4x2, not doubled: 24


def test_9_3_for_everyone_it_multiplies_a_losers_base_wenqian_included() -> None:
    end = exhausted(
        player("TTT WWW RRR 123c"), three_elders_for="everyone", wenqian_for="everyone", three_elders_multiplier=3
    )
    seat = score(end).seats[0]
    assert seat is not None
    assert (seat.base, seat.bonus, seat.multiplier, seat.unrounded) == (24 + 20, 0, 3, 44 * 3)


def test_9_4_heavenly_win() -> None:
    assert multipliers(deal(player(f"{PLAIN} 789c"), "heavenly")) == {"heavenly-win": 2}


@pytest.mark.parametrize("option", [True, False])
@pytest.mark.parametrize(
    ("winner", "indicators", "drew"),
    [
        (player(PLAIN, "opening-quad 1s"), "8s 8s", True),
        (player(f"{PLAIN} 789c", hezi="1s"), "1s 1s", True),
        (player(PLAIN, "opening-triple 1s"), "1s 8s", False),
        (player(f"{PLAIN} 789c"), "8s 8s", False),
    ],
)
def test_9_4_after_an_opening_replacement(winner: Holding, indicators: str, drew: bool, option: bool) -> None:
    end = deal(winner, "heavenly", indicators=indicators, heavenly_after_opening_draw=option)
    assert ("heavenly-win" in multipliers(end)) == (option or not drew)


def test_9_5_a_win_on_the_first_discard() -> None:
    end = deal(player(f"{PLAIN} 789c"), "discard", "1m", dealer=1, giver=1, moment="first-discard")
    assert multipliers(end) == {"first-discard": 2}


def test_9_5_an_earlier_concealed_kong_of_the_dealer_does_not_matter() -> None:
    end = deal(
        player(f"{PLAIN} 789c"),
        "discard",
        "1m",
        dealer=2,
        giver=2,
        moment="first-discard",
        others={2: player("", "concealed-kong 1s")},
    )
    assert multipliers(end) == {"first-discard": 2}


@pytest.mark.parametrize(
    ("source", "moment", "expected"),
    [
        ("discard", "ordinary", {"ready": 2}),
        ("self-draw", "ordinary", {"ready": 2}),
        ("self-draw", "last-card", {"ready": 2, "last-card": 2}),
        ("discard", "first-discard", {"ready": 2, "first-discard": 2}),
    ],
)
def test_9_6_ready_in_the_preparation(source: Source, moment: Moment, expected: dict[str, int]) -> None:
    winner = player(f"{PLAIN} 789c", ready=True)
    assert multipliers(deal(winner, source, "1m", dealer=1, moment=moment)) == expected


def test_9_6_ready_without_a_win_multiplies_nothing() -> None:
    ready = player("111m 222s", ready=True)
    assert score(exhausted(ready)).totals == score(exhausted(player("111m 222s"))).totals == (10, 0, 0)


def test_9_7_last_card() -> None:
    assert multipliers(deal(player(f"{PLAIN} 789c"), card="1m", moment="last-card")) == {"last-card": 2}


@pytest.mark.parametrize(("option", "expected"), [(True, {"last-card": 2}), (False, {})])
def test_9_7_last_card_as_a_replacement(option: bool, expected: dict[str, int]) -> None:
    winner = player(PLAIN, "concealed-kong 1s")
    end = deal(winner, "kong-replacement", "1m", moment="last-card", last_card_on_replacement=option)
    assert multipliers(end) == expected


def test_9_7_an_ordinary_last_card_does_not_mind_the_option() -> None:
    end = deal(player(f"{PLAIN} 789c"), card="1m", moment="last-card", last_card_on_replacement=False)
    assert multipliers(end) == {"last-card": 2}


def test_9_everything_at_once() -> None:
    winner = player("TTT WWW RRR 444m 555s 666c 777m 99m", ready=True)
    found = multipliers(deal(winner, "self-draw", "9m", dealer=1, moment="last-card"))
    assert found == {"piao-hu": 2, "closed-floating": 2, "three-elders": 2, "ready": 2, "last-card": 2}
