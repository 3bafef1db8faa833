"""Tables at the moments that the rules of play speak of (§4, §5). Seat 0 deals; cards not named make no pair."""

from engine.deal import Deal
from tests.support.play import any_left, play, run_down, table

WAITING = "123m 456m 789m 123s 444s 777s 13c 55c"
"""22 cards, one from complete: the 2c."""


def discarded(hand: str = "", *others: str, keep: str = "", **rules: object) -> Deal:
    """The dealer has discarded the 9s."""
    return play(table(f"9s {hand}", *others, keep=keep, **rules), "0 discarded 9s")


def drawn(hand: str = "", card: str = "7m", *, keep: str = "", **rules: object) -> Deal:
    """Seat 1 with the hand has drawn the card."""
    return play(discarded("", hand, keep=f"{card} {keep}", **rules), f"1 drawn {card}")


def konged(hand: str = "777m 9m", *, keep: str = "", **rules: object) -> Deal:
    """Seat 1 has declared a concealed kong and is owed its replacement."""
    return play(drawn(hand, keep=keep, **rules), "1 kong_declared concealed 7m")


def punged(hand: str = "22c T", *, dealers: str = "", other: str = "", keep: str = "", **rules: object) -> Deal:
    """Seat 1 with the hand has punged the dealer's 2c."""
    return play(table(f"2c {dealers}", hand, other, keep=keep, **rules), "0 discarded 2c", "1 pung_claimed 2c")


def about_to_add(**rules: object) -> Deal:
    """Seat 1 has a pung of 2c and has drawn the fourth; the others are one from complete and wait for it."""
    dealers = "123m 456m 789m 123s 456s 789s 13c 66c"
    deal = punged("22c T W", dealers=dealers, other=WAITING, keep="2c 8s 8s", **rules)
    play(deal, "1 discarded T", "2 drawn 8s", "2 discarded 8s", "0 drawn 8s", "0 discarded 8s")
    return play(deal, "1 drawn 2c")


def added(**rules: object) -> Deal:
    """Seat 1 has declared the added kong, and the others may rob it."""
    return play(about_to_add(**rules), "1 kong_declared added 2c")


def added_later(**rules: object) -> Deal:
    """Seat 1 has kept the fourth 2c in hand and has drawn another card."""
    deal = play(about_to_add(**rules), "1 discarded W")
    run_down(deal, deal.state.stock - 2)
    return play(deal, f"1 drawn {any_left(deal)}")


def added_unseen(**rules: object) -> Deal:
    """The same where nobody waits for the card."""
    deal = play(punged(keep="2c", **rules), "1 discarded T")
    run_down(deal, deal.state.stock - 2, keep="2c")
    return play(deal, "1 drawn 2c", "1 kong_declared added 2c")


def replaced(deal: Deal, card: str | None = None) -> Deal:
    """The replacement that is owed has been drawn."""
    return play(deal, f"{deal.state.owed[0]} replacement_drawn {card or any_left(deal)}")


def ready(dealers: str = "9s", hand: str = WAITING, *, keep: str = "", **rules: object) -> Deal:
    """Seat 1 with the hand has declared ready, and the dealer has discarded the first card it was given."""
    deal = table(dealers, hand, keep=keep, prepared=False, **rules)
    play(deal, "0 preparation_finished", "1 ready_declared", "2 preparation_finished")
    return play(deal, f"0 discarded {dealers.split(maxsplit=1)[0]}")


def last_drawn(hand: str = "", card: str = "7m", *others: str, **rules: object) -> Deal:
    """The dealer with the hand has drawn the last card of the stock."""
    deal = run_down(discarded(hand, *others, keep=card, **rules), 1, keep=card)
    return play(deal, f"0 drawn {card}")


def last_to_be_added(**rules: object) -> Deal:
    """Seat 1 has a pung of 2c and has drawn the fourth as the last card of the stock."""
    deal = run_down(play(punged(keep="2c", **rules), "1 discarded T"), 1, keep="2c")
    return play(deal, "1 drawn 2c")


def onto_after_the_last_draw(**rules: object) -> Deal:
    """Seat 1 has a pung of 2c, and the dealer, after a pung of the last discard, discards the fourth."""
    deal = play(punged(dealers="2c 88s", keep="8s", **rules), "1 discarded T")
    play(run_down(deal, 1, keep="8s"), "1 drawn 8s", "1 discarded 8s", "0 pung_claimed 8s")
    return play(deal, "0 discarded 2c")
