"""What a seat knows of the table, and that it knows no more."""

from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import legal_actions
from engine.cards import HIDDEN, KINDS, NO_CARDS
from engine.deal import Deal, fold
from engine.ending import DealEnd, Holding
from engine.events import DealStarted, Dealt, Discarded, Drawn, Noted, ReplacementDrawn, Won
from engine.state import ENDED, ending
from engine.view import redacted, view, view_of_end
from replay.rulebook import rulebook
from tests.support.play import any_left, corpus, events_of, play, table
from tests.support.table import cardavia
from tests.support.twins import begun, twin

SEATS = range(3)


@pytest.mark.parametrize("seed", range(0, 220, 4))
def test_deals_that_differ_in_hidden_cards_look_the_same(seed: int) -> None:
    """The view, what is legal for the seat, and every event on the way."""
    rng = Random(seed)
    seat = rng.choice(SEATS)
    events = begun(rng, corpus()[seed])
    others = twin(rng, events, seat)
    state, other = fold(events, rulebook()).state, fold(others, rulebook()).state
    assert state is not None
    assert other is not None
    assert state.hands != other.hands
    assert view(state, seat) == view(other, seat)
    assert view(state) != view(other)
    assert legal_actions(state, seat) == legal_actions(other, seat)
    assert [redacted(event, seat) for event in events] == [redacted(event, seat) for event in others]


@pytest.mark.parametrize("seed", range(0, 220, 20))
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_have(seed: int) -> None:
    deal = Deal(rulebook())
    for event in events_of(corpus()[seed])[:-1]:
        deal.add(event)
        state = deal.state
        assert state is not None
        for seat in SEATS:
            seen = view(state, seat)
            for other, known in enumerate(seen.seats):
                assert known.size == sum(state.hands[other])
                assert known.hand == (bytes(state.hands[other]) if other == seat else None)
                assert known.groups == tuple(state.groups[other])
            assert seen.drawn == (state.drawn if state.turn == seat else None)


@pytest.mark.parametrize("seed", range(0, 220, 20))
def test_when_the_deal_has_ended_every_hand_lies_open(seed: int) -> None:
    state = corpus()[seed].state
    assert state is not None
    for seat in SEATS:
        assert replace(view(state, seat), seat=None) == view(state)
        assert [known.hand for known in view(state, seat).seats] == [bytes(hand) for hand in state.hands]


def test_a_win_that_is_taken_back_hides_the_hands_again() -> None:
    deal = play(table("123m 456m 789m 123s 456s 789s 55c TT T"), "0 won", "retracted 7")
    assert deal.state is not None
    assert view(deal.state, 1).seats[0].hand is None


def test_concealed_kongs_and_opening_sets_lie_open_when_declared() -> None:
    deal = play(table("1111m 2222s", indicators="8c 9m", prepared=False), "0 opening_declared quad 1m")
    assert deal.state is not None
    assert [group.form for group in view(deal.state, 2).seats[0].groups] == ["opening-quad"]
    deal = play(table("1111m"), "0 kong_declared concealed 1m")
    assert deal.state is not None
    assert [(group.form, group.kind) for group in view(deal.state, 2).seats[0].groups] == [("concealed-kong", 0)]


def test_5_3_a_pass_does_not_tell_whether_it_was_of_a_win() -> None:
    """Seat 1 could win on the 9c, seat 2 could only pung it; each passes."""
    waits = "123m 456m 789m 123s 456s 789s T T 78c"
    deal = play(table("9c", waits, "99c"), "0 discarded 9c", "1 passed", "2 passed")
    assert deal.state is not None
    assert deal.state.passed != deal.state.passed_win
    assert view(deal.state, 0).passed == {1, 2}


def test_a_drawn_card_is_known_to_who_drew_it() -> None:
    deal = play(table("9s"), "0 discarded 9s")
    card = any_left(deal)
    play(deal, f"1 drawn {card}")
    state = deal.state
    assert state is not None
    assert view(state, 1).drawn == state.drawn is not None
    assert view(state, 0).drawn is view(state, 2).drawn is None


def test_a_view_shares_nothing_with_the_state_and_leaves_it_as_it_was() -> None:
    deal = play(table("9s"), "0 discarded 9s")
    assert deal.state is not None
    before = deal.state.copy()
    seen = view(deal.state, 0)
    assert deal.state == before
    play(deal, f"1 drawn {any_left(deal)}")
    assert seen == view(before, 0)


def test_redacted_hides_what_others_take_and_the_deck() -> None:
    start = DealStarted(0, "duzihu-log/1", "d", "cardavia", ("A", "B", "C"), 0, deck="1m 2m", session="s")
    assert redacted(start, 0) == replace(start, deck=None)
    assert redacted(Dealt(1, 1, "1m 2m 33s"), 0) == Dealt(1, 1, "?? ?? ?? ??")
    assert redacted(Dealt(1, 1, "1m what"), 0) == Dealt(1, 1, "?? ??")
    assert redacted(Drawn(9, 2, "5s", irregular=True), 0) == Drawn(9, 2, HIDDEN, irregular=True)
    assert redacted(ReplacementDrawn(9, 2, "5s"), 1) == ReplacementDrawn(9, 2, HIDDEN)


@pytest.mark.parametrize(
    "event",
    [
        *(Dealt(1, 0, "1m 2m"), Drawn(9, 0, "5s"), ReplacementDrawn(9, 0, "5s")),
        *(Discarded(9, 2, "5s"), Won(9, 2, "5s"), Noted(9, "B", "it was 5s")),
    ],
    ids=lambda event: type(event).__name__,
)
def test_redacted_leaves_ones_own_cards_and_what_is_done_openly(event: Discarded) -> None:
    assert redacted(event, 0) == event


def test_the_table_at_a_records_end_is_the_logs_but_for_what_it_does_not_tell() -> None:
    deal = next(deal for deal in corpus() if deal.state is not None and deal.state.win is not None)
    assert deal.state is not None
    end = ending(deal.state)
    assert end is not None
    of_log, of_record = view(deal.state), view_of_end(end, deal.state.names)
    assert of_record.seats == of_log.seats
    assert (of_record.indicators, of_record.dealer, of_record.win) == (of_log.indicators, of_log.dealer, of_log.win)
    assert (of_record.phase, of_record.stock, of_record.river) == (ENDED, None, ())


def test_an_exhausted_records_table_has_no_winner() -> None:
    nothing = Holding(NO_CARDS)
    seen = view_of_end(DealEnd(cardavia(), (0, KINDS - 1), 1, (nothing,) * 3), ("A", "B", "C"))
    assert seen.win is None
    assert seen.turn == 1
