"""The log's own grammar (docs/formats.md, "Event log"): seq, remarks, retractions, the end and the seal."""

import pytest
from msgspec.structs import replace

from engine.deal import Deal
from engine.events import Claimed, DealStarted, Drawn, Extension, Retracted, Ruled, Sealed
from engine.findings import finding
from engine.state import CLAIMING, DEALING, LEADING
from replay.rulebook import rulebook
from tests.support.moments import WAITING, discarded, drawn, last_drawn
from tests.support.play import any_left, event_of, found, play, started, table
from tests.support.traps import Trap, every, fall_into, impossible

PLAY = (
    *("0 dealt 9s", "indicators_revealed 9s 9s", "0 opening_declared quad 9s", "0 ready_declared"),
    *("0 preparation_finished", "0 drawn 9s", "0 replacement_drawn 9s", "0 discarded 9s", "1 pung_claimed 9s"),
    *("0 kong_declared added 9s", "0 passed", "0 won", "exhausted"),
)
REMARKS = ("claimed 0 0 0", "noted well", "ruled so", "x_")


def won() -> Deal:
    return play(table("2c", WAITING), "0 discarded 2c", "1 won")


def exhausted() -> Deal:
    return play(last_drawn(), "0 discarded 7m", "exhausted")


def misplaced(move: str) -> str:
    return {"dealt": "dealt-misplaced §2.1", "indicators_revealed": "indicators-misplaced §2.2"}.get(
        move.split()[move[0].isdigit()], "after-end §10"
    )


TRAPS = (
    *(impossible(f"after_a_win_{move.replace(' ', '_')}", won, move, misplaced(move)) for move in PLAY),
    *(
        impossible(f"after_an_exhausted_deal_{move.replace(' ', '_')}", exhausted, move, misplaced(move))
        for move in PLAY
    ),
    impossible("a_retraction_of_what_is_to_come", discarded, "retracted 99", "nothing-to-retract formats"),
    impossible("a_retraction_to_itself", discarded, f"retracted {discarded().next_seq}", "nothing-to-retract formats"),
    impossible(
        "a_retraction_to_a_void_event",
        lambda: play(discarded(), "retracted 4"),
        "retracted 6",
        "nothing-to-retract formats",
    ),
    impossible(
        "a_retraction_to_a_void_retraction",
        lambda: play(discarded(), "retracted 5", "retracted 4"),
        f"retracted {discarded().next_seq}",
        "nothing-to-retract formats",
    ),
)
"""Played by moves; ``STRAY`` are events that no move can write."""

STRAY = {
    "seq-gap": lambda seq: Drawn(seq + 1, 1, "7m"),
    "seq-gap of a claim": lambda seq: Claimed(seq + 1, "Li", totals=(0, 0, 0)),
    "seq-gap of a retraction": lambda seq: Retracted(seq + 2, 0, "misread"),
    "seq-gap twice the same": lambda seq: Drawn(seq - 1, 1, "7m"),
    "seq-gap back to the start": lambda _seq: DealStarted(0, "duzihu-log/1", "x", "cardavia", ("a", "b", "c"), 0),
    "started-again": lambda seq: DealStarted(seq, "duzihu-log/1", "x", "cardavia", ("a", "b", "c"), 0),
}


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


@pytest.mark.parametrize("name", STRAY)
def test_an_event_out_of_place_stops_the_deal(name: str) -> None:
    deal = discarded(keep="7m 7m")
    before = deal.state.copy()
    stray = STRAY[name](deal.next_seq)
    deal.add(stray)
    (one,) = deal.findings
    assert (one.code, one.rule, one.severity) == (name.split(maxsplit=1)[0], "formats", "impossible")
    assert (one.seq, deal.next_seq) == (stray.seq, stray.seq + 1), "one finding, not one for every line that follows"
    assert found(deal, "1 drawn 7m") == []
    assert (deal.state, deal.status) == (before, "impossible")
    assert [step.fate for step in deal.steps[-2:]] == ["not-folded", "not-folded"]


def test_a_deal_begins_at_seq_0() -> None:
    deal = Deal(rulebook())
    deal.add(DealStarted(1, "duzihu-log/1", "x", "cardavia", ("a", "b", "c"), 0))
    assert [(one.code, one.seq) for one in deal.findings] == [("seq-gap", 1)]
    assert (deal.state, deal.status) == (None, "impossible")


@pytest.mark.parametrize("end", [won, exhausted])
@pytest.mark.parametrize("remark", [*REMARKS, "retracted 0", "sealed"])
def test_after_the_end_remarks_retractions_and_the_seal_may_follow(end, remark: str) -> None:  # type: ignore[no-untyped-def]
    play(end(), remark)


