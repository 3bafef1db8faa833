"""What is wrong with a file that cannot be read (exit status 3): a value, not a traceback."""

from collections.abc import Iterable

from msgspec import Struct


class Fault(Struct, frozen=True):
    """One fault of an input. ``source``: the file as the user named it; ``line``: from 1; ``field``: a path such as
    ``players[1].hand``; ``token``: what stands there, as read; ``mend``: what to write instead, where that is known.
    ``code``: stable, in kebab-case. ``column``: the character of the line, from 1, in text that people typed, or the
    column of a sheet, ``F (winner)``."""

    code: str
    message: str
    source: str
    line: int | None = None
    field: str | None = None
    token: str | None = None
    mend: str | None = None
    column: int | str | None = None


class UnreadableError(Exception):
    """An input that cannot be read, with every fault that was found in it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """For another process, whole."""
        return type(self), (self.faults,)
