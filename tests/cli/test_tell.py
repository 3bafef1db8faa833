"""Events, turns and choices in words."""

from typing import get_args

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.render.tell import choices, plain, seat_named, styled, tell, turn
from engine.actions import Action, legal_actions
from engine.deal import AnyEvent, Deal
from engine.ending import Win
from engine.events import (
    Claimed,
    DealStarted,
    Dealt,
    Discarded,
    Drawn,
    Event,
    Exhausted,
    Extension,
    HandShown,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    Noted,
    OpeningDeclared,
    Passed,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Retracted,
    Ruled,
    Sealed,
    Won,
)
from engine.state import ENDED
from engine.view import redacted, view
from replay.decode import BadLine
from replay.rulebook import rulebook
from tests.support.play import CORPUS, corpus, events_of, play, table

NAMES = ("Li", "Wang", "Wang")
HOSTILE = "[b]\x1b[31m\u2028$1 {x} %s"

EVENTS: tuple[AnyEvent, ...] = (
    DealStarted(0, "duzihu-log/1", "club-7", "cardavia", NAMES, 2),
    Dealt(1, 0, "111m 2s 3s T"),
    Dealt(1, 0, "?? ?? ??"),
    Dealt(1, 0, "11m ?? ??"),
    IndicatorsRevealed(4, "5s 3m"),
    OpeningDeclared(5, 0, "quad", "5s"),
    OpeningDeclared(5, 0, "triple", "5s"),
    OpeningDeclared(5, 0, "hezi", "5s"),
    JokerExposed(6, 1, "jF"),
    ReplacementDrawn(7, 1, "5s"),
    ReadyDeclared(8, 1),
    PreparationFinished(8, 1),
    Drawn(9, 2, "5s"),
    Drawn(9, 2, "??"),
    Drawn(9, 2, "五饼"),
    Discarded(10, 2, "5s"),
    PungClaimed(11, 0, "5s"),
    KongDeclared(12, 0, "exposed", "5s"),
    KongDeclared(12, 0, "concealed", "5s"),
    KongDeclared(12, 0, "added", "5s"),
    Passed(13, 1),
    Won(14, 1, "5s"),
    Exhausted(15),
    HandShown(16, 1, "123m 4s"),
    Claimed(16, "table", (80, 40, 40)),
    Claimed(16, "Li", None, (80, 0, -80)),
    Claimed(16, "Li", (80, 40, 40), (80, -40, -40)),
    Noted(17, "Li", "tea"),
    Ruled(18, "arbiter", "it stands"),
    Ruled(18, "arbiter", "both pay", (80, -40, -40)),
    Retracted(19, 9, "misread"),
    Sealed(20, "0" * 64),
    Extension(21),
)

WINS = (
    Win(1, "self-draw", 10),
    Win(1, "self-draw"),
    Win(1, "self-draw", 10, moment="last-card"),
    Win(1, "kong-replacement", 10),
    Win(1, "kong-replacement", 10, moment="last-card"),
    Win(1, "discard", 10, 2),
    Win(1, "discard", 10, 2, "first-discard"),
    Win(1, "robbed-kong", 10, 2),
    Win(1, "heavenly"),
    Win(1, "none"),
)


def test_every_event_has_its_sentence(snapshot: SnapshotAssertion) -> None:
    assert {type(event) for event in EVENTS} == {*get_args(Event), Extension}
    said = [tell(event, NAMES).sentence(NAMES) for event in EVENTS]
    said += [tell(Won(14, 1), NAMES, win).sentence(NAMES) for win in WINS]
    assert len(set(said)) == len(said)
    assert said == snapshot


def test_two_seats_of_one_name_are_told_apart() -> None:
    assert [seat_named(NAMES, seat) for seat in (1, 2)] == ["seat 1 (Wang)", "seat 2 (Wang)"]
    assert seat_named((), 1) == "seat 1"


def test_what_was_typed_is_shown_and_never_obeyed() -> None:
    safe = "[b]\\x1b[31m\\u2028$1 {x} %s"
    for event in (Noted(1, HOSTILE, HOSTILE), Ruled(1, HOSTILE, HOSTILE), Claimed(1, HOSTILE, (0, 0, 0))):
        assert safe in tell(event, NAMES).sentence(NAMES)
        assert styled(tell(event, NAMES).parts).plain == tell(event, NAMES).sentence(NAMES)
    start = DealStarted(0, "duzihu-log/1", HOSTILE, "cardavia", (HOSTILE,) * 3, 0)
    assert tell(start, start.players).sentence(start.players).count(safe) == 2
    assert safe in tell(Retracted(3, 1, HOSTILE), NAMES).sentence(NAMES)
    assert safe in tell(Drawn(3, 1, HOSTILE), NAMES).sentence(NAMES)
    bad = BadLine("impossible", "wrong-value", HOSTILE, given={"type": HOSTILE})
    assert tell(bad, NAMES).sentence(NAMES) == "A line that is no event"


def test_a_hidden_card_is_told_as_hidden() -> None:
    dealt = redacted(Dealt(1, 0, "1m 2m"), 1)
    assert tell(dealt, NAMES).sentence(NAMES) == "Seat 0 (Li) is dealt 2 cards"
    assert tell(redacted(Drawn(9, 0, "5s"), 1), NAMES).sentence(NAMES) == "Seat 0 (Li) draws ??"


def test_each_phase_says_whose_turn_it_is() -> None:
    """Over whole deals, in full and as a seat sees them."""
    phases = set[str]()
    for deal in corpus()[::4]:
        told = Deal(rulebook())
        for event in events_of(deal):
            told.add(event)
            assert told.state is not None
            phases.add(told.state.phase)
            for seat in (None, 1):
                words = plain(turn(view(told.state, seat)))
                if told.state.phase not in ("revealing", ENDED):
                    assert words.startswith("seat ")
                assert ("??" in words) == (
                    seat == 1 and told.state.phase in ("acting", "exposing") and told.state.turn != 1
                )
    assert len(phases) >= 10


def test_choices_are_told_a_seat_at_a_time_with_all_the_cards_of_one_kind_of_act() -> None:
    deal = play(table("9c", "99c"), "0 discarded 9c")
    assert deal.state is not None
    said = {seat: plain(parts) for seat, parts in choices(legal_actions(deal.state)).items()}
    assert said == {1: "claim a pung of 9c; pass; draw"}


@pytest.mark.parametrize("deal", range(0, CORPUS, 11))
def test_every_legal_action_is_a_choice_in_words(deal: int) -> None:
    told = Deal(rulebook())
    for event in events_of(corpus()[deal]):
        told.add(event)
        assert told.state is not None
        actions = legal_actions(told.state)
        said = choices(actions)
        assert set(said) == {action.seat for action in actions}
        for parts in said.values():
            assert "%" not in plain(parts)
        cards = [action.card for action in actions if action.card is not None]
        shown = [kind for parts in said.values() for part in parts if isinstance(part, tuple) for kind in part]
        assert sorted(shown) == sorted(cards)


def test_a_heavenly_win_is_a_choice_without_a_card() -> None:
    assert {seat: plain(parts) for seat, parts in choices([Action("won", 0)]).items()} == {0: "win"}
