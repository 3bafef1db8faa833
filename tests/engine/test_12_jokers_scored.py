"""§12.2 what jokers are worth: to their owner, and to everybody where one is turned up."""

import pytest

from engine.cards import JOKERS
from engine.score import score
from tests.support.table import deal as won
from tests.support.table import exhausted, player


def test_12_2_each_joker_adds_to_its_owners_base_win_or_not() -> None:
    own, other = player("123m 456m 789m 234s 567s 456c 777c TT", jokers="jF jP"), player("", jokers="jL")
    totals = {}
    for hu in (10, 7):
        found = score(won(own, card="4m", others={1: other}, jokers="flowers", joker_hu=hu))
        totals[hu] = [seat.base for seat in found.seats]
    assert totals == {10: [4 + 20, 10, 0], 7: [4 + 14, 7, 0]}


def test_12_2_an_exhausted_deal_settles_jokers_too() -> None:
    assert score(exhausted(player("555m", jokers="jF"), jokers="flowers")).totals == (20, 0, 0)


@pytest.mark.parametrize(("indicators", "times"), [("jF 8c", 2), ("jF jW", 4)])
def test_12_2_a_joker_turned_up_multiplies_every_total_before_rounding(indicators: str, times: int) -> None:
    """34 × 2 = 68, so 70, and not 40 × 2."""
    own, other = player("123m 456m 789m 234s 567s 456c 777c TT"), player("", "pung 5s", "pung R", "pung W")
    found = score(won(own, "discard", "3s", indicators=indicators, others={1: other}, jokers="flowers"))
    assert [(seat.base, seat.bonus, seat.multiplier) for seat in found.seats] == [(4, 30, 1), (10, 0, 1), (0, 0, 1)]
    assert [seat.unrounded for seat in found.seats] == [34 * times, 10 * times, 0]
    assert found.totals == ((70, 20, 0) if times == 2 else (140, 40, 0))
    assert [line.id for line in found.seats[2].lines] == ["joker-indicator"] * (times // 2)


def test_12_2_a_readings_unrounded_has_it_and_its_multiplier_does_not() -> None:
    own = player("111m 222s 333c 444m 555s 666c 777m 99m")
    before, after = (
        score(won(own, card="9m", indicators=indicators, jokers="flowers")).chosen for indicators in ("1s 1s", "jF jP")
    )
    assert before is not None
    assert after is not None
    assert (after.multiplier, after.unrounded) == (4, (7 * 4 + 50 + 20) * 4 * 4)
    assert before.multiplier == 4


def test_12_2_the_multiplier_is_an_option() -> None:
    end = exhausted(player("555m"), indicators="jF jP", jokers="flowers", joker_indicator_multiplier=3)
    assert score(end).seats[0].unrounded == 4 * 9
    off = exhausted(player("555m"), indicators="jF jP", jokers="flowers", joker_indicator_multiplier=1)
    assert score(off).totals == (10, 0, 0)


@pytest.mark.parametrize("joker", JOKERS)
def test_12_2_a_joker_turned_up_matches_no_kind(joker: str) -> None:
    own = player("", "pung T", "pung 9s", "pung 1m", "exposed-kong 5c")
    end = exhausted(own, indicators=f"{joker} 8c", jokers="flowers", joker_indicator_multiplier=1)
    assert score(end).seats[0].base == 4 + 4 + 2 + 8
    printed = exhausted(own, indicators=f"{joker} 8c", jokers="flowers", preset="article-printed")
    assert {line.cell.column for line in score(printed).seats[0].lines if line.cell is not None} == {"Small"}


def test_12_2_a_hand_is_not_complete_by_its_jokers() -> None:
    """They are no cards of the hand: what was exposed was replaced."""
    own = player("123m 456m 789m 234s 567s 456c 777c TT", jokers="jF jP jL jJ jW")
    assert score(won(own, card="4m", jokers="flowers")).partitions == 1


def test_12_2_jokers_are_an_opening_replacement_of_a_heavenly_winner() -> None:
    own = player("123m 456m 789m 234s 567s 456c 777c TT", jokers="jF")
    for after_a_draw, times in ((True, 2), (False, 1)):
        end = won(own, "heavenly", jokers="flowers", heavenly_after_opening_draw=after_a_draw)
        assert score(end).seats[0].multiplier == times
