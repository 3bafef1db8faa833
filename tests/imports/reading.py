"""Sources read from bytes, for tests."""

import io
import json
from typing import Any

from msgspec import Struct

from fixtures.imports import COLUMN_OF, row_of, table_of
from replay.imports.pieces import Piece, Reading, Source
from replay.imports.sources import open_source
from replay.imports.template import csv_of
from tests.support.records import WORKED

RULES = Reading(rules="cardavia")


class Opened(Struct):
    """A source and all its pieces."""

    source: Source
    pieces: list[Piece]

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(piece.content) for piece in self.pieces if piece.fate == "record"]

    @property
    def fates(self) -> str:
        """The first letter of every piece's fate."""
        return "".join(piece.fate[0] for piece in self.pieces)

    @property
    def codes(self) -> list[str]:
        return [fault.code for piece in self.pieces for fault in piece.faults]


def opened(content: bytes, name: str = "source", reading: Reading = RULES) -> Opened:
    """A source that is no log; its pieces are all its bytes."""
    source = open_source(name, io.BytesIO(content), reading)
    assert source.pieces is not None
    pieces = list(source.pieces)
    accounted(source, pieces)
    return Opened(source, pieces)


def accounted(source: Source, pieces: list[Piece]) -> None:
    """Every byte has one fate, and every fate what belongs to it."""
    assert sum(piece.size for piece in pieces) == source.size - source.skipped
    numbers = [piece.number for piece in pieces if piece.fate != "ignored"]
    assert numbers == list(range(1, len(numbers) + 1))
    for piece in pieces:
        assert bool(piece.faults) == (piece.fate == "rejected")
        assert (piece.record is not None) == (piece.fate == "record")
        assert bool(piece.content) == (piece.fate in ("record", "typed"))
        assert (piece.number == 0) == (piece.fate == "ignored")
        assert "\ufffd" not in piece.content.decode()


def in_order(record: dict[str, Any]) -> dict[str, Any]:
    """A record with every player's groups in the order of a sheet's columns."""
    forms = [*COLUMN_OF]
    players = [dict(player) for player in record["players"]]
    for player in players:
        if "groups" in player:
            player["groups"] = sorted(player["groups"], key=lambda group: forms.index(group.split()[0]))
    return {**record, "players": players}


def sheet(*changes: dict[str, Any], language: str = "zh", delimiter: str = ",") -> str:
    """A sheet in CSV with a row for each: the worked record with other cells, by field."""
    base = row_of(WORKED) | {"claimed_by": None}
    heads, _, *rows = table_of([base, *[base | change for change in changes]], language)
    return csv_of([heads, *rows], delimiter)


def with_heads(text: str, **heads: str) -> bytes:
    """A sheet with other heads."""
    first, rest = text.split("\n", 1)
    for old, new in heads.items():
        assert old in first.split(",")
        first = ",".join(new if head == old else head for head in first.split(","))
    return f"{first}\n{rest}".encode()
