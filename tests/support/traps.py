"""Traps: one event at a table, and what a deal must make of it (docs/formats.md, "Two kinds of fault")."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.deal import Deal
from engine.state import State
from tests.support.play import event_of, found, standing
from tests.support.recount import cards_recounted, cards_shown


class Trap(NamedTuple):
    """``move`` at the table of ``deal`` brings exactly the findings ``finds``, ``"code §paragraph"`` each, and leaves a
    state of which ``after`` holds; ``None`` for an impossible one, which leaves the state as it was."""

    name: str
    deal: Callable[[], Deal]
    move: str
    finds: tuple[str, ...]
    after: Callable[[State], object] | None


def impossible(name: str, deal: Callable[[], Deal], move: str, finds: str) -> Trap:
    """A trap that stops the deal."""
    return Trap(name, deal, move, (finds,), None)


def irregular(name: str, deal: Callable[[], Deal], move: str, finds: str, after: Callable[[State], object]) -> Trap:
    """A trap after which the deal goes on. ``finds``: one finding, or several with commas between."""
    return Trap(name, deal, move, tuple(finds.split(", ")), after)


def every(traps: tuple[Trap, ...]) -> pytest.MarkDecorator:
    """A test of every trap, by name."""
    assert len({trap.name for trap in traps}) == len(traps)
    return pytest.mark.parametrize("trap", traps, ids=lambda trap: trap.name)


def fall_into(trap: Trap) -> None:
    """Make the move, and see that it is found, and that the deal stops or goes on as it must."""
    deal = trap.deal()
    assert deal.findings == [], "what leads to the trap is clean"
    before = None if deal.state is None else deal.state.copy()
    assert tuple(found(deal, trap.move)) == trap.finds
    assert all(one.counts and one.seq == deal.next_seq - 1 for one in deal.findings)
    if trap.after is None:
        _stops(deal, before)
    else:
        _goes_on(deal, trap.after)
        _may_be_let_stand(trap)


def _stops(deal: Deal, before: State | None) -> None:
    assert [one.severity for one in deal.findings] == ["impossible"]
    assert deal.state == before
    assert deal.status == "impossible"
    assert found(deal, "0 passed") == [], "nothing is folded behind it, and nothing more is found"
    assert [step.fate for step in deal.steps[-2:]] == ["not-folded", "not-folded"]
    if before is not None:
        assert found(deal, f"retracted {standing(deal)[-1].seq}") == []
        assert deal.status != "impossible", "a retraction to before it takes the deal up again"
        assert deal.state == before
        assert [one.void for one in deal.findings] == [True]


def _goes_on(deal: Deal, after: Callable[[State], object]) -> None:
    assert {one.severity for one in deal.findings} == {"irregular"}
    assert deal.status != "impossible"
    assert deal.state is not None
    assert after(deal.state)
    assert cards_shown(deal.state) == cards_recounted(standing(deal)), "the state becomes what the event says"


def _may_be_let_stand(trap: Trap) -> None:
    deal = trap.deal()
    deal.add(replace(event_of(trap.move, deal.next_seq), irregular=True))
    assert [f"{one.code} {one.rule}" for one in deal.findings] == list(trap.finds)
    assert all(one.let_stand and not one.counts for one in deal.findings)
