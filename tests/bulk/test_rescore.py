"""The archive's deals under other rules: stored, used again only where rule set and engine are the same."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from engine.ending import DealEnd
from engine.options import OPTION, OPTIONS, RuleSet
from engine.rulesets import other_values
from engine.score import score
from replay.archive.store import opened_archive
from replay.bulk import rescore
from replay.bulk.flips import FLIPS, compare, flips_of, hands_that_flip, players_moved
from replay.bulk.rescore import Trial, each_option, own_rules, reckoned
from replay.bulk.version import engine_version
from replay.faults import UnreadableError
from replay.rulebook import rulebook, rules_hash
from tests.bulk.archives import NAMES, filled, some_ends
from tests.support.command_line import ROOT

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CARDAVIA = rulebook().presets["cardavia"]
ARTICLE = rulebook().presets["article"]
CHEAPER = replace(CARDAVIA, piao_hu=0, waits=(), rounding="down")


@contextmanager
def all_deals(path: str) -> "Iterator[DuckDBPyConnection]":
    with opened_archive(path, write=True) as archive:
        archive.execute("CREATE TEMP TABLE chosen AS SELECT deal FROM deals")
        yield archive


def to_all(archive: "DuckDBPyConnection", rules: RuleSet) -> Trial:
    return Trial(dict.fromkeys(own_rules(archive), rules))


def stored(archive: "DuckDBPyConnection", rules: RuleSet) -> list[tuple[Any, ...]]:
    query = "SELECT deal, total_0, total_1, total_2 FROM rescored WHERE rules = ? AND engine = ? ORDER BY deal"
    return archive.execute(query, [rules_hash(rules), engine_version()]).fetchall()


def expected(ends: list[DealEnd], rules: RuleSet) -> list[tuple[Any, ...]]:
    return [(deal, *(score(replace(end, rules=rules)).totals or (None,) * 3)) for deal, end in enumerate(ends, 1)]


def test_results_are_kept_and_used_again(tmp_path: Path) -> None:
    ends = some_ends(60)
    path = filled(tmp_path / "a [1].duckdb", ends)
    for due in (60, 0):
        with all_deals(path) as archive:
            done = reckoned(archive, [to_all(archive, CHEAPER)], processes=1)
            assert (done.now, done.before) == (due, 60 - due)
            assert stored(archive, CHEAPER) == expected(ends, CHEAPER)


def test_only_deals_that_were_not_reckoned_before_are(tmp_path: Path) -> None:
    ends = some_ends(20)
    with all_deals(filled(tmp_path / "archive", ends)) as archive:
        trial = to_all(archive, CHEAPER)
        reckoned(archive, [trial], processes=1)
        archive.execute("DELETE FROM rescored_deals WHERE deal % 3 = 0")
        done = reckoned(archive, [trial, to_all(archive, ARTICLE)], processes=1)
        assert (done.now, done.before) == (6 + 20, 14)
        assert stored(archive, CHEAPER) == expected(ends, CHEAPER)
        assert stored(archive, ARTICLE) == expected(ends, ARTICLE)


def test_results_of_another_engine_are_reckoned_anew_and_replaced(tmp_path: Path) -> None:
    ends = some_ends(10)
    with all_deals(filled(tmp_path / "archive", ends)) as archive:
        trial = to_all(archive, CHEAPER)
        reckoned(archive, [trial, to_all(archive, ARTICLE)], processes=1)
        archive.execute("UPDATE rescorings SET engine = 'older'")
        archive.execute("UPDATE rescored_deals SET total_0 = 1")
        assert reckoned(archive, [trial], processes=1).now == 10
        assert stored(archive, CHEAPER) == expected(ends, CHEAPER)
        left = archive.execute("SELECT rules, engine, count(*) FROM rescored GROUP BY ALL").fetchall()
        assert set(left) == {(rules_hash(CHEAPER), engine_version(), 10), (rules_hash(ARTICLE), "older", 10)}


def test_a_selection_alone_is_reckoned(tmp_path: Path) -> None:
    with opened_archive(filled(tmp_path / "archive", some_ends(10)), write=True) as archive:
        archive.execute("CREATE TEMP TABLE chosen AS SELECT deal FROM deals WHERE deal IN (2, 5)")
        assert reckoned(archive, [to_all(archive, CHEAPER)], processes=1).now == 2
        assert [row[0] for row in stored(archive, CHEAPER)] == [2, 5]


def test_over_processes_the_rows_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = some_ends(50)
    monkeypatch.setattr(rescore, "WORTH_A_PROCESS", 10)
    monkeypatch.setattr(rescore, "PIECE", 7)
    monkeypatch.setattr(rescore, "TOGETHER", 16)
    told: list[tuple[int, int]] = []
    with all_deals(filled(tmp_path / "archive", ends)) as archive:
        trials = [to_all(archive, rules) for rules in (CHEAPER, ARTICLE)]
        reckoned(archive, trials, processes=2, told=lambda *so_far: told.append(so_far))
        assert stored(archive, CHEAPER) == expected(ends, CHEAPER)
        assert stored(archive, ARTICLE) == expected(ends, ARTICLE)
    assert told[-1] == (100, 100)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_stopped_in_the_middle_what_was_put_in_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = some_ends(50)
    path = filled(tmp_path / "archive", ends)
    monkeypatch.setattr(rescore, "PIECE", 5)
    monkeypatch.setattr(rescore, "TOGETHER", 10)

    def stop(done: int, of: int) -> None:
        if done >= 25:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), all_deals(path) as archive:
        reckoned(archive, [to_all(archive, CHEAPER)], processes=1, told=stop)
    with all_deals(path) as archive:
        done = reckoned(archive, [to_all(archive, CHEAPER)], processes=1)
        assert (done.now, done.before) == (30, 20)
        assert stored(archive, CHEAPER) == expected(ends, CHEAPER)


def test_a_rule_set_that_means_something_else_by_now_is_a_fault(tmp_path: Path) -> None:
    with all_deals(filled(tmp_path / "archive", some_ends(2))) as archive:
        archive.execute("UPDATE rule_sets SET changes = '{\"piao_hu\": 1}'")
        with pytest.raises(UnreadableError) as raised:
            own_rules(archive)
    assert [(fault.code, fault.field) for fault in raised.value.faults] == [("wrong-rules", "cardavia")]


def _mixed() -> list[DealEnd]:
    """Deals under rules of their own: some preset's, some with changes."""
    rules = [CARDAVIA, ARTICLE, replace(CARDAVIA, settlement="winner-only", waits=("pair",))]
    return [replace(end, rules=rules[at % 3]) for at, end in enumerate(some_ends(150, seed=5))]


