"""Cards in text: every notation of docs/formats.md, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARDS, JOKERS, KIND_OF, KINDS, TOKENS, written
from engine.notation import MOST_ERRORS, CardError, parse_card, parse_cards, parse_jokers, read_cards

NUMERALS = "一二三四五六七八九"
FULL_WIDTH = "１２３４５６７８９"


def _notations() -> dict[str, set[str]]:
    """By written token: every way to write that one card, from the words of docs/formats.md."""
    ways: dict[str, set[str]] = {token: {token} for token in KIND_OF}
    suits = {"m": "m万ｍ", "s": "s索条ｓ", "c": "cp饼文筒ｃｐ"}
    western = {"m": ("♠", "S", "♠\ufe0f"), "s": ("♣", "C", "♣\ufe0e"), "c": ("♦", "D", "♦\ufe0f")}
    tiles = {"m": "🀇🀈🀉🀊🀋🀌🀍🀎🀏", "s": "🀐🀑🀒🀓🀔🀕🀖🀗🀘", "c": "🀙🀚🀛🀜🀝🀞🀟🀠🀡"}
    for suit in "msc":
        for rank in range(1, 10):
            names = ways[f"{rank}{suit}"]
            names |= {number[rank - 1] + sign for sign in suits[suit] for number in ("123456789", NUMERALS, FULL_WIDTH)}
            names |= {("A" if rank == 1 else str(rank)) + sign for sign in western[suit]}
            names |= {tiles[suit][rank - 1], tiles[suit][rank - 1] + "\ufe0f"}
    ways["T"] |= {"千", "6z", "🀅", "10♠", "10S", "Ｔ", "６ｚ"}
    ways["W"] |= {"白花", "5z", "🀆", "10♣", "10C", "Ｗ", "🀆\ufe0e"}
    ways["R"] |= {"红花", "7z", "🀄", "10♦", "10D", "Ｒ", "🀄\ufe0f"}
    return ways


NOTATIONS = _notations()
ONE_CARD = st.sampled_from(sorted((name, token) for token, names in NOTATIONS.items() for name in names))


@pytest.mark.parametrize("token", KIND_OF)
def test_every_notation_of_a_kind_is_that_kind(token: str) -> None:
    assert {name: parse_card(name) for name in NOTATIONS[token]} == dict.fromkeys(NOTATIONS[token], TOKENS.index(token))


@given(st.lists(st.tuples(ONE_CARD, st.sampled_from(["", " ", "  ", "\u3000", "\n"]))))
def test_cards_keep_their_order_with_and_without_spaces(cards: list[tuple[tuple[str, str], str]]) -> None:
    text = "".join(name + space for (name, _), space in cards)
    assert [TOKENS[kind] for kind in parse_cards(text)] == [token for (_, token), _ in cards]


@given(st.lists(st.integers(0, KINDS - 1)))
def test_the_written_form_reads_back(kinds: list[int]) -> None:
    assert parse_cards(written(kinds)) == tuple(sorted(kinds))


@given(st.lists(st.integers(0, CARDS - 1)))
def test_the_written_form_reads_back_with_jokers_where_they_are_taken(cards: list[int]) -> None:
    assert parse_cards(written(cards), jokers=True) == tuple(sorted(cards))
    if any(card >= KINDS for card in cards):
        with pytest.raises(CardError, match="joker"):
            parse_cards(written(cards))


@pytest.mark.parametrize(
    ("text", "cards"), [("jF", "jF"), ("123m jPjL TT", "1m 2m 3m jP jL T T"), ("ｊＷ 5s", "jW 5s"), ("TjJ", "T jJ")]
)
def test_jokers_may_stand_among_other_cards(text: str, cards: str) -> None:
    assert " ".join(TOKENS[card] for card in parse_cards(text, jokers=True)) == cards


@pytest.mark.parametrize(
    ("joined", "cards"),
    [
        ("123m", "1m 2m 3m"),
        ("TTT", "T T T"),
        ("567z", "W T R"),
        ("千千千", "T T T"),
        ("一二三万", "1m 2m 3m"),
        ("123万", "1m 2m 3m"),
        ("白花白花红花", "W W R"),
        ("A2310♠", "1m 2m 3m T"),
        ("10♠10♣10♦", "T W R"),
        ("AS2C", "1m 2s"),
        ("🀇🀇🀐", "1m 1m 1s"),
        ("１１１ｍ４５６索", "1m 1m 1m 4s 5s 6s"),
        ("111m 456m 789s 123c 777c 55c", "1m 1m 1m 4m 5m 6m 7s 8s 9s 1c 2c 3c 7c 7c 7c 5c 5c"),
        ("", ""),
    ],
)
def test_joined_forms(joined: str, cards: str) -> None:
    assert " ".join(TOKENS[kind] for kind in parse_cards(joined)) == cards


def test_upper_case_suits_are_western_and_lower_case_are_not() -> None:
    assert (parse_card("5S"), parse_card("5s")) == (TOKENS.index("5m"), TOKENS.index("5s"))
    assert (parse_card("5C"), parse_card("5c")) == (TOKENS.index("5s"), TOKENS.index("5c"))


@pytest.mark.parametrize("text", ["1S", "1C", "12S"])
def test_a_one_of_an_upper_case_suit_is_ambiguous(text: str) -> None:
    with pytest.raises(CardError, match="ambiguous") as raised:
        parse_cards(text)
    assert raised.value.token == text
    assert f"A{text[-1]}" in (raised.value.mend or "")


@pytest.mark.parametrize(
    ("text", "token", "position", "reason"),
    [
        ("0m", "0m", 1, "ranks are 1 to 9"),
        ("1230m", "0m", 4, "ranks are 1 to 9"),
        ("10m", "10m", 1, "ranks are 1 to 9"),
        ("1m 10s", "10s", 4, "ranks are 1 to 9"),
        ("Am", "Am", 1, "an ace has a western suit"),
        ("1z", "1z", 1, "no winds"),
        ("🀀", "🀀", 1, "no winds"),
        ("8z", "8z", 1, "5, 6 and 7 only"),
        ("1m🀢", "🀢", 3, "no flowers"),
        ("🀪", "🀪", 1, "jokers"),
        ("5♥", "5♥", 1, "no hearts"),
        ("10H", "10H", 1, "no hearts"),
        ("KS", "KS", 1, "court"),
        ("1♠", "1♠", 1, "no western card"),
        ("jF", "jF", 1, "a joker is no card"),
        ("T福", "福", 2, "a joker is no card"),
        ("1m ?? 2m", "??", 4, "a hidden card is never scored or guessed"),
        ("1 2 3m", "1", 1, "without its suit"),
        ("123 m", "123", 1, "without its suit"),
        ("5x", "5x", 1, "known suit"),
        ("m", "m", 1, "without its rank"),
        ("千万", "万", 2, "without its rank"),
        ("5萬", "5萬", 1, "unknown suit"),
        ("1M", "1M", 1, "lower-case"),
        ("t", "t", 1, "upper-case"),
        ("白", "白", 1, "no honour"),
        ("1m,2m", ",", 3, "signs"),
        ("1m\u00a02m", "\u00a0", 3, "cannot be seen"),
        ("1m\u20282m", "\u2028", 3, "cannot be seen"),
        ("\ufeff1m", "\ufeff", 1, "cannot be seen"),
        ("[red]1m", "[red]1m", 1, "no card"),
        ("$1 =1+1", "$1", 1, "no card"),
        ("\x1b[31m", "\x1b[31m", 1, "no card"),
        ("٣m", "٣m", 1, "no card"),
    ],
)
def test_what_is_no_card_is_named_with_its_place(text: str, token: str, position: int, reason: str) -> None:
    with pytest.raises(CardError, match=reason) as raised:
        parse_cards(text)
    assert (raised.value.token, raised.value.position) == (token, position)
    assert text[position - 1 :].startswith(token)
    assert reason in raised.value.reason


@pytest.mark.parametrize(
    ("text", "mend"),
    [("1♠", "A♠"), ("t", "T"), ("5萬", "万"), ("Am", "1m"), ("1z", "W"), ("jF", "jokers"), ("0s", "5s")],
)
def test_the_mend_is_named_where_it_is_known(text: str, mend: str) -> None:
    with pytest.raises(CardError) as raised:
        parse_cards(text)
    assert mend in (raised.value.mend or "")
    assert str(raised.value).endswith(raised.value.mend or "?")


def test_control_characters_reach_no_screen() -> None:
    with pytest.raises(CardError) as raised:
        parse_cards("\x1b]0;x\x07")
    assert str(raised.value).isprintable()


def test_everything_wrong_is_read_with_what_is_right() -> None:
    kinds, errors = read_cards("1m 0m T x5 9c")
    assert written(kinds) == "1m 9c T"
    assert [(error.token, error.position) for error in errors] == [("0m", 4), ("x5", 9)]


def test_reading_gives_up_on_a_text_of_errors_only() -> None:
    assert len(read_cards("x " * 1000)[1]) == MOST_ERRORS


@pytest.mark.parametrize("text", ["10" * 5000, "A0" * 5000 + "x", "JH" * 5000, "5" * 5000 + "♤"])
def test_long_garbage_is_an_error_like_any_other(text: str) -> None:
    with pytest.raises(CardError) as raised:
        parse_cards(text)
    assert len(raised.value.message) < 200


@given(
    st.text(st.sampled_from("0123459Aa10mscpzSCDHTWRtwrj?♠♣♦♥千白花红万索一九🀀🀄🀡🀢\ufe0f １Ｔ\u00a0,x\ud800"))
    | st.text()
)
def test_garbage_is_cards_or_a_card_error(text: str) -> None:
    kinds, errors = read_cards(text)
    assert all(0 <= kind < KINDS for kind in kinds)
    assert all(error.token and text[error.position - 1 :].startswith(error.token) for error in errors)
    if errors:
        with pytest.raises(CardError, match="character"):
            parse_cards(text)
    else:
        assert parse_cards(text) == kinds


@pytest.mark.parametrize(("text", "many"), [("", "none"), (" ", "none"), ("1m 2m", "2"), ("TTT", "3")])
def test_one_card_is_not_none_and_not_several(text: str, many: str) -> None:
    with pytest.raises(CardError, match=f"one card is wanted, {many}"):
        parse_card(text)


def test_1_2_jokers_are_read_by_themselves() -> None:
    assert parse_jokers(" ".join(JOKERS)) == JOKERS
    assert parse_jokers("jFjP jW ") == ("jF", "jP", "jW")
    assert parse_jokers("") == ()


@pytest.mark.parametrize(("text", "token", "position"), [("jX", "jX", 1), ("jF 1m", "1m", 4), ("JF", "JF", 1)])
def test_what_is_no_joker_is_named_with_its_place(text: str, token: str, position: int) -> None:
    with pytest.raises(CardError, match="no joker") as raised:
        parse_jokers(text)
    assert (raised.value.token, raised.value.position) == (token, position)
