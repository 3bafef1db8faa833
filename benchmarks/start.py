"""A cold start of `duzihu score` against importing what it stands on."""

import subprocess
import sys
import time

from benchmarks.timing import Ratio, summed_up

SCORE = (
    "111m 456m 789s 123c 777c 55c", "--indicators", "2s 3m", "--groups", "pung 5s, exposed-kong W",
    "--card", "7s", "--by", "discard",
)  # fmt: skip


def ratio(rounds: int = 15) -> Ratio:
    """Seconds of ours over seconds of the imports, in turn: smaller is better."""
    ours = (sys.executable, "-m", "cli.main", "score", *SCORE)
    imports = (sys.executable, "-c", "import typer, rich.table, msgspec")
    pairs = [(_seconds(ours), _seconds(imports)) for _ in range(rounds + 1)][1:]
    return summed_up(pairs)


def _seconds(command: tuple[str, ...]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start
