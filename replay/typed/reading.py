"""A text of typed deals → their logs (docs/typed-deals.md). Every fault is gathered; nothing is repaired or guessed."""

from collections.abc import Mapping

from msgspec import Struct

from engine.events import DealStarted, Event, Extension, encode
from engine.said import said
from replay.decode import BadLine, decode_line
from replay.faults import Fault
from replay.lines_of import LONGEST_LINE
from replay.log import fault_of
from replay.typed.course import Course
from replay.typed.heads import Head
from replay.typed.lexing import Cursor, Faults, WrongLineError
from replay.typed.players import Players
from replay.typed.turns import EntryReader
from replay.typed.words import word

MARKER = "duzihu-deal/1"
"""May stand on a line of its own ahead of everything, and must where the text does not begin with a typed head."""
VERBATIM = "{"
"""How a line begins that is a line of a log as it stands."""


class Comment(Struct, frozen=True):
    """Comments with their ``#``: on lines of their own ``before``, and at the end of the line."""

    before: tuple[str, ...] = ()
    after: str | None = None


class TypedDeal(Struct, frozen=True):
    """One deal of a text. ``first_line``, ``last_line``: in the text, comments at either end left out.

    ``events[i]`` is the line ``lines[i]`` of the log, with its LF, and was typed on line ``typed_on[i]``, a head
    where it begins. ``comments``: by index of an event and, for a typed head, the field; else ``""``.
    """

    first_line: int
    last_line: int
    events: tuple[Event | Extension, ...]
    lines: tuple[bytes, ...]
    typed_on: tuple[int, ...]
    comments: Mapping[tuple[int, str], Comment] = {}


class TypedLog(Struct, frozen=True):
    """A text that could be read. ``idle``: its lines, from 1, that give nothing: blank, a comment, or the marker; every
    other line is a deal's. ``tail``: the comments behind the last deal."""

    source: str
    deals: tuple[TypedDeal, ...]
    idle: tuple[int, ...] = ()
    tail: tuple[str, ...] = ()

    @property
    def log(self) -> bytes:
        """The lines of all deals, as a log holds them."""
        return b"".join(line for deal in self.deals for line in deal.lines)


def log_of(text: str, source: str) -> TypedLog | tuple[Fault, ...]:
    """The deals of a text, or everything that is wrong with it (``MOST_FAULTS`` at most), each with its line. Lines end
    in LF or CR LF. Whether a deal was played by the rules is not looked at. Never raises, whatever the text."""
    reader = _TextReader(source)
    for number, line in enumerate(_lines_of(text), 1):
        reader.add(number, line)
        if reader.faults.full:
            break
    return reader.finished()


def is_typed(beginning: str) -> bool:
    """Whether a text begins as typed deals do: its first line that is no comment is the marker, or ``deal`` and a name,
    with one of the head's other fields on the next. ``beginning``: the first lines will do, the last of them whole."""
    lines = [line.strip(" \t\u3000\r") for line in beginning.removeprefix("\ufeff").split("\n")]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[0].split("#")[0].strip() == MARKER:
        return bool(lines)
    first, second = _first_words(lines[0]), _first_words(lines[1]) if len(lines) > 1 else []
    begins = len(first) == 2 and word(first[0], "head") == "deal" and "\t" not in lines[0]
    return begins and bool(second) and (word(second[0], "head") is not None or second[0] == "at")


def _first_words(line: str) -> list[str]:
    cursor, found = Cursor(line, Faults(""), commas=False), []
    try:
        while (token := cursor.take()) is not None:
            found.append(token.text)
    except WrongLineError:
        pass
    return found


