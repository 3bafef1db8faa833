"""Decks laid so that something happens; the caller brings the randomness. A deck is all cards as dealt (§2.3): 120
kinds, or 125 cards with ``jokers`` (§12.2)."""

from random import Random

from engine.cards import CARDS, COPIES, KINDS, RANK, SUITED, full_deck


def shuffled_deck(rng: Random, *, jokers: bool = False) -> tuple[int, ...]:
    """All cards in random order."""
    deck = [card for card, copies in enumerate(full_deck(jokers=jokers)) for _ in range(copies)]
    rng.shuffle(deck)
    return tuple(deck)


def promising_deck(rng: Random, *, jokers: bool = False) -> tuple[int, ...]:
    """A deck in which much happens: hands a few cards from complete, quads, triples and hezi among them; what completes
    them is with the others, twice if possible, or soon drawn. Jokers lie by lot, most of them at the back."""
    free = full_deck(jokers=jokers)
    behind = _taken(free, [card for card in range(KINDS, CARDS) if free[card] and rng.random() < 0.6])
    rng.shuffle(behind)
    first = rng.choice((rng.randrange(KINDS), 17, 27))
    indicators = _taken(free, [first])
    indicators += _taken(free, [first if rng.random() < 0.4 else _any_left(rng, free)])
    hands, wanted, gaps = [], [], []
    for due in (23, 22, 22):
        declared, number = _declared(rng, free, indicators)
        concealed = _groups_and_pair(rng, free, 7 - number)
        gap = rng.choice((0, 0, 1, 1, 1, 2, 3))
        missing = max(0, len(declared) + len(concealed) + gap - due)
        wanted += concealed[:missing]
        hands.append(declared + concealed[missing:])
        gaps.append(due - len(hands[-1]))
    kinds = sorted(set(wanted))
    for hand, gap in zip(hands, gaps, strict=True):
        rng.shuffle(kinds)
        tempting = [kind for kind in kinds for _ in range(min(2, free[kind]))]
        hand += _taken(free, tempting[:gap])
    back = wanted[: len(wanted) // 3]
    front = wanted[len(back) :]
    for joker in behind:
        back.insert(rng.randint(0, len(back)), joker)
    return _laid_out(rng, free, hands, indicators, front, back)


def robbers_deck(rng: Random, *, jokers: bool = False) -> tuple[int, ...]:
    """A deck in which a kong is likely to be robbed: the dealer has little use for a card that one opponent pungs and
    the other comes to wait for; the fourth is the punger's next draw."""
    free = full_deck(jokers=jokers)
    low = rng.choice([kind for kind in range(SUITED) if RANK[kind] <= 7])
    run = [low, low + 1, low + 2]
    card = run.pop(rng.randrange(3))
    free[card] = 0
    robber = _taken(free, run) + _groups_and_pair(rng, free, 6)
    late, useless = robber.pop(), *_taken(free, [_any_left(rng, free)])
    dealers = _groups_and_pair(rng, free, 7)
    free[dealers[0]] += 1
    dealers[0] = card
    if rng.random() < 0.5:
        return _laid_out(rng, free, [dealers, [card, card], robber], [], [late, useless, card], [])
    return _laid_out(rng, free, [dealers, robber, [card, card]], [], [useless, late, card], [])


def last_card_deck(rng: Random, *, jokers: bool = False) -> tuple[int, ...]:
    """A deck in which every hand waits for a card of the kind that comes last in the stock, twice. A joker lies before,
    between or behind those, and behind them all a card for each of the other jokers, to replace it."""
    free = full_deck(jokers=jokers)
    joker = _taken(free, [rng.randrange(KINDS, CARDS)] if jokers else [])
    low = rng.choice([kind for kind in range(SUITED) if RANK[kind] <= 7])
    run = [low, low + 1, low + 2]
    last = run.pop(rng.randrange(3))
    free[last] -= 2
    around = [_taken(free, run) for _ in range(3)]
    hands = [two + _groups_and_pair(rng, free, 6) for two in around]
    end = [last, last]
    for card in joker:
        end.insert(rng.randint(0, 2), card)
        end += _taken(free, rng.sample([kind for kind in range(KINDS) if free[kind]], 4))
    return _laid_out(rng, free, hands, [], [], end)


def joker_first_deck(rng: Random) -> tuple[int, ...]:
    """A deck with jokers in which the seat after the dealer is likely to win on what it draws for one: it draws a joker
    first, or a kong's fourth card and a joker for the kong. The other jokers come late."""
    free = full_deck(jokers=True)
    first, *others = _taken(free, rng.sample(range(KINDS, CARDS), 5))
    low = rng.choice([kind for kind in range(SUITED) if RANK[kind] <= 7])
    run = [low, low + 1, low + 2]
    last = run.pop(rng.randrange(3))
    free[last] -= 1
    hand = _taken(free, run)
    front, back = [first], [last]
    if rng.random() < 0.5:
        quad = rng.choice([kind for kind in range(KINDS) if free[kind] == COPIES])
        hand += _taken(free, [quad] * 4)[:3]
        front, back = [quad], [last, first]
    hand += _groups_and_pair(rng, free, 5 if front[0] < KINDS else 6)
    late = _taken(free, rng.sample([kind for kind in range(KINDS) if free[kind]], 8)) + others
    return _laid_out(rng, free, [[], hand, []], [], front + late, back)


def _declared(rng: Random, free: bytearray, indicators: list[int]) -> tuple[list[int], int]:
    """The cards of a hezi, of opening triples and quads, out of ``free``, and how many groups they are."""
    cards: list[int] = []
    number = 0
    if indicators[0] == indicators[1] and rng.random() < 0.5 and free[indicators[0]] == 2:
        cards += _taken(free, indicators[:1] * 2)
    for kind in indicators:
        if free[kind] == 3 and rng.random() < 0.4:
            cards += _taken(free, [kind] * 3)
            number += 1
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        quads = [kind for kind in range(KINDS) if free[kind] == COPIES]
        cards += _taken(free, [rng.choice(quads)] * 4)
        number += 1
    return cards, number


def _groups_and_pair(rng: Random, free: bytearray, number: int) -> list[int]:
    """The cards of so many runs and triplets and a pair, out of ``free``, in random order."""
    cards: list[int] = []
    triplets = rng.choice((0.1, 0.3, 0.6))
    while number >= 0:
        low = rng.randrange(KINDS)
        run = low < SUITED and RANK[low] <= 7 and rng.random() > triplets
        group = [low] * 2 if number == 0 else [low, low + 1, low + 2] if run else [low] * 3
        if all(free[kind] >= group.count(kind) for kind in group):
            cards += _taken(free, group)
            number -= 1
    rng.shuffle(cards)
    return cards


def _any_left(rng: Random, free: bytearray) -> int:
    return rng.choice([kind for kind in range(KINDS) if free[kind]])


def _taken(free: bytearray, cards: list[int]) -> list[int]:
    for kind in cards:
        free[kind] -= 1
    return cards


def _laid_out(
    rng: Random, free: bytearray, hands: list[list[int]], indicators: list[int], front: list[int], back: list[int]
) -> tuple[int, ...]:
    """The deck: hands and indicators filled up by lot, and a stock that begins and ends with the cards given."""
    rest = [card for card, copies in enumerate(free) for _ in range(copies)]
    rng.shuffle(rest)
    deck: list[int] = []
    for block, due in zip((*hands, indicators), (23, 22, 22, 2), strict=True):
        deck += block
        deck += [rest.pop() for _ in range(due - len(block))]
    return (*deck, *front, *rest, *back)
