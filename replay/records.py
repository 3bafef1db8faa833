"""Hand records: finished hands without their history, from JSON, JSON Lines and TOML (docs/formats.md, "Hand record").

Which of the three a file holds is told from its content. Every record is read by itself: a faulty one gives all its
faults and stops none of the others.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import BytesIO
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine.cards import TOKENS, kinds_of, written
from engine.ending import DealEnd, Declared, Holding, Win
from engine.options import RuleSet
from engine.rulesets import changes_from, shown
from engine.said import said
from replay.faults import Fault
from replay.foreign import toml_says
from replay.lines_of import LONGEST_LINE
from replay.locate import child, json_spots, line_at, lines_of, toml_spots
from replay.record_rules import contradictions
from replay.record_shape import EXTENSION, FORMAT, Claim, Draft, Faults, TooManyFaultsError, draft_of
from replay.rulebook import rulebook
from replay.strict_json import read_json, unusable

__all__ = [
    "Claim", "Form", "HandRecord", "Read", "Written", "encode_record", "encode_rules", "form_of", "read_record",
    "read_records", "read_written", "record_from_end",
]  # fmt: skip

_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"
_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_TOML_BEGINS = re.compile(rf"\#|\[\[?[ \t]*{_KEY}[ \t]*[].]|{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*[ \t]*=")


class HandRecord(Struct, frozen=True):
    """A finished hand. ``given_names``: by seat, ``None`` where the record names nobody. ``source`` and ``line``:
    where the record begins."""

    id: str | None
    end: DealEnd
    given_names: tuple[str | None, ...]
    claims: tuple[Claim, ...]
    source: str
    line: int

    @property
    def names(self) -> tuple[str, ...]:
        """A name for every seat, ``Seat 0`` and so on where none is given."""
        return tuple([f"Seat {seat}" if name is None else name for seat, name in enumerate(self.given_names)])


Read: TypeAlias = HandRecord | tuple[Fault, ...]
"""A record, or everything that is wrong with it."""

Form: TypeAlias = Literal["json", "jsonl", "toml"]


class Written(Struct, frozen=True):
    """A record as it is written. ``value``: as JSON or TOML gives it, ``UNSET`` for what is neither; ``line``: where it
    begins."""

    value: object | UnsetType
    read: Read
    line: int


def read_records(source: str, data: bytes) -> Iterator[Read]:
    """Every record of a file, in its order. ``source``: the file as the user named it. Never raises for its content."""
    text = data.removeprefix(_BOM).lstrip(_BLANK)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in data[:4]:
        bad = 0 if data[0] > 127 else data.index(b"\0")
        yield (_not_utf_8(source, data, bad, 1, said("it looks like UTF-16: save it as UTF-8")),)
    elif not text:
        yield (Fault("empty", said("no hand record in it"), source),)
    elif form := form_of(text):
        for record in read_written(source, data, form):
            yield record.read
    else:
        line = 1 + data[: len(data) - len(text)].count(b"\n")
        token = text[:80].split(b"\n", 1)[0].decode(errors="replace")
        mend = said("write hand records as JSON, JSON Lines or TOML")
        yield (Fault("not-a-record", said("neither JSON nor TOML"), source, line, None, token, mend),)


def form_of(text: bytes) -> Form | None:
    """How hand records are written in a text that begins with no blank; ``None`` for what is none of these."""
    if _TOML_BEGINS.match(text[:LONGEST_LINE].decode(errors="replace")):
        return "toml"
    if _is_json_lines(text):
        return "jsonl"
    return "json" if text.startswith((b"{", b"[")) else None


def read_written(source: str, data: bytes, form: Form, line: int = 1) -> Iterator[Written]:
    """Every record of a text in a form, in its order. ``line``: of the source, where the text of JSON begins. Never
    raises for its content."""
    if form == "toml":
        yield from _toml(source, data)
    elif form == "jsonl":
        for number, text in enumerate(BytesIO(data), start=line):
            if text.strip(_BLANK):
                yield _json(source, text, number)
    else:
        yield _json(source, data, line)


def read_record(value: object, source: str, line: int, locate: Callable[[str], int] | None = None) -> Read:
    """The record that a JSON or TOML value is, or all its faults.

    ``line``: where it begins; ``locate``: the line of a path in it, where that differs."""
    faults = Faults(source, locate or (lambda _path: line))
    try:
        draft = draft_of(value, faults)
        contradictions(draft, faults)
    except TooManyFaultsError:
        return tuple(faults.found)
    return tuple(faults.found) if faults.found else _record(draft, source, line)


def record_from_end(
    end: DealEnd, names: Sequence[str | None] = (None, None, None), id_: str | None = None, claims: Sequence[Claim] = ()
) -> HandRecord:
    """The record of a deal's end, such as a log's. A record does not tell whom groups were claimed from.

    Raises ``ValueError`` for a win without a source, which no record can name."""
    if end.win is not None and end.win.source == "none":
        raise ValueError("a hand record cannot name a win without a source")
    players = tuple(
        replace(player, groups=tuple(Declared(group.form, group.kind) for group in player.groups))
        for player in end.players
    )
    return HandRecord(id_, replace(end, players=players), tuple(names), tuple(claims), "", 1)


def encode_record(record: HandRecord) -> dict[str, Any]:
    """The record as a JSON or TOML value in canonical form; reading it gives the same record."""
    end = record.end
    players = zip(end.players, record.given_names, strict=True)
    value = {
        "format": FORMAT,
        "id": record.id,
        "rules": encode_rules(end.rules),
        "indicators": " ".join(TOKENS[kind] for kind in end.indicators),
        "dealer": end.dealer,
        "players": [_encoded_player(player, name) for player, name in players],
        "win": None if end.win is None else _encoded_win(end.win),
        "claims": [_encoded_claim(claim) for claim in record.claims],
    }
    return _present(value)


def _present(table: dict[str, Any]) -> dict[str, Any]:
    """Without the keys that have nothing to say."""
    return {key: value for key, value in table.items() if value is not None and value is not False and value != []}


def _encoded_claim(claim: Claim) -> dict[str, Any]:
    amounts = {"totals": claim.totals, "payments": claim.payments}
    return {"by": claim.by} | {key: list(given) for key, given in amounts.items() if given is not None}


def encode_rules(rules: RuleSet) -> str | dict[str, Any]:
    """A rule set as a record has it."""
    changes = changes_from(rulebook().presets[rules.preset], rules)
    if not changes:
        return rules.preset
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}
    return {"preset": rules.preset, "options": options}


def _encoded_player(player: Holding, name: str | None) -> dict[str, Any]:
    return _present(
        {
            "name": name,
            "hand": written(kinds_of(player.hand)),
            "groups": [f"{group.form} {TOKENS[group.kind]}" for group in player.groups],
            "hezi": None if player.hezi is None else TOKENS[player.hezi],
            "jokers": " ".join(TOKENS[joker] for joker in player.jokers) or None,
            "ready": player.ready,
        }
    )


def _encoded_win(win: Win) -> dict[str, Any]:
    return _present(
        {
            "player": win.seat,
            "card": None if win.card is None else TOKENS[win.card],
            "by": win.source,
            "from": win.giver,
            "first_discard": win.moment == "first-discard",
            "last_card": win.moment == "last-card",
        }
    )


def _record(draft: Draft, source: str, line: int) -> HandRecord:
    """The record of a draft that has no fault: whatever a record needs is there."""
    assert draft.rules is not None
    assert draft.indicators is not None
    assert draft.dealer is not None
    players = tuple([player.holding() for player in draft.players])
    end = DealEnd(draft.rules, draft.indicators, draft.dealer, players, draft.win())
    return HandRecord(draft.id, end, tuple([player.name for player in draft.players]), draft.claims, source, line)


def _is_json_lines(text: bytes) -> bool:
    """Whether text that is not TOML holds a record a line. So it does if its first line is JSON; and, where the whole
    text is none, if any line is an object."""
    lines = iter(BytesIO(text))
    first = next(lines)
    if len(first) > LONGEST_LINE or _is_json(first):
        return True
    return not _is_json(text) and any(line.startswith(b"{") and _is_json(line) for line in lines)


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text.decode(errors="replace"))
    except json.JSONDecodeError:
        return False
    except (ValueError, RecursionError):  # JSON, but too long a number or too deep
        return True
    return True


def _json(source: str, data: bytes, line: int = 1) -> Written:
    """The record that a JSON text is. ``line``: where it begins."""
    text = _text(source, data, line)
    if isinstance(text, Fault):
        return Written(UNSET, (text,), line)
    text = text.rstrip(" \t\r\n")
    value, ambiguities = read_json(text, source, line)
    if value is UNSET:
        return Written(UNSET, ambiguities, line)
    if "\n" in text:
        begin = line + text[: len(text) - len(text.lstrip())].count("\n")
        lines = cache(lambda: lines_of(json_spots(text)))
        record = read_record(value, source, begin, lambda path: line_at(lines(), path))
    else:
        begin = line
        record = read_record(value, source, line)
    if ambiguities:
        record = ambiguities if isinstance(record, HandRecord) else ambiguities + record
    return Written(value, record, begin)


def _toml(source: str, data: bytes) -> Iterator[Written]:
    """One record, or those of ``[[hand]]``."""
    import tomllib

    text = _text(source, data)
    if isinstance(text, Fault):
        yield Written(UNSET, (text,), 1)
        return
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        yield Written(UNSET, (_not_toml(error, source, text),), 1)
        return
    except (ValueError, RecursionError):  # a number or a nesting beyond all measure
        message = said("not TOML that can be read: nested too deep, or a number too long")
        yield Written(UNSET, (Fault("not-toml", message, source),), 1)
        return
    fault = unusable(table, source)
    if fault is not None:
        yield Written(UNSET, (fault,), 1)
        return
    lines = lines_of(toml_spots(text))
    if "hand" not in table:
        begin = min([line for path, line in lines.items() if path], default=1)
        yield Written(table, read_record(table, source, begin, lambda path: line_at(lines, path)), begin)
        return
    hands = table["hand"]
    beside = Faults(source, lambda path: line_at(lines, path))
    with suppress(TooManyFaultsError):
        for key in table:
            if key != "hand" and not key.startswith(EXTENSION):
                message = said("unknown key {key} beside [[hand]]", key=shown(key))
                beside.add("unknown-key", child("", key), message, key)
        if not isinstance(hands, list) or not hands:
            mend = said("write [[hand]] before every record")
            beside.add("wrong-type", "hand", said("hand must be records"), hands, mend)
            hands = []
    if beside.found:
        yield Written(UNSET, tuple(beside.found), 1)
    for index, hand in enumerate(hands):
        at = f"hand[{index}]"
        yield Written(hand, _one_of_several(hand, source, lines, at), line_at(lines, at))


def _one_of_several(hand: object, source: str, lines: Mapping[str, int], at: str) -> Read:
    return read_record(hand, source, line_at(lines, at), lambda path: line_at(lines, f"{at}.{path}" if path else at))


def _text(source: str, data: bytes, line: int = 1) -> str | Fault:
    """The bytes as text, or what forbids it. ``line``: where they begin."""
    if data.startswith(_BOM):
        mend = said("save it as UTF-8 without byte-order mark")
        return Fault("byte-order-mark", said("begins with a byte-order mark"), source, line, mend=mend)
    if len(data) > LONGEST_LINE:
        for number, part in enumerate(BytesIO(data), start=line):
            if len(part) > LONGEST_LINE:
                sizes = {"size": f"{len(part):,}", "most": f"{LONGEST_LINE:,}"}
                message = said("a line of {size} bytes; the longest that is read has {most}", **sizes)
                return Fault("line-too-long", message, source, number)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        mend = said("save it as UTF-8")
        with suppress(UnicodeDecodeError):
            data.decode("gb18030")
            mend = said("it reads as GB18030: save it as UTF-8")
        return _not_utf_8(source, data, error.start, line, mend)


def _not_utf_8(source: str, data: bytes, at: int, line: int, mend: str) -> Fault:
    """The fault of the byte at ``at`` in bytes that begin in ``line``."""
    token = f"0x{data[at]:02x}"
    column = at - data.rfind(b"\n", 0, at)
    message = said("not UTF-8: byte {byte} at byte {at} of the line", byte=token, at=column)
    return Fault("not-utf-8", message, source, line + data.count(b"\n", 0, at), None, token, mend)


def _not_toml(error: ValueError, source: str, text: str) -> Fault:
    """The fault of a TOML parser's error, which tells its place in its words only."""
    place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
    line = int(place[1]) if place else 1 + text.count("\n")
    return Fault("not-toml", said("not TOML: {what}", what=toml_says(error)), source, line)
