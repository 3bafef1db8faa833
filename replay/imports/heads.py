"""What the heads and words of a score sheet mean: ``heads.toml`` as tables to look up in, and a sheet's heading."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.rulesets import shown
from engine.said import said
from replay.faults import Fault
from replay.record_shape import EXTENSION
from replay.strict_json import MOST_FAULTS

NEEDED = ("indicators", "dealer", "hand0", "hand1", "hand2")
"""Fields that every sheet has a column for."""
FEWEST = 3
"""How many heads of a row must be known for it to be told as a heading by its content."""

LANGUAGES = ("zh", "en", "it", "es")
"""Languages that heads are known in."""

_NUMBERS = ("0", "1", "2", "3")
_LONGEST_HEAD = 80


class Column(Struct, frozen=True):
    """A column of a sheet. ``field``: such as ``dealer``, or ``hand0`` of a player; ``place``: for a fault."""

    index: int
    head: str
    field: str

    @property
    def place(self) -> str:
        """Its letters and its head."""
        return place_of(self.index, self.head)


class Heading(Struct, frozen=True):
    """A sheet's heading. ``columns``: by field; ``seats``: by what a cell may call a player, names aside; ``passed``:
    indexes of columns that say nothing of a hand: without a head, notes, and those whose heads begin with ``x_``."""

    columns: Mapping[str, Column]
    seats: Mapping[str, int]
    passed: frozenset[int]
    heads: tuple[str, ...]

    def place(self, index: int) -> str:
        """Where a cell stands, for a fault."""
        return place_of(index, self.heads[index] if index < len(self.heads) else "")

    def field_at(self, index: int) -> str | None:
        """Which field a column is."""
        return next((field for field, column in self.columns.items() if column.index == index), None)


def place_of(index: int, head: str) -> str:
    """A column as a fault names it: ``F (winner)``."""
    letters, left = "", index + 1
    while left:
        left, rest = divmod(left - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters} ({shown(head)})" if head else letters


@cache
def words() -> Mapping[str, Any]:
    """``heads.toml`` as it stands."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name("heads.toml").read_text(encoding="utf-8"))


@cache
def fields() -> tuple[str, ...]:
    """Every field that a column can be, those of players with their seat."""
    return (*words()["columns"], *(f"{name}{seat}" for name in words()["players"] for seat in range(3)))


