"""The rules of scoring read aloud (§6-§10, §12): a second scorer, slow, on lists and dicts.

It shares no code with the first, and gives plain numbers, no lines. Where rules and engine disagree with it, one of
them is wrong.
"""

from fractions import Fraction
from math import ceil, floor
from typing import Any

from engine.cards import TOKENS
from engine.ending import DealEnd, Holding, Win
from engine.options import RuleSet
from tests.support.article import SETS, stands_in
from tests.support.brute import PAIR, RUN, TRIPLET, Shape, shapes, waits

OLD_GENERALS = ("T", "W", "R", "9s")
COPIES_IN = {"pung": 3, "opening-triple": 3}
"""Cards in a declared group, where not four."""


def slow_score(end: DealEnd) -> dict[str, Any]:
    """``totals`` and ``payments`` (``None`` where nothing can be derived), ``seats`` and ``readings`` with ``base``,
    ``bonus``, ``multiplier``, ``unrounded`` and ``total`` each, and the number of ``partitions``. Readings besides have
    their ``shape`` and the group the winning card ``completes``; they stand in no particular order."""
    rules, win = end.rules, end.win
    seats: list[dict[str, int] | None] = [_loser(end, holding) for holding in end.players]
    readings: list[dict[str, Any]] = []
    ways: list[Shape] = []
    if win is not None:
        seats[win.seat] = None
        holding = end.players[win.seat]
        ways = [way for way in shapes(holding.hand) if len(way) == 7 - len(holding.groups) + 1]
        if win.source != "none":
            readings = [_reading(end, win, way, group) for way in ways for group in _completed(way, win)]
        if readings:
            best = max(readings, key=lambda reading: reading["unrounded"])
            seats[win.seat] = {name: best[name] for name in ("base", "bonus", "multiplier", "unrounded", "total")}
    totals = payments = None
    if None not in seats:
        totals = [seat["total"] for seat in seats if seat is not None]
        payments = _payments(rules, totals, win)
    return {
        "totals": totals,
        "payments": payments,
        "seats": seats,
        "readings": readings,
        "partitions": len(ways),
    }


def _completed(way: Shape, win: Win) -> list[tuple[int, str] | None]:
    """§6.3"""
    if win.card is None:
        return [None]
    return [group for group in sorted(set(way)) if win.card in _cards(group)]


def _cards(group: tuple[int, str]) -> list[int]:
    kind, form = group
    return {TRIPLET: [kind, kind, kind], RUN: [kind, kind + 1, kind + 2], PAIR: [kind, kind]}[form]


def _loser(end: DealEnd, holding: Holding) -> dict[str, int]:
    rules = end.rules
    base = _base(end, holding, {TOKENS[kind]: copies for kind, copies in enumerate(holding.hand)}, set())
    if rules.wenqian_for == "everyone":
        together = min(holding.hand[TOKENS.index(token)] for token in ("1c", "2c", "3c"))
        if together > 0:
            base += rules.wenqian_hu[together - 1]
    multiplier = 1
    if rules.three_elders_for == "everyone" and _elders(rules, holding):
        multiplier = rules.three_elders_multiplier
    return _sums(end, base, 0, multiplier)


def _sums(end: DealEnd, base: int, bonus: int, multiplier: int) -> dict[str, int]:
    """§10.1; jokers among the indicators multiply before rounding (§12.2)."""
    rules, unrounded = end.rules, (base + bonus) * multiplier
    for indicator in end.indicators:
        if TOKENS[indicator][0] == "j":
            unrounded *= rules.joker_indicator_multiplier
    units = Fraction(unrounded, rules.rounding_unit)
    whole = {"up": ceil(units), "down": floor(units), "nearest": floor(units + Fraction(1, 2))}[rules.rounding]
    return {
        "base": base,
        "bonus": bonus,
        "multiplier": multiplier,
        "unrounded": unrounded,
        "total": whole * rules.rounding_unit,
    }


