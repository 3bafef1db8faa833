"""Pieces of work over processes: in order, bounded, and nothing left behind when something goes wrong."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from replay.bulk.pool import in_order
from replay.faults import Fault, UnreadableError
from tests.support.command_line import ROOT

BOTH = pytest.mark.parametrize("processes", [1, 2])


def slower_first(item: int) -> tuple[int, int]:
    time.sleep(0.02 * (item % 3 == 0))
    return item, os.getpid()


def refuses_three(item: int) -> int:
    if item == 3:
        raise UnreadableError([Fault("three", "no threes", "a file", 3)])
    return item


def dies_at_three(item: int) -> int:
    if item == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


_PREPARED: list[str] = []


def prepare() -> None:
    _PREPARED.append("yes")


def prepared(item: int) -> list[str]:
    return _PREPARED


@BOTH
def test_results_come_in_the_order_of_the_items(processes: int) -> None:
    results = list(in_order(slower_first, range(20), processes=processes))
    assert [item for item, _ in results] == list(range(20))
    assert (os.getpid() in {pid for _, pid in results}) == (processes == 1)


def test_no_more_items_are_taken_than_are_asked_for() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for item in range(1000):
            taken.append(item)
            yield item

    results = in_order(slower_first, items(), processes=2, ahead=2)
    assert [next(results)[0] for _ in range(3)] == [0, 1, 2]
    assert len(taken) <= 3 + 4
    results.close()  # type: ignore[attr-defined]
    assert len(taken) <= 3 + 4


@BOTH
def test_no_items_no_results(processes: int) -> None:
    assert list(in_order(slower_first, [], processes=processes)) == []


def test_each_process_is_prepared_once_before_its_first_item() -> None:
    assert list(in_order(prepared, range(4), processes=2, initializer=prepare)) == [["yes"]] * 4
    assert _PREPARED == []


@BOTH
def test_a_fault_arrives_whole(processes: int) -> None:
    results = in_order(refuses_three, range(9), processes=processes)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(UnreadableError) as raised:
        next(results)
    assert raised.value.faults == (Fault("three", "no threes", "a file", 3),)


def test_a_killed_process_is_one_fault() -> None:
    with pytest.raises(UnreadableError) as raised:
        list(in_order(dies_at_three, range(9), processes=2))
    assert [fault.code for fault in raised.value.faults] == ["process-ended"]


_PROGRAM = """
import os, time
from replay.bulk.pool import in_order
from tests.bulk.test_pool import for_ever

if __name__ == "__main__":
    for pid in in_order(for_ever, [0, 0, 1, 1], processes=2, ahead=1):
        print(pid, flush=True)
"""


def for_ever(item: int) -> int:
    time.sleep(item)
    return os.getpid()


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="processes of POSIX")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_one_that_started_it(how: signal.Signals) -> None:
    """Ctrl-C reaches the whole group of a terminal, a kill only the one."""
    command = [sys.executable, "-c", _PROGRAM]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True, **pipes) as started:  # type: ignore[call-overload]
        workers = {int(started.stdout.readline()) for _ in range(2)}
        (os.killpg if how == signal.SIGINT else os.kill)(started.pid, how)
        _, said = started.communicate(timeout=30)
    assert started.returncode != 0
    assert said.count(b"Traceback") == (how == signal.SIGINT), "only of the program, which does not catch it"
    _gone(workers)


def _gone(pids: set[int]) -> None:
    for _ in range(500):
        if not any(_there(pid) for pid in pids):
            return
        time.sleep(0.02)
    raise AssertionError("still there")


def _there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
