"""Simulated deals: the same for a seed whatever the processes, legal, sealed, and added up right."""

import io
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest

from engine.events import DealStarted, encode
from engine.options import RuleSet
from engine.players import PLAYERS
from replay.audit import audit
from replay.log import LoggedDeal, read_deals
from replay.report import DealReport
from replay.rulebook import PRESETS
from replay.simulate import (
    FEW,
    SESSION,
    Plan,
    Played,
    below,
    chances,
    names_of,
    played,
    seats_of,
    sessions,
    shuffled,
)
from replay.simulated import A_FILE, Summary, summary_json, summed_up, write_logs
from tests.support.play import PLAY_OPTIONS
from tests.support.table import rules


def plan_of(chosen: RuleSet, *players: str, deals: int = SESSION, seed: int = 1, deck: bool = True) -> Plan:
    names = [players[at % len(players)] for at in range(seats_of(chosen))]
    return Plan(deals, seed, tuple(names), chosen, deck=deck)


def reports(log: bytes) -> list[DealReport]:
    found = list(audit(io.BytesIO(log), "log"))
    assert all(isinstance(one, DealReport) for one in found)
    return found  # type: ignore[return-value]


def logged(log: bytes) -> list[LoggedDeal]:
    return list(read_deals(io.BytesIO(log), "log"))


HOUSES: dict[str, RuleSet] = {
    **{preset: rules(preset) for preset in PRESETS},
    **{f"{preset} with jokers": rules(preset, jokers="flowers") for preset in PRESETS},
    "four at the table": rules(table_players=4),
    "whatever changes play": rules(**{name: values[1] for name, values in PLAY_OPTIONS.items()}),
    "the winner only": rules(settlement="winner-only", wenqian_for="everyone", three_elders_for="everyone"),
}


@pytest.mark.parametrize("house", HOUSES)
def test_every_deal_audits_clean_and_comes_to_what_was_played(house: str) -> None:
    chosen = HOUSES[house]
    players = [*PLAYERS, "greedy"]
    plan = plan_of(chosen, *players, deals=2 * SESSION, seed=5)
    of_log: list[DealReport] = []
    results: list[Played] = []
    for session in played(plan):
        of_log += reports(session.log)
        results += session.deals
    assert len(of_log) == len(results) == plan.deals
    for report, result in zip(of_log, results, strict=True):
        assert report.exit_status == 0
        assert report.findings == ()
        assert report.rules == chosen
        assert report.score is not None
        assert (report.score.totals, report.score.payments) == (result.totals, result.payments)
        assert report.names == tuple(names_of(plan)[person] for person in result.people)
        assert report.end is not None
        assert (None if report.end.win is None else report.end.win.seat) == result.winner
        assert (report.status == "exhausted") == (result.shape is None)


@pytest.mark.parametrize("preset", ["cardavia", "article"])
def test_2_4_everybody_deals_or_sits_out_equally_often_and_sessions_are_tied_by_their_seals(preset: str) -> None:
    chosen = rules(preset)
    log = b"".join(sessions(plan_of(chosen, "random", deals=2 * SESSION)))
    deals = logged(log)
    starts = [deal.start for deal in deals]
    assert [start.number for start in starts if start] == list(range(1, 2 * SESSION + 1))
    for session in (deals[:SESSION], deals[SESSION:]):
        begun = [deal.start for deal in session if deal.start is not None]
        assert len({start.session for start in begun}) == 1
        turns = Counter(start.dealer if start.sitting_out is None else start.sitting_out for start in begun)
        assert set(turns.values()) == {SESSION // seats_of(chosen)}
        seals = [deal.seal for deal in session if deal.seal is not None]
        assert [seal.covers for seal in seals] == [True] * SESSION
        assert [seal.previous for seal in seals] == [None, *[before.hash for before, _ in pairwise(seals)]]


def test_the_same_seed_gives_the_same_bytes_in_one_process_and_in_two() -> None:
    deals = FEW + 1
    plan = plan_of(rules(), "greedy", "simple", "random", deals=deals, seed=9)
    summaries = Summary(plan), Summary(plan)
    one = list(summed_up(played(plan), summaries[0]))
    two = list(summed_up(played(plan, processes=2), summaries[1]))
    assert one == two
    assert summary_json(summaries[0]) == summary_json(summaries[1])
    assert [session.first for session in one] == list(range(1, deals + 1, SESSION))
    assert sum(len(session.deals) for session in one) == deals
    assert list(sessions(plan)) == [session.log for session in one]


def test_another_seed_gives_other_deals_and_more_deals_begin_like_fewer() -> None:
    def log(seed: int, deals: int) -> bytes:
        return b"".join(sessions(plan_of(rules(), "random", seed=seed, deals=deals)))

    three = log(1, 3)
    assert log(1, 3) == three
    assert log(1, SESSION).startswith(three)
    assert not {deal.start.deck for deal in logged(three) if deal.start} & {
        deal.start.deck for deal in logged(log(2, 3)) if deal.start
    }


def test_what_is_shuffled_is_fixed_for_ever() -> None:
    """Recorded once: runs made by one version can be made again by another."""
    deck = shuffled(chances("deal", 1, 1), jokers=False)
    assert deck[:12] == (11, 23, 18, 1, 24, 11, 0, 8, 29, 18, 6, 22)
    assert [below(chances("session", 1, first), 3) for first in (1, 13, 25, 37)] == [1, 0, 0, 0]


@pytest.mark.parametrize("jokers", [False, True])
def test_a_shuffled_deck_has_every_card_and_every_place_gets_every_card(jokers: bool) -> None:
    cards = 125 if jokers else 120
    decks = [shuffled(chances("deal", seed, 1), jokers=jokers) for seed in range(1500)]
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(decks[0]))}
    assert len(decks[0]) == cards
    for place in (0, 1, 60, cards - 1):
        assert {deck[place] for deck in decks} == set(decks[0])


