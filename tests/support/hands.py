"""Random hands, rule sets and deals' ends, all of them possible under the rules; the caller brings the randomness."""

from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import CARDS, COPIES, KINDS, ONE_COIN, RANK, SUITED
from engine.ending import (
    KONGS_IN_PLAY,
    OPENING_SETS,
    SIZE_OF,
    DealEnd,
    Declared,
    GroupForm,
    Holding,
    Moment,
    Source,
    Win,
)
from engine.options import OPTIONS, Option, RuleSet, Value
from engine.rulesets import changed
from replay.rulebook import PRESETS, rulebook

MADE_IN_PLAY: tuple[GroupForm, ...] = ("pung", *KONGS_IN_PLAY)


def random_complete(rng: Random, groups: int = 7) -> bytes:
    """Counts of ``groups`` groups and a pair, often of one or two suits, where several partitions are common."""
    suits = rng.sample((0, 9, 18), rng.choice((1, 1, 2, 2, 3)))
    allowed = [kind for suit in suits for kind in range(suit, suit + 9)]
    if rng.random() < 0.3:
        allowed += range(SUITED, KINDS)
    while True:
        hand = _take_complete(rng, bytearray([COPIES]) * KINDS, groups, allowed, triplets=rng.choice((0.2, 0.5, 0.9)))
        if hand is not None:
            return bytes(hand)


def random_cards(rng: Random, groups: int = 7) -> bytes:
    """Counts of as many cards, complete or not: a complete hand with none to three of its cards exchanged."""
    hand = bytearray(random_complete(rng, groups))
    suit = rng.choice((0, 9, 18))
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        kind = rng.choice([kind for kind in range(KINDS) if hand[kind]])
        hand[kind] -= 1
        near = [kind for kind in range(suit, suit + 9) if hand[kind] < COPIES]
        hand[rng.choice(near or [kind for kind in range(KINDS) if hand[kind] < COPIES])] += 1
    return bytes(hand)


def random_rules(rng: Random, likely: float = 0.3) -> RuleSet:
    """A preset with each option changed at that likelihood."""
    changes = {option.name: _random_value(rng, option) for option in OPTIONS if rng.random() < likely}
    return changed(rulebook().presets[rng.choice(PRESETS)], changes)


def _random_value(rng: Random, option: Option) -> Value:
    match option.kind:
        case "flag":
            return rng.random() < 0.5
        case "choice":
            return rng.choice(option.values)
        case "several":
            return tuple(str(value) for value in option.values if rng.random() < 0.5)
        case "counts":
            return tuple(rng.randrange(option.minimum, 90) for _ in range(option.length))
    return rng.choice((option.minimum, rng.randint(option.minimum, 5), rng.randint(option.minimum, 30)))


def random_end(rng: Random, rules: RuleSet | None = None) -> DealEnd:
    """The end of a deal, won in any way or exhausted, with every circumstance that scoring knows (docs/formats.md)."""
    end = None
    while end is None:
        end = _try_end(rng, rules or random_rules(rng))
    return end


def ends(rules: RuleSet | None = None) -> st.SearchStrategy[DealEnd]:
    """Ends of deals for hypothesis, under random rules unless some are given. A whole deal is too much to shrink: each
    comes from a seed."""
    return st.integers(0, 2**63 - 1).map(lambda seed: random_end(Random(seed), rules))


def _try_end(rng: Random, rules: RuleSet) -> DealEnd | None:
    """``None`` where what was drawn by lot does not go together."""
    free = bytearray([COPIES]) * KINDS
    jokers = list(range(KINDS, CARDS)) if rules.jokers == "flowers" else []
    rng.shuffle(jokers)
    indicators = tuple(
        [jokers.pop() if jokers and rng.random() < 0.15 else indicator for indicator in _indicators(rng)]
    )
    for kind in indicators:
        if kind < KINDS:
            free[kind] -= 1
    dealer = rng.randrange(3)
    win = _circumstances(rng, dealer)
    players: dict[int, Holding] = {}
    winner, giver = (None, None) if win is None else (win.seat, win.giver)
    order = sorted(range(3), key=lambda seat: (seat != winner, seat != giver))
    for seat in order:
        robbed = win is not None and win.source == "robbed-kong" and seat == win.giver
        ready = seat != dealer and not robbed and rng.random() < 0.3
        groups: list[Declared] = []
        if robbed:
            assert win is not None
            assert win.card is not None
            groups.append(Declared("pung", win.card))
            free[win.card] -= 3
        number = rng.choice((0, 1, 1, 2, 2, 3, 4)) - len(groups)
        groups += _declared(rng, free, indicators, _forms(win, seat, dealer, ready=ready), number)
        hezi = _hezi(rng, free, indicators, rules)
        if hezi is not None:
            free[hezi] -= 2
        wins = win is not None and seat == win.seat
        hand = _hand(rng, free, 7 - len(groups), complete=wins or ready, winner=wins)
        if hand is None:
            return None
        own = tuple([jokers.pop() for _ in range(rng.choice((0, 0, 1, 2))) if jokers])
        players[seat] = Holding(bytes(hand), tuple(groups), hezi, ready, own)
        if wins and win is not None and win.source != "heavenly":
            cards = [kind for kind in range(KINDS) if hand[kind]]
            if win.source == "robbed-kong":
                cards = [kind for kind in cards if hand[kind] == 1 and free[kind] == 3]
            if not cards:
                return None
            win = replace(win, card=rng.choice(cards))
    seated = tuple(players[seat] for seat in range(3))
    if win is not None and win.source == "kong-replacement":
        forms = {group.form for group in players[win.seat].groups}
        return DealEnd(rules, indicators, dealer, seated, win) if forms & set(KONGS_IN_PLAY) else None
    return DealEnd(rules, indicators, dealer, seated, win)


