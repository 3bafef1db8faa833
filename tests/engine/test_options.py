"""Every option of §11 changes what it says: for each value it names, a deal whose score moves as worked out by hand.

Indicators are ``8s 8s`` where a deal does not say others. Figures are each seat's total before rounding, but for the
options of §10, which are seen in totals or payments only.
"""

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from engine.ending import DealEnd
from engine.options import OPTION, OPTIONS
from engine.rulesets import changed, other_values
from engine.score import Score, score
from tests.support.table import cardavia, deal, exhausted, player, rules

OF_PLAY = (
    "jokers",
    "table_players",
    "hezi_needs",
    "ready_needs_live_wait",
    "dealer_opening_kong",
    "added_kong_from",
    "kong_after_pung",
    "kong_onto_pung_from_discard",
)
"""Options that say what may be done at the table and change no score of its end: tested with legality."""

SIX_RUNS = "123m 456m 789m 234s 567s 456c"
FLOATING = "111m 222s 333c 444m 555s 666c 99m"
"""Six triplets and a pair, 24 hu: Piao Hu with one group more."""
ELDERS = "TTT WWW RRR"


class Case(NamedTuple):
    """One value of one option and a deal it matters to: its figures before and after."""

    option: str
    value: Any
    end: DealEnd
    before: tuple[int, ...]
    after: tuple[int, ...]
    figures: str = "unrounded"


def figures(found: Score, which: str) -> tuple[int, ...]:
    if which == "payments":
        assert found.payments is not None
        return found.payments
    return tuple(getattr(seat, which) for seat in found.seats)


def amount(option: str, end: DealEnd, before: int, after: dict[Any, int]) -> list[Case]:
    """Cases of an option that moves the first seat's figure alone."""
    return [Case(option, value, end, (before, 0, 0), (then, 0, 0)) for value, then in after.items()]


def one(option: str, value: Any, end: DealEnd, before: int, after: int) -> Case:
    return Case(option, value, end, (before, 0, 0), (after, 0, 0))


def plus_triplet(by: Any = "self-draw", card: str | None = "1m", **more: Any) -> DealEnd:
    """Six runs, a triplet of 4 hu, a pair of Thousands: 24 with Tazi Hu."""
    ready = more.pop("ready", False)
    return deal(player(f"{SIX_RUNS} 777c TT", ready=ready), by, card, **more)


QING = deal(player(f"{SIX_RUNS} 789c TT"), "heavenly", dealer=0)
FROM_A_KONG = deal(player(f"{SIX_RUNS} TT", "concealed-kong 1s"), "kong-replacement", "1m", moment="last-card")
THREE_OR_PAIR_OR_RUN = deal(player("123s 456s 789s 678c 678c 555m 67m 888m"), "discard", "5m", indicators="T T")
ALL_ELDERS = deal(player(f"{ELDERS} 123m 456m 789m 234s 55s"), card="1m")
SPLIT = exhausted(player(f"{ELDERS}"))
"""24 hu."""


def floating(group: str = "", by: Any = "self-draw", card: str = "9m", **more: Any) -> DealEnd:
    groups = (group,) if group else ()
    return deal(player(FLOATING if group else f"{FLOATING} 777m", *groups), by, card, **more)


def wenqian(runs: int) -> DealEnd:
    others = ["456m", "789m", "456s", "567s", "567c", "789c"][: 7 - runs]
    return deal(player(" ".join(["123c"] * runs + others + ["TT"])), "heavenly")


