"""Workbooks: every worksheet, values that were saved, and clear faults for whatever else a zip may hold."""

import builtins
import io
import zipfile
from collections.abc import Callable
from datetime import date, datetime
from random import Random
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference

from fixtures.imports import row_of, table_of
from replay.imports import workbook
from replay.imports.template import csv_of, workbook_of
from tests.imports.reading import opened
from tests.support.records import WORKED

TABLE = table_of(
    [row_of(WORKED) | {"date": date(2025, 4, 12), "payment0": 80, "payment1": -40.0, "payment2": "−40"}] * 2
)
HEADS = TABLE[0]


def book(*changes: Callable[[Any], object]) -> bytes:
    """A workbook of two hands, changed."""
    made = load_workbook(io.BytesIO(workbook_of({"四月": TABLE})))
    for change in changes:
        change(made)
    saved = io.BytesIO()
    made.save(saved)
    return saved.getvalue()


def at(head: str, row: int, value: Any) -> Callable[[Any], object]:
    """A change of one cell of the first sheet."""
    return lambda made: made.worksheets[0].cell(row, HEADS.index(head) + 1, value)


def packed(**parts: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return made.getvalue()


def test_values_become_the_texts_that_csv_has() -> None:
    read = opened(book())
    assert read.codes == []
    text = csv_of([[str(int(cell)) if isinstance(cell, float) else cell for cell in row] for row in TABLE])
    assert read.source.size == len(text.encode())
    assert read.records == opened(text.encode()).records
    assert read.source.digest == opened(text.encode()).source.digest
    assert [piece.date for piece in read.pieces] == [None, "2025-04-12", "2025-04-12"]


def test_a_workbook_saved_again_has_the_same_digest() -> None:
    again = book(lambda made: setattr(made.properties, "title", "another"))
    assert again != book()
    assert opened(again).source.digest == opened(book()).source.digest


def test_every_worksheet_is_read_and_told_by_its_title() -> None:
    def more(made: Any) -> None:
        hidden = made.create_sheet("五月 (1)")
        hidden.sheet_state = "hidden"
        for row in (HEADS, TABLE[1], [None], ["# 完"], TABLE[2]):
            hidden.append(row)
        hidden.cell(5, HEADS.index("庄家") + 1, "Nobody")
        made.create_sheet("empty")
        chart = BarChart()
        chart.add_data(Reference(hidden, min_col=1, min_row=1, max_row=2))
        made.create_chartsheet("chart").add_chart(chart)

    read = opened(book(more))
    assert read.fates == "irririr"
    (fault,) = read.pieces[-1].faults
    assert (fault.code, fault.line, fault.column) == ("no-player", 5, "五月 (1)!E (庄家)")


def test_a_sheet_that_is_none_is_rejected_and_the_others_are_read() -> None:
    read = opened(book(lambda made: made.create_sheet("注").append(["老王", "记的"])))
    assert read.fates == "irrr"
    assert [(fault.code, fault.column) for fault in read.pieces[-1].faults] == [("no-heading", "注!")]


def test_a_workbook_without_a_hand_is_said_to_be_empty() -> None:
    saved = io.BytesIO()
    Workbook().save(saved)
    assert opened(saved.getvalue()).codes == ["empty"]


@pytest.mark.parametrize(
    ("head", "value", "code"),
    [
        ("收付2", "=-20-20", "formula-without-value"),
        ("收付2", "#REF!", "error-value"),
        ("收付2", -40.5, "no-amount"),
        ("日期", datetime(2025, 4, 12, 20, 30), "no-date"),
        ("手牌1", 123, "no-card"),
        ("胡牌", date(2025, 7, 1), "no-card"),
    ],
)
def test_a_cell_that_says_nothing_certain_rejects_its_row(head: str, value: Any, code: str) -> None:
    read = opened(book(at(head, 3, value)))
    assert read.fates == "irr"
    (fault,) = read.pieces[2].faults
    assert (fault.code, fault.line) == (code, 3)
    assert str(fault.column).endswith(f"({head})")


def test_the_value_saved_with_a_formula_is_read_and_none_is_worked_out() -> None:
    content = book(at("收付2", 3, "=1000*1000"))
    parts = {}
    with zipfile.ZipFile(io.BytesIO(content)) as old:
        for name in old.namelist():
            parts[name] = old.read(name).replace(b"<f>1000*1000</f><v />", b"<f>1000*1000</f><v>-40</v>")
            parts[name] = parts[name].replace(b"<f>1000*1000</f><v></v>", b"<f>1000*1000</f><v>-40</v>")
    read = opened(packed(**parts))
    assert read.codes == []
    assert read.records[1]["claims"] == read.records[0]["claims"]


def test_a_number_is_a_date_where_the_workbook_says_so_only() -> None:
    def serial(made: Any) -> None:
        cell = made.worksheets[0].cell(3, HEADS.index("日期") + 1, 45759)
        cell.number_format = "General"

    read = opened(book(at("日期", 2, 45759), serial))
    assert read.pieces[1].date == "2025-04-12"
    assert read.codes == ["no-date"]


def test_yes_and_no_may_be_cells_of_truth() -> None:
    assert opened(book(at("自摸", 2, False))).codes == []
    assert opened(book(at("自摸", 2, True))).codes == ["from-without-giver"]


def test_merged_cells_are_told_where_a_hand_would_miss_them() -> None:
    def merged(made: Any) -> None:
        for area in ("A2:A3", "A5:C6"):  # one over two hands, one below them all
            made.worksheets[0].merge_cells(area)

    read = opened(book(merged))
    assert read.fates == "irri"
    (fault,) = read.pieces[2].faults
    assert (fault.code, fault.line, fault.column) == ("merged-cell", 3, f"A ({HEADS[0]})")


def test_merged_notes_are_nobodys_loss() -> None:
    column = len(HEADS) + 1

    def noted(made: Any) -> None:
        sheet = made.worksheets[0]
        sheet.cell(1, column, "备注")
        sheet.merge_cells(start_row=2, end_row=3, start_column=column, end_column=column)

    assert opened(book(noted)).codes == []


def test_rows_far_below_cost_nothing_but_a_piece() -> None:
    read = opened(book(at("编号", 20_000, "# 完")))
    assert read.fates == "irri"
    assert read.pieces[3].line == 4
    assert read.source.size - sum(piece.size for piece in read.pieces[:3]) == 20_000 - 4 + len("# 完\n".encode())


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (packed(a=b""), "a zip without a workbook in it"),
        (packed(**{"content.xml": b"<a/>"}), "an OpenDocument file"),
        (packed(**{"word/document.xml": b"<a/>"}), "a text document"),
        (packed(**{"xl/workbook.bin": b""}), "a binary workbook (.xlsb)"),
        (packed(**{"xl/workbook.xml": b"<a>"}), "a workbook that cannot be read"),
        (packed(**{"xl/workbook.xml": b"", "[Content_Types].xml": b"<Types/>"}), "a workbook that cannot be read"),
        (book()[:-30], "a workbook that cannot be read"),
        (b"PK\x03\x04", "a workbook that cannot be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512), "an office document of the old format, or an encrypted one"),
    ],
    ids=["no-workbook", "ods", "docx", "xlsb", "broken-xml", "empty-xml", "cut", "magic-only", "old"],
)
def test_what_is_no_workbook_is_said_for_what_it_is(content: bytes, what: str) -> None:
    read = opened(content, "a.xlsx")
    (fault,) = read.pieces[0].faults
    assert fault.code == "not-a-workbook"
    assert fault.message.startswith(what)
    assert fault.mend
    assert (read.source.kind, read.source.size) == ("unknown", len(content))


