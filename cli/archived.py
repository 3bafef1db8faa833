"""What the commands that ask the archive share: its file, filters that choose deals, limits, forms of answers."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, signature
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from cli.files import STDOUT, written
from cli.frame import UsageError, chosen_rules, usage_faults
from cli.language import _
from cli.render.screen import opaque, warn
from engine.said import said
from replay.faults import Fault

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from replay.archive.questions import Filters

Archive = Annotated[
    str | None, typer.Option("--archive", metavar="FILE", help="The archive, if not the usual one.", show_default=False)
]
All = Annotated[bool, typer.Option("--all", help="All of them, however many.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV instead, safe to open in a spreadsheet.")]
Output = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE|-", help="Where CSV or JSON goes; - is standard output."),
]


def _option(name: str, metavar: str, help_: str) -> Any:
    return typer.Option(name, metavar=metavar, help=help_, show_default=False)


_FILTERS: dict[str, Any] = {
    "player": Annotated[list[str] | None, _option("--player", "NAME", "Who sat in it; repeated: all of them.")],
    "since": Annotated[str | None, _option("--since", "DATE", "Played on this day or later: 2025-04-12.")],
    "until": Annotated[str | None, _option("--until", "DATE", "Played on this day or before.")],
    "rules": Annotated[
        str | None, _option("--rules", "NAME|FILE.toml", "Played by exactly these rules, changed by --set.")
    ],
    "settings": Annotated[
        list[str] | None, _option("--set", "OPTION=VALUE", "Change one option of --rules; may be repeated.")
    ],
    "preset": Annotated[str | None, _option("--preset", "NAME", "Played by this preset, whatever was changed in it.")],
    "finding": Annotated[
        list[str] | None, _option("--finding", "CODE|any", "Has this finding; repeated: each of them.")
    ],
    "claim": Annotated[str | None, _option("--claim", "fails|holds|unknown", "Has a claim that does so.")],
    "session": Annotated[str | None, _option("--session", "NAME", "Belongs to this session.")],
    "status": Annotated[
        str | None, _option("--status", "STATUS", "Stands so: won, exhausted, unfinished or impossible.")
    ],
    "source": Annotated[str | None, _option("--source", "NAME|N", "Was read from this source, by name or number.")],
}

_TOGETHER = 1_000

_Command: TypeAlias = Callable[..., Any]


def filtered(command: _Command) -> _Command:
    """Give a command the options that choose deals, but for those that it has itself and means otherwise. Its keyword
    ``filters`` becomes what they say."""
    own = signature(command)
    filters = {name: kind for name, kind in _FILTERS.items() if name not in own.parameters}

    @wraps(command)
    def asked(*args: Any, **given: Any) -> Any:
        typed = {name: given.pop(name) if name in filters else None for name in _FILTERS}
        return command(*args, **given, filters=_filters(**typed))

    options = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=kind) for name, kind in filters.items()]
    others = [one for one in own.parameters.values() if one.name != "filters"]
    before = [one for one in others if one.kind is not Parameter.KEYWORD_ONLY]
    after = [one for one in others if one.kind is Parameter.KEYWORD_ONLY]
    asked.__signature__ = own.replace(parameters=[*before, *options, *after])  # type: ignore[attr-defined]
    asked.__annotations__ = {
        name: kind for name, kind in command.__annotations__.items() if name != "filters"
    } | filters
    return asked


def _filters(
    *,
    player: list[str] | None,
    since: str | None,
    until: str | None,
    rules: str | None,
    settings: list[str] | None,
    preset: str | None,
    finding: list[str] | None,
    claim: str | None,
    session: str | None,
    status: str | None,
    source: str | None,
) -> "Filters":
    """What is asked for. Raises ``UsageError`` with everything wrong with it."""
    from replay.archive.questions import CLAIM, STATUSES, Filters
    from replay.rulebook import PRESETS, rules_hash

    faults = [
        *_not_one_of("--claim", claim, CLAIM),
        *_not_one_of("--status", status, STATUSES),
        *_not_one_of("--preset", preset, PRESETS),
    ]
    if settings and rules is None:
        faults.append(Fault("misused", said("it changes the rules of --rules"), "--set", mend=said("add --rules")))
    days = [_day(option, day, faults) for option, day in (("--since", since), ("--until", until))]
    wanted = None
    try:
        wanted = None if rules is None else rules_hash(chosen_rules(rules, settings))
    except UsageError as error:
        faults += error.faults
    usage_faults(faults)
    return Filters(
        players=tuple(player or ()),
        since=days[0],
        until=days[1],
        rules=wanted,
        preset=preset,
        findings=tuple(finding or ()),
        claim=claim,  # type: ignore[arg-type]
        session=session,
        status=status,
        source=source,
    )


def _not_one_of(option: str, value: str | None, known: Any) -> Iterator[Fault]:
    if value is not None and value not in known:
        near = get_close_matches(value, list(known), n=1)
        mend = said("did you mean {near}?", near=near[0]) if near else None
        yield Fault(
            "wrong-value", said("must be one of: {known}", known=", ".join(known)), option, None, None, value, mend
        )


def _day(option: str, typed: str | None, faults: list[Fault]) -> date | None:
    if typed is None:
        return None
    try:
        if len(typed) == len("2025-04-12"):
            return date.fromisoformat(typed)
    except ValueError:
        pass
    faults.append(Fault("wrong-value", said("no day: write it as 2025-04-12"), option, token=typed))
    return None


def chosen_limit(typed: str | None, usual: int, *, every: bool) -> int | None:
    """How many are shown; ``None`` for all. Raises ``UsageError``."""
    if typed is None:
        return None if every else usual
    if every:
        usage_faults(
            [
                Fault(
                    "misused",
                    said("--limit and --all exclude each other"),
                    "--limit",
                    mend=said("leave out one of them"),
                )
            ]
        )
    if not (typed.isascii() and typed.isdigit() and 1 <= len(typed) <= 9 and int(typed)):
        usage_faults([Fault("wrong-value", said("must be a number from 1"), "--limit", token=typed)])
    return int(typed)


def one_form(**forms: object) -> None:
    """Raise ``UsageError`` where more than one form of an answer is asked for. ``forms``: by option, without dashes."""
    asked = [f"--{name}" for name, wanted in forms.items() if wanted]
    if len(asked) > 1:
        message = said("{one} and {other} exclude each other", one=asked[0], other=asked[1])
        usage_faults([Fault("misused", message, asked[0], mend=said("leave out one of them"))])


@contextmanager
def answered(archive: str | None) -> Iterator["DuckDBPyConnection"]:
    """The archive, to be read."""
    from replay.archive.store import opened_archive

    with opened_archive(archive) as connection:
        yield connection


@contextmanager
def csv_written(output: str) -> Iterator[Callable[[list[Any] | tuple[Any, ...]], object]]:
    """What writes a row of values as a line of CSV. A file begins with a byte order mark, without which spreadsheets
    take UTF-8 for something else; standard output does not."""
    from replay.archive.cells import csv_line
    from replay.archive.writing import MARK

    with written(output) as write:
        if output != STDOUT:
            write(MARK.decode())
        yield lambda row: write(csv_line(row))


def json_rows(
    write: Callable[[str], object],
    head: dict[str, Any],
    name: str,
    rows: Iterable[Any],
    tail: Callable[[int], dict[str, Any]],
) -> None:
    """Write a JSON document whose list ``name`` is written row by row, each on a line; it is never whole in memory.
    ``tail``: what comes after it, given how many there were."""
    from replay.archive.cells import json_bytes, plain

    def said(value: Any) -> str:
        return json_bytes(plain(value)).decode()

    write("{\n" + "".join(f"  {said(key)}: {said(value)},\n" for key, value in head.items()) + f"  {said(name)}: [")
    rows, count = iter(rows), 0
    while some := [f"    {said(row)}" for row in islice(rows, _TOGETHER)]:
        write((",\n" if count else "\n") + ",\n".join(some))
        count += len(some)
    end = "\n  ]" if count else "]"
    write(end + "".join(f",\n  {said(key)}: {said(value)}" for key, value in tail(count).items()) + "\n}\n")


def tell_if_nobody(connection: "DuckDBPyConnection", filters: "Filters") -> None:
    """Where no deal was found: names that are like what was asked for."""
    from replay.archive.texts import nearest

    asked = [("players", "name", name) for name in filters.players]
    asked += [("findings", "code", code) for code in filters.findings if code != "any"]
    asked += [] if filters.session is None else [("deals", "session", filters.session)]
    asked += [] if filters.source is None else [("sources", "name", filters.source)]
    for table, column, text in asked:
        near = nearest(connection, table, column, text)
        if near and text not in near:
            warn(
                _(
                    "{asked} is not in the archive; there is: {near}",
                    asked=opaque(text),
                    near=", ".join(map(opaque, near)),
                )
            )
