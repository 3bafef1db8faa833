"""CSV read strictly (RFC 4180), row by row, with the bytes of each (docs/import.md)."""

import re
from collections.abc import Iterator, Mapping, Sequence

from engine.rulesets import shown
from engine.said import said
from replay.imports.heads import FEWEST, known_heads
from replay.imports.record_files import Line, not_text, raw_text
from replay.imports.sheets import COMMENT, CellFault, Row
from replay.lines_of import LONGEST_LINE
from replay.strict_json import MOST_FAULTS

DELIMITERS = (",", ";", "\t")
BLANK = " \t\u3000"
"""What may stand around the text of a cell."""

_NOTHING = f"{BLANK}\r\n\ufeff{''.join(DELIMITERS)}"
_HINT = re.compile(r"sep=([,;\t])\r?\n?")


def rows_of(source: str, lines: Sequence[Line], codec: str, mapped: Mapping[str, str]) -> Iterator[Row]:
    """The rows of a CSV text. A row ends with an LF, or a CR LF, outside quotes. A quote that is never closed rejects
    all from its row on; whatever else is wrong, its row."""
    at, delimiter = 0, ""
    while at < len(lines):
        line = lines[at]
        hint = None if at or line.text is None else _HINT.fullmatch(line.text)
        if len(line.raw) > LONGEST_LINE:
            yield _too_long(line, at + 1, codec)
            at += 1
            continue
        if hint is None and not says_nothing(line):
            delimiter = delimiter or delimiter_of(line.text or "", mapped)
            row, used = _row(lines, at, delimiter, codec, source)
            yield row
            at += used
            continue
        delimiter = hint[1] if hint else delimiter
        yield Row(at + 1, len(line.raw), raw_text([line], codec), ("",))
        at += 1


def says_nothing(line: Line) -> bool:
    """Whether a line is blank, has blank cells only, or is a comment."""
    return line.text is not None and (line.text.startswith(COMMENT) or not line.text.strip(_NOTHING))


def delimiter_of(heading: str, mapped: Mapping[str, str]) -> str:
    """What stands between the cells of a heading: what gives the most known heads, else the commonest."""
    return max(DELIMITERS, key=lambda delimiter: (_heads(heading, delimiter, mapped), heading.count(delimiter)))


def looks_like_heading(line: str, mapped: Mapping[str, str]) -> bool:
    """Whether a line is the heading of a sheet."""
    return len(line) <= LONGEST_LINE and _heads(line, delimiter_of(line, mapped), mapped) >= FEWEST


def _heads(line: str, delimiter: str, mapped: Mapping[str, str]) -> int:
    """How many heads of a line are known; none where quotes stand out of place, as in a line of TOML."""
    cells = _Cells(delimiter)
    cells.take(line)
    return 0 if cells.wrong else known_heads(cells.cells, mapped)


class _Cells:
    """The cells of one row, as its lines come in."""

    def __init__(self, delimiter: str) -> None:
        self.cells: list[str] = []
        self.wrong: list[CellFault] = []
        self._delimiter = delimiter
        self._quoted: list[str] | None = None

    def take(self, line: str) -> bool:
        """Take the next line. Whether the row ends with it: not while a quote is open."""
        at, end = 0, len(line.removesuffix("\n").removesuffix("\r"))
        while True:
            if self._quoted is None:
                text = line[at : self._cell_end(line, at, end)]
                if not text.lstrip(" ").startswith('"'):
                    if '"' in text:
                        self._stray(text, said('write "" for a quote, and the whole cell between quotes'))
                    self.cells.append(text.strip(BLANK))
                    at += len(text) + 1
                    if at > end:
                        return True
                    continue
                self._quoted, at = [], line.index('"', at) + 1
            close = _closing(line, at)
            self._quoted.append(line[at:close])
            if close == len(line):
                return False
            after = self._cell_end(line, close + 1, end)
            if line[close + 1 : after].strip(" "):
                self._stray(
                    line[close + 1 : after], said("put a separator after the closing quote, or double the quote")
                )
            self.cells.append("".join(self._quoted).replace('""', '"').strip(BLANK + "\r\n"))
            self._quoted, at = None, after + 1
            if at > end:
                return True

    def _cell_end(self, line: str, at: int, end: int) -> int:
        found = line.find(self._delimiter, at, end)
        return end if found < 0 else found

    def _stray(self, text: str, mend: str) -> None:
        if len(self.wrong) == MOST_FAULTS:
            return
        message = said("a quote within a cell: {text}", text=shown(text))
        self.wrong.append(CellFault(len(self.cells), "stray-quote", message, text[:80], mend, spreads=True))


def _closing(line: str, at: int) -> int:
    """Where the quote that closes a cell stands, the end of the line where none does."""
    while (at := line.find('"', at)) >= 0:
        if not line.startswith('""', at):
            return at
        at += 2
    return len(line)


def _too_long(line: Line, number: int, codec: str) -> Row:
    """A line that nobody filled in."""
    sizes = {"size": f"{len(line.raw):,}", "most": f"{LONGEST_LINE:,}"}
    message = said("a line of {size} bytes; the longest that is read has {most}", **sizes)
    fault = CellFault(None, "line-too-long", message, spreads=True)
    return Row(number, len(line.raw), raw_text([line], codec), (), (fault,))


def _row(lines: Sequence[Line], at: int, delimiter: str, codec: str, source: str) -> tuple[Row, int]:
    """The row that begins in a line, and how many lines it has."""
    cells, used, ends = _Cells(delimiter), 0, False
    while not ends and at + used < len(lines):
        line = lines[at + used]
        if line.text is None:
            fault = not_text(source, at + used + 1, line.raw, codec)
            cells.wrong.append(CellFault(None, fault.code, fault.message, fault.token, fault.mend, spreads=True))
        ends = cells.take(raw_text([line], codec))
        used += 1
    if not ends:
        message = said("a quote is opened and never closed: all from here to the end of the file is this row")
        mend = said("close it, or write a quote within a cell twice")
        cells.wrong.append(CellFault(None, "unclosed-quote", message, None, mend, spreads=True))
    own = lines[at : at + used]
    size = sum([len(line.raw) for line in own])
    return Row(at + 1, size, raw_text(own, codec), tuple(cells.cells), tuple(cells.wrong)), used
