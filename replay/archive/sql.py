"""Questions in SQL that somebody types: one SELECT, which can read the archive and nothing else, and change nothing."""

import re
from collections.abc import Callable, Iterator
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from engine.said import said
from replay.faults import Fault, UnreadableError

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection
    from duckdb.sqltypes import DuckDBPyType

SOURCE = "SQL"

_LOCKS = (
    "SET python_enable_replacements = false",
    "SET enable_external_access = false",
    "SET allow_community_extensions = false",
    "SET lock_configuration = true",
)
_AT_ONCE = 5_000
_NUMBERS = ("tinyint", "smallint", "integer", "bigint", "hugeint", "utinyint", "usmallint", "uinteger", "ubigint")
_NUMERIC = frozenset((*_NUMBERS, "uhugeint", "float", "double", "decimal", "bignum"))
_AS_TEXT = frozenset(
    ("date", "interval", "time", "time_ns", "time with time zone", "timestamp", "timestamp_s", "timestamp_ms",
     "timestamp_ns", "timestamp with time zone")
)  # fmt: skip
"""Types with values that Python has none for: an infinite date, a nanosecond, a month."""
_NOT_IN_PARQUET = frozenset(("interval", "bit", "bignum", "union"))


class Answer(Struct, frozen=True):
    """The result of a query. ``columns``: names, which may repeat, and types, in SQL; ``numeric``: which of them are
    numbers; ``rows``: a list of them at a time, as they are asked for."""

    columns: tuple[tuple[str, str], ...]
    numeric: tuple[bool, ...]
    rows: Iterator[list[tuple[Any, ...]]]


class SqlError(UnreadableError):
    """A query that is not answered, and why. ``line`` and ``column`` of the fault are of the SQL."""


def locked(connection: "DuckDBPyConnection") -> None:
    """Close a connection to everything but the database it has open, for good: no file, no extension, no setting."""
    for lock in _LOCKS:
        connection.execute(lock)


def answer(connection: "DuckDBPyConnection", query: str) -> Answer:
    """Ask a locked connection. The rows are made as they are fetched, in bounded memory; dates, times and intervals
    are texts as DuckDB writes them. Raises ``SqlError``, while rows are fetched too."""
    checked = _one_select(connection, query)
    names, types = _columns(connection, checked)
    cast = _cast(checked, types, _AS_TEXT)
    cursor = _told(lambda: _interrupted(connection, lambda: connection.execute(cast)))
    return Answer(
        tuple(zip(names, map(str, types), strict=True)),
        tuple([one.id in _NUMERIC for one in types]),
        _rows(cursor, [at for at, one in enumerate(types) if one.id == "bignum"]),
    )


def _columns(connection: "DuckDBPyConnection", checked: str) -> "tuple[list[str], list[DuckDBPyType]]":
    """Names and types of what a query gives, without asking it."""
    try:
        relation = _told(lambda: connection.sql(checked))
    except SqlError:
        _told(lambda: connection.execute(checked))  # fails as well, and says where
        raise
    return relation.columns, relation.types


def _rows(cursor: "DuckDBPyConnection", endless: list[int]) -> Iterator[list[tuple[Any, ...]]]:
    """``endless``: columns of whole numbers of any length, which come as texts."""
    while rows := _told(lambda: _interrupted(cursor, lambda: cursor.fetchmany(_AT_ONCE))):
        for at in endless:
            rows = [(*row[:at], None if row[at] is None else int(row[at]), *row[at + 1 :]) for row in rows]
        yield rows


def batches(connection: "DuckDBPyConnection", query: str) -> tuple["pa.Schema", Iterator["pa.RecordBatch"]]:
    """The same for Arrow: the schema of an answer, and its rows in batches, of types that Parquet has."""
    checked = _one_select(connection, query)
    names, types = _columns(connection, checked)
    cast = _cast(checked, types, _NOT_IN_PARQUET, _unlike(names))
    reader = _told(lambda: _interrupted(connection, lambda: connection.sql(cast).to_arrow_reader(_AT_ONCE)))
    return reader.schema, _batches(connection, reader)


def _batches(connection: "DuckDBPyConnection", reader: "pa.RecordBatchReader") -> Iterator["pa.RecordBatch"]:
    while (batch := _told(lambda: _interrupted(connection, lambda: next(reader, None)))) is not None:
        yield batch


def _unlike(names: list[str]) -> list[str]:
    """Names that are all different, as columns of a file must be."""
    taken: dict[str, None] = {}
    for name in names:
        number, unlike = 1, name
        while unlike in taken:
            number += 1
            unlike = f"{name}_{number}"
        taken[unlike] = None
    return [*taken]


