"""§2 the deal, with §1 the cards: who is dealt what, the indicators, the stock, and the recorded deck."""

from collections.abc import Callable
from random import Random

import pytest

from engine.deal import Deal
from engine.events import RulesNamed
from engine.state import DEALING, PREPARING, REVEALING
from replay.rulebook import rulebook
from tests.support.decks import shuffled_deck
from tests.support.play import deal_out, events_of, found, play, started, table
from tests.support.recount import recounted, shown
from tests.support.traps import Trap, every, fall_into, impossible, irregular

HANDS = (
    "1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m 4m 5m 5m 5m 6m 6m 6m 7m 7m 7m 8m 8m",
    "1s 1s 1s 2s 2s 2s 3s 3s 3s 4s 4s 4s 5s 5s 5s 6s 6s 6s 7s 7s 7s 8s",
    "1c 1c 1c 2c 2c 2c 3c 3c 3c 4c 4c 4c 5c 5c 5c 6c 6c 6c 7c 7c 7c 8c",
)
STOCK = (
    "T T T T W W W W R R R R 9m 9m 9m 9m 9s 9s 9s 9s 9c 9c 9c 9c 8m 8m 8s 8s 8s 8c 8c 8c "
    "1m 2m 3m 4m 5m 6m 7m 1s 2s 3s 4s 5s 6s 7s 1c 2c 3c"
)
DECK = f"{HANDS[0]} {HANDS[1]} {HANDS[2]} 6c 7c {STOCK} 4c 5c"
"""The draw comes from the front, so ``T`` first, and the replacements from the back: ``5c``, then ``4c``."""


def dealt(number: int, *, dealer: int = 0, deck: str | None = None) -> Callable[[], Deal]:
    """A deal in which so many hands are dealt; the dealer has the Myriads."""

    def deal() -> Deal:
        deal = started(dealer=dealer, deck=deck)
        for at in range(number):
            play(deal, f"{(dealer + at) % 3} dealt {HANDS[at]}")
        return deal

    return deal


def revealed(deck: str | None = None) -> Callable[[], Deal]:
    return lambda: play(dealt(3, deck=deck)(), "indicators_revealed 6c 7c")


def leading(deck: str | None = None) -> Callable[[], Deal]:
    return lambda: play(revealed(deck)(), *[f"{seat} preparation_finished" for seat in range(3)])


def unstarted() -> Deal:
    return Deal(rulebook())


