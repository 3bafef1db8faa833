"""Itemised lines: every amount with its reason, from which totals can be computed again."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from engine.options import OPTION, RuleSet
from engine.printed import Cell

Section = Literal["base", "bonus", "multiplier", "everyone", "rounding"]


class Factor(Struct, frozen=True):
    """One multiplier of a set's value (§7.3, §7.4). ``card``: the kind that causes it, an indicator's or the set's."""

    id: str
    rule: str
    card: int
    times: int


class Line(Struct, frozen=True, cache_hash=True):
    """One amount: hu added to the base or the bonuses, a multiplier on both (``everyone``: on every seat's, §12.2), or
    what rounding adds (may be negative).

    ``rule``: the paragraph; ``option``: whose value it is, ``assumed`` if the preset's source does not state it;
    ``cards``: the kinds it counts. A base line is ``value`` times its ``factors``; under the article's presets it rests
    on a ``cell`` of the scoring table (§12.3).
    """

    id: str
    section: Section
    rule: str
    amount: int
    option: str
    assumed: bool = False
    cards: tuple[int, ...] = ()
    value: int | None = None
    factors: tuple[Factor, ...] = ()
    cell: Cell | None = None


@lru_cache(8192)
def option_line(
    rules: RuleSet, id_: str, section: Section, option: str, *, amount: int | None = None, cards: tuple[int, ...] = ()
) -> Line:
    """A line of an option's own value, or of ``amount`` where that is reckoned from it; its paragraph is the option's.

    Remembered: the same few lines come again in every reading.
    """
    worth: int = getattr(rules, option) if amount is None else amount
    return Line(id_, section, OPTION[option].paragraphs[0], worth, option, option in rules.assumed, cards)


class Sums(Struct, frozen=True):
    """What lines add up to (§10.1): (base + bonus) x multiplier, and x ``everyone`` for jokers among the indicators
    (§12.2), is ``unrounded``; with the rounding line ``total``."""

    base: int
    bonus: int
    multiplier: int
    everyone: int
    unrounded: int
    total: int


def sums_of(lines: Iterable[Line]) -> Sums:
    """Totals from the lines alone."""
    base = bonus = rounding = 0
    multiplier = everyone = 1
    for line in lines:
        section = line.section
        if section == "base":
            base += line.amount
        elif section == "bonus":
            bonus += line.amount
        elif section == "multiplier":
            multiplier *= line.amount
        elif section == "everyone":
            everyone *= line.amount
        else:
            rounding += line.amount
    unrounded = (base + bonus) * multiplier * everyone
    return Sums(base, bonus, multiplier, everyone, unrounded, unrounded + rounding)
