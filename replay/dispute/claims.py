"""Figures that somebody claims, whole or in part, and whether a reckoning comes to them."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from replay.dispute.reckoning import Reckoning

Part = tuple[int | None, ...]
"""A figure a seat, ``None`` where none is claimed."""


class Figures(Struct, frozen=True):
    """Totals and payments that are claimed, by seat."""

    totals: Part
    payments: Part

    @property
    def is_empty(self) -> bool:
        """Whether no figure is claimed."""
        return all(figure is None for figure in (*self.totals, *self.payments))

    @property
    def has_payments(self) -> bool:
        """Whether a payment is claimed."""
        return any(figure is not None for figure in self.payments)

    @property
    def seats(self) -> frozenset[int]:
        """The seats on whose totals the claimed figures depend: a payment depends on all."""
        if self.has_payments:
            return frozenset(range(len(self.totals)))
        return frozenset(seat for seat, total in enumerate(self.totals) if total is not None)

    def met_by(self, reckoning: Reckoning) -> bool:
        """Whether every claimed figure comes out exactly."""
        for seat, total in enumerate(self.totals):
            if total is not None and reckoning.totals[seat] != total:
                return False
        paid = reckoning.payments
        return all(claimed is None or (paid is not None and paid[seat] == claimed)
                   for seat, claimed in enumerate(self.payments))  # fmt: skip

    def held_by(self, reckoning: Reckoning) -> bool | None:
        """Whether the claim holds; ``None`` where a figure cannot be derived."""
        due = (*reckoning.totals, *(reckoning.payments or (None,) * len(self.payments)))
        pairs = zip((*self.totals, *self.payments), due, strict=True)
        claimed = [(figure, right) for figure, right in pairs if figure is not None]
        return None if any(right is None for _, right in claimed) else self.met_by(reckoning)

    def off(self, reckoning: Reckoning) -> "Figures":
        """Those of the figures that do not come out."""
        paid: Sequence[int | None] = reckoning.payments or (None,) * len(self.payments)
        return Figures(_off(self.totals, reckoning.totals), _off(self.payments, paid))


def figures(totals: Sequence[int | None] | None, payments: Sequence[int | None] | None, seats: int = 3) -> Figures:
    """Figures of which either part may not be given."""
    return Figures(tuple(totals or (None,) * seats), tuple(payments or (None,) * seats))


def _off(claimed: Part, due: Sequence[int | None]) -> Part:
    return tuple(None if figure == right else figure for figure, right in zip(claimed, due, strict=True))


Joined = Literal["all", "disputed"]
"""What several claims have in common: all their figures, or those in dispute."""


def together(claims: Sequence[Figures], reckoning: Reckoning) -> tuple[Joined, Figures] | None:
    """Several claims as one: all their figures or, where those contradict each other, what each claims in dispute with
    the reckoning; ``None`` where they contradict each other in that."""
    whole = _merged(claims)
    if whole is not None:
        return "all", whole
    disputed = _merged([claim.off(reckoning) for claim in claims])
    return None if disputed is None else ("disputed", disputed)


def _merged(claims: Sequence[Figures]) -> Figures | None:
    totals = _merged_parts(claim.totals for claim in claims)
    payments = _merged_parts(claim.payments for claim in claims)
    return None if totals is None or payments is None else Figures(totals, payments)


def _merged_parts(parts: Iterable[Part]) -> Part | None:
    merged = []
    for figures in zip(*parts, strict=True):
        claimed = {figure for figure in figures if figure is not None}
        if len(claimed) > 1:
            return None
        merged.append(claimed.pop() if claimed else None)
    return tuple(merged)
