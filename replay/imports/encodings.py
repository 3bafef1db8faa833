"""What a source's bytes are written in, and its text in UTF-8, in bounded memory (docs/import.md).

An encoding is told, marked by a byte order mark, plain UTF-8, or detected by charset-normalizer among ``DETECTED``.
Nothing is ever replaced: what cannot be decoded is told.
"""

import codecs
import io
from hashlib import sha256
from typing import BinaryIO, Literal

from msgspec import Struct

from engine.rulesets import shown
from engine.said import said
from replay.faults import Fault

CHUNK = 2**20
DETECTED = ("gb18030", "big5", "cp1252")
"""What detection chooses from: what office programs write where the game is played and described."""
DETECTED_WIDE = ("utf_16_le", "utf_16_be")
"""What it chooses from where there are NULs, as in every line end of UTF-16."""

_SAMPLE = 2**16
_SLICE = 2**10
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_WIDE = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}
"""Encodings whose characters have so many bytes, or a multiple."""


class Written(Struct, frozen=True):
    """How a source is written. ``codec``: what Python calls its encoding; ``skipped``: bytes of the mark before its
    text; ``decodes``: whether all of it is text; ``crlf``: every line ends in CR LF; ``digest``: hex SHA-256 of its
    text in UTF-8 with LF, of its bytes where it does not decode and is not UTF-8."""

    codec: str
    known: Literal["told", "marked", "detected", "plain"]
    size: int
    skipped: int = 0
    decodes: bool = True
    crlf: bool = False
    digest: str = ""

    @property
    def is_utf_8(self) -> bool:
        """Whether its bytes are its text in UTF-8, a mark and CR LF aside."""
        return self.codec == "utf-8"

    def raw_size(self, part: bytes) -> int:
        """How many bytes of the source a part of its text is, given in UTF-8 with LF and cut at no character."""
        if self.is_utf_8:
            return len(part) + (part.count(b"\n") if self.crlf else 0)
        text = part.decode()
        return len((text.replace("\n", "\r\n") if self.crlf else text).encode(self.codec))


def written_in(name: str, stream: BinaryIO, told: str | None) -> Written | Fault:
    """How the bytes of a seekable stream are written. ``name``: the source's, for the fault."""
    stream.seek(0)
    head = stream.read(_SAMPLE)
    mark, marked = next(((mark, codec) for mark, codec in _MARKS if head.startswith(mark)), (b"", ""))
    if told is not None:
        codec = _codec(told)
        if codec in ("utf-16", "utf-32") and marked.startswith(codec):
            codec = marked
        if codec not in _WIDE and not _keeps_ascii(codec):
            message = said("no encoding that is read: {encoding}", encoding=shown(told))
            mend = said("such as utf-8, utf-16-le, utf-16-be, gb18030 or big5")
            return Fault("unknown-encoding", message, name, token=told, mend=mend)
        if mark and marked not in (codec, "gb18030"):
            message = said(
                "its byte order mark says {marked}, and it is to be read as {encoding}", marked=marked, encoding=codec
            )
            return Fault("encoding-contradicts-mark", message, name, token=told)
        return _surveyed(stream, codec, "told", len(mark) if codec == marked else 0)
    if mark:
        return _surveyed(stream, marked, "marked", len(mark))
    plain = _surveyed(stream, "utf-8", "plain", 0)
    if head.count(b"\0") * 4 < max(1, len(head)) and (plain.decodes or _has_utf_8(stream)):  # no UTF-16 of ASCII
        return plain
    wide = b"\0" in head
    detected = _detected(name, head if wide else _unusual_lines(stream), DETECTED_WIDE if wide else DETECTED)
    if isinstance(detected, Fault):
        return detected
    if detected == "cp1252" and head.lstrip()[:1] in (b"{", b"["):  # JSON is UTF-8: a byte astray, not an accent
        return plain
    return _surveyed(stream, detected, "detected", 0)


def text_of(stream: BinaryIO, written: Written) -> BinaryIO:
    """A log's text in UTF-8 with LF: the stream itself where its bytes are that. It must decode, or be UTF-8."""
    stream.seek(written.skipped)
    if written.is_utf_8 and not written.crlf:
        return stream
    return io.BufferedReader(_Recoded(stream, written), CHUNK)


def lines_of(data: bytes, codec: str) -> list[bytes]:
    """The lines of a text's bytes, each with its LF; only the last can lack it."""
    unit = _WIDE.get(codec, 1)
    if unit == 1:
        return io.BytesIO(data).readlines()
    lf, lines, start, at = "\n".encode(codec), [], 0, 0
    while (at := data.find(lf, at)) >= 0:
        if at % unit:  # half of one character and half of the next
            at += 1
            continue
        at += unit
        lines.append(data[start:at])
        start = at
    return lines + ([data[start:]] if start < len(data) else [])


def _codec(told: str) -> str:
    """What Python calls an encoding, an empty text for none."""
    try:
        name = codecs.lookup(told).name
    except (LookupError, ValueError):  # a NUL in the name
        return ""
    return name.removesuffix("-sig")


def _keeps_ascii(codec: str) -> bool:
    """Whether every byte of an LF, and of all ASCII, is that character in an encoding, whatever stands around it."""
    if not codec or codec.startswith(("iso2022", "raw")):  # shifts, and escapes
        return False
    ascii_text = bytes(range(128)).decode()
    try:
        return ascii_text.encode(codec) == ascii_text.encode()
    except (LookupError, UnicodeError):  # no encoding of text
        return False


