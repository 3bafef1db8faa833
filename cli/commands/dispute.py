"""`duzihu dispute`: where a claim went astray."""

import re
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.frame import Json, command_app, examples, fault_line, usage_faults
from cli.language import _
from cli.render import deals
from cli.render.screen import warn
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from cli.typed_claim import ClaimError, typed_claim
from engine.said import said
from replay.faults import Fault
from replay.report import DealReport
from replay.report_json import fault_json

if TYPE_CHECKING:
    from replay.dispute.disputes import Dispute

app = command_app()

LIMIT = "3"
"""How many explanations of a sort are shown unless more are wanted."""


@app.command(
    epilog=examples(
        "duzihu dispute fixtures/logs/disputed.jsonl",
        'duzihu dispute fixtures/logs/settlement_140_40_100.jsonl --claim "Li=140,Wang=-20,Chen=-120"',
        "duzihu dispute fixtures/hands/rounding.json --total Li=20 --json",
        "duzihu dispute fixtures/disputes/form_of_a_kong.json --limit 5 --pairs",
    )
)
def dispute_claims(  # noqa: PLR0917
    files: Files,
    claims: Annotated[
        list[str] | None,
        typer.Option("--claim", metavar="NAME=HU,…", help="Payments that somebody claims; may be repeated."),
    ] = None,
    totals: Annotated[
        list[str] | None,
        typer.Option("--total", metavar="NAME=HU,…", help="Totals that somebody claims; may be repeated."),
    ] = None,
    limit: Annotated[
        str, typer.Option("--limit", metavar="N", help="How many explanations of each claim to show, of either sort.")
    ] = LIMIT,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Look for pairs of differences even where a single one is enough.")
    ] = False,
    deal: OneDeal = None,
    *,
    json: Json = False,
) -> Status:
    """Where a claim that does not hold went astray: what would make it come out exactly.

    Every claim in the file is explained, and first the one that --claim and --total ask about: figures of all players
    or of some, by name or by seat (0, 1, 2). Each explanation is the fewest differences from the deal as the rules
    reckon it, one or, where none will do, two: another reading, a fact, a slip of the pen; or, apart from those, other
    rules. None says that anybody made it. Several claims in dispute are also explained together.

    The exit status is that of the audit of the deal, a claim asked about included: 1 where one does not hold.
    """
    usage_faults([] if re.fullmatch("[1-9][0-9]{0,5}", limit) else [_no_limit(limit)])
    asking = _Asking(totals or (), claims or (), deeper=pairs)
    return each_report(
        files,
        deal,
        "dispute",
        json=json,
        document=lambda report: asking.document(report, int(limit)),
        screen=lambda report, number: asking.screen(report, number, int(limit)),
        judged=asking.judged,
    )


def _no_limit(limit: str) -> Fault:
    return Fault("misused", said("must be a number from 1"), "--limit", token=limit)


class _Asking:
    """What is asked, and the answers on the deal that was judged last."""

    def __init__(self, totals: "tuple[str, ...] | list[str]", payments: "tuple[str, ...] | list[str]", *, deeper: bool):
        self._totals, self._payments, self._deeper = totals, payments, deeper
        self._dispute: Dispute | None = None
        self._faults: tuple[Fault, ...] = ()
        self._seconds = 0.0

    def judged(self, report: DealReport) -> int:
        """Find the answers; the exit status of the deal, what was asked about it included."""
        from cli.render.progress import Count
        from replay.dispute.disputes import disputed

        asked, self._faults = None, ()
        if self._totals or self._payments:
            try:
                asked = typed_claim(report.names, self._totals, self._payments)
            except ClaimError as error:
                self._faults = error.faults
                for fault in self._faults:
                    warn(fault_line(fault))
        began = perf_counter()
        with Count(_("differences")) as count:
            self._dispute = disputed(report, asked, deeper=self._deeper, progress=count)
        self._seconds = perf_counter() - began
        held = all(answer.holds is not False for answer in self._dispute.answers)
        found = Status.USAGE if self._faults else Status.NOTHING if held else Status.FINDINGS
        return max(report.exit_status, found)

    def document(self, _report: DealReport, limit: int) -> dict[str, Any]:
        """The deal in the JSON document."""
        from replay.dispute.disputes_json import dispute_json

        assert self._dispute is not None
        return dispute_json(self._dispute, limit, self._seconds) | {"faults": [*map(fault_json, self._faults)]}

    def screen(self, report: DealReport, number: int | None, limit: int) -> deals.Parts:
        """The deal on the screen."""
        from cli.render.disputes import answers

        assert self._dispute is not None
        yield from deals.head(report, number)
        yield from answers(self._dispute, limit, self._seconds)
