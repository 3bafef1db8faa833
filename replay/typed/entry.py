"""One typed line → the events that it stands for (docs/typed-deals.md). What is legal is the fold's matter."""

from collections.abc import Sequence

from engine.events import Event
from engine.said import said
from replay.faults import Fault
from replay.typed.course import Course
from replay.typed.lexing import Cursor, Faults, WrongLineError
from replay.typed.players import Players
from replay.typed.turns import EntryReader


def events_of_entry(
    text: str,
    names: tuple[str, ...],
    turn: int | None,
    seq: int,
    *,
    standing: Sequence[int] = (),
    source: str = "-",
) -> tuple[Event, ...] | tuple[Fault, ...]:
    """The events of one line of the notation, or everything that is wrong with it; none for a blank line or a comment.

    ``names``: the players in seat order. ``turn``: the seat that acts where the line names nobody; ``None`` where
    somebody must be named. ``seq``: of the first event. ``standing``: the ``seq`` of the deal's start and of every
    event of play that stands, which ``undo N`` counts back; without them only ``undo to SEQ`` can be typed.
    ``source``: what faults name as their file; their line is 1, their column a character of ``text``. Nothing is
    folded: an event may well be illegal. Never raises.
    """
    faults = Faults(source)
    reader = EntryReader(faults, Players(names), Course(seq, turn, tuple(standing)))
    cursor = Cursor(text, faults)
    try:
        if "\n" in text:
            raise faults.stop("line-break", said("an entry is one line"), text.index("\n") + 1)
        events = reader.read(cursor) if cursor.peek() is not None else ()
        cursor.comment()
    except WrongLineError:
        events = ()
    return tuple(faults.found) or events
