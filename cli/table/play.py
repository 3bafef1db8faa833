"""A deal to play against computer players: what one may do is clicked or chosen, everything else happens."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from cli.explain import explained
from cli.language import _, translated
from cli.playing import story_of
from cli.render.document import as_text
from cli.render.screen import opaque
from cli.render.tell import choices, styled
from cli.table.app import NARROW, Drawn, Events, Key, TableApp, bound
from cli.table.lists import event_lines
from cli.table.says import worth_lines
from engine.actions import Action
from engine.said import msgid
from replay.append import AppendError
from replay.head import head_of
from replay.playing import Game

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.story import Story

_LATELY = 3
"""How many events are told where there is no room for all."""

_KEYS = (
    Key("up", "choice(-1)", "↑↓", msgid("choose")),
    Key("down", "choice(1)"),
    Key("enter,space", "take", "Enter", msgid("do it")),
    Key("question_mark,h,f1", "help", "?", msgid("help")),
    Key("q,ctrl+q", "leave", "q", msgid("leave")),
    Key("n", "next", "n", msgid("next")),
    Key("e", "explain", "e", msgid("explain")),
    Key("r", "restart", "r", msgid("restart")),
    Key("f", "face", "f", msgid("face")),
    Key("i", "aside", "i", msgid("events")),
)


class Explained(ModalScreen[None]):
    """Why a deal comes to what it does; the arrows move it, any other key leaves it."""

    BINDINGS: ClassVar[list[Any]] = [(key, "dismiss", "") for key in ("escape", "q", "e", "enter", "space")]

    def __init__(self, parts: "list[RenderableType]") -> None:
        super().__init__()
        self.parts = parts

    def compose(self) -> ComposeResult:
        """The explanation, and how to leave it."""
        with VerticalScroll(id="explained"):
            yield Static(Drawn(self.parts), markup=False)
        yield Static(Drawn([Text(_("↑ ↓ moves it, Escape leaves it."), "dim")]), id="leaves", markup=False)


class PlayApp(TableApp):
    """A game, and where it stands."""

    HELP_ROWS = (
        ("↑  ↓  Enter", msgid("choose among what you may do, and do it; a click does it at once")),
        ("1  2  …", msgid("the first, the second of these, at once")),
        ("5s", msgid("clicked in your hand: discard it")),
        ("n", msgid("when a deal has ended: the next; it passes to the next seat")),
        ("e", msgid("when a deal has ended: why it comes to what it does")),
        ("r", msgid("leave this deal and begin again with a new random dealer")),
        ("f", msgid("the cards in Chinese, or in letters")),
        ("i", msgid("what happened, or what you may do, where the screen is narrow")),
        ("?", msgid("this help; any key leaves it")),
        ("q", msgid("leave; an unfinished deal stays unfinished in the log")),
    )
    KEYS = _KEYS
    BINDINGS: ClassVar[list[Any]] = bound((*_KEYS, *[Key(str(at), f"take({at})") for at in range(1, 10)]))

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.offered: tuple[Action, ...] = ()
        self._sure = False

    def side(self) -> ComposeResult:
        """What the person may do, and what the own hand is worth."""
        yield Events(id="choices", markup=False)
        yield from super().side()

    def on_mount(self) -> None:
        """The first deal lies on the table."""
        super().on_mount()
        self.screen.add_class("-aside")
        self.screen.set_focus(self.offers)
        self.refill()

    @property
    def offers(self) -> Events:
        """The list of what the person may do."""
        return self.query_one("#choices", Events)

    # What the person does

    def action_choice(self, by: int) -> None:
        """Another of the choices."""
        if self.offers.option_count:
            at = -1 if self.offers.highlighted is None else self.offers.highlighted
            self.offers.highlighted = min(max(0, at + by), self.offers.option_count - 1)

    def action_take(self, number: int | None = None) -> None:
        """Do what is chosen, or what has this number."""
        at = self.offers.highlighted if number is None else number - 1
        if at is not None and at < len(self.offered):
            self.act(self.offered[at])

    def clicked(self, kind: int) -> None:
        """A card in hand is discarded, where that is legal."""
        for action in self.offered:
            if action.type == "discarded" and action.card == kind:
                self.act(action)
                return

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A choice that was clicked."""
        if event.option_list is self.offers:
            self.action_take(event.option_index + 1)
        self.screen.set_focus(self.offers)

    def act(self, action: Action) -> None:
        """Do it, and see what follows."""
        self._happens(lambda: self.game.act(action))

    def action_next(self) -> None:
        """The next deal."""
        if self.game.ended:
            self._happens(self.game.next_deal)

    def action_restart(self) -> None:
        """Begin again; a deal that goes on only when asked for twice."""
        if self.game.ended or self._sure:
            self._happens(self.game.restart)
            return
        self._sure = True
        self.say(_("This deal has not ended. r again leaves it and begins anew, with a new random dealer."))

    def action_explain(self) -> None:
        """Why the deal comes to what it does."""
        if self.game.ended:
            self.push_screen(Explained([*as_text(explained(self.game.report, None))]))

    def _happens(self, what: Callable[[], None]) -> None:
        try:
            what()
        except AppendError as error:
            self.say(translated(error.message))
            return
        self._sure = False
        self.refill()

    # Drawing

    def refill(self) -> None:
        """Show everything again."""
        game, story = self.game, story_of(self.game)
        last = story.indexes[-1]
        self.static("title").update(Text(" · ".join(self._title())))
        table = game.view
        self.put_table(table, story.worth(last))
        lines = [*event_lines(story, self.look)]
        self.event_list.can_focus = False
        self.event_list.fill(lines, len(lines) - 1)
        self.offered = game.offered
        listed = [
            Text.assemble(f"{at:>2}  ", styled(choices([one])[one.seat], look=self.look))
            for at, one in enumerate(self.offered, 1)
        ]
        self.offers.fill(listed, 0 if listed else None)
        self.put("says", self._says(story, last))
        self.say(self._ended() if game.ended else self._lately(story) if self.size.width < NARROW else "")

    def _lately(self, story: "Story") -> str:
        """What happened last."""
        told = [story.told(index).sentence(story.names) for index in story.indexes[-_LATELY:]]
        return " · ".join(told)

    def _title(self) -> Iterator[str]:
        game = self.game
        yield _("deal {number} of seed {seed}", number=game.number, seed=game.seed)
        yield game.rules.preset
        yield _("you sit out") if game.seat is None else _("you are seat {seat}", seat=game.seat)
        yield opaque(game.path.name)

    def _says(self, story: "Story", last: int) -> "Iterator[RenderableType]":
        yield from worth_lines(story.worth(last), story.names, ended=self.game.ended, look=self.look)

    def _ended(self) -> str:
        assert self.game.sealed is not None
        code = head_of(self.game.sealed.seal.hash)
        return _("The deal is saved and sealed, code {code}. n: next deal, e: explain.", code=code)
