"""What a source is made of. Every byte of it belongs to one piece, and every piece has one fate."""

from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, Literal

from msgspec import Struct

from engine.events import RulesNamed
from replay.faults import Fault
from replay.records import HandRecord

Kind = Literal["log", "json", "jsonl", "toml", "csv", "xlsx", "typed", "unknown"]
Fate = Literal["record", "typed", "ignored", "rejected"]


class Reading(Struct, frozen=True):
    """How sources are to be read. ``encoding``: instead of detection; ``columns``: sheet heads that stand for a field
    (``--map``); ``rules``: of sheets that name none."""

    encoding: str | None = None
    columns: Mapping[str, str] = {}
    rules: str | RulesNamed | None = None


class Piece(Struct, frozen=True):
    """Consecutive bytes of a source that is no log.

    ``line``: its first line, or row of a sheet, from 1; ``size``: bytes of the source; ``number``: which record of the
    source it is, from 1, 0 for what is ignored (a blank, a comment, a heading). ``text``: what was read, of a rejected
    piece and of a sheet's heading, without which its rows cannot be written out again. ``content``: in UTF-8, a hand
    record in canonical JSON on one line, or a typed deal's log. ``record``: the hand record. ``date``: when it was
    played, as ``YYYY-MM-DD`` or RFC 3339. ``faults``: why it is rejected.
    """

    fate: Fate
    line: int
    size: int
    number: int = 0
    text: str = ""
    content: bytes = b""
    record: HandRecord | None = None
    date: str | None = None
    faults: tuple[Fault, ...] = ()


class Source(Struct, frozen=True):
    """An opened source. ``encoding``: a Python codec's name, and whether it was told, marked (a byte order mark) or
    detected; both ``None`` for a workbook. ``crlf``: all its lines end in CR LF. ``digest``: hex SHA-256 over its text
    in UTF-8 with LF and without a byte order mark, so that copies in other encodings are told to be the same.

    A log has ``stream``: its text in UTF-8 with LF, and ``raw_size``: how many bytes of the source a part of it is.
    ``skipped``: bytes before it (a byte order mark). Anything else has ``pieces``.
    """

    name: str
    kind: Kind
    size: int
    digest: str
    encoding: str | None = None
    known: Literal["told", "marked", "detected", "plain"] | None = None
    crlf: bool = False
    skipped: int = 0
    stream: BinaryIO | None = None
    raw_size: Callable[[bytes], int] | None = None
    pieces: Iterator[Piece] | None = None
