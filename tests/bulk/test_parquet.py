"""Ends in Parquet under other rules: the rows of the archive's own rescoring, or a fault and nothing written."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from replay.bulk import parquet
from replay.bulk.parquet import SUCCESS, place_of, rescore_parquet
from replay.bulk.work import ENDS, RESULTS, rescored
from replay.faults import UnreadableError
from replay.rulebook import rulebook
from tests.bulk.archives import batch_of, some_ends

ARTICLE = rulebook().presets["article"]


def ends_table(number: int, first: int = 1) -> pa.Table:
    return pa.Table.from_batches([batch_of(some_ends(number), first)])


def rescore(of: Path | str, out: Path | str, processes: int = 1) -> int:
    return rescore_parquet(place_of(str(of)), place_of(str(out)), ARTICLE, processes=processes)


def faults_of(of: Path | str, out: Path | str) -> list[str]:
    with pytest.raises(UnreadableError) as raised:
        rescore(of, out)
    return [fault.code for fault in raised.value.faults]


@pytest.mark.parametrize("processes", [1, 2])
def test_the_rows_are_those_of_the_unit_of_work(
    tmp_path: Path, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "PIECE", 16)
    monkeypatch.setattr(parquet, "IN_A_FILE", 40)
    table = ends_table(100)
    (tmp_path / "ends [1]").mkdir()
    pq.write_table(table.slice(0, 30), tmp_path / "ends [1]/a.parquet")
    pq.write_table(table.slice(30), tmp_path / "ends [1]/b.parquet")
    out = tmp_path / "new folder" / "out"
    assert rescore(tmp_path / "ends [1]", out, processes) == 100
    names = sorted(path.name for path in out.iterdir())
    assert names == [SUCCESS, "part-00000.parquet", "part-00001.parquet", "part-00002.parquet"]
    assert pq.read_table(out).equals(pa.Table.from_batches([rescored(table, ARTICLE)]))


def test_addresses_are_opened_by_pyarrow_and_columns_besides_do_not_matter(tmp_path: Path) -> None:
    table = ends_table(5).append_column("note", pa.array(["=1+1"] * 5))
    narrow = table.set_column(0, "deal", table.column("deal").cast(pa.int32()))
    large = narrow.set_column(1, "end", narrow.column("end").cast(pa.large_binary()))
    pq.write_table(large, tmp_path / "ends.parquet")
    assert rescore((tmp_path / "ends.parquet").as_uri(), (tmp_path / "out").as_uri()) == 5
    assert pq.read_table(tmp_path / "out").schema == RESULTS


def test_no_ends_no_rows_but_an_answer(tmp_path: Path) -> None:
    pq.write_table(ends_table(1).slice(0, 0), tmp_path / "ends.parquet")
    assert rescore(tmp_path / "ends.parquet", tmp_path / "out") == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == [SUCCESS]


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    pq.write_table(ends_table(3), tmp_path / "ends.parquet")
    (tmp_path / "out").mkdir()
    rescore(tmp_path / "ends.parquet", tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert faults_of(tmp_path / "ends.parquet", tmp_path / "out") == ["not-empty"]
    assert faults_of(tmp_path / "ends.parquet", tmp_path / "out" / SUCCESS) == ["not-empty"]
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before


def test_results_do_not_go_among_the_ends(tmp_path: Path) -> None:
    pq.write_table(ends_table(3), tmp_path / "ends.parquet")
    assert faults_of(tmp_path, tmp_path / "out") == ["misused"]


def test_a_fault_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "PIECE", 16)
    table = ends_table(50)
    bad = pa.table({"deal": [51], "end": [b"not an end"]}, schema=ENDS)
    pq.write_table(pa.concat_tables([table, bad]), tmp_path / "ends.parquet")
    assert faults_of(tmp_path / "ends.parquet", tmp_path / "out") == ["no-end"]
    assert list((tmp_path / "out").iterdir()) == []


def test_what_is_no_parquet_of_ends_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "text.parquet").write_text("deal,end\n1,x\n", encoding="utf-8")
    pq.write_table(pa.table({"deal": [1]}), tmp_path / "short.parquet")
    pq.write_table(pa.table({"deal": ["one"], "end": [b""]}), tmp_path / "typed.parquet")
    (tmp_path / "empty").mkdir()
    out = tmp_path / "out"
    assert faults_of(tmp_path / "text.parquet", out) == ["not-parquet"]
    assert faults_of(tmp_path / "short.parquet", out) == ["no-column"]
    assert faults_of(tmp_path / "typed.parquet", out) == ["wrong-type"]
    assert faults_of(tmp_path / "empty", out) == ["no-column", "no-column"]
    assert faults_of(tmp_path / "absent", out) == ["no-such-file"]
    assert faults_of("nonsense://bucket/ends", out) == ["not-opened"]
    assert not out.exists()
