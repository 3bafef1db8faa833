"""The shape of a hand record: its keys, types, cards and rule set (docs/formats.md, "Hand record").

What can be read goes into a ``Draft``, so that the contradictions between its parts are looked for even where other
parts are faulty (``replay.record_rules``) and all faults are reported at once.
"""

import json
from collections.abc import Callable, Collection
from difflib import get_close_matches
from typing import Any, Final, TypeVar, get_args

from msgspec import Struct

from engine.cards import DECK_SIZE, JOKER_OF, JOKERS, counts_of
from engine.ending import Declared, GroupForm, Holding, Moment, Source, Win
from engine.events import RulesNamed
from engine.notation import CardError, parse_card, parse_jokers, read_cards
from engine.options import RuleSet
from engine.rulesets import RulesError, shown
from engine.said import said
from replay.faults import Fault
from replay.locate import child
from replay.rulebook import rulebook
from replay.strict_json import MOST_FAULTS

FORMAT: Final = "duzihu-hand/1"
EXTENSION: Final = "x_"
"""How keys begin that are kept out of everything."""
LARGEST: Final = 2**53
"""The largest amount a claim may name, either way."""

FORMS: tuple[GroupForm, ...] = get_args(GroupForm)
WAYS: tuple[Source, ...] = tuple(way for way in get_args(Source) if way != "none")

_RECORD = ("format", "id", "rules", "indicators", "dealer", "players", "win", "claims")
_RECORD_NEEDS = ("format", "rules", "indicators", "dealer", "players")
_PLAYER = ("name", "hand", "groups", "hezi", "jokers", "ready")
_WIN = ("player", "card", "by", "from", "first_discard", "last_card")
_CLAIM = ("by", "totals", "payments")
_LONGEST_TOKEN = 80

T = TypeVar("T")
Table = dict[str, Any]


class Claim(Struct, frozen=True):
    """What somebody says the result is; only ever compared. ``totals``, ``payments``: by seat, at least one given."""

    by: str
    totals: tuple[int, ...] | None = None
    payments: tuple[int, ...] | None = None


class DraftPlayer(Struct):
    """A player as far as it could be read; ``None`` for what is absent or faulty. ``groups``: each declared group in
    its place, ``None`` where it is faulty; the whole ``None`` where how many there are is not known."""

    name: str | None = None
    hand: bytes | None = None
    groups: tuple[Declared | None, ...] | None = None
    hezi: int | None = None
    jokers: tuple[int, ...] = ()
    ready: bool = False

    def holding(self) -> Holding:
        """What a player without faults has."""
        assert self.hand is not None
        groups = tuple([group for group in self.groups or () if group is not None])
        return Holding(self.hand, groups, self.hezi, self.ready, self.jokers)


class Draft(Struct):
    """A hand record as far as it could be read; ``None`` for what is absent or faulty. ``players`` are always three.
    ``won``: whether the record names a win; ``winner``, ``by``, ``card``, ``giver`` and the flags are that win's."""

    id: str | None = None
    rules: RuleSet | None = None
    indicators: tuple[int, ...] | None = None
    dealer: int | None = None
    players: tuple[DraftPlayer, ...] = ()
    won: bool = False
    winner: int | None = None
    by: Source | None = None
    card: int | None = None
    giver: int | None = None
    first_discard: bool = False
    last_card: bool = False
    claims: tuple[Claim, ...] = ()

    def win(self) -> Win | None:
        """The win of a draft without faults."""
        if not self.won:
            return None
        assert self.winner is not None
        assert self.by is not None
        moment: Moment = "first-discard" if self.first_discard else "last-card" if self.last_card else "ordinary"
        return Win(self.winner, self.by, self.card, self.giver, moment)


class TooManyFaultsError(Exception):
    """A record has more faults than anybody reads; ``Faults.found`` has the first of them and says so."""