def _circumstances(rng: Random, dealer: int) -> Win | None:
    """How the deal is won, the card still open; ``None`` for an exhausted one."""
    source: Source = rng.choice(
        ("none", "self-draw", "self-draw", "kong-replacement", "discard", "discard", "robbed-kong", "heavenly")
    )
    if source == "none":
        return None
    seat = dealer if source == "heavenly" else rng.randrange(3)
    giver = None
    if source in ("discard", "robbed-kong"):
        giver = rng.choice([other for other in range(3) if other != seat])
    moment: Moment = "ordinary"
    if source == "discard" and giver == dealer and rng.random() < 0.3:
        moment = "first-discard"
    elif source in ("self-draw", "kong-replacement") and rng.random() < 0.3:
        moment = "last-card"
    return Win(seat, source, None, giver, moment)


def _forms(win: Win | None, seat: int, dealer: int, *, ready: bool) -> tuple[GroupForm, ...]:
    """What groups a seat may have declared (docs/formats.md, "Contradictions")."""
    if ready or (win is not None and win.source == "heavenly"):
        return OPENING_SETS
    if win is not None and win.moment == "first-discard":
        return (*OPENING_SETS, "concealed-kong") if seat == dealer else OPENING_SETS
    return (*OPENING_SETS, *MADE_IN_PLAY, *MADE_IN_PLAY)


def _indicators(rng: Random) -> tuple[int, int]:
    first = rng.choice((rng.randrange(KINDS), rng.randrange(KINDS), 17, 27, 28, 29))
    alike = [kind for kind in range(KINDS) if RANK[kind] == RANK[first] and kind != first]
    return first, rng.choice((rng.randrange(KINDS), rng.randrange(KINDS), first, rng.choice(alike)))


def _declared(
    rng: Random, free: bytearray, indicators: tuple[int, ...], forms: tuple[GroupForm, ...], number: int
) -> list[Declared]:
    """Up to ``number`` declared groups, taken out of ``free``; often of honours and of the indicators' ranks."""
    groups: list[Declared] = []
    for _ in range(number):
        form = rng.choice(forms)
        kinds = [kind for kind in indicators if kind < KINDS] if form == "opening-triple" else range(KINDS)
        fits = [kind for kind in kinds if free[kind] >= SIZE_OF[form]]
        fits += [kind for kind in fits if kind >= SUITED or RANK[kind] in [RANK[i] for i in indicators]] * 3
        if fits:
            group = Declared(form, rng.choice(fits))
            free[group.kind] -= SIZE_OF[form]
            groups.append(group)
    return groups


def _hezi(rng: Random, free: bytearray, indicators: tuple[int, ...], rules: RuleSet) -> int | None:
    if rules.hezi_needs == "both-indicators" and indicators[0] != indicators[1]:
        return None
    kind = rng.choice(indicators)
    return kind if kind < KINDS and free[kind] >= 2 and rng.random() < 0.6 else None


def _hand(rng: Random, free: bytearray, groups: int, *, complete: bool, winner: bool) -> bytearray | None:
    """Concealed cards taken out of ``free``: a winner's, one card from complete, or any with sets of three and four."""
    if complete:
        suit = rng.choice((0, 9, 18))
        allowed = rng.choice(
            (
                range(KINDS),
                range(KINDS),
                range(suit, suit + 9),
                (*range(suit, suit + 9), ONE_COIN, *range(SUITED, KINDS)),
            )
        )
        triplets = rng.choice((0.0, 0.15, 0.5, 0.85, 1.0))
        wenqian = 0.5 if rng.random() < 0.3 else 0.0
        hand = _take_complete(rng, free, groups, list(allowed), triplets=triplets, wenqian=wenqian)
        if hand is None or winner:
            return hand
        kind = rng.choice([kind for kind in range(KINDS) if hand[kind]])
        hand[kind] -= 1
        free[kind] += 1
        return hand
    hand = bytearray(KINDS)
    needed = 3 * groups + 1
    for _ in range(rng.choice((0, 1, 2, 4))):
        fits = [kind for kind in range(KINDS) if free[kind] >= 3]
        if fits and needed - sum(hand) >= 4:
            kind = rng.choice(fits)
            copies = rng.randint(3, free[kind])
            hand[kind] += copies
            free[kind] -= copies
    rest = [kind for kind in range(KINDS) for _ in range(free[kind])]
    for kind in rng.sample(rest, needed - sum(hand)):
        hand[kind] += 1
        free[kind] -= 1
    return hand


def _take_complete(
    rng: Random, free: bytearray, groups: int, allowed: list[int], *, triplets: float, wenqian: float = 0.0
) -> bytearray | None:
    """Counts of so many groups and a pair of the kinds allowed, taken out of ``free``; ``None`` if they will not fit.
    ``triplets`` and ``wenqian``: how likely a group is one."""
    hand = bytearray(KINDS)
    sets = [[kind] * 3 for kind in allowed]
    runs = [[kind, kind + 1, kind + 2] for kind in allowed if kind < SUITED and RANK[kind] <= 7]
    pairs = [[kind] * 2 for kind in allowed]
    for number in range(groups + 1):
        if number == groups:
            wanted = pairs
        elif rng.random() < wenqian:
            wanted = [[ONE_COIN, ONE_COIN + 1, ONE_COIN + 2]]
        else:
            wanted = sets if rng.random() < triplets else runs
        fits = [cards for cards in wanted if all(free[card] >= cards.count(card) for card in cards)]
        if not fits:
            for kind, copies in enumerate(hand):
                free[kind] += copies
            return None
        for card in rng.choice(fits):
            hand[card] += 1
            free[card] -= 1
    return hand
