"""A file's deals, one after the other, each with its lines and its seal."""

import io

import pytest

from engine.events import DealStarted, Retracted, Sealed
from replay.decode import BadLine
from replay.lines_of import OverLong
from replay.log import LoggedDeal, Torn, read_deals
from replay.seal import seal_hash
from tests.replay.logs import LOGS, drawn, noted, started, written


def deals(raw: bytes, **limits: int) -> list[LoggedDeal]:
    return list(read_deals(io.BytesIO(raw), "club.jsonl", **limits))


def sealed(deal: bytes, previous: str | None = None, **fields: str) -> bytes:
    """A deal's lines with the seal that belongs to them."""
    seq = deal.count(b"\n")
    return deal + written(Sealed(seq, seal_hash([deal], previous), previous))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_read_and_written_again_is_the_same_bytes(path: object) -> None:
    raw = path.read_bytes()  # type: ignore[attr-defined]
    found = deals(raw)
    assert b"".join(deal.raw for deal in found) == raw
    assert all(len(deal.lines) == len(deal.events) for deal in found)
    assert not any(deal.faults() or deal.findings() for deal in found)


def test_odd_lines_are_written_again_as_they_were() -> None:
    raw = written(started()).replace(b":", b" : ") + b'{"type":"x_tea","cups":2,"seq":1}\n' + b'{"seq":2, "type":"dr'
    (deal,) = deals(raw)
    assert deal.raw == raw
    assert deal.torn == Torn(3, b'{"seq":2, "type":"dr')


def test_a_deal_started_at_seq_0_begins_a_deal_wherever_it_stands() -> None:
    raw = written(started("a"), drawn(1), started("b"), started("c"), noted(1))
    assert [(deal.id, deal.first_line, len(deal.events)) for deal in deals(raw)] == [
        ("a", 1, 2),
        ("b", 3, 1),
        ("c", 4, 2),
    ]


def test_a_deal_started_at_another_seq_begins_none() -> None:
    late = DealStarted(2, "duzihu-log/1", "b", "cardavia", ("Li", "Wang", "Chen"), 0)
    (deal,) = deals(written(started("a"), drawn(1), late))
    assert deal.id == "a"
    assert deal.events[2] == late


def test_a_faulty_deal_started_begins_its_deal_and_names_it() -> None:
    raw = written(started("a"), drawn(1)) + written(started("b", session="s")).replace(b'"dealer":0', b'"dealer":7')
    first, second = deals(raw)
    assert (first.id, second.id, second.session, second.start) == ("a", "b", "s", None)
    assert isinstance(second.events[0], BadLine)
    assert second.faults() == ()


def test_lines_before_the_first_deal_started_make_a_deal_without_a_start() -> None:
    first, second = deals(written(drawn(5), noted(6), started("a")))
    assert (first.id, first.start, first.first_line, len(first.events)) == (None, None, 1, 2)
    assert (second.id, second.first_line) == ("a", 3)


def test_an_empty_file_has_no_deals() -> None:
    assert deals(b"") == []


def test_what_cannot_be_read_is_told_with_its_line() -> None:
    raw = written(started("a")) + b"\n" + written(drawn(1)) + b'{"seq":2,"seq":2}\n' + written(started("b")) + b"\xff\n"
    first, second = deals(raw)
    assert [(fault.code, fault.line, fault.source) for fault in first.faults()] == [
        ("blank-line", 2, "club.jsonl"),
        ("duplicate-key", 4, "club.jsonl"),
    ]
    assert [(fault.code, fault.line) for fault in second.faults()] == [("not-utf-8", 6)]


def test_an_over_long_line_is_a_fault_and_the_deal_goes_on() -> None:
    raw = written(started("a"), noted(1, "x" * 500), drawn(2))
    (deal,) = deals(raw, longest_line=200)
    assert [(fault.code, fault.line) for fault in deal.faults()] == [("line-too-long", 2)]
    assert deal.events[2] == drawn(2)
    with pytest.raises(ValueError, match="too long"):
        _ = deal.raw


def test_a_torn_last_line_belongs_to_the_deal_before_it_and_is_no_event() -> None:
    for cut in (1, 20):
        raw = written(started("a"), drawn(1), started("b"))
        (deal,) = deals(raw[:-cut])
        assert len(deal.events) == 2
        assert deal.torn == Torn(3, written(started("b"))[:-cut])
        assert [found.code for found in deal.findings()] == ["torn-line"]


