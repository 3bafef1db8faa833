"""The winner's bonuses (§8). Indicators are ``8s 8s`` where a test does not say others."""

import pytest

from engine.ending import DealEnd, Source
from engine.score import score
from tests.support.table import deal, exhausted, kinds, player

QING = "123m 456m 789m 234s 567s 456c 789c TT"
"""Seven runs and a pair: no wait on 1m."""


def bonuses(end: DealEnd) -> dict[str, int]:
    """The bonus lines of the chosen reading, by id."""
    chosen = score(end).chosen
    assert chosen is not None
    lines = [line for line in chosen.lines if line.section == "bonus"]
    assert chosen.bonus == sum(line.amount for line in lines)
    return {line.id: line.amount for line in lines}


def wait_line(end: DealEnd, group: str) -> str | None:
    """The wait that the reading earns in which the winning card completes ``group``."""
    (found,) = [reading for reading in score(end).readings if reading.completes and reading.completes.text == group]
    waits = [line.id for line in found.lines if line.id.startswith("wait-")]
    return waits[0] if waits else None


@pytest.mark.parametrize(
    ("hand", "groups", "shape"),
    [
        (QING, (), {"qing-hu": 100}),
        ("111m 222s 333c 555m 666s 777c 999m TT", (), {"piao-hu": 50}),
        ("111m 222s 333c 555m TT", ("pung 9m", "exposed-kong W", "opening-quad 6m"), {"piao-hu": 50}),
        ("TT", tuple(f"pung {rank}m" for rank in range(1, 8)), {"piao-hu": 50}),
        ("123m 456m 789m 234s 567s 456c 777c TT", (), {"tazi-hu": 20}),
        ("123m 456m 789m 234s 567s 456c TT", ("concealed-kong 1s",), {"tazi-hu": 20}),
    ],
)
def test_8_1_shape(hand: str, groups: tuple[str, ...], shape: dict[str, int]) -> None:
    found = bonuses(deal(player(hand, *groups), "heavenly", indicators="8s 8c"))
    assert {id_: hu for id_, hu in found.items() if id_.endswith("-hu")} == shape


def test_8_1_piao_hu_may_hold_wenqian() -> None:
    found = bonuses(deal(player("123c 123c 555m 666s 777m 999m TTT WW"), "heavenly"))
    assert found == {"piao-hu": 50, "wenqian": 50}


def test_8_1_another_run_of_coins_is_no_wenqian_and_no_piao_hu() -> None:
    assert bonuses(deal(player("234c 333m 555m 666s 777m 999m TTT WW"), "heavenly")) == {"tazi-hu": 20}
    assert bonuses(deal(player("123s 333m 555m 666s 777m 999m TTT WW"), "heavenly")) == {"tazi-hu": 20}


def test_8_1_seven_runs_with_wenqian_are_qing_hu() -> None:
    found = bonuses(deal(player("123c 123c 123c 123c 456c 789c 456m TT"), "heavenly"))
    assert found == {"qing-hu": 100, "wenqian": 200}


def test_8_1_hezi_does_not_keep_a_hand_from_qing_hu() -> None:
    found = bonuses(deal(player(QING, hezi="1c"), "heavenly", indicators="1c 1c"))
    assert found == {"qing-hu": 100}


def test_8_1_a_declared_group_ends_qing_hu() -> None:
    assert "qing-hu" not in bonuses(deal(player("123m 456m 789m 234s 567s 456c TT", "pung 1s"), card="T"))


@pytest.mark.parametrize(("runs", "hu"), [(0, None), (1, 20), (2, 50), (3, 100), (4, 200)])
def test_8_2_wenqian(runs: int, hu: int | None) -> None:
    others = ["456m", "789m", "456s", "567s", "567c", "789c", "234m"][: 7 - runs]
    hand = player(" ".join(["123c"] * runs + others + ["TT"]))
    assert bonuses(deal(hand, "heavenly")).get("wenqian") == hu


def test_8_2_only_wenqian_groups_of_the_reading_count() -> None:
    """1-2-3 of Coins three times, as triplets or as runs: 100 in the one, nothing in the other."""
    found = score(deal(player("123c 123c 123c 456m 789m 456s 789c TT"), "heavenly", indicators="1s 2s"))
    wenqian = [[line.amount for line in reading.lines if line.id == "wenqian"] for reading in found.readings]
    assert wenqian == [[100], []]


def test_8_2_other_players_earn_no_wenqian() -> None:
    loser = player("123c")
    assert score(deal(player(QING), "heavenly", others={1: loser})).totals == (200, 0, 0)
    assert score(exhausted(loser)).totals == (0, 0, 0)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("self-draw", {"self-draw": 10}),
        ("kong-replacement", {"self-draw": 10, "kong-replacement": 10}),
        ("discard", {}),
        ("robbed-kong", {}),
    ],
)
def test_8_3_self_draw(source: Source, expected: dict[str, int]) -> None:
    winner = player("123m 456m 789m 234s 567s 456c TT", "concealed-kong 1s")
    others = {1: player("", "pung 1m")} if source == "robbed-kong" else {}
    found = bonuses(deal(winner, source, "1m", others=others))
    assert found == {"tazi-hu": 20, **expected}


