"""The log of a deal as one seat saw it: the same lines, less what that seat could not know (docs/formats.md).

What others were dealt and drew is ``??``, and a recorded deck is left out. Texts, claims and rulings were said aloud
and stay. Fields ``x_…`` may hold anything, another's cards too, and are left out of every line. A line that is no event
or is of a type ``x_…`` may as well: an ``x_withheld`` with its number stands in its place. So does an ``x_sealed`` for
the seal, with its hash: these are not the lines that it covers, and nobody shall take it for a seal that verifies.
"""

from collections.abc import Iterator

from msgspec import json

from engine.events import DealStarted, Extension, Sealed, encode
from engine.view import redacted
from replay.decode import BadLine, Decoded
from replay.log import LoggedDeal

WITHHELD, SEALED, SEEN_BY = "x_withheld", "x_sealed", "x_seen_by"
"""The types of what stands in another line's place, and the field of ``deal_started`` that says whose view it is."""


def seen(logged: LoggedDeal, seat: int) -> Iterator[bytes]:
    """The lines, each with its LF, of what a seat saw of a deal: as many as it has, under the same numbers. A line
    without a number takes the one that is due."""
    due = 0
    for event in logged.events:
        seq = due if event.seq is None else event.seq
        yield _line(event, seq, seat) + b"\n"
        due = seq + 1


def _line(event: Decoded, seq: int, seat: int) -> bytes:
    match event:
        case BadLine() | Extension():
            return _instead(seq, WITHHELD)
        case Sealed():
            return _instead(seq, SEALED, x_hash=event.hash)
    shown = redacted(event, seat)
    assert not isinstance(shown, Extension)
    line = encode(shown)
    return line if not isinstance(event, DealStarted) else line[:-1] + f',"{SEEN_BY}":{seat}}}'.encode()


def _instead(seq: int, type_: str, **fields: str) -> bytes:
    return json.encode({"seq": seq, "type": type_} | fields)
