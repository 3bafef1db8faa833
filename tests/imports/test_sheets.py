"""A row of a sheet is the record that it says, or all that is wrong with it, with its column."""

import io
import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.frame import fault_line
from fixtures.imports import row_of, table_of
from replay.imports.heads import NEEDED, _bare, _known, accepted_heads, fields, folded, meanings, template_heads, words
from replay.imports.pieces import Reading
from replay.imports.template import csv_of
from replay.records import Claim, encode_record, record_from_end
from replay.strict_json import MOST_FAULTS
from tests.imports.reading import RULES, Opened, in_order, opened, sheet, with_heads
from tests.support.hands import ends
from tests.support.records import FIRST_DISCARD, HEAVENLY, WORKED

LANGUAGES = ("zh", "en", "it", "es")


def one(**change: Any) -> Opened:
    """The worked record's row with other cells."""
    return opened(sheet(change).encode())


def faults(**change: Any) -> list[tuple[str, str | None, str | int | None]]:
    read = one(**change)
    assert read.fates == "ir"
    assert read.pieces[1].text.count("\n") == 1
    return [(fault.code, fault.field, fault.column) for piece in read.pieces for fault in piece.faults]


def record(**change: Any) -> dict[str, Any]:
    read = one(**change)
    assert read.codes == [], read.pieces
    return read.records[0]


# One row, one record

NAMES = st.lists(
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Z")), min_size=3, max_size=12).map("名".__add__),
    min_size=3, max_size=3, unique=True,
)  # fmt: skip
AMOUNTS = st.none() | st.tuples(*[st.integers(-(2**53), 2**53)] * 3)


@given(end=ends(), names=NAMES, totals=AMOUNTS, payments=AMOUNTS, language=st.sampled_from(LANGUAGES))
def test_any_deals_end_comes_back_from_its_row(
    end: Any, names: list[str], totals: Any, payments: Any, language: str
) -> None:
    claims = [Claim("某人", totals, payments)] if totals or payments else []
    wanted = encode_record(record_from_end(end, names, "第1局", claims))
    for delimiter in ",;\t":
        read = opened(csv_of(table_of([row_of(wanted)], language), delimiter).encode(), reading=Reading())
        assert read.codes == []
        assert list(map(in_order, read.records)) == [in_order(wanted)]


@pytest.mark.parametrize("worked", [WORKED, HEAVENLY, FIRST_DISCARD], ids=["discard", "heavenly", "first discard"])
def test_seats_without_names_are_counted_as_the_heads_count_them(worked: dict[str, Any]) -> None:
    players = [{key: value for key, value in player.items() if key != "name"} for player in worked["players"]]
    nameless = {**worked, "players": players, "claims": worked.get("claims", [])[:1]}
    table = table_of([row_of(nameless)])
    from_one = opened(csv_of(table).encode())
    assert from_one.codes == []
    assert from_one.records[0]["win"]["player"] == worked["win"]["player"]
    from_zero = [
        [_less(head) for head in table[0]],
        [_less(cell) if isinstance(cell, int) else cell for cell in table[1]],
    ]
    heads = template_heads("zh")
    amounts = {heads[f"{field}{seat}"] for field, seat in product(("total", "payment"), range(3))}
    from_zero[1] = [
        old if head in amounts else new for head, old, new in zip(table[0], table[1], from_zero[1], strict=True)
    ]
    assert opened(csv_of(from_zero).encode()).records == from_one.records


def _less(head: Any) -> Any:
    return head - 1 if isinstance(head, int) else head[:-1] + str(int(head[-1]) - 1) if head[-1] in "123" else head


def test_the_row_of_a_hand_without_a_win_is_exhausted() -> None:
    nobody = {"winner": None, "card": None, "self_draw": None, "from": None, "hand0": "111m 456m 789s 123c 777c 5c"}
    assert "win" not in record(**nobody)
    assert "win" not in record(**nobody, how="流局")
    assert "win" not in record(**nobody | {"winner": "黄牌"})
    assert faults(**nobody, how="自摸") == [("blank-cell", "win.player", "E (胡家)")]
    assert [code for code, *_ in faults(how="黄牌")] == ["contradiction"]


