"""`duzihu stats`: what players made of their deals."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.archived import All, Archive, Csv, answered, chosen_limit, csv_written, filtered, one_form, tell_if_nobody
from cli.frame import Json, command_app, examples
from cli.language import _
from cli.render.screen import json_out, show, warn
from cli.status import Status

if TYPE_CHECKING:
    from replay.archive.questions import Filters, PlayerStats, Stats

app = command_app()

USUAL = 20


@app.command(
    epilog=examples(
        "duzihu stats --archive club.duckdb",
        "duzihu stats --player Li --preset cardavia --archive club.duckdb",
        "duzihu stats --since 2025-01-01 --json --archive club.duckdb",
    )
)
@filtered
def stats(
    *,
    limit: Annotated[
        str | None,
        typer.Option(
            "--limit", metavar="N", help="How many players, those with the most deals first.", show_default=str(USUAL)
        ),
    ] = None,
    every: All = False,
    csv: Csv = False,
    archive: Archive = None,
    json: Json = False,
    filters: "Filters",
) -> Status:
    """What each player of the archive won and lost, and how.

    Of the deals that the options choose: wins, the shapes of the hands that won (§8.1), payments in all and a deal, the
    biggest totals as winner, and how often a loser out-scored the winner: out-scored counts a player's wins where that
    was so, out-scoring the deals it lost with a higher total than the winner's.

    A player is a name as it is written. Two seats of one name are one player: their deal counts once, their payments
    are added up, and the average is of a seat. A deal without a settlement counts as a deal, not in averages or rates.
    """
    one_form(csv=csv, json=json)
    most = chosen_limit(limit, USUAL, every=every)
    from replay.archive.questions import stats as stats_of

    with answered(archive) as connection:
        found = stats_of(connection, filters, most)
        if not found.players:
            tell_if_nobody(connection, filters)
    if json:
        json_out(_document(found))
        return Status.NOTHING
    if csv:
        _csv(found)
    else:
        from cli.render.archived import stats_parts

        show(*stats_parts(found))
    if most is not None and found.names > most:
        warn(
            _("{shown} of {count} players are shown; --limit or --all shows more", shown=most, count=f"{found.names:,}")
        )
    return Status.NOTHING


def _csv(found: "Stats") -> None:
    from cli.files import STDOUT
    from engine.win import SHAPES

    shapes = [name.replace("-", "_") for name in SHAPES]
    with csv_written(STDOUT) as write:
        write([*_FIGURES, *shapes, "best_total", "best_id"])
        for one in found.players:
            best = (one.best[0].total, one.best[0].id) if one.best else (None, None)
            write([*(getattr(one, name) for name in _FIGURES), *one.shapes, *best])


_FIGURES = (
    "name", "deals", "settled", "wins", "rate", "payments", "average", "outscored", "outscored_winner",
)  # fmt: skip


def _document(found: "Stats") -> dict[str, Any]:
    return {
        "format": "duzihu-stats/1",
        "deals": found.deals,
        "won": found.won,
        "outscored": found.outscored,
        "count": found.names,
        "players": [_player(one) for one in found.players],
        "exit_status": Status.NOTHING,
    }


def _player(one: "PlayerStats") -> dict[str, Any]:
    from engine.win import SHAPES

    return {
        "name": one.name,
        "deals": one.deals,
        "settled": one.settled,
        "wins": one.wins,
        "rate": one.rate,
        "shapes": dict(zip(SHAPES, one.shapes, strict=True)),
        "payments": one.payments,
        "average": one.average,
        "best": [{"total": best.total, "id": best.id} for best in one.best],
        "outscored": one.outscored,
        "outscored_winner": one.outscored_winner,
        "course": one.course,
    }
