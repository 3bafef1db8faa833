"""Events of deals to the tables ``plain_events`` and ``full_events``, by columns: nearly all rows of an import."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, compress
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from engine.cards import CARDS, TOKENS
from engine.deal import Deal, Fate, Step
from engine.events import Event, Extension, KongDeclared, OpeningDeclared, Retracted, type_of
from replay.archive.schema import NO_CARD, NO_SEAT, PLAIN, arrow_schema

if TYPE_CHECKING:
    import pyarrow as pa

_OTHER, _RETRACTED, _WITH_FORM = len(PLAIN), len(PLAIN) + 1, len(PLAIN) + 2
_KINDS: tuple[Any, ...] = (*get_args(Event), Extension)
_PLAIN = {written: number for number, written in enumerate(PLAIN)}
_NUMBER_OF = {kind: _PLAIN.get((type_of(kind), None), _OTHER) for kind in _KINDS}
_NUMBER_OF |= {Retracted: _RETRACTED, KongDeclared: _WITH_FORM, OpeningDeclared: _WITH_FORM}
_number_of = _NUMBER_OF.__getitem__


def _have(field: str) -> bytes:
    """What turns the numbers of plain events into 1 where such an event has a field, else 0."""
    types = {type_of(kind) for kind in _KINDS if field in kind.__struct_fields__}
    return bytes(number < _OTHER and PLAIN[number][0] in types for number in range(256))


_HAVE_CARD, _HAVE_SEAT, _ARE_PLAYED = _have("card"), _have("seat"), _have("irregular")
_ARE_OTHER = bytes(number == _OTHER for number in range(256))
_CARD = dict(zip(TOKENS, range(CARDS), strict=True))

_seat, _irregular, _at = map(attrgetter, ("seat", "irregular", "at"))


class EventRows:
    """Rows of both tables, for deals numbered by the caller."""

    def __init__(self) -> None:
        self.plain = _PlainEvents()
        self.full = _FullEvents()

    def add(self, deal: int, folded: Deal) -> None:
        """All events of a deal."""
        steps = folded.steps
        events = [step.event for step in steps]
        numbers = bytes(map(_number_of, map(type, events)))
        if _WITH_FORM in numbers:
            numbers = _with_forms(events, numbers)
        if folded.stopped or _RETRACTED in numbers or not self.plain.add(deal, events, numbers):
            self.full.add_steps(deal, steps)
            return
        for event in compress(events, numbers.translate(_ARE_OTHER)):
            self.full.add(deal, event)

    def tables(self) -> "dict[str, pa.Table]":
        """The tables that there are rows of."""
        tables = {"plain_events": self.plain.table(), "full_events": self.full.table()}
        return {name: table for name, table in tables.items() if table.num_rows}


def _with_forms(events: Sequence[Any], numbers: bytes) -> bytes:
    """Numbers of events' kinds, those that have forms told apart by them."""
    told = bytearray(numbers)
    at = told.find(_WITH_FORM)
    while at >= 0:
        event = events[at]
        told[at] = _PLAIN[type_of(event), event.form]
        at = told.find(_WITH_FORM, at + 1)
    return bytes(told)


class _PlainEvents:
    """Deals whose every event stands. ``counts``: how many each has; ``kinds``: of every event, a place in ``PLAIN``,
    or one beyond it for an event that is told in full elsewhere; ``seats`` and ``cards``: of those plain events that
    have one; ``at``: of every event, as far as one has it."""

    def __init__(self) -> None:
        self.deals: list[int] = []
        self.counts: list[int] = []
        self.kinds = bytearray()
        self.seats = bytearray()
        self.cards = bytearray()
        self.at: list[str | None] = []

    def add(self, deal: int, events: Sequence[Any], numbers: bytes) -> bool:
        """A deal's events by the numbers of their kinds, and whether they were taken: not where a plain one is
        irregular or writes a card otherwise."""
        try:
            cards = bytes([_CARD[event.card] for event in compress(events, numbers.translate(_HAVE_CARD))])
        except KeyError:
            return False
        if any(map(_irregular, compress(events, numbers.translate(_ARE_PLAYED)))):
            return False
        if any(map(_at, events)):
            self.at += [None] * (len(self.kinds) - len(self.at))
            self.at += map(_at, events)
        self.deals.append(deal)
        self.counts.append(len(numbers))
        self.kinds += numbers
        self.seats += bytes(map(_seat, compress(events, numbers.translate(_HAVE_SEAT))))
        self.cards += cards
        return True

    def table(self) -> "pa.Table":
        """One row a deal; what an event's place among them is, is its seq."""
        import pyarrow as pa

        ends = pa.array(accumulate(self.counts, initial=0), pa.int32())
        columns = {
            "kind": _numbers(self.kinds),
            "seat": _scattered(self.seats, self.kinds.translate(_HAVE_SEAT), NO_SEAT),
            "card": _scattered(self.cards, self.kinds.translate(_HAVE_CARD), NO_CARD),
        }
        if self.at:
            columns["happened_at"] = pa.array(self.at + [None] * (len(self.kinds) - len(self.at)), pa.string())
        return pa.table(
            {"deal": pa.array(self.deals, pa.int32())}
            | {name: pa.ListArray.from_arrays(ends, column) for name, column in columns.items()}
        )


