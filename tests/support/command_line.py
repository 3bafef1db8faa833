"""Command lines run in this process (quick) and in one of their own (what a shell sees)."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from cli.main import app

ROOT = Path(__file__).parents[2]

_OF_LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")
_PROGRAM = (sys.executable, "-c", "from cli.main import main; main()")


def invoke(*args: str, columns: int = 80, **settings: Any) -> Result:
    """Run a command line here: its ``stdout``, ``stderr`` and ``exit_code``. A bug of the program raises."""
    quiet = dict.fromkeys(("NO_COLOR", *_OF_LANGUAGE))
    env = quiet | {"COLUMNS": str(columns), "DUZIHU_DEBUG": "1"} | settings.pop("env", {})
    return CliRunner().invoke(app, args, prog_name="duzihu", env=env, catch_exceptions=False, **settings)


def run(*args: str | bytes, env: dict[str, str] | None = None, **settings: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command line in a process of its own, not at a terminal."""
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | settings
    return subprocess.run([*_PROGRAM, *args], env=environment(env), check=False, timeout=60, **settings)


def start(*args: str, env: dict[str, str] | None = None, **settings: Any) -> "subprocess.Popen[bytes]":
    """Start a command line in a process of its own."""
    return subprocess.Popen([*_PROGRAM, *args], env=environment(env), **settings)


def environment(changes: dict[str, str] | None = None) -> dict[str, str]:
    """The environment, without what would change how the output looks, or its language."""
    changing = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", *_OF_LANGUAGE)
    kept = {name: value for name, value in os.environ.items() if name not in changing}
    return kept | {"PYTHONPATH": str(ROOT)} | (changes or {})
