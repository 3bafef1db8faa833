"""Rules in a typed head: a preset, then what is changed, ``option=value``.

A value is JSON; words, and lists of words and numbers, need neither quotes nor brackets: ``waits=pair,middle``.
"""

import json
import re
from typing import Any, NoReturn

from engine.events import RulesNamed
from engine.options import OPTION
from engine.said import said
from replay.typed.lexing import Cursor, Faults, Token, bare_or_quoted, seen

UNCHANGED = "{}"
"""Stands for a table of options without any, which a log may have."""

_BLANK = " \t\u3000"
_NAME = re.compile(rf'[{_BLANK}]*(?:(?P<bare>[^{_BLANK}"#={{}}\[\]]+)|(?P<quoted>"(?:[^"\\]|\\.)*"))=')
_END = re.compile(f"[{_BLANK}#]|$")
_BARE = re.compile(f'[^{_BLANK}"#]+')
_WORD = re.compile(r"(?!(?:true|false|null|NaN|Infinity)$)[A-Za-z_][A-Za-z0-9_-]*")
_NUMBER = re.compile("-?(?:0|[1-9][0-9]{0,14})")
_MEND = said("write option=value; a list is a,b,c, any other value as JSON writes it, a text with spaces in quotes")


def read_rules(cursor: Cursor, faults: Faults) -> str | RulesNamed:
    """The rules that the rest of a line names. Notes its faults; raises ``WrongLineError`` to give the line up."""
    token = cursor.take()
    if token is None:
        raise faults.stop("missing-value", said("the preset is missing"), field="rules")
    options: dict[str, Any] = {}
    if (first := cursor.peek()) is None:
        return token.text
    if first.text == UNCHANGED and not first.quoted:
        cursor.take()
        return RulesNamed(token.text, {})
    while (at := cursor.peek()) is not None:
        found = _NAME.match(cursor.text, cursor.at)
        if found is None:
            raise faults.stop("not-an-option", said("no option and value"), at, field="rules", mend=_MEND)
        name = found["bare"]
        if name is None:
            quoted = cursor.take()
            assert quoted is not None
            name = quoted.text
        cursor.at = found.end()
        value = _read_value(cursor, faults, name, at)
        if name in options:
            raise faults.stop("twice", said("stands more than once"), at, field="rules")
        options[name] = value
    return RulesNamed(token.text, options)


def _read_value(cursor: Cursor, faults: Faults, name: str, at: Token) -> Any:
    """The value that stands right here."""
    text, start = cursor.text, cursor.at
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        value, end = None, start
    if end > start and _END.match(text, end):
        cursor.at = end
        return value
    bare = _BARE.match(text, start)
    if bare is None or text[start] in '"[{':
        raise faults.stop("not-a-value", said("no value of an option"), at, field="rules", mend=_MEND)
    cursor.at = bare.end()
    parts = bare[0].split(",")
    if not all(_WORD.fullmatch(part) or _NUMBER.fullmatch(part) for part in parts):
        raise faults.stop("not-a-value", said("no value of an option"), at, field="rules", mend=_MEND)
    values = [int(part) if _NUMBER.fullmatch(part) else part for part in parts]
    return values if len(values) > 1 or _takes_a_list(name) else values[0]


def rules_text(rules: str | RulesNamed) -> str:
    """Rules as the strict form writes them. ``ValueError`` for a number that JSON does not have."""
    if isinstance(rules, str):
        return bare_or_quoted(rules)
    options = [f"{_name(name)}={_value(name, value)}" for name, value in rules.options.items()]
    return " ".join([bare_or_quoted(rules.preset), *(options or [UNCHANGED])])


def _name(name: str) -> str:
    return name if _WORD.fullmatch(name) else seen(json.dumps(name, ensure_ascii=False))


def _value(name: str, value: Any) -> str:
    if isinstance(value, str) and _WORD.fullmatch(value) and not _takes_a_list(name):
        return value
    if isinstance(value, list | tuple) and all(_is_plain(item) for item in value):
        words = [str(item) for item in value]
        if len(words) > 1 or (len(words) == 1 and isinstance(value[0], str) and _takes_a_list(name)):
            return ",".join(words)
    return seen(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def _is_plain(item: Any) -> bool:
    if isinstance(item, str):
        return _WORD.fullmatch(item) is not None
    return type(item) is int and _NUMBER.fullmatch(str(item)) is not None


def _takes_a_list(name: str) -> bool:
    return name in OPTION and OPTION[name].kind in ("several", "counts")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice")
    return table


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(text)
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_float=_finite)
