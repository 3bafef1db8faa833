"""Simulated deals on the screen."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.language import _, ngettext
from cli.render.screen import table
from cli.render.words import LINES
from engine.win import SHAPES

if TYPE_CHECKING:
    from rich.console import RenderableType

    from replay.simulated import Summary, Tally


def summary_parts(summary: "Summary", rate: float) -> "Iterator[RenderableType]":
    """What each person and player got, and how. ``rate``: deals a second."""
    yield ngettext(
        "{count} deal, {exhausted} exhausted; {rate} deals a second.",
        "{count} deals, {exhausted} exhausted; {rate} deals a second.",
        summary.deals,
        count=f"{summary.deals:,}",
        exhausted=f"{summary.exhausted:,}",
        rate=f"{rate:,.0f}",
    )
    yield ""
    columns = (_("player"), _("deals"), _("won"), _("settlement"), _("95 % interval"))
    received = table(*columns, right=columns[1:])
    shapes = (_("player"), *[LINES[shape].name for shape in SHAPES], _("hu if not won"))
    won = table(*shapes, right=shapes[1:])
    for tallies in (summary.people, summary.players):
        received.add_section()
        won.add_section()
        for tally in tallies:
            received.add_row(*_received(tally))
            won.add_row(*_won(tally))
    yield received
    yield ""
    yield won


def _received(tally: "Tally") -> tuple[str, ...]:
    mean, margin = tally.mean, tally.margin
    interval = "" if mean is None or margin is None else f"{mean - margin:+.1f} … {mean + margin:+.1f}"
    average = "" if mean is None else f"{mean:+.1f}"
    return _called(tally), f"{tally.deals:,}", f"{tally.wins:,}", average, interval


def _won(tally: "Tally") -> tuple[str, ...]:
    base = tally.base
    return _called(tally), *[f"{tally.shapes[shape]:,}" for shape in SHAPES], "" if base is None else f"{base:.1f}"


def _called(tally: "Tally") -> str:
    return tally.player if tally.name is None else tally.name
