"""The report of one deal: what every screen, explanation, JSON document and archive row shows."""

from typing import Literal

from msgspec import Struct

from engine.deal import Deal, Status
from engine.ending import DealEnd
from engine.events import Ruled
from engine.findings import Finding, finding
from engine.options import RuleSet
from engine.score import Score, score
from engine.unchecked import Unchecked
from replay.faults import Fault
from replay.log import LoggedDeal
from replay.records import Claim, HandRecord


class ClaimResult(Struct, frozen=True):
    """A claim held against the derived settlement. ``holds`` and ``difference`` (claimed minus derived, by seat;
    payments if given, else totals) are ``None`` where nothing can be derived. ``seq``: of a log's event."""

    by: str
    totals: tuple[int, ...] | None
    payments: tuple[int, ...] | None
    holds: bool | None
    difference: tuple[int, ...] | None
    seq: int | None = None


class DealReport(Struct, frozen=True):
    """All there is to say of one deal.

    ``source`` and ``line``: where it stands. ``kind``: what it came from. ``deal`` and ``logged``: for a log, the fold
    and what was folded. ``running``: in a session's later deals, what each seat's player has received over its deals so
    far. ``end`` and ``score``: ``None`` while the deal has not ended, and where a card is hidden that scoring needs.
    ``faults``: lines of it that cannot be read. ``hidden``: of a log, how many cards of each hand are not known;
    ``unchecked``: what could not be checked for that reason, which never raises the exit status.
    """

    source: str
    line: int | None
    kind: Literal["log", "record"]
    id: str | None
    names: tuple[str, ...]
    status: Status
    rules: RuleSet | None
    end: DealEnd | None
    score: Score | None
    claims: tuple[ClaimResult, ...] = ()
    rulings: tuple[Ruled, ...] = ()
    findings: tuple[Finding, ...] = ()
    faults: tuple[Fault, ...] = ()
    running: tuple[int, ...] | None = None
    deal: Deal | None = None
    logged: LoggedDeal | None = None
    hidden: tuple[int, ...] | None = None
    unchecked: tuple[Unchecked, ...] = ()

    @property
    def exit_status(self) -> int:
        """3 where a line cannot be read, 1 for a finding that counts or a claim that does not hold, else 0."""
        if self.faults:
            return 3
        broken = any(found.counts for found in self.findings) or any(claim.holds is False for claim in self.claims)
        return 1 if broken else 0


class Unread(Struct, frozen=True):
    """An input, or one record of it, that cannot be read at all."""

    source: str
    faults: tuple[Fault, ...]
    exit_status: int = 3


def report_of_record(record: HandRecord) -> DealReport:
    """The report of a hand record. A winner whose cards have no partition is a finding: a false win."""
    scored = score(record.end)
    findings: tuple[Finding, ...] = ()
    win = record.end.win
    if win is not None and not scored.readings:
        findings = (finding("false-win", field="win.player", seat=win.seat),)
    return DealReport(
        source=record.source,
        line=record.line,
        kind="record",
        id=record.id,
        names=record.names,
        status="exhausted" if win is None else "won",
        rules=record.end.rules,
        end=record.end,
        score=scored,
        claims=tuple(compare(scored, claim) for claim in record.claims),
        findings=findings,
    )


def report_of_log(deal: Deal, logged: LoggedDeal) -> DealReport:
    """The report of a logged deal: its fold, and what its file shows and its events do not (seals, a torn line)."""
    end = deal.end
    scored = None if end is None else score(end)
    start = deal.start
    return DealReport(
        source=logged.source,
        line=logged.first_line,
        kind="log",
        id=None if start is None else start.deal,
        names=() if start is None else start.players,
        status=deal.status,
        rules=None if deal.state is None else deal.state.rules,
        end=end,
        score=scored,
        claims=tuple(
            compare(scored, Claim(claimed.by, claimed.totals, claimed.payments), claimed.seq) for claimed in deal.claims
        ),
        rulings=tuple(deal.rulings),
        findings=(*deal.findings, *logged.findings()),
        faults=logged.faults(),
        deal=deal,
        logged=logged,
        hidden=None if deal.state is None else tuple(deal.state.hidden),
        unchecked=tuple(deal.unchecked),
    )


def compare(scored: Score | None, claim: Claim, seq: int | None = None) -> ClaimResult:
    """Hold a claim against the derived totals and payments: every figure it gives must agree."""
    if scored is None or scored.totals is None or scored.payments is None:
        return ClaimResult(claim.by, claim.totals, claim.payments, None, None, seq)
    holds = claim.totals in (None, scored.totals) and claim.payments in (None, scored.payments)
    claimed, derived = (claim.totals, scored.totals) if claim.payments is None else (claim.payments, scored.payments)
    assert claimed is not None
    difference = tuple(said - due for said, due in zip(claimed, derived, strict=True))
    return ClaimResult(claim.by, claim.totals, claim.payments, holds, difference, seq)
