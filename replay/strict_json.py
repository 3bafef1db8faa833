"""JSON that means one thing: no repeated keys, no NaN, no lone surrogates, no nesting without end."""

import json
import re
from typing import Final

from msgspec import UNSET, UnsetType

from engine.rulesets import shown
from engine.said import said
from replay.faults import Fault
from replay.foreign import json_says
from replay.locate import Spot, json_spots

DEPTH: Final = 32
"""How deep lists and tables may nest; a record needs four levels."""
MOST_FAULTS: Final = 100
"""How many faults of one text or record are told."""

_LONE = re.compile("[\ud800-\udfff]")
_MAY_BE_LONE = re.compile(r"\\u[dD][89a-fA-F]")


class _UnusualError(Exception):
    """The text has something that the plain parser takes and this one refuses."""


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise _UnusualError
    return table


def _constant(_name: str) -> object:
    raise _UnusualError


_decode = json.JSONDecoder(object_pairs_hook=_table, parse_constant=_constant).decode


def read_json(text: str, source: str, line: int = 1) -> tuple[object | UnsetType, tuple[Fault, ...]]:
    """The value of a JSON text, and every fault that makes it ambiguous; ``UNSET`` where it is no JSON at all.

    ``line``: where the text begins in ``source``. With faults, the value serves to look for more of them only: a
    repeated key has its last value.
    """
    try:
        try:
            value = _decode(text)
            unusual = _MAY_BE_LONE.search(text) is not None
        except _UnusualError:
            value = json.loads(text)
            unusual = True
    except json.JSONDecodeError as error:
        return UNSET, (_not_json(error, source, line),)
    except RecursionError:
        return UNSET, (_too_deep(source, line),)
    except ValueError:  # what Python says of a number of thousands of digits
        return UNSET, (_too_long(source, line),)
    fault = unusable(value, source, line)
    if fault is not None:
        return UNSET, (fault,)
    return value, tuple(_ambiguities(text, source, line)) if unusual else ()


def unusable(value: object, source: str, line: int = 1) -> Fault | None:
    """The fault of a value whose lists and tables nest deeper than ``DEPTH``, or that has an integer of more than 64
    bits; ``None`` for every other."""
    level = [value]
    for _ in range(DEPTH + 1):
        inner: list[object] = []
        for outer in level:
            if isinstance(outer, dict):
                inner += outer.values()
            elif isinstance(outer, list):
                inner += outer
            elif isinstance(outer, int) and not -(2**63) <= outer < 2**63:
                return _too_long(source, line)
        if not inner:
            return None
        level = inner
    return _too_deep(source, line)


def _not_json(error: json.JSONDecodeError, source: str, line: int) -> Fault:
    what = json_says(error)
    rest = error.doc[error.pos :]
    token = rest.split(None, 1)[0][:80] if rest.strip() else None
    mend = said("write one record a line, or one record in the file") if error.msg == "Extra data" else None
    if token:
        message = said("not JSON: {what} (column {column})", what=what, column=error.colno)
    else:
        message = said("not JSON: it ends too early ({what})", what=what)
    return Fault("not-json", message, source, line + error.lineno - 1, None, token, mend)


def _too_deep(source: str, line: int) -> Fault:
    return Fault("too-deep", said("lists and tables nest deeper than {depth} levels", depth=DEPTH), source, line)


def _too_long(source: str, line: int) -> Fault:
    return Fault("number-too-long", said("an integer of more than 64 bits"), source, line)


def _ambiguities(text: str, source: str, line: int) -> list[Fault]:
    """Repeated keys, numbers that are none and lone surrogates, in the order written."""
    faults: list[Fault] = []
    first: dict[str, Spot] = {}
    for spot in json_spots(text):
        if len(faults) >= MOST_FAULTS:
            break
        at = line + spot.line - 1
        if spot.key is not None and spot.path in first:
            before = line + first[spot.path].line - 1
            message = said("the key {key} is there twice, first in line {line}", key=shown(spot.path), line=before)
            mend = said("keep one of the two")
            faults.append(Fault("duplicate-key", message, source, at, spot.path, spot.key, mend))
            first = {
                path: known for path, known in first.items() if not path.startswith((spot.path + ".", spot.path + "["))
            }
        first.setdefault(spot.path, spot)
        if spot.token in ("NaN", "Infinity", "-Infinity"):
            message = said("{token} is not JSON and no amount", token=spot.token)
            faults.append(Fault("not-json", message, source, at, spot.path, spot.token))
        for token in (spot.key, spot.token):
            if token is not None and _MAY_BE_LONE.search(token) and _LONE.search(json.loads(token)):
                message = said("half of a surrogate pair stands by itself: no character")
                faults.append(Fault("lone-surrogate", message, source, at, spot.path, token))
    return faults
