"""The end of a deal as bytes, so that it is scored again without its log being folded again, and how what it comes to
is kept."""

from typing import TypeAlias

import msgspec

from engine.ending import DealEnd, Holding, Win
from engine.options import RuleSet
from engine.partitions import PAIRS, RUNS, TRIPLETS, Group, Partition

LARGEST = 2**60
"""The largest total that is kept: columns hold 2^63, and payments come to a few times a total."""

GROUP_TEXT: dict[Group, str] = {group: group.text for group in (*TRIPLETS, *PAIRS, *RUNS.values())}
"""How a concealed group or pair is kept."""
_text_of = GROUP_TEXT.__getitem__

_Parts: TypeAlias = tuple[tuple[int, ...], int, tuple[Holding, Holding, Holding], Win | None]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Parts).decode


def pack_end(end: DealEnd) -> bytes:
    """All of an end but its rule set, in MessagePack."""
    return _encode((end.indicators, end.dealer, end.players, end.win))


def unpack_end(packed: bytes, rules: RuleSet) -> DealEnd:
    """The end as it would have been under ``rules``. Raises ``msgspec.MsgspecError`` for other bytes."""
    return DealEnd(rules, *_decode(packed))


def groups_text(partition: Partition) -> str:
    """Groups as text, a comma between."""
    return ", ".join(map(_text_of, partition))
