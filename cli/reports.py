"""The one loop of the commands that report deals: inputs in, each deal out as it is read, one exit status.

A gigabyte session takes no more memory than its largest deal: reports are shown, or written into the JSON document, one
by one. The document is the same for every command: ``format`` (``duzihu-NAME/1``), ``deals``, ``faults`` of inputs that
could not be read, ``exit_status`` (docs/json.md).
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.frame import fault_line
from cli.language import speaking
from cli.render.screen import show, show_lines, warn
from cli.status import Status
from engine.said import said
from replay.audit import audit
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says
from replay.inputs import opened
from replay.report import DealReport, Unread
from replay.report_json import fault_json

if TYPE_CHECKING:
    from rich.console import RenderableType

Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Logs, sessions or hand records; - is standard input.", show_default=False),
]
OneDeal = Annotated[
    str | None,
    typer.Option("--deal", metavar="ID|N", help="Only this deal: by its id, or by its number in its file, from 1."),
]


def each_report(
    files: Iterable[str],
    deal: str | None,
    command: str,
    *,
    json: bool,
    document: Callable[[DealReport], dict[str, Any]],
    screen: "Callable[[DealReport, int | None], Iterable[RenderableType]]",
    lines: bool = False,
    judged: Callable[[DealReport], int] = lambda report: report.exit_status,
) -> Status:
    """Report every deal of the inputs, or the one that ``--deal`` names, and give the exit status: the highest.

    ``document``: a deal's part of the JSON document; ``screen``: what people see of it, given its
    number in its input if that holds more than one. ``lines``: that is one line a
    deal, of any length, for other tools to cut and sort; else deals stand a blank line apart. ``judged``: the exit
    status of a deal, asked for before it is shown.
    """
    from cli.render.json_stream import JsonStream
    from cli.render.progress import Meter

    files = list(files)
    meter = Meter(files)
    stream = JsonStream(f"duzihu-{command}/1") if json else None
    faults: list[Fault] = []
    status, found, shown = Status.NOTHING, deal is None, False
    for number, only, report in _reports(files, meter):
        if isinstance(report, DealReport) and deal not in (None, report.id, str(number)):
            continue
        meter.clear()
        for fault in report.faults:
            warn(fault_line(fault))
        status = max(status, Status(report.exit_status if isinstance(report, Unread) else judged(report)))
        if isinstance(report, Unread):
            faults += report.faults
            continue
        if stream is not None:
            with speaking("en"):
                stream.add(document(report))
        elif lines:
            show_lines(*screen(report, None if only else number))
        else:
            show(*([""] if shown else []), *screen(report, None if only else number))
        found = shown = True
    meter.clear()
    if not found:
        missing = no_such_deal(deal or "", files)
        warn(fault_line(missing))
        faults.append(missing)
        status = max(status, Status.USAGE)
    if stream is not None:
        stream.close(map(fault_json, faults), status)
    return status


def no_such_deal(deal: str, files: Iterable[str]) -> Fault:
    """What there is to say where ``--deal`` names none."""
    message = said("no deal has this id or number in {files}", files=", ".join(files))
    mend = said("without --deal every deal is shown, with its number and its id")
    return Fault("no-such-deal", message, "--deal", token=deal, mend=mend)


def _reports(files: Iterable[str], meter: Any) -> Iterator[tuple[int, bool, DealReport | Unread]]:
    """Every report, with its number in its input and whether it is the only one there. One is held back, to know
    whether another follows it."""
    for name in files:
        held: DealReport | Unread | None = None
        number = 0
        for report in _of_input(name, meter):
            if held is not None:
                yield number, False, held
            held = report
            number += 1
        if held is not None:
            yield number, number == 1, held


def _of_input(name: str, meter: Any) -> Iterator[DealReport | Unread]:
    """The reports of one input. What cannot be opened, or fails while it is read, is a report as well."""
    try:
        with opened(name) as stream:
            for report in audit(stream, name):
                meter.read(stream)
                yield report
    except UnreadableError as error:
        yield Unread(name, error.faults)
    except OSError as error:
        yield Unread(name, (Fault("not-read", system_says(error), name),))
    meter.done(name)
