"""`duzihu rescore`: the archive's deals under other rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame import Json, Settings, chosen_rules, command_app, examples, usage_faults
from cli.language import _
from cli.render.screen import json_out, show
from cli.status import Status
from engine.options import RuleSet
from engine.said import said
from replay.faults import Fault
from replay.rulebook import with_settings

if TYPE_CHECKING:
    from replay.bulk.report import Other

app = command_app()

DEFAULT = "cardavia"
"""What settings are checked with before any deal has told its own rules."""
LISTED = 20


@app.command(
    epilog=examples(
        "duzihu rescore --rules article --archive fixtures/archive.duckdb",
    )
)
def rescore_deals(
    *,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="NAME|FILE.toml", help="The other rules: a preset or a rule-set file."),
    ] = None,
    settings: Settings = None,
    each: Annotated[
        bool, typer.Option("--each-option", help="What each option alone does: those that differ, or all there are.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="With --each-option, list those without effect too.")] = False,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", help="How many hands and players are listed; 0 for all.")
    ] = LISTED,
    archive: Annotated[
        str | None, typer.Option("--archive", metavar="FILE", help="The archive, if not the usual one.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option("--processes", metavar="N", help="How many processes score; else one a core.")
    ] = None,
    json: Json = False,
) -> Status:
    """What the archive's deals would come to under other rules, and which hands flip.

    --rules names the other rule set; --set changes it or, without --rules, each deal's own. Every deal is scored from
    its end: totals and payments, and what flips: the winner's reading, who has the highest total, who pays.

    --each-option changes one option at a time: with --rules or --set those that differ, else each at every other value,
    as in diff. Options of play (§1-§5) change no end: what they forbid is shown by diff and sensitivity.

    Results are kept in the archive with the hash of their rule set and the version of the engine, and used again where
    both are the same.
    """
    usage_faults(_misused(other=rules is not None or bool(settings), each=each, every=every))
    usage_faults(_wrong_numbers(limit, processes))
    other = _other(rules, settings)

    from cli.render.rate import Rate
    from replay.archive.questions import Filters
    from replay.archive.store import opened_archive
    from replay.bulk.pool import all_cores

    with opened_archive(archive):  # nothing is made where there is none
        pass
    with opened_archive(archive, write=True) as connection, Rate(_("deals")) as told:
        from replay.bulk.report import rescore, rescore_json

        found = rescore(
            connection,
            Filters(),
            other,
            each=each,
            most=limit or None,
            processes=processes or all_cores(),
            told=told,
        )
    if json:
        json_out({"format": "duzihu-rescore/1"} | rescore_json(found) | {"exit_status": Status.NOTHING})
        return Status.NOTHING
    from cli.render.rescored import rescored_parts

    show(*rescored_parts(found, limit or None, every=every))
    return Status.NOTHING


def _other(rules: str | None, settings: list[str] | None) -> "Other | None":
    """From a deal's own rules to the other ones. Raises ``UsageError`` and ``UnreadableError``."""
    if rules is None and not settings:
        return None
    named = chosen_rules(rules or DEFAULT, settings)

    def other(own: RuleSet) -> RuleSet:
        return named if rules is not None else with_settings(own, settings or ())

    return other


def _misused(*, other: bool, each: bool, every: bool) -> Iterator[Fault]:
    if not (each or other):
        message = said("say which: --rules NAME, --set OPTION=VALUE or --each-option")
        yield Fault("misused", message, said("other rules"))
    if every and not each:
        yield Fault("misused", said("goes with --each-option only"), "--all")


def _wrong_numbers(limit: int, processes: int | None) -> Iterator[Fault]:
    if limit < 0:
        yield Fault("wrong-value", said("it must be 0 or more"), "--limit", token=str(limit))
    if processes is not None and not 1 <= processes <= 256:
        yield Fault("wrong-value", said("it must be from 1 to {most}", most=256), "--processes", token=str(processes))
