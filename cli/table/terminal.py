"""A terminal to show a screen on, and what is missing where there is none."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

from cli.language import _
from cli.render.screen import warn


def keyboard() -> int | None:
    """A file to read keys from, the caller's to close, where there is a terminal to show a screen on; else ``None``.
    Standard input may be something else: a log."""
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return None
    with suppress(ImportError, OSError):
        import termios  # noqa: F401

        return os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    return None


def can_draw() -> bool:
    """Whether what draws the screen is installed; if not, that is said."""
    if find_spec("textual") is not None:
        return True
    warn(_("The screen needs an extra that is not installed: pip install 'duzihu[screen]'"))
    return False


def screen_keys() -> int | None:
    """Such a file where a screen can be drawn at all, else ``None``."""
    keys = keyboard()
    if keys is not None and not can_draw():
        os.close(keys)
        return None
    return keys


def on_terminal(app: Any, keys: int) -> None:
    """Run a screen until it is left, with keys from ``keys``, which is closed then. Whatever ends it, the terminal is
    as it was before. Raises what went wrong inside, and ``KeyboardInterrupt`` for Ctrl-C; leaves the program when it
    is told to end."""
    with _standing_in(keys):
        status = app.run()
    if app.failed is not None:
        raise app.failed
    if status == INTERRUPT:
        raise KeyboardInterrupt
    if status:
        sys.exit(status)


INTERRUPT = 130
"""What a screen that Ctrl-C ended gives."""


@contextmanager
def _standing_in(keys: int) -> Iterator[None]:
    """The terminal in the place of the standard input and error that the process was started with, which may be files:
    Textual reads the one and draws on the other."""
    streams = {"__stdin__": "r", "__stderr__": "w"}
    before = {name: getattr(sys, name) for name in streams}
    try:
        for name, mode in streams.items():
            setattr(sys, name, os.fdopen(os.dup(keys), mode, encoding="utf-8"))
        yield
    finally:
        for name, stream in before.items():
            getattr(sys, name).close()
            setattr(sys, name, stream)
        os.close(keys)
