"""Going through deals: where one is, what may be looked for, and where each move leads. Nothing here draws."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from cli.story import Story
from engine.notation import read_cards
from engine.said import msgid, said
from engine.state import SEATS
from engine.timeline import Telling
from replay.decode import BadLine, Decoded
from replay.report import DealReport
from replay.session import of_session

HELP = (
    ("→  space  n", msgid("the next event")),
    ("←  b", msgid("the event before")),
    ("c  C", msgid("the next claim, win or finding; the one before")),
    ("g 12 Enter", msgid("event 12")),
    ("/ 5s Enter", msgid("the next event with the card, which is marked; / Enter goes on to the next")),
    ("Home  End", msgid("the first event, the last")),
    ("]  [", msgid("the next deal, the one before")),
    ("s", msgid("the table as seat 0, 1, 2 sees it, or all of it")),
    ("f", msgid("the cards in Chinese, or in letters")),
    ("i", msgid("what is legal and what each hand is worth, where the screen is narrow")),
    ("?", msgid("this help; any key leaves it")),
    ("q", msgid("leave")),
)
"""Keys, and where they lead."""


class Track(Struct, frozen=True):
    """What of a deal, as somebody sees it, decides where a move leads: the numbers of the events that are told, the
    cards that each names, and where among them claims and findings are. A hand record has no events."""

    seqs: tuple[int | None, ...] = ()
    cards: tuple[frozenset[int], ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def last(self) -> int:
        """The place of the last event."""
        return max(0, len(self.seqs) - 1)


class Place(Struct, frozen=True):
    """Where one is: the ``deal``, the event of it by its place among those told, the ``seat`` that looks (``None``:
    all is shown), the kind that is ``sought``. ``said``: what there is to say of the last move."""

    deal: int = 0
    at: int = 0
    seat: int | None = None
    sought: int | None = None
    said: str = ""


def moved(place: Place, move: str, track: Track, deals: int) -> Place:
    """Where a move leads among so many ``deals``. One that leads nowhere leaves everything as it is, or says why.

    Moves: ``next``, ``back``, ``first``, ``last``, ``next-mark``, ``mark-before``, ``next-deal``, ``deal-before``,
    ``seat``, ``sought``.
    """
    place = replace(place, said="")
    match move:
        case "next" | "back":
            return to_place(place, place.at + (1 if move == "next" else -1), track)
        case "first":
            return to_place(place, 0, track)
        case "last":
            return to_place(place, track.last, track)
        case "next-mark":
            return _at_first(place, [mark for mark in track.marks if mark > place.at], _NONE_AFTER)
        case "mark-before":
            return _at_first(place, [mark for mark in track.marks if mark < place.at][::-1], _NONE_BEFORE)
        case "next-deal" | "deal-before":
            deal = place.deal + (1 if move == "next-deal" else -1)
            if not 0 <= deal < deals:
                return replace(place, said=said("there is no deal beyond this one"))
            return replace(place, deal=deal, at=0)
        case "seat":
            seats = (None, *range(SEATS))
            return replace(place, seat=seats[(seats.index(place.seat) + 1) % len(seats)])
        case "sought":
            found = [at for at, cards in enumerate(track.cards) if at > place.at and place.sought in cards]
            return _at_first(place, found, _NO_SUCH_CARD)
    raise ValueError(move)


def to_place(place: Place, at: int, track: Track) -> Place:
    """The event at a place among those told, or the nearest there is."""
    return replace(place, at=min(max(0, at), track.last), said="")


def to_event(place: Place, seq: int, track: Track) -> Place:
    """The event with this number, the last of several."""
    places = [at for at, told in enumerate(track.seqs) if told == seq]
    if not places:
        return replace(place, said=said("no event {number} is told here", number=seq))
    return replace(place, at=places[-1], said="")


_NONE_AFTER = said("no claim or finding after this event")
_NONE_BEFORE = said("no claim or finding before this event")
_NO_SUCH_CARD = said("no event after this one has the card")


def _at_first(place: Place, places: Sequence[int], none: str) -> Place:
    return replace(place, at=places[0]) if places else replace(place, said=none)


def track_of(story: Story | None) -> Track:
    """What decides where moves lead in a deal, as its story is told; ``None`` is a hand record."""
    if story is None:
        return Track()
    marked = [at for at, index in enumerate(story.indexes) if story.is_claim(index) or story.findings(index)]
    return Track(
        tuple([story.logged.events[index].seq for index in story.indexes]),
        tuple([_cards_of(story.line(index)) for index in story.indexes]),
        tuple(marked),
    )


def _cards_of(line: Decoded) -> frozenset[int]:
    """The cards that a line names: not those that are hidden, and nothing that is no card."""
    if isinstance(line, BadLine):
        return frozenset()
    known, _not_cards = read_cards(getattr(line, "cards", None) or getattr(line, "card", None) or "", jokers=True)
    return frozenset(known)


def stories(reports: Sequence[DealReport], telling: Telling) -> Callable[[int, int | None], Story | None]:
    """Each deal's story by its number among the reports and the seat that looks, made when it is first asked for; of
    hand records there is none."""

    @lru_cache(maxsize=4)
    def story_of(deal: int, seat: int | None) -> Story | None:
        report = reports[deal]
        return None if report.logged is None else Story(report.logged, telling, seat, of_session(report))

    return story_of
