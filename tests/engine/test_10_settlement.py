"""Totals and settlement (§10), and deals worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import KIND_OF
from engine.partitions import PAIRS, RUNS, TRIPLETS
from engine.score import payments_of, rounded, score
from tests.support.records import WORKED
from tests.support.table import cardavia, deal, end_of_record, exhausted, player, rules

AMOUNTS = st.integers(0, 10**12)
UNITS = st.integers(1, 10**6)


def test_10_1_rounded_up_to_a_multiple_of_ten() -> None:
    assert [rounded(cardavia(), amount) for amount in (0, 1, 9, 10, 11, 20, 22, 30)] == [0, 10, 10, 10, 20, 20, 30, 30]


def test_10_1_nearest_takes_half_up() -> None:
    nearest = rules(rounding="nearest")
    assert [rounded(nearest, amount) for amount in (0, 4, 5, 6, 14, 15, 20, 25)] == [0, 0, 10, 10, 10, 20, 20, 30]


def test_10_1_nearest_with_an_odd_unit_has_no_half() -> None:
    nearest = rules(rounding="nearest", rounding_unit=7)
    assert [rounded(nearest, amount) for amount in (3, 4, 10, 11, 14)] == [0, 7, 7, 14, 14]


def test_10_1_down() -> None:
    down = rules(rounding="down")
    assert [rounded(down, amount) for amount in (0, 9, 10, 19, 20)] == [0, 0, 10, 10, 20]


@pytest.mark.parametrize("way", ["up", "nearest", "down"])
def test_10_1_a_unit_of_one_changes_nothing(way: str) -> None:
    assert [rounded(rules(rounding=way, rounding_unit=1), amount) for amount in range(30)] == list(range(30))


@given(AMOUNTS, UNITS)
def test_10_1_rounding_gives_the_multiple_that_it_promises(amount: int, unit: int) -> None:
    up, nearest, down = (rounded(rules(rounding=way, rounding_unit=unit), amount) for way in ("up", "nearest", "down"))
    assert up % unit == nearest % unit == down % unit == 0
    assert down <= amount <= up < down + unit + (up != down)
    assert up - down in (0, unit)
    assert nearest == (up if 2 * (amount - down) >= unit and up != down else down)


@pytest.mark.parametrize(("way", "difference", "total"), [("up", 4, 30), ("nearest", 4, 30), ("down", -6, 20)])
def test_10_1_the_rounding_line_has_the_difference(way: str, difference: int, total: int) -> None:
    """26 hu of base: three old generals' sets of 8 and a pung of 2."""
    seat = score(exhausted(player("TTT WWW RRR", "pung 5m"), rounding=way)).seats[0]
    assert seat is not None
    assert seat.unrounded == 26
    assert [line.amount for line in seat.lines if line.section == "rounding"] == [difference]
    assert seat.total == total


def test_10_1_no_line_where_nothing_is_rounded() -> None:
    seat = score(exhausted(player("TTT 1111m"))).seats[0]
    assert seat is not None
    assert (seat.unrounded, seat.total) == (20, 20)
    assert [line.section for line in seat.lines] == ["base", "base"]


def test_10_2_the_worked_totals() -> None:
    assert payments_of(cardavia(), (100, 40, 20), 0) == (140, -40, -100)


@given(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS), st.sampled_from([0, 1, 2, None]))
def test_10_2_payments_sum_to_nought(totals: tuple[int, int, int], winner: int | None) -> None:
    for option in ("differences", "winner-only"):
        assert sum(payments_of(rules(settlement=option), totals, winner)) == 0


@given(st.tuples(AMOUNTS, AMOUNTS, AMOUNTS), st.sampled_from([0, 1, 2, None]))
def test_10_2_every_pair_settles_its_difference(totals: tuple[int, int, int], winner: int | None) -> None:
    a, b, c = totals
    expected = ((a - b) + (a - c), (b - a) + (b - c), (c - a) + (c - b))
    assert payments_of(cardavia(), totals, winner) == expected


@pytest.mark.parametrize(("winner", "payments"), [(0, (140, -60, -80)), (1, (60, -40, -20)), (2, (80, 20, -100))])
def test_10_2_winner_only(winner: int, payments: tuple[int, ...]) -> None:
    assert payments_of(rules(settlement="winner-only"), (100, 40, 20), winner) == payments


def test_10_3_winner_only_settles_an_exhausted_deal_as_before() -> None:
    found = score(exhausted(player("TTT 1111m"), player("WWW"), settlement="winner-only"))
    assert found.totals == (20, 10, 0)
    assert found.payments == (30, 0, -30)


def test_10_3_an_exhausted_deal_settles_base_hu() -> None:
    found = score(exhausted(player("TTT 1111m"), player("WWW")))
    assert (found.readings, found.partitions, found.chosen) == ((), 0, None)
    assert found.payments == (30, 0, -30)


def test_10_3_the_winner_need_not_have_the_highest_total() -> None:
    winner = player("123m 456m 789m 234s 567s 456c 777c 99c")
    loser = player("", "opening-quad T", "exposed-kong W", "concealed-kong R")
    found = score(deal(winner, "discard", "1m", others={2: loser}))
    assert found.totals == (30, 0, 80)
    assert found.payments == (-20, -110, 130)


def test_10_3_totals_may_be_tied() -> None:
    winner = player("123m 456m 789m 234s 567s 456c 777c 99c")
    found = score(deal(winner, "discard", "1m", others={2: player("TTT WWW RRR")}))
    assert found.totals == (30, 0, 30)
    assert found.payments == (30, -60, 30)


def test_10_the_record_of_the_formats_document() -> None:
    """Li: base 26, Tazi 20, Wenqian 20, wait 10 (the 7 of 7-8-9): 76, so 80. The table's payments are right."""
    found = score(end_of_record(WORKED))
    assert found.chosen is not None
    assert [(line.id, line.amount) for line in found.chosen.lines] == [
        ("pung", 2),
        ("exposed-kong", 16),
        ("three-in-hand", 4),
        ("three-in-hand", 4),
        ("tazi-hu", 20),
        ("wenqian", 20),
        ("wait-seven-of-789", 10),
        ("rounding", 4),
    ]
    assert (found.chosen.base, found.chosen.bonus, found.chosen.unrounded, found.chosen.total) == (26, 50, 76, 80)
    assert found.totals == (80, 40, 40)
    assert found.payments == (80, -40, -40)
    assert found.chosen.completes == RUNS[KIND_OF["7s"]]
    assert found.chosen.partition == (
        TRIPLETS[KIND_OF["1m"]],
        RUNS[KIND_OF["4m"]],
        RUNS[KIND_OF["7s"]],
        RUNS[KIND_OF["1c"]],
        PAIRS[KIND_OF["5c"]],
        TRIPLETS[KIND_OF["7c"]],
    )
