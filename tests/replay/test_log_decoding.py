"""One line of a log: its event, or exactly what is wrong with it."""

import json
import random
from typing import Any, Literal, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import (
    Amounts,
    Claimed,
    DealStarted,
    Discarded,
    Drawn,
    Event,
    Extension,
    Hash,
    KongForm,
    Noted,
    Number,
    OpeningForm,
    RulesNamed,
    Sealed,
    Seat,
    Seq,
    Won,
    encode,
    type_of,
)
from replay.decode import BadLine, decode_line, is_timestamp
from tests.replay.logs import LOGS, written

TEXT = st.text(max_size=12)
NUMBER = st.integers(-(2**53), 2**53)
OPTION = st.booleans() | NUMBER | TEXT | st.lists(TEXT | NUMBER, max_size=3)
STRATEGY: dict[Any, st.SearchStrategy[Any]] = {
    Seq: st.integers(0, 2**53),
    Seat: st.integers(0, 2),
    Amounts: st.tuples(NUMBER, NUMBER, NUMBER),
    Number: NUMBER,
    Literal["duzihu-log/1"]: st.just("duzihu-log/1"),
    Hash: st.binary(min_size=32, max_size=32).map(bytes.hex),
    OpeningForm: st.sampled_from(get_args(OpeningForm)),
    KongForm: st.sampled_from(get_args(KongForm)),
    RulesNamed: st.builds(RulesNamed, TEXT, st.dictionaries(TEXT, OPTION, max_size=3)),
    str: TEXT,
    bool: st.booleans(),
    type(None): st.none(),
    tuple[str, str, str]: st.tuples(TEXT, TEXT, TEXT),
}
MOMENT = st.datetimes(timezones=st.timezones()).map(lambda moment: moment.isoformat()).filter(is_timestamp)


