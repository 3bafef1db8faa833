"""A cold start of `duzihu score` against importing what it stands on."""

import os
import subprocess
import sys
import time

from benchmarks.timing import Ratio, summed_up

SCORE = (
    "111m 456m 789s 123c 777c 55c", "--indicators", "2s 3m", "--groups", "pung 5s, exposed-kong W",
    "--card", "7s", "--by", "discard",
)  # fmt: skip


COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""An installed program is compiled; the first run, which does not count, does it for a checkout."""


def ratio(rounds: int = 15) -> Ratio:
    """Seconds of ours over seconds of the imports, in turn: smaller is better."""
    ours = (sys.executable, "-m", "cli.main", "score", *SCORE)
    imports = (sys.executable, "-c", "import typer, rich.table, msgspec")
    pairs = [(_seconds(ours), _seconds(imports)) for _ in range(rounds + 1)][1:]
    return summed_up(pairs)


def _seconds(command: tuple[str, ...]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=COMPILED)
    return time.perf_counter() - start
