"""`duzihu export --to`: the archive's tables as files."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING

from cli.archived import answered
from cli.frame import usage_faults
from cli.language import ngettext
from cli.render.screen import json_out, opaque, show
from cli.status import Status
from engine.said import said
from replay.faults import Fault

if TYPE_CHECKING:
    from replay.archive.questions import Filters


def archive_exported(
    to: str,
    tables: Sequence[str],
    form: str | None,
    filters: "Filters",
    *,
    force: bool,
    archive: str | None,
    json: bool,
) -> Status:
    """Write tables into a folder or a file, each whole or not at all; a file that is there only with ``force``."""
    from replay.archive.exporting import EXPORTED, OF_DEALS, export_table, files_of, form_of
    from replay.archive.files import made_whole
    from replay.archive.questions import Filters

    usage_faults(_misused(to, tables, form, EXPORTED))
    named = form_of(to)
    if not tables:
        tables = ("deals",) if named else EXPORTED if filters == Filters() else OF_DEALS
    as_form = named or form or "parquet"
    files = files_of(to, tables, as_form)  # type: ignore[arg-type]
    usage_faults(_in_the_way(files.values(), force=force))
    rows = {}
    with answered(archive) as connection:
        if not named:
            Path(to).mkdir(parents=True, exist_ok=True)
        for table, path in files.items():
            with made_whole(path) as stream:
                rows[table] = export_table(connection, table, filters, as_form, stream)  # type: ignore[arg-type]
            if not json:
                shown = {"file": opaque(str(path)), "count": f"{rows[table]:,}"}
                show(ngettext("{file}: {count} row", "{file}: {count} rows", rows[table], **shown))
    if json:
        written = [{"table": table, "file": str(path), "rows": rows[table]} for table, path in files.items()]
        json_out({"format": "duzihu-export-tables/1", "tables": written, "exit_status": Status.NOTHING})
    return Status.NOTHING


def _misused(to: str, tables: Sequence[str], form: str | None, known: Collection[str]) -> Iterator[Fault]:
    from difflib import get_close_matches

    from replay.archive.exporting import form_of
    from replay.archive.writing import FORMS

    for name in tables:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            mend = said("did you mean {near}?", near=near[0]) if near else said("duzihu query shows the tables")
            yield Fault("wrong-value", said("the archive has no such table"), "--table", token=name, mend=mend)
    if form is not None and form not in FORMS:
        yield Fault("wrong-value", said("must be one of: {known}", known=", ".join(FORMS)), "--format", token=form)
    named = form_of(to)
    if named is not None and form not in (None, named):
        message = said("the name of the file says {form}", form=named)
        yield Fault("misused", message, "--format", token=form, mend=said("leave out one of them"))
    if named is not None and len(tables) > 1:
        message, mend = said("a file takes one table"), said("name a folder")
        yield Fault("misused", message, "--to", token=to, mend=mend)
    if named is None and lexists(to) and not Path(to).is_dir():
        message = said("this is no folder, and its ending says no form: parquet, csv or jsonl")
        yield Fault("misused", message, "--to", token=to)


def _in_the_way(files: Iterable[Path], *, force: bool) -> Iterator[Fault]:
    from replay.archive.files import there_already

    for path in files:
        if lexists(path) and not force:
            yield there_already(path)
