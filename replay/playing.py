"""A deal played by a person against computer players, kept as a log while it is played and sealed at its end."""

from collections.abc import Sequence
from pathlib import Path

from engine.actions import Action
from engine.cards import TOKENS
from engine.events import DealStarted, Event
from engine.options import RuleSet
from engine.players import decide
from engine.score import Score, score
from engine.state import NEXT_SEAT, SEATS, State
from engine.table import Table
from engine.view import View, view
from replay.append import SealAppended, append, seal
from replay.audit import audit_log
from replay.log import LoggedDeal
from replay.report import DealReport
from replay.rulebook import named_rules
from replay.simulate import below, chances, seats_of, shuffled


class Game:
    """Deals one after the other, into one log. ``names``: the person's, then those of the computer players, whose kinds
    ``players`` has; with four at the table three of them, of whom one sits out each deal.

    The deal with the number *n* of a seed has the same deck wherever it is played. ``sealed``: of the last deal, once
    it has ended. Whatever is done is on disk when it returns. Raises ``AppendError`` and ``OSError`` for the log.
    """

    def __init__(
        self, rules: RuleSet, seed: int, path: Path, names: Sequence[str], players: Sequence[str], *, at: int = 0
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.path = path
        self.names = tuple(names)
        self.players = tuple(players)
        self.number = 0
        self.sealed: SealAppended | None = None
        self._expected = at
        self._written = 0
        self._people: list[int] = []
        self._dealer = 0
        self.restart()

    @property
    def four(self) -> bool:
        """Whether four are at the table (§12.1)."""
        return seats_of(self.rules) > SEATS

    @property
    def seat(self) -> int | None:
        """Where the person sits; ``None`` while sitting out."""
        return self._people.index(0) if 0 in self._people[:SEATS] else None

    @property
    def state(self) -> State:
        """The table, to be read only."""
        return self.table.state

    @property
    def view(self) -> View:
        """The table as the person knows it. Who sits out sees a deal when it has ended."""
        return view(self.state, self.seat)

    @property
    def offered(self) -> tuple[Action, ...]:
        """What the person may do now; nothing once the deal has ended."""
        return () if self.seat is None else self.table.awaiting.get(self.seat, ())

    @property
    def ended(self) -> bool:
        """Whether the deal has ended."""
        return self.table.ended

    @property
    def score(self) -> Score | None:
        """What the deal comes to, once it has ended."""
        return None if self.table.end is None else score(self.table.end)

    @property
    def logged(self) -> LoggedDeal:
        """The deal so far, as its log has it."""
        events = [*self.table.events, *([] if self.sealed is None else [self.sealed.seal])]
        return LoggedDeal(str(self.path), 1, [b""] * len(events), list(events))

    @property
    def report(self) -> DealReport:
        """The report of the deal so far."""
        return audit_log(self.logged)

    def act(self, action: Action) -> None:
        """What the person does, and whatever follows from it up to the next time that the person is asked.

        ``ValueError`` for what was not offered.
        """
        if self.seat is None or action not in self.offered:
            raise ValueError(f"this may not be done now: {action}")
        self.table.act(self.seat, action)
        self._go_on()

    def next_deal(self) -> None:
        """The deal passes to the next seat, or who sits out moves on (§2.4, §12.1)."""
        if self.four:
            self._people = [*self._people[1:], self._people[0]]
        else:
            self._dealer = NEXT_SEAT[self._dealer]
        self._begin()

    def restart(self) -> None:
        """A session begins: a new random dealer, or a new random lot (§2.4, §12.1). A deal that goes on is left."""
        first = self.number + 1
        people = len(self.names)
        lot = below(chances("session", self.seed, first), people)
        self._people = [*range(lot, people), *range(lot)] if self.four else list(range(people))
        self._dealer = 0 if self.four else lot
        self._session = f"played-{self.seed}-{first}"
        self._begin()

    def _begin(self) -> None:
        self.number += 1
        self.sealed = None
        self._chance = chances("deal", self.seed, self.number)
        deck = shuffled(self._chance, jokers=self.rules.jokers == "flowers")
        seated = [self.names[person] for person in self._people]
        start = DealStarted(
            0,
            "duzihu-log/1",
            f"played-{self.seed}-{self.number}",
            named_rules(self.rules),
            (seated[0], seated[1], seated[2]),
            self._dealer,
            " ".join([TOKENS[card] for card in deck]),
            self._session,
            self.number,
            seated[SEATS] if self.four else None,
        )
        self.table = Table(start, self.rules, deck)
        self._written = 0
        self._go_on()

    def _go_on(self) -> None:
        """The computer players answer until the person is asked, or the deal has ended; then it is on disk."""
        while others := [seat for seat in self.table.awaiting if seat != self.seat]:
            for seat in others:
                player = self.players[self._people[seat] - 1]
                chance = self._chance.getrandbits(32)
                actions = self.table.awaiting[seat]
                self.table.act(seat, decide(player, view(self.state, seat), actions, self.rules, chance))
        new: list[Event] = self.table.events[self._written :]
        if new:
            self._expected = append(self.path, new, expected_seq=self._expected).next_seq
            self._written += len(new)
        if self.ended and self.sealed is None:
            self.sealed = seal(self.path, ended=lambda _logged: True)
            self._expected = 0
