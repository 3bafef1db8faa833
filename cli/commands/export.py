"""`duzihu export`: the archive as files, or a deal as one page to step through."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.archived import Archive, filtered
from cli.files import STDOUT
from cli.frame import Json, command_app, examples, usage_faults
from cli.render.screen import json_out
from cli.reports import OneDeal
from cli.seats import OneSeat
from cli.status import Status
from engine.said import said
from replay.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.archive.questions import Filters

app = command_app()


@app.command(
    epilog=examples(
        "duzihu export fixtures/logs/disputed.jsonl --html -",
        "duzihu export fixtures/logs/session.jsonl --deal 2 --seat 1 --html -",
        "duzihu export --to exported --format csv --archive club.duckdb",
        "duzihu export --to payments.jsonl --table players --player Li --archive club.duckdb",
    )
)
@filtered
def export(
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="For a page: a log or a session; - is standard input.", show_default=False
        ),
    ] = None,
    *,
    deal: OneDeal = None,
    seat: OneSeat = None,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="OUT.html|-", help="Where the page goes; - is standard output."),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="DIR|FILE", help="The archive: a folder, or a .parquet, .csv or .jsonl file."),
    ] = None,
    table: Annotated[
        list[str] | None, typer.Option("--table", metavar="NAME", help="With --to: only this table; repeatable.")
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORM", help="Into a folder: parquet, which is usual, csv or jsonl."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="With --to: overwrite what is there.")] = False,
    archive: Archive = None,
    json: Json = False,
    filters: "Filters",
) -> Status:
    """The archive as Parquet, CSV or JSON Lines, or a deal as one page to step through.

    The page is one file that needs no network. It shows the table after every event, as everybody saw it or as one seat
    did, then what was found, the settlement and the winning reading.

    With --seat the page holds nothing that this seat could not know at the time, so it can be handed to anybody. When
    the deal has ended all hands lie open, and are shown at that step.

    --to writes the archive: every table that 'duzihu query' names into a folder, or one, deals if --table names no
    other, into a file. The options that choose deals choose their rows. CSV is safe to open in a spreadsheet.

    Exit status of a page: that of audit, and the page is written; 2 where several deals are meant, or none, and it is
    not.
    """
    if to is not None:
        return _archive(to, table, form, filters, force=force, archive=archive, json=json, others=(file, html))
    usage_faults(_of_archives(filters, {"--table": table, "--format": form, "--force": force, "--archive": archive}))
    if html is None or file is None:
        message = said("FILE and --html make a page, --to writes the archive")
        usage_faults([Fault("misused", message, "--html")])
    assert html is not None
    assert file is not None
    if json and html == STDOUT:
        message = said("a page on standard output and --json exclude each other")
        usage_faults([Fault("misused", message, "--json", mend=said("leave out one of them"))])
    from cli.html.stepped import page_written

    status, written = page_written(file, html, seat=seat, deal=deal)
    if json:
        page = html if written else None
        json_out({"format": "duzihu-export/1", "source": file, "page": page, "exit_status": status})
    return status


def _of_archives(filters: "Filters", options: dict[str, object]) -> "Iterator[Fault]":
    """What a page has no use for."""
    from replay.archive.questions import Filters

    message = said("this is of an export of the archive")
    if filters != Filters():
        yield Fault("misused", said("options that choose deals are of an export of the archive"), "--to")
    for option, given in options.items():
        if given:
            yield Fault("misused", message, option, mend=said("add --to"))


def _archive(
    to: str,
    tables: list[str] | None,
    form: str | None,
    filters: "Filters",
    *,
    force: bool,
    archive: str | None,
    json: bool,
    others: tuple[str | None, str | None],
) -> Status:
    if others != (None, None):
        usage_faults([Fault("misused", said("FILE and --html make a page, --to writes the archive"), "--to")])
    from cli.exported import archive_exported

    return archive_exported(to, tables or (), form, filters, force=force, archive=archive, json=json)
