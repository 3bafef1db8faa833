"""Cards in text (docs/formats.md, "Cards in text"): from every notation that players use to kinds.

Each card stands by itself, whatever its neighbours are written in. The spaces between cards may be left out, and ranks
that share a suit may be joined: ``123m``, ``一二三万``, ``A23♠``, ``567z``. A space ends a card: ``12 3m`` is an error.
Full-width digits and letters read as the plain ones.

Case is significant. Lower-case ``s`` and ``c`` are Strings and Coins; upper-case ``S``, ``C`` and ``D`` after a rank
are the western suits spades, clubs and diamonds, so ``5S`` is ``5m`` and ``5s`` is ``5s``. What could be meant either
way, such as ``1S`` (the ace is ``AS``), is an error.
"""

import re
from collections.abc import Iterator

from engine.cards import HIDDEN, JOKER_OF, KIND_OF, RED, THOUSAND, WHITE
from engine.rulesets import shown
from engine.said import said, said_one_by_one

MOST_ERRORS = 20
"""How many errors are looked for in one text."""

_DIGITS = "123456789"
_NUMERALS = "一二三四五六七八九"
_NATIVE = {"m": 0, "万": 0, "s": 9, "索": 9, "条": 9, "c": 18, "p": 18, "饼": 18, "文": 18, "筒": 18}
"""Suits of rank and suit: the kind of their rank 1."""
_WESTERN = {"♠": (0, THOUSAND), "S": (0, THOUSAND), "♣": (9, WHITE), "C": (9, WHITE), "♦": (18, RED), "D": (18, RED)}
"""Western suits: the kind of their ace, and of their ten."""

CARD: dict[str, int] = {
    **KIND_OF,
    **{"千": THOUSAND, "白花": WHITE, "红花": RED},
    **{"5z": WHITE, "6z": THOUSAND, "7z": RED},
    **{ranks[i] + suit: ace + i for suit, ace in _NATIVE.items() for ranks in (_DIGITS, _NUMERALS) for i in range(9)},
    **{("A" + _DIGITS[1:])[i] + suit: ace + i for suit, (ace, _) in _WESTERN.items() for i in range(9)},
    **{"10" + suit: ten for suit, (_, ten) in _WESTERN.items()},
    **{chr(0x1F004 + i): kind for i, kind in enumerate((RED, THOUSAND, WHITE, *range(27)))},
}
"""Every single card that can be written, and its kind."""

_KINDS_AND_JOKERS = KIND_OF | JOKER_OF

PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
"""Full-width digits and letters, and the space that goes with them; one character for one."""

_RANKS = f"[A0-9{_NUMERALS}]"
_RANK = re.compile("10|" + _RANKS)
_PIECE = re.compile(
    rf"""[ \t\r\n]+
    | (?P<ranks>{_RANKS}+) (?P<suit>[{"".join((*_NATIVE, *_WESTERN))}z]) (?:(?<=[♠♣♦])[\uFE0E\uFE0F])?
    | (?P<card>[TWR千]|白花|红花|[\U0001F004-\U0001F021]) (?:(?<=[\U0001F004-\U0001F021])[\uFE0E\uFE0F])?""",
    re.VERBOSE,
)
"""What stands between or is cards; emoji selectors may follow a tile or a western suit."""
_JOKER = re.compile(r"[ \t\r\n]*(j[FPLJW])[ \t\r\n]*")
_STRETCH = re.compile(r"\S+|\s")