def _surveyed(
    stream: BinaryIO, codec: str, known: Literal["told", "marked", "detected", "plain"], skipped: int
) -> Written:
    """One pass over the text: whether it decodes, how its lines end, and its digest."""
    stream.seek(skipped)
    is_utf_8 = codec == "utf-8"
    decode = _Utf8().check if is_utf_8 else codecs.getincrementaldecoder(codec)().decode
    folding, as_is, folded = _Folding(), sha256(), None
    decodes, size, line_ends, lone = True, skipped, 0, False
    chunk = b"\n"
    while chunk:
        chunk = stream.read(CHUNK)
        size += len(chunk)
        text = ""
        if decodes:
            try:
                text = decode(chunk, not chunk)
            except UnicodeDecodeError:
                decodes = False
        if not decodes and not is_utf_8:
            size += _rest(stream)
            return Written(codec, known, size, skipped, False, False, digest_of(stream))
        out = chunk if is_utf_8 else text.encode()
        if folded is None and not lone:  # until the first CR it is enough to know of any LF
            folded = as_is.copy() if b"\r" in out else None
            lone = folded is None and b"\n" in out
        as_is.update(out)
        if folded is not None:
            line_ends += out.count(b"\n")
            folded.update(folding.fold(out, last=not chunk))
    crlf = 0 < line_ends == folding.pairs
    digest = folded if crlf and folded is not None else as_is
    return Written(codec, known, size, skipped, decodes, crlf, digest.hexdigest())


class _Utf8:
    """Checks that bytes are UTF-8, chunk by chunk. Most of a log is ASCII, which is seen at once."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._inside = False  # a character that is not whole yet

    def check(self, chunk: bytes, last: bool) -> str:
        """Raise ``UnicodeDecodeError`` for what is none. No text is made of it."""
        for at in range(0, len(chunk), _SLICE):
            piece = chunk[at : at + _SLICE]
            if self._inside or not piece.isascii():
                self._decoder.decode(piece)
                self._inside = bool(self._decoder.getstate()[0])
        if last:
            self._decoder.decode(b"", True)
        return ""


def _rest(stream: BinaryIO) -> int:
    return -stream.tell() + stream.seek(0, io.SEEK_END)


def digest_of(stream: BinaryIO) -> str:
    """Hex SHA-256 of all bytes of a stream."""
    stream.seek(0)
    digest = sha256()
    while chunk := stream.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


class _Folding:
    """CR LF to LF, over chunks. ``pairs``: how many there were."""

    def __init__(self) -> None:
        self.pairs = 0
        self._held = b""

    def fold(self, chunk: bytes, *, last: bool) -> bytes:
        """The next bytes, without the CR at their end, which may be half of a pair."""
        chunk = self._held + chunk
        self._held = b"" if last else chunk[len(chunk.removesuffix(b"\r")) :]
        chunk = chunk[: len(chunk) - len(self._held)]
        folded = chunk.replace(b"\r\n", b"\n")
        self.pairs += len(chunk) - len(folded)
        return folded


class _Recoded(io.RawIOBase):
    """The text behind a stream, in UTF-8 with LF. It must decode."""

    def __init__(self, stream: BinaryIO, written: Written) -> None:
        self._stream = stream
        self._decode = None if written.is_utf_8 else codecs.getincrementaldecoder(written.codec)().decode
        self._folding = _Folding() if written.crlf else None
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        more = True
        while not self._ready and more:
            chunk = self._stream.read(CHUNK)
            more = bool(chunk)
            out = chunk if self._decode is None else self._decode(chunk, not chunk).encode()
            self._ready = memoryview(out if self._folding is None else self._folding.fold(out, last=not chunk))
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size


def _has_utf_8(stream: BinaryIO) -> bool:
    """Whether a text that is not all UTF-8 has a line that is, beyond ASCII: then it is UTF-8 with damage, for other
    encodings hardly ever look like it."""
    stream.seek(0)
    while line := stream.readline(CHUNK):
        if not line.isascii():
            try:
                line.decode()
            except UnicodeDecodeError:
                continue
            return True
    return False


def _unusual_lines(stream: BinaryIO) -> bytes:
    """The first lines beyond ASCII: all that tells one encoding from another."""
    stream.seek(0)
    lines, size = [], 0
    while size < _SAMPLE and (line := stream.readline(_SAMPLE)):
        if not line.isascii():
            lines.append(line)
            size += len(line)
    return b"".join(lines)


def _detected(name: str, sample: bytes, among: tuple[str, ...]) -> str | Fault:
    """The one encoding that a sample is most likely in."""
    try:
        from charset_normalizer import from_bytes
    except ImportError:
        message = said("not UTF-8, and charset-normalizer, which detects other encodings, is not installed")
        return Fault(
            "needs-library", message, name, mend=said("pip install 'duzihu[sheets]', or name it by --encoding")
        )
    likely = [(match.chaos, -match.coherence, match.encoding) for match in from_bytes(sample, cp_isolation=[*among])]
    best = sorted(encoding for *marks, encoding in likely if marks == [*min(likely)[:2]])
    if len(best) == 1:
        return codecs.lookup(best[0]).name
    known = ", ".join(codecs.lookup(encoding).name for encoding in best or among)
    if best:
        message = said("not UTF-8, and it can be read in more than one encoding: {known}", known=known)
        return Fault("encoding-ambiguous", message, name, mend=said("name the one by --encoding"))
    message = said("not UTF-8, and in none of the encodings that are detected: {known}", known=known)
    return Fault("encoding-unknown", message, name, mend=said("name the encoding by --encoding, or save it as UTF-8"))
