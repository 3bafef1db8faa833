"""A screen at the table without a terminal: keys and clicks in, its lines out."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from rich.cells import cell_len
from textual.pilot import Pilot

from cli.table.app import TableApp


def lines_of(app: TableApp) -> list[str]:
    """What is on the screen, without colours and blanks at the end."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def played(
    app: TableApp, does: Callable[["Pilot[int]"], Awaitable[Any]] | None = None, *, size: tuple[int, int] = (80, 24)
) -> Any:
    """Run a screen of this size, do something at it, and give what that gives; else its lines."""

    async def run() -> Any:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            return lines_of(app) if does is None else await does(pilot)

    return asyncio.run(run())


async def settled(pilot: "Pilot[int]") -> None:
    """Wait until all is drawn, and what is done after a drawing is drawn as well."""
    await pilot.pause()
    await pilot.pause()


def typed(app: TableApp, *keys: str, size: tuple[int, int] = (80, 24)) -> list[str]:
    """The lines of a screen after some keys."""

    async def does(pilot: "Pilot[int]") -> list[str]:
        await pilot.press(*keys)
        await settled(pilot)
        return lines_of(app)

    lines: list[str] = played(app, does, size=size)
    return lines


def where(lines: list[str], words: str) -> tuple[int, int]:
    """The column and row at which words stand on a screen, the first time."""
    return next(_places(lines, words))


def _places(lines: list[str], words: str) -> Iterator[tuple[int, int]]:
    for row, line in enumerate(lines):
        if words in line:
            yield cell_len(line[: line.index(words)]), row
