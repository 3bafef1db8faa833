"""How fast work goes, and how long it still takes, on standard error."""

import sys
from time import monotonic
from typing import TYPE_CHECKING

from cli.language import _
from cli.render.progress import PATIENCE

if TYPE_CHECKING:
    from typing import Self

    from rich.progress import Progress


class Rate:
    """A bar of how many of a known number have been done, how many a second, and the time left: to be called with
    both numbers, inside ``with``. It appears on a terminal, where it takes over a second, and goes at the end."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._since = monotonic()
        self._bar: Progress | None = None

    def __enter__(self) -> "Self":
        return self

    def __call__(self, done: int, of: int) -> None:
        """So many of so many have been done."""
        took = monotonic() - self._since
        if not self._shown or (self._bar is None and took <= PATIENCE):
            return
        if self._bar is None:
            self._bar = _rate_bar(self._what)
            self._bar.start()
        (task,) = self._bar.task_ids
        left = _time(took * (of - done) / done) if done else ""
        pace = _("{rate} a second, {time} left", rate=f"{done / took:,.0f}", time=left)
        self._bar.update(task, completed=done, total=of, pace=pace)

    def __exit__(self, *_error: object) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _time(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def _rate_bar(what: str) -> "Progress":
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    plain = [TextColumn(words, markup=False) for words in ("{task.description}", "{task.fields[pace]}")]
    columns = (plain[0], BarColumn(), MofNCompleteColumn(), plain[1])
    bar = Progress(*columns, console=Console(stderr=True, markup=False, highlight=False), transient=True)
    bar.add_task(what, total=None, pace="")
    return bar
