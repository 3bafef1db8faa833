"""The one function that scores the end of a deal: readings, lines, totals and payments (§6-§10)."""

from msgspec import Struct

from engine.base import base_lines, wenqian_base_line
from engine.cards import KINDS
from engine.ending import DealEnd, Holding, Win
from engine.lines import Line, Sums, option_line, sums_of
from engine.options import RuleSet
from engine.partitions import Group, Partition, groups_with, partitions
from engine.win import SHAPES, bonus_lines, multiplier_lines, three_elders_line, wait_may_count, winning_card_in_base


class SeatScore(Struct, frozen=True):
    """What one seat's cards come to, and the lines that say so. A winner's are those of the chosen reading."""

    seat: int
    lines: tuple[Line, ...]
    base: int
    bonus: int
    multiplier: int
    unrounded: int
    total: int


class Reading(Struct, frozen=True):
    """One legal reading of a win (§6.3): its partition and the group of it that the winning card completes (``None``
    for a heavenly win), with the hu it gives."""

    partition: Partition
    completes: Group | None
    lines: tuple[Line, ...]
    base: int
    bonus: int
    multiplier: int
    unrounded: int
    total: int

    @property
    def shape(self) -> str:
        """Of what shape it is, one of ``SHAPES`` (§8.1)."""
        return next(line.id for line in self.lines if line.id in SHAPES)

    def of_seat(self, seat: int) -> SeatScore:
        """What the winner's seat comes to by this reading."""
        return SeatScore(seat, self.lines, self.base, self.bonus, self.multiplier, self.unrounded, self.total)


class Score(Struct, frozen=True):
    """A scored deal.

    ``seats``: in seat order; a false winner's is ``None``. ``readings``: best first, ties in canonical order; empty
    for an exhausted deal and for a win with no partition or no source. ``partitions``: how many there are.
    ``totals`` and ``payments``: by seat, or ``None`` where nothing can be derived.
    """

    seats: tuple[SeatScore | None, ...]
    readings: tuple[Reading, ...]
    partitions: int
    totals: tuple[int, ...] | None
    payments: tuple[int, ...] | None

    @property
    def chosen(self) -> Reading | None:
        """The reading that scores: the highest total before rounding (§6.4)."""
        return self.readings[0] if self.readings else None


def score(end: DealEnd) -> Score:
    """Score a finished deal under its rule set."""
    win = end.win
    seats: list[SeatScore | None] = [
        None if win is not None and seat == win.seat else score_other(end.rules, end.indicators, seat, holding)
        for seat, holding in enumerate(end.players)
    ]
    if win is None:
        return _settled(end, seats, (), 0)
    ways = winning_partitions(end.players[win.seat])
    readings = readings_of(end, win, ways) if win.source != "none" else ()
    if not readings:
        return Score(tuple(seats), (), len(ways), None, None)
    seats[win.seat] = readings[0].of_seat(win.seat)
    return _settled(end, seats, readings, len(ways))


def winning_partitions(holding: Holding) -> tuple[Partition, ...]:
    """Every partition of a winner's concealed cards; empty if they are not seven groups and a pair (§6.1, §6.2)."""
    ways = partitions(holding.hand)
    return ways if ways and len(ways[0]) == holding.groups_needed + 1 else ()


def score_other(rules: RuleSet, indicators: tuple[int, ...], seat: int, holding: Holding) -> SeatScore:
    """The base hu of a player who did not win (§7, §10.1), with what a rule set gives everyone (§8.2, §9.3)."""
    lines = list(base_lines(rules, indicators, holding))
    if rules.wenqian_for == "everyone":
        wenqian = wenqian_base_line(rules, holding)
        if wenqian is not None:
            lines.append(wenqian)
    elders = three_elders_line(rules, holding) if rules.three_elders_for == "everyone" else None
    if elders is not None:
        lines.append(elders)
    all_lines, sums, total = reckoned(rules, indicators, lines)
    return SeatScore(seat, all_lines, sums.base, 0, sums.multiplier, sums.unrounded, total)


