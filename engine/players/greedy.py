"""The player that plays to earn: it takes the action that leads to the table worth most in hu, settled (§10.2).

A table is worth what the own sets are, for base hu are paid whoever wins, and what winning pays on top by how likely it
is: in any way, as Qing Hu, as Piao Hu. A win is weighed like everything else: a small one may be let go for a large one
that is near. Nothing is known of the others but what lies open.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.actions import Action
from engine.base import set_line
from engine.cards import COPIES, KINDS, ONE_COIN, THREE_COINS, TWO_COINS
from engine.ending import SIZE_OF, DealEnd, Declared, GroupForm, Holding, Win
from engine.options import RuleSet
from engine.players import chances, distance
from engine.players.chances import likelihoods, usual
from engine.players.distance import Distances
from engine.score import score
from engine.state import NEXT_SEAT
from engine.view import View

OTHERS_WIN = 45
"""What a player pays on average where another wins: whoever wins need not."""
BESIDE = 12
"""Hu of a win beside sets, shape and Wenqian, on average: self-draw, wait, rounding."""
WENQIAN = (0.0, 0.0, 0.3, 0.75)
"""By how many of 1, 2 and 3 of Coins are held: how likely a win then has them as a run."""
A_SET = 6
"""Hu that a hand on its way to Piao Hu still gains by its sets, on average."""
CLOSED = 0.25
"""How likely a Piao Hu that has no pung yet ends without one."""
FARTHEST_PIAO = 7
"""The distance up to which Piao Hu is thought of."""

Groups = tuple[Declared, ...]

_FORMED: dict[str, tuple[GroupForm, int]] = {
    "pung": ("pung", 2),
    "exposed": ("exposed-kong", 3),
    "concealed": ("concealed-kong", 4),
    "added": ("added-kong", 1),
    "quad": ("opening-quad", 4),
    "triple": ("opening-triple", 3),
}
"""By the form of an action, or pung: what becomes of it, and how many cards it takes from the hand."""


def greedy(view: View, actions: tuple[Action, ...], rules: RuleSet, _chance: int) -> Action:
    """The action that is worth most; of several, the first."""
    if len(actions) == 1:
        return actions[0]
    assert view.seat is not None
    if view.seats[view.seat].ready:
        return next((action for action in actions if action.type == "won"), actions[0])
    mind = _Mind(view, rules)
    weighed = [(mind.worth(action), action) for action in actions if action.type != "discarded"]
    discards = {action.card: action for action in actions if action.type == "discarded"}
    if discards:
        worths = mind.discards(mind.hand, mind.groups).items()
        weighed += [(worth, discards[kind]) for kind, worth in worths if kind in discards]
    return max(weighed, key=lambda one: one[0])[1]


_BITS = tuple(1 << kind for kind in range(KINDS))


class _Tariff(dict[tuple[str, int], int]):
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
def _tariff(rules: RuleSet, indicators: tuple[int, ...]) -> _Tariff:
    return _Tariff(rules, indicators)


class _Mind:
    """What a seat makes of what it sees. ``live``: how many copies of each kind it has not seen."""

    def __init__(self, view: View, rules: RuleSet) -> None:
        assert view.seat is not None
        own = view.seats[view.seat]
        assert own.hand is not None
        self.view = view
        self.rules = rules
        self.own = own
        self.hand = own.hand[:KINDS]
        self.groups = own.groups
        self.tariff = _tariff(rules, view.indicators)
        self.stock = view.stock or 0
        self.live = live = _live(view, self.hand)
        self.own_draws = self.stock / 3 / max(1, sum(live))
        self.settled = 1 if rules.settlement == "winner-only" else 2  # how often a hu of base is paid without a win
        ones = twos = fours = 0
        for bit, copies in zip(_BITS, live, strict=True):
            if copies & 1:
                ones |= bit
            if copies & 2:
                twos |= bit
            elif copies & 4:
                fours |= bit
        self._planes = ones, twos, fours

    def worth(self, action: Action) -> float:
        """What an action is worth that is no discard."""
        hand, groups, kind = self.hand, self.groups, action.card
        match action.type:
            case "won":
                return 2 * self._won(kind) + OTHERS_WIN
            case "passed":
                return self._waiting(hand, groups, 2 if action.seat == NEXT_SEAT[self.view.turn] else 1)
            case "ready_declared":
                return self._ready()
            case "preparation_finished":
                return self._after(hand, groups, replaced=False)
        assert kind is not None
        if action.form == "hezi" or action.type == "joker_exposed":
            return float("inf")  # it costs nothing: other cards come for them
        form, copies = _FORMED[action.form or "pung"]
        if action.form == "added":
            copies = min(copies, hand[kind])  # or the discard is added
            groups = tuple([group for group in groups if group.kind != kind])
        left = bytearray(hand)
        left[kind] -= copies
        replaced = form not in ("pung", "opening-triple")
        return self._after(bytes(left), (*groups, Declared(form, kind)), replaced=replaced)

    def discards(self, hand: bytes, groups: Groups) -> dict[int, float]:
        """What each discard is worth that leaves the hand near to some way of winning, by kind."""
        base = self._sets(hand, groups)
        wenqian = self._wenqian(hand)
        gains = self._gains(base, groups, wenqian)
        near = [(gains[how], how, ways.nearest(hand, 7 - len(groups))) for how, ways in _ways(hand, groups)]
        farther = near[0][2].distance + 1
        kinds = {kind for _, _, one in near if one.distance <= farther for kind in one.spare}
        stock, settled, (ones, twos, fours) = self.stock, self.settled, self._planes
        worth = dict.fromkeys(sorted(kinds) or [kind for kind in range(KINDS) if hand[kind]], settled * base)
        for kind in worth:
            if hand[kind] >= 2:
                worth[kind] += settled * (self._set(kind, hand[kind] - 1) - self._set(kind, hand[kind]))
        for gain, how, one in near:
            likely, spare, far = likelihoods(how, one.distance, stock), one.spare, one.distance + 1
            else_worth = gain * likelihoods(how, far, stock)[usual(far)]
            for kind in worth:
                wanted = spare.get(kind)
                if wanted is None:
                    worth[kind] += else_worth
                else:
                    live = (wanted & ones).bit_count() + 2 * (wanted & twos).bit_count()
                    chance = likely[live + 4 * (wanted & fours).bit_count()]
                    worth[kind] += gain * chance
                    if how == chances.ANY and ONE_COIN <= kind <= THREE_COINS and hand[kind] == 1:
                        left = bytearray(hand)
                        left[kind] = 0
                        worth[kind] += chance * (self._wenqian(left) - wenqian)
        return worth

    def _after(self, hand: bytes, groups: Groups, *, replaced: bool) -> float:
        """What a table is worth at which this seat has these groups and these cards left. ``replaced``: another card
        comes at once."""
        if sum(hand) % 3 == 2:
            return max(self.discards(hand, groups).values())
        return self._waiting(hand, groups, 3 if replaced else 0)

    def _waiting(self, hand: bytes, groups: Groups, sooner: int) -> float:
        """What a hand is worth that is to draw before it acts. ``sooner``: how many draws fewer than after an own
        discard there are up to the next own one."""
        base = self._sets(hand, groups)
        gains = self._gains(base, groups, self._wenqian(hand))
        worth = self.settled * base
        for how, ways in _ways(hand, groups):
            near = ways.nearest(hand, 7 - len(groups))
            worth += gains[how] * self._likely(how, near.distance, near.wanted, sooner)
        return worth

    def _ready(self) -> float:
        """What it is worth to declare ready now: from then on the hand stays as it is (§3.6)."""
        base = self._sets(self.hand, self.groups)
        wenqian = self._wenqian(self.hand)
        gains = self._gains(base, self.groups, wenqian, times=self.rules.ready_multiplier)
        worth = self.settled * base
        for how, ways in _ways(self.hand, self.groups):
            near = ways.nearest(self.hand, 7 - len(self.groups))
            if near.distance == 1:
                worth += gains[how] * self._likely(how, 1, near.wanted)
        return worth

    def _likely(self, how: int, far: int, wanted: int, sooner: int = 0) -> float:
        ones, twos, fours = self._planes
        live = (wanted & ones).bit_count() + 2 * (wanted & twos).bit_count() + 4 * (wanted & fours).bit_count()
        return likelihoods(how, far, self.stock + sooner)[live]

    def _sets(self, hand: bytes, groups: Groups) -> float:
        """Base hu of the cards, with what pairs and threes may still become by its likelihood."""
        total = 0.0
        for group in groups:
            total += self.tariff[group.form, group.kind]
        if self.own.hezi is not None:
            total += self.tariff["hezi", self.own.hezi]
        for kind in range(KINDS):
            if hand[kind] >= 2:
                total += self._set(kind, hand[kind])
        return total

    def _set(self, kind: int, copies: int) -> float:
        """What copies of a kind in hand are worth: two may still be three or a pung, three a kong."""
        tariff, live = self.tariff, self.live[kind]
        if copies == 2:
            drawn = min(1.0, live * self.own_draws)
            return drawn * (tariff["three-in-hand", kind] + (1 - drawn) * tariff["pung", kind])
        if copies == 3:
            three = tariff["three-in-hand", kind]
            return three + (min(1.0, 2 * self.own_draws) * max(0, tariff["exposed-kong", kind] - three) if live else 0)
        return tariff["four-in-hand", kind] if copies > 3 else 0

    def _wenqian(self, hand: Sequence[int]) -> float:
        """What a win is likely to be paid for a Wenqian, in hu settled (§8.2)."""
        held = sum([hand[kind] > 0 for kind in (ONE_COIN, TWO_COINS, THREE_COINS)])
        return 2 * WENQIAN[held] * self.rules.wenqian_hu[0]

    def _gains(self, base: float, groups: Groups, wenqian: float, *, times: int = 1) -> tuple[float, float, float]:
        """What a win pays more than none: in any way, and what Qing Hu and Piao Hu pay on top. ``times``: what
        multiplies each."""
        rules = self.rules
        hezi = 0 if self.own.hezi is None else self.tariff["hezi", self.own.hezi]
        floating: float = times * rules.piao_multiplier
        if not any(group.form in ("pung", "added-kong") for group in groups):
            floating *= 1 + CLOSED * (rules.closed_floating_multiplier - 1)
        tazi = 2 * times * (base + rules.tazi_hu + BESIDE)
        qing = 2 * times * (hezi + rules.qing_hu + BESIDE)
        piao = 2 * floating * (base + A_SET + rules.piao_hu + BESIDE)
        return tazi + wenqian - self.settled * base + OTHERS_WIN, max(0.0, qing - tazi), max(0.0, piao - tazi)

    def _won(self, card: int | None) -> int:
        """The total of winning now."""
        view, own, hand = self.view, self.own, bytearray(self.hand)
        if view.on_table is not None:
            hand[view.on_table] += 1
            win = Win(0, "discard", view.on_table, 1)
        elif card is None:
            win = Win(0, "heavenly")
        else:
            win = Win(0, "self-draw", card, None, "ordinary" if self.stock else "last-card")
        holding = Holding(bytes(hand), own.groups, own.hezi, own.ready, own.jokers)
        chosen = score(DealEnd(self.rules, view.indicators, 0, (holding,), win)).chosen
        assert chosen is not None
        return chosen.total


def _live(view: View, hand: bytes) -> list[int]:
    live = [COPIES - copies for copies in hand]
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
    return live


def _ways(hand: bytes, groups: Groups) -> Iterator[tuple[int, Distances]]:
    """The ways of winning that are thought of."""
    yield chances.ANY, distance.ANY
    if not groups:
        yield chances.QING, distance.QING
    missing = 7 - len(groups) - hand.count(3) - hand.count(4)
    if missing + max(0, missing + 1 - hand.count(2)) <= FARTHEST_PIAO:
        yield chances.PIAO, distance.PIAO
