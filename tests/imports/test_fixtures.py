"""What comes of the sources in ``fixtures/import``."""

import io
from pathlib import Path

import pytest

from fixtures.imports import club
from replay.imports.pieces import Reading
from replay.imports.sources import open_source
from replay.log import read_deals
from replay.records import HandRecord, encode_record, read_record
from tests.imports.reading import Opened, opened

FOLDER = Path(__file__).parents[2] / "fixtures" / "import"
DAYS = ["2025-04-12", "2025-04-12", "2025-04-13", "2025-04-13", "2025-04-13"]


def source(name: str) -> Opened:
    return opened((FOLDER / name).read_bytes(), name, Reading())


@pytest.mark.parametrize("name", ["club_utf8_bom.csv", "club_utf16.csv", "club_gb18030.csv", "club.xlsx", "club.jsonl"])
def test_the_evening_is_the_same_in_every_form(name: str) -> None:
    read = source(name)
    records = [{key: value for key, value in record.items() if key != "x_date"} for record in read.records]
    wanted = [read_record(record, "", 1) for record in club()]
    evening = [encode_record(record) for record in wanted if isinstance(record, HandRecord)]
    assert len(evening) == 5
    assert records == evening
    assert [record["x_date"] for record in read.records] == DAYS
    assert read.codes == []


@pytest.mark.parametrize(
    ("name", "kind", "encoding", "known", "fates"),
    [
        ("club_utf8_bom.csv", "csv", "utf-8", "marked", "irrrrr"),
        ("club_utf16.csv", "csv", "utf-16-le", "marked", "irrrrr"),
        ("club_gb18030.csv", "csv", "gb18030", "detected", "irrrrr"),
        ("club.xlsx", "xlsx", None, None, "irrirrr"),
        ("club.toml", "toml", "utf-8", "plain", "r"),
        ("club.jsonl", "jsonl", "utf-8", "plain", "iririririr"),
        ("typed.txt", "typed", "utf-8", "plain", "itit"),
    ],
)
def test_what_can_be_read(name: str, kind: str, encoding: str | None, known: str | None, fates: str) -> None:
    read = source(name)
    assert (read.source.kind, read.source.encoding, read.source.known, read.fates) == (kind, encoding, known, fates)
    assert read.codes == []


@pytest.mark.parametrize(
    ("name", "kind", "records", "codes"),
    [
        (
            "broken.csv",
            "csv",
            ["club-0412-7", "qing-hu", "club-0412-7"],
            ["no-player", "no-flag", "unknown-form", "no-date", "blank-cell", "hand-size", "blank-cell",
             "cell-without-head", "stray-quote", "unclosed-quote"],
        ),
        ("broken_heads.csv", "csv", [], ["unknown-column", "duplicate-column"]),
        ("broken.xlsx", "xlsx", [], ["formula-without-value"]),
        ("broken.toml", "toml", [], ["not-toml"]),
        ("broken.jsonl", "jsonl", ["club-0412-7", "rounding"], ["not-json", "no-card"]),
        ("broken_typed.txt", "typed", [], ["unknown-player"]),
        ("nothing.txt", "unknown", [], ["not-told-apart"]),
    ],
)  # fmt: skip
def test_what_is_broken_stops_nothing_else(name: str, kind: str, records: list[str], codes: list[str]) -> None:
    read = source(name)
    assert read.source.kind == kind
    assert [record["id"] for record in read.records] == records
    assert read.codes == codes


@pytest.mark.parametrize(
    ("name", "encoding", "crlf", "deals"),
    [("evening_crlf.jsonl", "utf-8", True, 4), ("evening_gb18030.jsonl", "gb18030", False, 1)],
)
def test_logs_are_read_as_they_would_be_in_utf_8(name: str, encoding: str, crlf: bool, deals: int) -> None:
    content = (FOLDER / name).read_bytes()
    log = open_source(name, io.BytesIO(content), Reading())
    assert (log.kind, log.encoding, log.crlf) == ("log", encoding, crlf)
    assert log.stream is not None
    assert log.raw_size is not None
    read = list(read_deals(log.stream, name))
    assert len(read) == deals
    assert [deal.faults() for deal in read] == [()] * deals
    assert all(deal.seal is not None and not deal.seal.findings() for deal in read)
    assert log.skipped + sum(log.raw_size(deal.raw) for deal in read) == len(content)


def test_one_bad_byte_costs_a_log_its_line_only() -> None:
    log = open_source("log", io.BytesIO((FOLDER / "broken_log.jsonl").read_bytes()), Reading())
    assert log.stream is not None
    (deal,) = read_deals(log.stream, "log")
    assert [(fault.code, fault.line) for fault in deal.faults()] == [("not-utf-8", 1)]
    assert len(deal.lines) > 20
