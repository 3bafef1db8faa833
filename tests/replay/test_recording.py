"""Recording a deal: what is taken is on disk, what is wrong is refused whole, and a file goes on where it was."""

from pathlib import Path

import pytest

from engine.events import Discarded, Sealed
from replay.append import AppendError, ConflictError, append
from replay.audit import audit
from replay.faults import UnreadableError
from replay.log import read_deals
from replay.recording import Recording, Taken, acknowledged, acting
from replay.report import DealReport
from replay.typed.reading import TypedLog, log_of
from replay.typed.writing import text_of_log
from tests.support.command_line import ROOT

BY_HAND = (ROOT / "fixtures" / "typed" / "by_hand.txt").read_text(encoding="utf-8").splitlines()
BEGUN = 1 + next(at for at, line in enumerate(BY_HAND) if line.startswith("c pung 1s"))
"""Lines of it up to a turn of 2 Chen Yu, who has discarded 5c."""


def recorded(path: Path, lines: list[str] = BY_HAND) -> Recording:
    recording = Recording(path)
    for line in lines:
        assert not recording.take(line).refused, line
    return recording


def on_disk(path: Path) -> int:
    return len(path.read_bytes().splitlines())


def test_what_is_typed_is_the_log_of_the_typed_deal(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "log.jsonl")
    typed = log_of("\n".join(BY_HAND), "typed")
    assert isinstance(typed, TypedLog)
    assert recording.path.read_bytes() == typed.log
    assert recording.ended
    assert recording.report.score is not None
    assert recording.report.score.totals == (30, 250, 10)


def played_by_the_rules() -> list[Path]:
    """Logs in which nothing was found, and nothing stands that no text of a deal has."""
    paths = sorted((ROOT / "fixtures" / "logs").glob("*.jsonl"))
    return [path for path in paths if not any(map(found_in, reports_of(path)))]


def reports_of(path: Path) -> list[DealReport]:
    with path.open("rb") as log:
        return [report for report in audit(log, str(path)) if isinstance(report, DealReport)]


def found_in(report: DealReport) -> bool:
    return any(not one.let_stand for one in report.findings) or bool(report.faults)


@pytest.mark.parametrize("path", played_by_the_rules(), ids=lambda path: path.stem)
def test_every_deal_can_be_recorded_from_its_text(tmp_path: Path, path: Path) -> None:
    """Line by line, a new recorder for each line, to the very bytes of the log."""
    with path.open("rb") as log:
        text = text_of_log(read_deals(log, str(path)))
    recording = Recording(tmp_path / "log.jsonl")
    for line in text.splitlines():
        if line.startswith("sealed "):
            recording.seal(at=line.partition(" at ")[2].strip() or None)
            continue
        taken = recording.take(line)
        assert not taken.refused, (line, taken)
        if taken.events:
            recording = Recording(recording.path)
    assert recording.path.read_bytes() == path.read_bytes()


def test_every_line_is_on_disk_when_it_is_taken(tmp_path: Path) -> None:
    recording = Recording(tmp_path / "log.jsonl")
    for line in BY_HAND:
        taken = recording.take(line)
        assert on_disk(recording.path) == recording.deal.next_seq if recording.path.exists() else not taken.events


@pytest.mark.parametrize("lines", range(4, len(BY_HAND), 5))
def test_a_file_goes_on_where_it_was(tmp_path: Path, lines: int) -> None:
    path = tmp_path / "log.jsonl"
    before = recorded(path, BY_HAND[:lines])
    after = Recording(path)
    assert after.going_on == before.going_on
    assert (after.deal.next_seq, after.deal.state) == (before.deal.next_seq, before.deal.state)
    assert after.standing == before.standing


def test_a_breach_is_refused_whole_and_kept_where_the_table_let_it_stand(tmp_path: Path) -> None:
    """Wang draws out of turn: of the whole line nothing is taken."""
    recording = recorded(tmp_path / "log.jsonl", BY_HAND[:BEGUN])
    events = on_disk(recording.path)
    assert acting(recording.deal.state) == 0
    refused = recording.take("w +2m -2m")
    assert (refused.refused, refused.may_stand, refused.events) == (True, True, ())
    assert [found.rule for found in refused.findings] == ["§5.5"]
    assert on_disk(recording.path) == events
    taken = recording.take("w +2m -2m", let_stand=True)
    assert [event.irregular for event in taken.events] == [True, False]  # type: ignore[union-attr]
    assert [found.let_stand for found in taken.findings] == [True]
    assert on_disk(recording.path) == events + 2


def test_the_mark_behind_an_entry_lets_it_stand(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "log.jsonl", BY_HAND[:BEGUN])
    assert not recording.take("w +2m ! -2m").refused


def test_what_is_impossible_never_stands(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "log.jsonl", BY_HAND[:BEGUN])
    events = on_disk(recording.path)
    for text in ("l -1m", "l pung 9c", "w pung 1s", "dealt l 1m", "indicators 1m 1m", "l +?? -"):
        refused = recording.take(text, let_stand=True)
        assert refused.refused, text
        assert not refused.may_stand, text
    assert on_disk(recording.path) == events


