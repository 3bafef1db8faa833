"""What hidden cards make possible and impossible, event by event, and what they keep from being checked."""

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import legal_actions
from engine.cards import KIND_OF, TOKENS
from engine.deal import AnyEvent, Deal
from engine.events import Dealt, Drawn, ReplacementDrawn, type_of
from engine.findings import CODES
from engine.legality import check
from engine.state import EXPOSING, NEXT_SEAT, SEATS, State
from engine.unchecked import UNCHECKED
from replay.rulebook import rulebook
from tests.support.hiding import folded, hiding
from tests.support.play import any_left, corpus, event_of, events_of, every_event, found, play, started, table
from tests.support.traps import Trap, every, fall_into, impossible

COMPLETE = "123m 456m 789m 123s 456s 789s 55c"
"""Twenty cards, complete with any run or triplet more."""


def veiled(deal: Deal, *seats: int) -> Deal:
    """The deal with the hands of these seats hidden."""
    again = folded(hiding(events_of(deal), seats))
    assert again.findings == []
    return again


def state_of(deal: Deal) -> State:
    assert deal.state is not None
    return deal.state


def unchecked(deal: Deal, *moves: str) -> list[str]:
    """What the last of these moves keeps from being checked; none of them brings a finding."""
    play(deal, *moves)
    return [one.code for one in deal.unchecked if one.seq == deal.next_seq - 1]


def hidden_table(*hands: str, hide: tuple[int, ...] = (0,), **more: str) -> Callable[[], Deal]:
    return lambda: veiled(table(*hands, **more), *hide)  # type: ignore[arg-type]


def _drawn_and_shown() -> Deal:
    """Seat 1 has drawn a hidden card and shown its hand, in which there is no R."""
    deal = play(hidden_table("1m R", "", hide=(1,))(), "0 discarded 1m", "1 drawn ??")
    cards = [TOKENS[card] for card in range(27) for _ in range(state_of(deal).unseen[card])]
    return play(deal, f"1 hand_shown {' '.join(cards[:23])}")


TRAPS = (
    impossible("formats_a_hand_shown_with_a_card_too_few", hidden_table(), "0 hand_shown 1m", "hand-size-differs §6.1"),
    impossible(
        "formats_a_hand_shown_without_a_card_that_is_known",
        lambda: play(table("123456789m 123456789s 1234c"), "0 discarded 1m"),
        f"0 hand_shown {'1m ' * 2}3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 1c 2c 3c 4c",
        "hand-differs §6.1",
    ),
    impossible(
        "1.1_a_hand_shown_with_a_fifth_copy",
        hidden_table("", "1111m"),
        "0 hand_shown 1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 1c 2c 3c 4c 5c",
        "fifth-copy §1.1",
    ),
    impossible("1.1_a_hand_shown_with_a_card_hidden", hidden_table(), "0 hand_shown ??", "card-hidden §1.1"),
    impossible("formats_a_hand_shown_before_the_indicators", started, "0 hand_shown 1m", "before-indicators §2.2"),
    impossible("1.1_more_dealt_than_there_are", started, "0 dealt" + " ??" * 121, "more-than-left §1.1"),
    impossible("1.1_a_win_that_names_a_hidden_card", hidden_table(), "0 won ??", "card-hidden §1.1"),
    impossible(
        "4.3_a_discard_of_which_no_copy_is_left", hidden_table("", "1111m"), "0 discarded 1m", "fifth-copy §1.1"
    ),
    impossible(
        "4.3_a_kong_of_more_than_are_left", hidden_table("", "1m"), "0 kong_declared concealed 1m", "fifth-copy §1.1"
    ),
    impossible(
        "5.2_a_pung_by_a_hand_known_not_to_have_it",
        lambda: play(hidden_table("1m", "2m", "2m", hide=(2,))(), "0 discarded 1m"),
        "1 pung_claimed 1m",
        "not-held §5.2",
    ),
    impossible("1.2_a_joker_where_they_are_excluded", hidden_table(), "0 joker_exposed jF", "joker-excluded §1.2"),
    impossible(
        "6.3_a_win_on_a_card_that_a_hand_shown_since_has_not",
        _drawn_and_shown,
        "1 won R",
        "not-held §6.3",
    ),
    impossible(
        "6.3_a_win_on_a_card_of_which_no_copy_is_left",
        lambda: play(hidden_table("RRRR", hide=(1,))(), "0 discarded 1m", "1 drawn ??"),
        "1 won R",
        "fifth-copy §1.1",
    ),
)


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


