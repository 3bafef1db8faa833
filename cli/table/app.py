"""The screen at the table: who holds and has played what, the events, what there is to say and to ask.

What runs on it fills it: a deal to go through, one that is recorded, one that is played. Texts are drawn by Rich with
nothing read as markup; the keys at the bottom can be clicked as well as typed.
"""

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from rich.console import Console
from rich.segment import Segment
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.input import Selection

from cli.language import _
from cli.render.board import facts, seats
from cli.render.screen import amount
from cli.render.suits import Look
from cli.render.wide import prose
from cli.table.terminal import INTERRUPT
from engine.score import Score
from engine.view import View

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType, RenderResult

NARROW, WIDE = 76, 110
"""Columns from which events and what there is to say stand side by side, and from which there is room for more."""
_BREAKPOINTS = ((0, "-narrow"), (NARROW, "-middling"), (WIDE, "-wide"))
_LEAST = 8
"""Rows that are kept for what stands below the table, even where that costs discards."""


class Key(Struct, frozen=True):
    """Keys that do the same. ``shown``: how the first is named at the bottom with its ``word``, if it is."""

    keys: str
    action: str
    shown: str = ""
    word: str = ""


def bound(keys: Iterable[Key]) -> list[Any]:
    """Keys as Textual takes them: the screen's own before those of whatever has the focus, so that keys typed ahead of
    a question that is about to be asked are not lost to it."""
    return [Binding(key.keys, key.action, show=False, priority=True) for key in (*keys, *_ENDING)]


_ENDING = (Key("escape", "escape"), Key("ctrl+c", "interrupt"))


class Drawn:
    """Parts one below the other, in which no text is markup, at whatever width there is."""

    def __init__(self, parts: "Iterable[RenderableType]") -> None:
        self.parts = [prose(part) if isinstance(part, str | Text) else part for part in parts]
        self._lines: dict[int, list[list[Segment]]] = {}

    def lines(self, width: int) -> list[list[Segment]]:
        """What is drawn, line by line; for a width only once, though it is measured before it is shown."""
        if width not in self._lines:
            self._lines = {width: self._drawn(width)}
        return self._lines[width]

    def _drawn(self, width: int) -> list[list[Segment]]:
        console = Console(
            file=StringIO(), force_terminal=True, color_system="truecolor", width=max(1, width),
            markup=False, emoji=False, highlight=False, no_color=False, _environ={},
        )  # fmt: skip
        return [line for part in self.parts for line in console.render_lines(part, pad=False)]

    def __rich_console__(self, _console: Console, options: "ConsoleOptions") -> "RenderResult":
        for line in self.lines(options.max_width):
            yield from line
            yield Segment.line()


class Events(OptionList, inherit_bindings=False):
    """Lines to choose from by mouse, or by keys that the screen knows."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
    ]

    def on_resize(self) -> None:
        """The highlighted line stays in sight."""
        self.call_after_refresh(self.scroll_to_highlight)

    def fill(self, lines: Iterable[Text], at: int | None) -> None:
        """Other lines, one of them highlighted."""
        self.set_options(lines)
        self.highlighted = at


class Board(Static):
    """The table. A card that is clicked is named to the screen."""

    def __init__(self, clicked: Callable[[int], None]) -> None:
        super().__init__(id="board", markup=False)
        self.clicked = clicked

    def on_click(self, event: events.Click) -> None:
        """A card, or nothing."""
        if (kind := event.style.meta.get("card")) is not None:
            self.clicked(kind)


class Keys(Static):
    """The keys at the bottom of the screen."""

    def __init__(self, keys: Sequence[Key]) -> None:
        from rich.style import Style

        line = Text(no_wrap=True, overflow="ellipsis")
        for key in keys:
            if key.shown:
                pressed = Style(meta={"press": key.action})
                line.append("  " if line else "").append(key.shown, Style(bold=True) + pressed)
                line.append(f" {_(key.word)}", Style(dim=True) + pressed)
        super().__init__(line, id="keys", markup=False)

    async def on_click(self, event: events.Click) -> None:
        """A key that is clicked does what it does when typed."""
        if action := event.style.meta.get("press"):
            await self.app.run_action(action)


class Answer(Input):
    """A line that is asked for. What is typed after Enter in one breath is for whatever comes next."""

    def __init__(self, asking: Callable[[], bool], answered: Callable[[str], None]) -> None:
        super().__init__(id="answer", compact=True)
        self.asking, self.answered = asking, answered

    def on_key(self, event: events.Key) -> None:
        """Enter, at once; and a key that came too late is the screen's."""
        if not self.asking():
            event.stop().prevent_default()
            self.app.simulate_key(event.key)
        elif event.key == "enter":
            event.stop().prevent_default()
            value, self.value = self.value, ""
            self.answered(value)


class HelpScreen(ModalScreen[None]):
    """All keys; any of them leaves it."""

    def __init__(self, keys: Iterable[tuple[str, str]]) -> None:
        super().__init__()
        self.rows = keys

    def compose(self) -> ComposeResult:
        """The keys and what they do."""
        grid = Table.grid(padding=(0, 2))
        for keys, meaning in self.rows:
            grid.add_row(Text(keys, "bold"), _(meaning))
        yield Static(Drawn([grid, "", _("Any key leaves this help.")]), id="help", markup=False)

    def on_key(self, event: events.Key) -> None:
        """Leave it; what was typed in one breath after that is for what lies below."""
        event.stop()
        if self.is_current:
            self.dismiss()
        else:
            self.app.simulate_key(event.key)

    def on_click(self) -> None:
        """Leave it."""
        if self.is_current:
            self.dismiss()


