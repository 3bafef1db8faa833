"""What the tests of typed deals write and read: legal deals by lot, and events nobody would ever record."""

from pathlib import Path
from random import Random
from typing import Any, get_args

from hypothesis import strategies as st
from msgspec.structs import replace

from engine.deal import AnyEvent
from engine.events import (
    Claimed,
    DealStarted,
    Event,
    Noted,
    Retracted,
    RulesNamed,
    encode,
)
from replay.decode import BadLine, decode_line
from replay.typed.reading import TypedLog, log_of
from tests.support.fixture_logs import FIXTURES
from tests.support.play import deal_out, events_of, random_play_rules

TYPED = FIXTURES / "typed"
LOGS = sorted((*(FIXTURES / "logs").glob("*.jsonl"), *(FIXTURES / "vectors" / "deals").glob("*.jsonl")))


def name_of(path: Path) -> str:
    return path.stem


def read(text: str) -> TypedLog:
    """A text without faults."""
    typed = log_of(text, "typed.txt")
    assert isinstance(typed, TypedLog), typed[:3]
    return typed


def faults_of(text: str) -> list[tuple[int | None, int | str | None, str]]:
    """Line, column and code of what is wrong with a text."""
    typed = log_of(text, "typed.txt")
    assert not isinstance(typed, TypedLog)
    return [(fault.line, fault.column, fault.code) for fault in typed]


def played(seed: int) -> list[AnyEvent]:
    """The events of a legal deal, with remarks, times and a retraction here and there."""
    rng = Random(seed)
    events = events_of(deal_out(rng, random_play_rules(rng), recorded=rng.random() < 0.5))
    if rng.random() < 0.5:
        at = rng.randrange(8, len(events))
        events[at:at] = [Noted(0, by=rng.choice(("Li", "Zhao", "table")), text='he said "so" # twice\n')]
    if rng.random() < 0.5:
        events.append(Retracted(0, to=rng.randrange(4, len(events)), reason="misread"))
    if rng.random() < 0.5:
        events.append(Claimed(0, "Wang", totals=(10, -20, 2**53), payments=(0, 0, 0)))
    timed = rng.random() < 0.3
    return [
        replace(event, seq=seq, at="2025-04-12T20:15:00+08:00" if timed else None) for seq, event in enumerate(events)
    ]


texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    (
        "",
        "Li",
        "table",
        "Table",
        "pung",
        "听",
        "1",
        "+5m",
        "#",
        '"',
        "a b",
        "-",
        "\u2028",
        "it",
        "let-stand",
        "自",
        "@7",
        "{}",
    )
)
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
_options = st.dictionaries(texts | st.sampled_from(("waits", "wenqian_hu")), _values | st.lists(st.integers() | texts))
_cards = texts | st.sampled_from(("5m", "??", "jF", "T", "五万", "5 m", "1m 1m  1m", "1m ?? jF jP T T W 3s 2s"))
_seats, _seqs = st.integers(0, 2), st.integers(0, 30) | st.integers(0, 2**53)
_amounts = st.tuples(*[st.integers(-(2**53), 2**53)] * 3)
_hashes = st.text("0123456789abcdef", min_size=64, max_size=64)
_times = st.sampled_from((None, None, "2025-04-12T20:15:00+08:00", "2024-02-29t23:59:60.123Z"))
_BY_FIELD: dict[str, st.SearchStrategy[Any]] = {
    "seq": _seqs,
    "at": _times,
    "irregular": st.booleans(),
    "seat": _seats,
    "dealer": _seats,
    "source": st.none() | _seats,
    "to": _seqs,
    "deal": texts,
    "by": texts,
    "text": texts,
    "reason": texts,
    "session": st.none() | texts,
    "sitting_out": st.none() | texts,
    "number": st.none() | st.integers(-(2**53), 2**53),
    "rules": texts | st.builds(RulesNamed, texts, _options),
    "players": st.tuples(texts, texts, texts),
    "deck": st.none() | _cards,
    "cards": _cards,
    "totals": st.none() | _amounts,
    "payments": st.none() | _amounts,
    "hash": _hashes,
    "previous": st.none() | _hashes,
    "format": st.just("duzihu-log/1"),
}


def _of_type(event_type: Any) -> st.SearchStrategy[Event]:
    fields = dict(_BY_FIELD)
    if "form" in event_type.__struct_fields__:
        opening = event_type.__name__ == "OpeningDeclared"
        fields["form"] = st.sampled_from(("quad", "triple", "hezi") if opening else ("exposed", "concealed", "added"))
    optional = "card" if event_type.__name__ == "Won" else None
    fields["card"] = st.none() | _cards if optional else _cards
    chosen: st.SearchStrategy[Event] = st.builds(
        event_type, **{name: fields[name] for name in event_type.__struct_fields__}
    )
    return chosen


def _decodes(event: Event) -> bool:
    return decode_line(encode(event) + b"\n") == event


any_event = st.one_of(*map(_of_type, get_args(Event))).filter(_decodes)
"""Any event that a log may hold, of whatever sense."""
any_start = _of_type(DealStarted).filter(_decodes).map(lambda event: replace(event, seq=0))


def renumbered(events: list[Event], gaps: list[int]) -> list[Event]:
    """The events one after the other, but for a gap here and there; each start of a deal at 0."""
    seq, numbered = 0, []
    for event, gap in zip(events, gaps, strict=False):
        seq = 0 if isinstance(event, DealStarted) and gap < 3 else seq + (gap if gap > 7 else 0)
        numbered.append(replace(event, seq=seq))
        seq += 1
    return numbered


any_log = st.builds(
    renumbered,
    st.lists(any_start | any_event | any_event | any_event, min_size=1, max_size=14),
    st.lists(st.integers(0, 9), min_size=14, max_size=14),
)


def decoded(log: bytes) -> list[AnyEvent]:
    """The events of lines that all decode."""
    events = [decode_line(line) for line in log.splitlines(keepends=True)]
    assert not any(isinstance(event, BadLine) for event in events)
    return events  # type: ignore[return-value]
