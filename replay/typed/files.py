"""What a user names, a typed text or a log, in both forms; and putting the strict form in the place of a file."""

import contextlib
import os
import stat
import tempfile
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, Literal

from msgspec import Struct

from engine.said import said
from replay.faults import Fault, UnreadableError
from replay.inputs import opened, told_apart
from replay.log import read_deals
from replay.typed.reading import TypedLog, log_of
from replay.typed.writing import strict, text_of_log

LARGEST_TEXT = 2**26
"""Bytes of the largest typed text that is read."""


class Forms(Struct, frozen=True):
    """An input and what it is in either form. ``given``: its bytes, of a typed text; ``deals``: how many."""

    source: str
    kind: Literal["typed", "log"]
    text: str
    log: bytes
    given: bytes
    deals: int

    @property
    def is_strict(self) -> bool:
        """Whether it is a typed text in strict form."""
        return self.kind == "typed" and self.given == self.text.encode()

    @property
    def differs_from(self) -> int | None:
        """The first line that is not as the strict form has it, from 1; ``None`` for a text in strict form."""
        if self.is_strict:
            return None
        given, wanted = self.given.split(b"\n"), self.text.encode().split(b"\n")
        pairs = enumerate(zip(given, wanted, strict=False), 1)
        return next((line for line, (one, other) in pairs if one != other), min(len(given), len(wanted)))


def forms_of(name: str) -> Forms:
    """Both forms of a file, or of standard input. Raises ``UnreadableError`` with everything wrong with it."""
    with opened(name) as stream:
        holds, whole = told_apart(stream)
        if holds == "log" and not _begins_with_a_comment(whole):
            return _of_log(whole, name)
        given = whole.read(LARGEST_TEXT + 1)
    if len(given) > LARGEST_TEXT:
        raise UnreadableError([Fault("too-large", said("over 64 MiB: no text that was typed is so long"), name)])
    if given.lstrip()[:1] in (b"{", b"["):
        message, mend = said("neither a typed deal nor a log"), said("hand records have no events; give the log")
        raise UnreadableError([Fault("not-typed", message, name, 1, mend=mend)])
    typed = read_typed(given, name)
    return Forms(name, "typed", strict(typed), typed.log, given, len(typed.deals))


def _begins_with_a_comment(stream: BinaryIO) -> bool:
    """Whether a first line that looks like a log's is a comment that tells of one."""
    return isinstance(stream, BufferedReader) and stream.peek(1)[:1] == b"#"


def read_typed(given: bytes, source: str) -> TypedLog:
    """The deals of a typed text in UTF-8. Raises ``UnreadableError``."""
    try:
        typed = log_of(given.decode(), source)
    except UnicodeDecodeError as error:
        line, byte = given[: error.start].count(b"\n") + 1, f"0x{given[error.start]:02x}"
        message, mend = said("not UTF-8 at byte {at}", at=error.start + 1), said("save it as UTF-8")
        raise UnreadableError([Fault("not-utf-8", message, source, line, token=byte, mend=mend)]) from None
    if isinstance(typed, tuple):
        raise UnreadableError(typed)
    return typed


def _of_log(stream: BinaryIO, name: str) -> Forms:
    deals = list(read_deals(stream, name))
    text = text_of_log(deals)
    return Forms(name, "log", text, b"".join(line for deal in deals for line in deal.lines), b"", len(deals))


def replace_file(name: str, content: bytes) -> None:
    """Put other content in the place of a file, at once and whole, with the mode it had. A link stays a link. Raises
    ``OSError``, and then the file is as it was."""
    path = Path(os.path.realpath(name))
    handle, beside = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, stat.S_IMODE(path.stat().st_mode))
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
