"""How far a hand is from complete, and what brings it nearer (§6.1): exact, and fast enough to ask at every turn.

A *target* is seven groups, the declared ones among them, and a pair, at most four cards of a kind in hand. The
*distance* of concealed cards is the least number of cards that a target has and they have not: 0 for a complete hand, 1
for a waiting one. Targets that miss no more than that are *nearest*. A kind is *wanted* if some nearest target has more
of it than the hand, *spare* if one has less. (Groups of which the hand has no card at all count, but name no kinds.)

Suits share no group, so each is looked at by itself, and remembered: by how many groups it gives (0-7) and whether the
pair (its *slot*), how many cards it can use, and which kinds are spare then, and for each of those, which are wanted.
All of it is one integer, so that two ways that use equally many cards are put together by ``|``: from the lowest bit a
*row* of ten bits for each of nine kinds, then one for the suit as a whole; a row is nine bits of wanted kinds and one
that says that the row's kind is spare. The number of cards used stands above the rows.
"""

from typing import Any, TypeAlias

from msgspec import Struct

from engine.cards import COPIES

_ROW = 10
_WHOLE = 9 * _ROW
_USED = _WHOLE + _ROW
_WANTED_BITS = (1 << 9) - 1
_ROW_BITS = (1 << _ROW) - 1
_SPARE_BITS = sum(1 << (row * _ROW + 9) for row in range(10))
_ROW_SPARE_BITS = sum(1 << (row * _ROW + 9) for row in range(9))
_OTHERS = tuple(((1 << 30) - 1) & ~(_WANTED_BITS << 9 * suit) for suit in range(4))
"""By suit, the honours last: the bits of all kinds that are not in it."""

_PAIR = 8
"""Slots are numbered by their groups, 0 to 7, plus this where they have the pair."""
_MOST_GROUPS = _PAIR - 1

LIMIT = 400_000
"""How many things of one sort are remembered; all are forgotten at once when there are more."""

_Ways: TypeAlias = dict[int, int]
"""All that is known of a suit, by slot. A slot that uses no more cards than one that asks less is left out."""
_Both: TypeAlias = tuple[int, int]


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

    __slots__ = ("runs", "triplets")

    def __init__(self, triplets: bool, runs: tuple[bool, ...]) -> None:
        self.triplets = (0, 1) if triplets else (0,)
        self.runs = tuple([range(1) if not may else range(3) if triplets else range(COPIES + 1) for may in runs])

    def __missing__(self, key: tuple[bytes, int, int]) -> _Ways:
        if len(self) >= LIMIT:
            self.clear()
        ways = self[key] = _pruned(self._ways(*key)) if key[0] else {0: 1 << (_WHOLE + 9)}
        return ways

    def _ways(self, counts: bytes, first: int, second: int) -> _Ways:
        """Where there are triplets, at most two runs begin at one kind: three are the cards of three triplets."""
        at = 9 - len(counts)
        held, above = counts[0], counts[1:]
        best: _Ways = {}
        for runs in self.runs[at]:
            if runs and held < first + runs and counts[1] < second + runs and counts[2] < runs:
                break  # the last of these runs would use no card that is held
            before = first + runs
            for triplet in self.triplets:
                for pair in (0, 1):
                    due = before + 3 * triplet + 2 * pair
                    if due <= COPIES and (due == before or held > before):
                        slot = runs + triplet + _PAIR * pair
                        _put(best, self[above, second + runs, runs], slot, at=at, held=held, due=due)
        return best


def _put(best: _Ways, above: _Ways, more: int, *, at: int, held: int, due: int) -> None:
    """Put what the kinds above give together with what one kind gives: ``due`` cards of it are taken."""
    used = min(held, due) << _USED
    for slot, known in above.items():
        to = slot + more
        if (slot & more & _PAIR) or (slot & _MOST_GROUPS) + (more & _MOST_GROUPS) > _MOST_GROUPS:
            continue
        if due > held:
            known |= (known & _SPARE_BITS) >> (9 - at)
        elif due < held:
            known |= (known >> _WHOLE & _ROW_BITS) << (at * _ROW)
        known += used
        old = best.get(to)
        if old is None or known >> _USED > old >> _USED:
            best[to] = known
        elif known >> _USED == old >> _USED:
            best[to] = known | old


