"""`duzihu record`: keep the record of a deal while it is played."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.frame import Json, command_app, examples, usage_faults
from cli.status import Status
from cli.table.terminal import can_draw, keyboard, on_terminal
from engine.said import said
from replay.faults import Fault
from replay.inputs import STDIN, opened

app = command_app()


@app.command(
    epilog=examples(
        "duzihu record played.jsonl --input fixtures/typed/by_hand.txt --seal",
        "duzihu record played.jsonl --json",
    )
)
def record(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="The log: a new one, or one that goes on where it was.", show_default=False
        ),
    ],
    *,
    input: Annotated[
        str | None, typer.Option("--input", metavar="FILE", help="Take lines from a file, or - for standard input.")
    ] = None,
    seal: Annotated[bool, typer.Option("--seal", help="Seal the deal at the end of the input.")] = False,
    json: Json = False,
) -> Status:
    """Keep the record of a deal while it is played, event by event.

    On a terminal this is a screen: each line is typed as in a typed deal ('Li +9s -', 'Wang pung 5s') or clicked. What
    breaks a rule is refused with its paragraph, unless a ! says that the table let it stand; 'undo 1 misread' takes
    back. Every event is on disk before the next is asked for: after a crash the same command goes on where it was.

    Without a terminal, or with --input, lines are read one by one, and each event is answered once it is on disk:
    '12 discarded Li 9s'. A line that was refused is answered on standard error, and makes the exit status 1.
    """
    if file == STDIN:
        usage_faults([Fault("not-a-file", said("events are appended to a file, not to standard input"), "FILE")])
    at_terminal = input is None and not json and sys.stdin is not None and sys.stdin.isatty()
    keys = keyboard() if at_terminal else None
    if keys is not None and not can_draw():
        return Status.USAGE
    from replay.recording import Recording

    recording = Recording(Path(file))
    if keys is not None:
        from cli.table.record import RecordApp

        on_terminal(RecordApp(recording), keys)
        return Status.NOTHING
    from cli.recording import LineRecorder

    name = input or STDIN
    with opened(name) as lines:
        return LineRecorder(recording, name, json=json).record(lines, seal=seal)
