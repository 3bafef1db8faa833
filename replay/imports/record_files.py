"""Hand records in JSON, JSON Lines and TOML, piece by piece (docs/import.md)."""

import json
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from engine.said import said
from replay.faults import Fault
from replay.imports.dates import DATE_KEY, DateError, read_date
from replay.imports.pieces import Piece
from replay.records import Form, HandRecord, Written, encode_record, read_written

_BLANK = b" \t\r\n"


class Line:
    """A line of a source: its bytes there, and in UTF-8; ``text`` is ``None`` where they are no text."""

    __slots__ = ("raw", "text")

    def __init__(self, raw: bytes, codec: str) -> None:
        self.raw = raw
        try:
            self.text: str | None = raw.decode(codec)
        except UnicodeDecodeError:
            self.text = None


def pieces_of_records(source: str, lines: Sequence[Line], form: Form, codec: str) -> Iterator[Piece]:
    """The pieces of a file of hand records. JSON Lines are read line by line, each for itself; one thing that cannot
    be read in JSON or TOML rejects it whole."""
    if form == "jsonl":
        yield from _json_lines(source, lines, codec)
    else:
        yield from _whole(source, lines, form, codec)


def piece_of(written: Written, source: str, *, line: int, size: int, number: int, text: str) -> Piece:
    """A record's piece. ``text``: as it stands, kept if it is rejected."""
    read, date = written.read, None
    if isinstance(written.value, dict) and DATE_KEY in written.value:
        try:
            date = read_date(written.value[DATE_KEY])
        except DateError as error:
            fault = Fault("no-date", error.message, source, written.line, DATE_KEY, None, error.mend)
            read = (fault,) if isinstance(read, HandRecord) else (*read, fault)
    if isinstance(read, HandRecord):
        return recorded(read, date, line, size, number)
    return Piece("rejected", line, size, number, text, faults=read)


def recorded(record: HandRecord, date: str | None, line: int, size: int, number: int) -> Piece:
    """The piece of a record without faults, in canonical JSON."""
    value = encode_record(record) | ({} if date is None else {DATE_KEY: date})
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Piece("record", line, size, number, content=content, record=record, date=date)


def not_text(source: str, line: int, raw: bytes, codec: str) -> Fault:
    """The fault of a line that is no text in an encoding."""
    try:
        raw.decode(codec)
        at = 0
    except UnicodeDecodeError as error:
        at = error.start
    token = f"0x{raw[at]:02x}"
    message = said("not {codec}: byte {byte} at byte {at} of the line", codec=codec.upper(), byte=token, at=at + 1)
    mend = said("save it as UTF-8, or name the encoding by --encoding")
    return Fault("not-text", message, source, line, None, token, mend)


def raw_text(lines: Sequence[Line], codec: str) -> str:
    """What stands in lines, with bytes that are no text as escapes."""
    return "".join([line.raw.decode(codec, "backslashreplace") if line.text is None else line.text for line in lines])


def _in_utf_8(line: Line, codec: str) -> bytes:
    return line.raw if codec == "utf-8" or line.text is None else line.text.encode()


def _json_lines(source: str, lines: Sequence[Line], codec: str) -> Iterator[Piece]:
    number = 0
    for at, line in enumerate(lines, 1):
        if not line.raw.strip(_BLANK) or (line.text is not None and not line.text.strip(" \t\r\n")):
            yield Piece("ignored", at, len(line.raw))
            continue
        number += 1
        if line.text is None and codec != "utf-8":
            read = Written(UNSET, (not_text(source, at, line.raw, codec),), at)
        else:
            read = next(read_written(source, _in_utf_8(line, codec), "json", at))
        yield piece_of(read, source, line=at, size=len(line.raw), number=number, text=raw_text([line], codec))


def _whole(source: str, lines: Sequence[Line], form: Form, codec: str) -> Iterator[Piece]:
    """A JSON or TOML text. In TOML a record's piece goes from its ``[[hand]]`` to the next; of records that begin in
    one line the last has it."""
    bad = [not_text(source, at, line.raw, codec) for at, line in enumerate(lines, 1) if line.text is None]
    if bad and codec != "utf-8":
        yield rejected(lines, codec, bad[:1])
        return
    read = list(read_written(source, b"".join([_in_utf_8(line, codec) for line in lines]), form))
    faults = [
        fault for one in read if one.value is UNSET and not isinstance(one.read, HandRecord) for fault in one.read
    ]
    if faults:
        yield rejected(lines, codec, faults)
        return
    starts = [max(one.line, 1) for one in read]
    if len(read) == 1:
        starts = [1]
    if starts[0] > 1:
        yield Piece("ignored", 1, size_of(lines[: starts[0] - 1]))
    for number, (one, start, end) in enumerate(zip(read, starts, [*starts[1:], len(lines) + 1], strict=True), 1):
        own = lines[start - 1 : end - 1]
        yield piece_of(
            one,
            source,
            line=start,
            size=size_of(own),
            number=number,
            text=raw_text(own or lines[start - 1 : start], codec),
        )


def rejected(lines: Sequence[Line], codec: str, faults: Sequence[Fault]) -> Piece:
    """A whole text that is rejected as one."""
    return Piece("rejected", 1, size_of(lines), 1, raw_text(lines, codec), faults=tuple(faults))


def size_of(lines: Sequence[Line]) -> int:
    """How many bytes lines have."""
    return sum([len(line.raw) for line in lines])
