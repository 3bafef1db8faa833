"""A whole text: heads, deals, comments, places; and every fault of it, none of them an exception."""

import tomllib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import DealStarted, RulesNamed, Won
from replay.typed.lexing import MOST_FAULTS
from replay.typed.reading import MARKER, TypedLog, is_typed, log_of
from replay.typed.words import names_of, words
from replay.typed.writing import strict, text_of
from tests.support.command_line import ROOT
from tests.support.fixture_logs import events_of
from tests.typed.logs import TYPED, decoded, faults_of, played, read

HEAD = "deal d\nrules cardavia\nplayers Li Wang Chen\ndealer Li\n"
BY_HAND = (TYPED / "by_hand.txt").read_text(encoding="utf-8")


def without_deck(name: str) -> list[object]:
    start, *rest = events_of(name)
    assert isinstance(start, DealStarted)
    return [replace(start, deck=None), *rest]


def test_the_deal_typed_by_hand_is_the_one_that_was_recorded() -> None:
    assert list(read(BY_HAND).deals[0].events) == without_deck("disputed")


def test_the_deal_typed_in_chinese_is_the_one_that_was_recorded() -> None:
    typed = read((TYPED / "chinese.txt").read_text(encoding="utf-8"))
    assert list(typed.deals[0].events) == without_deck("ready_players_swap_let_stand")[:-1]  # a seal nobody can type


def test_every_fault_of_the_broken_text_is_named_with_its_place() -> None:
    assert faults_of((TYPED / "broken.txt").read_text(encoding="utf-8")) == [
        (5, 8, "unknown-player"),
        (7, 21, "not-a-card"),
        (11, 1, "ambiguous-player"),
        (12, 9, "not-a-card"),
        (13, 5, "missing-form"),
        (14, 1, "missing-player"),
        (15, 19, "unknown-player"),
        (16, 13, "nothing-drawn"),
        (17, 9, "open-quote"),
        (18, 11, "quote-in-text"),
        (19, 19, "not-an-integer"),
        (19, 12, "missing-amounts"),
        (20, 6, "unknown-word"),
    ]


def test_a_head_has_every_field_in_any_order_and_its_options() -> None:
    text = (
        'deal "club 7"\ndealer 王\nplayers 李 王 陈\nsitting-out Zhao\nat 2025-04-12T20:15:00+08:00\nnumber ３\n'
        'rules article waits=pair,middle wait_hu=5 "x y"={"a":[1,null]} jokers="excluded"\n'
        "session evening\ndeck 123m ?? jF\n"
    )
    options = {"waits": ["pair", "middle"], "wait_hu": 5, "x y": {"a": [1, None]}, "jokers": "excluded"}
    assert read(text).deals[0].events == (
        DealStarted(
            0, "duzihu-log/1", "club 7", RulesNamed("article", options), ("李", "王", "陈"), 1, "1m 2m 3m ?? jF",
            "evening", 3, "Zhao", at="2025-04-12T20:15:00+08:00",
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, None, "no-deal")]),
        ("# nothing\n\n", [(1, None, "no-deal")]),
        (f"{MARKER}\n", [(1, None, "no-deal")]),
        ("Li draws 5m\n", [(1, 1, "no-deal"), (1, 1, "unknown-player")]),
        ("deal d\n", [(1, None, "missing-field")] * 3),
        ("deal\n", [(1, 1, "missing-value"), *[(1, None, "missing-field")] * 3]),
        (HEAD + "dealer Wang\n", [(5, 1, "twice")]),
        (HEAD + "exhausted\ndealer Wang\n", [(6, 1, "misplaced")]),
        (HEAD + MARKER, [(5, 1, "misplaced")]),
        (HEAD.replace("Li Wang", "Li"), [(3, 12, "not-three")]),
        (HEAD.replace("cardavia", "cardavia waits"), [(2, 16, "not-an-option")]),
        (HEAD.replace("cardavia", "cardavia a=1 a=2"), [(2, 20, "twice")]),
        (HEAD.replace("cardavia", 'cardavia a={"b":1,"b":2}'), [(2, 16, "not-a-value")]),
        (HEAD.replace("cardavia", "cardavia a=NaN"), [(2, 16, "not-a-value")]),
        (HEAD.replace("cardavia", "cardavia a=1e999"), [(2, 16, "not-a-value")]),
        (HEAD.replace("cardavia", "cardavia a=" + "[" * 5000), [(2, 16, "not-a-value")]),
        (HEAD.replace("cardavia", "cardavia a=" + "9" * 5000), [(2, 16, "not-a-value")]),
        (HEAD + "number 1.5\n", [(5, 8, "not-an-integer")]),
        (HEAD + "number 9007199254740993\n", [(5, 8, "not-an-integer")]),
        (HEAD + "at yesterday\n", [(5, 4, "not-a-time")]),
        (HEAD + "deck 5x\n", [(5, 6, "not-a-card")]),
        (HEAD + "deal x y\n", [(5, 8, "unexpected"), *[(5, None, "missing-field")] * 3]),
        ("\ufeff" + HEAD, [(1, 1, "byte-order-mark")]),
        (HEAD + "Li draws\u20285m\n", [(5, 9, "unseen-character")]),
        (HEAD + "# \u001b[31m\n", [(5, 3, "unseen-character")]),
        (HEAD + "Li draws 5m\rdiscards 5m\n", [(5, 12, "unseen-character")]),
        (HEAD + '{"seq":1,"type":"drawn"}\n', [(5, None, "missing-field")]),
        (HEAD + "{\n", [(5, None, "not-json")]),
        (HEAD + 'note Li "' + "a" * 2**20 + '"\n', [(5, 2**20 + 11, "line-too-long")]),
        (HEAD + 'note Li "\\ud800"\n', [(5, 9, "lone-surrogate")]),
        (HEAD + 'note Li "\ud800"\n', [(5, 9, "lone-surrogate")]),
    ],
    ids=lambda value: repr(value)[-24:] if isinstance(value, str) else "",
)
def test_what_is_wrong_is_named_with_its_place(text: str, found: list[tuple[int, int | None, str]]) -> None:
    assert faults_of(text) == found


