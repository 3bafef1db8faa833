"""Rescoring an archive: a core's rate against the engine's own, and two cores against one."""

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
from msgspec.structs import replace

from benchmarks.hands import ends
from benchmarks.timing import Ratio, summed_up
from engine.score import score
from replay.archive.ends import pack_end
from replay.archive.store import opened_archive
from replay.bulk.rescore import Trial, reckoned
from replay.rulebook import rulebook, rules_hash

UNLIKE = 20_000
"""Ends of which no two are alike; the archive has each several times."""
DEALS = 500_000

Spent = tuple[float, float]
"""Seconds on the clock, and of all cores."""

CARDAVIA = rulebook().presets["cardavia"]
OTHER = replace(CARDAVIA, piao_hu=60, winning_discard="stays-outside")


@contextmanager
def _timed(spent: list[Spent]) -> Iterator[None]:
    """Add seconds on the clock, and of all cores, of this process and those it started and waited for."""
    before, began = os.times(), time.perf_counter()
    yield
    after = os.times()
    spent.append((time.perf_counter() - began, sum(after[:4]) - sum(before[:4])))


def _fill(path: str) -> None:
    """An archive of what rescoring reads, and nothing else."""
    packed = pa.array([pack_end(end) for end in ends(UNLIKE)], pa.binary())
    with opened_archive(path, write=True) as archive:
        archive.register("packed", pa.table({"number": pa.array(range(UNLIKE), pa.int64()), "packed": packed}))
        archive.execute(
            'INSERT INTO ends (deal, "end") SELECT number + ? * times, packed FROM packed, range(?) r(times)',
            [UNLIKE, DEALS // UNLIKE],
        )
        rules = rules_hash(CARDAVIA)
        archive.execute("INSERT INTO deals (deal, rules) SELECT deal, ? FROM ends", [rules])
        archive.execute("INSERT INTO rule_sets VALUES (?, 'cardavia', '{}')", [rules])


def _engine(spent: list[Spent]) -> None:
    """``score`` alone, in this process, of as many ends that are there already but for their rule set."""
    finished = ends(UNLIKE)
    for end in finished:
        score(replace(end, rules=OTHER))
    with _timed(spent):
        for _ in range(DEALS // UNLIKE // 4):
            for end in finished:
                score(replace(end, rules=OTHER))


def _core(path: str, spent: dict[str, list[Spent]]) -> None:
    """``score`` alone, before and after rescoring on a core: what else the machine does changes by the second."""
    engine: list[Spent] = []
    _engine(engine)
    _rescore(path, 1, spent["core"])
    _engine(engine)
    spent["engine"].append((sum(clock for clock, _ in engine) / 2, sum(cores for _, cores in engine) / 2))


def _rescore(path: str, processes: int, spent: list[Spent]) -> None:
    """Read, score, and kept in the archive. On the clock it is the last three quarters that count, as if all went so:
    processes start, and each comes to know the hands, in the first."""
    marks: list[tuple[int, float]] = []
    took: list[Spent] = []
    with opened_archive(path, write=True) as archive:
        archive.execute("DELETE FROM rescored_deals")
        archive.execute("CHECKPOINT")
        archive.execute("CREATE TEMP TABLE chosen AS SELECT deal FROM deals")
        with _timed(took):
            trial = Trial({rules_hash(CARDAVIA): OTHER})
            told = lambda done, _of: marks.append((done, time.perf_counter()))  # noqa: E731
            assert reckoned(archive, [trial], processes=processes, told=told).now == DEALS
    done, since = next(mark for mark in marks if mark[0] >= DEALS // 4)
    spent.append(((marks[-1][1] - since) * DEALS / (DEALS - done), took[0][1]))


def _fresh(work: Callable[..., list[Spent]], *args: Any) -> list[Spent]:
    """What work spends in a process of its own, which remembers nothing of other rounds."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(work, *args).result()


def _alone(path: str, processes: int) -> list[Spent]:
    spent: list[Spent] = []
    _rescore(path, processes, spent)
    return spent


def measured(rounds: int = 5) -> dict[str, list[tuple[float, float]]]:
    """Rates by what was measured: deals a second, and a second of all cores together, round by round."""
    spent: dict[str, list[Spent]] = {"engine": [], "core": [], "one": [], "two": []}
    with TemporaryDirectory() as folder:
        path = str(Path(folder) / "archive.duckdb")
        _fill(path)
        for _ in range(rounds):
            _core(path, spent)
            spent["one"] += _fresh(_alone, path, 1)
            spent["two"] += _fresh(_alone, path, 2)
    counts = dict.fromkeys(spent, DEALS) | {"engine": DEALS // 4}
    return {name: [(counts[name] / clock, counts[name] / cpu) for clock, cpu in rows] for name, rows in spent.items()}


def ratios(rounds: int = 5) -> list[tuple[str, Ratio, float]]:
    """Name, measurement and the ratio asked for. By the clock, on a machine of two cores with nothing else to do; and
    by the time that cores work, which others do not take away."""
    by = measured(rounds)
    clock = {name: [rate for rate, _ in rows] for name, rows in by.items()}
    cpu = {name: [rate for _, rate in rows] for name, rows in by.items()}
    return [
        ("rescore on a core / score alone, deals/s", _ratio(clock["core"], clock["engine"]), 0.8),
        ("rescore on a core / score alone, deals/s of its own time", _ratio(cpu["core"], cpu["engine"]), 0.8),
        ("rescore by two processes / by one, deals/s", _ratio(clock["two"], clock["one"]), 1.8),
        (
            "rescore by two processes / by one, deals/s of their own time",
            _ratio(cpu["two"], cpu["one"]),
            0.9,
        ),
    ]


def _ratio(ours: list[float], peer: list[float]) -> Ratio:
    return summed_up(list(zip(ours, peer, strict=True)))


if __name__ == "__main__":
    for name, ratio, wanted in ratios():
        rates = f"{ratio.ours:,.0f} against {ratio.peer:,.0f}"
        print(f"{name}: {ratio.ratio:.2f} (asked {wanted:g}; rounds {ratio.low:.2f}-{ratio.high:.2f}; {rates})")
