"""The end of a deal as bytes, so that it is scored again without its log being folded again."""

from typing import TypeAlias

import msgspec

from engine.ending import DealEnd, Holding, Win
from engine.options import RuleSet

_Parts: TypeAlias = tuple[tuple[int, ...], int, tuple[Holding, Holding, Holding], Win | None]

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Parts).decode


def pack_end(end: DealEnd) -> bytes:
    """All of an end but its rule set, in MessagePack."""
    return _encode((end.indicators, end.dealer, end.players, end.win))


def unpack_end(packed: bytes, rules: RuleSet) -> DealEnd:
    """The end as it would have been under ``rules``. Raises ``msgspec.MsgspecError`` for other bytes."""
    return DealEnd(rules, *_decode(packed))
