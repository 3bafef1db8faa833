"""Values of the archive in CSV and JSON: what a spreadsheet must not run, what JSON has no word for."""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from math import isfinite
from typing import Any

import msgspec

_FORMULA = re.compile(
    r"'*(?:[\t\r\n]|[\s\x00-\x1f\x7f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]*[=+\-@＝＋－＠﹦﹢﹣﹫−])"
)
"""How a text begins that a spreadsheet may take for a formula, or trim to one; or that was kept from it before."""

_LARGEST, _SMALLEST = 2**64, -(2**63)
_numbers = msgspec.json.Encoder(decimal_format="number").encode


def safe(text: str) -> str:
    """A text for a cell of CSV: with ``'`` before it if it begins as a formula does, which no spreadsheet then runs."""
    return f"'{text}" if _FORMULA.match(text) else text


def as_it_was(cell: str) -> str:
    """The text that ``safe`` made a cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def csv_cell(value: Any) -> str:
    """A value as the cell of a CSV: numbers as they are, so that they stay numbers, all else as safe text."""
    is_number = isinstance(value, int | Decimal) or (isinstance(value, float) and isfinite(value))
    return worded(value) if is_number else safe(worded(value))


def worded(value: Any) -> str:
    """A value in words: as in JSON, but that null is nothing and text stands without quotes."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | Decimal():
            return str(value)
    found = plain(value)
    return found if isinstance(found, str) else json_bytes(found).decode()


def csv_line(values: Iterable[Any]) -> str:
    """A row of values as a line with its LF (RFC 4180, but for the CR)."""
    return ",".join([_field(value) for value in values]) + "\n"


_PLAIN = re.compile(r"[^\W_][\w.:/~-]*").fullmatch
"""Texts that are no formula and need no quotes, which nearly all are."""


def _field(value: Any) -> str:
    if value is None:
        return ""
    kind = type(value)
    if kind is int:
        return str(value)
    if kind is str and _PLAIN(value):
        return value  # type: ignore[no-any-return]
    return _quoted(csv_cell(value))


_QUOTED = re.compile(r'[",\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|^\s|\s$')


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if _QUOTED.search(cell) else cell


def plain(value: Any) -> Any:
    """A value that JSON has a word for: bytes in hexadecimal, what is no number (NaN, Infinity) by its name, dates and
    times in ISO 8601, maps by their keys as text."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if _SMALLEST <= value < _LARGEST else Decimal(value)
        case float():
            return value if isfinite(value) else _NAMES.get(value, "NaN")
        case Decimal():
            return value if value.is_finite() else str(value)
        case bytes() | bytearray() | memoryview():
            return bytes(value).hex()
        case datetime() | date() | time():
            return value.isoformat()
        case Mapping():
            return {key if isinstance(key, str) else str(plain(key)): plain(one) for key, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
    return str(value)


_NAMES = {float("inf"): "Infinity", float("-inf"): "-Infinity"}


def json_bytes(value: Any) -> bytes:
    """A plain value in JSON on one line; numbers of any size stay numbers."""
    return _numbers(value)
