"""The deck: 30 kinds, four copies each (§1).

A *kind* is an int from 0 to 29 in the order of the written form: Myriads 1-9 (0-8), Strings 1-9 (9-17),
Coins 1-9 (18-26), Thousand, White Flower, Red Flower (27-29). *Counts* are 30 copies-of-a-kind numbers,
one a kind, as ``bytes`` (frozen) or ``bytearray`` (a state's own).
"""

from collections.abc import Iterable, Sequence

KINDS = 30
COPIES = 4
DECK_SIZE = KINDS * COPIES
SUITED = 27
"""Kinds below this number are suited and form runs; the rest are honours."""

TOKENS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "msc" for rank in range(1, 10)),
    "T",
    "W",
    "R",
)
KIND_OF: dict[str, int] = {token: kind for kind, token in enumerate(TOKENS)}
JOKERS: tuple[str, ...] = ("jF", "jP", "jL", "jJ", "jW")
HIDDEN = "??"

ONE_COIN, TWO_COINS, THREE_COINS = 18, 19, 20
NINE_STRINGS = 17
THOUSAND, WHITE, RED = 27, 28, 29

IS_OLD_GENERAL: tuple[bool, ...] = tuple(kind in (NINE_STRINGS, THOUSAND, WHITE, RED) for kind in range(KINDS))
"""Whether a kind is one of the four old generals (§1.3)."""

RANK: tuple[int, ...] = tuple(kind % 9 + 1 if kind < SUITED else 0 for kind in range(KINDS))
"""1-9 for suited kinds, 0 for honours."""

NO_CARDS = bytes(KINDS)


def matches(indicator: int, kind: int) -> bool:
    """Whether an indicator matches a kind: same rank among ordinary kinds, or both old generals (§7.3)."""
    if IS_OLD_GENERAL[indicator] or IS_OLD_GENERAL[kind]:
        return IS_OLD_GENERAL[indicator] and IS_OLD_GENERAL[kind]
    return RANK[indicator] == RANK[kind]


def counts_of(kinds: Iterable[int]) -> bytes:
    """Counts, 30 bytes, of a collection of kinds. ``IndexError`` for a number that is no kind."""
    counts = bytearray(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return bytes(counts)


def kinds_of(counts: Sequence[int]) -> tuple[int, ...]:
    """The kinds of a collection in written order, each as often as it is held."""
    return tuple(kind for kind, copies in enumerate(counts) for _ in range(copies))


def written(kinds: Iterable[int]) -> str:
    """Cards in the written form: sorted tokens, one space between."""
    return " ".join([TOKENS[kind] for kind in sorted(kinds)])
