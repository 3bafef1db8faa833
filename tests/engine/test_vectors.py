"""The logs of an independent table: every legal one is clean and settles as expected, every fault is of its class."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.deal import Deal
from engine.events import DealStarted, Event
from engine.score import score
from engine.state import broken_invariants
from replay.records import Claim
from replay.report import compare
from replay.rulebook import rulebook

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors" / "deals"
EXPECTED: dict[str, dict[str, Any]] = json.loads((VECTORS / "expected.json").read_text(encoding="utf-8"))
CLEAN = [name for name, expected in EXPECTED.items() if "fault" not in expected]
FAULTY = [name for name, expected in EXPECTED.items() if "fault" in expected]

SOURCES = {"self-draw": "draw", "kong-replacement": "replacement"}
"""Our words for the sources that the vectors call otherwise."""
CODES = {
    "after-end": ("after-end",),
    "deal-short": ("misdeal",),
    "duplicate": ("seq-gap",),
    "false-win": ("false-win",),
    "fifth-copy": ("fifth-copy",),
    "gap": ("seq-gap",),
    "kong-out-of-nothing": ("not-held", "no-pung"),
    "not-held": ("not-held", "joker-excluded"),
    "phantom-pung": ("not-held", "no-discard"),
    "wrong-seat-draw": ("wrong-turn",),
}
"""What the kinds of fault named in the vectors are here."""


@cache
def deals_of(name: str) -> tuple[Deal, ...]:
    """The folded deals of a file. Read only."""
    deals: list[Deal] = []
    decoder = msgspec.json.Decoder(Event)
    for line in (VECTORS / name).read_bytes().splitlines():
        event = decoder.decode(line)
        if isinstance(event, DealStarted) and event.seq == 0:
            deals.append(Deal(rulebook()))
        deals[-1].add(event)
    return tuple(deals)


def derived(deal: Deal) -> dict[str, Any]:
    """What the vectors expect of a deal, as we have it."""
    assert deal.end is not None
    assert deal.state is not None
    scored, win = score(deal.end), deal.end.win
    assert scored.totals is not None
    assert scored.payments is not None
    told: dict[str, Any] = {
        "status": deal.status,
        "circumstances": [],
        "totals": list(scored.totals),
        "payments": list(scored.payments),
    }
    if win is not None:
        chosen = scored.chosen
        told["circumstances"] = sorted(
            {win.moment} - {"ordinary"} | ({"ready"} if deal.end.players[win.seat].ready else set())
        )
        told["winner"] = {
            "seat": win.seat,
            **{name: getattr(chosen, name) for name in ("base", "bonus", "multiplier", "unrounded")},
        }
        told["source"] = SOURCES.get(win.source, win.source)
        told["partitions"] = scored.partitions
    if deal.claims:
        told["claims"] = [
            compare(scored, Claim(claimed.by, claimed.totals, claimed.payments)).holds for claimed in deal.claims
        ]
    return told


@pytest.mark.parametrize("name", CLEAN)
def test_a_legal_log_is_clean_and_settles_as_expected(name: str) -> None:
    expected = EXPECTED[name].get("deals", [EXPECTED[name]])
    deals = deals_of(name)
    assert [[one.code for one in deal.findings if not one.void] for deal in deals] == [[]] * len(expected)
    for deal, wanted in zip(deals, expected, strict=True):
        assert derived(deal) == {key: value for key, value in wanted.items() if key != "retraction"}
        assert broken_invariants(deal.state) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name in CLEAN if EXPECTED[name].get("retraction")])
def test_a_retracted_discard_is_void_with_what_followed(name: str) -> None:
    (deal,) = deals_of(name)
    fates = [step.fate for step in deal.steps]
    assert "void" in fates
    assert "not-folded" not in fates


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_log_has_one_fault_of_its_class(name: str) -> None:
    deal = deals_of(name)[-1]
    (one,) = deal.findings
    assert one.severity == EXPECTED[name]["fault"]
    assert one.code in CODES[EXPECTED[name]["kind"]]
    assert one.counts
    assert (deal.status == "impossible") == (one.severity == "impossible")


def test_every_vector_is_expected_and_every_expectation_has_its_vector() -> None:
    assert {path.name for path in VECTORS.glob("*.jsonl")} == set(EXPECTED)
    assert {EXPECTED[name]["kind"] for name in FAULTY} == set(CODES)
