"""Files that are whole or not there: written beside, then put in their place."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO

from engine.said import said
from replay.faults import Fault


def there_already(path: str | Path) -> Fault:
    """What is said of a file that is not to be overwritten."""
    message = said("this file is there already")
    return Fault("file-exists", message, str(path), mend=said("name another, or overwrite it with --force"))


@contextmanager
def made_whole(path: str | Path) -> Iterator[BinaryIO]:
    """A stream whose bytes become the file, in one step, when nothing failed. A file that was there is then gone.
    Raises ``OSError`` where it cannot be written."""
    path = Path(path)
    try:
        handle, beside = mkstemp(prefix=f".{path.name[:40]}.", suffix=".part", dir=path.parent)
    except OSError as error:
        error.filename = str(path)
        raise
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        os.chmod(beside, _usual_mode())
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            os.remove(beside)


def _usual_mode() -> int:
    """What a new file may be used for: ``mkstemp`` gives it to nobody else."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
