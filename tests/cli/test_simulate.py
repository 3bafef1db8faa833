"""`duzihu simulate`: what it shows, writes and refuses."""

import json
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from replay.simulate import SESSION
from tests.support.command_line import invoke, run, start


def document(*args: str) -> Any:
    result = invoke("simulate", "--json", *args)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_the_same_seed_gives_the_same_document_and_files_in_any_number_of_processes(tmp_path: Path) -> None:
    plan = ("--deals", "60", "--seed", "3", "--players", "greedy,simple,random")
    documents, files = [], []
    for processes in ("1", "2"):
        folder = tmp_path / processes
        documents.append(document(*plan, "--processes", processes, "--out", str(folder)))
        files.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert documents[0] == documents[1]
    assert files[0] == files[1]
    assert documents[0]["deals"] == 60
    result = invoke("audit", str(tmp_path / "1" / "deals-00000001.jsonl"), "--brief")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 60


def test_the_screen_has_what_the_document_has() -> None:
    plan = ("--deals", "12", "--players", "simple,simple,random")
    shown = invoke("simulate", *plan, columns=60).stdout
    assert max(map(len, shown.splitlines())) <= 60
    rows = {line.split()[0]: line.split() for line in shown.splitlines() if line}
    found = document(*plan)
    assert [one["name"] for one in found["people"]] == ["simple-1", "simple-2", "random-3"]
    assert [one["player"] for one in found["players"]] == ["simple", "random"]
    for one in (*found["people"], *found["players"]):
        assert (one["name"] or one["player"]) in rows
    received, won = shown.split("hu if not won")
    for one in found["people"]:
        row = next(line.split() for line in received.splitlines() if line.startswith(one["name"]))
        assert row[1:4] == [str(one["deals"]), str(one["wins"]), f"{one['average']:+.1f}"]
        row = next(line.split() for line in won.splitlines() if line.startswith(one["name"]))
        assert row[1:4] == [str(count) for count in one["shapes"].values()]


def test_one_name_is_for_everybody_and_four_sit_at_an_articles_table() -> None:
    found = document("--deals", "4", "--players", "random", "--rules", "article", "--set", "jokers=flowers")
    assert [one["player"] for one in found["people"]] == ["random"] * 4
    assert [one["deals"] for one in found["people"]] == [3] * 4
    assert found["rules"] == {"preset": "article", "options": {"jokers": "flowers"}}
    assert found["players"] == []


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--deals", "0"), "--deals: it must be from 1"),
        (("--deals", "100000001"), "--deals: it must be from 1"),
        (("--seed", "-1"), "--seed: it must be from 0"),
        (("--players", "greedy,simple"), "--players: these rules want 3 players, not 2"),
        (("--rules", "article", "--players", "greedy,greedy,greedy"), "these rules want 4 players, not 3"),
        (("--players", "[red]x,greedy,\x1b[2J"), "\\x1b[2J"),
        (("--processes", "0"), "--processes: it must be from 1"),
        (("--set", "piao_hu=many"), "--set: piao_hu"),
        (("--rules", "nowhere"), "--rules: nowhere"),
    ],
)
def test_what_cannot_be_meant_is_refused(args: tuple[str, ...], says: str) -> None:
    result = invoke("simulate", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr


def test_a_folder_with_something_in_it_and_what_is_no_folder_are_refused(tmp_path: Path) -> None:
    there = tmp_path / "mine"
    there.write_bytes(b"")
    for out, says in ((tmp_path, "not empty"), (there, "not a folder")):
        result = invoke("simulate", "--deals", "1", "--players", "random", "--out", str(out))
        assert result.exit_code == 2
        assert says in result.stderr
    assert list(tmp_path.iterdir()) == [there]


def test_logs_go_into_a_folder_of_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "[red] a" / "$1"
    result = invoke("simulate", "--deals", str(SESSION + 1), "--players", "random", "--no-deck", "--out", str(folder))
    assert result.exit_code == 0
    (path,) = folder.iterdir()
    log = path.read_bytes()
    assert b'"deck"' not in log
    assert log.count(b'"type":"sealed"') == SESSION + 1
    assert "[red] a" in result.stderr


def test_what_cannot_be_written_ends_it_without_a_traceback() -> None:
    result = run("simulate", "--deals", "1", "--players", "random", "--out", "/proc/none/of/it")
    assert result.returncode == 74
    assert b"Traceback" not in result.stderr
    assert result.stdout == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_it_and_its_processes_without_a_word(tmp_path: Path) -> None:
    folder = tmp_path / "begun"
    plan = ("--deals", "100000", "--players", "random", "--processes", "2", "--out", str(folder))
    process = start("simulate", *plan, stdout=-1, stderr=-1)
    while not folder.exists() and process.poll() is None:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_deals_go_into_an_archive_once(tmp_path: Path) -> None:
    archive = str(tmp_path / "archive.duckdb")
    first = invoke("simulate", "--deals", "24", "--players", "simple", "--archive", archive)
    assert (first.exit_code, "24 deals were put into" in first.stderr) == (0, True)
    again = invoke("simulate", "--deals", "24", "--players", "simple", "--archive", archive)
    assert "has these deals already" in again.stderr
    longer = invoke("simulate", "--deals", "36", "--players", "simple", "--archive", archive)
    assert "12 deals were put into" in longer.stderr
    asked = invoke("query", "SELECT count(*), count(DISTINCT id) FROM deals", "--archive", archive, "--csv")
    assert asked.stdout.splitlines()[-1] == "36,36"
    assert invoke("simulate", "--archive", archive, "--out", str(tmp_path / "logs")).exit_code == 2
