"""The documents say what is: commands print what is shown, links lead somewhere, paragraphs and files are there."""

import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest

from cli.main import COMMANDS, command
from cli.status import Status
from cli.stepping import HELP
from tests.docs import DOCUMENTS, ROOT, Desk, blocks, checked

RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PROSE = (*DOCUMENTS, ROOT / "fixtures" / "README.md")
SOURCES = [path for room in ("engine", "replay", "cli") for path in (ROOT / room).rglob("*") if path.is_file()]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_what_is_shown_is_what_is_printed(document: Path) -> None:
    """The README's commands run as a reader's do, in processes of their own; `python -m tests.docs --write` mends."""
    for result in checked(document, quick=document.name != "README.md"):
        block = result.block
        place = f"{name_of(document)}:{block.first + 1}"
        assert result.holds, "\n".join(unified_diff(block.lines, result.printed, place, "printed", lineterm=""))


@pytest.mark.parametrize(
    ("shown", "holds"),
    [
        ("$ cat a\none\ntwo\nthree", True),
        ("$ cat a\none\n…", True),
        ("$ cat a\n…\nthree\n$ echo $?\n0", True),
        ("$ cat \\\n    a\n…", True),
        ("$ cat a | head -n 1\none\n$ cat b\n…", True),
        ("$ cat a", False),
        ("$ cat a\none\ntwo", False),
        ("$ cat a\none\n…\ntwo\nthree", False),
        ("$ cat a\none\n…\nthree\n…", False),
        ("$ cat a\n...", False),
        ("$ duzihu audit b\nb: nothing", False),
    ],
)
def test_a_block_that_is_not_what_is_printed_is_found(tmp_path: Path, shown: str, holds: bool) -> None:
    (result,) = Desk(tmp_path).work_through(f"```text a\none\ntwo\nthree\n```\n\n```console\n{shown}\n```\n")
    assert result.holds is holds


def anchors(text: str) -> set[str]:
    """Of each heading, what links to it."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", PROSE, ids=name_of)
def test_links_lead_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        assert "://" not in target, f"{target} leads out of the project"
        file, _, anchor = target.partition("#")
        path = document.parent / file if file else document
        assert path.exists(), target
        if anchor:
            assert anchor in anchors(path.read_text(encoding="utf-8")), target


def paragraphs() -> set[str]:
    """Every section and paragraph of the rules: ``7`` and ``7.6``."""
    found: set[str] = set()
    section = ""
    for line in RULES.splitlines():
        if heading := re.match(r"## §(\d+) ", line):
            section = heading[1]
            found.add(section)
        elif numbered := re.match(r"(\d+)\. ", line):
            found.add(f"{section}.{numbered[1]}")
    return found


@pytest.mark.parametrize("document", [*PROSE, *SOURCES], ids=name_of)
def test_paragraphs_that_are_cited_are_there(document: Path) -> None:
    if document.suffix in (".md", ".py", ".toml"):
        cited = set(re.findall(r"§(\d+(?:\.\d+)?)", document.read_text(encoding="utf-8")))
        assert cited - paragraphs() == set()


def commands_shown(text: str) -> Iterator[str]:
    for block in blocks(text):
        if block.words == ["console"]:
            yield from re.findall(r"^\$ duzihu (\w+)", "\n".join(block.lines), re.MULTILINE)


def test_the_guide_shows_every_command_and_the_readme_names_it() -> None:
    assert set(commands_shown(GUIDE)) == set(COMMANDS)
    assert set(COMMANDS) <= anchors(GUIDE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"(docs/guide.md#{name})" not in readme] == []


def options_of(loaded: Any) -> Iterator[str]:
    for inner in getattr(loaded, "commands", {}).values():
        yield from options_of(inner)
    for parameter in loaded.params:
        yield from (name for name in parameter.opts if name.startswith("--") and name != "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_guide_names_every_option_of_a_command(name: str) -> None:
    words = set(re.findall(r"--[\w-]+", GUIDE))
    assert set(options_of(command(name))) - words == set()


def test_the_guide_lists_the_exit_statuses() -> None:
    section = GUIDE.partition("## Exit statuses")[2]
    assert re.findall(r"^\| (\d+) \|", section, re.MULTILINE) == [str(status.value) for status in Status]


def test_every_key_of_the_screen_is_listed() -> None:
    text = (ROOT / "docs" / "at-the-table.md").read_text(encoding="utf-8")
    table = text.partition("`duzihu replay FILE --step`")[2].partition("\n\n##")[0]
    keys = {
        key for row in re.findall(r"^\| (`.*?|\w.*?) \| ", table, re.MULTILINE) for key in re.findall(r"[^\s`,]+", row)
    }
    assert {key for row, _ in HELP for key in row.split()} <= keys


def rows_of_files() -> Iterator[tuple[str, list[str]]]:
    """The table of files: each row's room and the names in it."""
    room = ""
    for line in ARCHITECTURE.splitlines():
        if line.startswith("| "):
            first, _, files = (cell.strip() for cell in line.strip("|").split("|"))
            if first.startswith("`"):
                room = first.split("`")[1]
            if room:
                yield room, re.findall(r"`([^`]+)`", files)


def test_the_architecture_names_every_file_and_no_other() -> None:
    named: set[Path] = set()
    for room, names in rows_of_files():
        for name in names:
            found = set((ROOT / room).glob(name if "." in name else f"{name}.py"))
            assert found, f"{room}{name} is not there"
            named |= found
    there = {path for path in SOURCES if path.suffix in (".py", ".toml") and path.name != "__init__.py"}
    assert sorted(map(name_of, there - named)) == []


def test_the_architecture_is_one_page() -> None:
    assert ARCHITECTURE.count("\n") <= 80
