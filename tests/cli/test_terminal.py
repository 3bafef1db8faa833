"""`replay --step` at a terminal: keys in, screens out, and everything as it was afterwards."""

import re
import signal
import subprocess
from pathlib import Path

import pytest

from cli.status import Status
from tests.support.command_line import ROOT, invoke
from tests.support.screen import Screen, at_terminal

LOG = str(ROOT / "fixtures" / "logs" / "misread_card_retracted.jsonl")
SESSION = str(ROOT / "fixtures" / "logs" / "session.jsonl")
STEP = ("replay", "--step", LOG)


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
            screen.sent = ""  # before, or what is drawn at once is missed
            screen.resize(columns, rows)
            screen.shows("misread-card · event 0 of 17")
            lines = screen.shows("→ next")  # the last that is drawn
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
    broken = "import cli.stepping; cli.stepping.moved = lambda *_: 1 / 0"
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


def test_keys_typed_ahead_of_a_question_are_its_answer_and_later_ones_are_not() -> None:
    with at_terminal(*STEP) as screen:
        screen.shows("event 0 of 17")
        screen.type("/9c\r/\rg14\rs")
        screen.shows("event 14 of 17, as recorded · as seat 0 (Li) sees it")
        screen.type("q")
        assert screen.ends() == Status.NOTHING


def test_the_mouse_of_a_terminal_chooses_and_presses() -> None:
    def click(words: str, lines: list[str]) -> str:
        row = next(row for row, line in enumerate(lines, 1) if words in line)
        column = lines[row - 1].index(words) + 1
        return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"

    with at_terminal(*STEP) as screen:
        screen.type(click("draws 8s", screen.shows("event 0 of 17")))
        screen.type(click("claim", screen.shows("event 9 of 17")))
        screen.type(click("leave", screen.shows("event 11 of 17")))
        assert screen.ends() == Status.NOTHING
        assert screen.restored()


def test_messages_that_go_to_a_file_do_not_take_the_screen_away(tmp_path: Path) -> None:
    with (tmp_path / "messages").open("wb") as messages, at_terminal(*STEP, stderr=messages) as screen:
        screen.shows("event 0 of 17")
        screen.type("q")
        assert screen.ends() == Status.NOTHING
    assert (tmp_path / "messages").read_bytes() == b""


def test_no_colours_where_none_are_wanted() -> None:
    coloured = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
    for env, colours in (({}, True), ({"NO_COLOR": "1"}, False)):
        with at_terminal(*STEP, "--at", "12", env=env) as screen:
            screen.shows("event 12 of 17")
            screen.type("q")
            assert screen.ends() == Status.NOTHING
            assert bool(coloured.search(screen.sent)) == colours


def test_without_the_extra_the_replay_is_printed_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['textual'] = None")
    with at_terminal(*STEP, env={"PYTHONPATH": f"{ROOT}:{tmp_path}", "NO_COLOR": "1"}) as screen:
        assert screen.ends() == Status.NOTHING
    shown = re.sub(r"\r|\x1b\[[0-9;]*m", "", screen.sent)
    assert shown.startswith("The screen needs an extra that is not installed: pip install 'duzihu[screen]'\n")
    assert shown.endswith(invoke("replay", LOG).stdout)


def test_what_is_on_the_screen_is_the_tests_own_reading() -> None:
    screen = Screen.__new__(Screen)
    screen.rows, screen.columns = 2, 8
    screen.sent = "\x1b[1;1H\x1b[1mone索x\x1b[0m\r\n\x1b]0;title\x07two\x1b[1;2HEW\x1b[?1049h"
    assert screen.lines() == ["oEW索x", "two"]
