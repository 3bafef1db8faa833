"""The deck: 30 kinds, four copies each (§1).

A *kind* is an int from 0 to 29 in the order of the written form: Myriads 1-9 (0-8), Strings 1-9 (9-17),
Coins 1-9 (18-26), Thousand, White Flower, Red Flower (27-29). *Counts* are 30 copies-of-a-kind numbers,
one a kind, as ``bytes`` (frozen) or ``bytearray``. The five jokers, one each, have the numbers 30 to 34 and are no
kinds: they are in no counts but those of a table (35 numbers), and in no group.
"""

from collections.abc import Iterable, Sequence

KINDS = 30
COPIES = 4
DECK_SIZE = KINDS * COPIES
SUITED = 27
"""Kinds below this number are suited and form runs; the rest are honours."""

JOKERS: tuple[str, ...] = ("jF", "jP", "jL", "jJ", "jW")
TOKENS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "msc" for rank in range(1, 10)),
    "T",
    "W",
    "R",
    *JOKERS,
)
"""By number: how a card is written, kinds first, then jokers."""
KIND_OF: dict[str, int] = {token: kind for kind, token in enumerate(TOKENS[:KINDS])}
JOKER_OF: dict[str, int] = {token: KINDS + at for at, token in enumerate(JOKERS)}
CARDS = len(TOKENS)
"""Numbers of cards, kinds and jokers: how long a table's counts are."""
HIDDEN = "??"

ONE_COIN, TWO_COINS, THREE_COINS = 18, 19, 20
NINE_STRINGS = 17
THOUSAND, WHITE, RED = 27, 28, 29

IS_OLD_GENERAL: tuple[bool, ...] = tuple(kind in (NINE_STRINGS, THOUSAND, WHITE, RED) for kind in range(CARDS))
"""Whether a kind is one of the four old generals (§1.3)."""

RANK: tuple[int, ...] = tuple(kind % 9 + 1 if kind < SUITED else 0 for kind in range(CARDS))
"""1-9 for suited kinds, 0 for honours and jokers."""

NO_CARDS = bytes(KINDS)


def matches(indicator: int, kind: int) -> bool:
    """Whether an indicator matches a kind: same rank among ordinary kinds, or both old generals (§7.3). A joker matches
    none (§12.2)."""
    if IS_OLD_GENERAL[indicator] or IS_OLD_GENERAL[kind]:
        return IS_OLD_GENERAL[indicator] and IS_OLD_GENERAL[kind]
    return RANK[indicator] == RANK[kind]


def counts_of(kinds: Iterable[int]) -> bytes:
    """Counts, 30 bytes, of a collection of kinds. ``IndexError`` for a number that is no kind."""
    counts = bytearray(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return bytes(counts)


def full_deck(*, jokers: bool) -> bytearray:
    """Counts of the whole deck, a table's 35 numbers (§1.1, §1.2)."""
    return bytearray([COPIES] * KINDS + [int(jokers)] * len(JOKERS))


def kinds_of(counts: Sequence[int]) -> tuple[int, ...]:
    """The kinds of a collection in written order, each as often as it is held."""
    return tuple(kind for kind, copies in enumerate(counts) for _ in range(copies))


def written(kinds: Iterable[int]) -> str:
    """Cards in the written form: sorted tokens, one space between."""
    return " ".join([TOKENS[kind] for kind in sorted(kinds)])


_COPIES_WRITTEN = tuple([tuple([" ".join([token] * copies) for copies in range(COPIES + 1)]) for token in TOKENS])


def counts_written(counts: Sequence[int]) -> str:
    """Counts in the written form: what ``written(kinds_of(counts))`` gives, for at most four copies a kind."""
    return " ".join([_COPIES_WRITTEN[kind][copies] for kind, copies in enumerate(counts) if copies])
