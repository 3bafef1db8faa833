"""`duzihu verify`: whether a log is what was sealed."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.frame import Json, command_app, examples, usage_faults
from cli.logs import Logs, verified
from cli.render.screen import json_out, show
from cli.status import Status
from engine.said import said
from replay.faults import Fault
from replay.head import HeadError, bits_of
from replay.report_json import fault_json, finding_json
from replay.seal import SealCheck
from replay.verify import DealVerified, Verification

app = command_app()


@app.command(
    epilog=examples(
        "duzihu verify fixtures/logs/session.jsonl",
        "duzihu verify fixtures/logs/session.jsonl --head 8WME-XG8T-3N29-AXBD",
        "duzihu verify fixtures/logs/altered_after_the_seal.jsonl --json",
    )
)
def verify(
    files: Logs,
    *,
    head: Annotated[
        str | None, typer.Option("--head", metavar="CODE", help="The code of FILE that was kept elsewhere.")
    ] = None,
    json: Json = False,
) -> Status:
    """Whether a log is what was sealed, and what its seals cannot show.

    A seal shows that a deal was not altered after it was sealed. But whoever can rewrite a file can seal it anew: only
    a code that was written down elsewhere at the time ('duzihu head' gives it) shows that nobody did.

    Exit status: 0 every seal holds, which a deal without one does not hinder; 1 a seal does not hold, or no seal of the
    file has the code; 3 an input that cannot be read.
    """
    usage_faults(_wrong(files, head))
    status, documents = Status.NOTHING, []
    for verification in verified(files, head):
        if json:
            documents.append(_document(verification))
        elif verification.deals:
            from cli.render.seals import seals_screen

            show(*([""] if verification.source != files[0] else []), *seals_screen(verification))
        status = max(status, Status(verification.exit_status))
    if json:
        json_out({"format": "duzihu-verify/1", "files": documents, "exit_status": status})
    return status


def _wrong(files: list[str], head: str | None) -> Iterator[Fault]:
    if head is None:
        return
    if len(files) > 1:
        yield Fault("several-files", said("a code is of one log"), "--head", mend=said("give one FILE with it"))
    try:
        bits_of(head)
    except HeadError as error:
        yield Fault("not-a-code", error.message, "--head", token=head)


def _document(shown: Verification) -> dict[str, Any]:
    return {
        "source": shown.source,
        "head": shown.head,
        "matched": shown.matched,
        "deals": [_deal(deal) for deal in shown.deals],
        "unanchored": [
            {"reason": item.reason, "message": item.message, "deal": item.deal} for item in shown.unanchored
        ],
        "findings": [finding_json(found) for found in shown.findings],
        "faults": [fault_json(fault) for fault in shown.faults],
        "exit_status": shown.exit_status,
    }


def _deal(deal: DealVerified) -> dict[str, Any]:
    return {
        "id": deal.deal,
        "session": deal.session,
        "line": deal.line,
        "ok": deal.ok,
        "anchored": deal.anchored,
        "head": deal.head,
        "seal": None if deal.seal is None else _seal(deal.seal),
        "findings": [finding_json(found) for found in deal.findings],
    }


def _seal(seal: SealCheck) -> dict[str, Any]:
    return {
        "line": seal.line,
        "seq": seal.seq,
        "hash": seal.hash,
        "computed": seal.computed,
        "previous": seal.previous,
        "link": seal.link,
    }
