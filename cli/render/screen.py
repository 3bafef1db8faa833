"""Text on a screen or in a pipe: everything a command prints goes through here.

Nothing is markup: brackets, ``:emoji:`` and numbers stay as they are. Colour only on a terminal, and not with
``NO_COLOR``; the width is ``COLUMNS`` or the terminal's, else 80. Control characters that people typed are made visible
by ``opaque``. Rich is imported when something is drawn, not before.
"""

import sys
from collections.abc import Iterable
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from engine.cards import JOKERS, TOKENS

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.measure import Measurement
    from rich.segment import Segment
    from rich.table import Table
    from rich.text import Text

NARROWEST = 40
"""Columns below which nothing is squeezed further."""

CARD_STYLES = {"m": "red", "s": "green", "c": "cyan", "T": "magenta", "W": "magenta", "R": "magenta"}
"""Colours of cards that are no jokers, by the last letter of their token."""


def card_style(token: str) -> str:
    """The colour of a card."""
    return "yellow" if token in JOKERS else CARD_STYLES[token[-1]]


def opaque(text: str) -> str:
    """Text typed by people, safe to print on one line: control characters, line breaks, direction overrides and bytes
    that were not UTF-8 are written as escapes. Brackets and all else that is printable stay."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\u3000" else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def show(*parts: "RenderableType") -> None:
    """Print tables, texts and strings, one below the other, without blanks at the ends of lines."""
    from rich.console import Console
    from rich.segment import Segment, Segments
    from rich.text import Text

    from cli.render.wide import prose

    width = max(NARROWEST, get_terminal_size((80, 24)).columns)
    console = Console(markup=False, emoji=False, highlight=False, width=width)
    for part in parts:
        shown = prose(part) if isinstance(part, str | Text) else part
        lines = console.render_lines(shown, pad=False)
        console.print(Segments(seg for line in lines for seg in (*_trimmed(line), Segment.line())), end="")


def show_lines(*lines: "RenderableType") -> None:
    """Print texts whose lines are never wrapped: for other tools to cut, search and sort."""
    from rich.console import Console

    console = Console(markup=False, emoji=False, highlight=False)
    for line in lines:
        console.print(line, soft_wrap=True)


def _trimmed(line: "list[Segment]") -> "list[Segment]":
    while line and not line[-1].text.strip(" "):
        line.pop()
    if line:
        line[-1] = line[-1]._replace(text=line[-1].text.rstrip(" "))
    return line


def table(*columns: str, right: Iterable[str] = (), wide: Iterable[str] = ()) -> "Table":
    """A table in the house's one style: a rule under the headings and between sections, no frame.

    ``right``: the columns of numbers, set right and never wrapped; ``wide``: those that wrap when room is short. The
    others never wrap.
    """
    from rich.box import Box

    from cli.render.wide import ProseTable

    lines = Box("    \n    \n ── \n    \n ── \n ── \n    \n    \n")
    drawn = ProseTable(
        box=lines, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim", border_style="dim"
    )
    for column in columns:
        drawn.add_column(
            column, justify="right" if column in right else "left", no_wrap=column not in wide, overflow="fold"
        )
    return drawn


class Flow:
    """Texts one after the other, ``between`` them, broken only from one text to the next. For cells and lines."""

    def __init__(self, parts: "Iterable[str | Text]", between: str = " ") -> None:
        from rich.text import Text

        self.parts = [Text(part) if isinstance(part, str) else part for part in parts]
        self.between = between

    def __rich_console__(self, _console: "Console", options: "ConsoleOptions") -> "RenderResult":
        from rich.text import Text

        from cli.render.wide import prose

        line = Text()
        for part in self.parts:
            longer = Text.assemble(line, self.between, part) if line else part
            if line and longer.cell_len > options.max_width:
                yield prose(line)
                longer = part
            line = longer
        yield prose(line)

    def __rich_measure__(self, _console: "Console", _options: "ConsoleOptions") -> "Measurement":
        from rich.measure import Measurement
        from rich.text import Text

        return Measurement(
            max((part.cell_len for part in self.parts), default=0), Text(self.between).join(self.parts).cell_len
        )


def cards(kinds: Iterable[int]) -> "Text":
    """Cards in written form, each suit in its colour on a terminal."""
    from rich.text import Text

    text = Text()
    for kind in sorted(kinds):
        token = TOKENS[kind]
        text.append(" " if text else "").append(token, card_style(token))
    return text


def amount(number: int) -> str:
    """A payment or a difference, with its sign."""
    return f"{number:+d}" if number else "0"


def json_out(document: Any) -> None:
    """Print one JSON document, and nothing else, on standard output."""
    out(json_text(document) + "\n")


def out(text: str) -> None:
    """Write text on standard output as it is: a document for another program, never something typed by people."""
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()


def json_text(document: Any) -> str:
    """A document as JSON, indented."""
    import msgspec

    try:
        encoded = msgspec.json.encode(document, enc_hook=_plain)
    except UnicodeEncodeError:  # a file name that is not UTF-8
        encoded = msgspec.json.encode(_encodable(msgspec.to_builtins(document, enc_hook=_plain)))
    return msgspec.json.format(encoded, indent=2).decode()


def _plain(value: Any) -> str:
    """What the engine or a reader said, in English."""
    assert isinstance(value, str)
    return str(value)


def _encodable(value: Any) -> Any:
    match value:
        case str():
            return value.encode("utf-8", "backslashreplace").decode("utf-8")
        case dict():
            return {_encodable(key): _encodable(item) for key, item in value.items()}
        case list() | tuple():
            return [_encodable(item) for item in value]
    return value


def warn(message: str) -> None:
    """Print a line on standard error: faults, warnings, progress. What people typed in it is made safe."""
    if sys.stderr is not None:
        sys.stderr.write(opaque(message) + "\n")
