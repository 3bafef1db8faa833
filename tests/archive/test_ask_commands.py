"""list, show, stats, query, rejects and export as they are typed: what they say, write, refuse, and never overwrite."""

import csv
import json
from io import StringIO
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from rich.cells import cell_len

from cli.render.charts import bar, course
from cli.status import Status
from replay.archive.exporting import EXPORTED
from replay.archive.questions import COURSE
from replay.archive.schema import TABLES
from replay.archive.store import opened_archive, run
from tests.archive import tables
from tests.archive.archives import empty_archive, of_fixtures, put_in
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke

HOSTILE = (ROOT / "fixtures/logs/hostile_names.jsonl").read_bytes()


@pytest.fixture(autouse=True)
def _of_fixtures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUZIHU_ARCHIVE", str(of_fixtures()))


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An archive of the one deal whose players have names that nobody has."""
    with empty_archive(tmp_path) as archive:
        put_in(archive, HOSTILE)
    monkeypatch.setenv("DUZIHU_ARCHIVE", str(tmp_path / "archive.duckdb"))


# Lists and stats


def test_a_list_that_is_cut_says_so_and_its_count() -> None:
    every = json.loads(invoke("list", "--all", "--json").stdout)
    some = invoke("list", "--limit", "2", "--json")
    assert json.loads(some.stdout)["deals"] == every["deals"][:2]
    assert json.loads(some.stdout)["count"] == every["count"] == len(every["deals"])
    assert some.stderr == f"2 of {every['count']} deals are shown; --limit or --all shows more\n"
    assert invoke("list", "--all").stderr == ""


def test_csv_and_json_of_a_list_are_the_same_deals() -> None:
    rows = list(csv.DictReader(StringIO(invoke("list", "--csv", "--all").stdout)))
    deals = json.loads(invoke("list", "--json", "--all").stdout)["deals"]
    assert [row["id"] for row in rows] == [deal["id"].replace("=", "'=") for deal in deals]
    for row, deal in zip(rows, deals, strict=True):
        payments = deal["payments"] or ["", "", ""]
        assert [row[f"payment_{seat}"] for seat in range(3)] == [str(paid) for paid in payments]


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (("--since", "12.4.2025"), "--since"),
        (("--until", "2025-13-01"), "--until"),
        (("--claim", "maybe"), "--claim"),
        (("--status", "lost"), "--status"),
        (("--preset", "cardavio"), "--preset"),
        (("--rules", "no-such"), "--rules"),
        (("--set", "rounding=up"), "--set"),
        (("--rules", "cardavia", "--set", "nothing=1"), "--set"),
        (("--limit", "0"), "--limit"),
        (("--limit", "5", "--all"), "--limit"),
        (("--csv", "--json"), "--csv"),
    ],
)
@pytest.mark.parametrize("command", ["list", "stats"])
def test_what_cannot_be_asked_is_wrong_usage(command: str, args: tuple[str, ...], option: str) -> None:
    result = invoke(command, *args)
    assert result.exit_code == Status.USAGE
    assert result.stderr.startswith(f"{option}: ")
    assert result.stdout == ""


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("command", ["list", "stats", "rejects"])
def test_nothing_is_wider_than_the_screen(command: str, columns: int) -> None:
    shown = invoke(command, columns=columns).stdout
    assert shown.count("\n") > 10
    assert max(map(cell_len, shown.splitlines())) <= columns


def test_names_that_nobody_has_are_shown_and_not_run(hostile: None) -> None:
    for command in ("list", "stats"):
        shown = invoke(command).stdout
        assert "\x1b" not in shown
        assert "[red]" in shown
        (_, *cells) = csv.reader(StringIO(invoke(command, "--csv").stdout))
        assert not [cell for row in cells for cell in row if cell.startswith("=")]


def test_stats_as_json_and_csv_agree() -> None:
    document = json.loads(invoke("stats", "--json", "--all").stdout)
    rows = list(csv.DictReader(StringIO(invoke("stats", "--csv", "--all").stdout)))
    assert [int(row["payments"]) for row in rows] == [one["payments"] for one in document["players"]]
    assert {row["qing_hu"] for row in rows} >= {"0", "1"}
    assert document["count"] == len(rows)


# Charts


@pytest.mark.parametrize("locale", ["C", "en_US.UTF-8", "zh_CN.GB18030"])
def test_charts_have_one_width_and_plain_signs_where_the_locale_has_no_others(
    monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    charts = [bar(value, 100) for value in (-100, -1, 0, 1, 50, 100)]
    assert {cell_len(chart) for chart in charts} == {11}
    assert len({*charts}) == 4
    line = course(list(range(COURSE)))
    assert cell_len(line) == COURSE
    assert line[0] != line[-1]
    assert ("".join(charts) + line).isascii() is (locale != "en_US.UTF-8")
    assert course([]) == ""
    assert len({*course([5, 5])}) == 1


# One deal


def test_show_has_the_report_of_audit_and_where_it_came_from() -> None:
    audited, shown = invoke("audit", "archive:rounding~2").stdout, invoke("show", "rounding~2").stdout
    assert shown.startswith(audited)
    assert "It calls itself rounding." in shown
    (deal,) = json.loads(invoke("show", "rounding~2", "--json").stdout)["deals"]
    assert deal["origin"]["named"] == "rounding"
    assert "rounding" in deal["origin"]["others"]
    assert deal["report"] == json.loads(invoke("audit", "archive:rounding~2", "--json").stdout)["deals"][0]


def test_show_has_the_findings_that_rest_on_the_deal_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same seat deals twice: only the session shows it."""
    lines = (ROOT / "fixtures/logs/session.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if '"deal_started"' in line]
    twice = "".join(lines[: starts[1]]) + "".join(lines[: starts[1]]).replace("evening-1", "again").replace(
        '"number":1', '"number":2'
    )
    with empty_archive(tmp_path) as archive:
        put_in(archive, twice.encode())
        (rotated,) = run(archive, "SELECT count(*) FROM findings WHERE code = 'dealer-rotation'")
    assert rotated == (1,)
    monkeypatch.setenv("DUZIHU_ARCHIVE", str(tmp_path / "archive.duckdb"))
    result = invoke("show", "again", "--json")
    (deal,) = json.loads(result.stdout)["deals"]
    assert "dealer-rotation" in [found["code"] for found in deal["besides"]]
    assert "dealer-rotation" in [found["code"] for found in deal["report"]["findings"]]
    assert result.exit_code == Status.FINDINGS
    assert "dealer-rotation" not in invoke("audit", "archive:again", "--json").stdout


# SQL


def test_an_answer_in_each_form(tmp_path: Path) -> None:
    sql = "SELECT i AS n, '=' || i AS name FROM range(3) t(i)"
    assert invoke("query", sql, "--csv").stdout == "n,name\n0,'=0\n1,'=1\n2,'=2\n"
    document = json.loads(invoke("query", sql, "--json").stdout)
    assert document["rows"] == [[0, "=0"], [1, "=1"], [2, "=2"]]
    assert document["columns"] == [{"name": "n", "type": "BIGINT"}, {"name": "name", "type": "VARCHAR"}]
    assert document["count"] == 3
    assert invoke("query", sql, "--parquet", "x.parquet").exit_code == 0
    assert pq.read_table("x.parquet").to_pydict() == {"n": [0, 1, 2], "name": ["=0", "=1", "=2"]}
    invoke("query", sql, "--csv", "--output", "x.csv")
    assert (tmp_path / "x.csv").read_text(encoding="utf-8") == "\ufeffn,name\n0,'=0\n1,'=1\n2,'=2\n"
    assert json.loads(invoke("query", "SELECT 1 WHERE false", "--json").stdout)["rows"] == []


def test_rows_that_are_not_shown_are_told() -> None:
    result = invoke("query", "FROM range(5)", "--limit", "2")
    assert result.stdout.splitlines()[2:4] == ["    0", "    1"]
    assert result.stderr == "2 rows are shown, there are more; --limit or --all shows them\n"
    assert invoke("query", "FROM range(2)", "--limit", "2").stderr == ""


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_columns_line_up_and_what_is_too_wide_is_shown_row_by_row(columns: int) -> None:
    narrow = invoke(
        "query", "SELECT '王芳' AS 名字, -5 AS n, 'x' AS x UNION ALL SELECT 'Li', 100, 'y'", columns=columns
    )
    head, _rule, *rows = narrow.stdout.splitlines()[:4]
    assert {cell_len(line) for line in (head, *rows)} == {cell_len(head)}
    wide = invoke("query", "FROM deals LIMIT 2", columns=columns).stdout
    assert wide.count("\nindicators") == 2
    assert max(map(cell_len, wide.splitlines())) <= columns


def test_a_wrong_query_is_wrong_usage_in_one_line() -> None:
    result = invoke("query", "SELECT x FROM deals")
    assert result.exit_code == Status.USAGE
    assert result.stderr.startswith("SQL:1:8: ")
    assert result.stdout == ""


def test_the_tables_are_told_without_sql_and_in_the_document() -> None:
    shown = invoke("query").stdout
    for name in EXPORTED:
        assert f"\n{name}\n" in f"\n{shown}"
        for column in TABLES[name].columns:
            assert f"\n{column.name} " in shown
    assert [one["name"] for one in json.loads(invoke("query", "--json").stdout)["tables"]] == [*EXPORTED]
    assert tables.section().strip() == tables.tables().strip(), "python -m tests.archive.tables"


# Files


@pytest.mark.parametrize("form", ["parquet", "csv", "jsonl"])
def test_every_table_is_exported_whole(tmp_path: Path, form: str) -> None:
    result = invoke("export", "--to", "all", "--format", form, "--json")
    assert result.exit_code == 0
    written = {one["table"]: one["rows"] for one in json.loads(result.stdout)["tables"]}
    with opened_archive(str(of_fixtures())) as archive:
        due = {name: run(archive, f"SELECT count(*) FROM {name}")[0][0] for name in EXPORTED}
        names = run(archive, "SELECT name, payment FROM players ORDER BY rowid")
    assert written == due
    assert {path.name for path in (tmp_path / "all").iterdir()} == {f"{name}.{form}" for name in EXPORTED}
    path = tmp_path / "all" / f"players.{form}"
    if form == "parquet":
        found = [(row["name"], row["payment"]) for row in pq.read_table(path).to_pylist()]
    elif form == "jsonl":
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        found = [(row["name"], row["payment"]) for row in map(json.loads, lines)]
    else:
        assert path.read_bytes().startswith(b"\xef\xbb\xbfdeal,")
        with path.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream))
        assert "'=1+1" in [row["name"] for row in rows]
        found = [(row["name"].replace("'=", "="), int(row["payment"]) if row["payment"] else None) for row in rows]
    assert found == names


