"""The archive's file: where it is, opening it, its tables, and what is said where another process has it open."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.said import said
from replay.archive.schema import FORMAT, TABLES
from replay.faults import Fault, UnreadableError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PLACE = "DUZIHU_ARCHIVE"
"""The environment variable that names the archive's file."""


MEMORY = "512MB"
"""What is kept in memory of an archive of any size; more goes to a file beside it while it is needed."""


def missing_extra(extra: str, error: ImportError) -> UnreadableError:
    """What is said where an optional library is not installed."""
    message = said("this needs {library}, which is not installed", library=error.name or extra)
    mend = said("pip install '{what}'", what=f"duzihu[{extra}]")
    return UnreadableError([Fault("not-installed", message, "duzihu", mend=mend)])


def default_path() -> str:
    """The archive's file where none is named: ``DUZIHU_ARCHIVE``, else one in the user's data directory."""
    named = os.environ.get(PLACE)
    if named:
        return named
    try:
        from platformdirs import user_data_path
    except ImportError as error:
        raise missing_extra("archive", error) from None
    return str(user_data_path("duzihu", appauthor=False) / "archive.duckdb")


@contextmanager
def opened_archive(
    path: str | None = None, *, write: bool = False, any_format: bool = False
) -> Iterator["DuckDBPyConnection"]:
    """A connection to an archive. ``path``: its file, ``None`` for the usual one; ``write``: made if it is not there;
    ``any_format``: of an older or newer version too.

    Times are UTC, and nothing is loaded from, or read outside of, the file. Raises ``UnreadableError`` for what is no
    archive, is locked by another process, or is not there, and where disk or memory do not suffice for it.
    """
    path = default_path() if path is None else path
    connection = _connected(path, write=write)
    from duckdb import OperationalError

    try:
        _prepare(connection, path, write=write, any_format=any_format)
        yield connection
    except OperationalError as error:
        message = said("the archive could not go on: {what}", what=_first_line(error))
        mend = said("see that there is disk and memory enough, and try again")
        raise UnreadableError([Fault("archive-failed", message, path, mend=mend)]) from None
    finally:
        connection.close()


def _connected(path: str, *, write: bool) -> "DuckDBPyConnection":
    try:
        import duckdb
    except ImportError as error:
        raise missing_extra("archive", error) from None
    if write:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    elif not os.path.lexists(path):
        mend = said("import something first, or name the file with --archive or {place}", place=PLACE)
        raise UnreadableError([Fault("no-such-file", said("there is no archive"), path, mend=mend)])
    settings: dict[str, Any] = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "memory_limit": MEMORY,
    }
    try:
        return duckdb.connect(path, read_only=not write, config=settings)
    except duckdb.IOException as error:
        raise UnreadableError([_not_opened(path, str(error))]) from None
    except duckdb.Error as error:
        raise UnreadableError([Fault("not-an-archive", _first_line(error), path)]) from None


def run(connection: "DuckDBPyConnection", query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """What a query gives, all of it: a result that is not read to its end keeps the connection busy."""
    rows: list[tuple[Any, ...]] = connection.execute(query, values or None).fetchall()
    return rows


def _not_opened(path: str, why: str) -> Fault:
    if "lock" in why:
        message = said("another process has the archive open")
        return Fault("locked", message, path, mend=said("try again when it has ended"))
    if "not a valid DuckDB" in why:
        return Fault("not-an-archive", said("this is no archive"), path)
    return Fault("not-opened", why.splitlines()[0], path)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def _prepare(connection: "DuckDBPyConnection", path: str, *, write: bool, any_format: bool) -> None:
    """Make the tables of a new archive; see that an old one is one, and of this format."""
    there = {name for (name,) in connection.execute("SELECT table_name FROM information_schema.tables").fetchall()}
    if not there and write:
        connection.execute("BEGIN")
        connection.execute("CREATE TABLE archive (format INTEGER)")
        connection.execute("INSERT INTO archive VALUES (?)", [FORMAT])
        for table in TABLES.values():
            connection.execute(table.ddl)
        connection.execute("COMMIT")
    elif "archive" not in there:
        raise UnreadableError([Fault("not-an-archive", said("this is a database, but no archive"), path)])
    elif not any_format and (found := connection.execute("SELECT format FROM archive").fetchall()) != [(FORMAT,)]:
        message = said("the archive has format {found}; this version reads {due}", found=found[0][0], due=FORMAT)
        raise UnreadableError([Fault("other-format", message, path, mend=said("duzihu rebuild makes it anew"))])


_MAGIC_AT, _MAGIC = 8, b"DUCK"


def is_archive(path: str) -> bool:
    """Whether a file looks like an archive, or like what belongs to one, without being opened as one."""
    if path.endswith(".wal") and is_archive(path.removesuffix(".wal")):
        return True
    try:
        with open(path, "rb") as file:
            return file.read(_MAGIC_AT + len(_MAGIC))[_MAGIC_AT:] == _MAGIC
    except OSError:
        return False
