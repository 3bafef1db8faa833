"""What a stepped page shows after each event, as data for its script: made by the engine, only laid out by the page.

Nothing in it is for the script to work out. What recurs (texts, rows of cards, seats, tables) is kept once, in a list
of its own, and named by its place there.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from cli.explain import finding_in_words
from cli.html.cards import card_name
from cli.html.parts import in_hand
from cli.language import _
from cli.render.screen import opaque
from cli.render.tell import Told, plain, turn
from cli.render.words import LINES
from cli.story import Story
from engine.cards import CARDS, kinds_of
from engine.ending import SIZE_OF
from engine.state import ACTING, CLAIMING, ENDED, EXPOSING
from engine.view import SeatView, View

Json = dict[str, Any]

_AT_MOST = 4
"""Cards of an event that are drawn beside its sentence, at most: not a whole hand."""


class _Kept:
    """Values kept once each, in the order in which they came."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[str, int] = {}

    def place(self, value: Any) -> int:
        """The place of a value."""
        place = self._places.setdefault(json.dumps(value), len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


class Steps:
    """Steps of a deal, one an event, as each of ``stories`` tells them: of one deal, all as recorded.

    ``keys``: each step's name in the address of the page, its ``seq`` where that names it.
    """

    def __init__(self, stories: Sequence[Story]) -> None:
        self._words, self._rows, self._seats, self._tables = _Kept(), _Kept(), _Kept(), _Kept()
        self.keys = keys_of(stories[0])
        self._views = [self._view(story) for story in stories]

    def document(self) -> Json:
        """All of it. Places are in ``words``, ``rows`` (of cards by number), ``seats`` and ``tables``."""
        return {
            "keys": self.keys,
            "names": [card_name(card) for card in range(CARDS)],
            "words": self._words.values,
            "rows": self._rows.values,
            "seats": self._seats.values,
            "tables": self._tables.values,
            "views": self._views,
        }

    def _view(self, story: Story) -> Json:
        """One's view of the deal. By step: what is told, the event's cards, what was found, and the table, if any."""
        marks = [at for at, index in enumerate(story.indexes) if story.is_claim(index) or story.findings(index)]
        return {
            "seat": story.seat,
            "marks": marks,
            "at": [self._words.place(self._number(story, index)) for index in story.indexes],
            "told": [self._words.place(sentence(story, index)) for index in story.indexes],
            "cards": [self._rows.place(_cards(story.told(index))) for index in story.indexes],
            "found": [[self._words.place(one) for one in found(story, index)] for index in story.indexes],
            "tables": [self._table(story.view(index)) for index in story.indexes],
        }

    def _number(self, story: Story, index: int) -> str:
        first, last = (story.logged.events[at].seq for at in (index, story.indexes[-1]))
        return _("event {seq} of {last}", seq="–" if first is None else first, last="–" if last is None else last)

    def _table(self, table: View | None) -> int | None:
        if table is None:
            return None
        return self._tables.place(
            {
                "turn": self._words.place(_begun(plain(turn(table)))),
                "stock": table.stock,
                "indicators": self._rows.place(table.indicators),
                "seats": [self._seats.place(self._seat(table, seat, own)) for seat, own in enumerate(table.seats)],
                "ended": table.phase == ENDED,
            }
        )

    def _seat(self, table: View, seat: int, own: SeatView) -> Json:
        """A seat: its cards (``null`` where none may be seen) and how many are hidden, the one just drawn apart; its
        groups; its discards, and whether the last of them is the card on the table."""
        mine = table.turn == seat
        drawn = table.drawn if mine and table.phase in (ACTING, EXPOSING) and own.hand is not None else None
        hand = None if own.hand is None else _without(kinds_of(own.hand), drawn)
        won = table.win is not None and table.win.seat == seat
        dealer = seat == table.dealer
        badges = ((_("dealer"), "plain", dealer), (_("ready"), "plain", own.ready), (_("winner"), "good", won))
        return {
            "hand": None if hand is None else self._rows.place(hand),
            "drawn": drawn,
            "won": table.win.card if won and table.win is not None else None,
            "hidden": own.hidden,
            "said": self._words.place(in_hand(own)),
            "groups": [[self._words.place(name), self._rows.place(cards)] for name, cards in _open(own)],
            "discards": self._rows.place(table.discards(seat)),
            "out": mine and table.phase == CLAIMING,
            "badges": [[self._words.place(badge), kind] for badge, kind, has in badges if has],
            "turn": won if table.phase == ENDED else mine,
        }


def keys_of(story: Story) -> list[str]:
    """By step, its name in the address of the page: its ``seq``, or its line where another step has that too."""
    lines = [(index, story.logged.events[index].seq) for index in story.indexes]
    last = {seq: index for index, seq in lines if seq is not None}
    return [
        str(seq) if seq is not None and last[seq] == index else f"line-{story.logged.first_line + index}"
        for index, seq in lines
    ]


def sentence(story: Story, index: int) -> str:
    """An event in words, and what became of it."""
    told = _("{sentence}.", sentence=story.told(index).sentence(story.names))
    match story.fate(index):
        case "void":
            return _("{sentence} Taken back later.", sentence=told)
        case "not-folded":
            return _("{sentence} Not folded.", sentence=told)
    return told


def found(story: Story, index: int) -> list[str]:
    """What was found on an event, in words."""
    return [opaque(finding_in_words(one, story.names)) for one in story.findings(index)]


def _cards(told: Told) -> tuple[int, ...]:
    cards = [card for part in told.parts if not isinstance(part, str) for card in part]
    return tuple(cards) if len(cards) <= _AT_MOST else ()


def _without(cards: tuple[int, ...], drawn: int | None) -> tuple[int, ...]:
    if drawn is None or drawn not in cards:
        return cards
    at = cards.index(drawn)
    return cards[:at] + cards[at + 1 :]


def _open(own: SeatView) -> Iterable[tuple[str, tuple[int, ...]]]:
    """What a seat has laid open, by name."""
    for group in own.groups:
        yield str(LINES[group.form]), (group.kind,) * SIZE_OF[group.form]
    if own.hezi is not None:
        yield str(LINES["hezi"]), (own.hezi,) * 2
    if own.jokers:
        yield _("jokers"), own.jokers


def _begun(words: str) -> str:
    return words[:1].upper() + words[1:]
