"""A query reads the archive and nothing else, changes nothing, and says in one line what is wrong with it."""

import os
import signal
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import pytest

from replay.archive.cells import json_bytes, plain
from replay.archive.sql import SqlError, answer, batches, locked
from replay.archive.store import opened_archive
from tests.archive.archives import of_fixtures

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@pytest.fixture
def archive() -> "Iterator[DuckDBPyConnection]":
    with opened_archive(str(of_fixtures())) as connection:
        locked(connection)
        yield connection


def asked(archive: "DuckDBPyConnection", sql: str) -> list[tuple[Any, ...]]:
    return list(chain.from_iterable(answer(archive, sql).rows))


OUTSIDE = [
    "SELECT * FROM read_csv('{file}')",
    "SELECT * FROM read_text('{file}')",
    "SELECT * FROM read_blob('{file}')",
    "SELECT * FROM read_parquet('{file}')",
    "SELECT * FROM read_json('{file}')",
    "SELECT * FROM sniff_csv('{file}')",
    "SELECT * FROM glob('{folder}/*')",
    "SELECT * FROM '{file}'",
    "SELECT * FROM read_csv('http://localhost:1/x.csv')",
    "SELECT * FROM python_variable",
    "SELECT getenv('HOME')",
    "SELECT * FROM duckdb_secrets()",
    "SELECT * FROM enable_logging()",
]
NO_SELECT = [
    "COPY deals TO '{folder}/x.csv'",
    "EXPORT DATABASE '{folder}/x'",
    "ATTACH '{folder}/x.duckdb'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "PRAGMA database_list",
    "SET memory_limit = '1GB'",
    "RESET memory_limit",
    "CALL enable_profiling()",
    "CHECKPOINT",
    "CREATE TEMP TABLE x AS SELECT 1",
    "INSERT INTO deals (deal) VALUES (0)",
    "DELETE FROM deals",
    "UPDATE deals SET id = ''",
    "DROP TABLE deals",
    "PREPARE x AS SELECT 1",
    "USE memory",
    "BEGIN",
    "EXPLAIN ANALYZE SELECT 1",
]


@pytest.mark.parametrize("sql", [*OUTSIDE, *NO_SELECT])
@pytest.mark.parametrize("ask", [asked, lambda archive, sql: list(batches(archive, sql)[1])])
def test_nothing_but_the_archive_can_be_reached(
    archive: "DuckDBPyConnection", tmp_path: Path, sql: str, ask: "Callable[[DuckDBPyConnection, str], object]"
) -> None:
    file = tmp_path / "secret.csv"
    file.write_text("secret\n", encoding="utf-8")
    python_variable = [1]
    before = archive.execute("SELECT count(*) FROM deals").fetchall()
    with pytest.raises(SqlError):
        ask(archive, sql.format(file=file, folder=tmp_path))
    assert [*tmp_path.iterdir()] == [file]
    assert archive.execute("SELECT count(*) FROM deals").fetchall() == before
    assert python_variable == [1]


@pytest.mark.parametrize("setting", ["enable_external_access = true", "lock_configuration = false"])
def test_the_lock_cannot_be_opened(archive: "DuckDBPyConnection", setting: str) -> None:
    import duckdb

    with pytest.raises(duckdb.Error):
        archive.execute(f"SET {setting}")


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("", "not-sql"),
        (" -- nothing", "not-sql"),
        ("SELECT '\0'", "not-sql"),
        ("SELECT '\ud800'", "not-sql"),
        ("SELECT 1; SELECT 2", "several-statements"),
        ("SELECT 1; DROP TABLE deals", "several-statements"),
        ("DROP TABLE deals", "not-a-select"),
        ("SELECT ?", "parameters"),
        ("SELECT $name", "parameters"),
        ("SELECT 1) AS t; DROP TABLE deals; --", "not-answered"),
    ],
)
def test_only_one_select_is_answered(archive: "DuckDBPyConnection", sql: str, code: str) -> None:
    with pytest.raises(SqlError) as caught:
        asked(archive, sql)
    assert [fault.code for fault in caught.value.faults] == [code]


