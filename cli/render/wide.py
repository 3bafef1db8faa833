"""Chinese, which has no spaces to be broken at: a line may end between any two characters, but none begins with a
closing sign or ends with an opening one. In other languages a Chinese term is a word like others."""

import re
from typing import TYPE_CHECKING

from rich.cells import cell_len, chop_cells
from rich.containers import Lines
from rich.measure import Measurement
from rich.style import StyleType
from rich.table import Table
from rich.text import Text

from cli.language import spoken

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, JustifyMethod, OverflowMethod, RenderableType

_WIDE, _OPENING, _CLOSING = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff", "（《「“", "，。、：；）》」”！？"
_PIECE = re.compile(
    rf"\s+|[{_OPENING}]*(?:[{_WIDE}]|[^\s{_WIDE}{_OPENING}{_CLOSING}]+)[{_CLOSING}]*|[{_OPENING}{_CLOSING}]+"
)


def prose(text: str | Text) -> Text:
    """Text to be broken into lines as the language of this run asks for."""
    text = Text(text) if isinstance(text, str) else text
    return _WideText.assemble(text) if spoken() == "zh" else text


class ProseTable(Table):
    """A table whose cells are broken so."""

    def add_row(
        self, *cells: "RenderableType | None", style: StyleType | None = None, end_section: bool = False
    ) -> None:
        """Add a row; cells that are texts are prose."""
        shown = (prose(cell) if isinstance(cell, str | Text) else cell for cell in cells)
        super().add_row(*shown, style=style, end_section=end_section)


class _WideText(Text):
    def wrap(
        self,
        console: "Console",
        width: int,
        *,
        justify: "JustifyMethod | None" = None,
        overflow: "OverflowMethod | None" = None,
        tab_size: int = 8,
        no_wrap: bool | None = None,
    ) -> Lines:
        """The lines of the text, none wider than ``width``."""
        if no_wrap or self.no_wrap:
            return super().wrap(console, width, justify=justify, overflow=overflow, tab_size=tab_size, no_wrap=no_wrap)
        lines = Lines(line for part in self.split(allow_blank=True) for line in part.divide(_breaks(part.plain, width)))
        for line in lines:
            line.rstrip_end(width)
        if justify or self.justify:
            lines.justify(console, width, justify=justify or self.justify or "default", overflow="fold")
        return lines

    def __rich_measure__(self, _console: "Console", _options: "ConsoleOptions") -> Measurement:
        lines = self.plain.splitlines()
        widest = max((cell_len(piece) for line in lines for piece in _PIECE.findall(line)), default=0)
        return Measurement(widest, max(map(cell_len, lines), default=0))


def _breaks(line: str, width: int) -> list[int]:
    """Where to break a line: the indexes of the characters that begin another."""
    breaks, used = [], 0
    for piece in _PIECE.finditer(line):
        size = cell_len(piece[0])
        if used and used + cell_len(piece[0].rstrip()) > width:
            if piece[0].isspace():
                continue
            breaks.append(piece.start())
            used = 0
        if size > width:
            at = piece.start()
            for part in chop_cells(piece[0], width)[:-1]:
                at += len(part)
                breaks.append(at)
            size = cell_len(piece[0][at - piece.start() :])
        used += size
    return breaks
