"""Appending to a log: one writer at a time, whole lines or none, on disk on return (docs/formats.md, "Event log").

A log is only ever appended to. What a torn write left behind is first moved to a file of its own, whole.
"""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

import portalocker
from msgspec import Struct

from engine.events import DealStarted, Event, Sealed, encode, type_of
from engine.said import msgid, said
from replay.decode import BadLine, decode_line
from replay.faults import UnreadableError
from replay.lines_of import LONGEST_LINE, OverLong, lines_of
from replay.log import LoggedDeal, fault_of, over_long, read_deals
from replay.seal import seal_hash

_BLOCK = 2**16


class AppendError(Exception):
    """An append that was refused. ``message`` is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ConflictError(AppendError):
    """Another writer was there first: it holds the log now, or it has appended since the log was read."""


class Appended(Struct, frozen=True):
    """``next_seq``: what the log expects next. ``set_aside``: the new file that holds its torn last line, if any."""

    next_seq: int
    set_aside: Path | None


class SealAppended(Struct, frozen=True):
    """The seal that a deal was given, and the file that holds the log's torn last line, if any."""

    deal: str | None
    seal: Sealed
    set_aside: Path | None


def append(path: Path, events: Sequence[Event], *, expected_seq: int) -> Appended:
    """Append events to a log, or to a new one.

    ``expected_seq``: what the writer knows to be next: one more than the last line's ``seq``; 0 in a new log and after
    a seal. The events' own run on from it, but that of a ``deal_started`` is 0 wherever it stands.

    Raises ``ConflictError`` where another writer holds the log or something else is next, ``AppendError`` for events
    that no reader would take, ``UnreadableError`` where nothing can follow the last whole line, ``OSError``. The lines
    of the log are then as they were; a torn last line may have been set aside.
    """
    data = b"".join(_lines(events, expected_seq))
    if expected_seq and not path.exists():
        message = msgid("{log}: seq {due} was expected to be next, but there is no such log")
        raise ConflictError(said(message, log=path, due=expected_seq))
    with _locked(path) as log:
        tail = _tail_of(log, path)
        if tail.next_seq != expected_seq:
            found = {"log": path, "due": expected_seq, "next": tail.next_seq}
            raise ConflictError(
                said("{log}: seq {due} was expected to be next, but {next} is: read the log again", **found)
            )
        return Appended(_after(events[-1]), _write(log, path, tail, data))


def seal(path: Path, *, ended: Callable[[LoggedDeal], bool], at: str | None = None) -> SealAppended:
    """Seal the last deal of a log, tied to its session's seal before.

    ``ended``: whether a deal has ended, for its fold to say. Raises ``AppendError`` where there is no deal, or one that
    is sealed or has not ended; besides, what ``append`` raises.
    """
    if not path.exists():
        raise AppendError(said("{log}: there is no such log", log=path))
    with _locked(path) as log:
        tail = _tail_of(log, path)
        deal, previous = _last_deal(log, path)
        if deal.seal is not None:
            raise AppendError(
                said("{log}: the last deal is sealed already, in line {line}", log=path, line=deal.seal.line)
            )
        if faults := deal.faults():
            raise UnreadableError(faults)
        if not ended(deal):
            raise AppendError(said("{log}: the last deal has not ended, so it cannot be sealed", log=path))
        sealed = Sealed(tail.next_seq, seal_hash(deal.lines, previous), previous, at=at)
        return SealAppended(deal.id, sealed, _write(log, path, tail, b"".join(_lines([sealed], tail.next_seq))))


def _lines(events: Sequence[Event], due: int) -> Iterator[bytes]:
    """The lines of events that run on from the ``seq`` due, each one that reads back. Raises ``AppendError``."""
    if not events:
        raise AppendError(said("there is nothing to append"))
    for event in events:
        name, starts = type_of(event), isinstance(event, DealStarted)
        if due == 0 and not starts:
            message = said(
                "{type} cannot be next: a new log and what follows a seal begin with deal_started", type=name
            )
            raise AppendError(message)
        if event.seq != (0 if starts else due):
            numbers = {"seq": event.seq, "due": 0 if starts else due}
            raise AppendError(said("{type} has seq {seq} where {due} is due", type=name, **numbers))
        this = {"type": name, "seq": event.seq}
        try:
            line = encode(event) + b"\n"
        except UnicodeEncodeError:
            message = said("{type} at seq {seq} has text that is no Unicode: half a surrogate pair", **this)
            raise AppendError(message) from None
        if isinstance(read := decode_line(line), BadLine):
            raise AppendError(said("{type} at seq {seq} is no event: {why}", why=read.message, **this))
        if len(line) > LONGEST_LINE:
            sizes = {"size": len(line), "most": LONGEST_LINE}
            raise AppendError(said("{type} at seq {seq} has {size} bytes; a line has at most {most}", **this, **sizes))
        yield line
        due = _after(event)


