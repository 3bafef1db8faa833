"""docs/import.md has every head and word, and no other."""

import re
from pathlib import Path

import pytest

from replay.imports import sources, workbook
from replay.imports.heads import words

TEXT = (Path(__file__).parents[2] / "docs" / "import.md").read_text(encoding="utf-8")
LANGUAGES = ("zh", "en", "it", "es")


def table_after(heading: str) -> list[list[str]]:
    """The cells of the rows of the table whose first head begins so."""
    (table,) = re.findall(rf"^\| {heading}.*\n\|(?:---\|)+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.splitlines()]


def test_the_tables_have_every_column_and_its_heads() -> None:
    tables = re.findall(r"^\| field \|.*\n\|(?:---\|)+\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    assert len(tables) == 2
    for part, star, table in zip(("columns", "players"), ("", "*"), tables, strict=True):
        rows = [
            [cell.strip().replace("\\*", "*") for cell in line.strip("|").split("|")] for line in table.splitlines()
        ]
        wanted = [
            [f"`{field}{star}`", *(", ".join(known[language]) for language in LANGUAGES)]
            for field, known in words()[part].items()
        ]
        assert [row[:5] for row in rows] == wanted
        assert all(row[5] for row in rows)


@pytest.mark.parametrize(("heading", "group"), [("form of a group", "forms"), ("way to win", "ways")])
def test_the_words_of_cells_are_listed(heading: str, group: str) -> None:
    wanted = [[f"`{meaning}`", ", ".join(known)] for meaning, known in words()[group].items() if meaning != "kong"]
    assert table_after(heading) == wanted


def test_yes_and_no_are_listed() -> None:
    flags = words()["flags"]
    assert f"**Yes and no:** {', '.join(flags['yes'])}; {', '.join(flags['no'])}." in TEXT


def test_the_bounds_are_those_of_the_program() -> None:
    assert sources.LARGEST == 64 * 2**20
    assert sources.MOST_LINES >= 2_000_000
    assert "up to 64 MiB and two million lines" in TEXT
    assert workbook.LARGEST == 128 * 2**20
    assert "unpack to 128 MiB" in TEXT
    assert workbook.MOST_CELLS >= 4_000_000
    assert "four million cells" in TEXT
