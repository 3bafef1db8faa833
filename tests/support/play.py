"""Whole deals played by lot through the legal actions, and tables for single events; the caller brings the randomness.

A *move* is an event as a short text: the seat, the type, then what else it names: ``"0 discarded 9s"``,
``"1 kong_declared added 5s"``, ``"2 won 9s from 0"``, ``"exhausted"``. A trailing ``irregular`` lets it stand.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Any, get_args

from engine.actions import Action, legal_actions, standing_claim
from engine.cards import KINDS, SUITED, TOKENS, full_deck, written
from engine.deal import AnyEvent, Deal
from engine.events import DealStarted, Dealt, Event, Extension, IndicatorsRevealed, RulesNamed, type_of
from engine.state import CLAIMING, ENDED, ROBBING, State, seats_after
from replay.rulebook import PRESETS, rulebook
from tests.support.decks import joker_first_deck, last_card_deck, promising_deck, robbers_deck, shuffled_deck
from tests.support.table import kinds

PLAY_OPTIONS: dict[str, tuple[Any, ...]] = {
    "hezi_needs": ("both-indicators", "one-indicator"),
    "ready_needs_live_wait": (True, False),
    "dealer_opening_kong": (True, False),
    "heavenly_after_opening_draw": (True, False),
    "added_kong_from": ("any", "just-drawn"),
    "kong_after_pung": (False, True),
    "kong_onto_pung_from_discard": (False, True),
}
"""The options that decide what is legal, with every value; the first is the preset's."""

_TYPES = {type_of(event_type): event_type for event_type in (*get_args(Event), Extension)}  # type: ignore[arg-type]
_CLAIMS = ("won", "pung_claimed", "kong_declared")
_BY_THE_TABLE = ("drawn", "replacement_drawn", "exhausted")


def started(rules: str | RulesNamed = "cardavia", *, dealer: int = 0, deck: str | None = None) -> Deal:
    """A deal that has begun and in which nothing is dealt. Where four are at the table, Zhao sits out (§12.1)."""
    deal = Deal(rulebook())
    named = RulesNamed(rules) if isinstance(rules, str) else rules
    four = named.options.get("table_players", 4 if named.preset.startswith("article") else 3) == 4
    names = ("Li", "Wang", "Chen")
    deal.add(DealStarted(0, "duzihu-log/1", "test", rules, names, dealer, deck, sitting_out="Zhao" if four else None))
    return deal


# Single events


def event_of(move: str, seq: int) -> AnyEvent:
    """The event of a move (see above)."""
    words = move.split()
    fields: dict[str, Any] = {"seq": seq}
    if words[-1] == "irregular":
        fields["irregular"] = True
        words.pop()
    if words[0].isdigit():
        fields["seat"] = int(words.pop(0))
    name, rest = words[0], words[1:]
    match name:
        case "opening_declared" | "kong_declared":
            fields["form"], fields["card"] = rest
        case "won" if "from" in rest:
            fields["source"] = int(rest.pop())
            if rest[:-1]:
                (fields["card"],) = rest[:-1]
        case "dealt" | "indicators_revealed" | "hand_shown":
            fields["cards"] = " ".join(rest)
        case "retracted":
            fields |= {"to": int(rest[0]), "reason": "misread"}
        case "claimed":
            fields |= {"by": "Li", "totals": tuple(int(total) for total in rest)}
        case "noted" | "ruled":
            fields |= {"by": "Li", "text": " ".join(rest)}
        case "sealed":
            fields["hash"] = "0" * 64
        case _ if rest:
            (fields["card"],) = rest
    return _TYPES[name](**fields)


def play(deal: Deal, *moves: str) -> Deal:
    """Add moves, none of which may bring a finding. The deal itself is given back."""
    for move in moves:
        assert found(deal, move) == [], move
    return deal


def found(deal: Deal, move: str) -> list[str]:
    """Add a move; the findings that it brings, as ``"wrong-turn §4.2"``."""
    before = len(deal.findings)
    deal.add(event_of(move, deal.next_seq))
    return [f"{one.code} {one.rule}" for one in deal.findings[before:]]


