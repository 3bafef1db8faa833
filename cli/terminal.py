"""A terminal of one's own for a while: single keys in, whole screens out, and everything as it was afterwards."""

import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from select import select

RESIZED = "resized"
"""What ``Terminal.key`` gives when the terminal has another size."""

_ESCAPE_TIME = 0.05
"""Seconds in which the rest of an escape sequence comes; an Escape after which nothing comes was typed."""

_NAMES = {
    **{b"\r": "enter", b"\n": "enter", b"\x7f": "backspace", b"\x08": "backspace", b"\x1b": "escape"},
    **{b"\x1b[" + end: name for end, name in ((b"A", "up"), (b"B", "down"), (b"C", "right"), (b"D", "left"))},
    **{b"\x1bO" + end: name for end, name in ((b"A", "up"), (b"B", "down"), (b"C", "right"), (b"D", "left"))},
    **{b"\x1b" + end: "home" for end in (b"[H", b"OH", b"[1~", b"[7~")},
    **{b"\x1b" + end: "end" for end in (b"[F", b"OF", b"[4~", b"[8~")},
}
_KEY = re.compile(rb"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
_BEGUN = re.compile(rb"\x1b(\[[0-9;]*|O)?\Z")


def keys_of(typed: bytes) -> tuple[list[str], bytes]:
    """The keys in what a terminal sent, and an escape sequence that has only begun. Printable ASCII is itself; other
    keys have names; those without are left out."""
    begun = _BEGUN.search(typed)
    rest = begun[0] if begun else b""
    found = _KEY.findall(typed[: len(typed) - len(rest)])
    names = [_NAMES.get(key) or (key.decode() if 0x20 <= key[0] < 0x7F else "") for key in found]
    return [name for name in names if name], rest


def keyboard() -> int | None:
    """A file to read keys from, the caller's to close, where there is a terminal to show a screen on; else ``None``.
    Standard input may be something else: a log."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return None
    with suppress(ImportError, OSError):
        import termios  # noqa: F401

        return os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    return None


class Terminal:
    """Screens and keys, while ``full_screen`` lasts."""

    def __init__(self, keys: int, wake: int) -> None:
        self._keys = keys
        self._wake = wake
        self._typed: list[str] = []

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return os.get_terminal_size(self._keys)

    def draw(self, lines: Iterable[str]) -> None:
        """Show lines, each of at most the width, from the top; what does not fit is left out."""
        rows = self.size[1]
        shown = [*lines][:rows]
        shown += [""] * (rows - len(shown))
        sys.stdout.write("".join(f"\x1b[{row};1H\x1b[2K{line}" for row, line in enumerate(shown, 1)))
        sys.stdout.flush()

    def key(self) -> str:
        """Wait for the next key, or for another size of the terminal."""
        rest = b""
        while not self._typed:
            ready, _, _ = select([self._keys, self._wake], [], [], _ESCAPE_TIME if rest else None)
            if self._wake in ready:
                os.read(self._wake, 512)
                return RESIZED
            if not ready:
                self._typed = ["escape"] if rest == b"\x1b" else []
                rest = b""
                continue
            typed = os.read(self._keys, 512)
            if not typed:
                return "q"
            self._typed, rest = keys_of(rest + typed)
        return self._typed.pop(0)


@contextmanager
def full_screen(keys: int) -> Iterator[Terminal]:
    """Take the terminal over, and give it back as it was, whatever happens meanwhile."""
    import termios
    import tty

    before = termios.tcgetattr(keys)
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    handlers = {
        signal.SIGWINCH: signal.signal(signal.SIGWINCH, lambda *_: None),
        signal.SIGTERM: signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number)),
    }
    wakes = signal.set_wakeup_fd(writing)
    try:
        tty.setcbreak(keys)
        attributes = termios.tcgetattr(keys)
        attributes[6][termios.VSUSP] = os.fpathconf(keys, "PC_VDISABLE").to_bytes(1, "little", signed=False)
        termios.tcsetattr(keys, termios.TCSADRAIN, attributes)
        sys.stdout.write("\x1b[?1049h\x1b[?25l")
        yield Terminal(keys, reading)
    finally:
        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        termios.tcsetattr(keys, termios.TCSADRAIN, before)
        signal.set_wakeup_fd(wakes)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for file in (reading, writing, keys):
            os.close(file)
