"""Every trap of the article's game is really in the log that is named for it (§12)."""

from itertools import pairwise

from msgspec.structs import replace

from engine.cards import KINDS
from engine.deal import fold
from engine.events import DealStarted, Drawn, Exhausted, JokerExposed, KongDeclared, ReplacementDrawn, RulesNamed, Won
from engine.score import score
from fixtures.article_scripts import SESSION_OF_FOUR
from replay.rulebook import rulebook
from tests.support.fixture_logs import chosen, events_of, final, ids, moments, reports, types


def test_jokers_come_as_a_kongs_replacement_one_after_the_other_and_what_stands_in_for_them_wins() -> None:
    events = events_of("joker_drawn_for_a_kong")
    at = next(at for at, event in enumerate(events) if isinstance(event, KongDeclared))
    kinds = [type(event) for event in events[at : at + 7]]
    assert kinds == [
        KongDeclared,
        ReplacementDrawn,
        JokerExposed,
        ReplacementDrawn,
        JokerExposed,
        ReplacementDrawn,
        Won,
    ]
    _, scored = final("joker_drawn_for_a_kong")
    assert {"self-draw", "kong-replacement", "joker"} <= ids(chosen(scored))


def test_the_kongs_replacement_is_what_the_wrong_claim_forgets() -> None:
    _, scored = final("joker_drawn_for_a_kong")
    (claim,) = [claim for claim in reports("logs/joker_drawn_for_a_kong.jsonl")[0].claims if not claim.holds]
    assert scored.totals is not None
    assert claim.totals == (0, scored.totals[1] - 10, 10)


def test_a_joker_is_turned_up_and_doubles_every_total_before_rounding() -> None:
    state, scored = final("joker_turned_up_as_an_indicator")
    assert [indicator >= KINDS for indicator in state.indicators].count(True) == 1
    for seat in scored.seats:
        assert seat is not None
        assert [line.section for line in seat.lines].count("everyone") == 1
        assert seat.unrounded == (seat.base + seat.bonus) * seat.multiplier * 2
    assert chosen(scored).multiplier == 2, "Three Elders alone"
    assert scored.seats[2] is not None
    assert scored.seats[2].total != 2 * -(-scored.seats[2].unrounded // 2 // 10) * 10, "rounded first it would be more"


def test_the_printed_table_has_a_blank_for_three_of_the_indicators_kind() -> None:
    _, scored = final("joker_turned_up_as_an_indicator")
    assert scored.seats[0] is not None
    (line, *_) = scored.seats[0].lines
    assert line.cell is not None
    assert (line.cell.row, line.cell.column, line.cell.taken_from) == ("Di Cha", "Small", "Big, pair")


def test_three_elders_of_the_printed_table_are_none_of_the_mended() -> None:
    end = reports("logs/joker_turned_up_as_an_indicator.jsonl")[0].end
    assert end is not None
    mended = replace(end, rules=rulebook().resolve(RulesNamed("article", {"jokers": "flowers"})))
    assert "three-elders" not in ids(chosen(score(mended)))


def test_the_last_stock_card_is_a_joker_and_ends_the_deal() -> None:
    name = "last_stock_card_a_joker"
    (drawn, joker, end) = moments(name)[types(name).index("exhausted") - 2 : types(name).index("exhausted") + 1]
    assert isinstance(drawn.event, Drawn)
    assert isinstance(joker.event, JokerExposed)
    assert isinstance(end.event, Exhausted)
    assert drawn.event.card == joker.event.card
    assert drawn.after is not None
    assert drawn.after.stock == 0
    assert "won" not in types(name)


def test_in_that_deal_jokers_are_dealt_and_one_is_replaced_by_another() -> None:
    events = events_of("last_stock_card_a_joker")
    dealt = [event.cards for event in events if hasattr(event, "cards") and hasattr(event, "seat")]
    assert sum("j" in cards for cards in dealt) == 2
    replaced = [event.card for event in events if isinstance(event, ReplacementDrawn)]
    assert [card for card in replaced if card.startswith("j")] == ["jJ"]
    state, _ = final("last_stock_card_a_joker")
    assert sorted(joker for own in state.jokers for joker in own) == [30, 31, 32, 33, 34]


def test_four_at_the_table_sit_out_in_turn_and_the_names_move_round() -> None:
    starts = [event for event in events_of("session_of_four") if isinstance(event, DealStarted)]
    assert len(starts) == len(SESSION_OF_FOUR) == 4
    assert [start.sitting_out for start in starts] == ["Zhao", "Li", "Wang", "Chen"]
    for before, after in pairwise(starts):
        assert after.sitting_out == before.players[0], "the banker of the deal before"
        assert after.players == (*before.players[1:], before.sitting_out)
    assert {start.dealer for start in starts} == {0}
    assert [report.findings for report in reports("logs/session_of_four.jsonl")] == [()] * 4


def test_its_deals_come_to_what_they_do_under_cardavia() -> None:
    """Where no joker is in the deck, `article` counts as `cardavia` does (§12.3)."""
    for report in reports("logs/session_of_four.jsonl"):
        assert report.end is not None
        assert report.score is not None
        assert score(replace(report.end, rules=rulebook().resolve("cardavia"))).totals == report.score.totals


def test_a_log_with_jokers_folds_to_the_same_from_any_of_its_events() -> None:
    for name in ("joker_drawn_for_a_kong", "joker_turned_up_as_an_indicator", "last_stock_card_a_joker"):
        events = events_of(name)
        assert fold(events, rulebook()).state == moments(name)[-1].after
        assert fold(events, rulebook()).findings == []
