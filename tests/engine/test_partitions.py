"""Partitions of concealed cards (§6.2), against two slower ways of finding them and the counts of the literature."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import KIND_OF, KINDS, counts_of
from engine.partitions import groups_with, is_complete, kinds_waited_for, partitions
from tests.support.brute import PAIR, Shape, one_suit, shape_of, shapes, waits
from tests.support.hands import random_cards, random_complete
from tests.support.table import counts, kinds


def written(hand: str) -> list[str]:
    return [" | ".join(group.text for group in partition) for partition in partitions(counts(hand))]


@pytest.fixture(scope="module")
def one_suit_ways() -> dict[tuple[int, ...], list[Shape]]:
    return one_suit()


@pytest.mark.parametrize("seed", range(4))
def test_6_2_agrees_with_brute_force_on_random_hands(seed: int) -> None:
    rng = Random(seed)
    found: Counter[int] = Counter()
    for _ in range(6_000):
        hand = random_cards(rng, rng.choice((7, 7, 7, 6, 5, 4, 3, 2, 1, 0)))
        ours = [shape_of(partition) for partition in partitions(hand)]
        assert len(set(ours)) == len(ours), hand
        assert set(ours) == shapes(hand), hand
        assert is_complete(hand) == bool(ours), hand
        found[min(len(ours), 2)] += 1
    assert min(found[number] for number in (0, 1, 2)) > 200, "hands with none, one and several"


def test_6_2_the_counts_of_the_literature(one_suit_ways: dict[tuple[int, ...], list[Shape]]) -> None:
    complete = {counts: ways for counts, ways in one_suit_ways.items() if sum(counts) == 23}
    assert len(one_suit_ways) == 135_352
    assert sum(map(len, one_suit_ways.values())) == 188_476
    assert len(complete) == 30_148
    assert max(map(len, complete.values())) == 13
    assert len(complete[3, 3, 3, 3, 3, 3, 3, 2, 0]) == 13


def test_6_2_every_holding_of_one_suit(one_suit_ways: dict[tuple[int, ...], list[Shape]]) -> None:
    """All of them, in canonical order, each in another suit; what has no pair is given one of Red Flowers."""
    red_pair = bytes((0, 0, 2))
    for number, (held, ways) in enumerate(one_suit_ways.items()):
        suit = number % 3 * 9
        paired = sum(held) % 3 == 2
        hand = bytes(suit) + bytes(held) + bytes(18 - suit) + (bytes(3) if paired else red_pair)
        pair_of_honours = () if paired else ((29, PAIR),)
        expected = [(*[(suit + rank, form) for rank, form in way], *pair_of_honours) for way in sorted(ways)]
        assert [shape_of(partition) for partition in partitions(hand)] == expected, held


def test_6_2_the_two_slow_ways_agree(one_suit_ways: dict[tuple[int, ...], list[Shape]]) -> None:
    for held, ways in list(one_suit_ways.items())[::20]:
        pair = sum(held) % 3 == 2
        assert shapes(held + (0,) * 21) == (set(ways) if pair else set()), held


def test_6_2_thirteen_partitions_through_the_engine() -> None:
    assert len(partitions(counts("111222333444555666777m 88m"))) == 13


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("", "no cards have no pair"),
        ("1111m 22s", "four identical cards that were not declared are no group"),
        ("TTTT RR", "nor four honours"),
        ("TWR 11m", "honours form no runs"),
        ("9m 1s 2s 55c", "runs do not cross suits"),
        ("89s 1c 55m", "not from Strings to Coins either"),
        ("891m 55s", "ranks do not go round"),
        ("9c TW 55m", "a 9 goes on to no honour"),
        ("11m 22m", "two pairs and no group"),
        ("11m 22s", "a pair in each of two suits"),
        ("11m 22m 33s 44s", "two pairs a suit"),
        ("11122m 333s 4s", "a card too many"),
        ("111m 222m", "no pair"),
    ],
)
def test_6_2_no_partition(hand: str, why: str) -> None:
    assert partitions(counts(hand)) == (), why
    assert not is_complete(counts(hand)), why


def test_6_2_a_pair_alone_is_what_seven_declared_groups_leave() -> None:
    assert written("WW") == ["W W"]


def test_1_4_nine_of_strings_may_end_a_run() -> None:
    assert written("789s 99s") == ["7s 8s 9s | 9s 9s"]


def test_6_2_a_quad_in_hand_as_triplet_and_run() -> None:
    assert written("1111m 23m 55s") == ["1m 1m 1m | 1m 2m 3m | 5s 5s"]


def test_6_2_every_partition_has_the_cards_of_the_hand() -> None:
    rng = Random(11)
    for _ in range(500):
        hand = random_complete(rng)
        found = partitions(hand)
        assert found
        for partition in found:
            assert counts_of(card for group in partition for card in group.cards) == hand
            assert [group.form for group in partition].count("pair") == 1


def test_canonical_order_at_one_kind_triplet_then_run_then_pair() -> None:
    assert written("111222333m 11s") == [
        "1m 1m 1m | 2m 2m 2m | 3m 3m 3m | 1s 1s",
        "1m 2m 3m | 1m 2m 3m | 1m 2m 3m | 1s 1s",
    ]
    assert written("11222333444m") == [
        "1m 2m 3m | 1m 2m 3m | 2m 3m 4m | 4m 4m",
        "1m 1m | 2m 2m 2m | 3m 3m 3m | 4m 4m 4m",
        "1m 1m | 2m 3m 4m | 2m 3m 4m | 2m 3m 4m",
    ]


def test_canonical_order_on_random_hands() -> None:
    rng = Random(3)
    several = 0
    for _ in range(3_000):
        found = [shape_of(partition) for partition in partitions(random_complete(rng, rng.randrange(8)))]
        assert all(list(way) == sorted(way) for way in found)
        assert all(one < other for one, other in pairwise(found))
        several += len(found) > 1
    assert several > 300


def test_five_copies_are_parted_like_any_other_number() -> None:
    assert written("11111m") == ["1m 1m 1m | 1m 1m"]
    rng = Random(5)
    for _ in range(500):
        hand = bytearray(random_complete(rng, 5))
        fifth = rng.choice([kind for kind in range(KINDS) if hand[kind]])
        hand[fifth] = 5
        assert {shape_of(partition) for partition in partitions(bytes(hand))} == shapes(hand)


@given(st.lists(st.integers(0, KINDS - 1), max_size=23))
def test_6_2_any_cards_at_all(cards: list[int]) -> None:
    hand = counts_of(cards)
    assert {shape_of(partition) for partition in partitions(hand)} == shapes(hand)


def test_8_4_waits_of_a_hand() -> None:
    assert kinds_waited_for(counts("12m 55s")) == kinds("3m")
    assert kinds_waited_for(counts("23m 55s")) == kinds("1m 4m")
    assert kinds_waited_for(counts("1112m")) == kinds("2m 3m")
    assert kinds_waited_for(counts("W")) == kinds("W")
    assert kinds_waited_for(counts("13m 57s")) == ()


def test_8_4_waits_name_kinds_of_which_four_are_held() -> None:
    assert kinds_waited_for(counts("1111m TTT")) == kinds("1m")
    assert kinds_waited_for(counts("1111m 234m")) == kinds("1m 4m")


def test_8_4_waits_agree_with_brute_force() -> None:
    rng = Random(8)
    waiting = 0
    for _ in range(400):
        hand = bytearray(random_cards(rng, rng.choice((7, 4, 2, 1))))
        hand[rng.choice([kind for kind in range(KINDS) if hand[kind]])] -= 1
        found = kinds_waited_for(bytes(hand))
        assert list(found) == waits(hand)
        waiting += bool(found)
    assert waiting > 100


def test_6_3_groups_a_kind_occurs_in_are_each_named_once() -> None:
    (partition,) = partitions(counts("123123m 345m TT"))
    assert [group.text for group in groups_with(partition, KIND_OF["3m"])] == ["1m 2m 3m", "3m 4m 5m"]
    assert [group.text for group in groups_with(partition, KIND_OF["T"])] == ["T T"]
    assert groups_with(partition, KIND_OF["9m"]) == ()


def test_6_3_a_kind_in_triplet_run_and_pair() -> None:
    (with_triplet,) = partitions(counts("2222m 34m 55s"))
    (with_pair,) = partitions(counts("222m 34m 555c"))
    assert [group.text for group in groups_with(with_triplet, KIND_OF["2m"])] == ["2m 2m 2m", "2m 3m 4m"]
    assert [group.text for group in groups_with(with_pair, KIND_OF["2m"])] == ["2m 3m 4m", "2m 2m"]
