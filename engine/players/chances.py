"""How likely a hand is to win: fitted to what became of hands at tables of three that play like this."""

from math import exp, log

_MOST_LIVE = 120

ANY, QING, PIAO = range(3)
"""Winning at all, as Qing Hu, as Piao Hu (§8.1)."""

_FITTED: tuple[tuple[tuple[float, float, float], ...], ...] = (
    (
        (0.08, 0.67, 0.68),
        (-0.93, 0.44, 1.42),
        (-1.60, 0.28, 2.15),
        (-2.02, 0.33, 2.61),
        (-2.54, 0.46, 2.64),
        (-2.44, 0.66, 2.66),
        (-3.04, 0.66, 2.66),
        (-3.64, 0.66, 2.66),
        (-4.24, 0.66, 2.66),
        (-4.84, 0.66, 2.66),
        (-5.44, 0.66, 2.66),
        (-6.04, 0.66, 2.66),
    ),
    (
        (0.11, 1.05, 1.28),
        (-1.64, 1.04, 1.92),
        (-2.70, 0.95, 2.88),
        (-3.63, 1.32, 3.01),
        (-4.28, 0.96, 2.97),
        (-5.05, 1.20, 3.05),
        (-5.65, 1.20, 3.05),
        (-6.25, 1.20, 3.05),
        (-6.85, 1.20, 3.05),
        (-7.45, 1.20, 3.05),
        (-8.05, 1.20, 3.05),
        (-8.65, 1.20, 3.05),
    ),
    (
        (0.15, 0.74, 0.98),
        (-1.31, 0.32, 1.37),
        (-2.22, 0.32, 1.95),
        (-2.62, 0.38, 2.15),
        (-3.17, 0.74, 2.81),
        (-3.49, 1.09, 3.33),
        (-4.26, 1.58, 3.57),
        (-5.14, 1.57, 3.59),
        (-5.65, 1.54, 3.62),
        (-6.04, 1.61, 3.67),
        (-6.64, 1.61, 3.67),
        (-7.24, 1.61, 3.67),
    ),
)
"""By how and by distance, from 1: of the logarithm of the odds, the constant and what it gains with the logarithm of
live copies, per ``_LIVE`` there are, and with that of the stock, per 30."""
LIVE = (5, 10, 17, 25, 33, 41, 42, 42, 42, 42, 42, 42)


class _Remembered(dict[tuple[int, int, int], list[float]]):
    """By how, distance from 1 and stock: the likelihood by live copies."""

    def __missing__(self, key: tuple[int, int, int]) -> list[float]:
        how, distance, stock = key
        at = min(distance, len(LIVE)) - 1
        constant, by_live, by_stock = _FITTED[how][at]
        odds = constant + by_stock * log((stock + 1) / 31)
        of_live = [odds + by_live * log((live + 0.5) / LIVE[at]) for live in range(_MOST_LIVE + 1)]
        likely = self[key] = [1 / (1 + exp(-one)) for one in of_live]
        return likely


_LIKELY = _Remembered()


def chance(how: int, distance: int, live: int, stock: int) -> float:
    """The likelihood of a win by a hand that has just let a card go. ``live``: copies not seen of the kinds wanted;
    ``stock``: cards left in it."""
    return _LIKELY[how, distance, stock][live]