def test_1_1_no_indicators_are_left_where_all_cards_are_dealt_hidden() -> None:
    deal = started()
    for seat in range(SEATS):
        assert found(deal, f"{seat} dealt" + " ??" * 40) == ["misdeal §2.1"]
    assert found(deal, "indicators_revealed 1m 2m") == ["more-than-left §1.1"]


def test_the_stock_runs_out_whatever_is_still_hidden() -> None:
    deal = veiled(table("9s"), 0, 1, 2)
    seat = 0
    for _ in range(51):
        play(deal, f"{seat} discarded {any_left(deal)}", f"{NEXT_SEAT[seat]} drawn ??")
        seat = NEXT_SEAT[seat]
    play(deal, f"{seat} discarded {any_left(deal)}")
    assert (state_of(deal).stock, sum(state_of(deal).unseen)) == (0, sum(state_of(deal).hidden))
    for card in ("??", any_left(deal)):
        again = folded(events_of(deal))
        assert found(again, f"{NEXT_SEAT[seat]} drawn {card}") == ["stock-empty §4.2"]
    assert play(deal, "exhausted").status == "exhausted"


def test_a_known_copy_goes_before_a_hidden_one() -> None:
    deal = veiled(table("9s"), 1)
    play(deal, f"0 discarded {any_left(deal)}", "1 drawn 5c", "1 discarded 5c")
    assert (sum(state_of(deal).hands[1]), state_of(deal).hidden) == (0, [0, 22, 0])
    play(deal, "2 drawn T", "2 discarded T", "1 pung_claimed T", f"1 discarded {any_left(deal)}")
    assert state_of(deal).hidden == [0, 19, 0]


def _ready() -> Deal:
    """Seat 1 is ready and has drawn; its hand is hidden."""
    waits = table("9c", f"{COMPLETE} 78c", keep="TTTT", prepared=False)
    deal = veiled(waits, 1)
    play(deal, "0 preparation_finished", "1 ready_declared", "2 preparation_finished")
    return play(deal, "0 discarded 9c", "1 drawn ??")


def test_3_6_ready_on_a_hidden_hand() -> None:
    deal = veiled(table("9c", f"{COMPLETE} 78c", prepared=False), 1)
    assert unchecked(deal, "0 preparation_finished", "1 ready_declared") == ["not-one-short", "no-live-wait"]
    deal = veiled(table(prepared=False, ready_needs_live_wait=False), 1)
    assert unchecked(deal, "0 preparation_finished", "1 ready_declared") == ["not-one-short"]
    assert found(veiled(table(prepared=False), 1), "0 ready_declared") == ["dealer-ready §3.6"]


def test_3_6_a_hidden_hand_of_the_wrong_size_is_not_one_short() -> None:
    deal = veiled(table("1m 2m 3m", prepared=False), 1)
    play(deal, "0 preparation_finished")
    found(deal, "1 drawn ??")
    assert "not-one-short §3.6" in found(deal, "1 ready_declared")


def test_4_6_whether_a_ready_seat_discards_what_it_drew() -> None:
    assert unchecked(_ready(), "1 discarded 5m") == ["ready-discard"]
    assert found(_ready(), "1 kong_declared concealed T") == ["ready-claims §4.6"]


def test_3_5_whether_a_set_was_dealt_after_a_hidden_replacement() -> None:
    deal = veiled(table("1111m 2222m", indicators="8c 9m", prepared=False), 0)
    assert unchecked(deal, "0 opening_declared quad 1m") == [], "all that is hidden was dealt"
    assert unchecked(deal, "0 replacement_drawn ??", "0 opening_declared quad 2m") == ["not-dealt"]


def test_3_5_a_replacement_that_is_known_was_not_dealt() -> None:
    deal = veiled(table("1111m 222m", keep="2m", indicators="8c 9m", prepared=False), 0)
    play(deal, "0 opening_declared quad 1m", "0 replacement_drawn 2m")
    assert found(deal, "0 opening_declared quad 2m") == ["not-dealt §3.5"]


def test_3_5_a_hand_shown_before_a_replacement_was_dealt() -> None:
    hand = table("1111m 2222m", indicators="8c 9m", prepared=False)
    cards = next(event.cards for event in events_of(hand) if isinstance(event, Dealt) and event.seat == 0)
    deal = play(veiled(hand, 0), f"0 hand_shown {cards}", "0 opening_declared quad 1m", "0 replacement_drawn ??")
    assert unchecked(deal, "0 opening_declared quad 2m") == []