def test_an_encrypted_zip_is_told() -> None:
    content = bytearray(packed(**{"xl/workbook.xml": b"<a/>"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert opened(bytes(content)).pieces[0].faults[0].message == "an encrypted zip"


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "LARGEST", 10_000)
    (fault,) = opened(packed(**{"xl/workbook.xml": b" " * 10_001})).pieces[0].faults
    assert fault.message == "a workbook that unpacks to 10,001 bytes; up to 10,000 are read"


def test_more_cells_than_a_club_fills_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_CELLS", 1000)
    assert opened(book()).codes == []
    assert opened(book(at("编号", 2_000, "# 完"))).codes == ["not-a-workbook"]


def test_no_damage_to_a_workbook_raises() -> None:
    content, random = book(), Random(7)
    for _ in range(60):
        damaged = bytearray(content)
        for _ in range(random.randrange(1, 8)):
            damaged[random.randrange(4, len(damaged))] = random.randrange(256)
        opened(bytes(damaged), "a.xlsx")


def test_without_openpyxl_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def without(name: str, *args: Any) -> Any:
        if name.startswith("openpyxl"):
            raise ModuleNotFoundError(name)
        return known(name, *args)

    content = book()
    monkeypatch.setattr(builtins, "__import__", without)
    (fault,) = opened(content).pieces[0].faults
    assert fault.code == "needs-library"
    assert "pip install 'duzihu[sheets]'" in str(fault.mend)
