"""Which options matter: held against trying everything naively, each rule set folded and audited from the file anew."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from engine.options import OPTION, OPTIONS, Option, RuleSet
from engine.rulesets import changed, values_of
from replay.diff import each_option, under
from replay.report import DealReport
from replay.rulebook import PRESETS, rulebook
from replay.sensitivity import Change, Effect, Reversal, Sensitivity, Trial, rule_changes, sensitivity
from tests.support.inputs import all_reports


def of(name: str, id_: str | None = None, **changes: object) -> DealReport:
    """A deal of the fixtures, under changed rules if any."""
    (report,) = [one for one in all_reports() if one.source == f"fixtures/{name}" and id_ in (None, one.id)]
    assert report.rules is not None
    other = under(report, changed(report.rules, changes))
    assert other is not None
    return other


def printed(name: str) -> DealReport:
    """A hand record by the article's printed table."""
    other = under(of(name), rulebook().presets["article-printed"])
    assert other is not None
    return other


DEALS = {
    "disputed": of("logs/disputed.jsonl"),
    "a log under house rules": of("logs/kong_after_a_pung_by_house_rule.jsonl"),
    "an exhausted deal": of("logs/pung_of_the_last_discard.jsonl"),
    "an unfinished deal": of("logs/unfinished.jsonl"),
    "two things break Closed Floating": of("vectors/deals/deal-0032.jsonl"),
    "three even totals": of("vectors/deals/session-0033.jsonl", "s103-33-1"),
    "thirteen readings": of("hands/readings_differ.json"),
    "a false win": of("hands/false_win.json"),
    "amounts at nought": of("hands/qing_hu.json", qing_hu=0, wait_hu=7),
    "by the printed table": printed("hands/three_elders.json"),
}
EACH = pytest.mark.parametrize("name", DEALS)


@cache
def found(name: str) -> Sensitivity:
    result = sensitivity(DEALS[name])
    assert result is not None
    return result


class Naive(NamedTuple):
    """A rule set and what the deal comes to under it, laid out otherwise than by the program."""

    options: frozenset[str]
    distance: int
    looks: tuple[Any, ...]
    totals: tuple[int, ...] | None
    payments: tuple[int, ...] | None
    reading: object


def naive_values(option: Option, own: Any) -> set[Any]:
    """Every value that one or two steps lead to."""
    if option.kind in ("choice", "flag"):
        return {*option.values, *((True, False) if option.kind == "flag" else ())} - {own}
    if option.kind == "several":
        every = chain.from_iterable(combinations(option.values, size) for size in range(len(option.values) + 1))
        return {some for some in every if 1 <= len(set(some) ^ set(own)) <= 2}
    least = {"count": option.minimum, "counts": (option.minimum,) * option.length}[option.kind]
    return {least, *(getattr(rulebook().presets[preset], option.name) for preset in PRESETS)} - {own}


def naive_distance(option: Option, old: Any, new: Any) -> int:
    match option.kind:
        case "several":
            return len(set(old) ^ set(new))
        case "count":
            return max(old, new) - min(old, new)
        case "counts":
            return sum(max(pair) - min(pair) for pair in zip(old, new, strict=True))
    return 1


def naive_rule_sets(rules: RuleSet) -> Iterator[dict[str, Any]]:
    """The changes of every rule set at most two steps away; a list's members are steps of their own."""
    steps = {option.name: naive_values(option, getattr(rules, option.name)) for option in OPTIONS}
    yield {}
    for name, values in steps.items():
        yield from ({name: value} for value in values)
    for one, other in combinations(steps, 2):
        for values in product(*([v for v in steps[name] if of_one_step(rules, name, v)] for name in (one, other))):
            yield dict(zip((one, other), values, strict=True))


def of_one_step(rules: RuleSet, name: str, value: Any) -> bool:
    return OPTION[name].kind != "several" or naive_distance(OPTION[name], getattr(rules, name), value) == 1


@cache
def naive(name: str) -> dict[frozenset[tuple[str, Any]], Naive]:
    """Everything tried the long way: the deal folded and scored by the audit for each rule set."""
    report = DEALS[name]
    assert report.rules is not None
    rules = replace(report.rules, unstated=())
    tried = {}
    for changes in naive_rule_sets(rules):
        other = under(report, replace(rules, **changes))
        looks: tuple[Any, ...] = ("impossible",)
        totals = payments = reading = None
        if other is not None:
            looks = (other.status, other.findings)
            if other.score is not None:
                best = other.score.chosen
                reading = None if best is None else (best.partition, best.completes)
                totals, payments = other.score.totals, other.score.payments
                looks += (without_assumed(other), reading, payments)
        distance = sum(naive_distance(OPTION[option], getattr(rules, option), new) for option, new in changes.items())
        key = frozenset(changes.items())
        tried[key] = Naive(frozenset(changes), distance, looks, totals, payments, reading)
    return tried


