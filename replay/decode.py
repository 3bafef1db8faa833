"""One line of a log → its event, or what is wrong with the line (docs/formats.md, "Event log").

Two ways lead to the same answer. The short one serves nearly every line; whatever it cannot vouch for goes the long
way, which finds the exact fault. msgspec overlooks keys that are unknown or stand twice; the short way must not.
"""

import json
import re
from calendar import monthrange
from difflib import get_close_matches
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec
from msgspec import NODEFAULT, Struct

from engine.events import (
    Amounts,
    Claimed,
    DealStarted,
    Event,
    Extension,
    Hash,
    KongForm,
    Number,
    OpeningForm,
    RulesNamed,
    Seat,
    Seq,
    encode,
    type_of,
)
from engine.said import said
from replay.foreign import json_says

EXTENSION: Final = "x_"
"""How the types and fields begin that are kept and ignored."""

_COLON, _BACKSLASH, _CR = b":\\\r"
_TOKEN_SHOWN = 60
_KEPT = ("seq", "type", "deal", "session")


class BadLine(Struct, frozen=True):
    """A line that gives no event. ``field``, ``token``: the field, and what stands there; ``mend``: what to do.

    ``unreadable``: no JSON object in UTF-8. ``impossible``: an object that is no event; ``given``: what it says of
    ``seq``, ``type``, ``deal`` and ``session``.
    """

    kind: Literal["unreadable", "impossible"]
    code: str
    message: str
    field: str | None = None
    token: str | None = None
    mend: str | None = None
    given: dict[str, str | int] = {}

    @property
    def seq(self) -> int | None:
        """The line's ``seq`` where it has one that can be used."""
        seq = self.given.get("seq")
        return seq if isinstance(seq, int) and _fits(seq, Seq) else None

    @property
    def begins_deal(self) -> bool:
        """Whether it stands for a ``deal_started`` at ``seq`` 0, which begins a deal even where it is faulty."""
        return self.given.get("type") == type_of(DealStarted) and self.seq == 0


Decoded: TypeAlias = Event | Extension | BadLine
"""What a line gives."""


def decode_line(line: bytes) -> Decoded:
    """The event of one line, with its LF or without. Never raises, whatever the bytes.

    An ``x_…`` type gives an ``Extension``; ``x_…`` fields are left out of the event, so who writes a line again keeps
    the line itself.
    """
    try:
        event = _decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return _decode_with_care(line)
    # As many colons as required keys, which are all there: no key stands twice, none is unknown or unchecked.
    colons = line.count(_COLON)
    if colons == _REQUIRED[type(event)] and _CR not in line:
        return event
    at = event.at
    if at is not None and colons - 1 - at.count(":") == _REQUIRED[type(event)] and _is_plain(line) and is_timestamp(at):
        return event
    # The canonical writing of the event: nothing in it was overlooked. What msgspec does not check is checked here.
    if line == encode(event) + b"\n" and (event.at is None or is_timestamp(event.at)) and not _is_empty_claim(event):
        return event
    return _decode_with_care(line)


def _is_plain(line: bytes) -> bool:
    return _BACKSLASH not in line and _CR not in line


_TIMESTAMP = re.compile(
    r"(\d{4})-(0[1-9]|1[0-2])-(\d\d)[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?"
    r"(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)",
    re.ASCII,
)


