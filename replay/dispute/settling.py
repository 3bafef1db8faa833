"""Slips in what becomes of the lines: rounding, totals and payments exchanged, settlement (§10)."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from engine.lines import sums_of
from engine.options import RuleSet
from engine.said import msgid, said, seat_said
from engine.score import SeatScore, payments_of, rounded
from replay.dispute.hypotheses import EXCHANGE, PAYMENT, ROUNDING, Hypothesis
from replay.dispute.reckoning import Reckoning, with_rounding, with_totals


def _rounded_down(rules: RuleSet, scored: SeatScore) -> int:
    return scored.unrounded // rules.rounding_unit * rules.rounding_unit


def _rounded_up(rules: RuleSet, scored: SeatScore) -> int:
    return -(-scored.unrounded // rules.rounding_unit) * rules.rounding_unit


def _unrounded(_rules: RuleSet, scored: SeatScore) -> int:
    return scored.unrounded


def _rounded_before(rules: RuleSet, scored: SeatScore) -> int:
    return rounded(rules, scored.base + scored.bonus) * scored.multiplier * sums_of(scored.lines).everyone


def _rounded_each(rules: RuleSet, scored: SeatScore) -> int:
    amounts = sum(rounded(rules, line.amount) for line in scored.lines if line.section in ("base", "bonus"))
    return amounts * scored.multiplier * sums_of(scored.lines).everyone


_ROUNDINGS: dict[str, tuple[Callable[[RuleSet, SeatScore], int], str, str]] = {
    "unrounded": (_unrounded, msgid("totals are not rounded"), msgid("the total of {seat} is not rounded")),
    "rounded-down": (_rounded_down, msgid("totals are rounded down"), msgid("the total of {seat} is rounded down")),
    "rounded-up": (_rounded_up, msgid("totals are rounded up"), msgid("the total of {seat} is rounded up")),
    "rounded-before": (
        _rounded_before,
        msgid("base and bonuses are rounded before they are multiplied"),
        msgid("base and bonuses of {seat} are rounded before they are multiplied"),
    ),
    "rounded-each": (
        _rounded_each,
        msgid("every line is rounded by itself"),
        msgid("every line of {seat} is rounded by itself"),
    ),
}


def of_rounding(reckoning: Reckoning) -> Iterator[Hypothesis]:
    """Rounded otherwise (§10.1): everybody's total, or one seat's where that is not the same."""
    rules = reckoning.end.rules
    for id_, (way, for_all, for_one) in _ROUNDINGS.items():
        changed = [
            scored.seat for scored in reckoning.seats if scored is not None and way(rules, scored) != scored.total
        ]
        if changed:
            change = partial(_with_way, way=way, only=None)
            yield Hypothesis("slip", id_, {"seat": None}, "§10.1", ROUNDING, "rounding", change, partial(said, for_all))
        for seat in changed if len(changed) > 1 else ():
            change = partial(_with_way, way=way, only=seat)
            say = partial(said, for_one, seat=seat_said(seat))
            yield Hypothesis("slip", id_, {"seat": seat}, "§10.1", ROUNDING, "rounding", change, say, seat, 1)


def _with_way(reckoning: Reckoning, *, way: Callable[[RuleSet, SeatScore], int], only: int | None) -> Reckoning:
    rules = reckoning.end.rules
    seats = [scored for scored in reckoning.seats if scored is not None and only in (None, scored.seat)]
    return with_rounding(reckoning, {scored.seat: way(rules, scored) for scored in seats})


def of_settlement(reckoning: Reckoning) -> Iterator[Hypothesis]:
    """Seats exchanged, signs, who settles with whom (§10.2)."""
    seats, win = range(len(reckoning.seats)), reckoning.end.win
    for one, other in combinations(seats, 2):
        for figures, stage, words in (
            ("totals", EXCHANGE, msgid("the totals of {one} and {other} are exchanged")),
            ("payments", PAYMENT, msgid("the payments of {one} and {other} are exchanged")),
        ):
            change = partial(_exchanged, figures=figures, one=one, other=other)
            say = partial(said, words, one=seat_said(one), other=seat_said(other))
            told = {"figures": figures, "seats": [one, other]}
            yield Hypothesis("slip", "exchanged", told, "§10.2", stage, "exchange", change, say)
    if reckoning.payments is None:
        return
    slip = partial(Hypothesis, "slip", rule="§10.2", stage=PAYMENT, about="settlement")
    if win is not None and reckoning.end.rules.settlement == "differences":
        say = partial(said, msgid("everybody settles with the winner only"))
        yield slip("winner-only", what={}, change=partial(_settled, settlement="winner-only"), say=say)
    elif win is not None:
        say = partial(said, msgid("those who did not win settle with each other too"))
        yield slip("everyone-settles", what={}, change=partial(_settled, settlement="differences"), say=say)
    say = partial(said, msgid("all payments have the wrong sign"))
    yield slip("sign", what={"seats": [*seats]}, change=partial(_signs, only=None), say=say)
    for seat in seats:
        say = partial(said, msgid("the payment of {seat} has the wrong sign"), seat=seat_said(seat))
        yield slip("sign", what={"seats": [seat]}, change=partial(_signs, only=seat), say=say)
    for one, other in combinations(seats, 2):
        both_lost = win is not None and win.seat not in (one, other)
        if not (both_lost and reckoning.end.rules.settlement == "winner-only"):
            for id_, times, words in _PAIRWISE[: 2 if both_lost else 3]:  # who do not settle at all is said above
                say = partial(said, words, one=seat_said(one), other=seat_said(other))
                change = partial(_settled_times, one=one, other=other, times=times)
                yield slip(id_, what={"seats": [one, other]}, change=change, say=say)


_PAIRWISE = (
    ("sign", -1, msgid("{one} and {other} settle their difference the wrong way round")),
    ("settled-twice", 2, msgid("{one} and {other} settle their difference twice")),
    ("not-settled", 0, msgid("{one} and {other} do not settle their difference")),
)
"""What two do about their difference: how many times it is paid."""


def _exchanged(reckoning: Reckoning, *, figures: str, one: int, other: int) -> Reckoning | None:
    values: list[int | None] = list(reckoning.totals if figures == "totals" else reckoning.payments or ())
    if not values:
        return None
    values[one], values[other] = values[other], values[one]
    if figures == "totals":
        return with_totals(reckoning, tuple(values))
    return replace(reckoning, payments=tuple(values))


def _settled(reckoning: Reckoning, *, settlement: str) -> Reckoning | None:
    win, totals = reckoning.end.win, [total for total in reckoning.totals if total is not None]
    if win is None or len(totals) < len(reckoning.totals):
        return None
    rules = replace(reckoning.end.rules, settlement=settlement)
    return replace(reckoning, payments=payments_of(rules, tuple(totals), win.seat))


def _signs(reckoning: Reckoning, *, only: int | None) -> Reckoning | None:
    if reckoning.payments is None:
        return None
    paid = tuple([-paid if only in (None, seat) else paid for seat, paid in enumerate(reckoning.payments)])
    return replace(reckoning, payments=paid)


def _settled_times(reckoning: Reckoning, *, one: int, other: int, times: int) -> Reckoning | None:
    """The difference of two paid so many times instead of once (§10.2)."""
    mine, others = reckoning.totals[one], reckoning.totals[other]
    if reckoning.payments is None or mine is None or others is None:
        return None
    payments = list(reckoning.payments)
    payments[one] += (times - 1) * (mine - others)
    payments[other] -= (times - 1) * (mine - others)
    return replace(reckoning, payments=tuple(payments))
