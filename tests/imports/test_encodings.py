"""What a source is written in: told, marked, plain or detected, and never anything replaced."""

import builtins
import io
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.faults import Fault
from replay.imports import encodings
from replay.imports.encodings import Written, lines_of, text_of, written_in

CHINESE = "日期,庄家,将牌,玩家1,手牌1,胡家,胡牌,自摸\n2025年4月12日,李强,4c 4c,李强,111m 456m,李强,7s,是\n"
SPANISH = "fecha,repartidor,indicadores,jugador 1,mano 1,ganador\n2025-04-12,José,4c 4c,Íñigo Muñoz,111m 456m,José\n"
WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")


def written(content: bytes, told: str | None = None) -> Written:
    found = written_in("sheet.csv", io.BytesIO(content), told)
    assert isinstance(found, Written), found
    return found


def fault(content: bytes, told: str | None = None) -> Fault:
    found = written_in("sheet.csv", io.BytesIO(content), told)
    assert isinstance(found, Fault), found
    return found


@pytest.mark.parametrize(
    ("codec", "content", "known"),
    [
        ("utf-8", CHINESE.encode(), "plain"),
        ("utf-8", CHINESE.encode("utf-8-sig"), "marked"),
        ("utf-16-le", CHINESE.encode("utf-16"), "marked"),
        ("utf-16-be", ("\ufeff" + CHINESE).encode("utf-16-be"), "marked"),
        ("utf-32-le", CHINESE.encode("utf-32"), "marked"),
        ("gb18030", ("\ufeff" + CHINESE).encode("gb18030"), "marked"),
        ("gb18030", CHINESE.encode("gb18030"), "detected"),
        ("utf-16-le", CHINESE.encode("utf-16-le"), "detected"),
        ("utf-16-be", CHINESE.encode("utf-16-be"), "detected"),
        ("big5", "日期,牌,手牌1\n2025年4月12日,陳國,萬\n".encode("big5"), "detected"),
        ("gb18030", "日期,庄家\n2025,李\n".encode("gb18030"), "detected"),
        ("cp1252", SPANISH.encode("cp1252"), "detected"),
        ("utf-8", b"date,dealer\n", "plain"),
        ("utf-8", b"", "plain"),
        ("utf-8", b"date,de\0aler\n", "plain"),
        ("utf-16-le", "date,dealer\n".encode("utf-16-le"), "detected"),
    ],
)
def test_what_it_is_written_in_and_how_that_is_known(codec: str, content: bytes, known: str) -> None:
    found = written(content)
    assert (found.codec, found.known, found.size, found.decodes) == (codec, known, len(content), True)


def test_copies_in_other_encodings_have_one_digest() -> None:
    digest = sha256(CHINESE.encode()).hexdigest()
    crlf = CHINESE.replace("\n", "\r\n")
    for codec in ("utf-8", "utf-8-sig", "utf-16", "gb18030", *WIDE):
        for text in (CHINESE, crlf):
            assert written(text.encode(codec), None if codec not in WIDE else codec).digest == digest


def test_a_text_that_mixes_line_ends_is_left_as_it_is() -> None:
    mixed = b"one\r\ntwo\nthree\r\n"
    found = written(mixed)
    assert not found.crlf
    assert found.digest == sha256(mixed).hexdigest()
    assert text_of(io.BytesIO(mixed), found).read() == mixed


def test_a_lone_cr_is_no_line_end() -> None:
    found = written(b"a\rb\r\nc\r\r\n")
    assert found.crlf
    assert text_of(io.BytesIO(b"a\rb\r\nc\r\r\n"), found).read() == b"a\rb\nc\r\n"


def test_plain_utf_8_is_read_from_the_stream_itself() -> None:
    stream = io.BytesIO(CHINESE.encode())
    assert text_of(stream, written(CHINESE.encode())) is stream
    assert stream.tell() == 0


CHARACTERS = st.text(st.sampled_from('a1,;"\t 李强𠮷ü\u2028\ufeff\r\nਊ਀'), max_size=40)


