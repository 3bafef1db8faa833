"""What became of the sources of an import: on a screen, in JSON, and on the way there."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec

from cli.language import _
from cli.render.progress import PATIENCE, size_of
from cli.render.screen import opaque, table
from engine.said import msgid
from replay.archive.importing import sources_named
from replay.archive.intake import Counts, Taken
from replay.report import Unread
from replay.report_json import fault_json

if TYPE_CHECKING:
    from typing import Self

    from rich.console import RenderableType
    from rich.progress import Progress as Bar

SAID_EACH = 3
"""Copies that are named; of more, only how many there are."""
BYTES = ("imported", "duplicate", "rejected", "ignored")
"""What the bytes of a source end as."""


class Progress:
    """A bar of the bytes read of all there are, with the deals read a second and the time left. It appears on a
    terminal, where it takes over a second, and goes when something is printed."""

    def __init__(self, names: Sequence[str]) -> None:
        self._shown = sys.stderr is not None and sys.stderr.isatty()
        self._names = names
        self._done: dict[str, tuple[int, int]] = {}
        self._began = self._quiet_since = monotonic()
        self._bar: Bar | None = None

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_error: object) -> None:
        self.clear()

    def __call__(self, name: str, bytes_: int, deals: int) -> None:
        """So many bytes and deals of a source have been read."""
        self._done[name] = (bytes_, deals)
        if not self._shown or (self._bar is None and monotonic() - self._quiet_since <= PATIENCE):
            return
        if self._bar is None:
            self._bar = _bar(sum([size_of(name) for name in sources_named(self._names) if isinstance(name, str)]))
            self._bar.start()
        read = sum([size for size, _deals in self._done.values()])
        count = sum([number for _size, number in self._done.values()])
        pace = _("{rate} deals a second", rate=f"{count / (monotonic() - self._began):,.0f}")
        self._bar.update(self._bar.task_ids[0], completed=read, pace=pace)

    def clear(self) -> None:
        """Take the bar away: something is to be printed."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
        self._quiet_since = monotonic()


def _bar(total: int) -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), DownloadColumn(), TextColumn("{task.fields[pace]}"), TimeRemainingColumn())
    bar = Bar(*columns, console=Console(stderr=True, markup=False, highlight=False), transient=True)
    bar.add_task("", total=total or None, pace="")
    return bar


def import_json(done: Iterable[Taken | Unread]) -> dict[str, Any]:
    """Every source, what could not be opened, and the sums."""
    done = list(done)
    taken = [one for one in done if isinstance(one, Taken)]
    return {
        "sources": [source_json(one) for one in taken],
        "totals": counts_json(summed(taken)),
        "faults": [fault_json(fault) for one in done if isinstance(one, Unread) for fault in one.faults],
    }


def source_json(taken: Taken) -> dict[str, Any]:
    """What became of one source."""
    return {
        "source": taken.name,
        "kind": taken.kind,
        "encoding": taken.encoding,
        "known": taken.known,
        "crlf": taken.crlf,
        "size": taken.size,
        "copy_of": taken.seen,
        **counts_json(taken.counts),
        "conflicts": [{"id": own, "archived_as": id_} for own, id_ in taken.conflicts],
        "faults": [fault_json(fault) for fault in taken.faults],
    }


def counts_json(counts: Counts) -> dict[str, Any]:
    """Bytes and deals by what they ended as."""
    return {
        "bytes": {name: getattr(counts, name) for name in BYTES},
        "deals": {
            "imported": counts.deals,
            "duplicate": counts.duplicates,
            "extended": counts.extended,
            "conflicts": counts.conflicts,
            "rejected": counts.records,
        },
    }


def summed(taken: Iterable[Taken]) -> Counts:
    """The counts of sources together."""
    sums = [sum(column) for column in zip(*(msgspec.structs.astuple(one.counts) for one in taken), strict=True)]
    return Counts(*sums)


def imported_parts(done: Sequence[Taken | Unread]) -> "Iterator[RenderableType]":
    """A row a source with its deals by what they ended as, then the bytes of all together, and what is to be said."""
    taken = [one for one in done if isinstance(one, Taken)]
    if not taken:
        return
    heads = [_("source"), _("kind"), _("imported"), _("duplicate"), _("rejected"), _("ignored")]
    deals = table(*heads[:5], right=heads[2:5], wide=heads[:1])
    for one in taken:
        counts = one.counts
        duplicates = _("all") if one.seen is not None else f"{counts.duplicates:,}"
        deals.add_row(opaque(one.name), _kind(one), f"{counts.deals:,}", duplicates, f"{counts.records:,}")
    total = summed(taken)
    if len(taken) > 1:
        deals.add_section()
        deals.add_row(_("together"), "", f"{total.deals:,}", f"{total.duplicates:,}", f"{total.records:,}")
    yield _("Deals:")
    yield deals
    yield ""
    yield _("Bytes:")
    size = table(*heads[2:], _("together"), right=(*heads[2:], _("together")))
    size.add_row(*_bytes(total), f"{sum(one.size for one in taken):,}")
    yield size
    yield from _remarks(taken)


def _bytes(counts: Counts) -> list[str]:
    return [f"{getattr(counts, name):,}" for name in BYTES]


def _kind(one: Taken) -> str:
    """The kind, and the encoding where it is not the plain one."""
    if one.encoding is None or (one.known == "plain" and not one.crlf):
        return one.kind
    ends = " CR LF" if one.crlf else ""
    return f"{one.kind} {one.encoding.upper()}{ends}"


def _remarks(taken: Sequence[Taken]) -> Iterator[str]:
    remarks = []
    copies = [one for one in taken if one.seen is not None]
    if len(copies) > SAID_EACH:
        remarks.append(_("{count} sources add nothing: they are copies of what the archive has", count=len(copies)))
    for one in taken:
        name = opaque(one.name)
        if one.known == "detected" and one.encoding is not None:
            words = msgid("{source} was taken to be {encoding}; if it is not, say --encoding")
            remarks.append(_(words, source=name, encoding=one.encoding.upper()))
        if one.seen is not None and len(copies) <= SAID_EACH:
            remarks.append(_("{source} adds nothing: it is a copy of {other}", source=name, other=opaque(one.seen)))
        if one.counts.extended:
            words = msgid("{source}: {count} deals go on where the archive's copy stopped, and take its place")
            remarks.append(_(words, source=name, count=one.counts.extended))
        for own, id_ in one.conflicts:
            words = msgid("{source}: another deal is called {own} already; this one is {id}")
            remarks.append(_(words, source=name, own=opaque(own), id=opaque(id_)))
    if any(one.counts.rejected for one in taken):
        remarks.append(_("What was rejected is kept: duzihu rejects"))
    if remarks:
        yield ""
        yield from remarks
