"""`duzihu export`: a deal as one page to step through."""

from typing import Annotated

import typer

from cli.frame import command_app, examples, usage_faults
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
) -> Status:
    """The archive as Parquet, CSV or JSON Lines, or a deal as one page to step through.

    The page is one file that needs no network. It shows the table after every event, as everybody saw it or as one seat
    did, then what was found, the settlement and the winning reading.

    With --seat the page holds nothing that this seat could not know at the time, so it can be handed to anybody. When
    the deal has ended all hands lie open, and are shown at that step.

    Exit status: as audit's, 0 or 1; 2 where several deals are meant; 3 the file cannot be read, and no page is written.
    """
    if html is None:
        usage_faults([Fault("misused", said("it says where the page goes"), "--html")])
    assert html is not None
    from cli.html.stepped import export_page

    return export_page(file, html, seat=seat, deal=deal)
