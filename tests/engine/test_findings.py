"""Findings: every code has its trap, and says what it found in words that can be read."""

import pytest

from engine.findings import CODES, Finding, at_event, finding
from tests.engine import (
    test_2_deal,
    test_3_preparation,
    test_4_play_traps,
    test_5_claims,
    test_12_article,
    test_12_jokers,
    test_hidden_checks,
    test_log,
    test_wins,
)
from tests.support.play import found
from tests.support.traps import Trap

TRAPS = tuple(
    trap
    for module in (
        *(test_2_deal, test_3_preparation, test_4_play_traps, test_5_claims),
        *(test_wins, test_log, test_12_jokers, test_hidden_checks),
    )
    for trap in module.TRAPS
)
ELSEWHERE = {
    *(finds.split()[0] for _, _, finds in test_2_deal.STARTS.values()),
    *(name.split()[0] for name in test_log.STRAY),
    *(finds.split()[0] for _, seating in test_12_article.SEATINGS.values() for finds in seating),
    *("after-seal", "replacement-late", "joker-late"),
}
"""Codes of events that no move at a table writes, or that come only after another fault; tested by themselves."""
OF_THE_READERS = {
    *("line-invalid", "torn-line", "seal-mismatch", "seal-previous-missing", "seal-previous-differs"),
    *("dealer-rotation", "sitter-rotation"),
}
"""Codes that the file shows and no event."""


def test_every_code_has_a_trap() -> None:
    trapped = {finds.split()[0] for trap in TRAPS for finds in trap.finds}
    assert trapped | ELSEWHERE | OF_THE_READERS == set(CODES)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.name)
def test_a_finding_has_words_that_name_what_it_found(trap: Trap) -> None:
    deal = trap.deal()
    found(deal, trap.move)
    for one in deal.findings:
        assert "{" not in one.message
        assert "None" not in one.message
        assert all(str(value) in one.message for name, value in one.params.items() if name != "card")
        assert one.message.isprintable()


def test_a_finding_keeps_its_place_and_is_let_stand_only_if_irregular() -> None:
    one = finding("not-held", seat=0, needed=1, card="9s", held=0)
    assert (one.severity, one.rule, one.seq, one.counts) == ("impossible", "§4.3", None, True)
    assert at_event(one, 7, let_stand=True) == Finding(
        "not-held", "impossible", "§4.3", one.message, seq=7, params=one.params
    )
    other = at_event(finding("misdeal", seat=0, count=22, due=23), 1, let_stand=True)
    assert (other.seq, other.let_stand, other.counts) == (1, True, False)


def test_what_people_typed_is_told_without_control_characters() -> None:
    assert finding("card-unknown", card="\x1b[2J", reason="no card").message.isprintable()
