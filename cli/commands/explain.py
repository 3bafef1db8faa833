"""`duzihu explain`: the whole reasoning of a deal, in words."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.explain import explained
from cli.frame import Json, command_app, examples, usage_faults
from cli.render.document import as_json, as_markdown, as_text
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from replay.faults import Fault
from replay.report import DealReport

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.text import Text

app = command_app()

FORMATS = ("text", "markdown", "json")


@app.command(
    epilog=examples(
        "duzihu explain fixtures/logs/disputed.jsonl",
        "duzihu explain fixtures/hands/disputed.json --format markdown",
        "duzihu explain fixtures/hands/disputed.json --json",
    )
)
def explain_deals(
    files: Files,
    deal: OneDeal = None,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, markdown or json.")] = "text",
    *,
    json: Json = False,
) -> Status:
    """Why a deal comes to what it does, in sentences and tables, with the paragraphs of the rules.

    What happened, what the indicators match, every set of every seat, the winning hand, the settlement pair by pair,
    the readings that do not score and why, then what was found and claimed.
    """
    usage_faults(_misused(form, json=json))
    return each_report(
        files,
        deal,
        "explain",
        json=json or form == "json",
        document=_document,
        screen=_markdown if form == "markdown" else _screen,
        lines=form == "markdown",
    )


def _misused(form: str, *, json: bool) -> "Iterator[Fault]":
    if form not in FORMATS:
        yield Fault("wrong-value", "must be text, markdown or json", "--format", token=form)
    elif json and form == "markdown":
        yield Fault("misused", "markdown and --json exclude each other", "--format", mend="leave out one of them")


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
