"""One check for asking and acting: is an event legal now, irregular (breaks a rule), or impossible (cannot be folded)?

A check never changes the state. It returns the findings in the order found, an impossible one alone; none means legal.
Wherever it calls nothing impossible, ``engine.fold`` can fold the event.
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine.cards import COPIES, HIDDEN, JOKERS, KIND_OF, TOKENS, written
from engine.ending import SIZE_OF, Win
from engine.events import (
    Dealt,
    Discarded,
    Drawn,
    Exhausted,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    OpeningDeclared,
    Passed,
    PlayEvent,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Won,
    type_of,
)
from engine.findings import Finding, finding
from engine.notation import CardError, parse_card, parse_cards
from engine.partitions import is_complete, kinds_waited_for
from engine.state import (
    ACTING,
    CLAIMING,
    DEALER_CARDS,
    DEALING,
    ENDED,
    LEADING,
    NEXT_SEAT,
    OTHER_CARDS,
    PREPARING,
    PUNGED,
    REPLACING,
    REVEALING,
    ROBBING,
    State,
    preparing_seat,
)

Findings = tuple[Finding, ...]
LEGAL: Findings = ()

_NO_PLAY = frozenset((DEALING, REVEALING, ENDED))
_MAY_DISCARD = frozenset((LEADING, ACTING, PUNGED))
STOCK_FROM = 69
"""Where the stock begins in a recorded deck: after 23 + 22 + 22 dealt cards and two indicators (§2.3)."""


def check(state: State, event: PlayEvent) -> Findings:
    """Every rule the event breaks in this state; an empty tuple if it is legal."""
    try:
        return _CHECKS[type(event)](state, event)
    except CardError as error:
        return (_no_card(error),)


class _Kinds(dict[str, int]):
    """Kinds by the text of one card; what is not in written form is read in full. Raises ``CardError``."""

    def __missing__(self, card: str) -> int:
        return parse_card(card)


KIND = _Kinds(KIND_OF)


def _no_card(error: CardError) -> Finding:
    if error.token == HIDDEN:
        return finding("card-hidden")
    if error.token in JOKERS:
        return finding("joker-excluded", card=error.token)
    return finding("card-unknown", card=error.token, reason=error.reason)


# Dealing (§2)


def _dealt(state: State, event: Dealt) -> Findings:
    cards = parse_cards(event.cards)
    seat = event.seat
    if state.phase != DEALING or seat != state.turn:
        reason = f"seat {state.turn} is dealt next" if state.phase == DEALING else "every seat has its cards"
        return (finding("dealt-misplaced", seat=seat, reason=reason),)
    if (fault := _not_left(state, cards)) is not None:
        return (fault,)
    due = DEALER_CARDS if seat == state.dealer else OTHER_CARDS
    if len(cards) != due:
        return (finding("misdeal", seat=seat, count=len(cards), due=due),)
    if state.deck is not None and not state.misdealt:
        start = 0 if seat == state.dealer else DEALER_CARDS + OTHER_CARDS * (NEXT_SEAT[state.dealer] != seat)
        return _differs(f"the hand of seat {seat}", cards, state.deck[start : start + due])
    return LEGAL


def _indicators(state: State, event: IndicatorsRevealed) -> Findings:
    cards = parse_cards(event.cards)
    if state.phase != REVEALING:
        reason = "not every seat has its cards" if state.phase == DEALING else "they are on the table"
        return (finding("indicators-misplaced", reason=reason),)
    if (fault := _not_left(state, cards)) is not None:
        return (fault,)
    if len(cards) != 2:
        return (finding("indicator-count", count=len(cards)),)
    if state.deck is not None and not state.misdealt:
        return _differs("the pair of indicators", cards, state.deck[STOCK_FROM - 2 : STOCK_FROM])
    return LEGAL


def _not_left(state: State, cards: Iterable[int]) -> Finding | None:
    left = bytearray(state.unseen)
    for kind in cards:
        if not left[kind]:
            return finding("fifth-copy", card=TOKENS[kind], where="dealt already or among these cards")
        left[kind] -= 1
    return None


def _differs(what: str, seen: Iterable[int], due: Iterable[int]) -> Findings:
    if sorted(seen) == sorted(due):
        return LEGAL
    return (finding("deck-differs", what=what, seen=written(seen), due=written(due)),)


# Preparation (§3)


def _misplaced(state: State, event: PlayEvent) -> Findings:
    code = "after-end" if state.phase == ENDED else "before-indicators"
    return (finding(code, type=type_of(event)),)


def _preparing(state: State, event: OpeningDeclared | ReadyDeclared | PreparationFinished) -> list[Finding]:
    """What every step of the preparation must keep: its time, its turn, and no replacement owed (§3.1, §3.2)."""
    if state.phase != PREPARING:
        return [finding("preparation-over", type=type_of(event), seat=event.seat)]
    found = []
    if event.seat != (due := preparing_seat(state)):
        found.append(finding("preparation-order", type=type_of(event), seat=event.seat, due=due))
    if state.owed:
        found.append(finding("replacement-owed", rule="§3.2", type=type_of(event), due=state.owed[0]))
    return found


def _opening(state: State, event: OpeningDeclared) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    seat, kind, card = event.seat, KIND[event.card], event.card
    needed = {"quad": 4, "triple": 3, "hezi": 2}[event.form]
    if (held := state.hands[seat][kind]) < needed:
        return (finding("not-held", rule="§3.5", seat=seat, needed=needed, card=card, held=held),)
    if event.form == "hezi" and state.hezi[seat] is not None:
        return (finding("second-hezi", seat=seat),)
    found = _preparing(state, event)
    if state.originals[seat][kind] < needed:
        found.append(finding("not-dealt", seat=seat, card=card))
    if event.form == "triple" and kind not in state.indicators:
        found.append(finding("triple-no-indicator", card=card))
    if event.form == "hezi" and not hezi_fits(state, kind):
        found.append(finding("hezi-no-indicator", card=card, indicators=written(state.indicators)))
    return tuple(found)


def hezi_fits(state: State, kind: int) -> bool:
    """Whether the indicators allow a hezi of the kind (§3.4)."""
    if state.rules.hezi_needs == "one-indicator":
        return kind in state.indicators
    return state.indicators == (kind, kind)


def _joker(_state: State, event: JokerExposed) -> Findings:
    return (finding("joker-excluded", card=event.card),)


def _ready(state: State, event: ReadyDeclared) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    seat = event.seat
    found = _preparing(state, event)
    if seat == state.dealer:
        found.append(finding("dealer-ready"))
        return tuple(found)
    waits = kinds_waited_for(bytes(state.hands[seat])) if _between_turns(state, seat) else ()
    if not waits:
        found.append(finding("not-one-short", seat=seat))
    elif state.rules.ready_needs_live_wait and not any(own_and_indicators(state, seat)[k] < COPIES for k in waits):
        found.append(finding("no-live-wait", seat=seat, cards=written(waits)))
    return tuple(found)


def _between_turns(state: State, seat: int) -> bool:
    return sum(state.hands[seat]) == 3 * (7 - len(state.groups[seat])) + 1


def own_and_indicators(state: State, seat: int) -> bytearray:
    """Counts of a player's own cards (hand, groups, hezi) and the indicators: what it knows is not to come (§3.6)."""
    known = bytearray(state.hands[seat])
    for group in state.groups[seat]:
        known[group.kind] += SIZE_OF[group.form]
    hezi = state.hezi[seat]
    if hezi is not None:
        known[hezi] += 2
    for kind in state.indicators:
        known[kind] += 1
    return known