def table(
    *hands: str,
    indicators: str = "8c 9m",
    dealer: int = 0,
    keep: str = "",
    prepared: bool = True,
    preset: str = "cardavia",
    **rules: Any,
) -> Deal:
    """A table after the deal: seat by seat the cards named (``"111m 23s"``), filled up with cards that make no pair,
    and after a preparation in which nobody declares anything. ``keep``: cards that must stay in the stock. Jokers lie
    only where they are named."""
    deal = started(RulesNamed(preset, rules), dealer=dealer)
    free = full_deck(jokers=rules.get("jokers") == "flowers")
    given = [list(kinds(hand)) for hand in (*hands, "", "", "")[:3]]
    for kind in (*chain(*given), *kinds(indicators), *kinds(keep)):
        free[kind] -= 1
    for seat in (dealer, *seats_after(dealer)):
        hand = given[seat]
        due = 23 if seat == dealer else 22
        while len(hand) < due:
            kind = min((kind for kind in range(KINDS) if free[kind]), key=lambda kind: (hand.count(kind), -free[kind]))
            free[kind] -= 1
            hand.append(kind)
        play(deal, f"{seat} dealt {written(hand)}")
    play(deal, f"indicators_revealed {written(kinds(indicators))}")
    if prepared:
        finish_preparation(deal)
    return deal


def finish_preparation(deal: Deal) -> Deal:
    """Every seat that still prepares finishes."""
    assert deal.state is not None
    for seat in (deal.state.dealer, *seats_after(deal.state.dealer)):
        if not deal.state.prepared[seat]:
            play(deal, f"{seat} preparation_finished")
    return deal


def any_left(deal: Deal, keep: str = "") -> str:
    """The lowest card of the stock, the cards of ``keep`` left out."""
    assert deal.state is not None
    kept = kinds(keep)
    return next(TOKENS[kind] for kind in range(KINDS) if deal.state.unseen[kind] > kept.count(kind))


def run_down(deal: Deal, left: int, keep: str = "") -> Deal:
    """Draw and discard in turn, after a discard, until ``left`` cards are in the stock, among them ``keep``."""
    state = deal.state
    assert state is not None
    while state.stock > left:
        seat, card = seats_after(state.turn)[0], any_left(deal, keep)
        play(deal, f"{seat} drawn {card}", f"{seat} discarded {card}")
    return deal


# Whole deals


def random_play_rules(rng: Random, likely: float = 0.4) -> RulesNamed:
    """The preset with each option of play changed at that likelihood."""
    changes = {name: values[1] for name, values in PLAY_OPTIONS.items() if rng.random() < likely}
    return RulesNamed("cardavia", changes)


def with_jokers(rules: RulesNamed, preset: str) -> RulesNamed:
    """The same changes to another preset, and jokers in the deck."""
    return RulesNamed(preset, rules.options | {"jokers": "flowers"})


def deal_out(
    rng: Random,
    rules: str | RulesNamed = "cardavia",
    *,
    deck: tuple[int, ...] | None = None,
    recorded: bool = True,
    eager: bool = True,
    wins_from: int = 56,
    never: str = "",
) -> Deal:
    """A whole deal, every event of it one that ``legal_actions`` offers. ``recorded``: whether the log has the deck.

    Players act by lot; eager ones take what wins and what scores most of the time, and discard what is least useful.
    They win only when at most ``wins_from`` cards are left in the stock, and never do what ``never`` names.
    """
    whole = rulebook().resolve(rules)
    deck = shuffled_deck(rng, jokers=whole.jokers == "flowers") if deck is None else deck
    dealer = 0 if whole.table_players == 4 else rng.randrange(3)
    deal = started(rules, dealer=dealer, deck=" ".join(TOKENS[kind] for kind in deck) if recorded else None)
    for seat, cards in zip((dealer, *seats_after(dealer)), (deck[:23], deck[23:45], deck[45:67]), strict=True):
        deal.add(Dealt(deal.next_seq, seat, written(cards)))
    deal.add(IndicatorsRevealed(deal.next_seq, written(deck[67:69])))
    state = deal.state
    assert state is not None
    while state.phase != ENDED:
        offered = legal_actions(state)
        not_now = (never, "won" if state.stock > wins_from else "")
        offered = tuple(action for action in offered if action.type not in not_now)
        action = _chosen(rng, state, offered, eager=eager)
        drawn = deck[69 + state.fronts] if action.type == "drawn" else deck[-1 - state.backs]
        deal.add(action.event(deal.next_seq, drawn))
    assert deal.findings == []
    return deal


@cache
def corpus() -> tuple[Deal, ...]:
    """Some three hundred legal deals, always the same, in which everything that a deal can come to happens; the last
    hundred with jokers, and under the article's presets too. Read only."""
    return tuple(_of_corpus(Random(seed), seed) for seed in range(CORPUS))