TRAPS = (
    # §1 cards
    impossible("1.1_not_a_card", dealt(0), f"0 dealt {HANDS[0]} 5x", "card-unknown §1.1"),
    impossible("1.1_no_card_at_all", lambda: table("9s"), "0 discarded 9s9s", "card-unknown §1.1"),
    impossible("1.1_a_hidden_indicator", dealt(3), "indicators_revealed 1m ??", "card-hidden §1.1"),
    impossible("1.1_a_hidden_discard", leading(), "0 discarded ??", "card-hidden §1.1"),
    impossible("1.1_fifth_copy_in_one_hand", dealt(0), f"0 dealt {HANDS[0][6:]} 3m 3m", "fifth-copy §1.1"),
    impossible("1.1_fifth_copy_over_hands", dealt(1), f"1 dealt {HANDS[1][6:]} 1m 1m", "fifth-copy §1.1"),
    impossible("1.1_fifth_copy_among_indicators", dealt(3), "indicators_revealed 1m 1m", "fifth-copy §1.1"),
    impossible("1.1_fifth_copy_drawn", lambda: table("1111m 9s", dealer=2), "1 drawn 1m", "fifth-copy §1.1"),
    impossible(
        "1.1_fifth_copy_as_replacement",
        lambda: play(table("1111m"), "0 kong_declared concealed 1m"),
        "0 replacement_drawn 1m",
        "fifth-copy §1.1",
    ),
    impossible("1.2_joker_dealt", dealt(0), f"0 dealt {HANDS[0][3:]} jF", "joker-excluded §1.2"),
    impossible("1.2_joker_drawn", lambda: play(leading()(), "0 discarded 1m"), "1 drawn jW", "joker-excluded §1.2"),
    impossible("1.2_joker_exposed", lambda: table(prepared=False), "0 joker_exposed jP", "joker-excluded §1.2"),
    impossible("1.2_what_is_exposed_is_no_joker", table, "0 joker_exposed 5m", "card-unknown §1.1"),
    impossible("1.2_what_is_exposed_is_no_card", table, "0 joker_exposed \x1b[2J", "card-unknown §1.1"),
    # §2.1 hands
    irregular(
        "2.1_dealer_one_card_short",
        dealt(0),
        f"0 dealt {HANDS[0][3:]}",
        "misdeal §2.1",
        lambda state: (state.phase, state.turn, sum(state.hands[0]), state.misdealt) == (DEALING, 1, 22, True),
    ),
    irregular(
        "2.1_another_seat_is_dealt_the_dealers_number",
        dealt(1),
        f"1 dealt {HANDS[1]} 9s",
        "misdeal §2.1",
        lambda state: (state.phase, state.turn, sum(state.hands[1])) == (DEALING, 2, 23),
    ),
    irregular(
        "2.1_nothing_dealt",
        dealt(2),
        "2 dealt",
        "misdeal §2.1",
        lambda state: (state.phase, state.turn) == (REVEALING, 0),
    ),
    impossible("2.1_dealt_twice", dealt(1), "0 dealt 9c", "dealt-misplaced §2.1"),
    impossible("2.1_dealt_before_the_dealer", dealt(0), f"1 dealt {HANDS[0][3:]}", "dealt-misplaced §2.1"),
    impossible("2.1_dealt_against_the_turn", dealt(1, dealer=2), f"1 dealt {HANDS[2]}", "dealt-misplaced §2.1"),
    impossible("2.1_a_fourth_hand", dealt(3), "0 dealt 9c", "dealt-misplaced §2.1"),
    impossible("2.1_dealt_in_play", leading(), "0 dealt 9c", "dealt-misplaced §2.1"),
    # §2.2 indicators
    irregular(
        "2.2_one_indicator",
        dealt(3),
        "indicators_revealed 6c",
        "indicator-count §2.2",
        lambda state: (state.phase, state.indicators, state.stock, state.misdealt) == (PREPARING, (23,), 52, True),
    ),
    irregular(
        "2.2_three_indicators",
        dealt(3),
        "indicators_revealed 6c 7c T",
        "indicator-count §2.2",
        lambda state: (state.phase, len(state.indicators), state.stock) == (PREPARING, 3, 50),
    ),
    impossible("2.2_indicators_before_every_hand", dealt(2), "indicators_revealed 6c 7c", "indicators-misplaced §2.2"),
    impossible("2.2_indicators_twice", revealed(), "indicators_revealed 6c 7c", "indicators-misplaced §2.2"),
    *(
        impossible(
            f"2.2_{move.split()[move[0].isdigit()]}_before_the_indicators",
            dealt(3),
            move,
            "before-indicators §2.2",
        )
        for move in (
            *("0 opening_declared triple 1m", "0 ready_declared", "0 preparation_finished", "0 drawn 9m"),
            *("0 replacement_drawn 9m", "0 discarded 1m", "1 pung_claimed 1m", "0 kong_declared concealed 1m"),
            *("0 passed", "0 won", "exhausted"),
        )
    ),
    # §2.3 the recorded deck
    irregular(
        "2.3_hand_differs_from_the_deck",
        dealt(0, deck=DECK),
        f"0 dealt {HANDS[0][3:]} 9m",
        "deck-differs §2.3",
        lambda state: state.hands[0][8] == 1 and not state.misdealt,
    ),
    irregular(
        "2.3_last_hand_differs_from_the_deck",
        dealt(2, deck=DECK),
        f"2 dealt {HANDS[2][3:]} 9m",
        "deck-differs §2.3",
        lambda state: state.hands[2][8] == 1,
    ),
    irregular(
        "2.3_indicators_differ_from_the_deck",
        dealt(3, deck=DECK),
        "indicators_revealed 6c T",
        "deck-differs §2.3",
        lambda state: state.indicators == (23, 27),
    ),
    irregular(
        "2.3_draw_differs_from_the_deck",
        lambda: play(leading(DECK)(), "0 discarded 1m"),
        "1 drawn W",
        "deck-differs §2.3",
        lambda state: state.hands[1][28] == 1,
    ),
    irregular(
        "2.3_replacement_from_the_front",
        lambda: play(leading(DECK)(), "0 discarded 1m", "1 drawn T", "1 discarded 1s", "2 drawn T", "2 discarded T"),
        "0 replacement_drawn T",
        "replacement-not-owed §4.3, deck-differs §2.3",
        lambda state: state.backs == 1,
    ),
    # §2, before a deal has begun
    impossible("2_play_before_the_deal_has_begun", unstarted, "0 drawn 1m", "not-started formats"),
    impossible("2_a_claim_before_the_deal_has_begun", unstarted, "claimed 0 0 0", "not-started formats"),
    impossible("2_a_retraction_before_the_deal_has_begun", unstarted, "retracted 0", "not-started formats"),
    impossible("2_an_extension_before_the_deal_has_begun", unstarted, "x_", "not-started formats"),
)

