"""A deal under other rules: what is compared is what the rules themselves would have given."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from engine.findings import Finding
from engine.lines import Line, sums_of
from engine.options import OPTION
from engine.rulesets import other_values
from engine.score import score
from replay.diff import DealDiff, diff_lines, diff_reports, each_option, under
from replay.report import DealReport
from replay.report_json import report_json
from tests.support.inputs import all_reports

KNOWN = [report for report in all_reports() if report.rules is not None]
SCORED = [report for report in KNOWN if report.end is not None]


def of(name: str) -> DealReport:
    """The report of a fixture with one deal."""
    (report,) = [report for report in all_reports() if report.source == f"fixtures/{name}"]
    return report


def other(report: DealReport, **changes: object) -> DealDiff:
    """The report against itself under changed rules."""
    assert report.rules is not None
    new = under(report, replace(report.rules, **changes))
    assert new is not None
    return diff_reports(report, new)


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [found.code for found in findings]


def test_under_its_own_rules_a_deal_is_the_same() -> None:
    for report in KNOWN:
        assert report.rules is not None
        again = under(report, report.rules)
        assert again is not None
        assert report_json(again) == report_json(report)
        assert diff_reports(report, again).is_empty


def test_11_under_other_rules_a_deal_is_what_the_one_scorer_gives() -> None:
    for report in SCORED[::7]:
        for tried in each_option(report):
            assert report.rules is not None
            assert report.end is not None
            rules = replace(report.rules, **{tried.option.name: tried.new})
            scored = score(replace(report.end, rules=rules))
            assert tried.diff.new.rules == rules
            assert tried.diff.new.score == scored
            for seat in tried.diff.seats:
                assert seat.total[1] == (None if scored.totals is None else scored.totals[seat.seat])
                assert seat.payment[1] == (None if scored.payments is None else scored.payments[seat.seat])


def as_counted(lines: Iterable[Line]) -> list[str]:
    """Lines in any order, whether or not a source states their values."""
    return sorted(repr(replace(line, assumed=False)) for line in lines)


def test_lines_changed_are_all_that_separates_old_and_new() -> None:
    checked = 0
    for report in SCORED[::5]:
        for tried in each_option(report):
            for seat in tried.diff.seats:
                sides = [side.score.seats[seat.seat] for side in (tried.diff.old, tried.diff.new) if side.score]
                if None in sides:
                    continue
                old, new = sides
                assert old is not None
                assert new is not None
                gone = [change.old for change in seat.lines if change.old is not None]
                come = [change.new for change in seat.lines if change.new is not None]
                stay = [line for line in old.lines if line not in gone]
                assert as_counted([*stay, *come]) == as_counted(new.lines)
                assert sums_of(new.lines).total == seat.total[1] or seat.total[1] is None
                checked += len(seat.lines)
    assert checked > 100


def test_a_set_that_counts_otherwise_is_one_line_that_changes() -> None:
    three = Line("three-in-hand", "base", "§7.1", 4, "three_in_hand_hu", cards=(5, 5, 5), value=4)
    pung = Line("pung", "base", "§7.1", 2, "pung_hu", cards=(5, 5, 5), value=2)
    wenqian = Line("wenqian", "base", "§8.2", 20, "wenqian_hu", cards=(18, 19, 20))
    wait = Line("wait-pair", "bonus", "§8.4", 10, "wait_hu", cards=(5, 5))
    (change,) = diff_lines([three, wait], [pung, wait])
    assert (change.old, change.new) == (three, pung)
    assert [(change.old, change.new) for change in diff_lines([three], [wenqian])] == [(three, None), (None, wenqian)]
    assert diff_lines([three, wait], [wait, three]) == ()
    assert diff_lines([replace(wait, assumed=True)], [wait]) == (), "the same hu, whoever states it"


def test_12_2_two_jokers_of_one_seat_are_two_lines() -> None:
    one, two = (Line("joker", "base", "§12.2", 10, "joker_hu", cards=(joker,)) for joker in (30, 31))
    assert [(change.old, change.new) for change in diff_lines([one, two], [two])] == [(one, None)]
    seven = replace(two, amount=7)
    assert [(change.old, change.new) for change in diff_lines([one, two], [one, seven])] == [(two, seven)]


def test_6_4_another_reading_may_score() -> None:
    (report,) = [report for report in all_reports() if report.id == "s103-63-3"]
    diff = other(report, qing_hu=0, tazi_hu=100)
    assert diff.readings is not None
    old, new = diff.readings
    assert old is not None
    assert new is not None
    assert old.partition != new.partition
    assert new == diff.new.score.chosen  # type: ignore[union-attr]


def test_4_7_a_log_is_folded_again_and_findings_appear_and_disappear() -> None:
    report = of("logs/kong_after_a_pung_by_house_rule.jsonl")
    diff = other(report, kong_after_pung=False)
    assert (codes(diff.appeared), codes(diff.gone)) == (["after-pung"], [])
    assert not any(seat.lines for seat in diff.seats)
    assert not diff.is_empty
    strict = under(report, diff.new.rules)  # type: ignore[arg-type]
    assert strict is not None
    assert codes(other(strict, kong_after_pung=True).gone) == ["after-pung"]


def test_findings_beside_play_stay_under_other_rules() -> None:
    for name in ("torn_tail", "altered_after_the_seal", "fifth_copy", "impossible_event_taken_back"):
        report = of(f"logs/{name}.jsonl")
        diff = other(report, kong_after_pung=True)
        assert report.findings
        assert diff.new.findings == report.findings
        assert diff.is_empty


def test_a_line_that_is_no_event_stops_the_deal_under_any_rules() -> None:
    (report,) = [report for report in all_reports() if report.source.endswith("bad-0016-gap.jsonl")]
    diff = other(report, kong_after_pung=True)
    assert diff.new.status == report.status == "impossible"
    assert diff.is_empty


def test_a_claim_may_hold_under_other_rules() -> None:
    report = of("logs/last_stock_card_drawn_for_a_kong.jsonl")
    fails = [claim.by for claim in report.claims if not claim.holds]
    diff = other(report, last_card_on_replacement=False)
    assert [new.by for old, new in diff.claims if new.holds and not old.holds] == fails


@pytest.mark.parametrize("name", ["logs/disputed.jsonl", "hands/disputed.json"])
def test_each_option_tries_every_other_value_once(name: str) -> None:
    report = of(name)
    assert report.rules is not None
    tried = [(one.option.name, one.new) for one in each_option(report)]
    assert tried == [
        (option.name, value)
        for option in OPTION.values()
        for value in other_values(report.rules, option)
        if option.name not in ("jokers", "table_players")
    ]
    assert all(one.old == getattr(report.rules, one.option.name) for one in each_option(report))


def test_a_record_and_its_log_differ_alike() -> None:
    for of_log, of_record in zip(
        each_option(of("logs/disputed.jsonl")), each_option(of("hands/disputed.json")), strict=True
    ):
        assert of_log.diff.seats == of_record.diff.seats
        assert of_log.diff.size == of_record.diff.size


def test_a_deal_without_a_start_has_no_rules_to_change() -> None:
    report = DealReport("x", 1, "log", None, (), "impossible", None, None, None)
    assert list(each_option(report)) == []