def test_4_3_whether_the_card_added_is_the_one_drawn() -> None:
    def punged(**rules: str) -> Deal:
        deal = veiled(table("5m 9c", "555m", added_kong_from=rules.get("added", "any")), 1)
        play(deal, "0 discarded 5m", "1 pung_claimed 5m", "1 discarded 1m", "2 drawn T", "2 discarded T")
        return play(deal, "0 drawn T", "0 discarded T", "1 drawn ??")

    assert unchecked(punged(), "1 kong_declared added 5m") == []
    assert unchecked(punged(added="just-drawn"), "1 kong_declared added 5m") == ["added-not-drawn"]


def test_5_2_a_fourth_copy_is_the_discard_where_one_lies_there() -> None:
    deal = veiled(table("5m 9c", "55m", "5m", kong_onto_pung_from_discard=True), 1)
    play(deal, "0 discarded 5m", "1 pung_claimed 5m", "1 discarded 1m", "2 drawn T", "2 discarded 5m")
    hidden = state_of(deal).hidden
    assert unchecked(deal, "1 kong_declared added 5m") == []
    assert state_of(deal).hidden == hidden
    assert not any(kind == KIND_OF["5m"] for _, kind in state_of(deal).river)


def test_5_3_a_hidden_hand_passes_what_it_might_claim() -> None:
    deal = veiled(table("9c"), 1)
    assert unchecked(deal, "0 discarded 9c", "1 passed") == ["pass-without-claim"]
    assert unchecked(deal, "1 pung_claimed 9c") == ["claim-after-pass"]
    known = veiled(table("9c", "1m", "2m"), 2)
    assert found(play(known, "0 discarded 9c"), "1 passed") == ["pass-without-claim §5.1"]


def test_5_3_a_win_after_a_pass_is_one_whatever_is_hidden() -> None:
    deal = veiled(table("9c"), 1)
    assert found(play(deal, "0 discarded 9c", "1 passed"), "1 won 9c") == ["claim-after-pass §5.3"]
    assert [one.code for one in deal.unchecked] == ["pass-without-claim", "false-win"]


def test_5_3_two_passes_say_no_to_all() -> None:
    deal = veiled(table("9c"), 1)
    play(deal, "0 discarded 9c", "1 passed", "1 passed")
    assert found(deal, "1 pung_claimed 9c") == ["claim-after-pass §5.3"]


def test_6_1_a_win_on_a_hidden_hand_is_judged_when_it_is_shown() -> None:
    hand = f"{COMPLETE} 78c"
    for cards, finds in ((hand, []), (hand.replace("55c", "5c 1m"), ["false-win §6.1"])):
        whole = table("9c", cards, "1m")
        shown = next(event.cards for event in events_of(whole) if isinstance(event, Dealt) and event.seat == 1)
        deal = veiled(whole, 1)
        assert unchecked(deal, "0 discarded 9c", "1 won 9c") == ["false-win"]
        assert (deal.status, deal.end) == ("won", None)
        assert found(deal, f"1 hand_shown {shown} 9c") == finds
        assert (deal.unchecked, deal.status) == ([], "won")
        assert deal.end is not None
        play(deal, f"retracted {deal.next_seq - 2}")
        assert ([one.code for one in deal.unchecked], deal.end) == (["false-win"], None)


def test_6_1_a_hidden_hand_of_the_wrong_size_wins_falsely_at_once() -> None:
    deal = veiled(table("9c"), 1)
    found(deal, "1 drawn ??")
    found(deal, f"1 discarded {any_left(deal)}")
    found(deal, "0 discarded 9c")
    found(deal, "1 drawn ??")
    found(deal, "0 discarded 1m")
    assert "false-win §6.1" in found(deal, "1 won 1m")


def test_6_3_the_card_of_a_hidden_draw_is_what_the_winner_says() -> None:
    assert unchecked(_ready(), "1 won 9c") == ["false-win", "win-card-differs"]
    deal = _ready()
    assert unchecked(deal, "1 won") == ["false-win", "win-card-unknown"]
    whole = table("9c", f"{COMPLETE} 78c")
    dealt = next(event.cards for event in events_of(whole) if isinstance(event, Dealt) and event.seat == 1)
    play(deal, f"1 hand_shown {dealt} 9c")
    assert (state_of(deal).hidden, deal.end) == ([0, 0, 0], None), "which card won, nobody said"


