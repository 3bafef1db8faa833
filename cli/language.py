"""The language of a run: gettext catalogues in `cli/locale`, one folder a language; English is in the code.

``_`` and ``ngettext`` translate what a screen says, ``translated`` what the engine or a reader said. What people typed
is only ever a value in a template, never a template. JSON documents are English: programs read them.
"""

import gettext
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, reduce
from pathlib import Path
from typing import Any

from engine.said import SEAT, Said

LANGUAGES = ("en", "zh", "it", "es")
"""Languages there are; ``en`` needs no catalogue."""

_LOCALE = Path(__file__).with_name("locale")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation("duzihu", _LOCALE, [language])


_speaking = gettext.NullTranslations()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak one of ``LANGUAGES`` for a while."""
    global _speaking  # noqa: PLW0603 - one language at a time, like the locale it stands for
    before, _speaking = _speaking, _catalogue(language)
    try:
        yield
    finally:
        _speaking = before


def spoken() -> str:
    """The language of this run, one of ``LANGUAGES``."""
    return _speaking.info().get("language", "en")


def of_locale() -> str:
    """The language that the locale asks for (``LC_ALL``, ``LC_MESSAGES``, ``LANG``, ``LANGUAGE``), else English."""
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "C"
    if re.split("[.@]", asked)[0] in ("C", "POSIX"):
        return "en"
    wanted = (os.environ.get("LANGUAGE") or asked).split(":")
    languages = [re.split("[-_.@]", locale.lower())[0] for locale in wanted]
    return next((language for language in languages if language in LANGUAGES), "en")


def _(text: str, /, **values: object) -> str:
    """The text in the language of this run, its ``{names}`` filled in where values are given."""
    words = _speaking.gettext(text)
    return words.format(**{name: _value(value, None) for name, value in values.items()}) if values else words


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The form for ``n`` in the language of this run, filled in with ``n`` and the values."""
    filled = {name: _value(value, None) for name, value in values.items()}
    return _speaking.ngettext(one, many, n).format(n=n, **filled)


def translated(text: str, called: Callable[[int], str] | None = None) -> str:
    """What the engine or a reader said, in the language of this run; a plain string as it stands. ``called``: how the
    player of a seat is called, where names are known."""
    if not isinstance(text, Said):
        return text
    if called is not None and text.template == SEAT:
        return called(text.params["seat"])
    words = _speaking.gettext(text.template)
    filled = {name: _value(value, called) for name, value in text.params.items()}
    return words.format(**filled) if filled else words


def _value(value: Any, called: Callable[[int], str] | None) -> Any:
    return translated(value, called) if isinstance(value, str) else value


def told(*sentences: str) -> str:
    """Sentences one after the other; empty ones are left out."""
    return reduce(lambda one, more: _("{sentence} {next}", sentence=one, next=more), filter(None, sentences))


def in_a_row(words: Iterable[str]) -> str:
    """Words one after the other: ``a, b, c``."""
    return _(", ").join(words)


def listed(words: Iterable[str]) -> str:
    """Words one after the other, the last set apart: ``a, b and c``."""
    *most, last = words
    return _("{most} and {last}", most=in_a_row(most), last=last) if most else last
