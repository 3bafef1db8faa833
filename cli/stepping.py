"""Going through deals by keys at a terminal: the loop that draws, reads a key and moves."""

from collections.abc import Sequence
from functools import lru_cache

from cli.render.stepped import screen_lines
from cli.step import Place, moved, track_of
from cli.story import Story
from cli.terminal import RESIZED, full_screen
from engine.timeline import Telling
from replay.report import DealReport
from replay.session import of_session


def step_through(keys: int, reports: Sequence[DealReport], telling: Telling, seat: int | None, at: int | None) -> None:
    """Show deals by keys, from an event of the first, until the reader leaves. ``keys``: the terminal; ``at``: the
    event's number, if not the first."""

    @lru_cache(maxsize=4)
    def story_of(deal: int, seat: int | None) -> Story | None:
        report = reports[deal]
        return None if report.logged is None else Story(report.logged, telling, seat, of_session(report))

    tracks = [track_of(story_of(deal, None)) for deal in range(len(reports))]
    place = Place(seat=seat)
    for key in () if at is None else ("g", *str(at), "enter"):
        place = moved(place, key, tracks)
    with full_screen(keys) as terminal:
        while not place.left:
            story = story_of(place.deal, place.seat)
            terminal.draw(screen_lines(place, reports[place.deal], story, len(reports), terminal.size))
            key = terminal.key()
            if key != RESIZED:
                place = moved(place, key, tracks)
