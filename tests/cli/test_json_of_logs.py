"""The JSON documents of `replay`, `verify`, `head` and `seal` have the keys that docs/json.md says."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import HANDS, LOGS


@pytest.mark.parametrize(
    "more", [(), ("--at", "9"), ("--seat", "1", "--as", "corrected"), ("--at", "3", "--seat", "0")]
)
def test_a_replay_is_as_documented(more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    document = json.loads(invoke("replay", *LOGS, *HANDS, "missing", *more, "--json").stdout)
    assert faults_of(document, "document", "$") == []
    assert all(("legal" in deal) == ("--at" in more) for deal in document["deals"])


@pytest.mark.parametrize(("command", "kind"), [("verify", "seals"), ("head", "heads")])
def test_what_seals_show_is_as_documented(command: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    document = json.loads(invoke(command, *LOGS, *HANDS, "missing", "--json").stdout)
    assert faults_of(document, kind, "$") == []
    session = "fixtures/logs/session.jsonl"
    document = json.loads(invoke("verify", session, "--head", "SSHY-RZH9-XWP1-KP58", "--json").stdout)
    assert faults_of(document, "seals", "$") == []


def test_a_sealing_is_as_documented(tmp_path: Path) -> None:
    log = shutil.copy(ROOT / "fixtures/logs/disputed.jsonl", tmp_path)
    assert faults_of(json.loads(invoke("seal", str(log), "--json").stdout), "sealing", "$") == []