_THE_JOKERS = said("jokers are jF jP jL jJ jW")
_CANNOT_BE = tuple(
    (re.compile(looks), reason, mend)
    for looks, reason, mend in (
        (r"\?+", said("a hidden card is never scored or guessed"), said("write the card that it is")),
        (
            "j[FPLJW]",
            said("a joker is no card of a hand or a group"),
            said("name it among the player's jokers"),
        ),
        ("[福禄寿喜财]", said("a joker is no card of a hand or a group"), _THE_JOKERS),
        ("[\U0001f000-\U0001f003]", said("the game has no winds"), None),
        ("[\U0001f022-\U0001f02b]", said("the game has no such tile: no flowers, seasons or tile jokers"), None),
        (f"{_RANKS}+[Hh]|{_RANKS}*[♥♡]", said("the game has no hearts"), None),
        ("[JQK][SCDH♠♣♦♥]?", said("the game has no court cards"), None),
        (f"{_RANKS}*[♤♧♢]", said("unknown suit"), said("write ♠ ♣ ♦")),
        (f"{_RANKS}*[萬餅條]", said("unknown suit"), said("write 万, 饼 or 条, or m, c or s")),
        (f"{_RANKS}+[MPZ]", said("suits other than the western are lower-case"), said("write m, s, c, p or z")),
        (f"{_RANKS}+(?=\\s|$)", said("a rank without its suit"), said("put the suit right after it: m, s or c")),
        (f"{_RANKS}+[A-Za-z]*", said("a rank without a known suit"), said("suits are m, s and c")),
        ("[♠♣♦SCD]", said("a western suit without its rank"), said("write A♠ to 10♠")),
        ("[mscpz万索条饼文筒]", said("a suit without its rank"), said("write 1m, or 123m for several")),
        ("[twr]", said("honours are upper-case"), said("write T, W or R")),
        ("[白紅红]", said("no honour"), said("write 白花 or 红花, or W or R")),
        ("[,;，、；。/|]", said("cards are not separated by signs"), said("put one space between cards")),
        (
            r"\s|[\u200B-\u200F\u2060\uFE0E\uFE0F\uFEFF]",
            said("a character that cannot be seen"),
            said("put an ordinary space, or nothing"),
        ),
    )
)
"""What begins no card: how it looks, why it is none, and the mend where one is known. The first that fits tells."""


class CardError(ValueError):
    """Text that is no card. ``token``: what stands there, as written; ``position``: its first character, from 1;
    ``reason``: why it is no card; ``mend``: what to write instead, where that is known."""

    def __init__(self, token: str, position: int, reason: str, mend: str | None = None) -> None:
        self.token = token
        self.position = position
        self.reason = reason
        self.mend = mend
        super().__init__(self.whole)

    @property
    def message(self) -> str:
        """The error in words, without the mend; safe on a screen."""
        token = f'"{shown(self.token)}"' if self.token.isprintable() else shown(self.token)
        place = {"token": token, "position": self.position, "reason": self.reason}
        return said("{token} (character {position}): {reason}", **place)

    @property
    def whole(self) -> str:
        """The error with its mend."""
        return self.message if self.mend is None else said_one_by_one((self.message, self.mend))


def parse_cards(text: str, *, jokers: bool = False) -> tuple[int, ...]:
    """The kinds of the cards in ``text``, in the order read; none for a blank text. With ``jokers`` those are taken
    too, as their numbers. Raises ``CardError`` for the first thing that is no card."""
    kinds, errors = read_cards(text, jokers=jokers)
    if errors:
        raise errors[0]
    return kinds


def parse_hidden(text: str) -> tuple[tuple[int, ...], int]:
    """The cards in ``text``, jokers too, and how many hidden ones stand among them. Raises ``CardError`` for the first
    thing that is neither."""
    cards, hidden = [], 0
    for item in _read(text, text.translate(PLAIN)):
        if isinstance(item, int):
            cards.append(item)
        elif (token := item.token.translate(PLAIN)) == HIDDEN:
            hidden += 1
        elif token in JOKER_OF:
            cards.append(JOKER_OF[token])
        else:
            raise item
    return tuple(cards), hidden


def parse_card(text: str) -> int:
    """The kind of the one card in ``text``. Raises ``CardError``, for none or several cards too."""
    kind = KIND_OF.get(text)
    if kind is not None:
        return kind
    kinds = parse_cards(text)
    if len(kinds) != 1:
        how_many = said("one card is wanted, {count} stand here", count=len(kinds))
        raise CardError(text, 1, how_many if kinds else said("one card is wanted, none stand here"))
    return kinds[0]


