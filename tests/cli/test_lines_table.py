"""The table of lines: all of them, and sums that are the engine's."""

import contextlib
import io
import os
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from rich.cells import cell_len

from cli.render.lines import groups_of, lines_table, readings_table
from cli.render.screen import show
from engine.cards import KIND_OF
from engine.ending import DealEnd, Win
from engine.score import score
from tests.support.hands import ends
from tests.support.table import kinds, player, rules


def _text(columns: int, *parts: object) -> list[str]:
    """What ``show`` prints, line by line."""
    out = io.StringIO()
    with patch.dict(os.environ, {"COLUMNS": str(columns)}), contextlib.redirect_stdout(out):
        show(*parts)  # type: ignore[arg-type]
    return out.getvalue().splitlines()


@settings(max_examples=40)
@given(ends())
def test_the_total_shown_is_the_engines_and_every_line_is_there(end: DealEnd) -> None:
    for seat in score(end).seats:
        if seat is None:
            continue
        shown = _text(100, lines_table(end.rules, seat.lines))
        assert shown[-1].split()[0] == "total"
        assert shown[-1].split()[-1] == str(seat.total)
        assert sum("§" in line for line in shown[1:]) == len(seat.lines)
        sums = {line.split("  ")[0]: line.split()[-1] for line in shown}
        assert sums["base hu"] == str(seat.base)
        assert sums.get("bonuses", "+0") == f"+{seat.bonus}"
        assert sums.get("multiplier", "×1") == f"×{seat.multiplier}"


@settings(max_examples=40)
@given(ends())
def test_no_line_is_wider_than_the_screen(end: DealEnd) -> None:
    scored = score(end)
    card = None if end.win is None else end.win.card
    for seat, holding in zip(scored.seats, end.players, strict=True):
        if seat is not None:
            shown = _text(60, lines_table(end.rules, seat.lines), groups_of(holding))
            assert max(map(cell_len, shown)) <= 60
    assert all(cell_len(line) <= 60 for line in _text(60, readings_table("readings", scored.readings, card)))


@pytest.mark.parametrize(
    ("rounding", "words"), [("up", "up to a"), ("nearest", "to the nearest"), ("down", "down to a")]
)
def test_10_1_the_rounding_says_which_way(rounding: str, words: str) -> None:
    chosen = rules(rounding=rounding, rounding_unit=100)
    end = DealEnd(chosen, kinds("2s 3m"), 0, (player("111m 456m 789s 123c 777c 5c", "pung 5s", "exposed-kong W"),))
    (seat,) = score(end).seats
    assert seat is not None
    (line,) = [line for line in _text(80, lines_table(chosen, seat.lines)) if line.startswith("rounding")]
    assert f"{words} multiple of 100" in line
    assert line.split()[-2:] == ["+74" if rounding == "up" else "-26", "§10.1"]


def test_6_3_the_winning_card_stands_in_brackets_in_the_group_it_completes() -> None:
    holding = player("111222333m 444555666777m 88m")
    win = Win(0, "discard", KIND_OF["1m"], 1)
    best, *others = score(DealEnd(rules(), kinds("2s 3m"), 0, (holding,), win)).readings
    shown = " ".join(_text(120, groups_of(holding, best, win.card)))
    assert shown.count("[1m]") == 1
    assert shown.startswith("[1m] 1m 1m")
    run = next(reading for reading in others if reading.completes is not None and reading.completes.form == "run")
    assert _text(120, groups_of(holding, run, win.card))[0].startswith("[1m] 2m 3m · 1m 2m 3m · 1m 2m 3m")
