"""Logs for the tests, from the vectors and from events written here."""

from pathlib import Path

from engine.events import DealStarted, Drawn, Event, Noted, encode
from replay.log import LoggedDeal, read_deals

VECTORS = Path(__file__).parents[2] / "fixtures" / "vectors" / "deals"
LOGS = sorted(VECTORS.glob("*.jsonl"))
SESSIONS = sorted(VECTORS.glob("session-*.jsonl"))


def started(deal: str = "club-7", *, session: str | None = None, dealer: int = 0) -> DealStarted:
    """The first event of a deal."""
    return DealStarted(0, "duzihu-log/1", deal, "cardavia", ("Li", "Wang", "Chen"), dealer, session=session)


def drawn(seq: int) -> Drawn:
    return Drawn(seq, 0, "1m")


def noted(seq: int, text: str = "tea") -> Noted:
    return Noted(seq, "table", text)


def written(*events: Event) -> bytes:
    """The lines of events."""
    return b"".join(encode(event) + b"\n" for event in events)


def read(path: Path) -> list[LoggedDeal]:
    """The deals of a file."""
    with path.open("rb") as stream:
        return list(read_deals(stream, str(path)))