def _finished(state: State, event: PreparationFinished) -> Findings:
    return _misplaced(state, event) if state.phase in _NO_PLAY else tuple(_preparing(state, event))


# Draws and discards (§4)


def _drawn(state: State, event: Drawn) -> Findings:
    in_turn = state.phase == CLAIMING and event.seat == NEXT_SEAT[state.turn]
    if not in_turn and state.phase in _NO_PLAY:
        return _misplaced(state, event)
    kind = KIND[event.card]
    if not state.unseen[kind]:
        return (_not_in_stock(state, event.seat, kind),)
    found = LEGAL
    if not in_turn or state.owed:
        found = _out_of_turn(state, event, in_turn=in_turn)
    deck = state.deck
    if deck is not None and not state.misdealt and deck[STOCK_FROM + state.fronts] != kind:
        found += _differs("the draw", (kind,), (deck[STOCK_FROM + state.fronts],))
    return found


def _not_in_stock(state: State, seat: int, kind: int) -> Finding:
    if not state.stock:
        return finding("stock-empty", seat=seat)
    return finding("fifth-copy", card=TOKENS[kind], where="on the table or in hands")


def _replacement(state: State, event: ReplacementDrawn) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    kind, seat = KIND[event.card], event.seat
    if not state.unseen[kind]:
        return (_not_in_stock(state, seat, kind),)
    found = LEGAL
    if seat not in state.owed:
        found = (finding("replacement-not-owed", seat=seat),)
    elif not replacement_is_due(state, seat):
        found = (finding("replacement-late", seat=seat),)
    deck = state.deck
    if deck is not None and not state.misdealt and deck[-1 - state.backs] != kind:
        found += _differs("the replacement", (kind,), (deck[-1 - state.backs],))
    return found


