"""Deals' ends from written text, as short as a test wants them."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.cards import CARDS, COPIES, JOKER_OF, KIND_OF, KINDS, ONE_COIN, counts_of
from engine.ending import SIZE_OF, DealEnd, Declared, Holding, Moment, Source, Win
from engine.events import RulesNamed
from engine.options import RuleSet
from replay.rulebook import rulebook

_TOKEN = re.compile(r"([1-9]+)([msc])|([TWR]+)")


def kinds(text: str) -> tuple[int, ...]:
    """The kinds of ``"123m 77s TTR"`` and the jokers of ``"jF"``, in the order written. ``ValueError`` for anything
    else."""
    found: list[int] = []
    for word in text.split():
        if word in JOKER_OF:
            found.append(JOKER_OF[word])
            continue
        match = _TOKEN.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no card")
        ranks, suit, honours = match.groups()
        found += [KIND_OF[rank + suit] for rank in ranks] if suit else [KIND_OF[honour] for honour in honours]
    return tuple(found)


def counts(text: str) -> bytes:
    """30 copies-of-a-kind bytes of the cards written."""
    return counts_of(kinds(text))


@cache
def cardavia() -> RuleSet:
    """The shipped preset."""
    return rulebook().resolve("cardavia")


def rules(preset: str = "cardavia", /, **changes: Any) -> RuleSet:
    """A preset with some options changed."""
    return rulebook().resolve(RulesNamed(preset, changes))


def player(hand: str, *groups: str, hezi: str | None = None, ready: bool = False, jokers: str = "") -> Holding:
    """A holding from ``"111m 23s"``, groups such as ``"pung 5s"`` and jokers such as ``"jF jP"``."""
    declared = [group.split() for group in groups]
    return Holding(
        counts(hand),
        tuple(Declared(form, KIND_OF[kind]) for form, kind in declared),  # type: ignore[arg-type]
        None if hezi is None else KIND_OF[hezi],
        ready,
        kinds(jokers),
    )


def cards_of(holding: Holding) -> bytearray:
    """Counts of all that a player has, 35 numbers: hand, groups, hezi and jokers."""
    held = bytearray(holding.hand) + bytearray(CARDS - KINDS)
    for group in holding.groups:
        held[group.kind] += SIZE_OF[group.form]
    if holding.hezi is not None:
        held[holding.hezi] += 2
    for joker in holding.jokers:
        held[joker] += 1
    return held


def worthless(held: bytearray, *groups: str) -> Holding:
    """A loser's hand of cards not in ``held``, which it enters: no three identical, no Wenqian."""
    needed = 3 * (7 - len(groups)) + 1
    hand = bytearray(KINDS)
    for most in (1, 2):
        for kind in range(KINDS):
            if kind != ONE_COIN and hand[kind] < most and held[kind] < COPIES and sum(hand) < needed:
                hand[kind] += 1
                held[kind] += 1
    assert sum(hand) == needed
    return Holding(bytes(hand), player("", *groups).groups)


def deal(
    winner: Holding,
    by: Source = "self-draw",
    card: str | None = None,
    *,
    indicators: str = "8s 8s",
    seat: int = 0,
    dealer: int = 0,
    giver: int | None = None,
    moment: Moment = "ordinary",
    others: Mapping[int, Holding] | None = None,
    preset: str = "cardavia",
    **changes: Any,
) -> DealEnd:
    """A won deal under a preset with ``changes``. Seats that ``others`` does not
    give hold worthless cards. ``giver`` is the seat after the winner unless given, where the winning card came from
    another."""
    given = {seat: winner, **(others or {})}
    held = _held(indicators, given.values())
    players = tuple(given.get(number) or worthless(held) for number in range(3))
    if giver is None and by in ("discard", "robbed-kong"):
        giver = (seat + 1) % 3
    win = Win(seat, by, None if card is None else KIND_OF[card], giver, moment)
    return DealEnd(rules(preset, **changes), kinds(indicators), dealer, players, win)


def exhausted(
    *players: Holding, indicators: str = "8s 8s", dealer: int = 0, preset: str = "cardavia", **changes: Any
) -> DealEnd:
    """A deal whose stock ran out; players that are not given hold worthless cards."""
    held = _held(indicators, players)
    rest = tuple(worthless(held) for _ in range(3 - len(players)))
    return DealEnd(rules(preset, **changes), kinds(indicators), dealer, (*players, *rest))


def end_of_record(record: Mapping[str, Any]) -> DealEnd:
    """The deal's end of a hand record's plain JSON object (docs/formats.md), which is taken to be right."""
    named, won = record["rules"], record.get("win")
    players = tuple(
        player(
            seat["hand"],
            *seat.get("groups", ()),
            hezi=seat.get("hezi"),
            ready=seat.get("ready", False),
            jokers=seat.get("jokers", ""),
        )
        for seat in record["players"]
    )
    win = None
    if won is not None:
        moment: Moment = (
            "first-discard" if won.get("first_discard") else "last-card" if won.get("last_card") else "ordinary"
        )
        card = KIND_OF[won["card"]] if "card" in won else None
        win = Win(won["player"], won["by"], card, won.get("from"), moment)
    whole = rulebook().resolve(named if isinstance(named, str) else RulesNamed(named["preset"], named["options"]))
    return DealEnd(whole, kinds(record["indicators"]), record["dealer"], players, win)


def _held(indicators: str, holdings: Iterable[Holding]) -> bytearray:
    """Counts of all that lies open or is held; of no kind five, and of no joker two."""
    held = bytearray(CARDS)
    for kind in kinds(indicators):
        held[kind] += 1
    for holding in holdings:
        for kind, copies in enumerate(cards_of(holding)):
            held[kind] += copies
    assert max(held) <= COPIES, "a fifth copy"
    assert max(held[KINDS:]) <= 1, "a second joker"
    return held
