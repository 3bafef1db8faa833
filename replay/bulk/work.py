"""The one unit of bulk work: ends of deals in, what they come to under a rule set out (docs/bulk.md).

Whoever has ends, the archive on all cores or a cluster over Parquet, calls ``rescored`` on batches of them.
"""

import gc
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias

import msgspec
import pyarrow as pa

from engine.cards import COPIES, KINDS
from engine.ending import DealEnd
from engine.options import RuleSet
from engine.said import said
from engine.score import score
from replay.archive.ends import GROUP_TEXT, LARGEST, groups_text, unpack_end
from replay.archive.schema import arrow_schema
from replay.bulk.version import engine_version
from replay.faults import Fault, UnreadableError
from replay.rulebook import rules_hash

ENDS = arrow_schema("ends")
"""What goes in: at least these columns."""
RESULTS = arrow_schema("rescored")
"""What comes out: exactly these."""

_SIX = 6
"""Totals and payments."""
_AT_ONCE = 256
"""Ends that are there at a time: more do not stay near the processor."""


def rescored(ends: pa.RecordBatch | pa.Table, rules: RuleSet) -> pa.RecordBatch:
    """Every deal of a batch of ``ENDS`` under a rule set, one row of ``RESULTS`` each, in the order of the batch.

    Totals and payments are null where nothing can be derived: a win that is none, a joker under rules that have none
    (§1.2), or totals over 2^60, which only amounts and multipliers of a million and more come to. Of these the last
    alone has a reading. Raises ``UnreadableError`` for bytes that are no end.
    """
    rules = _one(rules)
    packed, results = ends.column("end"), _Results()
    try:
        with no_search_for_cycles():
            for start in range(0, len(packed), _AT_ONCE):
                results.add(packed.slice(start, _AT_ONCE).to_pylist(), rules)
    except (msgspec.MsgspecError, TypeError):
        raise _no_end(ends) from None
    constant = [pa.repeat(pa.scalar(text), len(packed)) for text in (_hash(rules), engine_version())]
    deals = ends.column("deal")
    if isinstance(deals, pa.ChunkedArray):
        deals = deals.combine_chunks()
    return pa.record_batch([*constant, deals.cast(pa.int64()), *results.columns()], schema=RESULTS)


class _Results:
    """What ends come to, one after the other."""

    def __init__(self) -> None:
        self._figures = array("q")
        self._groups: list[str | None] = []
        self._completes: list[str | None] = []
        self._untold: list[int] = []

    def add(self, ends: Iterable[bytes], rules: RuleSet) -> None:
        """Some more ends, under the rule set of all."""
        plain, figures = rules.jokers == "excluded", list[int]()
        groups, completes, untold = self._groups, self._completes, self._untold
        for packed in ends:
            end = unpack_end(packed, rules)
            scored = None if plain and _has_joker(end) else score(end)
            if scored is None or scored.totals is None or scored.payments is None:
                untold.append(len(groups))
                figures += (0,) * _SIX
            else:
                figures += scored.totals
                figures += scored.payments
            if scored is None or not scored.readings:
                groups.append(None)
                completes.append(None)
                continue
            best = scored.readings[0]
            groups.append(groups_text(best.partition))
            completes.append(None if best.completes is None else GROUP_TEXT[best.completes])
        if max(figures) > LARGEST:
            self._leave_out_large(figures)
        self._figures += array("q", figures)

    def _leave_out_large(self, figures: list[int]) -> None:
        """Nothing can be told of the deals whose totals are too large for the columns."""
        before = len(self._figures)
        for at in range(0, len(figures), _SIX):
            if max(figures[at : at + 3]) > LARGEST:
                figures[at : at + _SIX] = (0,) * _SIX
                self._untold.append((before + at) // _SIX)

    def columns(self) -> list[pa.Array]:
        """Totals, payments, groups, and the one that is completed."""
        texts = [pa.array(column, pa.string()) for column in (self._groups, self._completes)]
        return [*[self._figure(self._figures[at::_SIX]) for at in range(_SIX)], *texts]

    def _figure(self, figures: "array[int]") -> pa.Array:
        if not self._untold:
            return pa.Array.from_buffers(pa.int64(), len(figures), [None, pa.py_buffer(figures)])
        told: list[int | None] = list(figures)
        for at in self._untold:
            told[at] = None
        return pa.array(told, pa.int64())


def _has_joker(end: DealEnd) -> bool:
    first, second, third = end.players
    return bool(first.jokers or second.jokers or third.jokers or (end.indicators and max(end.indicators) >= KINDS))


@contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """Without the collector of what refers back to itself: nothing that reading and scoring deals makes does."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@lru_cache(256)
def _one(rules: RuleSet) -> RuleSet:
    """The first of equal rule sets. What scoring remembers is found at once by the same value, not by its equal, and
    every batch that comes from another process brings one of its own."""
    return rules


@lru_cache(256)
def _hash(rules: RuleSet) -> str:
    return rules_hash(rules)


def check_ends(ends: pa.RecordBatch | pa.Table) -> None:
    """Raise ``UnreadableError`` at the first of a batch of ``ENDS`` that is none: for what no archive wrote."""
    for deal, packed in zip(ends.column("deal").to_pylist(), ends.column("end").to_pylist(), strict=True):
        if deal is None or packed is None or not _is_end(packed):
            raise _no_end(ends)


def _no_end(ends: pa.RecordBatch | pa.Table) -> UnreadableError:
    rows = zip(ends.column("deal").to_pylist(), ends.column("end").to_pylist(), strict=True)
    deal = next((deal for deal, packed in rows if deal is None or packed is None or not _is_end(packed)), None)
    message = said("deal {deal}: what is kept of its end cannot be read", deal="null" if deal is None else deal)
    return UnreadableError([Fault("no-end", message, "ends", field="end", mend=said("export it again"))])


def _is_end(packed: bytes) -> bool:
    """Whether bytes are an end with cards, seats and numbers of cards that there are."""
    try:
        end = unpack_end(packed, None)  # type: ignore[arg-type]
    except msgspec.MsgspecError:
        return False
    win = end.win
    return (
        end.dealer in range(3)
        and all(card in range(KINDS + 5) for card in end.indicators)
        and all(len(player.hand) == KINDS and max(player.hand) <= COPIES for player in end.players)
        and all(group.kind in range(KINDS) for player in end.players for group in player.groups)
        and all(player.hezi is None or player.hezi in range(KINDS) for player in end.players)
        and all(joker in range(KINDS, KINDS + 5) for player in end.players for joker in player.jokers)
        and (win is None or (win.seat in range(3) and (win.giver is None or win.giver in range(3))))
        and (win is None or win.card is None or win.card in range(KINDS))
    )


def packed(batch: pa.RecordBatch | pa.Table) -> bytes:
    """A batch as Arrow IPC, for another process."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write(batch)
    return bytes(sink.getvalue())


def unpacked(data: bytes) -> pa.Table:
    """What was packed; nothing is copied."""
    return pa.ipc.open_stream(data).read_all()


Piece: TypeAlias = tuple[bytes, RuleSet]
"""A packed batch of ends, and the rule set to score them under."""


def reckon(piece: Piece) -> bytes:
    """``rescored`` from process to process."""
    data, rules = piece
    return packed(rescored(unpacked(data), rules))


def reckon_checked(piece: Piece) -> bytes:
    """The same for ends that no archive wrote."""
    check_ends(unpacked(piece[0]))
    return reckon(piece)