def parse_jokers(text: str) -> tuple[str, ...]:
    """The jokers in ``text``, each one of ``JOKERS``, in the order read (§1.2). Raises ``CardError``."""
    plain = text.translate(PLAIN)
    jokers, at = [], 0
    while match := _JOKER.match(plain, at):
        jokers.append(match[1])
        at = match.end()
    rest = plain[at:].lstrip(" \t\r\n")
    if rest:
        at = len(plain) - len(rest)
        raise CardError(_stretch(text, at), at + 1, said("no joker"), _THE_JOKERS)
    return tuple(jokers)


def read_cards(text: str, *, jokers: bool = False) -> tuple[tuple[int, ...], tuple[CardError, ...]]:
    """The cards of ``text`` as ``parse_cards`` gives them, and everything in it that is no card (at most
    ``MOST_ERRORS``, where reading stops)."""
    known = _KINDS_AND_JOKERS if jokers else KIND_OF
    try:
        return tuple([known[token] for token in text.split(" ")]), ()  # the written form, by far the commonest
    except KeyError:
        pass
    kinds: list[int] = []
    errors: list[CardError] = []
    for item in _read(text, text.translate(PLAIN)):
        if isinstance(item, int):
            kinds.append(item)
            continue
        joker = JOKER_OF.get(item.token.translate(PLAIN)) if jokers else None
        if joker is not None:
            kinds.append(joker)
            continue
        errors.append(item)
        if len(errors) == MOST_ERRORS:
            break
    return tuple(kinds), tuple(errors)


def _read(text: str, plain: str) -> Iterator[int | CardError]:
    """Card by card, errors in their places; after one, reading goes on behind its token."""
    at = 0
    while at < len(plain):
        piece = _PIECE.match(plain, at)
        if piece is None:
            error = _unknown(text, plain, at)
            yield error
            at += len(error.token)
        elif piece["card"]:
            yield CARD[piece["card"]]
            at = piece.end()
        else:
            if piece["ranks"]:
                yield from _joined(text, piece)
            at = piece.end()


def _joined(text: str, piece: re.Match[str]) -> Iterator[int | CardError]:
    """The cards of ranks and the suit they share, or the first rank that the suit does not have."""
    suit = piece["suit"]
    kinds: list[int] = []
    for rank in _RANK.finditer(piece["ranks"]):
        kind = CARD.get(rank[0] + suit)
        if kind is None:
            start = piece.start() + rank.start()
            yield CardError(text[start : piece.end()], start + 1, *_no_such_rank(rank[0], suit))
            return
        kinds.append(kind)
    yield from kinds


def _no_such_rank(rank: str, suit: str) -> tuple[str, str | None]:
    """Why a suit has no such rank, and the mend."""
    if suit == "z":
        wind = rank in ("1", "2", "3", "4")
        why = said("the game has no winds") if wind else said("z has 5, 6 and 7 only")
        return why, said("5z, 6z and 7z are W, T and R")
    if suit in _WESTERN:
        if rank == "1" and suit in "SC":
            lower = suit.lower()
            why = said("ambiguous: {suit} is a western suit, {lower} is not", suit=suit, lower=lower)
            return why, said("write A{suit} for the ace, or 1{lower}", suit=suit, lower=lower)
        mend = said("western ranks are A, 2 to 10: A{suit} to 10{suit}", suit=suit)
        return said("no western card {card}", card=rank + suit), mend
    if rank == "10":
        return said("ranks are 1 to 9"), said("the honours are T, W and R")
    if rank == "A":
        return said("an ace has a western suit"), said("write {card}", card=f"1{suit}")
    return said("ranks are 1 to 9"), said("a red five is {card}", card=f"5{suit}") if suit in "msp" else None


def _unknown(text: str, plain: str, at: int) -> CardError:
    """The error of what stands at ``at`` and begins no card."""
    for looks, reason, mend in _CANNOT_BE:
        match = looks.match(plain, at)
        if match:
            return CardError(text[at : match.end()], at + 1, reason, mend)
    mend = said("cards are 1m to 9m, 1s to 9s, 1c to 9c, T, W and R")
    return CardError(_stretch(text, at), at + 1, said("no card"), mend)


def _stretch(text: str, at: int) -> str:
    """What stands at ``at``, up to the next space."""
    match = _STRETCH.match(text, at)
    return match[0] if match else ""
