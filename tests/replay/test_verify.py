"""What seals show, what was altered, and what they cannot show."""

import io
from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import DealStarted, Sealed
from replay.head import HeadError
from replay.log import read_deals
from replay.seal import seal_hash
from replay.verify import Verification, verify
from tests.replay.logs import SESSIONS, VECTORS, drawn, noted, started, written


def verified(raw: bytes, head: str | None = None) -> Verification:
    return verify(io.BytesIO(raw), "club.jsonl", head)


def codes(raw: bytes, head: str | None = None) -> list[str]:
    """Every finding, on the deals and then on the file."""
    found = verified(raw, head)
    return [one.code for deal in found.deals for one in deal.findings] + [one.code for one in found.findings]


def open_questions(raw: bytes, head: str | None = None) -> list[tuple[str, int | None]]:
    return [(one.reason, one.deal) for one in verified(raw, head).unanchored]


@cache
def session() -> bytes:
    """Four sealed deals, some of them short."""
    return (VECTORS / "session-0013.jsonl").read_bytes()


@cache
def short_deal() -> bytes:
    """A whole sealed deal of 35 lines."""
    return next(read_deals(io.BytesIO(session()), "")).raw


def heads(raw: bytes) -> list[str]:
    return [deal.head for deal in verified(raw).deals if deal.head is not None]


def sealed_deal(deal: str, previous: str | None = None, session: str | None = None) -> tuple[bytes, str]:
    """A deal of two lines with its seal, and the seal's hash."""
    lines = written(started(deal, session=session), drawn(1))
    hash_ = seal_hash([lines], previous)
    return lines + written(Sealed(2, hash_, previous)), hash_


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_the_sessions_of_the_vectors_verify(path: object) -> None:
    raw = path.read_bytes()  # type: ignore[attr-defined]
    found = verified(raw)
    assert [deal.ok for deal in found.deals] == [True] * 4
    assert (found.exit_status, found.faults, found.findings) == (0, (), ())
    assert open_questions(raw) == [("no-code", None)]


def test_the_code_of_the_last_seal_anchors_the_whole_chain() -> None:
    found = verified(session(), heads(session())[-1])
    assert found.matched == 3
    assert [deal.anchored for deal in found.deals] == [True] * 4
    assert found.unanchored == ()


def test_the_code_of_an_earlier_seal_anchors_the_deals_up_to_it() -> None:
    code = heads(session())[1].lower().replace("-", " ")
    assert [deal.anchored for deal in verified(session(), code).deals] == [True, True, False, False]
    assert open_questions(session(), code) == [("after-code", 2), ("after-code", 3)]
    assert verified(session(), code).exit_status == 0


def test_a_code_of_no_seal_is_a_finding() -> None:
    found = verified(session(), "0123-4567-89AB-CDEF")
    assert [one.code for one in found.findings] == ["head-unmatched"]
    assert (found.exit_status, found.matched) == (1, None)
    assert not any(deal.anchored for deal in found.deals)


def test_what_is_no_code_is_refused_before_anything_is_read() -> None:
    stream = io.BytesIO(session())
    with pytest.raises(HeadError):
        verify(stream, "club.jsonl", "U")
    assert stream.tell() == 0


def test_a_file_sealed_anew_verifies_but_its_code_is_another() -> None:
    """The forger's way: nothing in the file shows it, the code on the score sheet does."""
    deals = list(read_deals(io.BytesIO(session()), ""))
    forged, previous = b"", None
    for deal in deals:
        lines = b"".join(deal.lines[:-1]).replace(b'"A","B"', b'"A","X"')
        previous, before = seal_hash([lines], previous), previous
        forged += lines + written(Sealed(len(deal.lines) - 1, previous, before))
    assert verified(forged).exit_status == 0
    assert codes(forged, heads(session())[-1]) == ["head-unmatched"]


def test_an_altered_deal_keeps_the_code_from_those_before_it() -> None:
    altered = session().replace(b'"s103-13-1"', b'"s103-13-7"')
    assert codes(altered) == ["seal-mismatch"]
    code = heads(session())[2]
    assert [deal.anchored for deal in verified(altered, code).deals] == [False, False, True, False]
    assert open_questions(altered, code) == [("before-break", 0), ("before-break", 1), ("after-code", 3)]


def test_a_deal_taken_out_breaks_the_chain() -> None:
    deals = [deal.raw for deal in read_deals(io.BytesIO(session()), "")]
    raw = deals[0] + deals[2] + deals[3]
    assert codes(raw) == ["seal-previous-differs"]
    assert [deal.anchored for deal in verified(raw, heads(raw)[2]).deals] == [False, True, True]
    assert codes(deals[1] + deals[0]) == ["seal-previous-missing"]
    assert codes(b"".join(deals[1:])) == []
    assert open_questions(b"".join(deals[1:]), heads(session())[-1]) == [("outside", 0)]


def test_a_session_without_previous_is_a_finding() -> None:
    first, _ = sealed_deal("a")
    second, _ = sealed_deal("b")
    assert codes(first + second) == ["seal-previous-missing"]
    other, _ = sealed_deal("b", session="s")
    assert codes(first + other) == []


def test_a_code_says_nothing_of_another_session() -> None:
    first, _ = sealed_deal("a", session="s")
    second, hash_ = sealed_deal("b", session="t")
    third, _ = sealed_deal("c", hash_, session="t")
    raw = first + second + third
    assert [deal.anchored for deal in verified(raw, heads(raw)[2]).deals] == [False, True, True]
    assert open_questions(raw, heads(raw)[2]) == [("other-session", 0)]
    assert open_questions(raw, heads(raw)[0]) == [("other-session", 1), ("other-session", 2)]


