"""Rule sets side by side: the options in which they part, and the article's table against the formula (§12.3)."""

import pytest

from engine.options import OPTIONS, RuleSet
from engine.printed import COLUMNS
from engine.rulesets import values_of
from replay.compare import MISPRINTS, Comparison, cells_of, compare, comparison_json
from replay.rulebook import PRESETS, rulebook
from tests.support.article import mended, table
from tests.support.table import rules

ARTICLE = rulebook().presets["article"]


def of(*named: str | RuleSet) -> Comparison:
    """Presets by name, other rule sets as ``mine``."""
    return compare([(one, rules(one)) if isinstance(one, str) else ("mine", one) for one in named], ARTICLE)


def test_the_options_that_differ_are_all_there_and_no_other() -> None:
    compared = of(*PRESETS)
    values = [values_of(rules(preset)) for preset in PRESETS]
    parting = [option.name for option in OPTIONS if len({each[option.name] for each in values}) > 1]
    assert [one.option.name for one in compared.options] == parting
    assert parting == ["table_players", "hezi_needs", "base_table", "three_elders"]
    for one in compared.options:
        assert list(one.values) == [each[one.option.name] for each in values]
        assert list(one.assumed) == [one.option.name in rules(preset).assumed for preset in PRESETS]


def test_rule_sets_that_are_the_same_part_nowhere() -> None:
    assert of("cardavia", "cardavia").options == ()
    assert of("cardavia", rules(pung_hu=2)).options == ()


def test_any_number_of_rule_sets_is_compared_in_the_order_asked_for() -> None:
    compared = of("cardavia", rules(qing_hu=90), rules(qing_hu=80, wait_hu=0), "cardavia")
    assert [(one.option.name, one.values) for one in compared.options] == [
        ("qing_hu", (100, 90, 80, 100)),
        ("wait_hu", (10, 10, 0, 10)),
    ]
    assert compared.names == ("cardavia", "mine", "mine", "cardavia")


def test_12_3_the_table_is_shown_where_the_articles_game_is_among_them() -> None:
    assert of("cardavia", rules(pung_hu=3)).cells == ()
    for others in (("cardavia", "article"), ("article", "article-printed"), ("cardavia", rules(base_table="printed"))):
        assert len(of(*others).cells) == 16 * 5


def test_12_3_cells_are_as_printed_and_as_mended() -> None:
    """What the paragraph's mends make of the table is what the formula gives: for hezi, in the column where one is."""
    for cell in of(*PRESETS).cells:
        column = COLUMNS.index(cell.column)
        row = (cell.row, cell.cards)
        assert cell.printed == table()[1][row][column]
        hezi_elsewhere = cell.row == "He Zi" and cell.column != "Double, pair"
        assert cell.formula == (None if hezi_elsewhere else mended()[row][column])


def test_12_3_the_printed_cells_that_break_the_formula_and_why() -> None:
    broken = {(cell.row, cell.cards, cell.column): cell.why for cell in of(*PRESETS).cells if cell.breaks}
    assert broken == MISPRINTS
    assert [(cell.row, cell.printed, cell.formula) for cell in of(*PRESETS).cells if cell.breaks][:4] == [
        ("Da Gang", 8, 16),
        ("Ti Zi", 16, 12),
        ("Ti Zi", 12, 24),
        ("Qi Cha", 24, None),
    ]
    assert all(cell.why is None for cell in of(*PRESETS).cells if not cell.breaks)


@pytest.mark.parametrize(
    ("named", "by"),
    [
        (("article-printed", "cardavia"), "cardavia"),
        (("article-printed", "article-printed"), None),
        ((rules("article", pung_hu=3), "article"), "mine"),
    ],
)
def test_the_formula_has_the_amounts_of_the_first_that_counts_by_it(named: tuple[str | RuleSet, ...], by: str) -> None:
    compared = of(*named)
    assert compared.by == by
    peng = next(cell for cell in compared.cells if cell.row == "Peng")
    assert peng.formula == (3 if by == "mine" else 2)
    assert peng.breaks == (by == "mine")
    assert peng.why is None, "a house's own amounts are no misprint"


def test_12_3_hezi_of_one_indicator_by_the_formula_is_big() -> None:
    cells = {(cell.row, cell.cards, cell.column): cell.formula for cell in cells_of(rules(hezi_needs="one-indicator"))}
    assert (cells["He Zi", "N", "Big, pair"], cells["He Zi", "G", "Big, pair"]) == (32, 64)
    assert (cells["He Zi", "N", "Double, pair"], cells["He Zi", "N", "Small"]) == (64, None)


def test_the_values_are_the_same_in_json() -> None:
    compared = of(*PRESETS)
    document = comparison_json(compared)
    assert (document["names"], document["presets"]) == (PRESETS, list(PRESETS))
    assert [one["option"] for one in document["options"]] == [one.option.name for one in compared.options]
    assert sum(cell["breaks"] for cell in document["cells"]) == len(MISPRINTS)
