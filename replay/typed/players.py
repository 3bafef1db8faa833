"""Who is meant: a seat, a name, the first word of a name, or its beginning, wherever only one player fits."""

from collections.abc import Callable, Sequence

from engine.notation import PLAIN
from engine.said import said
from replay.typed.lexing import Faults, Token, is_bare
from replay.typed.words import word

SEATS = ("0", "1", "2")


class Players:
    """The players of a deal by their names in seat order; none where there is no deal yet.

    ``unknown``: the names could not be read, so whoever is named passes for seat 0; nothing comes of such a text.
    """

    def __init__(self, names: Sequence[str] = (), *, unknown: bool = False) -> None:
        self.names = tuple(names)
        self.unknown = unknown
        self._folded = [name.casefold() for name in names]
        self.written = tuple(self._word_for(seat) for seat in range(len(SEATS)))
        """By seat: the word that the strict form writes."""

    def fitting(self, text: str) -> list[int]:
        """The seats that a word may mean. A seat comes before a name, a whole name before a part of one."""
        if (seat := text.translate(PLAIN)) in SEATS:
            return [int(seat)]
        return self.named(text) or self._where(lambda name, wanted: name.startswith(wanted), text)

    def named(self, text: str) -> list[int]:
        """The seats whose name, or the first word of it, a word is."""
        return self._where(lambda name, wanted: name == wanted, text) or self._where(
            lambda name, wanted: name.split()[:1] == [wanted], text
        )

    def _where(self, fits: Callable[[str, str], bool], text: str) -> list[int]:
        wanted = text.casefold()
        return [seat for seat, name in enumerate(self._folded) if wanted and fits(name, wanted)]

    def seat(self, token: Token | None, faults: Faults, field: str) -> int:
        """The seat that a word means; notes a fault and gives up the line where it means none, or several."""
        if token is None:
            raise faults.stop("missing-player", said("a player is missing"), field=field, mend=self._mend())
        seats = self.named(token.text) if token.quoted else self.fitting(token.text)
        if len(seats) == 1 or self.unknown:
            return (*seats, 0)[0]
        if seats:
            mend = said("write more of the name, or the seat: 0, 1 or 2")
            raise faults.stop("ambiguous-player", said("several players fit"), token, field=field, mend=mend)
        raise faults.stop("unknown-player", said("no player of this deal"), token, field=field, mend=self._mend())

    def _mend(self) -> str:
        if not self.names:
            return said("write the seat: 0, 1 or 2")
        return said("write a name, its beginning, or the seat: {known}", known=", ".join(self.names))

    def speaker(self, token: Token | None, faults: Faults) -> str:
        """The name that stands behind a claim, a note or a ruling. A quoted one is whoever it says."""
        if token is None:
            mend = said('name a player, the table, or anybody else in quotes: "Zhao"')
            raise faults.stop("missing-player", said("who says so is missing"), field="by", mend=mend)
        if token.quoted or self.unknown:
            return token.text
        seats = self.fitting(token.text)
        if word(token.text, "little") == "table":
            if not self.named(token.text):
                return "table"
            mend = said('write the seat for the player, "table" in quotes for the table')
            message = said("a player, and a word of the notation")
            raise faults.stop("ambiguous-player", message, token, field="by", mend=mend)
        if len({self.names[seat] for seat in seats if self.names}) == 1:
            return self.names[seats[0]]
        code, message = "unknown-player", said("no player of this deal")
        if seats and self.names:
            code, message = "ambiguous-player", said("several players fit")
        mend = said('name a player, the table, or anybody else in quotes: "Zhao"')
        raise faults.stop(code, message, token, field="by", mend=mend)

    def speaker_word(self, by: str) -> str | None:
        """The bare word for a speaker; ``None`` for who must stand in quotes."""
        if by == "table" and not self.named(by):
            return by
        return self.written[self.names.index(by)] if by in self.names else None

    def _word_for(self, seat: int) -> str:
        if not self.names:
            return SEATS[seat]
        name = self.names[seat]
        for text in (name, *name.split()[:1]):
            means_a_seat = text.translate(PLAIN) in SEATS
            if is_bare(text) and not means_a_seat and not _is_word(text) and self.fitting(text) == [seat]:
                return text
        return SEATS[seat]


def _is_word(text: str) -> bool:
    return word(text, "head", "line", "action", "form", "mark", "little") is not None
