"""What the tables hold is what the audit shows: the same findings, lines and totals, to be added up again from them."""

import io
import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from engine.cards import TOKENS
from engine.deal import Step
from engine.events import Retracted, type_of
from engine.lines import sums_of
from replay.archive.line_rows import LineNumbers
from replay.archive.rows import happened
from replay.archive.schema import PLAIN
from replay.archive.store import opened_archive, run
from replay.archive.texts import text_of
from replay.audit import audit
from replay.log import read_deals
from replay.report import DealReport
from tests.archive.archives import empty_archive, imported, of_fixtures, put_in
from tests.replay.logs import LOGS as VECTORS
from tests.support.inputs import HANDS, LOGS, record

SOURCES = [*LOGS, *HANDS, *(f"fixtures/vectors/deals/{path.name}" for path in VECTORS)]


@cache
def _archived() -> Path:
    """An archive of every log and record of the fixtures and vectors, made once."""
    place = Path(mkdtemp(prefix="duzihu-test-"))
    with empty_archive(place) as archive:
        imported(archive, *SOURCES)
    return place / "archive.duckdb"


def _reports(name: str) -> list[DealReport]:
    with open(name, "rb") as stream:
        return [report for report in audit(stream, name) if isinstance(report, DealReport)]


@pytest.mark.parametrize("name", SOURCES)
def test_an_archived_deal_is_what_the_audit_reports(name: str) -> None:
    with opened_archive(str(_archived())) as archive:
        for number, report in enumerate(_reports(name), 1):
            deals = run(
                archive,
                "SELECT deal, d.named, status, dealer, total_0, total_1, total_2, payment_0, payment_1, payment_2, "
                "partitions, readings FROM deals d JOIN sources s USING (source) WHERE ends_with(s.name, ?) "
                "AND number = ?",
                [name, number],
            )
            if not deals:  # rejected, or another source's deal
                continue
            deal, named, status, dealer, *figures, partitions, readings = deals[0]
            scored = report.score
            assert (named, status) == (report.id, report.status)
            if scored is not None and scored.totals is not None and scored.payments is not None:
                assert tuple(figures) == (*scored.totals, *scored.payments)
            else:
                assert figures == [None] * 6
            if report.end is not None and report.end.win is not None and scored is not None:
                assert (partitions, readings) == (scored.partitions, len(scored.readings))
                assert dealer == report.end.dealer
            _same_lines(archive, deal, report)
            _same_findings(archive, deal, report)
            _same_events(archive, deal, report)


def _same_lines(archive: Any, deal: int, report: DealReport) -> None:
    found = run(
        archive,
        "SELECT seat, reading, place, id, section, rule, option, assumed, amount, cards, value, "
        "len(split(factors, ', ')) FROM lines WHERE deal = ? "
        "ORDER BY seat, reading, place",
        [deal],
    )
    due: list[tuple[Any, ...]] = []
    scored, end = report.score, report.end
    if scored is not None and end is not None:
        for seat, own in enumerate(scored.seats):
            if end.win is not None and seat == end.win.seat:
                parts = [(number, reading.lines) for number, reading in enumerate(scored.readings)]
            else:
                parts = [] if own is None else [(None, own.lines)]
            due += [
                (seat, number, place, line.id, line.section, line.rule, line.option, line.assumed, line.amount,
                 " ".join([TOKENS[card] for card in line.cards]) or None, line.value, len(line.factors) or None)
                for number, lines in parts  # type: ignore[misc]
                for place, line in enumerate(lines)
            ]  # fmt: skip
    assert found == due


def _same_findings(archive: Any, deal: int, report: DealReport) -> None:
    found = run(
        archive,
        "SELECT code, severity, rule, seq, field, message, counts, void, let_stand FROM findings WHERE deal = ? "
        "ORDER BY place",
        [deal],
    )
    due = [
        (one.code, one.severity, one.rule, one.seq, one.field, one.message, one.counts, one.void, one.let_stand)
        for one in report.findings
        if one.code != "torn-line"  # the torn line is no part of the deal: it is rejected
    ]
    assert found == due


