"""`duzihu sensitivity`: which options matter, on the screen and as JSON."""

import io
import json
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from cli.render import progress
from cli.render.progress import Count
from cli.status import Status
from engine.options import OPTIONS
from engine.rulesets import shown
from replay.sensitivity import sensitivity
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import all_reports, named

DISPUTED = "fixtures/logs/disputed.jsonl"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_log(columns: int, snapshot: SnapshotAssertion) -> None:
    assert invoke("sensitivity", DISPUTED, columns=columns).stdout == snapshot


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("logs/kong_after_a_pung_by_house_rule.jsonl", ()),
        ("logs/session.jsonl", ("--deal", "evening-3")),
        ("logs/unfinished.jsonl", ()),
        ("hands/qing_hu.json", ()),
        ("hands/false_win.json", ()),
    ],
)
def test_what_else_may_matter(name: str, args: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    assert invoke("sensitivity", f"fixtures/{name}", *args).stdout == snapshot


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_screen(columns: int) -> None:
    lines = invoke("sensitivity", "fixtures/logs/winner_is_not_the_highest.jsonl", columns=columns).stdout.splitlines()
    assert max(map(len, lines)) <= columns


def test_every_option_is_told_once_in_its_place() -> None:
    page = invoke("sensitivity", DISPUTED, columns=200).stdout
    (report,) = [one for one in all_reports() if one.source == DISPUTED]
    result = sensitivity(report)
    assert result is not None
    alone, _, rest = page.partition("Only together with another")
    together, _, silent = rest.partition("Without effect at any value tried")
    silent = silent.partition("\n\n")[0]
    for effect in result.effects:
        place = alone if effect.alone else together if effect.together else silent
        assert effect.option.name in place.split()
    assert len(silent.split(" · ")) == sum(not one.alone and not one.together for one in result.effects) - silent.count(
        "\n", 1
    )


def test_the_document_has_the_keys_that_are_documented() -> None:
    inputs = [f"fixtures/{name}" for name in ("logs/unfinished.jsonl", "logs/two_could_win_the_same_discard.jsonl")]
    document = json.loads(invoke("sensitivity", *inputs, "fixtures/hands/qing_hu.json", "missing", "--json").stdout)
    assert document["format"] == "duzihu-sensitivity/1"
    assert document["faults"]
    assert faults_of(document, "document", "$") == []


def test_the_document_has_every_option_and_what_proves_that_it_matters() -> None:
    (deal,) = json.loads(invoke("sensitivity", DISPUTED, "--json").stdout)["deals"]
    effects = deal["sensitivity"]["effects"]
    assert sorted(effect["option"] for effect in effects) == sorted(option.name for option in OPTIONS)
    for effect in effects:
        assert bool(effect["trials"]) is (effect["matters"] in ("alone", "together"))
        for trial in effect["trials"]:
            assert effect["option"] in [change["option"] for change in trial["changes"]]
            assert len(trial["changes"]) == {"alone": 1, "together": 2}[effect["matters"]]


def test_what_is_printed_as_the_cheapest_change_does_what_is_said() -> None:
    """Applied to the deal by `diff`, it gives the totals that stand beside it."""
    for name in ("logs/winner_is_not_the_highest.jsonl", "hands/settlement_140_40_100.json"):
        (deal,) = json.loads(invoke("sensitivity", f"fixtures/{name}", "--json").stdout)["deals"]
        cheapest = [one["cheapest"] for one in deal["sensitivity"]["reversals"] if one["cheapest"]]
        assert cheapest
        for trial in cheapest:
            settings = [f"--set={change['option']}={shown(change['new'])}" for change in trial["changes"]]
            (other,) = json.loads(invoke("diff", f"fixtures/{name}", *settings, "--json").stdout)["deals"]
            seats = other["other"]["changes"]["seats"]
            assert [seat["total"]["new"] for seat in seats] == trial["totals"]
            assert [seat["payment"]["new"] for seat in seats] == trial["payments"]


def test_the_exit_status_is_that_of_the_audit() -> None:
    for name in ("logs/disputed.jsonl", "hands/qing_hu.json"):
        expected = max(report.exit_status for report in all_reports() if report.source == f"fixtures/{name}")
        assert invoke("sensitivity", f"fixtures/{name}").exit_code == expected
    assert invoke("sensitivity", "missing").exit_code == Status.UNREADABLE
    assert invoke("sensitivity", DISPUTED, "--deal", "no such").exit_code == Status.USAGE
    assert invoke("sensitivity").exit_code == Status.USAGE


def test_a_deal_that_cannot_be_folded_has_nothing_to_try(tmp_path: Path) -> None:
    log = tmp_path / "headless [1].jsonl"
    log.write_bytes(b"".join((ROOT / DISPUTED).read_bytes().splitlines(keepends=True)[1:]))
    result = invoke("sensitivity", str(log))
    assert result.exit_code == Status.FINDINGS
    assert "Nothing to try: no part of it could be folded" in result.stdout
    (deal,) = json.loads(invoke("sensitivity", str(log), "--json").stdout)["deals"]
    assert deal["sensitivity"] is None


def test_names_are_never_markup_nor_templates_nor_control(tmp_path: Path) -> None:
    path = tmp_path / "hostile.json"
    named(("[red]{seat}[/red]", "\x1b[31mWang", "=1+1"), path)
    page = invoke("sensitivity", str(path), columns=120).stdout
    assert "0 [red]{seat}[/red] has the highest total" in page
    assert "\\x1b[31mWang pays instead of receiving" in page
    assert "\x1b" not in page


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_counts_on_a_terminal_and_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = _Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    monkeypatch.setenv("TERM", "xterm")
    with Count("rule sets") as count:
        count(1, 3)
        count(2, 3)
    assert "rule sets" in screen.getvalue()
    assert "2/3" in screen.getvalue()
    assert screen.getvalue().endswith("\x1b[2K")


def test_no_bar_before_it_takes_long_nor_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen, patience in ((_Terminal(), 60.0), (io.StringIO(), -1.0)):
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(progress, "PATIENCE", patience)
        with Count("rule sets") as count:
            count(1, 3)
        assert screen.getvalue() == ""
