"""A deal to go through by keys and mouse: forward and back, to claims, findings and cards, as each seat saw it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.widgets import OptionList

from cli.language import _, translated
from cli.render.board import legal
from cli.render.replay import as_told, findings_lines
from cli.render.screen import opaque
from cli.render.tell import seat_named
from cli.stepping import HELP, Place, Track, moved, stories, to_event, to_place, track_of
from cli.story import Story
from cli.table.app import Key, TableApp, bound
from cli.table.lists import event_lines
from cli.table.says import paragraph, worth_lines
from engine.notation import CardError, parse_cards
from engine.said import msgid
from engine.timeline import Telling
from engine.view import view_of_end
from replay.report import DealReport

if TYPE_CHECKING:
    from rich.console import RenderableType


_KEYS = (
    Key("right,n,space,down,enter", "move('next')", "→", msgid("next")),
    Key("left,b,up,backspace", "move('back')", "←", msgid("back")),
    Key("c", "move('next-mark')", "c", msgid("claim")),
    Key("question_mark,h", "help", "?", msgid("help")),
    Key("q", "leave", "q", msgid("leave")),
    Key("C", "move('mark-before')"),
    Key("g", "event", "g", msgid("go to")),
    Key("slash", "card", "/", msgid("card")),
    Key("s", "move('seat')", "s", msgid("seat")),
    Key("f", "face", "f", msgid("face")),
    Key("i", "aside", "i", msgid("hu")),
    Key("home", "move('first')"),
    Key("end", "move('last')"),
    Key("right_square_bracket", "move('next-deal')"),
    Key("left_square_bracket", "move('deal-before')"),
)


class StepApp(TableApp):
    """Deals, one event at a time. ``place``: where one is."""

    HELP_ROWS = HELP
    KEYS = _KEYS
    BINDINGS: ClassVar[list[Any]] = bound(_KEYS)

    def __init__(
        self, reports: Sequence[DealReport], telling: Telling, seat: int | None = None, at: int | None = None
    ) -> None:
        super().__init__()
        self.reports = reports
        self.story_of = stories(reports, telling)
        self.track_of = lru_cache(maxsize=64)(lambda deal, seat: track_of(self.story_of(deal, seat)))
        self.place = Place(seat=seat)
        if at is not None:
            self.place = to_event(self.place, at, self.track)
        self._filled: object = None

    @property
    def track(self) -> Track:
        """What there is of this deal for the seat that looks."""
        track: Track = self.track_of(self.place.deal, self.place.seat)
        return track

    @property
    def story(self) -> Story | None:
        """The deal as it is told here, ``None`` for a hand record."""
        return self.story_of(self.place.deal, self.place.seat)

    def action_move(self, move: str) -> None:
        """One of the moves."""
        self.go(moved(self.place, move, self.track, len(self.reports)))

    def action_event(self) -> None:
        """Ask for an event's number."""
        self.ask(_("Go to event:"), self._to_event)

    def _to_event(self, number: str) -> None:
        if number.isdecimal():
            self.go(to_event(self.place, int(number[:9]), self.track))

    def action_card(self) -> None:
        """Ask for a card."""
        self.ask(_("Next event with the card:"), self._to_card)

    def _to_card(self, card: str) -> None:
        try:
            (kind,) = parse_cards(card, jokers=True) or (self.place.sought,)
        except (CardError, ValueError):
            self.go(replace(self.place, said=_("{card} is no card", card=opaque(card))))
            return
        if kind is not None:
            self.clicked(kind)

    def clicked(self, kind: int) -> None:
        """A card to look for, typed or clicked: it is marked, and the next event that names it shown."""
        self.go(moved(replace(self.place, sought=kind), "sought", self.track, len(self.reports)))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """An event that was clicked, or came by page. What tells of a move that others followed is late."""
        if event.option_index == self.event_list.highlighted != self.place.at:
            self.go(to_place(self.place, event.option_index, self.track))

    def go(self, place: Place) -> None:
        """Be elsewhere."""
        self.place = place
        self.refill()

    def refill(self) -> None:
        """Show everything as it is at this place."""
        place, story, report = self.place, self.story, self.reports[self.place.deal]
        self.look = replace(self.look, sought=place.sought)
        self.static("title").update(self._title(report, story))
        self.say(translated(place.said))
        if story is None:
            assert report.end is not None
            self.put_table(view_of_end(report.end, report.names), report.score)
            self.put("finding", [_("A hand record has no history: this is the table at the end.")])
            self.put("says", worth_lines(report.score, report.names, ended=True, look=self.look))
            return
        index = story.indexes[place.at] if story.indexes else -1
        self._fill_events(story)
        scored = story.worth(index)
        self.put_table(story.view(index), scored, _("Nothing was folded: there is no table."))
        self.put("finding", self._found(story, index))
        self.put("says", self._says(story, index))

    def _fill_events(self, story: Story) -> None:
        """The list of events, anew only where it is another."""
        shown = (self.place.deal, self.place.seat, self.look)
        if shown != self._filled:
            self._filled = shown
            self.event_list.fill(event_lines(story, self.look), self.place.at)
        elif self.event_list.highlighted != self.place.at:
            self.event_list.highlighted = self.place.at

    def _found(self, story: Story, index: int) -> "Iterator[RenderableType]":
        if index < 0:
            return
        for found in story.findings(index):
            yield from findings_lines([found])
            yield from paragraph(found, self.reports[self.place.deal].rules)

    def _says(self, story: Story, index: int) -> "Iterator[RenderableType]":
        choices = list(legal(story.legal(index), story.names, self.look))
        if choices:
            yield Text(_("Legal now"), "bold")
            yield from choices
            yield ""
        table = story.view(index)
        ended = table is not None and table.phase == "ended"
        yield from worth_lines(story.worth(index), story.names, ended=ended, look=self.look)

    def _title(self, report: DealReport, story: Story | None) -> Text:
        place = self.place
        named = [_("record") if story is None else _("deal")] if report.id is None else [opaque(report.id)]
        if len(self.reports) > 1:
            named.append(_("deal {number} of {of}", number=place.deal + 1, of=len(self.reports)))
        if story is not None and story.indexes:
            first, last = (story.logged.events[story.indexes[at]].seq for at in (place.at, -1))
            event = _("event {seq} of {last}", seq="–" if first is None else first, last="–" if last is None else last)
            named.append(event + as_told(story.telling))
        if place.seat is not None:
            named.append(_("as {seat} sees it", seat=seat_named(report.names, place.seat)))
        return Text(" · ".join(named))
