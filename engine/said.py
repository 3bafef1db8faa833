"""Sentences that can be said in another language: English text that still knows its template and what fills it.

A template is the msgid of its translations, with ``{name}`` for what fills it. Values are never read as templates; one
that is a sentence itself is translated with the whole.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, reduce
from typing import Any


class Said(str):
    """A sentence in English. ``template``: the msgid of its translation; ``params``: what fills it."""

    __slots__ = ("params", "template")

    template: str
    params: dict[str, Any]


def said(template: str, /, **params: Any) -> Said:
    """The template with its names filled in; without any, it is the sentence as it stands."""
    sentence = Said(template.format(**params) if params else template)
    sentence.template = template
    sentence.params = params
    return sentence


def msgid(template: str) -> str:
    """The template itself: marks, where it is only named, what is said later."""
    return template


SEAT = msgid("seat {seat}")


@cache
def seat_said(seat: int) -> Said:
    """A seat in a sentence; who knows its player's name can say that instead."""
    return said(SEAT, seat=seat)


def said_one_by_one(sentences: Iterable[str]) -> str:
    """Sentences as one, in their order."""
    return reduce(lambda one, more: said("{one}; {more}", one=one, more=more), sentences)


def with_texts(sentence: str, change: Callable[[str], str]) -> str:
    """The sentence with every text that fills it changed; a plain text changed as a whole."""
    if not isinstance(sentence, Said):
        return change(sentence)
    params = {
        name: with_texts(value, change) if isinstance(value, str) else value for name, value in sentence.params.items()
    }
    return said(sentence.template, **params)


def recognised(text: str, templates: Iterable[str]) -> str:
    """What another program said, as the sentence of the template that it follows; as it stands where there is none."""
    for template in templates:
        pieces = re.split(r"\{(\w+)\}", template)
        pattern = "".join(f"(?P<{piece}>.*)" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return said(template, **found.groupdict())
    return text
