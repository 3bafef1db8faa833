"""The archive, on as many deals as are asked for: `python -m benchmarks.archive --deals 1000000`.

Import against verified replay in one process, loading against the JSON reader of DuckDB, sizes, and how long questions
take. On a machine that does other work, the time that cores worked tells more than the clock: both are printed.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pyarrow as pa

from benchmarks.many import write_log
from replay.archive.importing import import_each
from replay.archive.intake import Taken
from replay.archive.line_rows import LineNumbers
from replay.archive.loading import put
from replay.archive.schema import TABLES
from replay.archive.store import opened_archive, run
from replay.audit import folded
from replay.bulk.pool import all_cores
from replay.imports.pieces import Reading
from replay.log import read_deals
from replay.rulebook import rulebook

REPLAYED = 50_000
"""Deals of the log that are replayed, before the import and after it."""
SAMPLE = 2**23
"""Bytes of the log whose events are loaded."""


class Spent:
    """Seconds by the clock, and of cores, of this process and of those it started and waited for."""

    def __enter__(self) -> "Spent":
        self._before, self._began = os.times(), time.perf_counter()
        return self

    def __exit__(self, *_error: object) -> None:
        self.clock = time.perf_counter() - self._began
        self.cores = sum(os.times()[:4]) - sum(self._before[:4])


def replayed(log: Path) -> tuple[int, Spent]:
    """Verified replay in this process of as much of the log as is replayed: how many deals, and what was spent."""
    rules, deals = rulebook(), 0
    with log.open("rb") as stream, Spent() as spent:
        for logged in islice(read_deals(stream, "bench"), REPLAYED):
            assert not folded(logged, rules).findings
            deals += 1
    return deals, spent


def import_rate(log: Path, archive: Path, processes: int) -> tuple[int, float, float]:
    """How many deals, and deals a second, by the clock and by the cores' time."""
    with Spent() as spent, opened_archive(str(archive), write=True) as connection:
        (taken,) = import_each(connection, [str(log)], Reading(), processes=processes)
    assert isinstance(taken, Taken)
    assert not taken.faults
    return taken.counts.deals, taken.counts.deals / spent.clock, taken.counts.deals / spent.cores


def loading(log: Path, folder: Path) -> tuple[float, float]:
    """Core seconds to put the events of a log into typed columns: ours from Arrow, DuckDB's from the lines."""
    from replay.archive.batch import batch_of, told_of
    from replay.archive.loading import Numbered
    from replay.archive.log_pieces import log_pieces

    with log.open("rb") as stream:
        batches, deals = [], 0
        for piece in log_pieces(stream):
            batch = batch_of(piece, "bench")
            only = {name: table for name, table in batch.tables.items() if name.endswith("_events")}
            told = told_of(batch.told)
            keys: list[int | None] = list(range(deals, deals + len(told)))
            batches.append(Numbered(type(batch)(only, b"", {}), keys, [], 1, 0))
            deals += len(told)
    with opened_archive(str(folder / "ours.duckdb"), write=True) as archive, Spent() as ours:
        run(archive, "BEGIN")
        put(archive, batches, LineNumbers(archive))
        run(archive, "COMMIT")
        run(archive, "CHECKPOINT")
    columns = {column.name: column.type for column in TABLES["events"].columns if column.name not in ("deal", "fate")}
    columns |= {"giver": "TINYINT", "deal": "VARCHAR"}
    peer = duckdb.connect(str(folder / "peer.duckdb"))
    with Spent() as theirs:
        peer.execute(
            f"CREATE TABLE events AS SELECT * FROM read_json(?, format='newline_delimited', columns={columns!r})",
            [str(log)],
        ).fetchall()
        peer.execute("CHECKPOINT").fetchall()
    peer.close()
    return ours.cores, theirs.cores


def questions(archive: Path, deals: int) -> list[tuple[str, float]]:
    """Seconds of whole commands on the archive."""
    from benchmarks.start import COMPILED

    def seconds(*words: str) -> float:
        import subprocess

        command = (sys.executable, "-m", "cli.main", *words, "--archive", str(archive))
        best = 10.0**9
        for _ in range(3):
            began = time.perf_counter()
            subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=COMPILED)
            best = min(best, time.perf_counter() - began)
        return best

    asked: list[tuple[str, tuple[str, ...]]] = [
        ("list", ("list",)),
        ("list --player", ("list", "--player", "王强")),
        ("list --finding any", ("list", "--finding", "any")),
        ("stats", ("stats",)),
        ("stats --player", ("stats", "--player", "王强")),
        ("show, the middle deal", ("show", f"table-{deals // 2}")),
        ("query, by shape", ("query", "SELECT shape, count(*), avg(total_0) FROM deals GROUP BY shape")),
    ]
    return [(name, seconds(*words)) for name, words in asked]


def sizes(archive: Path, log: Path, deals: int) -> list[tuple[str, float]]:
    """Bytes a deal."""
    packed = 0
    codec = pa.Codec("zstd")
    with log.open("rb") as stream:
        while data := stream.read(2**23):
            packed += len(codec.compress(data))
    with opened_archive(str(archive)) as connection:
        ((kept,),) = run(connection, "SELECT sum(octet_length(data)) FROM contents")
    return [
        ("log", log.stat().st_size / deals),
        ("log in zstd", packed / deals),
        ("archive", archive.stat().st_size / deals),
        ("  of it the log's own bytes", kept / deals),
    ]


def main(deals: int, folder: Path, say: Callable[[str], None] = print) -> None:
    """Measure and print."""
    log, archive = folder / "log.jsonl", folder / "archive.duckdb"
    if not log.exists():
        with log.open("wb") as into:
            write_log(into, deals)
    cores = all_cores()
    archive.unlink(missing_ok=True)
    count, before = replayed(log)
    counted, by_clock, by_cores = import_rate(log, archive, cores)
    _count, after = replayed(log)
    clock, core = 2 * count / (before.clock + after.clock), 2 * count / (before.cores + after.cores)
    say(f"verified replay: {clock:,.0f} deals a second on a core, {core:,.0f} by its own time")
    say(f"import of {counted:,} deals on {cores} cores: {by_clock:,.0f} deals a second")
    say(f"  a core, by the clock / verified replay: {by_clock / cores / clock:.2f} (asked 0.5)")
    say(f"  the same by the cores' own time: {by_cores / core:.2f}")
    with TemporaryDirectory(dir=folder) as scratch:
        part = Path(scratch) / "part.jsonl"
        with log.open("rb") as stream:
            sample = stream.read(SAMPLE)
        part.write_bytes(sample[: sample.rfind(b'{"seq":0,')])
        ours, peer = loading(part, Path(scratch))
    say(f"loading of events / read_json: {ours / peer:.2f} of its time (asked at most 3)")
    for name, size in sizes(archive, log, counted):
        say(f"{name}: {size:,.0f} bytes a deal")
    for name, took in questions(archive, counted):
        say(f"{name}: {took:.2f} s (asked at most 2)")


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=5000)
    arguments.add_argument("--folder", type=Path, help="where log and archive are kept; else nowhere")
    given = arguments.parse_args()
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
        main(given.deals, given.folder)
    else:
        with TemporaryDirectory() as place:
            main(given.deals, Path(place))
