"""The lines of a file: only LF ends one, and no line is held that is too long."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.lines_of import LONGEST_LINE, OverLong, lines_of


def lines(raw: bytes, longest: int = LONGEST_LINE) -> list[bytes | OverLong]:
    return list(lines_of(io.BytesIO(raw), longest))


@pytest.mark.parametrize(
    "raw", [b"a\rb\n", b"a\x0bb\x0cc\x1cd\x85e\n", "a\u2028b\u2029c\u0085d\n".encode(), b"a\r\n", b"a\x00b\n"]
)
def test_nothing_but_a_line_feed_ends_a_line(raw: bytes) -> None:
    assert lines(raw) == [raw]


def test_a_last_line_without_its_line_feed_is_given_whole() -> None:
    assert lines(b"one\ntwo") == [b"one\n", b"two"]


def test_an_empty_file_has_no_lines() -> None:
    assert lines(b"") == []


def test_blank_lines_are_lines() -> None:
    assert lines(b"\n\nx\n") == [b"\n", b"\n", b"x\n"]


def test_the_longest_line_counts_its_line_feed() -> None:
    assert lines(b"123\n1234\n12\n", 4) == [b"123\n", OverLong(5, torn=False), b"12\n"]


def test_a_torn_line_of_just_the_longest_is_given() -> None:
    assert lines(b"1234", 4) == [b"1234"]


def test_an_over_long_last_line_is_torn_as_well() -> None:
    assert lines(b"1\n123456789", 4) == [b"1\n", OverLong(9, torn=True)]


class Endless(io.RawIOBase):
    """A file of ``size`` bytes without a line feed, that counts how much of it is asked for at once."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        count = min(len(buffer), self.left)
        assert count <= LONGEST_LINE
        buffer[:count] = b"x" * count
        self.left -= count
        return count


def test_a_huge_line_is_never_held() -> None:
    size = 40 * LONGEST_LINE + 3
    assert list(lines_of(io.BufferedReader(Endless(size)))) == [OverLong(size, torn=True)]


@given(st.lists(st.binary(max_size=9).map(lambda part: part.replace(b"\n", b""))), st.integers(2, 12))
def test_lines_are_the_file_but_for_the_over_long(parts: list[bytes], longest: int) -> None:
    raw = b"\n".join(parts)
    split = [part + b"\n" for part in parts[:-1]] + parts[-1:]
    expected: list[bytes | OverLong] = [
        line if len(line) <= longest else OverLong(len(line), torn=not line.endswith(b"\n")) for line in split if line
    ]
    assert lines(raw, longest) == expected
