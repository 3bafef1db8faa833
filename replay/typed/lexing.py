"""One typed line, word by word: bare words, quoted texts, and the comment at its end.

Blanks are spaces, tabs and the full-width blank; where actions stand, commas too. ``#`` outside quotes begins a
comment. A quoted text is a JSON string. What cannot be seen stands nowhere but in quotes.
"""

import json
import re
from typing import Final

from msgspec import Struct

from engine.notation import CardError
from engine.rulesets import shown
from engine.said import said
from replay.faults import Fault

MOST_FAULTS: Final = 1000
"""How many faults of one text are named; reading stops there."""

_BLANK = " \t\u3000"
_COMMAS = ",，、;；"
_SKIPPED = {False: re.compile(f"[{_BLANK}]*"), True: re.compile(f"[{_BLANK}{_COMMAS}]*")}
_BARE = {False: re.compile(f'[^{_BLANK}"#]+'), True: re.compile(f'[^{_BLANK}{_COMMAS}"#]+')}
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_UNSEEN_IS_FINE = frozenset("\t\u3000\xa0")
_PLAIN_WORD = re.compile(r"[^\s\"#,，、;；:：=@!+*(){}\[\]\\'\u2018-\u201f-][^\s\"#,，、;；:：={}\[\]\\\u201c-\u201f]*")


class Token(Struct, frozen=True):
    """A word of a line, or a quoted text without its quotes, and its first character, from 1."""

    text: str
    column: int
    quoted: bool = False


class WrongLineError(Exception):
    """What is wrong is noted; the rest of the line cannot be read."""


class Faults:
    """What is wrong with a text, gathered line by line."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.line = 1
        self.cursor: Cursor | None = None
        self.found: list[Fault] = []

    def add(
        self,
        code: str,
        message: str,
        at: "Token | int | None" = None,
        *,
        field: str | None = None,
        mend: str | None = None,
        line: int | None = None,
    ) -> None:
        """Note a fault of the current line, where its ``cursor`` stands, or of another line. ``at``: the word that is
        wrong, or only its column."""
        token = shown(at.text) if isinstance(at, Token) else None
        column = at.column if isinstance(at, Token) else at
        if column is None and line is None and self.cursor is not None:
            column = self.cursor.at + 1
        where = self.line if line is None else line
        self.found.append(Fault(code, message, self.source, where, field, token, mend, column))

    def stop(
        self, code: str, message: str, at: "Token | int | None" = None, *, field: str | None = None,
        mend: str | None = None,
    ) -> WrongLineError:  # fmt: skip
        """Note a fault after which the line cannot be read on: ``raise faults.stop(…)``."""
        self.add(code, message, at, field=field, mend=mend)
        return WrongLineError()

    def card(self, error: CardError, at: Token, field: str) -> None:
        """Note a card that is none."""
        column = at.column + error.position - 1
        self.add("not-a-card", error.reason, Token(error.token, column), field=field, mend=error.mend)

    @property
    def full(self) -> bool:
        """Whether no more are noted."""
        return len(self.found) >= MOST_FAULTS


class Cursor:
    """A place in a line, which moves on word by word. ``commas``: whether they are blanks here."""

    def __init__(self, text: str, faults: Faults, *, commas: bool = True) -> None:
        self.text = text
        self.faults = faults
        self.faults.cursor = self
        self.at = 0
        self.commas = commas

    def peek(self) -> Token | None:
        """The next word; ``None`` at the end, or where the comment begins."""
        at = self.at
        token = self.take()
        self.at = at
        return token

    def take(self) -> Token | None:
        """The next word, and move on behind it."""
        self.at = _SKIPPED[self.commas].match(self.text, self.at).end()  # type: ignore[union-attr]
        if self.at == len(self.text) or self.text[self.at] == "#":
            return None
        if self.text[self.at] == '"':
            return self._quoted()
        bare = _BARE[self.commas].match(self.text, self.at)
        assert bare is not None
        token = Token(bare[0], self.at + 1)
        self.at = bare.end()
        self._seen(token)
        return token

    def put_back(self, token: Token, length: int) -> Token:
        """Give the first characters of the word just taken as a word of their own, and stand behind them."""
        self.at = token.column - 1 + length
        return Token(token.text[:length], token.column)

    def rest(self) -> Token | None:
        """All that stands before the comment, as one text; ``None`` for nothing."""
        start = _SKIPPED[False].match(self.text, self.at).end()  # type: ignore[union-attr]
        end = self.text.find("#", start)
        end = len(self.text) if end < 0 else end
        self.at = end
        token = Token(self.text[start:end].rstrip(_BLANK), start + 1)
        if not token.text:
            return None
        self._seen(token)
        return token

    def comment(self) -> str | None:
        """The comment at the end, its ``#`` included, once all words were taken."""
        start = _SKIPPED[True].match(self.text, self.at).end()  # type: ignore[union-attr]
        if start >= len(self.text) or self.text[start] != "#":
            return None
        self._seen(Token(self.text[start:], start + 1))
        return self.text[start:].rstrip()

    def _quoted(self) -> Token:
        found = _QUOTED.match(self.text, self.at)
        if found is None:
            mend = said('put " at the end of the text')
            raise self.faults.stop("open-quote", said("a quoted text has no end"), self.at + 1, mend=mend)
        start, self.at = self.at, found.end()
        try:
            text = json.loads(found[0])
        except ValueError:
            mend = said('inside quotes write \\" for a quote, \\\\ for a backslash, \\n for a line break')
            at = Token(found[0], start + 1)
            raise self.faults.stop("wrong-quote", said("a quoted text that cannot be read"), at, mend=mend) from None
        if re.search("[\ud800-\udfff]", text):
            message = said("half a character: no Unicode text")
            raise self.faults.stop("lone-surrogate", message, Token(found[0], start + 1))
        return Token(text, start + 1, quoted=True)

    def _seen(self, token: Token) -> None:
        if token.text.isprintable():
            return
        for at, char in enumerate(token.text):
            if not char.isprintable() and char not in _UNSEEN_IS_FINE:
                mend = said("put an ordinary space, or nothing; in quotes it may be written \\u…")
                one = Token(char, token.column + at)
                raise self.faults.stop("unseen-character", said("a character that cannot be seen"), one, mend=mend)


def quoted(text: str) -> str:
    """A text as a quoted one, on one line, with nothing in it that cannot be seen."""
    return seen(json.dumps(text, ensure_ascii=False))


def seen(written: str) -> str:
    """JSON in which everything that cannot be seen is written as an escape."""
    if written.isprintable():
        return written
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in written)


def is_bare(text: str) -> bool:
    """Whether a text can stand as a bare word."""
    return text.isprintable() and _PLAIN_WORD.fullmatch(text) is not None


def bare_or_quoted(text: str) -> str:
    """A text as a bare word where it is one, else quoted."""
    return text if is_bare(text) else quoted(text)
