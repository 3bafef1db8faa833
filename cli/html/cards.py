"""Nantong long cards drawn in SVG: one drawing a card, defined once a page and used wherever the card lies.

Tall cards, 100 wide and 370 high, the same from both ends, in black and red: Coins are rings, Strings knotted cords,
Myriads figures over 万. Both ends say what the card is, in the letters of the written form and in Chinese.
"""

from collections.abc import Iterator
from functools import cache

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from cli.html.glyphs import GLYPHS
from cli.language import _
from engine.cards import CARDS, IS_OLD_GENERAL, KINDS, RANK, RED, SUITED, THOUSAND, TOKENS, WHITE

WIDTH, HEIGHT = 100, 370
HEAD = 114
"""How much of a card shows where only its upper end does."""

BACK = "kb"
"""The id of the drawing of a card's back."""

_NUMERALS = "一二三四五六七八九"
_JOKERS = "福禄寿喜财"
_ROWS = ((), (1,), (1, 1), (1, 1, 1), (2, 2), (2, 1, 2), (2, 2, 2), (2, 3, 2), (3, 2, 3), (3, 3, 3))
"""By rank: how many coins or strings lie in each row."""
_COINS = (0, 76, 60, 42, 40, 37, 37, 26, 26, 26)
_CORDS = (0, 128, 64, 44, 60, 44, 44, 42, 42, 42)
"""By rank: how high each is."""
_TOP, _TALL = 118, 134
"""The part of the card between its two ends."""


