"""A deal as somebody may have reckoned it, right or wrong: seats with their lines, totals, payments."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine.ending import DealEnd
from engine.lines import Line, sums_of
from engine.score import Reading, Score, SeatScore, payments_of, rounded, rounding_lines, score


class Reckoning(Struct, frozen=True):
    """What a deal comes to in somebody's reckoning.

    ``end``: the deal it was reckoned from. ``readings``: the legal ones, best first; ``reading``: the one that counts,
    which need be none of them. ``seats``: ``None`` for a winner who has no reading; so is its total, and then there are
    no ``payments``.
    """

    end: DealEnd
    readings: tuple[Reading, ...]
    reading: Reading | None
    seats: tuple[SeatScore | None, ...]
    totals: tuple[int | None, ...]
    payments: tuple[int, ...] | None

    @property
    def lines(self) -> tuple[tuple[tuple[str, int, tuple[int, ...]], ...], ...]:
        """What it comes to, line by line: enough to tell whether two reckonings count the same."""
        return tuple([
            () if seat is None else tuple([(line.id, line.amount, line.cards) for line in seat.lines])
            for seat in self.seats
        ])  # fmt: skip

    def counts_as(self, other: "Reckoning") -> bool:
        """Whether both count the same lines to the same figures."""
        return self.totals == other.totals and self.payments == other.payments and self.lines == other.lines


def reckon(end: DealEnd) -> Reckoning:
    """The deal as the rules reckon it."""
    return _reckoned(end, score(end))


def _reckoned(end: DealEnd, scored: Score) -> Reckoning:
    totals = tuple([None if seat is None else seat.total for seat in scored.seats])
    return Reckoning(end, scored.readings, scored.chosen, scored.seats, totals, scored.payments)


def with_reading(reckoning: Reckoning, reading: Reading) -> Reckoning:
    """The reckoning with another reading of the winner's hand."""
    win = reckoning.end.win
    assert win is not None
    return _with_seats(replace(reckoning, reading=reading), {win.seat: reading.of_seat(win.seat)})


def with_lines(reckoning: Reckoning, seat: int, lines: Iterable[Line]) -> Reckoning:
    """The reckoning with other lines of a seat, added up and rounded by the rules."""
    kept = [line for line in lines if line.section != "rounding"]
    total = rounded(reckoning.end.rules, sums_of(kept).unrounded)
    return _with_seats(reckoning, {seat: _seat(reckoning, seat, kept, total)})


def with_rounding(reckoning: Reckoning, rounded_to: dict[int, int]) -> Reckoning:
    """The reckoning with totals, by seat, that its lines were rounded to in another way."""
    seats = {}
    for seat, total in rounded_to.items():
        scored = reckoning.seats[seat]
        assert scored is not None
        seats[seat] = _seat(reckoning, seat, [line for line in scored.lines if line.section != "rounding"], total)
    return _with_seats(reckoning, seats)


def with_totals(reckoning: Reckoning, totals: tuple[int | None, ...]) -> Reckoning:
    """The reckoning with other totals, whatever the lines say, and what follows from them."""
    win = reckoning.end.win
    winner = None if win is None else win.seat
    known = tuple([total for total in totals if total is not None])
    payments = payments_of(reckoning.end.rules, known, winner) if len(known) == len(totals) else None
    return replace(reckoning, totals=totals, payments=payments)


def _with_seats(reckoning: Reckoning, changed: dict[int, SeatScore]) -> Reckoning:
    seats = tuple([changed.get(seat, scored) for seat, scored in enumerate(reckoning.seats)])
    totals = tuple([
        changed[seat].total if seat in changed else total for seat, total in enumerate(reckoning.totals)
    ])  # fmt: skip
    return with_totals(replace(reckoning, seats=seats), totals)


def _seat(reckoning: Reckoning, seat: int, lines: list[Line], total: int) -> SeatScore:
    """``lines``: without rounding."""
    sums = sums_of(lines)
    all_lines = (*lines, *rounding_lines(reckoning.end.rules, sums, total))
    return SeatScore(seat, all_lines, sums.base, sums.bonus, sums.multiplier, sums.unrounded, total)
