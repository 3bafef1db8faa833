"""What completes a hand that is one card short, and what each card would be worth (§6.1, §6.3)."""

from collections.abc import Sequence

from msgspec import Struct

from engine.cards import COPIES, NO_CARDS
from engine.ending import DealEnd, Holding, Source, Win
from engine.options import RuleSet
from engine.partitions import kinds_waited_for
from engine.score import Reading, score


class Wait(Struct, frozen=True):
    """A kind that completes the hand. ``unseen``: copies not among the own cards, the indicators and what was seen.

    ``drawn`` and ``discarded``: the best reading of an ordinary win on it by self-draw and from a discard; ``None``
    where the own cards and the indicators have all four copies, so that no such win is possible.
    """

    kind: int
    unseen: int
    drawn: Reading | None
    discarded: Reading | None


def waits_of(
    rules: RuleSet, indicators: tuple[int, ...], holding: Holding, seen: Sequence[int] = NO_CARDS
) -> tuple[Wait, ...]:
    """What the holding waits for, in order of kinds; empty where nothing completes it or it is not one card short.

    ``seen``: counts of cards seen elsewhere, such as discards and others' groups (30 numbers).
    """
    if sum(holding.hand) != 3 * holding.groups_needed + 1:
        return ()
    known = holding.known(indicators)
    waits = []
    for kind in kinds_waited_for(holding.hand):
        possible = known[kind] < COPIES
        waits.append(
            Wait(
                kind,
                max(0, COPIES - known[kind] - seen[kind]),
                _worth(rules, indicators, holding, kind, "self-draw") if possible else None,
                _worth(rules, indicators, holding, kind, "discard") if possible else None,
            )
        )
    return tuple(waits)


def _worth(rules: RuleSet, indicators: tuple[int, ...], holding: Holding, kind: int, source: Source) -> Reading | None:
    complete = bytearray(holding.hand)
    complete[kind] += 1
    won = Holding(bytes(complete), holding.groups, holding.hezi, holding.ready, holding.jokers)
    win = Win(0, source, kind, giver=1 if source == "discard" else None)
    return score(DealEnd(rules, indicators, 0, (won,), win)).chosen