def _pruned(best: _Ways) -> _Ways:
    kept: _Ways = {}
    for slot in sorted(best):
        used = best[slot] >> _USED
        if not any(known >> _USED >= used and _asks_less(other, slot) for other, known in kept.items()):
            kept[slot] = best[slot]
    return kept


def _asks_less(one: int, other: int) -> bool:
    return one & _MOST_GROUPS <= other & _MOST_GROUPS and one & _PAIR <= other & _PAIR


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
        self._suits: list[dict[bytes, tuple[_Ways, _Profile]]] = [{}, {}, {}, {}]
        self._profiles: dict[tuple[tuple[int, int], ...], _Profile] = {}
        self._two: dict[tuple[_Profile, _Profile], _Two] = {}
        self._best: dict[tuple[_Profile, _Profile, int], tuple[int, list[_Both]]] = {}

    def distance(self, hand: bytes, groups: int) -> int:
        """The distance of concealed cards (30 or more counts) from so many groups and a pair."""
        return self._nearest_slots(hand, groups)[0]

    def nearest(self, hand: bytes, groups: int) -> Nearest:
        """The distance of concealed cards, and which kinds are wanted and spare."""
        distance, parts, slots = self._nearest_slots(hand, groups)
        (myriads, _), (strings, _), (coins, _), (honours, _) = parts
        wanted = 0
        spare: dict[int, int] = {}
        for m, s, c, h in slots:
            known = myriads[m], strings[s], coins[c], honours[h]
            of_m, of_s, of_c, of_h = [(one >> _WHOLE) & _WANTED_BITS for one in known]
            of_h >>= 6
            whole = of_m | of_s << 9 | of_c << 18 | of_h << 27
            wanted |= whole
            for suit, one in enumerate(known):
                spares = one & _ROW_SPARE_BITS
                others = whole & _OTHERS[suit]
                while spares:
                    lowest = spares & -spares
                    spares ^= lowest
                    at = lowest.bit_length() // _ROW - 1
                    row = (one >> at * _ROW) & _WANTED_BITS
                    kind = 9 * suit + at if suit < 3 else 21 + at
                    row = row << 9 * suit if suit < 3 else row << 21
                    spare[kind] = spare.get(kind, 0) | row | others
        return Nearest(distance, wanted, spare)

    def _nearest_slots(
        self, hand: bytes, groups: int
    ) -> tuple[int, tuple[tuple[_Ways, _Profile], ...], list[tuple[int, int, int, int]]]:
        suits = self._suits
        parts = (
            suits[0].get(key := hand[:9]) or self._suit(0, key),
            suits[1].get(key := hand[9:18]) or self._suit(1, key),
            suits[2].get(key := hand[18:27]) or self._suit(2, key),
            suits[3].get(key := hand[27:30]) or self._suit(3, key),
        )
        low = self._together(parts[0][1], parts[1][1])
        high = self._together(parts[2][1], parts[3][1])
        used, both = self._best.get(pair := (low.profile, high.profile, groups)) or self._most(*pair)
        slots = [(m, s, c, h) for one, other in both for m, s in low.ways[one] for c, h in high.ways[other]]
        return 3 * groups + 2 - used, parts, slots

    def _suit(self, suit: int, counts: bytes) -> tuple[_Ways, _Profile]:
        """A suit by its counts, worked out at the first question."""
        ways = self._stretches[suit][counts, 0, 0]
        known = ways, self._profile({slot: one >> _USED for slot, one in ways.items()})
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

    def _most(self, one: _Profile, other: _Profile, groups: int) -> tuple[int, list[_Both]]:
        """The most cards that can be used for so many groups and a pair, and the slots that use them."""
        most, both = -1, []
        for a, of_a in one.used:
            for b, of_b in other.used:
                if (a & b & _PAIR) or (a & _MOST_GROUPS) + (b & _MOST_GROUPS) > groups:
                    continue
                used = of_a + of_b
                if used > most:
                    most, both = used, [(a, b)]
                elif used == most:
                    both.append((a, b))
        _remember(self._best, (one, other, groups), (most, both))
        return most, both


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
