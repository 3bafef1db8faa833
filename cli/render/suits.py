"""Cards as a player holds them, by suit: ``1134m 235s 14c TT W``; and discards, in the order they were made."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from cli.render.screen import card_style
from engine.cards import JOKERS, TOKENS

if TYPE_CHECKING:
    from rich.style import Style
    from rich.text import Text

_CHINESE = {
    **dict(zip("123456789", "一二三四五六七八九", strict=True)),
    **{"m": "万", "s": "索", "c": "饼", "T": "千", "W": "白", "R": "红"},
    **dict(zip(JOKERS, "福禄寿喜财", strict=True)),
}


class Look(Struct, frozen=True):
    """How cards are drawn. ``chinese``: their faces in characters; ``sought``: a kind that stands out; ``held``: each
    card knows its number (``card`` of its style's meta), so that a click can name it."""

    chinese: bool = False
    sought: int | None = None
    held: bool = False


PLAIN = Look()


def by_suit(kinds: Iterable[int], look: Look = PLAIN) -> "Text":
    """Cards sorted, the ranks of a suit joined; it reads back as those cards."""
    from rich.text import Text

    suits = [list(of) for _, of in groupby(sorted(kinds), _suit)]
    return Text(" ").join(_joined(suit, look) for suit in suits)


def _suit(kind: int) -> str:
    token = TOKENS[kind]
    return token if token in JOKERS else token[-1]


def _joined(suit: list[int], look: Look) -> "Text":
    from rich.text import Text

    text = Text()
    for kind in suit:
        token = TOKENS[kind]
        face = token if _is_whole(token) else token[0]
        text.append(_face(face, look), _style(kind, look))
    if not _is_whole(token):
        text.append(_face(token[-1], look), card_style(token))
    return text


def _is_whole(token: str) -> bool:
    """Whether a card is one sign: honours and jokers."""
    return token in JOKERS or len(token) == 1


def in_order(kinds: Iterable[int], look: Look = PLAIN) -> "Text":
    """Cards one by one as they come."""
    from rich.text import Text

    return Text(" ").join(_joined([kind], look) for kind in kinds)


def _face(sign: str, look: Look) -> str:
    return _CHINESE[sign] if look.chinese else sign


def _style(kind: int, look: Look) -> "Style":
    from rich.style import Style

    style = Style.parse(card_style(TOKENS[kind]) + (" reverse bold" if kind == look.sought else ""))
    return style + Style(meta={"card": kind}) if look.held else style
