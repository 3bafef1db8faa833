"""The claims on a deal that are in dispute, and what would explain each of them, and all of them together."""

from collections.abc import Sequence

from msgspec import Struct

from engine.lines import Line
from engine.score import SeatScore
from replay.diff import LineChange, SeatDiff, diff_lines
from replay.dispute.claims import Figures, Joined, figures, together
from replay.dispute.reckoning import Reckoning, reckon
from replay.dispute.search import Explanation, Found, Progress, Tried, search
from replay.report import DealReport


class Answer(Struct, frozen=True):
    """A claim and what would explain it.

    ``by``: who claims, ``None`` for a claim that is only asked about. ``holds``: whether every figure is what the deal
    comes to, ``None`` where that cannot be derived. ``found``: ``None`` where it holds or nothing was looked for.
    """

    by: str | None
    seq: int | None
    figures: Figures
    holds: bool | None
    found: Found | None


class Together(Struct, frozen=True):
    """Several claims in dispute as one. ``answers``: their places. ``joined``: whether all their figures or only those
    in dispute go together; ``None``, and nothing ``found``, where not even those do."""

    answers: tuple[int, ...]
    joined: Joined | None
    found: Found | None


class Dispute(Struct, frozen=True):
    """A deal, what is claimed of it and why. ``base``: the deal as the rules reckon it, ``None`` before its end.
    ``tried``: how far was looked."""

    report: DealReport
    base: Reckoning | None
    answers: tuple[Answer, ...]
    together: Together | None
    tried: Tried


def disputed(
    report: DealReport, asked: Figures | None = None, *, deeper: bool = False, progress: Progress | None = None
) -> Dispute:
    """Every claim on a deal, that which is ``asked`` about first, with its explanations.

    ``deeper``: look for pairs of differences too where single ones explain a claim.
    """
    claims: list[tuple[str | None, int | None, Figures]] = [] if asked is None else [(None, None, asked)]
    claims += [(claim.by, claim.seq, figures(claim.totals, claim.payments)) for claim in report.claims]
    base, tried = None if report.end is None else reckon(report.end), Tried()
    if base is None or (base.end.win is not None and base.end.win.source == "none"):
        answers = [Answer(by, seq, claimed, None, None) for by, seq, claimed in claims]
        return Dispute(report, base, tuple(answers), None, tried)
    open_ = [at for at, (_, _, claimed) in enumerate(claims) if not claimed.met_by(base)]
    wanted = [claims[at][2] for at in open_]
    joined = together(wanted, base) if len(wanted) > 1 else None
    all_wanted = wanted if joined is None else [*wanted, joined[1]]
    found = search(base, all_wanted, tried, deeper=deeper, progress=progress) if wanted else []
    explained = dict(zip(open_, found, strict=False))
    answers = [
        Answer(by, seq, claimed, claimed.held_by(base), explained.get(at))
        for at, (by, seq, claimed) in enumerate(claims)
    ]
    one = None
    if len(wanted) > 1:
        one = Together(tuple(open_), *((None, None) if joined is None else (joined[0], found[-1])))
    return Dispute(report, base, tuple(answers), one, tried)


def changes(base: Reckoning, explanation: Explanation) -> tuple[SeatDiff, ...]:
    """What an explanation changes, seat by seat: lines, totals, payments; old is what the rules reckon."""
    new = explanation.reckoning
    return tuple(
        SeatDiff(
            seat,
            tuple(filter(_counts, diff_lines(_lines(old), _lines(other)))),
            (None if old is None else old.unrounded, None if other is None else other.unrounded),
            (base.totals[seat], new.totals[seat]),
            (_of(base.payments, seat), _of(new.payments, seat)),
        )
        for seat, (old, other) in enumerate(zip(base.seats, new.seats, strict=True))
    )


def _lines(scored: SeatScore | None) -> tuple[Line, ...]:
    return () if scored is None else scored.lines


def _counts(change: LineChange) -> bool:
    """Whether a line is another, not only for another reason."""
    old, new = change.old, change.new
    return old is None or new is None or (old.id, old.amount, old.cards) != (new.id, new.amount, new.cards)


def _of(payments: Sequence[int] | None, seat: int) -> int | None:
    return None if payments is None else payments[seat]
