"""Measuring two things in turn, so that a machine that slows down slows both."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

Work = Callable[[], int]
"""Does some work once and says how many units it did."""


class Ratio(NamedTuple):
    """Ours and a peer's rate, units a second (medians), and the median of the rounds' ratios with its range."""

    ours: float
    peer: float
    ratio: float
    low: float
    high: float


def once(work: Work) -> float:
    """Units a second of doing it once."""
    start = time.perf_counter()
    units = work()
    return units / (time.perf_counter() - start)


def rate(work: Work, seconds: float) -> float:
    """Units a second over at least this long."""
    units, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        units += work()
    return units / spent


def compared(ours: Work, peer: Work, *, rounds: int = 7, seconds: float = 0.4) -> Ratio:
    """Run both in turn, A B A B …, after one warm-up of each."""
    ours()
    peer()
    return summed_up([(rate(ours, seconds), rate(peer, seconds)) for _ in range(rounds)])


def summed_up(pairs: list[tuple[float, float]]) -> Ratio:
    """Medians over rounds of (ours, peer)."""
    ratios = [ours / peer for ours, peer in pairs]
    return Ratio(
        statistics.median(ours for ours, _ in pairs),
        statistics.median(peer for _, peer in pairs),
        statistics.median(ratios),
        min(ratios),
        max(ratios),
    )
