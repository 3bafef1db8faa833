"""Audit: legality, settlement and claims of whatever a file holds, one report a deal."""

from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from engine.deal import Deal
from engine.findings import Finding, finding
from engine.rulesets import Rulebook
from engine.said import said
from replay.decode import BadLine, Decoded
from replay.faults import Fault
from replay.inputs import told_apart
from replay.log import LoggedDeal, read_deals
from replay.records import HandRecord, read_records
from replay.report import DealReport, Unread, report_of_log, report_of_record
from replay.rulebook import rulebook
from replay.session import Sessions


def audit(stream: BinaryIO, source: str) -> Iterator[DealReport | Unread]:
    """A report of every deal of a log, a session or hand records, in the order of the input, as it is read.

    ``source``: the input as the user named it. Never raises for what the input holds.
    """
    holds, stream = told_apart(stream)
    if holds == "empty":
        yield Unread(source, (Fault("empty", said("the input is empty: neither a log nor a hand record"), source),))
    elif holds == "log":
        sessions = Sessions()
        for logged in read_deals(stream, source):
            yield sessions.followed(audit_log(logged))
    else:
        for record in read_records(source, stream.read()):
            yield report_of_record(record) if isinstance(record, HandRecord) else Unread(source, record)


def audit_log(logged: LoggedDeal) -> DealReport:
    """The report of one deal of a log."""
    return report_of_log(folded(logged, rulebook()), logged)


def folded(logged: LoggedDeal, rules: Rulebook) -> Deal:
    """The fold of a deal's lines."""
    deal = Deal(rules)
    add = deal.add
    for line in logged.events:
        if type(line) is BadLine:
            add_line(deal, line)
        else:
            add(line)  # type: ignore[arg-type]
    return deal


def add_line(deal: Deal, line: Decoded) -> None:
    """Fold the next line of a deal. One that is no event stops the deal like any impossible event."""
    if isinstance(line, BadLine):
        deal.reject(line.seq, None if line.kind == "unreadable" else _impossible(line))
    else:
        deal.add(line)


def _impossible(line: BadLine) -> Finding:
    return msgspec.structs.replace(finding("line-invalid", seq=line.seq, reason=line.message), code=line.code)
