"""Recording line by line, without a screen: typed lines in, each answered once what it says is on disk."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec.structs import replace

from cli.frame import fault_line
from cli.language import _, translated
from cli.render.screen import json_out, opaque, out, warn
from cli.status import Status
from engine.events import Event
from engine.findings import Finding
from engine.said import said
from replay.append import AppendError
from replay.faults import Fault
from replay.head import head_of
from replay.inputs import STDIN
from replay.lines_of import OverLong, lines_of
from replay.log import over_long
from replay.recording import Recording, Taken, acknowledged
from replay.report_json import fault_json, finding_json


class LineRecorder:
    """Takes lines of ``source``, and answers them: with ``json`` in one document at the end, else each at once."""

    def __init__(self, recording: Recording, source: str = STDIN, *, json: bool = False) -> None:
        self.recording = recording
        self.source = source
        self.json = json
        self.status = Status.NOTHING
        self._document: dict[str, Any] = {
            **{"format": "duzihu-record/1", "source": str(recording.path)},
            **{"taken": [], "refused": [], "set_aside": None, "status": None, "head": None},
        }

    def record(self, lines: BinaryIO, *, seal: bool = False) -> Status:
        """Take every line, and with ``seal`` seal the deal then. ``FINDINGS`` where a line was refused, and at once
        where somebody else writes the log."""
        try:
            for number, line in enumerate(lines_of(lines), 1):
                self._answer(self._taken(line), number)
            self._answer(self.recording.end_head(), None)
            self._document["status"] = self.recording.deal.status if self.recording.going_on else None
            if seal:
                self._seal()
        except AppendError as error:
            warn(translated(error.message))
            self.status = Status.FINDINGS
        if self.json:
            json_out({**self._document, "exit_status": self.status})
        return self.status

    def _taken(self, line: bytes | OverLong) -> Taken:
        if isinstance(line, OverLong):
            return Taken(faults=(Fault("line-too-long", over_long(line).message, STDIN),))
        try:
            text = line.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            message, mend = said("not UTF-8 at byte {byte}", byte=error.start + 1), said("type it in UTF-8")
            return Taken(faults=(Fault("not-utf-8", message, STDIN, mend=mend),))
        return self.recording.take(text.rstrip("\r\n"))

    def _seal(self) -> None:
        done = self.recording.seal()
        self._document["head"] = code = head_of(done.seal.hash)
        if not self.json:
            out(f"{done.seal.seq} sealed {code}\n")

    def _answer(self, taken: Taken, number: int | None) -> None:
        """Say what became of a line."""
        if taken.set_aside is not None:
            self._document["set_aside"] = str(taken.set_aside)
            warn(_("A torn last line was set aside in {other}", other=str(taken.set_aside)))
        events = (*taken.begun, *taken.events)
        if events:
            self._document["taken"].append({"line": number, "seqs": [event.seq for event in events]})
        for event in () if self.json else events:
            out(said_of(event, self.recording.names) + "\n")
        for words in refusal(taken, number, self.source):
            warn(words)
        if taken.refused:
            self.status = Status.FINDINGS
            wrong = {
                "line": number,
                "faults": [fault_json(replace(fault, line=number, source=self.source)) for fault in taken.faults],
                "findings": [finding_json(found) for found in taken.findings],
            }
            self._document["refused"].append(wrong)


def said_of(event: Event, names: tuple[str, ...]) -> str:
    """What is answered to an event that was taken."""
    return opaque(acknowledged(event, names))


def refusal(taken: Taken, number: int | None = None, source: str = STDIN) -> Iterator[str]:
    """What is wrong with a line that was refused, a line each; and what the table let stand."""
    for fault in taken.faults:
        yield fault_line(replace(fault, line=number, source=source))
    for found in taken.findings:
        words = _breach(found)
        yield words if number is None else f"-:{number}: {words}"
    if taken.may_stand:
        yield _("Add ! to it if the table let it stand.")


def _breach(found: Finding) -> str:
    what = {"what": translated(found.message), "rule": found.rule}
    if found.let_stand:
        return _("let stand, {rule}: {what}", **what)
    if found.severity == "impossible":
        return _("impossible, {rule}: {what}", **what)
    return _("irregular, {rule}: {what}", **what)