def by_hand(end: DealEnd, rules: RuleSet) -> dict[str, Any]:
    """What flips, and what of it moves, from two scores."""
    own, other = score(end), score(replace(end, rules=rules))
    if own.totals is None or other.totals is None or own.payments is None or other.payments is None:
        return {"derived": False}
    placed = [None if one.chosen is None else (one.chosen.partition, one.chosen.completes) for one in (own, other)]
    highest = [{seat for seat in range(3) if one[seat] == max(one)} for one in (own.totals, other.totals)]
    signs = [[(paid > 0) - (paid < 0) for paid in one] for one in (own.payments, other.payments)]
    payers = tuple(seat for seat in range(3) if signs[0][seat] != signs[1][seat])
    flips = zip(FLIPS, (placed[0] != placed[1], highest[0] != highest[1], bool(payers)), strict=True)
    return {
        "derived": True,
        "flips": tuple(name for name, does in flips if does),
        "payers": payers,
        "totals": (own.totals, other.totals),
        "payments": (own.payments, other.payments),
        "changed": placed[0] != placed[1] or own.totals != other.totals or own.payments != other.payments,
        "moved": sum(abs(new - old) for old, new in zip(own.payments, other.payments, strict=True)) // 2,
    }


OTHERS = {
    "article": ARTICLE,
    "cheaper": CHEAPER,
    "winner-only": replace(CARDAVIA, settlement="winner-only", tazi_hu=0, exposed_kong_hu=90, pung_hu=40),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_flips_is_what_two_scores_say(tmp_path: Path, name: str) -> None:
    ends, other = _mixed(), OTHERS[name]
    with all_deals(filled(tmp_path / "archive", ends)) as archive:
        trials = [to_all(archive, CARDAVIA), to_all(archive, other)]
        reckoned(archive, trials, processes=1)
        compare(archive, trials)
        found = flips_of(archive, 2)[1]
        hands = hands_that_flip(archive, 1, None)
        first = hands_that_flip(archive, 1, 3)
        players = {one.name: one for one in players_moved(archive, 1)}
    due = {deal: by_hand(end, other) for deal, end in enumerate(ends, 1)}
    derived = {deal: one for deal, one in due.items() if one["derived"]}
    flipping = {deal: one for deal, one in derived.items() if one["flips"]}
    assert flipping, "or this shows nothing"
    assert {hand.deal for hand in hands} == set(flipping)
    for hand in hands:
        wanted = flipping[hand.deal]
        assert (hand.id, hand.names) == (f"hand-{hand.deal}", NAMES)
        assert (hand.flips, hand.payers) == (wanted["flips"], wanted["payers"])
        assert (hand.totals, hand.payments) == (wanted["totals"], wanted["payments"])
    order = [(-flipping[hand.deal]["moved"], hand.deal) for hand in hands]
    assert order == sorted(order)
    assert first == hands[:3]
    counts = {flip: sum(flip in one["flips"] for one in flipping.values()) for flip in FLIPS}
    assert {flip: getattr(found, flip) for flip in FLIPS} == counts
    assert (found.deals, found.flipped, found.untold, found.told) == (150, len(flipping), 0, 0)
    assert found.changed == sum(one["changed"] for one in derived.values())
    assert found.moved == sum(one["moved"] for one in derived.values())
    for seat, player in enumerate(NAMES):
        sums = tuple(sum(one["payments"][side][seat] for one in derived.values()) for side in (0, 1))
        assert (players[player].deals, players[player].payments) == (len(derived), sums)


def test_what_only_one_side_derives_is_counted_and_no_flip(tmp_path: Path) -> None:
    ends = [end for end in some_ends(60) if score(end).totals is not None][:12]
    beyond = replace(CARDAVIA, **{o.name: 10**9 for o in OPTIONS if o.kind == "count" and o.name != "rounding_unit"})
    due = sum(max(score(replace(end, rules=beyond)).totals or ()) > 2**60 for end in ends)
    assert due
    with all_deals(filled(tmp_path / "archive", ends)) as archive:
        trials = [to_all(archive, beyond)]
        reckoned(archive, trials, processes=1)
        compare(archive, trials)
        (found,) = flips_of(archive, 1)
        assert (found.untold, found.told) == (due, 0)
        assert found.flipped <= len(ends) - due


def test_each_option_alone_as_a_difference_names_them(tmp_path: Path) -> None:
    with all_deals(filled(tmp_path / "archive", _mixed())) as archive:
        own = own_rules(archive)
    alone = list(each_option(own))
    assert len({(trial.option, trial.value) for trial in alone}) == len(alone)
    for trial in alone:
        assert trial.option is not None
        assert trial.option.name not in ("jokers", "table_players")
        for hash_, rules in trial.others.items():
            assert trial.value in other_values(own[hash_], trial.option)
            assert rules == replace(own[hash_], **{trial.option.name: trial.value})
    pairs = {(hash_, trial.option.name, trial.value) for trial in alone for hash_ in trial.others if trial.option}
    every = {
        (hash_, option.name, value)
        for hash_, rules in own.items()
        for option in OPTIONS
        if option.name not in ("jokers", "table_players")
        for value in other_values(rules, option)
    }
    assert pairs == every


def test_each_option_between_two_rule_sets_is_those_that_differ() -> None:
    trials = list(each_option({"own": CARDAVIA}, {"own": CHEAPER}))
    assert [(trial.option, trial.value) for trial in trials] == [
        (OPTION["piao_hu"], 0), (OPTION["waits"], ()), (OPTION["rounding"], "down"),
    ]  # fmt: skip
    assert trials[0].others == {"own": replace(CARDAVIA, piao_hu=0)}


_PROGRAM = """
import sys
from replay.archive.store import opened_archive
from replay.bulk import rescore
from replay.rulebook import rulebook

rescore.PIECE = rescore.TOGETHER = 50

def told(done, of):
    print(done, flush=True)

with opened_archive(sys.argv[1], write=True) as archive:
    archive.execute("CREATE TEMP TABLE chosen AS SELECT deal FROM deals")
    own = rescore.own_rules(archive)
    trials = [rescore.Trial(dict.fromkeys(own, rules)) for rules in rulebook().presets.values()]
    rescore.reckoned(archive, trials, processes=1, told=told)
"""


def test_killed_in_the_middle_it_opens_and_goes_on(tmp_path: Path) -> None:
    ends = some_ends(600)
    path = filled(tmp_path / "archive", ends)
    command = [sys.executable, "-c", _PROGRAM, path]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        for _ in range(4):
            started.stdout.readline()
        time.sleep(0.01)
        os.kill(started.pid, signal.SIGKILL)
    with all_deals(path) as archive:
        trials = [to_all(archive, rules) for rules in rulebook().presets.values()]
        done = reckoned(archive, trials, processes=1)
        assert done.now + done.before == 1800
        assert 0 < done.before < 1800
        for rules in rulebook().presets.values():
            assert stored(archive, rules) == expected(ends, rules)
