"""The command line: `duzihu COMMAND`, of which only the named command's file is imported.

A command is one file `cli/commands/NAME.py` and one row of ``COMMANDS`` here. The file has

- ``app = command_app()`` from `cli.frame`, and one function under ``@app.command(epilog=examples(...))``: its
  docstring is the help (the first line equals the row here, a test holds that), its epilog the examples, each of
  which a test runs. A command with commands of its own (`rules`) is ``command_app("help")`` with several functions.
- shared options from `cli.frame`: ``json: Json = False``, ``rules: Rules = "cardavia"``, ``settings: Settings = None``.
- ``return Status.…`` from `cli.status`; several inputs return ``max`` of theirs.
- output through `cli.render.screen` only: ``show`` for people, ``json_out`` for programs, ``warn`` on standard error.
  What people typed goes through ``opaque`` first.
- parameters of type ``str``, ``list[str]`` and ``bool``; with any other, typer imports pydantic, which takes 0.1 s.
- what only some runs need (rich, tomllib, report code) imported inside the function.

What a command raises ends it, never with a traceback: ``UnreadableError`` prints each fault on a line (status 3),
``cli.frame.UsageError`` the same (2), a closed pipe ends it silently, Ctrl-C with 130, any other error is a bug of the
program (70; ``DUZIHU_DEBUG=1`` shows its traceback).
"""

import os
import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from cli.frame import UsageError, fault_line
from cli.render.screen import opaque, warn
from cli.status import Status
from replay.faults import UnreadableError

COMMANDS: dict[str, str] = {
    "audit": "Whether a deal was played by the rules, what it comes to, and which claims hold.",
    "partitions": "Every legal reading of the winner's hand, best first, and what each gains over the next.",
    "explain": "Why a deal comes to what it does, in sentences and tables, with the paragraphs of the rules.",
    "diff": "What a deal would be under other rules, line by line.",
    "sensitivity": "Which options of the rules matter to a deal, and how far they move it.",
    "score": "What one hand is worth, without a file.",
    "waits": "What completes a hand, and what each card would be worth.",
    "replay": "A deal event by event, or the table after one of them.",
    "verify": "Whether a log is what was sealed, and what its seals cannot show.",
    "head": "The short codes of a log's seals, to be kept elsewhere: on the score sheet, in a message.",
    "seal": "Seal the last deal of a log, and print the code for the score sheet.",
    "rules": "Presets, rule sets in full, and every option.",
}
"""Every command, in the order of `--help`, with the first line of its help."""


def command(name: str) -> Any:
    """A command of ``COMMANDS``, imported now."""
    loaded = typer.main.get_command(import_module(f"cli.commands.{name}").app)
    loaded.name = name
    return loaded


class _Lazy(TyperGroup):
    """Knows its commands by name and summary and imports the one that runs."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, short_help=summary) for name, summary in COMMANDS.items()}
        self.running = "duzihu"

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, summary_only, rest = super().resolve_command(ctx, args)
        if name is None or summary_only is None:
            return name, None, rest
        self.running = f"duzihu {name}"
        return name, command(name), rest

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise typer.Exit(Status.INTERRUPTED) from None

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run a command line and exit with its status."""
        try:
            return super().main(*args, **settings)
        except UnreadableError as error:
            sys.exit(self._faults(error))
        except OSError as error:
            sys.exit(self._failed(error))
        except Exception as error:
            sys.exit(self._bug(error))

    def _faults(self, error: UnreadableError) -> Status:
        for fault in error.faults:
            warn(fault_line(fault))
        if not isinstance(error, UsageError):
            return Status.UNREADABLE
        warn(f"Try '{self.running} --help' for help.")
        return Status.USAGE

    def _failed(self, error: OSError) -> Status:
        """Files that cannot be read are faults; an ``OSError`` that comes here is of something written."""
        _forget_output()
        where = f" {opaque(str(error.filename))}:" if error.filename else ""
        warn(f"{self.running}:{where} {error.strerror or error}")
        return Status.UNWRITTEN

    def _bug(self, error: Exception) -> Status:
        if os.environ.get("DUZIHU_DEBUG"):
            raise error
        what = opaque(f"{type(error).__name__}: {error}")
        warn(
            f"{self.running}: a fault of the program ({what}). Please report it with this command and its "
            "input; DUZIHU_DEBUG=1 shows where it happened."
        )
        return Status.BUG


def _leave(status: Status | None, **_options: Any) -> None:
    """What a command returns is the exit status."""
    raise typer.Exit(status or Status.NOTHING)


def _version(asked: bool) -> None:
    if not asked:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        typer.echo(f"duzihu {version('duzihu')}")
    except PackageNotFoundError:
        typer.echo("duzihu, run from a checkout without being installed")
    raise typer.Exit


app = typer.Typer(
    cls=_Lazy,
    result_callback=_leave,
    context_settings={"help_option_names": ["--help", "-h"]},
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(epilog="'duzihu COMMAND --help' has the options of a command and examples.")
def duzihu(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it and leave.")
    ] = False,
) -> None:
    """Replay and audit of Du Zi Hu (笃子胡): what happened, what a hand is worth, why."""


def _forget_output() -> None:
    """Drop what standard output could not take, so that leaving does not try it again."""
    if sys.stdout is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def main() -> None:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # a parent may have closed it
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if hasattr(os, "fork"):
        import signal

        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe ends us without a word, as it does other tools
    typer.main.get_command(app)(prog_name="duzihu")


if __name__ == "__main__":
    main()
