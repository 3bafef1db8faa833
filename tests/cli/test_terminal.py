"""`replay --step` at a terminal: keys in, screens out, and everything as it was afterwards."""

import re
import signal
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.status import Status
from cli.terminal import keys_of
from tests.support.command_line import ROOT, invoke
from tests.support.screen import Screen, at_terminal

LOG = str(ROOT / "fixtures" / "logs" / "misread_card_retracted.jsonl")
SESSION = str(ROOT / "fixtures" / "logs" / "session.jsonl")
STEP = ("replay", "--step", LOG)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"nb ", ["n", "b", " "]),
        (b"\x1b[C\x1b[D\x1bOC\x1bOD", ["right", "left", "right", "left"]),
        (b"\x1b[A\x1b[B", ["up", "down"]),
        (b"\x1b[H\x1b[1~\x1b[F\x1b[4~\x1bOH\x1bOF", ["home", "home", "end", "end", "home", "end"]),
        (b"g12\r\n\x7f\x08", ["g", "1", "2", "enter", "enter", "backspace", "backspace"]),
        (b"\x1b[5~\x1b[1;5Cn", ["n"]),
        ("n不é\x00\x01b".encode(), ["n", "b"]),
    ],
)
def test_what_a_terminal_sends_is_keys(typed: bytes, keys: list[str]) -> None:
    assert keys_of(typed) == (keys, b"")


@pytest.mark.parametrize("begun", [b"\x1b", b"\x1b[", b"\x1bO", b"\x1b[1", b"\x1b[1;5"])
def test_a_sequence_that_has_only_begun_is_kept(begun: bytes) -> None:
    assert keys_of(b"n" + begun) == (["n"], begun)


@given(st.binary(max_size=40), st.integers(0, 40))
def test_it_is_all_one_in_how_many_pieces_keys_come(typed: bytes, cut: int) -> None:
    first, rest = keys_of(typed[:cut])
    second, left = keys_of(rest + typed[cut:])
    assert (first + second, left) == keys_of(typed)


def test_a_deal_is_gone_through_by_keys_and_the_terminal_is_given_back() -> None:
    with at_terminal(*STEP) as screen:
        assert screen.shows("event 0 of 17")[-1].startswith("→ next")
        screen.type("nn\x1b[C")
        screen.shows("event 3 of 17")
        screen.type("b")
        screen.shows("event 2 of 17")
        screen.type("c")
        assert any("draws 9c" in line for line in screen.shows("event 11 of 17"))
        screen.type("g14\r")
        screen.shows("event 14 of 17")
        screen.type("s")
        assert any("?? ×22" in line for line in screen.shows("as seat 0 (Li) sees it"))
        screen.type("?")
        screen.shows("Any key leaves this help")
        screen.type("xq")
        assert screen.ends() == Status.NOTHING
        assert screen.restored()


def test_it_is_drawn_anew_at_another_size() -> None:
    with at_terminal(*STEP, columns=120, rows=40) as screen:
        screen.shows("event 0 of 17")
        for columns, rows in ((60, 20), (100, 30), (61, 21)):
            screen.sent = ""
            screen.resize(columns, rows)
            lines = screen.shows("→ next")
            assert lines[-1].startswith("→ next")
            assert lines[0].startswith("misread-card")
            assert max(map(len, lines)) <= columns
        screen.type("q")
        assert screen.ends() == Status.NOTHING


def test_ctrl_c_and_a_signal_give_the_terminal_back() -> None:
    with at_terminal(*STEP) as screen:
        screen.shows("event 0 of 17")
        screen.type("\x03")
        assert screen.ends() == Status.INTERRUPTED
        assert screen.restored()
    with at_terminal(*STEP) as screen:
        screen.shows("event 0 of 17")
        screen.program.send_signal(signal.SIGTERM)
        assert screen.ends() == 128 + signal.SIGTERM
        assert screen.restored()


def test_an_exception_gives_the_terminal_back(tmp_path: Path) -> None:
    """A bug of the program, made here."""
    broken = "import cli.step; cli.step.moved = lambda *_: 1 / 0"
    (tmp_path / "sitecustomize.py").write_text(broken)
    env = {"PYTHONPATH": f"{ROOT}:{tmp_path}"}
    with at_terminal(*STEP, env=env) as screen:
        screen.shows("event 0 of 17")
        screen.type("n")
        assert screen.ends() == Status.BUG
        assert screen.restored()
        assert "a fault of the program (ZeroDivisionError" in screen.sent.rpartition("\x1b[?1049l")[2]


def test_ctrl_z_does_nothing() -> None:
    with at_terminal(*STEP) as screen:
        screen.shows("event 0 of 17")
        screen.type("\x1an")
        screen.shows("event 1 of 17")
        screen.type("q")
        assert screen.ends() == Status.NOTHING


def test_a_log_from_standard_input_is_gone_through_by_keys_too() -> None:
    with Path(LOG).open("rb") as log, at_terminal("replay", "--step", "-", stdin=log) as screen:
        screen.shows("event 0 of 17")
        screen.type("q")
        assert screen.ends() == Status.NOTHING


def test_it_begins_at_the_event_and_seat_that_are_asked_for() -> None:
    with at_terminal(*STEP, "--at", "14", "--seat", "2") as screen:
        screen.shows("event 14 of 17, as recorded · as seat 2 (Chen) sees it")
        screen.type("q")
        assert screen.ends() == Status.NOTHING
    with at_terminal(*STEP, "--at", "99") as screen:
        screen.shows("no event 99 is told here")
        screen.type("q")
        assert screen.ends() == Status.NOTHING


def test_deals_of_a_session_follow_each_other() -> None:
    with at_terminal("replay", "--step", SESSION, LOG) as screen:
        screen.shows("deal 1 of 5 · event 0 of 15")
        screen.type("]]]]")
        screen.shows("misread-card · deal 5 of 5 · event 0 of 17")
        screen.type("]")
        screen.shows("there is no deal beyond this one")
        screen.type("q")
        assert screen.ends() == Status.NOTHING


def test_inputs_that_cannot_be_read_are_told_of() -> None:
    with at_terminal("replay", "--step", "nosuch.jsonl") as screen:
        assert screen.ends() == Status.UNREADABLE
        assert "nosuch.jsonl: No such file" in screen.sent
        assert "\x1b[?1049h" not in screen.sent


@pytest.mark.parametrize(("env", "settings"), [({"TERM": "dumb"}, {}), ({}, {"stdout": subprocess.PIPE})])
def test_without_a_terminal_that_can_show_it_the_replay_is_printed(
    env: dict[str, str], settings: dict[str, int]
) -> None:
    with at_terminal(*STEP, env=env | {"NO_COLOR": "1"}, **settings) as screen:
        if screen.program.stdout is not None:
            with screen.program.stdout as piped:
                screen.sent = piped.read().decode()
        assert screen.ends() == Status.NOTHING
        assert re.sub(r"\r|\x1b\[[0-9;]*m", "", screen.sent) == invoke("replay", LOG).stdout


def test_what_is_on_the_screen_is_the_tests_own_reading() -> None:
    screen = Screen.__new__(Screen)
    screen.rows, screen.sent = 2, "\x1b[1;1H\x1b[2Kone\x1b[2;1H\x1b[2K\x1b[1mtwo\x1b[0m\x1b[1;1H\x1b[2Knew"
    assert screen.lines() == ["new", "two"]
