"""`duzihu rejects`: what could not be imported."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.archived import Archive, Csv, answered, csv_written, one_form
from cli.files import STDOUT
from cli.frame import Json, command_app, examples, usage_faults
from cli.language import _, ngettext
from cli.render.screen import json_out, show, warn
from cli.status import Status
from engine.said import said
from replay.faults import Fault

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from replay.archive.rejects import Reject

app = command_app()


@app.command(
    epilog=examples(
        "duzihu rejects --archive club.duckdb",
        "duzihu rejects --source fixtures/logs/torn_tail.jsonl --csv --archive club.duckdb",
        "duzihu rejects --export mend --archive club.duckdb",
    )
)
def rejects(
    *,
    source: Annotated[
        str | None, typer.Option("--source", metavar="NAME|N", help="Of this source, by name or number.")
    ] = None,
    code: Annotated[
        list[str] | None, typer.Option("--code", metavar="CODE", help="Records with this fault; repeatable.")
    ] = None,
    export: Annotated[
        str | None, typer.Option("--export", metavar="DIR", help="Write the records there, to be mended.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="With --export: overwrite what is there.")] = False,
    csv: Csv = False,
    archive: Archive = None,
    json: Json = False,
) -> Status:
    """What could not be imported, and why; written out so that it can be mended.

    Each fault with its source, line, field and mend. --export writes a file for every source: its rejected records
    exactly as they were read, in UTF-8, those of a sheet under its heading. Mended there, it can be imported; the
    list keeps what was rejected then.

    Exit status: 0 whatever was rejected; 3 an archive that cannot be read.
    """
    one_form(csv=csv, json=json)
    if export is not None and csv:
        usage_faults([Fault("misused", said("--export writes records, --csv lists faults"), "--csv")])
    from replay.archive.rejects import rejects as rejects_of

    with answered(archive) as connection:
        if export is not None:
            return _export(connection, export, source, code or (), force=force, json=json)
        found = rejects_of(connection, source, code or ())
        if json:
            from msgspec.structs import asdict

            json_out(
                {"format": "duzihu-rejects/1", "rejects": [asdict(one) for one in found], "exit_status": Status.NOTHING}
            )
        elif csv:
            _csv(found)
        else:
            _screen(found)
    return Status.NOTHING


def _csv(found: "Iterator[Reject]") -> None:
    from msgspec.structs import astuple

    from replay.archive.rejects import Reject

    with csv_written(STDOUT) as write:
        write(list(Reject.__struct_fields__))
        for one in found:
            write(astuple(one))


def _screen(found: "Iterator[Reject]") -> None:
    from cli.render.archived import rejects_parts

    some = False
    for (number, name), of_source in groupby(found, lambda one: (one.source, one.name)):
        show(*([""] if some else []), *rejects_parts(number, name, of_source))
        some = True
    if not some:
        show(_("Nothing was rejected."))


def _export(
    connection: "DuckDBPyConnection", to: str, source: str | None, codes: Any, *, force: bool, json: bool
) -> Status:
    from replay.archive.files import made_whole, there_already
    from replay.archive.rejects import sections

    folder = Path(to)
    written = []
    folder.mkdir(parents=True, exist_ok=True)
    for one in sections(connection, source, codes):
        if one.missing:
            warn(
                ngettext(
                    "{source}: {n} record is no text, or too large, and is not written",
                    "{source}: {n} records are no text, or too large, and are not written",
                    one.missing,
                    source=one.name,
                )
            )
            continue
        path = folder / one.file
        usage_faults([there_already(path)] if path.exists() and not force else [])
        with made_whole(path) as stream:
            stream.write(one.data)
        written.append({"source": one.name, "file": str(path), "records": one.records})
        if not json:
            show(ngettext("{file}: {n} record", "{file}: {n} records", one.records, file=str(path)))
    if json:
        json_out({"format": "duzihu-rejects-written/1", "files": written, "exit_status": Status.NOTHING})
    elif not written:
        show(_("Nothing was rejected."))
    return Status.NOTHING
