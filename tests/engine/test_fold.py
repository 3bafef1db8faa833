"""The fold of legal deals, however the state is reached, against a slow recount of the events."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from engine.cards import JOKERS, KINDS
from engine.deal import AnyEvent, Deal, fold
from engine.ending import Win
from engine.events import (
    Claimed,
    Discarded,
    Drawn,
    Exhausted,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    Passed,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Retracted,
)
from engine.fold import apply
from engine.state import DEALING, State, broken_invariants
from replay.rulebook import rulebook
from tests.support.play import CORPUS, corpus, deal_out, events_of, random_play_rules
from tests.support.recount import cards_recounted, cards_shown, recounted, shown

SOME = range(0, CORPUS, 3)


def state_of(deal: Deal) -> State:
    assert deal.state is not None
    return deal.state


def test_deals_played_by_lot_come_to_everything() -> None:
    """What follows is only as good as the deals it is tried on."""
    ends: Counter[str] = Counter()
    for deal in corpus():
        state, events = state_of(deal), events_of(deal)
        win = state.win
        ends[deal.status] += 1
        if win is not None:
            ends.update((win.source, win.moment))
            ends["ready wins"] += state.ready[win.seat]
            ends["heavenly after an opening"] += win.source == "heavenly" and bool(state.groups[win.seat])
        ends.update(group.form for groups in state.groups for group in groups)
        ends.update("hezi" for kind in state.hezi if kind is not None)
        ends.update("passed" for event in events if isinstance(event, Passed))
        ends.update(
            "kong after pung"
            for before, event in pairwise(events)
            if isinstance(before, PungClaimed) and isinstance(event, KongDeclared)
        )
        ends.update(happened_with_jokers(events, win))
    forms = ("pung", "exposed-kong", "added-kong", "concealed-kong", "opening-quad", "opening-triple", "hezi")
    sources = ("self-draw", "kong-replacement", "discard", "robbed-kong", "heavenly", "exhausted")
    others = ("first-discard", "last-card", "ready wins", "heavenly after an opening", "passed", "kong after pung")
    assert [what for what in (*forms, *sources, *others, *WITH_JOKERS) if not ends[what]] == []


WITH_JOKERS = (
    *("dealt", "drawn", "for an opening set", "for a kong", "two in a row", "an indicator", "the last stock card"),
    *("exposed by a ready player", "self-draw in its place", "kong-replacement in its place"),
)
"""What can happen with a joker (§12.2)."""


def happened_with_jokers(events: list[AnyEvent], win: Win | None) -> Iterator[str]:
    """Each of those that happens in a deal."""
    ready = [event.seat for event in events if isinstance(event, ReadyDeclared)]
    in_play = next((event.seq for event in events if isinstance(event, Discarded)), len(events))
    for before, event in pairwise(events):
        match before, event:
            case _, IndicatorsRevealed(cards=cards) if "j" in cards:
                yield "an indicator"
            case Drawn(card=card), JokerExposed(card=joker) if card == joker:
                yield "drawn"
            case ReplacementDrawn(card=card), JokerExposed(card=joker) if card == joker:
                yield "for a kong" if event.seq > in_play else "for an opening set"
            case _, JokerExposed() if event.seq < in_play:
                yield "dealt"
            case JokerExposed(), ReplacementDrawn(card=card) if card in JOKERS:
                yield "two in a row"
            case JokerExposed(), Exhausted():
                yield "the last stock card"
        if isinstance(event, JokerExposed) and event.seat in ready and event.seq > in_play:
            yield "exposed by a ready player"
    if win is not None and isinstance(events[-2], ReplacementDrawn) and isinstance(events[-3], JokerExposed):
        yield f"{win.source} in its place"


@pytest.mark.parametrize("number", range(CORPUS))
def test_after_every_event_the_state_is_what_a_recount_says(number: int) -> None:
    events = events_of(corpus()[number])
    deal = Deal(rulebook())
    for at, event in enumerate(events, 1):
        deal.add(event)
        assert shown(state_of(deal)) == recounted(events[:at])
        assert broken_invariants(state_of(deal)) == []
    assert deal.findings == []


def test_the_broken_invariants_of_a_state_are_named() -> None:
    state = state_of(corpus()[0]).copy()
    state.hands[0][3] += 1
    (cards, hand) = broken_invariants(state)
    assert cards.startswith("card 3: ")
    assert hand.startswith("seat 0 holds ")
    state.hands[0][3] -= 1
    state.stock += 1
    assert broken_invariants(state) == [f"stock {state.stock}, unseen {state.stock - 1}"]


@pytest.mark.parametrize("number", SOME)
def test_a_state_is_the_same_however_it_is_reached(number: int) -> None:
    events = events_of(corpus()[number])
    rng = Random(number)
    deal = Deal(rulebook())
    for event in events[: rng.randint(2, len(events))]:
        deal.add(event)
    at = len(deal.steps)
    assert deal.state == state_of(fold(events[:at], rulebook())), "folded again"
    before = state_of(deal).copy()
    assert before == deal.state
    for event in events[at:]:
        deal.add(event)
    again = before.copy()
    for event in events[at:]:
        apply(again, event)  # type: ignore[arg-type]
    assert again == deal.state, "taken up from a copy"
    assert before == state_of(fold(events[:at], rulebook())), "what happens to a copy leaves the first alone"


@pytest.mark.parametrize("number", SOME)
def test_a_retraction_gives_the_state_as_it_was_and_the_deal_can_be_played_out_again(number: int) -> None:
    events = events_of(corpus()[number])
    deal = fold(events, rulebook())
    back_to = Random(number).randrange(len(events))
    deal.add(Retracted(len(events), back_to, "misread"))
    assert deal.state == state_of(fold(events[: back_to + 1], rulebook()))
    assert [step.fate for step in deal.steps] == (
        ["stands"] * (back_to + 1) + ["void"] * (len(events) - back_to - 1) + ["stands"]
    )
    assert deal.status == fold(events[: back_to + 1], rulebook()).status
    for event in events[back_to + 1 :]:
        deal.add(replace(event, seq=deal.next_seq))
    assert deal.state == state_of(fold(events, rulebook()))
    assert deal.findings == []


def test_before_anything_is_dealt_the_whole_deck_is_unseen() -> None:
    deal = fold(events_of(corpus()[0])[:1], rulebook())
    state = state_of(deal)
    assert (state.phase, state.stock) == (DEALING, 120)
    assert (set(state.unseen[:KINDS]), set(state.unseen[KINDS:])) == ({4}, {0})
    assert deal.end is None
    assert deal.status == "unfinished"


def test_12_2_with_jokers_125_cards_are_unseen() -> None:
    state = state_of(fold(events_of(corpus()[-1])[:1], rulebook()))
    assert (state.phase, state.stock) == (DEALING, 125)
    assert (set(state.unseen[:KINDS]), set(state.unseen[KINDS:])) == ({4}, {1})


def test_remarks_are_no_state() -> None:
    deal = fold(events_of(corpus()[5]), rulebook())
    before = state_of(deal).copy()
    deal.add(Claimed(deal.next_seq, "Li", totals=(0, 0, 0)))
    assert deal.state == before
    assert [claim.by for claim in deal.claims] == ["Li"]


@pytest.mark.parametrize("seed", range(6))
def test_deals_of_fair_decks_run_their_whole_length(seed: int) -> None:
    rng = Random(1000 + seed)
    deal = deal_out(rng, random_play_rules(rng), eager=seed % 2 == 0)
    assert broken_invariants(state_of(deal)) == []
    assert cards_shown(state_of(deal)) == cards_recounted(events_of(deal))
