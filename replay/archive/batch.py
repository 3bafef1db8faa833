"""Deals to tables: the part of an import that every core does by itself, on a piece of a log or on single deals.

A batch numbers its deals from 0; who puts it into the archive gives them their numbers there. What rests on the deals
before, rotation and the links of seals, is left to it too: ``Told`` is what it needs for that.
"""

import io
from hashlib import sha256

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.ending import Declared
from engine.findings import Finding
from engine.options import RuleSet
from engine.said import said
from replay.archive.contents import Packed, packed_parts
from replay.archive.log_pieces import LogPiece
from replay.archive.rows import Place, Rows, fits
from replay.archive.tables import table_of
from replay.audit import audit_log
from replay.faults import Fault
from replay.log import LoggedDeal, Torn, read_deals
from replay.records import HandRecord, encode_record
from replay.report import DealReport, report_of_record
from replay.report_json import rules_json
from replay.session import Turn, turn_of

OPENING = 8
"""Bytes of the hash of a log's first line that are kept."""
LINKS = frozenset(("seal-previous-missing", "seal-previous-differs", "torn-line"))
"""Findings that rest on more than the deal's own lines."""

BY_ROWS = ("deals", "texts", "players", "readings", "claims", "findings", "ends")
"""Tables that a batch has rows of."""


class Refused(Struct, frozen=True, array_like=True):
    """One fault of what could not be taken."""

    line: int | None
    column: str | None
    field: str | None
    code: str
    token: str | None
    message: str
    mend: str | None


class Told(Struct, frozen=True, array_like=True):
    """What a batch tells of one deal besides its rows. ``deal``: its number in the batch, ``None`` if it was refused;
    ``size``: bytes in its source, ``length``: of what it is; ``line``: its first; ``text``: of what was refused, where
    it is a text. ``turn``: what its session needs; ``seal``: ``seq``, hash and previous of its seal; ``found``: how
    many findings it has rows of."""

    deal: int | None
    size: int
    length: int
    line: int
    kind: str
    digest: bytes
    opening: bytes | None = None
    named: str | None = None
    turn: Turn | None = None
    seal: tuple[int, str, str | None] | None = None
    found: int = 0
    refused: tuple[Refused, ...] = ()
    text: str | None = None


class TornLine(Struct, frozen=True):
    """A last line of a log without its LF: where it stands, its bytes, and its text if it is one."""

    line: int
    size: int
    text: str | None


class Batch(Struct, frozen=True):
    """Tables by name, each as Arrow IPC, without columns that have nothing in this batch; ``told``: every deal, in
    order. ``rule_sets``: by hash, preset and changes in JSON. ``parts``: the bytes it was read from, compressed, and
    ``size``, how many they are."""

    tables: dict[str, bytes]
    told: bytes
    rule_sets: dict[str, tuple[str, str]]
    torn: TornLine | None = None
    parts: tuple[Packed, ...] = ()
    size: int = 0


class Making:
    """Collects deals into one batch."""

    def __init__(self) -> None:
        self.rows = Rows()
        self.told: list[Told] = []
        self._deals = 0
        self.torn: TornLine | None = None

    def log(self, data: bytes, source: str, *, start: int = 0, line: int = 1) -> None:
        """The deals of a piece of a log that begins at byte ``start``, line ``line``, of its source's text."""
        for logged in read_deals(io.BytesIO(data), source, first_line=line):
            raw = b"".join(logged.lines)
            size = len(raw) + logged.unkept
            if logged.torn is not None:
                self.torn = _torn(logged.torn)
                logged.torn = None
            if size:
                self._logged(logged, raw, start, size)
            start += size

    def typed(self, content: bytes, source: str, *, line: int, size: int, date: str | None) -> None:
        """A typed deal, as the log that it is."""
        for logged in read_deals(io.BytesIO(content), source):
            report = audit_log(logged)
            place = Place(
                len(self.told) + 1, line, "typed", None, len(content), _log_digest(logged, content),
                _opening(logged), content.decode(), date,
            )  # fmt: skip
            self._add(report, place, size)

    def record(self, record: HandRecord, content: bytes, *, size: int, date: str | None) -> None:
        """A hand record with its canonical form."""
        place = Place(
            len(self.told) + 1, record.line, "record", None, len(content), _record_digest(record, date), None,
            content.decode(), date,
        )  # fmt: skip
        self._add(report_of_record(record), place, size)

    def refuse(
        self,
        faults: tuple[Fault, ...],
        *,
        line: int,
        size: int,
        kind: str,
        text: str | None,
        turn: Turn | None = None,
        seal: tuple[int, str, str | None] | None = None,
    ) -> None:
        """What could not be read."""
        refused = tuple([_refused(fault) for fault in faults])
        self.told.append(Told(None, size, size, line, kind, b"", turn=turn, seal=seal, refused=refused, text=text))

    def _logged(self, logged: LoggedDeal, raw: bytes, start: int, size: int) -> None:
        report = audit_log(logged)
        faults = logged.faults()
        if not faults and logged.start is None:
            faults = tuple([_no_deal(found, logged) for found in report.findings[:1]])
        if faults:
            turn, seal = turn_of(report), _seal(logged)
            text = _as_text(raw)
            self.refuse(faults, line=logged.first_line, size=size, kind="log", text=text, turn=turn, seal=seal)
            return
        place = Place(
            len(self.told) + 1, logged.first_line, "log", start, size, _log_digest(logged, raw), _opening(logged),
        )  # fmt: skip
        self._add(report, place, size)

    def _add(self, report: DealReport, place: Place, size: int) -> None:
        if not fits(report.rules, report.score):
            message = said("its amounts are larger than the archive can hold")
            fault = Fault("too-large", message, report.source, place.line)
            self.refuse((fault,), line=place.line, size=size, kind=place.kind, text=place.text)
            return
        findings = [found for found in report.findings if found.code not in LINKS]
        self.rows.add(self._deals, report, place, findings)
        seal = None if report.logged is None else _seal(report.logged)
        self.told.append(
            Told(
                self._deals, size, place.size, place.line, place.kind, place.digest, place.opening, report.id,
                turn_of(report), seal, len(findings),
            )
        )  # fmt: skip
        self._deals += 1

    def batch(self) -> Batch:
        """What was collected."""
        from replay.bulk.work import packed

        rows = self.rows
        tables = {name: table_of(name, getattr(rows, name)) for name in BY_ROWS if getattr(rows, name)}
        tables |= rows.events.tables() | rows.lines.tables()
        rule_sets = {hash_: (rules.preset, _changes(rules)) for hash_, rules in rows.rule_sets.items()}
        return Batch({name: packed(table) for name, table in tables.items()}, _encode(self.told), rule_sets, self.torn)


