"""What a source is, by its content and then by its ending; and that every byte of it has one fate."""

import io
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from replay.imports import sources
from replay.imports.pieces import Reading
from replay.imports.sources import open_source
from tests.imports.reading import RULES, accounted, opened, sheet
from tests.support.records import WORKED, toml_document

FOLDER = Path(__file__).parents[2] / "fixtures" / "import"
LOG = (FOLDER.parent / "logs" / "disputed.jsonl").read_bytes()
LINE = json.dumps(WORKED, ensure_ascii=False).encode() + b"\n"
PRETTY = json.dumps(WORKED, indent=1).encode()
TEXTS = sorted(path for path in FOLDER.iterdir() if path.suffix != ".xlsx")


def kind(content: bytes, name: str = "source") -> str:
    return open_source(name, io.BytesIO(content), RULES).kind


# Kinds


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (LOG, "log"),
        (b'{"seq":0,"type":\n' + LOG, "log"),
        (LINE, "jsonl"),
        (b"\n\n" + LINE + LINE, "jsonl"),
        (LINE[:-1], "jsonl"),
        (PRETTY, "json"),
        (b"\r\n " + PRETTY, "json"),
        (b"[1, 2,\n 3", "json"),
        (toml_document(WORKED).encode(), "toml"),
        (b"# a comment\n\nformat = 1\n", "toml"),
        (sheet({}).encode(), "csv"),
        ("# 注\n\n".encode() + sheet({}).encode(), "csv"),
        (b"date;dealer;hand 1\n", "csv"),
        (sheet({}, language="it", delimiter="\t").encode(), "csv"),
        ((FOLDER / "typed.txt").read_bytes(), "typed"),
        (b"duzihu-deal/1\n", "typed"),
        (b"", "unknown"),
        (b"\n# nothing\n", "unknown"),
        (b"\xef\xbb\xbf", "unknown"),
        (b"hello, world\n", "unknown"),
        (b"date,dealer\n", "unknown"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "unknown"),
        (bytes(range(256)), "unknown"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["source", "source.csv", "source.json", "source.xlsx"])
def test_content_says_what_it_is_and_the_ending_only_where_that_is_silent(
    content: bytes, found: str, name: str
) -> None:
    if found != "unknown":
        assert kind(content, name) == found
    elif name in ("source", "source.xlsx"):
        assert kind(content, name) == "unknown"
        read = opened(content, name)
        assert read.fates == "r"
        assert read.source.size == len(content)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a.jsonl", "jsonl"),
        ("a.JSON", "json"),
        ("a.toml", "toml"),
        ("a.csv", "csv"),
        ("a.tsv", "csv"),
        ("a.txt", "unknown"),
    ],
)
def test_by_its_ending_it_is_rejected_as_what_it_should_have_been(name: str, found: str) -> None:
    read = opened("一二三\n".encode(), name)
    assert read.source.kind == found
    assert read.fates == "r"
    assert read.pieces[0].text == "一二三\n"


@pytest.mark.parametrize("text", ["", "\n", "# only this\n", ",,,\n\n"])
def test_what_holds_nothing_is_said_to_be_empty(text: str) -> None:
    for name in ("a", "a.csv", "a.jsonl"):
        assert opened(text.encode(), name).codes == ["empty"]


def test_lines_that_end_in_cr_alone_are_told() -> None:
    assert opened(sheet({}).replace("\n", "\r").encode()).codes == ["lone-cr"]
    assert opened(PRETTY.replace(b"\n", b"\r")).records == opened(PRETTY).records


# Logs


def test_a_plain_log_is_its_stream_itself() -> None:
    stream = io.BytesIO(LOG)
    log = open_source("log", stream, Reading())
    assert log.stream is stream
    assert stream.tell() == 0
    assert (log.size, log.skipped, log.crlf, log.known) == (len(LOG), 0, False, "plain")
    assert log.raw_size is not None
    assert log.raw_size(LOG[:100]) == 100


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_log_is_the_same_in_every_encoding(codec: str, end: str) -> None:
    text = LOG.decode().replace("Li Qiang", "李强\u2028").replace("\n", end)
    content = text.encode(codec)
    told = Reading(encoding="utf-16-be") if codec == "utf-16-be" else Reading()
    log = open_source("log", io.BytesIO(content), told)
    assert log.kind == "log"
    assert log.stream is not None
    assert log.raw_size is not None
    read = log.stream.read()
    assert read.decode() == text.replace("\r\n", "\n")
    assert log.skipped + sum(map(log.raw_size, read.splitlines(keepends=True))) == len(content)
    assert log.digest == open_source("log", io.BytesIO(read), Reading()).digest


def test_a_log_that_does_not_decode_is_rejected_with_its_line() -> None:
    content = LOG.decode().replace("Li Qiang", "李强").encode("gb18030").replace(b"\n", b"\n\xff", 2)[:-1]
    read = opened(content, "log", Reading(encoding="gb18030"))
    (fault,) = read.pieces[0].faults
    assert (fault.code, fault.line, fault.token) == ("not-text", 2, "0xff")