AFTER_SEAL = (*PLAY[5:], *REMARKS, "retracted 0", "sealed")


@pytest.mark.parametrize("move", AFTER_SEAL)
def test_after_the_seal_only_the_next_deal_may_follow(move: str) -> None:
    deal = play(won(), "claimed 0 0 0", "sealed")
    before = deal.state.copy()
    assert isinstance(deal.sealed, Sealed)
    assert found(deal, move) == ["after-seal formats"]
    assert (deal.state, deal.status, len(deal.claims)) == (before, "impossible", 1)


def test_a_seal_in_the_middle_ends_an_unfinished_deal() -> None:
    deal = play(discarded(), "sealed")
    assert (deal.status, deal.end) == ("unfinished", None)
    assert found(deal, "1 drawn 7m") == ["after-seal formats"]


# Remarks


@pytest.mark.parametrize("remark", REMARKS)
def test_remarks_may_stand_anywhere_and_change_nothing(remark: str) -> None:
    for deal in (started(), table(prepared=False), discarded(), won()):
        before = deal.state.copy()
        assert deal.state == play(deal, remark).state == before


def test_claims_and_rulings_are_kept_in_order() -> None:
    deal = play(discarded(), "claimed 1 2 3", "ruled so", "claimed 4 5 6", "ruled otherwise")
    assert [claim.totals for claim in deal.claims] == [(1, 2, 3), (4, 5, 6)]
    assert [ruling.text for ruling in deal.rulings] == ["so", "otherwise"]


def test_who_claims_is_opaque_text() -> None:
    deal = discarded()
    names = ("Li", "[bold]Li[/]", "\x1b[2J", "'; drop table", "table")
    for name in names:
        deal.add(Claimed(deal.next_seq, name, payments=(0, 0, 0)))
    assert tuple(claim.by for claim in deal.claims) == names
    assert deal.findings == []


# Retractions


def test_a_retraction_voids_all_that_was_folded_after_it() -> None:
    deal = drawn("T", keep="9c")
    seq = deal.next_seq
    play(deal, "1 discarded T", "2 drawn 9c", f"retracted {seq - 1}")
    assert [step.fate for step in deal.steps[-4:]] == ["stands", "void", "void", "stands"]
    assert deal.state == drawn("T", keep="9c").state


def test_a_win_can_be_retracted() -> None:
    deal = won()
    play(deal, f"retracted {deal.next_seq - 2}")
    assert (deal.status, deal.end, deal.state.phase, deal.state.win) == ("unfinished", None, CLAIMING, None)
    play(deal, f"1 drawn {any_left(deal)}")


def test_a_deal_can_be_retracted_to_its_start() -> None:
    deal = play(discarded(), "retracted 0")
    assert (deal.state.phase, deal.state.stock, deal.status) == (DEALING, 120, "unfinished")


@pytest.mark.parametrize("remark", REMARKS)
def test_claims_notes_and_rulings_stay(remark: str) -> None:
    deal = play(won(), remark, "retracted 5")
    assert deal.steps[-2].fate == "stands"
    play(deal, f"retracted {deal.steps[-2].event.seq}")
    assert [len(deal.claims), len(deal.rulings)] == [remark == "claimed 0 0 0", remark == "ruled so"]


def test_a_retraction_to_a_remark_takes_back_what_came_after_it() -> None:
    deal = play(discarded("T", keep="7m"), "noted so far", "1 drawn 7m", "claimed 0 0 0")
    seq = next(step.event.seq for step in deal.steps if step.event.__class__.__name__ == "Noted")
    play(deal, f"retracted {seq}")
    assert deal.state == discarded("T", keep="7m").state


def test_a_retraction_can_be_retracted_to() -> None:
    deal = drawn("T W")
    back = deal.next_seq
    play(deal, f"retracted {back - 1}", "1 discarded T", f"retracted {back}", "1 discarded W")
    assert [step.fate for step in deal.steps[back:]] == ["stands", "void", "stands", "stands"]
    assert deal.state == play(drawn("T W"), "1 discarded W").state


def test_what_a_retraction_took_back_stays_void() -> None:
    deal = drawn("T")
    seq = deal.next_seq
    play(deal, "1 discarded T", f"retracted {seq - 1}")
    assert found(deal, f"retracted {seq}") == ["nothing-to-retract formats"]


def test_findings_on_retracted_events_stay_marked_void_and_those_before_count() -> None:
    deal = drawn("9c", keep="9s")
    assert found(deal, "1 drawn 9s") == ["wrong-turn §4.3"]
    first = deal.next_seq - 1
    assert found(deal, "0 passed") == ["pass-without-claim §5.1"]
    play(deal, f"retracted {first}")
    assert [(one.void, one.counts) for one in deal.findings] == [(False, True), (True, False)]
    play(deal, f"retracted {first - 1}")
    assert [one.void for one in deal.findings] == [True, True]