def test_faults_before_hide_none_behind_and_bring_none_that_are_not_there() -> None:
    text = (
        "deal d\nplayers Li\ndealer Wang\n"
        + "Wang draws 5m, discards it\nundo 1 misread\n- 5x\nclaim Li totals 1 2 3\n"
    )
    assert faults_of(text) == [(1, None, "missing-field"), (2, 9, "not-three"), (6, 3, "not-a-card")]


def test_a_text_of_nothing_but_faults_is_given_up_after_many() -> None:
    assert len(faults_of(HEAD + "x\n" * 2 * MOST_FAULTS)) == MOST_FAULTS


def test_lines_may_end_as_windows_ends_them() -> None:
    assert read(BY_HAND.replace("\n", "\r\n")).deals == read(BY_HAND).deals


def test_several_deals_and_the_place_of_each() -> None:
    text = (
        f"# one\n\n{HEAD}\nexhausted # end\n# two\n{HEAD.replace('deal d', 'deal e')}Li draws 5m, discards it\n# last\n"
    )
    typed = read(text)
    assert [(deal.first_line, deal.last_line, deal.typed_on) for deal in typed.deals] == [
        (3, 8, (3, 8)), (10, 14, (10, 14, 14)),
    ]  # fmt: skip
    assert typed.idle == (1, 2, 7, 9, 15)
    assert typed.log.count(b'"seq":0,') == 2
    assert strict(typed).count("# ") == 4


def test_who_is_not_named_is_whose_turn_it_is() -> None:
    text = HEAD + "ready\ndone\ndone\n-9s\n+5m -\n+5m concealed-kong 5m *6m\n-6m\nLi pung 6m\n-7m\n+8m\nwins\n"
    assert faults_of(text) == [(15, 1, "missing-player")]
    seats = [getattr(event, "seat", None) for event in read(text.replace("\nwins", "\n1 wins")).deals[0].events]
    assert seats == [None, 0, 1, 2, 0, 1, 1, 2, 2, 2, 2, 0, 0, 1, 1]


@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_leaving_out_who_draws_changes_nothing(seed: int) -> None:
    text = text_of([event for event in played(seed) if event.seq >= 0])
    lines = [line.split(" ", 1)[1] if line.split()[1:2] == ["draws"] else line for line in text.splitlines()]
    shorter = "\n".join(lines)
    assert shorter != text
    assert read(shorter).log == read(text).log


@given(st.integers(0, 2**32), st.data())
@settings(max_examples=25, deadline=None)
def test_comments_survive_in_their_order_and_change_no_event(seed: int, data: st.DataObject) -> None:
    lines = text_of(played(seed)).splitlines()
    count = 0
    for at in sorted(data.draw(st.sets(st.integers(0, len(lines) - 1), max_size=12)), reverse=True):
        if data.draw(st.booleans()):
            lines.insert(at, f'  #{at} 注 "quoted"')
            count += 1
        elif lines[at]:
            lines[at] += f" # {at}"
            count += 1
    commented = read("\n".join(lines))
    once = strict(commented)
    assert commented.log == read(text_of(played(seed))).log
    assert once.count("#") - sum("twice" in line for line in once.splitlines()) == count
    assert strict(read(once)) == once
    given_comments = [line[line.rindex("#") :] for line in lines if "#" in line.replace("# twice", "")]
    assert [
        line[line.rindex("#") :] for line in once.splitlines() if "#" in line.replace("# twice", "")
    ] == given_comments