def _same_events(archive: Any, deal: int, report: DealReport) -> None:
    found = run(
        archive,
        "SELECT seq, type, fate, seat, card, irregular, happened_at, form, cards, giver, speaker, text, back_to, "
        "totals, payments FROM events WHERE deal = ? ORDER BY seq, fate",
        [deal],
    )
    steps: list[Step] = [] if report.deal is None else report.deal.steps
    due = [
        (step.event.seq, type_of(step.event), step.fate, *_told(step.event, "seat"), *_told(step.event, "card"),
         getattr(step.event, "irregular", False), step.event.at, *_told(step.event, "form"),
         *_told(step.event, "cards"), *_told(step.event, "source"), *_told(step.event, "by"),
         *_told(step.event, "text", "reason"), *_told(step.event, "to"), *_told(step.event, "totals"),
         *_told(step.event, "payments"))
        for step in steps
    ]  # fmt: skip
    assert found == sorted(due, key=lambda row: (row[0], row[2]))
    if any(isinstance(step.event, Retracted) for step in steps):
        assert {fate for _, _, fate, *_ in found} > {"stands"}


def _told(event: Any, *names: str) -> tuple[Any]:
    """The one of some fields that an event has, as the archive gives it back."""
    value = next((getattr(event, name) for name in names if hasattr(event, name)), None)
    return (list(value) if isinstance(value, tuple) else value,)


def test_10_1_totals_can_be_added_up_again_from_the_lines_alone() -> None:
    with opened_archive(str(_archived())) as archive:
        totals = run(
            archive,
            """
            WITH parts AS (
                SELECT deal, seat, coalesce(reading, 0) AS reading,
                    coalesce(sum(amount) FILTER (section IN ('base', 'bonus')), 0) AS added,
                    coalesce(product(amount) FILTER (section IN ('multiplier', 'everyone')), 1) AS times,
                    coalesce(sum(amount) FILTER (section = 'rounding'), 0) AS rounding
                FROM lines GROUP BY ALL
            )
            SELECT p.total, coalesce(added * times + rounding, 0) FROM players p
            LEFT JOIN parts ON parts.deal = p.deal AND parts.seat = p.seat AND parts.reading = 0
            WHERE p.total IS NOT NULL
            """,
        )
        assert len(totals) > 300
        assert all(total == again for total, again in totals)


def test_a_line_that_comes_again_is_kept_once() -> None:
    with opened_archive(str(_archived())) as archive:
        ((lines, unlike, distinct),) = run(
            archive,
            "SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM unlike_lines), "
            "(SELECT count(*) FROM (SELECT DISTINCT * EXCLUDE (line) FROM unlike_lines))",
        )
        assert unlike == distinct
        assert lines > 3 * unlike


def _stopped(_bytes: int, _deals: int) -> None:
    raise ZeroDivisionError


def test_lines_keep_their_numbers_from_source_to_source(tmp_path: Path) -> None:
    """Also after a source that did not go in."""
    one, two = (Path(f"fixtures/logs/{name}.jsonl").read_bytes() for name in ("settlement_140_40_100", "session"))
    with empty_archive(tmp_path) as archive:
        lines = LineNumbers(archive)
        for data in (one, two):
            put_in(archive, data, lines=lines)
        with pytest.raises(ZeroDivisionError):
            put_in(archive, two.replace(b'"deal":"', b'"deal":"other-'), lines=lines, told=_stopped)
        put_in(archive, one.replace(b"settlement-140", b"again-140"), lines=lines)
        numbers = run(archive, "SELECT line FROM unlike_lines ORDER BY line")
        assert numbers == [(number,) for number in range(len(numbers))]
        (first, second) = (
            run(
                archive,
                "SELECT lines.* EXCLUDE (deal) FROM lines JOIN deals USING (deal) "
                "WHERE starts_with(deals.id, ?) ORDER BY ALL",
                [name],
            )
            for name in ("settlement-140", "again-140")
        )
        assert first
        assert first == second


def test_an_events_text_is_what_was_read() -> None:
    """Every log's bytes come back, deal by deal."""
    with opened_archive(str(of_fixtures())) as archive:
        deals = run(
            archive,
            "SELECT deal, s.name, number FROM deals JOIN sources s USING (source) "
            "WHERE deals.kind = 'log' AND s.encoding = 'utf-8' AND NOT crlf",
        )
        assert deals
        for deal, name, number in deals:
            with open(name, "rb") as stream:
                logged = list(read_deals(stream, name))[number - 1]
            assert text_of(archive, deal) == b"".join(logged.lines)


