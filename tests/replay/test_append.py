"""Appending to a log: one writer at a time, whole lines or none, a torn line set aside."""

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from engine.events import Claimed, DealStarted, Drawn, Noted, Retracted, Sealed
from replay.append import Appended, AppendError, ConflictError, append
from replay.faults import UnreadableError
from replay.lines_of import LONGEST_LINE
from tests.replay.logs import drawn, noted, read, started, written


def test_a_new_log_is_created_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    assert append(path, [started(), drawn(1)], expected_seq=0) == Appended(2, None)
    assert append(path, [drawn(2)], expected_seq=2) == Appended(3, None)
    assert path.read_bytes() == written(started(), drawn(1), drawn(2))


def test_a_retraction_is_an_event_like_any_other(log: Path) -> None:
    assert append(log, [Retracted(2, 0, "misread"), drawn(3)], expected_seq=2).next_seq == 4


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_another_seq_than_the_next_is_a_conflict_that_names_both(log: Path, expected: int) -> None:
    before = log.read_bytes()
    events = [drawn(expected)] if expected else [started()]
    with pytest.raises(ConflictError, match=rf"seq {expected} was expected .* but 2 is") as raised:
        append(log, events, expected_seq=expected)
    assert "\n" not in str(raised.value)
    assert log.read_bytes() == before


def test_a_log_that_is_not_there_is_no_place_to_go_on_from(tmp_path: Path) -> None:
    with pytest.raises(ConflictError, match="no such log"):
        append(tmp_path / "new.jsonl", [drawn(5)], expected_seq=5)
    assert list(tmp_path.iterdir()) == []


def test_the_next_deal_begins_at_0_after_a_seal(log: Path) -> None:
    append(log, [Sealed(2, "a" * 64)], expected_seq=2)
    with pytest.raises(AppendError, match="begin with deal_started"):
        append(log, [noted(0)], expected_seq=0)
    with pytest.raises(ConflictError):
        append(log, [noted(3)], expected_seq=3)
    assert append(log, [started("b"), drawn(1)], expected_seq=0).next_seq == 2


def test_the_next_deal_begins_at_0_after_one_that_was_given_up(log: Path) -> None:
    """Two recorders that both mean to begin it still get in each other's way."""
    assert append(log, [started("b")], expected_seq=2).next_seq == 1
    with pytest.raises(ConflictError):
        append(log, [started("b")], expected_seq=2)


def test_several_deals_can_be_appended_at_once(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    events = [started("a"), noted(1), Sealed(2, "a" * 64), started("b"), noted(1)]
    assert append(path, events, expected_seq=0).next_seq == 2
    assert [deal.id for deal in read(path)] == ["a", "b"]


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([], "nothing"),
        ([drawn(3)], "seq 3 where 2"),
        ([drawn(2), drawn(4)], "seq 4 where 3"),
        ([drawn(2), DealStarted(3, "duzihu-log/1", "", "", ("", "", ""), 0)], "seq 3 where 0"),
        ([Sealed(2, "a" * 64), drawn(3)], "begin with deal_started"),
        ([Drawn(2, 3, "1m")], "seat is 3"),
        ([Claimed(2, "Li")], "lacks both"),
        ([Noted(2, "Li", "", at="yesterday")], "RFC 3339"),
        ([Noted(2, "\ud800", "")], "surrogate"),
        ([Noted(2, "Li", "x" * LONGEST_LINE)], "bytes"),
        ([Sealed(2, "A" * 64)], "hexadecimal"),
    ],
)
def test_what_no_reader_would_take_is_not_written(log: Path, events: list[Any], message: str) -> None:
    before = log.read_bytes()
    with pytest.raises(AppendError, match=message):
        append(log, events, expected_seq=2)
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("last", "code"),
    [
        (b"\n", "blank-line"),
        (b"drawn\n", "not-json"),
        (b'{"seq":2,"type":"drawn","seat":0,"card":"1m"}\r\n', "crlf"),
        (b"\xff\xfe\n", "not-utf-8"),
        (b'{"type":"drawn","seat":0,"card":"1m"}\n', "missing-field"),
        (b"x" * LONGEST_LINE + b"\n", "line-too-long"),
    ],
)
@pytest.mark.parametrize("torn", [b"", b'{"seq"'])
def test_nothing_follows_a_last_line_that_cannot_be_read(log: Path, last: bytes, code: str, torn: bytes) -> None:
    before = log.read_bytes() + last + torn
    log.write_bytes(before)
    with pytest.raises(UnreadableError) as raised:
        append(log, [drawn(3)], expected_seq=3)
    (fault,) = raised.value.faults
    assert (fault.code, fault.line, fault.source) == (code, 3, str(log))
    assert log.read_bytes() == before
    assert list(log.parent.iterdir()) == [log]


def test_an_impossible_line_can_be_followed_by_its_retraction(log: Path) -> None:
    log.write_bytes(log.read_bytes() + b'{"seq":2,"type":"drawn","seat":7,"card":"1m"}\n')
    assert append(log, [Retracted(3, 1, "misread")], expected_seq=3).next_seq == 4


