"""The documents, run: what they show is what is printed, and the files they write are the files they say.

A document's fenced blocks count in order, in a folder of their own that has the project's ``fixtures`` and ``docs``:

- ``console``: lines that begin with ``$ `` are commands (a ``\\`` at the end goes on in the next line); what follows is
  what they print, errors included, 80 columns wide. A line ``…`` stands for one or more lines left out.
- any other with a second word, such as ``toml hand.toml``: a file of that name and content. One that the project has
  (``docs/examples/…``) is shown, not written.

``python -m tests.docs`` says where a document is not what is printed; ``--write`` puts in what is. Where lines had been
left out all are put in, to be cut again by hand.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.command_line import ROOT, environment, invoke

DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
CUT = "…"
_FOR_A_SHELL = set("|<>;&$*`")


@dataclass(frozen=True)
class Block:
    """A fenced block: the words after its fence, its lines, and the index of the first of them in the document."""

    words: list[str]
    lines: list[str]
    first: int


@dataclass(frozen=True)
class Checked:
    """A block and what should stand in it. ``holds``: whether what stands there is that, or that with lines cut."""

    block: Block
    printed: list[str]
    holds: bool


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown text."""
    words: list[str] | None = None
    lines: list[str] = []
    for index, line in enumerate(text.split("\n")):
        if not line.startswith("```"):
            lines.append(line)
        elif words is None:
            words, lines = line[3:].split(), []
        else:
            yield Block(words, lines, index - len(lines))
            words, lines = None, []


def commands(block: Block) -> Iterator[tuple[list[str], list[str]]]:
    """Of a console block: each command's lines, and the lines that are said to follow."""
    shown: list[tuple[list[str], list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            shown.append(([line], []))
        elif not shown:
            raise ValueError(f"line {block.first + 1}: a console block begins with a command")
        else:
            command, output = shown[-1]
            (command if command[-1].endswith("\\") else output).append(line)
    yield from shown


def agrees(said: list[str], printed: list[str]) -> bool:
    """Whether the lines said are those printed, where ``…`` stands for lines left out."""
    pattern = "".join(r"(?:.*\n)+?" if line == CUT else re.escape(line) + r"\n" for line in said)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


class Desk:
    """A folder where commands are run one after the other. ``quick``: `duzihu` in this process where no shell is
    needed."""

    def __init__(self, folder: Path, *, quick: bool = True) -> None:
        self.folder = folder
        self._quick = quick
        self._status = 0
        for name in ("fixtures", "docs"):
            (folder / name).symlink_to(ROOT / name)
        self._programs = folder / ".programs"
        self._programs.mkdir()
        self._program("duzihu", "-c", "from cli.main import main; main()")
        self._program("python3")

    def _program(self, name: str, *arguments: str) -> None:
        path = self._programs / name
        path.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, *arguments])} "$@"\n', encoding="utf-8")
        path.chmod(0o755)

    def run(self, command: str) -> str:
        """What a command prints."""
        if command == "echo $?":
            return f"{self._status}\n"
        if self._quick and command.startswith("duzihu ") and not _FOR_A_SHELL & set(command):
            with chdir(self.folder):
                result = invoke(*shlex.split(command)[1:])
            self._status = result.exit_code
            return result.output
        env = environment({"COLUMNS": "80", "PATH": f"{self._programs}{os.pathsep}{os.environ['PATH']}"})
        done = subprocess.run(
            ["sh", "-c", command], cwd=self.folder, env=env, timeout=60, check=False, encoding="utf-8",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self._status = done.returncode
        return done.stdout

    def work_through(self, text: str) -> Iterator[Checked]:
        """Run a document: every block that shows something, with what it should show."""
        for block in blocks(text):
            if block.words == ["console"]:
                printed: list[str] = []
                holds = True
                for lines, said in commands(block):
                    output = self.run("".join(line.removesuffix("\\") for line in lines)[2:]).splitlines()
                    holds = agrees(said, output) and holds
                    printed += [*lines, *output]
                yield Checked(block, block.lines if holds else printed, holds)
            elif len(block.words) == 2:
                name = block.words[1]
                if (ROOT / name).exists():
                    content = (ROOT / name).read_text(encoding="utf-8").splitlines()
                    yield Checked(block, content, block.lines == content)
                else:
                    (self.folder / name).write_text("".join(f"{line}\n" for line in block.lines), encoding="utf-8")


def checked(document: Path, *, quick: bool = True) -> list[Checked]:
    """Every block of a document that shows something."""
    with TemporaryDirectory() as folder:
        return list(Desk(Path(folder), quick=quick).work_through(document.read_text(encoding="utf-8")))


def main(arguments: list[str]) -> int:
    """Say which blocks are not what is printed (1 if any), or write them."""
    if arguments not in ([], ["--write"]):
        sys.stderr.write("usage: python -m tests.docs [--write]\n")
        return 2
    wrong = 0
    for document in DOCUMENTS:
        lines = document.read_text(encoding="utf-8").split("\n")
        for result in reversed([result for result in checked(document) if not result.holds]):
            block = result.block
            lines[block.first : block.first + len(block.lines)] = result.printed
            to_cut = ", to be cut again" if CUT in block.lines and arguments else ""
            sys.stderr.write(f"{document.relative_to(ROOT)}:{block.first + 1}: differs{to_cut}\n")
            wrong += 1
        if arguments:
            document.write_text("\n".join(lines), encoding="utf-8")
    return 1 if wrong and not arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