def card_name(card: int) -> str:
    """What a card is called, for those who hear the page."""
    if card < SUITED:
        rank = RANK[card]
        return (
            _("{rank} of Myriads", rank=rank),
            _("{rank} of Strings", rank=rank),
            _("{rank} of Coins", rank=rank),
        )[card // 9]
    return {
        THOUSAND: _("Thousand"),
        WHITE: _("White Flower"),
        RED: _("Red Flower"),
        30: _("Fortune, a joker"),
        31: _("Prosperity, a joker"),
        32: _("Longevity, a joker"),
        33: _("Joy, a joker"),
        34: _("Wealth, a joker"),
    }[card]


def drawn(card: int, *, head: bool = False, marked: bool = False) -> Markup:
    """A card. ``head``: only its upper end; ``marked``: the one that won."""
    name = _("{card}, the winning card", card=card_name(card)) if marked else card_name(card)
    return _laid(card, name, head=head, marked=marked)


@cache
def _laid(card: int, name: str, *, head: bool, marked: bool) -> Markup:
    kind = {"c": True, "head": head, "won": marked}
    box = f"0 0 {WIDTH} {HEAD if head else HEIGHT}"
    return Markup(h.svg(class_=kind, viewBox=box, role="img")[h.title[name], h.use(href=f"#k{card}")])


def back() -> Element:
    """A card that lies face down, as an ornament."""
    return h.svg(class_="c", viewBox=f"0 0 {WIDTH} {HEIGHT}", aria_hidden="true")[h.use(href=f"#{BACK}")]


@cache
def deck() -> Markup:
    """What the page needs once: every drawing that its cards use."""
    drawings = h.defs[_parts(), map(_card, range(CARDS)), _back()]
    return Markup(h.svg(class_="deck", width="0", height="0", aria_hidden="true")[drawings])


def _parts() -> Iterator[Element]:
    yield h.g(id="face")[
        h.rect(class_="paper", x="1.5", y="1.5", width="97", height="367", rx="12"),
        h.rect(class_="frame", x="7", y="7", width="86", height="356", rx="8"),
    ]
    yield h.g(id="coin")[h.circle(class_="ring", r="43"), h.circle(class_="ring thin", r="25"), h.circle(r="9")]
    yield h.g(id="cord")[
        h.path(class_="cord", d="M0 -46V46"),
        [h.ellipse(cx="0", cy=f"{y}", rx="21", ry="10") for y in (-29, 0, 29)],
    ]
    yield h.g(id="flower")[
        [h.circle(class_="petal", cx="0", cy="-26", r="18", transform=f"rotate({72 * at})") for at in range(5)],
        h.circle(class_="heart", r="13"),
    ]
    for char, path in GLYPHS.items():
        yield h.path(id=f"g{ord(char):x}", class_="brush", d=path)


def _use(part: str, x: float, y: float, size: float, class_: str | None = None) -> Element:
    """A part that was drawn 100 high, its own centre moved to a place."""
    return h.use(href=f"#{part}", class_=class_, transform=f"translate({x:g} {y:g}) scale({size / 100:g})")


def _glyph(char: str, x: float, y: float, size: float, class_: str | None = None) -> Element:
    return _use(f"g{ord(char):x}", x - size / 2, y - size / 2, size, class_)


def _card(card: int) -> Element:
    ends = f"e{card}"
    return h.g(id=f"k{card}")[
        h.use(href="#face"),
        h.g(id=ends)[h.text(class_="index", x="50", y="51")[TOKENS[card]], _sign(card)],
        h.use(href=f"#{ends}", transform=f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"),
        IS_OLD_GENERAL[card] and h.rect(class_="seal", x="12", y="116", width="76", height="138", rx="6"),
        _middle(card),
    ]


def _sign(card: int) -> Node:
    """The Chinese side of an index: the numeral and the suit's sign, or the card's own characters."""
    if card >= KINDS:
        return _glyph(_JOKERS[card - KINDS], 50, 83, 46, "red")
    if card == THOUSAND:
        return _glyph("千", 50, 83, 44)
    if card >= SUITED:
        colour = "red" if card == RED else None
        return [_glyph("红" if card == RED else "白", 29, 83, 36, colour), _glyph("花", 71, 83, 36, colour)]
    suits = (_glyph("万", 71, 83, 36), _use("cord", 71, 83, 38), _use("coin", 71, 83, 36))
    return [_glyph(_NUMERALS[RANK[card] - 1], 30, 83, 36, "red" if card < 9 else None), suits[card // 9]]


def _middle(card: int) -> Iterator[Element]:
    rank = RANK[card]
    if card >= KINDS:
        yield h.circle(class_="roundel", cx="50", cy="185", r="38")
        yield _glyph(_JOKERS[card - KINDS], 50, 185, 48, "paper-ink")
    elif card == THOUSAND:
        yield from _figure(1)
        yield _glyph("千", 50, 226, 48, "red")
    elif card >= SUITED:
        yield from (_use("flower", 50, y, 66, "red full" if card == RED else None) for y in (153, 218))
    elif card < 9:
        yield from _figure(rank)
        yield _glyph("万", 50, 226, 50)
    else:
        part, size = ("cord", _CORDS[rank]) if card < 18 else ("coin", _COINS[rank])
        yield from (_use(part, x, y, size, "red" if red else None) for x, y, red in _places(rank))


def _places(rank: int) -> Iterator[tuple[float, float, bool]]:
    """Where the coins or strings of a rank lie, and whether they are red."""
    rows = _ROWS[rank]
    for row, many in enumerate(rows):
        y = _TOP + _TALL * (row + 0.5) / len(rows)
        for at in range(many):
            apart = 28 if many == 3 else 40
            yield 50 + (at - (many - 1) / 2) * apart, y, many != 2 and (rank > 3 or y == HEIGHT / 2)


def _figure(rank: int) -> Iterator[Element]:
    """A head in a hat over a robe: hats and beards go by rank."""
    hats = ("M26 138H74L66 122H34Z", "M30 138Q50 104 70 138ZM22 138H78", "M34 138V120H66V138M24 138H76M50 120V114")
    mouth = "M44 161Q50 165 56 161" if rank % 2 else "M50 158V178"
    yield h.path(class_="line-art", d="M22 196Q24 170 50 170Q76 170 78 196Z")
    yield h.circle(class_="line-art skin", cx="50", cy="152", r="18")
    yield h.path(class_="line-art solid", d=hats[rank % 3])
    yield h.path(class_="line-art thin", d=f"M42 151H46M54 151H58{mouth}")


def _back() -> Element:
    lattice = "".join(f"M14 {y}L50 {y + 36}L86 {y}M14 {y + 36}L50 {y}L86 {y + 36}" for y in range(23, 330, 36))
    return h.g(id=BACK)[
        h.use(href="#face"),
        h.rect(class_="weave", x="14", y="14", width="72", height="342", rx="6"),
        h.path(class_="line-art thin", d=lattice),
    ]