@given(text=CHARACTERS, codec=st.sampled_from(("utf-8", "gb18030", *WIDE)), crlf=st.booleans(), chunk=st.integers(1, 9))
def test_text_lines_and_sizes_agree_in_every_encoding(text: str, codec: str, crlf: bool, chunk: int) -> None:
    text = "x" + (text.replace("\r", "").replace("\n", "\r\n") if crlf else text)
    content = text.encode(codec)
    before, encodings.CHUNK = encodings.CHUNK, chunk
    try:
        found = written(content, codec)
        read = text_of(io.BytesIO(content), found).read()
    finally:
        encodings.CHUNK = before
    wanted = text.replace("\r\n", "\n") if found.crlf else text
    assert read == wanted.encode()
    assert found.crlf == (0 < text.count("\n") == text.count("\r\n"))
    assert found.digest == sha256(read).hexdigest()
    lines = lines_of(content, codec)
    assert b"".join(lines) == content
    assert [line.decode(codec) for line in lines] == re.findall("[^\\n]*\\n|[^\\n]+$", text)
    assert sum(found.raw_size(line.encode()) for line in re.findall("[^\\n]*\\n|[^\\n]+$", wanted)) == len(content)


@pytest.mark.parametrize(
    "told", ["utf-7", "hz", "iso2022_jp", "idna", "base64", "cp037", "no such", "", "a\0b", "utf-16"]
)
def test_an_encoding_in_which_lines_cannot_be_told_is_refused(told: str) -> None:
    found = fault(CHINESE.encode(), told)
    assert (found.code, found.token) == ("unknown-encoding", told)


@pytest.mark.parametrize(
    "told", ["utf-8", "UTF8", "utf-8-sig", "gbk", "GB2312", "cp936", "latin-1", "shift_jis", "utf-16-le"]
)
def test_names_of_encodings_are_those_of_python(told: str) -> None:
    assert written("abc\n".encode(told), told).known == "told"


def test_what_is_told_may_agree_with_the_mark_and_not_contradict_it() -> None:
    assert written(CHINESE.encode("utf-16"), "utf-16").codec == "utf-16-le"
    assert written(CHINESE.encode("utf-8-sig"), "utf-8").skipped == 3
    assert fault(CHINESE.encode("utf-8-sig"), "gb18030").code == "encoding-contradicts-mark"
    assert fault(CHINESE.encode("utf-16"), "utf-8").code == "encoding-contradicts-mark"


def test_damaged_utf_8_stays_utf_8() -> None:
    found = written(CHINESE.encode() + b"\xff\xfe\n")
    assert (found.codec, found.known, found.decodes) == ("utf-8", "plain", False)


@given(
    st.lists(st.sampled_from(["ab", "é", "牌", "🀄", b"\xff", b"\xe7", b"\xe7\x89", b"\x8c", b"\xf0\x9f", b"x" * 5])),
    st.integers(1, 7),
    st.integers(1, 7),
)
def test_utf_8_is_told_as_python_tells_it_wherever_it_is_cut(pieces: list[str | bytes], chunk: int, cut: int) -> None:
    data = b"".join([piece.encode() if isinstance(piece, str) else piece for piece in pieces])
    try:
        data.decode()
        due = True
    except UnicodeDecodeError:
        due = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encodings, "CHUNK", chunk)
        patch.setattr(encodings, "_SLICE", cut)
        found = written_in("log.jsonl", io.BytesIO(data), "utf-8")
    assert isinstance(found, Written)
    assert (found.decodes, found.size) == (due, len(data))


def test_a_byte_astray_in_json_is_damage_and_no_accent() -> None:
    found = written(b'{"seq":0,"type":"noted","by":"Jos\xe9","text":"a"}\n')
    assert (found.codec, found.decodes) == ("utf-8", False)


def test_what_no_encoding_fits_is_not_guessed() -> None:
    found = fault(bytes(range(128, 160)) * 40)
    assert found.code == "encoding-unknown"
    assert "gb18030" in found.message


def test_without_charset_normalizer_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    known = builtins.__import__

    def without(name: str, *args: Any) -> Any:
        if name == "charset_normalizer":
            raise ImportError(name)
        return known(name, *args)

    monkeypatch.setattr(builtins, "__import__", without)
    found = fault(CHINESE.encode("gb18030"))
    assert found.code == "needs-library"
    assert "pip install 'duzihu[sheets]'" in str(found.mend)
    assert written(CHINESE.encode("utf-16")).known == "marked"
    assert written(CHINESE.encode("gb18030"), "gb18030").known == "told"


def test_two_encodings_that_fit_alike_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Match:
        chaos, coherence = 0.0, 0.0

        def __init__(self, encoding: str) -> None:
            self.encoding = encoding

    def both(_sample: bytes, **_settings: Mapping[str, Sequence[str]]) -> list[Match]:
        return [Match("gb18030"), Match("big5")]

    monkeypatch.setattr("charset_normalizer.from_bytes", both)
    found = fault(CHINESE.encode("gb18030"))
    assert found.code == "encoding-ambiguous"
    assert "big5, gb18030" in found.message
