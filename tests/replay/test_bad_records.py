"""Files that hold no hand record, or a faulty one: every fault at once, with its line, field, token and mend."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.faults import Fault
from replay.lines_of import LONGEST_LINE
from replay.records import HandRecord, read_records
from replay.strict_json import DEPTH, MOST_FAULTS
from tests.support.records import ABSENT, FIRST_DISCARD, WORKED, changed, faults_of, toml_document

LINE = json.dumps(WORKED, ensure_ascii=False)


def results(text: str | bytes) -> list[HandRecord | tuple[Fault, ...]]:
    return list(read_records("club", text.encode() if isinstance(text, str) else text))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "duzihu-hand/2"),
        ("format", 1),
        ("id", 7),
        ("id", None),
        ("rules", 1),
        ("rules", {}),
        ("rules", {"preset": "cardavia", "option": {}}),
        ("rules", {"preset": "cardavia", "options": []}),
        ("rules", "no-such"),
        ("rules", {"preset": "article", "options": {"jokers": "wild"}}),
        ("rules", {"preset": "cardavia", "options": {"table_players": 5}}),
        ("rules", {"preset": "cardavia", "options": {"qing_hu": True}}),
        ("rules", {"preset": "cardavia", "options": {"qing": 1}}),
        ("indicators", "2s"),
        ("indicators", "2s 3m 4m"),
        ("indicators", "2s jF"),
        ("indicators", ["2s", "3m"]),
        ("dealer", 3),
        ("dealer", -1),
        ("dealer", True),
        ("dealer", 0.0),
        ("dealer", "0"),
        ("players", {}),
        ("players", []),
        ("players[1]", "Wang"),
        ("players[1].name", 5),
        ("players[1].hand", 5),
        ("players[1].groups", "pung 5s"),
        ("players[1].groups[0]", 5),
        ("players[1].groups[0]", "chow 5s"),
        ("players[1].groups[0]", "pung"),
        ("players[1].groups[0]", "pung 555s"),
        ("players[1].groups[0]", "pung jF"),
        ("players[1].hezi", "2s 2s"),
        ("players[1].jokers", "jX"),
        ("players[1].ready", 1),
        ("win", None),
        ("win", "Li"),
        ("win.player", 3),
        ("win.player", False),
        ("win.card", "7"),
        ("win.by", "ron"),
        ("win.by", "none"),
        ("win.from", 2.0),
        ("win.last_card", "yes"),
        ("claims", {}),
        ("claims[0]", 80),
        ("claims[0]", {"by": "Li"}),
        ("claims[0]", {"totals": [1, 2, 3]}),
        ("claims[0].by", 1),
        ("claims[0].totals", [1, 2]),
        ("claims[0].totals", [1, 2, True]),
        ("claims[0].totals", [1, 2, 3.0]),
        ("claims[0].payments", [1, 2, 2**53 + 1]),
        ("Dealer", 0),
        ("players[0].hands", ""),
        ("win.form", 2),
    ],
)
def test_a_wrong_value_is_a_fault_of_its_field(path: str, value: Any) -> None:
    found = faults_of(changed(WORKED, {path: value}))
    assert any((fault.field or "").startswith(path) for fault in found), found
    assert all(fault.source == "hand.json" and fault.line == 1 and fault.code and fault.message for fault in found)


@pytest.mark.parametrize(
    "path",
    ["format", "rules", "indicators", "dealer", "players", "players[1].hand", "win.player", "win.by", "claims[0].by"],
)
def test_a_missing_key_is_named(path: str) -> None:
    assert ("missing-key", path) in [(fault.code, fault.field) for fault in faults_of(changed(WORKED, {path: ABSENT}))]


@pytest.mark.parametrize("path", ["id", "players[0].name", "players[0].groups", "claims", "rules.options"])
def test_an_absent_key_that_may_be_absent_is_never_missing(path: str) -> None:
    [result] = results(json.dumps(changed(WORKED, {path: ABSENT})))
    assert isinstance(result, HandRecord) or all(fault.code == "hand-size" for fault in result)


@pytest.mark.parametrize("many", [2, 4])
def test_2_1_there_are_three_players(many: int) -> None:
    found = faults_of(changed(WORKED, {"players": (WORKED["players"] * 2)[:many]}))
    assert ("players", "players") in [(fault.code, fault.field) for fault in found]


@pytest.mark.parametrize(
    ("path", "value", "mend"),
    [
        ("Dealer", 0, "dealer"),
        ("win.form", 2, "from"),
        ("players[0].groups[0]", "pong 5s", "pung"),
        ("win.by", "selfdraw", "self-draw"),
        ("win", None, "leave the key out"),
        ("format", "duzihu-hand/0", "duzihu-hand/1"),
        ("players[0].hand", "1♠", "A♠"),
    ],
)
def test_the_mend_is_told_where_it_is_known(path: str, value: Any, mend: str) -> None:
    assert any(mend in (fault.mend or "") for fault in faults_of(changed(WORKED, {path: value})))


FAULTY: dict[str, Any] = {
    "dealer": 5,
    "players[0].name": 3,
    "players[1].hand": "0m 2m ?? 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c 9c",
    "players[1].groups[1]": "chow 9m",
    "players[2].hand": "3m 3m 5m 7m 8m 8m 4s 8s 9s 4c 6c 6c 8c W T T RRR",
    "win.from": 0,
    "claims[1].payments": [1],
    "extra": 1,
}
EXPECTED = {
    ("wrong-type", "dealer", "5"),
    ("wrong-type", "players[0].name", "3"),
    ("no-card", "players[1].hand", "0m"),
    ("no-card", "players[1].hand", "??"),
    ("unknown-form", "players[1].groups[1]", "chow 9m"),
    ("fifth-copy", "players[2].hand", "W"),
    ("winner-is-giver", "win.from", "0"),
    ("wrong-type", "claims[1].payments", "[1]"),
    ("unknown-key", "extra", "extra"),
}


def test_all_faults_of_a_record_are_told_at_once() -> None:
    found = faults_of(changed(WORKED, FAULTY))
    assert {(fault.code, fault.field, fault.token) for fault in found} == EXPECTED
    assert len(found) == len(EXPECTED)


def _line_holding(text: str, key: str, number: int = 0) -> int:
    return [at for at, line in enumerate(text.split("\n"), start=1) if key in line][number]


def test_faults_stand_at_their_lines_in_json_over_many_lines() -> None:
    text = "\n" + json.dumps(changed(WORKED, FAULTY), indent=1)
    lines = {fault.field: fault.line for fault in faults_of(text)}
    assert lines == {
        "dealer": _line_holding(text, '"dealer"'),
        "players[0].name": _line_holding(text, '"name"'),
        "players[1].hand": _line_holding(text, '"hand"', 1),
        "players[1].groups[1]": _line_holding(text, "chow"),
        "players[2].hand": _line_holding(text, '"hand"', 2),
        "win.from": _line_holding(text, '"from"'),
        "claims[1].payments": _line_holding(text, '"payments"'),
        "extra": _line_holding(text, '"extra"'),
    }


def test_faults_stand_at_their_lines_in_toml() -> None:
    text = (
        '[[hand]]\nformat = "duzihu-hand/1"\nrules.preset = "cardavia"\nrules.options.waits = ["pears"]\n'
        'indicators = """\n2s 3m"""\ndealer = 0\nplayers = [\n  {hand = "1m"},\n  {\n'.replace("{\n", "")
        + '  {hand = "0m", groups = [\n    "pung 5s",\n    "chow 5s"]},\n  {hand = "1m"} ]\n'
        + "[hand.win]\nplayer = 9\nby = 'none'\n[[hand.claims]]\nby = 'x'\n[[hand.claims]]\ntotals = [1]\nby = ''\n"
        + "[[hand]]\n"
    )
    first, second = results(text)
    assert not isinstance(first, HandRecord)
    assert not isinstance(second, HandRecord)
    lines = {(fault.code, fault.field): fault.line for fault in first}
    assert lines["wrong-rules", "rules.options.waits"] == _line_holding(text, "pears")
    assert lines["no-card", "players[1].hand"] == _line_holding(text, "0m")
    assert lines["unknown-form", "players[1].groups[1]"] == _line_holding(text, "chow")
    assert lines["wrong-type", "win.player"] == _line_holding(text, "player = 9")
    assert lines["unknown-way", "win.by"] == _line_holding(text, "'none'")
    assert lines["missing-key", "claims[0]"] == _line_holding(text, "[[hand.claims]]")
    assert lines["wrong-type", "claims[1].totals"] == _line_holding(text, "totals")
    assert {fault.line for fault in second} == {_line_holding(text, "[[hand]]", 1)}


def test_one_bad_line_stops_no_other() -> None:
    bad = [b"{", b"[1]", b"null", b"\xff{}", b'{"format": "duzihu-hand/1"}', b"{" + b" " * LONGEST_LINE + b"}"]
    lines = [part for line in bad for part in (line, LINE.encode())]
    found = results(b"\n".join([LINE.encode(), *lines]) + b"\n")
    assert [isinstance(result, HandRecord) for result in found] == [True, *[False, True] * len(bad)]
    for number, result in enumerate(found, start=1):
        place = [result.line] if isinstance(result, HandRecord) else {fault.line for fault in result}
        assert set(place) == {number}


@pytest.mark.parametrize("bad", ['{"format": "duz', "garbage", "[", "\ufeff" + LINE, '"format": 1}', "\x0b"])
def test_a_bad_first_line_stops_no_other(bad: str) -> None:
    first, second, third = results("\n".join([bad, LINE, LINE]))
    assert not isinstance(first, HandRecord)
    assert [fault.line for fault in first] == [1]
    assert [record.line for record in (second, third) if isinstance(record, HandRecord)] == [2, 3]


UNREADABLE: list[tuple[bytes, str, int | None, str]] = [
    (b"", "empty", None, ""),
    (b" \r\n\n", "empty", None, ""),
    (b"\xef\xbb\xbf", "empty", None, ""),
    (b"\xef\xbb\xbf" + LINE.encode(), "byte-order-mark", 1, "without byte-order mark"),
    (b"\xef\xbb\xbf" + toml_document(WORKED).encode(), "byte-order-mark", 1, "without byte-order mark"),
    (b"\xef\xbb\xbf" + json.dumps(WORKED, indent=1).encode(), "byte-order-mark", 1, "without byte-order mark"),
    (LINE.encode("utf-16"), "not-utf-8", 1, "UTF-16"),
    (LINE.encode("utf-16-le"), "not-utf-8", 1, "UTF-16"),
    (LINE.replace("Li", "李").encode("gb18030"), "not-utf-8", 1, "GB18030"),
    (("\n" + toml_document(WORKED)).encode() + 'x_ = "李"'.encode("gb18030"), "not-utf-8", 10, "GB18030"),
    (b'{"id": "\xff"}', "not-utf-8", 1, "UTF-8"),
    (b"\x0b", "not-a-record", 1, "JSON"),
    (b"garbage", "not-a-record", 1, "JSON"),
    (b"\n\nid;hand\n", "not-a-record", 3, "JSON"),
    (b"[1, 2]", "wrong-type", 1, "object"),
    (b'"text"', "wrong-type", 1, "object"),
    (b"a = [\n", "not-toml", 2, ""),
    (b"[[hand]]\nid = \n", "not-toml", 2, ""),
    (b"id = 1\nid = 2\n", "not-toml", 2, ""),
    (b"a = " + b"[" * 5000, "not-toml", None, ""),
    (b"a = " + b"9" * 5000, "not-toml", None, ""),
    (b"x_a = 0x" + b"9" * 5000, "number-too-long", 1, ""),
    (b"hand = 1", "wrong-type", 1, "[[hand]]"),
    (b"x_a = " + b"[" * 50 + b"]" * 50, "too-deep", 1, ""),
    (b"{", "not-json", 1, ""),
    (b'{"id": 1,}', "not-json", 1, ""),
    (b'{"id": "\x01"}', "not-json", 1, ""),
    (b"{\n}\n{\n}\n", "not-json", 3, "one record a line"),
    (b'{"x_a": ' + b"[" * 100_000, "too-deep", 1, ""),
    (b'{"x_a": ' + b"[" * (DEPTH + 1) + b"]" * (DEPTH + 1) + b"}", "too-deep", 1, ""),
    (b'{"x_a": ' + b"9" * 5000 + b"}", "number-too-long", 1, ""),
    (b'{"x_a": ' + b"9" * 50 + b"}", "number-too-long", 1, ""),
    (b"{" + b" " * LONGEST_LINE + b"}", "line-too-long", 1, ""),
    (b"{\n" + b" " * LONGEST_LINE + b"\n}", "line-too-long", 2, ""),
    (b"a = 1\n#" + b" " * LONGEST_LINE, "line-too-long", 2, ""),
]


@pytest.mark.parametrize(("data", "code", "line", "mend"), UNREADABLE, ids=[code for _, code, _, _ in UNREADABLE])
def test_what_cannot_be_read_is_one_fault_with_its_mend(data: bytes, code: str, line: int | None, mend: str) -> None:
    [found] = results(data)
    assert not isinstance(found, HandRecord)
    assert [(fault.code, fault.line) for fault in found] == [(code, line)]
    assert mend in (found[0].mend or "")


def test_bytes_that_are_not_utf_8_are_counted_in_their_line() -> None:
    [found] = results(b'{\n"id": "\xc0\xee"}')
    assert not isinstance(found, HandRecord)
    assert (found[0].line, found[0].token) == (2, "0xc0")
    assert "byte 8 of the line" in found[0].message


@pytest.mark.parametrize(
    ("old", "new", "code", "field", "token"),
    [
        ('"dealer": 0', '"dealer": 0, "dealer": 0', "duplicate-key", "dealer", '"dealer"'),
        ('"name": "Li"', '"name": "Li", "name": "Li"', "duplicate-key", "players[0].name", '"name"'),
        ('"dealer": 0', '"dealer": 0, "x_a": [{"b": 1, "b": 2}]', "duplicate-key", "x_a[0].b", '"b"'),
        ('"dealer": 0', '"dealer": 0, "x_a": NaN', "not-json", "x_a", "NaN"),
        ('"dealer": 0', '"dealer": 0, "x_a": [0, -Infinity]', "not-json", "x_a[1]", "-Infinity"),
        ('"Li"', r'"\ud83d"', "lone-surrogate", "players[0].name", r'"\ud83d"'),
        ('"dealer": 0', r'"dealer": 0, "x_\uDC00": 1', "lone-surrogate", r'"x_\udc00"', r'"x_\uDC00"'),
    ],
)
def test_json_that_could_mean_two_things_means_none(old: str, new: str, code: str, field: str, token: str) -> None:
    text = json.dumps(WORKED, indent=1).replace(old, new, 1)
    found = faults_of(text)
    assert [(fault.code, fault.field, fault.token) for fault in found] == [(code, field, token)]
    assert found[0].line == _line_holding(text, new)


def test_a_surrogate_pair_is_one_character() -> None:
    [result] = results(LINE.replace("Li", r"\ud83c\udc04", 1))
    assert isinstance(result, HandRecord)
    assert result.names[0] == "🀄"


def test_ambiguities_are_told_with_the_other_faults() -> None:
    text = json.dumps(changed(WORKED, {"win.from": 0})).replace('"dealer": 0', '"dealer": 0, "dealer": 1', 1)
    assert {fault.code for fault in faults_of(text)} == {"duplicate-key", "winner-is-giver"}


def test_a_repeated_object_is_one_repetition() -> None:
    text = json.dumps(FIRST_DISCARD)
    win = text[text.index('"win"') : -1]
    assert [fault.code for fault in faults_of(text[:-1] + ", " + win + "}")] == ["duplicate-key"]


def test_nobody_reads_a_hundred_thousand_faults() -> None:
    found = faults_of({f"k{number}": 1 for number in range(3 * MOST_FAULTS)})
    assert len(found) == MOST_FAULTS + 1
    assert found[-1].code == "too-many-faults"


def test_keys_beside_the_records_of_a_toml_file_are_unknown() -> None:
    beside, record = results('dealer = 0\nx_a = 1\n["a b"]\n[[hand]]\n' + toml_document(WORKED))
    assert not isinstance(beside, HandRecord)
    assert [(fault.code, fault.field, fault.line) for fault in beside] == [
        ("unknown-key", "dealer", 1),
        ("unknown-key", '"a b"', 3),
    ]
    assert isinstance(record, HandRecord)
    many = "".join(f"k{number} = 1\n" for number in range(MOST_FAULTS + 1)) + "[[hand]]\n"
    assert len(results(many + toml_document(WORKED))) == 2


def test_more_cards_than_the_deck_in_one_hand() -> None:
    found = faults_of(changed(WORKED, {"players[1].hand": "1m " * 300}))
    assert [(fault.code, fault.field) for fault in found] == [("hand-size", "players[1].hand")]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["pung 5s", "1m"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
PATHS = (
    "id",
    "rules",
    "rules.preset",
    "rules.options",
    "indicators",
    "dealer",
    "players",
    "players[1]",
    "win",
    "claims",
)
MORE = ("players[0].hand", "players[1].groups", "players[2].hezi", "win.card", "win.by", "win.from", "claims[0].totals")


@given(st.dictionaries(st.sampled_from(PATHS + MORE), JSON, min_size=1, max_size=1), st.booleans())
def test_any_value_anywhere_is_read_or_refused(changes: dict[str, Any], pretty: bool) -> None:
    for result in results(json.dumps(changed(WORKED, changes), indent=1 if pretty else None)):
        assert isinstance(result, HandRecord) or all(isinstance(fault, Fault) for fault in result)


@given(
    st.sampled_from([LINE, json.dumps(WORKED, indent=1), toml_document(WORKED)]),
    st.integers(0, 900),
    st.integers(0, 3),
    st.binary(max_size=3) | st.sampled_from([b'"', b"{", b"]", b"\n", b"\\u", b"'''", b"#", b"0", b"\0"]),
)
def test_damaged_files_never_raise(text: str, at: int, cut: int, put: bytes) -> None:
    data = text.encode()
    for result in results(data[:at] + put + data[at + cut :]):
        assert isinstance(result, HandRecord) or result


@given(st.binary(max_size=60))
def test_any_bytes_are_faults(data: bytes) -> None:
    assert results(data)
    assert not any(isinstance(result, HandRecord) for result in results(data))
