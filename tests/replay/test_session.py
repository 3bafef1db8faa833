"""Sessions: the dealer and who sits out rotate (§2.4, §12.1), and payments add up."""

import io
from typing import Any

import msgspec
import pytest

from engine.events import DealStarted, Dealt, Exhausted, encode
from replay.audit import audit
from replay.report import DealReport
from replay.session import MOST_PEOPLE, ROTATION, Sessions
from tests.support.command_line import ROOT

SESSION = (ROOT / "fixtures" / "logs" / "session.jsonl").read_bytes()
FOUR = {"preset": "article", "options": {}}


def _reports(data: bytes) -> list[DealReport]:
    reports = list(audit(io.BytesIO(data), "session"))
    assert all(isinstance(report, DealReport) for report in reports)
    return reports  # type: ignore[return-value]


def _codes(data: bytes) -> list[list[str]]:
    return [[found.code for found in report.findings] for report in _reports(data)]


def _starts(*starts: dict[str, Any]) -> bytes:
    """Deals that are dealt nothing and end at once: irregular all the way, but ended."""
    lines = []
    for given in starts:
        start: dict[str, Any] = {
            "format": "duzihu-log/1", "deal": "d", "rules": "cardavia", "players": ("A", "B", "C"), "dealer": 0,
        }  # fmt: skip
        lines.append(encode(msgspec.convert({"seq": 0, "type": "deal_started"} | start | given, DealStarted)))
        dealer = int((start | given)["dealer"])
        lines += [encode(Dealt(at + 1, (dealer + at) % 3, "1m")) for at in range(3)]
        lines.append(b'{"seq":4,"type":"indicators_revealed","cards":"2m 3m"}')
        lines.append(encode(Exhausted(5)))
    return b"".join(line + b"\n" for line in lines)


def _rotation_of(data: bytes) -> list[list[str]]:
    return [[code for code in codes if code in ROTATION] for codes in _codes(data)]


def _rotation(*starts: dict[str, Any]) -> list[list[str]]:
    return _rotation_of(_starts(*starts))


def test_2_4_a_session_whose_dealer_rotates_has_no_finding_and_adds_up() -> None:
    reports = _reports(SESSION)
    assert [report.findings for report in reports] == [()] * 4
    assert [report.running is None for report in reports] == [True, False, False, False]
    payments = [report.score.payments for report in reports if report.score and report.score.payments]
    for at in (1, 2, 3):
        assert reports[at].running == tuple(map(sum, zip(*payments[: at + 1], strict=True)))


@pytest.mark.parametrize(
    ("second", "found"),
    [
        ({"dealer": 1}, []),
        ({"dealer": 0}, ["dealer-rotation"]),
        ({"dealer": 2}, ["dealer-rotation"]),
        ({"dealer": 2, "players": ("A", "B", "D")}, []),
        ({"dealer": 2, "session": "another"}, []),
    ],
)
def test_2_4_the_deal_passes_to_the_next_seat(second: dict[str, Any], found: list[str]) -> None:
    assert _rotation({"dealer": 0}, second) == [[], found]


def test_2_4_a_restart_draws_a_new_dealer_and_its_number_shows_it() -> None:
    assert _rotation({"dealer": 0, "number": 4}, {"dealer": 2, "number": 1}) == [[], []]
    assert _rotation({"dealer": 0, "number": 4}, {"dealer": 2, "number": 5}) == [[], ["dealer-rotation"]]


def test_2_4_nothing_is_due_after_a_deal_that_did_not_end() -> None:
    unfinished = b"".join(_starts({"dealer": 0}).splitlines(keepends=True)[:-1])
    codes = _codes(unfinished + _starts({"dealer": 0}))
    assert not [code for code in codes[1] if "rotation" in code]


def test_12_1_the_sitter_moves_to_the_banker_of_the_deal_before() -> None:
    first = {"rules": FOUR, "players": ("A", "B", "C"), "sitting_out": "D"}
    second = {"rules": FOUR, "players": ("B", "C", "D"), "sitting_out": "A"}
    third = {"rules": FOUR, "players": ("C", "D", "A"), "sitting_out": "B"}
    assert _rotation(first, second, third) == [[], [], []]
    assert _rotation(first, first) == [[], ["sitter-rotation"]]
    assert _rotation(first, third) == [[], ["sitter-rotation"]]
    assert _rotation(first, second | {"players": ("C", "B", "D")}) == [[], ["sitter-rotation"]]


def test_12_1_payments_follow_the_person_round_the_table() -> None:
    first = {"rules": FOUR, "players": ("A", "B", "C"), "sitting_out": "D"}
    second = {"rules": FOUR, "players": ("B", "C", "D"), "sitting_out": "A"}
    reports = _reports(_starts(first, second))
    one, two = [report.score.payments for report in reports if report.score and report.score.payments]
    assert reports[1].running == (one[1] + two[0], one[2] + two[1], two[2], one[0])


def test_12_1_of_people_of_one_name_it_is_the_seats_that_add_up() -> None:
    first = {"rules": FOUR, "players": ("A", "B", "A"), "sitting_out": "D"}
    second = {"rules": FOUR, "players": ("B", "A", "D"), "sitting_out": "A"}
    reports = _reports(_starts(first, second))
    one, two = [report.score.payments for report in reports if report.score and report.score.payments]
    assert reports[1].running == tuple(map(sum, zip(one, two, strict=True)))


def test_2_4_nothing_is_due_after_a_deal_that_cannot_be_folded() -> None:
    lost = _starts({"dealer": 1}).replace(b'"rules":"cardavia"', b'"rules":"nantong"')
    assert _rotation_of(_starts({"dealer": 0}) + lost + _starts({"dealer": 2})) == [[], [], []]
    faulty = _starts({"dealer": 1}).replace(b'"players"', b'"playing"')
    assert _rotation_of(_starts({"dealer": 0}) + faulty + _starts({"dealer": 2})) == [[], [], []]


def test_2_4_sessions_of_one_file_are_followed_each_by_itself() -> None:
    deals = [{"session": session, "dealer": dealer} for dealer in (0, 1, 2) for session in ("one", "two")]
    assert _rotation(*deals) == [[]] * 6
    assert _rotation(*deals[:4], deals[5], deals[4] | {"dealer": 0}) == [[]] * 5 + [["dealer-rotation"]]


def test_a_session_of_any_length_is_followed_in_bounded_memory() -> None:
    sessions = Sessions()
    reports = _reports(_starts(*({"players": (f"A{n}", f"B{n}", f"C{n}"), "dealer": n % 3} for n in range(60))))
    for report in reports:
        sessions.followed(report)
    for report in _reports(_starts(*({"session": f"{n}"} for n in range(20)))):
        sessions.followed(report)
    remembered = sessions._before
    assert len(remembered) == 21
    assert len(remembered[None].received) == MOST_PEOPLE
