"""Rows and Arrow batches as CSV, JSON Lines or Parquet, a batch at a time (docs/archive.md)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, get_args

from replay.archive.cells import csv_line, json_bytes, plain

if TYPE_CHECKING:
    import pyarrow as pa

Form = Literal["parquet", "csv", "jsonl"]
FORMS: tuple[Form, ...] = get_args(Form)

MARK = "\ufeff".encode()
"""Begins a file of CSV: without it, spreadsheets take UTF-8 for something else."""


def write_batches(form: Form, stream: BinaryIO, schema: "pa.Schema", batches: "Iterable[pa.RecordBatch]") -> int:
    """Write batches of a schema, and give how many rows they had."""
    if form == "parquet":
        return _parquet(stream, schema, batches)
    rows = 0
    if form == "csv":
        stream.write(MARK + csv_line(schema.names).encode())
    for batch in batches:
        rows += batch.num_rows
        columns = [column.to_pylist() for column in batch.columns]
        if form == "csv":
            stream.write("".join(csv_lines(zip(*columns, strict=True))).encode())
        else:
            stream.write(b"".join(_json_lines(schema.names, zip(*columns, strict=True))))
    return rows


def csv_lines(rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Rows of values as lines of CSV."""
    return map(csv_line, rows)


def _json_lines(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    return (json_bytes(dict(zip(names, map(plain, row), strict=True))) + b"\n" for row in rows)


def _parquet(stream: BinaryIO, schema: "pa.Schema", batches: "Iterable[pa.RecordBatch]") -> int:
    import pyarrow as pa
    from pyarrow import parquet

    rows, held, size = 0, list["pa.RecordBatch"](), 0
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        for batch in batches:
            rows += batch.num_rows
            held.append(batch)
            size += batch.num_rows
            if size >= _GROUP:
                writer.write_table(pa.Table.from_batches(held, schema))
                held, size = [], 0
        if held:
            writer.write_table(pa.Table.from_batches(held, schema))
    return rows


_GROUP = 100_000
"""Rows of a row group."""
