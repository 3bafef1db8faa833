"""One deal of the archive: where it came from, and its report, made anew from its text."""

from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.findings import Finding
from replay.archive.batch import LINKS
from replay.archive.texts import deal_named, text_of
from replay.audit import audit
from replay.inputs import ARCHIVE
from replay.report import DealReport, Unread
from replay.session import ROTATION

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Origin(Struct, frozen=True):
    """Where a deal of the archive was read. ``others``: ids of deals that call themselves the same, with other content;
    ``named``: what it calls itself; ``source``: its number and name; ``number``: which deal of it."""

    deal: int
    id: str
    named: str | None
    source: int
    name: str
    number: int
    line: int | None
    kind: str
    encoding: str | None
    extended: int
    others: tuple[str, ...]


class Archived(Struct, frozen=True):
    """A deal of the archive. ``besides``: findings of its ``report`` that its own lines do not show, for they rest on
    the deal, or the seal, before it in its session."""

    origin: Origin
    report: DealReport | Unread
    besides: tuple[Finding, ...]


def archived(connection: "DuckDBPyConnection", id_: str) -> Archived:
    """The deal of an id. Raises ``UnreadableError`` where there is none."""
    deal = deal_named(connection, id_)
    origin = _origin(connection, deal)
    (report,) = audit(BytesIO(text_of(connection, deal)), ARCHIVE + id_)
    if isinstance(report, Unread):
        return Archived(origin, report, ())
    seen = {(one.code, one.seq) for one in report.findings}
    besides = tuple([one for one in _of_others(connection, deal) if (one.code, one.seq) not in seen])
    return Archived(origin, replace(report, findings=(*report.findings, *besides)), besides)


def _origin(connection: "DuckDBPyConnection", deal: int) -> Origin:
    (row,) = connection.execute(
        "SELECT d.deal, d.id, d.named, s.source, s.name, d.number, d.line, d.kind, s.encoding, s.extended "
        "FROM deals d JOIN sources s USING (source) WHERE d.deal = ?",
        [deal],
    ).fetchall()
    same = connection.execute(
        "SELECT id FROM deals WHERE named = ? AND deal <> ? ORDER BY deal", [row[2], deal]
    ).fetchall()
    return Origin(*row, tuple([other for (other,) in same]))  # type: ignore[call-arg]


def _of_others(connection: "DuckDBPyConnection", deal: int) -> tuple[Finding, ...]:
    """Findings that rest on more than the deal's own lines: on the deal, or the seal, before it in its session."""
    rows = connection.execute(
        "SELECT code, severity, rule, message, seq, field, void, let_stand FROM findings "
        "WHERE deal = ? AND code IN (SELECT unnest(CAST(? AS VARCHAR[]))) ORDER BY place",
        [deal, sorted({*ROTATION, *LINKS})],
    ).fetchall()
    return tuple([Finding(*row) for row in rows])
