"""The state recounted from the events, slowly: where each of the 120 or 125 cards lies, and what is to be done next.

Written from the rules alone (§2-§5, §12.2); nothing of the engine but the events and, to compare, the fields of its
state.
"""

from collections.abc import Sequence
from typing import Any

from engine.cards import JOKERS, KIND_OF, TOKENS
from engine.deal import AnyEvent
from engine.events import (
    DealStarted,
    Dealt,
    Discarded,
    Drawn,
    Exhausted,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    OpeningDeclared,
    Passed,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    RulesNamed,
    Won,
)
from engine.state import State

STOCK, RIVER, INDICATORS = "stock", "river", "indicators"


class Table:
    """The cards and groups after some events that can be folded, legal or not. Cards are tokens."""

    def __init__(self, events: Sequence[AnyEvent]) -> None:
        self.where: dict[str, list[str]] = {token: [STOCK] * 4 for token in KIND_OF}
        start = events[0]
        assert isinstance(start, DealStarted)
        if isinstance(start.rules, RulesNamed) and start.rules.options.get("jokers") == "flowers":
            self.where |= {joker: [STOCK] for joker in JOKERS}
        self.indicators: list[str] = []
        self.groups: list[list[tuple[str, str, int | None]]] = [[], [], []]
        self.river: list[tuple[int, str]] = []
        self.hezi: list[str | None] = [None, None, None]
        self.jokers: list[list[str]] = [[], [], []]
        for at, event in enumerate(events):
            self._lay(event, events[:at])

    def lying(self, place: str) -> list[str]:
        """The cards that lie in a place, as often as they do."""
        return [token for token, places in self.where.items() for other in places if other == place]

    def _move(self, token: str, number: int, source: str, to: str) -> None:
        places = self.where[token]
        for _ in range(number):
            places[places.index(source)] = to

    def _lay(self, event: AnyEvent, before: Sequence[AnyEvent]) -> None:
        match event:
            case Dealt(seat=seat, cards=cards):
                for token in cards.split():
                    self._move(token, 1, STOCK, f"hand {seat}")
            case IndicatorsRevealed(cards=cards):
                for token in cards.split():
                    self._move(token, 1, STOCK, INDICATORS)
                    self.indicators.append(token)
            case OpeningDeclared(seat=seat, form="hezi", card=card):
                self._move(card, 2, f"hand {seat}", f"hezi {seat}")
                self.hezi[seat] = card
            case OpeningDeclared(seat=seat, form=form, card=card):
                self._group(seat, f"opening-{form}", card, 4 if form == "quad" else 3, None)
            case JokerExposed(seat=seat, card=joker):
                self._move(joker, 1, f"hand {seat}", f"jokers {seat}")
                self.jokers[seat].append(joker)
            case Drawn(seat=seat, card=card) | ReplacementDrawn(seat=seat, card=card):
                self._move(card, 1, STOCK, f"hand {seat}")
            case Discarded(seat=seat, card=card):
                self._move(card, 1, f"hand {seat}", RIVER)
                self.river.append((seat, card))
            case PungClaimed(seat=seat, card=card):
                self._group(seat, "pung", card, 2, self._taken(seat, card))
            case KongDeclared(seat=seat, form="exposed", card=card):
                self._group(seat, "exposed-kong", card, 3, self._taken(seat, card))
            case KongDeclared(seat=seat, form="concealed", card=card):
                self._group(seat, "concealed-kong", card, 4, None)
            case KongDeclared(seat=seat, form="added", card=card):
                if f"hand {seat}" in self.where[card]:
                    self._move(card, 1, f"hand {seat}", f"groups {seat}")
                else:
                    self._taken(seat, card)
                self._rename(seat, card, "pung", "added-kong")
            case Won(seat=seat):
                self._win(seat, before)

    def _group(self, seat: int, form: str, card: str, from_hand: int, giver: int | None) -> None:
        self._move(card, from_hand, f"hand {seat}", f"groups {seat}")
        self.groups[seat].append((form, card, giver))

    def _taken(self, seat: int, card: str) -> int:
        """The last discard goes to a seat's groups; the seat that made it."""
        giver, lying = self.river.pop()
        assert lying == card
        self._move(card, 1, RIVER, f"groups {seat}")
        return giver

    def _rename(self, seat: int, card: str, old: str, new: str) -> None:
        self.groups[seat] = [
            (new, card, giver) if (form, kind) == (old, card) else (form, kind, giver)
            for form, kind, giver in self.groups[seat]
        ]

    def _win(self, seat: int, before: Sequence[AnyEvent]) -> None:
        *_, earlier, last = _deeds(before)
        if isinstance(last, Discarded) and last.seat != seat:
            self.river.pop()
            self._move(last.card, 1, RIVER, f"hand {seat}")
        elif _robbable(earlier, last) and last.seat != seat:
            self._rename(last.seat, last.card, "added-kong", "pung")
            self._move(last.card, 1, f"groups {last.seat}", f"hand {seat}")


