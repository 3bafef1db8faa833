"""Cells of CSV: no spreadsheet runs what somebody typed, numbers stay numbers, and all of it can be undone."""

import csv
import io
import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.archive.cells import as_it_was, csv_cell, csv_line, json_bytes, plain, safe

RISKY = "=+-@＝＋－＠\t\r\n"
TEXTS = st.text(st.one_of(st.sampled_from(RISKY + "' \u3000\ufeff\u200b\u00a0\",;|"), st.characters(codec="utf-8")))


@given(TEXTS)
def test_no_cell_begins_as_a_formula_does_whatever_is_trimmed(text: str) -> None:
    cell = safe(text)
    assert not cell or cell[0] not in RISKY
    assert not cell.strip().startswith(tuple("=+-@＝＋－＠"))


@given(TEXTS)
def test_what_was_put_before_a_text_can_be_taken_away(text: str) -> None:
    assert as_it_was(safe(text)) == text


@given(TEXTS)
def test_two_texts_are_never_one_cell(text: str) -> None:
    """A text that looks like what was made of another gets a sign of its own."""
    assert as_it_was(safe(safe(text))) == safe(text)


@pytest.mark.parametrize("name", ["=1+1", "-5", "+86", "@sum", "＝1", "－5", " =1", "\t=1", "\ufeff=1", "'=1", "''+1"])
def test_names_that_a_spreadsheet_would_run_are_kept_from_it(name: str) -> None:
    assert safe(name) == f"'{name}"


@pytest.mark.parametrize("name", ["Li", "王芳", "'t Hooft", "a=1", "1-5", "", "?", "[red]"])
def test_other_names_stand_as_they_are(name: str) -> None:
    assert safe(name) == name


@given(st.one_of(st.integers(), st.decimals(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False)))
def test_numbers_stay_numbers(number: Any) -> None:
    cell = csv_cell(number)
    if number in (float("inf"), float("-inf")):
        assert cell.lstrip("'").lstrip("-") == "Infinity"
    else:
        assert type(number)(cell) == number


@given(st.lists(st.one_of(TEXTS, st.integers(), st.none(), st.booleans()), min_size=2))
def test_a_line_is_read_back_as_its_cells(values: list[Any]) -> None:
    (cells,) = csv.reader(io.StringIO(csv_line(values), newline=""), strict=True)
    assert cells == [csv_cell(value) for value in values]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (2**100, str(2**100)),
        (-(2**63) - 1, str(-(2**63) - 1)),
        (Decimal("1.50"), "1.50"),
        (float("nan"), '"NaN"'),
        (float("-inf"), '"-Infinity"'),
        (b"\x00\xff", '"00ff"'),
        (date(2025, 4, 12), '"2025-04-12"'),
        ([1, None, [True]], "[1,null,[true]]"),
        ({1: b"\x01"}, '{"1":"01"}'),
    ],
)
def test_every_value_has_a_word_in_json(value: Any, said: str) -> None:
    assert json_bytes(plain(value)).decode() == said


@given(st.recursive(st.one_of(st.none(), st.integers(), st.floats(), st.text(), st.binary()), st.lists))
def test_json_is_json(value: Any) -> None:
    json.loads(json_bytes(plain(value)), parse_constant=pytest.fail)
