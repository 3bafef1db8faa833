"""Distance to a complete hand (§6.1), against a second way of reckoning it and against exchanging cards."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import pytest

from engine.cards import COPIES, KINDS, ONE_COIN, SUITED, counts_of, kinds_of
from engine.partitions import is_complete, kinds_waited_for
from engine.players.distance import ANY, PIAO, QING, Distances
from tests.support.brute import shapes
from tests.support.table import counts

WAYS = {"any": ANY, "qing": QING, "piao": PIAO}


def dealt(rng: Random, cards: int) -> bytes:
    """Cards by lot; some hands out of two suits or few kinds, where groups stand in each other's way."""
    kinds = rng.choice((range(KINDS), range(KINDS), range(18), range(9, 20), range(17, 30)))
    deck = [kind for kind in kinds for _ in range(COPIES)]
    return counts_of(rng.sample(deck, cards))


def slowly(hand: Sequence[int], groups: int, way: str) -> int:
    """Kind by kind up the deck: how many cards of hand the best groups so far use, by how many runs go on and by what
    was made. Nothing is left out and nothing remembered."""
    best = {(0, 0, 0, 0): 0}
    for kind in range(KINDS):
        after: dict[tuple[int, int, int, int], int] = defaultdict(lambda: -1)
        starts = kind < SUITED and kind % 9 < 7 and (way != "piao" or kind == ONE_COIN)
        for (ends, middles, made, pairs), used in best.items():
            for runs in range(5 if starts else 1):
                for triplets in range(2 if way != "qing" else 1):
                    for pair in range(2 - pairs):
                        due = ends + middles + runs + 3 * triplets + 2 * pair
                        more = made + runs + triplets
                        if due <= COPIES and more <= groups:
                            to = middles, runs, more, pairs + pair
                            after[to] = max(after[to], used + min(due, hand[kind]))
        best = dict(after)
    return 3 * groups + 2 - max(used for (_, _, made, pairs), used in best.items() if (made, pairs) == (groups, 1))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(12))
def test_6_1_distances_are_those_of_the_slow_way(seed: int, way: str) -> None:
    rng = Random(seed)
    for groups in range(8):
        hand = dealt(rng, 3 * groups + rng.choice((1, 2)))
        assert WAYS[way].distance(hand, groups) == slowly(hand, groups, way), kinds_of(hand)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(4))
def test_wanted_and_spare_are_what_brings_nearer_and_what_does_not_lead_away(seed: int, way: str) -> None:
    rng, distances = Random(seed), WAYS[way]
    for groups in (5, 6, 7):
        hand = dealt(rng, 3 * groups + 2)
        near = distances.nearest(hand, groups)
        assert near.distance == distances.distance(hand, groups)
        for kind in range(KINDS):
            if not hand[kind]:
                assert kind not in near.spare
                continue
            left = exchanged(hand, out=kind)
            assert (kind in near.spare) == (distances.distance(left, groups) == near.distance)
            if kind in near.spare:
                assert near.spare[kind] == nearer(distances, left, groups)
                assert distances.nearest(left, groups).wanted == near.spare[kind]


def exchanged(hand: bytes, *, out: int | None = None, into: int | None = None) -> bytes:
    changed = bytearray(hand)
    if out is not None:
        changed[out] -= 1
    if into is not None:
        changed[into] += 1
    return bytes(changed)


def nearer(distances: Distances, hand: bytes, groups: int) -> int:
    """Bits of the kinds that bring the hand nearer; a fifth copy brings nothing."""
    far = distances.distance(hand, groups)
    kinds = [kind for kind in range(KINDS) if hand[kind] < COPIES]
    return sum(1 << kind for kind in kinds if distances.distance(exchanged(hand, into=kind), groups) < far)


@pytest.mark.parametrize("seed", range(40))
def test_6_1_a_hand_is_complete_at_no_distance_and_waits_at_one(seed: int) -> None:
    rng = Random(seed)
    groups = rng.randint(1, 7)
    hand = complete(rng, groups)
    assert ANY.distance(hand, groups) == 0
    assert is_complete(hand)
    assert ANY.nearest(hand, groups).spare == {}
    out = rng.choice(kinds_of(hand))
    waits = exchanged(hand, out=out)
    near = ANY.nearest(waits, groups)
    assert near.distance == 1
    assert near.wanted == sum(1 << kind for kind in kinds_waited_for(waits) if waits[kind] < COPIES)
    other = exchanged(exchanged(waits, out=rng.choice(kinds_of(waits))), into=rng.choice(kinds_of(hand)))
    if max(other) <= COPIES:
        assert ANY.distance(other, groups) <= 2


def complete(rng: Random, groups: int) -> bytes:
    """A complete hand by lot."""
    while True:
        hand = bytearray(KINDS)
        for _ in range(groups):
            low = rng.randrange(KINDS)
            for kind in (low, low + 1, low + 2) if low < SUITED and low % 9 < 7 else (low,) * 3:
                hand[kind] += 1
        hand[rng.randrange(KINDS)] += 2
        if max(hand) <= COPIES:
            assert shapes(hand)
            return bytes(hand)


def test_8_1_qing_hu_has_only_runs_and_piao_hu_only_triplets_and_wenqian() -> None:
    runs = counts("123m 456m 789m 123s 456s 789s 456c TT")
    sets = counts("111m 333m 555s 777s 999s TTT 123c RR")
    assert [way.distance(runs, 7) for way in (ANY, QING, PIAO)] == [0, 0, 14]  # seven single cards want two each
    assert [way.distance(sets, 7) for way in (ANY, PIAO)] == [0, 0]
    assert QING.distance(sets, 7) == slowly(sets, 7, "qing")


def test_6_2_three_equal_runs_are_runs_and_triplets_alike() -> None:
    hand = counts("111m 222m 333m 456m 789m 123s 456s TT")
    assert [way.distance(hand, 7) for way in (ANY, QING)] == [0, 0]


def test_a_fifth_copy_completes_nothing() -> None:
    """Four 5s cannot become a pair and a triplet: two cards are missing."""
    hand = counts("5555s")
    near = ANY.nearest(hand, 1)
    assert near.distance == slowly(hand, 1, "any") == 2
    assert not near.wanted & 1 << 13