def _deeds(events: Sequence[AnyEvent]) -> list[AnyEvent]:
    return [event for event in events if not isinstance(event, Passed)]


def _robbable(earlier: AnyEvent, last: AnyEvent) -> bool:
    """An added kong can be robbed, unless it was made with the discard just made (§5.2)."""
    return isinstance(last, KongDeclared) and last.form == "added" and not isinstance(earlier, Discarded)


def _for_a_kong(deeds: Sequence[AnyEvent]) -> bool:
    """Whether the last draw was made for a kong. One made for a joker was made for what the joker was (§12.2)."""
    *before, last = deeds
    if isinstance(last, ReplacementDrawn) and isinstance(before[-1], JokerExposed):
        return _for_a_kong(before[:-1])
    return isinstance(last, ReplacementDrawn)


def cards_recounted(events: Sequence[AnyEvent]) -> dict[str, Any]:
    """Where the cards lie after any events that can be folded, legal or not, in words that ``cards_shown`` uses too."""
    table = Table(events)
    return {
        "hands": [table.lying(f"hand {seat}") for seat in range(3)],
        "groups": table.groups,
        "hezi": table.hezi,
        "jokers": table.jokers,
        "river": table.river,
        "indicators": table.indicators,
        "stock": table.lying(STOCK),
        "stock size": len(table.lying(STOCK)),
    }


def recounted(events: Sequence[AnyEvent]) -> dict[str, Any]:
    """The state after the events of a legal deal, ``deal_started`` first, in words that ``shown`` uses too."""
    start, *rest = events
    assert isinstance(start, DealStarted)
    phase, turn = _to_do(start.dealer, rest)
    prepared = [event.seat for event in rest if isinstance(event, ReadyDeclared | PreparationFinished)]
    draws = [event for event in rest if isinstance(event, Drawn)]
    replacements = [event for event in rest if isinstance(event, ReplacementDrawn)]
    last = _deeds(events)[-1]
    return cards_recounted(events) | {
        "phase": phase,
        "turn": turn,
        "drawn from the ends": (len(draws), len(replacements)),
        "discards": sum(isinstance(event, Discarded) for event in rest),
        "prepared": [seat in prepared for seat in range(3)],
        "ready": [any(isinstance(event, ReadyDeclared) and event.seat == seat for event in rest) for seat in range(3)],
        "owed": _owed(rest, phase),
        "drawn": last.card if phase in ("acting", "exposing") and isinstance(last, Drawn | ReplacementDrawn) else None,
        "kong's replacement": _for_a_kong(_deeds(events)) if phase in ("acting", "exposing") else None,
        "stands in for a joker": isinstance(last, JokerExposed) if phase == "replacing" else None,
        "robbable": last.card if phase == "robbing" and isinstance(last, KongDeclared) else None,
        "passed": _passed(rest, phase),
        "won by": last.seat if isinstance(last, Won) else None,
    }


