"""Ends in Parquet under other rules, without an archive: on all cores, or on a cluster with Ray Data (docs/bulk.md).

Files are wherever PyArrow opens them: a path, or an address such as ``s3://bucket/ends``. What comes out is a folder of
Parquet files with the columns of ``rescored``, and, when all of it is there, an empty ``_SUCCESS``.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
from msgspec import Struct
from pyarrow import fs

from engine.options import RuleSet
from engine.said import said
from replay.bulk.pool import in_order
from replay.bulk.work import ENDS, RESULTS, Piece, packed, reckon_checked, unpacked
from replay.faults import Fault, UnreadableError

if TYPE_CHECKING:
    pass

PIECE = 4096
"""Deals that are worked on at a time."""
AHEAD = 8
"""Pieces a process that are taken before their results are."""
IN_A_FILE = 2**20
"""Rows of a file, about."""
SUCCESS = "_SUCCESS"


class Place(Struct, frozen=True):
    """A file system, and a path on it. ``name``: as it was typed."""

    name: str
    system: fs.FileSystem
    path: str


def place_of(name: str) -> Place:
    """Where a path or an address is. Raises ``UnreadableError`` for an address that PyArrow does not open."""
    try:
        if "://" in name:
            system, path = fs.FileSystem.from_uri(name)
        else:
            from pathlib import Path

            system, path = fs.LocalFileSystem(), str(Path(name).absolute())
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnreadableError([Fault("not-opened", first_line(error), name)]) from None
    return Place(name, system, path.rstrip("/") or "/")


def first_line(error: Exception) -> str:
    """What another program says, in one line."""
    return (str(error).splitlines() or [type(error).__name__])[0]


def ends_in(place: Place) -> ds.Dataset:
    """The ends of a file or a folder of Parquet. Raises ``UnreadableError`` for what has none."""
    try:
        kind = place.system.get_file_info(place.path).type
        if kind == fs.FileType.NotFound:
            raise UnreadableError([Fault("no-such-file", said("no such file or folder"), place.name)])
        found = ds.dataset(place.path, filesystem=place.system, format="parquet")
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnreadableError([Fault("not-parquet", first_line(error), place.name)]) from None
    missing = [name for name in ENDS.names if name not in found.schema.names]
    if missing:
        mend = said("it has to have the columns of the archive's table ends: {columns}", columns=", ".join(ENDS.names))
        faults = [
            Fault("no-column", said("it has no such column"), place.name, field=name, mend=mend) for name in missing
        ]
        raise UnreadableError(faults)
    return found


def see_that_free(out: Place, of: Place) -> None:
    """Raise ``UnreadableError`` unless results can go there: to a folder that is empty or not there, and not among
    what is read."""
    if f"{out.path}/".startswith(f"{of.path}/") and out.system == of.system:
        raise UnreadableError([Fault("misused", said("this is where the ends are read"), out.name)])
    try:
        about = out.system.get_file_info(out.path)
        some = about.type == fs.FileType.File or bool(
            out.system.get_file_info(fs.FileSelector(out.path, allow_not_found=True))
        )
    except OSError as error:
        raise UnreadableError([Fault("not-opened", first_line(error), out.name)]) from None
    if some:
        message = said("there is something there already")
        raise UnreadableError([Fault("not-empty", message, out.name, mend=said("name a new folder, or remove it"))])


def as_ends(table: pa.Table | pa.RecordBatch, name: str) -> pa.Table:
    """The columns of ``ENDS`` of what was read. Raises ``UnreadableError`` where they are of other types."""
    try:
        return pa.table({field.name: table.column(field.name) for field in ENDS}).cast(ENDS)
    except (pa.ArrowException, ValueError) as error:
        raise UnreadableError([Fault("wrong-type", first_line(error), name)]) from None


def rescore_parquet(
    of: Place,
    out: Place,
    rules: RuleSet,
    *,
    processes: int,
    told: Callable[[int, int], None] = lambda _done, _of: None,
) -> int:
    """Ends of one place, results to another; how many. On local processes.

    Raises ``UnreadableError`` for what cannot be read, and ``OSError`` for what cannot be written; what was written is
    then taken away again.
    """
    found = ends_in(of)
    see_that_free(out, of)
    due = found.count_rows()
    results = in_order(reckon_checked, _pieces(found, rules, of.name), processes=processes, ahead=AHEAD)
    written = _Files(out)
    done = 0
    try:
        for result in results:
            table = unpacked(result)
            written.write(table)
            done += table.num_rows
            told(done, due)
        written.finish()
    except BaseException:
        written.take_away()
        raise
    succeeded(out, done, due)
    return done


def _pieces(found: ds.Dataset, rules: RuleSet, name: str) -> Iterator[Piece]:
    try:
        for batch in found.to_batches(columns=ENDS.names, batch_size=PIECE):
            for part in as_ends(batch, name).to_batches():
                yield packed(part), rules
    except (pa.ArrowException, OSError) as error:
        raise UnreadableError([Fault("not-parquet", first_line(error), name)]) from None


def succeeded(out: Place, done: int, due: int) -> None:
    """Mark a folder of results as whole. Raises ``UnreadableError`` where there are more or fewer than ends."""
    if done != due:
        message = said("{done} results of {due} ends", done=done, due=due)
        raise UnreadableError([Fault("rows-differ", message, out.name, mend=said("remove it, and try again"))])
    out.system.create_dir(out.path)
    with out.system.open_output_stream(f"{out.path}/{SUCCESS}"):
        pass


def results_in(out: Place) -> int:
    """How many rows a folder of results has."""
    return int(ds.dataset(out.path, filesystem=out.system, format="parquet", schema=RESULTS).count_rows())


class _Files:
    """Tables of results, in one file after another."""

    def __init__(self, out: Place) -> None:
        self._out = out
        self._paths: list[str] = []
        self._writer: pq.ParquetWriter | None = None
        self._rows = 0

    def write(self, table: pa.Table) -> None:
        """Put a table in the file that is open, or in the next one."""
        if self._writer is None:
            self._out.system.create_dir(self._out.path)
            path = f"{self._out.path}/part-{len(self._paths):05}.parquet"
            self._writer = pq.ParquetWriter(path, RESULTS, filesystem=self._out.system, compression="zstd")
            self._paths.append(path)
            self._rows = 0
        self._writer.write_table(table)
        self._rows += table.num_rows
        if self._rows >= IN_A_FILE:
            self.finish()

    def finish(self) -> None:
        """Close the file that is open."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def take_away(self) -> None:
        """Remove every file."""
        from contextlib import suppress

        with suppress(OSError, pa.ArrowException):
            self.finish()
        for path in self._paths:
            with suppress(OSError):
                self._out.system.delete_file(path)
