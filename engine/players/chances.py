"""How likely a hand is to win: fitted to what became of hands at tables of three that play like this."""

from math import exp, log

_MOST_LIVE = 120

ANY, QING, PIAO = range(3)
"""Winning at all, as Qing Hu, as Piao Hu (§8.1)."""

_FITTED: tuple[tuple[tuple[float, float, float], ...], ...] = (
    (
        (0.16, 0.77, 1.12),
        (-1.02, 0.65, 1.78),
        (-1.63, 0.40, 2.36),
        (-2.28, 0.30, 3.07),
        (-2.58, 0.13, 3.26),
        (-2.86, 0.05, 3.00),
        (-3.14, 0.15, 3.00),
        (-3.74, 0.15, 3.00),
        (-4.34, 0.15, 3.00),
        (-4.94, 0.15, 3.00),
        (-5.54, 0.15, 3.00),
        (-6.14, 0.15, 3.00),
    ),
    (
        (0.29, 1.11, 0.72),
        (-1.67, 1.36, 1.82),
        (-3.46, 1.04, 3.60),
        (-5.08, 1.49, 4.39),
        (-6.63, 1.74, 4.49),
        (-7.73, 1.86, 4.50),
        (-8.33, 1.86, 4.50),
        (-8.93, 1.86, 4.50),
        (-9.53, 1.86, 4.50),
        (-10.13, 1.86, 4.50),
        (-10.73, 1.86, 4.50),
        (-11.33, 1.86, 4.50),
    ),
    (
        (-0.49, 1.09, 1.42),
        (-1.16, 0.99, 1.44),
        (-2.44, 0.93, 2.22),
        (-3.78, 0.67, 3.20),
        (-4.92, 0.81, 3.73),
        (-5.93, 0.73, 4.37),
        (-6.83, 0.97, 4.65),
        (-8.21, 1.09, 4.73),
        (-9.07, 1.13, 4.78),
        (-9.67, 1.13, 4.78),
        (-10.27, 1.13, 4.78),
        (-10.87, 1.13, 4.78),
    ),
)
"""By how, and by distance from 1: of the logarithm of the odds, the constant, what it gains with the logarithm of live
copies as a share of the usual number, and what with that of the stock as a share of 30."""
_USUAL = (5, 10, 17, 25, 33, 41, 42, 42, 42, 42, 42, 42)
"""By distance from 1: how many live copies of the kinds wanted there usually are."""


class _Remembered(dict[tuple[int, int, int], list[float]]):
    """By how, distance and stock: the likelihood by live copies, in millionths: no machine's logarithm shows."""

    def __missing__(self, key: tuple[int, int, int]) -> list[float]:
        how, distance, stock = key
        at = min(distance, len(_USUAL)) - 1
        constant, by_live, by_stock = _FITTED[how][at]
        odds = constant + by_stock * log((stock + 1) / 31)
        of_live = [odds + by_live * log((live + 0.5) / _USUAL[at]) for live in range(_MOST_LIVE + 1)]
        likely = self[key] = (
            [round(1 / (1 + exp(-one)), 6) for one in of_live] if distance else [1.0] * (_MOST_LIVE + 1)
        )
        return likely


_LIKELY = _Remembered()


def likelihoods(how: int, distance: int, stock: int) -> list[float]:
    """The likelihood of a win by a hand that has just let a card go, by the number of copies not seen of the kinds
    wanted. ``stock``: cards left in it."""
    return _LIKELY[how, distance, stock]


def usual(distance: int) -> int:
    """How many live copies of the kinds wanted there usually are at a distance, from 1."""
    return _USUAL[min(distance, len(_USUAL)) - 1]
