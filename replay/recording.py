"""Keeping the record of a deal while it is played: what is typed, held against the rules, and on disk when it is taken.

Nothing is kept in memory that is not in the file, so a recorder that was killed goes on where it was. What cannot be
read, is impossible or breaks a rule is refused with all that is wrong with it; a breach is kept where the scorer says
that the table let it stand. Taking back is a retraction, like everything else an event that is appended.
"""

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from msgspec import Struct
from msgspec.structs import replace

from engine.deal import Deal
from engine.events import DealStarted, Event, PlayEvent, Sealed, type_of
from engine.findings import Finding
from engine.options import RuleSet
from engine.rulesets import RulesError
from engine.said import said
from engine.state import CLAIMING, ENDED, NEXT_SEAT, PREPARING, State, preparing_seat
from replay.append import Appended, AppendError, ConflictError, SealAppended, append
from replay.append import seal as append_seal
from replay.audit import add_line, audit_log
from replay.decode import Decoded
from replay.faults import Fault, UnreadableError
from replay.foreign import system_says
from replay.inputs import told_apart
from replay.log import LoggedDeal, read_deals
from replay.report import DealReport
from replay.rulebook import rulebook
from replay.typed.course import Course
from replay.typed.entry import events_of_entry
from replay.typed.heads import Head
from replay.typed.lexing import Cursor, Faults, WrongLineError
from replay.typed.turns import EntryReader
from replay.typed.words import word

_PLAY = get_args(PlayEvent)


class Taken(Struct, frozen=True):
    """What became of a line: the ``events`` that are on disk now, or what is wrong with it. ``begun``: what is on disk
    before them in any case, the start of a deal whose head was typed. ``findings``: of events that were taken, those
    that the table let stand. ``set_aside``: the file that holds the log's torn last line, if there was one.
    """

    begun: tuple[Event, ...] = ()
    events: tuple[Event, ...] = ()
    faults: tuple[Fault, ...] = ()
    findings: tuple[Finding, ...] = ()
    set_aside: Path | None = None

    @property
    def refused(self) -> bool:
        """Whether nothing was written because of what is wrong."""
        return not self.events and bool(self.faults or self.findings)

    @property
    def may_stand(self) -> bool:
        """Whether it was refused only for breaches that a table may let stand."""
        return self.refused and not self.faults and all(found.severity == "irregular" for found in self.findings)


