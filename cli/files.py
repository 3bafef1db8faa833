"""Files that a command writes, or standard output in their place."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.render.screen import out
from engine.said import said
from replay.faults import Fault
from replay.inputs import STDIN

STDOUT = "-"


@contextmanager
def written(output: str) -> Iterator[Callable[[str], object]]:
    """What writes text into a file, new or not, or on standard output."""
    if output == STDOUT:
        yield out
    else:
        with Path(output).open("w", encoding="utf-8", newline="\n") as stream:
            yield stream.write


def read_as_well(output: str, files: Iterable[str], option: str) -> Iterator[Fault]:
    """What is wrong where a file that is to be written, named with ``option``, is one of those that are read."""
    if any(_same(output, name) for name in files):
        message = said("this file is read, and would be lost")
        yield Fault("misused", message, option, token=output, mend=said("name another file"))


def _same(output: str, name: str) -> bool:
    try:
        return output != STDOUT and name != STDIN and Path(output).samefile(name)
    except (OSError, ValueError):  # one of them is not there, or no name at all
        return False
