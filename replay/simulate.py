"""Deals between computer players: the same seed gives the same bytes, whatever the Python and the number of processes.

A run is sessions of ``SESSION`` deals. The deal with the number *n* (from 1) of seed *s* is shuffled by ``shuffled``
with the generator ``chances("deal", s, n)``; the same generator then gives one number for every decision, in the order
in which seats are asked. Who deals first in a session, and who sits out where four are at the table, is drawn by
``chances("session", s, n)``, *n* the number of its first deal; then it passes as §2.4 and §12.1 say. Sessions share
nothing, so they are what processes take one of.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from random import Random

from msgspec import Struct

from engine.cards import TOKENS, full_deck, kinds_of
from engine.events import DealStarted, Sealed, encode
from engine.options import RuleSet
from engine.players import decide
from engine.score import Score, score
from engine.state import NEXT_SEAT, SEATS
from engine.table import Table
from engine.view import view
from replay.bulk.pool import in_order
from replay.rulebook import named_rules
from replay.seal import seal_hash

SESSION = 12
"""Deals of a session: everybody deals, or sits out, equally often."""
FEW = 4 * SESSION
"""Deals that are played in this process: starting another takes longer."""


class Plan(Struct, frozen=True):
    """What is simulated. ``players``: a name of ``engine.players.PLAYERS`` for everybody at the table (three, or four
    where one sits out). ``recorded``: whether logs are made; ``deck``: whether they have the deck."""

    deals: int
    seed: int
    players: tuple[str, ...]
    rules: RuleSet
    recorded: bool = True
    deck: bool = True


class Played(Struct, frozen=True):
    """One deal's result. ``people``: who sat on the seats, by number in ``Plan.players``; ``shape``: the line of the
    winner's shape (§8.1), ``None`` for an exhausted deal."""

    people: tuple[int, ...]
    payments: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int | None
    source: str | None
    shape: str | None


class SessionPlayed(Struct, frozen=True):
    """A session: the number of its first deal, its log if one was made, and its deals."""

    first: int
    log: bytes
    deals: tuple[Played, ...]


def seats_of(rules: RuleSet) -> int:
    """How many people a plan under these rules names."""
    return rules.table_players if isinstance(rules.table_players, int) else SEATS


def names_of(plan: Plan) -> tuple[str, ...]:
    """What the people are called: their player's name and their number."""
    return tuple([f"{player}-{number}" for number, player in enumerate(plan.players, 1)])


def chances(what: str, seed: int, number: int) -> Random:
    """The generator of a deal or a session. Only its ``getrandbits`` may be used: no version of Python changes it."""
    return Random(int.from_bytes(sha256(f"duzihu {what} {seed} {number}".encode()).digest(), "big"))


def below(generator: Random, limit: int) -> int:
    """A number from 0 to ``limit`` - 1, each as likely as the others: 32 bits, drawn again if they do not go in
    evenly."""
    most = 2**32 - 2**32 % limit
    while (drawn := generator.getrandbits(32)) >= most:
        pass
    return drawn % limit


def shuffled(generator: Random, *, jokers: bool) -> tuple[int, ...]:
    """All cards in random order: from the last place down, each is exchanged with one up to it (Fisher-Yates)."""
    deck = list(kinds_of(full_deck(jokers=jokers)))
    for at in range(len(deck) - 1, 0, -1):
        other = below(generator, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    return tuple(deck)


def played(
    plan: Plan, *, processes: int = 1, done: Callable[[int, int], None] | None = None
) -> Iterator[SessionPlayed]:
    """Every session of the plan, in order. ``done`` is told how many deals of how many have been played.

    With more ``processes`` than one, few sessions wait in memory however slowly they are taken. Those are new
    interpreters: the module that runs must be importable without running again.
    """
    finished = 0
    for session in _sessions(plan, processes):
        finished += len(session.deals)
        if done is not None:
            done(finished, plan.deals)
        yield session


def sessions(plan: Plan, *, processes: int = 1) -> Iterator[bytes]:
    """The logs of whole sessions, in order; one after the other they are one log."""
    return (session.log for session in played(plan, processes=processes))


def _sessions(plan: Plan, processes: int) -> Iterator[SessionPlayed]:
    firsts = range(1, plan.deals + 1, SESSION)
    return in_order(partial(play_session, plan), firsts, processes=1 if plan.deals <= FEW else processes, ahead=4)


def play_session(plan: Plan, first: int) -> SessionPlayed:
    """The session that begins with the deal of this number."""
    four = seats_of(plan.rules) > SEATS
    names = names_of(plan)
    lot = below(chances("session", plan.seed, first), seats_of(plan.rules))
    people = [*range(lot, len(names)), *range(lot)] if four else list(range(SEATS))
    dealer = 0 if four else lot
    lines: list[bytes] = []
    results = []
    previous = None
    for number in range(first, min(first + SESSION, plan.deals + 1)):
        generator = chances("deal", plan.seed, number)
        deck = shuffled(generator, jokers=plan.rules.jokers == "flowers")
        start = DealStarted(
            0,
            "duzihu-log/1",
            f"simulated-{plan.seed}-{number}",
            named_rules(plan.rules),
            tuple([names[person] for person in people[:SEATS]]),  # type: ignore[arg-type]
            dealer,
            " ".join([TOKENS[card] for card in deck]) if plan.deck else None,
            f"simulated-{plan.seed}-{first}",
            number,
            names[people[SEATS]] if four else None,
        )
        table = Table(start, plan.rules, deck)
        _play(table, plan.rules, [plan.players[person] for person in people[:SEATS]], generator)
        results.append(_result(table, tuple(people[:SEATS])))
        if plan.recorded:
            deal = [encode(event) + b"\n" for event in table.events]
            sealed = seal_hash(deal, previous)
            lines += [*deal, encode(Sealed(len(deal), sealed, previous)) + b"\n"]
            previous = sealed
        if four:
            people = [*people[1:], people[0]]
        else:
            dealer = NEXT_SEAT[dealer]
    return SessionPlayed(first, b"".join(lines), tuple(results))


def _play(table: Table, rules: RuleSet, players: Sequence[str], generator: Random) -> None:
    while asked := table.awaiting:
        for seat, actions in asked.items():
            chance = generator.getrandbits(32)
            table.act(seat, decide(players[seat], view(table.state, seat), actions, rules, chance))


def _result(table: Table, people: tuple[int, ...]) -> Played:
    end = table.end
    assert end is not None
    scored: Score = score(end)
    assert scored.totals is not None
    assert scored.payments is not None
    if end.win is None:
        return Played(people, scored.payments, scored.totals, None, None, None)
    chosen = scored.chosen
    assert chosen is not None
    return Played(people, scored.payments, scored.totals, end.win.seat, end.win.source, chosen.shape)
