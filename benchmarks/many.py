"""Logs of many deals: some simulated, each of them again with its suits and seats exchanged, sealed, in sessions.

An exchange of suits or of seats keeps play legal, and makes other hands, other hu, other settlements of it. All of it
goes through the engine again wherever it is imported.
"""

import io
import re
from collections.abc import Iterator
from itertools import cycle, permutations
from random import Random
from typing import BinaryIO

from msgspec.structs import replace

from engine.events import DealStarted, Event, Sealed, encode
from replay.log import read_deals
from replay.rulebook import rulebook
from replay.seal import seal_hash
from replay.simulate import Plan, sessions

SIMULATED = 504
"""Deals that are played; there are six exchanges of suits and three of seats of each."""
SESSION = 12
PEOPLE = [f"{first}{last}" for first in "王李张刘陈杨赵黄周吴" for last in "强芳敏静伟丽军洋艳勇"]

_CARD = re.compile(rb"\b([1-9])([msc])\b")
_ID, _SESSION, _NAMES = b"@deal@", b"@session@", (b"@zero@", b"@one@", b"@two@")


def write_log(into: BinaryIO, deals: int, seed: int = 1) -> None:
    """Write a log of so many deals."""
    rng, forms = Random(seed), cycle(list(_forms(seed)))
    previous: str | None = None
    for number in range(deals):
        if number % SESSION == 0:
            names, previous = rng.sample(PEOPLE, 3), None
        lines = next(forms)
        for mark, text in zip((_ID, _SESSION, *_NAMES), _told(number, names), strict=True):
            lines = lines.replace(mark, text, 1)
        seal = seal_hash([lines], previous)
        into.write(lines + encode(Sealed(lines.count(b"\n"), seal, previous)) + b"\n")
        previous = seal


def _told(number: int, names: list[str]) -> list[bytes]:
    return [f"table-{number}".encode(), f"evening-{number // SESSION}".encode(), *[name.encode() for name in names]]


def _forms(seed: int) -> Iterator[bytes]:
    """A deal's lines but its seal, with marks where its id, session and names go."""
    plan = Plan(SIMULATED, seed, ("simple", "simple", "simple"), rulebook().presets["cardavia"])
    logs = b"".join(sessions(plan))
    simulated = [_events(deal.events) for deal in read_deals(io.BytesIO(logs), "simulated")]
    for suits in permutations(b"msc"):
        exchange = bytes.maketrans(b"msc", bytes(suits))
        for turned in range(3):
            for events in simulated:
                yield b"".join([_line(event, turned, exchange) for event in events])


def _events(decoded: list[object]) -> list[Event]:
    return [event for event in decoded if not isinstance(event, Sealed)]  # type: ignore[misc]


def _line(event: Event, turned: int, exchange: bytes) -> bytes:
    if isinstance(event, DealStarted):
        marks = [mark.decode() for mark in (_ID, _SESSION, *_NAMES)]
        event = replace(
            event, deal=marks[0], session=marks[1], players=tuple(marks[2:]), number=None,
            dealer=(event.dealer + turned) % 3,
        )  # fmt: skip
    elif hasattr(event, "seat"):
        event = replace(event, seat=(event.seat + turned) % 3)
    line = encode(event) + b"\n"
    return _CARD.sub(lambda card: card[1] + card[2].translate(exchange), line)
