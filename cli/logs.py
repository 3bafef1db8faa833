"""Inputs that must be logs: for the commands about seals, which a hand record has none of."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated, BinaryIO

import typer

from cli.frame import fault_line
from cli.render.screen import warn
from engine.said import said
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says
from replay.inputs import opened, told_apart
from replay.verify import Verification, verify

Logs = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Logs or sessions; - is standard input.", show_default=False)
]


@contextmanager
def opened_log(name: str) -> Iterator[BinaryIO]:
    """The bytes of a log. Raises ``UnreadableError`` for what cannot be opened, is empty, or holds hand records."""
    with opened(name) as stream:
        holds, whole = told_apart(stream)
        if holds == "records":
            message, mend = said("this is no log, so it has no seal"), said("give the log that was recorded")
            raise UnreadableError([Fault("not-a-log", message, name, mend=mend)])
        if holds == "empty":
            raise UnreadableError([Fault("empty", said("the input is empty: it holds no deal"), name)])
        yield whole


def verified(files: Iterable[str], head: str | None = None) -> Iterator[Verification]:
    """What the seals of each input show, the faults of its lines reported. An input that cannot be read gives one
    without deals."""
    for name in files:
        try:
            with opened_log(name) as stream:
                shown = verify(stream, name, head)
        except UnreadableError as error:
            shown = _unread(name, head, error.faults)
        except OSError as error:
            shown = _unread(name, head, (Fault("not-read", system_says(error), name),))
        for fault in shown.faults:
            warn(fault_line(fault))
        yield shown


def _unread(name: str, head: str | None, faults: tuple[Fault, ...]) -> Verification:
    return Verification(name, head, None, (), (), (), faults)
