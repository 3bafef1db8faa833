"""Two writers of one log, and one that is killed: one gets the log, the other a clear word; no line is half."""

import subprocess
import sys
from pathlib import Path

import portalocker
import pytest

from engine.events import Noted
from replay.append import ConflictError, append, seal
from tests.replay.logs import drawn, noted, read, started, written

ROOT = Path(__file__).parents[2]


def test_who_holds_the_log_keeps_others_out(log: Path) -> None:
    with log.open("rb+") as holder:
        portalocker.lock(holder, portalocker.LOCK_EX)
        for refused in (lambda: append(log, [drawn(2)], expected_seq=2), lambda: seal(log, ended=lambda _: True)):
            with pytest.raises(ConflictError, match="another writer") as raised:
                refused()
            assert "\n" not in str(raised.value)
    assert append(log, [drawn(2)], expected_seq=2).next_seq == 3


HOLDING = """
import os, sys
from pathlib import Path
from tests.replay.logs import drawn
import replay.append
real = os.write
def write(fd, data):
    print("holding", flush=True)
    sys.stdin.readline()
    return real(fd, data)
os.write = write
replay.append.append(Path(sys.argv[1]), [drawn(2)], expected_seq=2)
"""

KILLED = """
import os, signal, sys
from pathlib import Path
from tests.replay.logs import drawn
import replay.append
real = os.write
def write(fd, data):
    real(fd, data[:int(sys.argv[2])])
    os.kill(os.getpid(), signal.SIGKILL)
os.write = write
replay.append.append(Path(sys.argv[1]), [drawn(2), drawn(3)], expected_seq=2)
"""

RACING = """
import sys
from pathlib import Path
from tests.replay.logs import noted
from replay.append import ConflictError, append
print("ready", flush=True)
sys.stdin.readline()
for seq in range(2, 40):
    try:
        append(Path(sys.argv[1]), [noted(seq, sys.argv[2])], expected_seq=seq)
    except ConflictError:
        print("refused", seq)
    else:
        print("wrote", seq)
"""


def child(program: str, *words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def test_another_program_is_refused_while_one_appends(log: Path) -> None:
    with child(HOLDING, log) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "holding\n"
        with pytest.raises(ConflictError):
            append(log, [drawn(2)], expected_seq=2)
        holder.communicate("\n", timeout=20)
    assert holder.returncode == 0
    assert log.read_bytes() == written(started(), drawn(1), drawn(2))


def test_of_two_writers_one_gets_each_seq(log: Path) -> None:
    with child(RACING, log, "Li") as one, child(RACING, log, "Wang") as other:
        for writer in (one, other):
            assert writer.stdout is not None
            writer.stdout.readline()
        for writer in (one, other):
            assert writer.stdin is not None
            writer.stdin.write("\n")
            writer.stdin.flush()
        said = {"Li": one.communicate(timeout=20)[0], "Wang": other.communicate(timeout=20)[0]}
    (deal,) = read(log)
    notes = [event for event in deal.events if isinstance(event, Noted)]
    assert [event.seq for event in notes] == list(range(2, 2 + len(notes)))
    wrote = {name: [int(line.split()[1]) for line in out.splitlines() if "wrote" in line] for name, out in said.items()}
    assert wrote == {name: [event.seq for event in notes if event.text == name] for name in said}
    assert notes
    assert deal.faults() == ()


@pytest.mark.parametrize("written_bytes", [0, 10, 45, 46, 50, 92])
def test_killed_in_the_middle_of_a_write_a_log_goes_on(log: Path, written_bytes: int) -> None:
    before = log.read_bytes()
    both = written(drawn(2), drawn(3))
    assert len(both) == 92
    with child(KILLED, log, written_bytes) as killed:
        killed.communicate(timeout=20)
    assert killed.returncode == -9
    assert log.read_bytes() == before + both[:written_bytes]
    (deal,) = read(log)
    kept = len(deal.events)
    assert (kept, deal.torn is not None) == (2 + both[:written_bytes].count(b"\n"), written_bytes in (10, 45, 50))
    assert append(log, [noted(kept)], expected_seq=kept).next_seq == kept + 1
    assert read(log)[0].findings() == ()
