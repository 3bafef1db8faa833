"""The rules of the house (docs/architecture.md): who may import whom, what the engine never touches, and tidiness."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import events

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "replay", "cli", "tests", "benchmarks", "docs", "fixtures", ".github")
LONGEST = 450
"""Lines of the longest file of code that one person holds in mind."""

SOURCES = sorted(path for folder in ("engine", "replay", "cli") for path in (ROOT / folder).rglob("*.py"))
ENGINE = [path for path in SOURCES if path.is_relative_to(ROOT / "engine")]
TESTS = sorted((ROOT / "tests").rglob("*.py"))

WORLDLY = {
    *("asyncio", "getpass", "glob", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "platform"),
    *("random", "secrets", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile"),
    *("threading", "time", "urllib", "uuid", "warnings"),
}
"""Standard modules that reach files, clock, chance, screen or the process."""

WORLDLY_CALLS = {"open", "print", "input", "eval", "exec", "compile", "breakpoint", "__import__", "globals", "exit"}
CLOCK_METHODS = {"now", "today", "utcnow", "fromtimestamp"}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported(tree: ast.Module) -> set[str]:
    """The top names of all that is imported, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their package"
            names.add(str(node.module).split(".")[0])
    return names


def run_python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )


def test_cli_knows_replay_and_replay_knows_engine_never_back() -> None:
    """The contracts of pyproject.toml."""
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    done = run_python("-c", code)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_imports_msgspec_and_the_standard_library_only(path: Path) -> None:
    names = imported(tree_of(path))
    assert names <= {"engine", "msgspec", *sys.stdlib_module_names}
    assert not names & WORLDLY


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_touches_no_file_clock_chance_or_screen(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in WORLDLY_CALLS, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in CLOCK_METHODS, f"line {node.lineno}"


def test_replay_knows_no_screen() -> None:
    for path in SOURCES:
        if path.is_relative_to(ROOT / "replay"):
            assert not imported(tree_of(path)) & {"cli", "rich", "typer", "click"}, name_of(path)


def test_starting_the_program_loads_only_what_every_command_needs() -> None:
    done = run_python("-c", "import cli.main, json, sys; print(json.dumps(sorted(sys.modules)))")
    assert done.returncode == 0, done.stderr
    loaded = set(json.loads(done.stdout))
    assert "cli.main" in loaded
    assert loaded.isdisjoint({"rich", "duckdb", "portalocker", "pyarrow", "textual", "tomllib"})


def public(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Public functions and classes of a module, and the public methods of those classes."""
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    for node in tree.body:
        if isinstance(node, definitions) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, definitions) and not member.name.startswith("_"):
                        yield member


EVENTS = {
    kind.__name__: str(kind.__struct_config__.tag)
    for kind in vars(events).values()
    if isinstance(kind, type) and issubclass(kind, events._Event) and not kind.__name__.startswith("_")
}
"""Structs of events and their types: what they are is said by the table of docs/formats.md."""


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_what_is_public_has_a_docstring(path: Path) -> None:
    tree = tree_of(path)
    if path.name != "__init__.py" or tree.body:
        assert ast.get_docstring(tree), "the module"
    of_events = EVENTS if path.name == "events.py" else {}
    missing = [node.name for node in public(tree) if node.name not in of_events and not ast.get_docstring(node)]
    assert missing == []


def test_every_event_stands_in_the_table_of_the_formats() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"), re.MULTILINE)
    table = {type_ for row in rows for type_ in re.findall(r"`(\w+)`", row)}
    assert table == set(EVENTS.values()) - {"x_"}


@pytest.mark.parametrize("path", [*SOURCES, *TESTS], ids=name_of)
def test_no_file_is_longer_than_one_person_holds_in_mind(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST


def test_nothing_names_a_place_outside_the_project() -> None:
    """Neither the machine it was made on nor what lay beside it there."""
    outside = re.compile(r"(?<![\w.])/" + r"work(?![\w])|(?<![\w])shared" + r"/")
    files = [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    files += [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    text = {path: path.read_bytes().decode("utf-8", "replace") for path in files if path.suffix != ".pyc"}
    assert len(text) > 50
    assert [name_of(path) for path, content in text.items() if outside.search(content)] == []
