"""The scorer against a second one that shares no code with it, and what holds of every score."""

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from engine.cards import KINDS
from engine.ending import DealEnd
from engine.lines import sums_of
from engine.options import ARTICLE_PRESETS, OPTION, OPTIONS, RuleSet
from engine.partitions import Partition
from engine.score import Reading, Score, SeatScore, score
from tests.support.brute import shape_of
from tests.support.hands import ends, random_end
from tests.support.slow_score import slow_score
from tests.support.table import cardavia, end_of_record, rules

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors" / "hands.jsonl"


def sums(scored: SeatScore | Reading) -> dict[str, int]:
    return {name: getattr(scored, name) for name in ("base", "bonus", "multiplier", "unrounded", "total")}


def listed(amounts: tuple[int, ...] | None) -> list[int] | None:
    return None if amounts is None else list(amounts)


def sorted_readings(readings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(readings, key=lambda reading: (reading["shape"], reading["completes"] or (-1, "")))


def plain(found: Score) -> dict[str, Any]:
    """A score as the slow scorer gives it, but for the order of readings and which of equal ones the winner has."""
    return {
        "totals": listed(found.totals),
        "payments": listed(found.payments),
        "partitions": found.partitions,
        "readings": sorted_readings(
            [
                {
                    "shape": shape_of(reading.partition),
                    "completes": None if reading.completes is None else shape_of([reading.completes])[0],
                    **sums(reading),
                }
                for reading in found.readings
            ]
        ),
    }


def assert_scorers_agree(end: DealEnd) -> Score:
    found, slow = score(end), slow_score(end)
    seats = slow.pop("seats")
    slow["readings"] = sorted_readings(slow["readings"])
    assert plain(found) == slow
    for number, (seat, expected) in enumerate(zip(found.seats, seats, strict=True)):
        assert (seat is None) == (expected is None)
        if seat is None or expected is None:
            continue
        if end.win is not None and number == end.win.seat:
            assert seat.unrounded == expected["unrounded"]
        else:
            assert sums(seat) == expected
    return found


@pytest.mark.parametrize("seed", range(4))
def test_10_scorers_agree_under_random_rules(seed: int) -> None:
    rng = Random(seed)
    for _ in range(750):
        assert_scorers_agree(random_end(rng))


def test_10_scorers_agree_under_the_preset() -> None:
    """And the deals are such that every line there is turns up."""
    rng = Random(1000)
    assert lines_seen(rng, cardavia(), 1_500) == LINES_OF_THE_PRESET


@pytest.mark.parametrize("preset", ["article", "article-printed"])
def test_12_scorers_agree_under_the_articles_presets_with_jokers(preset: str) -> None:
    with_jokers = lines_seen(Random(12), rules(preset, jokers="flowers"), 1_200)
    assert with_jokers == LINES_OF_THE_PRESET | {"joker", "joker-indicator"}


def lines_seen(rng: Random, of_deal: RuleSet, deals: int) -> set[str]:
    """The ids of all lines in so many deals under the rules, which both scorers agree on."""
    seen: set[str] = set()
    for _ in range(deals):
        found = assert_scorers_agree(random_end(rng, of_deal))
        seen |= {line.id for seat in found.seats if seat is not None for line in seat.lines}
    return seen


LINES_OF_THE_PRESET = {
    *("pung", "exposed-kong", "added-kong", "concealed-kong", "opening-quad", "opening-triple", "hezi"),
    *("three-in-hand", "exact-three-in-hand", "four-in-hand"),
    *("qing-hu", "piao-hu", "tazi-hu", "wenqian", "self-draw", "kong-replacement"),
    *("wait-pair", "wait-middle", "wait-three-of-123", "wait-seven-of-789"),
    *("closed-floating", "three-elders", "heavenly-win", "first-discard", "ready", "last-card"),
    "rounding",
}


@given(ends())
def test_10_scorers_agree_on_any_end(end: DealEnd) -> None:
    assert_scorers_agree(end)


@given(ends())
def test_10_lines_add_up_to_the_numbers(end: DealEnd) -> None:
    found = score(end)
    for scored in (*found.seats, *found.readings):
        if scored is not None:
            added = msgspec.structs.asdict(sums_of(scored.lines))
            jokers = [indicator for indicator in end.indicators if indicator >= KINDS]
            assert added.pop("everyone") == end.rules.joker_indicator_multiplier ** len(jokers)
            assert added == sums(scored)
            for line in scored.lines:
                if line.value is not None:
                    amount = line.value
                    for factor in line.factors:
                        amount *= factor.times
                    assert amount == line.amount


@given(ends())
def test_10_payments_sum_to_nought(end: DealEnd) -> None:
    found = score(end)
    assert found.payments is not None
    assert sum(found.payments) == 0


@given(ends())
def test_10_the_winner_has_the_best_reading_and_the_others_have_base_alone(end: DealEnd) -> None:
    found = score(end)
    for seat in found.seats:
        assert seat is not None
        if end.win is not None and seat.seat == end.win.seat:
            assert found.chosen is not None
            assert sums(seat) == sums(found.chosen)
            assert seat.unrounded == max(reading.unrounded for reading in found.readings)
        else:
            assert {line.section for line in seat.lines} <= {"base", "multiplier", "everyone", "rounding"}


@given(ends())
def test_10_every_line_stands_in_a_paragraph_of_its_section(end: DealEnd) -> None:
    sections = {
        "base": ("§7", "§8.2", "§12.2", "§12.3"),
        "bonus": ("§8",),
        "multiplier": ("§9",),
        "everyone": ("§12.2",),
        "rounding": ("§10.1",),
    }
    for reading in score(end).readings:
        order = [list(sections).index(line.section) for line in reading.lines]
        assert order == sorted(order)
        assert all(line.rule.startswith(sections[line.section]) for line in reading.lines)


@given(ends())
def test_11_every_line_names_the_option_whose_value_it_is(end: DealEnd) -> None:
    found = score(end)
    for scored in (*found.seats, *found.readings):
        for line in () if scored is None else scored.lines:
            assert line.rule in OPTION[line.option].paragraphs
            assert line.assumed == (line.option in end.rules.assumed)
            assert (line.cell is not None) == (
                line.section == "base"
                and line.id not in ("joker", "wenqian")
                and (end.rules.preset in ARTICLE_PRESETS or end.rules.base_table == "printed")
            )


@given(ends())
def test_6_3_readings_are_distinct_and_each_completes_a_group_of_its_partition(end: DealEnd) -> None:
    found = score(end)
    seen: set[tuple[Partition, Any]] = set()
    for reading in found.readings:
        seen.add((reading.partition, reading.completes))
        assert end.win is not None
        if end.win.card is None:
            assert reading.completes is None
        else:
            assert reading.completes is not None
            assert reading.completes in reading.partition
            assert end.win.card in reading.completes.cards
    assert len(seen) == len(found.readings)
    assert len({partition for partition, _ in seen}) == found.partitions


@given(ends())
def test_scoring_writes_into_nothing_and_gives_the_same_again(end: DealEnd) -> None:
    before = deepcopy(end)
    first = score(end)
    assert end == before
    assert score(deepcopy(end)) == first
    assert end.players == before.players


@given(ends())
def test_scoring_takes_nothing_from_a_deal_scored_before(end: DealEnd) -> None:
    """What is remembered between deals is kept apart by rules and by indicators."""
    here = score(msgspec.structs.replace(end, rules=cardavia()))
    score(end)
    score(msgspec.structs.replace(end, indicators=end.indicators[::-1]))
    assert score(msgspec.structs.replace(end, rules=cardavia())) == here


@given(ends())
def test_7_3_the_order_of_the_indicators_does_not_matter(end: DealEnd) -> None:
    turned = score(msgspec.structs.replace(end, indicators=end.indicators[::-1]))
    assert (turned.totals, turned.payments) == (score(end).totals, score(end).payments)


@given(ends())
def test_10_where_who_sits_does_not_matter(end: DealEnd) -> None:
    """Everybody one seat on: the same totals and payments, one seat on."""

    def on(seat: int) -> int:
        return (seat + 1) % 3

    players = (end.players[2], *end.players[:2])
    win = end.win
    if win is not None:
        giver = None if win.giver is None else on(win.giver)
        win = msgspec.structs.replace(win, seat=on(win.seat), giver=giver)
    moved = score(msgspec.structs.replace(end, players=players, dealer=on(end.dealer), win=win))
    here = score(end)
    assert here.totals is not None
    assert here.payments is not None
    assert moved.totals == (here.totals[2], *here.totals[:2])
    assert moved.payments == (here.payments[2], *here.payments[:2])


def vectors() -> list[Any]:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    return [pytest.param(vector, id=vector["record"]["id"]) for vector in map(json.loads, lines)]


@pytest.mark.parametrize("vector", vectors())
def test_10_vectors(vector: dict[str, Any]) -> None:
    expected, end = dict(vector["expect"]), end_of_record(vector["record"])
    found = score(end)
    ours: dict[str, Any] = {"totals": listed(found.totals), "payments": listed(found.payments)}
    if "partitions" in expected:
        ours |= {
            "partitions": found.partitions,
            "readings": len(found.readings),
            "unrounded_of_all_readings": sorted(reading.unrounded for reading in found.readings),
        }
    winner = expected.pop("winner", None)
    assert ours == expected
    if winner is not None:
        ties = [reading for reading in found.readings if reading.unrounded == found.readings[0].unrounded]
        assert found.chosen is not None
        assert found.chosen.unrounded == winner["unrounded"]
        assert winner in [{name: getattr(reading, name) for name in winner} for reading in ties]
    assert_scorers_agree(end)


def test_the_vectors_are_all_there() -> None:
    found = [json.loads(line)["expect"] for line in VECTORS.read_text(encoding="utf-8").splitlines()]
    assert len(found) == 500
    assert sum("winner" in expected for expected in found) > 300


def test_every_option_is_one_that_the_random_rules_change() -> None:
    """So that agreement under random rules is agreement about every option."""
    rng, changed = Random(9), set()
    for _ in range(300):
        mine = random_end(rng).rules
        changed |= {option.name for option in OPTIONS if getattr(mine, option.name) != getattr(cardavia(), option.name)}
    assert changed == {option.name for option in OPTIONS}
