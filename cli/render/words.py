"""The players' names of what the engine calls by ids, in English, with the article's Chinese term where it has one."""

from typing import NamedTuple

from cli.language import _
from engine.printed import Cell


class Word(NamedTuple):
    """A name in English and, where the article has one, the Chinese term."""

    english: str
    chinese: str = ""

    def __str__(self) -> str:
        return f"{self.english} {self.chinese}".rstrip()


LINES: dict[str, Word] = {
    "pung": Word("pung", "碰"),
    "exposed-kong": Word("exposed kong", "打杠"),
    "added-kong": Word("added kong", "打杠"),
    "concealed-kong": Word("concealed kong", "提子"),
    "opening-quad": Word("opening quad", "撂龙"),
    "opening-triple": Word("opening triple", "起插"),
    "hezi": Word("hezi", "合子"),
    "three-in-hand": Word("three in hand", "坎"),
    "exact-three-in-hand": Word("exact three in hand", "底插"),
    "four-in-hand": Word("four in hand", "提子"),
    "wenqian": Word("Wenqian", "文钱"),
    "qing-hu": Word("Qing Hu", "清胡"),
    "piao-hu": Word("Piao Hu", "飘胡"),
    "tazi-hu": Word("Tazi Hu", "塌子胡"),
    "self-draw": Word("self-draw"),
    "kong-replacement": Word("kong replacement"),
    "wait-pair": Word("wait for the pair"),
    "wait-middle": Word("wait for the middle"),
    "wait-three-of-123": Word("wait for the 3 of 1-2-3"),
    "wait-seven-of-789": Word("wait for the 7 of 7-8-9"),
    "closed-floating": Word("Closed Floating", "暗飘"),
    "three-elders": Word("Three Elders", "三龙会齐"),
    "heavenly-win": Word("heavenly win"),
    "first-discard": Word("first discard"),
    "ready": Word("ready"),
    "last-card": Word("last card"),
    "rounding": Word("rounding"),
    "joker": Word("joker"),
    "joker-indicator": Word("joker indicator"),
}
"""By the id of a line, and of a declared group."""

FACTORS: dict[str, Word] = {
    "old-general": Word("old general", "老将"),
    "indicator": Word("indicator", "将牌"),
    "exact-pung": Word("exact match"),
}
"""By the id of a factor."""

SOURCES: dict[str, str] = {
    "self-draw": "drawn",
    "kong-replacement": "drawn as a kong's replacement",
    "discard": "from a discard",
    "robbed-kong": "from a robbed kong",
    "heavenly": "a heavenly win",
    "none": "from nowhere",
}
"""By the source of a win: how the winning card came, to stand after it."""

ROUNDINGS: dict[str, str] = {"up": "up to a", "nearest": "to the nearest", "down": "down to a"}
"""By the value of ``rounding``: which way, to stand before the multiple."""


def cell_in_words(cell: Cell) -> str:
    """A cell of the article's scoring table: its row, N or G, its column, and what stands in for a blank (§12.3)."""
    place = f"{cell.row} {cell.cards}, {column_in_words(cell.column)}"
    if cell.taken_from is None:
        return place
    return _("{cell} (blank: taken from {column})", cell=place, column=column_in_words(cell.taken_from))


def column_in_words(column: str) -> str:
    """A column of the table."""
    return {
        "Small": _("Small"),
        "Big, not a pair": _("Big, not a pair"),
        "Big, pair": _("Big, pair"),
        "Double, not a pair": _("Double, not a pair"),
        "Double, pair": _("Double, pair"),
    }[column]