class Recording:
    """A log that is being written. ``lines``: of its last deal, unless that is sealed; ``deal``: their fold.

    Raises ``UnreadableError`` for a file that is no log or has a line that cannot be read, ``OSError``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.before: DealStarted | None = None
        self.lines: list[Decoded] = []
        self.deal = Deal(rulebook())
        self._expected = 0
        self._head: Head | None = None
        last = _last_deal(path)
        if last is None:
            return
        if faults := [fault for fault in last.faults() if last.torn is None or fault.line != last.torn.line]:
            raise UnreadableError(faults)
        self.before = last.start
        if last.seal is None:
            self.lines = list(last.events)
            for line in self.lines:
                add_line(self.deal, line)
            self._expected = self.deal.next_seq

    @property
    def going_on(self) -> bool:
        """Whether there is a deal that entries belong to."""
        return bool(self.lines)

    @property
    def names(self) -> tuple[str, ...]:
        """The players of the deal."""
        return () if self.deal.start is None else self.deal.start.players

    @property
    def rules(self) -> RuleSet | None:
        """The rules of the last deal, ``None`` in a new log and where they are unknown."""
        try:
            return None if self.before is None else rulebook().resolve(self.before.rules)
        except RulesError:
            return None

    @property
    def ended(self) -> bool:
        """Whether the deal was won or exhausted."""
        return self.deal.status in ("won", "exhausted")

    @property
    def standing(self) -> list[int]:
        """The numbers of the deal's start and of every event of play that stands, in order."""
        kept = (step.event for step in self.deal.steps if step.fate == "stands")
        return [event.seq for event in kept if isinstance(event, (DealStarted, *_PLAY))]

    @property
    def report(self) -> DealReport:
        """The report of the deal as far as it is recorded."""
        return audit_log(self.logged)

    @property
    def logged(self) -> LoggedDeal:
        """The deal as a file would give it, without its bytes."""
        return LoggedDeal(str(self.path), 1, [b""] * len(self.lines), list(self.lines))

    def take(self, text: str, *, let_stand: bool = False) -> Taken:
        """One typed line: a field of a deal's head, or what happened. ``let_stand``: its breaches are kept, as if it
        said so. Raises ``ConflictError`` where somebody else writes the log, ``OSError``."""
        field = _field(text, in_head=self._head is not None)
        if field is not None:
            return self._take_field(field, text)
        begun = self.end_head() if text.strip() else Taken()
        if begun.refused:
            return begun
        if not self.going_on:
            if not text.strip() or text.lstrip().startswith("#"):
                return begun
            mend = said("begin one with deal and its name, then players, rules and dealer")
            return Taken(faults=(Fault("no-deal", said("there is no deal yet"), "-", 1, token=text, mend=mend),))
        turn = acting(self.deal.state)
        entry = events_of_entry(text, self.names, turn, self.deal.next_seq, standing=self.standing)
        events = tuple([one for one in entry if not isinstance(one, Fault)])
        faults = tuple([one for one in entry if isinstance(one, Fault)])
        taken = Taken(faults=faults) if faults or not events else self.add(events, let_stand=let_stand)
        return replace(taken, begun=begun.events, set_aside=taken.set_aside or begun.set_aside)

    def end_head(self) -> Taken:
        """A head that was typed has no more fields: its deal begins."""
        head, self._head = self._head, None
        if head is None:
            return Taken()
        faults = Faults("-")
        start = head.event(EntryReader(faults, head.players(), Course()))
        return Taken(faults=tuple(faults.found)) if start is None or faults.found else self.begin(start)

    def begin(self, start: DealStarted) -> Taken:
        """A deal begins, whether or not the one before has ended."""
        trial = Deal(rulebook())
        trial.add(start)
        if trial.findings:
            return Taken(findings=tuple(trial.findings))
        done = self._append([start])
        if isinstance(done, Taken):
            return done
        self.before, self.lines, self.deal, self._expected = start, [start], trial, done.next_seq
        return Taken(events=(start,), set_aside=done.set_aside)

    def add(self, events: Sequence[Event], *, let_stand: bool = False) -> Taken:
        """What happened next, all of it or nothing; ``seq`` runs on from the deal's."""
        if any(isinstance(event, Sealed) for event in events):
            message, mend = said("a seal is reckoned, never typed"), said("seal the deal when it has ended")
            return Taken(faults=(Fault("seal-typed", message, "-", 1, mend=mend),))
        trial, found = self._tried(events)
        if let_stand and found:
            breaches = {one.seq for one in found if one.severity == "irregular"}
            events = [
                replace(event, irregular=True) if event.seq in breaches and isinstance(event, _PLAY) else event
                for event in events
            ]
            trial, found = self._tried(events)
        if wrong := tuple([one for one in found if one.counts]):
            return Taken(findings=wrong)
        if any(step.fate == "not-folded" for step in trial.steps[-len(events) :]):
            message = said("the deal stopped at an impossible event, which has to be taken back first")
            return Taken(
                faults=(Fault("stopped", message, "-", 1, mend=said("write undo to and the event before it")),)
            )
        done = self._append(events)
        if isinstance(done, Taken):
            return done
        self.lines += events
        self.deal, self._expected = trial, done.next_seq
        return Taken(events=tuple(events), findings=found, set_aside=done.set_aside)

    def seal(self, at: str | None = None) -> SealAppended:
        """Seal the deal, at a time (RFC 3339) if that is given. Raises ``AppendError`` where it has not ended."""
        done = append_seal(self.path, ended=lambda _logged: self.ended, at=at)
        self.lines, self.deal, self._expected = [], Deal(rulebook()), 0
        return done

    def following(self) -> DealStarted | None:
        """What is likely to begin next: the same people and rules, the deal passed on (§2.4, §12.1); ``None`` in a new
        log."""
        last = self.before
        if last is None:
            return None
        number = None if last.number is None else last.number + 1
        named = replace(last, seq=0, deal="", number=number, deck=None, at=None)
        if last.sitting_out is None:
            return replace(named, dealer=NEXT_SEAT[last.dealer])
        banker, second, third = last.players
        return replace(named, players=(second, third, last.sitting_out), sitting_out=banker)

    def _append(self, events: Sequence[Event]) -> Appended | Taken:
        """Write events, or refuse what no log can hold, such as half a surrogate pair. Raises ``ConflictError``."""
        try:
            return append(self.path, events, expected_seq=self._expected)
        except ConflictError:
            raise
        except AppendError as error:
            return Taken(faults=(Fault("not-appended", error.message, "-", 1),))

    def _tried(self, events: Sequence[Event]) -> tuple[Deal, tuple[Finding, ...]]:
        """The fold with these events, and what is found on them."""
        trial = Deal(rulebook())
        for line in self.lines:
            add_line(trial, line)
        before = len(trial.findings)
        for event in events:
            trial.add(event)
        return trial, tuple(trial.findings[before:])

    def _take_field(self, field: str, text: str) -> Taken:
        """A line of a head. One that is wrong leaves the head as it was."""
        if field == "deal":
            begun = self.end_head()
            if begun.refused:
                return begun
            self._head = Head(1)
        if self._head is None:
            message, mend = said("belongs to the head of a deal"), said("begin a deal with deal and its name")
            return Taken(faults=(Fault("misplaced", message, "-", 1, token=text, mend=mend),))
        faults = Faults("-")
        cursor = Cursor(text, faults)
        cursor.take()
        try:
            self._head.read(field, cursor, EntryReader(faults, self._head.players(), Course()))
            cursor.comment()
        except WrongLineError:
            pass
        if faults.found and field == "deal":
            self._head = None
        return Taken(faults=tuple(faults.found))