def _matches(indicator: str, token: str) -> bool:
    """§7.3, §12.2"""
    if indicator in OLD_GENERALS:
        return token in OLD_GENERALS
    return indicator[0] != "j" and token not in OLD_GENERALS and indicator[0] == token[0]


def _printed(end: DealEnd, set_: str, token: str) -> int:
    """§12.3: the cell as it stands, by the article's own gloss of the columns."""
    shown = [TOKENS[kind] for kind in end.indicators]
    (row,) = [row for row, sets in SETS.items() if set_ in sets]
    generals = [indicator in OLD_GENERALS for indicator in shown].count(True)
    column = "Small"
    if generals:
        size = "Big" if generals == 1 else "Double"
        column = f"{size}, pair" if token in shown else f"{size}, not a pair"
    return stands_in((row, "G" if token in OLD_GENERALS else "N"), column)[1]


def _set_worth(end: DealEnd, set_: str, value: int, token: str) -> int:
    """§7.3, §7.4"""
    rules = end.rules
    if rules.base_table == "printed":
        return _printed(end, set_, token)
    shown = [TOKENS[kind] for kind in end.indicators]
    if token in OLD_GENERALS:
        value *= rules.old_general_multiplier
    for indicator in shown:
        if _matches(indicator, token):
            value *= rules.indicator_multiplier
    if set_ == "pung" and token in shown:
        value *= rules.exact_pung_multiplier
    return value


def _base(end: DealEnd, holding: Holding, hand: dict[str, int], pungs: set[str]) -> int:
    """§7, §12.2. ``hand``: how many cards in hand count, by token; ``pungs``: kinds whose concealed set is an exposed
    pung."""
    rules = end.rules
    values = {
        "pung": rules.pung_hu,
        "exposed-kong": rules.exposed_kong_hu,
        "added-kong": rules.exposed_kong_hu,
        "concealed-kong": rules.concealed_kong_hu,
        "opening-quad": rules.opening_quad_hu,
        "opening-triple": rules.opening_triple_hu,
    }
    hu = rules.joker_hu * len(holding.jokers)
    for group in holding.groups:
        hu += _set_worth(end, group.form, values[group.form], TOKENS[group.kind])
    if holding.hezi is not None:
        hu += _set_worth(end, "hezi", rules.hezi_hu, TOKENS[holding.hezi])
    for token in pungs:
        hu += _set_worth(end, "pung", rules.pung_hu, token)
    for token, copies in hand.items():
        if copies == 3 and token not in pungs:
            if token in [TOKENS[kind] for kind in end.indicators]:
                hu += _set_worth(end, "exact-three-in-hand", rules.exact_three_in_hand_hu, token)
            else:
                hu += _set_worth(end, "three-in-hand", rules.three_in_hand_hu, token)
        if copies == 4:
            hu += _set_worth(end, "four-in-hand", rules.four_in_hand_hu, token)
    return hu


def _elders(rules: RuleSet, holding: Holding) -> bool:
    """§9.3"""
    held = []
    for elder in ("R", "W", "T"):
        kind = TOKENS.index(elder)
        copies = holding.hand[kind]
        copies += sum(COPIES_IN.get(group.form, 4) for group in holding.groups if group.kind == kind)
        held.append(copies >= 3)
    return any(held) if rules.three_elders == "any" else all(held)


