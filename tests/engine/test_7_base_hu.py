"""Base hu: what sets are worth to any player (§7). Indicators are ``8s 8s`` where a test does not say others."""

from itertools import product

import pytest

from engine.cards import KINDS, TOKENS, matches
from engine.ending import DealEnd, Holding, Source
from engine.lines import Line
from engine.score import Reading, score
from tests.support.table import deal, exhausted, kinds, player

RUNS = "123m 456m 789m 123s 456s"
"""Five worthless groups of a winner."""


def base(end: DealEnd, seat: int = 0) -> int:
    found = score(end).seats[seat]
    assert found is not None
    return found.base


def base_lines(end: DealEnd, seat: int = 0) -> list[Line]:
    found = score(end).seats[seat]
    assert found is not None
    return [line for line in found.lines if line.section == "base"]


def by_completed(end: DealEnd) -> dict[str, int]:
    """The base of each reading, by the group that the winning card completes."""
    return {reading.completes.text: reading.base for reading in score(end).readings if reading.completes}


def ids(reading: Reading) -> list[str]:
    return [line.id for line in reading.lines if line.section == "base"]


@pytest.mark.parametrize(
    ("group", "hu"),
    [
        ("pung 5m", 2),
        ("exposed-kong 5m", 8),
        ("added-kong 5m", 8),
        ("concealed-kong 5m", 12),
        ("opening-quad 5m", 16),
        ("pung T", 4),
        ("exposed-kong W", 16),
        ("added-kong R", 16),
        ("concealed-kong 9s", 24),
        ("opening-quad T", 32),
    ],
)
def test_7_1_declared_groups(group: str, hu: int) -> None:
    assert base(exhausted(player("", group))) == hu


def test_7_1_an_opening_triple_is_an_indicators_kind_and_doubled_by_it() -> None:
    assert base(exhausted(player("", "opening-triple 5m"), indicators="5m T")) == 16 * 2


@pytest.mark.parametrize(("hand", "hu"), [("555m", 4), ("5555m", 12), ("55m", 0), ("TTT", 8), ("TTTT", 24)])
def test_7_1_identical_cards_in_hand(hand: str, hu: int) -> None:
    assert base(exhausted(player(hand))) == hu


def test_7_1_sets_add_up() -> None:
    holding = player("111m 5555c WWW 23s", "pung 2m", "concealed-kong R", "exposed-kong 3c")
    lines = base_lines(exhausted(holding))
    assert [(line.id, line.amount) for line in lines] == [
        ("pung", 2),
        ("concealed-kong", 24),
        ("exposed-kong", 8),
        ("three-in-hand", 4),
        ("four-in-hand", 12),
        ("three-in-hand", 8),
    ]
    assert base(exhausted(holding)) == sum(line.amount for line in lines)


def test_7_1_lines_carry_their_cards_value_and_factors() -> None:
    (line,) = base_lines(exhausted(player("", "pung T"), indicators="T 9s"))
    assert (line.value, line.amount, line.cards, line.rule) == (2, 2 * 2 * 2 * 2 * 2, kinds("TTT"), "§7.1")
    assert [(factor.id, factor.rule, TOKENS[factor.card], factor.times) for factor in line.factors] == [
        ("old-general", "§7.3", "T", 2),
        ("indicator", "§7.3", "T", 2),
        ("indicator", "§7.3", "9s", 2),
        ("exact-pung", "§7.4", "T", 2),
    ]


@pytest.mark.parametrize(
    ("holding", "text"),
    [
        (player("", "pung 5m"), "5m 5m 5m"),
        (player("", "opening-quad 5m"), "5m 5m 5m 5m"),
        (player("5555m"), "5m 5m 5m 5m"),
        (player("555m"), "5m 5m 5m"),
    ],
)
def test_7_1_a_line_names_every_card_of_its_set(holding: Holding, text: str) -> None:
    (line,) = base_lines(exhausted(holding))
    assert " ".join(TOKENS[kind] for kind in line.cards) == text


def test_7_2_three_in_hand_count_whatever_groups_they_are_in() -> None:
    """Ones, twos and threes of Myriads in three triplets or in three runs."""
    found = score(deal(player("123m 123m 123m 456s 789s 456c 789c TT"), "heavenly"))
    assert [reading.base for reading in found.readings] == [3 * 4, 3 * 4]


def test_7_2_four_in_hand_count_as_four_though_parted_as_triplet_and_run() -> None:
    assert base(deal(player(f"{RUNS} 7777c 89c 55c"), card="5c")) == 12


def test_7_2_a_fourth_card_in_hand_beside_an_own_pung_adds_nothing() -> None:
    assert base(exhausted(player("7m 12s", "pung 7m"))) == 2


