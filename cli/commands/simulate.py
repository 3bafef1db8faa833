"""`duzihu simulate`: deals between computer players."""

import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame import Json, Rules, Settings, chosen_rules, command_app, examples, usage_faults
from cli.language import _, ngettext
from cli.render.screen import json_out, opaque, show, warn
from cli.status import Status
from engine.options import RuleSet
from engine.said import said
from replay.faults import Fault

if TYPE_CHECKING:
    from replay.simulate import Plan

app = command_app()

MOST_DEALS, MOST_PROCESSES = 10**8, 256
LARGEST_SEED = 2**63


@app.command(
    epilog=examples(
        "duzihu simulate --deals 24 --seed 7",
        "duzihu simulate --deals 12 --players greedy,simple,random --json",
        "duzihu simulate --deals 12 --rules article --set jokers=flowers --out simulated",
    )
)
def simulate(
    *,
    deals: Annotated[int, typer.Option("--deals", metavar="N", help="How many deals.")] = 1000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="A whole number; the same one gives the same deals.")
    ] = 1,
    players: Annotated[
        str | None,
        typer.Option(
            "--players",
            metavar="NAME,NAME,NAME",
            help="Who plays, from the first seat on; with four at the table, four. One name is for all; else greedy.",
        ),
    ] = None,
    rules: Rules = "cardavia",
    settings: Settings = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Write the sealed logs into this new or empty folder.")
    ] = None,
    archive: Annotated[
        str | None, typer.Option("--archive", metavar="FILE", help="Put the deals into this archive, made if need be.")
    ] = None,
    no_deck: Annotated[
        bool, typer.Option("--no-deck", help="Do not record the order of the deck in the logs.")
    ] = False,
    processes: Annotated[
        int | None,
        typer.Option("--processes", metavar="N", help="How many processes play; else as many as there are cores."),
    ] = None,
    json: Json = False,
) -> Status:
    """Deals between computer players, and what each player makes of them.

    Players: greedy plays to earn: it weighs how far its hand is from complete, which cards may still come, what the
    hand would be worth as Qing Hu, Piao Hu or neither, and what its sets are worth if somebody else wins. simple counts
    only how far it is from complete and takes whatever it may. random does anything it may. None sees a hidden card.

    The same seed gives the same deals and the same bytes, whatever the number of processes. Twelve deals are a session;
    every deal is sealed, and tied to the one before. Without --out or --archive only the summary is shown: by player
    the average settlement of a deal, with the interval that has the true one 95 times of 100.

    Exit status: 0, or 2 for a command line that is wrong.
    """
    chosen = chosen_rules(rules, settings)
    plan = _plan(deals, seed, players, chosen, no_deck=no_deck, recorded=out is not None or archive is not None)
    usage_faults(_wrong(out, archive, processes))
    from cli.render.progress import Count
    from replay.simulate import played
    from replay.simulated import Summary, summary_json, summed_up, write_logs

    workers = processes or os.cpu_count() or 1
    summary, began, kept = Summary(plan), monotonic(), ""
    with Count(_("deals")) as count:
        sessions = summed_up(played(plan, processes=workers, done=count), summary)
        if archive is not None:
            kept = _archived(archive, f"simulated-{seed}", (session.log for session in sessions), workers)
        elif out is not None:
            files = sum(1 for _path in write_logs(sessions, Path(out)))
            kept = ngettext("{n} file in {folder}", "{n} files in {folder}", files, folder=opaque(out))
        else:
            for _session in sessions:
                pass
    if json:
        json_out({"format": "duzihu-simulate/1"} | summary_json(summary) | {"exit_status": Status.NOTHING})
        return Status.NOTHING
    from cli.render.simulated import summary_parts

    show(*summary_parts(summary, deals / max(monotonic() - began, 1e-9)))
    if kept:
        warn(kept)
    return Status.NOTHING


def _archived(archive: str, name: str, logs: Iterator[bytes], processes: int) -> str:
    """Put logs into an archive, and say what became of them."""
    from replay.archive.importing import import_logs
    from replay.archive.store import opened_archive

    with opened_archive(archive, write=True) as connection:
        taken = import_logs(connection, name, logs, processes=processes)
    told = {"archive": opaque(archive), "new": taken.counts.deals, "before": taken.counts.duplicates}
    if taken.seen is not None:
        return _("{archive} has these deals already", **told)
    return _("{new} deals were put into {archive}; {before} were there already", **told)


def _plan(deals: int, seed: int, players: str | None, rules: RuleSet, *, no_deck: bool, recorded: bool) -> "Plan":
    """Raises ``UsageError`` with all that is wrong."""
    from engine.players import PLAYERS
    from replay.simulate import Plan, seats_of

    at_table = seats_of(rules)
    names = [name.strip() for name in ("greedy" if players is None else players).split(",")]
    if len(names) == 1:
        names *= at_table
    known = ", ".join(PLAYERS)

    def faults() -> Iterator[Fault]:
        if not 1 <= deals <= MOST_DEALS:
            yield Fault(
                "wrong-value", said("it must be from 1 to {most}", most=MOST_DEALS), "--deals", token=str(deals)
            )
        if not 0 <= seed < LARGEST_SEED:
            most = LARGEST_SEED - 1
            yield Fault("wrong-value", said("it must be from 0 to {most}", most=most), "--seed", token=str(seed))
        for name in dict.fromkeys(names):
            if name not in PLAYERS:
                yield Fault("wrong-value", said("players are {known}", known=known), "--players", token=name)
        if len(names) != at_table:
            message = said("these rules want {due} players, not {count}", due=at_table, count=len(names))
            yield Fault("wrong-value", message, "--players", token=players)

    usage_faults(faults())
    return Plan(deals, seed, tuple(names), rules, recorded=recorded, deck=not no_deck)


def _wrong(out: str | None, archive: str | None, processes: int | None) -> Iterator[Fault]:
    if processes is not None and not 1 <= processes <= MOST_PROCESSES:
        message = said("it must be from 1 to {most}", most=MOST_PROCESSES)
        yield Fault("wrong-value", message, "--processes", token=str(processes))
    if archive is not None and out is not None:
        yield Fault("misused", said("goes without --out"), "--archive", token=archive)
    if out is not None and os.path.lexists(out):
        if not os.path.isdir(out):
            yield Fault("not-a-folder", said("it is not a folder"), "--out", token=out)
        elif os.listdir(out):
            yield Fault("not-empty", said("the folder is not empty; name a new one"), "--out", token=out)
