"""Partitions of concealed cards into runs, triplets and one pair (§6.2), and the readings of a win (§6.3).

Suits share no group, so each is parted by itself and the results multiply. What nine counts part into never changes,
so it is remembered. A part of the deck holds a pair if and only if its number of cards is 2 modulo 3; over the whole
hand exactly one part must.

Canonical order: a partition lists its groups from the lowest kind up, suit by suit; at one kind triplet, run, pair, in
that order. Partitions come in the order of their first differing group, by the same rule. Readings follow the order
of partitions, then of the groups in them.
"""

from itertools import product
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.cards import KINDS, SUITED, TOKENS

Form = Literal["triplet", "run", "pair"]


class Group(Struct, frozen=True, cache_hash=True):
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


class _Remembered(dict[bytes, tuple[int, Partition | None, tuple[Partition, ...]]]):
    """The ways to part the counts of consecutive kinds from ``start``: whether (1) or not (0) they hold a pair, the
    only way where there is just one, and all of them.

    Worked out at the first question, from those of the cards above the lowest kind; forgotten at ``LIMIT``.
    """

    __slots__ = ("start",)

    def __init__(self, start: int) -> None:
        self.start = start

    def __missing__(self, counts: bytes) -> tuple[int, Partition | None, tuple[Partition, ...]]:
        if len(self) >= LIMIT:
            self.clear()
        remainder = sum(counts) % 3
        ways = () if remainder == 1 else tuple(self._ways(counts))
        only = ways[0] if len(ways) == 1 else None
        known = self[counts] = (1 if remainder == 2 else 0, only, ways)
        return known

    def _ways(self, counts: bytes) -> list[Partition]:
        at = len(counts) - len(counts.lstrip(b"\0"))
        if at == len(counts):
            return [()]
        kind, ways = self.start + at, []
        run = RUNS.get(kind)
        room = min(counts[at + 1], counts[at + 2]) if run is not None else 0
        for triplets, pair in product(range(counts[at] // 3, -1, -1), (0, 1)):  # in canonical order
            runs = counts[at] - 3 * triplets - 2 * pair  # what triplets and pair leave only runs can take
            if not 0 <= runs <= room:
                continue
            lowest: Partition = (TRIPLETS[kind],) * triplets
            above = bytearray(counts)
            above[at] = 0
            if run is not None and runs:
                lowest += (run,) * runs
                above[at + 1] -= runs
                above[at + 2] -= runs
            if pair:  # what is left then has no other: its number of cards is a multiple of 3, or it has no way
                lowest += (PAIRS[kind],)
            ways += [lowest + higher for higher in self[bytes(above)][2]]
        return ways


_MYRIADS, _STRINGS, _COINS, _HONOURS = _Remembered(0), _Remembered(9), _Remembered(18), _Remembered(27)


def partitions(counts: bytes) -> tuple[Partition, ...]:
    """Every partition of the cards, in canonical order (§6.2); empty where there is none.

    ``counts``: 30 bytes, copies of each kind, any number of cards; five copies of a kind are parted like any other.
    """
    in_myriads, only_myriads, myriads = _MYRIADS[counts[:9]]
    in_strings, only_strings, strings = _STRINGS[counts[9:18]]
    in_coins, only_coins, coins = _COINS[counts[18:27]]
    in_honours, only_honours, honours = _HONOURS[counts[27:30]]
    if in_myriads + in_strings + in_coins + in_honours != 1:
        return ()
    if only_myriads is not None and only_strings is not None and only_coins is not None and only_honours is not None:
        return (only_myriads + only_strings + only_coins + only_honours,)
    return tuple([a + b + c + d for a in myriads for b in strings for c in coins for d in honours])


def is_complete(counts: bytes) -> bool:
    """Whether the cards have a partition."""
    in_myriads, _, myriads = _MYRIADS[counts[:9]]
    in_strings, _, strings = _STRINGS[counts[9:18]]
    in_coins, _, coins = _COINS[counts[18:27]]
    in_honours, _, honours = _HONOURS[counts[27:30]]
    return bool(myriads and strings and coins and honours) and in_myriads + in_strings + in_coins + in_honours == 1


def kinds_waited_for(counts: bytes) -> tuple[int, ...]:
    """The kinds that complete cards which are one short, in order; kinds of which four are held included (§8.4)."""
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
