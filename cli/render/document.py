"""A document of a few kinds of blocks, and its three forms: text for a screen, Markdown, JSON.

Blocks hold plain text, names as they were typed; each form makes it safe in its own way.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from msgspec import Struct

from cli.render.screen import opaque, table

if TYPE_CHECKING:
    from rich.console import RenderableType


class Heading(Struct, frozen=True, tag_field="type", tag="heading"):
    """A heading; ``level`` from 1, the document's own."""

    level: int
    text: str


class Paragraph(Struct, frozen=True, tag_field="type", tag="paragraph"):
    """Sentences."""

    text: str


class Items(Struct, frozen=True, tag_field="type", tag="list"):
    """Points one below the other, in no numbering."""

    items: tuple[str, ...]


class Table(Struct, frozen=True, tag_field="type", tag="table"):
    """Rows of as many cells as there are columns. ``right``: the columns of numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[str, ...] = ()


Block: TypeAlias = Heading | Paragraph | Items | Table


def as_text(blocks: Iterable[Block]) -> "Iterator[RenderableType]":
    """For a screen: wrapped to its width, a blank line between blocks."""
    from rich.padding import Padding
    from rich.text import Text

    between = False
    for block in blocks:
        if between:
            yield ""
        match block:
            case Heading(level, text):
                yield Text(opaque(text), "bold underline" if level == 1 else "bold")
            case Paragraph(text):
                yield Text(opaque(text))
            case Items(items):
                for item in items:
                    yield _point(opaque(item))
            case Table(columns, rows, right):
                drawn = table(*columns, right=right, wide=[name for name in columns if name not in right])
                for row in rows:
                    drawn.add_row(*map(opaque, row))
                yield Padding(drawn, 0)
        between = not (isinstance(block, Heading) and block.level > 1)


def _point(text: str) -> "RenderableType":
    from rich.table import Table as Grid

    from cli.render.wide import prose

    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row("•", prose(text))
    return grid


def as_markdown(blocks: Iterable[Block]) -> str:
    """CommonMark with tables. What people typed stays text: no markup, no HTML, no cell of its own."""
    return "\n\n".join(map(_markdown, blocks))


def _markdown(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {_begun(text)}"
        case Paragraph(text):
            return _begun(text)
        case Items(items):
            return "\n".join(f"- {_begun(item)}" for item in items)
        case Table(columns, rows, right):
            rule = ("---:" if name in right else "---" for name in columns)
            return "\n".join(map(_row, (map(_inline, columns), rule, *(map(_inline, row) for row in rows))))


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})
_MARKUP = re.compile(r"[\\`*\[\]~$]|(?<![^\W_])_|_(?![^\W_])|!(?=\[)|:(?=//)|(?<=\bwww)\.|#+$")
_BEGINS_BLOCK = re.compile(r"^(?=[#+=-])|^\d+(?=[.)])")


def _inline(text: str) -> str:
    """Text that stays text: what would be HTML, the end of a cell, emphasis, code or a link is written otherwise."""
    return _MARKUP.sub(r"\\\g<0>", opaque(text).translate(_ENTITIES).strip())


def _begun(text: str) -> str:
    """Such text where a block begins: nor is it a list, a heading or a rule."""
    return _BEGINS_BLOCK.sub(r"\g<0>\\", _inline(text))


def as_json(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Plain values, each block with its ``type``."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(list(blocks))
    return plain
