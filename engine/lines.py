"""Itemised lines: every amount with its reason, from which totals can be computed again."""

from collections.abc import Iterable
from math import prod
from typing import Literal

from msgspec import Struct

Section = Literal["base", "bonus", "multiplier", "rounding"]


class Factor(Struct, frozen=True):
    """One multiplier of a set's value (§7.3, §7.4). ``card``: the kind that causes it, an indicator's or the set's."""

    id: str
    rule: str
    card: int
    times: int


class Line(Struct, frozen=True):
    """One amount: hu added to the base or the bonuses, a multiplier on both, or what rounding adds (may be negative).

    ``rule``: the paragraph; ``cards``: the kinds it counts. A base line is ``value`` times its ``factors``.
    """

    id: str
    section: Section
    rule: str
    amount: int
    cards: tuple[int, ...] = ()
    value: int | None = None
    factors: tuple[Factor, ...] = ()


class Sums(Struct, frozen=True):
    """What lines add up to (§10.1): (base + bonus) x multiplier is ``unrounded``; with the rounding line ``total``."""

    base: int
    bonus: int
    multiplier: int
    unrounded: int
    total: int


def sums_of(lines: Iterable[Line]) -> Sums:
    """Totals from the lines alone."""
    amounts: dict[Section, list[int]] = {"base": [], "bonus": [], "multiplier": [], "rounding": []}
    for line in lines:
        amounts[line.section].append(line.amount)
    base, bonus, multiplier = sum(amounts["base"]), sum(amounts["bonus"]), prod(amounts["multiplier"])
    unrounded = (base + bonus) * multiplier
    return Sums(base, bonus, multiplier, unrounded, unrounded + sum(amounts["rounding"]))
