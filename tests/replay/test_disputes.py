"""The dispute solver: what it finds gives the claimed figures, is the fewest, and has the true cause near the top."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.ending import DealEnd
from engine.lines import sums_of
from engine.said import Said
from engine.score import payments_of
from replay.dispute.claims import Figures, figures
from replay.dispute.disputes import changes, disputed
from replay.dispute.facts import is_possible
from replay.dispute.hypotheses import COST, EXCHANGE, OPTION, ROUNDING, applied
from replay.dispute.reckoning import Reckoning, reckon
from replay.dispute.search import Tried, hypotheses, search
from replay.records import Claim, HandRecord
from replay.report import DealReport, report_of_record
from tests.support.disputes import (
    DISPUTES,
    cause_of,
    chains_of,
    dispute_of,
    everything_found,
    of_chain,
)
from tests.support.fixture_logs import reports
from tests.support.hands import ends
from tests.support.slow_score import slow_score


def only(path: str) -> DealReport:
    (report,) = reports(path)
    return report


def claiming(report: DealReport, *claims: Claim) -> DealReport:
    """A record's report with other claims."""
    assert report.end is not None
    return report_of_record(HandRecord(report.id, report.end, report.names, claims, report.source, 1))


LI_HEAVENLY, SETTLED = only("logs/heavenly_win_after_an_opening_quad.jsonl"), only("hands/settlement_140_40_100.json")


@pytest.mark.parametrize("name", DISPUTES)
def test_the_true_cause_is_among_the_first_three(name: str) -> None:
    (answer,) = dispute_of(name).answers
    assert answer.found is not None
    first = [of_chain(explanation.hypotheses) for explanation in answer.found.explanations[:3]]
    assert cause_of(name) in first


def test_the_true_cause_is_mostly_the_first() -> None:
    found = [dispute_of(name).answers[0].found for name in DISPUTES]
    firsts = [one.explanations[0].hypotheses for one in found if one is not None]
    assert len(firsts) == 30
    assert sum(cause_of(name) == of_chain(first) for name, first in zip(DISPUTES, firsts, strict=True)) >= 20


def test_disputes_are_of_every_kind_and_no_two_alike() -> None:
    ids = [ids_of(name) for name in DISPUTES]
    assert len(set(ids)) >= 28
    kinds = {cause for name in DISPUTES for cause in cause_of(name)}
    assert {cause.split('"')[1] for cause in kinds} == {"reading", "look-alike", "fact", "slip", "option", "preset"}


def ids_of(name: str) -> tuple[str, ...]:
    return tuple(sorted(cause.split('"')[3] + cause * cause.startswith('["option') for cause in cause_of(name)))


def test_every_explanation_applied_anew_gives_the_claimed_figures() -> None:
    number = 0
    for dispute, found in everything_found():
        assert dispute.base is not None
        for chain in (chain for explanation in found.explanations for chain in chains_of(explanation)):
            reckoning = applied(dispute.base.end, chain)
            assert reckoning is not None
            pairs = zip(
                (*found.figures.totals, *found.figures.payments),
                (*reckoning.totals, *(reckoning.payments or [None] * 3)),
                strict=True,
            )
            assert all(claimed is None or claimed == due for claimed, due in pairs)
            number += 1
    assert number > 500


def test_no_explanation_contains_a_smaller_one() -> None:
    pairs = 0
    for dispute, found in everything_found():
        assert dispute.base is not None
        assert not found.figures.met_by(dispute.base)
        for chain in (chain for explanation in found.explanations for chain in chains_of(explanation)):
            for one in chain if len(chain) > 1 else ():
                alone = applied(dispute.base.end, (one,))
                assert alone is None or not found.figures.met_by(alone)
                pairs += 1
    assert pairs > 100


def test_no_explanation_is_named_twice() -> None:
    for _, found in everything_found():
        chains = [of_chain(chain) for explanation in found.explanations for chain in chains_of(explanation)]
        assert len(chains) == len(set(chains))


def test_lines_add_up_to_the_totals_that_an_explanation_shows() -> None:
    for _, found in everything_found():
        for explanation in found.explanations:
            new = explanation.reckoning
            by_lines = [None if seat is None else sums_of(seat.lines).total for seat in new.seats]
            if all(one.stage < EXCHANGE for one in explanation.hypotheses):
                assert new.totals == tuple(by_lines)
                known = [total for total in by_lines if total is not None]
                winner = None if new.end.win is None else new.end.win.seat
                assert new.payments == (payments_of(new.end.rules, tuple(known), winner) if len(known) == 3 else None)