def test_filters_choose_the_rows_of_deals() -> None:
    result = invoke("export", "--to", "some.jsonl", "--table", "players", "--session", "evening")
    assert result.stdout == "some.jsonl: 12 rows\n"


@pytest.mark.parametrize(
    "args",
    [
        ("query", "FROM range(3)", "--parquet", "there.parquet"),
        ("query", "FROM range(3)", "--csv", "--output", "there.parquet"),
        ("export", "--to", "there.parquet"),
    ],
)
def test_a_file_is_overwritten_only_by_force(tmp_path: Path, args: tuple[str, ...]) -> None:
    there = tmp_path / "there.parquet"
    there.write_text("mine", encoding="utf-8")
    refused = invoke(*args)
    assert refused.exit_code == Status.USAGE
    assert "there.parquet: this file is there already" in refused.stderr
    assert there.read_text(encoding="utf-8") == "mine"
    assert invoke(*args, "--force").exit_code == 0
    assert there.read_bytes() != b"mine"


def test_a_file_that_fails_halfway_is_not_there(tmp_path: Path) -> None:
    sql = "SELECT CASE WHEN i > 90000 THEN error('halfway') ELSE i END FROM range(100000) t(i)"
    result = invoke("query", sql, "--parquet", "x.parquet")
    assert result.exit_code == Status.USAGE
    assert "halfway" in result.stderr
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("args", "option"),
    [
        ((), "--html"),
        (("x.jsonl", "--html", "y.html", "--table", "deals"), "--table"),
        (("x.jsonl", "--html", "y.html", "--player", "Li"), "--to"),
        (("--to", "x.csv", "--html", "y.html"), "--to"),
        (("--to", "x.csv", "--format", "parquet"), "--format"),
        (("--to", "x", "--format", "xml"), "--format"),
        (("--to", "x.csv", "--table", "deal"), "--table"),
        (("--to", "x.csv", "--table", "deals", "--table", "players"), "--to"),
    ],
)
def test_what_cannot_be_exported_is_wrong_usage(args: tuple[str, ...], option: str, tmp_path: Path) -> None:
    result = invoke("export", *args)
    assert result.exit_code == Status.USAGE
    assert result.stderr.startswith(f"{option}: ")
    assert not [*tmp_path.iterdir()]


