"""The loop that the commands share: as a stream, with a bar for who waits, without a word to a closed pipe."""

import io
import signal
import subprocess
import sys

import pytest

from cli.render import progress
from cli.render.json_stream import JsonStream
from cli.render.progress import Meter
from cli.reports import _of_input
from tests.support.command_line import ROOT, start

SESSION = ROOT / "fixtures/logs/session.jsonl"


def test_deals_are_shown_while_the_input_still_grows() -> None:
    running = start("audit", "-", "--brief", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(SESSION.read_bytes())
    running.stdin.flush()
    assert running.stdout.readline().startswith(b"-  1  evening-1  won")
    running.stdin.close()
    assert len(running.stdout.readlines()) == 3
    running.stdout.close()
    assert running.wait(timeout=30) == 0


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no such signal")
@pytest.mark.parametrize("form", ["--brief", "--json"])
def test_a_closed_pipe_ends_it_without_a_word(form: str) -> None:
    running = start(
        "audit", *[str(SESSION)] * 60, form, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.readline()
    running.stdout.close()
    assert running.wait(timeout=30) == -signal.SIGPIPE
    assert running.stderr.read() == b""
    running.stderr.close()


def test_a_closed_standard_input_is_an_input_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    result = list(_of_input("-", Meter([])))
    assert [fault.message for unread in result for fault in unread.faults] == ["standard input is closed"]


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_tells_deals_and_bytes_on_a_terminal_and_goes_when_something_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = _Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    meter = Meter([str(SESSION)])
    with SESSION.open("rb") as stream:
        stream.read(100)
        for _ in range(3):
            meter.read(stream)
        meter.clear()
    meter.done(str(SESSION))
    shown = screen.getvalue()
    assert "3 deals" in shown
    assert "0.1/" in shown
    assert shown.endswith("\x1b[2K")


def test_no_bar_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    meter = Meter([str(SESSION)])
    with SESSION.open("rb") as stream:
        meter.read(stream)
    meter.clear()
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_document_without_deals_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    JsonStream("duzihu-audit/1").close([], 0)
    expected = '{\n  "format": "duzihu-audit/1",\n  "deals": [],\n  "faults": [],\n  "exit_status": 0\n}\n'
    assert capsys.readouterr().out == expected


def test_a_text_that_looks_like_the_documents_layout_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    stream = JsonStream("duzihu-audit/1")
    stream.add({"id": 'a\n    "b"\n'})
    stream.close([], 1)
    assert '      "id": "a\\n    \\"b\\"\\n"\n' in capsys.readouterr().out
