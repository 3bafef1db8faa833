"""`duzihu record`: line by line, and on the screen by keys and mouse."""

import json
from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot

from cli.status import Status
from cli.table.app import Answer, Events
from cli.table.record import RecordApp
from engine.events import Retracted
from replay.recording import Recording
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke
from tests.support.pilot import lines_of, played, settled, typed, where
from tests.support.screen import at_terminal

TYPED = ROOT / "fixtures" / "typed" / "by_hand.txt"
BY_HAND = TYPED.read_text(encoding="utf-8").splitlines()
BEGUN = 1 + next(at for at, line in enumerate(BY_HAND) if line.startswith("c pung 1s"))


def recording_of(path: Path, lines: list[str]) -> Recording:
    recording = Recording(path)
    for line in lines:
        assert not recording.take(line).refused
    return recording


@pytest.fixture
def begun(tmp_path: Path) -> Recording:
    """2 Chen Yu has discarded 5c, of which 0 Li Qiang can make a pung."""
    return recording_of(tmp_path / "log.jsonl", BY_HAND[:BEGUN])


# Line by line


def test_each_event_is_answered_with_its_number_player_and_cards(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    result = invoke("record", str(log), input=TYPED.read_bytes())
    assert result.exit_code == Status.NOTHING
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert len(lines) == len(log.read_bytes().splitlines())
    assert [int(line.split()[0]) for line in lines] == list(range(len(lines)))
    assert lines[12:14] == ["12 discarded Chen Yu W", "13 pung_claimed Li Qiang W"]
    assert invoke("audit", str(log)).exit_code == Status.FINDINGS  # the fixture's claim does not hold


def test_what_is_refused_is_told_with_its_paragraph_and_its_line(begun: Recording) -> None:
    before = begun.path.read_bytes()
    result = invoke("record", str(begun.path), input="l -1m\nw +2m -2m\nl -10m\n")
    assert result.exit_code == Status.FINDINGS
    assert result.stdout == ""
    assert "-:1: impossible, §4.3: seat 0 needs 1×1m in hand and holds 0" in result.stderr
    assert "-:2: irregular, §5.5: " in result.stderr
    assert "Add ! to it if the table let it stand." in result.stderr
    assert "-:3:4: card: ranks are 1 to 9 (10m)" in result.stderr
    assert begun.path.read_bytes() == before


def test_a_line_that_is_no_text_is_refused_and_those_around_it_taken(begun: Recording) -> None:
    result = invoke(
        "record", str(begun.path), input=b"\xef\xbb\xbfl pung 5c\r\n\xb2\xe4\n-2c\r\n" + b"x" * 2**21 + b"\n"
    )
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["pung_claimed", "discarded"]
    assert "-:2: not UTF-8 at byte 1; type it in UTF-8" in result.stderr
    assert "-:4: the line has " in result.stderr
    assert result.exit_code == Status.FINDINGS


def test_names_do_not_control_the_terminal(tmp_path: Path) -> None:
    head = 'deal x\nplayers "[red]\\u001b[31mA" "$1" "=1+1"\nrules cardavia\ndealer 0\n'
    result = invoke("record", str(tmp_path / "log [x].jsonl"), input=head + "note 0 \x1b]0;x\x07\n")
    assert "\x1b" not in result.stdout + result.stderr


def test_one_document_for_programs(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    result = invoke("record", str(log), "--input", str(TYPED), "--json", "--seal")
    document = json.loads(result.stdout)
    assert [seq for taken in document["taken"] for seq in taken["seqs"]] == list(range(40))
    assert (document["refused"], document["status"], document["exit_status"]) == ([], "won", 0)
    assert document["head"] in invoke("head", str(log)).stdout
    refused = json.loads(invoke("record", str(log), "--json", input="l -1m\n").stdout)
    assert refused["refused"][0]["faults"][0]["code"] == "no-deal"
    assert (refused["status"], refused["exit_status"]) == (None, 1)
    assert faults_of(document, "recorded", "$") == faults_of(refused, "recorded", "$") == []


def test_what_cannot_be_recorded_in(tmp_path: Path) -> None:
    assert invoke("record", "-", input="").exit_code == Status.USAGE
    record = tmp_path / "hand.json"
    record.write_bytes((ROOT / "fixtures" / "hands" / "three_elders.json").read_bytes())
    result = invoke("record", str(record), input="l -1m\n")
    assert result.exit_code == Status.UNREADABLE
    assert "these are hand records" in result.stderr
    assert invoke("record", str(tmp_path / "log.jsonl"), "--input", "missing").exit_code == Status.UNREADABLE


def test_a_seal_is_refused_while_the_deal_goes_on(begun: Recording) -> None:
    result = invoke("record", str(begun.path), "--seal", input="")
    assert result.exit_code == Status.FINDINGS
    assert "the last deal has not ended" in result.stderr


# On the screen


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
@pytest.mark.parametrize(
    "keys",
    [(), (*"l -1m", "enter"), (*"w +2m -2m", "enter"), ("f1",)],
    ids=["begun", "impossible", "irregular", "help"],
)
def test_a_screen(begun: Recording, size: tuple[int, int], keys: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    pressed = [{" ": "space", "+": "plus", "-": "minus"}.get(key, key) for key in keys]
    lines = typed(RecordApp(begun), *pressed, size=size)
    assert "\n".join(lines) == snapshot
    assert max(map(cell_len, lines)) <= size[0]


def test_the_help_fits(begun: Recording) -> None:
    assert "Any key leaves this help." in " ".join(typed(RecordApp(begun), "f1", size=(60, 24)))


def entered(text: str) -> list[str]:
    """Keys of an entry, Enter too."""
    return [{" ": "space", "+": "plus", "-": "minus"}.get(key, key) for key in text] + ["enter"]


def test_a_deal_begins_with_what_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "club-7.jsonl"
    answers = ["", "nosuch", "", "Li", "[b]Wang", "Li", "1", "friday"]
    app = RecordApp(Recording(path))

    async def does(pilot: "Pilot[int]") -> None:
        for answer in answers:
            await pilot.press(*entered(answer)[:-1], "enter")
            if answer == "nosuch":
                await settled(pilot)
                assert any("nosuch is neither a preset" in line for line in lines_of(app))
        await settled(pilot)
        assert app.query_one(Answer).value == "dealt 1 "

    played(app, does)
    (start,) = Recording(path).lines
    assert (start.deal, start.rules, start.players, start.dealer, start.session) == (  # type: ignore[union-attr]
        "club-7", "cardavia", ("Li", "[b]Wang", "Li"), 1, "friday",
    )  # fmt: skip


def test_with_four_at_the_table_who_sits_out_is_asked_for_and_not_who_deals(tmp_path: Path) -> None:
    """§12.1: the banker is seat 0."""
    path = tmp_path / "log.jsonl"
    keys = [key for answer in ("x", "article", "b", "c", "d", "a", "") for key in entered(answer)]
    typed(RecordApp(Recording(path)), *keys)
    (start,) = Recording(path).lines
    assert (start.rules, start.players, start.sitting_out, start.dealer) == (  # type: ignore[union-attr]
        "article", ("b", "c", "d"), "a", 0,
    )  # fmt: skip


def test_a_hand_that_nobody_showed_is_dealt_hidden_or_refused_by_its_paragraph(tmp_path: Path) -> None:
    recording = recording_of(tmp_path / "log.jsonl", BY_HAND[:5])
    recording.end_head()
    lines = typed(RecordApp(recording), "f4")
    if recording.deal.next_seq == 2:
        assert recording.lines[-1].cards == " ".join(["??"] * 23)  # type: ignore[union-attr]
    else:
        assert any("✗ impossible §1.1: a hidden card" in line for line in lines)


def test_events_are_typed_clicked_chosen_and_taken_back(begun: Recording) -> None:
    app = RecordApp(begun)

    async def does(pilot: "Pilot[int]") -> None:
        due = begun.deal.next_seq
        await pilot.click(offset=where(lines_of(app), "claim a pung of 5c"))
        await settled(pilot)
        assert begun.deal.next_seq == due + 1
        column, row = where(lines_of(app), "44467899m")
        await pilot.click(offset=(column + 4, row))
        await settled(pilot)
        assert begun.deal.state.river[-1] == (0, 6)  # type: ignore[union-attr]
        await pilot.press(*entered("w +7s -9c"))
        await settled(pilot)
        assert begun.deal.next_seq == due + 4
        choices = app.query_one("#choices", Events)
        assert choices.highlighted is None
        await pilot.press("down", "down", "up", "enter")
        await settled(pilot)
        assert app.query_one(Answer).value == "2 +"
        await pilot.press("escape", "f2", *entered("")[:-1], "enter")
        await settled(pilot)
        last = begun.lines[-1]
        assert isinstance(last, Retracted)
        assert last.reason == "misread"
        assert begun.standing[-1] == due + 2

    played(app, does, size=(120, 40))
    assert Recording(begun.path).lines == begun.lines


def test_what_the_table_let_stand_is_kept_with_f3(begun: Recording) -> None:
    typed(RecordApp(begun), *entered("w +2m -2m"), "f3")
    assert begun.lines[-2].irregular  # type: ignore[union-attr]
    assert Recording(begun.path).deal.findings[-1].let_stand


def test_what_is_impossible_is_not_kept_with_f3(begun: Recording) -> None:
    before = begun.path.read_bytes()
    lines = typed(RecordApp(begun), *entered("l -1m"), "f3")
    assert any("✗ impossible §4.3" in line for line in lines)
    assert begun.path.read_bytes() == before


def test_at_the_end_it_is_settled_sealed_and_the_next_begins(tmp_path: Path) -> None:
    recording = recording_of(tmp_path / "log.jsonl", BY_HAND)
    app = RecordApp(recording)
    lines = typed(app, size=(120, 40))
    assert any("Settlement" in line for line in lines)
    assert any("Wang Fang: does not hold" in line for line in lines)
    lines = typed(RecordApp(recording), "f8", size=(120, 40))
    assert any("The deal is sealed. Its code, for the score sheet: " in line for line in lines)
    assert invoke("verify", str(recording.path)).exit_code == Status.NOTHING
    assert any("Name of the deal:" in line for line in lines)


def test_a_deal_that_goes_on_is_neither_sealed_nor_followed(begun: Recording) -> None:
    before = begun.path.read_bytes()
    assert "A deal is sealed when it has ended." in typed(RecordApp(begun), "f8")
    assert "The deal has not ended." in typed(RecordApp(begun), "f9")
    assert begun.path.read_bytes() == before


def test_another_writer_is_told_of(begun: Recording) -> None:
    other = Recording(begun.path)
    other.take("l pung 5c -2c")
    app = RecordApp(begun)
    lines = typed(app, *entered("l pung 5c -7m"), size=(120, 40))
    assert "read the log again" in " ".join(lines)
    assert app.recording.lines == other.lines


def test_without_the_extra_it_says_what_to_install(begun: Recording, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['textual'] = None")
    for args in (("record", str(begun.path)), ("play", "--out", str(tmp_path / "new.jsonl"))):
        with at_terminal(*args, env={"PYTHONPATH": f"{ROOT}:{tmp_path}"}) as screen:
            assert screen.ends() == Status.USAGE
            assert screen.sent.splitlines() == [
                "The screen needs an extra that is not installed: pip install 'duzihu[screen]'"
            ]
    assert not (tmp_path / "new.jsonl").exists()


def test_at_a_terminal(begun: Recording) -> None:
    with at_terminal("record", str(begun.path)) as screen:
        screen.shows("0 Li Qiang>")
        screen.type("l pung 5c -2c\rw +7s -9c\r")
        screen.shows("discarded Wang Fang 9c")
        screen.type("\x11")
        assert screen.ends() == Status.NOTHING
        assert screen.restored()
    assert Recording(begun.path).deal.next_seq == begun.deal.next_seq + 4
