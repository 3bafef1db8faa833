"""Where a key leads: the places in deals, and how one moves between them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.said import msgid, said
from engine.state import SEATS

if TYPE_CHECKING:
    from cli.story import Story

HELP = (
    ("→  space  n", msgid("the next event")),
    ("←  b", msgid("the event before")),
    ("c  C", msgid("the next claim, win or finding; the one before")),
    ("g 12 Enter", msgid("event 12")),
    ("Home  End", msgid("the first event, the last")),
    ("]  [", msgid("the next deal, the one before")),
    ("s", msgid("the table as seat 0, 1, 2 sees it, or all of it")),
    ("?", msgid("this help; any key leaves it")),
    ("q", msgid("leave")),
)
"""Keys, and where they lead."""

_MOVES = {
    **dict.fromkeys(("right", "down", " ", "n", "enter"), 1),
    **dict.fromkeys(("left", "up", "b", "backspace"), -1),
}


class Track(Struct, frozen=True):
    """What of a deal decides where a key leads: the numbers of the events that are told, and where among them claims
    and findings are. A hand record has no events."""

    seqs: tuple[int | None, ...] = ()
    claims: tuple[int, ...] = ()
    findings: tuple[int, ...] = ()

    def marks(self, seat: int | None) -> tuple[int, ...]:
        """Where there is something to look for; a seat knows of no findings."""
        return tuple(sorted({*self.claims, *(self.findings if seat is None else ())}))


class Place(Struct, frozen=True):
    """Where one is: the ``deal``, the event of it by its place among those told, the ``seat`` that looks (``None``:
    all is shown). ``number``: what was typed after g, if it is being typed; ``said``: what there is to say."""

    deal: int = 0
    at: int = 0
    seat: int | None = None
    number: str | None = None
    help: bool = False
    left: bool = False
    said: str = ""


def moved(place: Place, key: str, tracks: Sequence[Track]) -> Place:
    """Where a key leads. A key that leads nowhere leaves everything as it is, or says why."""
    place = replace(place, said="")
    if place.help:
        return replace(place, help=False)
    if place.number is not None:
        return _typing(place, place.number, key, tracks[place.deal])
    track = tracks[place.deal]
    match key:
        case "q" | "escape":
            return replace(place, left=True)
        case "?" | "h":
            return replace(place, help=True)
        case "g":
            return replace(place, number="")
        case "s":
            seats = (None, *range(SEATS))
            return replace(place, seat=seats[(seats.index(place.seat) + 1) % len(seats)])
        case "home":
            return replace(place, at=0)
        case "end":
            return replace(place, at=_last(track))
        case "c":
            return _at_mark(place, [mark for mark in track.marks(place.seat) if mark > place.at][:1], _NONE_AFTER)
        case "C":
            return _at_mark(place, [mark for mark in track.marks(place.seat) if mark < place.at][-1:], _NONE_BEFORE)
        case "]" | "[":
            deal = place.deal + (1 if key == "]" else -1)
            if not 0 <= deal < len(tracks):
                return replace(place, said=said("there is no deal beyond this one"))
            return replace(place, deal=deal, at=0)
    at = min(max(0, place.at + _MOVES.get(key, 0)), _last(track))
    return replace(place, at=at)


def _last(track: Track) -> int:
    return max(0, len(track.seqs) - 1)


_NONE_AFTER = said("no claim or finding after this event")
_NONE_BEFORE = said("no claim or finding before this event")


def _at_mark(place: Place, marks: Sequence[int], none: str) -> Place:
    if not marks:
        return replace(place, said=none)
    return replace(place, at=marks[0])


def _typing(place: Place, number: str, key: str, track: Track) -> Place:
    """While a number is typed: a digit more or less, the event it names, or none."""
    if key == "enter" and number:
        places = [at for at, seq in enumerate(track.seqs) if seq == int(number)]
        if not places:
            return replace(place, number=None, said=said("no event {number} is told here", number=number))
        return replace(place, number=None, at=places[-1])
    if key == "backspace" and number:
        return replace(place, number=number[:-1])
    if key in ("enter", "escape", "backspace", "q"):
        return replace(place, number=None)
    return replace(place, number=(number + key)[:9]) if key in "0123456789" else place


def track_of(story: "Story | None") -> Track:
    """What decides where keys lead in a deal; ``None`` is a hand record. ``story``: as it shows everything."""
    if story is None:
        return Track()
    told = [(story.logged.events[index].seq, story.is_claim(index), story.findings(index)) for index in story.indexes]
    return Track(
        tuple([seq for seq, _, _ in told]),
        tuple([at for at, (_, is_claim, _) in enumerate(told) if is_claim]),
        tuple([at for at, (_, _, findings) in enumerate(told) if findings]),
    )