CASES: list[Case] = [
    *amount("pung_hu", exhausted(player("", "pung 5m")), 2, {0: 0, 7: 7}),
    *amount("three_in_hand_hu", exhausted(player("555m")), 4, {0: 0, 7: 7}),
    *amount("exposed_kong_hu", exhausted(player("", "exposed-kong 5m")), 8, {0: 0, 7: 7}),
    *amount("exposed_kong_hu", exhausted(player("", "added-kong 5m")), 8, {0: 0, 7: 7}),
    *amount("concealed_kong_hu", exhausted(player("", "concealed-kong 5m")), 12, {0: 0, 7: 7}),
    *amount("four_in_hand_hu", exhausted(player("5555m")), 12, {0: 0, 7: 7}),
    *amount("opening_quad_hu", exhausted(player("", "opening-quad 5m")), 16, {0: 0, 7: 7}),
    *amount("opening_triple_hu", exhausted(player("", "opening-triple 5m"), indicators="5m T"), 32, {0: 0, 7: 14}),
    *amount("hezi_hu", exhausted(player("", hezi="4c"), indicators="4c 4c"), 64, {0: 0, 7: 28}),
    *amount("old_general_multiplier", exhausted(player("", "pung T")), 4, {1: 2, 3: 6}),
    *amount("indicator_multiplier", exhausted(player("444s"), indicators="4m 4c"), 16, {1: 4, 3: 36}),
    *amount("exact_pung_multiplier", exhausted(player("", "pung 3m"), indicators="3m 1c"), 8, {1: 4, 3: 12}),
    *amount("exact_three_in_hand_hu", exhausted(player("333m"), indicators="3m 1c"), 24, {0: 0, 7: 14}),
    *amount("joker_hu", exhausted(player("", jokers="jF jW"), jokers="flowers"), 20, {0: 0, 7: 14}),
    *amount(
        "joker_indicator_multiplier",
        exhausted(player("555m"), indicators="jF 5c", jokers="flowers"),
        4 * 2 * 2,
        {1: 4 * 2, 3: 4 * 2 * 3},
    ),
    # Ti Zi N, Small; Peng N, Big, not a pair, where the formula has nothing for an indicator that does not match.
    one("base_table", "printed", exhausted(player("5555m")), 12, 16),
    one("base_table", "printed", exhausted(player("", "pung 5m"), indicators="T 8s"), 2, 4),
    # 888m 4, the set of 5m, Tazi 20 and the wait on the pair 10.
    *amount(
        "winning_discard",
        THREE_OR_PAIR_OR_RUN,
        4 + 4 + 30,
        {"completed-three-is-pung": 2 + 4 + 30, "stays-outside": 0 + 4 + 30},
    ),
    *amount("qing_hu", QING, 100 * 2, {0: 0, 7: 7 * 2}),
    *amount("piao_hu", floating("pung 7m"), (26 + 50 + 20) * 2, {0: (26 + 20) * 2, 7: (26 + 7 + 20) * 2}),
    *amount("tazi_hu", plus_triplet(), 4 + 20 + 10, {0: 4 + 10, 7: 4 + 7 + 10}),
    *amount("wenqian_hu", wenqian(1), (100 + 20) * 2, {(0, 50, 100, 200): 100 * 2, (1, 2, 3, 4): 101 * 2}),
    *amount("wenqian_hu", wenqian(2), (100 + 50) * 2, {(20, 0, 100, 200): 100 * 2, (1, 2, 3, 4): 102 * 2}),
    # Three and four of a kind in hand besides: 3 x 4, 3 x 12.
    *amount("wenqian_hu", wenqian(3), (12 + 200) * 2, {(20, 50, 0, 200): 112 * 2, (1, 2, 3, 4): 115 * 2}),
    *amount("wenqian_hu", wenqian(4), (36 + 300) * 2, {(20, 50, 100, 0): 136 * 2, (0, 0, 0, 0): 136 * 2}),
    one("wenqian_for", "everyone", exhausted(player("123c")), 0, 20),
    one("wenqian_for", "everyone", exhausted(player("1123c 23c 444m")), 4, 4 + 50),
    *amount("self_draw_hu", plus_triplet(), 34, {0: 24, 7: 31}),
    *amount("kong_replacement_hu", FROM_A_KONG, (12 + 20 + 20) * 2, {0: (12 + 20 + 10) * 2, 7: (12 + 20 + 17) * 2}),
    one("heavenly_self_draw_bonus", True, plus_triplet("heavenly", None), 24 * 2, 34 * 2),
    *amount("wait_hu", plus_triplet("discard", "2m"), 34, {0: 24, 7: 31}),
    one("waits", ["middle", "three-of-123", "seven-of-789"], plus_triplet("discard", "T"), 34, 24),
    one("waits", ["pair", "three-of-123", "seven-of-789"], plus_triplet("discard", "2m"), 34, 24),
    one("waits", ["pair", "middle", "seven-of-789"], plus_triplet("discard", "3m"), 34, 24),
    one("waits", ["pair", "middle", "three-of-123"], plus_triplet("discard", "7m"), 34, 24),
    one("waits", [], plus_triplet("discard", "T"), 34, 24),
    # 4m would complete 44 666: TTT 8, 666m 4, Tazi 20, self-draw 10, the wait 10.
    one("wait_basis", "sole-wait", deal(player("456m 66m TTT 234s 567s 456c 789c 123s"), card="5m"), 52, 42),
    *amount("piao_multiplier", floating("pung 7m"), 96 * 2, {1: 96, 3: 96 * 3}),
    *amount("closed_floating_multiplier", floating(), 98 * 4, {1: 98 * 2, 3: 98 * 6}),
    one("closed_floating_broken_by", ["added-kong", "winning-discard"], floating("pung 7m"), 96 * 2, 96 * 4),
    one("closed_floating_broken_by", ["pung", "winning-discard"], floating("added-kong 7m"), 102 * 2, 102 * 4),
    one("closed_floating_broken_by", ["pung", "added-kong"], floating("", "discard", "7m"), 76 * 2, 76 * 4),
    one(
        "closed_floating_broken_by",
        ["pung", "added-kong", "winning-discard", "exposed-kong"],
        floating("exposed-kong 7m"),
        102 * 4,
        102 * 2,
    ),
    one(
        "closed_floating_broken_by",
        ["pung", "added-kong", "winning-discard", "opening-set"],
        floating("opening-quad 7m"),
        110 * 4,
        110 * 2,
    ),
    one(
        "closed_floating_broken_by",
        ["pung", "added-kong", "winning-discard", "opening-set"],
        floating("opening-triple 7m", indicators="7m 8s"),
        126 * 4,
        126 * 2,
    ),
    *amount("three_elders_multiplier", ALL_ELDERS, 54 * 2, {1: 54, 3: 54 * 3}),
    one("three_elders", "any", deal(player(f"{SIX_RUNS} TTT 99c"), card="1m"), 38, 38 * 2),
    one("three_elders", "any", deal(player("TTT WWW 123m 456m 789m 234s 567s 99c"), card="1m"), 46, 46 * 2),
    one("three_elders_for", "everyone", SPLIT, 24, 48),
    *amount("heavenly_multiplier", plus_triplet("heavenly", None), 24 * 2, {1: 24, 3: 24 * 3}),
    one(
        "heavenly_after_opening_draw",
        False,
        deal(player(f"{SIX_RUNS} TT", "opening-quad 1s"), "heavenly"),
        36 * 2,
        36,
    ),
    *amount(
        "first_discard_multiplier",
        plus_triplet("discard", dealer=1, moment="first-discard"),
        24 * 2,
        {1: 24, 3: 24 * 3},
    ),
    *amount("ready_multiplier", plus_triplet(dealer=1, ready=True), 34 * 2, {1: 34, 3: 34 * 3}),
    *amount("last_card_multiplier", plus_triplet(moment="last-card"), 34 * 2, {1: 34, 3: 34 * 3}),
    one("last_card_on_replacement", False, FROM_A_KONG, 52 * 2, 52),
    Case("rounding_unit", 1, SPLIT, (30, 0, 0), (24, 0, 0), "total"),
    Case("rounding_unit", 7, SPLIT, (30, 0, 0), (28, 0, 0), "total"),
    Case("rounding", "nearest", SPLIT, (30, 0, 0), (20, 0, 0), "total"),
    Case("rounding", "down", exhausted(player(ELDERS, "pung 5m")), (30, 0, 0), (20, 0, 0), "total"),
    Case(
        "settlement",
        "winner-only",
        plus_triplet("discard", others={2: player("WWW RRR", "opening-quad 2c")}),
        (20, -70, 50),
        (20, -30, 10),
        "payments",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.option}={case.value}" for case in CASES])
def test_11_an_option_changes_what_it_says(case: Case) -> None:
    assert case.before != case.after
    assert figures(score(case.end), case.figures) == case.before
    other = replace(case.end, rules=changed(case.end.rules, {case.option: case.value}))
    assert figures(score(other), case.figures) == case.after


@pytest.mark.parametrize("option", [option for option in OPTIONS if option.name not in OF_PLAY], ids=lambda o: o.name)
def test_11_every_value_of_every_option_is_tried(option: Any) -> None:
    tried = [case.value for case in CASES if case.option == option.name]
    as_held = [tuple(value) if isinstance(value, list) else value for value in tried]
    for value in other_values(cardavia(), option):
        assert value in as_held, value
    if option.kind in ("count", "counts"):
        assert any(value != option.neutral for value in as_held), "an amount that is not neutral"
    assert tried, "no case"


def test_11_options_of_play_change_no_score() -> None:
    ends = [case.end for case in CASES]
    for name in OF_PLAY:
        for value in other_values(cardavia(), OPTION[name]):
            for end in ends:
                before, after = score(end), score(replace(end, rules=changed(end.rules, {name: value})))
                assert after == before


def test_11_the_preset_scores_by_its_own_values() -> None:
    """Naming every option with the preset's own value changes nothing."""
    whole = {option.name: getattr(cardavia(), option.name) for option in OPTIONS}
    assert rules(**whole) == cardavia()