def readings_of(end: DealEnd, win: Win, ways: tuple[Partition, ...]) -> tuple[Reading, ...]:
    """Every reading of a win, best first; equal totals in canonical order (§6.3, §6.4)."""
    holding = end.players[win.seat]
    wait_counts = wait_may_count(end.rules, holding, win)
    bases: dict[tuple[int | None, int | None], tuple[Line, ...]] = {}
    readings = []
    for partition in ways:
        completed = (None,) if win.card is None else groups_with(partition, win.card)
        for completes in completed:
            as_pung, outside = key = winning_card_in_base(end.rules, holding, win, completes)
            if key not in bases:
                bases[key] = base_lines(end.rules, end.indicators, holding, as_pung=as_pung, outside=outside)
            readings.append(
                _reading(
                    end, win, partition, completes, bases[key],
                    pung_by_discard=as_pung is not None, wait_counts=wait_counts,
                )
            )  # fmt: skip
    if len(readings) > 1:
        readings.sort(key=lambda reading: -reading.unrounded)
    return tuple(readings)


def reading_of(end: DealEnd, win: Win, partition: Partition, completes: Group | None) -> Reading:
    """Any groups of a winner's cards scored as those of a legal reading are, whether they are one or not.

    ``completes``: the group that the winning card completes; ``None`` where it is a card in hand like the others.
    """
    holding = end.players[win.seat]
    as_pung, outside = winning_card_in_base(end.rules, holding, win, completes)
    of_base = base_lines(end.rules, end.indicators, holding, as_pung=as_pung, outside=outside)
    wait_counts = wait_may_count(end.rules, holding, win)
    return _reading(
        end, win, partition, completes, of_base, pung_by_discard=as_pung is not None, wait_counts=wait_counts
    )


def _reading(
    end: DealEnd,
    win: Win,
    partition: Partition,
    completes: Group | None,
    of_base: tuple[Line, ...],
    *,
    pung_by_discard: bool,
    wait_counts: bool,
) -> Reading:
    rules, holding = end.rules, end.players[win.seat]
    of_bonus = bonus_lines(rules, win, partition, completes, wait_counts=wait_counts)
    floating = of_bonus[0].id == "piao-hu"
    of_multiplier = multiplier_lines(rules, holding, win, floating=floating, pung_by_discard=pung_by_discard)
    lines, sums, total = reckoned(rules, end.indicators, [*of_base, *of_bonus, *of_multiplier])
    return Reading(partition, completes, lines, sums.base, sums.bonus, sums.multiplier, sums.unrounded, total)


def reckoned(rules: RuleSet, indicators: tuple[int, ...], lines: list[Line]) -> tuple[tuple[Line, ...], Sums, int]:
    """A seat's or a reading's lines with those of jokers among the indicators (§12.2) and of rounding (§10.1), what
    they add up to before rounding, and the total."""
    lines += [
        option_line(rules, "joker-indicator", "everyone", "joker_indicator_multiplier", cards=(indicator,))
        for indicator in indicators
        if indicator >= KINDS
    ]
    sums = sums_of(lines)
    total = rounded(rules, sums.unrounded)
    return (*lines, *rounding_lines(rules, sums, total)), sums, total


def rounded(rules: RuleSet, amount: int) -> int:
    """A total rounded to a multiple of the unit (§10.1)."""
    unit = rules.rounding_unit
    match rules.rounding:
        case "up":
            return -(-amount // unit) * unit
        case "down":
            return amount // unit * unit
    return (2 * amount + unit) // (2 * unit) * unit


def rounding_lines(rules: RuleSet, sums: Sums, total: int) -> tuple[Line, ...]:
    """The line of what rounding to a total adds, or takes away; none where it does neither (§10.1)."""
    if total == sums.unrounded:
        return ()
    return (option_line(rules, "rounding", "rounding", "rounding", amount=total - sums.unrounded),)


def payments_of(rules: RuleSet, totals: tuple[int, ...], winner: int | None) -> tuple[int, ...]:
    """What each seat receives (§10.2, §10.3); the sum is nought."""
    if rules.settlement == "winner-only" and winner is not None:
        return tuple(
            sum(totals[winner] - other for other in totals) if seat == winner else own - totals[winner]
            for seat, own in enumerate(totals)
        )
    return tuple(len(totals) * own - sum(totals) for own in totals)


def _settled(end: DealEnd, seats: list[SeatScore | None], readings: tuple[Reading, ...], ways: int) -> Score:
    totals = tuple([seat.total for seat in seats if seat is not None])
    winner = None if end.win is None else end.win.seat
    return Score(tuple(seats), readings, ways, totals, payments_of(end.rules, totals, winner))
