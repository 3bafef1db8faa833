"""Small charts in a line of text, in signs that every terminal has where its locale is not UTF-8."""

import os
from collections.abc import Sequence

_STEPS, _PLAIN_STEPS = "▁▂▃▄▅▆▇█", "_.-~=+*#"
_HALF = 5
"""Cells of a bar to either side of nought."""


def in_unicode() -> bool:
    """Whether the locale has more than ASCII."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    return "utf" in locale.lower() or not locale


def course(values: Sequence[int]) -> str:
    """A sparkline: one cell a value, from the lowest to the highest of them; nothing for none."""
    if not values:
        return ""
    steps = _STEPS if in_unicode() else _PLAIN_STEPS
    low, high = min(values), max(values)
    if low == high:
        return steps[3] * len(values)
    return "".join(steps[(value - low) * (len(steps) - 1) // (high - low)] for value in values)


def bar(value: float, widest: float) -> str:
    """A bar to the right of nought, or to the left of it, as long as ``value`` is of ``widest``."""
    full, nought = ("█", "│") if in_unicode() else ("#", "|")
    length = round(abs(value) / widest * _HALF) if widest else 0
    left, right = (full * length, "") if value < 0 else ("", full * length)
    return f"{left:>{_HALF}}{nought}{right:<{_HALF}}"
