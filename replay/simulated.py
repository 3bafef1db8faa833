"""What simulated deals come to, player by player, and their logs as files."""

from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.win import SHAPES
from replay.report_json import rules_json
from replay.simulate import SESSION, Plan, Played, SessionPlayed, names_of

A_FILE = 1000 // SESSION * SESSION
"""The most deals of one file: whole sessions."""

_Z = 1.96
"""Standard deviations to either side within which a mean lies 95 times of a hundred."""


class Tally(Struct):
    """What one person, or all people of one player, got. ``deals``: those they took part in; ``payments`` and
    ``squares``: sums of what they received a deal and a person, and of its square; ``shapes``: wins by shape.
    ``totals``: the sum of hu of the deals not won, ``unwon`` how many."""

    player: str
    name: str | None
    deals: int = 0
    wins: int = 0
    payments: float = 0
    squares: float = 0
    totals: int = 0
    unwon: int = 0
    shapes: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(SHAPES, 0))

    @property
    def mean(self) -> float | None:
        """The average settlement of a deal; ``None`` without deals."""
        return self.payments / self.deals if self.deals else None

    @property
    def margin(self) -> float | None:
        """How far the average may be off: half of its 95 % confidence interval. ``None`` for fewer than two deals."""
        if self.deals < 2:
            return None
        variance = (self.squares - self.payments**2 / self.deals) / (self.deals - 1)
        return _Z * sqrt(max(0.0, variance) / self.deals)

    @property
    def base(self) -> float | None:
        """The average total of the deals that were not won; ``None`` if there are none."""
        return self.totals / self.unwon if self.unwon else None


class Summary:
    """Adds up deals in their order. ``people``: by number in the plan; ``players``: by name, where one plays for
    several people and another too."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.deals = 0
        self.exhausted = 0
        self.people = [Tally(player, name) for player, name in zip(plan.players, names_of(plan), strict=True)]
        kinds = dict.fromkeys(plan.players)
        several = 1 < len(kinds) < len(plan.players)
        self.players = [Tally(player, None) for player in kinds] if several else []

    def add(self, deal: Played) -> None:
        """One more deal. Of a player with several people in it their average counts as one observation: what one of
        them wins the other may pay."""
        self.deals += 1
        self.exhausted += deal.winner is None
        for seat, person in enumerate(deal.people):
            _add(self.people[person], deal, (seat,))
        for tally in self.players:
            seats = tuple([at for at, person in enumerate(deal.people) if self.plan.players[person] == tally.player])
            if seats:
                _add(tally, deal, seats)


def _add(tally: Tally, deal: Played, seats: tuple[int, ...]) -> None:
    received = sum([deal.payments[seat] for seat in seats]) / len(seats)
    tally.deals += 1
    tally.payments += received
    tally.squares += received * received
    for seat in seats:
        if seat != deal.winner:
            tally.totals += deal.totals[seat]
            tally.unwon += 1
        elif deal.shape is not None:
            tally.wins += 1
            tally.shapes[deal.shape] += 1


def summed_up(sessions: Iterable[SessionPlayed], summary: Summary) -> Iterator[SessionPlayed]:
    """The same sessions, added to the summary as they pass."""
    for session in sessions:
        for deal in session.deals:
            summary.add(deal)
        yield session


def write_logs(sessions: Iterable[SessionPlayed], folder: Path) -> Iterator[Path]:
    """Write the logs into files ``deals-00000001.jsonl``, named by their first deal, of at most ``A_FILE`` deals; each
    is given when it is whole. Until then it is called ``….part``. A file that is there is never written over:
    ``FileExistsError``; else ``OSError`` where the system refuses."""
    folder.mkdir(parents=True, exist_ok=True)
    of_file: list[SessionPlayed] = []
    for session in sessions:
        of_file.append(session)
        if len(of_file) * SESSION >= A_FILE:
            yield _write(of_file, folder)
            of_file = []
    if of_file:
        yield _write(of_file, folder)


def _write(sessions: list[SessionPlayed], folder: Path) -> Path:
    path = folder / f"deals-{sessions[0].first:08}.jsonl"
    if path.exists():
        raise FileExistsError(17, "File exists", str(path))
    part = path.with_name(f"{path.name}.part")
    with part.open("xb") as file:
        file.writelines(session.log for session in sessions)
    part.rename(path)
    return path


def summary_json(summary: Summary) -> dict[str, Any]:
    """The document of a run, the same for the same plan: hu rounded to hundredths."""
    plan = summary.plan
    return {
        "deals": summary.deals,
        "seed": plan.seed,
        "rules": rules_json(plan.rules),
        "exhausted": summary.exhausted,
        "people": [_tally_json(tally) for tally in summary.people],
        "players": [_tally_json(tally) for tally in summary.players],
    }


def _tally_json(tally: Tally) -> dict[str, Any]:
    mean, margin = tally.mean, tally.margin
    known = mean is not None and margin is not None
    return {
        "name": tally.name,
        "player": tally.player,
        "deals": tally.deals,
        "wins": tally.wins,
        "shapes": tally.shapes,
        "average": _rounded(mean),
        "low": _rounded(mean - margin) if known else None,  # type: ignore[operator]
        "high": _rounded(mean + margin) if known else None,  # type: ignore[operator]
        "hu_without_win": _rounded(tally.base),
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)
