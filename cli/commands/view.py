"""`duzihu view`: a log as one seat saw it."""

from collections.abc import Iterator
from typing import Annotated

import typer

from cli.frame import Json, UsageError, command_app, examples, fault_line, usage_faults
from cli.language import _
from cli.render.screen import out, warn
from cli.reports import OneDeal, no_such_deal
from cli.seats import OneSeat, seat_chosen
from cli.status import Status
from engine.said import said
from replay.faults import Fault, UnreadableError
from replay.inputs import opened, told_apart
from replay.log import LoggedDeal, read_deals
from replay.report_json import fault_json
from replay.seen import seen

app = command_app()


@app.command(
    epilog=examples(
        "duzihu view fixtures/logs/disputed.jsonl --seat 2",
        "duzihu view fixtures/logs/session.jsonl --seat 0 --deal 2",
        "duzihu view fixtures/logs/disputed.jsonl --seat 2 --json",
    )
)
def view(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A log or a session; - is standard input.", show_default=False)
    ],
    seat: OneSeat = None,
    deal: OneDeal = None,
    *,
    json: Json = False,
) -> Status:
    """A log as one seat saw it: a log without the cards that were hidden from it.

    What others were dealt and drew is written ??, and a recorded deck is left out; texts, claims and rulings stay. All
    fields x_… are left out, for they may hold anything. A line that is no event of the game becomes an x_withheld, the
    seal an x_sealed: it covers the whole log, never this one. What hidden cards keep from being checked, audit says.

    Exit status: 0 all is written; 1 a torn last line was left out; 3 a line cannot be read, and is withheld.
    """
    if seat is None:
        usage_faults([Fault("misused", said("it says whose view is written: 0, 1 or 2"), "--seat")])
    chosen = seat_chosen(seat)
    assert chosen is not None
    if not json:
        return max((_written(logged, chosen) for logged in _chosen(file, deal)), default=Status.NOTHING)
    return _document(file, deal, chosen)


def _written(logged: LoggedDeal, seat: int) -> Status:
    out(b"".join(seen(logged, seat)).decode())
    return _told(logged)


def _document(file: str, deal: str | None, seat: int) -> Status:
    """The deals as one JSON document."""
    from msgspec import json

    from cli.render.json_stream import JsonStream

    stream, status = JsonStream("duzihu-view/1"), Status.NOTHING
    faults: list[Fault] = []
    try:
        for logged in _chosen(file, deal):
            named = {"id": logged.id, "source": logged.source, "line": logged.first_line, "seat": seat}
            stream.add(named | {"events": [json.decode(line) for line in seen(logged, seat)]})
            status = max(status, _told(logged))
            faults += logged.faults()
    except UnreadableError as error:
        status = Status.USAGE if isinstance(error, UsageError) else Status.UNREADABLE
        faults += error.faults
        for fault in error.faults:
            warn(fault_line(fault))
    stream.close(map(fault_json, faults), status)
    return status


def _chosen(file: str, deal: str | None) -> Iterator[LoggedDeal]:
    """The deals of a log that are asked for. Raises ``UsageError`` where there is none of them."""
    found = deal is None
    for number, logged in enumerate(_deals(file), 1):
        if deal in (None, logged.id, str(number)):
            found = True
            yield logged
    if not found:
        usage_faults([no_such_deal(deal or "", [file])])


def _deals(file: str) -> Iterator[LoggedDeal]:
    """The deals of a log. Raises ``UnreadableError`` for what is none."""
    with opened(file) as stream:
        holds, whole = told_apart(stream)
        if holds == "records":
            message = said("a hand record has no history, so no seat saw it happen")
            mend = said("give the log that was recorded")
            raise UnreadableError([Fault("not-a-log", message, file, mend=mend)])
        if holds == "empty":
            raise UnreadableError([Fault("empty", said("the input is empty: it holds no deal"), file)])
        yield from read_deals(whole, file)


def _told(logged: LoggedDeal) -> Status:
    """Say what of a deal is not written as it was read."""
    faults = logged.faults()
    for fault in faults:
        warn(fault_line(fault))
    if faults:
        return Status.UNREADABLE
    if logged.torn is None:
        return Status.NOTHING
    warn(_("{file}:{line}: the last line is torn, and left out", file=logged.source, line=logged.torn.line))
    return Status.FINDINGS
