"""Events, turns and choices in words: the one place where a deal is put into sentences.

Words are parts: text, and cards as kinds, which ``styled`` draws. What people typed is made safe here.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cli.render.screen import amount, cards, opaque
from cli.render.suits import by_suit
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
from engine.notation import CardError, parse_cards
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
        words = plain(self.parts) if self.seat is None else f"{seat_named(names, self.seat)} {plain(self.parts)}"
        return words[:1].upper() + words[1:]


def plain(parts: Iterable[Part]) -> str:
    """Parts as text, cards in written form."""
    return "".join(part if isinstance(part, str) else written(part) for part in parts)


def styled(parts: Iterable[Part], style: str = "") -> "Text":
    """Parts as text on a screen: cards in their colours, more than two by suit."""
    from rich.text import Text

    return Text.assemble(*(part if isinstance(part, str) else _drawn(part) for part in parts), style=style)


def _drawn(kinds: tuple[int, ...]) -> "Text":
    return cards(kinds) if len(kinds) <= 2 else by_suit(kinds)


def seat_named(names: Sequence[str], seat: int) -> str:
    """``seat 1 (Wang)``: two seats may have one name."""
    return f"seat {seat} ({opaque(names[seat])})" if seat < len(names) else f"seat {seat}"


def tell(line: Decoded, names: Sequence[str], win: Win | None = None) -> Told:
    """What a line of a log says. ``win``: how the deal was won, where a ``won`` was folded: the event need not tell."""
    match line:
        case Dealt(seat=seat):
            hidden = line.cards.split().count(HIDDEN)
            said: Parts = (f"is dealt {hidden} cards",) if hidden else ("is dealt ", *_cards(line.cards))
            return Told(seat, said)
        case OpeningDeclared(seat=seat):
            form = line.form if line.form == "hezi" else f"opening {line.form}"
            return Told(seat, (f"declares {_a(form)} of ", *_cards(line.card)))
        case JokerExposed(seat=seat):
            return Told(seat, ("exposes the joker ", *_cards(line.card)))
        case ReplacementDrawn(seat=seat):
            return Told(seat, ("draws the replacement ", *_cards(line.card)))
        case ReadyDeclared(seat=seat):
            return Told(seat, ("declares ready",))
        case PreparationFinished(seat=seat):
            return Told(seat, ("ends its preparation",))
        case Drawn(seat=seat):
            return Told(seat, ("draws ", *_cards(line.card)))
        case Discarded(seat=seat):
            return Told(seat, ("discards ", *_cards(line.card)))
        case PungClaimed(seat=seat):
            return Told(seat, ("claims a pung of ", *_cards(line.card)))
        case KongDeclared(seat=seat, form="added"):
            return Told(seat, ("adds ", *_cards(line.card), " to its pung: a kong"))
        case KongDeclared(seat=seat):
            verb = "claims an" if line.form == "exposed" else "declares a"
            return Told(seat, (f"{verb} {line.form} kong of ", *_cards(line.card)))
        case Passed(seat=seat):
            return Told(seat, ("passes",))
        case Won(seat=seat):
            return Told(seat, won(win, names) if win is not None else ("wins",))
    return Told(None, _beside_seats(line, names))


def _beside_seats(line: Decoded, names: Sequence[str]) -> Parts:
    """What a line says that is no seat's act."""
    match line:
        case DealStarted():
            return (f"deal {opaque(line.deal)} begins; {seat_named(names, line.dealer)} is the dealer",)
        case IndicatorsRevealed():
            return ("the indicators are ", *_cards(line.cards))
        case Exhausted():
            return ("the stock is exhausted; nobody has won",)
        case Claimed():
            return (f"{opaque(line.by)} claims {_amounts(line.totals, line.payments)}",)
        case Noted():
            return (f"{opaque(line.by)} notes: {opaque(line.text)}",)
        case Ruled():
            paid = "" if line.payments is None else f" ({_amounts(None, line.payments)})"
            return (f"{opaque(line.by)} rules: {opaque(line.text)}{paid}",)
        case Retracted():
            return (f"what came after event {line.to} is taken back: {opaque(line.reason)}",)
        case Sealed():
            return (f"the deal is sealed, code {head_of(line.hash)}",)
        case BadLine():
            return ("a line that is no event",)
    return ("an event of a type x_…, kept and ignored",)