def _reading(end: DealEnd, win: Win, way: Shape, completes: tuple[int, str] | None) -> dict[str, Any]:
    rules, holding = end.rules, end.players[win.seat]
    hand = {TOKENS[kind]: copies for kind, copies in enumerate(holding.hand)}
    pungs: set[str] = set()
    if win.source in ("discard", "robbed-kong"):  # §7.6
        assert win.card is not None
        card = TOKENS[win.card]
        others_held = hand[card] - 1
        fills_triplet = completes == (win.card, TRIPLET)
        if rules.winning_discard == "joins-hand":
            if fills_triplet and others_held == 2:
                pungs.add(card)
        elif rules.winning_discard == "completed-three-is-pung":
            if others_held == 2:
                pungs.add(card)
        else:
            hand[card] = others_held
            if fills_triplet and others_held == 2:
                pungs.add(card)
    base = _base(end, holding, hand, pungs)

    wenqian_run = (TOKENS.index("1c"), RUN)
    groups = [group for group in way if group[1] != PAIR]
    bonus = 0
    qing = not holding.groups and all(form == RUN for _, form in groups)
    piao = not qing and all(form == TRIPLET or (kind, form) == wenqian_run for kind, form in groups)
    bonus += rules.qing_hu if qing else rules.piao_hu if piao else rules.tazi_hu  # §8.1
    wenqian = groups.count(wenqian_run)
    if wenqian:
        bonus += rules.wenqian_hu[wenqian - 1]  # §8.2
    if win.source in ("self-draw", "kong-replacement"):
        bonus += rules.self_draw_hu  # §8.3
    if win.source == "kong-replacement":
        bonus += rules.kong_replacement_hu
    if win.source == "heavenly" and rules.heavenly_self_draw_bonus:
        bonus += rules.self_draw_hu
    if _wait(completes, win) in rules.waits and (rules.wait_basis == "shape" or _sole(holding, win)):
        bonus += rules.wait_hu  # §8.4

    multiplier = 1
    if piao:
        multiplier *= rules.piao_multiplier  # §9.1
        breakers: set[str] = {group.form for group in holding.groups}
        if breakers & {"opening-quad", "opening-triple"}:
            breakers.add("opening-set")
        if pungs:
            breakers.add("winning-discard")
        if not breakers & set(rules.closed_floating_broken_by):
            multiplier *= rules.closed_floating_multiplier  # §9.2
    if _elders(rules, holding):
        multiplier *= rules.three_elders_multiplier  # §9.3
    replaced_in_preparation = holding.hezi is not None or "opening-quad" in [g.form for g in holding.groups]
    replaced_in_preparation |= bool(holding.jokers)
    if win.source == "heavenly" and (rules.heavenly_after_opening_draw or not replaced_in_preparation):
        multiplier *= rules.heavenly_multiplier  # §9.4
    if win.moment == "first-discard":
        multiplier *= rules.first_discard_multiplier  # §9.5
    if holding.ready:
        multiplier *= rules.ready_multiplier  # §9.6
    if win.moment == "last-card" and not (win.source == "kong-replacement" and not rules.last_card_on_replacement):
        multiplier *= rules.last_card_multiplier  # §9.7
    return {"shape": way, "completes": completes, **_sums(end, base, bonus, multiplier)}


def _wait(completes: tuple[int, str] | None, win: Win) -> str | None:
    """§8.4"""
    if completes is None or win.card is None:
        return None
    if completes[1] == PAIR:
        return "pair"
    if completes[1] == RUN:
        ranks = [TOKENS[card][0] for card in _cards(completes)]
        rank = TOKENS[win.card][0]
        if rank == ranks[1]:
            return "middle"
        if ranks == ["1", "2", "3"] and rank == "3":
            return "three-of-123"
        if ranks == ["7", "8", "9"] and rank == "7":
            return "seven-of-789"
    return None


def _sole(holding: Holding, win: Win) -> bool:
    assert win.card is not None
    before = list(holding.hand)
    before[win.card] -= 1
    return waits(before) == [win.card]


def _payments(rules: RuleSet, totals: list[int], win: Win | None) -> list[int]:
    """§10.2, §10.3: pair by pair."""
    payments = [0, 0, 0]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        if rules.settlement == "winner-only" and win is not None and win.seat not in (one, other):
            continue
        payments[one] += totals[one] - totals[other]
        payments[other] += totals[other] - totals[one]
    return payments
