"""`duzihu sensitivity`: which options of the rules matter to a deal."""

from typing import TYPE_CHECKING, Any

from cli.frame import Json, command_app, examples
from cli.language import _
from cli.render import deals
from cli.render import sensitivity as screen
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from replay.diff_json import deal_json
from replay.report import DealReport
from replay.sensitivity import sensitivity
from replay.sensitivity_json import sensitivity_json

if TYPE_CHECKING:
    from replay.sensitivity import Sensitivity

app = command_app()


@app.command(
    epilog=examples(
        "duzihu sensitivity fixtures/logs/disputed.jsonl",
        "duzihu sensitivity fixtures/logs/session.jsonl --deal evening-3",
        "duzihu sensitivity fixtures/hands/disputed.json --json",
    )
)
def sensitivity_of_deals(files: Files, deal: OneDeal = None, *, json: Json = False) -> Status:
    """Which options of the rules matter to a deal, and how far they move it.

    Every option of the deal's own rules is tried at its other values, one and two at a time: choices at each other
    value, lists by one or two members more or less, amounts at the neutral one (hu 0, multiplier 1) and at those of the
    presets. Nothing is skipped. Of a log, what becomes legal or irregular counts too.

    Shown are the options that change the deal alone or only together with another, the range of totals and payments
    over all that was tried, and the cheapest change (fewest options, then shortest steps) that makes another seat
    highest, turns a payment round or makes another reading score.

    The exit status is that of the audit of the deal under its own rules.
    """
    return each_report(files, deal, "sensitivity", json=json, document=_document, screen=_screen)


def _tried(report: DealReport) -> "Sensitivity | None":
    from cli.render.progress import Count

    with Count(_("rule sets")) as count:
        return sensitivity(report, count)


def _document(report: DealReport) -> dict[str, Any]:
    found = _tried(report)
    return deal_json(report) | {"sensitivity": None if found is None else sensitivity_json(found)}


def _screen(report: DealReport, number: int | None) -> deals.Parts:
    yield from deals.head(report, number)
    found = _tried(report)
    if found is None:
        yield deals.section(_("Nothing to try: no part of it could be folded"))
        yield from deals.findings(report)
        return
    yield from screen.options(found)
    if report.kind == "record":
        yield ""
        yield _("A hand record has no events: no option of play (§1-§5) can make anything irregular in it.")
    yield from screen.ranges(found, report.names)
    yield from screen.reversals(found, report.names)
