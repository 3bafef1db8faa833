"""`duzihu replay`: a deal event by event, or the table after one of them."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.frame import Json, command_app, examples, fault_line, usage_faults
from cli.render.screen import warn
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from cli.table.terminal import on_terminal, screen_keys
from engine.said import said
from engine.state import SEATS
from engine.timeline import CORRECTED, RECORDED, Telling
from replay.faults import Fault
from replay.report import DealReport
from replay.session import of_session

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.story import Story

app = command_app()


@app.command(
    epilog=examples(
        "duzihu replay fixtures/logs/disputed.jsonl",
        "duzihu replay fixtures/logs/disputed.jsonl --at 20",
        "duzihu replay fixtures/logs/disputed.jsonl --seat 1 --as corrected",
        "duzihu replay fixtures/logs/disputed.jsonl --step",
        "duzihu replay fixtures/logs/disputed.jsonl --at 20 --json",
    )
)
def replay(
    files: Files,
    deal: OneDeal = None,
    *,
    telling: Annotated[
        str,
        typer.Option(
            "--as", metavar="recorded|corrected", help="With what was taken back later, or only with what stands."
        ),
    ] = "recorded",
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            metavar="SEQ",
            help="Only the table after this event, and what was legal; or begin there, with --step.",
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="0|1|2", help="Only what this seat could see at the time.")
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Go through it on the screen, by keys and mouse; ? shows the keys.")
    ] = False,
    json: Json = False,
) -> Status:
    """A deal event by event, or the table after one of them.

    Events are told a turn a line, with the numbers that --at takes and the seat's hand after them; what breaks a rule
    stands under its event. A hand record has no history: only its table is shown.

    With --seat, other seats' hands, draws and replacements stay hidden until the deal has ended, and so do findings,
    which judge with all hands open.
    """
    usage_faults(_wrong(telling, seat, at))
    shown = _Replay(CORRECTED if telling == CORRECTED else RECORDED, seat, at)
    if step and not json and (keys := screen_keys()) is not None:
        return _stepped(keys, files, deal, shown)
    status = each_report(files, deal, "replay", json=json, document=shown.document, screen=shown.screen)
    if at is not None and not shown.found:
        warn(fault_line(Fault("no-such-event", said("no deal of the input has an event {seq}", seq=at), "--at")))
        status = max(status, Status.USAGE)
    return status


def _stepped(keys: int, files: list[str], deal: str | None, shown: "_Replay") -> Status:
    """Read everything, then go through it on the screen."""
    reports: list[DealReport] = []

    def keep(report: DealReport, _number: int | None) -> "Iterable[RenderableType]":
        reports.append(report)
        return ()

    status = each_report(files, deal, "replay", json=False, document=shown.document, screen=keep, lines=True)
    if reports:
        from cli.table.step import StepApp

        on_terminal(StepApp(reports, shown.telling, shown.seat, shown.at), keys)
    return status


def _wrong(telling: str, seat: int | None, at: int | None) -> Iterator[Fault]:
    if telling not in (RECORDED, CORRECTED):
        yield Fault("wrong-value", said("it must be recorded or corrected"), "--as", token=telling)
    if seat not in (None, *range(SEATS)):
        yield Fault("wrong-value", said("seats are 0, 1 and 2"), "--seat", token=str(seat))
    if at is not None and at < 0:
        yield Fault("wrong-value", "events are numbered from 0", "--at", token=str(at))


class _Replay:
    """What is shown of each deal. ``found``: whether any had the event that was asked for."""

    def __init__(self, telling: Telling, seat: int | None, at: int | None) -> None:
        self.telling = telling
        self.seat = seat
        self.at = at
        self.found = False

    def story(self, report: DealReport) -> "Story | None":
        """``None`` for a hand record."""
        from cli.story import Story

        return None if report.logged is None else Story(report.logged, self.telling, self.seat, of_session(report))

    def index(self, story: "Story | None") -> int | None:
        """The event asked for, if the deal has it."""
        index = None if self.at is None or story is None else story.timeline.index_of(self.at)
        self.found |= index is not None
        return index

    def screen(self, report: DealReport, number: int | None) -> "Iterable[RenderableType]":
        """For people."""
        from cli.render.replay import at_screen, replay_screen

        story = self.story(report)
        if self.at is None:
            return replay_screen(report, number, story)
        return at_screen(report, number, story, self.index(story))

    def document(self, report: DealReport) -> dict[str, Any]:
        """For programs."""
        from cli.story_json import at_json, replay_json

        story = self.story(report)
        return replay_json(report, story) if self.at is None else at_json(report, story, self.index(story))
