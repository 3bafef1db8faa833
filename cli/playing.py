"""Playing without a screen: the table and numbered choices out, numbers in."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from cli.language import _, translated
from cli.render.screen import json_out, out, show, warn
from cli.render.tell import choices, plain
from cli.status import Status
from cli.story import Story
from engine.actions import Action
from engine.timeline import RECORDED
from replay.append import AppendError
from replay.head import head_of
from replay.playing import Game

if TYPE_CHECKING:
    from rich.console import RenderableType

LONGEST_ANSWER = 1024
"""Bytes of the longest answer that is read."""


def story_of(game: Game) -> Story:
    """The deal as the person sees it, and in full once it has ended."""
    return Story(game.logged, RECORDED, None if game.ended else game.seat)


def in_words(action: Action) -> str:
    """What the person may do."""
    return plain(choices([action])[action.seat])


class LinePlayer:
    """Plays by lines: a number chooses, ``n`` deals again when a deal has ended, ``r`` restarts, ``q`` or the end of
    the input leaves. With ``json`` the lines go to standard error, and one document follows."""

    def __init__(self, game: Game, answers: BinaryIO, *, json: bool = False) -> None:
        self.game = game
        self.answers = answers
        self.json = json
        self._told = 0
        self._deals: list[dict[str, Any]] = []

    def play(self) -> Status:
        """Until the person leaves. ``FINDINGS`` where somebody else writes the log."""
        status = Status.NOTHING
        try:
            while self._goes_on():
                pass
        except AppendError as error:
            warn(translated(error.message))
            status = Status.FINDINGS
        if self.json:
            self._ended_deal()
            head = {"format": "duzihu-play/1", "log": str(self.game.path), "seed": self.game.seed}
            json_out({**head, "deals": self._deals, "exit_status": status})
        return status

    def _goes_on(self) -> bool:
        """One question, asked until it is answered; whether there is another."""
        game, offered = self.game, self.game.offered
        self._show(offered)
        while True:
            answer = self._answer()
            if answer is None or answer == "q":
                return False
            if answer == "r" or (answer == "n" and game.ended):
                self._ended_deal()
                (game.restart if answer == "r" else game.next_deal)()
                self._told = 0
                return True
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(offered):
                game.act(offered[int(answer) - 1])
                return True
            warn(_("This is no choice: {answer}", answer=answer))

    def _answer(self) -> str | None:
        line = self.answers.readline(LONGEST_ANSWER)
        return line.decode("utf-8", "replace").strip().lower() if line else None

    def _show(self, offered: tuple[Action, ...]) -> None:
        """What happened since, the table, and the choices."""
        if self.json:
            for words in self._choices(offered):
                warn(words)
            return
        from cli.render.board import board
        from cli.render.deals import claims, settlement
        from cli.table.lists import event_lines

        events = [*event_lines(story_of(self.game))]
        parts: list[RenderableType] = [*events[self._told :], ""]
        self._told = len(events)
        parts += board(self.game.view)
        if self.game.ended:
            report = self.game.report
            parts += [*settlement(report), *claims(report)]
            assert self.game.sealed is not None
            parts += [
                "",
                _("Sealed, code {code}: {log}", code=head_of(self.game.sealed.seal.hash), log=str(self.game.path)),
            ]
        show(*parts)
        out("\n" + "".join(f"{words}\n" for words in self._choices(offered)))

    def _choices(self, offered: tuple[Action, ...]) -> Iterator[str]:
        for number, action in enumerate(offered, 1):
            yield f"{number:>3}  {in_words(action)}"
        if self.game.ended:
            yield f"  n  {_('the next deal')}"
        yield f"  r  {_('a new random dealer')}"
        yield f"  q  {_('leave')}"

    def _ended_deal(self) -> None:
        """Keep what the document has of this deal."""
        game, scored = self.game, self.game.score
        start = game.table.events[0]
        self._deals.append(
            {
                "id": getattr(start, "deal", None),
                "status": game.report.status,
                "seat": game.seat,
                "totals": None if scored is None else scored.totals,
                "payments": None if scored is None else scored.payments,
                "head": None if game.sealed is None else head_of(game.sealed.seal.hash),
            }
        )
