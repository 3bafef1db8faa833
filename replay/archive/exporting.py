"""The archive's tables as files."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from replay.archive.questions import Filters
from replay.archive.schema import TABLES
from replay.archive.writing import FORMS, Form, write_batches

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 10_000

EXPORTED = tuple([name for name, table in TABLES.items() if not table.part_of])
"""Tables that are written where none is named."""
OF_DEALS = tuple([name for name in EXPORTED if any(column.name == "deal" for column in TABLES[name].columns)])
"""Those of them whose rows are of deals: filters choose from them."""


def form_of(to: str) -> Form | None:
    """In which form the file of a name is written; ``None`` for what is a folder."""
    return next((form for form in FORMS if to.lower().endswith(f".{form}")), None)


def files_of(to: str, tables: Sequence[str], form: Form) -> dict[str, Path]:
    """By table: its file. ``to``: a file, for one table, or a folder."""
    if form_of(to) is not None:
        (table,) = tables
        return {table: Path(to)}
    return {table: Path(to) / f"{table}.{form}" for table in tables}


def export_table(connection: "DuckDBPyConnection", table: str, filters: Filters, form: Form, stream: BinaryIO) -> int:
    """Write a table, of rows that are of deals those of some only, and give how many rows it had. The order is that of
    their import."""
    where, values = filters.where()
    chosen = filters != Filters() and table in OF_DEALS
    of_deals = f"WHERE deal IN (SELECT d.deal FROM deals d WHERE {where})" if chosen else ""
    relation = connection.sql(f"SELECT * FROM {TABLES[table].name} {of_deals}", params=values if chosen else None)
    reader = relation.to_arrow_reader(_AT_ONCE)
    return write_batches(form, stream, reader.schema, reader)
