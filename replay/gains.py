"""What a better reading gains over the next."""

from itertools import pairwise

from msgspec import Struct

from engine.ending import DealEnd
from engine.score import Score, payments_of


class Gain(Struct, frozen=True):
    """How much more a reading gives than another: unrounded, in the winner's total, in what each seat receives."""

    unrounded: int
    total: int
    payments: tuple[int, ...]


def gains(end: DealEnd, scored: Score) -> tuple[Gain, ...]:
    """For every reading but the last, what it gains over the one after it (§6.4, §10)."""
    if end.win is None or scored.totals is None:
        return ()
    before, after = scored.totals[: end.win.seat], scored.totals[end.win.seat + 1 :]
    paid = [payments_of(end.rules, (*before, reading.total, *after), end.win.seat) for reading in scored.readings]
    return tuple(
        Gain(
            better.unrounded - worse.unrounded,
            better.total - worse.total,
            tuple(more - less for more, less in zip(paid[at], paid[at + 1], strict=True)),
        )
        for at, (better, worse) in enumerate(pairwise(scored.readings))
    )
