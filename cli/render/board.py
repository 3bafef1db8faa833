"""The table at one moment on the screen: what lies open, whose turn it is, each seat's cards, what is legal now."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from cli.language import _, in_a_row
from cli.render.screen import Flow
from cli.render.suits import PLAIN, Look, by_suit, in_order
from cli.render.tell import choices, phrase, seat_named, styled, turn
from cli.render.words import LINES, seat_of
from engine.actions import Action
from engine.cards import HIDDEN, kinds_of
from engine.ending import SIZE_OF
from engine.state import ENDED
from engine.view import SeatView, View

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult


def board(view: View, look: Look = PLAIN, *, brief: bool = False) -> "Iterable[RenderableType]":
    """The whole table, as one seat knows it or in full. ``brief``: of discards only the latest, a line of
    them, and no sizes of hands."""
    yield facts(view, look)
    yield seats(view, look, brief=brief)


def facts(view: View, look: Look = PLAIN) -> Flow:
    """What lies open to all, and whose turn it is."""
    parts = [styled(phrase("indicators {cards}", cards=view.indicators), look=look)] if view.indicators else []
    if view.stock is not None:
        parts.append(Text(_("stock {count}", count=view.stock)))
    said = styled(turn(view), look=look)
    said.stylize("bold")
    return Flow([*parts, said], " · ")


def seats(view: View, look: Look = PLAIN, *, brief: bool = False, under: Sequence[Text] = ()) -> Table:
    """Each seat: its hand, groups and discards. A ▸ stands at the seat whose turn it is, or that won. ``under``: what
    stands below each seat's name and roles."""
    labels = (_("hand"), _("groups"), _("discards"))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(max_width=16)
    grid.add_column(style="dim", width=max(map(cell_len, labels)), no_wrap=True)
    grid.add_column(ratio=1)
    at: int | None = view.turn
    if view.phase == ENDED:
        at = None if view.win is None else view.win.seat
    for number, seat in enumerate(view.seats):
        mine = number == at
        name = Text(
            f"{'▸' if mine else ' '} {seat_of(view.names, number)}",
            "bold" if mine else "",
            no_wrap=True,
            overflow="ellipsis",
        )
        roles = [role for role, has in ((_("dealer"), view.dealer == number), (_("ready"), seat.ready)) if has]
        grid.add_row(name, labels[0], _hand(seat, look, brief=brief))
        grid.add_row(Text(f"  {in_a_row(roles)}", "dim"), labels[1], Flow(_groups(seat, look), " · "))
        grid.add_row(under[number] if under else "", labels[2], _Discards(view.discards(number), look, brief=brief))
    return grid


def _hand(seat: SeatView, look: Look, *, brief: bool) -> "RenderableType":
    known = () if seat.hand is None else kinds_of(seat.hand)
    hidden = seat.size - len(known)
    shown: list[Text] = [*by_suit(known, look).split(" ")] if known else []
    if hidden:
        shown.append(Text.assemble(HIDDEN, (f" ×{hidden}", "dim")))
    if not brief and (known or not hidden):
        shown.append(Text(f"({seat.size})", "dim"))
    return Flow(shown)


class _Discards:
    """Discards in order; if ``brief``, as many of the latest as a line has room for."""

    def __init__(self, kinds: Sequence[int], look: Look, *, brief: bool) -> None:
        self.kinds = kinds
        self.look = look
        self.brief = brief

    def __rich_console__(self, _console: "Console", options: "ConsoleOptions") -> "RenderResult":
        # a card has at most two signs, and a blank before it
        fit = max(1, (options.max_width - 1) // (5 if self.look.chinese else 3))
        if not self.kinds:
            yield Text("–")
        elif self.brief and len(self.kinds) > fit:
            yield Text.assemble(("… ", "dim"), in_order(self.kinds[-fit:], self.look))
        else:
            yield Flow(in_order(self.kinds, self.look).split(" "))


def _groups(seat: SeatView, look: Look) -> list[Text]:
    shown: list[tuple[str, tuple[int, ...]]] = [
        (group.form, (group.kind,) * SIZE_OF[group.form]) for group in seat.groups
    ]
    if seat.hezi is not None:
        shown.append(("hezi", (seat.hezi,) * 2))
    if seat.jokers:
        shown.append(("joker", seat.jokers))
    return [Text.assemble(f"{LINES[what]} ", by_suit(kinds, look)) for what, kinds in shown] or [Text("–", "dim")]


def legal(actions: Iterable[Action], names: Sequence[str], look: Look = PLAIN) -> "Iterable[RenderableType]":
    """What each seat may do now, a line each."""
    for seat, parts in choices(actions).items():
        may = parts if seat is None else phrase("{seat} may {choices}", seat=seat_named(names, seat), choices=parts)
        yield styled(may, look=look)
