"""`duzihu partitions`: every legal reading of a win, and what separates them."""

from typing import TYPE_CHECKING, Any

from cli.frame import Json, command_app, examples
from cli.language import _, in_a_row, ngettext, told
from cli.render import deals
from cli.render.lines import concealed, lines_table, times
from cli.render.screen import Flow, amount, table
from cli.render.words import seat_of
from cli.reports import Files, OneDeal, each_report
from cli.sentences import against
from cli.status import Status
from engine.ending import DealEnd
from engine.said import msgid
from engine.score import Score
from replay.gains import Gain, gains
from replay.report import DealReport
from replay.report_json import report_json

if TYPE_CHECKING:
    from rich.table import Table

app = command_app()


@app.command(
    epilog=examples(
        "duzihu partitions fixtures/logs/disputed.jsonl",
        "duzihu partitions fixtures/hands/disputed.json --json",
        "duzihu partitions fixtures/logs/session.jsonl --deal 2",
    )
)
def show_partitions(files: Files, deal: OneDeal = None, *, json: Json = False) -> Status:
    """Every legal reading of the winner's hand, best first, and what each gains over the next.

    A reading is a way to part the concealed cards into groups and a pair, with the group that the winning card
    completes (§6.3); it stands in brackets. The highest total before rounding scores (§6.4). Where nobody won, every
    seat has its base hu, line by line.
    """
    return each_report(files, deal, "partitions", json=json, document=_document, screen=_screen)


def _document(report: DealReport) -> dict[str, Any]:
    """The report, each reading with what it gains over the next."""
    document = report_json(report)
    if report.end is not None and report.score is not None and document["winner"] is not None:
        gained = [*gains(report.end, report.score), None]
        for reading, gain in zip(document["winner"]["readings"], gained, strict=False):
            reading["gain"] = gain
    return document


def _screen(report: DealReport, number: int | None) -> deals.Parts:
    yield from deals.head(report, number)
    end, scored = report.end, report.score
    if end is None or scored is None:
        yield deals.section(_("No reading: the deal has not ended"))
        yield from deals.how_far(report)
    elif end.win is None:
        yield deals.section(_("No reading: nobody won. Every seat has its base hu"))
        yield from _every_base(report, end, scored)
    elif not scored.readings:
        if scored.partitions:
            yield deals.section(_("No reading: nothing gave the winner a card"))
        else:
            yield deals.section(_("No reading: the cards are not seven groups and a pair (§6.1)"))
        yield from deals.others_base(report)
    else:
        yield from _readings(end, scored)


def _readings(end: DealEnd, scored: Score) -> deals.Parts:
    assert end.win is not None
    count = len(scored.readings)
    ways = ngettext("{n} partition", "{n} partitions", scored.partitions)
    gained = gains(end, scored)
    if count > 1:
        many = ngettext("{n} reading, best first", "{n} readings, best first", count)
        yield deals.section(in_a_row((ways, many)))
        yield _overview(end, scored, gained)
    else:
        yield deals.section(in_a_row((ways, ngettext("{n} reading", "{n} readings", count))))
    for at, reading in enumerate(scored.readings):
        named = {"at": at + 1, "of": count, "total": reading.total}
        heading = _("Reading {at} of {of}: {total}", **named)
        if at == 0:
            heading = _("Reading {at} of {of}: {total}, which scores", **named)
        yield from deals.reading(end, reading, heading)
        if at < len(gained):
            lacking = "; ".join(against(reading, scored.readings[at + 1]))
            differs = _("Reading {at} {clauses}.", at=at + 2, clauses=lacking) if lacking else ""
            yield ""
            yield told(_in_words(end, gained[at], at + 2), differs)


def _overview(end: DealEnd, scored: Score, gained: tuple[Gain, ...]) -> "Table":
    assert end.win is not None
    numbers = (_("base"), _("bonus"), "×", _("unrounded"), _("total"), _("gains"))
    drawn = table("", _("groups and pair"), *numbers, right=("", *numbers), wide=(_("groups and pair"),))
    for at, reading in enumerate(scored.readings):
        groups = Flow(concealed(reading, end.win.card), " · ")
        hu = (reading.base, reading.bonus, times(reading.lines), reading.unrounded, reading.total)
        gain = amount(gained[at].unrounded) if at < len(gained) else ""
        drawn.add_row(str(at + 1), groups, *map(str, hu), gain)
    return drawn


def _in_words(end: DealEnd, gain: Gain, next_reading: int) -> str:
    """What a reading gains over the next, for the winner."""
    assert end.win is not None
    if gain.unrounded == 0:
        return _("As much as reading {next}: the canonical order decides (§6.4).", next=next_reading)
    figures = {"gain": gain.unrounded, "next": next_reading}
    if gain.total == 0:
        return _("Gains {gain} over reading {next}, which rounding takes away again (§10.1).", **figures)
    figures["paid"] = gain.payments[end.win.seat]
    if gain.total == gain.unrounded:
        return _("Gains {gain} over reading {next}; the winner receives {paid} more.", **figures)
    words = msgid("Gains {gain} over reading {next}, rounded {total}; the winner receives {paid} more.")
    return _(words, total=gain.total, **figures)


def _every_base(report: DealReport, end: DealEnd, scored: Score) -> deals.Parts:
    for seat in scored.seats:
        assert seat is not None
        who = seat_of(report.names, seat.seat)
        yield deals.section(_("{seat}: {hu}", seat=who, hu=seat.total))
        yield lines_table(end.rules, seat.lines)