def replacement_is_due(state: State, seat: int) -> bool:
    """Whether a replacement that is owed to the seat comes in its time: at once after its cause (§3.2, §4.3)."""
    if state.phase == PREPARING:
        return state.owed[-1] == seat
    return state.phase in (REPLACING, ROBBING) and state.turn == seat


def _discarded(state: State, event: Discarded) -> Findings:
    phase, seat = state.phase, event.seat
    in_turn = seat == state.turn and phase in _MAY_DISCARD
    if not in_turn and phase in _NO_PLAY:
        return _misplaced(state, event)
    kind = KIND[event.card]
    if not state.hands[seat][kind]:
        return (finding("not-held", seat=seat, needed=1, card=event.card, held=0),)
    found = LEGAL
    if not in_turn or state.owed:
        found = _out_of_turn(state, event, in_turn=in_turn)
    if state.ready[seat] and kind != state.drawn and phase == ACTING and seat == state.turn:
        found += (finding("ready-discard", seat=seat, card=event.card),)
    return found


def _out_of_turn(state: State, event: Drawn | Discarded | KongDeclared, *, in_turn: bool) -> Findings:
    """The findings of a play event while a replacement is owed, or out of its turn: what was due instead."""
    type_, seat, found = type_of(event), event.seat, []
    if state.owed:
        rule = "§3.2" if state.phase == PREPARING else "§4.3"
        found.append(finding("replacement-owed", rule=rule, type=type_, due=state.owed[0]))
    if in_turn or (found and seat == state.turn):
        return tuple(found)
    if state.phase == PREPARING:
        found.append(finding("preparation-open", type=type_, seat=seat))
    elif state.phase == PUNGED and seat == state.turn:
        found.append(finding("after-pung", seat=seat))
    else:
        rule = {LEADING: "§4.1", CLAIMING: "§5.5", PUNGED: "§4.7"}.get(state.phase, "§4.3")
        found.append(finding("wrong-turn", rule=rule, type=type_, seat=seat, due=due_now(state)))
    return tuple(found)


def due_now(state: State) -> str:
    """What the table waits for, as findings say it."""
    turn = state.turn
    match state.phase:
        case "leading" | "acting":
            return f"seat {turn} has to discard"
        case "punged":
            return f"seat {turn} has to discard after its pung"
        case "claiming":
            return f"seat {NEXT_SEAT[turn]} has to draw"
        case "robbing" | "replacing":
            return f"seat {turn} is owed a replacement"
        case "preparing":
            return f"seat {preparing_seat(state)} prepares"
    return "nothing is due"


# Claims and kongs (§4.3-4.7, §5)


