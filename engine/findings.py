"""What can be wrong with an event: codes, paragraphs and words (docs/formats.md, "Two kinds of fault")."""

from typing import Literal

import msgspec
from msgspec import Struct

from engine.said import msgid, said, seat_said

Severity = Literal["impossible", "irregular"]

_IMPOSSIBLE: dict[str, tuple[str, str]] = {
    "card-unknown": ("§1.1", msgid("{card!r} is no card: {reason}")),
    "card-hidden": ("§1.1", msgid("a hidden card where every card is seen")),
    "joker-excluded": ("§1.2", msgid("{card} is a joker, and jokers are excluded under these rules")),
    "second-joker": ("§1.2", msgid("a second {card}: the one there is is {where}")),
    "fifth-copy": ("§1.1", msgid("a fifth copy of {card}: all four are {where}")),
    "not-held": ("§4.3", msgid("{seat} needs {needed}×{card} in hand and holds {held}")),
    "no-discard": ("§5.2", msgid("there is no discard of {card} to claim")),
    "no-pung": ("§4.3", msgid("{seat} has no exposed pung of {card} to add to")),
    "stock-empty": ("§4.2", msgid("{seat} draws from an empty stock")),
    "more-than-left": ("§1.1", msgid("{type} names {count} cards, and {stock} are left")),
    "hand-size-differs": ("§6.1", msgid("{seat} shows {count} cards and holds {due}")),
    "hand-differs": ("§6.1", msgid("{seat} shows other cards than it holds: {cards} is not among them")),
    "second-hezi": ("§3.4", msgid("{seat} has declared a hezi before; one a player")),
    "rules-unknown": ("§11", msgid("{reason}")),
    "deck-invalid": ("§2.3", msgid("the deck is not all the cards: {reason}")),
    "not-started": ("formats", msgid("{type} before deal_started")),
    "started-again": ("formats", msgid("deal_started stands inside a deal; a deal begins at seq 0")),
    "dealt-misplaced": ("§2.1", msgid("dealt to {seat} stands out of place: {reason}")),
    "indicators-misplaced": ("§2.2", msgid("indicators_revealed stands out of place: {reason}")),
    "before-indicators": ("§2.2", msgid("{type} before the indicators are revealed")),
    "after-end": (
        "§10",
        msgid("{type} after the end: only hands shown, claims, notes, rulings, retractions and the seal may follow"),
    ),
    "after-seal": ("formats", msgid("{type} after the seal; only the next deal may follow")),
    "seq-gap": ("formats", msgid("seq {found} where {due} was due")),
    "nothing-to-retract": ("formats", msgid("retraction to seq {to}, which is no earlier event that stands")),
    "line-invalid": ("formats", msgid("{reason}")),
}

