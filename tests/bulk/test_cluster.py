"""The same work on a Ray of this machine: the same rows, each once, whatever becomes of a worker."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from replay.bulk import cluster
from replay.bulk.cluster import rescore_on_ray, rescored_there
from replay.bulk.parquet import SUCCESS, place_of
from replay.bulk.work import ENDS, rescored
from replay.faults import UnreadableError
from replay.rulebook import rulebook
from tests.bulk.archives import batch_of, some_ends

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray

ARTICLE = rulebook().presets["article"]
KILLED, WORKED = "DUZIHU_TEST_KILLED", "DUZIHU_TEST_WORKED"


@pytest.fixture(scope="module")
def marks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Ray with two workers, and where these leave their marks."""
    marks = tmp_path_factory.mktemp("marks")
    ray.init(
        address="local", num_cpus=2, log_to_driver=False, include_dashboard=False, object_store_memory=100 * 2**20,
        runtime_env={"env_vars": {KILLED: str(marks / "killed"), WORKED: str(marks / "worked")}},
    )  # fmt: skip
    yield marks
    ray.shutdown()


def killed_once(table: pa.Table, **settings: Any) -> pa.Table:
    """The work of a worker; the one that comes to the tenth batch of all is killed before it has it done."""
    with Path(os.environ[WORKED]).open("ab") as file:
        file.write(b".")
        tenth = file.tell() >= 10
    if tenth and not Path(os.environ[KILLED]).exists():
        Path(os.environ[KILLED]).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return rescored_there(table, **settings)


def test_a_killed_worker_costs_no_row_and_doubles_none(
    tmp_path: Path, marks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "rescored_there", killed_once)
    monkeypatch.setattr(cluster, "PIECE", 500)
    of = tmp_path / "ends"
    of.mkdir()
    few = batch_of(some_ends(1000)).column("end")
    tables = [pa.table({"deal": range(1000 * at, 1000 * at + 1000), "end": few}, schema=ENDS) for at in range(12)]
    for at, table in enumerate(tables):
        pq.write_table(table, of / f"{at}.parquet")
    assert rescore_on_ray(place_of(str(of)), place_of(str(tmp_path / "out")), ARTICLE, cluster.LOCAL) == 12_000
    assert (marks / "killed").exists()
    assert (marks / "worked").stat().st_size > 24, "what was lost with the worker was done again"
    assert (tmp_path / "out" / SUCCESS).exists()
    due = pa.Table.from_batches([rescored(table, ARTICLE) for table in tables])
    assert pq.read_table(tmp_path / "out").sort_by("deal").equals(due)


def test_what_is_no_end_is_the_same_fault_from_there(tmp_path: Path, marks: Path) -> None:
    pq.write_table(pa.table({"deal": [7], "end": [b"not an end"]}, schema=ENDS), tmp_path / "ends.parquet")
    with pytest.raises(UnreadableError) as raised:
        rescore_on_ray(place_of(str(tmp_path / "ends.parquet")), place_of(str(tmp_path / "out")), ARTICLE, "local")
    assert [(fault.code, fault.message) for fault in raised.value.faults] == [
        ("no-end", "deal 7: what is kept of its end cannot be read")
    ]
    assert not (tmp_path / "out" / SUCCESS).exists()


def test_a_machine_with_another_engine_is_a_fault() -> None:
    with pytest.raises(UnreadableError) as raised:
        rescored_there(pa.Table.from_batches([batch_of(some_ends(1))]), ARTICLE, "older", "ends")
    assert [fault.code for fault in raised.value.faults] == ["other-engine"]