def batch_of(piece: LogPiece, source: str) -> Batch:
    """The batch of a piece of a log, with its bytes compressed. What goes on with a deal that is too large has none."""
    from replay.bulk.work import no_search_for_cycles

    with no_search_for_cycles():  # until all that was made is let go again: else there is much to be searched
        batch = _made(piece, source)
    return replace(batch, parts=packed_parts(piece.data), size=len(piece.data))


def _made(piece: LogPiece, source: str) -> Batch:
    making = Making()
    if not piece.goes_on:
        making.log(piece.data, source, start=piece.start, line=piece.line)
    return making.batch()


class Part(Struct, frozen=True):
    """A piece of a log by where it stands in its file."""

    start: int
    line: int
    size: int
    goes_on: bool


def batch_at(part: Part, path: str, source: str) -> Batch:
    """The batch of a part of a file: what is not sent from process to process need not be copied."""
    with open(path, "rb") as file:
        file.seek(part.start)
        return batch_of(LogPiece(part.start, part.line, file.read(part.size), part.goes_on), source)


_encode = msgspec.msgpack.Encoder().encode
told_of = msgspec.msgpack.Decoder(list[Told]).decode
"""What a batch tells of its deals."""


def _changes(rules: RuleSet) -> str:
    return msgspec.json.encode(rules_json(rules)["options"]).decode()


def _opening(logged: LoggedDeal) -> bytes:
    return sha256(logged.lines[0]).digest()[:OPENING]


def _refused(fault: Fault) -> Refused:
    column = None if fault.column is None else str(fault.column)
    mend = None if fault.mend is None else str(fault.mend)
    return Refused(fault.line, column, fault.field, fault.code, fault.token, str(fault.message), mend)


def _as_text(raw: bytes) -> str | None:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return None


def _no_deal(found: Finding, logged: LoggedDeal) -> Fault:
    """Why lines that no ``deal_started`` leads are no deal."""
    return Fault(found.code, found.message, logged.source, logged.first_line)


def _log_digest(logged: LoggedDeal, raw: bytes) -> bytes:
    """Of a deal's lines. Where its last line is its seal the hash of the others is known: it need not be made again."""
    seal = logged.seal
    if seal is None or seal.computed is None or seal.place != len(logged.lines) - 1:
        return sha256(raw).digest()
    return sha256(f"{seal.computed} ".encode() + logged.lines[-1]).digest()


def _record_digest(record: HandRecord, date: str | None) -> bytes:
    """Of a record whose groups may be told in any order."""
    players = [replace(own, groups=tuple(sorted(own.groups, key=_order))) for own in record.end.players]
    ordered = replace(record, end=replace(record.end, players=tuple(players)))
    return sha256(msgspec.json.encode([encode_record(ordered), date])).digest()


def _order(group: Declared) -> tuple[str, int]:
    return group.form, group.kind


def _torn(torn: Torn) -> TornLine:
    raw = torn.raw
    return (
        TornLine(torn.line, len(raw), _as_text(raw)) if isinstance(raw, bytes) else TornLine(torn.line, raw.size, None)
    )


def _seal(logged: LoggedDeal) -> tuple[int, str, str | None] | None:
    seal = logged.seal
    return None if seal is None else (seal.seq, seal.hash, seal.previous)
