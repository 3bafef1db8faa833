"""Batches of rows into the archive's tables, through Arrow."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from replay.archive.batch import Batch
from replay.archive.line_rows import LineNumbers
from replay.archive.rows import Row
from replay.archive.store import run
from replay.archive.tables import insert, table_of

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

BY_DEAL = (
    "deals",
    "texts",
    "players",
    "plain_events",
    "full_events",
    "readings",
    "accounts",
    "claims",
    "findings",
    "ends",
    "rescored_deals",
)
"""Tables whose rows go where their deal goes."""


class Numbered(Struct):
    """A batch whose deals have their numbers. ``keys``: by their number in the batch, ``None`` for one that is not put
    in; ``ids``: what those are called that are; ``source`` and ``first``: where it was read, after how many records."""

    batch: Batch
    keys: list[int | None]
    ids: list[str | None]
    source: int
    first: int


def put(archive: "DuckDBPyConnection", batches: Sequence[Numbered], lines: LineNumbers) -> None:
    """Put batches in, each table at once."""
    import pyarrow as pa

    from replay.bulk.work import unpacked

    tables: dict[str, list[pa.Table]] = {}
    for numbered in batches:
        keys = pa.array(numbered.keys, pa.int64())
        of_batch = {name: unpacked(packed) for name, packed in numbered.batch.tables.items()}
        if "unlike_lines" in of_batch:
            numbers, added = lines.of(of_batch.pop("unlike_lines"))
            tables.setdefault("unlike_lines", []).append(added)
            of_batch["accounts"] = _with_lines(of_batch["accounts"], numbers)
        for name, table in of_batch.items():
            table = _renumbered(table, keys)
            tables.setdefault(name, []).append(_told(table, numbered) if name == "deals" else table)
    for name, parts in tables.items():
        insert(archive, name, parts)


def put_rows(archive: "DuckDBPyConnection", table: str, rows: Sequence[Row]) -> None:
    """Put rows in."""
    if rows:
        insert(archive, table, [table_of(table, rows)])


def forget(archive: "DuckDBPyConnection", deals: Sequence[int]) -> None:
    """Take deals out."""
    for table in BY_DEAL if deals else ():
        run(archive, f"DELETE FROM {table} WHERE deal IN (SELECT unnest(?::BIGINT[]))", [list(deals)])


def put_rule_sets(archive: "DuckDBPyConnection", rule_sets: Mapping[str, tuple[str, str]]) -> None:
    """Put rule sets in that are not there."""
    for hash_, (preset, changes) in rule_sets.items():
        run(
            archive,
            "INSERT INTO rule_sets SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM rule_sets WHERE rules = ?)",
            [hash_, preset, changes, hash_],
        )


def _renumbered(table: "pa.Table", keys: "pa.Array") -> "pa.Table":
    """With the deals' numbers in the archive, without the rows of those that are not put in."""
    import pyarrow.compute as pc

    deals = pc.take(keys, table.column("deal"))
    table = table.set_column(table.schema.get_field_index("deal"), "deal", deals)
    return table.filter(pc.is_valid(deals)) if deals.null_count else table


def _with_lines(accounts: "pa.Table", numbers: "pa.Array") -> "pa.Table":
    """Accounts with the numbers that their lines have in the archive."""
    import pyarrow as pa
    import pyarrow.compute as pc

    (lists,) = accounts.column("lines").chunks
    lines = pa.ListArray.from_arrays(lists.offsets, pc.take(numbers, lists.values))
    return accounts.set_column(accounts.schema.get_field_index("lines"), "lines", lines)


def _told(table: "pa.Table", numbered: Numbered) -> "pa.Table":
    """Deals with what the archive calls them, and where they were read."""
    import pyarrow as pa
    import pyarrow.compute as pc

    told = {
        "id": pa.array([id_ for id_ in numbered.ids if id_ is not None], pa.string()),
        "source": pa.array([numbered.source] * table.num_rows, pa.int64()),
        "number": pc.add(table.column("number"), pa.scalar(numbered.first, pa.int32())),
    }
    columns = dict(zip(table.column_names, table.columns, strict=True))
    return pa.table(columns | told)
