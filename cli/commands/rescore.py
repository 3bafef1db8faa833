"""`duzihu rescore`: the archive's deals under other rules."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli.archived import All, Archive, chosen_limit, filtered, tell_if_nobody
from cli.frame import Json, Settings, chosen_rules, command_app, examples, usage_faults
from cli.language import _, ngettext
from cli.render.screen import json_out, opaque, show
from cli.status import Status
from engine.options import RuleSet
from engine.said import said
from replay.faults import Fault
from replay.report_json import rules_json
from replay.rulebook import with_settings

if TYPE_CHECKING:
    from replay.archive.questions import Filters
    from replay.bulk.report import Other

app = command_app()

DEFAULT = "cardavia"
"""What settings are checked with before any deal has told its own rules."""
USUAL = 20


@app.command(
    epilog=examples(
        "duzihu rescore --rules article --archive club.duckdb",
        "duzihu rescore --set winning_discard=stays-outside --player Li --json --archive club.duckdb",
        "duzihu rescore --rules article --each-option --limit 5 --archive club.duckdb",
    )
)
@filtered
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
    limit: Annotated[
        str | None,
        typer.Option("--limit", metavar="N", help="How many hands and players are listed.", show_default=str(USUAL)),
    ] = None,
    every: All = False,
    archive: Archive = None,
    processes: Annotated[
        int | None, typer.Option("--processes", metavar="N", help="How many processes score; else one a core.")
    ] = None,
    parquet: Annotated[
        str | None,
        typer.Option("--parquet", metavar="PATH", help="No archive: the ends in these Parquet files, or this folder."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="PATH", help="With --parquet: the new folder of the results.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS|local", help="With --parquet: on this Ray cluster, or one of its own."),
    ] = None,
    json: Json = False,
    filters: "Filters",
) -> Status:
    """What the archive's deals would come to under other rules, and which hands flip.

    --rules names the other rule set; --set changes it or, without --rules, each deal's own. Every deal is scored from
    its end: totals and payments, and what flips: the winner's reading, who has the highest total, who pays.

    --each-option changes one option at a time: with --rules or --set those that differ, else each at every other value,
    as in diff. An end stays as it was played: what options of play (§1-§5) forbid is shown by diff and sensitivity.

    Which deals are meant is said as in list. --all lists every hand, player and option.

    Results are kept in the archive with the hash of their rule set and the version of the engine, and used again where
    both are the same.

    --parquet scores the ends that export writes, without an archive, on all cores or with Ray on many machines: one row
    a deal with its totals and payments. PATH may be an address that PyArrow opens, such as s3://bucket/ends.
    """
    most = chosen_limit(limit, USUAL, every=every)
    usage_faults(_wrong_number(processes))
    if parquet is not None or out is not None or ray is not None:
        usage_faults(_misused_with_parquet(parquet, out, rules, archive, each=each))
        assert parquet is not None
        assert out is not None
        return _rescore_parquet(parquet, out, chosen_rules(rules or DEFAULT, settings), ray, processes, json=json)
    usage_faults(_misused(other=rules is not None or bool(settings), each=each))
    other = _other(rules, settings)

    from cli.render.rate import Rate
    from replay.archive.store import missing_extra, opened_archive
    from replay.bulk.pool import all_cores

    with opened_archive(archive):  # nothing is made where there is none
        pass
    try:
        from replay.bulk.report import rescore, rescore_json
    except ImportError as error:
        raise missing_extra("archive", error) from None
    with opened_archive(archive, write=True) as connection, Rate(_("deals")) as told:
        found = rescore(
            connection,
            filters,
            other,
            each=each,
            most=most,
            processes=processes or all_cores(),
            told=told,
        )
        if not found.selected:
            tell_if_nobody(connection, filters)
    if json:
        json_out({"format": "duzihu-rescore/1"} | rescore_json(found) | {"exit_status": Status.NOTHING})
        return Status.NOTHING
    from cli.render.rescored import rescored_parts

    show(*rescored_parts(found, most, every=every))
    return Status.NOTHING


def _rescore_parquet(
    parquet: str, out: str, rules: RuleSet, ray: str | None, processes: int | None, *, json: bool
) -> Status:
    from cli.render.rate import Rate
    from replay.archive.store import missing_extra
    from replay.bulk.pool import all_cores
    from replay.bulk.version import engine_version

    try:
        from replay.bulk.parquet import place_of, rescore_parquet
    except ImportError as error:
        raise missing_extra("archive", error) from None
    places = place_of(parquet), place_of(out)
    if ray is None:
        with Rate(_("deals")) as told:
            count = rescore_parquet(*places, rules, processes=processes or all_cores(), told=told)
    else:
        from replay.bulk.cluster import rescore_on_ray

        count = rescore_on_ray(*places, rules, ray)
    if json:
        about = {"engine": engine_version(), "rules": rules_json(rules), "deals": count, "out": out}
        json_out({"format": "duzihu-rescore-parquet/1"} | about | {"exit_status": Status.NOTHING})
    else:
        show(
            ngettext("{count} result in {out}", "{count} results in {out}", count, count=f"{count:,}", out=opaque(out))
        )
    return Status.NOTHING


def _misused_with_parquet(
    parquet: str | None, out: str | None, rules: str | None, archive: str | None, *, each: bool
) -> Iterator[Fault]:
    if parquet is None:
        yield Fault("misused", said("say where the ends are: --out and --ray go with it"), "--parquet")
    if out is None:
        yield Fault("misused", said("say where the results go"), "--out")
    if rules is None:
        yield Fault("misused", said("name the rules: ends in Parquet have none of their own"), "--rules")
    if archive is not None:
        yield Fault("misused", said("does not go with --parquet, which needs no archive"), "--archive")
    if each:
        yield Fault("misused", said("does not go with --parquet"), "--each-option")


def _other(rules: str | None, settings: list[str] | None) -> "Other | None":
    """From a deal's own rules to the other ones. Raises ``UsageError`` and ``UnreadableError``."""
    if rules is None and not settings:
        return None
    named = chosen_rules(rules or DEFAULT, settings)

    def other(own: RuleSet) -> RuleSet:
        return named if rules is not None else with_settings(own, settings or ())

    return other


def _misused(*, other: bool, each: bool) -> Iterator[Fault]:
    if not (each or other):
        message = said("say which: --rules NAME, --set OPTION=VALUE or --each-option")
        yield Fault("misused", message, said("other rules"))


def _wrong_number(processes: int | None) -> Iterator[Fault]:
    if processes is not None and not 1 <= processes <= 256:
        yield Fault("wrong-value", said("it must be from 1 to {most}", most=256), "--processes", token=str(processes))