def folded(text: str) -> str:
    """A head or word without what does not count: case, width and accents; spaces at its ends."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join([char for char in plain if not unicodedata.combining(char)]).strip()


@cache
def meanings(group: str) -> Mapping[str, str]:
    """By folded word: its meaning in ``forms``, ``ways`` or ``flags``."""
    return {folded(word): meaning for meaning, known in words()[group].items() for word in known}


def known_heads(cells: Iterable[str], mapped: Mapping[str, str]) -> int:
    """How many cells of a row are heads that are known."""
    return sum([cell in mapped or _bare(cell) in _known() for cell in cells])


def heading_of(
    heads: Sequence[str], mapped: Mapping[str, str], source: str, line: int
) -> tuple[Heading, tuple[Fault, ...]]:
    """What the columns of a sheet are, and everything wrong with its heads. ``mapped``: heads that stand
    for a field."""
    faults: list[Fault] = []
    named: list[tuple[int, str, str, str]] = []  # index, head, field, seat as written
    passed: set[int] = set()
    for index, head in enumerate(heads):
        if not head:
            passed.add(index)
            continue
        if head in mapped:
            if mapped[head] in fields():
                named.append((index, head, mapped[head], ""))
            else:
                faults.append(_no_field(mapped[head], source, line, index, head))
        elif known := _known().get(_bare(head)):
            named.append((index, head, *known))
        elif head.casefold().startswith(EXTENSION):
            passed.add(index)
        else:
            faults.append(_unknown(head, source, line, index))
            if len(faults) == MOST_FAULTS:
                break
    if faults and not named:
        return Heading({}, {}, frozenset(passed), tuple(heads)), (_no_heading(heads, source, line),)
    seats, fault = _seats({seat for *_, seat in named if seat}, source, line)
    if fault is not None:
        faults.append(fault)
        return Heading({}, {}, frozenset(passed), tuple(heads)), tuple(faults)
    columns: dict[str, Column] = {}
    for index, head, name, seat in named:
        field = f"{name}{seats[seat]}" if seat else name
        if field in columns:
            message = said(
                "two columns say the same: {one} and {other}", one=columns[field].place, other=place_of(index, head)
            )
            mend = said("keep one, or begin the other's head with x_")
            faults.append(Fault("duplicate-column", message, source, line, field, head, mend, place_of(index, head)))
        else:
            columns[field] = Column(index, head, field)
    if "note" in columns:
        passed.add(columns["note"].index)
    if not any(fault.code == "unknown-column" for fault in faults):
        faults += [_missing(field, source, line) for field in NEEDED if field not in columns]
    return Heading(columns, seats, frozenset(passed), tuple(heads)), tuple(faults[:MOST_FAULTS])


def accepted_heads(languages: Iterable[str]) -> dict[str, dict[str, list[str]]]:
    """By field: its heads in languages, players numbered from 1."""
    tables = words()
    heads = {
        name: {language: list(known[language]) for language in languages} for name, known in tables["columns"].items()
    }
    for (name, known), seat in product(tables["players"].items(), range(3)):
        heads[f"{name}{seat}"] = {
            language: [head.replace("*", str(seat + 1)) for head in known[language]] for language in languages
        }
    return heads


def template_heads(language: str) -> dict[str, str]:
    """By field: the head that is written in a language, players numbered from 1."""
    return {field: heads[language][0] for field, heads in accepted_heads((language,)).items()}


def _bare(text: str) -> str:
    """A head without signs and spaces as well."""
    return "".join([char for char in folded(text) if char.isalnum()])


@cache
def _known() -> Mapping[str, tuple[str, str]]:
    """By bare head: what it means, and whose it is as written, an empty text for columns of no player."""
    tables = words()
    known = {
        _bare(head): (name, "")
        for name, languages in tables["columns"].items()
        for heads in languages.values()
        for head in heads
    }
    owners = ["", *map(_bare, tables["seats"]["owners"])]
    for name, languages in tables["players"].items():
        for head, seat in product({_bare(head) for heads in languages.values() for head in heads}, _seat_words()):
            for owner in owners:
                for bare in (head + owner + seat, owner + seat + head):
                    known.setdefault(bare, (name, seat))
    return known


@cache
def _suggested() -> Mapping[str, str]:
    """By bare head: the heads that are suggested for one that is none."""
    return {
        _bare(head): head for known in accepted_heads(LANGUAGES).values() for heads in known.values() for head in heads
    }


@cache
def _seat_words() -> tuple[str, ...]:
    return (*_NUMBERS, *(_bare(letter) for letters in words()["seats"]["letters"] for letter in letters))


def _seats(used: Iterable[str], source: str, line: int) -> tuple[dict[str, int], Fault | None]:
    """The seat, by what heads and cells may call a player. Numbers count from 0 or 1, as all heads tell together."""
    used = set(used)
    numbers, letters = used & set(_NUMBERS), used - set(_NUMBERS)
    if {"0", "3"} <= numbers or (numbers and not numbers & {"0", "3"}):
        message = said(
            "heads number the players {numbers}: neither 0, 1, 2 nor 1, 2, 3", numbers=", ".join(sorted(numbers))
        )
        return {}, Fault("ambiguous-seats", message, source, line, mend=said("number them 1, 2, 3 in turn order"))
    seats: dict[str, int] = {}
    if numbers or not letters:
        first = 1 if "3" in numbers else 0
        seats |= {str(seat + first): seat for seat in range(3)}
    for several in words()["seats"]["letters"]:
        if letters & {_bare(letter) for letter in several}:
            seats |= {_bare(letter): seat for seat, letter in enumerate(several)}
    owners = map(_bare, words()["seats"]["owners"])
    return seats | {owner + word: seat for owner, (word, seat) in product(owners, list(seats.items()))}, None


def _no_heading(heads: Sequence[str], source: str, line: int) -> Fault:
    message = said("no head of this row is known, and the first row that is no comment says what the columns are")
    mend = said("begin rows above the heads with #, name the heads by --map, or name the encoding by --encoding")
    token = next(filter(None, heads))[:_LONGEST_HEAD]
    return Fault("no-heading", message, source, line, None, token, mend)


def _no_field(field: str, source: str, line: int, index: int, head: str) -> Fault:
    near = get_close_matches(field, fields(), n=1)
    message = said("no field of a sheet: {field}", field=shown(field))
    mend = said("did you mean {near}?", near=near[0]) if near else said("known are {known}", known=", ".join(fields()))
    return Fault("unknown-field", message, source, line, field, field, mend, place_of(index, head))


def _unknown(head: str, source: str, line: int, index: int) -> Fault:
    near = get_close_matches(_bare(head[:_LONGEST_HEAD]), _suggested(), n=1, cutoff=0.75)
    option = f"--map {_quoted(head)}=FIELD"
    if near:
        mend = said("did you mean {near}? or say what it is by {option}", near=_suggested()[near[0]], option=option)
    else:
        mend = said("say what it is by {option}, or begin it with x_", option=option)
    message = said("unknown column {head}", head=shown(head))
    return Fault("unknown-column", message, source, line, None, head[:_LONGEST_HEAD], mend, place_of(index, head))


def _quoted(head: str) -> str:
    """A head as a shell takes it."""
    return head if re.fullmatch(r"[\w.-]+", head) else "'" + shown(head).replace("'", "'\\''") + "'"


def _missing(field: str, source: str, line: int) -> Fault:
    heads = ", ".join(dict.fromkeys(template_heads(language)[field] for language in LANGUAGES))
    message = said("no column for {field}", field=field)
    mend = said("head one {heads}, or say which it is by {option}", heads=heads, option=f"--map HEAD={field}")
    return Fault("missing-column", message, source, line, field, None, mend)
