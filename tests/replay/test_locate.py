"""Lines and paths of values in JSON and TOML texts, held against the parsers' own values."""

import json
import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from replay.locate import child, json_spots, line_at, lines_of, toml_spots
from tests.support.records import toml_document

SCALARS = st.booleans() | st.integers() | st.text("aé\"'\\\n\t#[]{},=.:\x1b李𐀀", max_size=6)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab .\"'\\]李", max_size=3), inner, max_size=3),
    max_leaves=12,
)
TABLES = st.dictionaries(st.from_regex("[a-z0-9_-]{1,3}", fullmatch=True), VALUES, max_size=4)


def paths_in(value: Any, path: str = "") -> Iterator[str]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_in(inner, child(path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths_in(inner, f"{path}[{index}]")


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_every_value_of_a_json_text_has_its_place(value: Any, indent: int | None, plain: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    assert [spot.path for spot in json_spots(text)] == list(paths_in(value))


@given(VALUES)
def test_a_scalar_stands_in_the_line_named(value: Any) -> None:
    text = json.dumps(value, indent=1)
    for spot in json_spots(text):
        assert spot.token in text.split("\n")[spot.line - 1]


@given(TABLES)
def test_every_value_of_a_toml_text_has_its_place(table: dict[str, Any]) -> None:
    text = toml_document(table)
    assert tomllib.loads(text) == table
    assert [spot.path for spot in toml_spots(text)] == list(paths_in(table))


TOML = '''\
# [no.header]
a.b = 1979-05-27 07:32:00  # 2
c = """
x = 1
""\\""" """""  # 3-5
d = [ 1.5, # 6
  {e = \'\'\'
]\'\'\', "f g".h = 0x1}, # 7-8
]
[i."j k"]  # 10
l = +inf
[[m]]  # 12
n = 1
[[m.o]]  # 14
[[m.o]]
p = '#'  # 16
[m.q]
r = 1
[[m]]  # 19
[[m.o]]
s = 1  # 21
'''


def test_toml_headers_dots_and_texts_over_several_lines() -> None:
    lines = lines_of(toml_spots(TOML))
    assert set(paths_in(tomllib.loads(TOML))) == set(lines)
    expected = {"a": 2, "a.b": 2, "c": 3, "d": 6, "d[0]": 6, "d[1]": 7, 'd[1]."f g".h': 8, 'i."j k"': 10}
    expected |= {"i": 10, 'i."j k".l': 11, "m[0]": 12, "m[0].o[0]": 14, "m[0].o[1].p": 16, "m[0].q.r": 18, "m[1]": 19}
    expected |= {"m[1].o[0].s": 21}
    assert {path: lines[path] for path in expected} == expected
    assert lines_of(toml_spots(TOML.replace("\n", "\r\n"))) == lines


def test_what_has_no_line_has_that_of_the_nearest_thing_around_it() -> None:
    lines = {"": 1, "players": 2, "players[1]": 5, 'players[1]."x y"': 6}
    assert line_at(lines, "players[1].hand") == 5
    assert line_at(lines, "players[2].groups[0]") == 2
    assert line_at(lines, 'players[1]."x y"[3].z') == 6
    assert line_at(lines, '"a\\".b"') == 1
