"""Hand records as JSON, JSON Lines and TOML: one meaning, the right lines, and the results of the vectors."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import KINDS, TOKENS
from engine.ending import DealEnd, Declared, Win
from engine.score import score
from replay.faults import Fault
from replay.records import Claim, HandRecord, encode_record, read_records, record_from_end
from tests.support.hands import ends
from tests.support.records import (
    ABSENT,
    FIRST_DISCARD,
    HEAVENLY,
    WORKED,
    changed,
    read,
    record_of,
    toml_document,
    toml_of,
)

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors"


def vectors(name: str) -> list[dict[str, Any]]:
    with (VECTORS / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def json_lines(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def without_place(record: HandRecord | tuple[Fault, ...]) -> HandRecord:
    assert isinstance(record, HandRecord), record
    return replace(record, source="", line=0)


def test_the_worked_record_scores_as_the_formats_say() -> None:
    record = record_of(WORKED)
    scored = score(record.end)
    assert scored.chosen is not None
    assert (scored.chosen.base, scored.chosen.bonus, scored.chosen.unrounded) == (26, 50, 76)
    assert scored.totals is not None
    assert scored.totals[0] == 80
    assert scored.payments == record.claims[1].payments


def test_a_record_says_what_is_written_in_it() -> None:
    record = record_of(WORKED)
    assert record.id == "club-0412-7"
    assert record.names == ("Li", "Wang", "Chen")
    assert record.claims == (Claim("Li", totals=(100, 40, 40)), Claim("table", payments=(80, -40, -40)))
    assert record.end.rules.closed_floating_broken_by == ("pung",)
    assert record.end.dealer == 0
    assert [TOKENS[kind] for kind in record.end.indicators] == ["2s", "3m"]
    assert record.end.players[1].groups == (
        Declared("opening-triple", TOKENS.index("2s")),
        Declared("added-kong", TOKENS.index("9m")),
    )
    assert record.end.win == Win(0, "discard", TOKENS.index("7s"), 2)


def test_circumstances_of_the_win_and_the_preparation_are_read() -> None:
    end = record_of(FIRST_DISCARD).end
    assert end.win is not None
    assert end.win.moment == "first-discard"
    assert [player.ready for player in end.players] == [False, True, False]
    assert [player.hezi for player in end.players] == [None, None, TOKENS.index("4s")]
    drawn = {"win.by": "self-draw", "win.from": ABSENT, "win.first_discard": ABSENT, "win.last_card": True}
    end = record_of(changed(FIRST_DISCARD, drawn)).end
    assert end.win is not None
    assert end.win.moment == "last-card"


def test_a_seat_without_a_name_is_known_to_have_none() -> None:
    record = record_of(changed(WORKED, {"players[1].name": ABSENT, "players[2].name": "Li"}))
    assert record.names == ("Li", "Seat 1", "Li")
    assert record.given_names == ("Li", None, "Li")


@pytest.mark.parametrize("name", ["[red]", "$1", "=1+1", "\x1b[31m", 'a"b', "", "\u2028", "{0}", "a\nb", "李"])
def test_names_are_opaque(name: str) -> None:
    record = changed(WORKED, {"players[0].name": name, "id": name, "claims[0].by": name})
    for text in (json.dumps(record), json.dumps(record, ensure_ascii=False), toml_document(record)):
        read_back = record_of(text)
        assert (read_back.names[0], read_back.id, read_back.claims[0].by) == (name, name, name)


def test_keys_that_begin_with_x_are_ignored_everywhere() -> None:
    changes: dict[str, Any] = {
        path: {"any": [1, None, "NaN"]} for path in ("x_a", "rules.x_a", "players[0].x_", "win.x_a", "claims[0].x_a")
    }
    assert record_of(changed(WORKED, changes)) == record_of(WORKED)


def test_any_card_notation_is_the_same_record() -> None:
    changes = {
        "indicators": "🀑 三万",
        "players[0].hand": "１１１ｍ 4♠5♠6♠ 789索 一二三饼 🀟🀟🀟 55p",
        "players[0].groups": ["pung 5条", "exposed-kong 白花"],
        "win.card": "7♣",
    }
    assert record_of(changed(WORKED, changes)) == record_of(WORKED)


PRETTY = json.dumps(WORKED, ensure_ascii=False, indent=2)
TOML = """\
# a disputed hand
format = "duzihu-hand/1"
id = "club-0412-7"
indicators = "2s 3m"
dealer = 0

[rules]
preset = "cardavia"
options.closed_floating_broken_by = [
  "pung",  # and no more
]

[[players]]
name = "Li"
hand = '''
111m 456m 789s
123c 777c 55c'''
groups = ["pung 5s", "exposed-kong W"]
[[players]]
name = "Wang"
hand = "2m 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c 9c"
groups = ["opening-triple 2s", "added-kong 9m"]
[[players]]
name = "Chen"
hand = "3m 3m 5m 7m 8m 8m 4s 8s 9s 4c 6c 6c 8c 9c T T RRR"
groups = ["opening-quad 3s"]

