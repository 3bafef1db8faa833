"""How far a hand is from complete, and what brings it nearer (§6.1): exact, and fast enough to ask at every turn.

A *target* is seven groups, the declared ones among them, and a pair, at most four cards of a kind in hand. The
*distance* of concealed cards is the least number of cards that a target has and they have not: 0 for a complete hand, 1
for a waiting one. Targets that miss no more than that are *nearest*. A kind is *wanted* if some nearest target has more
of it than the hand, *spare* if one has less. (Groups of which the hand has no card at all count, but name no kinds.)

Suits share no group, so each is looked at by itself, and remembered: by how many groups it gives (0-7) and whether the
pair (its *slot*), how many cards it can use, and which kinds are spare then, and for each of those, which are wanted.
The kinds are one integer, so that two ways that use equally many cards are put together by ``|``: from the lowest bit a
*row* of ten bits for each of nine kinds, then one for the suit as a whole; a row is nine bits of wanted kinds and one
that says that the row's kind is spare.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from engine.cards import COPIES, KINDS

_ROW = 10
_WHOLE = 9 * _ROW
_WANTED_BITS = (1 << 9) - 1
_ROW_BITS = (1 << _ROW) - 1
_SPARE_BITS = sum(1 << (row * _ROW + 9) for row in range(10))

_PAIR = 8
"""Slots are numbered by their groups, 0 to 7, plus this where they have the pair."""
_MOST_GROUPS = _PAIR - 1
_SLOTS = 2 * _PAIR

LIMIT = 40_000
"""How many things of one sort are remembered; all are forgotten at once when there are more."""
_LONGEST = 7
"""Kinds of the longest stretch that is remembered: longer ones hardly come again but in a whole suit."""

_WIDE = KINDS + 1
"""Bits of a row once its suit is whole: room for all kinds."""
_ALL_KINDS = (1 << KINDS) - 1

_Ways: TypeAlias = list[tuple[int, int, int]]
"""Slots with the number of cards each can use and its rows, by slot. One that uses no more cards than another that asks
less is left out."""
_Both: TypeAlias = tuple[int, int]
_Slots: TypeAlias = tuple[int, int, int, int]
_Whole: TypeAlias = dict[int, tuple[int, int, int]]
"""By slot of a suit, bits of its kinds: those wanted; a wide row of those wanted for each kind that is spare, from the
lowest kind up; and a 1 at the foot of each such row."""


class _Profile(Struct, frozen=True, eq=False):
    """How many cards can be used, by slot: all that matters when suits are put together. Equal ones are one object."""

    used: tuple[tuple[int, int], ...]


class _Two(Struct, frozen=True, eq=False):
    """Two parts put together. ``ways``: by slot, the slots of the parts that use the most cards."""

    profile: _Profile
    ways: dict[int, list[_Both]]


class _Stretch(dict[tuple[bytes, int, int], _Ways]):
    """What a stretch of kinds, up to the end of its suit, can give: by its counts, and how many cards the runs begun
    below take of its first and of its second kind."""

    __slots__ = ("runs", "sets")

    def __init__(self, triplets: bool, runs: tuple[bool, ...]) -> None:
        self.sets = ((0, 0), (0, 1), (1, 0)) if triplets else ((0, 0), (0, 1))
        self.runs = tuple([range(1) if not may else range(3) if triplets else range(COPIES + 1) for may in runs])

    def __missing__(self, key: tuple[bytes, int, int]) -> _Ways:
        if len(self) >= LIMIT:
            self.clear()
        ways = self.ways(*key) if key[0] else [(0, 0, 1 << (_WHOLE + 9))]
        if len(key[0]) <= _LONGEST:
            self[key] = ways
        return ways

    def ways(self, counts: bytes, first: int, second: int) -> _Ways:
        """Work it out. Where there are triplets, at most two runs begin at one kind: three are three triplets."""
        at = 9 - len(counts)
        held, above = counts[0], counts[1:]
        most, rows_of = [-1] * _SLOTS, [0] * _SLOTS
        for runs in self.runs[at]:
            if runs and held < first + runs and counts[1] < second + runs and counts[2] < runs:
                break  # the last of these runs would use no card that is held
            before = first + runs
            ways = self[above, second + runs, runs]
            for triplet, pair in self.sets:
                due = before + 3 * triplet + 2 * pair
                if due > COPIES or (due > before >= held):
                    continue
                taken = due if due < held else held
                more, room = runs + triplet, _MOST_GROUPS - runs - triplet
                if pair:
                    more += _PAIR
                for slot, used, rows in ways:
                    if (pair and slot >= _PAIR) or slot & _MOST_GROUPS > room:
                        continue
                    used += taken
                    old = most[slot + more]
                    if used < old:
                        continue
                    if due > held:
                        rows |= (rows & _SPARE_BITS) >> (9 - at)
                    elif due < held:
                        rows |= (rows >> _WHOLE) << (at * _ROW)
                    if used > old:
                        most[slot + more], rows_of[slot + more] = used, rows
                    else:
                        rows_of[slot + more] |= rows
        return _pruned(most, rows_of)


def _pruned(most: list[int], rows_of: list[int]) -> _Ways:
    ways = []
    highest = -1
    for slot in range(_PAIR):
        if most[slot] > highest:
            highest = most[slot]
            ways.append((slot, highest, rows_of[slot]))
    highest = without = -1
    for slot in range(_PAIR, _SLOTS):
        without = max(without, most[slot - _PAIR])
        if most[slot] > highest and most[slot] > without:
            highest = most[slot]
            ways.append((slot, highest, rows_of[slot]))
    return ways


class Nearest(Struct, frozen=True):
    """``wanted``: bits of the kinds that bring the hand nearer. ``spare``: by kind that some nearest target has less
    of, the bits of the kinds that bring the hand nearer once one card of it is gone."""

    distance: int
    wanted: int
    spare: dict[int, int]


class Distances:
    """The distances of hands under one choice of groups. ``runs``: where runs may begin, by suit and rank from 0."""

    def __init__(self, *, triplets: bool, runs: tuple[tuple[bool, ...], ...]) -> None:
        stretches = {may: _Stretch(triplets, may) for may in (*runs, _NO_RUNS)}
        self._stretches = [stretches[may] for may in (*runs, _NO_RUNS)]
        suits: dict[tuple[bool, ...], dict[bytes, tuple[_Whole, _Profile]]] = {may: {} for may in stretches}
        self._suits = [suits[may] for may in (*runs, _NO_RUNS)]
        self._profiles: dict[tuple[tuple[int, int], ...], _Profile] = {}
        self._two: dict[tuple[_Profile, _Profile], _Two] = {}
        self._best: dict[tuple[_Profile, _Profile, int], tuple[int, list[_Both]]] = {}

    def distance(self, hand: bytes, groups: int) -> int:
        """The distance of concealed cards (30 or more counts) from so many groups and a pair."""
        return self._nearest_slots(hand, groups)[0]

    def nearest(self, hand: bytes, groups: int) -> Nearest:
        """The distance of concealed cards, and which kinds are wanted and spare."""
        distance, ((myriads, _), (strings, _), (coins, _), (honours, _)), slots = self._nearest_slots(hand, groups)
        wanted = of_m = of_s = of_c = of_h = in_m = in_s = in_c = in_h = 0
        for m, s, c, h in slots:
            wanted_m, rows_m, feet_m = myriads[m]
            wanted_s, rows_s, feet_s = strings[s]
            wanted_c, rows_c, feet_c = coins[c]
            wanted_h, rows_h, feet_h = honours[h]
            wanted_s, wanted_c, wanted_h = wanted_s << 9, wanted_c << 18, wanted_h << 27
            whole = wanted_m | wanted_s | wanted_c | wanted_h
            wanted |= whole
            of_m |= rows_m | feet_m * (whole ^ wanted_m)
            of_s |= rows_s << 9 | feet_s * (whole ^ wanted_s)
            of_c |= rows_c << 18 | feet_c * (whole ^ wanted_c)
            of_h |= rows_h << 27 | feet_h * (whole ^ wanted_h)
            in_m |= feet_m
            in_s |= feet_s
            in_c |= feet_c
            in_h |= feet_h
        spare: dict[int, int] = {}
        for kind, rows, feet in ((0, of_m, in_m), (9, of_s, in_s), (18, of_c, in_c), (27, of_h, in_h)):
            while feet:
                if feet & 1:
                    spare[kind] = rows & _ALL_KINDS
                rows >>= _WIDE
                feet >>= _WIDE
                kind += 1
        return Nearest(distance, wanted, spare)

    def _nearest_slots(self, hand: bytes, groups: int) -> tuple[int, tuple[tuple[_Whole, _Profile], ...], list[_Slots]]:
        suits = self._suits
        parts = (
            suits[0].get(key := hand[:9]) or self._suit(0, key),
            suits[1].get(key := hand[9:18]) or self._suit(1, key),
            suits[2].get(key := hand[18:27]) or self._suit(2, key),
            suits[3].get(key := hand[27:30]) or self._suit(3, key),
        )
        low = self._together(parts[0][1], parts[1][1])
        high = self._together(parts[2][1], parts[3][1])
        used, both = self._best.get(two := (low.profile, high.profile, groups)) or self._most(*two)
        low_ways, high_ways = low.ways, high.ways
        slots = [(m, s, c, h) for a, b in both for m, s in low_ways[a] for c, h in high_ways[b]]
        return 3 * groups + 2 - used, parts, slots

    def _suit(self, suit: int, counts: bytes) -> tuple[_Whole, _Profile]:
        """A suit by its counts, worked out at the first question."""
        ways = self._stretches[suit].ways(counts, 0, 0)
        whole = {slot: _widened(rows, 9 - len(counts)) for slot, _, rows in ways}
        known = whole, self._profile({slot: used for slot, used, _ in ways})
        _remember(self._suits[suit], counts, known)
        return known

    def _profile(self, used: dict[int, int]) -> _Profile:
        key = tuple(sorted(used.items()))
        return self._profiles.setdefault(key, _Profile(key))

    def _together(self, one: _Profile, other: _Profile) -> _Two:
        known = self._two.get((one, other))
        if known is not None:
            return known
        most: dict[int, int] = {}
        ways: dict[int, list[_Both]] = {}
        for a, of_a in one.used:
            for b, of_b in other.used:
                if (a & b & _PAIR) or (a & _MOST_GROUPS) + (b & _MOST_GROUPS) > _MOST_GROUPS:
                    continue
                used = of_a + of_b
                if used > most.get(a + b, -1):
                    most[a + b], ways[a + b] = used, [(a, b)]
                elif used == most[a + b]:
                    ways[a + b].append((a, b))
        known = _Two(self._profile(most), ways)
        _remember(self._two, (one, other), known)
        return known

    def _most(self, low: _Profile, high: _Profile, groups: int) -> tuple[int, list[_Both]]:
        """The most cards that can be used for so many groups and a pair, and the slots that use them."""
        most, both = -1, []
        for a, of_a in low.used:
            for b, of_b in high.used:
                if (a & b & _PAIR) or (a & _MOST_GROUPS) + (b & _MOST_GROUPS) > groups:
                    continue
                used = of_a + of_b
                if used > most:
                    most, both = used, [(a, b)]
                elif used == most:
                    both.append((a, b))
        _remember(self._best, (low, high, groups), (most, both))
        return most, both


def _widened(rows: int, below: int) -> tuple[int, int, int]:
    """The rows of a slot, from the lowest kind of its suit on. ``below``: how many rows are not in it."""
    wanted = (rows >> _WHOLE & _WANTED_BITS) >> below
    wide = feet = 0
    for row in range(9 - below):
        one = rows >> (row + below) * _ROW & _ROW_BITS
        if one >> 9:
            wide |= (one & _WANTED_BITS) >> below << row * _WIDE
            feet |= 1 << row * _WIDE
    return wanted, wide, feet


def _remember(memory: dict[Any, Any], key: object, value: object) -> None:
    if len(memory) >= LIMIT:
        memory.clear()
    memory[key] = value


_NO_RUNS = (False,) * 9
_ALL_RUNS = (True,) * 7 + (False,) * 2
_WENQIAN = (True,) + (False,) * 8

ANY = Distances(triplets=True, runs=(_ALL_RUNS,) * 3)
"""From any complete hand."""
QING = Distances(triplets=False, runs=(_ALL_RUNS,) * 3)
"""From one whose groups are all runs (§8.1)."""
PIAO = Distances(triplets=True, runs=(_NO_RUNS, _NO_RUNS, _WENQIAN))
"""From one whose groups are all triplets or Wenqian (§8.1)."""
