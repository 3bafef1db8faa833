"""A replay on the screen: a deal turn by turn, and the table after one of its events."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cli.language import _, translated
from cli.render import deals as of_deal
from cli.render.board import board, legal
from cli.render.screen import Flow, opaque
from cli.render.suits import by_suit
from cli.render.tell import phrase, seat_named, styled
from cli.render.words import seat_of
from cli.sentences import unscored_in_words
from cli.story import Story, Turn
from engine.deal import Fate
from engine.findings import Finding
from engine.said import msgid
from engine.state import ENDED
from engine.timeline import RECORDED, Telling
from engine.view import view_of_end
from replay.report import DealReport

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult

Parts = Iterator["RenderableType"]

_HAND_FROM, _HAND_TO, _HAND_WIDTH = 24, 44, 36
"""The column of a turn's text at which its hand may stand, and the columns of the longest hand."""
_FATES = {"void": msgid(", taken back later"), "not-folded": msgid(", not folded")}


def replay_screen(report: DealReport, number: int | None, story: Story | None) -> Parts:
    """A deal from its first event to its last, then the table and what it comes to. ``story``: ``None`` for a hand
    record."""
    yield from of_deal.head(report, number)
    yield ""
    if story is None:
        yield from _record(report)
        return
    yield turns_table(story, story.turns())
    last = story.view(story.indexes[-1]) if story.indexes else None
    yield ""
    if last is not None:
        yield from board(last)
    if story.logged.torn is not None:
        words = msgid("Line {line} is torn: it has no line feed, and is no part of the deal.")
        yield Text(_(words, line=story.logged.torn.line), "red")
    if last is None or (story.seat is not None and last.phase != ENDED):
        return
    if why := unscored_in_words(report):
        yield Text.assemble("\n", why)
    yield from _outcome(report)
    if story.seat is not None:
        yield from of_deal.findings(report)
    else:
        yield from of_deal.unchecked(report)


def _record(report: DealReport) -> Parts:
    assert report.end is not None
    yield _("A hand record has no history: this is the table at the end.")
    yield ""
    yield from board(view_of_end(report.end, report.names))
    yield from _outcome(report)
    if report.findings:
        yield from of_deal.findings(report)


def _outcome(report: DealReport) -> Parts:
    yield from of_deal.settlement(report)
    yield from of_deal.claims(report)


def at_screen(report: DealReport, number: int | None, story: Story | None, index: int | None) -> Parts:
    """The table after one event, and what was legal then. ``index``: ``None`` where the deal has no such event."""
    if story is None or story.seat is None:
        yield from of_deal.head(report, number)
    else:
        yield _head_for(story.seat, report)
    yield ""
    if story is None or index is None:
        yield _("It has no such event.") if story is not None else _("A hand record has no events.")
        return
    yield event_line(story, index)
    yield from findings_lines(story.findings(index))
    yield ""
    table = story.view(index)
    if table is None:
        yield _("Nothing was folded: there is no table.")
        return
    yield from board(table)
    choices = list(legal(story.legal(index), story.names))
    if choices:
        yield of_deal.section(_("Legal now"))
        yield from choices


def _head_for(seat: int, report: DealReport) -> Text:
    """Which deal it is, for a seat that does not know yet how it ends."""
    named = opaque(report.id or _("deal"))
    return Text.assemble((named, "bold"), "  ", _("as {seat} sees it", seat=seat_named(report.names, seat)))


def event_line(story: Story, index: int) -> Text:
    """An event by number and in words, as a heading."""
    line, told = story.line(index), story.told(index)
    number = _("An event without number") if line.seq is None else _("Event {seq}", seq=line.seq)
    parts = told.parts
    if told.seat is not None:
        parts = phrase("{seat} {does}", seat=seat_of(tuple(story.names), told.seat), does=parts)
    heading = _("{event}: ", event=number + as_told(story.telling))
    return Text.assemble((heading, "bold"), styled(parts), _fate(story.fate(index)))


def as_told(telling: Telling) -> str:
    """How a deal is told, to stand after what is."""
    return _(", as recorded") if telling == RECORDED else _(", as corrected")


def _fate(fate: Fate) -> str:
    return _(_FATES[fate]) if fate in _FATES else ""


def turns_table(story: Story, turns: Iterable[Turn]) -> Table:
    """Turns in a row each: their events' numbers, the seat, what it did, its hand then, and what was found."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="dim", no_wrap=True)
    grid.add_column(max_width=14, no_wrap=True, overflow="ellipsis")
    grid.add_column(ratio=1)
    for turn in turns:
        seat = "" if turn.seat is None else seat_of(tuple(story.names), turn.seat)
        grid.add_row(_numbers(story, turn), seat, _what(turn))
        for line in findings_lines(turn.findings):
            grid.add_row("", "", line)
    return grid


def _numbers(story: Story, turn: Turn) -> str:
    first, last = (story.line(index).seq for index in (turn.indexes[0], turn.indexes[-1]))
    return ("–" if first is None else str(first)) if len(turn.indexes) == 1 else f"{first}–{last}"


def _what(turn: Turn) -> "RenderableType":
    if turn.fate != "stands":
        return Text.assemble(styled(turn.parts, "dim strike"), (_fate(turn.fate), "dim"))
    return _Beside(styled(turn.parts), None if turn.hand is None else _dim(by_suit(turn.hand)))


def _dim(text: Text) -> Text:
    text.stylize("dim")
    return text


def findings_lines(findings: Iterable[Finding]) -> Iterator[Text]:
    """What was found on an event, a line each, with the paragraph."""
    for found in findings:
        note = _(", taken back") if found.void else _(", which the table let stand") if found.let_stand else ""
        style = "dim" if not found.counts else "bold red" if found.severity == "impossible" else "bold yellow"
        rule = "" if found.rule == "formats" else f" {found.rule}"
        severity = _("impossible") if found.severity == "impossible" else _("irregular")
        yield Text.assemble((f"✗ {severity}{rule}{note}: ", style), opaque(translated(found.message)))


class _Beside:
    """What was done and, at one column where there is room, else on a line of its own, the hand after it."""

    def __init__(self, what: Text, hand: Text | None) -> None:
        self.what = what
        self.hand = hand

    def __rich_console__(self, _console: "Console", options: "ConsoleOptions") -> "RenderResult":
        at = min(options.max_width - _HAND_WIDTH, _HAND_TO)
        if self.hand is None:
            yield self.what
        elif at >= _HAND_FROM and self.what.cell_len < at:
            yield Text.assemble(self.what, " " * (at - self.what.cell_len), self.hand)
        else:
            yield self.what
            yield Flow([Text(" "), *self.hand.split(" ")])
