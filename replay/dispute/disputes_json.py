"""The JSON form of disputes (docs/json.md)."""

from typing import Any

from replay.diff_json import deal_json, pair_json, seat_json
from replay.dispute.claims import Figures, Part
from replay.dispute.disputes import Dispute, changes
from replay.dispute.hypotheses import Hypothesis
from replay.dispute.search import Explanation, Found, Tried
from replay.dispute.words import explanation_said
from replay.report_json import reading_json

Json = dict[str, Any]


def dispute_json(dispute: Dispute, limit: int, seconds: float) -> Json:
    """A deal's claims and what explains them, at most ``limit`` explanations of either kind for each."""
    one = dispute.together
    return deal_json(dispute.report) | {
        "claims": [
            {
                "by": answer.by,
                "seq": answer.seq,
                **_figures(answer.figures),
                "holds": answer.holds,
                "explained": _found(dispute, answer.found, limit),
            }
            for answer in dispute.answers
        ],
        "together": None
        if one is None
        else {
            "claims": one.answers,
            "joined": one.joined,
            **_figures(None if one.found is None else one.found.figures),
            "explained": _found(dispute, one.found, limit),
        },
        "tried": _tried(dispute.tried, seconds),
    }


def _tried(tried: Tried, seconds: float) -> Json:
    number = tried.singles + tried.pairs
    return {
        "singles": tried.singles,
        "pairs": tried.pairs,
        "seconds": round(seconds, 3),
        "per_second": round(number / seconds) if seconds else None,
    }


def _figures(figures: Figures | None) -> Json:
    if figures is None:
        return {"totals": None, "payments": None}
    return {"totals": _part(figures.totals), "payments": _part(figures.payments)}


def _part(part: Part) -> Part | None:
    return None if all(figure is None for figure in part) else part


def _found(dispute: Dispute, found: Found | None, limit: int) -> Json | None:
    if found is None:
        return None
    ranked = list(enumerate(found.explanations, 1))
    own, others = ([one for one in ranked if one[1].other_rules is rules] for rules in (False, True))
    return {
        "own_rules": [_explanation(dispute, found.figures, *one) for one in own[:limit]],
        "other_rules": [_explanation(dispute, found.figures, *one) for one in others[:limit]],
        "more": max(0, len(own) - limit) + max(0, len(others) - limit),
        "pairs": found.pairs,
    }


def _explanation(dispute: Dispute, figures: Figures, rank: int, explanation: Explanation) -> Json:
    base, new = dispute.base, explanation.reckoning
    assert base is not None
    readings = [None if one.reading is None else (one.reading.partition, one.reading.completes) for one in (base, new)]
    return {
        "rank": rank,
        "text": explanation_said(figures, base, explanation.hypotheses),
        "hypotheses": [hypothesis_json(one) for one in explanation.hypotheses],
        "totals": new.totals,
        "payments": new.payments,
        "seats": [seat_json(seat) for seat in changes(base, explanation)],
        "reading": None
        if readings[0] == readings[1]
        else pair_json(tuple(None if one.reading is None else reading_json(one.reading) for one in (base, new))),
        "alike": [{"hypotheses": [hypothesis_json(one) for one in chain]} for chain in explanation.alike],
    }


def hypothesis_json(hypothesis: Hypothesis) -> Json:
    """A hypothesis: of what kind, which, about what, in words."""
    return {
        "kind": hypothesis.kind,
        "id": hypothesis.id,
        "rule": hypothesis.rule,
        "what": hypothesis.what,
        "text": hypothesis.said,
    }
