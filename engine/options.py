"""Every option of the rules (§11): its meaning, the values it may take and its paragraph.

Presets give the values (TOML data, read by the caller); ``RuleSet`` is a whole rule set, one field an option.
"""

from functools import reduce
from typing import Literal

from msgspec import Struct

from engine.said import said

Kind = Literal["choice", "flag", "count", "counts", "several"]
Value = str | bool | int | tuple[int, ...] | tuple[str, ...]


ARTICLE_PRESETS = ("article", "article-printed")
"""Presets whose base hu rest on the article's scoring table (§12.3)."""

LARGEST = 10**9
"""The largest integer an option takes; beyond it totals mean nothing and no column is wide enough."""


class Option(Struct, frozen=True):
    """One option. ``values``: what a choice names, or what a list may hold. ``minimum``: the least integer."""

    name: str
    kind: Kind
    paragraphs: tuple[str, ...]
    meaning: str
    values: tuple[str | int, ...] = ()
    minimum: int = 0
    length: int = 0

    @property
    def allowed(self) -> str:
        """What may be written for it, in words."""
        match self.kind:
            case "flag":
                return said("true or false")
            case "count":
                return said("an integer from {least} to {most}", least=self.minimum, most=LARGEST)
            case "counts":
                return said(
                    "a list of {length} integers from {least} to {most}",
                    length=self.length,
                    least=self.minimum,
                    most=LARGEST,
                )
            case "several":
                return said("a list of any of {values}", values=", ".join(map(str, self.values)))
        return reduce(lambda one, other: said("{one} or {other}", one=one, other=other), map(str, self.values))

    @property
    def neutral(self) -> Value | None:
        """For an amount, the value that switches it off: hu 0, multiplier 1 (the least integer); else ``None``."""
        match self.kind:
            case "count":
                return self.minimum
            case "counts":
                return (self.minimum,) * self.length
        return None


def _choice(name: str, paragraph: str, meaning: str, *values: str | int) -> Option:
    return Option(name, "choice", tuple(paragraph.split()), meaning, values)


def _flag(name: str, paragraph: str, meaning: str) -> Option:
    return Option(name, "flag", tuple(paragraph.split()), meaning)


def _hu(name: str, paragraph: str, meaning: str) -> Option:
    return Option(name, "count", tuple(paragraph.split()), meaning, minimum=0)


def _times(name: str, paragraph: str, meaning: str) -> Option:
    return Option(name, "count", tuple(paragraph.split()), meaning, minimum=1)


def _several(name: str, paragraph: str, meaning: str, *values: str) -> Option:
    return Option(name, "several", tuple(paragraph.split()), meaning, values)


