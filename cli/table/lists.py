"""The list of events beside the table: a line each."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from cli.render.suits import PLAIN, Look
from cli.render.tell import Told, styled
from cli.render.words import seat_of
from cli.story import Story

_NAME = 12
"""Columns of a name."""


def event_lines(story: Story, look: Look = PLAIN) -> Iterator[Text]:
    """Every event that is told: its number, the seat, what it did; ✗ where something was found."""
    for index in story.indexes:
        found = bool(story.findings(index))
        stands = story.fate(index) == "stands"
        yield event_line(story.line(index).seq, story.told(index), story.names, look, stands=stands, found=found)


def event_line(
    seq: int | None, told: Told, names: Sequence[str], look: Look = PLAIN, *, stands: bool = True, found: bool = False
) -> Text:
    """An event in a line."""
    number = Text.assemble((f"{'–' if seq is None else seq:>4}", "dim"), ("✗" if found else " ", "bold red"))
    parts = [number]
    if told.seat is not None:
        who = Text(seat_of(tuple(names), told.seat))
        who.truncate(_NAME, overflow="ellipsis", pad=True)
        parts += [who, Text(" ")]
    return Text.assemble(*parts, styled(told.parts, "" if stands else "dim strike", look))
