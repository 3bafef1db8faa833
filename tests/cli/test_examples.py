"""Every command's help has examples, and every example runs as it stands."""

import shlex
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns
from typing import Any

import pytest

from cli.main import COMMANDS, command
from replay.archive.store import PLACE
from tests.archive.archives import of_fixtures
from tests.support.command_line import ROOT, invoke


def _commands_of(name: str) -> dict[tuple[str, ...], Any]:
    """A command, or the commands that it has, by what is typed for it."""
    loaded = command(name)
    nested = getattr(loaded, "commands", {})
    return {(name, inner): nested[inner] for inner in nested} or {(name,): loaded}


def _examples(words: tuple[str, ...]) -> list[str]:
    """The examples in the help of a command."""
    _, _, section = invoke(*words, "--help").stdout.partition("Examples:\n")
    return [line.strip() for line in section.splitlines() if line.strip()]


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_and_how(name: str) -> None:
    for words, loaded in _commands_of(name).items():
        result = invoke(*words, "--help")
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: duzihu {' '.join(words)} ")
        assert "--json" in result.stdout
        assert _examples(words), f"{words} has no examples"
        assert [param.name for param in loaded.params if not param.help] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_run(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among copies of the fixtures and an archive of them: an example may append to a log."""
    monkeypatch.setenv(PLACE, str(tmp_path / "club.duckdb"))
    copyfile(of_fixtures(), tmp_path / "club.duckdb")
    copytree(ROOT / "fixtures", tmp_path / "fixtures", ignore=ignore_patterns("vectors"))
    monkeypatch.chdir(tmp_path)
    for words in _commands_of(name):
        for example in _examples(words):
            program, *args = shlex.split(example)
            assert program == "duzihu"
            assert tuple(args[: len(words)]) == words, f"an example of another command: {example}"
            result = invoke(*args)
            assert result.exit_code in (0, 1), f"{example}\n{result.stderr}"
            assert result.stdout, f"{example} prints nothing"