def test_7_3_an_ordinary_indicator_matches_its_rank_in_any_suit() -> None:
    for hand in ("444m", "444s", "444c"):
        assert base(exhausted(player(hand), indicators="4m 1c")) == (24 if hand == "444m" else 8)
    assert base(exhausted(player("555m"), indicators="4m 1c")) == 4


def test_7_3_both_indicators_multiply() -> None:
    assert base(exhausted(player("444s"), indicators="4m 4c")) == 16
    assert base(exhausted(player("", "concealed-kong 4s"), indicators="4m 4c")) == 48


def test_7_3_an_old_general_indicator_matches_all_four_and_nothing_else() -> None:
    for general in ("T", "W", "R", "9s"):
        holding = player("", f"exposed-kong {general}")
        for indicator in {"T", "W", "R", "9s"} - {general}:
            assert base(exhausted(holding, indicators=f"{indicator} 1c")) == 8 * 2 * 2
    for ordinary in ("9m", "9c", "1m"):
        assert base(exhausted(player("", f"exposed-kong {ordinary}"), indicators="T 9s")) == 8


def test_7_3_nine_of_strings_and_the_other_nines_never_match() -> None:
    assert base(exhausted(player("", "exposed-kong 9s"), indicators="9m 9c")) == 8 * 2
    assert base(exhausted(player("", "exposed-kong 9m"), indicators="9s 1c")) == 8
    assert base(exhausted(player("", "exposed-kong 9m"), indicators="9c 1c")) == 8 * 2


def test_7_3_which_kinds_match() -> None:
    generals = set(kinds("TWR 9s"))
    for one, other in product(range(KINDS), repeat=2):
        both = one in generals and other in generals
        same_rank = one not in generals and other not in generals and TOKENS[one][0] == TOKENS[other][0]
        assert matches(one, other) == matches(other, one) == (both or same_rank), (TOKENS[one], TOKENS[other])


def test_7_3_equal_indicators_match_twice() -> None:
    assert base(exhausted(player("333s"), indicators="3m 3m")) == 16
    assert base(exhausted(player("", "pung T"), indicators="W W")) == 2 * 2 * 2 * 2


def test_7_4_an_exact_pung_doubles_once_more() -> None:
    assert base(exhausted(player("", "pung 3m"), indicators="3m 1c")) == 2 * 2 * 2
    assert base(exhausted(player("", "pung 3m"), indicators="3m 3s")) == 2 * 2 * 2 * 2
    assert base(exhausted(player("", "pung R"), indicators="R T")) == 2 * 2 * 2 * 2 * 2


def test_7_4_exact_three_in_hand_start_from_twelve() -> None:
    (line,) = base_lines(exhausted(player("333m"), indicators="3m 3s"))
    assert (line.id, line.rule, line.value, line.amount) == ("exact-three-in-hand", "§7.4", 12, 12 * 2 * 2)
    assert base(exhausted(player("WWW"), indicators="W 1c")) == 12 * 2 * 2


def test_7_4_nothing_else_changes_by_an_exact_match() -> None:
    assert base(exhausted(player("", "opening-triple 3m"), indicators="3m 1c")) == 16 * 2
    assert base(exhausted(player("33m"), indicators="3m 1c")) == 0


def test_7_4_a_kong_is_never_an_exact_match() -> None:
    """Its four copies leave none for an indicator: the same rank is all that can match."""
    assert base(exhausted(player("", "added-kong 3s"), indicators="3m 3c")) == 8 * 2 * 2


def test_7_5_worked() -> None:
    assert base(exhausted(player("222m"), indicators="2s 3m")) == 8
    assert base(exhausted(player("222s"), indicators="2s 3m")) == 24
    by_discard = deal(player("123m 456m 789m 456s 789c 222s 789c WW"), "discard", "2s", indicators="2s 3m")
    assert base(by_discard) == 8
    assert base(exhausted(player("", hezi="4c"), indicators="4c 4c")) == 64


def test_7_5_hezi_of_an_old_general() -> None:
    assert base(exhausted(player("", hezi="T"), indicators="T T")) == 16 * 2 * 2 * 2


def test_7_1_losers_and_an_exhausted_deal_score_base_alike() -> None:
    loser = player("111c 2222c", "pung T")
    won = deal(player(f"{RUNS} 789s 789c RR"), card="R", others={1: loser})
    assert base(won, 1) == base(exhausted(loser)) == 4 + 12 + 4


