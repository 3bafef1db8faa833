"""Whether a log is what was sealed, and what its seals cannot show (docs/formats.md, ``sealed``).

A seal shows that a deal was not altered after it was sealed, but whoever can rewrite the file can seal it anew. Only a
code that was kept elsewhere anchors a seal; through ``previous``, it anchors the session's deals before it as well.
"""

from typing import BinaryIO, Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.events import type_of
from engine.findings import Finding, finding
from engine.said import msgid, said
from replay.decode import BadLine
from replay.faults import Fault
from replay.head import bits_of, head_of, same_head
from replay.log import LoggedDeal, read_deals
from replay.seal import SealCheck

Reason = Literal["no-code", "unsealed", "other-session", "after-code", "before-break", "outside", "torn"]

_WHY: dict[Reason, str] = {
    "no-code": msgid(
        "no code was given: whoever can rewrite the file can seal it anew, so compare a code kept elsewhere"
    ),
    "unsealed": msgid("the deal is not sealed: nothing shows whether it was altered"),
    "after-code": msgid("the deal was sealed after the code was taken: the code says nothing of it"),
    "other-session": msgid("the code is of another session, or of none: it says nothing of this deal"),
    "before-break": msgid("between this deal and the code a seal does not verify, so the code does not reach it"),
    "outside": msgid("the seal before this one is not in the file: deals may be missing before it"),
    "torn": msgid("the last line is torn and not covered by any seal"),
}


class Unanchored(Struct, frozen=True):
    """What could not be anchored, and why. ``deal``: an index of ``Verification.deals``, ``None`` for the file."""

    reason: Reason
    message: str
    deal: int | None = None


class DealVerified(Struct, frozen=True):
    """What the file shows of one deal. ``line``: its first; ``head``: the short code of its seal.

    ``ok``: it has a seal that verifies, its link to the seal before included. ``anchored``: the code covers it.
    """

    deal: str | None
    session: str | None
    line: int
    ok: bool
    anchored: bool
    seal: SealCheck | None
    head: str | None
    findings: tuple[Finding, ...] = ()


class Verification(Struct, frozen=True):
    """What a file's seals show. ``head``: the code that was given; ``matched``: the index of the deal it is of.

    ``findings``: on the file as a whole; each deal has its own. ``faults``: lines that cannot be read.
    """

    source: str
    head: str | None
    matched: int | None
    deals: tuple[DealVerified, ...]
    unanchored: tuple[Unanchored, ...]
    findings: tuple[Finding, ...]
    faults: tuple[Fault, ...]

    @property
    def exit_status(self) -> int:
        """3 where a line cannot be read, 1 for any finding, else 0."""
        if self.faults:
            return 3
        return 1 if self.findings or any(deal.findings for deal in self.deals) else 0


def verify(stream: BinaryIO, source: str, head: str | None = None) -> Verification:
    """Check every seal of a log and, with the code of one (``replay.head``), which deals that code anchors.

    Whether what was sealed is a legal deal is the audit's question. Raises ``HeadError`` where ``head`` is no code.
    """
    if head is not None:
        bits_of(head)
    deals: list[DealVerified] = []
    faults: list[Fault] = []
    torn = False
    for logged in read_deals(stream, source):
        deals.append(_verified(logged))
        faults += logged.faults()
        torn = logged.torn is not None
    if not deals:
        faults.append(Fault("empty", said("the file is empty: it holds no deal"), source))
    matched = None if head is None else _matched(deals, head)
    reached = _reached(deals, matched)
    deals = [replace(deal, anchored=index in reached) for index, deal in enumerate(deals)]
    return Verification(
        source,
        head,
        matched,
        tuple(deals),
        tuple(_unanchored(deals, head, matched, torn)),
        () if head is None or matched is not None else (_unmatched(head),),
        tuple(faults),
    )


def _verified(logged: LoggedDeal) -> DealVerified:
    seal = logged.seal
    findings = [*_line_findings(logged), *logged.findings()]
    ok = seal is not None and not seal.findings() and seal.covers
    head = None if seal is None else head_of(seal.hash)
    return DealVerified(logged.id, logged.session, logged.first_line, ok, False, seal, head, tuple(findings))


def _line_findings(logged: LoggedDeal) -> list[Finding]:
    """Lines that are no events, a seal out of its place, and the first of what follows a seal."""
    found = [
        finding("line-invalid", seq=event.seq, reason=event.message)
        for event in logged.events
        if isinstance(event, BadLine) and event.kind == "impossible"
    ]
    seal = logged.seal
    if seal is None:
        return found
    if seal.seq != seal.place:
        found.append(finding("seq-gap", seq=seal.seq, found=seal.seq, due=seal.place))
    if after := logged.events[seal.place + 1 :]:
        name = str(after[0].given.get("type")) if isinstance(after[0], BadLine) else type_of(after[0])
        found.append(finding("after-seal", seq=after[0].seq, type=name))
    return found


def _matched(deals: list[DealVerified], head: str) -> int | None:
    """The last deal whose seal has the code."""
    for index, deal in reversed(list(enumerate(deals))):
        if deal.seal is not None and same_head(head, deal.seal.hash):
            return index
    return None


def _reached(deals: list[DealVerified], matched: int | None) -> set[int]:
    """The deals that the code of one anchors: it, and the session's before it as far as seal holds to seal."""
    reached: set[int] = set()
    if matched is None:
        return reached
    for index in reversed(range(matched + 1)):
        seal = deals[index].seal
        if seal is None or deals[index].session != deals[matched].session:
            continue
        if not seal.covers:
            break
        reached.add(index)
        if seal.link != "linked":
            break
    return reached


def _unmatched(head: str) -> Finding:
    message = said(
        "no seal of the file has the code {code}: it is not the file that the code was taken of, or was altered",
        code=head,
    )
    return Finding("head-unmatched", "irregular", "formats", message)


def _unanchored(deals: list[DealVerified], head: str | None, matched: int | None, torn: bool) -> list[Unanchored]:
    """Everything the seals, and the code if one was given, leave open."""
    reasons: list[tuple[Reason, int | None]] = [("no-code", None)] if head is None else []
    for index, deal in enumerate(deals):
        if deal.seal is None:
            reasons.append(("unsealed", index))
            continue
        if matched is not None and not deal.anchored:
            reasons.append((_why_not_reached(deals, index, matched), index))
        if deal.seal.link == "outside":
            reasons.append(("outside", index))
    if torn:
        reasons.append(("torn", None))
    return [Unanchored(reason, said(_WHY[reason]), index) for reason, index in reasons]


def _why_not_reached(deals: list[DealVerified], index: int, matched: int) -> Reason:
    if deals[index].session != deals[matched].session:
        return "other-session"
    return "after-code" if index > matched else "before-break"
