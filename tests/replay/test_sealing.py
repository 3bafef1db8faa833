"""Sealing the last deal of a log."""

from pathlib import Path

import pytest

from engine.events import Exhausted, Won
from replay.append import AppendError, append, seal
from replay.faults import UnreadableError
from replay.lines_of import LONGEST_LINE
from replay.log import LoggedDeal
from tests.replay.logs import VECTORS, read, started, written


def ended(deal: LoggedDeal) -> bool:
    return any(isinstance(event, Won | Exhausted) for event in deal.events)


@pytest.fixture(params=["session-0013.jsonl", "session-0053.jsonl"])
def session(request: pytest.FixtureRequest) -> list[LoggedDeal]:
    return read(VECTORS / request.param)


def test_sealing_deal_by_deal_gives_the_session_of_the_vectors(tmp_path: Path, session: list[LoggedDeal]) -> None:
    path = tmp_path / "session.jsonl"
    for deal in session:
        append(path, deal.events[:-1], expected_seq=0)  # type: ignore[arg-type]
        sealed = seal(path, ended=ended)
        assert (sealed.deal, sealed.seal, sealed.set_aside) == (deal.id, deal.events[-1], None)
    assert path.read_bytes() == b"".join(deal.raw for deal in session)


def test_sealing_keeps_to_the_session_of_the_deal(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    hashes: dict[str | None, list[str]] = {"a": [], "b": [], None: []}
    for session in ("a", None, "b", "a", "b", None):
        append(path, [started(session=session), Exhausted(1)], expected_seq=0)
        sealed = seal(path, ended=ended).seal
        assert sealed.previous == (hashes[session][-1] if hashes[session] else None)
        hashes[session].append(sealed.hash)
    assert not any(deal.findings() for deal in read(path))


def test_a_deal_is_sealed_once(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    append(path, [started(), Exhausted(1)], expected_seq=0)
    seal(path, ended=ended)
    before = path.read_bytes()
    with pytest.raises(AppendError, match="sealed already, in line 3"):
        seal(path, ended=ended)
    assert path.read_bytes() == before


def test_a_deal_that_has_not_ended_is_not_sealed(log: Path) -> None:
    before = log.read_bytes()
    with pytest.raises(AppendError, match="has not ended"):
        seal(log, ended=ended)
    assert log.read_bytes() == before


def test_a_deal_with_a_line_that_cannot_be_read_is_not_sealed(log: Path) -> None:
    log.write_bytes(log.read_bytes() + b"\n" + written(Exhausted(2)))
    with pytest.raises(UnreadableError):
        seal(log, ended=ended)


def test_there_must_be_a_deal_to_seal(tmp_path: Path) -> None:
    with pytest.raises(AppendError, match="no such log"):
        seal(tmp_path / "none.jsonl", ended=ended)
    for content in (b"", b'{"seq":0'):
        (tmp_path / "empty.jsonl").write_bytes(content)
        with pytest.raises(AppendError, match="no deal"):
            seal(tmp_path / "empty.jsonl", ended=ended)
    assert [path.name for path in tmp_path.iterdir()] == ["empty.jsonl"]


@pytest.mark.parametrize("torn", [b'{"seq":2,', b"x" * (LONGEST_LINE + 1)])
def test_sealing_sets_a_torn_line_aside(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(written(started(), Exhausted(1)) + torn)
    sealed = seal(path, ended=ended)
    assert sealed.set_aside is not None
    assert sealed.set_aside.read_bytes() == torn
    (deal,) = read(path)
    assert (deal.torn, deal.findings(), len(deal.events)) == (None, (), 3)


def test_a_seal_can_say_when(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    append(path, [started(), Exhausted(1)], expected_seq=0)
    assert seal(path, ended=ended, at="2025-04-12T20:15:00+08:00").seal.at == "2025-04-12T20:15:00+08:00"
    assert read(path)[0].findings() == ()