def test_facts_and_rules_score_alike_by_the_other_scorer() -> None:
    """What a fact or a rule comes to is what it comes to when it is so."""
    number = 0
    for _, found in everything_found():
        for explanation in found.explanations:
            if all(one.stage <= OPTION for one in explanation.hypotheses):
                slow = slow_score(explanation.reckoning.end)
                assert slow["totals"] == list(explanation.reckoning.totals)
                assert slow["payments"] == list(explanation.reckoning.payments or ())
                number += 1
    assert number > 50


def test_what_changes_is_told_from_the_deal_as_the_rules_reckon_it() -> None:
    for dispute, found in everything_found():
        assert dispute.base is not None
        for explanation in found.explanations:
            for seat in changes(dispute.base, explanation):
                assert seat.total == (dispute.base.totals[seat.seat], explanation.reckoning.totals[seat.seat])
                assert all(change.old != change.new for change in seat.lines)


@settings(max_examples=40, deadline=None)
@given(ends(), st.integers(0, 2**32))
def test_a_random_cause_of_a_random_deal_is_found(end: DealEnd, seed: int) -> None:
    base = reckon(end)
    rng = Random(seed)
    tried = list(hypotheses(base))
    assert len({one.key for one in tried}) == len(tried)
    moved = [(one, new) for one in tried if (new := one.change(base)) is not None and moves(new, base)]
    assume(moved)
    cause, new = rng.choice(moved)
    wanted = rng.choice((figures(new.totals, new.payments), figures(new.totals, None)))
    assume(not wanted.met_by(base))
    (found,) = search(base, [wanted], Tried())
    assert all(wanted.met_by(explanation.reckoning) for explanation in found.explanations)
    if found.explanations:
        size = len(found.explanations[0].hypotheses)
        assert all(len(explanation.hypotheses) == size for explanation in found.explanations)
    named = [chain[0].key for explanation in found.explanations for chain in chains_of(explanation)]
    assert (cause.key in named) is is_possible(new.end, end)


def moves(new: Reckoning, base: Reckoning) -> bool:
    return new.totals != base.totals or new.payments != base.payments


@settings(max_examples=15, deadline=None)
@given(ends(), st.integers(0, 2**32))
def test_two_causes_of_a_random_deal_are_found_where_one_is_not_enough(end: DealEnd, seed: int) -> None:
    base = reckon(end)
    rng = Random(seed)
    rules = [one for one in hypotheses(base) if one.stage in (OPTION, ROUNDING)]
    able = [one for one in rules if (new := one.change(base)) is not None and moves(new, base)]
    pairs = [pair for pair in combinations(able, 2) if pair[0].about != pair[1].about]
    assume(pairs)
    pair = rng.choice(pairs)
    new = applied(end, pair)
    assert new is not None
    wanted = figures(new.totals, new.payments)
    assume(not wanted.met_by(base))
    (found,) = search(base, [wanted], Tried())
    assert found.explanations
    assert all(wanted.met_by(explanation.reckoning) for explanation in found.explanations)


@settings(max_examples=20, deadline=None)
@given(ends())
def test_every_hypothesis_says_what_it_is_by_a_template(end: DealEnd) -> None:
    for one in hypotheses(reckon(end)):
        assert isinstance(one.said, Said)
        assert one.said.template in (one.said, one.said.template)
        assert one.id in COST
        assert one.rule.startswith("§")


@settings(max_examples=20, deadline=None)
@given(ends())
def test_a_hypothesis_changes_only_the_seat_it_names(end: DealEnd) -> None:
    """What prunes the pairs: what is about one seat leaves the totals of the others."""
    base = reckon(end)
    for one in hypotheses(base):
        new = one.change(base)
        if one.seat is not None and new is not None:
            others = [seat for seat in range(3) if seat != one.seat]
            assert [new.totals[seat] for seat in others] == [base.totals[seat] for seat in others]


def test_a_claim_that_holds_is_said_to_hold() -> None:
    dispute = disputed(SETTLED)
    assert [answer.holds for answer in dispute.answers] == [True]
    assert dispute.answers[0].found is None
    assert dispute.tried.singles == 0


