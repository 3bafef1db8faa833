"""The bar of work that is counted: how many, how many a second, how long it still takes."""

import io
import sys

import pytest

from cli.render import rate
from cli.render.rate import Rate


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_tells_rate_and_time_left_and_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, clock = _Terminal(), iter((0.0, 20.0, 40.0))
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(rate, "monotonic", lambda: next(clock))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with Rate("deals [red]") as told:
        told(50_000, 1_000_000)
        told(100_000, 1_000_000)
    shown = screen.getvalue()
    assert "deals [red]" in shown
    assert "100000/1000000" in shown
    assert "2,500 a second, 6:00 left" in shown
    assert shown.endswith("\x1b[2K")


def test_hours_are_told_as_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, clock = _Terminal(), iter((0.0, 10.0))
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(rate, "monotonic", lambda: next(clock))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with Rate("deals") as told:
        told(10, 4000)
    assert "1 a second, 1:06:30 left" in screen.getvalue()


def test_no_bar_before_it_takes_long_nor_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen, patience in ((_Terminal(), 60.0), (io.StringIO(), -1.0)):
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(rate, "PATIENCE", patience)
        with Rate("deals") as told:
            told(1, 3)
        assert screen.getvalue() == ""
