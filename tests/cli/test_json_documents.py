"""The JSON documents have the keys that docs/json.md says, no more and no fewer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.main import COMMANDS
from tests.archive.archives import of_fixtures
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import HANDS, LOGS

PAGE = (ROOT / "docs/json.md").read_text(encoding="utf-8")
DIFF = ("--set", "kong_after_pung=false", "--set", "winning_discard=stays-outside", "--set", "indicator_multiplier=3")


def documented() -> dict[str, dict[str, str]]:
    """By the heading of each table: its keys, with what their values are said to be."""
    kinds = {}
    for section in re.split(r"^#+ ", PAGE, flags=re.MULTILINE)[1:]:
        rows = re.findall(r"^\| `(\w+)` \| ?(.*) \|$", section, re.MULTILINE)
        if rows:
            kinds[section.splitlines()[0]] = dict(rows)
    return kinds


KINDS = documented()


def faults_of(value: Any, kind: str, at: str) -> list[str]:
    """Where a value is not of the kind that the page says, with all that is in it."""
    if not isinstance(value, dict):
        return [f"{at} is no object of kind {kind}"]
    keys = KINDS[kind]
    required = {key for key, what in keys.items() if not what.startswith("(optional)")}
    if not required <= value.keys() <= keys.keys():
        return [f"{at} is no {kind}: {sorted(value.keys() ^ keys.keys())}"]
    return [fault for key, inner in value.items() for fault in _inside(inner, keys[key], f"{at}.{key}")]


def _inside(value: Any, what: str, at: str) -> list[str]:
    kinds = re.findall(r"\]\(#(\w+)\)", what)
    if not kinds or value is None:
        return [f"{at} is null"] if value is None and "null" not in what and kinds else []
    if isinstance(value, list) or what.startswith("an object"):
        items = value.values() if isinstance(value, dict) else value
    else:
        items = [value]
    found = []
    for index, item in enumerate(items):
        tried = [faults_of(item, kind, f"{at}[{index}]") for kind in kinds]
        found += min(tried, key=len)
    return found


@pytest.mark.parametrize(
    "args",
    [
        ("audit",),
        ("partitions",),
        ("explain",),
        ("diff", *DIFF),
        ("diff", "--rules", "cardavia"),
        ("diff", "--each-option"),
        ("dispute", "--total", "0=20,Li=30"),
    ],
    ids=" ".join,
)
def test_every_key_is_documented_and_every_documented_key_is_there(
    args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    document = json.loads(invoke(args[0], *LOGS, *HANDS, "missing", *args[1:], "--json").stdout)
    assert document["format"] == f"duzihu-{args[0]}/1"
    assert document["faults"]
    assert faults_of(document, "document", "$") == []


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        (("simulate", "--deals", "4", "--players", "simple,simple,random"), "simulated"),
        (
            ("fmt", "fixtures/typed/by_hand.txt", "fixtures/typed/broken.txt", "fixtures/logs/disputed.jsonl"),
            "formatted",
        ),
        (("template", "csv"), "sheet"),
        (("import", "fixtures/import", "fixtures/logs", "missing", "--archive", "{new}"), "imported"),
        (("rebuild", "--archive", "{copy}"), "rebuilt"),
        (("rescore", "--rules", "article", "--each-option", "--archive", "{copy}"), "rescore"),
        (("rescore", "--set", "waits=pair", "--set", "piao_hu=0", "--archive", "{copy}"), "rescore"),
        (("rescore", "--rules", "article", "--parquet", "{ends}", "--out", "{out}"), "rescored"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:3]),
)
def test_documents_of_a_command_of_its_own(
    args: tuple[str, ...], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    places = {name: str(tmp_path / name) for name in ("new", "copy", "out", "ends")}
    Path(places["copy"]).write_bytes(of_fixtures().read_bytes())
    if "{ends}" in args:
        invoke("export", "--to", places["ends"], "--table", "ends", "--archive", places["copy"])
    document = json.loads(invoke(*(arg.format(**places) for arg in args), "--json").stdout)
    assert faults_of(document, kind, "$") == []
    assert f"`{document['format']}`" == KINDS[kind]["format"]


def test_every_form_of_document_is_on_the_page() -> None:
    named = {name for keys in KINDS.values() for name in re.findall(r"duzihu-[a-z-]+/1", keys.get("format", ""))}
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "cli").rglob("*.py")))
    printed = set(re.findall(r"duzihu-[a-z-]+/1", code)) - {"duzihu-log/1", "duzihu-hand/1"}
    assert printed <= named
    assert named - printed <= {f"duzihu-{name}/1" for name in COMMANDS}


def test_the_page_describes_the_objects_it_names() -> None:
    assert set(re.findall(r"\]\(#(\w+)\)", PAGE)) == KINDS.keys() - {"document"}


def test_a_key_too_many_or_too_few_would_be_seen() -> None:
    group = {"form": "run", "cards": "1m 2m 3m"}
    assert faults_of(group, "group", "$") == []
    assert faults_of(group | {"more": 1}, "group", "$")
    assert faults_of({"form": "run"}, "group", "$")
    assert _inside([group, {}], KINDS["reading"]["groups"], "$")
    assert _inside(None, KINDS["reading"]["groups"], "$")
