"""`duzihu template`: sheets to fill in, which import as they are."""

import io
import json
from pathlib import Path

import pytest

from cli.language import LANGUAGES, speaking
from engine.score import score
from replay.imports.heads import fields
from replay.imports.pieces import Reading
from replay.imports.template import csv_template, example_row, workbook_template
from replay.records import HandRecord
from tests.imports.reading import opened
from tests.support.command_line import invoke, run

KINDS = ("csv", "xlsx", "toml")


def made(kind: str, language: str, folder: Path) -> bytes:
    path = folder / f"sheet [1].{kind}"
    result = invoke("template", kind, "-o", str(path), "--lang", language)
    assert result.exit_code == 0, result.stderr
    assert "sheet[1]" in "".join(result.stdout.split())
    return path.read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_template_imports_as_it_is_and_its_claim_holds(kind: str, language: str, tmp_path: Path) -> None:
    read = opened(made(kind, language, tmp_path), f"a.{kind}", Reading())
    assert read.source.kind == kind
    assert read.codes == []
    (piece,) = (piece for piece in read.pieces if piece.fate == "record")
    record = piece.record
    assert isinstance(record, HandRecord)
    assert piece.date == "2025-04-12"
    assert score(record.end).payments == record.claims[0].payments


def test_templates_of_one_language_say_the_same_hand(tmp_path: Path) -> None:
    (csv,), (xlsx,), (toml,) = (opened(made(kind, "it", tmp_path)).records for kind in KINDS)
    groups = [sorted(player["groups"]) for player in toml["players"]]
    assert csv == xlsx
    assert [sorted(player["groups"]) for player in csv["players"]] == groups
    assert {key: csv[key] for key in csv if key != "players"} == {key: toml[key] for key in toml if key != "players"}


def test_csv_has_a_byte_order_mark_and_goes_to_standard_output() -> None:
    done = run("template", "csv", "--lang", "zh")
    assert done.returncode == 0
    assert done.stdout.startswith(b"\xef\xbb\xbf" + "日期".encode())
    assert done.stdout.decode() == csv_template("zh")
    assert done.stderr == b""


def test_the_bytes_are_the_same_every_time() -> None:
    assert workbook_template("es") == workbook_template("es")


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_there_stays(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_bytes(b"mine")
    result = invoke("template", kind, "-o", str(path))
    assert result.exit_code == 2
    assert "this file is there already" in result.stderr
    assert path.read_bytes() == b"mine"
    assert invoke("template", kind, "-o", str(path), "--force").exit_code == 0
    assert opened(path.read_bytes()).codes == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("pdf",), "must be one of: csv, xlsx, toml"),
        (("xlsx",), "a workbook is no text"),
        (("csv", "--json", "-o", "a.csv"), "--json prints the columns"),
    ],
)
def test_wrong_usage_is_said(
    args: tuple[str, ...], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke("template", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    result = invoke("template", "csv", "-o", str(tmp_path / "no" / "sheet.csv"))
    assert result.exit_code == 74
    assert "No such file or directory" in result.stderr


def test_json_has_every_column_its_heads_and_the_example() -> None:
    result = invoke("template", "csv", "--json", "--lang", "zh")
    document = json.loads(result.stdout)
    assert [column["field"] for column in document["columns"]] == list(fields())
    hand = next(column for column in document["columns"] if column["field"] == "hand0")
    assert (hand["needed"], hand["heads"]["zh"][0]) == (True, "手牌1")
    example = {column["field"]: column["example"] for column in document["columns"] if column["example"] is not None}
    with speaking("zh"):
        row = {field: value for field, value in example_row("zh").items() if value is not None}
    assert example == row | {"date": "2025-04-12"}
    assert io.StringIO(result.stderr).read() == ""
