"""The JSON form of a report (docs/formats.md, "Commands", and docs/json.md): plain values, cards as text."""

from typing import Any

import msgspec

from engine.cards import TOKENS, kinds_of, written
from engine.ending import Declared, Holding, Win
from engine.findings import Finding
from engine.lines import Line
from engine.options import RuleSet
from engine.partitions import Group
from engine.rulesets import changes_from
from engine.score import Reading, Score, SeatScore
from engine.unchecked import Unchecked
from replay.faults import Fault
from replay.report import ClaimResult, DealReport
from replay.rulebook import rulebook

Json = dict[str, Any]


def report_json(report: DealReport) -> Json:
    """One deal's report."""
    end, scored = report.end, report.score
    state = None if report.deal is None else report.deal.state
    win = end.win if end is not None else None if state is None else state.win
    return {
        "id": report.id,
        "source": report.source,
        "line": report.line,
        "kind": report.kind,
        "status": report.status,
        "rules": None if report.rules is None else rules_json(report.rules),
        "names": list(report.names),
        "dealer": None if end is None else end.dealer,
        "indicators": None if end is None else written(end.indicators),
        "totals": None if scored is None else scored.totals,
        "payments": None if scored is None else scored.payments,
        "win": None if win is None else win_json(win),
        "winner": None if win is None or scored is None else winner_json(win, scored),
        "players": []
        if end is None or scored is None
        else [
            player_json(seat, holding, scored.seats[seat], is_winner=win is not None and win.seat == seat)
            for seat, holding in enumerate(end.players)
        ],
        "claims": [claim_json(claim) for claim in report.claims],
        "rulings": [
            {"seq": ruling.seq, "by": ruling.by, "text": ruling.text, "payments": ruling.payments}
            for ruling in report.rulings
        ],
        "running": report.running,
        "findings": [finding_json(found) for found in report.findings],
        "hidden": report.hidden,
        "unchecked": [unchecked_json(one) for one in report.unchecked],
        "faults": [fault_json(fault) for fault in report.faults],
    }


def rules_json(rules: RuleSet) -> Json:
    """A rule set as a record names it: its preset and what it changes."""
    return {"preset": rules.preset, "options": changes_from(rulebook().presets[rules.preset], rules)}


def win_json(win: Win) -> Json:
    """How the deal was won, in the words of a hand record; ``by`` is ``none`` where the log gives it no source."""
    return {
        "player": win.seat,
        "by": win.source,
        "card": _card(win.card),
        "from": win.giver,
        "first_discard": win.moment == "first-discard",
        "last_card": win.moment == "last-card",
    }


def winner_json(win: Win, scored: Score) -> Json:
    """The winner's hu and every reading, best first; ``chosen`` indexes the one that scores."""
    best = scored.chosen
    return {
        "seat": win.seat,
        "base": None if best is None else best.base,
        "bonus": None if best is None else best.bonus,
        "multiplier": None if best is None else best.multiplier,
        "unrounded": None if best is None else best.unrounded,
        "partitions": scored.partitions,
        "chosen": None if best is None else 0,
        "readings": [reading_json(reading) for reading in scored.readings],
    }


def reading_json(reading: Reading) -> Json:
    """One reading with all its lines."""
    return {
        "unrounded": reading.unrounded,
        "total": reading.total,
        "base": reading.base,
        "bonus": reading.bonus,
        "multiplier": reading.multiplier,
        "groups": [group_json(group) for group in reading.partition],
        "completes": None if reading.completes is None else group_json(reading.completes),
        "lines": [line_json(line) for line in reading.lines],
    }


def group_json(group: Group) -> Json:
    """A concealed group or the pair."""
    return {"form": group.form, "cards": group.text}


def player_json(seat: int, holding: Holding, scored: SeatScore | None, *, is_winner: bool) -> Json:
    """A seat's cards and base lines. ``adjustments``: what else a seat that did not win has, multipliers and rounding;
    a winner's stand in its reading. A false winner has no lines."""
    lines = () if scored is None else scored.lines
    return {
        "seat": seat,
        "hand": written(kinds_of(holding.hand)),
        "groups": [declared_json(group) for group in holding.groups],
        "hezi": _card(holding.hezi),
        "jokers": " ".join(TOKENS[joker] for joker in holding.jokers),
        "ready": holding.ready,
        "base": None if scored is None else scored.base,
        "unrounded": None if scored is None else scored.unrounded,
        "total": None if scored is None else scored.total,
        "lines": [line_json(line) for line in lines if line.section == "base"],
        "adjustments": [line_json(line) for line in lines if line.section != "base" and not is_winner],
    }


def declared_json(group: Declared) -> str:
    """A declared group as a hand record writes it."""
    return f"{group.form} {TOKENS[group.kind]}"


def line_json(line: Line) -> Json:
    """One line. ``value`` and ``factors``: how a base line comes about."""
    return {
        "id": line.id,
        "section": line.section,
        "rule": line.rule,
        "cards": " ".join(TOKENS[kind] for kind in line.cards),
        "amount": line.amount,
        "option": line.option,
        "assumed": line.assumed,
        "value": line.value,
        "factors": [
            {"id": factor.id, "rule": factor.rule, "card": TOKENS[factor.card], "times": factor.times}
            for factor in line.factors
        ],
        "cell": None if line.cell is None else msgspec.to_builtins(line.cell),
    }


def claim_json(claim: ClaimResult) -> Json:
    """A claim and how it compares."""
    return {
        "by": claim.by,
        "seq": claim.seq,
        "totals": claim.totals,
        "payments": claim.payments,
        "holds": claim.holds,
        "difference": claim.difference,
    }


def finding_json(found: Finding) -> Json:
    """A finding. It has ``seq`` if it stands on an event, ``field`` if on a hand record."""
    place: Json = {} if found.seq is None else {"seq": found.seq}
    if found.field is not None:
        place["field"] = found.field
    return {
        "code": found.code,
        "severity": found.severity,
        **place,
        "rule": found.rule,
        "message": str(found.message),
        "void": found.void,
        "let_stand": found.let_stand,
    }


def unchecked_json(one: Unchecked) -> Json:
    """What could not be checked of an event."""
    return {"code": one.code, "seq": one.seq, "rule": one.rule, "message": str(one.message)}


def fault_json(fault: Fault) -> Json:
    """What is wrong with an input; ``column`` only where it is known."""
    plain: Json = msgspec.to_builtins(fault, enc_hook=str)
    if fault.column is None:
        del plain["column"]
    return plain


def _card(kind: int | None) -> str | None:
    return None if kind is None else TOKENS[kind]
