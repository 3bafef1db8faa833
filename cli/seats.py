"""The option ``--seat``, which says whose view is shown."""

from typing import Annotated

import typer

from cli.frame import usage_faults
from engine.said import said
from engine.state import SEATS
from replay.faults import Fault

OneSeat = Annotated[
    str | None,
    typer.Option("--seat", metavar="0|1|2", help="Only what this seat could see at the time.", show_default=False),
]


def seat_chosen(seat: str | None) -> int | None:
    """The seat that was typed. Raises ``UsageError`` for what is none."""
    if seat is None:
        return None
    if seat not in map(str, range(SEATS)):
        usage_faults([Fault("wrong-value", said("seats are 0, 1 and 2"), "--seat", token=seat)])
    return int(seat)
