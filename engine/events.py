"""The events of a deal's log, one frozen struct a type (docs/formats.md, "Event log").

Cards are text as in the log. ``irregular`` says that the table let a breach stand. ``at`` (RFC 3339) never enters
the fold. Field order is the written order of a line, ``seq`` and ``type`` ahead of it.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Number: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
"""What any program reads exactly from JSON, and any store can keep."""
Amounts: TypeAlias = tuple[Number, Number, Number]
Hash: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]

OpeningForm: TypeAlias = Literal["quad", "triple", "hezi"]
KongForm: TypeAlias = Literal["exposed", "concealed", "added"]


class RulesNamed(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule set as a log or a record names it: a preset and what it changes (§11)."""

    preset: str
    options: dict[str, Any] = {}


class _Event(Struct, frozen=True, omit_defaults=True, tag_field="type", kw_only=True, gc=False):
    at: str | None = None


class _Play(_Event, frozen=True, omit_defaults=True, tag_field="type", kw_only=True):
    irregular: bool = False


class DealStarted(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="deal_started"):
    seq: Seq
    format: Literal["duzihu-log/1"]
    deal: str
    rules: str | RulesNamed
    players: tuple[str, str, str]
    dealer: Seat
    deck: str | None = None
    session: str | None = None
    number: Number | None = None
    sitting_out: str | None = None


class Dealt(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="dealt"):
    seq: Seq
    seat: Seat
    cards: str


class IndicatorsRevealed(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="indicators_revealed"):
    seq: Seq
    cards: str


class OpeningDeclared(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="opening_declared"):
    seq: Seq
    seat: Seat
    form: OpeningForm
    card: str


class JokerExposed(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="joker_exposed"):
    seq: Seq
    seat: Seat
    card: str


class ReplacementDrawn(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="replacement_drawn"):
    seq: Seq
    seat: Seat
    card: str


class ReadyDeclared(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="ready_declared"):
    seq: Seq
    seat: Seat


class PreparationFinished(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="preparation_finished"):
    seq: Seq
    seat: Seat


class Drawn(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="drawn"):
    seq: Seq
    seat: Seat
    card: str


class Discarded(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="discarded"):
    seq: Seq
    seat: Seat
    card: str


class PungClaimed(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="pung_claimed"):
    seq: Seq
    seat: Seat
    card: str


class KongDeclared(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="kong_declared"):
    seq: Seq
    seat: Seat
    form: KongForm
    card: str


class Passed(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="passed"):
    seq: Seq
    seat: Seat


class Won(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="won", rename={"source": "from"}):
    seq: Seq
    seat: Seat
    card: str | None = None
    source: Seat | None = None


class Exhausted(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="exhausted"):
    seq: Seq


class HandShown(_Play, frozen=True, omit_defaults=True, tag_field="type", tag="hand_shown"):
    seq: Seq
    seat: Seat
    cards: str


class Claimed(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="claimed"):
    seq: Seq
    by: str
    totals: Amounts | None = None
    payments: Amounts | None = None


class Noted(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="noted"):
    seq: Seq
    by: str
    text: str


class Ruled(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="ruled"):
    seq: Seq
    by: str
    text: str
    payments: Amounts | None = None


class Retracted(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="retracted"):
    seq: Seq
    to: Seq
    reason: str


class Sealed(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="sealed"):
    seq: Seq
    hash: Hash
    previous: Hash | None = None


class Extension(_Event, frozen=True, omit_defaults=True, tag_field="type", tag="x_"):
    """An event of an unknown type that begins with ``x_``: kept and ignored. Its line is the reader's to keep."""

    seq: Seq


PlayEvent: TypeAlias = (
    Dealt
    | IndicatorsRevealed
    | OpeningDeclared
    | JokerExposed
    | ReplacementDrawn
    | ReadyDeclared
    | PreparationFinished
    | Drawn
    | Discarded
    | PungClaimed
    | KongDeclared
    | Passed
    | Won
    | Exhausted
    | HandShown
)
"""Events that are folded into a state."""

Remark: TypeAlias = Claimed | Noted | Ruled
"""Events that are kept beside the state and survive a retraction."""

Event: TypeAlias = DealStarted | PlayEvent | Remark | Retracted | Sealed

_encoder = msgspec.json.Encoder()


def type_of(event: Struct | type[Struct]) -> str:
    """The ``type`` of an event, or of a kind of events, as written in a log."""
    return str(event.__struct_config__.tag)


def encode(event: Event) -> bytes:
    """The canonical line of an event, without LF: ``seq``, ``type``, then its fields in order, defaults left out."""
    line = _encoder.encode(event)
    written_by_msgspec = b'{"type":"%b","seq":%d' % (type_of(event).encode(), event.seq)
    return b'{"seq":%d,"type":"%b"%b' % (event.seq, type_of(event).encode(), line[len(written_by_msgspec) :])