def won(win: Win, names: Sequence[str]) -> Parts:
    """How a deal was won, as what the winner does."""
    card: Parts = () if win.card is None else ((win.card,),)
    special = {"first-discard": ", the deal's first discard", "last-card": ", the last of the stock"}.get(
        win.moment, ""
    )
    giver = "" if win.giver is None else seat_named(names, win.giver)
    match win.source:
        case "self-draw":
            return ("wins by self-draw on ", *card, special)
        case "kong-replacement":
            return ("wins by self-draw on ", *card, f", a kong's replacement{special}")
        case "discard":
            return ("wins on ", *card, f", discarded by {giver}{special}")
        case "robbed-kong":
            return ("wins on ", *card, f", robbing the kong of {giver}")
        case "heavenly":
            return ("wins with the cards dealt: a heavenly win",)
    return ("wins, but nothing gives it a winning card",)


def turn(view: View) -> Parts:
    """Whose turn it is, and what the table waits for."""
    who = seat_named(view.names, view.turn)
    if view.owed and view.phase not in ("robbing", "ended"):
        return (f"{seat_named(view.names, view.owed[0])} is owed a replacement",)
    match view.phase:
        case "dealing":
            return (f"{who} is dealt to next",)
        case "revealing":
            return ("the indicators come next",)
        case "preparing":
            return (f"{who} prepares",)
        case "leading":
            return (f"{who}, the dealer, plays first",)
        case "claiming":
            assert view.on_table is not None
            then = f"{seat_named(view.names, NEXT_SEAT[view.turn])} draws" if view.stock else "the deal ends"
            return (f"{who} has discarded ", (view.on_table,), f"; unclaimed, {then}")
        case "robbing":
            assert view.on_table is not None
            return (f"{who} adds ", (view.on_table,), " to its pung; who could win on it may rob the kong")
        case "exposing":
            assert view.drawn is not None
            return (f"{who} has drawn the joker ", (view.drawn,), " and exposes it")
        case "acting":
            drawn: Part = HIDDEN if view.drawn is None else (view.drawn,)
            return (f"{who} has drawn ", drawn)
        case "punged":
            return (f"{who} has claimed a pung and discards",)
        case "ended" if view.win is not None:
            return (f"{seat_named(view.names, view.win.seat)} ", *won(view.win, view.names))
    return ("the stock is exhausted; nobody has won",)


def choices(actions: Iterable[Action]) -> dict[int | None, Parts]:
    """What each seat may do, in words; under ``None`` what is nobody's doing."""
    said: dict[int | None, dict[str, list[int]]] = {}
    for action in actions:
        words = "win" if action.type == "won" and action.card is None else _CHOICES[action.type, action.form]
        kinds = said.setdefault(action.seat, {}).setdefault(words, [])
        if action.card is not None:
            kinds.append(action.card)
    return {seat: _joined(of_seat) for seat, of_seat in said.items()}


def _joined(said: dict[str, list[int]]) -> Parts:
    parts: list[Part] = []
    for words, kinds in said.items():
        before, sign, after = words.partition("%")
        parts += ["; " if parts else "", before, *([tuple(kinds)] if sign else ()), after]
    return tuple(part for part in parts if part)


_CHOICES: dict[tuple[str, str | None], str] = {
    ("opening_declared", "quad"): "declare an opening quad of %",
    ("opening_declared", "triple"): "declare an opening triple of %",
    ("opening_declared", "hezi"): "declare a hezi of %",
    ("replacement_drawn", None): "draw the replacement",
    ("joker_exposed", None): "expose the joker %",
    ("ready_declared", None): "declare ready",
    ("preparation_finished", None): "end the preparation",
    ("won", None): "win on %",
    ("kong_declared", "exposed"): "claim a kong of %",
    ("kong_declared", "concealed"): "declare a concealed kong of %",
    ("kong_declared", "added"): "add % to the pung",
    ("pung_claimed", None): "claim a pung of %",
    ("passed", None): "pass",
    ("drawn", None): "draw",
    ("exhausted", None): "the deal ends, exhausted",
    ("discarded", None): "discard %",
}
"""By the type and form of an action: what a seat may do, its cards where the ``%`` is."""


_NUMBERS = KIND_OF | JOKER_OF


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _cards(text: str) -> Parts:
    """Cards of an event; as they stand there where they are hidden, or none."""
    if text in _NUMBERS:
        return ((_NUMBERS[text],),)
    try:
        return (parse_cards(text, jokers=True),)
    except CardError:
        return (opaque(text),)


def _amounts(totals: Amounts | None, payments: Amounts | None) -> str:
    said = [] if totals is None else [f"totals {', '.join(map(str, totals))}"]
    if payments is not None:
        said.append(f"payments {', '.join(map(amount, payments))}")
    return " and ".join(said)