@pytest.mark.parametrize(
    ("cells", "by"),
    [
        ({"self_draw": "是", "from": None}, "self-draw"),
        ({"self_draw": "√", "from": None}, "self-draw"),
        ({"self_draw": "no"}, "discard"),
        ({"self_draw": None}, "discard"),
        ({"self_draw": None, "how": "Descarte"}, "discard"),
        ({"self_draw": "ｎｏ", "how": "点炮"}, "discard"),
        ({"self_draw": "Sì", "from": None, "how": "杠上开花"}, "kong-replacement"),
        ({"self_draw": None, "from": None, "how": "robo  propio".replace("  ", " ")}, "self-draw"),
    ],
)
def test_how_it_was_won_is_said_in_one_column_or_two(cells: dict[str, Any], by: str) -> None:
    assert record(**cells)["win"]["by"] == by


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        ({"self_draw": "是"}, ["from-without-giver"]),
        ({"self_draw": None, "from": None}, ["missing-way"]),
        ({"self_draw": "否", "from": None}, ["missing-way"]),
        ({"self_draw": "是", "how": "点炮"}, ["contradiction"]),
        ({"self_draw": "否", "how": "自摸", "from": None}, ["contradiction"]),
        ({"how": "zimo"}, ["unknown-way"]),
        ({"winner": None}, ["blank-cell"]),
        ({"card": None}, ["missing-key"]),
    ],
)
def test_how_it_was_won_is_never_guessed(cells: dict[str, Any], codes: list[str]) -> None:
    assert [code for code, *_ in faults(**cells)] == codes


CELL = st.sampled_from(
    ["", "1", "3", "Li", "李", "5s", "555s", "W", "jF", "4s 4s", "是", "no", "自摸", "黄牌", "抢杠", "打杠 W",
     "杠", "-40", "x", "2025-04-12", "cardavia", "article; jokers=excluded", ";", "??", "\x00", "="]
)  # fmt: skip


@given(cells=st.dictionaries(st.sampled_from(fields()), CELL, max_size=12), base=st.booleans())
def test_whatever_stands_in_the_cells_the_row_is_a_hand_or_faults(cells: dict[str, str], base: bool) -> None:
    row = dict.fromkeys(fields(), "") | (row_of(WORKED) if base else {}) | cells
    read = opened(
        csv_of([list(template_heads("en").values()), [row[field] for field in template_heads("en")]]).encode()
    )
    assert read.fates in ("ir", "ii")
    for fault in read.pieces[1].faults:
        assert fault.line == 2
        assert fault.message


# Groups


@pytest.mark.parametrize("cell", ["5s W", "555s WWW", "5s5s5s W", "5条、白花".replace("、", " "), "５ｓ Ｗ", "5s 5z"])
def test_a_group_is_written_as_its_kind_or_as_all_its_cards(cell: str) -> None:
    groups = record(pungs0=cell, exposed_kongs0=None)["players"][0]["groups"]
    assert groups == ["pung 5s", "pung W"]


@pytest.mark.parametrize(
    "cell", ["打杠W", "明杠 WWWW", "exposed-kong W", "Exposed Kong W", "kong esposto W", "ＥＸＰＯＳＥＤ ＫＯＮＧ Ｗ"]
)
def test_a_kong_has_its_form_before_it(cell: str) -> None:
    assert record(exposed_kongs0=None, kongs0=cell)["players"][0]["groups"] == ["pung 5s", "exposed-kong W"]
    assert record(exposed_kongs0=None, pungs0=None, groups0=f"碰5s，{cell}")["players"][0]["groups"] == [
        "pung 5s", "exposed-kong W"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "code", "column"),
    [
        ({"kongs0": "W", "exposed_kongs0": None}, "unknown-form", "杠1"),
        ({"kongs0": "杠 W", "exposed_kongs0": None}, "unknown-form", "杠1"),
        ({"kongs0": "碰 W", "exposed_kongs0": None}, "unknown-form", "杠1"),
        ({"groups0": "W 打杠", "exposed_kongs0": None}, "unknown-form", "牌组1"),
        ({"groups0": "打杠", "exposed_kongs0": None}, "no-card", "牌组1"),
        ({"exposed_kongs0": "WW"}, "group-size", "打杠1"),
        ({"exposed_kongs0": "WWW"}, "group-size", "打杠1"),
        ({"exposed_kongs0": "东"}, "no-card", "打杠1"),
        ({"exposed_kongs0": "jF"}, "no-card", "打杠1"),
    ],
)
def test_which_group_it_is_is_never_guessed(cells: dict[str, Any], code: str, column: str) -> None:
    ((found, field, place),) = faults(**cells)
    assert (found, field) == (code, "players[0].groups")
    assert str(place).endswith(f"({column})")