def test_a_line_written_twice_is_taken_back_with_its_finding() -> None:
    """The second has the seq of the first, to which the retraction goes."""
    deal = discarded(keep="7m 7m")
    twice = event_of("1 drawn 7m", deal.next_seq)
    deal.add(twice)
    before = deal.state.copy()
    deal.add(twice)
    assert [one.code for one in deal.findings] == ["seq-gap"]
    play(deal, f"retracted {twice.seq}")
    assert (deal.state, deal.status) == (before, "unfinished")
    assert [one.void for one in deal.findings] == [True]
    assert [step.fate for step in deal.steps[-3:]] == ["stands", "void", "stands"]


def test_a_retraction_to_a_remark_after_an_impossible_event_does_not_take_the_deal_up() -> None:
    deal = discarded(keep="TTTT")
    impossible_at = deal.next_seq
    assert found(deal, "0 discarded T") == ["not-held §4.3"]
    play(deal, "claimed 0 0 0", f"retracted {impossible_at + 1}")
    assert (deal.status, [one.void for one in deal.findings]) == ("impossible", [False])
    play(deal, f"retracted {impossible_at - 1}")
    assert (deal.status, [one.void for one in deal.findings]) == ("unfinished", [True])


def test_a_deal_that_never_began_cannot_be_taken_up() -> None:
    deal = started("no such rules")
    play(deal, "claimed 0 0 0", "retracted 1")
    assert (deal.status, deal.state) == ("impossible", None)
    assert found(deal, "retracted 0") == ["nothing-to-retract formats"]


def test_after_a_retraction_the_seq_goes_on() -> None:
    deal = drawn("T")
    seq = deal.next_seq
    deal.add(Retracted(seq, seq - 1, "misread"))
    deal.add(event_of("1 discarded T", seq))
    assert [one.code for one in deal.findings] == ["seq-gap"]


# Lines that are no events


def test_a_line_that_is_no_event_stops_the_deal_until_it_is_retracted() -> None:
    deal = discarded(keep="7m")
    seq = deal.next_seq
    deal.reject(seq, replace(finding("line-invalid", reason="unknown type 'drown'"), seq=seq))
    assert (deal.status, deal.next_seq, [one.code for one in deal.findings]) == (
        "impossible",
        seq + 1,
        ["line-invalid"],
    )
    assert found(deal, "1 drawn 7m") == []
    play(deal, f"retracted {seq - 1}", "1 drawn 7m")
    assert [one.void for one in deal.findings] == [True]


def test_a_line_that_cannot_be_read_stops_the_deal_and_is_the_readers_to_report() -> None:
    deal = discarded()
    seq = deal.next_seq
    deal.reject(None, None)
    assert (deal.status, deal.next_seq, deal.findings) == ("impossible", seq + 1, [])


def test_a_deal_whose_first_line_is_no_event_has_no_state() -> None:
    deal = Deal(rulebook())
    deal.reject(0, replace(finding("line-invalid", reason="no players"), seq=0))
    play(deal, "1 drawn 7m", "claimed 0 0 0", "x_")
    assert found(deal, "retracted 0") == ["nothing-to-retract formats"]
    assert (deal.state, deal.end, deal.status) == (None, None, "impossible")


# What the table let stand


def test_irregular_on_a_legal_event_says_nothing() -> None:
    assert play(discarded(keep="7m"), "1 drawn 7m irregular").findings == []


def test_an_impossible_event_cannot_be_let_stand() -> None:
    deal = discarded(keep="TTTT")
    assert found(deal, "1 discarded T irregular") == ["not-held §4.3"]
    assert [(one.let_stand, one.counts) for one in deal.findings] == [(False, True)]


# Extensions


def test_extensions_take_a_seq_and_nothing_else() -> None:
    deal = discarded(keep="7m")
    deal.add(Extension(deal.next_seq))
    play(deal, "1 drawn 7m")
    assert [step.fate for step in deal.steps[-2:]] == ["stands", "stands"]


def test_statuses() -> None:
    assert Deal(rulebook()).status == "impossible"
    assert table().status == "unfinished"
    assert table().state.phase == LEADING
    assert won().status == "won"
    assert exhausted().status == "exhausted"


def test_rulings_do_not_change_what_is_derived() -> None:
    deal = won()
    end = deal.end
    deal.add(Ruled(deal.next_seq, "arbiter", "so be it", payments=(1, 2, -3)))
    assert deal.end == end
