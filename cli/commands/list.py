"""`duzihu list`: the deals of the archive."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.archived import (
    All,
    Archive,
    Csv,
    answered,
    chosen_limit,
    csv_written,
    filtered,
    json_rows,
    one_form,
    tell_if_nobody,
)
from cli.frame import Json, command_app, examples
from cli.language import _, ngettext
from cli.render.screen import out, show, warn
from cli.status import Status

if TYPE_CHECKING:
    from replay.archive.questions import Filters, Listed

app = command_app()

USUAL = 50
_TOGETHER = 500
"""Rows of a table on the screen: a longer list is several tables."""


@app.command(
    name="list",
    epilog=examples(
        "duzihu list --archive club.duckdb",
        "duzihu list --player Li --claim fails --archive club.duckdb",
        "duzihu list --rules cardavia --finding any --limit 5 --json --archive club.duckdb",
    ),
)
@filtered
def list_deals(
    *,
    limit: Annotated[
        str | None, typer.Option("--limit", metavar="N", help="How many, the newest first.", show_default=str(USUAL))
    ] = None,
    every: All = False,
    csv: Csv = False,
    archive: Archive = None,
    json: Json = False,
    filters: "Filters",
) -> Status:
    """The deals of the archive, by player, date, rule set, finding or claim.

    Those that all the options are true of, the newest first. Names are taken as they are written, capitals included.
    --finding any is any finding at all, those on events that were taken back included. A deal without a date is neither
    since nor until a day.

    What is longer than --limit says so. An id is what other commands take as archive:ID.
    """
    one_form(csv=csv, json=json)
    most = chosen_limit(limit, USUAL, every=every)
    from replay.archive.questions import how_many, listed

    with answered(archive) as connection:
        count = how_many(connection, filters)
        if not count:
            tell_if_nobody(connection, filters)
        found = listed(connection, filters, most)
        if json:
            head = {"format": "duzihu-list/1", "count": count}
            json_rows(out, head, "deals", map(_document, found), lambda _shown: {"exit_status": Status.NOTHING})
        elif csv:
            _csv(found)
        else:
            _screen(found, count)
    if most is not None and count > most:
        warn(
            ngettext(
                "{n} of {count} deals is shown; --limit or --all shows more",
                "{n} of {count} deals are shown; --limit or --all shows more",
                most,
                count=f"{count:,}",
            )
        )
    return Status.NOTHING


def _screen(found: "Iterator[Listed]", count: int) -> None:
    from cli.render.archived import deals_table

    if not count:
        show(_("No such deal."))
    while rows := list(islice(found, _TOGETHER)):
        show(deals_table(rows))


def _csv(found: "Iterator[Listed]") -> None:
    from cli.files import STDOUT

    seats = ("name", "total", "payment")
    with csv_written(STDOUT) as write:
        write([*_ABOUT, *(f"{what}_{seat}" for what in seats for seat in range(3))])
        for one in found:
            by_seat = (one.names, one.totals, one.payments)
            values = [(*(each or ()), None, None, None)[:3] for each in by_seat]
            write([*(getattr(one, name) for name in _ABOUT), *(value for each in values for value in each)])


_ABOUT = (
    "id", "deal", "source", "line", "played_at", "played_on", "session", "session_number", "kind", "preset", "rules",
    "status", "winner", "by", "shape", "outscored", "findings", "claims", "failing",
)  # fmt: skip


def _document(one: "Listed") -> dict[str, Any]:
    about = {name: getattr(one, name) for name in _ABOUT}
    return about | {"names": one.names, "totals": one.totals, "payments": one.payments}