def without_assumed(report: DealReport) -> tuple[Any, ...]:
    """The lines by seat, whether or not the preset's source states their values."""
    assert report.score is not None
    return tuple(
        None if seat is None else tuple(replace(line, assumed=False) for line in seat.lines)
        for seat in report.score.seats
    )


def key_of(changes: tuple[Change, ...]) -> frozenset[tuple[str, Any]]:
    return frozenset((change.option.name, change.new) for change in changes)


@EACH
def test_the_rule_sets_tried_are_all_at_most_two_steps_away(name: str) -> None:
    trials = found(name).trials
    assert {key_of(trial.changes) for trial in trials} == naive(name).keys()
    assert len(trials) == len(naive(name))
    assert trials[0].changes == ()


@EACH
def test_every_trial_is_what_the_audit_gives(name: str) -> None:
    for trial in found(name).trials:
        expected = naive(name)[key_of(trial.changes)]
        outcome = trial.outcome
        assert (outcome.totals, outcome.payments) == (expected.totals, expected.payments)
        assert outcome.reading == expected.reading
        assert outcome.status == expected.looks[0]
        assert trial.cost == (len(expected.options), expected.distance)


@EACH
def test_options_that_matter_are_those_whose_change_makes_a_difference(name: str) -> None:
    every = naive(name)
    alone: dict[str, set[Any]] = {}
    together: dict[str, set[Any]] = {}
    for changes, outcome in every.items():
        for change in changes:
            if every[changes - {change}].looks != outcome.looks:
                (alone if len(changes) == 1 else together).setdefault(change[0], set()).add(changes)
    for effect in found(name).effects:
        option = effect.option.name
        assert {key_of(trial.changes) for trial in effect.alone} == alone.get(option, set())
        expected = set() if option in alone else together.get(option, set())
        assert {key_of(trial.changes) for trial in effect.together} == expected
        for trials in (effect.alone, effect.together):
            assert [trial.cost for trial in trials] == sorted(trial.cost for trial in trials)
    assert sorted(effect.option.name for effect in found(name).effects) == sorted(OPTION)


@EACH
def test_ranges_reach_from_the_least_to_the_most(name: str) -> None:
    derived = [tried for tried in naive(name).values() if tried.totals is not None]
    ranges = found(name).ranges
    if found(name).own.totals is None:
        assert ranges == ()
        return
    assert [(one.seat, one.figure) for one in ranges] == list(product(range(3), ("total", "payment")))
    for one in ranges:
        figures = [(tried.totals if one.figure == "total" else tried.payments)[one.seat] for tried in derived]  # type: ignore[index]
        assert (one.least[0], one.most[0]) == (min(figures), max(figures))
        assert one.own == figures[0]
        for value, trial in (one.least, one.most):
            tried = naive(name)[key_of(trial.changes)]
            assert (tried.totals if one.figure == "total" else tried.payments)[one.seat] == value  # type: ignore[index]
            same = [other for other, figure in zip(derived, figures, strict=True) if figure == value]
            assert (len(tried.options), tried.distance) == min((len(other.options), other.distance) for other in same)


def reaches(one: Reversal, own: Naive, tried: Naive) -> bool:
    """Whether a rule set turns the result round as it should."""
    if tried.totals is None or own.totals is None or tried.payments is None or own.payments is None:
        return False
    if one.seat is None:
        return tried.reading != own.reading
    if one.goal == "payment":
        return (
            min(tried.payments[one.seat], own.payments[one.seat])
            < 0
            < max(tried.payments[one.seat], own.payments[one.seat])
        )
    others = [tried.totals[seat] for seat in range(3) if own.totals[seat] == max(own.totals)]
    return tried.totals[one.seat] == max(tried.totals) > max(others)


@EACH
def test_the_cheapest_change_turns_the_result_round_and_none_is_cheaper(name: str) -> None:
    own = naive(name)[frozenset()]
    for one in found(name).reversals:
        reached = [tried for tried in naive(name).values() if reaches(one, own, tried)]
        assert one.reached == len(reached)
        if one.cheapest is None:
            assert reached == []
        else:
            tried = naive(name)[key_of(one.cheapest.changes)]
            assert reaches(one, own, tried)
            assert one.cheapest.cost == min((len(other.options), other.distance) for other in reached)


@EACH
def test_every_result_that_can_be_turned_round_is_asked_for(name: str) -> None:
    own, asked = found(name).own, {(one.goal, one.seat) for one in found(name).reversals}
    if own.totals is None or own.payments is None:
        assert asked == set()
        return
    expected: set[tuple[str, int | None]] = {
        ("highest", seat) for seat, total in enumerate(own.totals) if total < max(own.totals)
    }
    expected |= {("payment", seat) for seat, paid in enumerate(own.payments) if paid}
    assert asked == expected | ({("reading", None)} if own.reading else set())


def effect(result: Sensitivity, option: str) -> Effect:
    (one,) = [one for one in result.effects if one.option.name == option]
    return one


