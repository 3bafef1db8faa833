"""One typed line: the events that it means, or what is wrong with it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import (
    Claimed,
    Dealt,
    Discarded,
    Drawn,
    Event,
    Exhausted,
    HandShown,
    JokerExposed,
    KongDeclared,
    Noted,
    OpeningDeclared,
    Passed,
    PreparationFinished,
    PungClaimed,
    ReadyDeclared,
    ReplacementDrawn,
    Retracted,
    Ruled,
    Won,
)
from replay.faults import Fault
from replay.typed.entry import events_of_entry
from replay.typed.words import words

NAMES = ("Li Qiang", "Wang", "陈宇")
AT = "2025-04-12T20:15:00+08:00"
DRAWN_AND_DISCARDED = (Drawn(9, 1, "5m"), Discarded(10, 1, "9s"))


def entered(text: str, turn: int | None = 1) -> tuple[Event, ...] | tuple[Fault, ...]:
    return events_of_entry(text, NAMES, turn, 9, standing=(0, 4, 5, 8))


@pytest.mark.parametrize(
    "text",
    [
        "+5m -9s",
        "w +5m -9s",
        "1 ＋5m －９ｓ",
        "WANG drew 五万, discarded 九索",
        "Wang 摸5万，打9条",
        "摸5万 打9条",
        '"Wang" draws "5m"; discards "9s"',
        "wan  draws\t5S , discards 9♣ # five of spades",
        "wang pesca 5m scarta 9s",
        "wang roba 5m descarta 9s",
        "\u3000+ 5m - 9s",
    ],
)
def test_a_turn_is_typed_in_many_ways(text: str) -> None:
    assert entered(text) == DRAWN_AND_DISCARDED


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("", ()),
        ("  # only a comment", ()),
        ("+5m -", (Drawn(9, 1, "5m"), Discarded(10, 1, "5m"))),
        ("+?? - it", (Drawn(9, 1, "??"), Discarded(10, 1, "??"))),
        ("摸 5m 打 原张", (Drawn(9, 1, "5m"), Discarded(10, 1, "5m"))),
        ("+jF joker jF *5m", (Drawn(9, 1, "jF"), JokerExposed(10, 1, "jF"), ReplacementDrawn(11, 1, "5m"))),
        ("*5m -", (ReplacementDrawn(9, 1, "5m"), Discarded(10, 1, "5m"))),
        ("li pung 5m, -9s", (PungClaimed(9, 0, "5m"), Discarded(10, 0, "9s"))),
        ("陈 碰5m 打9s", (PungClaimed(9, 2, "5m"), Discarded(10, 2, "9s"))),
        ("kong concealed 5m", (KongDeclared(9, 1, "concealed", "5m"),)),
        ("提子 5m", (KongDeclared(9, 1, "concealed", "5m"),)),
        ("加杠5m", (KongDeclared(9, 1, "added", "5m"),)),
        ("0 exposed-kong 5m", (KongDeclared(9, 0, "exposed", "5m"),)),
        ("quad 5m *6m", (OpeningDeclared(9, 1, "quad", "5m"), ReplacementDrawn(10, 1, "6m"))),
        ("hezi 4c done", (OpeningDeclared(9, 1, "hezi", "4c"), PreparationFinished(10, 1))),
        ("起插7s 听", (OpeningDeclared(9, 1, "triple", "7s"), ReadyDeclared(10, 1))),
        ("2 passes", (Passed(9, 2),)),
        ("Li wins", (Won(9, 0),)),
        ("Li wins from w", (Won(9, 0, source=1),)),
        ("Li wins 5m from w", (Won(9, 0, "5m", 1),)),
        ("w shows 123m 4s !", (HandShown(9, 1, "1m 2m 3m 4s", irregular=True),)),
        ("陈 亮牌123m 4s", (HandShown(9, 2, "1m 2m 3m 4s"),)),
        ("Li mostra 5m", (HandShown(9, 0, "5m"),)),
        ("Li muestra 5m", (HandShown(9, 0, "5m"),)),
        ("Li wins shows 55m", (Won(9, 0), HandShown(10, 0, "5m 5m"))),
        ("+5m wins 5m", (Drawn(9, 1, "5m"), Won(10, 1, "5m"))),
        (f"Li -5m ! at {AT} @30", (Discarded(30, 0, "5m", at=AT, irregular=True),)),
        (f"+5m at {AT} - let-stand", (Drawn(9, 1, "5m", at=AT), Discarded(10, 1, "5m", irregular=True))),
        ("exhausted", (Exhausted(9),)),
        ("dealt 陈宇 123m ４５s TT ?? jF", (Dealt(9, 2, "1m 2m 3m 4s 5s T T ?? jF"),)),
        ("dealt w 2?? 5m ３？？", (Dealt(9, 1, "?? ?? 5m ?? ?? ??"),)),
        ('dealt 2 "1m  2m" !', (Dealt(9, 2, "1m  2m", irregular=True),)),
        ("claim Li totals 100 40 -0", (Claimed(9, "Li Qiang", (100, 40, 0)),)),
        ("claim table payments +80 −40 -40 totals 1 2 3", (Claimed(9, "table", (1, 2, 3), (80, -40, -40)),)),
        ('claim "li" totals 1 2 3', (Claimed(9, "li", (1, 2, 3)),)),
        ("note w: two of them saw it # so they say", (Noted(9, "Wang", "two of them saw it"),)),
        (f'note "Zhao" "a \\"b\\" # c\\n" at {AT}', (Noted(9, "Zhao", 'a "b" # c\n', at=AT),)),
        ('note table ""', (Noted(9, "table", ""),)),
        ("ruling table payments 0 0 0 it stands", (Ruled(9, "table", "it stands", (0, 0, 0)),)),
        ("undo 2 misread", (Retracted(9, 4, "misread"),)),
        ("undo 3 misread", (Retracted(9, 0, "misread"),)),
        ("undo to 7 misread", (Retracted(9, 7, "misread"),)),
    ],
)  # fmt: skip
def test_an_entry_means(text: str, events: tuple[Event, ...]) -> None:
    assert entered(text) == events


@pytest.mark.parametrize(
    ("text", "column", "code", "field"),
    [
        ("+5m pung 5m x", 13, "unknown-word", None),
        ("5m", 1, "unknown-player", "seat"),
        ("Zhao +5m", 1, "unknown-player", "seat"),
        ("Li", 1, "missing-action", None),
        ("Li 5m", 4, "unknown-word", None),
        ("pung 5m", 1, "missing-player", "seat"),
        ("wins", 1, "missing-player", "seat"),
        ("passes", 1, "missing-player", "seat"),
        ("exposed-kong 5m", 1, "missing-player", "seat"),
        ("kong 5m", 1, "missing-form", "form"),
        ("kong", 1, "missing-form", "form"),
        ("+5m +", 5, "missing-card", "card"),
        ("+55m", 2, "not-a-card", "card"),
        ("+5m,6m", 5, "unknown-word", None),
        ("+1S", 2, "not-a-card", "card"),
        ("-", 1, "nothing-drawn", "card"),
        ("+5m !! -", 5, "unknown-word", None),
        ("+5m @x", 6, "not-an-integer", "seq"),
        ("+5m @", 6, "not-an-integer", "seq"),
        ("+5m at noon", 8, "not-a-time", "at"),
        ("Li wins from", 13, "missing-player", "from"),
        ("dealt Li", 9, "missing-cards", "cards"),
        ('dealt Li 1m "2m"', 13, "not-a-card", "cards"),
        ("exhausted now", 11, "unexpected", None),
        ("claim Li", 9, "missing-amounts", "totals"),
        ("claim Li totals 1 2", 10, "missing-amounts", "totals"),
        ("claim Li totals 1 2 3 totals 1 2 3", 23, "twice", "totals"),
        ("claim Li totals 1 2 3 4", 23, "unexpected", None),
        ("claim Li totals 1 2 3 !", 23, "not-of-play", "irregular"),
        ("claim zhao totals 1 2 3", 7, "unknown-player", "by"),
        ("note Li", 8, "missing-text", "text"),
        ('note Li he said "no"', 9, "quote-in-text", "text"),
        ("note Li \"a\\q\"", 9, "wrong-quote", None),
        ("undo", 5, "missing-number", "to"),
        ("undo 4 misread", 6, "wrong-number", "to"),
        ("undo 0 misread", 6, "wrong-number", "to"),
        ("undo two misread", 6, "not-an-integer", "to"),
        ("sealed 0123", 8, "not-a-hash", "hash"),
        ("deal d", 1, "misplaced", None),
        ("rules cardavia", 1, "misplaced", None),
        ("+5m\n-5m", 4, "line-break", None),
    ],
)  # fmt: skip
def test_what_an_entry_cannot_mean_is_a_fault(text: str, column: int | None, code: str, field: str | None) -> None:
    found = entered(text)
    first = found[0]
    assert isinstance(first, Fault)
    assert (first.column, first.code, first.field, first.line) == (column, code, field, 1)


def test_without_a_turn_somebody_must_be_named() -> None:
    (fault,) = entered("+5m", turn=None)
    assert isinstance(fault, Fault)
    assert fault.code == "missing-player"


def test_a_word_that_is_a_player_as_well_is_never_guessed() -> None:
    found = events_of_entry("pass +5m", ("Pass", "Draws", "Li"), 0, 0)
    assert [fault.code for fault in found if isinstance(fault, Fault)] == ["ambiguous-player"]
    assert events_of_entry('"Draws" +5m', ("Pass", "Draws", "Li"), 0, 0) == (Drawn(0, 1, "5m"),)
    assert events_of_entry("1 +5m", ("Pass", "Draws", "Li"), 0, 0) == (Drawn(0, 1, "5m"),)


def test_a_player_called_as_the_table_is_never_taken_for_it() -> None:
    names = ("Table", "Wang", "Li")
    (fault,) = events_of_entry("claim table totals 1 2 3", names, 0, 0)
    assert isinstance(fault, Fault)
    assert (fault.code, fault.column) == ("ambiguous-player", 7)
    assert events_of_entry('claim "table" totals 1 2 3', names, 0, 0) == (Claimed(0, "table", (1, 2, 3)),)
    assert events_of_entry("claim 0 totals 1 2 3", names, 0, 0) == (Claimed(0, "Table", (1, 2, 3)),)


@pytest.mark.parametrize(
    ("who", "names", "seat"),
    [
        ("li", ("Li", "Lin", "Wang"), 0),
        ("lin", ("Li", "Lin", "Wang"), 1),
        ("l", ("Li", "Lin", "Wang"), None),
        ("li", ("Li Qiang", "Lin Bo", "Wang"), 0),
        ("li", ("Li Qiang", "Li Hua", "Wang"), None),
        ("li h", ("Li Qiang", "Li Hua", "Wang"), None),
        ("w", ("Li", "Wang", "wu"), None),
        ("2", ("2", "1", "0"), 2),
        ("a", ("a", "a", "a"), None),
    ],
)
def test_a_player_is_meant_by_what_fits_no_other(who: str, names: tuple[str, str, str], seat: int | None) -> None:
    (first, *_) = events_of_entry(f"{who} +5m", names, None, 0)
    assert first == Drawn(0, seat, "5m") if seat is not None else isinstance(first, Fault)


@given(
    st.lists(st.sampled_from([*words(), "5m", "0", "Wang", "#", '"', "+", "-", "12", "@3", "!", "\u2028"])).map(
        " ".join
    )
)
def test_no_entry_raises(text: str) -> None:
    for found in entered(text):
        if isinstance(found, Fault):
            assert isinstance(found.column, int)
            assert 1 <= found.column <= len(text) + 1