def _claim(state: State, event: PungClaimed | KongDeclared, kind: int, needed: int) -> list[Finding] | Finding:
    """What a pung and an exposed kong share: the discard just made, the cards in hand, no pass, no ready (§5.2)."""
    seat, card = event.seat, event.card
    if state.phase != CLAIMING or state.river[-1][1] != kind:
        return finding("no-discard", card=card)
    if (held := state.hands[seat][kind]) < needed:
        return finding("not-held", rule="§5.2", seat=seat, needed=needed, card=card, held=held)
    found = []
    if seat == state.turn:
        found.append(finding("own-discard", seat=seat))
    if state.owed:
        found.append(finding("replacement-owed", type=type_of(event), due=state.owed[0]))
    if seat in state.passed:
        found.append(finding("claim-after-pass", seat=seat, card=card))
    if state.ready[seat]:
        found.append(finding("ready-claims", seat=seat, what="a pung" if needed == 2 else "a kong"))
    return found


def _pung(state: State, event: PungClaimed) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    found = _claim(state, event, KIND[event.card], 2)
    return (found,) if isinstance(found, Finding) else tuple(found)


def _kong(state: State, event: KongDeclared) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    kind = KIND[event.card]
    match event.form:
        case "exposed":
            found = _claim(state, event, kind, 3)
        case "concealed":
            found = _concealed(state, event, kind)
        case _:
            found = _added(state, event, kind)
    if isinstance(found, Finding):
        return (found,)
    if not state.stock:
        found.append(finding("kong-no-stock", card=event.card))
    return tuple(found)


def _concealed(state: State, event: KongDeclared, kind: int) -> list[Finding] | Finding:
    seat = event.seat
    if (held := state.hands[seat][kind]) < COPIES:
        return finding("not-held", seat=seat, needed=COPIES, card=event.card, held=held)
    found = _own_kong(state, event)
    if state.phase == LEADING and seat == state.turn and not state.rules.dealer_opening_kong:
        found.append(finding("dealer-kong"))
    return found


def _added(state: State, event: KongDeclared, kind: int) -> list[Finding] | Finding:
    seat, rules = event.seat, state.rules
    if not any(group.form == "pung" and group.kind == kind for group in state.groups[seat]):
        return finding("no-pung", seat=seat, card=event.card)
    if not state.hands[seat][kind]:
        found = _claim(state, event, kind, 0)
        if isinstance(found, Finding):
            return finding("not-held", seat=seat, needed=1, card=event.card, held=0)
        if not rules.kong_onto_pung_from_discard:
            found.append(finding("kong-onto-pung", seat=seat, card=event.card))
        return found
    found = _own_kong(state, event)
    if rules.added_kong_from == "just-drawn" and not (state.phase == ACTING and state.drawn == kind):
        found.append(finding("added-not-drawn", card=event.card))
    return found


def _own_kong(state: State, event: KongDeclared) -> list[Finding]:
    """What a kong from the own hand must keep: its turn, and not after ready (§4.3, §4.6, §4.7)."""
    seat = event.seat
    may = state.phase in (LEADING, ACTING) or (state.phase == PUNGED and state.rules.kong_after_pung)
    in_turn = may and seat == state.turn
    found = [] if in_turn and not state.owed else list(_out_of_turn(state, event, in_turn=in_turn))
    if state.ready[seat]:
        found.append(finding("ready-claims", seat=seat, what="a kong"))
    return found


def _passed(state: State, event: Passed) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    if could_win(state, event.seat) or could_take(state, event.seat):
        return LEGAL
    return (finding("pass-without-claim", rule="§4.5" if state.phase == ROBBING else "§5.1", seat=event.seat),)


def could_win(state: State, seat: int) -> bool:
    """Whether a seat that has not passed it could win on the card on the table (§4.5, §5.1)."""
    kind = state.on_table
    if kind is None or seat == state.turn or seat in state.passed or seat in state.passed_win:
        return False
    return completes_hand(state, seat, kind)


