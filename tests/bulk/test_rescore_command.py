"""`duzihu rescore` as it is typed and seen."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from replay.audit import audit
from replay.bulk.work import rescored
from replay.diff import under
from replay.report import DealReport
from replay.rulebook import rulebook
from tests.bulk.archives import NAMES, batch_of, filled, some_ends
from tests.support.command_line import ROOT, invoke

CARDAVIA = rulebook().presets["cardavia"]
OTHERS = [
    CARDAVIA,
    rulebook().presets["article"],
    rulebook().presets["article-printed"],
    replace(CARDAVIA, winning_discard="stays-outside", kong_onto_pung_from_discard=True),
]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> str:
    return filled(tmp_path_factory.mktemp("archive") / "a [1].duckdb", some_ends(60))


def _fixtures() -> list[Path]:
    return sorted([*(ROOT / "fixtures/logs").glob("*.jsonl"), *(ROOT / "fixtures/hands").glob("*.json")])


@pytest.mark.parametrize("path", _fixtures(), ids=lambda path: path.name)
def test_an_end_comes_to_what_diff_says_of_its_deal(path: Path) -> None:
    """Folding a log again under other rules, or scoring its end, is the same, with whatever deck was on the table."""
    with path.open("rb") as file:
        reports = [report for report in audit(file, str(path)) if isinstance(report, DealReport)]
    for report in reports:
        if report.end is None or report.rules is None:
            continue
        for rules in OTHERS:
            rules = replace(rules, jokers=report.rules.jokers, table_players=report.rules.table_players)
            again = under(report, rules)
            scored = None if again is None else again.score
            (row,) = rescored(batch_of([report.end]), rules).to_pylist()
            totals = tuple(row[f"total_{seat}"] for seat in range(3))
            assert totals == ((None if scored is None else scored.totals) or (None,) * 3)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_screen(archive: str, columns: int, snapshot: SnapshotAssertion) -> None:
    args = ("--set", "waits=pair", "--set", "piao_hu=0", "--each-option", "--limit", "3")
    invoke("rescore", *args, "--archive", archive)
    result = invoke("rescore", *args, "--archive", archive, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= columns
    assert result.stdout == snapshot


def test_the_document_is_json_alone_and_says_the_same(archive: str) -> None:
    result = invoke("rescore", "--set", "piao_hu=0", "--json", "--all", "--archive", archive)
    document = json.loads(result.stdout)
    assert (document["format"], document["exit_status"], result.stderr) == ("duzihu-rescore/1", 0, "")
    assert document["reckoned"] + document["reused"] == document["deals"] == 60
    assert len(document["hands"]) == document["flips"]["flipped"] > 0
    assert {player["name"] for player in document["players"]} == set(NAMES)
    shorter = json.loads(invoke("rescore", "--set", "piao_hu=0", "--json", "--limit", "1", "--archive", archive).stdout)
    assert shorter["hands"] == document["hands"][:1]
    assert shorter["reused"] == 60


def test_deals_are_chosen_as_in_list(archive: str) -> None:
    document = json.loads(
        invoke("rescore", "--rules", "article", "--status", "exhausted", "--json", "--archive", archive).stdout
    )
    assert 0 < document["selected"] < 60
    nobody = invoke("rescore", "--rules", "article", "--player", "[red]L", "--archive", archive)
    assert nobody.exit_code == 0
    assert nobody.stderr == "[red]L is not in the archive; there is: [red]Li\n"


def test_rules_may_multiply_without_end(archive: str) -> None:
    settings = [
        f"--set={name}=1000000000" for name in ("piao_multiplier", "indicator_multiplier", "tazi_hu", "qing_hu")
    ]
    settings += ["--set=old_general_multiplier=1000000000", "--set=exact_pung_multiplier=1000000000"]
    result = invoke("rescore", *settings, "--archive", archive)
    assert result.exit_code == 0
    assert "more than 2^60 hu" in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "other rules: say which"),
        (("--rules", "nobody"), "--rules: nobody is neither a preset"),
        (("--set", "piao_hu=[red]"), "--set: piao_hu = [red]: allowed is"),
        (("--rules", "article", "--limit", "0"), "--limit: must be a number from 1"),
        (("--rules", "article", "--processes", "0"), "--processes: it must be from 1 to 256"),
        (("--ray", "local"), "--parquet: say where the ends are"),
        (("--parquet", "x", "--out", "y"), "--rules: name the rules"),
        (("--parquet", "x", "--rules", "article"), "--out: say where the results go"),
        (("--parquet", "x", "--out", "y", "--rules", "article", "--archive", "z"), "--archive: does not go with"),
    ],
)
def test_what_is_wrong_with_a_command_line(args: tuple[str, ...], said: str) -> None:
    result = invoke("rescore", *args)
    assert result.exit_code == 2
    assert said in result.stderr


def test_nothing_is_made_where_there_is_no_archive(tmp_path: Path) -> None:
    result = invoke("rescore", "--rules", "article", "--archive", str(tmp_path / "none"))
    assert result.exit_code == 3
    assert "there is no archive" in result.stderr
    assert not (tmp_path / "none").exists()


def test_parquet_without_an_archive(tmp_path: Path) -> None:
    pq.write_table(pa.Table.from_batches([batch_of(some_ends(5))]), tmp_path / "ends.parquet")
    args = ("rescore", "--rules", "article", "--parquet", str(tmp_path / "ends.parquet"), "--processes", "1")
    result = invoke(*args, "--out", str(tmp_path / "a"))
    assert result.exit_code == 0
    assert result.stdout.split()[:3] == ["5", "results", "in"]
    document = json.loads(invoke(*args, "--out", str(tmp_path / "b"), "--json").stdout)
    assert (document["format"], document["deals"]) == ("duzihu-rescore-parquet/1", 5)
    assert pq.read_table(tmp_path / "a").equals(pq.read_table(tmp_path / "b"))
    assert invoke(*args, "--out", str(tmp_path / "a")).exit_code == 3


def test_without_ray_one_line_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    pq.write_table(pa.Table.from_batches([batch_of(some_ends(1))]), tmp_path / "ends.parquet")
    args = ("--parquet", str(tmp_path / "ends.parquet"), "--out", str(tmp_path / "out"), "--ray", "local")
    result = invoke("rescore", "--rules", "article", *args)
    assert (result.exit_code, len(result.stderr.splitlines())) == (3, 1)
    assert "pip install 'duzihu[cluster]'" in result.stderr