def test_a_torn_log_in_cr_lf_keeps_its_torn_line() -> None:
    content = LOG.replace(b"\n", b"\r\n")[:-9]
    log = open_source("log", io.BytesIO(content), Reading())
    assert log.crlf
    assert log.stream is not None
    assert log.stream.read() == content.replace(b"\r\n", b"\n")


# Bounds


def test_only_logs_may_be_longer_than_what_is_read_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LARGEST", 1000)
    assert open_source("log", io.BytesIO(LOG), Reading()).kind == "log"
    read = opened(LINE * 2)
    assert read.codes == ["too-large"]
    assert (read.pieces[0].size, read.pieces[0].text) == (2 * len(LINE), "")


def test_lines_beyond_number_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_LINES", 3)
    assert opened(LINE * 3).fates == "rrr"
    assert opened(LINE + b"\n" * 3).codes == ["too-large"]
    assert open_source("log", io.BytesIO(LOG), Reading()).kind == "log"


def test_what_is_no_text_is_kept_out_of_the_reject() -> None:
    assert opened(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100)).pieces[0].text == ""
    assert opened(bytes(range(128, 160)) * 40).pieces[0].text.startswith("\\x80\\x81")


def test_the_detected_encoding_is_said_and_another_can_be_told() -> None:
    content = sheet({"name0": "王芳", "dealer": "王芳", "winner": "王芳"}).encode("gb18030")
    assert (opened(content).source.encoding, opened(content).source.known) == ("gb18030", "detected")
    told = Reading(encoding="gbk", rules="cardavia")
    assert (opened(content, reading=told).source.known, opened(content, reading=told).fates) == ("told", "ir")
    assert opened(content, "a.csv", Reading(encoding="utf-8")).fates == "r"


# Whatever it holds

DAMAGE = st.lists(
    st.tuples(
        st.floats(0, 1, exclude_max=True),
        st.integers(0, 3),
        st.sampled_from(
            [b"", b'"', b",", b"\n", b"\r\n", b"\0", b"\xff", b"{", b"#", "李".encode(), b"\xef\xbb\xbf", b"="]
        ),
    ),
    max_size=4,
)


@settings(max_examples=100)
@given(
    path=st.sampled_from(TEXTS),
    codec=st.sampled_from(("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030", "as it is")),
    crlf=st.booleans(),
    damage=DAMAGE,
    told=st.sampled_from((None, None, "gb18030", "utf-8", "utf-16-le")),
)
@example(path=FOLDER / "club.toml", codec="utf-8", crlf=True, damage=[(0.0, 3, b"")], told=None)
def test_every_byte_of_a_damaged_source_has_one_fate(
    path: Path, codec: str, crlf: bool, damage: list[tuple[float, int, bytes]], told: str | None
) -> None:
    content = path.read_bytes()
    if codec != "as it is":
        text = open_text(content)
        content = (text.replace("\n", "\r\n") if crlf else text).encode(codec)
    for where, length, other in damage:
        at = int(where * len(content))
        content = content[:at] + other + content[at + length :]
    source = open_source(path.name, io.BytesIO(content), Reading(encoding=told, rules="cardavia"))
    assert source.size == len(content)
    if source.pieces is not None:
        pieces = list(source.pieces)
        accounted(source, pieces)
        lines = [piece.line for piece in pieces]
        assert lines == sorted(lines)
    else:
        assert source.stream is not None
        assert source.raw_size is not None
        read = source.stream.read()
        try:
            read.decode()
        except UnicodeDecodeError:
            assert source.encoding == "utf-8"
        else:
            assert source.skipped + source.raw_size(read) == len(content)


def open_text(content: bytes) -> str:
    """A fixture's text, whatever it is written in."""
    for codec in ("utf-8-sig", "utf-16", "gb18030"):
        try:
            return content.decode(codec).replace("\r\n", "\n")
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


@given(content=st.binary(max_size=200), name=st.sampled_from(("a", "a.csv", "a.json", "a.jsonl", "a.toml", "a.xlsx")))
def test_nothing_is_raised_for_any_bytes(content: bytes, name: str) -> None:
    source = open_source(name, io.BytesIO(content), RULES)
    if source.pieces is not None:
        accounted(source, list(source.pieces))


def test_order_of_rows_does_not_matter_to_their_fates() -> None:
    rows = [sheet({}), sheet({"dealer": "nobody"}), sheet({"card": "7x"})]
    heads = rows[0].splitlines(keepends=True)[0]
    lines = [row.splitlines(keepends=True)[1] for row in rows]
    Random(1).shuffle(lines)
    read = opened((heads + "".join(lines)).encode())
    assert sorted(read.fates) == ["i", "r", "r", "r"]
    assert sorted(read.codes) == ["no-card", "no-player"]
