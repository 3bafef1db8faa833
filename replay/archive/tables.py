"""Rows to Arrow tables, and these into the archive's."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from replay.archive.schema import arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection


def table_of(name: str, rows: Iterable[Sequence[Any]]) -> "pa.Table":
    """Rows as a table, without the columns that no row has anything in; ``name``: of the archive's table."""
    import pyarrow as pa

    columns = {}
    for column, field in zip(zip(*rows, strict=True), arrow_schema(name), strict=True):
        array = pa.array(column, field.type)
        if array.null_count < len(array):
            columns[field.name] = array
    return pa.table(columns)


def insert(archive: "DuckDBPyConnection", name: str, parts: "Sequence[pa.Table]") -> None:
    """Put the rows of some tables into the archive's. A column that one lacks is null."""
    import pyarrow as pa

    schema = arrow_schema(name)
    table = pa.concat_tables(parts, promote_options="default")
    told = set(table.column_names)
    columns = [
        table.column(field.name) if field.name in told else pa.nulls(table.num_rows, field.type) for field in schema
    ]
    # Not by a name registered for them: a transaction keeps whatever had one until its end.
    archive.from_arrow(pa.table(columns, schema.names)).insert_into(name)
