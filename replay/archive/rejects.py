"""What could not be imported: as a list, and as files that can be mended and imported again (docs/archive.md)."""

import re
from collections.abc import Iterator, Sequence
from io import BufferedReader
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from replay.archive.texts import Contents
from replay.imports.encodings import CHUNK
from replay.imports.pieces import Reading, Source
from replay.imports.sources import open_source
from replay.log import LARGEST_DEAL

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Reject(Struct, frozen=True):
    """One fault of a record that was not taken. ``source``: the number of its source, ``name`` what that was named;
    ``record``: which record of it, from 1, ``fault``: which fault of the record, from 0."""

    source: int
    name: str
    kind: str
    record: int
    fault: int
    line: int | None
    column: str | None
    field: str | None
    code: str
    token: str | None
    message: str
    mend: str | None


class Section(Struct, frozen=True):
    """What is to be mended of one source, as a file: its name, its bytes, and how many records it has. ``missing``:
    records that are not in it, for they are no text, or too large."""

    source: int
    name: str
    file: str
    data: bytes
    records: int
    missing: int


_ENDINGS: Final = {
    "log": "jsonl", "json": "json", "jsonl": "jsonl", "toml": "toml", "csv": "csv", "xlsx": "csv", "typed": "txt",
    "unknown": "txt",
}  # fmt: skip


def rejects(connection: "DuckDBPyConnection", source: str | None = None, codes: Sequence[str] = ()) -> Iterator[Reject]:
    """The faults of what was not taken, in the order of import; of one source, by name or number, and of some codes, if
    these are told."""
    where, values = _where(source, codes)
    cursor = connection.execute(
        "SELECT s.source, s.name, s.kind, r.record, r.fault, r.line, r.sheet_column, r.field, r.code, r.token, "
        f"r.message, r.mend FROM rejects r JOIN sources s USING (source) WHERE {where} "
        "ORDER BY s.source, r.record, r.fault",
        values,
    )
    while rows := cursor.fetchmany(1_000):
        yield from [Reject(*row) for row in rows]


def _where(source: str | None, codes: Sequence[str]) -> tuple[str, list[Any]]:
    asked, values = ["true"], list[Any]()
    if source is not None:
        asked.append("(s.name = ? OR CAST(s.source AS VARCHAR) = ?)")
        values += [source, source]
    if codes:
        asked.append("r.code IN (SELECT unnest(CAST(? AS VARCHAR[])))")
        values.append(list(codes))
    return " AND ".join(asked), values


def sections(
    connection: "DuckDBPyConnection", source: str | None = None, codes: Sequence[str] = ()
) -> Iterator[Section]:
    """Of every source, its rejected records exactly as they were read, in UTF-8; of a sheet under its heading. A
    workbook's are CSV, a file for each of its sheets."""
    where, values = _where(source, codes)
    found = connection.execute(
        "SELECT s.source, s.name, s.kind, s.read_as, list(DISTINCT r.record ORDER BY r.record) "
        f"FROM rejects r JOIN sources s USING (source) WHERE {where} "
        "GROUP BY ALL ORDER BY s.source",
        values,
    ).fetchall()
    for number, name, kind, read_as, records in found:
        raw = BufferedReader(Contents(connection, number), CHUNK)
        opened = open_source(name, raw, msgspec.json.decode(read_as, type=Reading))
        if opened.pieces is None:
            parts: Iterator[tuple[str, list[bytes]]] = iter([("", _of_a_log(connection, number, records, opened))])
        else:
            parts = _under_headings(opened, set(records))
        written = 0
        stem = f"{number}-{_file_name(name)}"
        for at, (heading, texts) in enumerate(parts):
            written += len(texts)
            file = f"{stem}{f'-{at + 1}' if at else ''}.rejected.{_ENDINGS[kind]}"
            data = b"".join([heading.encode(), *texts])
            if texts:
                yield Section(number, name, file, data, len(texts), 0)
        if written < len(records):
            yield Section(number, name, "", b"", 0, len(records) - written)


def _under_headings(source: Source, records: set[int]) -> Iterator[tuple[str, list[bytes]]]:
    """The texts of some records, those of each sheet under its heading."""
    heading, texts = "", list[bytes]()
    for piece in source.pieces or ():
        if piece.fate == "ignored" and piece.text:
            if texts:
                yield heading, texts
            heading, texts = piece.text, []
        elif piece.fate == "rejected" and piece.number in records and piece.text:
            texts.append(piece.text.encode("utf-8", "surrogateescape"))
    if texts:
        yield heading, texts


def _of_a_log(connection: "DuckDBPyConnection", source: int, records: Sequence[int], opened: Source) -> list[bytes]:
    """Records of a log, in their order. One that is no text is cut out of the bytes, if these are UTF-8 with LF."""
    found = connection.execute(
        "SELECT text, first_line, size FROM rejects "
        "WHERE source = ? AND fault = 0 AND record IN (SELECT unnest(CAST(? AS INTEGER[]))) ORDER BY first_line",
        [source, list(records)],
    ).fetchall()
    texts, at = [], 1
    is_raw = opened.encoding == "utf-8" and not opened.crlf
    for text, first_line, size in found:
        if text is not None:
            texts.append(text.encode())
        elif is_raw and opened.stream is not None and size <= LARGEST_DEAL:
            for _ in range(first_line - at):
                opened.stream.readline()
            texts.append(opened.stream.read(size))
            at = first_line + texts[-1].count(b"\n")
    return texts


def _file_name(name: str) -> str:
    """What of a source's name can be a file's: no folder, no sign that a system reads otherwise."""
    stem = re.sub(r"[^\w.-]+", "_", PurePath(name).stem).strip("._-")[:60]
    return stem or "input"