def test_a_file_of_one_torn_line_is_a_deal_without_lines() -> None:
    (deal,) = deals(b'{"seq":0')
    assert (deal.events, deal.torn) == ([], Torn(1, b'{"seq":0'))


def test_an_over_long_torn_line_is_a_fault_besides() -> None:
    (deal,) = deals(written(started("a")) + b"x" * 300, longest_line=200)
    assert deal.torn == Torn(2, OverLong(300, torn=True))
    assert [(fault.code, fault.line) for fault in deal.faults()] == [("line-too-long", 2)]
    assert [found.code for found in deal.findings()] == ["torn-line"]
    with pytest.raises(ValueError, match="too long"):
        _ = deal.raw


def test_a_deal_that_is_too_large_is_kept_in_part_and_the_next_one_whole() -> None:
    many = [noted(seq) for seq in range(1, 101)]
    raw = written(started("a"), *many) + written(started("b"), drawn(1))
    first, second = deals(raw, largest_deal=5_000)
    assert len(first.lines) + first.dropped == 101
    assert 0 < len(first.lines) < 20
    assert [(fault.code, fault.line) for fault in first.faults()] == [("deal-too-large", len(first.lines) + 1)]
    assert second.raw == written(started("b"), drawn(1))


def test_the_seal_of_a_deal_too_large_is_not_said_to_verify() -> None:
    raw = sealed(written(started("a"), *(noted(seq) for seq in range(1, 101))))
    (deal,) = deals(raw, largest_deal=5_000)
    assert deal.seal is not None
    assert not deal.seal.covers
    (deal,) = deals(raw)
    assert deal.seal is not None
    assert deal.seal.covers


def test_a_seal_covers_every_line_before_it_as_written() -> None:
    raw = (
        written(started("a"))
        + b'{ "seq":1,"type":"noted","by":"Li","text":"","x_a":1}\n'
        + written(Retracted(2, 0, ""))
    )
    (deal,) = deals(sealed(raw))
    assert deal.seal is not None
    assert (deal.seal.line, deal.seal.covers, deal.seal.link, deal.seal.findings()) == (4, True, "first", ())
    (deal,) = deals(sealed(raw).replace(b'{ "seq":1', b'{"seq":1'))
    assert deal.seal is not None
    assert [found.code for found in deal.seal.findings()] == ["seal-mismatch"]


def links(raw: bytes) -> list[str | None]:
    return [None if deal.seal is None else deal.seal.link for deal in deals(raw)]


A, B, C = "a" * 64, "b" * 64, "c" * 64


def seal_of(hash_: str, previous: str | None = None) -> Sealed:
    return Sealed(1, hash_, previous)


def test_each_session_has_its_own_chain_and_deals_without_one_share_theirs() -> None:
    raw = written(started(), seal_of(A), started(session="s"), seal_of(B), started(), seal_of(C, A))
    assert links(raw + written(started(session="s"), seal_of(A, B))) == ["first", "first", "linked", "linked"]
    assert links(raw + written(started(session="s"), seal_of(A, C))) == ["first", "first", "linked", "differs"]
    assert links(raw + written(started(session="s"), seal_of(A))) == ["first", "first", "linked", "missing"]
    assert links(raw + written(started(session="t"), seal_of(A))) == ["first", "first", "linked", "first"]


def test_a_first_seal_may_name_one_outside_the_file() -> None:
    assert links(written(started(), seal_of(A, B), started(), seal_of(C, A))) == ["outside", "linked"]


def test_an_unsealed_deal_does_not_break_the_chain() -> None:
    assert links(written(started(), seal_of(A), started(), drawn(1), started(), seal_of(C, A))) == [
        "first",
        None,
        "linked",
    ]


def test_only_the_first_seal_of_a_deal_is_its_seal() -> None:
    raw = written(started(), seal_of(A), Sealed(2, B), started(), seal_of(C, A))
    assert links(raw) == ["first", "linked"]


def test_deals_come_as_they_are_read() -> None:
    """A second deal is not waited for longer than its first line."""
    stream = io.BytesIO(written(started("a"), drawn(1), started("b"), *(noted(seq) for seq in range(1, 50))))
    first = next(read_deals(stream, "-"))
    assert first.id == "a"
    assert stream.tell() == len(written(started("a"), drawn(1), started("b")))
