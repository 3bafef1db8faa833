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
from collections.abc import Sequence
from importlib import import_module
from io import StringIO
from keyword import iskeyword
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from cli.frame import UsageError, fault_line
from cli.language import LANGUAGES, _, of_locale, speaking, translated
from cli.render.screen import opaque, warn
from cli.status import Status
from engine.said import msgid, recognised, said
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says

COMMANDS: dict[str, str] = {
    "audit": "Whether a deal was played by the rules, what it comes to, and which claims hold.",
    "partitions": "Every legal reading of the winner's hand, best first, and what each gains over the next.",
    "explain": "Why a deal comes to what it does, in sentences and tables, with the paragraphs of the rules.",
    "diff": "What a deal would be under other rules, line by line.",
    "dispute": "Where a claim that does not hold went astray: what would make it come out exactly.",
    "sensitivity": "Which options of the rules matter to a deal, and how far they move it.",
    "score": "What one hand is worth, without a file.",
    "waits": "What completes a hand, and what each card would be worth.",
    "replay": "A deal event by event, or the table after one of them.",
    "verify": "Whether a log is what was sealed, and what its seals cannot show.",
    "head": "The short codes of a log's seals, to be kept elsewhere: on the score sheet, in a message.",
    "seal": "Seal the last deal of a log, and print the code for the score sheet.",
    "view": "A log as one seat saw it: a log without the cards that were hidden from it.",
    "record": "Keep the record of a deal while it is played, event by event.",
    "play": "A deal against two computer players, saved as a sealed log.",
    "simulate": "Deals between computer players, and what each player makes of them.",
    "fmt": "Typed deals in their one strict form, as logs, and logs as typed deals.",
    "template": "An empty score sheet to fill in and import, with an example row.",
    "import": "Put logs, hand records, score sheets and typed deals into the archive.",
    "rejects": "What could not be imported, and why; written out so that it can be mended.",
    "list": "The deals of the archive, by player, date, rule set, finding or claim.",
    "show": "One deal of the archive: where it came from, what it comes to, what was found.",
    "stats": "What each player of the archive won and lost, and how.",
    "query": "A question to the archive in SQL, answered as a table, CSV, JSON or Parquet.",
    "rescore": "What the archive's deals would come to under other rules, and which hands flip.",
    "export": "The archive as Parquet, CSV or JSON Lines, or a deal as one page to step through.",
    "rebuild": "Make the archive anew from the sources that it keeps.",
    "rules": "Presets, rule sets in full, and every option.",
}
"""Every command, in the order of `--help`, with the first line of its help."""


def command(name: str) -> Any:
    """A command of ``COMMANDS``, imported now. A file is never named as a keyword is: ``import_``."""
    module = f"{name}_" if iskeyword(name) else name
    loaded: Any = typer.main.get_command(import_module(f"cli.commands.{module}").app)
    loaded.name = name
    for each in (loaded, *getattr(loaded, "commands", {}).values()):
        each.params.append(_lang())
    return loaded


def _lang() -> TyperOption:
    """The option ``--lang``, which every command has. What it asks for is known before anything is parsed."""
    return TyperOption(
        param_decls=["--lang"],
        metavar="|".join(LANGUAGES),
        help="The language of screens and errors, if not the locale's: English, Chinese, Italian or Spanish.",
        callback=_known_language,
        expose_value=False,
    )


def _known_language(_context: object, _option: object, language: str | None) -> None:
    if language not in (None, *LANGUAGES):
        message = said("must be one of: {known}", known=", ".join(LANGUAGES))
        raise UsageError([Fault("wrong-value", message, "--lang", token=language)])


def _language_asked(args: Sequence[str]) -> str:
    """The language that a command line asks for, wherever the option stands; else that of the locale."""
    asked = ""
    for at, arg in enumerate(args):
        if arg == "--":
            break
        if arg.startswith("--lang="):
            asked = arg.removeprefix("--lang=")
        elif arg == "--lang":
            asked = "".join(args[at + 1 : at + 2])
    return asked if asked in LANGUAGES else of_locale()


class _Lazy(TyperGroup):
    """Knows its commands by name and summary and imports the one that runs."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, short_help=summary) for name, summary in COMMANDS.items()}
        self.params.append(_lang())
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
        asked = settings.get("args")
        with speaking(_language_asked(sys.argv[1:] if asked is None else asked)):
            sys.exit(self._status(*args, **settings))

    def _status(self, *args: Any, **settings: Any) -> Any:
        try:
            return super().main(*args, **settings | {"standalone_mode": False})
        except UnreadableError as error:
            return self._faults(error)
        except OSError as error:
            return self._failed(error)
        except Exception as error:
            return _misused(error) if hasattr(error, "exit_code") else self._bug(error)

    def _faults(self, error: UnreadableError) -> Status:
        for fault in error.faults:
            warn(fault_line(fault))
        if not isinstance(error, UsageError):
            return Status.UNREADABLE
        warn(_("Try '{command} --help' for help.", command=self.running))
        return Status.USAGE

    def _failed(self, error: OSError) -> Status:
        """Files that cannot be read are faults; an ``OSError`` that comes here is of something written."""
        _forget_output()
        where = f" {opaque(str(error.filename))}:" if error.filename else ""
        warn(f"{self.running}:{where} {translated(system_says(error))}")
        return Status.UNWRITTEN

    def _bug(self, error: Exception) -> Status:
        if os.environ.get("DUZIHU_DEBUG"):
            raise error
        what = opaque(f"{type(error).__name__}: {error}")
        words = msgid(
            "{command}: a fault of the program ({what}). Please report it with this command and its input; "
            "DUZIHU_DEBUG=1 shows where it happened."
        )
        warn(_(words, command=self.running, what=what))
        return Status.BUG


_TYPER = (
    msgid("Usage: {how}"),
    msgid("Try '{command} --help' for help."),
    msgid("Error: No such option: {option} Did you mean {other}?"),
    msgid("Error: No such option: {option} (Possible options: {others})"),
    msgid("Error: No such option: {option}"),
    msgid("Error: No such command {command}. Did you mean {other}?"),
    msgid("Error: No such command {command}."),
    msgid("Error: Missing command."),
    msgid("Error: Missing argument {argument}."),
    msgid("Error: Missing option {option}."),
    msgid("Error: Option {option} requires an argument."),
    msgid("Error: Option {option} does not take a value."),
    msgid("Error: Got unexpected extra argument(s) ({arguments})"),
    msgid("Error: Got unexpected extra argument ({arguments})"),
    msgid("Error: Got unexpected extra arguments ({arguments})"),
    msgid("Error: Invalid value for {option}: {value} is not a valid int."),
    msgid("Error: Invalid value for {option}: {value} is not a valid integer."),
    msgid("Error: {what}"),
)
"""What typer says of a command line, line by line."""


def _misused(error: Any) -> int:
    """What typer finds wrong with a command line, in the language of this run."""
    shown = StringIO()
    error.show(shown)
    for line in shown.getvalue().splitlines():
        warn(translated(recognised(line, _TYPER)))
    return int(error.exit_code)


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
