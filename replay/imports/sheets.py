"""Score sheets: one row a hand, under heads that say what each column is (docs/import.md).

CSV and workbooks give the same rows; what a row says becomes the value of a hand record, so that
``replay.records.read_record`` judges it as it judges every other. A cell that cannot be read is a fault here.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from engine.options import RuleSet
from engine.rulesets import RulesError
from replay.faults import Fault
from replay.imports.heads import Heading, heading_of
from replay.imports.pieces import Piece, Reading
from replay.imports.record_files import recorded
from replay.imports.rows import record_of
from replay.records import HandRecord
from replay.rulebook import rulebook
from replay.strict_json import MOST_FAULTS

COMMENT = "#"


class CellFault(Struct, frozen=True):
    """What is wrong with a cell as it stands in the file. ``index``: its column, ``None`` for the row. ``spreads``:
    other cells may have become part of it."""

    index: int | None
    code: str
    message: str
    token: str | None = None
    mend: str | None = None
    spreads: bool = False


class Row(Struct, frozen=True):
    """A row of a sheet. ``line``: its line or row; ``size``: its bytes; ``text``: as it stands; ``cells``: what stands
    in each, without blanks around it; ``wrong``: what cannot be read at all."""

    line: int
    size: int
    text: str
    cells: tuple[str, ...]
    wrong: tuple[CellFault, ...] = ()

    @property
    def is_ignored(self) -> bool:
        """Whether it is blank, or a comment."""
        return not self.wrong and (not any(self.cells) or self.cells[0].startswith(COMMENT))


def pieces_of_rows(
    source: str, rows: Iterable[Row], reading: Reading, number: int = 0, sheet: str = ""
) -> Iterator[Piece]:
    """The pieces of a sheet. Its first row that is no comment is the heading, whose piece has its text; where that is
    faulty, all is rejected as one. ``number``: how many records came before it; ``sheet``: its title, for faults, where
    there are several."""
    rules, faults = _rules(source, reading)
    rows, blanks, heading = iter(rows), list[Row](), None
    for row in rows:
        if row.is_ignored:
            blanks.append(row)
            continue
        yield from _ignored(blanks)
        if heading is None:
            heading, unknown = heading_of(row.cells, reading.columns, source, row.line)
            faults += [_fault(source, cell, row, heading) for cell in row.wrong] or unknown
            if faults:
                yield _rejected([row, *rows], number + 1, faults, sheet)
                return
            yield Piece("ignored", row.line, row.size, text=row.text)
            continue
        number += 1
        wrong = [cell for cell in row.wrong if cell.spreads or cell.index not in heading.passed]
        broken = [_fault(source, cell, row, heading) for cell in wrong]
        if any(cell.spreads for cell in wrong):
            yield _rejected([row], number, broken, sheet)
            continue
        read, date = record_of(row.cells, heading, source, row.line, rules=rules, broken=broken)
        if isinstance(read, HandRecord):
            yield recorded(read, date, row.line, row.size, number)
        else:
            yield _rejected([row], number, read, sheet)
    yield from _ignored(blanks)


def _rules(source: str, reading: Reading) -> tuple[RuleSet | None, list[Fault]]:
    """The rules of rows that name none, or what is wrong with their name."""
    if reading.rules is None:
        return None, []
    try:
        return rulebook().resolve(reading.rules), []
    except RulesError as error:
        return None, [Fault("wrong-rules", fault.message, source, token=fault.token) for fault in error.faults]


def _ignored(rows: list[Row]) -> Iterator[Piece]:
    """Rows one after the other that say nothing, as one piece."""
    if rows:
        yield Piece("ignored", rows[0].line, sum([row.size for row in rows]))
        rows.clear()


def _rejected(rows: Sequence[Row], number: int, faults: Iterable[Fault], sheet: str) -> Piece:
    if sheet:
        faults = [replace(fault, column=f"{sheet}!{'' if fault.column is None else fault.column}") for fault in faults]
    text, told = "".join([row.text for row in rows]), tuple(faults)[:MOST_FAULTS]
    return Piece("rejected", rows[0].line, sum([row.size for row in rows]), number, text, faults=told)


def _fault(source: str, cell: CellFault, row: Row, heading: Heading) -> Fault:
    place = None if cell.index is None else heading.place(cell.index)
    field = None if cell.index is None else heading.field_at(cell.index)
    return Fault(cell.code, cell.message, source, row.line, field, cell.token, cell.mend, place)