# Players


def test_a_player_is_named_or_counted_and_never_both_ways() -> None:
    assert record(dealer="1")["dealer"] == 0
    assert record(dealer="玩家 1")["dealer"] == 0
    assert record(winner="1", **{"from": "３"})["win"] == record()["win"]
    (fault,) = faults(dealer="0")
    assert fault[0] == "no-player"
    assert faults(name0="2", dealer="2", winner="1", claimed_by=None) == [("ambiguous-player", "dealer", "D (庄家)")]


def test_two_players_of_one_name_are_told_by_their_seats() -> None:
    twins = {"name0": "Li", "name2": "Li"}
    assert [code for code, *_ in faults(**twins)] == ["ambiguous-player", "ambiguous-player", "no-player"]
    assert record(**twins, dealer="1", winner="1", **{"from": "3"})["win"]["from"] == 2


def test_letters_in_the_heads_are_letters_in_the_cells() -> None:
    heads = {
        head: head[:-1] + "甲乙丙"[int(head[-1]) - 1]
        for head in sheet({}).split("\n")[0].split(",")
        if head[-1] in "123"
    }
    text = sheet({"dealer": "甲"})
    assert opened(with_heads(text, **heads)).codes == []
    assert opened(with_heads(sheet({"dealer": "1"}), **heads)).codes == ["no-player"]


@pytest.mark.parametrize(
    "change", [{"手牌1": "手牌0"}, {"手牌3": "手牌丙", "玩家3": "x_玩家3", "撂龙3": "x_撂龙3", "总数3": "x_3"}]
)
def test_heads_that_count_neither_from_0_nor_from_1_are_refused(change: dict[str, str]) -> None:
    assert opened(with_heads(sheet({}), **change)).codes == ["ambiguous-seats"]


# Cells


@pytest.mark.parametrize(
    ("cells", "code", "field"),
    [
        ({"dealer": None}, "blank-cell", "dealer"),
        ({"indicators": None}, "blank-cell", "indicators"),
        ({"hand1": None}, "blank-cell", "players[1].hand"),
        ({"indicators": "2s"}, "indicators", "indicators"),
        ({"dealer": "Zhao"}, "no-player", "dealer"),
        ({"card": "7x"}, "no-card", "win.card"),
        ({"card": "7s 7s"}, "no-card", "win.card"),
        ({"ready1": "maybe"}, "no-flag", "players[1].ready"),
        ({"ready1": "x"}, "no-flag", "players[1].ready"),
        ({"ready0": "是"}, "ready-dealer", "players[0].ready"),
        ({"hezi0": "9m"}, "hezi-unlike-indicators", "players[0].hezi"),
        ({"jokers0": "jF"}, "jokers-excluded", "players[0].jokers"),
        ({"rules": "cardavi"}, "wrong-rules", "rules"),
        ({"rules": "cardavia; no_such=1"}, "wrong-rules", "rules"),
        ({"rules": "fixtures/rules/tea_house.toml"}, "wrong-rules", "rules"),
        ({"payment1": None, "payment0": 1, "payment2": 1}, "blank-cell", "claims[0].payments"),
        ({"total1": "1,000"}, "no-amount", "claims[0].totals"),
        ({"total1": "40.0"}, "no-amount", "claims[0].totals"),
        ({"total1": "四十"}, "no-amount", "claims[0].totals"),
    ],
)
def test_what_a_cell_cannot_say_names_the_cell(cells: dict[str, Any], code: str, field: str) -> None:
    found = faults(**cells)
    assert found[0][:2] == (code, field)
    assert all(column is not None for *_, column in found)