def _scattered(numbers: bytearray, where: bytearray, nothing: int) -> "pa.Array":
    """Numbers, each in its turn where there is a 1."""
    import pyarrow as pa
    import pyarrow.compute as pc

    mask = pc.equal(_numbers(where), 1)
    return pc.replace_with_mask(pa.repeat(pa.scalar(nothing, pa.int8()), len(where)), mask, _numbers(numbers))


def _numbers(numbers: bytearray) -> "pa.Array":
    import pyarrow as pa

    return pa.Array.from_buffers(pa.int8(), len(numbers), [None, pa.py_buffer(bytes(numbers))])


_COLUMN_OF = {
    "seq": "seq", "seat": "seat", "card": "card", "at": "happened_at", "form": "form", "cards": "cards",
    "irregular": "irregular", "source": "giver", "by": "speaker", "text": "text", "reason": "text", "to": "back_to",
    "totals": "totals", "payments": "payments",
}  # fmt: skip
"""By a field of an event: the column that has it. Other fields are of the deal, not of the event."""


def _fields_of(kind: Any) -> tuple[str, ...]:
    return tuple([field.name for field in msgspec.structs.fields(kind) if field.name in _COLUMN_OF])


_FIELDS: dict[Any, tuple[str, ...]] = {kind: _fields_of(kind) for kind in _KINDS}
_TOLD: dict[Any, Callable[[Any], tuple[Any, ...]]] = {kind: attrgetter(*fields) for kind, fields in _FIELDS.items()}
"""By a kind of event: what gives the values of those of its fields that have a column."""


class _FullEvents:
    """All other events, by kind and fate: which deals', and what they tell."""

    def __init__(self) -> None:
        self._rows: defaultdict[tuple[Any, Fate], tuple[list[int], list[tuple[Any, ...]]]]
        self._rows = defaultdict(lambda: ([], []))

    def add(self, deal: int, event: Any, fate: Fate = "stands") -> None:
        kind = type(event)
        deals, told = self._rows[kind, fate]
        deals.append(deal)
        told.append(_TOLD[kind](event))

    def add_steps(self, deal: int, steps: Iterable[Step]) -> None:
        for step in steps:
            self.add(deal, step.event, step.fate)

    def table(self) -> "pa.Table":
        """One row an event, without the columns that no event has anything in."""
        import pyarrow as pa

        schema = arrow_schema("full_events")
        parts = [self._table(schema, kind, fate) for kind, fate in self._rows]
        return pa.concat_tables(parts, promote_options="default") if parts else schema.empty_table()

    def _table(self, schema: "pa.Schema", kind: Any, fate: Fate) -> "pa.Table":
        import pyarrow as pa

        deals, told = self._rows[kind, fate]
        count = len(deals)
        columns = {
            "deal": pa.array(deals, pa.int32()),
            "type": pa.repeat(type_of(kind), count),
            "fate": pa.repeat(fate, count),
            "irregular": pa.repeat(False, count),
        }
        for field, values in zip(_FIELDS[kind], zip(*told, strict=True), strict=True):
            name = _COLUMN_OF[field]
            column = pa.array(values, schema.field(name).type)
            if column.null_count < count:
                columns[name] = column
        return pa.table(columns)
