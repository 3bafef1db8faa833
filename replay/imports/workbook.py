"""Score sheets in a workbook, through openpyxl (docs/import.md).

Every worksheet is read, hidden ones too; one without any cell is passed over. Rows are accounted for as the CSV text
they are (UTF-8, commas, LF): ``size`` and ``digest`` of the source are that text's, of all sheets one after the other,
and a workbook saved twice has one digest. Formulas are never evaluated: the value that was saved with one is read, and
one without is a fault. So is every cell but the first of merged ones: what they say is not known.
"""

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from hashlib import sha256
from itertools import zip_longest
from typing import Any, BinaryIO, Final

from engine.said import said
from replay.faults import Fault
from replay.imports.csv_rows import BLANK
from replay.imports.pieces import Piece, Reading, Source
from replay.imports.sheets import CellFault, Row, pieces_of_rows

LARGEST: Final = 2**27
"""Bytes that a workbook may unpack to."""
MOST_CELLS: Final = 2**22
"""Cells of a workbook, blank ones between others included."""

_MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"')
_OTHERS = {
    "xl/workbook.bin": said("a binary workbook (.xlsb)"),
    "content.xml": said("an OpenDocument file"),
    "word/document.xml": said("a text document"),
}


class _NoWorkbookError(Exception):
    """``args[0]``: what it is instead, in words."""


def open_workbook(name: str, stream: BinaryIO, reading: Reading) -> Source:
    """The source that a zip is. Never raises for its content."""
    from replay.imports.sources import unread

    mend: str | None = said("save it as .xlsx without a password, or as CSV")
    try:
        sheets = _sheets(stream)
    except _NoWorkbookError as error:
        message, code = error.args[0], "not-a-workbook"
    except ModuleNotFoundError:
        message, code = said("openpyxl, which reads workbooks, is not installed"), "needs-library"
        mend = said("pip install 'duzihu[sheets]', or save it as CSV")
    except Exception as error:  # of whatever a broken workbook makes openpyxl stumble over
        message, code = (
            said("a workbook that cannot be read: {what}", what=f"{type(error).__name__}: {error}"),
            "not-a-workbook",
        )
    else:
        text = "".join([row.text for _, rows in sheets for row in rows]).encode()
        return Source(name, "xlsx", len(text), sha256(text).hexdigest(), pieces=_pieces(name, sheets, reading))
    return unread(name, stream, Fault(code, message, name, mend=mend))


def _pieces(name: str, sheets: Sequence[tuple[str, list[Row]]], reading: Reading) -> Iterator[Piece]:
    used = [(title, rows) for title, rows in sheets if any(not row.is_ignored for row in rows)]
    number = 0
    for title, rows in sheets:
        for piece in pieces_of_rows(name, rows, reading, number, title if len(used) > 1 else ""):
            number = max(number, piece.number)
            yield piece
    if not used:
        fault = Fault("empty", said("no hand record in it"), name)
        yield Piece("rejected", 1, 0, 1, faults=(fault,))


def _sheets(stream: BinaryIO) -> list[tuple[str, list[Row]]]:
    """The rows of every worksheet by its title. Raises what openpyxl raises, and ``_NoWorkbookError``."""
    stream.seek(0)
    with zipfile.ZipFile(stream) as packed:
        _looked_over(packed)
        from openpyxl import load_workbook

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of styles and pictures that are left out
            saved, written = (load_workbook(stream, read_only=True, data_only=values) for values in (True, False))
            cells = [0]
            return [
                (values.title, list(_rows(values, formulas, _merged(packed, values), cells)))
                for values, formulas in zip(saved.worksheets, written.worksheets, strict=True)
                if hasattr(values, "iter_rows")
            ]


def _looked_over(packed: zipfile.ZipFile) -> None:
    """Raises ``_NoWorkbookError`` for a zip that is no workbook, or unpacks to too much."""
    names = set(packed.namelist())
    if "xl/workbook.xml" not in names:
        what = next((words for part, words in _OTHERS.items() if part in names), said("a zip without a workbook in it"))
        raise _NoWorkbookError(what)
    if any(part.flag_bits & 1 for part in packed.infolist()):
        raise _NoWorkbookError(said("an encrypted zip"))
    size = sum(part.file_size for part in packed.infolist())
    if size > LARGEST:
        sizes = {"size": f"{size:,}", "most": f"{LARGEST:,}"}
        raise _NoWorkbookError(said("a workbook that unpacks to {size} bytes; up to {most} are read", **sizes))


def _merged(packed: zipfile.ZipFile, sheet: Any) -> dict[int, list[tuple[int, int]]]:
    """By row: from which column to which, counted from 0, cells are merged into one that stands elsewhere."""
    from openpyxl.utils import column_index_from_string

    text = packed.read(sheet._worksheet_path)
    areas: dict[int, list[tuple[int, int]]] = {}
    for match in _MERGED.finditer(text):
        first, last = column_index_from_string(match[1].decode()) - 1, column_index_from_string(match[3].decode()) - 1
        top, bottom = int(match[2]), int(match[4])
        if last > first:
            areas.setdefault(top, []).append((first + 1, last))
        for row in range(top + 1, min(bottom, top + MOST_CELLS) + 1):
            areas.setdefault(row, []).append((first, last))
    return areas


def _rows(values: Any, formulas: Any, merged: dict[int, list[tuple[int, int]]], cells: list[int]) -> Iterator[Row]:
    """The rows of a sheet, from its saved values and what was written. ``cells``: how many were read so far."""
    for sheet in (values, formulas):
        sheet.reset_dimensions()  # what a sheet declares may be a million rows
    both = zip_longest(values.iter_rows(), formulas.iter_rows(), fillvalue=())
    for number, (saved, written) in enumerate(both, 1):
        cells[0] += len(saved) + 1
        if cells[0] > MOST_CELLS:
            raise _NoWorkbookError(said("a workbook of more than {most} cells", most=f"{MOST_CELLS:,}"))
        read = [_read(index, *each) for index, each in enumerate(zip_longest(saved, written))]
        texts = [text for text, _ in read]
        while texts and not texts[-1]:
            texts.pop()
        wrong = [fault for _, fault in read if fault is not None]
        if any(texts):  # nobody misses what a blank row shares with others
            wrong += [_shared(index) for first, last in merged.get(number, ()) for index in range(first, last + 1)]
        line = _as_csv(texts)
        yield Row(number, len(line.encode()), line, tuple(texts) or ("",), tuple(wrong))


def _read(index: int, saved: Any, written: Any) -> tuple[str, CellFault | None]:
    """The text of a cell, and what is wrong with it."""
    value = None if saved is None else saved.value
    if written is not None and written.data_type == "f" and value is None:
        message = said("a formula without its value: it is not evaluated")
        mend = said("open and save it in an office program, or write the value")
        return "", CellFault(index, "formula-without-value", message, str(written.value)[:80], mend)
    if saved is not None and saved.data_type == "e":
        return str(value), CellFault(index, "error-value", said("an error instead of a value"), str(value))
    match value:
        case None:
            return "", None
        case bool():
            return str(value).upper(), None
        case float() if value.is_integer():
            return str(int(value)), None
        case datetime() if (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0):
            return value.date().isoformat(), None
        case datetime():
            return value.isoformat(" "), None
        case date():
            return value.isoformat(), None
    return str(value).strip(BLANK + "\r\n"), None


def _shared(index: int) -> CellFault:
    message = said("merged with other cells, of which only the first says something")
    return CellFault(index, "merged-cell", message, None, said("take the cells apart, and fill in each"))


def _as_csv(texts: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(texts)
    return line.getvalue()
