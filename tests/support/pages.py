"""Pages of HTML read back: their tags, and their text as a reader sees it."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "input"}


@dataclass
class Read(HTMLParser):
    """A page. ``tags``: every start tag with its attributes; ``texts``: what stands in each element, in the order in
    which they close. Every tag that opens must close where it should."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[tuple[str, str | None, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, str | None, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append((tag, dict(attrs).get("class"), []))

    def handle_endtag(self, tag: str) -> None:
        opened, kind, parts = self._open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        text = "".join(parts)
        self.texts.append((tag, kind, text))
        if self._open:
            self._open[-1][2].append(text)

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1][2].append(data)

    def of(self, tag: str, kind: str | None = None) -> list[str]:
        """The texts of the elements of a tag, and a class."""
        return [text for name, class_, text in self.texts if name == tag and kind in (None, class_)]


def read(page: str) -> Read:
    """Read a page that is whole."""
    parser = Read()
    parser.feed(page)
    parser.close()
    assert not parser._open, "something stays open"
    return parser