CORPUS_WITHOUT_JOKERS = 220
CORPUS = CORPUS_WITHOUT_JOKERS + 108


def _of_corpus(rng: Random, seed: int) -> Deal:
    rules, recorded = random_play_rules(rng), rng.random() < 0.5
    jokers = seed >= CORPUS_WITHOUT_JOKERS
    if jokers:
        rules = with_jokers(rules, rng.choice(PRESETS))
        if seed % 12 == 5:
            return deal_out(rng, rules, deck=joker_first_deck(rng), recorded=recorded, never="ready_declared")
    match seed % 12:
        case 0:
            return deal_out(rng, rules, recorded=recorded, eager=False)
        case 1 | 2:
            return deal_out(rng, rules, deck=robbers_deck(rng, jokers=jokers), recorded=recorded)
        case 3 | 4:
            return deal_out(rng, rules, deck=last_card_deck(rng, jokers=jokers), recorded=recorded, wins_from=0)
    return deal_out(rng, rules, deck=promising_deck(rng, jokers=jokers), recorded=recorded)


def events_of(deal: Deal) -> list[AnyEvent]:
    """The events of a deal in order, ``deal_started`` first."""
    return [step.event for step in deal.steps]


def standing(deal: Deal) -> list[AnyEvent]:
    """The events of a deal that stand."""
    return [step.event for step in deal.steps if step.fate == "stands"]


def _chosen(rng: Random, state: State, offered: tuple[Action, ...], *, eager: bool) -> Action:
    assert offered, "a deal that goes on offers something"
    if state.phase not in (CLAIMING, ROBBING):
        return _own_choice(rng, state, offered, eager=eager)
    claims: dict[int, Action] = {}
    for seat in seats_after(state.turn):
        mine = [action for action in offered if action.seat == seat and action.type in _CLAIMS]
        wanted = [action for action in mine if rng.random() < (_EAGERNESS[action.type, state.phase] if eager else 0.5)]
        if wanted:
            claims[seat] = wanted[0]
        elif mine and rng.random() < 0.2:
            return Action("passed", seat)
    stands = standing_claim(state, claims)
    return stands or next(action for action in offered if action.type in _BY_THE_TABLE)


_EAGERNESS = {
    ("won", CLAIMING): 0.6,
    ("won", ROBBING): 0.95,
    ("kong_declared", CLAIMING): 0.7,
    ("pung_claimed", CLAIMING): 0.6,
}


def _own_choice(rng: Random, state: State, offered: tuple[Action, ...], *, eager: bool) -> Action:
    if not eager:
        return rng.choice(offered)
    good = [action for action in offered if action.type not in ("discarded", "preparation_finished")]
    if good and rng.random() < 0.9:
        return good[0] if good[0].type == "won" else rng.choice(good)
    discards = [action for action in offered if action.type == "discarded"]
    if not discards:
        return rng.choice(offered)
    hand = state.hands[state.turn]
    return min(discards, key=lambda action: (_use(hand, action.card), rng.random()))


def _use(hand: bytearray, kind: int | None) -> int:
    """How much a card does for its hand, roughly."""
    assert kind is not None
    near = sum(
        weight * (hand[other] > 0)
        for distance, weight in ((1, 2), (2, 1))
        for other in (kind - distance, kind + distance)
        if kind < SUITED and 0 <= other < SUITED and other // 9 == kind // 9
    )
    return near + 3 * (hand[kind] - 1)


def every_event(seq: int) -> Iterator[AnyEvent]:
    """Every event that can be thought of after the deal: each type, seat, kind and form; a win with card and giver."""
    seats, tokens = ("0 ", "1 ", "2 "), TOKENS
    with_card = (
        *("drawn", "replacement_drawn", "discarded", "pung_claimed"),
        *(f"kong_declared {form}" for form in ("exposed", "concealed", "added")),
        *(f"opening_declared {form}" for form in ("quad", "triple", "hezi")),
        "joker_exposed",
    )
    yield event_of("exhausted", seq)
    for seat in seats:
        for alone in ("ready_declared", "preparation_finished", "passed"):
            yield event_of(seat + alone, seq)
        for card in tokens:
            for name in with_card:
                yield event_of(f"{seat}{name} {card}", seq)
        for card in ("", *tokens):
            yield event_of(f"{seat}won {card}", seq)
            for giver in seats:
                yield event_of(f"{seat}won {card} from {giver}", seq)
