"""Events, turns and choices in words: the one place where a deal is put into sentences.

Words are parts: text, and cards as kinds, which ``styled`` draws. What people typed is made safe here.
"""

from collections.abc import Callable, Iterable, Sequence
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cli.language import _, in_a_row, listed
from cli.render.screen import amount, opaque
from cli.render.suits import PLAIN, Look, by_suit, in_order
from engine.actions import Action
from engine.cards import HIDDEN, JOKER_OF, KIND_OF, written
from engine.ending import Win
from engine.events import (
    Amounts,
    Claimed,
    DealStarted,
    Dealt,
    Discarded,
    Drawn,
    Exhausted,
    HandShown,
    IndicatorsRevealed,
    JokerExposed,
    KongDeclared,
    Noted,
    OpeningDeclared,
    Passed,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Retracted,
    Ruled,
    Sealed,
    Won,
)
from engine.notation import CardError, parse_cards, parse_hidden
from engine.said import msgid
from engine.state import NEXT_SEAT
from engine.view import View
from replay.decode import BadLine, Decoded
from replay.head import head_of

if TYPE_CHECKING:
    from rich.text import Text

Part: TypeAlias = str | tuple[int, ...]
Parts: TypeAlias = tuple[Part, ...]


class Told(NamedTuple):
    """A sentence without its full stop: the seat that does it (``None`` where it is none), and what it does."""

    seat: int | None
    parts: Parts

    def sentence(self, names: Sequence[str]) -> str:
        """The whole of it: ``Seat 1 (Wang) draws 5s``."""
        parts = self.parts
        if self.seat is not None:
            parts = phrase("{seat} {does}", seat=seat_named(names, self.seat), does=self.parts)
        words = plain(parts)
        return words[:1].upper() + words[1:]


def plain(parts: Iterable[Part]) -> str:
    """Parts as text, cards in written form."""
    return "".join(part if isinstance(part, str) else written(part) for part in parts)


def styled(parts: Iterable[Part], style: str = "", look: Look = PLAIN) -> "Text":
    """Parts as text on a screen: cards in their colours, more than two by suit."""
    from rich.text import Text

    return Text.assemble(*(part if isinstance(part, str) else _drawn(part, look) for part in parts), style=style)


def _drawn(kinds: tuple[int, ...], look: Look) -> "Text":
    return in_order(sorted(kinds), look) if len(kinds) <= 2 else by_suit(kinds, look)


def seat_named(names: Sequence[str], seat: int) -> str:
    """``seat 1 (Wang)``: two seats may have one name."""
    if seat >= len(names):
        return _("seat {seat}", seat=seat)
    return _("seat {seat} ({name})", seat=seat, name=opaque(names[seat]))


Called: TypeAlias = Callable[[Sequence[str], int], str]
"""How a player is called: from the names, by seat."""


def phrase(words: str, /, **values: int | Part | Parts) -> Parts:
    """A template in the language of this run as parts: what fills it is text, parts, or one part of cards."""
    parts: list[Part] = []
    for before, name, _spec, _conversion in Formatter().parse(_(words)):
        value = values[name] if name is not None else ""
        if not isinstance(value, tuple):
            parts += (before, str(value))
        elif value and all(isinstance(kind, int) for kind in value):
            parts += (before, value)  # type: ignore[arg-type]
        else:
            parts += (before, *value)
    return tuple([part for part in parts if part != ""])


def tell(line: Decoded, names: Sequence[str], win: Win | None = None) -> Told:
    """What a line of a log says. ``win``: how the deal was won, where a ``won`` was folded: the event need not tell."""
    match line:
        case Dealt(seat=seat):
            return Told(seat, _dealt(line.cards))
        case OpeningDeclared(seat=seat):
            return Told(seat, phrase(_OPENINGS[line.form], card=_cards(line.card)))
        case JokerExposed(seat=seat):
            return Told(seat, phrase("exposes the joker {card}", card=_cards(line.card)))
        case ReplacementDrawn(seat=seat):
            return Told(seat, phrase("draws the replacement {card}", card=_cards(line.card)))
        case ReadyDeclared(seat=seat):
            return Told(seat, phrase("declares ready"))
        case PreparationFinished(seat=seat):
            return Told(seat, phrase("ends its preparation"))
        case Drawn(seat=seat):
            return Told(seat, phrase("draws {card}", card=_cards(line.card)))
        case Discarded(seat=seat):
            return Told(seat, phrase("discards {card}", card=_cards(line.card)))
        case PungClaimed(seat=seat):
            return Told(seat, phrase("claims a pung of {card}", card=_cards(line.card)))
        case KongDeclared(seat=seat):
            return Told(seat, phrase(_KONGS[line.form], card=_cards(line.card)))
        case HandShown(seat=seat):
            return Told(seat, phrase("shows {cards}", cards=_cards(line.cards)))
        case Passed(seat=seat):
            return Told(seat, phrase("passes"))
        case Won(seat=seat):
            return Told(seat, won(win, names) if win is not None else phrase("wins"))
    return Told(None, _beside_seats(line, names))