[win]
player = 0
card = "7s"
by = "discard"
from = 2

[[claims]]
by = "Li"
totals = [100, 40, 40]
[[claims]]
by = "table"
payments = [80, -40, -40]
"""


@pytest.mark.parametrize(
    "text",
    [
        PRETTY,
        "\n\n  " + PRETTY + "\n\n",
        PRETTY.replace("\n", "\r\n"),
        json.dumps(WORKED, indent=0),
        json.dumps(WORKED) + "\r\n",
        TOML,
        TOML.replace("\n", "\r\n"),
        toml_document(WORKED),
        "[[hand]]\n" + toml_document(WORKED),
        "hand = [\n" + toml_of(WORKED) + "]\n",
    ],
)
def test_one_record_in_any_form_is_the_same(text: str) -> None:
    assert without_place(read(text)) == without_place(read(WORKED))


def test_json_lines_hold_a_record_a_line() -> None:
    data = b"\n" + json_lines([WORKED]) + b"  \r\n" + json_lines([HEAVENLY, FIRST_DISCARD]).rstrip()
    records = list(read_records("club.jsonl", data))
    assert [record.line for record in records if isinstance(record, HandRecord)] == [2, 4, 5]
    assert [without_place(record) for record in records] == [
        without_place(read(record)) for record in (WORKED, HEAVENLY, FIRST_DISCARD)
    ]


def test_toml_holds_several_records() -> None:
    text = "x_club = 1\n" + "".join("\n[[hand]]\n" + toml_document(record) for record in (WORKED, HEAVENLY))
    records = list(read_records("club.toml", text.encode()))
    lines = text.split("\n")
    begin = [number for number, line in enumerate(lines, start=1) if line == "[[hand]]"]
    assert [record.line for record in records if isinstance(record, HandRecord)] == begin
    assert [without_place(record) for record in records] == [without_place(read(r)) for r in (WORKED, HEAVENLY)]


def test_a_line_separator_in_a_name_ends_no_line() -> None:
    record = changed(WORKED, {"players[0].name": "a\u2028b\x85c"})
    assert len(list(read_records("f", json_lines([record, WORKED])))) == 2


@pytest.mark.parametrize(
    "vector", [*vectors("hands.jsonl"), *vectors("hands-article.jsonl")], ids=lambda vector: vector["record"]["id"]
)
def test_vectors_score_as_they_expect(vector: dict[str, Any]) -> None:
    scored, expect = score(record_of(vector["record"]).end), vector["expect"]
    assert scored.totals == tuple(expect["totals"])
    assert scored.payments == tuple(expect["payments"])
    assert (scored.chosen is not None) == ("winner" in expect)
    if scored.chosen is None:
        return
    assert scored.partitions == expect["partitions"]
    assert len(scored.readings) == expect["readings"]
    assert sorted(reading.unrounded for reading in scored.readings) == expect["unrounded_of_all_readings"]
    winner = expect["winner"]
    assert (scored.chosen.unrounded, scored.chosen.multiplier) == (winner["unrounded"], winner["multiplier"])
    tied = [reading for reading in scored.readings if reading.unrounded == scored.chosen.unrounded]
    assert (winner["base"], winner["bonus"]) in [(reading.base, reading.bonus) for reading in tied]


def test_12_the_vectors_of_the_articles_game_have_all_there_is_to_it() -> None:
    ends = [record_of(vector["record"]).end for vector in vectors("hands-article.jsonl")]
    assert len(ends) == 200
    assert {end.rules.preset for end in ends} == {"article", "article-printed"}
    assert any(player.jokers for end in ends for player in end.players)
    assert any(indicator >= KINDS for end in ends for indicator in end.indicators)
    assert any(player.hezi is not None for end in ends for player in end.players)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    ends(),
    st.tuples(*[st.none() | st.text()] * 3),
    st.none() | st.text(),
    st.lists(st.builds(Claim, st.text(), st.just((1, -2, 3)), st.none() | st.just((0, 2**53, 0)))),
)
def test_an_encoded_record_reads_back_the_same_from_json_and_toml(
    end: DealEnd, names: tuple[str | None, ...], id_: str | None, claims: list[Claim]
) -> None:
    record = record_from_end(end, names, id_, claims)
    encoded = encode_record(record)
    for text in (json.dumps(encoded), json.dumps(encoded, indent=1), toml_document(encoded)):
        assert without_place(read(text)) == without_place(record)
    assert encode_record(record_of(encoded)) == encoded


def test_a_record_does_not_tell_whom_a_group_was_claimed_from() -> None:
    end = record_of(WORKED).end
    li = replace(end.players[0], groups=(Declared("pung", TOKENS.index("5s"), source=1), end.players[0].groups[1]))
    assert record_from_end(replace(end, players=(li, *end.players[1:]))).end == end


def test_a_win_without_a_source_has_no_record() -> None:
    end = replace(record_of(HEAVENLY).end, win=Win(0, "none"))
    with pytest.raises(ValueError, match="without a source"):
        record_from_end(end)
