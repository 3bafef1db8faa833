"""Putting a source into the archive: one transaction, every byte of it accounted for, nothing twice.

Batches of deals come from as many processes as there are; here each deal gets its number and its id, if it is not there
already, and what rests on the deals before it.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, BinaryIO

import msgspec
from msgspec import Struct

from engine.findings import Finding
from engine.said import said
from replay.archive.batch import Batch, Making, Part, Refused, Told, TornLine, batch_at, batch_of, told_of
from replay.archive.contents import Keeping, unpacked_part
from replay.archive.known import Known, Verdict, named
from replay.archive.line_rows import LineNumbers
from replay.archive.loading import Numbered, forget, put, put_rows, put_rule_sets
from replay.archive.log_pieces import log_pieces
from replay.archive.rows import Row, finding_row
from replay.archive.store import run
from replay.bulk.pool import in_order
from replay.faults import Fault
from replay.imports.pieces import Reading, Source
from replay.seal import SealCheck
from replay.session import Sessions

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TOGETHER, BYTES_TOGETHER = 8192, 2**26
"""Deals, and bytes of them, that are looked up and put in at a time."""
PIECES_TOGETHER = 256
"""Records of a source that is no log that make a batch."""
WORTH_A_PROCESS = 2**23
"""Bytes of a log in the time of which a process has started."""
AHEAD = 4
"""Pieces that wait for each process: one that is held up holds up none of the others."""
FAULTS_TOLD = 100
"""Faults of a source that are told at once; all are kept."""


class Counts(Struct):
    """What became of a source: bytes, then deals, then records, as in the table ``sources``."""

    imported: int = 0
    duplicate: int = 0
    rejected: int = 0
    ignored: int = 0
    deals: int = 0
    duplicates: int = 0
    extended: int = 0
    conflicts: int = 0
    records: int = 0


class Taken(Struct):
    """The import of one source. ``seen``: the source it is a copy of, if it was not imported again; ``faults``: the
    first of what was rejected; ``conflicts``: own ids that another deal has, with the ids given instead."""

    name: str
    kind: str
    size: int
    counts: Counts
    encoding: str | None
    known: str | None
    crlf: bool
    seen: str | None = None
    faults: list[Fault] = []
    conflicts: list[tuple[str, str]] = []


def take(
    archive: "DuckDBPyConnection",
    source: Source,
    raw: BinaryIO,
    reading: Reading,
    *,
    processes: int = 1,
    told: Callable[[int, int], None] = lambda _bytes, _deals: None,
    lines: LineNumbers | None = None,
) -> Taken:
    """Import a source in one transaction, unless the archive has it under whatever name.

    ``raw``: its bytes, seekable; ``told``: how many bytes and deals have been read; ``lines``: who imports many sources
    has one for all. Raises whatever the archive or the stream does, with nothing put in.
    """
    lines = lines or LineNumbers(archive)
    taken = Taken(source.name, source.kind, source.size, Counts(), source.encoding, source.known, source.crlf)
    taken.seen = _seen(archive, source, reading)
    if taken.seen is not None:
        taken.counts.duplicate = source.size
        return taken
    from replay.bulk.work import no_search_for_cycles

    run(archive, "BEGIN")
    try:
        with no_search_for_cycles():
            _Intake(archive, source, taken, reading, lines).run(raw, processes, told)
        run(archive, "COMMIT")
    except BaseException:
        _roll_back(archive)
        lines.forget()
        raise
    return taken


def _roll_back(archive: "DuckDBPyConnection") -> None:
    """End the transaction, unless what failed was its end."""
    from duckdb import TransactionException

    with suppress(TransactionException):
        run(archive, "ROLLBACK")


def _seen(archive: "DuckDBPyConnection", source: Source, reading: Reading) -> str | None:
    """The source of the same text that was imported already: whole, or read no otherwise than now. An encoding told
    otherwise makes another text."""
    query = "SELECT name, rejected, read_as FROM sources WHERE digest = ? ORDER BY source"
    for name, rejected, read_as in run(archive, query, [source.digest]):
        before = msgspec.json.decode(read_as, type=Reading)
        if not rejected or (before.columns, before.rules) == (reading.columns, reading.rules):
            return str(name)
    return None


class _Held(Struct):
    """A batch that waits to be put in. ``first``: how many records of its source come before it; ``texts``: what its
    deals are, by their number in it, where they are not cut out of its bytes."""

    batch: Batch
    told: list[Told]
    first: int
    texts: list[str]

    def text(self, at: int) -> bytes:
        """What the deal at a place of the batch is."""
        told = self.told[at]
        if told.kind != "log":
            return self.texts[told.deal or 0].encode()
        start = sum([before.length for before in self.told[:at]])
        return self.bytes()[start : start + told.length]

    def bytes(self) -> bytes:
        """What it was read from."""
        return b"".join([unpacked_part(*part) for part in self.batch.parts])


class _Intake:
    """The import of one source, within its transaction."""

    def __init__(
        self, archive: "DuckDBPyConnection", source: Source, taken: Taken, reading: Reading, lines: LineNumbers
    ) -> None:
        self._archive, self._source, self._taken, self._counts = archive, source, taken, taken.counts
        self._lines = lines
        self._reading = msgspec.json.encode(reading).decode()
        ((last,),) = run(archive, "SELECT coalesce(max(source), 0) FROM sources")
        self._key: int = last + 1
        self._keeping = Keeping(self._key, partial(put_rows, archive, "contents"))
        self._known = Known(archive)
        self._sessions = Sessions()
        self._seals: dict[str | None, str] = {}
        self._records = self._waiting = self._waiting_bytes = 0
        self._held: list[_Held] = []
        self._rejects: list[Row] = []

    def run(self, raw: BinaryIO, processes: int, told: Callable[[int, int], None]) -> None:
        """Read it all."""
        self._put_source()  # what is read is looked up there, before all of it is counted
        as_it_stands = self._source.stream is raw and not self._source.skipped
        if not as_it_stands:
            self._keeping.keep_all(raw)
        self._counts.ignored += self._source.skipped
        done = self._source.skipped
        path = raw.name if as_it_stands and isinstance(getattr(raw, "name", None), str) else None
        for batch in self._batches(processes, path):
            if as_it_stands:
                self._keeping.keep(batch.parts)
            done += batch.size
            self._hold(batch)
            told(done, self._records)
        self._put_held()
        run(self._archive, "DELETE FROM sources WHERE source = ?", [self._key])
        self._put_source()

    def _put_source(self) -> None:
        source = self._source
        row = (
            self._key, source.name, source.kind, source.size, source.digest, source.encoding, source.known, source.crlf,
            self._reading, *msgspec.structs.astuple(self._counts),
        )  # fmt: skip
        put_rows(self._archive, "sources", [row])

    def _batches(self, processes: int, path: str | None) -> Iterator[Batch]:
        """Batches in order. ``path``: the file whose bytes the log is, if it is one."""
        source = self._source
        if source.stream is None:
            yield from _batches_of_pieces(source, self._counts)
            return
        processes = max(1, min(processes, source.size // WORTH_A_PROCESS))
        pieces = log_pieces(source.stream)
        if path is None or processes == 1:
            work = partial(batch_of, source=source.name)
            yield from in_order(work, pieces, processes=processes, ahead=AHEAD)
            return
        parts = (Part(piece.start, piece.line, len(piece.data), piece.goes_on) for piece in pieces)
        work_at = partial(batch_at, path=path, source=source.name)
        run(self._archive, f"SET threads = {max(1, processes // 4)}")  # the cores are taken
        try:
            yield from in_order(work_at, parts, processes=processes, ahead=AHEAD)
        finally:
            run(self._archive, "RESET threads")

    def _hold(self, batch: Batch) -> None:
        told = told_of(batch.told)
        if not told and batch.parts and batch.torn is None:
            self._goes_on(batch.size)
        self._held.append(_Held(batch, told, self._records, _texts(batch)))
        self._records += len(told)
        self._waiting += len(told)
        self._waiting_bytes += batch.size
        if batch.torn is not None:
            self._torn(batch.torn)
        if self._waiting >= TOGETHER or self._waiting_bytes >= BYTES_TOGETHER:
            self._put_held()

    def _put_held(self) -> None:
        """Put in what waits, first what texts are cut out of."""
        self._keeping.put()
        held, self._held = self._held, []
        self._waiting = self._waiting_bytes = 0
        deals = [
            (told, partial(one.text, at)) for one in held for at, told in enumerate(one.told) if not told.refused
        ]  # fmt: skip
        verdicts = iter(self._known.judge(deals))
        numbered, findings, rule_sets = [], list[Row](), dict[str, tuple[str, str]]()
        replaced, places = list[int](), dict[int, tuple[Numbered, int]]()
        for one in held:
            batch = Numbered(one.batch, [], [], self._key, one.first)
            for at, (told, size) in enumerate(zip(one.told, self._raw_sizes(one), strict=True)):
                found = self._of_session(told)
                if told.refused:
                    self._refused(one.first + at + 1, told, size)
                    continue
                verdict = next(verdicts)
                self._count(verdict, told, size)
                if verdict.fate == "duplicate":
                    batch.keys.append(None)
                    batch.ids.append(None)
                    continue
                if verdict.fate == "extends":
                    replaced.append(verdict.deal)
                    if verdict.deal in places:  # read a moment ago, and not put in yet
                        before, number = places[verdict.deal]
                        before.keys[number] = before.ids[number] = None
                        findings = [row for row in findings if row[0] != verdict.deal]
                places[verdict.deal] = (batch, len(batch.keys))
                batch.keys.append(verdict.deal)
                batch.ids.append(verdict.id)
                findings += [finding_row(verdict.deal, place, one_found) for place, one_found in found]
            numbered.append(batch)
            rule_sets |= one.batch.rule_sets
        forget(self._archive, replaced)
        put(self._archive, numbered, self._lines)
        put_rows(self._archive, "findings", findings)
        put_rule_sets(self._archive, rule_sets)
        put_rows(self._archive, "rejects", self._rejects)
        self._rejects = []

    def _of_session(self, told: Told) -> list[tuple[int, Finding]]:
        """What a deal's session finds wrong with it, each with its place among the deal's findings."""
        turn = told.turn
        if turn is None:
            return []
        rotation, _running = self._sessions.follow(turn)
        found = [(at - len(rotation), one) for at, one in enumerate(rotation)]
        if told.seal is not None:
            seq, hash_, previous = told.seal
            link = SealCheck(0, seq, seq, hash_, hash_, previous, self._seals.get(turn.session))
            found += [(told.found + at, one) for at, one in enumerate(link.findings())]
            self._seals[turn.session] = hash_
        return found

    def _raw_sizes(self, held: _Held) -> list[int]:
        """How many bytes of the source each deal of a batch is."""
        sizes, raw_size = [told.size for told in held.told], self._source.raw_size
        if raw_size is None or (self._source.encoding == "utf-8" and not self._source.crlf):
            return sizes
        text, ends = held.bytes(), [0, *accumulate(sizes)]
        return [raw_size(text[start:end]) for start, end in pairwise(ends)]

    def _count(self, verdict: Verdict, told: Told, size: int) -> None:
        counts = self._counts
        if verdict.fate == "duplicate":
            counts.duplicates += 1
            counts.duplicate += size
            return
        counts.deals += 1
        counts.imported += size
        if verdict.fate == "extends":
            counts.extended += 1
        elif verdict.fate == "conflict":
            counts.conflicts += 1
            if len(self._taken.conflicts) < FAULTS_TOLD:
                self._taken.conflicts.append((named(told), verdict.id))

    def _refused(self, record: int, told: Told, size: int) -> None:
        self._counts.records += 1
        self._counts.rejected += size
        self._reject(record, told.refused, told.line, size, told.text)

    def _torn(self, torn: TornLine) -> None:
        message = said("the last line has no line feed: a torn write, set aside")
        mend = said("import the log again when it is whole")
        fault = Refused(torn.line, None, None, "torn-line", None, str(message), str(mend))
        self._counts.rejected += torn.size
        self._reject(self._records, (fault,), torn.line, torn.size, torn.text)

    def _reject(self, record: int, faults: tuple[Refused, ...], line: int, size: int, text: str | None) -> None:
        for at, fault in enumerate(faults):
            where = (fault.line, fault.column, fault.field, fault.code, fault.token, fault.message, fault.mend)
            self._rejects.append((self._key, record, at, *where, line, size, None if at else text))
            if len(self._taken.faults) < FAULTS_TOLD:
                self._taken.faults.append(
                    Fault(
                        fault.code, fault.message, self._source.name, fault.line, fault.field, fault.token, fault.mend,
                        fault.column,
                    )
                )  # fmt: skip

    def _goes_on(self, size: int) -> None:
        """More of a deal that is too large: it was rejected before."""
        self._put_held()
        self._counts.rejected += size
        run(
            self._archive,
            "UPDATE rejects SET size = size + ? WHERE source = ? AND record = ?",
            [size, self._key, self._records],
        )


def _texts(batch: Batch) -> list[str]:
    """What deals are that are not cut out of their batch's bytes."""
    if "texts" not in batch.tables:
        return []
    from replay.bulk.work import unpacked

    texts: list[str] = unpacked(batch.tables["texts"]).column("text").to_pylist()
    return texts


def _batches_of_pieces(source: Source, counts: Counts) -> Iterator[Batch]:
    """The pieces of a source that is no log, some at a time."""
    making, size = Making(), 0
    for piece in source.pieces or ():
        size += piece.size
        match piece.fate:
            case "ignored":
                counts.ignored += piece.size
            case "rejected":
                making.refuse(piece.faults, line=piece.line, size=piece.size, kind=source.kind, text=piece.text)
            case "typed":
                making.typed(piece.content, source.name, line=piece.line, size=piece.size, date=piece.date)
            case "record":
                assert piece.record is not None
                making.record(piece.record, piece.content, size=piece.size, date=piece.date)
        if len(making.told) >= PIECES_TOGETHER:
            yield msgspec.structs.replace(making.batch(), size=size)
            making, size = Making(), 0
    yield msgspec.structs.replace(making.batch(), size=size)
