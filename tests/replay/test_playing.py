"""Playing against computer players: every deal is a legal, sealed log, and the seed decides all but what one does."""

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.events import DealStarted
from engine.rulesets import changed
from engine.state import ENDED
from engine.view import view
from replay.audit import audit
from replay.playing import Game
from replay.report import DealReport
from replay.rulebook import load_rules
from replay.simulate import chances, shuffled
from replay.verify import verify

CARDAVIA = load_rules("cardavia")
ARTICLE = changed(load_rules("article"), {"jokers": "flowers"})


def game_of(path: Path, seed: int = 7, rules: str = "cardavia") -> Game:
    if rules == "cardavia":
        return Game(CARDAVIA, seed, path, ["[b]Me", "simple-1", "greedy-2"], ["simple", "greedy"])
    return Game(ARTICLE, seed, path, ["Me", "a", "b", "c"], ["simple", "greedy", "random"])


def played_out(game: Game, choice: Random) -> None:
    while not game.ended:
        game.act(choice.choice(game.offered))


def reports_of(path: Path) -> list[DealReport]:
    with path.open("rb") as log:
        return [report for report in audit(log, str(path)) if isinstance(report, DealReport)]


@pytest.mark.parametrize("rules", ["cardavia", "article"])
@pytest.mark.parametrize("seed", [1, 2])
def test_every_deal_is_a_legal_log_sealed_and_tied_to_the_one_before(tmp_path: Path, seed: int, rules: str) -> None:
    path = tmp_path / "log.jsonl"
    game = game_of(path, seed, rules)
    choice = Random(seed)
    totals = []
    for number in range(1, 6):
        played_out(game, choice)
        assert game.score is not None
        totals.append(game.score.totals)
        assert game.report.findings == ()
        if number == 3:
            game.restart()
        elif number < 5:
            game.next_deal()
    reports = reports_of(path)
    assert [report.findings for report in reports] == [()] * 5
    assert [report.score and report.score.totals for report in reports] == totals
    with path.open("rb") as log:
        verified = verify(log, str(path)).deals
    assert [deal.ok for deal in verified] == [True] * 5
    links = [deal.seal.link for deal in verified if deal.seal is not None]
    assert links == ["first", "linked", "linked", "first", "linked"]


def test_the_same_seed_and_choices_give_the_same_bytes(tmp_path: Path) -> None:
    logs = []
    for name in ("one", "other"):
        game = game_of(tmp_path / name)
        played_out(game, Random(3))
        game.next_deal()
        played_out(game, Random(4))
        logs.append(game.path.read_bytes())
    assert logs[0] == logs[1]


def test_the_deck_is_that_of_the_seed_and_the_number(tmp_path: Path) -> None:
    game = game_of(tmp_path / "log.jsonl", seed=9)
    assert game.table.deck == shuffled(chances("deal", 9, 1), jokers=False)
    played_out(game, Random(1))
    game.next_deal()
    assert game.table.deck == shuffled(chances("deal", 9, 2), jokers=False)


def test_the_deal_passes_on_and_a_restart_draws_a_dealer(tmp_path: Path) -> None:
    """§2.4."""
    game = game_of(tmp_path / "log.jsonl", seed=3)
    dealers = [game.state.dealer]
    for _ in range(2):
        played_out(game, Random(1))
        game.next_deal()
        dealers.append(game.state.dealer)
    assert dealers == [(dealers[0] + at) % 3 for at in range(3)]
    drawn = set()
    for _ in range(12):
        game.restart()
        drawn.add(game.state.dealer)
    assert drawn == {0, 1, 2}
    sessions = {report.deal.start.session for report in reports_of(game.path) if report.deal and report.deal.start}
    assert len(sessions) == 13


def test_with_four_at_the_table_everybody_sits_out_in_turn(tmp_path: Path) -> None:
    """§12.1: the place passes to the banker of the deal before."""
    game = game_of(tmp_path / "log.jsonl", rules="article")
    starts = []
    for _ in range(4):
        played_out(game, Random(1))
        (start,) = [event for event in game.table.events if isinstance(event, DealStarted)]
        starts.append(start)
        if start.sitting_out == "Me":
            assert game.seat is None
            assert game.ended
        game.next_deal()
    assert {start.sitting_out for start in starts} == {"Me", "a", "b", "c"}
    for before, after in pairwise(starts):
        assert after.sitting_out == before.players[0]


def test_the_person_sees_no_hidden_card(tmp_path: Path) -> None:
    game = game_of(tmp_path / "log.jsonl")
    while not game.ended:
        assert game.view == view(game.state, game.seat)
        assert [seat.hand is None for seat in game.view.seats] == [seat != game.seat for seat in range(3)]
        game.act(game.offered[0])
    assert game.view.phase == ENDED
    assert all(seat.hand is not None for seat in game.view.seats)


def test_everything_that_happened_is_on_disk(tmp_path: Path) -> None:
    game = game_of(tmp_path / "log.jsonl")
    while not game.ended:
        assert len(game.path.read_bytes().splitlines()) == len(game.table.events)
        game.act(game.offered[-1])
    assert len(game.path.read_bytes().splitlines()) == len(game.table.events) + 1


def test_what_is_not_offered_cannot_be_done(tmp_path: Path) -> None:
    game = game_of(tmp_path / "log.jsonl")
    before = game.path.read_bytes()
    action = game.offered[0]
    played_out(game, Random(1))
    with pytest.raises(ValueError, match="may not be done"):
        game.act(action)
    assert game.path.read_bytes().startswith(before)