def acting(state: State | None) -> int | None:
    """The seat that acts where nobody is named; ``None`` where no deal goes on."""
    if state is None or state.phase == ENDED:
        return None
    if state.phase == PREPARING:
        return preparing_seat(state)
    return NEXT_SEAT[state.turn] if state.phase == CLAIMING else state.turn


def acknowledged(event: Event, names: Sequence[str]) -> str:
    """An event that was taken, as a line: its number, type, player, form and cards, in the log's own words."""
    seat = getattr(event, "seat", None)
    name = getattr(event, "deal", None) or getattr(event, "by", None)
    who = name if not isinstance(seat, int) else names[seat] if seat < len(names) else str(seat)
    cards = getattr(event, "card", None) or getattr(event, "cards", None)
    return " ".join(filter(None, [str(event.seq), type_of(event), who, getattr(event, "form", None), cards]))


def _field(text: str, *, in_head: bool) -> str | None:
    """The field of a head that a line gives, if it does. ``at`` is one only among others; else it is a mark."""
    first = Cursor(text, Faults("-")).peek()
    if first is None or first.quoted:
        return None
    return "at" if in_head and word(first.text, "mark") == "at" else word(first.text, "head")


_START = b'{"seq":0,"type":"deal_started"'
_LONGEST_START = 2**16


def _begins_torn(beginning: bytes) -> bool:
    """Whether all there is of a log is a torn first line."""
    return b"\n" not in beginning and beginning[: len(_START)] == _START[: len(beginning)]


def _last_deal(path: Path) -> LoggedDeal | None:
    if not path.exists():
        return None
    try:
        stream = path.open("rb")
    except OSError as error:
        raise UnreadableError([Fault("not-opened", system_says(error), str(path))]) from error
    with stream:
        if _begins_torn(stream.read(_LONGEST_START)):
            return None
        stream.seek(0)
        holds, whole = told_apart(stream)
        if holds == "records":
            message = said("these are hand records, which nothing can be appended to")
            raise UnreadableError([Fault("not-a-log", message, str(path), mend=said("name a log, or a new file"))])
        last = deque(read_deals(whole, str(path)), maxlen=1)
    return last[0] if last and last[0].events else None
