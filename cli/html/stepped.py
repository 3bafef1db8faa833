"""A page that steps through one deal: the table after every event, as everybody saw it or as one seat did.

The engine makes every table and the page's own script only lays it out. Without script the page shows the events and
the table at the end. With ``seat`` nothing is in the page that this seat could not know; the hands that lie open at the
end are, and are shown there.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import htpy as h
from htpy import Element, Node
from markupsafe import Markup
from msgspec.structs import replace

from cli.explain import ending_in_words, setting, title_of
from cli.files import read_as_well, written
from cli.frame import usage_faults
from cli.html.deal import last_table, named, reckoned, results, verdicts
from cli.html.page import closing, opening
from cli.html.parts import blocks
from cli.html.steps import Steps, found, sentence
from cli.language import _
from cli.render.screen import opaque
from cli.reports import each_report
from cli.seats import seat_chosen
from cli.sentences import person
from cli.status import Status
from cli.story import Story
from engine.said import said
from engine.state import SEATS
from engine.timeline import RECORDED
from replay.faults import Fault, UnreadableError
from replay.report import DealReport
from replay.session import of_session

_HERE = Path(__file__).parent
_STYLE, _SCRIPT = _HERE / "stepped.css", _HERE / "stepped.js"


def page_written(file: str, out: str, *, seat: str | None, deal: str | None) -> tuple[Status, bool]:
    """Write the page of one deal of a file; ``out``: the page, ``-`` for standard output. ``seat``, ``deal``: as typed.

    Gives the deal's status, as an audit does, and whether there was a deal to write. Raises ``UsageError`` for a wrong
    seat, where several deals are meant, and where the page would be written over what is read; ``UnreadableError`` for
    a hand record. Nothing is written then.
    """
    usage_faults(read_as_well(out, [file], "--html"))
    chosen = seat_chosen(seat)
    deals = _Deals()
    status = each_report([file], deal, "export", json=False, document=_no_document, screen=deals.take, lines=True)
    report = deals.one(file, deal)
    if report is None:
        return status, False
    html = stepped_page(report, deals.number, chosen)
    with written(out) as write:
        write(html)
    return status, True


def _no_document(_report: DealReport) -> dict[str, Any]:
    raise AssertionError("a page is no document")


class _Deals:
    """The deals that were asked for: the first is kept, the others counted."""

    def __init__(self) -> None:
        self.report: DealReport | None = None
        self.number: int | None = None
        self.count = 0

    def take(self, report: DealReport, number: int | None) -> tuple[()]:
        """Take note of a deal; gives nothing to print."""
        if self.report is None:
            self.report, self.number = report, number
        self.count += 1
        return ()

    def one(self, file: str, deal: str | None) -> DealReport | None:
        """The one deal there is, which has a history; ``None`` where there is none."""
        if self.count > 1:
            message = said("{n} deals are meant, and a page holds one", n=self.count)
            mend = said("name one by its number in the file, from 1")
            usage_faults([Fault("several-deals", message, "--deal", token=deal, mend=mend)])
        if self.report is None:
            return None
        logged = self.report.logged
        if logged is None:
            message = said("a hand record has no history to step through")
            mend = said("give the log that was recorded, or make a page of it with explain --format html")
            raise UnreadableError([Fault("no-history", message, file, self.report.line, mend=mend)])
        if not logged.events:
            message = said("the log has no whole line: there is nothing to step through")
            raise UnreadableError([Fault("no-history", message, file, self.report.line)])
        return self.report


def stepped_page(report: DealReport, number: int | None, seat: int | None = None) -> str:
    """The page of a logged deal. ``number``: its number in its input, if that holds more than one; ``seat``: whose view
    alone it holds, if not everybody's."""
    logged = report.logged
    assert logged is not None
    report = replace(report, source=Path(report.source).name)  # a page that is sent tells of no folder
    views = (seat,) if seat is not None else (None, *range(SEATS))
    stories = [Story(logged, RECORDED, view, of_session(report)) for view in views]
    steps = Steps(stories)
    script = _SCRIPT.read_text(encoding="utf-8")
    parts = (
        _header(report, number, seat),
        h.noscript[h.p(".note")[_("Without script this page shows the events, and the table at the end.")]],
        h.div(".watch")[_stage(stories, steps), _events(stories[0], steps.keys)],
        h.div("#still")[last_table(report, seat)],
        _end(report, seat),
        h.script("#deal", type="application/json")[_embedded(steps.document())],
        h.script[Markup(script)],
    )
    head = opening(title_of(report, number), styles=[_STYLE], script=script)
    return "".join((head, *(f"{part}\n" for part in parts if part), closing()))


