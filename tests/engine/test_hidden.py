"""Hidden cards in a log: what is known is folded, what is shown is learnt, and nothing is ever guessed."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from engine.cards import CARDS, KINDS, full_deck, kinds_of, written
from engine.deal import AnyEvent, Deal
from engine.events import Dealt, Discarded, Drawn, HandShown, Retracted, Won
from engine.hidden import possible
from engine.legality import check
from engine.state import ENDED, SEATS, State, broken_invariants, hand_size
from engine.timeline import CORRECTED, RECORDED, Timeline
from engine.view import view
from replay.rulebook import rulebook
from tests.support.hiding import folded, hiding, shown, some_hidden
from tests.support.play import CORPUS, corpus, events_of, every_event

EVERY_EVENT = tuple(every_event(0))
SOME = [seats for count in (1, 2, 3) for seats in combinations(range(SEATS), count)]


def state_of(deal: Deal) -> State:
    assert deal.state is not None
    return deal.state


def with_hands(deal: Deal, seats: tuple[int, ...]) -> list[HandShown]:
    """The hands of these seats at the end, as events that follow."""
    state = state_of(deal)
    return [shown(state, seat, deal.next_seq + at) for at, seat in enumerate(seats)]


@pytest.mark.parametrize("seed", range(CORPUS))
def test_a_deal_of_which_hands_were_hidden_comes_to_the_same_once_they_are_shown(seed: int) -> None:
    whole = corpus()[seed]
    rng = Random(seed)
    seats = rng.choice(SOME)
    deal = folded(hiding(events_of(whole), seats))
    assert (deal.findings, deal.status) == ([], whole.status)
    hidden = state_of(deal).hidden
    assert [seat for seat in range(SEATS) if hidden[seat]] == list(seats)
    assert deal.end is None, "nothing is scored while a hand is hidden"
    hands = with_hands(whole, seats)
    rng.shuffle(hands)
    for at, hand in enumerate(hands):
        assert deal.end is None
        deal.add(replace(hand, seq=deal.next_seq))
        assert state_of(deal).hidden.count(0) == SEATS - len(hands) + at + 1
    assert (deal.findings, deal.status, deal.end) == ([], whole.status, whole.end)
    assert state_of(deal).hands == state_of(whole).hands
    assert "false-win" not in {one.code for one in deal.unchecked}


@pytest.mark.parametrize("seed", range(0, CORPUS, 5))
def test_what_is_known_is_true_at_every_step_and_hidden_cards_add_up(seed: int) -> None:
    whole = events_of(corpus()[seed])
    seats = Random(seed).choice(SOME)
    deal, truth = Deal(rulebook()), Deal(rulebook())
    for event, full in zip(hiding(whole, seats), whole, strict=True):
        deal.add(event)
        truth.add(full)
        state, true = state_of(deal), state_of(truth)
        assert broken_invariants(state) == []
        for seat in range(SEATS):
            assert hand_size(state, seat) == sum(true.hands[seat])
            assert all(known <= held for known, held in zip(state.hands[seat], true.hands[seat], strict=True))
            assert all(held <= may for held, may in zip(true.hands[seat], possible(state, seat), strict=True))
            assert bytes(true.hands[seat]) == bytes(state.hands[seat]) or seat in seats
        assert (state.phase in (true.phase, "acting"), state.turn, state.stock) == (True, true.turn, true.stock)
        assert (state.river, state.groups, state.owed) == (true.river, true.groups, true.owed)


@pytest.mark.parametrize("seed", range(0, CORPUS, 3))
def test_of_a_log_of_which_all_is_known_everything_is_checked(seed: int) -> None:
    whole = corpus()[seed]
    assert whole.unchecked == []
    hands = with_hands(whole, (0, 1, 2))
    deal = folded([*events_of(whole), *hands])
    assert (deal.findings, deal.unchecked, deal.end) == ([], [], whole.end)
    assert not state_of(deal).veiled


@pytest.mark.parametrize("seed", range(0, CORPUS, 3))
def test_a_wrong_hand_that_is_shown_is_found(seed: int) -> None:
    """One card exchanged for one that is held openly or by others, or one too few, or too many."""
    rng, whole = Random(seed), corpus()[seed]
    seats = rng.choice(SOME)
    seat = rng.choice(seats)
    true = state_of(whole)
    elsewhere = full_deck(jokers=true.rules.jokers == "flowers")
    for card in range(CARDS):
        elsewhere[card] -= true.unseen[card] + sum(true.hands[other][card] for other in seats)
    none_left = [
        card for card in range(CARDS) if elsewhere[card] + true.hands[seat][card] >= (4 if card < KINDS else 1)
    ]
    held = list(kinds_of(true.hands[seat]))
    more, fewer = [*held, held[0]], held[1:]
    wrong = [(more, "hand-size-differs"), (fewer, "hand-size-differs")]
    if none_left and (others := [card for card in held if card != none_left[0]]):
        exchanged = [*held, none_left[0]]
        exchanged.remove(others[0])
        wrong.append((exchanged, "fifth-copy" if none_left[0] < KINDS else "second-joker"))
    for cards, code in wrong:
        deal = folded(hiding(events_of(whole), seats))
        deal.add(HandShown(deal.next_seq, seat, written(cards)))
        assert code in [one.code for one in deal.findings]
        assert (deal.status, deal.end) == ("impossible", None)
        deal.add(Retracted(deal.next_seq, deal.next_seq - 2, "miscounted"))
        for hand in with_hands(whole, seats):
            deal.add(replace(hand, seq=deal.next_seq))
        assert (deal.end, [one.void for one in deal.findings]) == (whole.end, [True])


@pytest.mark.parametrize("seed", range(0, CORPUS, 7))
def test_a_hand_partly_known_is_no_less_true(seed: int) -> None:
    rng, whole = Random(seed), corpus()[seed]
    events = [
        some_hidden(event, [at for at in range(23) if rng.random() < 0.5])
        if isinstance(event, Dealt)
        else replace(event, card="??")
        if isinstance(event, Drawn) and rng.random() < 0.5
        else event
        for event in hiding(events_of(whole), ())
    ]
    deal = folded([*events, *with_hands(whole, (0, 1, 2))])
    assert (deal.findings, deal.status) == ([], whole.status)
    assert deal.end == whole.end


@pytest.mark.parametrize("seed", range(0, CORPUS, 7))
def test_a_hand_shown_in_play_is_known_from_then_on(seed: int) -> None:
    """And what becomes of the table is what becomes of it where all was known."""
    rng, whole = Random(seed), events_of(corpus()[seed])
    seats = rng.choice(SOME)
    first = next(at for at, event in enumerate(whole) if type(event).__name__ == "IndicatorsRevealed") + 1
    when = rng.randrange(first, len(whole))
    events = hiding(whole[:when], seats)
    state = state_of(folded(whole[:when]))
    deal = folded(events)
    for seat in seats:
        deal.add(shown(state, seat, deal.next_seq))
    for event in whole[when:]:
        deal.add(replace(event, seq=deal.next_seq))
    assert (deal.findings, deal.end) == ([], corpus()[seed].end)
    assert state_of(deal).hidden == [0, 0, 0]


@pytest.mark.parametrize("seed", range(0, CORPUS, 11))
def test_every_state_of_a_veiled_deal_can_be_had_again(seed: int) -> None:
    """Copies, retractions and both tellings of a timeline."""
    rng, whole = Random(seed), corpus()[seed]
    seats = rng.choice(SOME)
    events = hiding(events_of(whole), seats)
    to = rng.randrange(4, len(events))
    deal, begun = folded(events), folded(events[: to + 1])
    copied = state_of(deal).copy()
    assert copied == state_of(deal)
    deal.add(Retracted(deal.next_seq, to, "again"))
    assert deal.state == begun.state
    assert deal.unchecked == begun.unchecked
    timeline = Timeline(events, rulebook(), Deal.add)
    assert timeline.state(to, RECORDED) == timeline.state(to, CORRECTED) == begun.state
    for event in events[to + 1 :]:
        deal.add(replace(event, seq=deal.next_seq))
    assert deal.state == copied


@pytest.mark.parametrize("seed", range(200))
def test_nothing_is_found_that_is_not_so_and_what_is_missed_is_said(seed: int) -> None:
    """Legal deals that go on with breaches by lot: held against the same with all hands open."""
    rng = Random(seed)
    whole = Deal(rulebook())
    events = events_of(rng.choice(corpus()))
    for event in events[: rng.randint(5, len(events) - 1)]:
        whole.add(event)
    for _ in range(12):
        if (event := _foldable(rng, state_of(whole))) is not None:
            whole.add(replace(event, seq=whole.next_seq))
    seats = rng.choice(SOME)
    deal = folded(hiding(events_of(whole), seats))
    assert not deal.stopped
    due = {(one.seq, one.code) for one in whole.findings if one.code != "deck-differs"}
    found = {(one.seq, one.code) for one in deal.findings}
    unchecked = {(one.seq, one.code) for one in deal.unchecked}
    jokers = {seq for seq, code in unchecked if code == "joker-held"}
    assert {one for one in found if one[0] not in jokers} <= due
    assert {one for one in due - found - unchecked if one[0] not in jokers} == set()
    for hand in with_hands(whole, seats):
        deal.add(replace(hand, seq=deal.next_seq))
    assert not deal.stopped
    assert state_of(deal).hands == state_of(whole).hands


def _foldable(rng: Random, state: State) -> AnyEvent | None:
    """An event by lot that can be folded; seldom a win, and none that names its card."""
    if state.phase == ENDED:
        return None
    events = [event for event in rng.sample(EVERY_EVENT, 40) if not isinstance(event, Won) or event.card is None]
    events = [event for event in events if not any(one.severity == "impossible" for one in check(state, event))]  # type: ignore[arg-type]
    return rng.choice(events) if events else None


def test_a_seat_sees_of_a_hand_what_is_known_and_how_many_are_not() -> None:
    whole = next(deal for deal in corpus() if state_of(deal).win is not None)
    for seats in SOME:
        state = state_of(folded(hiding(events_of(whole), seats)))
        assert state.phase == ENDED
        seen = view(state)
        assert [one.size for one in seen.seats] == [sum(hand) for hand in state_of(whole).hands]
        assert [one.hidden for one in seen.seats] == state.hidden


def test_hiding_hides() -> None:
    """Of the helper that the tests above rest on."""
    events = hiding(events_of(corpus()[0]), (1,))
    assert all(set(event.cards.split()) == {"??"} for event in events if isinstance(event, Dealt) and event.seat == 1)
    assert not any("?" in event.card for event in events if isinstance(event, Discarded))
    assert any("??" not in event.cards for event in events if isinstance(event, Dealt))