# A torn line


@pytest.mark.parametrize("torn", [b"{", b'{"seq":2,"type":"drawn"', b"\xff\x00\r", b"y" * (3 * LONGEST_LINE)])
def test_a_torn_line_is_set_aside_whole(log: Path, torn: bytes) -> None:
    before = log.read_bytes()
    log.write_bytes(before + torn)
    done = append(log, [drawn(2)], expected_seq=2)
    assert done == Appended(3, log.with_name(log.name + ".torn"))
    assert done.set_aside is not None
    assert done.set_aside.read_bytes() == torn
    assert log.read_bytes() == before + written(drawn(2))


def test_a_log_of_nothing_but_a_torn_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    path.write_bytes(b'{"seq":0,')
    assert append(path, [started()], expected_seq=0).set_aside == tmp_path / "new.jsonl.torn"
    assert path.read_bytes() == written(started())


def test_what_was_set_aside_before_is_never_overwritten(log: Path) -> None:
    names = []
    for number in range(3):
        with log.open("ab") as stream:
            stream.write(b"torn %d" % number)
        names.append(append(log, [noted(2 + number)], expected_seq=2 + number).set_aside)
    assert [name.name for name in names if name] == [f"{log.name}.torn{end}" for end in ("", ".1", ".2")]
    assert [name.read_bytes() for name in names if name] == [b"torn 0", b"torn 1", b"torn 2"]


def test_a_conflict_leaves_a_torn_line_where_it_is(log: Path) -> None:
    before = log.read_bytes() + b"{"
    log.write_bytes(before)
    with pytest.raises(ConflictError):
        append(log, [drawn(5)], expected_seq=5)
    assert log.read_bytes() == before
    assert list(log.parent.iterdir()) == [log]


@pytest.mark.parametrize("cut", range(1, len(written(drawn(2)))))
def test_a_log_cut_anywhere_in_its_last_line_goes_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "log.jsonl"
    whole = written(started(), drawn(1), drawn(2))
    path.write_bytes(whole[:-cut])
    assert append(path, [drawn(2)], expected_seq=2).set_aside is not None
    assert path.read_bytes() == whole


# On disk, or not at all


class Calls:
    """The system calls of an append in order: the file's name and what was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        for name in ("fsync", "ftruncate", "write"):
            monkeypatch.setattr(os, name, self.recorded(name, getattr(os, name)))

    def recorded(self, name: str, real: Any) -> Any:
        def call(fd: int, *rest: Any) -> Any:
            target = Path(os.readlink(f"/proc/self/fd/{fd}"))
            what = "folder" if stat.S_ISDIR(os.fstat(fd).st_mode) else target.suffix
            self.made.append(f"{name} {what}")
            return real(fd, *rest)

        return call


needs_proc = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="names of open files come from /proc")


@needs_proc
def test_a_new_log_and_its_name_are_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls(monkeypatch)
    append(tmp_path / "new.jsonl", [started(), drawn(1)], expected_seq=0)
    assert calls.made == ["fsync folder", "write .jsonl", "fsync .jsonl"]


@needs_proc
def test_lines_are_one_write(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls(monkeypatch)
    append(log, [drawn(2), drawn(3), drawn(4)], expected_seq=2)
    assert calls.made == ["write .jsonl", "fsync .jsonl"]


@needs_proc
def test_a_torn_line_is_safe_elsewhere_before_it_is_cut_off(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with log.open("ab") as stream:
        stream.write(b"{")
    calls = Calls(monkeypatch)
    append(log, [drawn(2)], expected_seq=2)
    assert calls.made == [
        *("fsync .torn", "fsync folder"),
        *("ftruncate .jsonl", "fsync .jsonl"),
        *("write .jsonl", "fsync .jsonl"),
    ]


def half_written(fd: int, data: bytes) -> int:
    return REAL_WRITE(fd, data[: len(data) // 2])


def full_disk(_fd: int, *_data: bytes) -> int:
    raise OSError(28, "No space left on device")


REAL_WRITE = os.write


@pytest.mark.parametrize(("call", "instead"), [("write", half_written), ("write", full_disk), ("fsync", full_disk)])
def test_what_cannot_be_written_whole_is_not_written(
    log: Path, monkeypatch: pytest.MonkeyPatch, call: str, instead: Any
) -> None:
    before = log.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, call, instead)
        with pytest.raises(OSError, match=r"bytes could be written|No space"):
            append(log, [drawn(2), drawn(3)], expected_seq=2)
    assert log.read_bytes() == before
    assert append(log, [drawn(2)], expected_seq=2) == Appended(3, None)


def test_a_torn_line_that_cannot_be_saved_stays(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = log.read_bytes() + b'{"seq":2'
    log.write_bytes(before)
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space"):
        append(log, [drawn(2)], expected_seq=2)
    assert log.read_bytes() == before
    assert list(log.parent.iterdir()) == [log]
