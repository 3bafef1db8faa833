"""A recorder that is killed at any moment loses nothing that it has answered, and the next goes on where it was."""

import os
import signal
import sys
import warnings
from pathlib import Path
from random import Random
from select import select
from time import monotonic

import pytest

from cli.recording import LineRecorder
from replay.recording import Recording
from tests.support.command_line import ROOT, run, start

TYPED = ROOT / "fixtures" / "typed" / "by_hand.txt"
KILLS = 200


@pytest.fixture(scope="module")
def due() -> list[bytes]:
    """The lines of the log that the typed deal is, made the other way."""
    return run("fmt", str(TYPED), "--to", "log").stdout.splitlines(keepends=True)


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[bytes, int]]:
    """What is typed, line by line, and how many events are on disk after each."""
    recording = Recording(tmp_path_factory.mktemp("whole") / "log.jsonl")
    lines = []
    for line in TYPED.read_bytes().splitlines(keepends=True):
        assert not recording.take(line.decode().rstrip("\n")).refused
        lines.append((line, recording.deal.next_seq))
    return lines


def left(typed: list[tuple[bytes, int]], events: int) -> bytes:
    """What is still to be typed where so many events are on disk; a head only where there is none."""
    return b"".join(line for line, after in typed if after > events or not events)


def answered(said: bytes) -> list[int]:
    """The numbers of the events that were answered; an answer of which only a part came is none."""
    return [int(line.split()[0]) for line in said.splitlines(keepends=True) if line.endswith(b"\n")]


def forked(path: Path, lines: bytes) -> tuple[int, int]:
    """A recorder in a process of its own, forked from this one so that it is there in no time: its id, and what it
    answers."""
    mine, its = os.pipe()
    (path.parent / "typed").write_bytes(lines)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of whatever runs the tests: none is needed there
        pid = os.fork()
    if pid == 0:
        status = 99
        try:
            os.dup2(its, 1)
            sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
            with (path.parent / "typed").open("rb") as stream:
                status = LineRecorder(Recording(path)).record(stream)
        finally:
            os._exit(status)
    os.close(its)
    return pid, mine


def killed(pid: int, out: int, after: float) -> tuple[bytes, int]:
    """What it has answered and how it ended, killed after so many seconds unless it was done."""
    until, said = monotonic() + after, b""
    while (patience := until - monotonic()) > 0:
        ready, _, _ = select([out], [], [], patience)
        if ready:
            if not (piece := os.read(out, 2**16)):
                break
            said += piece
    else:
        os.kill(pid, signal.SIGKILL)
    while piece := os.read(out, 2**16):
        said += piece
    os.close(out)
    return said, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_no_answered_event_is_lost_at_any_of_many_moments(
    tmp_path: Path, due: list[bytes], typed: list[tuple[bytes, int]]
) -> None:
    chance = Random(5)
    began = monotonic()
    assert killed(*forked(tmp_path / "whole.jsonl", left(typed, 0)), after=60)[1] == 0
    whole = monotonic() - began
    kills = finished = 0
    path, before = tmp_path / "0.jsonl", 0
    while kills < KILLS:
        said, ended = killed(*forked(path, left(typed, before)), after=chance.random() * whole / 4)
        on_disk = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        kills += ended == -signal.SIGKILL
        assert ended in (0, -signal.SIGKILL)
        assert on_disk == due[: len(on_disk)]
        assert len(on_disk) >= before
        numbers = answered(said)
        assert numbers == list(range(before, before + len(numbers)))
        assert len(on_disk) >= before + len(numbers)
        before = len(on_disk)
        if before == len(due):
            finished += 1
            path, before = tmp_path / f"{finished}.jsonl", 0
    assert finished > 5


def test_a_recorder_started_by_a_shell_is_no_other(
    tmp_path: Path, due: list[bytes], typed: list[tuple[bytes, int]]
) -> None:
    """Killed while it waits for the next line, in the middle of the deal."""
    path = tmp_path / "log.jsonl"
    lines = TYPED.read_bytes().splitlines(keepends=True)
    recorder = start("record", str(path), stdin=-1, stdout=-1)
    assert recorder.stdin is not None
    assert recorder.stdout is not None
    with recorder.stdin, recorder.stdout:
        recorder.stdin.write(b"".join(lines[:20]))
        recorder.stdin.flush()
        said = b""
        while b"14 discarded Li Qiang 1s\n" not in said:
            piece = recorder.stdout.readline()
            assert piece
            said += piece
        recorder.send_signal(signal.SIGKILL)
        assert recorder.wait(20) == -signal.SIGKILL
    on_disk = path.read_bytes().splitlines(keepends=True)
    assert on_disk == due[: len(on_disk)]
    assert len(on_disk) >= len(answered(said))
    on = run("record", str(path), "--seal", input=left(typed, len(on_disk)), stdin=None)
    assert on.stderr == b""
    assert on.returncode == 0
    assert path.read_bytes().splitlines(keepends=True)[:-1] == due
    assert run("verify", str(path)).returncode == 0
