"""`duzihu query`: a question to the archive in SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.archived import All, Archive, Csv, Output, answered, chosen_limit, csv_written, json_rows, one_form
from cli.files import STDOUT, written
from cli.frame import Json, UsageError, command_app, examples, usage_faults
from cli.language import ngettext
from cli.render.screen import json_out, show, warn
from cli.status import Status
from engine.said import said
from replay.faults import Fault

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from replay.archive.sql import Answer

app = command_app()

USUAL = 100


@app.command(
    epilog=examples(
        "duzihu query --archive club.duckdb",
        "duzihu query 'SELECT name, sum(payment) FROM players GROUP BY name' --archive club.duckdb",
        "duzihu query 'SELECT * FROM deals WHERE outscored' --csv --archive club.duckdb",
        "duzihu query 'FROM findings' --json --archive club.duckdb",
    )
)
def query(
    sql: Annotated[str | None, typer.Argument(metavar="[SQL]", help="One SELECT.", show_default=False)] = None,
    *,
    limit: Annotated[
        str | None, typer.Option("--limit", metavar="N", help="Rows on the screen.", show_default=str(USUAL))
    ] = None,
    every: All = False,
    csv: Csv = False,
    parquet: Annotated[
        str | None, typer.Option("--parquet", metavar="FILE", help="Write a Parquet file instead.", show_default=False)
    ] = None,
    output: Output = STDOUT,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE.")] = False,
    archive: Archive = None,
    json: Json = False,
) -> Status:
    """A question to the archive in SQL, answered as a table, CSV, JSON or Parquet.

    SQL is that of DuckDB. It can read the archive and nothing else, and changes nothing: one SELECT, no file, no
    extension, no setting. Without SQL: the tables, their columns and what they mean.

    A table on the screen ends after --limit rows, and says so; one that is too wide is shown row by row. CSV, JSON and
    Parquet are always whole, in bounded memory.

    Exit status: 0 answered, 2 SQL that is wrong, 3 an archive that cannot be read.
    """
    one_form(csv=csv, json=json, parquet=parquet is not None)
    usage_faults(_misused(parquet, output, named=csv or json, force=force))
    most = chosen_limit(limit, USUAL, every=every)
    if sql is None:
        _tables(json=json)
        return Status.NOTHING
    from replay.archive.sql import answer, locked

    with answered(archive) as connection, _sql_is_usage():
        locked(connection)
        if parquet is not None:
            _parquet(connection, sql, parquet)
            return Status.NOTHING
        found = answer(connection, sql)
        if csv:
            with csv_written(output) as write:
                write([name for name, _type in found.columns])
                for row in chain.from_iterable(found.rows):
                    write(row)
        elif json:
            _json(found, output)
        else:
            _screen(found, most)
    return Status.NOTHING


def _misused(parquet: str | None, output: str, *, named: bool, force: bool) -> Iterator[Fault]:
    from os.path import lexists

    from replay.archive.files import there_already

    if output != STDOUT and not named:
        yield Fault("misused", said("only CSV or JSON goes there"), "--output", mend=said("add --csv or --json"))
    for path in (parquet, None if output == STDOUT else output):
        if path is not None and lexists(path) and not force:
            yield there_already(path)


@contextmanager
def _sql_is_usage() -> Iterator[None]:
    from replay.archive.sql import SqlError

    try:
        yield
    except SqlError as error:
        raise UsageError(error.faults) from None


def _parquet(connection: "DuckDBPyConnection", sql: str, path: str) -> None:
    from replay.archive.files import made_whole
    from replay.archive.sql import batches
    from replay.archive.writing import write_batches

    schema, found = batches(connection, sql)
    with made_whole(path) as stream:
        rows = write_batches("parquet", stream, schema, found)
    warn(ngettext("{file}: {count} row", "{file}: {count} rows", rows, file=path, count=f"{rows:,}"))


def _json(found: "Answer", output: str) -> None:
    columns = [{"name": name, "type": type_} for name, type_ in found.columns]
    head = {"format": "duzihu-query/1", "columns": columns}
    with written(output) as write:
        rows = chain.from_iterable(found.rows)
        json_rows(write, head, "rows", rows, lambda count: {"count": count, "exit_status": Status.NOTHING})


def _screen(found: "Answer", most: int | None) -> None:
    from cli.render.answers import answer_parts

    rows = list(islice(chain.from_iterable(found.rows), None if most is None else most + 1))
    more = most is not None and len(rows) > most
    show(*answer_parts(found.columns, found.numeric, rows[:most]))
    if more:
        warn(
            ngettext(
                "{n} row is shown, there are more; --limit or --all shows them",
                "{n} rows are shown, there are more; --limit or --all shows them",
                most or 0,
            )
        )


def _tables(*, json: bool) -> None:
    from replay.archive.schema import TABLES

    asked = [one for one in TABLES.values() if not one.part_of]
    if json:
        json_out({"format": "duzihu-tables/1", "tables": [_table(one) for one in asked], "exit_status": Status.NOTHING})
        return
    from cli.render.answers import tables_parts

    show(*tables_parts(asked))


def _table(one: Any) -> dict[str, Any]:
    columns = [{"name": column.name, "type": column.type, "meaning": column.meaning} for column in one.columns]
    return {"name": one.name, "meaning": one.meaning, "columns": columns}