def could_take(state: State, seat: int) -> bool:
    """Whether a seat that has not passed it could pung or kong the discard on the table (§4.4, §4.6, §5.2)."""
    if state.phase != CLAIMING or seat == state.turn or seat in state.passed or state.ready[seat]:
        return False
    kind = state.river[-1][1]
    if state.hands[seat][kind] >= 2:
        return True
    onto_pung = state.rules.kong_onto_pung_from_discard and state.stock > 0
    return onto_pung and any(group.form == "pung" and group.kind == kind for group in state.groups[seat])


# Ends (§4.1-4.5, §6.1)


def completes_hand(state: State, seat: int, kind: int | None) -> bool:
    """Whether the concealed cards of a seat, with ``kind`` or without more, are its missing groups and a pair."""
    hand = bytearray(state.hands[seat])
    if kind is not None:
        hand[kind] += 1
    return sum(hand) == 3 * (7 - len(state.groups[seat])) + 2 and is_complete(bytes(hand))


def win_of(state: State, seat: int) -> Win:
    """How a win by the seat would be won now; source ``none`` where nothing gives it a winning card."""
    mine = seat == state.turn
    match state.phase:
        case "claiming" if not mine:
            first = state.discards == 1 and state.turn == state.dealer
            moment = "first-discard" if first else "ordinary"
            return Win(seat, "discard", state.river[-1][1], state.turn, moment)  # type: ignore[arg-type]
        case "robbing" if not mine:
            return Win(seat, "robbed-kong", state.kong, state.turn)
        case "acting" if mine and seat not in state.owed:
            moment = "ordinary" if state.stock else "last-card"
            source = "kong-replacement" if state.replaced else "self-draw"
            return Win(seat, source, state.drawn, None, moment)  # type: ignore[arg-type]
        case "leading" if mine:
            return Win(seat, "heavenly")
        case "preparing" if seat == state.dealer:
            return Win(seat, "heavenly")
    return Win(seat, "none")


def _won(state: State, event: Won) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    seat = event.seat
    named = None if event.card is None else KIND[event.card]
    win = win_of(state, seat)
    found = []
    if state.phase == PREPARING:
        found.append(finding("preparation-open", type="won", seat=seat))
    if state.owed and state.phase != ROBBING:
        found.append(finding("replacement-owed", type="won", due=state.owed[0]))
    if win.source == "none":
        found.append(finding("win-without-source", seat=seat))
        return tuple(found)
    if seat in state.passed or seat in state.passed_win:
        found.append(finding("claim-after-pass", seat=seat, card=_card(win.card)))
    if not completes_hand(state, seat, win.card if win.from_another else None):
        found.append(finding("false-win", seat=seat))
    if event.card is not None and named != win.card:
        found.append(finding("win-card-differs", seen=event.card, due=_card(win.card)))
    if event.source is not None and event.source != win.giver:
        giver = "nobody" if win.giver is None else f"seat {win.giver}"
        found.append(finding("win-from-differs", seen=f"seat {event.source}", due=giver))
    return tuple(found)


def _card(kind: int | None) -> str:
    return "none" if kind is None else TOKENS[kind]


def _exhausted(state: State, event: Exhausted) -> Findings:
    if state.phase in _NO_PLAY:
        return _misplaced(state, event)
    found = []
    if state.stock:
        found.append(finding("stock-left", stock=state.stock))
    if state.phase != CLAIMING and (state.stock or state.phase not in (REPLACING, ROBBING)):
        found.append(finding("exhausted-early", due=due_now(state)))
    return tuple(found)


_CHECKS: dict[type, Callable[[State, Any], Findings]] = {
    Dealt: _dealt,
    IndicatorsRevealed: _indicators,
    OpeningDeclared: _opening,
    JokerExposed: _joker,
    ReplacementDrawn: _replacement,
    ReadyDeclared: _ready,
    PreparationFinished: _finished,
    Drawn: _drawn,
    Discarded: _discarded,
    PungClaimed: _pung,
    KongDeclared: _kong,
    Passed: _passed,
    Won: _won,
    Exhausted: _exhausted,
}
