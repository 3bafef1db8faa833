"""The language of a run: gettext catalogues in `cli/locale`, one folder a language; English is in the code.

``_`` and ``ngettext`` translate what a screen says, ``translated`` what the engine or a reader said. What people typed
is only ever a value in a template, never a template.
"""

import gettext
import os
from functools import cache
from pathlib import Path

from engine.said import Said

LANGUAGES = ("en", "zh", "it", "es")
"""Languages there are; ``en`` needs no catalogue."""

_LOCALE = Path(__file__).with_name("locale")


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("duzihu", _LOCALE, [language], fallback=language == "en")


_speaking = gettext.NullTranslations()


def speak(language: str) -> None:
    """Choose the language of this run, one of ``LANGUAGES``."""
    global _speaking  # noqa: PLW0603 - one language a run, like the locale it stands for
    _speaking = _catalogue(language)


def of_locale() -> str:
    """The language that the locale asks for (``LC_ALL``, ``LC_MESSAGES``, ``LANG``, ``LANGUAGE``), else English."""
    asked = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if asked.partition(".")[0] not in ("", "C", "POSIX"):
        for wanted in (os.environ.get("LANGUAGE") or asked).split(":"):
            if wanted[:2].lower() in LANGUAGES:
                return wanted[:2].lower()
    return "en"


def _(text: str, /, **values: object) -> str:
    """The text in the language of this run, its ``{names}`` filled in where values are given."""
    words = _speaking.gettext(text)
    return words.format(**values) if values else words


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The form for ``n`` in the language of this run, filled in with ``n`` and the values."""
    return _speaking.ngettext(one, many, n).format(n=n, **values)


def translated(text: str) -> str:
    """What the engine or a reader said, in the language of this run; a plain string as it stands."""
    if not isinstance(text, Said):
        return text
    params = {name: translated(value) if isinstance(value, str) else value for name, value in text.params.items()}
    return _speaking.gettext(text.template).format(**params)
