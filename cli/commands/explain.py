"""`duzihu explain`: the whole reasoning of a deal, in words."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.explain import explained
from cli.files import read_as_well, written
from cli.frame import Json, command_app, examples, usage_faults
from cli.render.document import as_json, as_markdown, as_text
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from engine.said import said
from replay.faults import Fault
from replay.report import DealReport

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.text import Text

app = command_app()

FORMATS = ("text", "markdown", "html", "json")


@app.command(
    epilog=examples(
        "duzihu explain fixtures/logs/disputed.jsonl",
        "duzihu explain fixtures/hands/disputed.json --format markdown",
        "duzihu explain fixtures/hands/disputed.json --json",
        "duzihu explain fixtures/logs/session.jsonl --format html --output -",
    )
)
def explain_deals(
    files: Files,
    deal: OneDeal = None,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, markdown, html or json.")] = "text",
    output: Annotated[
        str, typer.Option("--output", metavar="FILE|-", help="Where a page of HTML goes; - is standard output.")
    ] = "-",
    *,
    json: Json = False,
) -> Status:
    """Why a deal comes to what it does, in sentences and tables, with the paragraphs of the rules.

    What happened, what the indicators match, every set of every seat, the winning hand, the settlement pair by pair,
    the readings that do not score and why, then what was found and claimed.
    """
    usage_faults(_misused(form, output, files, json=json))
    if form == "html":
        return _page(files, deal, output)
    return each_report(
        files,
        deal,
        "explain",
        json=json or form == "json",
        document=_document,
        screen=_markdown if form == "markdown" else _screen,
        lines=form == "markdown",
    )


def _misused(form: str, output: str, files: list[str], *, json: bool) -> "Iterator[Fault]":
    if form not in FORMATS:
        yield Fault("wrong-value", said("must be text, markdown, html or json"), "--format", token=form)
    elif json and form in ("markdown", "html"):
        message = said("{form} and --json exclude each other", form=form)
        yield Fault("misused", message, "--format", mend=said("leave out one of them"))
    if output != "-" and form != "html":
        message = said("only a page of HTML is written to a file")
        yield Fault("misused", message, "--output", mend=said("add --format html"))
    yield from read_as_well(output, files, "--output")


def _page(files: list[str], deal: str | None, output: str) -> Status:
    from cli.html.page import Page

    with written(output) as write:
        page = Page(write)
        status = each_report(files, deal, "explain", json=False, document=_document, screen=page.add, lines=True)
        page.close()
    return status


def _document(report: DealReport) -> dict[str, Any]:
    return {
        "id": report.id,
        "source": report.source,
        "line": report.line,
        "status": report.status,
        "blocks": as_json(explained(report, None)),
    }


def _screen(report: DealReport, number: int | None) -> "Iterator[RenderableType]":
    return as_text(explained(report, number))


def _markdown(report: DealReport, number: int | None) -> "Iterator[Text]":
    from rich.text import Text

    yield Text(as_markdown(explained(report, number)) + "\n")