_IRREGULAR: dict[str, tuple[str, str]] = {
    "misdeal": ("§2.1", msgid("{seat} was dealt {count} cards instead of {due}")),
    "indicator-count": ("§2.2", msgid("{count} indicators instead of 2")),
    "deck-differs": ("§2.3", msgid("{what} differs from the recorded deck: {seen} instead of {due}")),
    "dealer-rotation": ("§2.4", msgid("{seat} deals, but the deal passes to {due_seat} after the deal before")),
    "sitter-rotation": (
        "§12.1",
        msgid("who was banker in the deal before sits out now, and the others move up by one seat: here they do not"),
    ),
    "preparation-over": ("§3.1", msgid("{type} by {seat} after the preparation has ended")),
    "preparation-order": ("§3.1", msgid("{type} by {seat} while {due_seat} prepares")),
    "preparation-open": ("§3.1", msgid("{type} by {seat} before the preparation has ended")),
    "not-dealt": ("§3.5", msgid("{seat} declares {card} with a replacement; only cards dealt originally qualify")),
    "joker-held": ("§12.2", msgid("{type} by {seat}, which holds a joker that it has not exposed")),
    "joker-late": ("§12.2", msgid("{seat} exposes {card} out of its time")),
    "dealer-not-banker": ("§12.1", msgid("{seat} deals; with four at the table the banker is seat 0")),
    "nobody-sits-out": ("§12.1", msgid("four are at the table, and the log does not name who sits out")),
    "somebody-sits-out": ("§2.4", msgid("three are at the table, and the log names one who sits out")),
    "triple-no-indicator": ("§3.3", msgid("an opening triple of {card}, which is no indicator's kind")),
    "hezi-no-indicator": ("§3.4", msgid("a hezi of {card}, but the indicators are {indicators}")),
    "dealer-ready": ("§3.6", msgid("the dealer declares ready")),
    "not-one-short": ("§3.6", msgid("{seat} declares ready but is not one card from a complete hand")),
    "no-live-wait": ("§3.6", msgid("{seat} declares ready, but no copy of {cards} is left to come")),
    "dealer-kong": ("§4.1", msgid("the dealer declares a concealed kong before the first discard")),
    "wrong-turn": ("§4.2", msgid("{type} by {seat} while {due}")),
    "replacement-owed": ("§4.3", msgid("{type} while {due_seat} is owed a replacement")),
    "replacement-not-owed": ("§4.3", msgid("a replacement for {seat}, which is owed none")),
    "replacement-late": ("§4.3", msgid("the replacement of {seat} comes late")),
    "added-not-drawn": ("§4.3", msgid("the card added to the pung of {card} is not the one just drawn")),
    "kong-no-stock": ("§4.4", msgid("a kong of {card} with no card in the stock")),
    "ready-claims": ("§4.6", msgid("{seat} is ready and calls {what}")),
    "ready-discard": ("§4.6", msgid("{seat} is ready and discards {card} instead of the card just drawn")),
    "after-pung": ("§4.7", msgid("{seat} may only discard after its pung")),
    "own-discard": ("§5.2", msgid("{seat} claims its own discard")),
    "kong-onto-pung": ("§5.2", msgid("{seat} extends its pung of {card} with a discard")),
    "claim-after-pass": ("§5.3", msgid("{seat} claims {card} after passing it")),
    "pass-without-claim": ("§5.3", msgid("{seat} passes but could claim nothing")),
    "stock-left": ("§4.2", msgid("exhausted with {stock} cards in the stock")),
    "exhausted-early": ("§5.4", msgid("exhausted while {due}")),
    "false-win": ("§6.1", msgid("{seat} wins on an incomplete hand")),
    "win-without-source": ("§4.3", msgid("{seat} wins, but nothing gives it a winning card")),
    "win-card-differs": ("§6.3", msgid("the win names {seen} as its card; it was {due}")),
    "win-from-differs": ("§6.3", msgid("the win names {seen} as the giver; it was {due}")),
    "seal-mismatch": ("formats", msgid("the seal does not verify: what it covers was altered")),
    "seal-previous-missing": ("formats", msgid("the seal names no previous seal, though the session has one")),
    "seal-previous-differs": ("formats", msgid("the seal's previous is not the session's seal before")),
    "torn-line": ("formats", msgid("the last line has no line feed: a torn write, set aside and not folded")),
}

_SEATS = ("seat", "due_seat")
"""What of a message is a seat."""


class Finding(Struct, frozen=True):
    """One fault of a deal.

    ``rule``: the paragraph it breaks, or ``formats`` for the log's own grammar; ``seq``: of the event, or ``field``: of
    a hand record; ``params``: what the message names. ``void``: on an event that was retracted; ``let_stand``: the
    table let it stand (``irregular`` in the log). Neither raises the exit status.
    """

    code: str
    severity: Severity
    rule: str
    message: str
    seq: int | None = None
    field: str | None = None
    void: bool = False
    let_stand: bool = False
    params: dict[str, str | int] = {}

    @property
    def counts(self) -> bool:
        """Whether it raises the exit status."""
        return not self.void and not self.let_stand


def finding(
    code: str, *, rule: str | None = None, seq: int | None = None, field: str | None = None, **params: str | int
) -> Finding:
    """A finding of a known code, its message filled in; ``rule`` where another paragraph than the usual is broken."""
    severity: Severity = "impossible" if code in _IMPOSSIBLE else "irregular"
    paragraph, words = (_IMPOSSIBLE if severity == "impossible" else _IRREGULAR)[code]
    seats = {name: seat_said(value) for name, value in params.items() if name in _SEATS and isinstance(value, int)}
    return Finding(code, severity, rule or paragraph, said(words, **params | seats), seq, field, params=params)


def at_event(found: Finding, seq: int, *, let_stand: bool = False) -> Finding:
    """The finding placed on an event. An impossible event cannot be let stand."""
    return msgspec.structs.replace(found, seq=seq, let_stand=let_stand and found.severity == "irregular")


CODES: tuple[str, ...] = (*_IMPOSSIBLE, *_IRREGULAR)