def _lines_of(text: str) -> list[str]:
    """Only LF ends a line, with a CR before it or not; nothing stands behind the last."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


class _Gathering:
    """A deal whose lines are still coming."""

    def __init__(self, first_line: int) -> None:
        self.first_line = self.last_line = first_line
        self.events: list[Event | Extension] = []
        self.lines: list[bytes] = []
        self.typed_on: list[int] = []
        self.comments: dict[tuple[int, str], Comment] = {}

    def put(self, event: Event | Extension, line: bytes, number: int) -> None:
        self.events.append(event)
        self.lines.append(line)
        self.typed_on.append(number)

    def whole(self) -> TypedDeal:
        return TypedDeal(
            self.first_line, self.last_line, tuple(self.events), tuple(self.lines), tuple(self.typed_on), self.comments
        )


class _TextReader:
    def __init__(self, source: str) -> None:
        self.faults = Faults(source)
        self.deals: list[TypedDeal] = []
        self.idle: list[int] = []
        self.before: list[str] = []
        self.marked = False
        self.deal: _Gathering | None = None
        self.head: Head | None = None
        self.entries = EntryReader(self.faults, Players(), Course())

    def add(self, number: int, line: str) -> None:
        """The next line."""
        self.faults.line, self.faults.cursor = number, None
        if number == 1 and line.startswith("\ufeff"):
            mend = said("save the file as UTF-8 without a byte order mark")
            self.faults.add("byte-order-mark", said("the text begins with a byte order mark"), 1, mend=mend)
            line = line.removeprefix("\ufeff")
        try:
            if line.lstrip(" \t").startswith(VERBATIM):
                self._verbatim(number, line)
            else:
                self._typed(number, Cursor(line, self.faults))
        except WrongLineError:
            if self.deal is not None:
                self.deal.last_line = number

    def _typed(self, number: int, cursor: Cursor) -> None:
        first = cursor.peek()
        if first is None:
            comment = cursor.comment()
            self.before += [] if comment is None else [comment]
            self.idle.append(number)
            return
        name = None if first.quoted else word(first.text, "head")
        if self.head is not None and not first.quoted and word(first.text, "mark") == "at":
            name = "at"
        if first.text == MARKER and not first.quoted:
            self._marker(number, cursor)
        elif name == "deal" or (name is not None and self.head is not None):
            self._head_line(number, name, cursor)
        else:
            self._entry(number, cursor)

    def _marker(self, number: int, cursor: Cursor) -> None:
        cursor.take()
        if self.marked or self.deal is not None:
            mend = said("it may stand once, ahead of everything")
            raise self.faults.stop("misplaced", said("the name of the format does not belong here"), 1, mend=mend)
        if (more := cursor.take()) is not None:
            raise self.faults.stop("unexpected", said("nothing more belongs on this line"), more)
        self.marked = True
        self.idle.append(number)
        comment = cursor.comment()
        self.before += [] if comment is None else [comment]

    def _head_line(self, number: int, name: str, cursor: Cursor) -> None:
        if name == "deal":
            self._begin(number)
            self.head = Head(number)
            self.entries.players = Players(unknown=True)
        assert self.deal is not None
        assert self.head is not None
        self.deal.last_line = number
        before = self._take_before()
        cursor.take()
        self.head.read(name, cursor, self.entries)
        self.deal.comments[0, name] = Comment(before, cursor.comment())

    def _entry(self, number: int, cursor: Cursor) -> None:
        self._close_head()
        deal = self._current(number)
        deal.last_line = number
        before, at = self._take_before(), len(deal.events)
        for event in self.entries.read(cursor):
            line = encode(event) + b"\n"
            if len(line) > LONGEST_LINE:
                message = said("too long for a line of a log, which has {most} bytes at most", most=LONGEST_LINE)
                self.faults.add("line-too-long", message)
            deal.put(event, line, number)
        after = cursor.comment()
        if before and at < len(deal.events):
            deal.comments[at, ""] = Comment(before)
        if after is not None and deal.events:
            last = len(deal.events) - 1
            deal.comments[last, ""] = Comment(before if last == at else (), after)

    def _verbatim(self, number: int, line: str) -> None:
        """A line of a log as it stands."""
        self._close_head()
        raw = line.encode("utf-8", "surrogatepass") + b"\n"
        event = decode_line(raw)
        if isinstance(event, BadLine):
            bad = fault_of(event, self.faults.source, number)
            self.faults.found.append(bad)
            return
        if isinstance(event, DealStarted) and event.seq == 0:
            self._begin(number)
            self.entries.players = Players(event.players)
        deal = self._current(number)
        deal.last_line = number
        if before := self._take_before():
            deal.comments[len(deal.events), ""] = Comment(before)
        deal.put(event, raw, number)
        self.entries.course.add(event)

    def _current(self, number: int) -> _Gathering:
        """The deal that a line belongs to."""
        if self.deal is None:
            if not self.marked:
                mend = said("begin each deal with deal and its name")
                self.faults.add("no-deal", said("no deal has begun"), 1, mend=mend)
            self.deal = _Gathering(number)
        return self.deal

    def _begin(self, number: int) -> None:
        """A deal begins."""
        self._end()
        self.deal = _Gathering(number)
        self.entries.course = Course()

    def _end(self) -> None:
        self._close_head()
        if self.deal is not None:
            self.deals.append(self.deal.whole())
        self.deal = None

    def _close_head(self) -> None:
        """All lines of the head were read: its event."""
        if self.head is None or self.deal is None:
            return
        head, self.head = self.head, None
        self.entries.players = head.players()
        event = head.event(self.entries)
        if event is None:
            self.entries.course.seq = 1
            return
        self.deal.put(event, encode(event) + b"\n", head.line)
        self.entries.course.add(event)

    def _take_before(self) -> tuple[str, ...]:
        before, self.before = tuple(self.before), []
        return before

    def finished(self) -> TypedLog | tuple[Fault, ...]:
        """What came of the text."""
        self._end()
        if not self.deals and not self.faults.found:
            self.faults.line, self.faults.cursor = 1, None
            mend = said("begin each deal with deal and its name")
            self.faults.add("no-deal", said("the text has no deal"), mend=mend)
        if self.faults.found:
            return tuple(sorted(self.faults.found, key=lambda fault: fault.line or 0))
        return TypedLog(self.faults.source, tuple(self.deals), tuple(self.idle), tuple(self.before))
