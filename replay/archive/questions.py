"""Questions to the archive that have a command of their own: which deals there are, and what players made of them.

What people typed is always a parameter of the SQL, never part of it.
"""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from engine.win import SHAPES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ANY = "any"
CLAIM = {"fails": "NOT c.holds", "holds": "c.holds", "unknown": "c.holds IS NULL"}
"""What ``--claim`` asks of one claim of a deal."""

STATUSES = ("won", "exhausted", "unfinished", "impossible")

_AT_ONCE = 10_000


class Filters(Struct, frozen=True):
    """Which deals are meant: those that all of it is true of.

    ``players``: every one of them sat in it; ``since`` and ``until``: the first and last day, which a deal without a
    date does not meet; ``rules``: the hash of its rule set; ``findings``: it has each of these codes, ``any`` stands
    for whatever code; ``claim``: it has such a claim; ``source``: the name or the number of where it was read.
    """

    players: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    rules: str | None = None
    preset: str | None = None
    findings: tuple[str, ...] = ()
    claim: Literal["fails", "holds", "unknown"] | None = None
    session: str | None = None
    status: str | None = None
    source: str | None = None

    def where(self) -> tuple[str, list[Any]]:
        """A condition on ``deals d``, and its parameters."""
        asked: list[str] = ["true"]
        values: list[Any] = []
        for name in self.players:
            asked.append("EXISTS (SELECT 1 FROM players p WHERE p.deal = d.deal AND p.name = ?)")
            values.append(name)
        for condition, value in (
            ("d.played_on >= ?", self.since),
            ("d.played_on <= ?", self.until),
            ("d.rules = ?", self.rules),
            ("d.preset = ?", self.preset),
            ("d.session = ?", self.session),
            ("d.status = ?", self.status),
        ):
            if value is not None:
                asked.append(condition)
                values.append(value)
        for code in self.findings:
            asked.append("EXISTS (SELECT 1 FROM findings f WHERE f.deal = d.deal AND (? OR f.code = ?))")
            values += [code == ANY, code]
        if self.claim is not None:
            asked.append(f"EXISTS (SELECT 1 FROM claims c WHERE c.deal = d.deal AND {CLAIM[self.claim]})")
        if self.source is not None:
            asked.append(
                "d.source IN (SELECT s.source FROM sources s WHERE s.name = ? OR CAST(s.source AS VARCHAR) = ?)"
            )
            values += [self.source, self.source]
        return " AND ".join(asked), values


class Listed(Struct, frozen=True):
    """A deal in short. ``findings``: how many raise the exit status; ``claims`` and ``failing``: how many there are,
    and do not hold. Names, totals and payments by seat; the last two ``None`` where nothing can be derived."""

    id: str
    deal: int
    source: str
    line: int | None
    played_at: datetime | None
    played_on: date | None
    session: str | None
    session_number: int | None
    kind: str
    preset: str | None
    rules: str | None
    status: str
    names: tuple[str, ...]
    winner: int | None
    by: str | None
    shape: str | None
    outscored: bool | None
    totals: tuple[int, ...] | None
    payments: tuple[int, ...] | None
    findings: int
    claims: int
    failing: int


_NEWEST = "coalesce(d.played_at, CAST(d.played_on AS TIMESTAMP)) DESC NULLS LAST, d.deal DESC"


def how_many(connection: "DuckDBPyConnection", filters: Filters) -> int:
    """How many deals there are of a kind."""
    where, values = filters.where()
    found = connection.execute(f"SELECT count(*) FROM deals d WHERE {where}", values).fetchone()
    assert found is not None
    return int(found[0])


def listed(connection: "DuckDBPyConnection", filters: Filters, most: int | None) -> Iterator[Listed]:
    """Deals, the newest first, ``most`` of them if that is told; what is played on an unknown day comes last."""
    where, values = filters.where()
    limit = "" if most is None else "LIMIT ?"
    cursor = connection.execute(
        f"""
        WITH chosen AS (SELECT * FROM deals d WHERE {where} ORDER BY {_NEWEST} {limit}),
        seats AS (SELECT deal, list(name ORDER BY seat) AS names
                  FROM players SEMI JOIN chosen USING (deal) GROUP BY deal),
        found AS (SELECT deal, count(*) FILTER (counts) AS n FROM findings SEMI JOIN chosen USING (deal) GROUP BY deal),
        said AS (SELECT deal, count(*) AS n, count(*) FILTER (NOT holds) AS failing
                 FROM claims SEMI JOIN chosen USING (deal) GROUP BY deal)
        SELECT d.id, d.deal, s.name, d.line, d.played_at, d.played_on, d.session, d.session_number, d.kind, d.preset,
               d.rules, d.status, seats.names, d.winner, d.won_by, d.shape, d.outscored,
               [d.total_0, d.total_1, d.total_2], [d.payment_0, d.payment_1, d.payment_2],
               coalesce(found.n, 0), coalesce(said.n, 0), coalesce(said.failing, 0)
        FROM chosen d LEFT JOIN sources s USING (source) LEFT JOIN seats USING (deal) LEFT JOIN found USING (deal)
             LEFT JOIN said USING (deal)
        ORDER BY {_NEWEST}
        """,
        values if most is None else [*values, most],
    )
    while rows := cursor.fetchmany(_AT_ONCE):
        for *about, names, winner, by, shape, outscored, totals, payments, found, claims, failing in rows:
            yield Listed(  # type: ignore[call-arg]
                *about, tuple(names or ()), winner, by, shape, outscored, _amounts(totals), _amounts(payments), found,
                claims, failing,
            )  # fmt: skip


