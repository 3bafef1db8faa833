"""Exit statuses of every command (docs/formats.md, "Commands")."""

from enum import IntEnum


class Status(IntEnum):
    """What a command found. Of several inputs the highest of the first four counts."""

    NOTHING = 0
    """Nothing found: all is as it should be."""
    FINDINGS = 1
    """A rule broken, an impossible event, a claim that does not hold, a win that is none."""
    USAGE = 2
    """The command line is wrong."""
    UNREADABLE = 3
    """Input that cannot be read."""

    BUG = 70
    """A fault of the program itself."""
    UNWRITTEN = 74
    """Output that could not be written, such as to a full disk."""
    INTERRUPTED = 130
    """Stopped with Ctrl-C."""
