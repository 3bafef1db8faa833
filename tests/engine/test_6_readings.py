"""Complete hands, readings and which of them scores (§6)."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.cards import KIND_OF
from engine.ending import DealEnd, Win
from engine.partitions import RUNS, TRIPLETS
from engine.score import Score, score
from tests.support.brute import shape_of
from tests.support.hands import random_end
from tests.support.table import cardavia, deal, player

FIVE_GROUPS = "123m 456m 789m 123s 456s"
"""Fifteen worthless cards for hands whose interest is in the other eight."""


def completed(end: DealEnd) -> list[str]:
    """The group each reading's winning card completes, best reading first."""
    return [reading.completes.text for reading in score(end).readings if reading.completes is not None]


def no_win(found: Score) -> bool:
    return found.readings == () and found.chosen is None and found.totals is None and found.payments is None


@pytest.mark.parametrize("declared", range(8))
def test_6_1_declared_groups_and_concealed_cards_make_seven_groups_and_a_pair(declared: int) -> None:
    groups = [f"pung {rank}c" for rank in range(1, 8)][:declared]
    runs = ["123m", "456m", "789m", "123s", "456s", "789s", "123m"][declared:]
    winner = player(" ".join([*runs, "RR"]), *groups)
    assert sum(winner.hand) == 3 * (7 - declared) + 2
    assert len(score(deal(winner, card="R", indicators="9c T")).readings) == 1


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        (f"{FIVE_GROUPS} 55s", ()),
        (f"{FIVE_GROUPS} 777c 888c 999c 55s", ()),
        (f"{FIVE_GROUPS} 777c 888c 55s", ("pung 9s",)),
        (f"{FIVE_GROUPS} 55s", ("pung 9s",)),
    ],
)
def test_6_1_too_few_or_too_many_groups_are_no_win(hand: str, groups: tuple[str, ...]) -> None:
    assert no_win(score(deal(player(hand, *groups), card="5s")))


def test_6_1_a_false_win_has_no_total_but_the_others_have() -> None:
    found = score(deal(player(f"{FIVE_GROUPS} 777c 88c 9c 55s"), card="5s", others={1: player("111c", "pung T")}))
    assert no_win(found)
    assert found.partitions == 0
    assert found.seats[0] is None
    assert [seat.base for seat in found.seats if seat is not None] == [8, 0]


def test_6_1_a_win_without_a_source_has_partitions_but_no_reading() -> None:
    end = deal(player(f"{FIVE_GROUPS} 777c 888c 55s"), card="5s")
    found = score(DealEnd(end.rules, end.indicators, end.dealer, end.players, Win(0, "none", KIND_OF["5s"])))
    assert no_win(found)
    assert found.partitions == 1


def test_6_2_four_identical_cards_not_declared_are_no_group() -> None:
    assert no_win(score(deal(player("123m 456m 789m 123s 456s 789s TTTT 5c"), card="5c")))
    assert no_win(score(deal(player(f"{FIVE_GROUPS} 789s 1111c TT"), card="T")))


def test_6_2_a_quad_in_hand_counts_as_triplet_and_run() -> None:
    found = score(deal(player(f"{FIVE_GROUPS} 1111c 23c RR"), card="R"))
    assert [len(reading.partition) for reading in found.readings] == [8]
    assert {TRIPLETS[KIND_OF["1c"]], RUNS[KIND_OF["1c"]]} <= set(found.readings[0].partition)


def test_6_3_one_winning_card_that_completes_a_triplet_a_run_and_a_pair() -> None:
    end = deal(player("123s 456s 789s 678c 678c 555m 67m 888m"), "discard", "5m", indicators="T T")
    assert score(end).partitions == 2
    assert completed(end) == ["5m 5m", "5m 6m 7m", "5m 5m 5m"]
    assert [reading.unrounded for reading in score(end).readings] == [4 + 4 + 20 + 10, 4 + 4 + 20, 2 + 4 + 20]


def test_6_3_identical_groups_are_one_choice() -> None:
    end = deal(player("123m 123m 123m 123s 456s 789s 678c 55c"), card="1m")
    assert score(end).partitions == 2
    assert sorted(completed(end)) == ["1m 1m 1m", "1m 2m 3m"]


def test_6_3_a_heavenly_win_has_no_winning_card_and_one_reading_a_partition() -> None:
    found = score(deal(player("123m 123m 123m 123s 456s 789s 678c 55c"), "heavenly"))
    assert len(found.readings) == found.partitions == 2
    assert [reading.completes for reading in found.readings] == [None, None]


def test_6_3_the_winning_card_need_not_stand_in_the_group_that_it_was_drawn_for() -> None:
    """3m of 1-2-3 would be a wait, 3m of 3-4-5 none: both are readings, and the better one scores."""
    end = deal(player("123m 345m 123s 456s 789s 678c 789c WW"), card="3m")
    assert completed(end) == ["1m 2m 3m", "3m 4m 5m"]
    assert [reading.unrounded for reading in score(end).readings] == [120, 110]


def test_6_4_the_highest_total_before_rounding_scores() -> None:
    end = deal(player("111m 222m 333m 123s 456s 789s 678c 55c"), card="5c")
    found = score(end)
    assert found.partitions == 2
    assert [reading.unrounded for reading in found.readings] == [12 + 100 + 20, 12 + 20 + 20]
    assert found.chosen == found.readings[0]


def test_6_4_not_the_highest_after_rounding() -> None:
    """With a unit of 1000 both readings come to 1000: the one with more before rounding is still first."""
    found = score(deal(player("111m 222m 333m 123s 456s 789s 678c 55c"), card="5c", rounding_unit=1000))
    assert [(reading.unrounded, reading.total) for reading in found.readings] == [(132, 1000), (52, 1000)]


def test_6_4_ties_go_to_the_first_in_canonical_order() -> None:
    """Nothing but base hu counts here, so every reading of a drawn card ties."""
    worth_nothing: dict[str, Any] = {"qing_hu": 0, "piao_hu": 0, "tazi_hu": 0, "wait_hu": 0, "piao_multiplier": 1}
    end = deal(
        player("111m 222m 333m 123s 456s 789s 678c 55c"), card="1m", closed_floating_multiplier=1, **worth_nothing
    )
    found = score(end)
    assert len({reading.unrounded for reading in found.readings}) == 1
    assert completed(end) == ["1m 1m 1m", "1m 2m 3m"]
    assert found.chosen is not None
    assert found.chosen.partition[0] == TRIPLETS[KIND_OF["1m"]]


def test_6_4_readings_come_best_first_and_ties_in_canonical_order() -> None:
    rng = Random(64)
    tied = 0
    for _ in range(800):
        found = score(random_end(rng, cardavia()))
        order = [
            (
                -reading.unrounded,
                shape_of(reading.partition),
                shape_of([reading.completes] if reading.completes else []),
            )
            for reading in found.readings
        ]
        assert all(one < other for one, other in pairwise(order))
        tied += len({key[0] for key in order}) < len(order)
    assert tied > 50


def test_6_4_the_winner_settles_with_the_reading_chosen() -> None:
    found = score(deal(player("111m 222m 333m 123s 456s 789s 678c 55c"), card="5c"))
    chosen, seat = found.chosen, found.seats[0]
    assert chosen is not None
    assert seat is not None
    assert (seat.lines, seat.base, seat.bonus, seat.multiplier, seat.unrounded, seat.total) == (
        chosen.lines,
        chosen.base,
        chosen.bonus,
        chosen.multiplier,
        chosen.unrounded,
        chosen.total,
    )
