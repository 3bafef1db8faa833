"""Partitions and scoring of finished hands, hands a second, against `mahjong`."""

from random import Random

from benchmarks.timing import Ratio, Work, compared, once, summed_up
from engine.cards import COPIES, KINDS, SUITED
from engine.ending import DealEnd, Holding, Win
from engine.lines import sums_of
from engine.partitions import partitions
from engine.score import score
from replay.rulebook import rulebook

Counts = list[int]


def complete(rng: Random, groups: int, suits: int = 3, free: Counts | None = None) -> Counts:
    """Counts of a random complete hand of that many groups and a pair, of one to three suits, from the free copies."""
    while True:
        left = list(free or [COPIES] * KINDS)
        hand = [0] * KINDS
        for wanted in [*(3 for _ in range(groups)), 2]:
            start = 9 * rng.randrange(suits)
            run = wanted == 3 and rng.random() < 0.6
            kind = start + rng.randrange(7 if run else 9)
            for step, copies in ((0, 1), (1, 1), (2, 1)) if run else ((0, wanted),):
                hand[kind + step] += copies
                left[kind + step] -= copies
        if min(left) >= 0:
            return hand


def partition_hands(groups: int, suits: int, number: int, seed: int) -> list[bytes]:
    """Hands no two of which are alike."""
    rng, hands = Random(seed), set()
    while len(hands) < number:
        hands.add(bytes(complete(rng, groups, suits)))
    return sorted(hands, key=lambda _: rng.random())


def our_partitions(hands: list[bytes]) -> Work:
    """Every partition of each hand."""

    def work() -> int:
        for hand in hands:
            partitions(hand)
        return len(hands)

    return work


def divider(hands: list[bytes]) -> Work:
    """`HandDivider` on the same hands, as its 34 counts."""
    from mahjong.hand_calculating.divider import HandDivider

    tiles = [[*hand[:SUITED], *(0,) * 7] for hand in hands]

    def work() -> int:
        for hand in tiles:
            HandDivider.divide_hand(hand)
        return len(tiles)

    return work


def ends(number: int, seed: int = 3) -> list[DealEnd]:
    """Finished deals: a complete 23-card winner on a discard or a draw, and two losers of 22 cards."""
    rng, rules, finished = Random(seed), rulebook().resolve("cardavia"), []
    while len(finished) < number:
        free = [COPIES] * KINDS
        indicators = tuple(rng.randrange(KINDS) for _ in range(2))
        for kind in indicators:
            free[kind] -= 1
        hand = complete(rng, 7, 3, free)
        rest = [kind for kind in range(KINDS) for _ in range(free[kind] - hand[kind])]
        rng.shuffle(rest)
        losers = [bytes(_counts(rest[at : at + 22])) for at in (0, 22)]
        card = rng.choice([kind for kind in range(KINDS) if hand[kind]])
        win = Win(0, "discard", card, 1) if rng.random() < 0.5 else Win(0, "self-draw", card)
        players = (Holding(bytes(hand)), *map(Holding, losers))
        finished.append(DealEnd(rules, indicators, 0, players, win))
    return finished


def _counts(kinds: list[int]) -> Counts:
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return counts


def our_scores(finished: list[DealEnd]) -> Work:
    """Every reading with every line, both losers' lines, totals and payments."""
    for end in finished:
        best = score(end).chosen
        assert best is not None
        assert sums_of(best.lines).total == best.total

    def work() -> int:
        for end in finished:
            score(end)
        return len(finished)

    return work


def estimate(number: int = 2000) -> Work:
    """`estimate_hand_value` of 14-card hands that have a yaku (riichi)."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    rng, config = Random(5), HandConfig(is_riichi=True)
    hands = []
    for _ in range(number):
        counts = complete(rng, 4)
        tiles = [kind * 4 + copy for kind in range(SUITED) for copy in range(counts[kind])]
        hands.append((tiles, rng.choice(tiles)))
    assert HandCalculator.estimate_hand_value(*hands[0], config=config).cost

    def work() -> int:
        for tiles, win_tile in hands:
            HandCalculator.estimate_hand_value(tiles, win_tile, config=config)
        return number

    return work


def partition_ratio(groups: int, suits: int, rounds: int = 7, batch: int = 5000, warm_up: int = 150_000) -> Ratio:
    """Ours against the divider on the same hands, after a warm-up on others; each hand is measured once."""
    hands = partition_hands(groups, suits, warm_up + rounds * batch, 7)
    our_partitions(hands[:warm_up])()
    batches = [hands[at : at + batch] for at in range(warm_up, len(hands), batch)]
    return summed_up([(once(our_partitions(batch)), once(divider(batch))) for batch in batches])


def ratios() -> list[tuple[str, Ratio, float]]:
    """Name, measurement and the ratio asked for."""
    return [
        ("partitions of unseen 14-card hands / HandDivider, hands/s", partition_ratio(4, 3), 12.0),
        ("all readings and lines / estimate_hand_value, hands/s", compared(our_scores(ends(2000)), estimate()), 2.0),
    ]


def reported() -> list[tuple[str, float]]:
    """Rates without a peer: 23-card hands of one suit, which the divider does not take."""
    hands = partition_hands(7, 1, 6000, 11)
    our_partitions(hands[:3000])()
    return [("partitions of unseen 23-card one-suit hands, hands/s", once(our_partitions(hands[3000:])))]
