"""Whatever a log holds, the fold goes through: nothing is raised, no card is lost or made, what can be folded folds."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import TOKENS
from engine.deal import AnyEvent, Deal, fold
from engine.ending import SIZE_OF
from engine.events import Claimed, DealStarted, Dealt, Exhausted, IndicatorsRevealed, Retracted, Sealed, Won
from engine.fold import apply
from engine.legality import check
from engine.score import score
from engine.state import ENDED, State
from replay.rulebook import rulebook
from tests.support.hiding import hiding
from tests.support.play import corpus, events_of, every_event

EVERY_EVENT = tuple(every_event(0))
GOING_ON = tuple(event for event in EVERY_EVENT if not isinstance(event, Won | Exhausted))
"""Those that do not end the deal."""
seeds = st.integers(0, 2**32)
CARDS = (
    "",
    " ",
    "1m",
    "5m 5m",
    "５m",
    "9s9s",
    "jF",
    "??",
    "0m",
    "1z",
    "A♠",
    "\x1b[2J",
    "万",
    "T" * 200,
    "1m" * 60,
    "2c\n",
)


def assert_sound(state: State) -> None:
    """Each kind four times and each joker in the deck once, over all places; stock and hidden cards counted right."""
    cards: Counter[int] = Counter(state.indicators)
    for hand in (*state.hands, state.unseen):
        cards.update({kind: copies for kind, copies in enumerate(hand) if copies})
    for groups in state.groups:
        for group in groups:
            cards[group.kind] += SIZE_OF[group.form]
    for hezi in state.hezi:
        cards.update(() if hezi is None else (hezi, hezi))
    cards.update(kind for _, kind in state.river)
    for own in state.jokers:
        cards.update(own)
    jokers = dict.fromkeys(range(30, 35), 1) if state.rules.jokers == "flowers" else {}
    assert cards == Counter(dict.fromkeys(range(30), 4) | jokers)
    assert state.stock + sum(state.hidden) == sum(state.unseen)
    assert min(state.stock, *state.hidden) >= 0


def assert_scored(deal: Deal) -> None:
    """A deal that ended, however irregular, is scored, or has nothing derived."""
    if deal.end is not None:
        scored = score(deal.end)
        assert (scored.totals is None) == (scored.payments is None)
        assert scored.payments is None or sum(scored.payments) == 0


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_whatever_is_not_impossible_folds_and_keeps_every_card(seed: int) -> None:
    """A walk of events drawn by lot among all that can be folded, most of them irregular."""
    rng = Random(seed)
    deal = Deal(rulebook())
    events = events_of(rng.choice(corpus()))
    if rng.random() < 0.5:
        events = hiding(events, rng.sample(range(3), rng.randint(1, 3)))
    for event in events[: rng.randint(5, len(events) - 1)]:
        deal.add(event)
    for _ in range(60):
        state = deal.state
        assert state is not None
        if state.phase == ENDED:
            break
        before = state.copy()
        event = rng.choice(EVERY_EVENT if rng.random() < 0.05 else GOING_ON)
        severities = {one.severity for one in check(state, event)}  # type: ignore[arg-type]
        last = next(step.event.seq for step in reversed(deal.steps) if step.fate == "stands")
        deal.add(replace(event, seq=deal.next_seq))
        assert deal.stopped == (severities == {"impossible"})
        assert deal.stopped or severities <= {"irregular"}, "an impossible one stands alone"
        if deal.stopped:
            assert deal.state == before
            deal.add(Retracted(deal.next_seq, last, "misread"))
            assert deal.state == before
        assert_sound(deal.state)
    assert_scored(deal)


def altered(rng: Random, event: AnyEvent) -> AnyEvent:
    """The event with one field changed, to something right or wrong."""
    fields = [
        name for name in event.__struct_fields__ if name in ("seat", "card", "cards", "form", "seq", "dealer", "deck")
    ]
    name = rng.choice(fields)
    token = rng.choice((*TOKENS, *CARDS))
    match name:
        case "seat" | "dealer":
            return replace(event, **{name: rng.randrange(3)})
        case "seq":
            return replace(event, seq=max(0, event.seq + rng.choice((-2, -1, 1, 2))))
        case "form":
            forms = ("quad", "triple", "hezi") if hasattr(event, "cards") else ("exposed", "concealed", "added")
            return replace(event, form=rng.choice(forms)) if not _is_opening(event) else event
        case "cards" | "deck":
            cards = (getattr(event, name) or "").split()
            rng.shuffle(cards)
            return replace(event, **{name: " ".join((*cards[1:], token))})
    return replace(event, card=token)


def _is_opening(event: AnyEvent) -> bool:
    return type(event).__name__ == "OpeningDeclared"


def mutated(rng: Random, events: list[AnyEvent]) -> list[AnyEvent]:
    """A legal log with one to four lines swapped, deleted, doubled, altered or put in, mostly renumbered."""
    events = events.copy()
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(events))
        match rng.choice(("swap", "delete", "double", "alter", "alter", "insert", "remark")):
            case "swap":
                other = rng.randrange(len(events))
                events[at], events[other] = events[other], events[at]
            case "delete" if len(events) > 1:
                del events[at]
            case "double":
                events.insert(at, events[at])
            case "alter":
                events[at] = altered(rng, events[at])
            case "insert":
                events.insert(at, rng.choice(EVERY_EVENT))
            case _:
                remark = rng.choice(
                    (
                        Claimed(at, "Li", totals=(0, 0, 0)),
                        Retracted(at, rng.randrange(at + 1), "misread"),
                        Sealed(at, "0" * 64),
                    )
                )
                events.insert(at, remark)
    if rng.random() < 0.7:
        events = [replace(event, seq=seq) for seq, event in enumerate(events)]
    return events


@settings(max_examples=300, deadline=None)
@given(seeds)
def test_a_damaged_log_is_folded_as_far_as_it_goes(seed: int) -> None:
    rng = Random(seed)
    log = mutated(rng, events_of(rng.choice(corpus())))
    deal = fold(log, rulebook())
    assert [step.event for step in deal.steps] == log
    if deal.state is not None:
        assert_sound(deal.state)
    assert_scored(deal)
    assert (deal.status == "impossible") == (deal.stopped or deal.state is None)
    standing = [step.fate == "stands" for step in deal.steps]
    if deal.findings == []:
        assert all(standing) or any(isinstance(event, Retracted) for event in log)
    if deal.stopped:
        assert any(one.severity == "impossible" and not one.void for one in deal.findings)


@settings(max_examples=150, deadline=None)
@given(seeds, st.lists(st.sampled_from(CARDS), min_size=1, max_size=5))
def test_cards_that_are_none_never_raise(seed: int, cards: list[str]) -> None:
    rng = Random(seed)
    events = events_of(rng.choice(corpus()))
    deal = fold(events[: rng.randint(0, len(events))], rulebook())
    for card in cards:
        seq = deal.next_seq
        event = rng.choice(
            (
                *(replace(other, card=card) for other in rng.sample(EVERY_EVENT, 3) if hasattr(other, "card")),
                Dealt(seq, rng.randrange(3), card),
                IndicatorsRevealed(seq, card),
                DealStarted(seq, "duzihu-log/1", card, card, (card, card, card), 0, card),
            )
        )
        deal.add(replace(event, seq=seq))
        assert all(one.message for one in deal.findings)
        if deal.state is not None:
            assert_sound(deal.state)


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_state_is_the_fold_of_what_stands(seed: int) -> None:
    """Through retractions, impossible events and irregular ones, as corrected."""
    rng = Random(seed)
    deal = fold(mutated(rng, events_of(rng.choice(corpus()))), rulebook())
    stands = [step.event for step in deal.steps if step.fate == "stands"]
    if deal.state is None or not isinstance(stands[0], DealStarted):
        return
    again = fold([replace(stands[0], seq=0)], rulebook()).state
    assert again is not None
    for event in stands[1:]:
        if hasattr(event, "irregular"):
            apply(again, event)  # type: ignore[arg-type]
    assert again == deal.state
