"""Which deals there are, and what players made of them: held against the same, gone through one by one."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.win import SHAPES
from replay.archive.questions import COURSE, Filters, Listed, how_many, listed, stats
from replay.archive.store import opened_archive, run
from replay.archive.texts import nearest
from replay.rulebook import load_rules, rules_hash, with_settings
from tests.archive.archives import empty_archive, of_fixtures

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

NAMES = ["Li", "李", "=1+1", "%", "_", "'; DROP TABLE deals; --", "[red]x", "\x1b[31m"]


@pytest.fixture
def archive() -> "Iterator[DuckDBPyConnection]":
    with opened_archive(str(of_fixtures())) as connection:
        yield connection


def put(archive: "DuckDBPyConnection", deal: int, names: list[str], totals: list[int], winner: int | None) -> None:
    """A deal of given names and totals; payments are what each has more than the others."""
    payments = [sum(mine - other for other in totals) for mine in totals]
    run(
        archive,
        "INSERT INTO deals BY NAME SELECT ? AS deal, ? AS id, 1 AS source, ? AS status, ? AS winner, ? AS shape, "
        "? AS total_0, ? AS total_1, ? AS total_2, ? AS payment_0, ? AS payment_1, ? AS payment_2, ? AS outscored",
        [
            deal, f"d{deal}", "exhausted" if winner is None else "won", winner,
            None if winner is None else SHAPES[deal % 3], *totals, *payments,
            None if winner is None else max(totals) > totals[winner],
        ],
    )  # fmt: skip
    for seat in range(3):
        run(
            archive,
            "INSERT INTO players BY NAME SELECT ? AS deal, ? AS seat, ? AS name, ? AS won, ? AS total, ? AS payment",
            [deal, seat, names[seat], seat == winner, totals[seat], payments[seat]],
        )


def of_each(archive: "DuckDBPyConnection", chosen: "Callable[[Listed], bool]") -> set[str]:
    return {one.id for one in listed(archive, Filters(), None) if chosen(one)}


FINDINGS: dict[str, set[str]] = {}


@pytest.mark.parametrize(
    ("filters", "chosen"),
    [
        (Filters(), lambda _one: True),
        (Filters(players=("Li", "Wang")), lambda one: {"Li", "Wang"} <= {*one.names}),
        (Filters(players=("%",)), lambda _one: False),
        (Filters(players=("'; DROP TABLE deals; --",)), lambda _one: False),
        (Filters(since=date(2025, 4, 13)), lambda one: one.played_on and one.played_on >= date(2025, 4, 13)),
        (Filters(until=date(2025, 4, 12)), lambda one: one.played_on and one.played_on <= date(2025, 4, 12)),
        (Filters(preset="article"), lambda one: one.preset == "article"),
        (Filters(rules=rules_hash(load_rules("cardavia"))), lambda one: one.rules == "ce190702448df362"),
        (Filters(findings=("any",)), lambda one: one.id in FINDINGS["any"]),
        (Filters(findings=("false-win",)), lambda one: one.id in FINDINGS["false-win"]),
        (Filters(claim="fails"), lambda one: one.failing > 0),
        (Filters(session="evening"), lambda one: one.session == "evening"),
        (Filters(status="unfinished"), lambda one: one.status == "unfinished"),
        (Filters(players=("Li",), status="won", claim="holds"), None),
    ],
)
def test_a_filter_chooses_what_it_says(archive: "DuckDBPyConnection", filters: Filters, chosen: Any) -> None:
    ids = dict(run(archive, "SELECT deal, id FROM deals"))
    FINDINGS.clear()
    for deal, code in run(archive, "SELECT deal, code FROM findings"):
        FINDINGS.setdefault("any", set()).add(ids[deal])
        FINDINGS.setdefault(code, set()).add(ids[deal])
    holding = {ids[deal] for (deal,) in run(archive, "SELECT deal FROM claims WHERE holds")}
    chosen = chosen or (lambda one: "Li" in one.names and one.status == "won" and one.id in holding)
    found = [one.id for one in listed(archive, filters, None)]
    assert {*found} == of_each(archive, chosen)
    assert how_many(archive, filters) == len(found) == len({*found})


def test_rules_are_those_with_their_changes(archive: "DuckDBPyConnection") -> None:
    """The worked record is played with Closed Floating broken by a pung only."""
    changed = with_settings(load_rules("cardavia"), ["closed_floating_broken_by=pung"])
    ids = {one.id for one in listed(archive, Filters(rules=rules_hash(changed)), None)}
    assert "club-0412-7" in ids
    assert ids.isdisjoint(one.id for one in listed(archive, Filters(rules=rules_hash(load_rules("cardavia"))), None))


def test_the_newest_come_first_and_what_has_no_date_last(archive: "DuckDBPyConnection") -> None:
    days = [one.played_on for one in listed(archive, Filters(), None)]
    dated = [day for day in days if day is not None]
    assert dated == sorted(dated, reverse=True) != []
    assert days[: len(dated)] == dated
    assert [one.id for one in listed(archive, Filters(), 5)] == [one.id for one in listed(archive, Filters(), None)][:5]


def test_a_row_says_what_the_report_says(archive: "DuckDBPyConnection") -> None:
    (one,) = [one for one in listed(archive, Filters(), None) if one.id == "evening-2"]
    assert one.names == ("Li", "Wang", "Chen")
    assert (one.totals, one.payments) == ((190, 10, 0), (370, -170, -200))
    assert (one.winner, one.by, one.shape, one.outscored) == (0, "kong-replacement", "tazi-hu", False)
    assert (one.findings, one.failing, one.session, one.session_number) == (0, 0, "evening", 2)


DEALS = st.lists(
    st.tuples(
        st.lists(st.sampled_from(NAMES), min_size=3, max_size=3),
        st.lists(st.integers(0, 9).map(lambda tens: 10 * tens), min_size=3, max_size=3),
        st.one_of(st.none(), st.integers(0, 2)),
    ),
    min_size=1,
    max_size=8,
)


@settings(max_examples=15)
@given(DEALS, st.sampled_from([(), ("Li",), ("Li", "李")]))
def test_stats_are_those_of_the_deals_one_by_one(
    tmp_path_factory: pytest.TempPathFactory, deals: list[Any], players: tuple[str, ...]
) -> None:
    """Two seats of one name are one player: the deal counts once, payments are added up, the average is of a seat."""
    with empty_archive(tmp_path_factory.mktemp("stats")) as archive:
        for number, (names, totals, winner) in enumerate(deals, 1):
            put(archive, number, names, totals, winner)
        found = stats(archive, Filters(players=players), None)
    meant = [one for one in enumerate(deals, 1) if {*players} <= {*one[1][0]}]
    sat, payments, wins = (
        defaultdict[str, set[int]](set),
        defaultdict[str, list[int]](list),
        defaultdict[str, list[tuple[int, int]]](list),
    )
    over: dict[str, int] = defaultdict(int)
    for number, (names, totals, winner) in meant:
        for seat, name in enumerate(names):
            sat[name].add(number)
            payments[name].append(3 * totals[seat] - sum(totals))
            if seat == winner:
                wins[name].append((totals[seat], number))
            elif winner is not None and totals[seat] > totals[winner]:
                over[name] += 1
    assert {one.name for one in found.players} == {*sat}
    assert found.names == len(sat)
    seats = [len(payments[one.name]) for one in found.players]
    assert seats == sorted(seats, reverse=True)
    for one in found.players:
        own = wins[one.name]
        assert (one.deals, one.settled, one.wins) == (len(sat[one.name]), len(payments[one.name]), len(own))
        assert one.payments == sum(payments[one.name])
        assert one.average == pytest.approx(sum(payments[one.name]) / len(payments[one.name]))
        assert one.shapes == tuple(sum(number % 3 == shape for _total, number in own) for shape in range(3))
        biggest = sorted(own, key=lambda win: (-win[0], win[1]))[:3]
        assert [(best.total, best.id) for best in one.best] == [(total, f"d{number}") for total, number in biggest]
        assert one.outscored_winner == over[one.name]
        assert one.outscored == sum(max(deals[number - 1][1]) > total for total, number in own)
        assert len(one.course) == COURSE
        assert one.course[-1] == one.payments
    won = [(totals, winner) for _number, (_names, totals, winner) in meant if winner is not None]
    assert (found.won, found.deals["won"]) == (len(won), len(won))
    assert found.outscored == sum(max(totals) > totals[winner] for totals, winner in won)


def test_names_are_never_patterns_or_sql(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        for number, name in enumerate(NAMES, 1):
            put(archive, number, [name, "Wang", "Chen"], [10, 20, 30], 0)
        for number, name in enumerate(NAMES, 1):
            (one,) = listed(archive, Filters(players=(name,)), None)
            assert (one.deal, one.names[0]) == (number, name)


def test_a_name_that_is_not_there_has_others_near(archive: "DuckDBPyConnection") -> None:
    assert "Chen" in nearest(archive, "players", "name", "Chne")
    assert nearest(archive, "players", "name", "zzzzzz") == []
