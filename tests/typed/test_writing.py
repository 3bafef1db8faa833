"""Every log has one strict form, and that form is the log."""

import json
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import DealStarted, Event, Extension, RulesNamed, Sealed, encode
from engine.state import SEATS
from replay.faults import UnreadableError
from replay.log import read_deals
from replay.typed.lexing import is_bare, quoted
from replay.typed.reading import MARKER, is_typed
from replay.typed.writing import joined, strict, text_of, text_of_log
from tests.support.hiding import hiding, shown
from tests.support.play import deal_out, events_of
from tests.typed.logs import LOGS, any_log, decoded, name_of, played, read, texts

START = DealStarted(0, "duzihu-log/1", "d", "cardavia", ("Li", "Wang", "Chen"), 0)


def lines_of(events: list[Event]) -> list[bytes]:
    return [encode(event) + b"\n" for event in events]


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_every_log_of_the_fixtures_comes_back_byte_for_byte(path: Path) -> None:
    log = path.read_bytes()
    with path.open("rb") as stream:
        if not log.endswith(b"\n"):
            with pytest.raises(UnreadableError, match="torn write"):
                text_of_log(read_deals(stream, path.name))
            return
        text = text_of_log(read_deals(stream, path.name))
    typed = read(text)
    assert typed.log == log
    assert strict(typed) == text
    assert is_typed(text)


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_legal_deals_come_back_and_need_no_line_of_the_log(seed: int) -> None:
    events = played(seed)
    text = text_of(events)
    assert list(read(text).deals[0].events) == events
    assert strict(read(text)) == text
    assert "\n{" not in text