def _embedded(document: dict[str, Any]) -> Markup:
    """A document as it can stand in a script element: nothing in it ends that, or begins a comment."""
    text = json.dumps(document, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _header(report: DealReport, number: int | None, seat: int | None) -> Element:
    return h.header[
        named(report, number),
        seat is not None and h.p(".lead")[opaque(_("As {seat} saw it.", seat=person(report.names, seat)))],
        blocks(setting(report)),
    ]


def _end(report: DealReport, seat: int | None) -> Node:
    """What the deal comes to. A seat that has not seen it end learns nothing of that."""
    if seat is not None and report.end is None:
        return None
    return h.div("#end")[
        h.section[
            h.h2[_("How it ended") if report.end is not None else _("How far it came")],
            h.p(".lead")[opaque(ending_in_words(report))],
            results(report),
            verdicts(report)
            if seat is None
            else h.p[_("Findings judge with all hands open. They are no part of what a seat saw, and left out here.")],
        ],
        reckoned(report, judged=seat is None),
    ]


def _events(story: Story, keys: Iterable[str]) -> Element:
    return h.nav("#events", aria_labelledby="events-name")[
        h.h2("#events-name")[_("Events")],
        h.ol[(_event(story, index, key) for index, key in zip(story.indexes, keys, strict=True))],
    ]


def _event(story: Story, index: int, key: str) -> Element:
    line = story.line(index)
    findings = found(story, index)
    return h.li(id=key, class_={"void": story.fate(index) != "stands", "faulty": bool(findings)})[
        h.a(href=f"#{key}")[
            h.span(".seq")["–" if line.seq is None else str(line.seq)], " ", h.bdi[sentence(story, index)]
        ],
        bool(findings) and h.ul(".found")[(h.li[finding] for finding in findings)],
    ]


def _stage(stories: list[Story], steps: Steps) -> Element:
    """What the script fills: hidden until it runs."""
    return h.section("#stage", hidden=True, aria_labelledby="stage-name")[
        h.h2("#stage-name", class_="unseen")[_("The deal, event by event")],
        h.div(".bar")[
            h.div("#now", role="status", aria_live="polite", aria_atomic="true")[
                h.p[h.b("#at"), h.span("#shown", class_="cards", aria_hidden="true")], h.p("#told")
            ],
            h.div(".buttons", role="group", aria_label=_("Go through the deal"))[_buttons()],
            h.input("#slider", type="range", min="0", max=str(len(steps.keys) - 1), value="0", aria_label=_("Event")),
            len(stories) > 1 and _eye(stories),
        ],
        h.ul("#found", class_="found"),
        h.div("#table", data_seats=str(SEATS))[
            h.div(".middle")[
                h.p("#turn"),
                h.div(".lying")[
                    h.figure[h.span("#indicators", class_="cards"), h.figcaption[_("indicators")]],
                    h.figure[h.b("#stock"), h.figcaption[_("stock")]],
                ],
                (
                    h.div(".river", data_river=str(seat))[
                        h.span(".name")[h.bdi[_player(stories[0], seat)]], h.span(".cards", role="group",
                        aria_label=_("discards of {seat}", seat=_player(stories[0], seat)))
                    ]
                    for seat in range(SEATS)
                ),
            ],
            (_place(stories[0], seat) for seat in range(SEATS)),
        ],
        h.p("#keys")[
            h.kbd["←"], " ", h.kbd["→"], " ", _("event"), " · ", h.kbd["⇧←"], " ", h.kbd["⇧→"], " ",
            _("claim, win or finding"), " · ", h.kbd["Home"], " ", h.kbd["End"],
        ],
    ]  # fmt: skip


def _place(story: Story, seat: int) -> Element:
    """Where a seat sits."""
    return h.section(".place", data_seat=str(seat), aria_labelledby=f"seat-{seat}")[
        h.div(".who")[h.h3[h.bdi(id=f"seat-{seat}")[_player(story, seat)], h.span(".badges")], h.p(".size")],
        h.div(".mine"),
        h.ul(".groups"),
    ]


def _player(story: Story, seat: int) -> str:
    return opaque(person(story.names, seat))


def _eye(stories: list[Story]) -> Element:
    return h.label(".eye")[
        h.span[_("Seen by")],
        h.select("#eye")[
            (
                h.option(value=str(at))[_("all hands open") if story.seat is None else _player(story, story.seat)]
                for at, story in enumerate(stories)
            )
        ],
    ]


def _buttons() -> Iterator[Element]:
    """Buttons in the order of where they lead; their ids are the script's."""
    for id_, name, drawing in (
        ("first", _("First event"), "M6 5V19M20 5L9 12L20 19Z"),
        ("mark-before", _("Claim, win or finding before"), "M12 5L2 12L12 19ZM22 5L12 12L22 19Z"),
        ("before", _("Event before"), "M17 4L6 12L17 20Z"),
        ("next", _("Next event"), "M7 4L18 12L7 20Z"),
        ("mark-next", _("Next claim, win or finding"), "M12 5L22 12L12 19ZM2 5L12 12L2 19Z"),
        ("last", _("Last event"), "M18 5V19M4 5L15 12L4 19Z"),
    ):
        yield h.button(id=id_, type="button", aria_label=name, title=name)[
            h.svg(viewBox="0 0 24 24", aria_hidden="true")[h.path(d=drawing)]
        ]