@given(st.integers(0, 2**32), st.data())
@settings(max_examples=25, deadline=None)
def test_every_line_is_a_deals_or_idle(seed: int, data: st.DataObject) -> None:
    text = f"# {seed}\n" + "\n# between\n".join(
        text_of(played(seed + more)) for more in range(data.draw(st.integers(1, 3)))
    )
    typed = read(text)
    in_deals = [line for deal in typed.deals for line in range(deal.first_line, deal.last_line + 1)]
    assert len(in_deals) == len(set(in_deals))
    blank = {at for at, line in enumerate(text.splitlines(), 1) if not line or line.startswith("#")}
    assert set(typed.idle) == blank
    assert set(in_deals) | blank == set(range(1, text.count("\n") + 1))
    assert {line for deal in typed.deals for line in deal.typed_on} <= set(in_deals) - blank


_DAMAGE = [
    *'"#{}@!+-*\\,:=\u2028\u001b\u3000\ufeff\r\n ',
    "听",
    "碰5m",
    " let-stand",
    " at ",
    " @",
    '{"seq":1}',
    "kong ",
    "undo ",
]


def damaged(text: str, seed: int) -> str:
    rng = Random(seed)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at, more = rng.randrange(len(text) + 1), rng.randrange(12)
        match rng.randrange(3):
            case 0:
                text = text[:at] + rng.choice(_DAMAGE) + text[at:]
            case 1:
                text = text[:at] + text[at + more :]
            case _:
                lines = text.split("\n")
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                text = "\n".join(lines)
    return text


def holds(text: str) -> bool:
    """Whether a text was read, once what must hold of any text does."""
    typed = log_of(text, "x")
    if not isinstance(typed, TypedLog):
        assert typed
        assert all(fault.line is not None and 1 <= fault.line <= text.count("\n") + 1 for fault in typed)
        return False
    events = [event for deal in typed.deals for event in deal.events]
    assert decoded(typed.log) == events
    once = strict(typed)
    assert [event for deal in read(once).deals for event in deal.events] == events
    assert strict(read(once)) == once
    return True


def test_damage_is_a_fault_or_another_text_and_never_an_exception() -> None:
    texts = [BY_HAND, (TYPED / "chinese.txt").read_text(encoding="utf-8"), text_of(played(7)), text_of(played(8))]
    readable = [holds(damaged(texts[seed % 4], seed)) for seed in range(240)]
    assert 20 < sum(readable) < 220


@given(st.text(max_size=200) | st.lists(st.sampled_from([*words(), *_DAMAGE, " 5m ", " Li ", "\n"])).map(" ".join))
@settings(max_examples=120, deadline=None)
def test_no_text_whatever_raises(text: str) -> None:
    holds(HEAD + text)
    holds(f"{MARKER}\n{text}")
    is_typed(text)


@pytest.mark.parametrize(
    ("beginning", "typed"),
    [
        (BY_HAND[:200], True),
        ("\ufeff# note\n\n" + HEAD, True),
        (HEAD.replace("\n", "\r\n"), True),
        ((TYPED / "chinese.txt").read_text(encoding="utf-8"), True),
        (f"{MARKER}  # by hand\n", True),
        (f"# x\n{MARKER}\n{{}}", True),
        ('deal "a b"\nplayers', True),
        ("", False),
        ("# only\n", False),
        ("deal d\n", False),
        ("deal,session\nrules,players\n", False),
        ("deal\tdealer\ndealer\t0\n", False),
        ("deal dealer players\n1 2 3\n", False),
        ("deal me\nin please\n", False),
        ('{"seq":0,"type":"deal_started"}\n', False),
        ('deal "open\nplayers a b c\n', False),
    ],
)
def test_a_typed_text_is_known_by_its_beginning(beginning: str, typed: bool) -> None:
    assert is_typed(beginning) is typed


def test_no_word_means_two_things_and_each_is_a_word() -> None:
    tables = tomllib.loads((ROOT / "replay/typed/words.toml").read_text(encoding="utf-8"))
    typed = [one for table in tables.values() for name, others in table.items() for one in (name, *others)]
    assert len(typed) == len(words())
    assert all(one == one.casefold() and one.split() == [one] for one in typed)
    assert not [one for one in typed if one[0] in '0123456789+-*!@#{"' or not one.isprintable()]
    assert {"draws", "let-stand"} <= set(names_of("action", "mark"))


def test_a_win_typed_as_self_draw_leaves_the_rest_to_the_fold() -> None:
    assert read(HEAD + "王 自摸\n".replace("王", "Wang")).deals[0].events[-1] == Won(1, 1)