STARTS: dict[str, tuple[str | RulesNamed, str | None, str]] = {
    "11_unknown_preset": ("cardavio", None, "rules-unknown §11"),
    "11_unknown_option": (RulesNamed("cardavia", {"pung": 2}), None, "rules-unknown §11"),
    "11_wrong_value": (RulesNamed("cardavia", {"kong_after_pung": 1}), None, "rules-unknown §11"),
    "2.3_a_deck_of_119": ("cardavia", DECK[3:], "deck-invalid §2.3"),
    "2.3_a_deck_with_five_of_a_kind": ("cardavia", DECK.replace("1m", "9m", 1), "deck-invalid §2.3"),
    "2.3_a_deck_with_a_joker": ("cardavia", DECK + " jF", "deck-invalid §2.3"),
    "12.2_a_deck_without_the_jokers": (RulesNamed("cardavia", {"jokers": "flowers"}), DECK, "deck-invalid §2.3"),
    "12.2_a_deck_with_a_joker_twice": (
        RulesNamed("cardavia", {"jokers": "flowers"}),
        DECK + " jF jF jL jJ jW",
        "deck-invalid §2.3",
    ),
    "2.3_a_deck_with_a_hidden_card": ("cardavia", DECK.replace("1m", "??", 1), "deck-invalid §2.3"),
}
"""What makes a ``deal_started`` impossible: its rules, its deck, and the finding."""


@every(TRAPS)
def test_trap(trap: Trap) -> None:
    fall_into(trap)


@pytest.mark.parametrize("name", STARTS)
def test_a_deal_that_cannot_begin(name: str) -> None:
    rules, deck, finds = STARTS[name]
    deal = started(rules, deck=deck)
    assert [f"{one.code} {one.rule} {one.severity} {one.seq}" for one in deal.findings] == [f"{finds} impossible 0"]
    assert (deal.state, deal.status, deal.end) == (None, "impossible", None)
    assert found(deal, "0 dealt 1m") == []
    assert [step.fate for step in deal.steps] == ["not-folded", "not-folded"]


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_2_1_the_dealer_has_23_cards_and_the_others_22_in_turn_order(dealer: int) -> None:
    deal = started(dealer=dealer)
    for number, seat in enumerate((dealer, (dealer + 1) % 3, (dealer + 2) % 3)):
        assert (deal.state.phase, deal.state.turn) == (DEALING, seat)
        play(deal, f"{seat} dealt {HANDS[number]}")
    assert [sum(deal.state.hands[(dealer + after) % 3]) for after in range(3)] == [23, 22, 22]
    assert deal.state.phase == REVEALING


