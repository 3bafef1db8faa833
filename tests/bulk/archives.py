"""Archives of random ends, filled as an import fills them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pyarrow as pa

from engine.ending import DealEnd
from replay.archive.ends import pack_end
from replay.archive.rows import Place, Rows
from replay.archive.schema import arrow_schema
from replay.archive.store import opened_archive
from replay.bulk.work import ENDS
from replay.records import HandRecord
from replay.report import report_of_record
from replay.report_json import rules_json
from replay.rulebook import rulebook
from tests.support.hands import random_end

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAMES = ("[red]Li", "王芳", "$1")


def some_ends(number: int, *, seed: int = 1, preset: str = "cardavia") -> list[DealEnd]:
    """Ends under a preset, won in every way, or exhausted."""
    rng, rules = Random(seed), rulebook().presets[preset]
    return [random_end(rng, rules) for _ in range(number)]


def batch_of(ends: Iterable[DealEnd], first: int = 1) -> pa.RecordBatch:
    """A batch of ends, numbered."""
    rows = [(deal, pack_end(end)) for deal, end in enumerate(ends, first)]
    return pa.RecordBatch.from_pylist([dict(zip(("deal", "end"), row, strict=True)) for row in rows], schema=ENDS)


def filled(path: Path, ends: Iterable[DealEnd]) -> str:
    """The path of a new archive with these deals, numbered from 1."""
    rows = Rows()
    for deal, end in enumerate(ends, 1):
        report = report_of_record(HandRecord(f"hand-{deal}", end, NAMES, (), "somewhere.jsonl", deal))
        rows.add(deal, report, Place(deal, deal, "record", None, 1, b"", None, "{}"), ())
    with opened_archive(str(path), write=True) as archive:
        for table in ("deals", "players", "readings", "ends"):
            _put_in(archive, table, getattr(rows, table))
        rule_sets = [
            (hash_, rules.preset, msgspec.json.encode(rules_json(rules)["options"]).decode())
            for hash_, rules in rows.rule_sets.items()
        ]
        _put_in(archive, "rule_sets", rule_sets)
    return str(path)


def _put_in(archive: "DuckDBPyConnection", table: str, rows: Sequence[tuple[object, ...]]) -> None:
    schema = arrow_schema(table)
    columns = [pa.array(column, field.type) for column, field in zip(zip(*rows, strict=True), schema, strict=True)]
    archive.register("rows", pa.table(columns, schema=schema))
    archive.execute(f"INSERT INTO {table} SELECT * FROM rows")
    archive.unregister("rows")
