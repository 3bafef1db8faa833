"""Hypotheses: in what somebody may have reckoned a deal otherwise, one single difference each (§6-§10).

A hypothesis changes what is reckoned from (a fact, a rule), the reading that counts, or the arithmetic, in that order;
whatever it leaves alone the rules reckon. None says that anybody did so.
"""

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from engine.ending import DealEnd
from engine.said import Said
from replay.dispute.reckoning import Reckoning, reckon

Kind = Literal["reading", "look-alike", "fact", "slip", "option", "preset"]
Change: TypeAlias = Callable[[Reckoning], Reckoning | None]

FACT, PRESET, OPTION, READING, LINE, ROUNDING, EXCHANGE, PAYMENT = range(8)
"""Stages: in which order hypotheses are applied. Those up to ``OPTION`` change what is reckoned from."""

_OFTEN: tuple[tuple[str, ...], ...] = (
    (
        *("joined-hand", "other-reading", "drawn", "discarded", "ready", "last-card", "first-discard", "winner"),
        *("left-out", "too-seldom", "exact-overlooked", "only-triplets", "kong-counted", "closed-floating"),
        *("unrounded", "option"),
    ),
    (
        *("form", "pung-in-hand", "ordinary-draw", "kong-replacement", "indicator", "twice", "undoubled"),
        *("indicator-forgotten", "old-generals-forgotten", "four-as-three", "exact-imagined", "wait-imagined"),
        *("bonus-to-loser", "rounded-down", "rounded-up", "rounded-before", "rounded-each", "winner-only"),
        *("everyone-settles", "sign", "exchanged", "settled-twice", "not-settled"),
    ),
    ("too-often", "discarder", "card", "preset", "run-across-suits", "run-of-honours", "quad-as-group", "two-pairs"),
)
COST: dict[str, int] = {id_: cost for cost, ids in enumerate(_OFTEN) for id_ in ids}
"""By id: how far-fetched it is, from what is got wrong at every table, or left open by the sources, to what hardly ever
is: each more is half as likely. Where several explain a claim the cheapest comes first."""


class Hypothesis(Struct, frozen=True):
    """One difference.

    ``id``: stable, in kebab-case; ``what``: what it is about, plain values; ``rule``: the paragraph; ``about``: what it
    changes: two of the same cannot be combined; ``seat``: the one seat whose lines it changes, ``None`` where there may
    be several. ``say``: what would be so, as what follows an "if".
    """

    kind: Kind
    id: str
    what: dict[str, Any]
    rule: str
    stage: int
    about: str
    change: Change
    say: Callable[[], Said]
    seat: int | None = None
    extra: int = 0

    @property
    def key(self) -> tuple[str, str]:
        """Which it is."""
        return self.id, repr(self.what)

    @property
    def sort(self) -> tuple[object, ...]:
        """Its sort: of one, those that come to the same are alternatives. Every option is a sort of its own."""
        return (self.id, self.about) if self.other_rules else (self.id, self.seat)

    @property
    def said(self) -> Said:
        """It in words, to follow an "if"."""
        return self.say()

    @property
    def cost(self) -> int:
        """How far-fetched it is."""
        return COST[self.id] + self.extra

    @property
    def other_rules(self) -> bool:
        """Whether it is that the table plays by other rules."""
        return self.kind in ("option", "preset")


def end_changed(change: Callable[[DealEnd], DealEnd | None], reckoning: Reckoning) -> Reckoning | None:
    """The reckoning of another end of the deal."""
    end = change(reckoning.end)
    return None if end is None else reckon(end)


def applied(end: DealEnd, hypotheses: Iterable[Hypothesis]) -> Reckoning | None:
    """The deal reckoned from its end under all the hypotheses; ``None`` where one of them does not fit."""
    reckoning: Reckoning | None = reckon(end)
    for hypothesis in sorted(hypotheses, key=lambda hypothesis: hypothesis.stage):
        if reckoning is None:
            break
        reckoning = hypothesis.change(reckoning)
    return reckoning
