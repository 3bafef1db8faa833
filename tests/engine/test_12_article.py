"""§12 the article's game: its table, printed and mended, its presets and what is assumed in them, four at the table."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest

from engine.base import base_lines
from engine.cards import IS_OLD_GENERAL, KIND_OF, KINDS, TOKENS
from engine.deal import Deal
from engine.ending import SIZE_OF, DealEnd, Holding
from engine.events import DealStarted, RulesNamed
from engine.lines import Line
from engine.options import OPTION
from engine.printed import COLUMNS, PRINTED, ROWS
from engine.rulesets import changed, changes_from
from engine.score import score
from replay.rulebook import rulebook
from tests.support.article import SETS, Row, mended, stands_in, table
from tests.support.play import finish_preparation, found, play
from tests.support.play import table as dealt
from tests.support.slow_score import slow_score
from tests.support.table import deal, exhausted, kinds, player, rules

# --- The table


def test_12_3_the_table_is_the_documents_cell_by_cell() -> None:
    columns, cells = table()
    assert columns == COLUMNS
    assert cells == PRINTED
    assert {id_: row for row, ids in SETS.items() for id_ in ids} == ROWS


def holding_of(id_: str, token: str) -> Holding:
    """A player whose one set is this."""
    copies = {"three-in-hand": 3, "exact-three-in-hand": 3, "four-in-hand": 4}
    if id_ in copies:
        return player(" ".join([token] * copies[id_]))
    return player("", hezi=token) if id_ == "hezi" else player("", f"{id_} {token}")


def can_be(id_: str, kind: int, indicators: tuple[int, ...], *, both: bool) -> bool:
    """Whether there are cards enough, and the indicators are those that the set asks for (§3.3, §3.4, §7.4)."""
    copies = SIZE_OF[id_] if id_ in SIZE_OF else {"four-in-hand": 4, "hezi": 2}.get(id_, 3)  # type: ignore[index]
    if copies + indicators.count(kind) > 4:
        return False
    match id_:
        case "opening-triple" | "exact-three-in-hand":
            return kind in indicators
        case "three-in-hand":
            return kind not in indicators
        case "hezi":
            return indicators == (kind, kind) if both else kind in indicators
    return True


SAMPLE = tuple(KIND_OF[token] for token in ("5m", "5s", "8c", "9c", "T", "W", "R", "9s"))
"""Kinds of every sort there is: of one rank and of others, and old generals."""


@cache
def lines_of(preset: str) -> dict[tuple[str, str, str], set[tuple[int, str | None]]]:
    """Every set that can be, under every two indicators: by row, N or G and column of the cell that its line names, the
    amounts of such lines, each with the column that stands in."""
    reached: dict[tuple[str, str, str], set[tuple[int, str | None]]] = defaultdict(set)
    for id_, line, _ in scored_sets(preset):
        assert line.id == id_
        assert line.cell is not None
        assert line.cell.row == ROWS[id_]
        reached[line.cell.row, line.cell.cards, line.cell.column].add((line.amount, line.cell.taken_from))
    return reached


def scored_sets(preset: str) -> Iterator[tuple[str, Line, tuple[int, ...]]]:
    """Each possible set of the sample scored, with its id, its line and the indicators."""
    both = rules(preset).hezi_needs == "both-indicators"
    for indicators in combinations_with_replacement(SAMPLE, 2):
        for id_ in ROWS:
            for kind in SAMPLE:
                if can_be(id_, kind, indicators, both=both):
                    (line,) = base_lines(rules(preset), indicators, holding_of(id_, TOKENS[kind]))
                    yield id_, line, indicators


CELLS = [(row, column) for row in table()[1] for column in COLUMNS]


@pytest.mark.parametrize(("row", "column"), CELLS, ids=[f"{row} {cards}, {column}" for (row, cards), column in CELLS])
def test_12_3_every_cell_as_printed(row: Row, column: str) -> None:
    """The value that is printed there or, for a blank, the nearest to its left, else to its right, and the line says
    so. What no set can have is not reached: by the gloss that is N under Double, pair, the commonest exact sets under
    Small, and all that needs five copies of a kind."""
    reached = lines_of("article-printed").get((*row, column), set())
    taken, value = stands_in(row, column)
    assert reached <= {(value, None if taken == column else taken)}
    assert bool(reached) == ((row, column) not in unreachable_by_the_gloss())


def unreachable_by_the_gloss() -> set[tuple[Row, str]]:
    """Cells that no set can have where the columns are how many indicators are old generals."""
    never = {((name, "N"), "Double, pair") for name in SETS}  # both old generals, and one of them an ordinary kind
    for name, cards in PRINTED:
        row = (name, cards)
        if name in ("Da Gang", "Ti Zi", "Liao Long"):  # all four copies, and an indicator besides
            never |= {(row, column) for column in ("Big, pair", "Double, pair")}
        if name == "Kan":  # three of an indicator's kind take Di Cha
            never |= {(row, column) for column in ("Big, pair", "Double, pair")}
        if name in (
            "Qi Cha",
            "Di Cha",
            "He Zi",
        ):  # of an indicator's kind: a pair, and G not Small
            never |= {(row, column) for column in ("Big, not a pair", "Double, not a pair")}
            if cards == "G":
                never.add((row, "Small"))
    return never


@pytest.mark.parametrize("preset", ["article", "cardavia"])
@pytest.mark.parametrize(("row", "column"), CELLS, ids=[f"{row} {cards}, {column}" for (row, cards), column in CELLS])
def test_12_3_every_cell_as_mended_is_the_formula(row: Row, column: str, preset: str) -> None:
    """Small, Big, Double as none, one, both indicators matching the set, pair as exact match, G as old general."""
    value = mended()[row][COLUMNS.index(column)]
    amounts = {
        line.amount
        for id_, line, indicators in scored_sets(preset)
        if (ROWS[id_], "G" if IS_OLD_GENERAL[line.cards[0]] else "N") == row
        and mended_column(line.cards[0], indicators) == column
    }
    assert amounts <= {value}
    assert bool(amounts) == (value is not None and not (row[0] == "He Zi" and column != "Double, pair"))
    if preset == "article":
        assert lines_of(preset).get((*row, column), set()) == {(amount, None) for amount in amounts}


def mended_column(kind: int, indicators: tuple[int, ...]) -> str:
    """By the words of §7.3 and §12.3."""
    ordinary = not IS_OLD_GENERAL[kind]
    matching = [
        indicator
        for indicator in indicators
        if IS_OLD_GENERAL[indicator] != ordinary and (not ordinary or TOKENS[indicator][0] == TOKENS[kind][0])
    ]
    if not matching:
        return "Small"
    return ("Big" if len(matching) == 1 else "Double") + (", pair" if kind in indicators else ", not a pair")


def test_12_3_by_the_gloss_an_old_general_indicator_is_what_matters_and_not_what_it_matches() -> None:
    """The commonest case, an exact set beside two ordinary indicators, has no column: it takes Small, pair or not."""
    hand = player("555m 444s")
    by_gloss = score(exhausted(hand, indicators="5m 8c", preset="article-printed")).seats[0]
    assert [(line.amount, line.cell.column, line.cell.taken_from) for line in by_gloss.lines if line.cell] == [
        (24, "Small", "Big, pair"),
        (4, "Small", None),
    ]
    big = score(exhausted(hand, indicators="T 8c", preset="article-printed")).seats[0]
    assert [(line.amount, line.cell.column) for line in big.lines if line.cell] == [
        (8, "Big, not a pair"),
        (8, "Big, not a pair"),
    ]


def test_12_3_where_the_table_is_printed_no_other_value_or_multiplier_applies_to_a_set() -> None:
    own = player("5555m", "pung T", "exposed-kong 8c", hezi="4c")
    before = exhausted(own, indicators="4c W", preset="article-printed")
    changes = {
        option.name: 7 for option in OPTION.values() if option.paragraphs[0].startswith("§7") and option.kind == "count"
    }
    after = exhausted(own, indicators="4c W", preset="article-printed", **changes)
    assert len(changes) > 8
    assert score(after).totals == score(before).totals
    assert all(not line.factors for line in score(before).seats[0].lines)


# --- Presets, and what is assumed


STATED = {
    "jokers": "not strictly necessary for play, and not usually used",
    "joker_indicator_multiplier": "then the scores are doubled",
    "table_players": "a game for four people; only three play each hand",
    "three_elders": "R, W or T",
    "three_elders_multiplier": "score doubled",
    "kong_onto_pung_from_discard": "having a pong, and another player discarding the fourth card",
    "base_table": "the scoring table",
    **dict.fromkeys(
        (
            *("pung_hu", "three_in_hand_hu", "exposed_kong_hu", "concealed_kong_hu", "four_in_hand_hu"),
            *("opening_quad_hu", "opening_triple_hu", "hezi_hu", "exact_three_in_hand_hu"),
            *("old_general_multiplier", "indicator_multiplier", "exact_pung_multiplier"),
        ),
        "the scoring table, whose reading as mended it is",
    ),
}
"""Options of which the article says something, and what. All others are assumed."""


def test_12_3_what_the_article_does_not_state_is_assumed() -> None:
    article, printed = rules("article"), rules("article-printed")
    assert set(article.assumed) | set(STATED) == set(OPTION)
    assert not set(article.assumed) & set(STATED)
    assert set(printed.assumed) == set(article.assumed) - {"hezi_needs"}, "its table has a word on the hezi"
    assert rules().assumed == ()


@pytest.mark.parametrize(
    ("paragraphs", "but"),
    [
        (("§8.1", "§8.2"), ()),
        (("§10.1",), ()),
        (("§3.6",), ()),
        (("§9.1", "§9.2", "§9.4", "§9.5", "§9.6", "§9.7"), ()),
        (("§9.3",), ("three_elders_multiplier", "three_elders")),
        (("§10.2",), ()),
    ],
)
def test_12_3_what_the_paragraph_names_as_assumed_is(paragraphs: tuple[str, ...], but: tuple[str, ...]) -> None:
    """ "The values of §8.1–8.2, rounding, ready, multipliers other than §9.3, the settlement of differences." """
    named = {option.name for option in OPTION.values() if option.paragraphs[0] in paragraphs}
    assert named
    assert named & set(rules("article").assumed) == named - set(but)


def test_12_3_what_was_changed_is_not_assumed_until_it_is_changed_back() -> None:
    other = rules("article", qing_hu=90)
    assert set(rules("article").assumed) - set(other.assumed) == {"qing_hu"}
    assert changed(other, {"qing_hu": 100}) == rules("article", qing_hu=100) == rules("article")


def test_12_3_the_presets_differ_in_what_the_paragraph_says_and_nothing_else() -> None:
    assert changes_from(rules(), rules("article")) == {"table_players": 4}
    assert changes_from(rules("article"), rules("article-printed")) == {
        "base_table": "printed",
        "hezi_needs": "one-indicator",
        "three_elders": "any",
    }


def test_12_3_lines_say_what_is_assumed_and_what_is_stated() -> None:
    own = player("123m 456m 789m 234s 777c TTT 55s", "pung W", jokers="jF")
    end = deal(own, card="9m", indicators="jP 8c", preset="article", jokers="flowers")
    won = score(end).seats[0]
    assumed = {line.id: line.assumed for line in won.lines}
    assert assumed == {
        **{"pung": False, "three-in-hand": False, "joker": True, "tazi-hu": True, "self-draw": True},
        **{"joker-indicator": False, "rounding": True},
    }
    assert [line.option for line in won.lines if line.id == "rounding"] == ["rounding"]


# --- Three Elders, hezi


@pytest.mark.parametrize("hand", ["TTT 123m 456m 789m 234s 567s 55c", "TTT WWW 456m 789m 234s 567s 55c"])
def test_12_3_three_elders_any_is_one_doubling_for_one_set_or_more(hand: str) -> None:
    own = player(hand, "pung 1s")
    by_preset = {preset: score(deal(own, card="4m", preset=preset)).chosen for preset in ("article", "article-printed")}
    assert [reading.multiplier for reading in by_preset.values() if reading] == [1, 2]


def one_indicator(hand: str, indicators: str, preset: str = "article-printed", **changes: object) -> Deal:
    return dealt(hand, indicators=indicators, prepared=False, preset=preset, **changes)


def test_12_3_hezi_of_one_indicator_is_exposed_with_two_replacements() -> None:
    state = play(one_indicator("44c", "4c 8m"), "0 opening_declared hezi 4c").state
    assert (state.hezi[0], state.owed) == (KIND_OF["4c"], [0, 0])
    assert state.groups[0] == []


def test_12_3_a_third_dealt_copy_stays_in_hand() -> None:
    deal = play(one_indicator("444c", "4c 8m"), "0 opening_declared hezi 4c")
    assert deal.state.hands[0][KIND_OF["4c"]] == 1
    with_triple = one_indicator("444c", "4c 8m")
    assert play(with_triple, "0 opening_declared triple 4c").state.groups[0][0].form == "opening-triple"


def test_12_3_one_hezi_a_player() -> None:
    deal = play(one_indicator("44c 88m", "4c 8m"), "0 opening_declared hezi 4c")
    for _ in range(2):
        play(deal, f"0 replacement_drawn {any_other(deal)}")
    assert found(deal, "0 opening_declared hezi 8m") == ["second-hezi §3.4"]


def any_other(deal: Deal) -> str:
    return next(TOKENS[kind] for kind in range(KINDS) if deal.state.unseen[kind] and TOKENS[kind] not in ("4c", "8m"))


def test_12_3_two_players_may_have_a_hezi_each() -> None:
    deal = dealt("44c", "88m", indicators="4c 8m", prepared=False, preset="article-printed")
    play(deal, "0 opening_declared hezi 4c", f"0 replacement_drawn {any_other(deal)}")
    play(deal, f"0 replacement_drawn {any_other(deal)}", "0 preparation_finished", "1 opening_declared hezi 8m")


def test_3_4_hezi_needs_both_indicators_by_the_other_presets() -> None:
    for preset in ("cardavia", "article"):
        assert found(one_indicator("44c", "4c 8m", preset), "0 opening_declared hezi 4c") == ["hezi-no-indicator §3.4"]
        play(one_indicator("44c", "4c 4c", preset), "0 opening_declared hezi 4c")


def test_12_3_a_hezi_of_one_indicator_takes_the_tables_value() -> None:
    assert score(exhausted(player("", hezi="4c"), indicators="4c 8m", preset="article-printed")).totals[0] == 70
    assert score(exhausted(player("", hezi="T"), indicators="T 8m", preset="article-printed")).totals[0] == 130


# --- Four at the table


def begun(*, dealer: int = 0, sitting_out: str | None = None, rules: str | RulesNamed = "article") -> Deal:
    deal = Deal(rulebook())
    deal.add(DealStarted(0, "duzihu-log/1", "test", rules, ("Li", "Wang", "Chen"), dealer, sitting_out=sitting_out))
    return deal


SEATINGS: dict[str, tuple[Deal, list[str]]] = {
    "12.1_the_banker_is_seat_0": (begun(dealer=1, sitting_out="Zhao"), ["dealer-not-banker §12.1"]),
    "12.1_who_sits_out_is_named": (begun(), ["nobody-sits-out §12.1"]),
    "12.1_neither": (begun(dealer=2), ["dealer-not-banker §12.1", "nobody-sits-out §12.1"]),
    "2.4_of_three_nobody_sits_out": (begun(sitting_out="Zhao", rules="cardavia"), ["somebody-sits-out §2.4"]),
}


@pytest.mark.parametrize("name", SEATINGS)
def test_who_deals_and_who_sits_out(name: str) -> None:
    deal, finds = SEATINGS[name]
    assert [f"{one.code} {one.rule}" for one in deal.findings] == finds
    assert {(one.severity, one.seq) for one in deal.findings} == {("irregular", 0)}
    assert deal.status == "unfinished", "it goes on all the same"


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_12_1_with_four_the_banker_deals_and_with_three_anybody(dealer: int) -> None:
    assert bool(begun(dealer=dealer, sitting_out="Zhao").findings) == (dealer != 0)
    assert begun(dealer=dealer, rules="cardavia").findings == []
    assert begun(dealer=dealer, rules=RulesNamed("article", {"table_players": 3})).findings == []


def test_12_1_who_sits_out_settles_nothing() -> None:
    deal = finish_preparation(dealt("55c", prepared=False, preset="article"))
    assert len(deal.state.hands) == len(deal.state.names) == 3
    end = exhausted(player("555c"), preset="article")
    assert len(score(end).payments) == 3
    assert score(end).payments == score(DealEnd(rules(), end.indicators, 0, end.players)).payments


def test_12_3_both_scorers_agree_on_every_set() -> None:
    for preset in ("article", "article-printed"):
        for id_, line, indicators in scored_sets(preset):
            end = DealEnd(rules(preset), indicators, 0, (holding_of(id_, TOKENS[line.cards[0]]), *[player("")] * 2))
            assert slow_score(end)["seats"][0]["base"] == line.amount


def test_12_3_a_set_of_any_kind_scores_as_those_of_its_sort_in_the_sample_do() -> None:
    for kind in range(KINDS):
        alike = kinds("5m" if not IS_OLD_GENERAL[kind] else "T")[0]
        for indicators in ((kind, kind), (kind, KIND_OF["R" if TOKENS[kind] != "R" else "W"])):
            same = tuple(alike if indicator == kind else indicator for indicator in indicators)
            for preset in ("article", "article-printed"):
                one = base_lines(rules(preset), indicators, holding_of("pung", TOKENS[kind]))[0]
                other = base_lines(rules(preset), same, holding_of("pung", TOKENS[alike]))[0]
                assert (one.amount, one.cell) == (other.amount, other.cell)