def test_8_3_two_kongs_add_no_second_replacement_bonus() -> None:
    winner = player("123m 456m 789m 234s 567s TT", "concealed-kong 1s", "exposed-kong 9c")
    assert bonuses(deal(winner, "kong-replacement", "1m")) == {"tazi-hu": 20, "self-draw": 10, "kong-replacement": 10}


def test_8_3_a_heavenly_win_is_no_self_draw() -> None:
    assert bonuses(deal(player(QING), "heavenly")) == {"qing-hu": 100}


@pytest.mark.parametrize(
    ("hand", "card", "group", "wait"),
    [
        (QING, "T", "T T", "wait-pair"),
        (QING, "5m", "4m 5m 6m", "wait-middle"),
        (QING, "2m", "1m 2m 3m", "wait-middle"),
        (QING, "8c", "7c 8c 9c", "wait-middle"),
        (QING, "3m", "1m 2m 3m", "wait-three-of-123"),
        (QING, "7m", "7m 8m 9m", "wait-seven-of-789"),
        (QING, "1m", "1m 2m 3m", None),
        (QING, "9m", "7m 8m 9m", None),
        (QING, "4m", "4m 5m 6m", None),
        (QING, "6m", "4m 5m 6m", None),
        (QING, "7s", "5s 6s 7s", None),
        ("345m 567m 789m 234s 567s 456c 789c TT", "3m", "3m 4m 5m", None),
        ("345m 567m 123s 234s 567s 456c 789c TT", "7m", "5m 6m 7m", None),
        ("111m 456m 789m 234s 567s 456c 789c TT", "1m", "1m 1m 1m", None),
        ("123m 456m 789m 234s 567s 456c 79s 8s TT", "9s", "7s 8s 9s", None),
        ("123m 456m 789m 234s 567s 456c 79s 8s TT", "7s", "7s 8s 9s", "wait-seven-of-789"),
    ],
)
def test_8_4_waits(hand: str, card: str, group: str, wait: str | None) -> None:
    assert wait_line(deal(player(hand), card=card), group) == wait


@pytest.mark.parametrize("source", ["self-draw", "discard"])
def test_8_4_a_wait_is_worth_ten_however_won(source: Source) -> None:
    assert bonuses(deal(player(QING), source, "5m"))["wait-middle"] == 10


def test_8_4_a_reading_with_a_wait_beats_one_without() -> None:
    """Both 1-2-3 and 3-4-5 hold the 3m drawn."""
    winner = player("123m 345m 234s 567s 567s 456c 789c WW")
    assert bonuses(deal(winner, card="3m"))["wait-three-of-123"] == 10


def test_8_4_once_although_several_readings_fit() -> None:
    """2m is the middle of each 1-2-3, of 2-2-2 and, with 1m 1m the pair, of others."""
    for card in ("1m", "2m", "3m"):
        for reading in score(deal(player("123m 123m 123m 11s 456s 789s 456c 789c"), card=card)).readings:
            assert [line.amount for line in reading.lines if line.id.startswith("wait-")] in ([], [10])


def test_8_4_a_heavenly_win_has_no_wait() -> None:
    assert not any(id_.startswith("wait-") for id_ in bonuses(deal(player(QING), "heavenly")))


@pytest.mark.parametrize(
    ("card", "group", "wait"),
    [
        ("2m", "1m 2m 3m", "wait-middle"),
        ("3m", "1m 2m 3m", "wait-three-of-123"),
        ("7m", "7m 8m 9m", "wait-seven-of-789"),
        ("T", "T T", "wait-pair"),
        ("1m", "1m 2m 3m", None),
    ],
)
def test_8_4_a_sole_wait(card: str, group: str, wait: str | None) -> None:
    """Each is the only card that completes the hand; 1m is no wait by its shape."""
    assert wait_line(deal(player(QING), card=card, wait_basis="sole-wait"), group) == wait


@pytest.mark.parametrize(
    ("cards", "card", "group", "wait", "other"),
    [
        ("456m 66m", "5m", "4m 5m 6m", "wait-middle", "4m completes 4m 4m beside 6m 6m 6m"),
        ("123m 11m", "3m", "1m 2m 3m", "wait-three-of-123", "2m completes 2m 2m beside 1m 1m 1m"),
        ("789m 99m", "7m", "7m 8m 9m", "wait-seven-of-789", "8m completes 8m 8m beside 9m 9m 9m"),
        ("44m 567m", "4m", "4m 4m", "wait-pair", "7m completes 7m 7m beside 4m 5m 6m"),
        ("1111m 23m 44m", "4m", "4m 4m", "wait-pair", "a fifth 1m would, though all four are held"),
    ],
)
def test_8_4_no_sole_wait(cards: str, card: str, group: str, wait: str, other: str) -> None:
    missing = (23 - len(kinds(cards))) // 3
    hand = player(" ".join([cards, *["TTT", "234s", "567s", "456c", "789c", "123s"][:missing]]))
    assert wait_line(deal(hand, card=card), group) == wait
    assert wait_line(deal(hand, card=card, wait_basis="sole-wait"), group) is None, other
