"""What completes a hand that is one card short, and what each card would be worth (§6.1, §6.3)."""

from collections.abc import Sequence

from msgspec import Struct

from engine.cards import COPIES, NO_CARDS
from engine.ending import SIZE_OF, DealEnd, Holding, Source, Win
from engine.options import RuleSet
from engine.partitions import kinds_waited_for
from engine.score import Reading, score


class Wait(Struct, frozen=True):
    """A kind that completes the hand. ``unseen``: copies not among the own cards, the indicators and what was seen.

    ``drawn`` and ``claimed``: the best reading of an ordinary win on it by self-draw and from a discard; ``None`` where
    the own cards and the indicators have all four copies, so that no such win is possible.
    """

    kind: int
    unseen: int
    drawn: Reading | None
    claimed: Reading | None


def waits_of(
    rules: RuleSet, indicators: tuple[int, ...], holding: Holding, seen: Sequence[int] = NO_CARDS
) -> tuple[Wait, ...]:
    """What the holding waits for, in order of kinds; empty where nothing completes it or it is not one card short.

    ``seen``: counts of cards seen elsewhere, such as discards and others' groups (30 numbers).
    """
    if sum(holding.hand) != cards_waiting(holding):
        return ()
    owned = own_cards(holding)
    for indicator in indicators:
        owned[indicator] += 1
    waits = []
    for kind in kinds_waited_for(holding.hand):
        possible = owned[kind] < COPIES
        waits.append(
            Wait(
                kind,
                max(0, COPIES - owned[kind] - seen[kind]),
                _worth(rules, indicators, holding, kind, "self-draw") if possible else None,
                _worth(rules, indicators, holding, kind, "discard") if possible else None,
            )
        )
    return tuple(waits)


def cards_waiting(holding: Holding) -> int:
    """How many concealed cards a player has who waits for one (§6.1)."""
    return 3 * holding.groups_needed + 1


def own_cards(holding: Holding) -> bytearray:
    """Counts of all the cards a player has: in hand, in groups, of the hezi."""
    owned = bytearray(holding.hand)
    for group in holding.groups:
        owned[group.kind] += SIZE_OF[group.form]
    if holding.hezi is not None:
        owned[holding.hezi] += 2
    return owned


def _worth(rules: RuleSet, indicators: tuple[int, ...], holding: Holding, kind: int, source: Source) -> Reading | None:
    complete = bytearray(holding.hand)
    complete[kind] += 1
    won = Holding(bytes(complete), holding.groups, holding.hezi, holding.ready)
    win = Win(0, source, kind, giver=1 if source == "discard" else None)
    return score(DealEnd(rules, indicators, 0, (won,), win)).chosen