class TableApp(App[int]):
    """What every screen at the table has. ``failed``: what went wrong inside, for its caller to raise."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    HELP_ROWS: ClassVar[tuple[tuple[str, str], ...]] = ()
    KEYS: ClassVar[tuple[Key, ...]] = ()
    WHILE_ASKING: ClassVar[frozenset[str]] = frozenset(("escape",))
    """Actions of keys that do what they do while a line is asked for as well."""
    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.HORIZONTAL_BREAKPOINTS = list(_BREAKPOINTS)
        self.theme = "ansi-dark"
        self.failed: Exception | None = None
        self.look = Look(held=True)
        self._answered: Callable[[str], None] | None = None

    def compose(self) -> ComposeResult:
        """The table above, events and what there is to say below it, the keys at the bottom."""
        yield Static(id="title", markup=False)
        yield Board(self.clicked)
        yield Static(id="finding", markup=False)
        with Horizontal(id="below"):
            yield Events(id="events", markup=False)
            with Vertical(id="side"):
                yield from self.side()
        yield Static(id="said", markup=False)
        with Horizontal(id="asking"):
            yield Static(id="question", markup=False)
            yield Answer(lambda: self._answered is not None, self._take_answer)
        yield Keys(self.KEYS)

    def side(self) -> ComposeResult:
        """What stands beside the events."""
        with VerticalScroll(id="aside", can_focus=False):
            yield Static(id="says", markup=False)

    def on_mount(self) -> None:
        """Listen to what ends the program."""
        with suppress(NotImplementedError):  # a system without signals
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, self.exit, 128 + signal.SIGTERM)
        self.event_list.focus()

    @property
    def event_list(self) -> Events:
        """The list of events."""
        return self.query_one("#events", Events)

    def static(self, name: str) -> Static:
        """One of the texts on the screen."""
        return self.query_one(f"#{name}", Static)

    def put(self, name: str, parts: "Drawn | Iterable[RenderableType]") -> None:
        """Show parts as one of the texts, which is not there while it has none."""
        drawn = parts if isinstance(parts, Drawn) else Drawn(parts)
        text = self.static(name)
        text.update(drawn)
        text.display = bool(drawn.parts)

    def say(self, words: str) -> None:
        """A line above the keys, until the next."""
        self.put("said", [Text(words)] if words else [])

    def put_table(self, view: View | None, scored: Score | None, none: str = "") -> None:
        """The table, with what each hand is worth where that is known. ``none``: what stands there without one."""
        if view is None:
            self.put("board", [none])
            return
        head, under = facts(view, self.look), [*_worth(scored)]
        width, rows = self.size
        full = Drawn([head, seats(view, self.look, under=under)])
        tight = rows - len(full.lines(width)) < _LEAST + 3
        self.put("board", [head, seats(view, self.look, under=under, brief=True)] if tight else full)

    def ask(self, question: str, answered: Callable[[str], None], text: str = "", *, begun: bool = False) -> None:
        """Ask for a line, which ``answered`` gets when Enter is typed; Escape leaves it. ``text``: what stands there
        already, to be gone on with if it is ``begun``, else to be replaced by what is typed."""
        self._answered = answered
        self.static("question").update(Text(question))
        answer = self.query_one(Answer)
        answer.value = text
        answer.selection = Selection(len(text) if begun else 0, len(text))
        self.query_one("#asking").display = True
        self.screen.set_focus(answer)

    def _take_answer(self, value: str) -> None:
        answered = self._answered
        self.action_unask()
        if answered is not None:
            answered(value)

    def action_unask(self) -> None:
        """Nothing is asked for any more."""
        self._answered = None
        self.query_one("#asking").display = False
        self.screen.set_focus(self.event_list)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Keys are for what is asked, or for what lies above the table, while there is such a thing."""
        if action == "interrupt":
            return True
        return len(self.screen_stack) == 1 and (self._answered is None or action in self.WHILE_ASKING)

    def action_escape(self) -> None:
        """Leave a question, or else the screen."""
        if self._answered is None:
            self.action_leave()
        else:
            self.action_unask()

    def action_leave(self) -> None:
        """Leave the screen."""
        self.exit(0)

    def action_face(self) -> None:
        """Cards in Chinese, or in letters."""
        self.look = Look(not self.look.chinese, self.look.sought, self.look.held)
        self.refill()

    def action_aside(self) -> None:
        """Where the screen is narrow: the events, or what there is to say."""
        self.screen.toggle_class("-aside")

    def action_help(self) -> None:
        """All keys."""
        self.push_screen(HelpScreen(self.HELP_ROWS))

    async def action_quit(self) -> None:
        """Ctrl-Q."""
        self.action_leave()

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit(INTERRUPT)

    def on_resize(self) -> None:
        """Another size may have room for more, or less."""
        self.refill()

    def clicked(self, kind: int) -> None:
        """A card on the table was clicked."""

    def refill(self) -> None:
        """Show everything again."""

    def _fatal_error(self) -> None:
        """What went wrong is raised by whoever runs the screen, once the terminal is given back."""
        self.failed = self._exception
        self._close_messages_no_wait()


def _worth(scored: Score | None) -> Iterator[Text]:
    """What each hand is worth, its total, and what it would be paid; nothing where cards are hidden."""
    for seat, mine in enumerate(() if scored is None else scored.seats):
        if mine is None:
            yield Text()
            continue
        paid = "" if scored is None or scored.payments is None else f" {amount(scored.payments[seat])}"
        yield Text(f"  {mine.unrounded}→{mine.total}{paid}", "dim", no_wrap=True, overflow="ellipsis")