OPTIONS: tuple[Option, ...] = (
    _choice("jokers", "§1.2 §12.2", "Whether the five auspicious cards are in the deck.", "excluded", "flowers"),
    _hu("joker_hu", "§12.2", "What a joker adds to its owner's base hu."),
    _times("joker_indicator_multiplier", "§12.2", "What a joker turned up as an indicator multiplies."),
    _choice("table_players", "§2.4 §12.1", "How many sit at the table; with four, one sits out.", 3, 4),
    _choice("hezi_needs", "§3.4 §12.3", "What a hezi needs: both indicators of its kind, or one.",
            "both-indicators", "one-indicator"),
    _flag("ready_needs_live_wait", "§3.6",
          "Ready needs a kind waited for with a copy not among the own cards and the indicators."),
    _flag("dealer_opening_kong", "§4.1", "The dealer may declare a concealed kong before the first discard."),
    _flag("heavenly_after_opening_draw", "§4.1",
          "A heavenly win doubles although the dealer drew an opening replacement."),
    _choice("added_kong_from", "§4.3", "Which card may be added to a pung: any in hand, or the one just drawn.",
            "any", "just-drawn"),
    _flag("kong_after_pung", "§4.7", "After a pung, a concealed or added kong is allowed before the discard."),
    _flag("kong_onto_pung_from_discard", "§5.2", "A discard may extend an own exposed pung to a kong."),
    _choice("base_table", "§7 §12.3", "Base hu by the formula of §7 or by the printed table.", "formula", "printed"),
    _hu("pung_hu", "§7.1", "An exposed pung."),
    _hu("three_in_hand_hu", "§7.1", "Three identical cards in hand."),
    _hu("exposed_kong_hu", "§7.1", "An exposed or added kong."),
    _hu("concealed_kong_hu", "§7.1", "A concealed kong."),
    _hu("four_in_hand_hu", "§7.1", "Four identical cards in hand."),
    _hu("opening_quad_hu", "§7.1", "An opening quad."),
    _hu("opening_triple_hu", "§7.1", "An opening triple."),
    _hu("hezi_hu", "§7.1", "A hezi."),
    _times("old_general_multiplier", "§7.3", "What a set of an old general is multiplied by."),
    _times("indicator_multiplier", "§7.3", "What a set is multiplied by for each indicator that matches it."),
    _times("exact_pung_multiplier", "§7.4", "What an exposed pung of an indicator's kind is multiplied by besides."),
    _hu("exact_three_in_hand_hu", "§7.4", "Three in hand of an indicator's kind, before multipliers."),
    _choice("winning_discard", "§7.6", "How a winning card taken from another counts in sets of identical cards.",
            "joins-hand", "completed-three-is-pung", "stays-outside"),
    _hu("qing_hu", "§8.1", "Qing Hu: all seven groups are runs."),
    _hu("piao_hu", "§8.1", "Piao Hu: triplets, kongs and Wenqian only."),
    _hu("tazi_hu", "§8.1", "Tazi Hu: any other shape."),
    Option("wenqian_hu", "counts", ("§8.2",), "One, two, three and four Wenqian groups in the reading.", length=4),
    _choice("wenqian_for", "§8.2", "Who earns Wenqian: the winner, or everyone.", "winner", "everyone"),
    _hu("self_draw_hu", "§8.3", "A win on an own draw."),
    _hu("kong_replacement_hu", "§8.3", "A win on a kong's replacement, besides the self-draw."),
    _flag("heavenly_self_draw_bonus", "§8.3", "A heavenly win counts as a self-draw."),
    _hu("wait_hu", "§8.4", "The winning card filled one of the listed waits."),
    _several("waits", "§8.4", "Which waits earn the wait bonus.", "pair", "middle", "three-of-123", "seven-of-789"),
    _choice("wait_basis", "§8.4", "The wait by the reading's shape, or only if no other kind completed the hand.",
            "shape", "sole-wait"),
    _times("piao_multiplier", "§9.1", "Piao Hu."),
    _times("closed_floating_multiplier", "§9.2", "Closed Floating: Piao Hu without pungs."),
    _several("closed_floating_broken_by", "§9.2", "What breaks Closed Floating.",
             "pung", "added-kong", "winning-discard", "exposed-kong", "opening-set"),
    _times("three_elders_multiplier", "§9.3", "Three Elders."),
    _choice("three_elders", "§9.3 §12.3", "Three Elders needs sets of all three of R, W and T, or of any one.",
            "all-three", "any"),
    _choice("three_elders_for", "§9.3", "Who earns Three Elders: the winner, or everyone.", "winner", "everyone"),
    _times("heavenly_multiplier", "§9.4", "A heavenly win."),
    _times("first_discard_multiplier", "§9.5", "A win on the deal's first discard."),
    _times("ready_multiplier", "§9.6", "Ready declared in the preparation."),
    _times("last_card_multiplier", "§9.7", "Self-draw of the last stock card."),
    _flag("last_card_on_replacement", "§9.7", "A last stock card drawn as a replacement counts for it."),
    _times("rounding_unit", "§10.1", "What totals are rounded to a multiple of."),
    _choice("rounding", "§10.1", "Which way totals are rounded; nearest takes half up.", "up", "nearest", "down"),
    _choice("settlement", "§10.2", "Every pair settles its difference, or the winner alone settles with each.",
            "differences", "winner-only"),
)  # fmt: skip

OPTION: dict[str, Option] = {option.name: option for option in OPTIONS}


class RuleSet(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A whole rule set: the preset it was made from and a value for every option of §11.

    ``unstated``: the values of the preset that its source does not state (§12.3), each with its option's name.
    """

    preset: str
    unstated: tuple[tuple[str, Value], ...] = ()
    jokers: str
    joker_hu: int
    joker_indicator_multiplier: int
    table_players: int
    hezi_needs: str
    ready_needs_live_wait: bool
    dealer_opening_kong: bool
    heavenly_after_opening_draw: bool
    added_kong_from: str
    kong_after_pung: bool
    kong_onto_pung_from_discard: bool
    base_table: str
    pung_hu: int
    three_in_hand_hu: int
    exposed_kong_hu: int
    concealed_kong_hu: int
    four_in_hand_hu: int
    opening_quad_hu: int
    opening_triple_hu: int
    hezi_hu: int
    old_general_multiplier: int
    indicator_multiplier: int
    exact_pung_multiplier: int
    exact_three_in_hand_hu: int
    winning_discard: str
    qing_hu: int
    piao_hu: int
    tazi_hu: int
    wenqian_hu: tuple[int, ...]
    wenqian_for: str
    self_draw_hu: int
    kong_replacement_hu: int
    heavenly_self_draw_bonus: bool
    wait_hu: int
    waits: tuple[str, ...]
    wait_basis: str
    piao_multiplier: int
    closed_floating_multiplier: int
    closed_floating_broken_by: tuple[str, ...]
    three_elders_multiplier: int
    three_elders: str
    three_elders_for: str
    heavenly_multiplier: int
    first_discard_multiplier: int
    ready_multiplier: int
    last_card_multiplier: int
    last_card_on_replacement: bool
    rounding_unit: int
    rounding: str
    settlement: str

    @property
    def assumed(self) -> tuple[str, ...]:
        """The options at values that the preset's source does not state: not those that were changed."""
        return tuple([name for name, value in self.unstated if getattr(self, name) == value])
