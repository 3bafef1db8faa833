"""Waits held against trying every kind (§6.1, §6.3)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import COPIES, KIND_OF, KINDS, TOKENS, counts_of
from engine.ending import DealEnd, Holding, Source, Win
from engine.score import Reading, score
from engine.waits import waits_of
from tests.support.hands import ends
from tests.support.table import cards_of, counts, kinds, player, rules


def _won(end: DealEnd, holding: Holding, kind: int, source: Source) -> Reading | None:
    """The best reading of a win of the holding with a card more."""
    hand = bytearray(holding.hand)
    hand[kind] += 1
    won = Holding(bytes(hand), holding.groups, holding.hezi, holding.ready, holding.jokers)
    win = Win(2, source, kind, None if source == "self-draw" else 0)
    nobody = Holding(bytes(KINDS))
    return score(DealEnd(end.rules, end.indicators, 0, (nobody, nobody, won), win)).chosen


def _one_short(end: DealEnd, rng: Random) -> Holding:
    """A player who waits or does not: the winner less a card of its hand, or somebody else."""
    seat = 0 if end.win is None else end.win.seat
    holding = end.players[seat]
    if end.win is None:
        return holding
    hand = bytearray(holding.hand)
    hand[rng.choice([kind for kind in range(KINDS) if hand[kind]])] -= 1
    return Holding(bytes(hand), holding.groups, holding.hezi, holding.ready, holding.jokers)


@settings(max_examples=150)
@given(ends(), st.randoms(use_true_random=False))
def test_every_kind_that_completes_the_hand_and_what_it_is_worth(end: DealEnd, rng: Random) -> None:
    holding = _one_short(end, rng)
    seen = counts_of(rng.choices(range(KINDS), k=12))
    found = {wait.kind: wait for wait in waits_of(end.rules, end.indicators, holding, seen)}
    owned = cards_of(holding)
    for indicator in end.indicators:
        owned[indicator] += 1
    for kind in range(KINDS):
        drawn = _won(end, holding, kind, "self-draw")
        assert (kind in found) == (drawn is not None), TOKENS[kind]
        if kind not in found:
            continue
        wait = found[kind]
        assert wait.unseen == max(0, COPIES - owned[kind] - seen[kind])
        if owned[kind] < COPIES:
            assert wait.drawn == drawn
            assert wait.discarded == _won(end, holding, kind, "discard")
        else:
            assert (wait.unseen, wait.drawn, wait.discarded) == (0, None, None)


def test_the_nine_gates_of_a_suit_wait_for_all_nine() -> None:
    found = waits_of(rules(), kinds("T W"), player("1112345678999m", "concealed-kong R", "pung 1s", "pung 2s"))
    assert [TOKENS[wait.kind] for wait in found] == [f"{rank}m" for rank in range(1, 10)]
    assert [wait.unseen for wait in found] == [1, 3, 3, 3, 3, 3, 3, 3, 1]


def test_8_4_a_kind_of_which_all_four_are_held_is_waited_for_and_cannot_come() -> None:
    found = waits_of(rules(), kinds("1s 1s"), player("1111m 2233m 456s 789s 777c 55c TTT"))
    own, *others = found
    assert (own.kind, own.unseen, own.drawn, own.discarded) == (KIND_OF["1m"], 0, None, None)
    assert others
    assert all(wait.unseen and wait.drawn and wait.discarded for wait in others)


def test_copies_are_counted_in_hand_groups_hezi_indicators_and_what_was_seen() -> None:
    holding = player("23m 56m 77c 88c", "pung 4m", "opening-quad 9c", "concealed-kong T", "pung R", "pung W", hezi="1s")
    # 1m and 4m complete nothing here: two pairs are left beside the run.
    assert waits_of(rules(), kinds("1s 1s"), holding) == ()
    holding = player(
        "23m 77c 7c 8c 8c", "pung 4m", "opening-quad 9c", "concealed-kong T", "pung R", "pung W", hezi="1s"
    )
    found = waits_of(rules(), kinds("1s 1s"), holding, counts("11m"))
    assert {TOKENS[wait.kind]: wait.unseen for wait in found} == {"1m": 2, "4m": 1}


def test_9_6_ready_doubles_what_a_wait_is_worth() -> None:
    hand = "23m 456m 789s 123c 777c 55c TTT RRR"
    (plain, *_), (doubled, *_) = (
        waits_of(rules(), kinds("2s 8c"), player(hand, ready=ready)) for ready in (False, True)
    )
    assert plain.drawn is not None
    assert doubled.drawn is not None
    assert doubled.drawn.unrounded == 2 * plain.drawn.unrounded


@pytest.mark.parametrize(
    "hand", ["", "23m", "23m 456m 789s 123c 777c 55c TTT RRR 1m", "147m 147s 147c 258m 258s 258c TWRT"]
)
def test_6_1_a_hand_that_is_not_one_card_short_waits_for_nothing(hand: str) -> None:
    assert waits_of(rules(), kinds("2s 8c"), player(hand)) == ()
