"""A deal to record: each event typed or clicked, on disk before the next is asked for."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import OptionList

from cli.language import _, ngettext, translated
from cli.recording import refusal, said_of
from cli.render.replay import findings_lines
from cli.render.screen import opaque
from cli.render.tell import choices, styled
from cli.render.words import seat_of
from cli.story import Story
from cli.table.app import Answer, Events, Key, TableApp, bound
from cli.table.lists import event_lines
from cli.table.says import claim_lines, paragraph, worth_lines
from cli.table.start import Questions, questions
from engine.actions import Action, legal_actions
from engine.cards import HIDDEN
from engine.events import DealStarted, Dealt, Event, Retracted
from engine.said import msgid
from engine.score import score
from engine.state import DEALER_CARDS, DEALING, OTHER_CARDS, State, ended_here
from engine.timeline import RECORDED
from engine.view import view
from replay.append import AppendError
from replay.head import head_of
from replay.recording import Recording, Taken, acting

if TYPE_CHECKING:
    from rich.console import RenderableType

_KEYS = (
    Key("f1", "help", "F1", msgid("help")),
    Key("f10,ctrl+q", "leave", "F10", msgid("leave")),
    Key("f2", "undo", "F2", msgid("undo")),
    Key("f3", "let_stand", "F3", msgid("stands")),
    Key("f4", "hidden", "F4", msgid("hidden")),
    Key("f6", "aside", "F6", msgid("legal")),
    Key("f8", "seal", "F8", msgid("seal")),
    Key("f9", "begin", "F9", msgid("next")),
    Key("f5", "face", "F5", msgid("face")),
    Key("up", "choice(-1)"),
    Key("down", "choice(1)"),
)
_DRAWS = {"drawn": "+", "replacement_drawn": "*"}


class RecordApp(TableApp):
    """A log that is being written, and its last deal."""

    HELP_ROWS = (
        ("+9s  -9s  -", msgid("draws 9s, discards 9s, discards what was drawn")),
        ("Li pung 5s", msgid("takes the discard; so do exposed-kong, wins; passes")),
        ("concealed-kong 2m *3s", msgid("a kong and its replacement; quad, triple, hezi, ready, done")),
        ("claim Li totals 30 50 0", msgid("what Li says the result is; note, ruling")),
        ("!  F3", msgid("the table let the breach stand")),
        ("??  F4", msgid("a hidden card; the whole hand is hidden")),
        ("undo 1 misread  F2", msgid("takes back; nothing is erased")),
        ("↑  ↓  Enter", msgid("chooses what is legal now; so does a click")),
        ("F5  F6", msgid("cards in Chinese; what is legal, if narrow")),
        ("F8  F9", msgid("seals what has ended; begins the next deal")),
        ("F10", msgid("leaves; the same command goes on here")),
    )
    KEYS = _KEYS
    BINDINGS: ClassVar[list[Any]] = bound(_KEYS)
    WHILE_ASKING = frozenset({"escape", *[key.action.partition("(")[0] for key in _KEYS]})

    def __init__(self, recording: Recording) -> None:
        super().__init__()
        self.recording = recording
        self.actions: tuple[Action, ...] = ()
        self._questions: Questions | None = None
        self._refused: tuple[str, Taken] | None = None
        self._sealed = ""

    def side(self) -> ComposeResult:
        """What is legal now, to be clicked, and what hands are worth."""
        yield Events(id="choices", markup=False)
        yield from super().side()

    def on_mount(self) -> None:
        """Go on where the log was, or begin."""
        super().on_mount()
        for one in self.query(Events):
            one.can_focus = False
        self.go_on()

    # Asking

    def go_on(self) -> None:
        """Show the deal as it is recorded, and ask for what comes next: what happened, or what a deal begins with."""
        if not self.recording.going_on:
            self.action_begin()
            return
        self._questions = None
        self.refill()
        self._put_back(self._beginning(self.recording.deal.state))

    def _who(self, state: State | None) -> str:
        seat = acting(state)
        return "" if seat is None else seat_of(self.recording.names, seat)

    def _beginning(self, state: State | None) -> str:
        """What an entry begins with where only one can come next."""
        match None if state is None else state.phase:
            case "dealing":
                return f"dealt {acting(state)} "
            case "revealing":
                return "indicators "
        return ""

    def _entered(self, text: str) -> None:
        if text.strip():
            self.take(text)
        elif (at := self.query_one("#choices", Events).highlighted) is not None and at < len(self.actions):
            self.choose(self.actions[at])
        else:
            self.go_on()

    def take(self, text: str, *, let_stand: bool = False) -> None:
        """What was typed is on disk, or is refused and can be mended."""
        self._answer(text, lambda: self.recording.take(text, let_stand=let_stand))

    def _answer(self, text: str, write: Callable[[], Taken]) -> None:
        try:
            taken = write()
        except AppendError as error:
            self.recording = Recording(self.recording.path)
            self.go_on()
            self.say(translated(error.message))
            return
        self._refused = (text, taken) if taken.refused else None
        self.go_on()
        if taken.refused:
            self._show_refusal(text, taken)
        elif taken.set_aside is not None:
            self.say(_("A torn last line was set aside in {other}", other=opaque(str(taken.set_aside))))
        elif events := (*taken.begun, *taken.events):
            self.say(" · ".join(said_of(event, self.recording.names) for event in events))

    def _show_refusal(self, text: str, taken: Taken) -> None:
        found: list[RenderableType] = []
        for one in taken.findings:
            found += [*findings_lines([one]), *paragraph(one, self.recording.rules)]
        if taken.faults:
            here = [replace(fault, source="") for fault in taken.faults]
            found += [Text(opaque(words), "bold red") for words in refusal(Taken(faults=tuple(here)))]
        if taken.may_stand:
            found.append(_("Add ! or press F3 if the table let it stand."))
        self.put("finding", found)
        self.say("")
        self._put_back(text)

    def _put_back(self, text: str) -> None:
        """What was typed stands there again, to be gone on with."""
        self.ask(f"{self._who(self.recording.deal.state)}>", self._entered, text, begun=True)

    def choose(self, action: Action) -> None:
        """A legal action, clicked or chosen; of a draw the card is asked for."""
        if action.type in _DRAWS:
            self._put_back(f"{action.seat} {_DRAWS[action.type]}")
            self.say(_("Which card?"))
            return
        self._write(action.event(self.recording.deal.next_seq))

    def _write(self, event: Event) -> None:
        self._answer("", lambda: self.recording.add([event]))

    # Keys and mouse

    def action_escape(self) -> None:
        """An empty line again."""
        if self.recording.going_on:
            self._refused = None
            self.go_on()
            self.say("")
        else:
            self.action_leave()

    def action_choice(self, by: int) -> None:
        """Another of the legal actions."""
        listed = self.query_one("#choices", Events)
        if listed.option_count:
            at = -1 if listed.highlighted is None else listed.highlighted
            listed.highlighted = min(max(0, at + by), listed.option_count - 1)

    def action_undo(self) -> None:
        """Take back the last event of play that stands."""
        if self.recording.going_on:
            self.ask(_("Taken back because:"), self._undo, _("misread"))

    def _undo(self, reason: str) -> None:
        standing = self.recording.standing
        if len(standing) < 2:
            self.go_on()
            self.say(_("There is nothing to take back."))
            return
        self._write(Retracted(self.recording.deal.next_seq, standing[-2], reason.strip() or "–"))

    def action_let_stand(self) -> None:
        """What was refused for a breach is kept."""
        if self._refused is not None and self._refused[1].may_stand:
            self.take(self._refused[0], let_stand=True)

    def action_hidden(self) -> None:
        """The hand that is dealt next is not seen."""
        state = self.recording.deal.state
        if state is not None and state.phase == DEALING:
            due = DEALER_CARDS if state.turn == state.dealer else OTHER_CARDS
            self._write(Dealt(self.recording.deal.next_seq, state.turn, " ".join([HIDDEN] * due)))

    def action_seal(self) -> None:
        """Seal the deal."""
        if not self.recording.going_on:
            return
        if not self.recording.ended:
            self.say(_("A deal is sealed when it has ended."))
            return
        try:
            done = self.recording.seal()
        except AppendError as error:
            self.say(translated(error.message))
            return
        self._sealed = head_of(done.seal.hash)
        self.action_begin()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A legal action that was clicked."""
        if event.option_list.id == "choices" and event.option_index < len(self.actions):
            self.choose(self.actions[event.option_index])
        self.screen.set_focus(self.query_one(Answer))

    def clicked(self, kind: int) -> None:
        """A card in hand is discarded, where that is legal."""
        for action in self.actions:
            if action.type == "discarded" and action.card == kind:
                self.choose(action)
                return

    # The start of a deal

    def action_begin(self) -> None:
        """Ask for what a deal begins with."""
        if self.recording.going_on and not self.recording.ended:
            self.say(_("The deal has not ended."))
            return
        self.refill()
        self.say(
            _("The deal is sealed. Its code, for the score sheet: {code}", code=self._sealed) if self._sealed else ""
        )
        self._sealed = ""
        self._questions = questions(self.recording, self.say)
        self._next_question(next(self._questions))

    def _next_question(self, question: tuple[str, str]) -> None:
        self.ask(question[0], self._reply, question[1])

    def _reply(self, answer: str) -> None:
        assert self._questions is not None
        try:
            self._next_question(self._questions.send(answer))
        except StopIteration as done:
            start: DealStarted = done.value
            self._answer("", lambda: self.recording.begin(start))

    # Drawing

    def refill(self) -> None:
        """Show everything again."""
        deal, state = self.recording.deal, self.recording.deal.state
        names = self.recording.names
        self.static("title").update(Text(" · ".join(self._title())))
        end = None if state is None else ended_here(state)
        scored = None if end is None else score(end)
        self.put_table(None if state is None else view(state), scored)
        self.put("finding", [])
        story = Story(self.recording.logged, RECORDED) if self.recording.going_on else None
        lines = [] if story is None else [*event_lines(story, self.look)]
        self.event_list.fill(lines, len(lines) - 1 if lines else None)
        self.actions = () if state is None or deal.stopped else tuple(self._offered(state))
        listed = [
            Text.assemble(self._by(one), styled(choices([one])[one.seat], look=self.look)) for one in self.actions
        ]
        self.query_one("#choices", Events).fill(listed, None)
        self.put("says", self._says(scored, names))

    def _offered(self, state: State) -> Iterator[Action]:
        yield from legal_actions(state)

    def _by(self, action: Action) -> str:
        return "" if action.seat is None else f"{seat_of(self.recording.names, action.seat)}: "

    def _title(self) -> Iterator[str]:
        start = self.recording.deal.start
        yield opaque(str(self.recording.path)) if start is None else opaque(start.deal)
        if start is not None:
            yield opaque(self.recording.path.name)
            yield ngettext("{n} event on disk", "{n} events on disk", self.recording.deal.next_seq)

    def _says(self, scored: Any, names: tuple[str, ...]) -> "Iterator[RenderableType]":
        if not self.recording.going_on:
            return
        ended = self.recording.ended
        yield from worth_lines(scored, names, ended=ended, look=self.look)
        if ended:
            if scored is None:
                yield _("No totals: of what they rest on, cards are hidden.")
            yield from claim_lines(self.recording.report)
            yield ""
            yield _("F8 seals the deal; F2 takes the end back.")
