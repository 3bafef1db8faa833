"""What the sources leave open (§11): for each option that they decide otherwise or not at all, what each of them says
and what every value reads into it. Data; what an option is and where it stands is in ``engine.options``.
"""

from typing import Literal

from msgspec import Struct

Source = Literal["C", "A", "T"]

SOURCES: dict[Source, str] = {
    "C": "the online table's rules in English",
    "A": "the article, after Hu and Du's book and Baidu; its text is cut in places",
    "T": "translations of C that differ from it in meaning (§13); C holds",
}
"""The sources by their letters."""


class Ambiguity(Struct, frozen=True):
    """What an option decides because the sources do not. ``sources``: what each says, C and A always, quoting it.
    ``readings``: what is meant by each value that a choice or flag takes, by each member of a list, of an amount by the
    values that somebody reads or assumes."""

    sources: dict[Source, str]
    readings: dict[str | int | bool, str]


_SILENT = "Silent."

AMBIGUITIES: dict[str, Ambiguity] = {
    "jokers": Ambiguity(
        {
            "C": 'Its introduction speaks of "five auspicious wildcards"; its rules play "excluding Fortune, '
            'Prosperity, Longevity, Joy and Wealth".',
            "A": 'They "function exactly like "Flowers" in mahjong", "are not strictly necessary for play,and are not '
            'usually used", and only "when all four players agree to do so".',
        },
        {
            "excluded": "120 cards without jokers, as C plays and A calls usual.",
            "flowers": "125 cards. A joker is exposed at once, replaced from the stock and earns hu; it is never wild.",
        },
    ),
    "joker_hu": Ambiguity(
        {
            "C": "Silent, since it plays without jokers.",
            "A": 'The player "also gains bonus points"; how many is not said.',
        },
        {10: "Assumed; no source gives an amount."},
    ),
    "joker_indicator_multiplier": Ambiguity(
        {
            "C": "Silent, since it plays without jokers.",
            "A": '"If the jokers are turned up as the general cards, then the scores are doubled". Whether two jokers '
            "double once or twice, and whether before or after rounding, is not said.",
        },
        {2: "Each joker turned up doubles every player's total before rounding; two make ×4."},
    ),
    "table_players": Ambiguity(
        {
            "C": '"3 players", of whom every one plays every deal.',
            "A": '"This is a game for four people. However only three play each hand. The player who deals the cards '
            'sits out."',
        },
        {
            3: "Three sit at the table. The dealer plays, and plays first.",
            4: "Four sit at the table. One of them deals, sits out and settles nothing; the banker plays first.",
        },
    ),
    "hezi_needs": Ambiguity(
        {
            "C": '"If both indicators are identical and you were dealt the other two copies".',
            "A": 'Its table: "a pair of cards, that is identical to the general card turned up". But its declarations '
            "call two cards with one such indicator Qi Cha, and He Zi only where cards and indicators make four.",
        },
        {
            "both-indicators": "Both indicators are of the kind: with the two in hand that is all four copies.",
            "one-indicator": "Two dealt cards of one indicator's kind are enough.",
        },
    ),
    "ready_needs_live_wait": Ambiguity(
        {
            "C": '"A non-dealer who needs just one card to win may declare ready". Whether a copy of that card must be '
            "left to come is not said.",
            "A": "Silent; it does not have ready.",
        },
        {
            True: "At least one kind waited for has a copy that is not among the own cards and the indicators.",
            False: "The shape of the hand is enough, even where no copy can come.",
        },
    ),
    "dealer_opening_kong": Ambiguity(
        {
            "C": '"Once everyone has finished preparing, the dealer discards first". Concealed kongs are declared "on '
            'your turn"; whether on this one, which has no draw, is not said.',
            "A": 'The banker "chooses to discard a card. [or declare a meld]".',
        },
        {
            True: "The dealer may declare a concealed kong, and draw its replacement, before the first discard.",
            False: "The dealer's first act is a discard or a heavenly win.",
        },
    ),
    "heavenly_after_opening_draw": Ambiguity(
        {
            "C": '"If the dealer already has a winning hand before discarding or drawing, this is a heavenly win." '
            "Whether the replacement of an opening declaration is such a draw is not said.",
            "A": "Silent; it does not have the heavenly win.",
        },
        {
            True: "Opening replacements belong to the preparation: the win doubles all the same.",
            False: "A dealer who drew one may still win before the first discard, but the win does not double.",
        },
    ),
    "added_kong_from": Ambiguity(
        {
            "C": '"A fourth card matching an existing pong allows an added kong." When that card came is not said.',
            "A": 'A kong "can be created by extension of a pong"; with which card is not said.',
        },
        {
            "any": "Any card in hand may be added, also one that was held for long.",
            "just-drawn": "Only the card just drawn may be added.",
        },
    ),
    "kong_after_pung": Ambiguity(
        {
            "C": '"Two matching hand cards allow a pong followed by a discard without drawing." Whether a kong may '
            "come between is not said.",
            "A": _SILENT,
        },
        {
            False: "The discard follows at once.",
            True: "A concealed or added kong may come first; its replacement is drawn before the discard.",
        },
    ),
    "kong_onto_pung_from_discard": Ambiguity(
        {
            "C": "Its added kong is part of the own turn; of a discard it says only that "
            '"three matching cards allow an exposed kong".',
            "A": 'A kong comes from "having a pong, and another player discarding the fourth card". A pong may be '
            "three cards in hand or an exposed one.",
        },
        {
            False: "A discard makes a kong only with three identical cards in hand.",
            True: "A discard may also extend an own exposed pung: an added kong, which cannot be robbed.",
        },
    ),
    "base_table": Ambiguity(
        {
            "C": "Values and what multiplies them, in words: the formula.",
            "A": "A table, most of which is the same formula. Its columns are explained by how many indicators are old "
            "generals; its figures fit how many match the set.",
        },
        {
            "formula": "Values times multipliers. Where a cell of A differs it is a misprint.",
            "printed": "The cells as they stand, the columns as A explains them.",
        },
    ),
    "winning_discard": Ambiguity(
        {
            "C": '"If the winning card completes a triplet, score that triplet as a pung when won from a discard". '
            "Whether a card that completes a run or the pair, but makes three or four of a kind, is then a card in "
            "hand is not said.",
            "A": 'A Peng is "produced by capture", a Kan is "present in hand[dealt] , or created by drawing". What the '
            "winning card is, is not said.",
        },
        {
            "joins-hand": "A triplet that it completes is a pung; in any other group it is a card in hand, so that "
            "three alike are three in hand.",
            "completed-three-is-pung": "Where it makes exactly three alike they are a pung, even where the reading has "
            "them in runs.",
            "stays-outside": "A triplet that it completes with two held is a pung; otherwise it is no card in hand, so "
            "that three alike count only if held without it.",
        },
    ),
    "wenqian_for": Ambiguity(
        {
            "C": '"Only the winner receives the Wenqian bonus".',
            "A": 'Wenqian is "a special meld"; where it begins to say more its text is cut.',
        },
        {
            "winner": "A bonus of the winner's reading.",
            "everyone": "The others earn it as well, in base hu, for what their concealed cards can form at once.",
        },
    ),
    "heavenly_self_draw_bonus": Ambiguity(
        {
            "C": '"Self-draw adds 10 hu", and a heavenly win comes "before discarding or drawing". Whether it counts '
            "as a self-draw is not said.",
            "A": "Silent on both.",
        },
        {
            False: "Nothing was drawn, so there is no self-draw.",
            True: "All cards are the dealer's own, which counts as a self-draw.",
        },
    ),
    "waits": Ambiguity(
        {
            "C": '"Add 10 if the winning card completes the pair, the middle of a sequence, the Three in One–Two–Three'
            ', or the Seven in Seven–Eight–Nine."',
            "A": _SILENT,
            "T": 'Italian: "a metà di una sequenza", half-way in a sequence, for the middle.',
        },
        {
            "pair": "The winning card completes the pair.",
            "middle": "It is the middle of its run.",
            "three-of-123": "It is the 3 of a 1-2-3.",
            "seven-of-789": "It is the 7 of a 7-8-9.",
        },
    ),
    "wait_basis": Ambiguity(
        {
            "C": '"Add 10 if the winning card completes" one of those. Whether another kind would have completed the '
            "hand as well is not asked.",
            "A": _SILENT,
        },
        {
            "shape": "Where the winning card stands in the reading is enough.",
            "sole-wait": "Besides, no other kind would have completed the hand, not even one of which the player holds "
            "all four.",
        },
    ),
    "closed_floating_broken_by": Ambiguity(
        {
            "C": '"A Floating hand without pongs is Closed Floating". Which sets are pongs, and whether a pung that '
            "became a kong is still one, is not said.",
            "A": "Silent; it does not have Closed Floating.",
        },
        {
            "pung": "An exposed pung that still is one at the end.",
            "added-kong": "A kong that was a pung before the fourth card was added.",
            "winning-discard": "A set that the winning card made and that is scored as a pung (§7.6).",
            "exposed-kong": "A kong claimed from a discard: exposed, but never a pung.",
            "opening-set": "An opening quad or triple: exposed, but dealt.",
        },
    ),
    "three_elders": Ambiguity(
        {
            "C": '"At least three copies each of Red Flower, White Flower and Thousand".',
            "A": '"A Pong, kong, Ti, cha, or kan that involve the red flower, white flower or 1000 children".',
            "T": 'Spanish leaves out "each", which can be read as three copies in all.',
        },
        {
            "all-three": "Three copies of each of the three.",
            "any": "Three copies of one of them are enough; the doubling comes once.",
        },
    ),
    "three_elders_for": Ambiguity(
        {
            "C": 'Three Elders "also doubles the total", among multipliers that are the winner\'s: "add the winner’s '
            'bonuses and multipliers".',
            "A": 'A row of its scoring table, "Score doubled". By that table the winner is reckoned, and "the scores '
            'of each player" when the stock runs out.',
        },
        {
            "winner": "A multiplier of the winner's.",
            "everyone": "The base hu of the others is doubled as well.",
        },
    ),
    "ready_multiplier": Ambiguity(
        {
            "C": '"An opening ready declaration" doubles "the winner’s total".',
            "A": "Silent; it does not have ready.",
            "T": "Spanish and Italian can be read as doubling for any opening declaration.",
        },
        {2: "Ready, and no other declaration of the preparation, doubles."},
    ),
    "last_card_on_replacement": Ambiguity(
        {
            "C": '"Self-draw of the final stock card" doubles. Whether a replacement can be that self-draw is not '
            "said.",
            "A": _SILENT,
        },
        {
            True: "The last card counts whether it came as an ordinary draw or as a replacement.",
            False: "Only an ordinary draw of the last card counts.",
        },
    ),
    "rounding": Ambiguity(
        {
            "C": '"Round each total upward to a multiple of ten: 22 becomes 30. 20 stays 20."',
            "A": _SILENT,
            "T": 'Italian and Spanish round "al massimo", "al máximo": to at most a multiple of ten, against their own '
            "22, which becomes 30.",
        },
        {
            "up": "To the next multiple above, as the examples of every text have it.",
            "nearest": "To the nearest multiple, half up; no text says so.",
            "down": 'To the multiple below, if "at most" is taken by itself.',
        },
    ),
    "settlement": Ambiguity(
        {
            "C": '"Settle differences between every pair. Totals of 100, 40 and 20 give +140, −40 and −100 points."',
            "A": "Its text on scoring is cut before it comes to payments.",
        },
        {
            "differences": "Every two players settle the difference of their totals.",
            "winner-only": "The winner alone settles with each of the others; no text says so.",
        },
    ),
}
"""By the name of the option, in the order of §11."""
