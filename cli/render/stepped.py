"""One screen of a stepped replay: the table after an event, and what led to it."""

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.segment import Segments
from rich.table import Table
from rich.text import Text

from cli.language import _, translated
from cli.render.board import board, legal
from cli.render.replay import as_told, turns_table
from cli.render.screen import opaque
from cli.render.tell import seat_named
from cli.step import HELP, Place
from cli.story import Story
from engine.said import msgid
from engine.view import view_of_end
from replay.report import DealReport

if TYPE_CHECKING:
    from rich.console import RenderableType

_LATEST = 40
"""How many events up to the one shown are told at most."""
_LEAST, _MANY = 4, 8
"""Rows that are kept for them and the blank above, even at the table's cost; and before what is legal is shown too."""
_KEYS = msgid("→ next   ← back   c claim   g event   s seat   ? help   q leave")


def screen_lines(place: Place, report: DealReport, story: Story | None, deals: int, size: tuple[int, int]) -> list[str]:
    """The lines of a screen of ``size`` columns and rows, with their colours: as many as there are rows, none too long.

    ``story``: ``None`` for a hand record. ``deals``: how many there are to go through.
    """
    width, rows = size
    console = Console(
        file=StringIO(), force_terminal=True, width=width, height=rows, markup=False, emoji=False, highlight=False
    )
    head = _lines(console, [_title(place, report, story, deals)])
    foot = _lines(console, [_foot(place)])
    room = max(0, rows - len(head) - len(foot))
    if place.help:
        shown = _lines(console, [_help()])
    elif story is None:
        shown = _lines(console, _record(report))
    else:
        shown = _event(
            console, story, story.indexes[place.at] if story.indexes else -1, story.indexes[: place.at + 1], room
        )
    return [*head, *shown[:room], *[""] * (room - len(shown)), *foot][-rows:]


def _event(console: Console, story: Story, index: int, before: list[int], room: int) -> list[str]:
    """The table after an event, what is legal then where there is room, and the latest turns at the bottom."""
    turns = _lines(console, [turns_table(story, story.turns(before[-_LATEST:]))])
    table = story.view(index)
    shown = [_("Nothing was folded: there is no table.")] if table is None else _lines(console, board(table))
    if table is not None and room - len(shown) < _LEAST:
        shown = _lines(console, board(table, brief=True))[: max(0, room - _LEAST)]
    choices = _lines(console, legal(story.legal(index), story.names))
    if choices and room - len(shown) - len(choices) > _MANY:
        shown += ["", *choices]
    left = room - len(shown) - 1
    return [*shown, "", *[""] * (left - len(turns)), *turns[-left:]] if left > 0 else shown


def _record(report: DealReport) -> "Iterator[RenderableType]":
    assert report.end is not None
    yield from board(view_of_end(report.end, report.names))
    yield ""
    yield _("A hand record has no history: this is the table at the end.")


def _title(place: Place, report: DealReport, story: Story | None, deals: int) -> Text:
    named = [_("record") if story is None else _("deal")] if report.id is None else [opaque(report.id)]
    if deals > 1:
        named.append(_("deal {number} of {of}", number=place.deal + 1, of=deals))
    if story is not None and story.indexes:
        first, last = (story.logged.events[story.indexes[at]].seq for at in (place.at, -1))
        event = _("event {seq} of {last}", seq="–" if first is None else first, last="–" if last is None else last)
        named.append(event + as_told(story.telling))
    if place.seat is not None:
        named.append(_("as {seat} sees it", seat=seat_named(report.names, place.seat)))
    return Text(" · ".join(named), "bold reverse", no_wrap=True, overflow="ellipsis")


def _foot(place: Place) -> Text:
    words = translated(place.said) or _(_KEYS)
    if place.number is not None:
        words = _("Go to event {number}_   (Enter goes there, Escape does not)", number=place.number)
    elif place.help:
        words = _("Any key leaves this help.")
    return Text(words, "bold" if place.said or place.number is not None else "dim", no_wrap=True, overflow="ellipsis")


def _help() -> Table:
    grid = Table.grid(padding=(0, 3))
    for keys, meaning in HELP:
        grid.add_row(Text(keys, "bold"), _(meaning))
    return grid


def _lines(console: Console, parts: "Iterable[RenderableType]") -> list[str]:
    lines: list[str] = []
    for part in parts:
        for line in console.render_lines(part, pad=False):
            with console.capture() as captured:
                console.print(Segments(line), end="")
            lines.append(captured.get())
    return lines