def is_timestamp(text: str) -> bool:
    """Whether it is an RFC 3339 date and time with its offset. A leap second is taken at any minute."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        return False
    day = int(match[3])
    return 1 <= day <= 28 or 28 < day <= monthrange(int(match[1]), int(match[2]))[1]


def _is_empty_claim(event: Event | Extension) -> bool:
    return type(event) is Claimed and event.totals is None and event.payments is None


class _Field(Struct, frozen=True):
    type: Any
    required: bool


def _fields_of(event_type: type[Struct]) -> dict[str, _Field]:
    """The fields of an event type by their written name. That an optional one may be absent does not allow null."""
    fields = {}
    for field in msgspec.structs.fields(event_type):
        alternatives = [part for part in get_args(field.type) if part is not type(None)]
        optional = type(None) in get_args(field.type)
        fields[field.encode_name] = _Field(alternatives[0] if optional else field.type, field.default is NODEFAULT)
    return fields


_decode = msgspec.json.Decoder(Event).decode
_TYPES: dict[str, type[Event]] = {type_of(event_type): event_type for event_type in get_args(Event)}
_FIELDS: dict[str, dict[str, _Field]] = {name: _fields_of(event_type) for name, event_type in _TYPES.items()}
# The type is a key as well.
_REQUIRED = {_TYPES[name]: 1 + sum(field.required for field in fields.values()) for name, fields in _FIELDS.items()}
_REQUIRED[Claimed] = 0  # never the short way: totals or payments must be there besides

_ALLOWED: dict[Any, str] = {
    Seq: said("an integer from 0"),
    Seat: said("a seat: 0, 1 or 2"),
    Amounts: said("three integers, one a seat, each 2^53 at most"),
    Hash: said("the 64 hexadecimal digits (0-9, a-f) of a SHA-256"),
    OpeningForm: said("one of: {known}", known=", ".join(get_args(OpeningForm))),
    KongForm: said("one of: {known}", known=", ".join(get_args(KongForm))),
    Literal["duzihu-log/1"]: said("duzihu-log/1, the one format this version reads"),
    tuple[str, str, str]: said("three names, in seat order"),
    str | RulesNamed: said("the name of a preset, or {form}", form='{"preset": NAME, "options": {…}}'),
    str: said("a text"),
    Number: said("an integer, 2^53 at most"),
    bool: said("true or false"),
}


class _UnreadableError(Exception):
    """No JSON: what ``json.loads`` lets pass, or says in other words."""

    def __init__(self, code: str, message: str, token: str | None = None, mend: str | None = None) -> None:
        super().__init__(message)
        self.bad_line = BadLine("unreadable", code, message, token=token, mend=mend)


def _decode_with_care(line: bytes) -> Decoded:
    try:
        return _event_of(_object_of(line.removesuffix(b"\n")))
    except _UnreadableError as error:
        return error.bad_line
    except RecursionError:
        return BadLine("unreadable", "too-deep", said("the line is nested too deeply to be read"))


def _object_of(line: bytes) -> dict[str, Any]:
    """The JSON object of a line without its LF."""
    if line.startswith(b"\xef\xbb\xbf"):
        mend = said("save the file as UTF-8 without a byte order mark")
        raise _UnreadableError("byte-order-mark", said("the line begins with a byte order mark"), mend=mend)
    if not line.strip():
        raise _UnreadableError("blank-line", said("the line is blank"), mend=said("take the line out"))
    if line.endswith(b"\r"):
        mend = said("save the file with LF line ends (not Windows CR LF)")
        message = said("the line ends in CR LF; lines of a log end in LF alone")
        raise _UnreadableError("crlf", message, "\\r\\n", mend)
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        byte = f"0x{line[error.start]:02x}"
        message = said("the line is not UTF-8: byte {byte} at byte {at}", byte=byte, at=error.start + 1)
        raise _UnreadableError("not-utf-8", message, byte, said("save the file as UTF-8")) from None
    try:
        given = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        where = {"what": json_says(error), "column": error.colno}
        message = said("the line is not JSON: {what} at column {column}", **where)
        rest = text[error.pos : error.pos + 20]
        raise _UnreadableError("not-json", message, _shown(rest) if rest else None) from None
    except ValueError:  # Python reads no integer of thousands of digits, which is no number of this game
        raise _UnreadableError("not-json", said("the line has a number of too many digits")) from None
    if "\\u" in text and (lone := re.search("[\ud800-\udfff]", json.dumps(given, ensure_ascii=False))):
        token = f"\\u{ord(lone[0]):04x}"
        raise _UnreadableError(
            "lone-surrogate", said("{token} is half a character: no Unicode text", token=token), token
        )
    if not isinstance(given, dict):
        message = said("the line is no JSON object but {given}", given=_shown(given))
        raise _UnreadableError("not-an-object", message, _shown(given))
    return given


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for key, value in pairs:
        if key in given:
            message = said("the key {key} stands more than once", key=_shown(key))
            raise _UnreadableError("duplicate-key", message, _shown(key), said("leave one of them"))
        given[key] = value
    return given


def _refuse_constant(name: str) -> Any:
    raise _UnreadableError("not-json", said("{name} is no JSON", name=name), name)


def _event_of(given: dict[str, Any]) -> Decoded:
    """The event of an object, or the first thing that makes it none."""
    if (bad := _bad_envelope(given)) is not None:
        return bad
    name: str = given["type"]
    if name.startswith(EXTENSION):
        return Extension(given["seq"], at=given.get("at"))
    fields = _FIELDS[name]
    for key, value in given.items():
        if key not in fields and key != "type" and not key.startswith(EXTENSION):
            message = said(
                "{type} has no field {field}; it has {known}, and any x_…",
                type=name, field=_like(key, fields), known=", ".join(fields),
            )  # fmt: skip
            return _impossible(given, "unknown-field", message, key, _shown(value))
    for key, field in fields.items():
        if key not in given:
            if field.required:
                lacks = {"type": name, "field": key, "allowed": _ALLOWED[field.type]}
                message = said("{type} lacks its field {field}: {allowed}", **lacks)
                return _impossible(given, "missing-field", message, key)
        elif not _fits(given[key], field.type):
            return _wrong(given, key, _ALLOWED[field.type])
    event = msgspec.convert(_known(given, fields), _TYPES[name])
    if _is_empty_claim(event):
        message = said("claimed lacks both totals and payments; one is needed")
        return _impossible(given, "missing-field", message, "totals")
    return event


def _bad_envelope(given: dict[str, Any]) -> BadLine | None:
    """What is wrong with the fields that every line shares."""
    if "type" not in given:
        return _impossible(given, "missing-field", said("the line lacks its type"), "type")
    name = given["type"]
    if not isinstance(name, str):
        return _wrong(given, "type", said("a text"))
    if name not in _TYPES and not name.startswith(EXTENSION):
        known = {"type": _like(name, _TYPES), "known": ", ".join(_TYPES)}
        message = said("unknown type {type}; known: {known}, and any x_…", **known)
        return _impossible(given, "unknown-type", message, "type", _shown(name))
    if "seq" not in given:
        message = said("{type} lacks its seq: {allowed}", type=_shown(name), allowed=_ALLOWED[Seq])
        return _impossible(given, "missing-field", message, "seq")
    if not _fits(given["seq"], Seq):
        return _wrong(given, "seq", _ALLOWED[Seq])
    if "at" in given and not (isinstance(given["at"], str) and is_timestamp(given["at"])):
        return _wrong(given, "at", said("a date and time of RFC 3339, such as 2025-04-12T20:15:00+08:00"))
    return None


def _known(given: dict[str, Any], fields: dict[str, _Field]) -> dict[str, Any]:
    """What of an object is the event's own: the rest begins with ``x_``."""
    own = {key: given[key] for key in given if key in fields or key == "type"}
    if isinstance(own.get("rules"), dict):
        own["rules"] = _without_extensions(own["rules"])
    return own


def _without_extensions(table: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if not key.startswith(EXTENSION)}


def _fits(value: Any, wanted: Any) -> bool:
    if wanted == str | RulesNamed and isinstance(value, dict):
        value = _without_extensions(value)
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        return False
    return True


def _impossible(given: dict[str, Any], code: str, message: str, field: str, token: str | None = None) -> BadLine:
    kept = {key: given[key] for key in _KEPT if isinstance(given.get(key), str | int)}
    return BadLine("impossible", code, message, field, token, given=kept)


def _wrong(given: dict[str, Any], field: str, allowed: str) -> BadLine:
    token = _shown(given[field])
    message = said("{field} is {token}; it must be {allowed}", field=field, token=token, allowed=allowed)
    return _impossible(given, "wrong-value", message, field, token)


def _like(word: str, known: Any) -> str:
    """The word as it is shown, with the known one that it is like."""
    close = get_close_matches(word[:_TOKEN_SHOWN], known, n=1)
    return said("{word} (like {known}?)", word=_shown(word), known=close[0]) if close else _shown(word)


def _shown(value: Any) -> str:
    """A value as written in JSON, short and on one line, with no character that a terminal could obey."""
    text = json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= _TOKEN_SHOWN else text[: _TOKEN_SHOWN - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
