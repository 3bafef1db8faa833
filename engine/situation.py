"""What a state of the table implies: questions that checks, the fold and players ask. None changes it."""

from engine.cards import JOKER_OF, KIND_OF, KINDS
from engine.ending import Win
from engine.notation import parse_card
from engine.partitions import is_complete
from engine.said import said, seat_said
from engine.state import CLAIMING, NEXT_SEAT, PREPARING, REPLACING, ROBBING, State, preparing_seat

STOCK_FROM = 69
"""Where the stock begins in a recorded deck: after 23 + 22 + 22 dealt cards and two indicators (§2.3)."""


class _Numbers(dict[str, int]):
    """Numbers of cards by the text of one, jokers too; what is not in written form is read in full. Raises
    ``CardError``."""

    def __missing__(self, card: str) -> int:
        return parse_card(card)


KIND = _Numbers(KIND_OF | JOKER_OF)


def hezi_fits(state: State, kind: int) -> bool:
    """Whether the indicators allow a hezi of the kind (§3.4)."""
    if state.rules.hezi_needs == "one-indicator":
        return kind in state.indicators
    return state.indicators == (kind, kind)


def between_turns(state: State, seat: int) -> bool:
    """Whether a seat has the cards of a hand one short of its groups and pair (§6.1); never where some are hidden."""
    return not state.hidden[seat] and sum(state.hands[seat][:KINDS]) == 3 * (7 - len(state.groups[seat])) + 1


def holds_joker(state: State, seat: int) -> bool:
    """Whether a seat holds a joker that it has not exposed (§12.2)."""
    return any(state.hands[seat][KINDS:])


def replacement_is_due(state: State, seat: int) -> bool:
    """Whether a replacement that is owed to the seat comes in its time: at once after its cause (§3.2, §4.3)."""
    if state.phase == PREPARING:
        return state.owed[-1] == seat
    return state.phase in (REPLACING, ROBBING) and state.turn == seat


def due_now(state: State) -> str:
    """What the table waits for, as findings say it."""
    turn = state.turn
    match state.phase:
        case "leading" | "acting":
            return said("{seat} has to discard", seat=seat_said(turn))
        case "punged":
            return said("{seat} has to discard after its pung", seat=seat_said(turn))
        case "claiming":
            return said("{seat} has to draw", seat=seat_said(NEXT_SEAT[turn]))
        case "exposing":
            return said("{seat} has to expose its joker", seat=seat_said(turn))
        case "robbing" | "replacing":
            return said("{seat} is owed a replacement", seat=seat_said(turn))
        case "preparing":
            return said("{seat} prepares", seat=seat_said(preparing_seat(state)))
    return said("nothing is due")


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


def completes_hand(state: State, seat: int, kind: int | None) -> bool:
    """Whether the concealed cards of a seat, with ``kind`` or without more, are its missing groups and a pair; never
    where some of them are hidden."""
    if state.hidden[seat]:
        return False
    hand = bytearray(state.hands[seat])
    if kind is not None:
        hand[kind] += 1
    return not any(hand[KINDS:]) and sum(hand) == 3 * (7 - len(state.groups[seat])) + 2 and is_complete(bytes(hand))


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