def test_plain_and_full_events_are_all_events() -> None:
    with opened_archive(str(_archived())) as archive:
        ((both, plain, full),) = run(
            archive,
            "SELECT (SELECT count(*) FROM events), "
            f"(SELECT sum(len(list_filter(kind, lambda one: one < {len(PLAIN)}))) FROM plain_events), "
            "(SELECT count(*) FROM full_events)",
        )
        assert both == plain + full
        assert plain > 0 < full


def test_the_time_of_an_event_is_as_written(tmp_path: Path) -> None:
    """Some events of a log have a time, and others none; one deal has none at all."""
    log = Path("fixtures/logs/settlement_140_40_100.jsonl").read_bytes()
    lines = [line for line in log.splitlines(keepends=True) if b'"sealed"' not in line]
    timed = [
        line.replace(b"}\n", b',"at":"2025-04-12T20:%02d:00+08:00"}\n' % number) if number % 3 else line
        for number, line in enumerate(lines)
    ]
    with empty_archive(tmp_path) as archive:
        put_in(archive, log)
        put_in(archive, b"".join(timed).replace(b"settlement-140", b"timed-140"), "timed")
        found = run(archive, "SELECT seq, happened_at FROM events WHERE deal = 2 ORDER BY seq")
        assert found == [
            (number, f"2025-04-12T20:{number:02}:00+08:00" if number % 3 else None) for number in range(len(lines))
        ]
        assert run(archive, "SELECT count(*) FROM events WHERE deal = 1 AND happened_at IS NOT NULL") == [(0,)]


def test_the_lines_of_a_chosen_reading_give_its_sums() -> None:
    report = _reports("fixtures/logs/settlement_140_40_100.jsonl")[0]
    assert report.score is not None
    best = report.score.chosen
    assert best is not None
    with opened_archive(str(_archived())) as archive:
        found = run(
            archive,
            "SELECT base, bonus, multiplier, unrounded, total FROM readings JOIN deals USING (deal) "
            "JOIN sources USING (source) WHERE ends_with(name, 'logs/settlement_140_40_100.jsonl') AND reading = 0",
        )
    sums = sums_of(best.lines)
    assert found == [(sums.base, sums.bonus, sums.multiplier, sums.unrounded, sums.total)]


@pytest.mark.parametrize(
    ("text", "at", "on"),
    [
        ("2025-04-12", None, "2025-04-12"),
        ("2025-04-12T20:15:00+08:00", "2025-04-12 12:15:00", "2025-04-12"),
        ("2025-04-12t20:15:00z", "2025-04-12 20:15:00", "2025-04-12"),
        ("2025-04-13T00:30:00+08:00", "2025-04-12 16:30:00", "2025-04-13"),
        ("2016-12-31T23:59:60Z", None, "2016-12-31"),
        ("2025-02-30", None, None),
    ],
)
def test_when_a_deal_was_played(text: str, at: str | None, on: str | None) -> None:
    moment, day = happened(text)
    assert (None if moment is None else str(moment)) == at
    assert (None if day is None else str(day)) == on


def test_amounts_beyond_the_columns_are_rejected_not_cut(tmp_path: Path) -> None:
    """A rule set may multiply to more than any column holds."""
    options = dict.fromkeys(("hezi_hu", "indicator_multiplier", "old_general_multiplier"), 10**9)
    hand = json.dumps(record("hezi_64", rules={"preset": "cardavia", "options": options})).encode()
    (report,) = audit(io.BytesIO(hand), "huge")
    assert isinstance(report, DealReport)
    assert report.score is not None
    assert report.score.totals is not None
    assert max(report.score.totals) > 2**63
    with empty_archive(tmp_path) as archive:
        taken = put_in(archive, hand)
        assert [fault.code for fault in taken.faults] == ["too-large"]
        assert taken.counts.rejected == len(hand)
        assert run(archive, "SELECT count(*) FROM deals") == [(0,)]
