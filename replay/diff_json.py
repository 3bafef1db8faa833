"""The JSON form of a comparison (docs/json.md)."""

from typing import Any

from engine.lines import Line
from engine.rulesets import changes_from
from replay.diff import DealDiff, LineChange, OptionDiff, SeatDiff
from replay.report import DealReport
from replay.report_json import claim_json, finding_json, line_json, reading_json, rules_json

Json = dict[str, Any]


def deal_json(report: DealReport) -> Json:
    """Which deal is compared, under its own rules."""
    return {
        "id": report.id,
        "source": report.source,
        "line": report.line,
        "names": report.names,
        "status": report.status,
        "rules": None if report.rules is None else rules_json(report.rules),
        "totals": None if report.score is None else report.score.totals,
        "payments": None if report.score is None else report.score.payments,
    }


def diff_json(diff: DealDiff) -> Json:
    """What another rule set changes."""
    rules, others = diff.old.rules, diff.new.rules
    assert others is not None
    return {
        "rules": rules_json(others),
        "options": {}
        if rules is None
        else {name: {"old": getattr(rules, name), "new": value} for name, value in changes_from(rules, others).items()},
        "changes": changes_json(diff),
    }


def changes_json(diff: DealDiff) -> Json:
    """Everything that is not the same on both sides; ``old`` is under the deal's own rules."""
    return {
        "none": diff.is_empty,
        "status": pair_json((diff.old.status, diff.new.status)),
        "seats": [seat_json(seat) for seat in diff.seats],
        "reading": None
        if diff.readings is None
        else pair_json(tuple(None if reading is None else reading_json(reading) for reading in diff.readings)),
        "findings": {
            "appear": [finding_json(found) for found in diff.appeared],
            "disappear": [finding_json(found) for found in diff.gone],
        },
        "claims": [pair_json((claim_json(old), claim_json(new))) for old, new in diff.claims],
    }


def option_json(tried: OptionDiff) -> Json:
    """What one option at another value changes."""
    return {"option": tried.option.name, "old": tried.old, "new": tried.new, "changes": changes_json(tried.diff)}


def pair_json(pair: tuple[Any, ...]) -> Json:
    """A thing on both sides."""
    return {"old": pair[0], "new": pair[1]}


def seat_json(seat: SeatDiff) -> Json:
    """What changes for a seat."""
    return {
        "seat": seat.seat,
        "lines": [_line_change_json(change) for change in seat.lines],
        "unrounded": pair_json(seat.unrounded),
        "total": pair_json(seat.total),
        "payment": pair_json(seat.payment),
    }


def _line_change_json(change: LineChange) -> Json:
    kind = "appears" if change.old is None else "disappears" if change.new is None else "changes"
    return {"change": kind, **pair_json((_line(change.old), _line(change.new)))}


def _line(line: Line | None) -> Json | None:
    return None if line is None else line_json(line)
