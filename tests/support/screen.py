"""A program at a terminal of its own: what it shows, what it is typed, and what it leaves behind."""

import os
import pty
import re
import termios
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from select import select
from struct import pack
from time import monotonic
from typing import Any

from rich.cells import cell_len

from tests.support.command_line import start

PATIENCE = 20.0
"""Seconds after which a test gives up waiting for something to be shown."""


_SENT = re.compile(
    r"\x1b\[(\d+;\d+)H"
    r"|(\x1b(?:\[[0-9;?<=>]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|.))"
    r"|(.)",
    re.DOTALL,
)
"""What a program sends: where to go on, another control sequence, or a sign."""


_MODES = (("1049h", "1049l"), ("25l", "25h"), ("1000h", "1000l"), ("2004h", "2004l"))
"""How a program takes the screen, the cursor, the mouse and pasting over, and gives them back."""


class Screen:
    """A terminal with a program at it. ``program``: the process; ``sent``: all that it wrote so far."""

    def __init__(self, *args: str, columns: int = 80, rows: int = 24, **settings: Any) -> None:
        self._mine, self._its = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self._its)
        self.sent = ""
        self._decode = getincrementaldecoder("utf-8")().decode
        environment = {"TERM": "xterm-256color"} | settings.pop("env", {})
        its = {"stdin": self._its, "stdout": self._its, "stderr": self._its} | settings
        self.program = start(*args, env=environment, start_new_session=True, preexec_fn=self._take, **its)

    def _take(self) -> None:
        ioctl(self._its, termios.TIOCSCTTY, 0)

    def resize(self, columns: int, rows: int) -> None:
        """Another size, of which the program is told."""
        ioctl(self._mine, termios.TIOCSWINSZ, pack("HHHH", rows, columns, 0, 0))
        self.columns, self.rows = columns, rows

    def type(self, keys: str) -> None:
        """Keys, as a terminal sends them."""
        os.write(self._mine, keys.encode())

    def shows(self, words: str) -> list[str]:
        """Wait until the screen shows these words; its lines, without colours."""
        while words not in (shown := "\n".join(self.lines())):
            if not self._read(PATIENCE):
                raise AssertionError(f"{words!r} was not shown, but:\n{shown}")
        while self._read(0.05):
            pass
        return self.lines()

    def lines(self) -> list[str]:
        """What is on the screen now, as a terminal draws what was sent."""
        grid = [[" "] * self.columns for _ in range(self.rows)]
        row = column = 0
        for move, control, sign in _SENT.findall(self.sent):
            if move:
                row, column = (int(number or 1) - 1 for number in move.split(";"))
            elif sign == "\n":
                row, column = row + 1, 0
            elif sign >= " " and not control and row < self.rows:
                width = cell_len(sign)
                grid[row][column : column + width] = [sign, *[""] * (width - 1)]
                column += width
        return ["".join(line).rstrip() for line in grid]

    def ends(self) -> int:
        """Wait for the end of the program; its exit status."""
        until = monotonic() + PATIENCE
        while self._read(0.2) or self.program.poll() is None:
            assert monotonic() < until, "the program does not end"
        return self.program.wait(PATIENCE)

    def restored(self) -> bool:
        """Whether the terminal is as it was: its settings, the screen behind, the cursor, and no mouse is reported."""
        left = all(self.sent.rfind(f"\x1b[?{on}") < self.sent.rfind(f"\x1b[?{off}") for on, off in _MODES)
        return left and termios.tcgetattr(self._its) == self.before

    def _read(self, patience: float) -> bool:
        ready, _, _ = select([self._mine], [], [], patience)
        if ready:
            self.sent += self._decode(os.read(self._mine, 2**16))
        return bool(ready)

    def close(self) -> None:
        """End the program if it has not ended."""
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait(PATIENCE)
        os.close(self._mine)
        os.close(self._its)


@contextmanager
def at_terminal(*args: str, **settings: Any) -> Iterator[Screen]:
    """A command line at a terminal."""
    screen = Screen(*args, **settings)
    try:
        yield screen
    finally:
        screen.close()
