"""What others say of an input, the parsers of JSON and TOML and the system, as sentences that can be translated."""

import json
import re

from engine.said import msgid, recognised, said

_JSON = (
    msgid("expecting value"),
    msgid("extra data"),
    msgid("expecting property name enclosed in double quotes"),
    msgid("expecting ',' delimiter"),
    msgid("expecting ':' delimiter"),
    msgid("unterminated string"),
    msgid("invalid control character"),
    msgid("invalid \\escape"),
    msgid("invalid \\uXXXX escape"),
    msgid("illegal trailing comma before end of {what}"),
)
_TOML = (
    msgid("invalid statement"),
    msgid("expected newline or end of document after a statement"),
    msgid("expected {what} at the end of a table declaration"),
    msgid("expected {what} at the end of an array declaration"),
    msgid("expected {what} after a key in a key/value pair"),
    msgid("expected {what}"),
    msgid("found invalid character {character}"),
    msgid("illegal character {character}"),
    msgid("cannot declare {key} twice"),
    msgid("cannot overwrite a value"),
    msgid("cannot mutate immutable namespace {key}"),
    msgid("cannot redefine namespace {key}"),
    msgid("invalid initial character for a key part"),
    msgid("duplicate inline table key {key}"),
    msgid("unclosed array"),
    msgid("unclosed inline table"),
    msgid("unescaped {character} in a string"),
    msgid("unterminated string"),
    msgid("invalid hex value"),
    msgid("escaped character is not a Unicode scalar value"),
    msgid("invalid date or datetime"),
    msgid("invalid value"),
)
_SYSTEM = (
    msgid("No such file or directory"),
    msgid("Is a directory"),
    msgid("Not a directory"),
    msgid("Permission denied"),
    msgid("File name too long"),
    msgid("Too many levels of symbolic links"),
    msgid("No space left on device"),
    msgid("Input/output error"),
    msgid("Read-only file system"),
)


def json_says(error: json.JSONDecodeError) -> str:
    """What is wrong with a JSON text, without the place."""
    return recognised(_begun_small(error.msg.removesuffix(" starting at").removesuffix(" at")), _JSON)


def toml_says(error: ValueError) -> str:
    """What is wrong with a TOML text, with the place as its parser tells it."""
    text = _begun_small(str(error))
    if place := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", text, re.DOTALL):
        what = recognised(place[1], _TOML)
        return said("{what} (at line {line}, column {column})", what=what, line=place[2], column=place[3])
    if place := re.fullmatch(r"(.*) \(at end of document\)", text, re.DOTALL):
        return said("{what} (at end of document)", what=recognised(place[1], _TOML))
    return recognised(text, _TOML)


def system_says(error: OSError) -> str:
    """What the system says of a file that cannot be opened, read or written."""
    return recognised(error.strerror or str(error), _SYSTEM)


def _begun_small(text: str) -> str:
    return text[:1].lower() + text[1:]
