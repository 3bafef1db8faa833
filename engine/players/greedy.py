"""The player that plays to earn: what everything it may do is worth in hu, settled (§10.2).

It wins whenever it can. Else each action is weighed by the table it leads to: how likely the hand is to win in any way,
as Qing Hu or as Piao Hu, and what that would pay; and what its sets are worth if somebody else wins. Base hu are paid by
everybody to everybody, so a set counts whether the deal is won or not.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.actions import Action
from engine.base import set_line
from engine.cards import COPIES, KINDS, ONE_COIN, THREE_COINS, TWO_COINS
from engine.ending import SIZE_OF, Declared, Holding
from engine.options import RuleSet
from engine.players import chances, distance
from engine.players.chances import chance
from engine.players.distance import Nearest
from engine.state import PREPARING
from engine.view import View

OTHERS_WIN = 50
"""What a player pays, on average, when another wins: saved by winning oneself."""
"""Hu that a win brings beside its shape: Wenqian, self-draw, wait."""
BESIDE = 14
FAR = 8
_MODES = ((chances.ANY, distance.ANY), (chances.QING, distance.QING), (chances.PIAO, distance.PIAO))


class Tariff(dict[tuple[str, int], int]):
    """What sets are worth under one rule set and pair of indicators, by the id of their base line and kind (§7)."""

    def __init__(self, rules: RuleSet, indicators: tuple[int, ...]) -> None:
        self.rules = rules
        self.indicators = indicators

    def __missing__(self, key: tuple[str, int]) -> int:
        id_, kind = key
        if id_ == "three-in-hand" and kind in self.indicators:
            id_ = "exact-three-in-hand"
        amount = self[key] = set_line(self.rules, self.indicators, id_, kind).amount
        return amount


@lru_cache(1024)
def tariff(rules: RuleSet, indicators: tuple[int, ...]) -> Tariff:
    """The tariff of a deal."""
    return Tariff(rules, indicators)


class Mind:
    """What a seat makes of its view. ``live``: copies of each kind that it has not seen."""

    reach = 1

    def __init__(self, view: View, rules: RuleSet) -> None:
        assert view.seat is not None
        self.view, self.rules = view, rules
        own = view.seats[view.seat]
        assert own.hand is not None
        self.hand = own.hand[:KINDS]
        self.groups = own.groups
        self.own = own
        self.tariff = tariff(rules, view.indicators)
        live = bytearray([COPIES] * KINDS + [0] * 5)
        for kind, copies in enumerate(self.hand):
            live[kind] -= copies
        for seat in view.seats:
            for group in seat.groups:
                live[group.kind] -= SIZE_OF[group.form]
            if seat.hezi is not None:
                live[seat.hezi] -= 2
        for _, kind in view.river:
            live[kind] -= 1
        for card in view.indicators:
            if card < KINDS:
                live[card] -= 1
        self.live = live
        self.unseen = max(1, sum(live))
        self.stock = view.stock or 0
        ones = twos = fours = 0
        for kind in range(KINDS):
            copies = live[kind]
            bit = 1 << kind
            if copies & 1:
                ones |= bit
            if copies & 2:
                twos |= bit
            if copies & 4:
                fours |= bit
        self._planes = ones, twos, fours

    def copies(self, wanted: int) -> int:
        """Live copies of the kinds whose bits are set."""
        ones, twos, fours = self._planes
        return (wanted & ones).bit_count() + 2 * (wanted & twos).bit_count() + 4 * (wanted & fours).bit_count()

    def sets(self, hand: bytes, groups: tuple[Declared, ...]) -> float:
        """Base hu of the cards, those that pairs and threes may still become by their likelihood included."""
        worth = self.tariff
        total = 0.0
        for group in groups:
            total += worth[group.form, group.kind]
        if self.own.hezi is not None:
            total += worth["hezi", self.own.hezi]
        own_draws = self.stock / 3 / self.unseen
        for kind in range(KINDS):
            copies = hand[kind]
            if copies < 2:
                continue
            more = self.live[kind]
            if copies == 2:
                if more:
                    drawn = min(1.0, more * own_draws)
                    total += (
                        drawn * worth["three-in-hand", kind]
                        + (1 - drawn) * min(1.0, more * own_draws) * worth["pung", kind]
                    )
            elif copies == 3:
                total += worth["three-in-hand", kind]
                if more:
                    total += min(1.0, 2 * own_draws) * (worth["exposed-kong", kind] - worth["three-in-hand", kind])
            else:
                total += worth["four-in-hand", kind]
        return total

    def gains(self, base: float, groups: tuple[Declared, ...]) -> tuple[float, float, float]:
        """What a win pays more than none: in any way, and what Qing Hu and Piao Hu pay on top."""
        rules = self.rules
        times = rules.ready_multiplier if self.own.ready else 1
        any_ = 2 * (times * (base + rules.tazi_hu + BESIDE) - base)
        qing = 2 * (times * (rules.qing_hu + BESIDE) - base)
        floating = rules.piao_multiplier
        if not any(group.form in ("pung", "added-kong") for group in groups):
            floating *= 1 + 0.25 * (rules.closed_floating_multiplier - 1)
        piao = 2 * (times * floating * (base + 6 + rules.piao_hu + BESIDE) - base)
        return any_ + OTHERS_WIN, max(0.0, qing - any_), max(0.0, piao - any_)

    def waiting(self, hand: bytes, groups: tuple[Declared, ...], more_stock: int = 0) -> float:
        """What a hand is worth that has just let a card go."""
        base = self.sets(hand, groups)
        gains = self.gains(base, groups)
        total = 2 * base
        needed = 7 - len(groups)
        for how, distances in self._modes(hand, groups):
            near = distances.nearest(hand, needed)
            total += self._chance(how, near.distance, near.wanted, more_stock) * gains[how]
        return total

    def _modes(self, hand: bytes, groups: tuple[Declared, ...]) -> Iterator[tuple[int, distance.Distances]]:
        """The ways to win that are worth looking at."""
        yield _MODES[0]
        if not groups:
            yield _MODES[1]
        missing = 7 - len(groups) - hand.count(3) - hand.count(4)
        twos = hand.count(2)
        if missing + max(0, missing + 1 - twos) < FAR:
            yield _MODES[2]

    def _chance(self, how: int, far: int, wanted: int, more_stock: int = 0) -> float:
        if not far:
            return 1.0
        return chance(how, far, self.copies(wanted), self.stock + more_stock)

    def discards(self, hand: bytes, groups: tuple[Declared, ...]) -> Iterator[tuple[float, int]]:
        """What each discard is worth, by kind."""
        needed = 7 - len(groups)
        base = self.sets(hand, groups)
        gains = self.gains(base, groups)
        near = [(how, gains[how], distances.nearest(hand, needed)) for how, distances in self._modes(hand, groups)]
        kinds = set(near[0][2].spare)
        for _, _, one in near[1:]:
            if one.distance <= near[0][2].distance + self.reach:
                kinds.update(one.spare)
        if not kinds:  # a complete hand that may not win, after a pung
            kinds = {kind for kind in range(KINDS) if hand[kind]}
        for kind in sorted(kinds):
            yield self._discard(hand, groups, kind, base, near), kind

    def _discard(
        self, hand: bytes, groups: tuple[Declared, ...], kind: int, base: float, near: list[tuple[int, float, Nearest]]
    ) -> float:
        total = 2 * base
        if hand[kind] >= 2:
            left = bytearray(hand)
            left[kind] -= 1
            total = 2 * self.sets(bytes(left), groups)
        for how, gain, one in near:
            if gain <= 0:
                continue
            wanted = one.spare.get(kind)
            if wanted is not None:
                total += gain * self._chance(how, one.distance, wanted)
            else:
                usual = chances.LIVE[min(one.distance + 1, len(chances.LIVE)) - 1]
                total += gain * chance(how, one.distance + 1, usual, self.stock)
        return total


def _without(hand: bytes, kind: int, copies: int) -> bytes:
    left = bytearray(hand)
    left[kind] -= copies
    return bytes(left)


_GROUP_OF = {
    "exposed": ("exposed-kong", 3), "concealed": ("concealed-kong", 4), "added": ("added-kong", 1),
    "quad": ("opening-quad", 4), "triple": ("opening-triple", 3),
}  # fmt: skip


def greedy(view: View, actions: tuple[Action, ...], rules: RuleSet, _chance: int) -> Action:
    """The action that is worth most."""
    for action in actions:
        if action.type == "won":
            return action
    if len(actions) == 1:
        return actions[0]
    mind = Mind(view, rules)
    best, chosen = float("-inf"), actions[-1]
    discards = {action.card: action for action in actions if action.type == "discarded"}
    if discards:
        for worth, kind in mind.discards(mind.hand, mind.groups):
            if worth > best and kind in discards:
                best, chosen = worth, discards[kind]
    for action in actions:
        if action.type != "discarded":
            worth = _worth(mind, action)
            if worth > best:
                best, chosen = worth, action
    return chosen


def _worth(mind: Mind, action: Action) -> float:
    hand, groups, kind = mind.hand, mind.groups, action.card
    match action.type:
        case "passed" | "preparation_finished":
            return mind.waiting(hand, groups) if sum(hand) % 3 == 1 else max(mind.discards(hand, groups))[0]
        case "pung_claimed":
            assert kind is not None
            left = _without(hand, kind, 2)
            return max(mind.discards(left, (*groups, Declared("pung", kind))))[0]
        case "kong_declared" | "opening_declared":
            assert kind is not None
            if action.form == "hezi":
                return float("inf")
            form, copies = _GROUP_OF[action.form or ""]
            left = hand if action.form == "added" and not hand[kind] else _without(hand, kind, copies)
            kept = tuple([group for group in groups if group.kind != kind])
            after = (*kept, Declared(form, kind))  # type: ignore[arg-type]
            if sum(left) % 3 == 1:
                return mind.waiting(left, after, 3)
            return max(mind.discards(left, after))[0]
        case "ready_declared":
            return float("inf")
    return float("-inf")
