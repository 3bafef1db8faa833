"""Sentences that can be said in another language: English text that still knows its template and what fills it."""

from typing import Any


class Said(str):
    """A sentence in English. ``template``: the msgid of its translation, with ``{name}`` for what ``params`` has."""

    __slots__ = ("params", "template")

    template: str
    params: dict[str, Any]


def said(template: str, /, **params: Any) -> Said:
    """The template with its names filled in. Values are never read as templates."""
    sentence = Said(template.format(**params))
    sentence.template = template
    sentence.params = params
    return sentence
