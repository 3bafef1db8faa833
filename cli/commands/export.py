"""`duzihu export`: a deal as one page to step through."""

from typing import Annotated

import typer

from cli.files import STDOUT
from cli.frame import Json, command_app, examples, usage_faults
from cli.render.screen import json_out
from cli.reports import OneDeal
from cli.seats import OneSeat
from cli.status import Status
from engine.said import said
from replay.faults import Fault

app = command_app()


@app.command(
    epilog=examples(
        "duzihu export fixtures/logs/disputed.jsonl --html -",
        "duzihu export fixtures/logs/session.jsonl --deal 2 --seat 1 --html -",
    )
)
def export(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A log or a session; - is standard input.", show_default=False)
    ],
    deal: OneDeal = None,
    seat: OneSeat = None,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="OUT.html|-", help="Where the page goes; - is standard output."),
    ] = None,
    *,
    json: Json = False,
) -> Status:
    """The archive as Parquet, CSV or JSON Lines, or a deal as one page to step through.

    The page is one file that needs no network. It shows the table after every event, as everybody saw it or as one seat
    did, then what was found, the settlement and the winning reading.

    With --seat the page holds nothing that this seat could not know at the time, so it can be handed to anybody. When
    the deal has ended all hands lie open, and are shown at that step.

    Exit status: that of audit, and the page is written; 2 where several deals are meant, or none, and no page is.
    """
    if html is None:
        usage_faults([Fault("misused", said("it says where the page goes"), "--html")])
    assert html is not None
    if json and html == STDOUT:
        message = said("a page on standard output and --json exclude each other")
        usage_faults([Fault("misused", message, "--json", mend=said("leave out one of them"))])
    from cli.html.stepped import page_written

    status, written = page_written(file, html, seat=seat, deal=deal)
    if json:
        page = html if written else None
        json_out({"format": "duzihu-export/1", "source": file, "page": page, "exit_status": status})
    return status