def _after(event: Event) -> int:
    """The ``seq`` due after an event."""
    return 0 if isinstance(event, Sealed) else event.seq + 1


@contextmanager
def _locked(path: Path) -> Iterator[BinaryIO]:
    """The log, created if there is none, and nobody else's until it is closed."""
    with path.open("a+b") as log:
        try:
            portalocker.lock(log, portalocker.LOCK_EX | portalocker.LOCK_NB)
        except portalocker.AlreadyLocked:
            message = said("{log}: another writer holds the log; try again when it is done", log=path)
            raise ConflictError(message) from None
        except portalocker.LockException as error:
            raise AppendError(said("{log}: the log cannot be locked ({why})", log=path, why=error)) from error
        yield log


class _Tail(Struct, frozen=True):
    """``end``: where the last whole line ends; ``size``: where the file does. Between them stands a torn line."""

    end: int
    size: int
    next_seq: int


def _tail_of(log: BinaryIO, path: Path) -> _Tail:
    """Raises ``UnreadableError`` where the last whole line gives no ``seq`` to go on from."""
    size = log.seek(0, os.SEEK_END)
    end = _after_line_feed(log, size)
    if end == 0:
        return _Tail(0, size, 0)
    log.seek(_after_line_feed(log, end - 1))
    line = next(lines_of(log))
    last = over_long(line) if isinstance(line, OverLong) else decode_line(line)
    if last.seq is None:
        log.seek(0)
        number = sum(1 for _ in lines_of(log)) - (end < size)
        raise UnreadableError([fault_of(last, str(path), number)])
    return _Tail(end, size, 0 if isinstance(last, Sealed) else last.seq + 1)


def _after_line_feed(log: BinaryIO, end: int) -> int:
    """Where the line begins that the byte before ``end`` is in: after the last LF before ``end``, or at 0."""
    while end > 0:
        start = max(0, end - _BLOCK)
        log.seek(start)
        found = log.read(end - start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def _last_deal(log: BinaryIO, path: Path) -> tuple[LoggedDeal, str | None]:
    """The last deal, without the torn line that follows it, and its session's seal before."""
    log.seek(0)
    deal: LoggedDeal | None = None
    seals: dict[str | None, str] = {}
    for following in read_deals(log, str(path)):
        if deal is not None and deal.seal is not None:
            seals[deal.session] = deal.seal.hash
        deal = following
    if deal is None or not deal.events:
        raise AppendError(said("{log}: the log has no deal to seal", log=path))
    deal.torn = None
    return deal, seals.get(deal.session)


def _write(log: BinaryIO, path: Path, tail: _Tail, data: bytes) -> Path | None:
    """Set a torn line aside, then write all of ``data`` at once or nothing. Gives the file that was set aside."""
    set_aside = _set_aside(log, path, tail) if tail.end < tail.size else None
    if tail.end == 0:
        _sync_directory(path)
    try:
        written = os.write(log.fileno(), data)
        if written < len(data):
            raise OSError(errno.ENOSPC, f"only {written} of {len(data)} bytes could be written", str(path))
        os.fsync(log.fileno())
    except BaseException:
        os.ftruncate(log.fileno(), tail.end)
        raise
    return set_aside


def _set_aside(log: BinaryIO, path: Path, tail: _Tail) -> Path:
    """Move what follows the last whole line to a new file: only when it is safe there it is cut off here."""
    with _new_file_beside(path) as (torn, name):
        log.seek(tail.end)
        while block := log.read(_BLOCK):
            torn.write(block)
        torn.flush()
        os.fsync(torn.fileno())
        _sync_directory(name)
    os.ftruncate(log.fileno(), tail.end)
    os.fsync(log.fileno())
    return name


@contextmanager
def _new_file_beside(path: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """``NAME.torn``, or the first of ``NAME.torn.1``, ``NAME.torn.2``… that is not there; gone again after an error."""
    for number in count():
        name = path.with_name(f"{path.name}.torn.{number}" if number else f"{path.name}.torn")
        try:
            file = name.open("xb")
        except FileExistsError:
            continue
        try:
            with file:
                yield file, name
        except BaseException:
            name.unlink()
            raise
        return


def _sync_directory(path: Path) -> None:
    """Make sure that a new file's name is on disk."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