@given(st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_deals_with_hidden_cards_and_hands_shown_come_back(seed: int) -> None:
    rng = Random(seed)
    whole = deal_out(rng)
    seats = rng.sample(range(SEATS), rng.randint(1, SEATS))
    assert whole.state is not None
    hands = [shown(whole.state, seat, whole.next_seq + at) for at, seat in enumerate(seats)]
    events = [*hiding(events_of(whole), seats), *hands]
    text = text_of(events)
    assert list(read(text).deals[0].events) == events
    assert strict(read(text)) == text
    assert text.count(" shows ") == len(seats)
    assert "??" in text


@given(any_log)
@settings(max_examples=150, deadline=None)
def test_every_log_that_decodes_comes_back(events: list[Event]) -> None:
    text = text_of(events)
    typed = read(text)
    assert [event for deal in typed.deals for event in deal.events] == events
    assert typed.log == b"".join(lines_of(events))
    assert strict(typed) == text
    assert is_typed(text)


@given(any_log)
@settings(max_examples=60, deadline=None)
def test_nothing_unseen_stands_in_what_is_written(events: list[Event]) -> None:
    written = [line for line in text_of(events).split("\n") if not line.startswith("{")]
    assert all(line.isprintable() for line in written)


@given(any_log, st.data())
@settings(max_examples=80, deadline=None)
def test_fields_that_events_do_not_hold_are_kept_with_their_line(events: list[Event], data: st.DataObject) -> None:
    lines = lines_of(events)
    for at in data.draw(st.sets(st.integers(0, len(lines) - 1))):
        table = json.loads(lines[at]) | {"x_app": data.draw(texts)}
        lines[at] = json.dumps(table, ensure_ascii=data.draw(st.booleans())).encode() + b"\n"
    if data.draw(st.booleans()):
        lines.append(b'{"type" : "x_lamp", "seq":7, "x":[ 1 ]}\n')
    given_events = decoded(b"".join(lines))
    text = text_of(given_events, lines)
    assert read(text).log == b"".join(lines)
    assert strict(read(text)) == text


def test_a_line_written_otherwise_becomes_typed_unless_a_seal_is_over_its_bytes() -> None:
    lines = [encode(START) + b"\n", b'{ "type": "drawn", "seq": 1, "seat": 1, "card": "5m" }\n']
    assert text_of(decoded(b"".join(lines)), lines).splitlines()[-1] == "Wang  draws 5m"
    lines.append(encode(Sealed(2, "0" * 64)) + b"\n")
    text = text_of(decoded(b"".join(lines)), lines)
    assert lines[1].decode() in text
    assert read(text).log == b"".join(lines)


def test_an_extension_without_its_line_is_refused_not_lost() -> None:
    with pytest.raises(UnreadableError, match="event 1 is an extension"):
        text_of([START, Extension(1)])


def test_a_log_that_begins_without_a_head_has_the_marker() -> None:
    lines = [b'{"seq":0,"type":"x_app"}\n', encode(START) + b"\n"]
    text = text_of(decoded(b"".join(lines)), lines)
    assert text.startswith(f"{MARKER}\n\n")
    assert [len(deal.events) for deal in read(text).deals] == [1, 1]


def test_a_number_that_json_does_not_have_stays_in_its_line() -> None:
    line = (
        b'{"seq":0,"type":"deal_started","format":"duzihu-log/1","deal":"d","rules":{"preset":"p","options":{"a":1e999}},'
        b'"players":["a","b","c"],"dealer":0}\n'
    )
    events = decoded(line)
    assert read(text_of(events, [line])).log == line
    with pytest.raises(UnreadableError, match="a number that JSON does not have"):
        text_of(events)


def test_a_line_that_gives_no_event_is_named() -> None:
    with pytest.raises(UnreadableError) as raised:
        text_of_log(read_deals(_stream(encode(START) + b'\n{"seq":1,"type":"jump"}\n\n'), "a.jsonl"))
    assert [(fault.line, fault.code) for fault in raised.value.faults] == [(2, "unknown-type"), (3, "blank-line")]


@pytest.mark.parametrize(
    ("rules", "written"),
    [
        ("cardavia", "cardavia"),
        (RulesNamed("cardavia"), "cardavia {}"),
        (RulesNamed("cardavia", {"waits": ["pair"], "rounding_unit": 5}), "cardavia waits=pair rounding_unit=5"),
        (RulesNamed("cardavia", {"waits": ["pair", "middle"]}), "cardavia waits=pair,middle"),
        (RulesNamed("cardavia", {"wenqian_hu": [20, 50, 100, 200]}), "cardavia wenqian_hu=20,50,100,200"),
        (RulesNamed("cardavia", {"waits": "pair", "jokers": "flowers"}), 'cardavia waits="pair" jokers=flowers'),
        (RulesNamed("a b", {"a b": {"c": None}, "d": "true", "e": True}), '"a b" "a b"={"c":null} d="true" e=true'),
    ],
)
def test_rules_are_written_so_that_they_are_read_back(rules: str | RulesNamed, written: str) -> None:
    text = text_of([DealStarted(0, "duzihu-log/1", "d", rules, ("Li", "Wang", "Chen"), 0)])
    assert f"rules       {written}\n" in text
    (event,) = read(text).deals[0].events
    assert isinstance(event, DealStarted)
    assert event.rules == rules
    assert [type(value) for value in getattr(event.rules, "options", {}).values()] == [
        type(value) for value in getattr(rules, "options", {}).values()
    ]


@pytest.mark.parametrize(
    ("names", "written"),
    [
        (("Li", "Wang", "Chen"), ("Li", "Wang", "Chen")),
        (("Li Qiang", "Wang Fang", "Chen Yu"), ("Li", "Wang", "Chen")),
        (("Li", "Lin", "L"), ("Li", "Lin", "L")),
        (("Li Qiang", "Li Hua", "Chen"), ("0", "1", "Chen")),
        (("=1+1", "=1+1", "a"), ("0", "1", "a")),
        (("Pass", "过", "done"), ("0", "1", "2")),
        (("1", "0", "２"), ("0", "1", "2")),
        (("li", "LI", "+a"), ("0", "1", "2")),
        (("听雨", "", "\u2028"), ("听雨", "1", "2")),
    ],
)
def test_players_are_written_by_a_word_that_means_nobody_else(
    names: tuple[str, str, str], written: tuple[str, str, str]
) -> None:
    moves = [{"seq": 1 + seat, "type": "drawn", "seat": seat, "card": "5m"} for seat in range(3)]
    start = DealStarted(0, "duzihu-log/1", "d", "cardavia", names, 0)
    events = [start, *decoded(b"".join(json.dumps(move).encode() + b"\n" for move in moves))]
    text = text_of(events)
    assert tuple(line.split()[0] for line in text.splitlines()[-3:]) == written
    assert list(read(text).deals[0].events) == events


@pytest.mark.parametrize(
    ("cards", "written"),
    [
        ("1m 2m 3m 1s T T W", "123m 1s TT W"),
        ("T W T", "T W T"),
        ("9m 1m ?? ?? jF jP", "91m ?? ?? jF jP"),
        ("1m  2m", '"1m  2m"'),
        ("五万", '"五万"'),
        ("", '""'),
    ],
)
def test_cards_are_joined_and_what_is_no_written_form_is_quoted(cards: str, written: str) -> None:
    assert joined(cards) == written


@given(texts)
def test_a_quoted_text_is_one_printable_line_of_json(text: str) -> None:
    assert quoted(text).isprintable()
    assert json.loads(quoted(text)) == text


@pytest.mark.parametrize("text", ["a b", "", "#a", "a#", 'a"', "\u2028", "{", "a,b", "+a", "a\u3000b", "“a”", "@7"])
def test_what_could_be_read_otherwise_is_no_bare_word(text: str) -> None:
    assert not is_bare(text)


def _stream(content: bytes) -> BytesIO:
    return BytesIO(content)
