"""`duzihu audit`: what was found in a deal, what it comes to, which claims hold."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame import Json, command_app, examples
from cli.render import deals
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from replay.report import DealReport
from replay.report_json import report_json

if TYPE_CHECKING:
    from rich.text import Text

app = command_app()


@app.command(
    epilog=examples(
        "duzihu audit fixtures/logs/disputed.jsonl",
        "duzihu audit fixtures/hands/disputed.json --json",
        "duzihu audit fixtures/logs/session.jsonl --brief",
        "duzihu audit fixtures/logs/session.jsonl --deal 2",
    )
)
def audit_deals(
    files: Files,
    deal: OneDeal = None,
    brief: Annotated[bool, typer.Option("--brief", help="One line a deal.")] = False,
    *,
    json: Json = False,
) -> Status:
    """Whether a deal was played by the rules, what it comes to, and which claims hold.

    Findings come first, then the settlement, the claims held against it, and the winner's reading line by line.

    Exit status: 0 nothing found, 1 a rule broken or a claim that does not hold, 3 an input that cannot be read. Of
    several deals the highest counts.
    """
    screen = _line if brief else deals.audited
    return each_report(files, deal, "audit", json=json, document=report_json, screen=screen, lines=brief)


def _line(report: DealReport, number: int | None) -> "list[Text]":
    return [deals.brief(report, number)]
