"""`duzihu fmt`: typed deals in strict form, and to logs and back."""

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import typer

from cli.frame import Json, command_app, examples, fault_line, usage_faults
from cli.language import _
from cli.render.screen import json_out, opaque, out, show_lines, warn
from cli.status import Status
from engine.said import said
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says
from replay.inputs import STDIN
from replay.report_json import fault_json
from replay.typed.files import Forms, forms_of, replace_file

app = command_app()

FORMS = ("text", "log")


@app.command(
    epilog=examples(
        "duzihu fmt fixtures/typed/by_hand.txt",
        "duzihu fmt fixtures/typed/by_hand.txt --to log",
        "duzihu fmt fixtures/logs/disputed.jsonl",
        "duzihu fmt fixtures/typed/by_hand.txt fixtures/typed/chinese.txt --check",
        "duzihu fmt fixtures/typed/by_hand.txt --write",
    )
)
def fmt(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help="Typed deals or logs; - is standard input.", show_default=False),
    ],
    *,
    to: Annotated[
        str, typer.Option("--to", metavar="text|log", help="What is printed: typed text, or a log.")
    ] = "text",
    check: Annotated[
        bool, typer.Option("--check", help="Print nothing but which files are not in strict form.")
    ] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Put the strict form in the place of each file that is not in it.")
    ] = False,
    json: Json = False,
) -> Status:
    """Typed deals in their one strict form, as logs, and logs as typed deals.

    A typed deal is a text with one turn a line, as docs/typed-deals.md describes it. Only what is written is looked at;
    'duzihu audit' on the log says whether the deal was played by the rules. Comments are kept, except in a log.

    Exit status: 0 all files are printed, in strict form or now written so; 1 --check found a file that is not; 3 an
    input that cannot be read.
    """
    usage_faults(_wrong(files, to, check=check, write=write))
    status, documents = Status.NOTHING, []
    for name in files:
        faults: tuple[Fault, ...] = ()
        forms = None
        try:
            forms = _typed_only(forms_of(name)) if check or write else forms_of(name)
        except UnreadableError as error:
            faults = error.faults
        except OSError as error:
            faults = (Fault("not-read", system_says(error), name),)
        for fault in faults:
            warn(fault_line(fault))
        written = write and forms is not None and not forms.is_strict
        if forms is not None and written:
            replace_file(name, forms.text.encode())
        if faults:
            status = Status.UNREADABLE
        elif check and forms is not None and not forms.is_strict:
            status = max(status, Status.FINDINGS)
        if json:
            documents.append(_document(name, forms, faults, to, written=written))
        elif forms is not None:
            _show(forms, to, check=check, write=write)
    if json:
        json_out({"format": "duzihu-fmt/1", "files": documents, "exit_status": status})
    return status


def _wrong(files: Iterable[str], to: str, *, check: bool, write: bool) -> Iterator[Fault]:
    if to not in FORMS:
        yield Fault("wrong-value", said("must be one of: {known}", known=", ".join(FORMS)), "--to", token=to)
    if check and write:
        yield Fault("together", said("a file is either compared or written"), "--check", mend=said("leave one of them"))
    if to == "log" and (check or write):
        message = said("the strict form is a text, so --check and --write do not go with a log")
        yield Fault("together", message, "--to", token=to)
    if write and STDIN in files:
        yield Fault("not-a-file", said("standard input cannot be written"), "--write", mend=said("name the file"))


def _typed_only(forms: Forms) -> Forms:
    if forms.kind == "log":
        message, mend = said("a log, not a typed deal"), said("without --check and --write it is printed as text")
        raise UnreadableError([Fault("not-typed", message, forms.source, mend=mend)])
    return forms


def _show(forms: Forms, to: str, *, check: bool, write: bool) -> None:
    where = f"{opaque(forms.source)}:{forms.differs_from}"
    if check:
        show_lines(_("{file}: in strict form", file=opaque(forms.source)) if forms.is_strict else
                   _("{place}: not in strict form from here on", place=where))  # fmt: skip
    elif write:
        show_lines(_("{file}: in strict form", file=opaque(forms.source)) if forms.is_strict else
                   _("{file}: written in strict form", file=opaque(forms.source)))  # fmt: skip
    else:
        text = forms.text if to == "text" else forms.log.decode()
        if sys.stdout is not None and sys.stdout.isatty():  # a name must not steer the terminal
            text = "".join(opaque(line) + "\n" for line in text.split("\n")[:-1])
        out(text)


def _document(name: str, forms: Forms | None, faults: tuple[Fault, ...], to: str, *, written: bool) -> dict[str, Any]:
    of_forms: dict[str, Any] = {}
    if forms is not None:
        of_forms = {
            "kind": forms.kind,
            "deals": forms.deals,
            "strict": forms.is_strict,
            "line": forms.differs_from if forms.kind == "typed" else None,
            "content": forms.text if to == "text" else forms.log.decode(),
        }
    empty = {"kind": None, "deals": 0, "strict": False, "line": None, "content": None}
    return {"source": name, **(of_forms or empty), "written": written, "faults": list(map(fault_json, faults))}
