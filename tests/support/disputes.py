"""Disputed hands of which the cause is known, and what explains claims."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from replay.dispute.disputes import Dispute, disputed
from replay.dispute.search import Chain, Explanation, Found
from tests.support.fixture_logs import FIXTURES, reports
from tests.support.inputs import all_reports

DISPUTES = sorted(path.stem for path in (FIXTURES / "disputes").glob("*.json"))

Named = frozenset[str]
"""Hypotheses as a fixture's ``x_cause`` names them, in any order."""


def named(hypotheses: list[dict[str, Any]]) -> Named:
    """What hypotheses are, as JSON says it; groups in any order."""
    return frozenset(map(_named, hypotheses))


def _named(hypothesis: dict[str, Any]) -> str:
    what = {key: sorted(value) if key == "groups" else value for key, value in hypothesis["what"].items()}
    return json.dumps([hypothesis["kind"], hypothesis["id"], what], sort_keys=True)


def of_chain(chain: Chain) -> Named:
    """The same of a chain that was found."""
    return named([json.loads(json.dumps({"kind": one.kind, "id": one.id, "what": one.what})) for one in chain])


def cause_of(name: str) -> Named:
    """What was done to a disputed hand."""
    record = json.loads(Path(FIXTURES, "disputes", f"{name}.json").read_text(encoding="utf-8"))
    return named(record["x_cause"])


@cache
def dispute_of(name: str) -> Dispute:
    """A disputed hand and what explains its claim."""
    (report,) = reports(f"disputes/{name}.json")
    return disputed(report)


@cache
def all_disputes() -> tuple[Dispute, ...]:
    """Every deal of the fixtures and vectors of which something is claimed; of some, pairs tried all the same."""
    claimed = [report for report in all_reports() if report.claims]
    deeper = ("fixtures/hands/rounding.json", "fixtures/hands/qing_hu.json", "fixtures/logs/disputed.jsonl")
    return (*map(dispute_of, DISPUTES), *(disputed(report, deeper=report.source in deeper) for report in claimed))


def everything_found() -> list[tuple[Dispute, Found]]:
    """Every claim, or claims as one, that was looked into, with the deal it is on."""
    found = []
    for dispute in all_disputes():
        found += [(dispute, answer.found) for answer in dispute.answers if answer.found is not None]
        if dispute.together is not None and dispute.together.found is not None:
            found.append((dispute, dispute.together.found))
    return found


def chains_of(explanation: Explanation) -> tuple[Chain, ...]:
    """All that an explanation names, its alternatives included."""
    return (explanation.hypotheses, *explanation.alike)
