"""A page of HTML: one file that needs nothing else, no network, and no script unless it is one of ours, for a screen, a
phone or paper."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path

import htpy as h
from htpy import Element
from markupsafe import Markup

from cli.explain import ending_in_words, title_of
from cli.html.cards import deck
from cli.html.deal import article
from cli.language import _, spoken
from cli.render.screen import opaque
from replay.report import DealReport

_STYLE = Path(__file__).with_name("page.css")
_CONTENTS = "deals"


class Page:
    """A page written deal by deal: of those written it keeps only their titles, for the list at its end."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._deals: list[tuple[str, str]] = []
        self._begun = self._several = False

    def add(self, report: DealReport, number: int | None) -> Sequence[str]:
        """Write a deal; ``number``: its number in its input, if that holds more than one. Gives nothing to print."""
        title = title_of(report, number)
        self._begin(title if number is None else report.source)
        self._deals.append((title, ending_in_words(report)))
        anchor = f"deal-{len(self._deals)}"
        self._several = self._several or number is not None or len(self._deals) > 1
        self._write(f"{article(report, number, anchor, _CONTENTS if self._several else None)}\n")
        return ()

    def close(self) -> None:
        """End the page: the list of its deals, where it has several."""
        if not self._deals:
            self._begin(_("No deal"))
            self._write(str(h.p[_("No deal could be read.")]))
        if self._several:
            self._write(f"{_contents(self._deals)}\n")
        self._write(closing())

    def _begin(self, title: str) -> None:
        if not self._begun:
            self._begun = True
            self._write(opening(title))


def page(reports: Iterable[DealReport]) -> str:
    """The page of some deals as text."""
    parts: list[str] = []
    written = Page(parts.append)
    for report in reports:
        written.add(report, None)
    written.close()
    return "".join(parts)


def opening(title: str, *, styles: Sequence[Path] = (), script: str | None = None) -> str:
    """A page up to where its deals begin. ``styles``: files of style beside the common one; ``script``: the script that
    is to come, which like the style runs only as it is here."""
    style = "".join(file.read_text(encoding="utf-8") for file in (_STYLE, *styles))
    trusted = f"default-src 'none'; style-src {_hash_of(style)}"
    if script is not None:
        trusted += f"; script-src {_hash_of(script)}; require-trusted-types-for 'script'"
    head = h.head[
        h.meta(charset="utf-8"),
        h.meta(http_equiv="Content-Security-Policy", content=f"{trusted}; base-uri 'none'; form-action 'none'"),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.meta(name="color-scheme", content="light dark"),
        h.title[f"{opaque(title)} · Du Zi Hu 笃子胡"],
        h.style[Markup(style)],
    ]
    lang = spoken()
    return f'<!doctype html>\n<html lang="{lang}">\n{head}\n<body>\n{deck()}\n<main>\n'


def closing() -> str:
    """The end of a page."""
    return "</main>\n</body>\n</html>\n"


def _hash_of(text: str) -> str:
    """Style or script as a policy names what it trusts."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _contents(deals: Iterable[tuple[str, str]]) -> Element:
    return h.nav(id=_CONTENTS)[
        h.h2[_("The deals of this page")],
        h.ol[
            (
                h.li[h.a(href=f"#deal-{at}")[opaque(title)], " ", opaque(ended)]
                for at, (title, ended) in enumerate(deals, 1)
            )
        ],
    ]
