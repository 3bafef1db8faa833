"""What a row of a score sheet says, as the value of a hand record, and the record that it is (docs/import.md)."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import islice
from typing import Any

from msgspec.structs import replace

from engine.cards import TOKENS
from engine.ending import KONGS_IN_PLAY, SIZE_OF
from engine.notation import PLAIN, read_cards
from engine.options import RuleSet
from engine.rulesets import RulesError, shown
from engine.said import said
from replay.faults import Fault
from replay.imports.dates import DateError, read_date
from replay.imports.heads import Column, Heading, folded, meanings, words
from replay.record_shape import FORMAT
from replay.records import HandRecord, Read, encode_rules, read_record
from replay.rulebook import rulebook, with_settings
from replay.strict_json import MOST_FAULTS

_FORM_COLUMNS = {
    "opening_quads": "opening-quad",
    "opening_triples": "opening-triple",
    "pungs": "pung",
    "exposed_kongs": "exposed-kong",
    "added_kongs": "added-kong",
    "concealed_kongs": "concealed-kong",
}
"""Fields whose cells are cards of one form of group, in the order in which a record gets them."""
_DRAWN = ("self-draw", "kong-replacement")
_BETWEEN = " ,;、，；/\r\n\t\u3000"
_LONGEST_TOKEN = 80
_AMOUNT = re.compile(r"[+-]?\d{1,17}", re.ASCII)


def record_of(
    cells: Sequence[str], heading: Heading, source: str, line: int, *, rules: RuleSet | None, broken: Iterable[Fault]
) -> tuple[Read, str | None]:
    """The record of a row and its date, or everything that is wrong. ``rules``: of a row that names none; ``broken``:
    faults of its cells as they stand in the file."""
    return _Row(cells, heading, source, line, list(broken)).read(rules)


class _Row:
    """One row. What cannot be read becomes a fault and a ``None`` in its place, whose own fault is then left out."""

    def __init__(self, cells: Sequence[str], heading: Heading, source: str, line: int, broken: list[Fault]) -> None:
        self.cells = cells
        self.heading = heading
        self.source = source
        self.line = line
        self.found = [fault for fault in broken if fault.field is None]
        self.broken = {fault.field: fault for fault in broken}
        self.places: dict[str, Column] = {}
        self.unread: set[str] = set()
        self.names: list[str | None] = []

    def read(self, rules: RuleSet | None) -> tuple[Read, str | None]:
        self.names = [self.cell(f"name{seat}", f"players[{seat}].name") for seat in range(3)]
        value: dict[str, Any] = {
            "format": FORMAT,
            "id": self.cell("id", "id"),
            "rules": self.rules(rules),
            "indicators": self.needed("indicators"),
            "dealer": self.seat("dealer", "dealer"),
            "players": [self.player(seat) for seat in range(3)],
            "win": self.win(),
            "claims": self.claims(),
        }
        date = self.date()
        self.without_head()
        optional = ("id", "win", "claims")
        given = {key: each for key, each in value.items() if each or key not in optional or key in self.unread}
        record = read_record(given, self.source, self.line)
        if isinstance(record, HandRecord):
            return (tuple(self.found) if self.found else record), date
        return (*self.found, *[self.placed(fault) for fault in record if not self.is_told(fault)]), date

    def add(
        self,
        code: str,
        path: str,
        message: str,
        token: str | None = None,
        mend: str | None = None,
        *,
        place: str | None = None,
    ) -> None:
        """A fault of what stands for ``path`` of the record. ``place``: its column, if not the one read for it."""
        if token is not None and len(token) > _LONGEST_TOKEN:
            token = token[: _LONGEST_TOKEN - 1] + "…"
        if place is None and path in self.places:
            place = self.places[path].place
        self.found.append(Fault(code, message, self.source, self.line, path, token, mend, place))
        if path:
            self.unread.add(path)

    def placed(self, fault: Fault) -> Fault:
        """A fault of the record, with the column of what it is about."""
        field = fault.field or ""
        near = max((path for path in self.places if field.startswith(path)), key=len, default=None)
        return fault if near is None else replace(fault, column=self.places[near].place)

    def is_told(self, fault: Fault) -> bool:
        """Whether a fault of the record is of what could not be read here."""
        field = fault.field or ""
        return any(field == path or field.startswith((f"{path}.", f"{path}[")) for path in self.unread)

    def cell(self, field: str, path: str) -> str | None:
        """What stands in a field's cell, ``None`` for nothing or where there is no column. ``path``: of the record."""
        column = self.heading.columns.get(field)
        if column is None:
            return None
        self.places[path] = column
        if field in self.broken:
            self.found.append(replace(self.broken[field], field=path))
            self.unread.add(path)
            return None
        return (self.cells[column.index] if column.index < len(self.cells) else "") or None

    def needed(self, field: str, path: str | None = None) -> str | None:
        path = path or field
        text = self.cell(field, path)
        if text is None and path not in self.unread:
            self.add("blank-cell", path, said("{field} is blank", field=self.places[path].head))
        return text

    def without_head(self) -> None:
        """Cells beyond the heads, or under a blank one."""
        heads = self.heading.heads
        beyond = (index for index, text in enumerate(self.cells) if text and not (index < len(heads) and heads[index]))
        for index in islice(beyond, MOST_FAULTS):
            text, mend = self.cells[index], said("give its column a head, or empty it")
            message = said("a cell under no head: {text}", text=shown(text))
            self.add("cell-without-head", "", message, text, mend, place=self.heading.place(index))

    def date(self) -> str | None:
        text = self.cell("date", "date")
        try:
            return None if text is None else read_date(text)
        except DateError as error:
            self.add("no-date", "date", error.message, text, error.mend)
            return None

    def rules(self, otherwise: RuleSet | None) -> object:
        """A preset and, after it, options as ``option=value``, with semicolons between them."""
        text = self.cell("rules", "rules")
        if text is None:
            if otherwise is None and "rules" not in self.unread:
                mend = said("name them by --rules, or in a column {head}", head="rules")
                self.add("missing-rules", "rules", said("the rules that were played are not named"), None, mend)
            return None if otherwise is None else encode_rules(otherwise)
        preset, *settings = [part.strip() for part in re.split("[;；\n]", text)]
        try:
            rules = with_settings(rulebook().resolve(preset), filter(None, settings))
        except RulesError as error:
            for fault in error.faults:
                self.add("wrong-rules", "rules", fault.message, fault.token)
            return None
        return encode_rules(rules)

    def seat(self, field: str, path: str) -> int | None:
        """A player by name, or by what the heads call the seats. A needed field."""
        text = self.needed(field, path)
        if text is None:
            return None
        seats = {seat for seat, name in enumerate(self.names) if name == text}
        called = self.heading.seats.get("".join(folded(text).split()))
        if called is not None:
            seats.add(called)
        if len(seats) == 1:
            return seats.pop()
        if not seats and any(f"players[{each}].name" in self.unread for each in range(3)):
            self.unread.add(path)
            return None
        known = ", ".join([shown(name) for name in self.names if name] or self.heading.seats)
        if seats:
            message = said("more than one player is {name}", name=shown(text))
            mend = said("give the players names that differ, and from their numbers")
            self.add("ambiguous-player", path, message, text, mend)
            return None
        near = get_close_matches(text, [name for name in self.names if name], n=1, cutoff=0.5)
        mend = said("did you mean {near}?", near=shown(near[0])) if near else said("players are {known}", known=known)
        self.add("no-player", path, said("no player of this hand: {name}", name=shown(text)), text, mend)
        return None

    def flag(self, field: str, path: str) -> bool | None:
        """Yes or no, ``None`` for neither."""
        text = self.cell(field, path)
        if text is None:
            return None
        meaning = meanings("flags").get(folded(text))
        if meaning is None:
            mend = said("write yes or no, 是 or 否, or leave it blank")
            self.add("no-flag", path, said("neither yes nor no: {text}", text=shown(text)), text, mend)
        return None if meaning is None else meaning == "yes"

    def player(self, seat: int) -> dict[str, Any]:
        at = f"players[{seat}]"
        groups: list[str] = []
        for field, form in _FORM_COLUMNS.items():
            if text := self.cell(f"{field}{seat}", f"{at}.groups"):
                self.groups(text, at, form, groups)
        for field, allowed in (("kongs", KONGS_IN_PLAY), ("groups", tuple(SIZE_OF))):
            self.named_groups(self.cell(f"{field}{seat}", f"{at}.groups"), at, allowed, groups)
        self.places.pop(f"{at}.groups", None)  # several columns: each group has its own
        value = {
            "name": self.names[seat],
            "hand": self.needed(f"hand{seat}", f"{at}.hand"),
            "groups": None if f"{at}.groups" in self.unread else groups,
            "hezi": self.cell(f"hezi{seat}", f"{at}.hezi"),
            "jokers": self.cell(f"jokers{seat}", f"{at}.jokers"),
            "ready": self.flag(f"ready{seat}", f"{at}.ready"),
        }
        return {key: each for key, each in value.items() if each is not None or f"{at}.{key}" in self.unread}

    def groups(self, text: str, at: str, form: str, groups: list[str]) -> None:
        """The groups of one form that stand in a cell: every kind once, or as often as its group has cards."""
        path = f"{at}.groups"
        kinds, errors = read_cards(text)
        for error in errors:
            self.add("no-card", path, error.message, error.token, error.mend)
        for kind, copies in Counter(kinds).items():
            if copies not in (1, SIZE_OF[form]):  # type: ignore[index]
                card = TOKENS[kind]
                message = said("{count} copies of {card} for one {form}", count=copies, card=card, form=form)
                mend = said("write {card} once, or all {size} cards", card=card, size=SIZE_OF[form])  # type: ignore[index]
                self.add("group-size", path, message, text, mend)
            self.places[f"{path}[{len(groups)}]"] = self.places[path]
            groups.append(f"{form} {TOKENS[kind]}")

    def named_groups(self, text: str | None, at: str, allowed: Sequence[str], groups: list[str]) -> None:
        """The groups of a cell that says each one's form before its cards."""
        if text is None:
            return
        path = f"{at}.groups"
        before, *named = _forms().split(unicodedata.normalize("NFC", text).translate(PLAIN))
        mend = said("write its form before every group: {forms}", forms=", ".join(_form_words(allowed)))
        if before.strip(_BETWEEN):
            self.add("unknown-form", path, said("groups without a form: {text}", text=shown(text)), text, mend)
            return
        for word, cards in zip(named[::2], named[1::2], strict=True):
            form = meanings("forms")[folded(word)]
            if form not in allowed:
                message = said("which form of a group it is cannot be told: {text}", text=shown(text))
                self.add("unknown-form", path, message, word, mend)
            elif not cards.strip(_BETWEEN):
                self.add("no-card", path, said("{form} of no card", form=word), text, mend)
            else:
                self.groups(cards.strip(_BETWEEN), at, form, groups)

    def win(self) -> dict[str, Any] | None:
        """How the hand ended; ``None`` where nobody won."""
        how, drawn = self.way(), self.flag("self_draw", "win.by")
        winner, giver, card = (self.cell(field, f"win.{key}") for field, key in _WON)
        flags = {key: self.flag(key, f"win.{key}") for key in ("first_discard", "last_card")}
        if winner is not None and winner not in self.names and meanings("ways").get(folded(winner)) == "exhausted":
            winner, how = None, how or "exhausted"
        said_of_a_win = any((giver, card, drawn, *flags.values()))
        if how == "exhausted" and (winner or said_of_a_win):
            message = said("nobody won, and the row says how somebody did")
            self.add("contradiction", "win", message, None, said("empty the cells of the win, or {head}", head="how"))
        elif winner is None and (said_of_a_win or how not in (None, "exhausted")):
            self.add("blank-cell", "win.player", said("the row says how somebody won, and not who"))
            self.unread.add("win")
        if "win" in self.unread or (winner is None and "win.player" not in self.unread):
            return None
        value = {
            "player": None if winner is None else self.seat("winner", "win.player"),
            "card": card,
            "by": self.by(how, drawn, giver),
            "from": None if giver is None else self.seat("from", "win.from"),
            **flags,
        }
        return {key: each for key, each in value.items() if each is not None or f"win.{key}" in self.unread}

    def way(self) -> str | None:
        text = self.cell("how", "win.by")
        if text is None:
            return None
        way = meanings("ways").get(folded(text))
        if way is None:
            near = get_close_matches(folded(text), meanings("ways"), n=1)
            known = ", ".join(word for known in words()["ways"].values() for word in known[:2])
            mend = said("did you mean {near}?", near=near[0]) if near else said("ways to win are {known}", known=known)
            self.add("unknown-way", "win.by", said("unknown way to win: {way}", way=shown(text)), text, mend)
        return way

    def by(self, how: str | None, drawn: bool | None, giver: str | None) -> str | None:
        """The way to win: ``how``, else by self-draw or, from another player, by discard."""
        if "win.by" in self.unread:
            return None
        if how is None:
            how = "self-draw" if drawn else "discard" if giver is not None else None
            if how is None:
                mend = said(
                    "say yes under self-draw (自摸), who discarded the card under from (点炮), or the way under how"
                )
                self.add("missing-way", "win.by", said("how the hand was won is not said"), None, mend)
        if how is not None and drawn is not None and drawn != (how in _DRAWN):
            message = said("the cell of self-draw says otherwise than {way}", way=how)
            self.add(
                "contradiction", "win.by", message, None, said("leave the cell of self-draw blank, or mend the way")
            )
            return None
        return how

    def claims(self) -> list[dict[str, Any]]:
        """What the sheet says that the hand came to, by whoever wrote it."""
        by = self.cell("claimed_by", "claims[0].by")
        amounts = {"totals": self.amounts("total", "totals"), "payments": self.amounts("payment", "payments")}
        given = {key: each for key, each in amounts.items() if each is not None}
        if by is not None and not given and not self.unread & {"claims[0].totals", "claims[0].payments"}:
            return []
        return [{"by": by or "table", **given}] if given else []

    def amounts(self, field: str, key: str) -> list[int] | None:
        """Three amounts, a seat each, or none at all."""
        path = f"claims[0].{key}"
        texts, places = [], []
        for seat in range(3):
            texts.append(self.cell(f"{field}{seat}", path))
            places.append(self.places.get(path))
        if not any(texts):
            return None
        amounts: list[int] = []
        for text, column in zip(texts, places, strict=True):
            place = None if column is None else column.place
            plain = unicodedata.normalize("NFKC", text or "").replace("−", "-")
            if text is None and path in self.unread:
                continue
            if text is None:
                message = said("{field} of one seat is blank, of another not", field=field)
                self.add("blank-cell", path, message, None, said("write all three, or none"), place=place)
            elif _AMOUNT.fullmatch(plain):
                amounts.append(int(plain))
            else:
                mend = said("write it in digits, without signs between them: 1250")
                self.add("no-amount", path, said("no amount: {text}", text=shown(text)), text, mend, place=place)
        return amounts if len(amounts) == 3 else None


_WON = (("winner", "player"), ("from", "from"), ("card", "card"))


@cache
def _forms() -> re.Pattern[str]:
    """The words for forms, longest first."""
    known = sorted((word for words_ in words()["forms"].values() for word in words_), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, known))})", re.IGNORECASE)


def _form_words(forms: Iterable[str]) -> list[str]:
    """Forms with a Chinese word each."""
    known: Mapping[str, list[str]] = words()["forms"]
    return [f"{form} ({next(word for word in known[form] if not word.isascii())})" for form in forms]
