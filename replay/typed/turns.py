"""Lines of a typed deal that stand for events, read word by word (docs/typed-deals.md)."""

import re
from typing import Any

from engine.cards import HIDDEN, TOKENS
from engine.events import (
    Amounts,
    Claimed,
    Dealt,
    Discarded,
    Drawn,
    Event,
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
from engine.notation import PLAIN, read_cards
from engine.said import said
from replay.decode import is_timestamp
from replay.typed.course import Course
from replay.typed.lexing import Cursor, Faults, Token
from replay.typed.players import Players
from replay.typed.words import LET_STAND, SEQ, SIGNS, joined_word, names_of, word

LARGEST = 2**53
_INTEGER = re.compile(r"[+-]?[0-9]{1,16}")
_HIDDEN = re.compile(r"([1-9][0-9]?)?\?\?")
_HASH = re.compile("[0-9a-f]{64}")
_OF_A_CARD = {
    "draws": Drawn,
    "discards": Discarded,
    "replacement": ReplacementDrawn,
    "joker": JokerExposed,
    "pung": PungClaimed,
}
_OF_A_FORM = {
    **{form: (OpeningDeclared, form) for form in ("quad", "triple", "hezi")},
    **{f"{form}-kong": (KongDeclared, form) for form in ("exposed", "concealed", "added")},
}
_ALONE = {"ready": ReadyDeclared, "done": PreparationFinished, "passes": Passed}
_ANYBODYS = frozenset(("pung", "exposed-kong", "passes", "wins", "shows"))
"""Actions that no turn belongs to: who does them is always said."""


class EntryReader:
    """Reads lines of a deal that stand for events, one after the other; ``course`` moves on with them."""

    def __init__(self, faults: Faults, players: Players, course: Course) -> None:
        self.faults = faults
        self.players = players
        self.course = course
        self._events: list[Event] = []
        self._drawn: str | None = None

    def read(self, cursor: Cursor) -> tuple[Event, ...]:
        """The events of a line that has words. Notes its faults; raises ``WrongLineError`` to give the line up."""
        self._events, self._drawn = [], None
        first = cursor.peek()
        assert first is not None
        name = None if first.quoted else word(first.text, "line")
        if not first.quoted and word(first.text, "head") is not None:
            message, mend = said("belongs to the head of a deal"), said("begin a deal with deal and its name")
            raise self.faults.stop("misplaced", message, first, mend=mend)
        if name is None:
            self._turn(cursor)
            return tuple(self._events)
        cursor.take()
        cursor.commas = False
        match name:
            case "dealt":
                seat = self.players.seat(cursor.take(), self.faults, "seat")
                self._put(cursor, Dealt, seat=seat, cards=self.cards(cursor, "cards"))
            case "indicators":
                self._put(cursor, IndicatorsRevealed, cards=self.cards(cursor, "cards"))
            case "exhausted":
                self._put(cursor, Exhausted)
            case "claim":
                self._claim(cursor)
            case "note" | "ruling":
                self._remark(cursor, name)
            case "undo":
                self._undo(cursor)
            case "sealed":
                self._sealed(cursor)
        if (more := cursor.take()) is not None:
            raise self.faults.stop("unexpected", said("nothing more belongs on this line"), more, mend=_A_COMMENT)
        return tuple(self._events)

    def _turn(self, cursor: Cursor) -> None:
        """Who, and what."""
        first = cursor.peek()
        assert first is not None
        seat = None
        if first.quoted or not self._is_action(first, at_start=True):
            seat = self.players.seat(cursor.take(), self.faults, "seat")
        elif word(first.text, "action") is not None and self.players.named(first.text):
            message, mend = said("a player, and a word of the notation"), said("write the seat: 0, 1 or 2")
            raise self.faults.stop("ambiguous-player", message, first, field="seat", mend=mend)
        while (token := cursor.take()) is not None:
            name, token = self._action_of(cursor, token)
            if seat is None:
                seat = self._implied(name, token)
            self._act(cursor, seat, name, token)
            if self.faults.full:
                return
        if not self._events:
            message = said("what the player does is missing")
            raise self.faults.stop("missing-action", message, first, mend=_actions_known())

    def _implied(self, name: str, token: Token) -> int:
        if self.faults.found and self.course.turn is None:
            return 0  # a line before could not be read, so nobody knows; nothing comes of this text
        if name in _ANYBODYS or self.course.turn is None:
            message = said("who does this is missing")
            mend = said("write a name or a seat before it")
            raise self.faults.stop("missing-player", message, token, field="seat", mend=mend)
        return self.course.turn

    def _is_action(self, token: Token, *, at_start: bool = False) -> bool:
        if token.quoted:
            return False
        if token.text[0].translate(PLAIN) in SIGNS or word(token.text, "action") is not None:
            return True
        if at_start and self.players.fitting(token.text):
            return False
        return joined_word(token.text, "action") > 0

    def _action_of(self, cursor: Cursor, token: Token) -> tuple[str, Token]:
        """The action that a word names, and the word; what is joined to it is left to be taken."""
        if not token.quoted:
            if (name := SIGNS.get(token.text[0].translate(PLAIN))) is not None:
                return name, cursor.put_back(token, 1)
            if (name := word(token.text, "action")) is not None:
                return name, token
            if length := joined_word(token.text, "action"):
                token = cursor.put_back(token, length)
                name = word(token.text, "action")
                assert name is not None
                return name, token
        raise self.faults.stop("unknown-word", said("no action"), token, mend=_actions_known())

    def _act(self, cursor: Cursor, seat: int, name: str, at: Token) -> None:
        """One action of a seat, with its cards and marks."""
        if name == "kong":
            form = cursor.take()
            name = f"{form and not form.quoted and word(form.text, 'form')}-kong"
            if name not in _OF_A_FORM:
                mend = said("write exposed-kong, concealed-kong or added-kong")
                raise self.faults.stop("missing-form", said("which kong it is is missing"), at, field="form", mend=mend)
        if name in _ALONE:
            self._put(cursor, _ALONE[name], seat=seat)
        elif name in _OF_A_FORM:
            cls, form_name = _OF_A_FORM[name]
            self._put(cursor, cls, seat=seat, form=form_name, card=self._card(cursor, at))
        elif name == "wins":
            self._win(cursor, seat)
        elif name == "shows":
            self._put(cursor, HandShown, seat=seat, cards=self.cards(cursor, "cards"))
        else:
            card = self._let_go(cursor, at) if name == "discards" else self._card(cursor, at)
            if name in ("draws", "replacement"):
                self._drawn = card
            self._put(cursor, _OF_A_CARD[name], seat=seat, card=card)

    def _let_go(self, cursor: Cursor, at: Token) -> str:
        """The card of a discard: one that is named, or the one drawn on this line."""
        token = cursor.peek()
        it = token is not None and not token.quoted and word(token.text, "little") == "it"
        if not it and (at.text.translate(PLAIN) not in SIGNS or self._card_follows(cursor)):
            return self._card(cursor, at)
        if it:
            cursor.take()
        if self._drawn is None:
            message, mend = said("no card was drawn on this line"), said("name the card")
            self.faults.add("nothing-drawn", message, token if it else at, field="card", mend=mend)
            return HIDDEN
        return self._drawn

    def _win(self, cursor: Cursor, seat: int) -> None:
        card = self._card(cursor, None) if self._card_follows(cursor) else None
        token, source = cursor.peek(), None
        if token is not None and not token.quoted and word(token.text, "little") == "from":
            cursor.take()
            source = self.players.seat(cursor.take(), self.faults, "from")
        self._put(cursor, Won, seat=seat, card=card, source=source)

    def _card_follows(self, cursor: Cursor) -> bool:
        token = cursor.peek()
        if token is None or token.quoted:
            return token is not None
        return not (_is_mark(token) or self._is_action(token) or word(token.text, "little") == "from")

    def _card(self, cursor: Cursor, at: Token | None) -> str:
        """The one card that comes next, as a log writes it; a quoted one as it stands."""
        token = cursor.take()
        if token is None:
            raise self.faults.stop("missing-card", said("the card is missing"), at, field="card")
        cards = [token.text] if token.quoted else self._tokens(token, "card")
        if len(cards) > 1:
            message = said("one card is wanted, {count} stand here", count=len(cards))
            self.faults.add("not-a-card", message, token, field="card", mend=said("put one card behind each action"))
        return cards[0]

    def cards(self, cursor: Cursor, field: str) -> str:
        """All cards up to the end of the line or a mark, as a log writes them; a quoted text as it stands."""
        first = cursor.peek()
        if first is not None and first.quoted:
            cursor.take()
            return first.text
        cards: list[str] = []
        while (token := cursor.peek()) is not None and not _is_mark(token):
            cursor.take()
            cards += self._tokens(token, field)
        if not cards:
            raise self.faults.stop("missing-cards", said("the cards are missing"), first, field=field)
        return " ".join(cards)

    def _tokens(self, token: Token, field: str) -> list[str]:
        """The cards of a word, at least one: something else where it has faults."""
        if not token.quoted and (several := _HIDDEN.fullmatch(token.text.translate(PLAIN))):
            return [HIDDEN] * int(several[1] or 1)
        if token.quoted:
            message = said("quotes belong around all the cards, or none")
            self.faults.add("not-a-card", message, token, field=field)
            return [HIDDEN]
        kinds, errors = read_cards(token.text, jokers=True)
        for error in errors:
            self.faults.card(error, token, field)
        return [TOKENS[kind] for kind in kinds] or [HIDDEN]

    def _claim(self, cursor: Cursor) -> None:
        by = self.players.speaker(cursor.take(), self.faults)
        amounts: dict[str, Amounts] = {}
        while (token := cursor.peek()) is not None and (name := _amounts_word(token)) is not None:
            cursor.take()
            if name in amounts:
                raise self.faults.stop("twice", said("stands more than once"), token, field=name)
            amounts[name] = self._amounts(cursor, token, name)
        if not amounts:
            message, mend = said("what is claimed is missing"), said("write totals or payments, and three integers")
            raise self.faults.stop("missing-amounts", message, token, field="totals", mend=mend)
        self._put(cursor, Claimed, by=by, **amounts)

    def _amounts(self, cursor: Cursor, at: Token, field: str) -> Amounts:
        amounts = []
        for _ in range(3):
            token = cursor.take()
            if token is None or _is_mark(token):
                message = said("three integers are wanted, one a seat")
                raise self.faults.stop("missing-amounts", message, token or at, field=field)
            amounts.append(self.integer(token, field))
        return amounts[0], amounts[1], amounts[2]

    def integer(self, token: Token, field: str, least: int = -LARGEST) -> int:
        """The number that a word is."""
        text = token.text.translate(PLAIN).replace("\u2212", "-")
        if token.quoted or not _INTEGER.fullmatch(text) or not least <= int(text) <= LARGEST:
            any_integer = said("an integer is wanted, without separators, 2^53 at most")
            message = any_integer if least < 0 else said("an integer from 0 is wanted, 2^53 at most")
            self.faults.add("not-an-integer", message, token, field=field)
            return 0
        return int(text)

    def _remark(self, cursor: Cursor, name: str) -> None:
        who = cursor.take()
        if who is not None and not who.quoted and len(who.text) > 1:
            who = Token(who.text.rstrip(":："), who.column) if who.text.rstrip(":：") else who
        by = self.players.speaker(who, self.faults)
        fields: dict[str, Any] = {}
        token = cursor.peek()
        if name == "ruling" and token is not None and _amounts_word(token) == "payments":
            cursor.take()
            fields["payments"] = self._amounts(cursor, token, "payments")
        text = self._text(cursor, "text")
        self._put(cursor, Noted if name == "note" else Ruled, by=by, text=text, **fields)

    def _text(self, cursor: Cursor, field: str) -> str:
        """A quoted text, or all up to the comment."""
        token = cursor.peek()
        if token is not None and token.quoted:
            cursor.take()
            return token.text
        token = cursor.rest()
        if token is None:
            message, mend = said("the text is missing"), said('an empty one is ""')
            raise self.faults.stop("missing-text", message, cursor.at + 1, field=field, mend=mend)
        if '"' in token.text:
            mend = said('put quotes around the whole text, and \\" for a quote in it')
            raise self.faults.stop("quote-in-text", said("a quote within a text"), token, field=field, mend=mend)
        return token.text

    def _undo(self, cursor: Cursor) -> None:
        token = cursor.take()
        absolute = token is not None and not token.quoted and word(token.text, "little") == "to"
        number = cursor.take() if absolute else token
        if number is None:
            message = said("what is taken back is missing")
            mend = said("write how many events, or to and the number of the last that stays")
            raise self.faults.stop("missing-number", message, token, field="to", mend=mend)
        to: int | None = self.integer(number, "to", 0)
        if not absolute:
            assert to is not None
            to = self.course.taken_back(to)
            if to is None and not self.faults.found:
                standing = max(0, len(self.course.standing) - 1)
                message = said("{count} events stand that can be taken back so", count=standing)
                mend = said("write to and the number of the last event that stays")
                raise self.faults.stop("wrong-number", message, number, field="to", mend=mend)
        self._put(cursor, Retracted, to=to or 0, reason=self._text(cursor, "reason"))

    def _sealed(self, cursor: Cursor) -> None:
        fields = {"hash": self._hash(cursor.take(), "hash")}
        token = cursor.peek()
        if token is not None and word(token.text, "little") == "previous":
            cursor.take()
            fields["previous"] = self._hash(cursor.take(), "previous")
        self._put(cursor, Sealed, **fields)

    def _hash(self, token: Token | None, field: str) -> str:
        if token is None or not _HASH.fullmatch(token.text):
            message = said("the 64 hexadecimal digits (0-9, a-f) of a SHA-256 are wanted")
            raise self.faults.stop("not-a-hash", message, token, field=field)
        return token.text

    def _put(self, cursor: Cursor, cls: Any, **fields: Any) -> None:
        """Add an event, with the marks that follow it."""
        seq = self.course.seq
        while (token := cursor.peek()) is not None and (mark := _mark(token)) is not None:
            cursor.take()
            if mark == "let-stand":
                if "irregular" not in cls.__struct_fields__:
                    message = said("only an event of play can be let stand")
                    raise self.faults.stop("not-of-play", message, token, field="irregular")
                fields["irregular"] = True
            elif mark == "at":
                fields["at"] = self.time(cursor.take(), token)
            else:
                seq = self.integer(Token(token.text[1:] or token.text, token.column + 1), "seq", 0)
        event = cls(seq=seq, **fields)
        self._events.append(event)
        self.course.add(event)

    def time(self, token: Token | None, at: Token) -> str:
        """The date and time that a word is."""
        if token is None or not is_timestamp(token.text):
            message = said("a date and time of RFC 3339 is wanted, such as 2025-04-12T20:15:00+08:00")
            raise self.faults.stop("not-a-time", message, token or at, field="at")
        return token.text


_A_COMMENT = said("put a comment behind #")


def _mark(token: Token) -> str | None:
    if token.quoted:
        return None
    text = token.text.translate(PLAIN)
    if text == LET_STAND:
        return "let-stand"
    return SEQ if text.startswith(SEQ) else word(text, "mark")


def _is_mark(token: Token) -> bool:
    return _mark(token) is not None


def _amounts_word(token: Token) -> str | None:
    name = None if token.quoted else word(token.text, "little")
    return name if name in ("totals", "payments") else None


def _actions_known() -> str:
    return said("actions are {known}, and +5m, -9s", known=", ".join(names_of("action")))
