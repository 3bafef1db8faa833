"""Opening a source: what it is, by its content and then by its name's ending, and every piece of it (docs/import.md).

Kinds, in the order they are looked for: a workbook (a zip with one in it), a log by its first line, a typed deal, hand
records in TOML, JSON Lines or JSON, a score sheet in CSV by its heading. Nothing is raised for what a source holds.
"""

import io
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

from engine.said import said
from replay.faults import Fault
from replay.imports.csv_rows import looks_like_heading, rows_of, says_nothing
from replay.imports.encodings import Written, digest_of, lines_of, text_of, written_in
from replay.imports.pieces import Kind, Piece, Reading, Source
from replay.imports.record_files import Line, not_text, pieces_of_records, rejected
from replay.imports.sheets import pieces_of_rows
from replay.imports.typed_texts import looks_typed, pieces_of_typed
from replay.inputs import told_apart
from replay.lines_of import LONGEST_LINE
from replay.records import form_of

LARGEST: Final = 2**26
"""Bytes of the largest source that is no log; logs have no such bound."""
MOST_LINES: Final = 2**21
"""Lines of one."""

_ENDINGS: tuple[tuple[str, Kind], ...] = (
    (".jsonl", "jsonl"), (".ndjson", "jsonl"), (".json", "json"), (".toml", "toml"), (".csv", "csv"), (".tsv", "csv"),
)  # fmt: skip
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def open_source(name: str, stream: BinaryIO, reading: Reading) -> Source:
    """The source that a seekable stream of bytes is. ``name``: as the user named it. A log in plain UTF-8 gets the
    stream itself, at its beginning; pieces are read from memory. Never raises for content: what cannot be told apart,
    or not be decoded, is ``unknown`` and one rejected piece."""
    stream.seek(0)
    magic = stream.read(8)
    if magic.startswith(_ZIP):
        from replay.imports.workbook import open_workbook

        return open_workbook(name, stream, reading)
    written = written_in(name, stream, reading.encoding)
    if magic == _OLE:
        message = said("an office document of the old format, or an encrypted one")
        return unread(
            name, stream, Fault("not-a-workbook", message, name, mend=said("save it as .xlsx without a password"))
        )
    if isinstance(written, Fault):
        return unread(name, stream, written)
    if _is_log(stream, written):
        return _log(name, stream, written)
    if written.size > LARGEST:
        sizes = {"size": f"{written.size:,}", "most": f"{LARGEST:,}"}
        message = said("{size} bytes; hand records and score sheets are read up to {most}", **sizes)
        return unread(name, stream, Fault("too-large", message, name, mend=said("split it")))
    stream.seek(written.skipped)
    data = stream.read()
    if data.count("\n".encode(written.codec)) > MOST_LINES:
        message = said(
            "more than {most} lines; so many are read of hand records and score sheets", most=f"{MOST_LINES:,}"
        )
        return unread(name, stream, Fault("too-large", message, name, mend=said("split it")))
    lines = [Line(raw, written.codec) for raw in lines_of(data, written.codec)]
    kind, pieces = _pieces(name, lines, written.codec, reading)
    return Source(
        name,
        kind,
        written.size,
        written.digest,
        written.codec,
        written.known,
        written.crlf,
        written.skipped,
        pieces=pieces,
    )


def _is_log(stream: BinaryIO, written: Written) -> bool:
    """By its first line, as ``replay.inputs`` tells it."""
    stream.seek(written.skipped)
    line = lines_of(stream.read(LONGEST_LINE), written.codec)[:1]
    first = b"".join(line).decode(written.codec, "ignore").encode()
    return told_apart(io.BytesIO(first))[0] == "log"


def _log(name: str, stream: BinaryIO, written: Written) -> Source:
    if not written.decodes and not written.is_utf_8:
        return unread(name, stream, _first_that_is_no_text(name, stream, written))
    return Source(
        name, "log", written.size, written.digest, written.codec, written.known, written.crlf, written.skipped,
        text_of(stream, written), written.raw_size,
    )  # fmt: skip


def _pieces(name: str, lines: Sequence[Line], codec: str, reading: Reading) -> tuple[Kind, Iterator[Piece]]:
    """What a text that is no log is, and its pieces."""
    begins = next((at for at, line in enumerate(lines) if not says_nothing(line)), None)
    if begins is None:
        fault = Fault("empty", said("no hand record in it"), name)
        return _by_ending(name) or "unknown", iter([rejected(lines, codec, [fault])])
    text = b"".join([line.raw if line.text is None else line.text.encode() for line in lines[begins:]]).lstrip(
        b" \t\r\n"
    )
    first = lines[begins].text or ""
    if looks_typed(lines[begins:]):
        return "typed", pieces_of_typed(name, lines, codec)
    is_sheet = not text.startswith((b"{", b"[")) and looks_like_heading(first, reading.columns)
    kind = "csv" if is_sheet else form_of(text) or _by_ending(name)
    if kind in ("csv", None) and len(lines) == 1 and "\r" in first.rstrip("\r\n"):
        message = said("its lines end in CR alone, as on computers of old")
        fault = Fault("lone-cr", message, name, mend=said("save it with LF or CR LF"))
        return kind or "unknown", iter([rejected(lines, codec, [fault])])
    if kind == "csv":
        return kind, pieces_of_rows(name, rows_of(name, lines, codec, reading.columns), reading)
    if kind in ("json", "jsonl", "toml"):
        return kind, pieces_of_records(name, lines, kind, codec)
    mend = said("logs, hand records in JSON, JSON Lines or TOML, sheets in CSV or XLSX and typed deals can be imported")
    token = first.strip()[:80]
    fault = Fault("not-told-apart", said("nothing that can be imported"), name, begins + 1, None, token, mend)
    return "unknown", iter([rejected(lines, codec, [fault])])


def _first_that_is_no_text(name: str, stream: BinaryIO, written: Written) -> Fault:
    """The fault of a text that does not decode."""
    stream.seek(written.skipped)
    for number, raw in enumerate(lines_of(stream.read(LARGEST), written.codec), 1):
        if Line(raw, written.codec).text is None:
            return not_text(name, number, raw, written.codec)
    return Fault("not-text", said("not all of it is {codec}", codec=written.codec.upper()), name)


def _by_ending(name: str) -> Kind | None:
    return next((kind for ending, kind in _ENDINGS if name.lower().endswith(ending)), None)


def unread(name: str, stream: BinaryIO, fault: Fault) -> Source:
    """A source of which nothing can be read: one rejected piece. Its text is left out where it is none, or too long."""
    stream.seek(0)
    data = stream.read(LARGEST + 1)
    size = stream.seek(0, io.SEEK_END)
    text = "" if size > LARGEST or b"\0" in data else data.decode("utf-8", "backslashreplace")
    piece = Piece("rejected", 1, size, 1, text, faults=(fault,))
    return Source(name, "unknown", size, digest_of(stream), pieces=iter([piece]))
