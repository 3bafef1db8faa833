"""Every trap is really in the log that is named for it."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.actions import Action, legal_actions, standing_claim
from engine.cards import kinds_of, matches, written
from engine.deal import AnyEvent, fold
from engine.ending import Declared
from engine.events import (
    Claimed,
    DealStarted,
    Discarded,
    Drawn,
    ReplacementDrawn,
    Ruled,
    Sealed,
    encode,
    type_of,
)
from engine.notation import parse_card, parse_cards
from engine.partitions import kinds_waited_for
from engine.score import score
from engine.state import CLAIMING, PUNGED, ROBBING, SEATS, State
from fixtures.make import LOGS, SESSION
from replay.decode import BadLine, decode_line
from replay.records import Claim, HandRecord, read_records
from replay.report import compare
from replay.rulebook import rulebook
from tests.support.fixture_logs import (
    FIXTURES,
    at,
    chosen,
    could_win,
    discards_of,
    events_of,
    final,
    ids,
    kind,
    moments,
    raw,
    reports,
    types,
)

LEGAL = [
    name
    for name in LOGS
    if name
    not in {
        "fifth_copy",
        "impossible_event_taken_back",
        "misdeal_by_number",
        "misread_card_retracted",
        "ready_players_swap_let_stand",
        "win_on_an_incomplete_hand",
    }
]


def legal_events() -> Iterator[tuple[str, AnyEvent, State]]:
    """Every move of a log without a fault, with the table before it."""
    for name in LEGAL:
        for event, before, _ in moments(name):
            if before is not None and type_of(event) in PLAYED:
                yield name, event, before


PLAYED = {
    *("opening_declared", "replacement_drawn", "ready_declared", "preparation_finished", "drawn", "discarded"),
    *("pung_claimed", "kong_declared", "passed", "won", "exhausted", "joker_exposed"),
}


def test_every_move_of_a_legal_log_was_offered() -> None:
    for name, event, before in legal_events():
        offered = [(one.type, one.seat, one.form) for one in legal_actions(before)]
        assert (type_of(event), getattr(event, "seat", None), getattr(event, "form", None)) in offered, name
        if isinstance(event, Discarded):
            assert parse_card(event.card) in discards_of(before, event.seat), name


def test_every_draw_of_a_legal_log_is_the_decks() -> None:
    for name in LEGAL:
        start = events_of(name)[0]
        assert isinstance(start, DealStarted)
        assert start.deck is not None
        stock = start.deck.split()[69:]
        for event, before, _ in moments(name):
            if before is not None and isinstance(event, Drawn):
                assert event.card == stock[before.fronts], name
            elif before is not None and isinstance(event, ReplacementDrawn):
                assert event.card == stock[-1 - before.backs], name


# Robbing and kongs


def test_robbed_kong_leaves_the_pung() -> None:
    name = "robbed_kong_leaves_the_pung"
    _, before, after = at(name, "won")
    assert (before.phase, before.turn, before.kong) == (ROBBING, 0, kind("5c"))
    assert before.groups[0] == [Declared("added-kong", kind("5c"), 1)]
    assert after.groups[0] == [Declared("pung", kind("5c"), 1)]
    assert after.owed == []
    assert "replacement_drawn" not in types(name)
    completes = chosen(final(name)[1]).completes
    assert completes is not None
    assert completes.text == "4c 5c 6c"


def test_added_kong_stands_after_the_opponent_who_could_rob_passed() -> None:
    name = "added_kong_after_a_pass"
    event, before, after = at(name, "passed")
    assert before.phase == ROBBING
    assert could_win(before, 2)
    assert not could_win(after, 2)
    order = types(name)
    assert order[order.index("passed") - 1 : order.index("passed") + 2] == [
        "kong_declared",
        "passed",
        "replacement_drawn",
    ]
    state, _ = final(name)
    assert state.groups[0] == [Declared("added-kong", kind("5c"), 1)]
    assert state.win is not None
    assert state.win.seat == event.seat  # type: ignore[union-attr]


def test_kong_on_the_last_stock_card_and_the_win_on_it() -> None:
    name = "last_stock_card_drawn_for_a_kong"
    _, before, _ = at(name, "kong_declared")
    assert before.stock == 1
    _, before, _ = at(name, "won")
    assert (before.stock, before.replaced) == (0, True)
    assert {"self-draw", "kong-replacement", "last-card"} <= ids(chosen(final(name)[1]))


def test_last_stock_card_is_an_ordinary_draw() -> None:
    name = "last_stock_card_self_drawn"
    _, before, _ = at(name, "won")
    assert (before.stock, before.replaced) == (0, False)
    found = ids(chosen(final(name)[1]))
    assert {"self-draw", "last-card"} <= found
    assert "kong-replacement" not in found


def test_kong_after_a_pung_is_legal_by_house_rule_only() -> None:
    name = "kong_after_a_pung_by_house_rule"
    _, before, _ = at(name, "kong_declared")
    assert before.phase == PUNGED
    start, *rest = events_of(name)
    under_the_preset = fold([replace(start, rules="cardavia"), *rest], rulebook())
    assert "after-pung" in [found.code for found in under_the_preset.findings]


def test_first_discard_wins_although_the_dealer_declared_a_kong() -> None:
    name = "first_discard_win_after_a_concealed_kong"
    _, before, _ = at(name, "won")
    assert before.discards == 1
    assert [group.form for group in before.groups[before.dealer]] == ["concealed-kong"]
    assert {"first-discard", "three-elders"} <= ids(chosen(final(name)[1]))


# Claims on a discard


def test_pung_of_the_last_discard() -> None:
    name = "pung_of_the_last_discard"
    _, before, _ = at(name, "pung_claimed")
    assert (before.stock, before.phase) == (0, CLAIMING)
    assert before.fronts == 51
    _, before, _ = at(name, "exhausted")
    assert before.turn == 2, "the punger's discard was resolved again"


def test_two_players_could_win_the_same_discard() -> None:
    for name, winner in (("two_could_win_the_same_discard", 0), ("the_nearer_passes_the_win", 1)):
        _, _, after = at(name, "discarded")
        assert after.turn == 2
        assert [could_win(after, seat) for seat in range(SEATS)] == [True, True, False]
        wishes = {seat: Action("won", seat, after.on_table) for seat in (0, 1)}
        assert standing_claim(after, wishes) == wishes[0]
        win = final(name)[0].win
        assert win is not None
        assert win.seat == winner
    assert "passed" in types("the_nearer_passes_the_win")


# Preparation and ready


def test_heavenly_win_only_with_the_opening_replacement() -> None:
    name = "heavenly_win_after_an_opening_quad"
    replacement, before, _ = at(name, "replacement_drawn")
    assert isinstance(replacement, ReplacementDrawn)
    assert parse_card(replacement.card) in kinds_waited_for(bytes(before.hands[0]))
    found = ids(chosen(final(name)[1]))
    assert "heavenly-win" in found
    assert not {"self-draw"} & found


def test_hezi_draws_two_replacements_and_is_no_group() -> None:
    name = "hezi_is_no_group"
    order = types(name)
    at_ = order.index("opening_declared")
    assert order[at_ + 1 : at_ + 3] == ["replacement_drawn"] * 2
    state, scored = final(name)
    assert state.hezi == [None, kind("4c"), None]
    assert state.groups[1] == []
    assert len(chosen(scored).partition) == 8, "seven groups and a pair without it"


def test_ready_player_has_one_discard() -> None:
    name = "ready_players_forced_discard"
    forced = []
    for event, before, _ in moments(name):
        if isinstance(event, Discarded) and event.seat == 1:
            assert before is not None
            assert discards_of(before, 1) == [parse_card(event.card)]
            forced.append(event.card)
    assert forced == ["1s", "9s"]
    assert final(name)[0].originals[1][kind("1s")] == 2, "the first of them was a third copy"


def test_ready_players_swap_is_marked_as_let_stand() -> None:
    report = reports("logs/ready_players_swap_let_stand.jsonl")[0]
    assert [(found.code, found.let_stand, found.counts) for found in report.findings] == [
        ("ready-discard", True, False)
    ]
    assert raw("ready_players_swap_let_stand").count(b'"irregular":true') == 1


def test_exhausted_deal_is_highest_for_the_one_who_waits_for_nothing() -> None:
    state, scored = final("exhausted_highest_was_far_from_winning")
    assert state.win is None
    assert state.ready == [False, True, False]
    assert kinds_waited_for(bytes(state.hands[1])) == (kind("9m"),)
    assert kinds_waited_for(bytes(state.hands[2])) == ()
    assert scored.totals is not None
    assert max(scored.totals) == scored.totals[2]


# Readings


def test_quad_in_hand_is_read_as_a_triplet_and_in_a_run() -> None:
    state, scored = final("quad_held_as_triplet_and_run")
    best = chosen(scored)
    assert state.hands[1][kind("5s")] == 4
    assert {group.text for group in best.partition if kind("5s") in group.cards} == {"5s 5s 5s", "5s 6s 7s"}
    assert [line.id for line in best.lines if line.cards == (kind("5s"),) * 4] == ["four-in-hand"]


@pytest.mark.parametrize(("name", "card"), [("one_card_fits_three_groups", "9c"), ("disputed", "9s")])
def test_winning_card_fits_three_groups_at_different_worth(name: str, card: str) -> None:
    _, scored = final(name)
    worth: dict[str, set[int]] = {}
    for reading in scored.readings:
        assert reading.completes is not None
        assert kind(card) in reading.completes.cards
        worth.setdefault(reading.completes.form, set()).add(reading.unrounded)
    assert set(worth) == {"triplet", "run", "pair"}
    assert len({max(amounts) for amounts in worth.values()}) == 3
    assert scored.partitions < len(scored.readings), "one partition has several readings"


def test_winner_is_not_the_highest() -> None:
    state, scored = final("winner_is_not_the_highest")
    assert state.win is not None
    assert scored.totals is not None
    assert scored.totals[state.win.seat] < max(scored.totals)


# The disputed hand


def test_disputed_claim_is_the_slip_of_a_pung_taken_for_three_in_hand() -> None:
    state, scored = final("disputed")
    best = chosen(scored)
    assert any(matches(indicator, kind("9s")) for indicator in state.indicators)
    pung = next(line for line in best.lines if kind("9s") in line.cards and line.section == "base")
    assert (pung.id, pung.value, pung.amount) == ("pung", 2, 8)
    slipped_base = best.base - pung.amount + 4 * pung.amount // 2
    claim = events_of("disputed")[-2]
    assert isinstance(claim, Claimed)
    assert claim.totals is not None
    assert claim.totals[1] == (slipped_base + best.bonus) * 2 * 2, "and taken for Closed Floating"


def test_disputed_record_is_the_end_of_the_disputed_log() -> None:
    for name in ("disputed", "settlement_140_40_100"):
        (record,) = read_records(name, (FIXTURES / "hands" / f"{name}.json").read_bytes())
        assert isinstance(record, HandRecord)
        end = fold(events_of(name), rulebook()).end
        assert end is not None
        players = tuple(
            replace(player, groups=tuple(replace(group, source=None) for group in player.groups))
            for player in end.players
        )
        assert record.end == replace(end, players=players)


# Faults, retractions and what stands beside the play


def test_misdeal_is_one_finding_and_the_deal_goes_on() -> None:
    dealt = [event for event in events_of("misdeal_by_number") if type_of(event) == "dealt"]
    assert [len(parse_cards(event.cards)) for event in dealt] == [23, 23, 22]  # type: ignore[union-attr]
    (found,) = reports("logs/misdeal_by_number.jsonl")[0].findings
    assert found.params == {"seat": 2, "count": 23, "due": 22}


def test_false_win_is_ruled_on() -> None:
    name = "win_on_an_incomplete_hand"
    state, scored = final(name)
    assert state.win is not None
    assert state.win.source == "discard"
    assert scored.readings == ()
    assert isinstance(events_of(name)[-2], Ruled)


def test_misread_card_comes_again_and_wins() -> None:
    name = "misread_card_retracted"
    drawn = [event.card for event in events_of(name) if isinstance(event, Drawn) and event.seat == 2]
    assert drawn == ["9c", "6c"]
    state, _ = final(name)
    assert state.win is not None
    assert written([state.win.card or 0]) == "6c"
    assert kinds_of(state.hands[2]).count(kind("9c")) == 2


def test_claim_on_a_win_that_was_taken_back_held_before() -> None:
    events = events_of("win_taken_back")
    retraction = [type_of(event) for event in events].index("retracted")
    claim = events[retraction - 1]
    assert isinstance(claim, Claimed)
    as_recorded = fold(events[:retraction], rulebook())
    assert as_recorded.end is not None
    assert compare(score(as_recorded.end), Claim(claim.by, claim.totals, claim.payments)).holds is True
    fates = [step.fate for step in fold(events, rulebook()).steps[retraction - 3 : retraction + 1]]
    assert fates == ["void", "void", "stands", "stands"]


def test_impossible_event_stops_the_deal_until_it_is_taken_back() -> None:
    events = events_of("impossible_event_taken_back")
    retraction = [type_of(event) for event in events].index("retracted")
    assert fold(events[:retraction], rulebook()).status == "impossible"
    assert fold(events[: retraction + 1], rulebook()).status == "unfinished"


def test_fifth_copy_leaves_the_state_before_it() -> None:
    impossible, before, after = at("fifth_copy", "drawn")
    assert before == after
    assert isinstance(impossible, Drawn)
    assert before.originals[1][parse_card(impossible.card)] == 4


def test_torn_tail_lacks_its_line_feed_and_what_stands_before_is_whole() -> None:
    torn = raw("torn_tail")
    whole, _, tail = torn.rpartition(b"\n")
    assert tail
    assert all(not isinstance(decode_line(line), BadLine) for line in whole.splitlines(keepends=True))
    assert reports("logs/torn_tail.jsonl")[0].status == "unfinished"


def test_unfinished_deal_waits_for_the_punger() -> None:
    state = moments("unfinished")[-1].after
    assert state is not None
    assert (state.phase, state.turn) == (PUNGED, 0)
    assert {action.type for action in legal_actions(state)} == {"discarded"}


def test_altered_log_differs_in_one_claim() -> None:
    pairs = zip(
        raw("altered_after_the_seal").splitlines(), raw("two_could_win_the_same_discard").splitlines(), strict=True
    )
    (changed,) = [(altered, original) for altered, original in pairs if altered != original]
    assert all(isinstance(decode_line(line), Claimed) for line in changed)


def test_session_rotates_the_dealer_and_every_seal_names_the_one_before() -> None:
    deals = reports("logs/session.jsonl")
    starts = [report.deal.start for report in deals if report.deal is not None]
    assert [start.dealer for start in starts if start is not None] == [0, 1, 2, 0]
    assert [start.number for start in starts if start is not None] == [1, 2, 3, 4]
    assert {start.session for start in starts if start is not None} == {"evening"}
    seals = [event for event in events_of("session") if isinstance(event, Sealed)]
    assert [seal.previous for seal in seals] == [None, *[seal.hash for seal in seals[:-1]]]
    assert len(SESSION) == len(seals)


def test_hostile_names_are_kept_as_typed() -> None:
    report = reports("logs/hostile_names.jsonl")[0]
    assert report.names[1] == report.names[2] == "=1+1"
    assert report.names[0] == '[red]"Li"[/red]\x1b[31m'
    assert b"\x1b" not in raw("hostile_names"), "JSON escapes it"


@pytest.mark.parametrize("name", LOGS)
def test_every_line_is_the_canonical_writing_of_its_event(name: str) -> None:
    assert b"".join(encode(event) + b"\n" for event in events_of(name)) == raw(name)  # type: ignore[arg-type]
