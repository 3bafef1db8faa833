"""`duzihu template`: an empty score sheet."""

from pathlib import Path
from typing import Annotated

import typer

from cli.files import STDOUT
from cli.frame import Json, command_app, examples, usage_faults
from cli.language import LANGUAGES, _, spoken
from cli.render.screen import json_out, out, show
from cli.status import Status
from engine.said import said
from replay.faults import Fault, UnreadableError

app = command_app()

KINDS = ("csv", "xlsx", "toml")


@app.command(
    epilog=examples(
        "duzihu template csv",
        "duzihu template csv --lang zh",
        "duzihu template xlsx -o score-sheet.xlsx",
        "duzihu template toml -o evening.toml",
        "duzihu template csv --json",
    )
)
def template(
    kind: Annotated[str, typer.Argument(metavar="csv|xlsx|toml", help="What to write.", show_default=False)],
    *,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The file to write; - is standard output.")
    ] = STDOUT,
    force: Annotated[bool, typer.Option("--force", help="Put it in the place of a file that is there.")] = False,
    json: Json = False,
) -> Status:
    """An empty score sheet to fill in and import, with an example row.

    One row a hand. Heads are in the language of the run (--lang); 'duzihu import' knows them in every language, in any
    order, and columns that are not needed may be left out. docs/import.md says what belongs in each. With --json, the
    columns, what their heads may be, and the example. A file that is there already is left as it is.

    Exit status: 0 it was written; 2 the file is there already.
    """
    usage_faults(_wrong(kind, output, force=force, json=json))
    if json:
        json_out(_columns())
        return Status.NOTHING
    content = _content(kind)
    if output == STDOUT:
        out(content.decode())
        return Status.NOTHING
    with Path(output).open("wb" if force else "xb") as file:
        file.write(content)
    show(_("{file}: replace the example by your hands, then 'duzihu import {file}'.", file=output))
    return Status.NOTHING


def _wrong(kind: str, output: str, *, force: bool, json: bool) -> list[Fault]:
    if kind not in KINDS:
        message = said("must be one of: {known}", known=", ".join(KINDS))
        return [Fault("wrong-value", message, "csv|xlsx|toml", token=kind)]
    if json and output != STDOUT:
        return [Fault("misused", said("--json prints the columns, and writes no file"), "--output", token=output)]
    if kind == "xlsx" and output == STDOUT and not json:
        return [Fault("misused", said("a workbook is no text: name the file"), "--output", mend="-o sheet.xlsx")]
    if output != STDOUT and not force and Path(output).exists():
        mend = said("name another file, or say --force")
        return [Fault("file-exists", said("this file is there already"), "--output", token=output, mend=mend)]
    return []


def _content(kind: str) -> bytes:
    from replay.imports.template import csv_template, toml_template, workbook_template

    language = spoken()
    if kind == "csv":
        return csv_template(language).encode()
    if kind == "toml":
        note = _("One [[hand]] a hand; docs/formats.md says what each key is. Seats are 0, 1, 2 in turn order.")
        return toml_template(language, note).encode()
    try:
        return workbook_template(language)
    except ModuleNotFoundError:
        message = said("openpyxl, which writes workbooks, is not installed")
        mend = said("pip install 'duzihu[sheets]', or take csv")
        raise UnreadableError([Fault("needs-library", message, "xlsx", mend=mend)]) from None


def _columns() -> dict[str, object]:
    from replay.imports.heads import NEEDED, accepted_heads
    from replay.imports.template import example_row

    example = example_row(spoken())
    columns = [
        {"field": field, "needed": field in NEEDED, "heads": heads, "example": example.get(field)}
        for field, heads in accepted_heads(LANGUAGES).items()
    ]
    return {"format": "duzihu-template/1", "columns": columns, "exit_status": 0}