class Faults:
    """The faults of one record as they are found. ``line_at``: the line of a path in it."""

    def __init__(self, source: str, line_at: Callable[[str], int]) -> None:
        self.source = source
        self.line_at = line_at
        self.found: list[Fault] = []

    def add(self, code: str, path: str, message: str, token: object = None, mend: str | None = None) -> None:
        """``token``: what stands there, a text as it is and anything else as JSON writes it."""
        if token is not None and not isinstance(token, str):
            token = json.dumps(token, ensure_ascii=False, default=str)
        if token is not None and len(token) > _LONGEST_TOKEN:
            token = token[: _LONGEST_TOKEN - 1] + "…"
        self.found.append(Fault(code, message, self.source, self.line_at(path), path or None, token, mend))
        if len(self.found) == MOST_FAULTS:
            message = said("{count} faults in one record: no more are looked for", count=MOST_FAULTS)
            self.found.append(Fault("too-many-faults", message, self.source, self.line_at("")))
            raise TooManyFaultsError


def draft_of(record: object, faults: Faults) -> Draft:
    """What the value of a record, as JSON or TOML gives it, says. Everything wrong with it goes into ``faults``."""
    if not isinstance(record, dict):
        faults.add("wrong-type", "", said("a hand record is an object"), record, said("write one object a record"))
        return Draft(players=_three([]))
    return _Shape(faults).record(record)


def _three(players: list[DraftPlayer]) -> tuple[DraftPlayer, ...]:
    return tuple((players + [DraftPlayer() for _ in range(3)])[:3])