@pytest.mark.parametrize(
    ("sql", "line", "column"),
    [
        ("SELEC 1", 1, 1),
        ("SELECT 'abc", 1, 8),
        ("SELECT deal\nFROM deals\nWHERE nothing = 1", 3, 7),
        ("SELECT no_such(deal) FROM deals", 1, 8),
        ("SELECT 'abc'::INTEGER", 1, 13),
    ],
)
def test_a_mistake_is_one_line_with_its_place(archive: "DuckDBPyConnection", sql: str, line: int, column: int) -> None:
    with pytest.raises(SqlError) as caught:
        asked(archive, sql)
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (line, column)
    assert "\n" not in fault.message
    assert not fault.message.endswith(" Error")


ODD = {
    "170141183460469231731687303715884105727::HUGEINT": "170141183460469231731687303715884105727",
    "340282366920938463463374607431768211455::UHUGEINT": "340282366920938463463374607431768211455",
    "'-12345678901234567890123456789012345678901234567890'::BIGNUM": (
        "-12345678901234567890123456789012345678901234567890"
    ),
    "1.50::DECIMAL(10, 2)": "1.50",
    "'nan'::DOUBLE": '"NaN"',
    "'-infinity'::FLOAT": '"-Infinity"',
    "DATE '2025-04-12'": '"2025-04-12"',
    "'infinity'::DATE": '"infinity"',
    "TIMESTAMP '2025-04-12 20:00:00.5'": '"2025-04-12 20:00:00.5"',
    "TIMESTAMP_NS '2025-04-12 20:00:00.000000001'": '"2025-04-12 20:00:00.000000001"',
    "TIME '24:00:00'": '"24:00:00"',
    "INTERVAL '1 month -1 day'": '"1 month -1 day"',
    "'\\x00\\xff'::BLOB": '"00ff"',
    "[[DATE '2025-04-12']]": '[["2025-04-12"]]',
    "array_value(1, 2)": "[1,2]",
    "{'DATE x': DATE '2025-04-12', 'b': [1]}": '{"DATE x":"2025-04-12","b":[1]}',
    "row(1, 'a')": None,
    "MAP {'a': INTERVAL '1 day'}": '{"a":"1 day"}',
    "'b'::ENUM('a', 'b')": '"b"',
    "union_value(k := 1)": "1",
    "'101'::BIT": '"101"',
    "chr(0)": '"\\u0000"',
    "NULL": "null",
}


@pytest.mark.parametrize("sql", ODD)
def test_every_type_survives(archive: "DuckDBPyConnection", sql: str) -> None:
    found = answer(archive, f"SELECT {sql} AS x, {sql} AS x")
    (row,) = chain.from_iterable(found.rows)
    assert [name for name, _type in found.columns] == ["x", "x"]
    assert row[0] == row[1] or row[0] != row[0]
    said = json_bytes(plain(row[0])).decode()
    assert said == ODD[sql] or ODD[sql] is None
    schema, rows = batches(archive, f"SELECT {sql} AS x, {sql} AS x")
    assert schema.names == ["x", "x_2"]
    assert sum(batch.num_rows for batch in rows) == 1


def test_the_order_that_was_asked_for_is_kept_where_dates_become_texts(archive: "DuckDBPyConnection") -> None:
    sql = "SELECT i, DATE '2025-01-01' + i::INTEGER AS day FROM range(20000) t(i) ORDER BY hash(i);"
    found = asked(archive, sql)
    assert [number for number, _day in found] == [
        number for (number,) in archive.execute("SELECT i FROM range(20000) t(i) ORDER BY hash(i)").fetchall()
    ]
    assert {type(day) for _number, day in found} == {str}


@pytest.mark.parametrize("ask", [asked, lambda archive, sql: list(batches(archive, sql)[1])])
def test_ctrl_c_stops_a_query(
    archive: "DuckDBPyConnection", ask: "Callable[[DuckDBPyConnection, str], object]"
) -> None:
    Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    endless = "SELECT count(*) FROM range(1000000000) a, range(1000000000) b WHERE hash(a.range + b.range) % 7 = 1"
    with pytest.raises(KeyboardInterrupt):
        ask(archive, endless)
    assert asked(archive, "SELECT 1") == [(1,)]


def test_rows_come_as_they_are_asked_for(archive: "DuckDBPyConnection") -> None:
    """An endless answer gives its first rows."""
    assert len(next(answer(archive, "SELECT i, repeat('x', 99) FROM range(1000000000000) t(i)").rows)) > 1
