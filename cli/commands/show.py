"""`duzihu show`: one deal of the archive."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.archived import Archive, answered
from cli.frame import Json, command_app, examples, fault_line
from cli.language import _, in_a_row, ngettext
from cli.render.screen import json_out, opaque, show, warn
from cli.status import Status
from replay.inputs import ARCHIVE
from replay.report import Unread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from replay.archive.shown import Archived, Origin

app = command_app()


@app.command(
    name="show",
    epilog=examples(
        "duzihu show disputed --archive club.duckdb",
        "duzihu show evening-2 --json --archive club.duckdb",
    ),
)
def show_deal(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="What 'duzihu list' calls it.", show_default=False)],
    *,
    archive: Archive = None,
    json: Json = False,
) -> Status:
    """One deal of the archive: where it came from, what it comes to, what was found.

    The report is what 'duzihu audit archive:ID' shows, made from the text that was imported, with the findings that
    rest on the deal before it in its session.

    Exit status: as of audit; 3 where the archive has no deal of this id.
    """
    from replay.archive.shown import archived

    status, documents = Status.NOTHING, []
    with answered(archive) as connection:
        for at, id_ in enumerate(ids):
            found = archived(connection, id_.removeprefix(ARCHIVE))
            for fault in found.report.faults:
                warn(fault_line(fault))
            status = max(status, Status(found.report.exit_status))
            if json:
                documents.append(_document(found))
            else:
                show(*([""] if at else []), *_screen(found))
    if json:
        json_out({"format": "duzihu-show/1", "deals": documents, "exit_status": status})
    return status


def _screen(found: "Archived") -> "Iterator[Any]":
    from cli.render import deals

    if not isinstance(found.report, Unread):
        yield from deals.audited(found.report, None)
    yield deals.section(_("Where it came from"))
    yield from _came_from(found.origin)


def _came_from(origin: "Origin") -> "Iterator[str]":
    place = opaque(origin.name) if origin.line is None else f"{opaque(origin.name)}:{origin.line}"
    yield _("{place}: deal {number} of source {source}", place=place, number=origin.number, source=origin.source)
    if origin.named is not None and origin.named != origin.id:
        yield _("It calls itself {name}.", name=opaque(origin.named))
    if origin.others:
        others = in_a_row(map(opaque, origin.others))
        yield ngettext(
            "Another deal calls itself the same, with other content: {others}",
            "{n} other deals call themselves the same, with other content: {others}",
            len(origin.others),
            others=others,
        )
    if origin.extended:
        yield ngettext(
            "{n} deal of that source went on where a deal of the archive had stopped.",
            "{n} deals of that source went on where a deal of the archive had stopped.",
            origin.extended,
        )


def _document(found: "Archived") -> dict[str, Any]:
    from msgspec.structs import asdict

    from replay.report_json import fault_json, finding_json, report_json

    report = found.report
    return {
        "origin": asdict(found.origin),
        "besides": [finding_json(one) for one in found.besides],
        "report": None if isinstance(report, Unread) else report_json(report),
        "faults": [fault_json(fault) for fault in report.faults],
    }
