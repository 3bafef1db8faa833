"""The pieces of a page: cards in rows and groups, tables of lines, a seat's cards, sentences.

What people typed comes in as text and stays text: it goes through ``opaque``, and every string is escaped where it is
set into the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import htpy as h
from htpy import Element, Node

from cli.explain import is_by_win
from cli.html.cards import back, drawn
from cli.language import _, ngettext
from cli.render.document import Block, Heading, Items, Paragraph, Table
from cli.render.screen import opaque
from cli.render.words import LINES, cell_in_words
from cli.sentences import base_in_words, bonus_in_words, multiplier_in_words, signed
from engine.cards import ONE_COIN, TOKENS, kinds_of
from engine.ending import SIZE_OF, DealEnd, Win
from engine.lines import Line, Section, sums_of
from engine.partitions import Group
from engine.score import Reading
from engine.view import SeatView


def blocks(document: Iterable[Block]) -> Iterator[Node]:
    """Blocks of a document, as they are in its other forms."""
    for block in document:
        match block:
            case Heading(level, text):
                yield (h.h2 if level < 3 else h.h3)[opaque(text)]
            case Paragraph(text):
                yield h.p[opaque(text)]
            case Items(items):
                yield h.ul[(h.li[opaque(item)] for item in items)]
            case Table(columns, rows, right):
                kinds = ["n" if name in right else None for name in columns]
                yield h.table(".figures")[
                    h.thead[h.tr[map(_heading, columns, kinds)]],
                    h.tbody[(h.tr[map(_cell, row, kinds)] for row in rows)],
                ]


def _heading(text: str, kind: str | None) -> Element:
    return h.th(scope="col", class_=kind)[text]


def _cell(text: str, kind: str | None) -> Element:
    return h.td(class_=kind)[opaque(text)]


def badge(text: str, kind: str = "plain") -> Element:
    """A word that stands out. ``kind``: plain, good, bad."""
    return h.span(f".badge.{kind}")[text]


def row(cards: Iterable[int], *, heads: bool = False, won: int | None = None) -> Element:
    """Cards side by side, the first of kind ``won`` marked as the winning card."""
    return h.span(".cards")[_row(cards, heads=heads, won=won)]


def _row(cards: Iterable[int], *, heads: bool, won: int | None) -> Iterator[Node]:
    for card in cards:
        marked = card == won
        won = None if marked else won
        yield drawn(card, head=heads, marked=marked)


def declared(seat: SeatView) -> Iterator[Element]:
    """What a seat has laid open, by name: groups, hezi, jokers."""
    for group in seat.groups:
        yield _group((group.kind,) * SIZE_OF[group.form], str(LINES[group.form]))
    if seat.hezi is not None:
        yield _group((seat.hezi,) * 2, str(LINES["hezi"]))
    if seat.jokers:
        yield _group(seat.jokers, _("jokers"))


def concealed(reading: Reading, card: int | None, *, heads: bool = False) -> Iterator[Element]:
    """A reading's groups and pair; the winning card marked in the group that it completes."""
    completes = reading.completes
    for group in reading.partition:
        completed, completes = group == completes, None if group == completes else completes
        yield _group(group.cards, _form(group), heads=heads, won=card if completed else None)


def _form(group: Group) -> str:
    if group.form == "run":
        return str(LINES["wenqian"]) if group.kind == ONE_COIN else _("run")
    return _("triplet") if group.form == "triplet" else _("pair")


def _group(cards: Sequence[int], name: str, *, heads: bool = False, won: int | None = None) -> Element:
    return h.li(class_={"group": True, "completed": won is not None})[
        row(cards, heads=heads, won=won),
        h.span(".name")[name, won is not None and (" ", h.span(".by")[_("completed by {card}", card=TOKENS[won])])],
    ]


def hand(seat: SeatView, won: int | None = None) -> Element:
    """A seat's concealed cards, suit by suit; how many, where they are hidden."""
    if _all_hidden(seat):
        return h.p(".none")[in_hand(seat)]
    if not seat.size:
        return h.p(".none")[_("No concealed cards.")]
    suits = [tuple(suit) for _suit, suit in groupby(kinds_of(seat.hand or b""), lambda kind: kind // 9)]
    hidden = h.span(".cards")[(back() for _one in range(seat.hidden))]
    return h.div(".hand")[(row(suit, won=won) for suit in suits), seat.hidden > 0 and hidden]


def _all_hidden(seat: SeatView) -> bool:
    return seat.hand is None or 0 < seat.hidden == seat.size


def in_hand(seat: SeatView) -> str:
    """How many concealed cards a seat has, and whether they are hidden."""
    if _all_hidden(seat):
        return ngettext("{n} hidden card", "{n} hidden cards", seat.size)
    many = ngettext("{n} card", "{n} cards", seat.size)
    return _("{cards}, {n} of them hidden", cards=many, n=seat.hidden) if seat.hidden else many


_SECTIONS: tuple[tuple[Section, str], ...] = (("base", ""), ("bonus", "+"), ("multiplier", "×"), ("everyone", "×"))


def lines_table(end: DealEnd, lines: Sequence[Line], total: str, won: Win | None = None) -> Element:
    """Lines, each beside the cards it counts, what each section makes, and ``total``, the sentence of how they are put
    together. ``won``: the win, if the lines are the winner's."""
    if not lines:
        return h.p(".none")[_("No set, so no base hu.")]
    sums = sums_of(lines)
    sections: tuple[tuple[Section, str, str], ...] = (
        ("base", _("base hu"), f"{sums.base}"),
        ("bonus", _("bonuses"), f"+{sums.bonus}"),
        ("multiplier", _("multiplier"), f"×{sums.multiplier}"),
        ("everyone", _("jokers turned up"), f"×{sums.everyone}"),
    )
    return h.table(".lines")[
        h.thead[h.tr[_heading(_("what counts"), None), _heading(_("hu"), "n"), _heading("§", "rule")]],
        [
            h.tbody[
                [_line(end, line, won) for line in lines if line.section == section],
                h.tr(".sum", data_section=section)[h.th(scope="row")[name], h.td(".n")[made], h.td],
            ]
            for section, name, made in sections
            if section == "base" or any(line.section == section for line in lines)
        ],
        h.tfoot[
            (_line(end, line, won) for line in lines if line.section == "rounding"),
            h.tr(".total")[h.th(scope="row")[_("total")], h.td(".n")[str(sums.total)], h.td],
            h.tr[h.td(".told", colspan="3")[opaque(total)]],
        ],
    ]


def _line(end: DealEnd, line: Line, won: Win | None) -> Element:
    return h.tr(".line")[
        h.td[
            h.div(".what")[
                line.cards and row(line.cards, heads=True),
                h.div[h.b[str(LINES[line.id])], " ", _marks(line), _told(end, line, won)],
            ]
        ],
        h.td(".n")[f"×{line.amount}" if line.section == "everyone" else signed(line)],
        h.td(".rule")[line.rule],
    ]


def _told(end: DealEnd, line: Line, won: Win | None) -> Node:
    match line.section:
        case "base":
            return h.p[base_in_words(end.rules, line, winning=is_by_win(line, end, won))]
        case "bonus":
            return h.p[bonus_in_words(line)]
        case "multiplier" | "everyone":
            return h.p[multiplier_in_words(line)]
    return None


def _marks(line: Line) -> Iterator[Node]:
    """What the line rests on, where that needs saying: a cell of the printed table, a value its source leaves open."""
    if line.cell is not None:
        yield badge(cell_in_words(line.cell), "bad" if line.cell.taken_from is not None else "plain")
    if line.assumed:
        yield badge(_("assumed"), "bad")