@pytest.mark.parametrize("minus", ["-", "−", "－", "﹣"])
def test_an_amount_may_be_in_full_width_digits_with_any_minus(minus: str) -> None:
    claims = record(total0="１００", total1="+40", total2=40, payment0=80, payment1=f"{minus}40", payment2=-40)[
        "claims"
    ]
    assert claims == [{"by": "table", "totals": [100, 40, 40], "payments": [80, -40, -40]}]


def test_rules_of_the_row_come_before_those_told() -> None:
    assert record(rules="article")["rules"] == "article"
    assert (
        record(
            rules="cardavia；waits=pair,middle".replace("waits", "closed_floating_broken_by").replace(
                "pair,middle", "pung"
            )
        )["rules"]
        == WORKED["rules"]
    )
    without = sheet({"rules": None}).encode()
    assert opened(without, reading=RULES).records[0]["rules"] == "cardavia"
    assert opened(without, reading=Reading(rules="article")).records[0]["rules"] == "article"
    assert opened(without, reading=Reading()).codes == ["missing-rules"]
    assert opened(without, reading=Reading(rules="no such")).codes == ["wrong-rules"]


def test_several_faults_of_a_row_are_all_told_and_none_twice() -> None:
    found = faults(dealer="Zhao", card="7x", self_draw="?", total1="x", hand2="1m", date="1/2/3")
    assert sorted(code for code, *_ in found) == sorted(
        ["no-player", "no-card", "no-flag", "no-amount", "hand-size", "no-date"]
    )


def test_a_fault_is_told_with_its_column() -> None:
    read = one(winner="李墙", name0="李强", dealer="李强")
    (fault,) = read.pieces[1].faults
    assert fault_line(fault).startswith(
        "source:2:E (胡家): win.player: no player of this hand: 李墙; did you mean 李强?"
    )


def test_notes_and_x_columns_say_nothing_of_the_hand() -> None:
    assert record(note="=1+1 [red]")["players"] == record()["players"]
    text = sheet({"note": "anything"})
    assert opened(with_heads(text, 备注="X_own")).codes == []
    assert opened(with_heads(text, 备注="")).codes == ["cell-without-head"]


def test_text_typed_by_people_stays_as_it_is() -> None:
    hostile = {
        "name0": "[red]x[/]",
        "name1": "=1+1",
        "name2": "\x1b[31m$1'\"",
        "dealer": "[red]x[/]",
        "winner": "[red]x[/]",
    }
    players = record(**hostile, **{"from": "\x1b[31m$1'\""})["players"]
    assert [player["name"] for player in players] == ["[red]x[/]", "=1+1", "\x1b[31m$1'\""]


# Heads


def test_every_head_means_one_thing() -> None:
    found: dict[str, set[tuple[str, str]]] = {}
    for field, languages in accepted_heads(LANGUAGES).items():
        seat = field[-1] if field[-1].isdigit() else ""
        for head in (head for heads in languages.values() for head in heads):
            found.setdefault(_bare(head), set()).add((field.removesuffix(seat), seat))
    assert {head: meant for head, meant in found.items() if len(meant) > 1} == {}
    for head, ((name, seat),) in ((head, tuple(meant)) for head, meant in found.items()):
        assert _known()[head] == (name, str(int(seat) + 1) if seat else "")


def test_a_field_is_a_head_of_itself() -> None:
    for field in fields():
        name, seat = (field[:-1], field[-1]) if field[-1].isdigit() else (field, "")
        assert _known()[_bare(field)] == (name, seat)


def test_every_field_has_heads_in_four_languages() -> None:
    tables = words()
    for languages in (*tables["columns"].values(), *tables["players"].values()):
        assert list(languages) == list(LANGUAGES)
        assert all(heads and all(isinstance(head, str) for head in heads) for heads in languages.values())
    assert set(NEEDED) <= set(fields())