def test_an_unsealed_deal_is_said_to_be_open() -> None:
    first, hash_ = sealed_deal("a")
    second, _ = sealed_deal("c", hash_)
    raw = first + written(started("b"), drawn(1)) + second
    assert [deal.ok for deal in verified(raw).deals] == [True, False, True]
    assert open_questions(raw, heads(raw)[1]) == [("unsealed", 1)]
    assert verified(raw).exit_status == 0


def test_lines_after_the_seal_are_a_finding() -> None:
    first, _ = sealed_deal("a")
    for more in (written(noted(3)), b'{"seq":3,"type":"x_tea"}\n', written(Sealed(3, "a" * 64))):
        assert codes(first + more) == ["after-seal"]
    assert codes(first + b'{"seq":3,"type":"tea"}\n') == ["line-invalid", "after-seal"]


def test_a_seal_out_of_its_place_is_a_finding() -> None:
    first, _ = sealed_deal("a")
    moved = first.replace(b'"seq":2', b'"seq":4')
    assert codes(moved) == ["seq-gap"]
    (deal,) = verified(moved, heads(first)[0]).deals
    assert not deal.ok
    assert not deal.anchored


def test_a_torn_line_is_a_finding_that_no_seal_covers() -> None:
    first, _ = sealed_deal("a")
    assert codes(first + b'{"seq"') == ["torn-line"]
    assert ("torn", None) in open_questions(first + b'{"seq"', heads(first)[0])


def test_what_cannot_be_read_is_a_fault() -> None:
    first, _ = sealed_deal("a")
    found = verified(first.replace(b'"drawn"', b"drawn"))
    assert [fault.code for fault in found.faults] == ["not-json"]
    assert found.exit_status == 3


def test_a_code_of_two_equal_seals_is_of_the_last() -> None:
    first, _ = sealed_deal("a")
    assert verified(first + first, heads(first)[0]).matched == 1


def test_an_empty_file_is_a_fault() -> None:
    assert [fault.code for fault in verified(b"").faults] == ["empty"]


def test_a_verification_is_one_json_document() -> None:
    code = heads(session())[2]
    shown = msgspec.json.decode(msgspec.json.encode(verified(session(), code), enc_hook=str))
    assert (shown["head"], shown["matched"], len(shown["deals"])) == (code, 2, 4)
    assert shown["deals"][3] == {
        "deal": "s103-13-3",
        "session": "s103-13",
        "line": 1 + session()[: session().index(b'"s103-13-3"')].count(b"\n"),
        "ok": True,
        "anchored": False,
        "seal": shown["deals"][3]["seal"],
        "head": heads(session())[3],
        "findings": [],
    }
    assert [(one["reason"], one["deal"]) for one in shown["unanchored"]] == [("after-code", 3)]


# Whatever is altered is noticed


def is_noticed(raw: bytes) -> bool:
    """Whether anything at all is said about a file, or its deals no longer have all their seals."""
    found = verified(raw)
    return found.exit_status != 0 or any(deal.seal is None for deal in found.deals)


@pytest.mark.parametrize("instead", [b" ", b"\n", b"0", b'"', b"x", b"\xff"])
def test_no_byte_of_a_sealed_deal_can_be_changed_unnoticed(instead: bytes) -> None:
    raw = short_deal()
    assert not is_noticed(raw)
    for at in range(len(raw)):
        changed = raw[:at] + instead + raw[at + 1 :]
        assert changed == raw or is_noticed(changed), at


def test_no_bit_of_a_sealed_deal_can_be_changed_unnoticed() -> None:
    raw = short_deal()
    for at in range(len(raw)):
        changed = bytearray(raw)
        changed[at] ^= 1 << at % 8
        assert is_noticed(bytes(changed)), at


def test_no_byte_before_the_seal_can_be_left_out_or_added_unnoticed() -> None:
    raw = short_deal()
    seal = raw.rindex(b'{"seq"')
    for at in range(seal):
        assert is_noticed(raw[:at] + raw[at + 1 :]), at
        assert is_noticed(raw[:at] + b" " + raw[at:]), at


@given(st.integers(0, len(session()) - 1), st.integers(0, 255))
def test_no_byte_of_a_session_can_be_changed_unnoticed(at: int, instead: int) -> None:
    changed = bytearray(session())
    changed[at] = instead
    assert bytes(changed) == session() or is_noticed(bytes(changed))


def test_a_log_cut_anywhere_gives_the_events_before_the_cut_and_says_so() -> None:
    raw = short_deal()
    (whole,) = read_deals(io.BytesIO(raw), "")
    code = heads(raw)[0]
    for cut in range(1, len(raw)):
        (deal,) = read_deals(io.BytesIO(raw[:cut]), "")
        lines = raw[:cut].count(b"\n")
        assert deal.events == whole.events[:lines]
        assert (deal.torn is None) == raw[:cut].endswith(b"\n")
        assert "head-unmatched" in codes(raw[:cut], code)
        assert verified(raw[:cut]).deals[0].seal is None


def test_a_faulty_start_does_not_cost_the_next_deal_its_chain() -> None:
    first, hash_ = sealed_deal("a", session="s")
    second, _ = sealed_deal("b", hash_, session="s")
    altered = first.replace(b'"dealer":0', b'"dealer":7')
    assert codes(altered + second) == ["line-invalid", "seal-mismatch"]
    assert isinstance(next(read_deals(io.BytesIO(second), "")).events[0], DealStarted)
