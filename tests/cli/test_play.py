"""`duzihu play`: by numbers, and on the screen by keys and mouse."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from cli.status import Status
from cli.table.play import PlayApp
from replay.playing import Game
from replay.rulebook import load_rules
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import invoke
from tests.support.pilot import lines_of, played, settled, typed, where
from tests.support.screen import at_terminal

FIRSTS = "1\n" * 80
"""Always the first choice; more of them than a deal has, so the last are refused."""


def game_of(tmp_path: Path, seed: int = 7, name: str = "You") -> Game:
    names = [name, "greedy-1", "greedy-2"]
    return Game(load_rules("cardavia"), seed, tmp_path / "log.jsonl", names, ["greedy", "greedy"])


def ended_game(tmp_path: Path) -> Game:
    game = game_of(tmp_path)
    while not game.ended:
        game.act(game.offered[0])
    return game


# By numbers


def test_a_deal_is_played_by_numbers(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    result = invoke("play", "--seed", "7", "--out", str(log), input=FIRSTS)
    assert result.exit_code == Status.NOTHING
    assert "Settlement" in result.stdout
    code = re.search(r"Sealed, code ([0-9A-Z-]{19})", result.stdout)
    assert code is not None
    assert invoke("verify", str(log), "--head", code[1]).exit_code == Status.NOTHING
    assert invoke("audit", str(log)).exit_code == Status.NOTHING
    assert "This is no choice: 1" in result.stderr


def test_what_is_hidden_is_not_printed_before_the_end(tmp_path: Path) -> None:
    shown = invoke("play", "--seed", "7", "--out", str(tmp_path / "log.jsonl"), input="1\n1\n").stdout
    assert shown.count("?? ×") >= 4
    assert re.findall(r"greedy-\d .*draws (\S+)", shown) == ["??"] * len(re.findall(r"greedy-\d .*draws", shown))


def test_the_next_deal_and_a_restart(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    first = len(invoke("play", "--seed", "7", "--out", str(tmp_path / "x"), input=FIRSTS).stderr.splitlines())
    answers = "1\n" * (80 - first) + "n\nr\nq\n"
    document = json.loads(invoke("play", "--seed", "7", "--out", str(log), "--json", input=answers).stdout)
    assert [(deal["id"], deal["status"]) for deal in document["deals"]] == [
        ("played-7-1", "won"), ("played-7-2", "unfinished"), ("played-7-3", "unfinished"),
    ]  # fmt: skip
    assert sum(document["deals"][0]["payments"]) == 0
    assert document["deals"][1]["head"] is None
    assert faults_of(document, "played", "$") == []
    again = invoke("play", "--seed", "8", "--out", str(log), input="")
    assert again.exit_code == Status.NOTHING
    assert invoke("audit", str(log)).exit_code == Status.NOTHING


def test_without_a_file_it_is_saved_in_the_users_data(tmp_path: Path) -> None:
    env = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    for _ in range(2):
        assert invoke("play", "--seed", "7", input="", env=env).exit_code == Status.NOTHING
    assert len([*tmp_path.rglob("played-7-*.jsonl")]) == 2


@pytest.mark.parametrize(
    "args",
    [
        ("--seed", "-1"),
        ("--players", "greedy"),
        ("--players", "nosuch,greedy"),
        ("--out", "-"),
        ("--rules", "nosuch"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_wrong_command_line(args: tuple[str, ...]) -> None:
    assert invoke("play", *args, input="").exit_code == Status.USAGE


def test_what_no_log_can_hold_and_what_is_no_log(tmp_path: Path) -> None:
    result = invoke("play", "--name", "\udce4", "--out", str(tmp_path / "log.jsonl"), input="")
    assert result.exit_code == Status.FINDINGS
    assert "no Unicode" in result.stderr
    (tmp_path / "notes.txt").write_text("hello\n")
    result = invoke("play", "--out", str(tmp_path / "notes.txt"), input="")
    assert result.exit_code == Status.UNREADABLE
    assert (tmp_path / "notes.txt").read_text() == "hello\n"


# On the screen


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
@pytest.mark.parametrize("keys", [(), ("1", "down", "enter", "f"), ("question_mark",)], ids=["begun", "played", "help"])
def test_a_screen(tmp_path: Path, size: tuple[int, int], keys: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    lines = typed(PlayApp(game_of(tmp_path)), *keys, size=size)
    assert "\n".join(lines) == snapshot
    assert max(map(cell_len, lines)) <= size[0]


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
def test_the_end_of_a_deal(tmp_path: Path, size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    assert "\n".join(typed(PlayApp(ended_game(tmp_path)), size=size)) == snapshot


def test_the_end_is_explained(tmp_path: Path) -> None:
    app = PlayApp(ended_game(tmp_path))

    async def does(pilot: "Pilot[int]") -> None:
        await pilot.press("e")
        await settled(pilot)
        assert lines_of(app)[0] == "Deal played-7-1"
        await pilot.press("end")
        await settled(pilot)
        assert any("Settlement" in line for line in lines_of(app))

    played(app, does)


def test_keys_and_clicks_play(tmp_path: Path) -> None:
    app = PlayApp(game_of(tmp_path))
    table = app.game.table

    async def does(pilot: "Pilot[int]") -> None:
        await pilot.click(offset=where(lines_of(app), "end the preparation"))
        await settled(pilot)
        assert app.game.state.prepared[0]
        await pilot.press("2")
        await settled(pilot)
        assert app.game.offered[0].type == "discarded"
        column, row = where(lines_of(app), "23588899s")
        await pilot.click(offset=(column + 2, row))
        await settled(pilot)
        assert (0, 13) in app.game.state.river
        await pilot.press("down", "down", "up", "enter")
        await pilot.press("n", "e")
        assert app.game.table is table
        await pilot.press("r")
        await settled(pilot)
        assert app.game.table is table
        assert any("r again leaves it" in line for line in lines_of(app))
        await pilot.press("r")
        assert app.game.number == 2

    played(app, does)


def test_the_next_deal_follows_when_one_has_ended(tmp_path: Path) -> None:
    app = PlayApp(ended_game(tmp_path))
    dealer = app.game.state.dealer
    lines = typed(app, "e", "escape", "n")
    assert lines[0].startswith("deal 2 of seed 7")
    assert app.game.state.dealer == (dealer + 1) % 3


def test_names_are_text_whatever_they_look_like(tmp_path: Path) -> None:
    shown = typed(PlayApp(game_of(tmp_path, name="[red]\x1b[31m:smile:")), size=(120, 40))
    assert any(r"[red]\x1b" in line for line in shown)


def test_at_a_terminal(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with at_terminal("play", "--seed", "7", "--out", str(log)) as screen:
        screen.shows("end the preparation")
        screen.type("1")
        screen.shows("claim a pung of 2c")
        screen.type("q")
        assert screen.ends() == Status.NOTHING
        assert screen.restored()
    assert invoke("audit", str(log)).exit_code == Status.NOTHING
