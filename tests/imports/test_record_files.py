"""Hand records and typed deals piece by piece."""

import io
import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from replay.imports.dates import DateError, read_date
from replay.log import read_deals
from tests.imports.reading import opened
from tests.support.records import WORKED, changed, toml_document, toml_of

LINE = json.dumps(WORKED, ensure_ascii=False)
TYPED = (Path(__file__).parents[2] / "fixtures" / "import" / "typed.txt").read_text(encoding="utf-8")


def hands(*records: dict[str, Any]) -> str:
    """Records as a TOML text of several."""
    return "".join(f"[[hand]]\n{toml_document(record)}\n" for record in records)


def test_json_lines_are_read_line_by_line() -> None:
    read = opened(f"{LINE}\n\n{{\n{LINE.replace('2s 3m', '2s 3x')}\n  {LINE}".encode())
    assert read.fates == "rirrr"
    assert [piece.line for piece in read.pieces] == [1, 2, 3, 4, 5]
    assert [fault.line for piece in read.pieces for fault in piece.faults] == [3, 4]
    assert read.pieces[2].text == "{\n"
    assert len(read.records) == 2


def test_content_is_canonical_on_one_line() -> None:
    spaced = json.dumps({**WORKED, "x_own": 1, "x_date": "2025/4/2"}, indent=2, ensure_ascii=True).encode()
    (piece,) = opened(spaced).pieces
    assert b"\n" not in piece.content
    record = json.loads(piece.content)
    assert record.pop("x_date") == piece.date == "2025-04-02"
    assert "x_own" not in record
    assert piece.content == opened(piece.content + b"\n").pieces[0].content


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_json_lines_in_other_encodings(codec: str) -> None:
    line = LINE.replace('"Li"', '"李\u2028"')
    read = opened(f"{line}\r\n{line}\r\n".encode(codec))
    assert read.fates == "rr"
    assert [record["players"][0]["name"] for record in read.records] == ["李\u2028"] * 2


def test_one_thing_that_cannot_be_read_rejects_a_json_or_toml_text_whole() -> None:
    for text in (
        json.dumps(WORKED, indent=1)[:-3],
        hands(WORKED, WORKED) + "\nx =",
        hands(WORKED) + "[[hand]]\nq=\xa0",
    ):
        read = opened(text.encode())
        assert read.fates == "r"
        assert read.pieces[0].text == text


def test_a_hand_of_a_toml_text_is_rejected_alone() -> None:
    text = "# an evening\n\n" + hands(WORKED, changed(WORKED, {"win.card": "7x"}), WORKED)
    read = opened(text.encode())
    assert [piece.fate for piece in read.pieces] == ["ignored", "record", "rejected", "record"]
    starts = [number for number, line in enumerate(text.split("\n"), 1) if line == "[[hand]]"]
    assert [piece.line for piece in read.pieces] == [1, *starts]
    assert read.pieces[2].text.startswith("[[hand]]\n")
    assert read.pieces[2].text.count("[[hand]]") == 1


def test_hands_that_share_a_line_of_toml_are_told_with_it() -> None:
    record = toml_of({key: WORKED[key] for key in ("format", "id", "indicators", "dealer")})
    text = f"hand = [{record}, {record}]\n"
    read = opened(text.encode())
    assert [(piece.line, piece.text) for piece in read.pieces] == [(1, text), (1, text)]
    assert [piece.size for piece in read.pieces] == [0, len(text)]


def test_a_key_beside_the_hands_of_a_toml_text_belongs_to_none_of_them() -> None:
    read = opened(('rules = "article"\n' + hands(WORKED, WORKED)).encode())
    assert read.fates == "r"
    assert read.codes == ["unknown-key"]


@pytest.mark.parametrize("end", ["x_date = 2025-04-12", 'x_date = "2025年4月12日"'])
def test_toml_has_dates_of_its_own(end: str) -> None:
    (piece,) = opened(f"{end}\n{toml_document(WORKED)}".encode()).pieces
    assert (piece.faults, piece.date) == ((), "2025-04-12")


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("2025-04-12", "2025-04-12"),
        ("2025/4/2", "2025-04-02"),
        ("2025.4.2", "2025-04-02"),
        ("2025年4月12日", "2025-04-12"),
        ("２０２５年４月１２日", "2025-04-12"),
        ("2025-04-12T20:00:00+08:00", "2025-04-12T20:00:00+08:00"),
        ("2025-04-12 20:00:00z", "2025-04-12T20:00:00Z"),
        (date(2025, 4, 12), "2025-04-12"),
        (datetime(2025, 4, 12), "2025-04-12"),
        (datetime(2025, 4, 12, 1, tzinfo=UTC), "2025-04-12T01:00:00+00:00"),
    ],
)
def test_dates_have_one_form(given: object, read: str) -> None:
    assert read_date(given) == read


@pytest.mark.parametrize(
    "given",
    ["12/04/2025", "04-12", "2025-4", "2025-04/12", "2025-02-29", "2025-13-01", "45759", "", "昨天", 45759, None, True,
     "2025-04-12 20:00", "2025-04-12T20:00:00", "2025-04-12T25:00:00Z", datetime(2025, 4, 12, 20), ["2025-04-12"]],
)  # fmt: skip
def test_a_date_that_can_be_read_in_two_ways_or_none_is_refused(given: object) -> None:
    with pytest.raises(DateError) as error:
        read_date(given)
    assert error.value.mend


def test_a_date_that_is_none_rejects_its_record_with_all_else_that_is_wrong() -> None:
    read = opened(json.dumps({**changed(WORKED, {"win.card": "7x"}), "x_date": "yesterday"}).encode())
    assert read.codes == ["no-card", "no-date"]


# Typed deals


def test_typed_deals_are_read_one_by_one() -> None:
    read = opened(TYPED.encode())
    assert read.fates == "itit"
    (first, second) = (piece for piece in read.pieces if piece.fate == "typed")
    for piece in (first, second):
        (deal,) = read_deals(io.BytesIO(piece.content), "")
        assert deal.faults() == ()
    assert TYPED.encode()[sum(piece.size for piece in read.pieces[:3]) :].startswith(b"deal ")


def test_a_faulty_typed_deal_stops_none_of_the_others() -> None:
    read = opened(TYPED.replace("indicators ", "indicaters ", 1).encode() + b"\n# more\n" + TYPED.encode())
    assert [piece.fate for piece in read.pieces if piece.fate != "ignored"] == ["rejected", "typed", "typed", "typed"]
    (rejected,) = (piece for piece in read.pieces if piece.fate == "rejected")
    assert rejected.text.startswith("deal ")
    assert rejected.text.count("deal ") == 1
    assert not rejected.text.endswith("\n\n")
    (fault,) = rejected.faults
    assert TYPED.split("\n")[(fault.line or 0) - 1].startswith("indicators ")


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "gb18030"])
def test_typed_deals_in_other_encodings(codec: str) -> None:
    text = TYPED.replace("disputed", "争议").replace("\n", "\r\n")
    read = opened(text.encode(codec))
    assert read.fates == "itit"
    assert "争议" in read.pieces[1].content.decode()


def test_bytes_that_are_no_text_cost_their_typed_deal() -> None:
    content = TYPED.encode().replace(b"Li Qiang", b"Li \xff", 1)
    read = opened(content)
    assert [piece.fate[0] for piece in read.pieces if piece.fate != "ignored"] == ["r", "t"]
    assert read.codes == ["not-text"]
