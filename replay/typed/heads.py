"""The head of a typed deal: what its ``deal_started`` says, a field a line, in any order behind the first."""

from typing import Any

from engine.events import DealStarted
from engine.said import said
from replay.typed.lexing import Cursor, Token, WrongLineError
from replay.typed.players import Players
from replay.typed.rules_text import read_rules
from replay.typed.turns import EntryReader

FIELDS = ("deal", "session", "number", "at", "rules", "players", "sitting-out", "dealer", "deck")
"""The fields of a head, in the order of the strict form."""

_NEEDED = ("rules", "players", "dealer")
_SEATS = 3


class Head:
    """A head that is being read, which began on a ``line``."""

    def __init__(self, line: int) -> None:
        self.line = line
        self._given: dict[str, Any] = {}
        self._lines: dict[str, int] = {}

    def read(self, name: str, cursor: Cursor, reader: EntryReader) -> None:
        """The rest of the line of a field. Notes its faults; raises ``WrongLineError`` to give the line up."""
        faults = reader.faults
        if name in self._lines:
            raise faults.stop("twice", said("stands more than once in this head"), 1, field=name)
        self._lines[name] = faults.line
        cursor.commas = name == "players"
        match name:
            case "players":
                value: Any = _names(cursor, reader)
            case "rules":
                value = read_rules(cursor, faults)
            case "deck":
                value = reader.cards(cursor, "deck")
            case _:
                value = cursor.take()
                if value is None:
                    raise faults.stop("missing-value", said("nothing stands behind it"), 1, field=name)
                if name == "number":
                    value = reader.integer(value, name)
                elif name == "at":
                    value = reader.time(value, value)
                elif name != "dealer":
                    value = value.text
        if (more := cursor.take()) is not None:
            mend = said("put a text of several words in quotes, a comment behind #")
            raise faults.stop("unexpected", said("nothing more belongs on this line"), more, field=name, mend=mend)
        self._given[name] = value

    def players(self) -> Players:
        """The players, known or not."""
        return Players(self._given["players"]) if "players" in self._given else Players(unknown=True)

    def event(self, reader: EntryReader) -> DealStarted | None:
        """What the head says; ``None``, with its faults noted, where something is missing."""
        faults = reader.faults
        for name in _NEEDED:
            if name not in self._lines:
                message, mend = (
                    said("the head lacks its {word}", word=name),
                    said("write {word} and what it is", word=name),
                )
                faults.add("missing-field", message, field=name, mend=mend, line=self.line)
        given = self._given
        if "dealer" not in given:
            return None
        line, faults.line = faults.line, self._lines["dealer"]
        try:
            dealer = self.players().seat(given["dealer"], faults, "dealer")
        except WrongLineError:
            return None
        finally:
            faults.line = line
        if not {"deal", *_NEEDED} <= given.keys():
            return None
        return DealStarted(
            0, "duzihu-log/1", given["deal"], given["rules"], given["players"], dealer, given.get("deck"),
            given.get("session"), given.get("number"), given.get("sitting-out"), at=given.get("at"),
        )  # fmt: skip


def _names(cursor: Cursor, reader: EntryReader) -> tuple[str, str, str]:
    names: list[Token] = []
    while (token := cursor.take()) is not None:
        names.append(token)
    if len(names) != _SEATS:
        message = said("three names are wanted, in seat order; {count} stand here", count=len(names))
        mend = said('put a name of several words in quotes: "Li Qiang"')
        raise reader.faults.stop("not-three", message, names[-1] if names else 1, field="players", mend=mend)
    return names[0].text, names[1].text, names[2].text