def _amounts(values: Sequence[int | None]) -> tuple[int, ...] | None:
    return None if None in values else tuple(values)  # type: ignore[arg-type]


class Best(Struct, frozen=True):
    """One of a player's biggest wins."""

    total: int
    id: str


class PlayerStats(Struct, frozen=True):
    """What one name made of its deals.

    ``deals``: in which it sat, one in which two seats have the name being one; ``settled``: seats that a payment could
    be derived for, of which ``wins`` won; ``shapes``: wins of each of ``SHAPES``; ``payments``: the sum received, and
    ``average`` of a settled seat; ``best``: the biggest totals as winner; ``outscored``: wins where a loser had the
    higher total; ``outscored_winner``: deals lost with a total above the winner's; ``course``: what it had received by
    the end of each of ``COURSE`` equal parts of the deals in question, in the order of their import.
    """

    name: str
    deals: int
    settled: int
    wins: int
    shapes: tuple[int, ...]
    payments: int
    average: float | None
    best: tuple[Best, ...]
    outscored: int
    outscored_winner: int
    course: tuple[int, ...] = ()

    @property
    def rate(self) -> float | None:
        """Wins of what was settled."""
        return self.wins / self.settled if self.settled else None


class Stats(Struct, frozen=True):
    """Players who sat most often first, and how many ``names`` there are. ``deals`` by status; ``outscored``: of the
    ``won`` that could be settled, those where a loser had a higher total than the winner."""

    names: int
    deals: dict[str, int]
    won: int
    outscored: int
    players: tuple[PlayerStats, ...]


COURSE = 16
_BIGGEST = 3


def stats(connection: "DuckDBPyConnection", filters: Filters, most: int | None) -> Stats:
    """What players made of the deals of a kind; of the ``most`` who sat in most of them, if that is told."""
    where, values = filters.where()
    statuses = dict(
        connection.execute(f"SELECT d.status, count(*) FROM deals d WHERE {where} GROUP BY 1", values).fetchall()
    )
    won, outscored, first, last = connection.execute(
        "SELECT count(d.outscored), count(*) FILTER (d.outscored), min(d.deal), max(d.deal) "
        f"FROM deals d WHERE {where}",
        values,
    ).fetchall()[0]
    rows = connection.execute(_STATS.format(where=where, limit="" if most is None else "LIMIT ?"),
                              values if most is None else [*values, most]).fetchall()  # fmt: skip
    biggest = _ids(connection, {deal for *_, best, _names in rows for deal in best or ()})
    deals, course = _course(connection, filters, [row[0] for row in rows], first, last) if rows else ({}, {})
    return Stats(
        rows[0][-1] if rows else 0,
        {status: statuses.get(status, 0) for status in STATUSES},
        won,
        outscored,
        tuple(
            PlayerStats(
                name, deals[name], settled, wins, tuple(shapes), int(payments or 0), average,
                tuple([biggest[deal, name] for deal in best or ()]), lost_more, gained_less,
                tuple(course[name]),
            )
            for name, settled, wins, *shapes, payments, average, lost_more, gained_less, best, _names in rows
        ),
    )  # fmt: skip


_WINNERS = "CASE d.winner WHEN 0 THEN d.total_0 WHEN 1 THEN d.total_1 WHEN 2 THEN d.total_2 END"

_STATS = f"""
    SELECT p.name, count(p.payment),
           count(*) FILTER (p.won AND p.payment IS NOT NULL),
           {", ".join(f"count(*) FILTER (p.won AND p.payment IS NOT NULL AND d.shape = '{name}')" for name in SHAPES)},
           sum(p.payment), avg(p.payment),
           count(*) FILTER (p.won AND d.outscored), count(*) FILTER (NOT p.won AND p.total > {_WINNERS}),
           list_transform(
               max(struct_pack(total := p.total, place := -p.deal), {_BIGGEST})
                   FILTER (p.won AND p.payment IS NOT NULL),
               lambda one: -one.place),
           count(*) OVER ()
    FROM players p JOIN deals d USING (deal) WHERE {{where}} GROUP BY p.name ORDER BY count(*) DESC, p.name {{limit}}
"""


def _ids(connection: "DuckDBPyConnection", deals: set[int]) -> dict[tuple[int, str], Best]:
    """By deal and name of its winner: its total and id."""
    found = connection.execute(
        "SELECT d.deal, p.name, p.total, d.id FROM deals d JOIN players p USING (deal) "
        "WHERE p.won AND d.deal IN (SELECT unnest(CAST(? AS BIGINT[])))",
        [sorted(deals)],
    )
    return {(deal, name): Best(total, id_) for deal, name, total, id_ in found.fetchall()}


def _course(
    connection: "DuckDBPyConnection", filters: Filters, names: list[str], first: int, last: int
) -> tuple[dict[str, int], dict[str, list[int]]]:
    """By name: in how many deals it sat, and what it had received by the end of each part of them."""
    where, values = filters.where()
    found = connection.execute(
        f"SELECT p.name, (p.deal - ?) * {COURSE} // ?, coalesce(sum(p.payment), 0), count(DISTINCT p.deal) "
        "FROM players p JOIN deals d USING (deal) "
        f"WHERE {where} AND p.name IN (SELECT unnest(CAST(? AS VARCHAR[]))) GROUP BY 1, 2",
        [first, last - first + 1, *values, names],
    )
    deals, course = dict.fromkeys(names, 0), {name: [0] * COURSE for name in names}
    for name, part, received, sat in found.fetchall():
        course[name][part] = int(received)
        deals[name] += sat
    for parts in course.values():
        for at in range(1, COURSE):
            parts[at] += parts[at - 1]
    return deals, course
