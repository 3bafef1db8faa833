"""Many pieces of one work over several processes, results in the order of the pieces."""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from os import _exit, cpu_count
from threading import Thread
from typing import TypeVar

from engine.said import said
from replay.faults import Fault, UnreadableError

Item = TypeVar("Item")
Result = TypeVar("Result")


def all_cores() -> int:
    """How many processes use the machine, or the part of it that this process may use, fully."""
    try:
        from os import sched_getaffinity
    except ImportError:  # not on Linux
        return cpu_count() or 1
    return len(sched_getaffinity(0)) or 1


def in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    processes: int,
    ahead: int = 2,
    initializer: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """What a function makes of each item, in the order of the items.

    ``function`` and ``initializer`` (run once in each process before its first item) are found by their names in
    their modules; items and results are pickled. No more than ``ahead`` items a process are taken from ``items``
    before their results are. One process is this one, with nothing started, pickled or initialized. What ``function``
    raises is raised here; a process that ends by itself is an ``UnreadableError``. Closed early, by Ctrl-C or any
    error, it leaves no process behind.
    """
    if processes <= 1:
        yield from map(function, items)
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _began, (initializer,))
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            with _no_interrupt():  # a process starts when it is first needed, and inherits this
                waiting.append(pool.submit(function, item))
            if len(waiting) >= processes * ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        message = said("a process that did part of the work ended by itself or was killed")
        mend = said("see that there is memory enough, and try again")
        raise UnreadableError([Fault("process-ended", message, "duzihu", mend=mend)]) from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Without Ctrl-C, which a terminal sends to every process: it is this one that ends the others."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _began(initializer: Callable[[], None] | None) -> None:
    """What a process does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    if initializer is not None:
        initializer()


def _end_with_parent() -> None:
    """Not to wait for ever for the items of a process that was killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        _exit(1)
