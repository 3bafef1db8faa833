"""Base hu: what sets of identical cards are worth to any player, win or not (§7)."""

from functools import lru_cache
from math import prod

from engine.cards import IS_OLD_GENERAL, ONE_COIN, THREE_COINS, TWO_COINS, matches
from engine.ending import Holding
from engine.lines import Factor, Line, Section, option_line
from engine.options import ARTICLE_PRESETS, OPTION, RuleSet
from engine.printed import mended_cell, printed_cell

_SETS: dict[str, tuple[str, int]] = {
    "pung": ("pung_hu", 3),
    "exposed-kong": ("exposed_kong_hu", 4),
    "added-kong": ("exposed_kong_hu", 4),
    "concealed-kong": ("concealed_kong_hu", 4),
    "opening-quad": ("opening_quad_hu", 4),
    "opening-triple": ("opening_triple_hu", 3),
    "hezi": ("hezi_hu", 2),
    "three-in-hand": ("three_in_hand_hu", 3),
    "exact-three-in-hand": ("exact_three_in_hand_hu", 3),
    "four-in-hand": ("four_in_hand_hu", 4),
}
"""By the id of a base line: the option that has its value, and how many cards the set has (§7.1, §7.4)."""
CARDS_IN: dict[str, int] = {id_: copies for id_, (_, copies) in _SETS.items()}
"""By the id of a base line: how many cards its set has."""


_IN_SETS = bytes(copies >= 3 for copies in range(256))
"""Turns counts into a 1 for each kind of which three or more are held: finding those beats looking at all thirty."""


class _Tariff(dict[tuple[str, int], Line]):
    """The base lines there are under one rule set and one pair of indicators, each made at its first use."""

    __slots__ = ("indicators", "rules")

    def __init__(self, rules: RuleSet, indicators: tuple[int, ...]) -> None:
        self.rules = rules
        self.indicators = indicators

    def __missing__(self, key: tuple[str, int]) -> Line:
        id_, kind = key
        option, copies = _SETS[id_]
        rules, cards = self.rules, (kind,) * copies
        if rules.base_table == "printed":
            printed, value = printed_cell(id_, kind, self.indicators)
            line = Line(id_, "base", "§12.3", value, "base_table", False, cards, value, (), printed)
        else:
            value = getattr(rules, option)
            factors = self._factors(kind, pung=id_ == "pung")
            amount = prod((value, *(factor.times for factor in factors)))
            cell = mended_cell(id_, kind, self.indicators) if rules.preset in ARTICLE_PRESETS else None
            rule, assumed = OPTION[option].paragraphs[0], option in rules.assumed
            line = Line(id_, "base", rule, amount, option, assumed, cards, value, factors, cell)
        self[key] = line = _one(line)
        return line

    def _factors(self, kind: int, *, pung: bool) -> tuple[Factor, ...]:
        """The multipliers on a set's value, in the order of the paragraphs (§7.3, §7.4)."""
        rules, factors = self.rules, []
        if IS_OLD_GENERAL[kind]:
            factors.append(Factor("old-general", "§7.3", kind, rules.old_general_multiplier))
        factors += [
            Factor("indicator", "§7.3", indicator, rules.indicator_multiplier)
            for indicator in self.indicators
            if matches(indicator, kind)
        ]
        if pung and kind in self.indicators:
            factors.append(Factor("exact-pung", "§7.4", kind, rules.exact_pung_multiplier))
        return tuple(factors)


@lru_cache(8192)
def _one(line: Line) -> Line:
    """The first of equal lines, which many pairs of indicators have in common."""
    return line


def set_line(rules: RuleSet, indicators: tuple[int, ...], id_: str, kind: int) -> Line:
    """The base line of one set (§7). ``id_``: of the line, one of ``engine.printed.ROWS``."""
    return _tariff(rules, indicators)[id_, kind]


@lru_cache(2048)
def _tariff(rules: RuleSet, indicators: tuple[int, ...]) -> _Tariff:
    return _Tariff(rules, indicators)


def base_lines(
    rules: RuleSet,
    indicators: tuple[int, ...],
    holding: Holding,
    *,
    outside: int | None = None,
    as_pung: int | None = None,
) -> tuple[Line, ...]:
    """Base lines of a player: declared groups, hezi, jokers, then identical cards in hand by kind (§7.1-7.5, §12.2).

    ``as_pung``: a kind whose three concealed copies are an exposed pung; ``outside``: a kind one copy of which is not
    a card in hand. Both are the winning card's (§7.6). A fourth copy beside an own pung adds nothing (§7.2).
    """
    tariff = _tariff(rules, indicators)
    lines = [tariff[group.form, group.kind] for group in holding.groups]
    if holding.hezi is not None:
        lines.append(tariff["hezi", holding.hezi])
    lines += [option_line(rules, "joker", "base", "joker_hu", cards=(joker,)) for joker in holding.jokers]
    hand = holding.hand
    in_sets = hand.translate(_IN_SETS)
    kind = in_sets.find(1)
    while kind >= 0:
        copies = hand[kind] - (kind == outside)
        if kind == as_pung:
            lines.append(tariff["pung", kind])
        elif copies == 3:
            lines.append(tariff["exact-three-in-hand" if kind in indicators else "three-in-hand", kind])
        elif copies == 4:
            lines.append(tariff["four-in-hand", kind])
        kind = in_sets.find(1, kind + 1)
    return tuple(lines)


def wenqian_base_line(rules: RuleSet, holding: Holding) -> Line | None:
    """What the Wenqian that a non-winner's concealed cards can form at once add to base, or ``None`` (§8.2)."""
    hand = holding.hand
    runs = min(hand[ONE_COIN], hand[TWO_COINS], hand[THREE_COINS])
    return wenqian_line(rules, runs, "base") if runs else None


def wenqian_line(rules: RuleSet, runs: int, section: Section) -> Line:
    """The line of one to four Wenqian groups (§8.2), a winner's bonus or another's base."""
    cards = (ONE_COIN, TWO_COINS, THREE_COINS) * runs
    return option_line(rules, "wenqian", section, "wenqian_hu", amount=rules.wenqian_hu[runs - 1], cards=cards)
