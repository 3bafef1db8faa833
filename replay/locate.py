"""Where the values of a JSON or TOML text stand: their paths and lines, for the faults that name them.

A path is that of ``Fault.field``: ``players[1].hand``; a key that is no plain word stands quoted in it. The text must
be one that a JSON or TOML parser has accepted (keys may repeat in JSON, and NaN stand in it).
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct


class Spot(Struct, frozen=True):
    """A value and where it stands. ``line``: from 1. ``token``: a scalar or the bracket that opens a list or table, as
    written. ``key``: the key that leads to it, as written; ``None`` for members of lists and the text as a whole."""

    path: str
    line: int
    token: str
    key: str | None = None


_LAST_STEP = re.compile(r"""(?:\[\d+\]|\.?(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"))$""")
_PLAIN_KEY = re.compile("[A-Za-z0-9_-]+")
_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r]+|\#[^\n]*)
    | \"\"\"(?:[^\\]|\\.)*?\"\"\"\"{0,2} | '''.*?''''{0,2}
    | "(?:[^"\\]|\\.)*" | '[^'\n]*'
    | [][{},=:.\n] | [^][{},=:.\n\s"'\#]+""",
    re.VERBOSE | re.DOTALL,
)


def child(path: str, key: str) -> str:
    """The path of a table's member."""
    if not _PLAIN_KEY.fullmatch(key):
        key = json.dumps(key, ensure_ascii=not key.isprintable())
    return f"{path}.{key}" if path else key


def json_spots(text: str) -> list[Spot]:
    """Every value of a JSON text in the order written."""
    scan = _Scan(text, json.loads)
    scan.value("", None)
    return scan.spots


def toml_spots(text: str) -> list[Spot]:
    """Every value of a TOML text in the order written, its ``[headers]`` among them; the first is the whole text."""
    import tomllib

    scan = _Scan(text, lambda token: tomllib.loads("key = " + token)["key"])
    scan.document()
    return scan.spots


def lines_of(spots: Iterable[Spot]) -> dict[str, int]:
    """The line of every path; the first, where it is spoken of again."""
    lines: dict[str, int] = {}
    for spot in spots:
        lines.setdefault(spot.path, spot.line)
    return lines


def line_at(lines: Mapping[str, int], path: str) -> int:
    """The line of the value at ``path``, or of the nearest thing around it."""
    while path and path not in lines:
        path = _LAST_STEP.sub("", path)
    return lines.get(path, 1)


class _Scan:
    """One pass over the tokens of a text."""

    def __init__(self, text: str, unquoted: Callable[[str], str]) -> None:
        self.unquoted = unquoted
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        self.spots: list[Spot] = []
        line = 1
        for match in _TOKEN.finditer(text):
            if match["skip"] is None:
                self.tokens.append((match[0], line))
            line += match[0].count("\n")
        self.tokens.append(("", line))

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    def skip(self, *tokens: str) -> None:
        """Past any of these."""
        while self.token in tokens:
            self.at += 1

    def value(self, path: str, key: str | None) -> None:
        self.skip("\n")
        token, line = self.tokens[self.at]
        self.spots.append(Spot(path, line, token, key))
        self.at += 1
        if token == "{":
            self.skip("\n", ",")
            while self.token != "}":
                self.member(path)
                self.skip("\n", ",")
            self.at += 1
        elif token == "[":
            self.skip("\n", ",")
            index = 0
            while self.token != "]":
                self.value(f"{path}[{index}]", None)
                index += 1
                self.skip("\n", ",")
            self.at += 1
        else:
            while self.token not in ("", "\n", ",", "]", "}"):  # the rest of a number or a date
                self.at += 1

    def member(self, path: str) -> None:
        """A key, which may be dotted in TOML, and its value."""
        while True:
            key, line = self.tokens[self.at]
            path = child(path, self.unquoted(key) if key[0] in "\"'" else key)
            self.at += 1
            self.skip("\n")
            if self.token != ".":
                break
            self.spots.append(Spot(path, line, key, key))
            self.at += 1
        self.at += 1  # the colon or equals sign
        self.value(path, key)

    def document(self) -> None:
        """A TOML text: members, and headers that say whose they are."""
        self.spots.append(Spot("", 1, ""))
        tables: dict[str, int] = {}
        path = ""
        self.skip("\n")
        while self.token:
            if self.token == "[":
                path = self.header(tables)
            else:
                self.member(path)
            self.skip("\n")

    def header(self, tables: dict[str, int]) -> str:
        """The path that a ``[header]`` opens. ``tables``: how many tables each ``[[header]]`` has begun so far."""
        line = self.tokens[self.at][1]
        self.at += 1
        repeated = self.token == "["
        self.skip("[")
        path = ""
        while True:
            key = self.token
            path = child(path, self.unquoted(key) if key[0] in "\"'" else key)
            self.at += 1
            if self.token != ".":
                break
            self.spots.append(Spot(path, line, key, key))
            if path in tables:
                path += f"[{tables[path] - 1}]"
            self.at += 1
        self.skip("]")
        if repeated:
            self.spots.append(Spot(path, line, key, key))
            tables[path] = tables.get(path, 0) + 1
            path += f"[{tables[path] - 1}]"
        self.spots.append(Spot(path, line, key, key))
        return path