class _Shape:
    """Readers of the values of one record. Each reports what is wrong and then gives ``None`` (a flag: false)."""

    def __init__(self, faults: Faults) -> None:
        self.add = faults.add

    def record(self, record: Table) -> Draft:
        self.keys(record, "", _RECORD, _RECORD_NEEDS)
        if "format" in record and record["format"] != FORMAT:
            given = shown(record["format"])
            message = said("unknown format {given}; this version reads {known}", given=given, known=FORMAT)
            self.add("wrong-format", "format", message, record["format"], said("write {text}", text=FORMAT))
        draft = Draft(
            id=self.text(record, "id", ""),
            rules=self.rules(record),
            indicators=self.indicators(record),
            dealer=self.seat(record, "dealer", ""),
            players=self.players(record),
            claims=self.claims(record),
        )
        if "win" in record:
            draft.won = True
            self.win(record["win"], draft)
        return draft

    def keys(self, table: Table, path: str, known: Collection[str], needed: Collection[str]) -> None:
        """Unknown keys and missing ones."""
        for key in table:
            if key not in known and not key.startswith(EXTENSION):
                near = get_close_matches(key, known, n=1)
                mend = _did_you_mean(near) or said("known are {known}", known=", ".join(known))
                self.add("unknown-key", child(path, key), said("unknown key {key}", key=shown(key)), key, mend)
        for key in needed:
            if key not in table:
                self.add("missing-key", child(path, key), said("the key {key} is missing", key=key))

    def wrong(self, path: str, value: object, wanted: str, mend: str | None = None) -> None:
        if value is None:
            mend = said("leave the key out where there is nothing to say")
        message = said("{field} must be {wanted}, not {given}", field=path, wanted=wanted, given=_named(value))
        self.add("wrong-type", path, message, value, mend)

    def text(self, table: Table, key: str, path: str) -> str | None:
        if key not in table:
            return None
        value = table[key]
        if isinstance(value, str):
            return value
        self.wrong(child(path, key), value, said("a text"))
        return None

    def seat(self, table: Table, key: str, path: str) -> int | None:
        if key not in table:
            return None
        value = table[key]
        if type(value) is int and 0 <= value <= 2:
            return value
        self.wrong(child(path, key), value, said("a seat: 0, 1 or 2"))
        return None

    def flag(self, table: Table, key: str, path: str) -> bool:
        value = table.get(key, False)
        if isinstance(value, bool):
            return value
        self.wrong(child(path, key), value, said("true or false"))
        return False

    def several(self, table: Table, key: str, path: str) -> list[Any] | None:
        """A list; an absent one is empty."""
        value = table.get(key, [])
        if isinstance(value, list):
            return value
        self.wrong(child(path, key), value, said("a list"))
        return None

    def cards(self, table: Table, key: str, path: str, *, jokers: bool = False) -> tuple[int, ...] | None:
        text = self.text(table, key, path)
        if text is None:
            return None
        kinds, errors = read_cards(text, jokers=jokers)
        for error in errors:
            self.no_card(child(path, key), error)
        return None if errors else kinds

    def card(self, table: Table, key: str, path: str) -> int | None:
        text = self.text(table, key, path)
        return None if text is None else self.kind(text, child(path, key))

    def kind(self, text: str, path: str) -> int | None:
        try:
            return parse_card(text)
        except CardError as error:
            self.no_card(path, error)
            return None

    def no_card(self, path: str, error: CardError) -> None:
        code = "joker-among-cards" if error.token in JOKERS else "no-card"
        self.add(code, path, error.message, error.token, error.mend)

    def rules(self, record: Table) -> RuleSet | None:
        if "rules" not in record:
            return None
        value = record["rules"]
        if isinstance(value, str):
            named: str | RulesNamed = value
        elif isinstance(value, dict):
            self.keys(value, "rules", ("preset", "options"), ("preset",))
            preset, options = self.text(value, "preset", "rules"), value.get("options", {})
            if not isinstance(options, dict):
                self.wrong("rules.options", options, said("an object of options"))
                return None
            if preset is None:
                return None
            named = RulesNamed(preset, options)
        else:
            self.wrong("rules", value, said("the name of a preset or an object with preset and options"))
            return None
        try:
            return rulebook().resolve(named)
        except RulesError as error:
            for fault in error.faults:
                if fault.field == "preset":
                    path = "rules" if isinstance(value, str) else "rules.preset"
                else:
                    path = child("rules.options", fault.field)
                self.add("wrong-rules", path, fault.message, fault.token)
            return None

    def indicators(self, record: Table) -> tuple[int, ...] | None:
        kinds = self.cards(record, "indicators", "", jokers=True)
        if kinds is None or len(kinds) == 2:
            return kinds
        message = said("there are two indicators, not {count} (§2.2)", count=len(kinds))
        self.add("indicators", "indicators", message, record["indicators"])
        return None

    def players(self, record: Table) -> tuple[DraftPlayer, ...]:
        players = self.several(record, "players", "")
        if players is None or "players" not in record:
            return _three([])
        if len(players) != 3:
            message = said("three players are wanted, in seat order, not {count} (§2.1)", count=len(players))
            self.add("players", "players", message)
        return _three([self.player(player, f"players[{seat}]") for seat, player in enumerate(players)])

    def player(self, player: object, path: str) -> DraftPlayer:
        if not isinstance(player, dict):
            self.wrong(path, player, said("an object"))
            return DraftPlayer()
        self.keys(player, path, _PLAYER, ("hand",))
        return DraftPlayer(
            name=self.text(player, "name", path),
            hand=self.hand(player, path),
            groups=self.groups(player, path),
            hezi=self.card(player, "hezi", path),
            jokers=self.jokers(player, path),
            ready=self.flag(player, "ready", path),
        )

    def hand(self, player: Table, path: str) -> bytes | None:
        kinds = self.cards(player, "hand", path)
        if kinds is not None and len(kinds) > DECK_SIZE:
            message = said("{count} cards in one hand: the deck has {due} (§1.1)", count=len(kinds), due=DECK_SIZE)
            self.add("hand-size", child(path, "hand"), message)
            return None
        return None if kinds is None else counts_of(kinds)

    def groups(self, player: Table, path: str) -> tuple[Declared | None, ...] | None:
        groups = self.several(player, "groups", path)
        if groups is None:
            return None
        return tuple([self.group(group, f"{path}.groups[{index}]") for index, group in enumerate(groups)])

    def group(self, group: object, path: str) -> Declared | None:
        if not isinstance(group, str):
            self.wrong(path, group, said("a text: a form and a card, such as pung 5s"))
            return None
        form, _, card = group.partition(" ")
        if form not in FORMS:
            near = get_close_matches(form, FORMS, n=1, cutoff=0.4)
            if near:
                mend = said("did you mean {near}? forms are {known}", near=near[0], known=", ".join(FORMS))
            else:
                mend = said("forms are {known}", known=", ".join(FORMS))
            self.add("unknown-form", path, said("unknown form of a group: {form}", form=shown(form)), group, mend)
            return None
        kind = self.kind(card, path)
        return None if kind is None else Declared(form, kind)

    def jokers(self, player: Table, path: str) -> tuple[int, ...]:
        text = self.text(player, "jokers", path)
        try:
            return () if text is None else tuple(JOKER_OF[token] for token in parse_jokers(text))
        except CardError as error:
            self.add("no-joker", child(path, "jokers"), error.message, error.token, error.mend)
            return ()

    def win(self, win: object, draft: Draft) -> None:
        if not isinstance(win, dict):
            self.wrong("win", win, said("an object"))
            return
        self.keys(win, "win", _WIN, ("player", "by"))
        draft.winner = self.seat(win, "player", "win")
        draft.by = self.way(win)
        draft.card = self.card(win, "card", "win")
        draft.giver = self.seat(win, "from", "win")
        draft.first_discard = self.flag(win, "first_discard", "win")
        draft.last_card = self.flag(win, "last_card", "win")
        if draft.by is None:
            return
        if draft.by == "heavenly":
            if "card" in win:
                message = said("a heavenly win has no winning card (§6.3)")
                self.add("heavenly-with-card", "win.card", message, win["card"], said("leave {key} out", key="card"))
        elif "card" not in win:
            self.add("missing-key", "win.card", said("a win by {way} needs its winning card (§6.3)", way=draft.by))
        if draft.by in ("discard", "robbed-kong"):
            if "from" not in win:
                message = said("a win by {way} needs from, the seat that lost the card (§5.1)", way=draft.by)
                self.add("missing-key", "win.from", message)
        elif "from" in win:
            message = said("from belongs to a win by discard or robbed-kong only, not by {way}", way=draft.by)
            self.add("from-without-giver", "win.from", message, win["from"], said("leave from out, or mend by"))

    def way(self, win: Table) -> Source | None:
        by = self.text(win, "by", "win")
        if by is None or by in WAYS:
            return by
        near = get_close_matches(by, WAYS, n=1)
        if near:
            mend = said("did you mean {near}? ways to win are {known}", near=near[0], known=", ".join(WAYS))
        else:
            mend = said("ways to win are {known}", known=", ".join(WAYS))
        self.add("unknown-way", "win.by", said("unknown way to win: {way}", way=shown(by)), by, mend)
        return None

    def claims(self, record: Table) -> tuple[Claim, ...]:
        claims = self.several(record, "claims", "") or []
        read = [self.claim(claim, f"claims[{index}]") for index, claim in enumerate(claims)]
        return tuple([claim for claim in read if claim is not None])

    def claim(self, claim: object, path: str) -> Claim | None:
        if not isinstance(claim, dict):
            self.wrong(path, claim, said("an object"))
            return None
        self.keys(claim, path, _CLAIM, ("by",))
        if "totals" not in claim and "payments" not in claim:
            self.add("missing-key", path, said("a claim needs totals or payments, or both"))
        totals, payments = self.amounts(claim, "totals", path), self.amounts(claim, "payments", path)
        by = self.text(claim, "by", path)
        return None if by is None else Claim(by, totals, payments)

    def amounts(self, claim: Table, key: str, path: str) -> tuple[int, ...] | None:
        if key not in claim:
            return None
        value = claim[key]
        if isinstance(value, list) and len(value) == 3 and all(map(_is_amount, value)):
            return tuple(value)
        self.wrong(child(path, key), value, said("three integers, one a seat"))
        return None


def _did_you_mean(near: list[str]) -> str | None:
    return said("did you mean {near}?", near=near[0]) if near else None


def _is_amount(value: object) -> bool:
    return type(value) is int and -LARGEST <= value <= LARGEST


def _named(value: object) -> str:
    """A value for a sentence that says it is of the wrong type."""
    match value:
        case None:
            return "null"
        case str():
            return said("the text {text}", text=shown(value))
        case dict():
            return said("an object")
        case list():
            return said("a list") if len(value) > 8 else shown(value)
    return shown(value)
