"""Partitions found the slow way, in two forms that share nothing with the engine's.

A *shape* is a partition as a tuple of (lowest kind, form), sorted; forms sort as triplet, run, pair.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

from engine.partitions import Group

Shape: TypeAlias = tuple[tuple[int, str], ...]

TRIPLET, RUN, PAIR = "1-triplet", "2-run", "3-pair"
"""Forms, named so that they sort in the canonical order."""


def shape_of(groups: Iterable[Group]) -> Shape:
    """The engine's partition as the finders here give theirs, in the order in which it stands."""
    forms = {"triplet": TRIPLET, "run": RUN, "pair": PAIR}
    return tuple([(group.kind, forms[group.form]) for group in groups])


def shapes(counts: Sequence[int]) -> set[Shape]:
    """Every partition into runs, triplets and exactly one pair: choose the pair, then which kinds give triplets; what
    is left parts into runs in one way or in none, for the lowest card left can only begin runs."""
    found = set()
    for pair in range(30):
        if counts[pair] < 2:
            continue
        rest = list(counts)
        rest[pair] -= 2
        several = [kind for kind in range(30) if rest[kind] >= 3]
        for numbers in product(*[range(rest[kind] // 3 + 1) for kind in several]):
            left, groups = rest.copy(), [(pair, PAIR)]
            for kind, taken in zip(several, numbers, strict=True):
                left[kind] -= 3 * taken
                groups += [(kind, TRIPLET)] * taken
            runs = _runs(left)
            if runs is not None:
                found.add(tuple(sorted(groups + runs)))
    return found


def _runs(left: list[int]) -> list[tuple[int, str]] | None:
    runs = []
    for kind in range(30):
        if not left[kind]:
            continue
        if kind >= 27 or kind % 9 >= 7:
            return None
        starting = left[kind]
        for card in (kind, kind + 1, kind + 2):
            left[card] -= starting
            if left[card] < 0:
                return None
        runs += [(kind, RUN)] * starting
    return runs


def waits(counts: Sequence[int]) -> list[int]:
    """The kinds that complete the cards, five copies or not."""
    return [kind for kind in range(30) if shapes([copies + (at == kind) for at, copies in enumerate(counts)])]


def one_suit() -> dict[tuple[int, ...], list[Shape]]:
    """The other way about: every multiset of at most seven groups of one suit, with and without a pair, at most four
    copies a rank, by the nine counts it takes. Kinds are 0-8."""
    ways: dict[tuple[int, ...], list[Shape]] = defaultdict(list)
    groups = sorted([(rank, TRIPLET) for rank in range(9)] + [(rank, RUN) for rank in range(7)])
    for chosen, counts in _multisets(groups, 0, (), [0] * 9):
        ways[tuple(counts)].append(chosen)
        for pair in range(9):
            if counts[pair] <= 2:
                counts[pair] += 2
                ways[tuple(counts)].append(tuple(sorted([*chosen, (pair, PAIR)])))
                counts[pair] -= 2
    return ways


def _multisets(
    groups: list[tuple[int, str]], first: int, chosen: Shape, counts: list[int]
) -> Iterator[tuple[Shape, list[int]]]:
    yield chosen, counts
    if len(chosen) == 7:
        return
    for at in range(first, len(groups)):
        rank, form = groups[at]
        taken = (rank, rank, rank) if form == TRIPLET else (rank, rank + 1, rank + 2)
        for card in taken:
            counts[card] += 1
        if max(counts) <= 4:
            yield from _multisets(groups, at, (*chosen, groups[at]), counts)
        for card in taken:
            counts[card] -= 1