# Rejects


def test_rejects_are_listed_with_what_is_needed_to_mend_them() -> None:
    found = json.loads(invoke("rejects", "--code", "no-player", "--json").stdout)["rejects"]
    (one,) = [one for one in found if one["name"].endswith("broken.csv")]
    assert (one["record"], one["line"], one["field"], one["token"]) == (2, 5, "win.player", "李墙")
    rows = list(csv.DictReader(StringIO(invoke("rejects", "--csv").stdout)))
    assert len(rows) == len(json.loads(invoke("rejects", "--json").stdout)["rejects"])


def test_a_reject_is_written_as_it_was_read_mended_and_imported(tmp_path: Path) -> None:
    """Of a sheet under its heading, so that it is a sheet."""
    result = invoke("rejects", "--export", "mend", "--code", "no-player", "--json")
    (file,) = [Path(one["file"]) for one in json.loads(result.stdout)["files"] if one["source"].endswith(".csv")]
    text = file.read_text(encoding="utf-8")
    lines = (ROOT / "fixtures/import/broken.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    heading = next(line for line in lines if line.startswith("编号"))
    assert text == heading + lines[4]
    file.write_text(text.replace("李墙", "李强"), encoding="utf-8")
    imported = invoke("import", str(file), "--archive", "mended.duckdb", "--json")
    assert imported.exit_code == 0, imported.stderr
    with opened_archive("mended.duckdb") as archive:
        assert run(archive, "SELECT count(*) FROM deals") == [(1,)]


def test_what_is_written_of_rejects_is_all_of_them_and_is_not_overwritten() -> None:
    first = invoke("rejects", "--export", "mend", "--json")
    written = json.loads(first.stdout)["files"]
    with opened_archive(str(of_fixtures())) as archive:
        records = run(archive, "SELECT count(DISTINCT (source, record)) FROM rejects WHERE text IS NOT NULL")[0][0]
    assert sum(one["records"] for one in written) >= records
    for one in written:
        assert Path(one["file"]).stat().st_size > 0
    assert invoke("rejects", "--export", "mend").exit_code == Status.USAGE
    assert invoke("rejects", "--export", "mend", "--force").exit_code == 0


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        (("list", "--all"), "listing"),
        (("stats", "--all"), "standings"),
        (("show", "evening-2", "rounding~2"), "kept"),
        (("query", "FROM deals"), "answer"),
        (("query",), "schema"),
        (("rejects",), "rejection"),
        (("rejects", "--export", "mend"), "written"),
        (("export", "--to", "all"), "put"),
    ],
)
def test_documents_are_what_the_page_says(args: tuple[str, ...], kind: str) -> None:
    assert faults_of(json.loads(invoke(*args, "--json").stdout), kind, "$") == []