def _dealt(cards: str) -> Parts:
    try:
        known, hidden = parse_hidden(cards)
    except CardError:
        return phrase("is dealt {cards}", cards=_cards(cards))
    if not known and hidden:
        return phrase("is dealt {count} cards", count=hidden)
    if hidden:
        return phrase(msgid("is dealt {cards} and {count} more"), cards=(known,), count=hidden)
    return phrase("is dealt {cards}", cards=(known,))


_OPENINGS = {
    "quad": msgid("declares an opening quad of {card}"),
    "triple": msgid("declares an opening triple of {card}"),
    "hezi": msgid("declares a hezi of {card}"),
}
_KONGS = {
    "exposed": msgid("claims an exposed kong of {card}"),
    "concealed": msgid("declares a concealed kong of {card}"),
    "added": msgid("adds {card} to its pung: a kong"),
}


def _beside_seats(line: Decoded, names: Sequence[str]) -> Parts:
    """What a line says that is no seat's act."""
    match line:
        case DealStarted():
            told = {"deal": opaque(line.deal), "seat": seat_named(names, line.dealer)}
            if line.sitting_out is None:
                return phrase("deal {deal} begins; {seat} is the dealer", **told)
            words = msgid("deal {deal} begins; {seat} is the dealer, and {name} sits out")
            return phrase(words, **told, name=opaque(line.sitting_out))
        case IndicatorsRevealed():
            return phrase("the indicators are {cards}", cards=_cards(line.cards))
        case Exhausted():
            return phrase("the stock is exhausted; nobody has won")
        case Claimed():
            figures = _amounts(line.totals, line.payments)
            return phrase("{by} claims {figures}", by=opaque(line.by), figures=figures)
        case Noted():
            return phrase("{by} notes: {text}", by=opaque(line.by), text=opaque(line.text))
        case Ruled(payments=None):
            return phrase("{by} rules: {text}", by=opaque(line.by), text=opaque(line.text))
        case Ruled():
            ruled = {"by": opaque(line.by), "text": opaque(line.text), "figures": _amounts(None, line.payments)}
            return phrase("{by} rules: {text} ({figures})", **ruled)
        case Retracted():
            return phrase("what came after event {to} is taken back: {why}", to=line.to, why=opaque(line.reason))
        case Sealed():
            return phrase("the deal is sealed, code {code}", code=head_of(line.hash))
        case BadLine():
            return phrase("a line that is no event")
    return phrase("an event of a type x_…, kept and ignored")


def won(win: Win, names: Sequence[str], called: Called = seat_named) -> Parts:
    """How a deal was won, as what the winner does. ``called``: how players are called here."""
    card: Parts = (HIDDEN,) if win.card is None else ((win.card,),)
    giver = "" if win.giver is None else called(names, win.giver)
    words = _WON_AT.get((win.source, win.moment)) or _WON[win.source]
    return phrase(words, card=card, giver=giver)


_WON = {
    "self-draw": msgid("wins by self-draw on {card}"),
    "kong-replacement": msgid("wins by self-draw on {card}, a kong's replacement"),
    "discard": msgid("wins on {card}, discarded by {giver}"),
    "robbed-kong": msgid("wins on {card}, robbing the kong of {giver}"),
    "heavenly": msgid("wins with the cards dealt: a heavenly win"),
    "none": msgid("wins, but nothing gives it a winning card"),
}
_WON_AT = {
    ("self-draw", "last-card"): msgid("wins by self-draw on {card}, the last of the stock"),
    ("kong-replacement", "last-card"): msgid(
        "wins by self-draw on {card}, a kong's replacement, the last of the stock"
    ),
    ("discard", "first-discard"): msgid("wins on {card}, discarded by {giver}, the deal's first discard"),
}
"""By source and moment, where the moment is told."""


