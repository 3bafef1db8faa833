"""CSV read strictly: what the standard library reads of good text, faults of everything else, and every byte."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.imports.csv_rows import BLANK, delimiter_of, rows_of
from replay.imports.encodings import lines_of
from replay.imports.record_files import Line
from replay.imports.sheets import Row


def rows(content: bytes, codec: str = "utf-8") -> list[Row]:
    return list(rows_of("a.csv", [Line(raw, codec) for raw in lines_of(content, codec)], codec, {}))


def cells(text: str) -> list[tuple[str, ...]]:
    read = rows(text.encode())
    assert [fault for row in read for fault in row.wrong] == []
    return [row.cells for row in read]


CELLS = st.text(st.sampled_from('a李 "\n,;\t#\r'), max_size=6)


@given(table=st.lists(st.lists(CELLS, min_size=2, max_size=4), max_size=5), end=st.sampled_from(("\n", "\r\n")))
def test_what_the_standard_library_writes_is_read_as_it_was(table: list[list[str]], end: str) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([["x,y", "z"], *table])
    read = rows(text.getvalue().encode())
    assert [row.wrong for row in read] == [()] * len(read)
    assert "".join(row.text for row in read) == text.getvalue()
    assert [row.cells for row in read][1:] == [tuple(cell.strip(BLANK + "\r\n") for cell in row) for row in table]


@given(
    content=st.lists(st.sampled_from(['"', ",", "\n", "\r\n", "a", " ", "李", "#", "日期"]), max_size=30).map("".join)
)
def test_every_byte_of_any_text_is_in_a_row(content: str) -> None:
    for codec in ("utf-8", "utf-16-le", "gb18030"):
        read = rows(content.encode(codec), codec)
        assert sum(row.size for row in read) == len(content.encode(codec))
        assert "".join(row.text for row in read) == content
        assert [row.line for row in read] == sorted({row.line for row in read})


@given(content=st.lists(st.sampled_from(['"', ",", "\n", "a", "b"]), max_size=20).map("".join))
def test_what_is_read_without_a_fault_the_standard_library_reads_too(content: str) -> None:
    read = rows(("h,h\n" + content).encode())
    if not any(row.wrong for row in read):
        wanted = list(csv.reader(io.StringIO("h,h\n" + content, newline=""), skipinitialspace=True, strict=True))
        ours = [tuple(cell for cell in row.cells) for row in read if any(row.cells)]
        assert ours == [
            tuple(cell.strip(BLANK + "\n") for cell in row) for row in wanted if any(c.strip(BLANK + "\n") for c in row)
        ]


@pytest.mark.parametrize(
    ("text", "code", "index"),
    [
        ('a,b"c\n', "stray-quote", 1),
        ('a,b"c"\n', "stray-quote", 1),
        ('a,"b"c\n', "stray-quote", 1),
        ('"a" "b",c\n', "stray-quote", 0),
        ('a,"b\n', "unclosed-quote", None),
        ('"', "unclosed-quote", None),
    ],
)
def test_quotes_out_of_place_are_told(text: str, code: str, index: int | None) -> None:
    (row,) = rows(text.encode())
    (fault,) = row.wrong
    assert (fault.code, fault.index, fault.spreads) == (code, index, True)


def test_an_unclosed_quote_takes_all_that_follows_and_nothing_before() -> None:
    read = rows(b'a,b\nc,d\n"e,f\ng,h\n')
    assert [(row.line, row.text) for row in read] == [(1, "a,b\n"), (2, "c,d\n"), (3, '"e,f\ng,h\n')]


def test_a_row_may_have_several_lines_within_quotes() -> None:
    assert cells('日期,备注\n1,"one\r\ntwo ""三"""\n2,\n') == [("日期", "备注"), ("1", 'one\r\ntwo "三"'), ("2", "")]


def test_rows_may_end_in_cr_lf_where_cells_have_lone_lf() -> None:
    assert cells('a,"b\nc"\r\nd,e\r\n') == [("a", "b\nc"), ("d", "e")]


def test_a_line_that_is_no_text_costs_its_row_only() -> None:
    read = rows("日期,玩家1\n李,王\n".encode() + b"\xff,x\n" + "陈,周\n".encode())
    assert [bool(row.wrong) for row in read] == [False, False, True, False]
    assert read[2].text == "\\xff,x\n"
    assert "\ufffd" not in read[2].text


def test_a_line_longer_than_anybody_fills_costs_itself_only() -> None:
    read = rows(b"a,b\n" + b"x," * 2**20 + b"\nc,d\n")
    assert [[fault.code for fault in row.wrong] for row in read] == [[], ["line-too-long"], []]
    assert read[2].cells == ("c", "d")


@pytest.mark.parametrize(
    ("heading", "delimiter"),
    [
        ("日期,庄家;备注,将牌", ","),
        ("日期;庄家;将牌", ";"),
        ("日期\t庄家\t将牌", "\t"),
        ("date;dealer, or so;indicators;hand 1", ";"),
        ("日期", ","),
        ("a;b;c", ";"),
    ],
)
def test_what_separates_cells_is_told_by_the_heads(heading: str, delimiter: str) -> None:
    assert delimiter_of(heading, {}) == delimiter


def test_a_hint_for_office_programs_is_taken() -> None:
    assert cells("sep=;\n日期;庄家,x\n") == [("",), ("日期", "庄家,x")]


def test_blanks_around_cells_are_left_out() -> None:
    assert cells(' 日期\t, "庄家" ,\u3000将牌\u3000\n') == [("日期", "庄家", "将牌")]