def test_part_of_a_claim_is_explained_without_the_rest() -> None:
    """§10.1: 22 of base, told as 20; what the others have is left alone."""
    dispute = disputed(only("hands/rounding.json"), Figures((20, None, None), (None, None, None)))
    (answer,) = dispute.answers
    assert answer.found is not None
    ids = [explanation.hypotheses[0].id for explanation in answer.found.explanations]
    assert "rounded-down" in ids
    assert all(explanation.reckoning.totals[0] == 20 for explanation in answer.found.explanations)


def test_a_payment_alone_is_explained() -> None:
    dispute = disputed(SETTLED, Figures((None, None, None), (None, None, 100)))
    found = dispute.answers[0].found
    assert found is not None
    assert "sign" in [explanation.hypotheses[0].id for explanation in found.explanations]
    assert all(explanation.reckoning.payments is not None for explanation in found.explanations)


def test_several_claims_of_one_difference_are_explained_as_one() -> None:
    """§8.3: both count the heavenly win as a self-draw, one says the totals, the other the payments."""
    report = claiming(LI_HEAVENLY, Claim("Li", (110, 0, 10)), Claim("Chen", None, (210, -120, -90)))
    dispute = disputed(report)
    assert dispute.together is not None
    assert dispute.together.answers == (0, 1)
    assert dispute.together.joined == "all"
    assert dispute.together.found is not None
    first = dispute.together.found.explanations[0].hypotheses
    assert [one.what.get("option") for one in first] == ["heavenly_self_draw_bonus"]


def test_claims_that_contradict_each_other_elsewhere_are_joined_in_what_each_disputes() -> None:
    """§8.2: Li and Chen each count their own Wenqian, and nobody else's."""
    report = claiming(only("disputes/wenqian_for_everyone.json"), Claim("Li", (20, 10, 30)), Claim("Chen", (0, 10, 50)))
    dispute = disputed(report)
    assert dispute.together is not None
    assert dispute.together.joined == "disputed"
    found = dispute.together.found
    assert found is not None
    assert found.figures == Figures((20, None, 50), (None, None, None))
    (one,) = found.explanations[0].hypotheses
    assert (one.what["option"], one.what["new"]) == ("wenqian_for", "everyone")


def test_claims_that_contradict_each_other_have_nothing_in_common() -> None:
    report = claiming(SETTLED, Claim("Li", (110, 40, 20)), Claim("Wang", (90, 40, 20)))
    dispute = disputed(report)
    assert dispute.together is not None
    assert dispute.together.joined is None
    assert dispute.together.found is None
    assert all(answer.found is not None for answer in dispute.answers)


def test_a_claim_that_nothing_explains_is_looked_into_to_the_bound() -> None:
    dispute = disputed(claiming(SETTLED, Claim("Li", (123_457, 40, 20))))
    (answer,) = dispute.answers
    assert answer.found is not None
    assert answer.found.pairs
    assert answer.found.explanations == ()
    assert dispute.tried.pairs > dispute.tried.singles > 300


def test_pairs_are_left_alone_where_one_difference_is_enough() -> None:
    report = only("logs/disputed.jsonl")
    assert disputed(report).tried.pairs == 0
    dispute = disputed(report, deeper=True)
    assert dispute.tried.pairs > 0
    found = dispute.answers[0].found
    assert found is not None
    sizes = [len(explanation.hypotheses) for explanation in found.explanations]
    assert sizes == sorted(sizes)
    assert set(sizes) == {1, 2}


def test_a_deal_that_has_not_ended_is_compared_with_nothing() -> None:
    dispute = disputed(only("logs/unfinished.jsonl"), Figures((10, None, None), (None, None, None)))
    assert dispute.base is None
    assert [(answer.holds, answer.found) for answer in dispute.answers] == [(None, None)]


def test_a_false_win_is_explained_by_what_was_taken_for_groups() -> None:
    """§1.4: 7s 8s 9c, or 4s 5s 6c, is no run; counted as one, the hand is worth what is claimed."""
    dispute = disputed(only("hands/false_win.json"))
    (answer,) = dispute.answers
    assert answer.holds is None
    assert answer.found is not None
    first = answer.found.explanations[0]
    taken = {chain[0].what["taken"] for chain in chains_of(first)}
    assert first.hypotheses[0].id == "run-across-suits"
    assert "7s 8s 9c" in taken


def test_progress_is_told_as_far_as_it_goes() -> None:
    steps: list[tuple[int, int]] = []
    disputed(claiming(SETTLED, Claim("Li", (123_457, 40, 20))), progress=lambda done, of: steps.append((done, of)))
    assert [done for done, _ in steps] == list(range(len(steps)))
    assert {of for _, of in steps} == {len(steps)}