def _to_do(dealer: int, events: Sequence[AnyEvent]) -> tuple[str, int]:
    """What is to be done next, by the last event, and the seat it turns on."""
    dealt = sum(isinstance(event, Dealt) for event in events)
    if dealt < 3:
        return "dealing", (dealer + dealt) % 3
    if not any(isinstance(event, IndicatorsRevealed) for event in events):
        return "revealing", dealer
    prepared = sum(isinstance(event, ReadyDeclared | PreparationFinished) for event in events)
    if prepared < 3:
        return "preparing", (dealer + prepared) % 3
    deeds = _deeds(events)
    match deeds[-1]:
        case ReadyDeclared() | PreparationFinished():
            return "leading", dealer
        case Drawn(seat=seat, card=card) | ReplacementDrawn(seat=seat, card=card):
            return ("exposing" if card in JOKERS else "acting"), seat
        case JokerExposed(seat=seat):
            return "replacing", seat
        case Discarded(seat=seat):
            return "claiming", seat
        case PungClaimed(seat=seat):
            return "punged", seat
        case KongDeclared(seat=seat):
            return ("robbing" if _robbable(deeds[-2], deeds[-1]) else "replacing"), seat
        case Won() | Exhausted():
            return "ended", _to_do(dealer, deeds[:-1])[1]
    raise AssertionError(f"nothing follows {deeds[-1]}")


def _owed(events: Sequence[AnyEvent], phase: str) -> list[int]:
    """Seats owed a replacement: one for a quad, a joker, a kong not robbed, two for a hezi, less those drawn."""
    owed: list[int] = []
    for event in events:
        match event:
            case OpeningDeclared(seat=seat, form=form):
                owed += [seat] * {"quad": 1, "triple": 0, "hezi": 2}[form]
            case KongDeclared(seat=seat) | JokerExposed(seat=seat):
                owed.append(seat)
            case ReplacementDrawn(seat=seat):
                owed.remove(seat)
    return [] if phase == "ended" else owed


def _passed(events: Sequence[AnyEvent], phase: str) -> set[int]:
    """Seats that passed the card on the table: since the last event that was no pass."""
    passed: set[int] = set()
    for event in events:
        passed = passed | {event.seat} if isinstance(event, Passed) else set()
    return passed if phase in ("claiming", "robbing") else set()


def cards_shown(state: State) -> dict[str, Any]:
    """Where a state has the cards."""
    return {
        "hands": [_tokens(hand) for hand in state.hands],
        "groups": [[(group.form, TOKENS[group.kind], group.source) for group in groups] for groups in state.groups],
        "hezi": [None if kind is None else TOKENS[kind] for kind in state.hezi],
        "jokers": [[TOKENS[joker] for joker in own] for own in state.jokers],
        "river": [(seat, TOKENS[kind]) for seat, kind in state.river],
        "indicators": [TOKENS[kind] for kind in state.indicators],
        "stock": _tokens(state.unseen),
        "stock size": state.stock,
    }


def shown(state: State) -> dict[str, Any]:
    """A state in the words of ``recounted``."""
    acting = state.phase in ("acting", "exposing")
    return cards_shown(state) | {
        "phase": state.phase,
        "turn": state.turn,
        "drawn from the ends": (state.fronts, state.backs),
        "discards": state.discards,
        "prepared": state.prepared,
        "ready": state.ready,
        "owed": state.owed,
        "drawn": TOKENS[state.drawn] if acting and state.drawn is not None else None,
        "kong's replacement": state.replaced if acting else None,
        "stands in for a joker": state.stands_in if state.phase == "replacing" else None,
        "robbable": None if state.kong is None else TOKENS[state.kong],
        "passed": state.passed | state.passed_win,
        "won by": None if state.win is None else state.win.seat,
    }


def _tokens(counts: bytearray) -> list[str]:
    return [TOKENS[kind] for kind, copies in enumerate(counts) for _ in range(copies)]