@pytest.mark.parametrize("group", ["forms", "ways", "flags"])
def test_every_word_means_one_thing(group: str) -> None:
    known = [folded(word) for listed in words()[group].values() for word in set(map(folded, listed))]
    assert len(known) == len(set(known))
    assert len(meanings(group)) == len(known)


@pytest.mark.parametrize(
    "head",
    [
        "手牌1",
        "手牌 1",
        "手牌（1）",
        "1手牌",
        "玩家1手牌",
        "玩家1 手牌",
        "手牌玩家1",
        "手牌１",
        "HAND_1",
        "Player 1: hand",
    ],
)
def test_case_width_spaces_and_signs_of_a_head_do_not_count(head: str) -> None:
    assert opened(with_heads(sheet({}), 手牌1=head)).codes == []


def test_a_mapped_head_stands_for_its_field() -> None:
    text = with_heads(sheet({}), 手牌1="他的牌", 胡家="谁=胡")
    assert opened(text, "a.csv").codes == ["unknown-column", "unknown-column"]
    mapped = Reading(rules="cardavia", columns={"他的牌": "hand0", "谁=胡": "winner", "nobody": "hand1"})
    assert opened(text, reading=mapped).codes == []
    wrong = Reading(rules="cardavia", columns={"他的牌": "hand3", "谁=胡": "winner"})
    assert opened(text, "a.csv", wrong).codes == ["unknown-field", "missing-column"]
    twice = Reading(rules="cardavia", columns={"他的牌": "hand1", "谁=胡": "winner"})
    assert opened(text, "a.csv", twice).codes == ["duplicate-column", "missing-column"]


def test_an_unknown_head_is_told_with_what_it_may_be() -> None:
    read = opened(with_heads(sheet({}), 胡家="胡 '家家"), "a.csv")
    (fault,) = read.pieces[0].faults
    assert str(fault.mend) == "did you mean 胡家? or say what it is by --map '胡 '\\''家家'=FIELD"
    assert (fault.line, fault.token) == (1, "胡 '家家")
    assert read.fates == "r"


def test_a_title_above_the_heads_is_told_for_what_it_is() -> None:
    read = opened(f"四月记分,,\n{sheet({})}".encode(), "a.csv")
    (fault,) = read.pieces[0].faults
    assert (fault.code, fault.line, fault.token) == ("no-heading", 1, "四月记分")
    assert opened(f"#四月记分,,\n{sheet({})}".encode()).codes == []


def test_no_more_faults_are_told_than_anybody_reads() -> None:
    heads = ",".join(f"列{number}" for number in range(5000))
    assert opened(f"日期,庄家,将牌,{heads}\n".encode()).codes == ["unknown-column"] * MOST_FAULTS
    row = sheet({}).rstrip("\n") + ",x" * 5000
    assert opened(f"{row}\n".encode()).codes == ["cell-without-head"] * MOST_FAULTS
    assert opened(sheet({"dealer": "x" * 5000}).encode()).pieces[1].faults[0].token == "x" * 79 + "…"


def test_a_missing_column_is_named_in_four_languages() -> None:
    rows = [{key: value for key, value in row_of(WORKED).items() if key != "dealer"}]
    (fault,) = opened(csv_of(table_of(rows)).encode(), "a.csv").pieces[0].faults
    assert (fault.code, fault.field) == ("missing-column", "dealer")
    assert str(fault.mend) == "head one 庄家, dealer, mazziere, repartidor, or say which it is by --map HEAD=dealer"


def test_comments_and_blank_rows_are_ignored_and_the_heading_has_its_text() -> None:
    heads, row = sheet({}).splitlines(keepends=True)
    read = opened(f"# 俱乐部\n\n,,,\n{heads}\n{row}#{row}\n{row}".encode())
    assert read.fates == "iiirir"
    assert [(piece.line, piece.text) for piece in read.pieces[:2]] == [(1, ""), (4, heads)]
    assert [piece.line for piece in read.pieces] == [1, 4, 5, 6, 7, 9]
    assert io.StringIO(heads).read() == heads
    assert json.loads(read.pieces[3].content) == read.records[0]
