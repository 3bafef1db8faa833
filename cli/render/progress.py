"""How far a long reading has come, on standard error."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from stat import S_ISREG
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

from cli.language import _

if TYPE_CHECKING:
    from typing import Self

    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds of silence before a bar appears."""


class Meter:
    """A bar of the bytes read of all there are. It appears only on a terminal, where nothing else was printed for over
    a second, and goes when something is. Standard input has no size unless it is a file: then none is shown."""

    def __init__(self, names: Iterable[str]) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._total = sum(map(size_of, names)) if self._shown else 0
        self._before = 0
        self._deals = 0
        self._quiet_since = monotonic()
        self._bar: Progress | None = None

    def read(self, stream: BinaryIO) -> None:
        """One more deal has been read from this input."""
        self._deals += 1
        if self._shown and monotonic() - self._quiet_since > PATIENCE:
            self._draw(stream)

    def done(self, name: str) -> None:
        """An input has been read to its end."""
        self._before += size_of(name) if self._shown else 0

    def clear(self) -> None:
        """Take the bar away: something is to be printed."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        if self._shown:
            self._quiet_since = monotonic()

    def _draw(self, stream: BinaryIO) -> None:
        at = self._before
        with suppress(OSError, ValueError):  # a pipe does not tell
            at += stream.tell()
        if self._bar is None:
            self._bar = _bar(self._total)
            self._bar.start()
        (task,) = self._bar.task_ids
        self._bar.update(task, completed=min(at, self._total), description=_("{count} deals", count=f"{self._deals:,}"))


class Count:
    """A bar of how many of a known number have been done: to be called with both, inside ``with``. It appears as a
    ``Meter`` does and goes at the end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._since = monotonic()
        self._bar: Progress | None = None

    def __enter__(self) -> "Self":
        return self

    def __call__(self, done: int, of: int) -> None:
        """So many of so many have been done."""
        if not self._shown or (self._bar is None and monotonic() - self._since <= PATIENCE):
            return
        if self._bar is None:
            self._bar = _count_bar(self._what)
            self._bar.start()
        (task,) = self._bar.task_ids
        self._bar.update(task, completed=done, total=of)

    def __exit__(self, *_error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _count_bar(what: str) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True, markup=False, highlight=False), transient=True)
    bar.add_task(what, total=None)
    return bar


def _bar(total: int) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True, markup=False, highlight=False), transient=True)
    bar.add_task("", total=total or None)
    return bar


def size_of(name: str) -> int:
    """Bytes of a named input, 0 where it does not tell."""
    try:
        about = os.fstat(0) if name == "-" else os.stat(name)
    except (OSError, ValueError):
        return 0
    return about.st_size if S_ISREG(about.st_mode) else 0
