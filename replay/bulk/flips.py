"""What other rules turn round: the stored results against the deals' own, joined in SQL (docs/bulk.md).

A deal flips where another reading scores, the highest total is somebody else's, or a seat that received pays. What
only one side derives is no flip: it is counted by itself.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from replay.bulk.rescore import Trial, asked_table
from replay.bulk.version import engine_version

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Flip = Literal["reading", "highest", "payment"]
FLIPS: tuple[Flip, ...] = ("reading", "highest", "payment")
Amounts = tuple[int | None, ...]


class TrialFlips(Struct, frozen=True):
    """What a trial does to the deals that it has results of: ``deals`` of them, of which ``changed`` have other totals
    or payments, or score by another reading. ``flipped``: deals that flip in any way, the others each in one, where one
    deal may be in several. ``untold``: derived under the deal's own rules only; ``told``: only under the others.
    ``moved``: hu that change hands otherwise, half of what all payments differ by."""

    deals: int
    changed: int
    flipped: int
    reading: int
    highest: int
    payment: int
    untold: int
    told: int
    moved: int


class HandFlip(Struct, frozen=True):
    """A deal that flips: in which ways, and own and other totals, payments, and groups of the reading that scores with
    the one its winning card completes. ``payers``: seats whose payment has another sign, nought being one of three."""

    deal: int
    id: str
    names: tuple[str, ...]
    winner: int | None
    flips: tuple[Flip, ...]
    payers: tuple[int, ...]
    totals: tuple[Amounts, Amounts]
    payments: tuple[Amounts, Amounts]
    groups: tuple[str | None, str | None]
    completes: tuple[str | None, str | None]


class PlayerMoved(Struct, frozen=True):
    """What a player's seats receive in all, own and other, of deals that both derive; a player is a name."""

    name: str
    deals: int
    payments: tuple[int, int]


def compare(archive: "DuckDBPyConnection", trials: Sequence[Trial]) -> None:
    """Make the temporary table ``compared`` for the deals of ``chosen``: one row a trial, by its place, and deal."""
    asked_table(archive, [(at, own, other) for at, trial in enumerate(trials) for own, other in trial.asked])
    seats = range(3)
    both = "d.total_0 IS NOT NULL AND r.total_0 IS NOT NULL"
    most = {side: f"greatest({side}.total_0, {side}.total_1, {side}.total_2)" for side in "dr"}
    signs = [f"sign(d.payment_{seat}) <> sign(r.payment_{seat})" for seat in seats]
    highest = [f"(d.total_{seat} = {most['d']}) <> (r.total_{seat} = {most['r']})" for seat in seats]
    moved = [f"abs(r.payment_{seat}::HUGEINT - d.payment_{seat})" for seat in seats]
    archive.execute(
        f"""
        CREATE OR REPLACE TEMP TABLE compared AS
        SELECT asked.trial, d.deal,
            {both} AND (g.groups, g.completes) IS DISTINCT FROM (r.groups, r.completes) AS reading,
            {both} AND ({" OR ".join(highest)}) AS highest,
            {both} AND ({" OR ".join(signs)}) AS payment,
            list_filter([{", ".join(f"CASE WHEN {sign} THEN {seat} END" for seat, sign in enumerate(signs))}],
                        lambda seat: seat IS NOT NULL) AS payers,
            d.total_0 IS NOT NULL AND r.total_0 IS NULL AS untold,
            d.total_0 IS NULL AND r.total_0 IS NOT NULL AS told,
            {both} AND ({" OR ".join(f"d.{name}_{seat} <> r.{name}_{seat}" for name in ("total", "payment")
                                     for seat in seats)}) AS figures,
            CASE WHEN {both} THEN ({" + ".join(moved)}) // 2 END AS moved,
            [r.total_0, r.total_1, r.total_2] AS totals, [r.payment_0, r.payment_1, r.payment_2] AS payments,
            g.groups AS own_groups, g.completes AS own_completes, r.groups, r.completes
        FROM chosen JOIN deals d USING (deal) JOIN asked ON asked.own = d.rules
        JOIN rescored r ON r.deal = d.deal AND r.rules = asked.rules AND r.engine = ?
        LEFT JOIN (SELECT * FROM readings WHERE reading = 0) g ON g.deal = d.deal
        """,
        [engine_version()],
    )  # fmt: skip


def flips_of(archive: "DuckDBPyConnection", trials: int) -> list[TrialFlips]:
    """What each trial does, in their order."""
    query = """
        SELECT trial, count(*), count_if(reading OR figures OR untold OR told),
            count_if(reading OR highest OR payment), count_if(reading), count_if(highest), count_if(payment),
            count_if(untold), count_if(told), coalesce(sum(moved), 0)
        FROM compared GROUP BY trial
    """
    found = {trial: TrialFlips(*map(int, counts)) for trial, *counts in archive.execute(query).fetchall()}
    return [found.get(trial, TrialFlips(*(0,) * 9)) for trial in range(trials)]


def hands_that_flip(archive: "DuckDBPyConnection", trial: int, most: int | None) -> list[HandFlip]:
    """The deals that flip in a trial: where most changes hands first, ``most`` of them if that is told."""
    query = """
        SELECT d.deal, d.id, (SELECT list(name ORDER BY seat) FROM players p WHERE p.deal = d.deal), d.winner,
            c.reading, c.highest, c.payment, c.payers, [d.total_0, d.total_1, d.total_2], c.totals,
            [d.payment_0, d.payment_1, d.payment_2], c.payments, c.own_groups, c.groups, c.own_completes, c.completes
        FROM compared c JOIN deals d USING (deal)
        WHERE c.trial = ? AND (c.reading OR c.highest OR c.payment) ORDER BY c.moved DESC, d.deal
    """
    values: list[int] = [trial]
    if most is not None:
        query, values = query + " LIMIT ?", [trial, most]
    return [
        HandFlip(
            deal, id_, tuple(names or ()), winner,
            tuple([name for name, flips in zip(FLIPS, (reading, highest, payment), strict=True) if flips]),
            tuple(payers or ()), (tuple(totals[0]), tuple(totals[1])), (tuple(totals[2]), tuple(totals[3])),
            (own_groups, groups), (own_completes, completes),
        )
        for deal, id_, names, winner, reading, highest, payment, payers, *totals, own_groups, groups, own_completes,
            completes in archive.execute(query, values).fetchall()
    ]  # fmt: skip


def players_moved(archive: "DuckDBPyConnection", trial: int) -> list[PlayerMoved]:
    """Every player's deals of a trial; whose sum moves most first."""
    query = """
        SELECT p.name, count(DISTINCT p.deal), sum(p.payment::HUGEINT), sum(c.payments[p.seat + 1]::HUGEINT)
        FROM compared c JOIN players p USING (deal)
        WHERE c.trial = ? AND c.moved IS NOT NULL
        GROUP BY p.name ORDER BY abs(sum(c.payments[p.seat + 1]::HUGEINT) - sum(p.payment::HUGEINT)) DESC, p.name
    """
    found = archive.execute(query, [trial]).fetchall()
    return [PlayerMoved(name, deals, (int(own), int(other))) for name, deals, own, other in found]