def turn(view: View, called: Called = seat_named) -> Parts:
    """Whose turn it is, and what the table waits for. ``called``: how players are called here."""
    who = called(view.names, view.turn)
    if view.owed and view.phase not in ("robbing", "ended"):
        return phrase("{seat} is owed a replacement", seat=called(view.names, view.owed[0]))
    match view.phase:
        case "dealing":
            return phrase("{seat} is dealt to next", seat=who)
        case "revealing":
            return phrase("the indicators come next")
        case "preparing":
            return phrase("{seat} prepares", seat=who)
        case "leading":
            return phrase("{seat}, the dealer, plays first", seat=who)
        case "claiming":
            assert view.on_table is not None
            discard = (view.on_table,)
            if not view.stock:
                return phrase("{seat} has discarded {card}; unclaimed, the deal ends", seat=who, card=discard)
            after = called(view.names, NEXT_SEAT[view.turn])
            return phrase("{seat} has discarded {card}; unclaimed, {next} draws", seat=who, card=discard, next=after)
        case "robbing":
            assert view.on_table is not None
            words = msgid("{seat} adds {card} to its pung; who could win on it may rob the kong")
            return phrase(words, seat=who, card=(view.on_table,))
        case "exposing":
            assert view.drawn is not None
            return phrase("{seat} has drawn the joker {card} and exposes it", seat=who, card=(view.drawn,))
        case "acting":
            drawn: Part = HIDDEN if view.drawn is None else (view.drawn,)
            return phrase("{seat} has drawn {card}", seat=who, card=drawn)
        case "punged":
            return phrase("{seat} has claimed a pung and discards", seat=who)
        case "ended" if view.win is not None:
            return phrase(
                "{seat} {does}", seat=called(view.names, view.win.seat), does=won(view.win, view.names, called)
            )
    return phrase("the stock is exhausted; nobody has won")


def choices(actions: Iterable[Action]) -> dict[int | None, Parts]:
    """What each seat may do, in words; under ``None`` what is nobody's doing."""
    said: dict[int | None, dict[str, list[int]]] = {}
    for action in actions:
        words = _WIN if action.type == "won" and action.card is None else _CHOICES[action.type, action.form]
        kinds = said.setdefault(action.seat, {}).setdefault(words, [])
        if action.card is not None:
            kinds.append(action.card)
    return {seat: _joined(of_seat) for seat, of_seat in said.items()}


def _joined(said: dict[str, list[int]]) -> Parts:
    parts: list[Part] = []
    for words, kinds in said.items():
        parts += (*(["; "] if parts else []), *phrase(words, cards=tuple(kinds)))
    return tuple(parts)


_WIN = msgid("win")
_CHOICES: dict[tuple[str, str | None], str] = {
    ("opening_declared", "quad"): msgid("declare an opening quad of {cards}"),
    ("opening_declared", "triple"): msgid("declare an opening triple of {cards}"),
    ("opening_declared", "hezi"): msgid("declare a hezi of {cards}"),
    ("replacement_drawn", None): msgid("draw the replacement"),
    ("joker_exposed", None): msgid("expose the joker {cards}"),
    ("ready_declared", None): msgid("declare ready"),
    ("preparation_finished", None): msgid("end the preparation"),
    ("won", None): msgid("win on {cards}"),
    ("kong_declared", "exposed"): msgid("claim a kong of {cards}"),
    ("kong_declared", "concealed"): msgid("declare a concealed kong of {cards}"),
    ("kong_declared", "added"): msgid("add {cards} to the pung"),
    ("pung_claimed", None): msgid("claim a pung of {cards}"),
    ("passed", None): msgid("pass"),
    ("drawn", None): msgid("draw"),
    ("exhausted", None): msgid("the deal ends, exhausted"),
    ("discarded", None): msgid("discard {cards}"),
}
"""By the type and form of an action: what a seat may do."""


_NUMBERS = KIND_OF | JOKER_OF


def _cards(text: str) -> Parts:
    """Cards of an event; as they stand there where they are hidden, or none."""
    if text in _NUMBERS:
        return ((_NUMBERS[text],),)
    try:
        return (parse_cards(text, jokers=True),)
    except CardError:
        return (opaque(text),)


def _amounts(totals: Amounts | None, payments: Amounts | None) -> str:
    given = [] if totals is None else [_("totals {figures}", figures=in_a_row(map(str, totals)))]
    if payments is not None:
        given.append(_("payments {figures}", figures=in_a_row(map(amount, payments))))
    return listed(given)
