"""`duzihu import`: sources into the archive, every byte accounted for."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.archived import Archive
from cli.frame import Json, chosen_rules, command_app, examples, fault_line, usage_faults
from cli.language import speaking
from cli.render.screen import json_out, show, warn
from cli.status import Status
from engine.said import said
from replay.faults import Fault
from replay.report import Unread

if TYPE_CHECKING:
    from replay.archive.intake import Taken

app = command_app()


@app.command(
    name="import",
    epilog=examples(
        "duzihu import fixtures/logs fixtures/hands --archive club.duckdb",
        "duzihu import fixtures/import/club_gb18030.csv --encoding gb18030 --archive club.duckdb",
        "duzihu import 'fixtures/hands/*.json' --json --archive club.duckdb",
    ),
)
def import_sources(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|DIR|GLOB...",
            help="Logs, hand records, score sheets, typed deals; - is standard input.",
            show_default=False,
        ),
    ],
    *,
    archive: Archive = None,
    encoding: Annotated[
        str | None, typer.Option("--encoding", metavar="NAME", help="Of the sources: utf-8, utf-16, gb18030, …")
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="HEAD=FIELD", help="A sheet's column that has a head of its own; repeatable."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="NAME|FILE.toml", help="The rules of sheets that name none.")
    ] = None,
    processes: Annotated[
        str | None, typer.Option("--processes", metavar="N", help="How many processes read a log; else one a core.")
    ] = None,
    json: Json = False,
) -> Status:
    """Put logs, hand records, score sheets and typed deals into the archive.

    What a source is shows its content: a log or a session, hand records in JSON, JSON Lines or TOML, a sheet in CSV or
    XLSX, typed deals. Every byte of it ends as imported, duplicate, rejected or ignored. A hand is imported whole or
    not at all; what is rejected is kept, with its reasons: see 'duzihu rejects'. The same content is never imported
    twice, whatever its file is called; a longer copy of a log takes the place of the shorter.

    The archive is one file: --archive, else the one that DUZIHU_ARCHIVE names, else one in your data directory. Each
    source is one transaction: stopped at any moment, it is imported whole or can be imported again.

    Exit status: 0 all was taken, 1 a deal has the id of another with other content, 3 something was rejected or could
    not be read.
    """
    from replay.archive.importing import import_each
    from replay.archive.store import opened_archive
    from replay.bulk.pool import all_cores

    reading, used = _reading(encoding, columns, rules), _processes(processes) or all_cores()
    from cli.render.imported import Progress, import_json, imported_parts

    done: list[Taken | Unread] = []
    with opened_archive(archive, write=True) as connection, Progress(sources) as progress:
        for one in import_each(connection, sources, reading, processes=used, told=progress):
            progress.clear()
            for fault in one.faults:
                warn(fault_line(fault))
            done.append(one)
    status = max(map(_status, done))
    if json:
        with speaking("en"):
            json_out({"format": "duzihu-import/1"} | import_json(done) | {"exit_status": status})
        return status
    show(*imported_parts(done))
    return status


def _status(one: "Taken | Unread") -> Status:
    if isinstance(one, Unread) or one.faults:
        return Status.UNREADABLE
    return Status.FINDINGS if one.counts.conflicts else Status.NOTHING


def _reading(encoding: str | None, columns: list[str] | None, rules: str | None) -> Any:
    """How sources are to be read. Raises ``UsageError``."""
    from replay.imports.heads import fields
    from replay.imports.pieces import Reading
    from replay.rulebook import named_rules

    mapped, faults = {}, []
    for pair in columns or ():
        head, equals, field = pair.rpartition("=")
        if not equals or field not in fields():
            message = said("HEAD=FIELD, where FIELD is one of: {known}", known=", ".join(fields()))
            faults.append(Fault("wrong-value", message, "--map", token=pair))
        mapped[head] = field
    usage_faults(faults)
    if rules is None:
        return Reading(encoding, mapped)
    return Reading(encoding, mapped, named_rules(chosen_rules(rules, None)))


def _processes(given: str | None) -> int | None:
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and 1 <= int(given[:4]) <= 256 and len(given) < 4):
        message = said("it must be from 1 to {most}", most=256)
        usage_faults([Fault("wrong-value", message, "--processes", token=given)])
    return int(given)
