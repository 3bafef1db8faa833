"""Cards as a player holds them, by suit: ``1134m 235s 14c TT W``; and discards, in the order they were made."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from cli.render.screen import card_style, cards
from engine.cards import JOKERS, TOKENS

if TYPE_CHECKING:
    from rich.text import Text


def by_suit(kinds: Iterable[int]) -> "Text":
    """Cards sorted, the ranks of a suit joined; it reads back as those cards."""
    from rich.text import Text

    tokens = [TOKENS[kind] for kind in sorted(kinds)]
    suits = [list(of) for _, of in groupby(tokens, lambda token: token if token in JOKERS else token[-1])]
    return Text(" ").join(Text(_joined(suit), card_style(suit[0])) for suit in suits)


def _joined(suit: list[str]) -> str:
    last = suit[0][-1]
    return "".join(token[0] for token in suit) + last if last in "msc" else "".join(suit)


def in_order(kinds: Iterable[int]) -> "Text":
    """Cards one by one as they come."""
    from rich.text import Text

    return Text(" ").join(cards((kind,)) for kind in kinds)
