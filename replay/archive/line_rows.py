"""Lines of scores to the tables ``accounts`` and ``unlike_lines``: few lines are unlike each other, so each of these
is kept once."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from engine.cards import TOKENS
from engine.lines import Factor, Line
from replay.archive.schema import arrow_schema
from replay.archive.store import run

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection

_Told = tuple[Any, ...]
"""What ``unlike_lines`` has of a line itself."""


class LineRows:
    """The lines of seats and readings, for deals and lines numbered by the caller and from 0."""

    def __init__(self) -> None:
        self._accounts: list[tuple[int, int, int | None]] = []
        self._which: list[list[int]] = []
        self._lines: dict[Line, int] = {}

    def add(self, deal: int, seat: int, reading: int | None, lines: Sequence[Line]) -> None:
        """The lines of a seat that did not win, or of a winner's reading."""
        if lines:
            known = self._lines
            self._accounts.append((deal, seat, reading))
            self._which.append([known.setdefault(line, len(known)) for line in lines])

    def tables(self) -> "dict[str, pa.Table]":
        """Both tables, if there are lines."""
        import pyarrow as pa

        if not self._accounts:
            return {}
        deals, seats, readings = zip(*self._accounts, strict=True)
        ends = pa.array(accumulate(map(len, self._which), initial=0), pa.int32())
        which = pa.array(chain.from_iterable(self._which), pa.int32())
        accounts = {
            "deal": pa.array(deals, pa.int32()),
            "seat": pa.array(seats, pa.int8()),
            "reading": pa.array(readings, pa.int32()),
            "lines": pa.ListArray.from_arrays(ends, which),
        }
        schema = arrow_schema("unlike_lines")
        told = zip(*[(number, *_told(line)) for line, number in self._lines.items()], strict=True)
        lines = [pa.array(column, field.type) for column, field in zip(told, schema, strict=True)]
        return {"accounts": pa.table(accounts), "unlike_lines": pa.table(lines, schema=schema)}


class LineNumbers:
    """The numbers that lines have in an archive, those that are put in on the way included."""

    def __init__(self, archive: "DuckDBPyConnection") -> None:
        self._archive = archive
        self._numbers: dict[_Told, int] | None = None

    def forget(self) -> None:
        """What was put in may have been taken back: what there is must be looked up again."""
        self._numbers = None

    def of(self, unlike: "pa.Table") -> "tuple[pa.Array, pa.Table]":
        """By its number in a batch, each line's number in the archive, and the lines that are not there yet."""
        import pyarrow as pa

        if self._numbers is None:
            self._numbers = {tuple(told): line for line, *told in run(self._archive, _ALL)}
        known, new = self._numbers, list[tuple[int, int]]()
        numbers = []
        _own, *columns = [column.to_pylist() for column in unlike.columns]
        for at, told in enumerate(zip(*columns, strict=True)):
            number = known.get(told)
            if number is None:
                number = known[told] = len(known)
                new.append((at, number))
            numbers.append(number)
        added = unlike.take(pa.array([at for at, _ in new], pa.int32()))
        return pa.array(numbers, pa.int32()), added.set_column(0, "line", pa.array([n for _, n in new], pa.int32()))


_ALL = "SELECT * FROM unlike_lines ORDER BY line"


def _told(line: Line) -> _Told:
    return (
        line.id, line.section, line.rule, line.option, line.assumed, line.amount, _cards(line.cards), line.value,
        _factors(line.factors) if line.factors else None,
    )  # fmt: skip


@lru_cache(8192)
def _cards(kinds: tuple[int, ...]) -> str | None:
    return " ".join([TOKENS[kind] for kind in kinds]) or None


@lru_cache(8192)
def _factors(factors: tuple[Factor, ...]) -> str:
    return ", ".join([f"{factor.id} {TOKENS[factor.card]} ×{factor.times}" for factor in factors])
