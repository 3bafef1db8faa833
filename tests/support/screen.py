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
from typing import Any

from tests.support.command_line import start

PATIENCE = 20.0
"""Seconds after which a test gives up waiting for something to be shown."""


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
        """What is on the screen now: the last whole drawing."""
        shown: dict[int, str] = {}
        for row, text in re.findall(r"\x1b\[(\d+);1H\x1b\[2K([^\r\n]*?)(?=\x1b\[\d+;1H|\x1b\[\?|\Z)", self.sent):
            shown[int(row)] = re.sub(r"\x1b\[[0-9;]*m", "", text).rstrip()
        return [shown.get(row, "") for row in range(1, self.rows + 1)]

    def ends(self) -> int:
        """Wait for the end of the program; its exit status."""
        while self._read(0.2) or self.program.poll() is None:
            pass
        return self.program.wait(PATIENCE)

    def restored(self) -> bool:
        """Whether the terminal is as it was: its settings, the screen behind, the cursor."""
        modes = [self.sent.rfind(code) for code in ("\x1b[?1049h", "\x1b[?25l", "\x1b[?25h", "\x1b[?1049l")]
        return modes == sorted(modes) and termios.tcgetattr(self._its) == self.before

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
