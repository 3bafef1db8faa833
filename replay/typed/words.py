"""The words of typed deals, in every language (``words.toml``)."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct

from engine.notation import PLAIN

SIGNS: Final[Mapping[str, str]] = {"+": "draws", "-": "discards", "*": "replacement"}
"""What may stand right before a card instead of a word."""
LET_STAND: Final = "!"
"""Short for ``let-stand``."""
SEQ: Final = "@"
"""Stands before the ``seq`` of an event, where it is not the next."""


class Word(Struct, frozen=True):
    """A word of the notation: its ``name``, as the strict form writes it, and where it may stand (``head``, ``line``,
    ``action``, ``form``, ``mark``, ``little``)."""

    name: str
    place: str


@cache
def words() -> Mapping[str, Word]:
    """Every word that may be typed, in lower case."""
    import tomllib

    tables = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    return {
        typed.casefold(): Word(name, place)
        for place, table in tables.items()
        for name, others in table.items()
        for typed in (name, *others)
    }


def word(text: str, *places: str) -> str | None:
    """The name of the word that a text is, if it may stand in one of the places; else ``None``."""
    found = words().get(text.translate(PLAIN).casefold())
    return found.name if found is not None and found.place in places else None


def names_of(*places: str) -> tuple[str, ...]:
    """The names of all the words of some places."""
    return tuple(dict.fromkeys(found.name for found in words().values() if found.place in places))


def joined_word(text: str, *places: str) -> int:
    """How many characters at the beginning of a text are a Chinese word that what follows is joined to; 0 for none."""
    for end in range(min(len(text) - 1, _longest_chinese()), 0, -1):
        if not text[:end].isascii() and text[0] > "\u2e80" and word(text[:end], *places) is not None:
            return end
    return 0


@cache
def _longest_chinese() -> int:
    return max(len(typed) for typed in words() if typed[0] > "\u2e80")
