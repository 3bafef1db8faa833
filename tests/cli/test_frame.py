"""The frame that every command stands in: help, laziness, exit statuses, and ends without a traceback."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

import cli.commands.rules
from cli.frame import fault_line
from cli.main import COMMANDS, command
from cli.status import Status
from replay.faults import Fault
from tests.support.command_line import ROOT, invoke, run, start

# Help


def test_every_file_is_a_command_and_every_command_a_file() -> None:
    files = {path.stem.removesuffix("_").replace("_", "-") for path in (ROOT / "cli" / "commands").glob("*.py")}
    assert files == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_summary_is_the_first_line_of_the_commands_help(name: str) -> None:
    assert command(name).help.splitlines()[0] == COMMANDS[name]


def test_help_lists_every_command_with_its_summary() -> None:
    shown = " ".join(invoke("--help").stdout.split())
    for name, summary in COMMANDS.items():
        assert f"{name} {summary}" in shown


def test_no_command_is_wrong_usage_and_shows_help() -> None:
    result = invoke()
    assert result.exit_code == Status.USAGE
    assert result.stdout == ""
    assert "Commands:" in result.stderr


def test_a_misspelt_command_names_the_nearest() -> None:
    result = invoke("scoer")
    assert result.exit_code == Status.USAGE
    assert "Did you mean 'score', 'rescore'?" in result.stderr


def test_version() -> None:
    result = invoke("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("duzihu")


def test_names_in_help_and_faults_are_no_markup() -> None:
    result = invoke("rules", "options", "[bold]x[/bold]")
    assert "[bold]x[/bold]" in result.stderr


# Laziness


def _modules_after(*args: str) -> set[str]:
    code = (
        "import json, sys\n"
        "from cli.main import main\n"
        "try: main()\n"
        "except SystemExit: print('\\n' + json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": "."},
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_help_imports_no_command_and_nothing_heavy() -> None:
    modules = _modules_after("--help")
    assert not {name for name in modules if name.startswith("cli.commands.")}
    assert not modules & {"rich.console", "rich.table", "engine.score", "engine.fold", "pydantic", "tomllib"}


def test_a_command_imports_its_own_file_only_and_not_pydantic() -> None:
    modules = _modules_after("rules", "options", "waits", "--json")
    assert {name for name in modules if name.startswith("cli.commands.")} == {"cli.commands.rules"}
    assert not modules & {"rich.console", "pydantic", "engine.fold"}


# Completion


def test_completion_offers_commands_and_options() -> None:
    def offered(words: str, at: int) -> list[str]:
        env = {"_DUZIHU_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(at)}
        return run(env=env).stdout.decode().split()

    assert offered("duzihu sc", 1) == ["score"]
    assert offered("duzihu score --indi", 2) == ["--indicators"]
    assert offered("duzihu rules ", 2) == ["list", "show", "compare", "options"]


def test_completion_can_be_shown_and_installed(tmp_path: Path) -> None:
    env = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1", "HOME": str(tmp_path)}
    shown = run("--show-completion", "bash", env=env)
    assert shown.returncode == 0
    assert b"_DUZIHU_COMPLETE=complete_bash" in shown.stdout
    assert run("--install-completion", "bash", env=env).returncode == 0
    assert "_DUZIHU_COMPLETE" in (tmp_path / ".bash_completions" / "duzihu.sh").read_text()


# Ends


def test_a_closed_pipe_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run("rules", "options", stdout=writing)
    finally:
        os.close(writing)
    assert done.returncode == -signal.SIGPIPE
    assert done.stderr == b""


@pytest.mark.parametrize("args", [("rules", "options"), ("rules", "options", "--json"), ("--help",)])
def test_a_full_disk_is_said_in_a_line(args: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = run(*args, stdout=full)
    assert done.returncode == Status.UNWRITTEN
    assert re.fullmatch(rb"duzihu[^\n]*: No space left on device\n", done.stderr)


@pytest.mark.parametrize("closed", [1, 2])
def test_closed_standard_streams_change_no_status(closed: int) -> None:
    done = run("rules", "show", "no-such", preexec_fn=lambda: os.close(closed))
    assert done.returncode == Status.USAGE
    assert run("rules", "list", preexec_fn=lambda: os.close(closed)).returncode == 0


def test_ctrl_c_ends_without_a_traceback(tmp_path: Path) -> None:
    waiting = tmp_path / "waiting.toml"
    os.mkfifo(waiting)
    process = start("rules", "show", str(waiting), stdout=-1, stderr=-1)
    # Opened for writing only once the command has it open for reading: it is at work then.
    with open(waiting, "wb"):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == Status.INTERRUPTED
    assert (out, err) == (b"", b"")


def test_a_bug_is_one_line_that_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise KeyError("[red]\x1b[31m")

    monkeypatch.setattr(cli.commands.rules, "json_out", broken)
    result = invoke("rules", "list", "--json", env={"DUZIHU_DEBUG": None})
    assert result.exit_code == Status.BUG
    assert result.stdout == ""
    assert re.fullmatch(
        r"duzihu rules: a fault of the program \(KeyError: '\[red\]\\x1b\[31m'\)[^\n]*\n", result.stderr
    )
    with pytest.raises(KeyError):
        invoke("rules", "list", "--json", env={"DUZIHU_DEBUG": "1"})


def test_a_fault_is_a_line_with_file_line_field_token_and_mend() -> None:
    fault = Fault("no-card", "unknown card", "a [b].jsonl", 3, "players[1].hand", "0m", "write 1m to 9m")
    assert fault_line(fault) == "a [b].jsonl:3: players[1].hand: unknown card (0m); write 1m to 9m"
    assert fault_line(Fault("no-file", "'0m' is no file", "x", token="0m")) == "x: '0m' is no file"


# Screens

_HAND = ("score", "111m 456m 789s 123c 777c 55c", "--indicators", "2s 3m", "--groups", "pung 5s, exposed-kong W")


@pytest.mark.parametrize("locale", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_chinese_prints_in_any_locale(locale: dict[str, str]) -> None:
    done = run(*_HAND, "--card", "7s", "--by", "discard", env=locale)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "塌子胡" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_a_name_that_is_not_utf_8_prints_as_escapes(locale: dict[str, str]) -> None:
    done = run("rules", "show", b"/no/\xff\x1b[31m[b].toml", env=locale)
    assert done.returncode == Status.UNREADABLE
    assert done.stderr.startswith(b"/no/\\udcff\\x1b[31m[b].toml: ")


def _at_a_terminal(*args: str, columns: int = 70, **env: str) -> str:
    """What a terminal of that width gets to see."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, columns))
    process = start(*args, env={"TERM": "xterm-256color"} | env, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    seen = b""
    while True:
        try:
            seen += os.read(master, 65536)
        except OSError:  # the terminal is gone with its process
            break
    os.close(master)
    assert process.wait(timeout=60) == 0
    return seen.decode("utf-8").replace("\r\n", "\n")


_COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*3[0-7]m")


def test_colour_only_at_a_terminal_and_not_with_no_color() -> None:
    won = (*_HAND, "--card", "7s", "--by", "discard")
    assert _COLOUR.search(_at_a_terminal(*won))
    assert not _COLOUR.search(_at_a_terminal(*won, NO_COLOR="1"))
    assert "\x1b" not in run(*won).stdout.decode()


def test_the_width_is_the_terminals_else_columns_else_80() -> None:
    def width(text: str) -> int:
        return max(len(line) for line in re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines() if set(line) == {"─"})

    assert width(_at_a_terminal("rules", "options", columns=64)) == 64
    assert width(_at_a_terminal("rules", "options", columns=64, COLUMNS="72")) == 72
    assert width(run("rules", "options").stdout.decode()) == 80
    assert width(run("rules", "options", env={"COLUMNS": "66"}).stdout.decode()) == 66
