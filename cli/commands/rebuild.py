"""`duzihu rebuild`: the archive from its sources."""

from cli.archived import Archive
from cli.frame import Json, command_app, examples
from cli.language import _
from cli.render.screen import json_out, opaque, show
from cli.status import Status

app = command_app()


@app.command(epilog=examples("duzihu rebuild --archive club.duckdb"))
def rebuild(
    archive: Archive = None,
    *,
    json: Json = False,
) -> Status:
    """Make the archive anew from the sources that it keeps.

    Every source is read again from its bytes, as it was read then: after a new version of the program, or to see that
    nothing has changed. The new archive takes the place of the old one when it is whole; until then the old one stays
    as it is. Results of 'duzihu rescore' are reckoned again when they are asked for.
    """
    from cli.render.imported import Progress, counts_json, summed
    from replay.archive.rebuilding import rebuilt
    from replay.archive.store import default_path
    from replay.bulk.pool import all_cores

    path = default_path() if archive is None else archive
    with Progress([path]) as progress:
        taken = rebuilt(path, processes=all_cores(), told=progress)
    if json:
        totals = counts_json(summed(taken))
        json_out({"format": "duzihu-rebuild/1", "archive": path, "sources": len(taken), **totals, "exit_status": 0})
        return Status.NOTHING
    counts = {"sources": f"{len(taken):,}", "deals": f"{summed(taken).deals:,}", "archive": opaque(path)}
    show(_("{archive} was made anew: {sources} sources, {deals} deals.", **counts))
    return Status.NOTHING
