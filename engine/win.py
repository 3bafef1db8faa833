"""A winner's bonuses and multipliers, reading by reading (§8, §9)."""

from engine.base import wenqian_line
from engine.cards import ONE_COIN, RANK, RED, THOUSAND, WHITE
from engine.ending import OPENING_SETS, SIZE_OF, Holding, Win
from engine.lines import Line, option_line
from engine.options import RuleSet
from engine.partitions import Group, Partition, kinds_waited_for

SHAPES = ("qing-hu", "piao-hu", "tazi-hu")
"""Ids of the lines that say of what shape a reading is (§8.1)."""


def winning_card_in_base(
    rules: RuleSet, holding: Holding, win: Win, completes: Group | None
) -> tuple[int | None, int | None]:
    """How the winning card counts among identical cards in this reading (§7.6): the kind whose set is an exposed pung,
    and the kind of which one copy stays outside the hand; both ``None`` where it is a card in hand."""
    if not win.from_another or win.card is None or completes is None:
        return None, None
    kind, copies = win.card, holding.hand[win.card]
    triplet = completes.form == "triplet"
    match rules.winning_discard:
        case "joins-hand":
            return (kind, None) if triplet and copies == 3 else (None, None)
        case "completed-three-is-pung":
            return (kind, None) if copies == 3 else (None, None)
    return (kind, None) if triplet and copies == 3 else (None, kind)


def bonus_lines(
    rules: RuleSet, win: Win, partition: Partition, completes: Group | None, *, wait_counts: bool
) -> list[Line]:
    """Shape, Wenqian, self-draw and wait (§8). ``wait_counts``: the wait bonus is not barred by ``wait_basis``."""
    wenqian = sum(1 for group in partition if group.kind == ONE_COIN and group.form == "run")
    runs = sum(1 for group in partition if group.form == "run")
    if runs == 7:
        lines = [option_line(rules, "qing-hu", "bonus", "qing_hu")]
    elif runs == wenqian:
        lines = [option_line(rules, "piao-hu", "bonus", "piao_hu")]
    else:
        lines = [option_line(rules, "tazi-hu", "bonus", "tazi_hu")]
    if wenqian:
        lines.append(wenqian_line(rules, wenqian, "bonus"))
    drawn = () if win.card is None else (win.card,)
    if win.source in ("self-draw", "kong-replacement") or (win.source == "heavenly" and rules.heavenly_self_draw_bonus):
        lines.append(option_line(rules, "self-draw", "bonus", "self_draw_hu", cards=drawn))
    if win.source == "kong-replacement":
        lines.append(option_line(rules, "kong-replacement", "bonus", "kong_replacement_hu", cards=drawn))
    wait = wait_of(completes, win.card)
    if wait is not None and wait in rules.waits and wait_counts:
        assert completes is not None
        lines.append(option_line(rules, f"wait-{wait}", "bonus", "wait_hu", cards=completes.cards))
    return lines


def wait_of(completes: Group | None, card: int | None) -> str | None:
    """Which wait of §8.4 the winning card filled in the group it completes, or ``None``."""
    if completes is None or card is None or completes.form == "triplet":
        return None
    if completes.form == "pair":
        return "pair"
    at = completes.cards.index(card)
    if at == 1:
        return "middle"
    rank = RANK[completes.cards[0]]
    if at == 2 and rank == 1:
        return "three-of-123"
    if at == 0 and rank == 7:
        return "seven-of-789"
    return None


def wait_may_count(rules: RuleSet, holding: Holding, win: Win) -> bool:
    """Whether ``wait_basis`` allows the wait bonus: by the shape always, else if no other kind, not even one of which
    four are held, would have completed the hand (§8.4)."""
    if rules.wait_basis == "shape":
        return True
    if win.card is None:
        return False
    before = bytearray(holding.hand)
    before[win.card] -= 1
    return kinds_waited_for(bytes(before)) == (win.card,)


def multiplier_lines(
    rules: RuleSet, holding: Holding, win: Win, *, floating: bool, pung_by_discard: bool
) -> list[Line]:
    """The winner's multipliers (§9). ``floating``: the reading is Piao Hu; ``pung_by_discard``: §7.6 made a pung."""
    lines = []
    if floating:
        lines.append(option_line(rules, "piao-hu", "multiplier", "piao_multiplier"))
        if not _floating_broken(rules, holding, pung_by_discard):
            lines.append(option_line(rules, "closed-floating", "multiplier", "closed_floating_multiplier"))
    elders = three_elders_line(rules, holding)
    if elders is not None:
        lines.append(elders)
    if win.source == "heavenly" and (rules.heavenly_after_opening_draw or not _drew_in_preparation(holding)):
        lines.append(option_line(rules, "heavenly-win", "multiplier", "heavenly_multiplier"))
    card = () if win.card is None else (win.card,)
    if win.moment == "first-discard":
        lines.append(option_line(rules, "first-discard", "multiplier", "first_discard_multiplier", cards=card))
    if holding.ready:
        lines.append(option_line(rules, "ready", "multiplier", "ready_multiplier"))
    if win.moment == "last-card" and (win.source == "self-draw" or rules.last_card_on_replacement):
        lines.append(option_line(rules, "last-card", "multiplier", "last_card_multiplier", cards=card))
    return lines


def _floating_broken(rules: RuleSet, holding: Holding, pung_by_discard: bool) -> bool:
    broken_by = rules.closed_floating_broken_by
    if pung_by_discard and "winning-discard" in broken_by:
        return True
    return any(
        group.form in broken_by or (group.form in OPENING_SETS and "opening-set" in broken_by)
        for group in holding.groups
    )


def three_elders_line(rules: RuleSet, holding: Holding) -> Line | None:
    """Three copies each of R, W and T (or of any one) among hand and groups, hezi cards not (§9.3)."""
    held = {kind: holding.hand[kind] for kind in (RED, WHITE, THOUSAND)}
    for group in holding.groups:
        if group.kind in held:
            held[group.kind] += SIZE_OF[group.form]
    sets = [kind for kind, copies in held.items() if copies >= 3]
    if len(sets) == 3 or (sets and rules.three_elders == "any"):
        cards = tuple(kind for kind in sorted(sets) for _ in range(held[kind]))
        return option_line(rules, "three-elders", "multiplier", "three_elders_multiplier", cards=cards)
    return None


def _drew_in_preparation(holding: Holding) -> bool:
    """Whether a dealer who won before the first discard had drawn an opening replacement (§4.1, §12.2)."""
    opening_quad = any(group.form == "opening-quad" for group in holding.groups)
    return opening_quad or holding.hezi is not None or bool(holding.jokers)
