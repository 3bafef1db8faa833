"""`duzihu seal`: end the recording of a deal."""

from pathlib import Path
from typing import Annotated

import typer

from cli.frame import Json, command_app, examples, usage_faults
from cli.language import _, translated
from cli.logs import opened_log
from cli.render.screen import json_out, opaque, show, warn
from cli.status import Status
from engine.said import msgid, said
from replay.faults import Fault
from replay.head import head_of
from replay.inputs import STDIN
from replay.log import LoggedDeal

app = command_app()


@app.command(epilog=examples("duzihu seal fixtures/logs/disputed.jsonl"))
def seal(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The log, to which the seal is appended.", show_default=False)
    ],
    *,
    json: Json = False,
) -> Status:
    """Seal the last deal of a log, and print the code for the score sheet.

    The deal must have ended. Its seal is appended to the log and covers every line of the deal; in a session it is tied
    to the seal before. What a torn write left behind is first moved to a file of its own.

    Exit status: 0 the deal is sealed; 1 it was refused, and the log is as it was; 3 the log cannot be read.
    """
    if file == STDIN:
        usage_faults([Fault("not-a-file", said("a seal is appended to a file, not to standard input"), "FILE")])
    with opened_log(file):
        pass
    from replay.append import AppendError
    from replay.append import seal as append_seal

    try:
        done = append_seal(Path(file), ended=_has_ended)
    except AppendError as error:
        warn(translated(error.message))
        return Status.FINDINGS
    if done.set_aside is not None:
        warn(_("{file}: a torn last line was set aside in {other}", file=file, other=str(done.set_aside)))
    code = head_of(done.seal.hash)
    if json:
        json_out(
            {
                "format": "duzihu-seal/1",
                "source": file,
                "id": done.deal,
                "seq": done.seal.seq,
                "hash": done.seal.hash,
                "previous": done.seal.previous,
                "head": code,
                "set_aside": None if done.set_aside is None else str(done.set_aside),
                "exit_status": Status.NOTHING,
            }
        )
        return Status.NOTHING
    named = _("The deal") if done.deal is None else _("Deal {id}", id=opaque(done.deal))
    show(_("{deal} is sealed. Its code, for the score sheet:", deal=named), "", f"  {code}")
    return Status.NOTHING


def _has_ended(logged: LoggedDeal) -> bool:
    """Whether the deal was won or exhausted. Raises ``AppendError`` for one that stopped at an impossible event."""
    from replay.append import AppendError
    from replay.audit import folded
    from replay.rulebook import rulebook

    status = folded(logged, rulebook()).status
    if status == "impossible":
        message = msgid("{log}: the last deal stopped at an impossible event; take it back, then seal")
        raise AppendError(said(message, log=logged.source))
    return status in ("won", "exhausted")