def test_taking_back_is_a_retraction(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "log.jsonl", BY_HAND[:BEGUN])
    before, state = on_disk(recording.path), recording.deal.state
    recording.take("l pung 5c -2c")
    assert not recording.take("undo 2 misread").refused
    assert on_disk(recording.path) == before + 3
    assert recording.deal.state == state
    assert recording.take("undo 99 all").faults


def test_an_impossible_event_of_the_file_has_to_be_taken_back_first(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    recording = recorded(path, BY_HAND[:BEGUN])
    due = recording.deal.next_seq
    append(path, [Discarded(due, 0, "1m")], expected_seq=due)
    again = Recording(path)
    refused = again.take("l pung 5c -2c")
    assert [fault.code for fault in refused.faults] == ["stopped"]
    assert not again.take(f"undo to {due - 1} misread").refused
    assert not again.take("l pung 5c -2c").refused


def test_two_recorders_do_not_write_over_each_other(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    one = recorded(path, BY_HAND[:BEGUN])
    other = Recording(path)
    other.take("l pung 5c -2c")
    with pytest.raises(ConflictError):
        one.take("l pung 5c -7m")
    assert Recording(path).deal.next_seq == other.deal.next_seq


def test_what_no_log_can_hold_is_refused(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "log.jsonl", BY_HAND[:BEGUN])
    before = on_disk(recording.path)
    for text in (r'note Li "\ud800"', 'note Li "' + "x" * 2**20 + '"'):
        taken = recording.take(text)
        assert taken.faults, text[:20]
        assert on_disk(recording.path) == before
    assert not recording.take("l pung 5c -2c").refused


def test_a_torn_line_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    recorded(path, BY_HAND[:BEGUN])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"seq":15,"type":"pung')
    taken = Recording(path).take("l pung 5c -2c")
    assert taken.set_aside is not None
    assert taken.set_aside.read_bytes() == b'{"seq":15,"type":"pung'
    assert path.read_bytes().startswith(whole)
    path.write_bytes(b'{"seq":0,"type":"deal_star')
    assert recorded(path).ended


def test_a_deal_is_sealed_when_it_has_ended_and_the_next_passes_on(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    recording = recorded(path, BY_HAND[:BEGUN])
    with pytest.raises(AppendError):
        recording.seal()
    for line in BY_HAND[BEGUN:]:
        recording.take(line)
    assert recording.add([Sealed(recording.deal.next_seq, "0" * 64)]).faults[0].code == "seal-typed"
    recording.seal()
    assert not recording.going_on
    for again in (recording, Recording(path)):
        following = again.following()
        assert following is not None
        assert (following.dealer, following.players, following.rules) == (
            1,
            ("Li Qiang", "Wang Fang", "Chen Yu"),
            "cardavia",
        )
        assert again.take("l -1m").faults[0].code == "no-deal"


def test_with_four_at_the_table_the_sitters_place_passes_on(tmp_path: Path) -> None:
    head = ["deal a", "players b c d", "rules article", "sitting-out a", "dealer b"]
    recording = recorded(tmp_path / "log.jsonl", head)
    assert recording.end_head().events
    following = recording.following()
    assert following is not None
    assert (following.players, following.sitting_out, following.dealer) == (("c", "d", "a"), "b", 0)


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        (["players a b c"], ["misplaced"]),
        (["deal x", "players a b"], ["not-three"]),
        (["deal"], ["missing-value"]),
        (["deal x", "players a b c", "dealer a", "dealt a 1m"], ["missing-field"]),
        (["deal x", "players a b c", "dealer q", "rules cardavia", "dealt a 1m"], ["unknown-player"]),
    ],
)  # fmt: skip
def test_a_head_that_is_wrong_begins_nothing(tmp_path: Path, lines: list[str], codes: list[str]) -> None:
    recording = Recording(tmp_path / "log.jsonl")
    found = [fault.code for line in lines for fault in recording.take(line).faults]
    assert set(codes) <= set(found)
    assert not recording.path.exists()


def test_rules_that_are_none_begin_nothing(tmp_path: Path) -> None:
    recording = Recording(tmp_path / "log.jsonl")
    for line in ("deal x", "players a b c", "dealer a", "rules nosuch"):
        recording.take(line)
    assert recording.end_head().refused
    assert not recording.path.exists()


@pytest.mark.parametrize("content", [b'{"format":"duzihu-hand/1"}\n', b"hello\n"])
def test_what_is_no_log_is_not_written_to(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(UnreadableError):
        Recording(path)
    assert path.read_bytes() == content


def test_an_event_is_acknowledged_in_the_logs_own_words() -> None:
    assert acknowledged(Discarded(12, 1, "9s"), ("Li", "Wang", "Chen")) == "12 discarded Wang 9s"
    assert Taken().refused is False