def test_numbers_below_a_limit_are_even() -> None:
    class Fixed(Random):
        """Gives numbers one after the other."""

        drawn = iter([2**32 - 1, 7])  # 2³² is 1 more than what 5 goes into evenly

        def getrandbits(self, k: int, /) -> int:
            assert k == 32
            return next(self.drawn)

    assert below(Fixed(), 5) == 7 % 5
    counted = Counter(below(chances("deal", seed, 2), 3) for seed in range(3000))
    assert max(abs(count - 1000) for count in counted.values()) < 120


def test_without_a_deck_the_log_has_none_and_the_same_deals() -> None:
    with_deck, without = (b"".join(sessions(plan_of(rules(), "simple", deals=3, deck=deck))) for deck in (True, False))
    assert b'"deck"' not in without
    for one, other in zip(logged(with_deck), logged(without), strict=True):
        assert one.lines[1:-1] == other.lines[1:-1]


def test_changed_options_are_named_in_the_log() -> None:
    log = b"".join(sessions(plan_of(rules("article", jokers="flowers", piao_hu=40), "random", deals=1)))
    start = logged(log)[0].events[0]
    assert isinstance(start, DealStarted)
    assert b'"rules":{"preset":"article","options":{"jokers":"flowers","piao_hu":40}}' in encode(start)


# Adding up


def test_the_summary_is_what_the_deals_add_up_to() -> None:
    plan = plan_of(rules("article"), "simple", "simple", "simple", "random", deals=4 * SESSION)
    summary = Summary(plan)
    deals = [deal for session in summed_up(played(plan), summary) for deal in session.deals]
    assert summary.deals == len(deals) == plan.deals
    assert summary.exhausted == sum(deal.winner is None for deal in deals)
    for person, tally in enumerate(summary.people):
        mine = [deal for deal in deals if person in deal.people]
        received = [deal.payments[deal.people.index(person)] for deal in mine]
        assert tally.deals == len(mine) == 3 * SESSION
        assert tally.mean == pytest.approx(mean(received))
        assert tally.margin == pytest.approx(1.96 * stdev(received) / sqrt(len(received)))
        won = [deal for deal in mine if deal.winner == deal.people.index(person)]
        assert tally.wins == len(won)
        assert tally.shapes == {shape: [deal.shape for deal in won].count(shape) for shape in tally.shapes}
    simple, random = summary.players
    assert (simple.player, random.player) == ("simple", "random")
    averages = [
        Fraction(sum(pay for pay, person in zip(deal.payments, deal.people, strict=True) if person < 3))
        / sum(person < 3 for person in deal.people)
        for deal in deals
    ]
    assert simple.mean == pytest.approx(float(mean(averages)))
    assert simple.wins == sum(tally.wins for tally in summary.people[:3])
    assert random.mean == summary.people[3].mean


def test_settlements_of_all_people_add_up_to_nought() -> None:
    plan = plan_of(rules(), "simple", "random", "random", deals=SESSION)
    summary = Summary(plan)
    for _ in summed_up(played(plan), summary):
        pass
    assert sum(tally.payments for tally in summary.people) == 0
    assert [tally.player for tally in summary.players] == ["simple", "random"]


def test_one_deal_has_no_interval() -> None:
    plan = plan_of(rules(), "random", deals=1)
    summary = Summary(plan)
    for _ in summed_up(played(plan), summary):
        pass
    assert summary.people[0].margin is None
    assert summary_json(summary)["people"][0]["low"] is None


# Files


def test_logs_are_written_whole_sessions_a_file_named_by_their_first_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("replay.simulated.A_FILE", 2 * SESSION)
    plan = plan_of(rules(), "random", deals=5 * SESSION)
    folder = tmp_path / "new [folder]" / "$1"
    paths = list(write_logs(played(plan), folder))
    assert [path.name for path in paths] == ["deals-00000001.jsonl", "deals-00000025.jsonl", "deals-00000049.jsonl"]
    assert sorted(folder.iterdir()) == paths
    assert b"".join(path.read_bytes() for path in paths) == b"".join(sessions(plan))
    assert A_FILE % SESSION == 0


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    there = tmp_path / "deals-00000001.jsonl"
    there.write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        list(write_logs(played(plan_of(rules(), "random")), tmp_path))
    assert there.read_bytes() == b"mine"
    assert list(tmp_path.iterdir()) == [there]
