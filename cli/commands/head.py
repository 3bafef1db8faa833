"""`duzihu head`: the short codes of a log's seals, for the score sheet."""

from collections.abc import Iterator
from typing import Any

from cli.frame import Json, command_app, examples
from cli.language import _
from cli.logs import Logs, verified
from cli.render.screen import json_out, opaque, show_lines, warn
from cli.status import Status
from engine.said import msgid
from replay.report_json import fault_json
from replay.verify import DealVerified, Verification

app = command_app()


@app.command(
    epilog=examples(
        "duzihu head fixtures/logs/misread_card_retracted.jsonl", "duzihu head fixtures/logs/session.jsonl --json"
    )
)
def head(files: Logs, *, json: Json = False) -> Status:
    """The short codes of a log's seals, to be kept elsewhere: on the score sheet, in a message.

    One line a sealed deal. A session's seals are tied to each other, so its last code covers all its deals; 'duzihu
    verify FILE --head CODE' compares it with the file later.

    Exit status: 0 codes were printed; 1 a log has no seal, or one that does not hold, which gets no code; 3 an input
    that cannot be read.
    """
    from rich.text import Text

    from cli.render.seals import deal_named

    status = Status.NOTHING
    heads: list[dict[str, Any]] = []
    faults: list[dict[str, Any]] = []
    for shown in verified(files):
        status = max(status, Status(shown.exit_status))
        faults += map(fault_json, shown.faults)
        if shown.deals and not any(deal.seal for deal in shown.deals):
            words = msgid("{file}: no deal is sealed, so there is no code; 'duzihu seal' seals the last one")
            warn(_(words, file=shown.source))
            status = max(status, Status.FINDINGS)
        for index, deal in _sealed(shown):
            if not deal.ok:
                words = msgid("{file}: {deal}: the seal does not hold, so it gets no code")
                warn(_(words, file=shown.source, deal=deal_named(shown, index)))
            elif json:
                heads.append({"source": shown.source, "id": deal.deal, "line": deal.line, "head": deal.head})
            else:
                of_file = f"  {opaque(shown.source)}" if len(files) > 1 else ""
                show_lines(Text(f"{deal.head}  {deal_named(shown, index)}{of_file}"))
    if json:
        json_out({"format": "duzihu-head/1", "heads": heads, "faults": faults, "exit_status": status})
    return status


def _sealed(shown: Verification) -> Iterator[tuple[int, DealVerified]]:
    return ((index, deal) for index, deal in enumerate(shown.deals) if deal.seal is not None)
