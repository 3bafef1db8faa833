"""Cards as a player holds them, by suit: ``1134m 235s 14c TT W``; and discards, in the order they were made."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from cli.render.screen import CARD_STYLES, cards
from engine.cards import TOKENS

if TYPE_CHECKING:
    from rich.text import Text


def by_suit(kinds: Iterable[int]) -> "Text":
    """Cards sorted, the ranks of a suit joined; it reads back as those cards."""
    from rich.text import Text

    tokens = [TOKENS[kind] for kind in sorted(kinds)]
    suits = [
        Text("".join(token[0] for token in of) + (suit if suit in "msc" else ""), CARD_STYLES[suit])
        for suit, of in groupby(tokens, lambda token: token[-1])
    ]
    return Text(" ").join(suits)


def in_order(kinds: Iterable[int]) -> "Text":
    """Cards one by one as they come."""
    from rich.text import Text

    return Text(" ").join(cards((kind,)) for kind in kinds)
