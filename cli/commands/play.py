"""`duzihu play`: a deal against two computer players."""

import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import randbelow
from typing import Annotated

import typer

from cli.frame import Json, Rules, Settings, chosen_rules, command_app, examples, usage_faults
from cli.language import translated
from cli.render.screen import warn
from cli.status import Status
from cli.table.terminal import can_draw, keyboard, on_terminal
from engine.said import said
from replay.faults import Fault
from replay.inputs import STDIN

app = command_app()

LARGEST_SEED = 2**63
CHOSEN_SEEDS = 2**32
"""From how many a seed is drawn where none is given: few enough digits to be typed again."""


@app.command(
    epilog=examples(
        "duzihu play --seed 7 --out played.jsonl",
        "duzihu play --seed 7 --rules article --set jokers=flowers --out played.jsonl --json",
    )
)
def play(
    *,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="A whole number; the same one gives the same deals.", show_default=False
        ),
    ] = None,
    rules: Rules = "cardavia",
    settings: Settings = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="The log; else a new one in the user's data directory."),
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What you are called in the log.")] = "You",
    players: Annotated[
        str, typer.Option("--players", metavar="NAME,NAME", help="Your opponents: greedy, simple or random.")
    ] = "greedy,greedy",
    json: Json = False,
) -> Status:
    """A deal against two computer players, saved as a sealed log.

    All of §1 to §10 is played: preparation, claims with their precedence, kongs that may be robbed, an exhausted stock.
    Nobody sees a hidden card. When a deal has ended, its settlement is shown and explained, and it is sealed; the next
    deal passes on, and a restart draws a new random dealer. With four at the table (§12.1) a third computer player
    joins, and one sits out each deal.

    Without a terminal the table and numbered choices are printed, and numbers read from standard input.

    Exit status: 0; 1 where somebody else writes the log; 2 wrong usage; 3 a file that is no log.
    """
    chosen = chosen_rules(rules, settings)
    kinds = [kind.strip() for kind in players.split(",")]
    usage_faults(_wrong(seed, kinds, out))
    at_terminal = not json and sys.stdin is not None and sys.stdin.isatty()
    keys = keyboard() if at_terminal else None
    if keys is not None and not can_draw():
        return Status.USAGE
    from replay.append import AppendError
    from replay.playing import Game
    from replay.recording import Recording
    from replay.simulate import seats_of

    kinds += kinds[-1:] * (seats_of(chosen) - 1 - len(kinds))
    number = randbelow(CHOSEN_SEEDS) if seed is None else seed
    path = _new_log(number) if out is None else Path(out)
    before = Recording(path)
    names = [name, *[f"{kind}-{at}" for at, kind in enumerate(kinds, 1)]]
    try:
        game = Game(chosen, number, path, names, kinds, at=before.deal.next_seq if before.going_on else 0)
    except AppendError as error:
        warn(translated(error.message))
        return Status.FINDINGS
    if keys is not None:
        from cli.table.play import PlayApp

        on_terminal(PlayApp(game), keys)
        return Status.NOTHING
    from cli.playing import LinePlayer

    if sys.stdin is None:
        usage_faults([Fault("not-opened", said("standard input is closed"), STDIN)])
    return LinePlayer(game, sys.stdin.buffer, json=json).play()


def _wrong(seed: int | None, kinds: list[str], out: str | None) -> Iterator[Fault]:
    from engine.players import PLAYERS

    if seed is not None and not 0 <= seed < LARGEST_SEED:
        yield Fault(
            "wrong-value", said("it must be from 0 to {most}", most=LARGEST_SEED - 1), "--seed", token=str(seed)
        )
    for kind in kinds:
        if kind not in PLAYERS:
            message = said("must be one of: {known}", known=", ".join(PLAYERS))
            yield Fault("wrong-value", message, "--players", token=kind)
    if len(kinds) != 2:
        yield Fault("wrong-value", said("two players are named, one behind the other"), "--players")
    if out == STDIN:
        yield Fault("not-a-file", said("deals are appended to a file, not to standard output"), "--out")


def _new_log(seed: int) -> Path:
    """A file that is not there yet, in the user's data directory."""
    try:
        from platformdirs import user_data_path
    except ImportError as error:
        from replay.archive.store import missing_extra

        raise missing_extra("screen", error) from None
    folder = user_data_path("duzihu", appauthor=False) / "played"
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (path := folder / f"played-{seed}-{number}.jsonl").exists():
        number += 1
    return path
