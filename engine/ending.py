"""The end of a deal as one value, whether it came from a log or from a hand record (§6.1)."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.cards import CARDS, KINDS
from engine.options import RuleSet

GroupForm: TypeAlias = Literal["pung", "exposed-kong", "added-kong", "concealed-kong", "opening-quad", "opening-triple"]
Source: TypeAlias = Literal["self-draw", "kong-replacement", "discard", "robbed-kong", "heavenly", "none"]
Moment: TypeAlias = Literal["ordinary", "first-discard", "last-card"]

KONGS_IN_PLAY: tuple[GroupForm, ...] = ("exposed-kong", "added-kong", "concealed-kong")
OPENING_SETS: tuple[GroupForm, ...] = ("opening-quad", "opening-triple")

SIZE_OF: dict[GroupForm, int] = {
    "pung": 3,
    "exposed-kong": 4,
    "added-kong": 4,
    "concealed-kong": 4,
    "opening-quad": 4,
    "opening-triple": 3,
}
"""How many cards a declared group has."""


class Declared(Struct, frozen=True, array_like=True):
    """A declared group: its form and kind. ``source``: the seat it was claimed from, where a log tells."""

    form: GroupForm
    kind: int
    source: int | None = None


class Holding(Struct, frozen=True, array_like=True):
    """What one player has at the end. ``hand``: counts of the concealed cards (30 bytes), a winner's with the winning
    card. ``hezi``: its kind, or ``None``. ``jokers``: exposed, numbers 30 to 34 (§12.2)."""

    hand: bytes
    groups: tuple[Declared, ...] = ()
    hezi: int | None = None
    ready: bool = False
    jokers: tuple[int, ...] = ()

    @property
    def groups_needed(self) -> int:
        """How many groups the concealed cards must make, beside the pair (§6.1)."""
        return 7 - len(self.groups)

    def known(self, indicators: tuple[int, ...]) -> bytearray:
        """Counts (35 numbers) of the own cards, in hand, groups and hezi, and the indicators: none of them is to come
        (§3.6)."""
        known = bytearray(self.hand) + bytearray(CARDS - KINDS)
        for group in self.groups:
            known[group.kind] += SIZE_OF[group.form]
        if self.hezi is not None:
            known[self.hezi] += 2
        for card in indicators:
            known[card] += 1
        return known


class Win(Struct, frozen=True, array_like=True):
    """How the deal was won. ``card``: the winning kind, ``None`` for a heavenly win. ``giver``: the seat a discarded or
    robbed card came from. ``moment``: what else was special, of which one thing can hold (§9.5, §9.7).
    ``source`` is ``none`` where the log gives the win no source: nothing can then be derived."""

    seat: int
    source: Source
    card: int | None = None
    giver: int | None = None
    moment: Moment = "ordinary"

    @property
    def from_another(self) -> bool:
        """Whether the winning card was taken from another player (§7.6)."""
        return self.giver is not None


class DealEnd(Struct, frozen=True):
    """A finished deal: all that scoring needs. ``win`` is ``None`` where the stock ran out (§10.3)."""

    rules: RuleSet
    indicators: tuple[int, ...]
    dealer: int
    players: tuple[Holding, ...]
    win: Win | None = None
