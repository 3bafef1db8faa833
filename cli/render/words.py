"""The players' names of what the engine calls by ids, with the article's Chinese term where it has one."""

from collections.abc import Sequence
from typing import NamedTuple

from cli.language import _
from cli.render.screen import opaque
from engine.cards import HIDDEN, TOKENS
from engine.ending import Win
from engine.printed import Cell
from engine.said import msgid


class Word(NamedTuple):
    """A name in English and, where the article has one, the Chinese term."""

    english: str
    chinese: str = ""

    @property
    def name(self) -> str:
        """The name in the language of this run."""
        return _(self.english)

    def __str__(self) -> str:
        return self.name if self.chinese in self.name else f"{self.name} {self.chinese}"


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
    "self-draw": msgid("{card} drawn"),
    "kong-replacement": msgid("{card} drawn as a kong's replacement"),
    "discard": msgid("{card} from a discard"),
    "robbed-kong": msgid("{card} from a robbed kong"),
    "heavenly": msgid("a heavenly win"),
    "none": msgid("{card} from nowhere"),
}
"""By the source of a win: how the winning card came."""

_GIVEN: dict[str, str] = {
    "discard": msgid("{card} from a discard of {giver}"),
    "robbed-kong": msgid("{card} from a robbed kong of {giver}"),
}
"""The same, where it is known whose it was."""

ROUNDINGS: dict[str, str] = {
    "up": msgid("up to a multiple of {unit}"),
    "nearest": msgid("to the nearest multiple of {unit}"),
    "down": msgid("down to a multiple of {unit}"),
}
"""By the value of ``rounding``: which way."""


def how_it_came(win: Win, giver: str | None = None) -> str:
    """The winning card and where it came from. ``giver``: whose it was, as players are called here."""
    card = TOKENS[win.card] if win.card is not None else "" if win.source == "none" else HIDDEN
    how = _(SOURCES[win.source], card=card).strip() if giver is None else _(_GIVEN[win.source], card=card, giver=giver)
    match win.moment:
        case "first-discard":
            return _("{how}, the deal's first", how=how)
        case "last-card":
            return _("{how}, the last of the stock", how=how)
    return how


def cell_in_words(cell: Cell) -> str:
    """A cell of the article's scoring table: its row, N or G, its column, and what stands in for a blank (§12.3)."""
    place = _(
        "{row} {cards}, {column}", row=row_in_words(cell.row), cards=cell.cards, column=column_in_words(cell.column)
    )
    if cell.taken_from is None:
        return place
    return _("{cell} (blank: taken from {column})", cell=place, column=column_in_words(cell.taken_from))


def row_in_words(row: str) -> str:
    """A row of the table."""
    return {
        "Peng": _("Peng"),
        "Kan": _("Kan"),
        "Da Gang": _("Da Gang"),
        "Ti Zi": _("Ti Zi"),
        "Qi Cha": _("Qi Cha"),
        "Liao Long": _("Liao Long"),
        "Di Cha": _("Di Cha"),
        "He Zi": _("He Zi"),
    }[row]


def column_in_words(column: str) -> str:
    """A column of the table."""
    return {
        "Small": _("Small"),
        "Big, not a pair": _("Big, not a pair"),
        "Big, pair": _("Big, pair"),
        "Double, not a pair": _("Double, not a pair"),
        "Double, pair": _("Double, pair"),
    }[column]


def seat_of(names: Sequence[str], seat: int) -> str:
    """A seat by number and name; two seats may have one name. A nameless seat is its number."""
    if seat >= len(names) or names[seat] == f"Seat {seat}":
        return _("Seat {seat}", seat=seat)
    return f"{seat} {opaque(names[seat])}"
