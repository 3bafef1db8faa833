"""The winner's hand read otherwise: another legal reading, groups that only look legal, no pung (§6, §7.6)."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from msgspec.structs import replace

from engine.cards import COPIES, RED, SUITED, THOUSAND, TOKENS, WHITE
from engine.ending import Win
from engine.partitions import PAIRS, Group, Partition, groups_with, partitions
from engine.said import Said, msgid, said, seat_said
from engine.score import Reading, reading_of, winning_partitions
from replay.dispute.hypotheses import READING, Hypothesis
from replay.dispute.reckoning import Reckoning, with_reading
from replay.dispute.words import groups_text

ABOUT = "reading"


def readings(reckoning: Reckoning) -> Iterator[Hypothesis]:
    """Every other reading of the winner's hand: legal, with a pung of §7.6 as three in hand, or not legal."""
    win = reckoning.end.win
    if win is None or win.source == "none":
        return
    for reading in reckoning.readings[1:]:
        say = partial(_reading_said, win, reading)
        yield Hypothesis(
            "reading", "other-reading", _told(reading.partition, reading.completes), "§6.4", READING, ABOUT,
            partial(_with_legal, partition=reading.partition, completes=reading.completes), say, win.seat,
        )  # fmt: skip
    if win.card is not None and win.from_another and reckoning.end.players[win.seat].hand[win.card] == 3:
        card = TOKENS[win.card]
        say = partial(said, msgid("the {card} of {seat} are three in hand, not a pung that another's card completed"),
                      card=card, seat=seat_said(win.seat))  # fmt: skip
        yield Hypothesis("fact", "joined-hand", {"seat": win.seat, "card": card}, "§7.6", READING,
                         ABOUT, _three_in_hand, say, win.seat)  # fmt: skip
    holding, is_legal = reckoning.end.players[win.seat], bool(reckoning.readings)
    for id_, odd, partition in _look_alikes(holding.hand, holding.groups_needed):
        if id_ == "two-pairs" and is_legal:
            continue  # nobody leaves a card over who need not
        for completes in (None,) if win.card is None else groups_with(partition, win.card):
            change = partial(_with_groups, partition=partition, completes=completes)
            rule = "§1.4" if id_.startswith("run") else "§6.2"
            yield Hypothesis("look-alike", id_, _told(partition, completes) | {"taken": odd}, rule, READING, ABOUT,
                             change, partial(_look_alike_said, id_, odd), win.seat, 0 if is_legal else -2)  # fmt: skip


def _told(partition: Partition, completes: Group | None) -> dict[str, object]:
    groups = [group.text for group in partition]
    return {"groups": groups, "completes": None if completes is None else completes.text}


def _reading_said(win: Win, reading: Reading) -> Said:
    groups = groups_text(reading.partition)
    if reading.completes is None or win.card is None:
        return said("the hand is read as {groups}", groups=groups)
    return said(
        "the hand is read as {groups}, and {card} completes {group}",
        groups=groups, card=TOKENS[win.card], group=reading.completes.text,
    )  # fmt: skip


_LOOK_ALIKES: dict[str, str] = {
    "run-across-suits": msgid("{cards} are taken for a run, though a run is of one suit"),
    "run-of-honours": msgid("{cards} are taken for a run, though honours form none"),
    "quad-as-group": msgid("{cards} in hand are taken for a group, though they were not declared, with two pairs"),
    "two-pairs": msgid("two pairs are taken for enough, with {cards} left over, though a group is missing"),
}


def _look_alike_said(id_: str, odd: str) -> Said:
    return said(_LOOK_ALIKES[id_], cards=odd)


def _with_legal(reckoning: Reckoning, *, partition: Partition, completes: Group | None) -> Reckoning | None:
    """The legal reading of that partition in which the winning card completes that group, if there is one."""
    for reading in reckoning.readings:
        if reading.partition == partition and reading.completes == completes:
            return with_reading(reckoning, reading)
    return None


def _with_groups(reckoning: Reckoning, *, partition: Partition, completes: Group | None) -> Reckoning | None:
    """The groups whether or not they are legal, if they are of the hand's cards."""
    end, win = reckoning.end, reckoning.end.win
    assert win is not None
    hand = end.players[win.seat].hand
    cards = [card for group in partition for card in group.cards]
    if any(cards.count(card) > hand[card] for card in set(cards)) or (completes and win.card not in completes.cards):
        return None
    return with_reading(reckoning, reading_of(end, win, partition, completes))


def _three_in_hand(reckoning: Reckoning) -> Reckoning | None:
    """The best reading where the winning card joins the hand whatever it completes: no pung, so nothing broken (§7.6).

    ``completes`` is only left out while it is scored: that is what makes a pung.
    """
    end, win = reckoning.end, reckoning.end.win
    if win is None or win.card is None or not win.from_another:
        return None
    freely = replace(end, rules=replace(end.rules, winning_discard="joins-hand"))
    best: Reading | None = None
    for partition in winning_partitions(end.players[win.seat]):
        for completes in groups_with(partition, win.card):
            in_hand = completes.form == "triplet"
            reading = reading_of(freely, win, partition, None if in_hand else completes)
            if best is None or reading.unrounded > best.unrounded:
                best = replace(reading, completes=completes)
    return None if best is None else with_reading(reckoning, best)


def _look_alikes(hand: bytes, needed: int) -> Iterator[tuple[str, str, Partition]]:
    """Groups and pair with one thing in them that is not legal: its id, its cards, and all of the groups (§1.4, §6.2).

    ``needed``: how many groups there must be.
    """
    for cards in _odd_runs(hand):
        odd = Group("run", min(cards), cards)
        for rest in partitions(_without(hand, cards)):
            if len(rest) == needed:
                id_ = "run-of-honours" if cards[0] >= SUITED else "run-across-suits"
                yield id_, odd.text, (odd, *rest)
    pairs = [kind for kind, copies in enumerate(hand) if copies >= 2]
    for kind, copies in enumerate(hand):
        if copies == COPIES:
            quad = Group("triplet", kind, (kind,) * COPIES)
            for pair in pairs:
                if pair != kind:
                    for rest in partitions(_without(hand, (*quad.cards, pair, pair))):
                        if len(rest) == needed - 1 and pair <= _pair_of(rest):
                            yield "quad-as-group", quad.text, (quad, PAIRS[pair], *rest)
    for kind, copies in enumerate(hand):
        if copies:
            for pair in pairs:
                for rest in partitions(_without(hand, (kind, pair, pair))):
                    if len(rest) == needed and pair <= _pair_of(rest):
                        yield "two-pairs", TOKENS[kind], (PAIRS[pair], *rest)


def _pair_of(partition: Partition) -> int:
    return next(group.kind for group in partition if group.form == "pair")


def _odd_runs(hand: bytes) -> Iterator[tuple[int, ...]]:
    """Three cards in a row that are of more than one suit, and the three honours."""
    for rank in range(7):
        for suits in product((0, 9, 18), repeat=3):
            if len(set(suits)) > 1:
                cards = tuple([suit + rank + at for at, suit in enumerate(suits)])
                if all(hand[card] for card in cards):
                    yield cards
    honours = (THOUSAND, WHITE, RED)
    if all(hand[card] for card in honours):
        yield honours


def _without(hand: bytes, cards: tuple[int, ...]) -> bytes:
    """Counts less some cards; no cards at all where those are not there."""
    left = bytearray(hand)
    for card in cards:
        if not left[card]:
            return bytes(len(hand))
        left[card] -= 1
    return bytes(left)