def test_2_3_what_a_recorded_deck_has_is_not_told_of_a_hidden_card() -> None:
    whole = next(deal for deal in corpus() if deal.start is not None and deal.start.deck is not None)
    deal = Deal(rulebook())
    for event in events_of(whole):
        deal.add(_without_card(event))
    hidden = [event.seq for event in events_of(whole) if isinstance(event, Dealt | Drawn | ReplacementDrawn)]
    assert [one.seq for one in deal.unchecked if one.code == "deck-differs"] == hidden
    assert deal.findings == []


def test_2_3_a_known_card_that_the_deck_has_elsewhere_is_found_among_hidden_ones() -> None:
    whole = next(deal for deal in corpus() if deal.start is not None and deal.start.deck is not None)
    events = events_of(whole)
    others, mine = events[2], events[1]
    assert isinstance(mine, Dealt)
    assert isinstance(others, Dealt)
    wrong = next(card for card in others.cards.split() if card not in mine.cards.split())
    deal = folded([events[0], replace(mine, cards=" ".join([wrong] + ["??"] * 22))])
    assert [one.code for one in deal.findings] == ["deck-differs"]
    assert deal.unchecked == []


def _without_card(event: AnyEvent) -> AnyEvent:
    return hiding([event], range(SEATS))[0] if isinstance(event, Dealt | Drawn | ReplacementDrawn) else event


def _joker_drawn() -> Deal:
    deal = veiled(table("9c", jokers="flowers"), 1)
    return play(deal, "0 discarded 9c", "1 drawn ??")


def test_12_2_a_hidden_draw_may_be_a_joker() -> None:
    assert unchecked(_joker_drawn(), "1 joker_exposed jF") == ["joker-late"]
    deal = play(_joker_drawn(), "1 joker_exposed jF", "1 replacement_drawn jP")
    assert state_of(deal).phase == EXPOSING
    assert unchecked(_joker_drawn(), "1 discarded 1m") == ["joker-held"]
    assert "jF" in {
        TOKENS[one.card] for one in legal_actions(state_of(_joker_drawn())) if one.type == "joker_exposed" and one.card
    }


def test_12_2_whether_a_joker_is_held_at_the_end_of_the_preparation() -> None:
    deal = veiled(table("jF jP jL jJ", jokers="flowers", prepared=False), 1, 2)
    play(deal, *[f"0 joker_exposed {joker}" for joker in ("jF", "jP", "jL", "jJ")][:1], "0 replacement_drawn 1m")
    assert unchecked(veiled(table(jokers="flowers", prepared=False), 0), "0 preparation_finished") == ["joker-held"]


def test_every_code_that_is_unchecked_is_that_of_a_finding_but_for_the_card_that_nobody_named() -> None:
    assert set(UNCHECKED) - set(CODES) == {"win-card-unknown"}


@pytest.mark.parametrize("seed", range(0, 328, 4))
def test_whatever_was_legal_is_offered_to_hidden_hands_too(seed: int) -> None:
    """And nothing is offered that the check calls a breach."""
    rng = Random(seed)
    whole = events_of(corpus()[seed])
    seats = rng.choice([seats for count in (1, 2, 3) for seats in combinations(range(SEATS), count)])
    deal = Deal(rulebook())
    for event, was in zip(hiding(whole, seats), whole, strict=True):
        if deal.state is not None and deal.state.phase not in ("dealing", "revealing"):
            offered = {(one.type, one.seat, one.card, one.form) for one in legal_actions(deal.state)}
            done = _as_action(deal.state, was)
            assert done in offered or (*done[:2], None, None) in offered
        deal.add(event)
    sample = rng.sample([*every_event(0)], 150)
    state = state_of(folded(hiding(whole[: rng.randrange(5, len(whole))], seats)))
    offered = {(one.type, one.seat, one.card, one.form) for one in legal_actions(state)}
    before = state.copy()
    for event in sample:
        done = _as_action(state, event)
        if not check(state, event) and type_of(event) not in ("won", "drawn", "replacement_drawn"):  # type: ignore[arg-type]
            assert done in offered
    for one in legal_actions(state):
        if one.type not in ("drawn", "replacement_drawn"):
            assert check(state, one.event(0)) == ()
    assert state == before


def _as_action(state: State, event: AnyEvent) -> tuple[str, int | None, int | None, str | None]:
    type_ = type_of(event)
    card = None if type_ in ("drawn", "replacement_drawn") else getattr(event, "card", None)
    return (
        type_,
        getattr(event, "seat", None),
        None if card is None else TOKENS.index(card),
        getattr(event, "form", None),
    )


def test_the_moves_of_these_tests_are_events() -> None:
    assert event_of("0 hand_shown 1m ??", 3).cards == "1m ??"  # type: ignore[union-attr]