def of_type(wanted: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type, which may be a union."""
    return STRATEGY[wanted] if wanted in STRATEGY else st.one_of(*map(of_type, get_args(wanted)))


def events_of(event_type: type[Event]) -> st.SearchStrategy[Event]:
    fields = {field.name: of_type(field.type) for field in msgspec.structs.fields(event_type)}
    return st.builds(event_type, **(fields | {"at": st.none() | MOMENT}))


EVENTS = st.one_of(*(events_of(event_type) for event_type in get_args(Event))).filter(
    lambda event: not isinstance(event, Claimed) or event.totals is not None or event.payments is not None
)


@given(EVENTS)
def test_an_event_reads_back_as_it_was_written(event: Event) -> None:
    line = encode(event)
    assert decode_line(line) == event
    assert decode_line(line + b"\n") == event


@given(EVENTS, st.randoms(use_true_random=False))
def test_order_and_spacing_of_a_line_mean_nothing(event: Event, order: random.Random) -> None:
    pairs = list(json.loads(encode(event)).items())
    order.shuffle(pairs)
    assert decode_line(json.dumps(dict(pairs), indent=order.choice([None, 1])).replace("\n", " ").encode()) == event


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_line_of_the_vectors_is_written_again_as_it_was(path: Any) -> None:
    for line in path.read_bytes().splitlines(keepends=True):
        event = decode_line(line)
        assert not isinstance(event, BadLine | Extension)
        assert encode(event) + b"\n" == line


def line_of(**fields: Any) -> bytes:
    return (
        json.dumps({"seq": 3, "type": "drawn", "seat": 1, "card": "3m"} | fields, ensure_ascii=False).encode() + b"\n"
    )


def bad(line: bytes) -> BadLine:
    found = decode_line(line)
    assert isinstance(found, BadLine), found
    return found


UNREADABLE = {
    "byte-order-mark": b"\xef\xbb\xbf" + line_of(),
    "blank-line": b" \n",
    "crlf": line_of()[:-1] + b"\r\n",
    "not-utf-8": line_of(card="万").decode().encode("gb18030"),
    "not-json": line_of()[:-2] + b"\n",
    "not-an-object": b'[{"seq":3}]\n',
    "duplicate-key": b'{"seq":3,"type":"drawn","seat":1,"seat":2,"card":"3m"}\n',
    "lone-surrogate": b'{"seq":3,"type":"drawn","seat":1,"card":"\\ud83d"}\n',
}


@pytest.mark.parametrize("code", UNREADABLE)
def test_a_line_that_is_no_object_is_unreadable(code: str) -> None:
    found = bad(UNREADABLE[code])
    assert (found.kind, found.code) == ("unreadable", code)
    assert found.seq is None


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"null\n",
        b'"drawn"\n',
        b"3\n",
        b"{}{}\n",
        line_of()[:-1] + b" trailing\n",
        line_of()[:-1] + b"\x00\n",
        line_of(card="3m").replace(b'"3m"', b"NaN"),
        line_of(x_odds=1).replace(b": 1}", b": -Infinity}"),
        line_of(x_mark="?").replace(b'"?"', b'"\\udc00"'),
        line_of(x_mark="?").replace(b'"?"', b'{"a":1,"a":1}'),
        line_of(x_mark="?").replace(b'"?"', b'"\xff"'),
        line_of().replace(b": 1", b": 01"),
        line_of(seat="１").replace('"１"'.encode(), "１".encode()),
        b'{"seq":3,"type":"noted","by":"a\tb","text":""}\n',
        b"[" * 100_000 + b"\n",
        b'{"x_":' * 100_000 + b"\n",
        b'{"seq":' + b"9" * 10_000 + b"}\n",
        "{“seq”:3}\n".encode(),
        line_of().decode().encode("utf-16"),
        b"\x1b[2J\n",
    ],
)
def test_what_is_no_json_object_in_utf_8_is_unreadable(line: bytes) -> None:
    assert bad(line).kind == "unreadable"


@pytest.mark.parametrize(
    "line", [line_of(card="a\u2028b"), line_of(card="\U0001f004"), line_of(card="[/red]$1=1+1'\"\x9b")]
)
def test_odd_text_is_text(line: bytes) -> None:
    assert isinstance(decode_line(line), Drawn)


def test_half_a_surrogate_pair_twice_is_a_character() -> None:
    assert decode_line(b'{"seq":3,"type":"noted","by":"\\ud83c\\udc04","text":""}\n') == Noted(3, "\U0001f004", "")


@pytest.mark.parametrize(
    ("line", "code", "field", "token"),
    [
        (b"{}\n", "missing-field", "type", None),
        (b'{"type":"drawn","seat":1,"card":"3m"}\n', "missing-field", "seq", None),
        (b'{"seq":3,"type":"drawn","card":"3m"}\n', "missing-field", "seat", None),
        (b'{"seq":3,"type":"claimed","by":"Li"}\n', "missing-field", "totals", None),
        (line_of(type="drew"), "unknown-type", "type", '"drew"'),
        (line_of(type="X_drew"), "unknown-type", "type", '"X_drew"'),
        (line_of(type=3), "wrong-value", "type", "3"),
        (line_of(type=None), "wrong-value", "type", "null"),
        (line_of(Seat=1), "unknown-field", "Seat", "1"),
        (line_of(seq="3"), "wrong-value", "seq", '"3"'),
        (line_of(seq=3.0), "wrong-value", "seq", "3.0"),
        (line_of(seq=-1), "wrong-value", "seq", "-1"),
        (line_of(seq=True), "wrong-value", "seq", "true"),
        (line_of(seq=2**60), "wrong-value", "seq", str(2**60)),
        (line_of(seat=3), "wrong-value", "seat", "3"),
        (line_of(seat=-1), "wrong-value", "seat", "-1"),
        (line_of(seat=True), "wrong-value", "seat", "true"),
        (line_of(seat="１"), "wrong-value", "seat", '"１"'),
        (line_of(card=["3m"]), "wrong-value", "card", '["3m"]'),
        (line_of(card=None), "wrong-value", "card", "null"),
        (line_of(irregular="yes"), "wrong-value", "irregular", '"yes"'),
        (line_of(type="won", **{"from": None}), "wrong-value", "from", "null"),
        (line_of(type="won", **{"from": 3}), "wrong-value", "from", "3"),
        (line_of(type="won", source=2), "unknown-field", "source", "2"),
        (line_of(type="kong_declared", form="quad"), "wrong-value", "form", '"quad"'),
        (b'{"seq":3,"type":"claimed","by":"Li","totals":[1,2]}\n', "wrong-value", "totals", "[1, 2]"),
        (b'{"seq":3,"type":"claimed","by":"Li","totals":[1,2,3.5]}\n', "wrong-value", "totals", "[1, 2, 3.5]"),
        (b'{"seq":3,"type":"claimed","by":"Li","totals":null}\n', "wrong-value", "totals", "null"),
        (b'{"seq":3,"type":"noted","by":"Li","text":"","irregular":true}\n', "unknown-field", "irregular", "true"),
        (b'{"seq":3,"type":"sealed","hash":"' + b"a" * 63 + b'"}\n', "wrong-value", "hash", '"' + "a" * 63 + '"'),
    ],
)
def test_an_object_that_is_no_event_is_impossible(line: bytes, code: str, field: str, token: str | None) -> None:
    found = bad(line)
    if token is not None and len(token) > 60:
        token = token[:59] + "…"
    assert (found.kind, found.code, found.field, found.token) == ("impossible", code, field, token)
    assert field in found.message


def test_a_number_that_json_does_not_carry_exactly_is_impossible() -> None:
    line = written(Claimed(3, "Li", totals=(0, 0, 2**53)))
    assert decode_line(line) == Claimed(3, "Li", totals=(0, 0, 2**53))
    for digits in (b"9007199254740993", b"-9007199254740993", b"9" * 400):
        assert bad(line.replace(b"9007199254740992", digits)).field == "totals"


@pytest.mark.parametrize("ending", ["\n", " ", "A", "g"])
def test_a_hash_is_64_small_hexadecimal_digits(ending: str) -> None:
    line = json.dumps({"seq": 3, "type": "sealed", "hash": "a" * 64 + ending}).encode()
    assert bad(line).field == "hash"
    line = json.dumps({"seq": 3, "type": "sealed", "hash": "a" * 63 + ending}).encode()
    assert bad(line).field == "hash"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "duzihu-log/2"}, "format"),
        ({"rules": 3}, "rules"),
        ({"rules": {"options": {}}}, "rules"),
        ({"rules": {"preset": "cardavia", "option": {}}}, "rules"),
        ({"players": ["Li", "Wang"]}, "players"),
        ({"players": ["Li", "Wang", 3]}, "players"),
        ({"dealer": 3}, "dealer"),
        ({"number": "1"}, "number"),
        ({"deck": []}, "deck"),
    ],
)
def test_a_deal_started_with_a_fault_still_begins_its_deal(change: dict[str, Any], field: str) -> None:
    start = {"seq": 0, "type": "deal_started", "format": "duzihu-log/1", "deal": "d", "rules": "cardavia"}
    start |= {"players": ["Li", "Wang", "Chen"], "dealer": 0}
    assert isinstance(decode_line(json.dumps(start).encode()), DealStarted)
    found = bad(json.dumps(start | change).encode())
    assert (found.kind, found.field, found.begins_deal, found.seq) == ("impossible", field, True, 0)


def test_a_message_lists_what_is_allowed() -> None:
    assert "0, 1 or 2" in bad(line_of(seat=3)).message
    assert "exposed, concealed, added" in bad(line_of(type="kong_declared", form="quad")).message
    assert "seat?" in bad(line_of(seet=1)).message
    assert "drawn?" in bad(line_of(type="draw")).message
    assert "seq, seat, card, at, irregular" in bad(line_of(seet=1)).message
    for event_type in get_args(Event):
        assert str(event_type.__struct_config__.tag) in bad(line_of(type="drew")).message


@pytest.mark.parametrize("field", ["\x1b[2J", "\x9b31m", "\u202e", "\u2028", "\x00", "\x7f"])
def test_nothing_that_a_terminal_obeys_gets_into_a_message(field: str) -> None:
    for line in (line_of(**{field: 1}), line_of(seat=field), line_of(type=field)):
        found = bad(line)
        assert found.message.isprintable()
        assert found.token is not None
        assert found.token.isprintable()


def test_a_huge_token_is_shown_short() -> None:
    found = bad(line_of(seat="x" * 100_000))
    assert len(found.message) < 200


def test_the_x_type_is_kept_and_ignored() -> None:
    assert decode_line(b'{"seq":7,"type":"x_tea","seat":9,"cups":[1,{"x":null}]}\n') == Extension(7)
    assert decode_line(b'{"type":"x_","seq":7,"at":"2025-04-12T20:15:00Z"}\n') == Extension(
        7, at="2025-04-12T20:15:00Z"
    )
    assert bad(b'{"type":"x_tea"}\n').field == "seq"


def test_x_fields_are_ignored() -> None:
    assert decode_line(line_of(x_seat=9, x_={"seat": None})) == Drawn(3, 1, "3m")
    start = b'{"seq":0,"type":"deal_started","format":"duzihu-log/1","deal":"d","rules":{"preset":"p","x_a":1},'
    start += b'"players":["a","b","c"],"dealer":0,"x_b":2}\n'
    assert decode_line(start) == DealStarted(0, "duzihu-log/1", "d", RulesNamed("p"), ("a", "b", "c"), 0)


def test_a_breach_let_stand_and_optional_fields_read() -> None:
    assert decode_line(line_of(irregular=True)) == Drawn(3, 1, "3m", irregular=True)
    assert decode_line(line_of(irregular=False)) == Drawn(3, 1, "3m")
    assert decode_line(line_of(type="won", **{"from": 2})) == Won(3, 1, "3m", 2)
    assert decode_line(line_of(type="discarded", at="2025-04-12T20:15:00Z")) == Discarded(
        3, 1, "3m", at="2025-04-12T20:15:00Z"
    )


@pytest.mark.parametrize(
    "line",
    [
        b'{"seq":3,"type":"drawn","seat":1,"card":"3m","at":"2025-04-12T20\\u003a15\\u003a00Z","seat":2}\n',
        b'{"seq":3,"type":"drawn","seat":1,"card":"3m","at":"2025-04-12T20\\u003a15\\u003a00Z","seat":2,"seat":1}\n',
        b'{"seq":3,"type":"drawn","seat":1,"card":"3m","at":"2025-04-12T20:15:00Z","at":"2025-04-12T20:15:00Z"}\n',
        b'{"seq":3,"type":"drawn","seat":1,"card":"3m","\\u0073eat":2}\n',
        b'{"seq":3,"type":"drawn","seat":1,"card":"3m","seat" :2}\n',
        b'{"seq":3,"type":"drawn","type":"drawn","seat":1,"card":"3m"}\n',
    ],
)
def test_no_repeated_key_slips_through(line: bytes) -> None:
    assert bad(line).code == "duplicate-key"


GOOD_TIMES = [
    "2025-04-12T20:15:00Z",
    "2025-04-12t20:15:00z",
    "2025-04-12T20:15:00.123456789+08:00",
    "1990-12-31T15:59:60-08:00",
    "2024-02-29T00:00:00Z",
    "2000-02-29T23:59:59-23:59",
    "0000-01-01T00:00:00Z",
]
BAD_TIMES = [
    "",
    "2025-04-12",
    "2025-04-12T20:15:00",
    "2025-04-12 20:15:00Z",
    "2025-04-12T20:15Z",
    "2025-04-31T20:15:00Z",
    "2025-02-29T20:15:00Z",
    "1900-02-29T20:15:00Z",
    "2025-13-01T20:15:00Z",
    "2025-00-01T20:15:00Z",
    "2025-01-00T20:15:00Z",
    "2025-04-12T24:00:00Z",
    "2025-04-12T20:60:00Z",
    "2025-04-12T20:15:61Z",
    "2025-04-12T20:15:00.Z",
    "2025-04-12T20:15:00+24:00",
    "2025-04-12T20:15:00+0800",
    "2025-04-12T20:15:00Z\n",
    "２０２５-04-12T20:15:00Z",
]


@pytest.mark.parametrize("at", GOOD_TIMES)
def test_at_is_rfc_3339(at: str) -> None:
    assert decode_line(encode(Drawn(3, 1, "3m", at=at)) + b"\n") == Drawn(3, 1, "3m", at=at)
    assert decode_line(line_of(at=at)) == Drawn(3, 1, "3m", at=at)


@pytest.mark.parametrize("at", [*BAD_TIMES, 20250412, None])
def test_another_at_is_impossible(at: Any) -> None:
    for name in ("drawn", "x_tea"):
        found = bad(line_of(type=name, at=at))
        assert (found.kind, found.code, found.field, found.seq) == ("impossible", "wrong-value", "at", 3)
    if isinstance(at, str):
        assert bad(encode(Noted(3, "Li", "", at=at)) + b"\n").field == "at"
        assert bad(encode(Sealed(3, "a" * 64, "b" * 64, at=at)) + b"\n").field == "at"


@given(st.binary(max_size=80))
def test_whatever_the_bytes_a_line_never_raises(line: bytes) -> None:
    assert isinstance(decode_line(line), BadLine)


@given(EVENTS, st.data())
def test_a_changed_line_never_raises_and_means_what_json_says(event: Event, data: st.DataObject) -> None:
    line = bytearray(encode(event))
    line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    found = decode_line(bytes(line))
    if isinstance(found, BadLine | Extension):
        return
    told = json.loads(line)
    assert (told["type"], told["seq"]) == (type_of(found), found.seq)
    shown = json.loads(encode(found))
    assert {key: value for key, value in told.items() if shown.get(key) != value} in ({}, {"irregular": False})
