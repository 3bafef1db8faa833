"""What every command file builds on: its app, its examples, the options that commands share, its faults."""

from collections.abc import Iterable
from typing import Annotated

import typer

from cli.language import translated
from cli.render.screen import opaque
from engine.options import RuleSet
from engine.rulesets import RulesError
from replay.faults import Fault, UnreadableError
from replay.rulebook import load_rules, with_settings

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
Rules = Annotated[str, typer.Option("--rules", metavar="NAME|FILE.toml", help="A preset or a rule-set file.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change one option of the rules; may be repeated."),
]


class UsageError(UnreadableError):
    """A command line that is wrong (exit status 2), with everything wrong with it. ``source`` of a fault is the
    option or argument as the user knows it: ``--groups``, ``HAND``."""


def command_app(help: str | None = None) -> typer.Typer:
    """A command's app: plain help (nothing typed by people is markup), no completion of its own.

    ``help``: for a command with commands of its own; a single command's function has its help as docstring.
    """
    return typer.Typer(
        help=help,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        no_args_is_help=help is not None,
    )


def examples(*lines: str) -> str:
    """The ``Examples:`` section at the end of a command's help, as the ``epilog`` of its function.

    Every line is run by a test as it stands and must exit with status 0 or 1; files are named as from the root of
    a checkout.
    """
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def fault_line(fault: Fault) -> str:
    """A fault as one line: ``file:line: field: message (token); mend``; ``file:line:column:`` where that is known."""
    source, message = translated(fault.source), translated(fault.message)
    where = ":".join(str(part) for part in (source, fault.line, fault.column) if part is not None)
    place = [where, fault.field]
    token = f" ({fault.token})" if fault.token and opaque(fault.token) not in opaque(message) else ""
    mend = f"; {translated(fault.mend)}" if fault.mend else ""
    return ": ".join([*filter(None, place), f"{message}{token}{mend}"])


def usage_faults(faults: Iterable[Fault]) -> None:
    """Raise ``UsageError`` with the faults, if there are any."""
    faults = tuple(faults)
    if faults:
        raise UsageError(faults)


def chosen_rules(name: str, settings: Iterable[str] | None, *, source: str = "--rules") -> RuleSet:
    """The rule set that ``--rules`` and ``--set`` name. Raises ``UsageError`` for what is no preset, option or value,
    ``UnreadableError`` for a file. ``source``: where the name was typed, if not in ``--rules``."""
    try:
        rules = load_rules(name)
        source = "--set"
        return with_settings(rules, settings or ())
    except RulesError as error:
        faults = [Fault("wrong-rules", fault.message, source, token=fault.token) for fault in error.faults]
        raise UsageError(faults) from None
