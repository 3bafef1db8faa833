"""Inputs of the commands: every fixture, and what people feed a command by mistake."""

import json
from functools import cache
from pathlib import Path

from replay.audit import audit
from replay.report import DealReport
from tests.support.command_line import ROOT

FIXTURES = ROOT / "fixtures"
LOGS = sorted(str(path.relative_to(ROOT)) for path in (FIXTURES / "logs").glob("*.jsonl"))
HANDS = sorted(str(path.relative_to(ROOT)) for path in (FIXTURES / "hands").iterdir())
VECTORS = sorted(str(path.relative_to(ROOT)) for path in (FIXTURES / "vectors" / "deals").glob("*.jsonl"))


@cache
def all_reports() -> tuple[DealReport, ...]:
    """The audit of every deal and record of the fixtures and of the vectors' logs."""
    found = []
    for name in (*LOGS, *HANDS, *VECTORS):
        with open(ROOT / name, "rb") as stream:
            found += [report for report in audit(stream, name) if isinstance(report, DealReport)]
    return tuple(found)


def record(name: str = "disputed", **changes: object) -> dict[str, object]:
    """A fixture's hand record, with some keys changed."""
    read: dict[str, object] = json.loads((FIXTURES / "hands" / f"{name}.json").read_text(encoding="utf-8"))
    return read | changes


def named(names: tuple[str, str, str], into: Path, *, id_: str = "named") -> Path:
    """The disputed hand as a file, its players and claimants under other names."""
    hand = record(id=id_)
    players = [player | {"name": name} for player, name in zip(hand["players"], names, strict=True)]  # type: ignore[call-overload]
    claims = [{"by": name, "totals": [30, 520, 10]} for name in names]
    into.write_text(json.dumps(hand | {"players": players, "claims": claims}), encoding="utf-8")
    return into
