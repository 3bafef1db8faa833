"""A claim typed at the prompt: totals and payments by players' names or seats."""

import re
from collections.abc import Iterable, Sequence

from engine.said import said
from replay.dispute.claims import Figures
from replay.faults import Fault
from replay.record_shape import LARGEST

_SEAT = re.compile(r"(?:[Ss]eat )?([0-2])")
_AMOUNT = re.compile(r"[+-]?[0-9]{1,16}")


class ClaimError(Exception):
    """A typed claim that cannot be one on this deal, with everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))


def typed_claim(names: Sequence[str], totals: Iterable[str], payments: Iterable[str]) -> Figures:
    """The figures of ``NAME=HU,NAME=HU…`` texts. ``names``: by seat; ``1`` or ``seat 1`` may stand for one, and must
    where two have it, or a comma is in it. Raises ``ClaimError``."""
    faults: list[Fault] = []
    claimed = [_figures(names, texts, option, faults) for texts, option in ((totals, "--total"), (payments, "--claim"))]
    if faults:
        raise ClaimError(faults)
    return Figures(*claimed)


def _figures(names: Sequence[str], texts: Iterable[str], option: str, faults: list[Fault]) -> tuple[int | None, ...]:
    figures: list[int | None] = [None, None, None]
    for text in (part for whole in texts for part in whole.split(",")):
        who, equals, amount = (part.strip() for part in text.rpartition("="))
        mend: str | None = None
        seats = _seats(names, who)
        if not equals or not who or not _AMOUNT.fullmatch(amount) or abs(int(amount)) > LARGEST:
            message = said("{claim} is no claim", claim=text.strip())
            mend = said("write NAME=HU, with commas between several: Li=140,Wang=-20,Chen=-120")
        elif not seats:
            message = said("nobody here is called {name}", name=who)
            mend = said("the players are {names}; or write a seat: 0, 1 or 2", names=", ".join(names))
        elif len(seats) > 1:
            message = said("{name} may be more than one seat", name=who)
            mend = said("write the seat: {seats}", seats=", ".join(f"seat {seat}" for seat in seats))
        elif figures[seats[0]] is not None:
            message = said("{name} is claimed for twice", name=who)
        else:
            figures[seats[0]] = int(amount)
            continue
        faults.append(Fault("wrong-claim", message, option, token=text.strip(), mend=mend))
    return tuple(figures)


def _seats(names: Sequence[str], who: str) -> list[int]:
    """The seats that may be meant, by name or by number; several where it is not clear which."""
    number = _SEAT.fullmatch(who)
    named = {seat for seat, name in enumerate(names) if name == who}
    return sorted(named if number is None else named | {int(number[1])})