def set_by(trial: Trial) -> dict[str, Any]:
    return {change.option.name: change.new for change in trial.changes}


def test_11_what_matters_only_with_another_is_told_with_it() -> None:
    result = found("disputed")
    opened = ("pung", "added-kong")
    assert [set_by(trial) for trial in effect(result, "closed_floating_multiplier").together] == [
        {"closed_floating_multiplier": 1, "closed_floating_broken_by": opened}
    ]
    assert {"three_elders": "any", "three_elders_for": "everyone"} in [
        set_by(trial) for trial in effect(result, "three_elders_for").together
    ]
    assert not effect(result, "hezi_hu").together


def test_9_2_a_list_of_which_two_members_at_once_matter() -> None:
    """A pung and a kong that was one both break Closed Floating: without either the other still does."""
    result = found("two things break Closed Floating")
    trials = effect(result, "closed_floating_broken_by").alone
    assert trials
    assert {trial.cost for trial in trials} == {(1, 2)}


def test_options_that_only_move_a_reading_that_does_not_score() -> None:
    """The best of the disputed hand's readings has no wait; two of the others have."""
    waits = effect(found("disputed"), "wait_hu")
    assert (waits.alone, waits.together, waits.beside) == ((), (), True)
    assert not effect(found("disputed"), "hezi_hu").beside
    assert not effect(found("disputed"), "piao_hu").beside


@EACH
def test_an_option_that_changes_the_deal_is_not_said_to_change_only_other_readings(name: str) -> None:
    assert not [one for one in found(name).effects if one.beside and (one.alone or one.together)]


def test_an_amount_that_is_off_is_tried_at_the_presets_value() -> None:
    tried = [set_by(trial) for trial in effect(found("amounts at nought"), "qing_hu").alone]
    assert tried == [{"qing_hu": 100}]
    assert {"wait_hu": 10} in map(set_by, found("amounts at nought").trials)
    assert {"wait_hu": 0} in map(set_by, found("amounts at nought").trials)


def test_of_a_log_what_becomes_irregular_counts() -> None:
    result = found("a log under house rules")
    (trial,) = effect(result, "kong_after_pung").alone
    assert trial.outcome.differs(result.own) == ("findings",)
    assert [one.code for one in trial.outcome.findings] == ["after-pung"]


def test_7_values_have_no_effect_under_the_printed_table_unless_the_formula_comes_back() -> None:
    result = found("by the printed table")
    assert effect(result, "base_table").alone
    together = effect(result, "three_in_hand_hu").together
    assert {"base_table": "formula", "three_in_hand_hu": 0} in map(set_by, together)
    assert all("base_table" in set_by(trial) for trial in together)


def test_what_moves_the_settlement_most_comes_first() -> None:
    result = found("disputed")
    alone = [one for one in result.effects if one.alone]
    assert list(result.effects[: len(alone)]) == alone
    assert alone[0].option.name == "closed_floating_broken_by"
    rest = result.effects[len(alone) :]
    together = [one for one in rest if one.together]
    assert list(rest[: len(together)]) == together
    order = [option.name for option in OPTIONS]
    silent = [order.index(one.option.name) for one in rest[len(together) :]]
    assert silent == sorted(silent)


@EACH
def test_single_changes_agree_with_the_comparison_option_by_option(name: str) -> None:
    mine = {key_of(trial.changes) for one in found(name).effects for trial in one.alone}
    for one in each_option(DEALS[name]):
        assert (frozenset({(one.option.name, one.new)}) in mine) is not one.diff.is_empty


def test_what_a_log_is_folded_to_rests_on_the_options_of_play_alone() -> None:
    """All others changed at once leave every event legal or not as it was, and the same cards at the end."""
    of_play = {
        option.name for option in OPTIONS if option.paragraphs[0][:3] in {f"§{number}." for number in range(1, 6)}
    }
    assert of_play >= {"jokers", "table_players", "hezi_needs", "kong_after_pung"}
    for report in [one for one in all_reports() if one.kind == "log" and one.rules is not None]:
        assert report.rules is not None
        others = {
            change.option.name: change.new
            for changes in rule_changes(report.rules)
            for change in changes
            if len(changes) == 1 and change.option.name not in of_play
        }
        assert others.keys() == values_of(report.rules).keys() - of_play
        new = under(report, changed(report.rules, others))
        assert new is not None
        assert (new.status, new.findings) == (report.status, report.findings)
        if report.end is not None:
            assert new.end == replace(report.end, rules=new.rules)


def test_a_deal_whose_rules_are_not_known_has_nothing_to_try() -> None:
    assert sensitivity(replace(DEALS["disputed"], rules=None)) is None


def test_progress_is_told_up_to_the_last() -> None:
    told: list[tuple[int, int]] = []
    result = sensitivity(DEALS["a false win"], lambda done, of: told.append((done, of)))
    assert result is not None
    assert told == [(done, len(result.trials)) for done in range(1, len(result.trials) + 1)]
