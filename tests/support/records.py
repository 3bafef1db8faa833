"""Hand records to change: as values, and as the three kinds of text."""

import copy
import json
import re
from typing import Any

from replay.faults import Fault
from replay.records import HandRecord, read_records

ABSENT = object()

WORKED: dict[str, Any] = {
    "format": "duzihu-hand/1",
    "id": "club-0412-7",
    "rules": {"preset": "cardavia", "options": {"closed_floating_broken_by": ["pung"]}},
    "indicators": "2s 3m",
    "dealer": 0,
    "players": [
        {"name": "Li", "hand": "111m 456m 789s 123c 777c 55c", "groups": ["pung 5s", "exposed-kong W"]},
        {
            "name": "Wang",
            "hand": "2m 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c 9c",
            "groups": ["opening-triple 2s", "added-kong 9m"],
        },
        {"name": "Chen", "hand": "3m 3m 5m 7m 8m 8m 4s 8s 9s 4c 6c 6c 8c 9c T T RRR", "groups": ["opening-quad 3s"]},
    ],
    "win": {"player": 0, "card": "7s", "by": "discard", "from": 2},
    "claims": [{"by": "Li", "totals": [100, 40, 40]}, {"by": "table", "payments": [80, -40, -40]}],
}
"""The worked record of docs/formats.md."""

HEAVENLY: dict[str, Any] = {
    "format": "duzihu-hand/1",
    "rules": "cardavia",
    "indicators": "9c 9c",
    "dealer": 0,
    "players": [
        {"hand": "111222333m 456789m 123s 456s 55c"},
        {"hand": "123c 456c 789c 789s TTT WWW RRR 1c"},
        {"hand": "4455667788m 99m 1122337788s"},
    ],
    "win": {"player": 0, "by": "heavenly"},
}
"""The dealer's heavenly win: nobody has a group."""

FIRST_DISCARD: dict[str, Any] = {
    "format": "duzihu-hand/1",
    "rules": "cardavia",
    "indicators": "4s 4s",
    "dealer": 0,
    "players": [
        {"hand": "111222333m 456789m 123s 5c", "groups": ["concealed-kong 6s"]},
        {"hand": "123c 456c 789c 789s TTT WWW RRR 11c", "ready": True},
        {"hand": "4455667788m 99m 1122337788s", "hezi": "4s"},
    ],
    "win": {"player": 1, "card": "1c", "by": "discard", "from": 0, "first_discard": True},
}
"""A ready player wins on the first discard, after a concealed kong of the dealer; another has a hezi."""


def changed(record: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """A copy with the values at some paths changed, or taken out where they are ``ABSENT``."""
    record = copy.deepcopy(record)
    for path, value in changes.items():
        place: Any = record
        *steps, last = [int(step) if step.isdigit() else step for step in re.findall(r"[^].[]+", path)]
        for step in steps:
            place = place[step]
        if value is ABSENT:
            del place[last]
        else:
            place[last] = value
    return record


def read(value: dict[str, Any] | str | bytes, source: str = "hand.json") -> HandRecord | tuple[Fault, ...]:
    """The one record of a file with this content."""
    if isinstance(value, dict):
        value = json.dumps(value, ensure_ascii=False)
    data = value.encode() if isinstance(value, str) else value
    [result] = read_records(source, data)
    return result


def record_of(value: dict[str, Any] | str | bytes) -> HandRecord:
    """The same, which must have no fault."""
    result = read(value)
    assert isinstance(result, HandRecord), result
    return result


def faults_of(value: dict[str, Any] | str | bytes) -> tuple[Fault, ...]:
    """The same, which must be faulty."""
    result = read(value)
    assert not isinstance(result, HandRecord)
    return result


def toml_of(value: Any) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml_of(key)} = {toml_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_document(record: dict[str, Any]) -> str:
    """A record as a TOML file of one record."""
    return "".join(f"{key} = {toml_of(value)}\n" for key, value in record.items())
