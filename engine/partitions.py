"""Partitions of concealed cards into runs, triplets and one pair (§6.2), and the readings of a win (§6.3).

Suits share no group, so each is parted by itself and the results multiply. What nine counts part into never changes,
so it is remembered. A part of the deck holds a pair if and only if its number of cards is 2 modulo 3; over the whole
hand exactly one part must.

Canonical order: a partition lists its groups from the lowest kind up, suit by suit; at one kind triplet, run, pair, in
that order. Partitions come in the order of their first differing group, by the same rule. Readings follow the order
of partitions, then of the groups in them.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.cards import KINDS, SUITED, TOKENS

Form = Literal["triplet", "run", "pair"]


class Group(Struct, frozen=True):
    """A concealed group, or the pair, of a partition. ``kind`` is its lowest kind, ``cards`` its kinds."""

    form: Form
    kind: int
    cards: tuple[int, ...]

    @property
    def text(self) -> str:
        """The cards in written form."""
        return " ".join([TOKENS[kind] for kind in self.cards])


Partition: TypeAlias = tuple[Group, ...]
"""Groups and one pair, in canonical order, using exactly some concealed cards. Identical groups repeat."""

TRIPLETS: tuple[Group, ...] = tuple(Group("triplet", kind, (kind,) * 3) for kind in range(KINDS))
PAIRS: tuple[Group, ...] = tuple(Group("pair", kind, (kind,) * 2) for kind in range(KINDS))
RUNS: dict[int, Group] = {
    kind: Group("run", kind, (kind, kind + 1, kind + 2)) for kind in range(SUITED) if kind % 9 < 7
}
"""Runs by their lowest kind: ranks 1 to 7 of each suit (§1.4)."""


LIMIT = 200_000
"""How many tuples of counts are remembered for one part of the deck; real hands need a few thousand."""


def _part(counts: bytes, start: int) -> tuple[int, tuple[Partition, ...]]:
    """Every way to part the counts of consecutive kinds from ``start``, and whether (1) or not (0) it holds a pair."""
    remainder = sum(counts) % 3
    if remainder == 1:
        return 0, ()
    left = list(counts)
    ways: list[Partition] = []

    def part(at: int, groups: Partition, pairs: int) -> None:
        while at < len(left) and left[at] == 0:
            at += 1
        if at == len(left):
            ways.append(groups)
            return
        kind = start + at
        if left[at] >= 3:
            left[at] -= 3
            part(at, (*groups, TRIPLETS[kind]), pairs)
            left[at] += 3
        if kind in RUNS and left[at + 1] and left[at + 2]:
            left[at] -= 1
            left[at + 1] -= 1
            left[at + 2] -= 1
            part(at, (*groups, RUNS[kind]), pairs)
            left[at] += 1
            left[at + 1] += 1
            left[at + 2] += 1
        if pairs and left[at] >= 2:
            left[at] -= 2
            part(at, (*groups, PAIRS[kind]), 0)
            left[at] += 2

    pairs = 1 if remainder == 2 else 0
    part(0, (), pairs)
    return pairs, tuple(sorted(dict.fromkeys(map(_ordered, ways)), key=_order))


def _ordered(groups: Partition) -> Partition:
    return tuple(sorted(groups, key=_place))


def _place(group: Group) -> tuple[int, int]:
    return group.kind, ("triplet", "run", "pair").index(group.form)


def _order(groups: Partition) -> tuple[tuple[int, int], ...]:
    return tuple(map(_place, groups))


class _Remembered(dict[bytes, tuple[int, tuple[Partition, ...]]]):
    """What the counts of one part of the deck part into, worked out at the first question and forgotten at ``LIMIT``."""

    __slots__ = ("start",)

    def __init__(self, start: int) -> None:
        self.start = start

    def __missing__(self, counts: bytes) -> tuple[int, tuple[Partition, ...]]:
        if len(self) >= LIMIT:
            self.clear()
        ways = self[counts] = _part(counts, self.start)
        return ways


_MYRIADS, _STRINGS, _COINS, _HONOURS = _Remembered(0), _Remembered(9), _Remembered(18), _Remembered(27)


def partitions(counts: bytes) -> tuple[Partition, ...]:
    """Every partition of the cards, in canonical order (§6.2); empty where there is none.

    ``counts``: 30 bytes, copies of each kind, any number of cards; five copies of a kind are parted like any other.
    """
    in_myriads, myriads = _MYRIADS[counts[:9]]
    in_strings, strings = _STRINGS[counts[9:18]]
    in_coins, coins = _COINS[counts[18:27]]
    in_honours, honours = _HONOURS[counts[27:]]
    if in_myriads + in_strings + in_coins + in_honours != 1:
        return ()
    if len(myriads) == 1 and len(strings) == 1 and len(coins) == 1 and len(honours) == 1:
        return (myriads[0] + strings[0] + coins[0] + honours[0],)
    return tuple([a + b + c + d for a in myriads for b in strings for c in coins for d in honours])


def is_complete(counts: bytes) -> bool:
    """Whether the cards have a partition."""
    in_myriads, myriads = _MYRIADS[counts[:9]]
    in_strings, strings = _STRINGS[counts[9:18]]
    in_coins, coins = _COINS[counts[18:27]]
    in_honours, honours = _HONOURS[counts[27:]]
    return (
        bool(myriads and strings and coins and honours) and in_myriads + in_strings + in_coins + in_honours == 1
    )


def kinds_waited_for(counts: bytes) -> tuple[int, ...]:
    """The kinds that complete the cards, which are one short, in order; kinds of which four are held included (§8.4)."""
    waited = []
    for kind in range(KINDS):
        more = bytearray(counts)
        more[kind] += 1
        if is_complete(bytes(more)):
            waited.append(kind)
    return tuple(waited)


def groups_with(partition: Partition, kind: int) -> tuple[Group, ...]:
    """The distinct groups of a partition in which a kind occurs: what a winning card may complete (§6.3)."""
    return tuple(dict.fromkeys(group for group in partition if kind in group.cards))