def test_2_2_two_indicators_belong_to_no_hand_and_51_cards_remain() -> None:
    state = revealed()().state
    assert (state.phase, state.indicators, state.stock) == (PREPARING, (23, 24), 51)
    assert shown(state)["stock"].count("6c") == 0
    assert [sum(hand) for hand in state.hands] == [23, 22, 22]


def test_2_2_an_ordinary_draw_takes_the_front_and_a_replacement_the_back() -> None:
    deal = play(
        table("7777m", keep="1s 2s"), "0 kong_declared concealed 7m", "0 replacement_drawn 1s", "0 discarded 1s"
    )
    play(deal, "1 drawn 2s")
    assert (deal.state.fronts, deal.state.backs, deal.state.stock) == (1, 1, 49)


def test_2_3_the_order_inside_a_block_of_the_deck_is_free() -> None:
    deal = started(deck=DECK)
    for seat in range(3):
        play(deal, f"{seat} dealt {' '.join(reversed(HANDS[seat].split()))}")
    play(deal, "indicators_revealed 7c 6c")


def test_2_3_draws_compare_by_the_count_drawn_from_their_end() -> None:
    deal = play(leading(DECK)(), "0 discarded 1m")
    assert found(deal, "1 drawn 9m") == ["deck-differs §2.3"]
    play(deal, "1 discarded 9m", "2 drawn T")  # the second from the front, though the first never came
    assert found(deal, "2 discarded T") == []


def test_2_3_a_replacement_compares_with_the_back() -> None:
    tokens = ["1m"] * 4 + [token for token in DECK.split() if token not in ("1m", "2m")] + ["2m"] * 4
    deal = started(deck=" ".join(tokens))
    for seat, (start, end) in enumerate(((0, 23), (23, 45), (45, 67))):
        play(deal, f"{seat} dealt {' '.join(tokens[start:end])}")
    play(deal, f"indicators_revealed {' '.join(tokens[67:69])}", *[f"{seat} preparation_finished" for seat in range(3)])
    play(deal, "0 kong_declared concealed 1m", "0 replacement_drawn 2m")


def test_2_3_a_misdeal_is_one_finding_and_the_deck_is_then_no_measure() -> None:
    deal = started(deck=DECK)
    assert found(deal, f"0 dealt {HANDS[0][3:]}") == ["misdeal §2.1"]
    play(deal, f"1 dealt 1m {HANDS[1][3:]}", f"2 dealt {HANDS[2]}", "indicators_revealed 1s T")
    play(deal, *[f"{seat} preparation_finished" for seat in range(3)], "0 discarded 2m", "1 drawn 9m")
    assert len(deal.findings) == 1


def test_2_3_too_few_indicators_are_one_finding_and_the_deck_is_then_no_measure() -> None:
    deal = dealt(3, deck=DECK)()
    assert found(deal, "indicators_revealed 6c") == ["indicator-count §2.2"]
    play(deal, *[f"{seat} preparation_finished" for seat in range(3)], "0 discarded 2m", "1 drawn 9m")


@pytest.mark.parametrize("seed", range(4))
def test_2_3_a_deal_by_its_deck_is_clean_with_the_deck_and_without(seed: int) -> None:
    deals = [deal_out(Random(seed), deck=shuffled_deck(Random(seed)), recorded=recorded) for recorded in (True, False)]
    assert events_of(deals[0])[1:] == events_of(deals[1])[1:]
    assert [shown(deal.state) for deal in deals] == [recounted(events_of(deal)) for deal in deals]


def test_cards_of_an_event_may_be_written_in_any_notation() -> None:
    plain, joined = dealt(1)(), started()
    play(joined, "0 dealt 111222m 三三三四四四万 ５５５666m 7m 7万 7♠ 8♠8♠")
    assert joined.state == plain.state