def _one_select(connection: "DuckDBPyConnection", query: str) -> str:
    """The query if it is one SELECT without parameters, without what follows its end."""
    from duckdb import StatementType

    if "\0" in query:
        raise SqlError([Fault("not-sql", said("a NUL character stands in it"), SOURCE)])
    try:
        query.encode()
    except UnicodeEncodeError:
        raise SqlError([Fault("not-sql", said("it is not UTF-8"), SOURCE)]) from None
    statements = _told(lambda: connection.extract_statements(query))
    if not statements:
        raise SqlError([Fault("not-sql", said("there is no SQL in it"), SOURCE)])
    if len(statements) > 1:
        message, mend = said("more than one statement"), said("ask one question at a time")
        raise SqlError([Fault("several-statements", message, SOURCE, mend=mend)])
    (statement,) = statements
    if statement.type != StatementType.SELECT:
        message = said("only a SELECT is answered: the archive is not changed by a query")
        raise SqlError([Fault("not-a-select", message, SOURCE, token=statement.type.name)])
    if statement.named_parameters:
        message, mend = said("it has parameters, which nothing fills"), said("write the values")
        raise SqlError([Fault("parameters", message, SOURCE, mend=mend)])
    checked: str = statement.query
    return checked


def _cast(query: str, types: "list[DuckDBPyType]", as_text: frozenset[str], names: list[str] | None = None) -> str:
    """The query with columns of some types, and what is inside of others, as texts; its columns by other names."""
    became = [_textual(one, as_text) for one in types]
    if names is None and became == [str(one) for one in types]:
        return query
    inner = [f"c{at}" for at in range(len(types))]
    shown = [
        f"CAST({name} AS {new})" if new != str(old) else name
        for name, old, new in zip(inner, types, became, strict=True)
    ]
    if names is not None:
        shown = [f"{one} AS {_identifier(name)}" for one, name in zip(shown, names, strict=True)]
    return f"SELECT {', '.join(shown)} FROM (\n{query.rstrip().removesuffix(';')}\n) AS t({', '.join(inner)})"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _textual(type_: "DuckDBPyType", as_text: frozenset[str]) -> str:
    """A type in SQL, those of some ids in it made VARCHAR."""
    if type_.id in as_text:
        return "VARCHAR"
    children: Any = type_.children if type_.id in ("list", "array", "struct", "map") else ()
    if all(_textual(inner, as_text) == str(inner) for _, inner in children if not isinstance(inner, int)):
        return str(type_)
    match type_.id:
        case "list":
            return f"{_textual(children[0][1], as_text)}[]"
        case "array":
            (_, inner), (_, size) = children
            return f"{_textual(inner, as_text)}[{size}]"
        case "struct" if all(name for name, _ in children):
            fields = (f"{_identifier(name)} {_textual(inner, as_text)}" for name, inner in children)
            return f"STRUCT({', '.join(fields)})"
        case "map":
            (_, key), (_, value) = children
            return f"MAP({_textual(key, as_text)}, {_textual(value, as_text)})"
    return "VARCHAR"  # a struct without names for its fields


_Given = TypeVar("_Given")


def _told(ask: "Callable[[], _Given]") -> "_Given":
    """What DuckDB gives; what it complains of as ``SqlError``, an interruption as ``KeyboardInterrupt``."""
    import duckdb

    try:
        return ask()
    except duckdb.InterruptException:
        raise KeyboardInterrupt from None
    except duckdb.Error as error:
        raise SqlError([_fault(str(error))]) from None
    except (RuntimeError, OSError) as error:
        if "interrupted" in str(error).lower():
            raise KeyboardInterrupt from None
        raise SqlError([_fault(str(error))]) from None


_PLACE = re.compile(r"\n\s*LINE (\d+): (.*)\n( *)\^")


def _fault(complaint: str) -> Fault:
    """DuckDB's complaint in one line, with its place in the SQL where that is told."""
    place = _PLACE.search(complaint)
    line = column = None
    if place is not None:
        line = int(place[1])
        at = len(place[3]) - len(f"LINE {place[1]}: ")
        if not place[2].startswith("...") and at >= 0 and place[2][:at].isascii():
            column = at + 1
        complaint = complaint[: place.start()]
    kind, _, words = complaint.partition("\n\tCandidate functions")[0].partition(": ")
    message = " ".join((words if kind.endswith("Error") and words else kind).split())
    return Fault("not-answered", message, SOURCE, line, column=column)


def _interrupted(connection: "DuckDBPyConnection", ask: "Callable[[], _Given]") -> "_Given":
    """What takes long where Python does not see Ctrl-C: it runs beside, and is told to stop."""
    given: list[_Given] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            given.append(ask())
        except BaseException as error:
            failed.append(error)

    beside = Thread(target=run, daemon=True)
    beside.start()
    try:
        while beside.is_alive():
            beside.join(0.1)
    except KeyboardInterrupt:
        connection.interrupt()
        beside.join()
        _idle(connection)
        raise
    if failed:
        raise failed[0]
    return given[0]


def _idle(connection: "DuckDBPyConnection") -> None:
    """Wait until a connection that was interrupted can be closed; its own threads may take a moment to stop."""
    import duckdb

    for _ in range(50):
        try:
            connection.execute("SELECT 1").fetchall()
        except duckdb.Error:
            sleep(0.1)
        else:
            return