@pytest.mark.parametrize("source", ["self-draw", "kong-replacement"])
@pytest.mark.parametrize("option", ["joins-hand", "completed-three-is-pung", "stays-outside"])
def test_7_6_a_drawn_card_is_a_card_in_hand(source: Source, option: str) -> None:
    winner = player("123m 456m 789m 123s 456s 777c 55c", "concealed-kong 2c")
    assert base(deal(winner, source, "7c", winning_discard=option)) == 12 + 4


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        # Three copies with the winning one: the set is a pung where it completes the triplet.
        ("joins-hand", {"5m 5m 5m": 2, "5m 6m 7m": 4, "5m 5m": 4}),
        ("completed-three-is-pung", {"5m 5m 5m": 2, "5m 6m 7m": 2, "5m 5m": 2}),
        ("stays-outside", {"5m 5m 5m": 2, "5m 6m 7m": 0, "5m 5m": 0}),
    ],
)
def test_7_6_three_copies_with_the_winning_one(option: str, expected: dict[str, int]) -> None:
    winner = player("123s 456s 789s 678c 678c 555m 67m 888m")
    of_888m = 4
    found = by_completed(deal(winner, "discard", "5m", indicators="T T", winning_discard=option))
    assert found == {group: hu + of_888m for group, hu in expected.items()}


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        # Four copies with the winning one: no pung, whatever the card completes.
        ("joins-hand", {"7c 7c 7c": 12, "7c 8c 9c": 12}),
        ("completed-three-is-pung", {"7c 7c 7c": 12, "7c 8c 9c": 12}),
        ("stays-outside", {"7c 7c 7c": 4, "7c 8c 9c": 4}),
    ],
)
def test_7_6_four_copies_with_the_winning_one(option: str, expected: dict[str, int]) -> None:
    winner = player(f"{RUNS} 7777c 89c 55c")
    assert by_completed(deal(winner, "discard", "7c", winning_discard=option)) == expected


@pytest.mark.parametrize("option", ["joins-hand", "completed-three-is-pung", "stays-outside"])
def test_7_6_a_pair_or_a_run_without_three_copies_adds_nothing(option: str) -> None:
    winner = player(f"{RUNS} 789s 789c RR")
    assert by_completed(deal(winner, "discard", "R", winning_discard=option)) == {"R R": 0}
    assert by_completed(deal(winner, "discard", "8c", winning_discard=option)) == {"7c 8c 9c": 0}


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        # The exact match of §7.4 goes with the form: pung 2x2x2, three in hand 12x2.
        ("joins-hand", {"5m 5m 5m": 8, "5m 6m 7m": 24, "5m 5m": 24}),
        ("completed-three-is-pung", {"5m 5m 5m": 8, "5m 6m 7m": 8, "5m 5m": 8}),
        ("stays-outside", {"5m 5m 5m": 8, "5m 6m 7m": 0, "5m 5m": 0}),
    ],
)
def test_7_6_with_an_exact_match(option: str, expected: dict[str, int]) -> None:
    winner = player("123s 456s 789s 678c 678c 555m 67m 888m")
    of_888m = 4
    found = by_completed(deal(winner, "discard", "5m", indicators="5m T", winning_discard=option))
    assert found == {group: hu + of_888m for group, hu in expected.items()}


@pytest.mark.parametrize("option", ["joins-hand", "completed-three-is-pung", "stays-outside"])
def test_7_6_other_sets_in_hand_do_not_mind(option: str) -> None:
    winner = player("123m 456m 789m 123s 444c 7777c 89c WW")
    assert by_completed(deal(winner, "discard", "W", winning_discard=option)) == {"W W": 4 + 12}


@pytest.mark.parametrize("option", ["joins-hand", "completed-three-is-pung", "stays-outside"])
def test_7_6_the_card_taken_is_no_card_in_hand_of_the_giver(option: str) -> None:
    winner = player(f"{RUNS} 789s 789c RR")
    giver = player("333c 44c", "pung 2c")
    end = deal(winner, "discard", "R", others={1: giver}, winning_discard=option)
    assert base(end, 1) == 4 + 2


@pytest.mark.parametrize("option", ["joins-hand", "completed-three-is-pung", "stays-outside"])
def test_7_6_a_robbed_card_completes_a_run_and_the_pung_stays_a_pung(option: str) -> None:
    winner = player(f"{RUNS} 789s 789c RR")
    end = deal(winner, "robbed-kong", "8c", others={1: player("123c", "pung 8c")}, winning_discard=option)
    assert by_completed(end) == {"7c 8c 9c": 0}
    assert base(end, 1) == 2 * 2 * 2


def test_7_6_the_lines_name_the_pung() -> None:
    end = deal(player("123s 456s 789s 678c 678c 555m 67m 888m"), "discard", "5m", indicators="T T")
    lines = {reading.completes.text: ids(reading) for reading in score(end).readings if reading.completes}
    assert lines == {
        "5m 5m 5m": ["pung", "three-in-hand"],
        "5m 6m 7m": ["three-in-hand", "three-in-hand"],
        "5m 5m": ["three-in-hand", "three-in-hand"],
    }
