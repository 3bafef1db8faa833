"""The unit of bulk work: what ``score`` says of each end, as rows."""

import msgspec
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.cards import KINDS
from engine.ending import DealEnd, Holding, Win
from engine.options import LARGEST, OPTIONS, RuleSet
from engine.score import score
from replay.bulk.version import engine_version
from replay.bulk.work import ENDS, RESULTS, check_ends, packed, reckon, reckon_checked, rescored, unpacked
from replay.faults import UnreadableError
from replay.rulebook import rulebook, rules_hash
from tests.bulk.archives import batch_of, some_ends
from tests.support.hands import ends, random_rules

RULES = st.randoms(use_true_random=False).map(random_rules)
TOTALS, PAYMENTS = ("total_0", "total_1", "total_2"), ("payment_0", "payment_1", "payment_2")


def one_by_one(end: DealEnd, rules: RuleSet) -> dict[str, object]:
    """What the engine says of an end, in the columns of a result."""
    if rules.jokers == "excluded" and any(
        card >= KINDS for card in (*end.indicators, *(joker for player in end.players for joker in player.jokers))
    ):
        return dict.fromkeys(RESULTS.names[3:])
    scored = score(replace(end, rules=rules))
    best = scored.chosen
    return (
        dict(zip(TOTALS, scored.totals or (None,) * 3, strict=True))
        | dict(zip(PAYMENTS, scored.payments or (None,) * 3, strict=True))
        | {
            "groups": None if best is None else ", ".join(group.text for group in best.partition),
            "completes": None if best is None or best.completes is None else best.completes.text,
        }
    )


@given(st.lists(ends(), min_size=1, max_size=6), RULES)
def test_a_batch_is_what_score_says_of_each(some: list[DealEnd], rules: RuleSet) -> None:
    rows = rescored(batch_of(some, first=7), rules).to_pylist()
    assert [row.pop("deal") for row in rows] == list(range(7, 7 + len(some)))
    assert {row.pop("rules") for row in rows} == {rules_hash(rules)}
    assert {row.pop("engine") for row in rows} == {engine_version()}
    assert rows == [one_by_one(end, rules) for end in some]


def test_empty_batches_tables_and_packed_batches_are_the_same_to_it() -> None:
    some, rules = some_ends(30), rulebook().presets["article"]
    batch = batch_of(some)
    whole = rescored(batch, rules)
    assert whole.schema == RESULTS
    assert rescored(pa.Table.from_batches([batch.slice(0, 11), batch.slice(11)]), rules).equals(whole)
    assert unpacked(reckon((packed(batch), rules))).to_batches()[0].equals(whole)
    assert rescored(batch.slice(0, 0), rules).num_rows == 0
    assert rescored(batch.slice(0, 0), rules).schema == RESULTS


def test_columns_besides_are_left_alone() -> None:
    batch = batch_of(some_ends(3)).append_column("note", pa.array(["=1+1", "[red]", None]))
    assert rescored(batch, rulebook().presets["cardavia"]).schema == RESULTS


def test_totals_beyond_all_columns_are_null_beside_their_reading() -> None:
    """Options go up to a milliard: nine multipliers of that are a number of over eighty digits."""
    some = [end for end in some_ends(40) if end.win is not None and score(end).totals is not None]
    largest = {option.name: LARGEST for option in OPTIONS if option.kind == "count" and option.name != "rounding_unit"}
    rules = replace(rulebook().presets["cardavia"], **largest)
    rows = rescored(batch_of(some), rules).to_pylist()
    beyond = [
        row for row, end in zip(rows, some, strict=True) if max(score(replace(end, rules=rules)).totals or ()) > 2**63
    ]
    assert beyond, "or this shows nothing"
    for row in beyond:
        assert {row[name] for name in (*TOTALS, *PAYMENTS)} == {None}
        assert row["groups"] is not None


def test_a_joker_under_rules_without_jokers_is_worth_nothing_at_all() -> None:
    plain = replace(rulebook().presets["cardavia"], jokers="excluded")
    flowers = replace(plain, jokers="flowers")
    end = some_ends(1)[0]
    first, *others = end.players
    with_joker = [
        replace(end, players=(replace(first, jokers=(30,)), *others)),
        replace(end, indicators=(end.indicators[0], 34)),
    ]
    assert [row["total_0"] for row in rescored(batch_of(with_joker), plain).to_pylist()] == [None, None]
    assert None not in [row["total_0"] for row in rescored(batch_of(with_joker), flowers).to_pylist()]


def _end_of(**changes: object) -> bytes:
    parts = {"indicators": (0, 1), "dealer": 0, "players": (Holding(bytes(30)),) * 3, "win": None} | changes
    return msgspec.msgpack.encode(tuple(parts.values()))


@pytest.mark.parametrize(
    "bad",
    [
        None,
        b"",
        b"\xc1",
        b"not an end",
        _end_of(indicators=(0, 35)),
        _end_of(dealer=3),
        _end_of(players=(Holding(bytes(30)),) * 2),
        _end_of(players=(Holding(bytes(29)),) * 3),
        _end_of(players=(Holding(bytes([5] * 30)),) * 3),
        _end_of(players=(Holding(bytes(30), jokers=(29,)),) * 3),
        _end_of(players=(Holding(bytes(30), hezi=30),) * 3),
        _end_of(win=Win(3, "discard", 1, 1)),
        _end_of(win=Win(0, "discard", 30, 1)),
        _end_of(win=Win(0, "discard", 1, -1)),
    ],
)
def test_what_is_no_end_is_a_fault_that_names_the_deal(bad: bytes | None) -> None:
    good = batch_of(some_ends(1)).to_pylist()[0]["end"]
    batch = pa.RecordBatch.from_pylist([{"deal": 4, "end": good}, {"deal": 5, "end": bad}], schema=ENDS)
    check_ends(batch.slice(0, 1))
    with pytest.raises(UnreadableError) as raised:
        reckon_checked((packed(batch), rulebook().presets["cardavia"]))
    assert [(fault.code, fault.message) for fault in raised.value.faults] == [
        ("no-end", "deal 5: what is kept of its end cannot be read")
    ]


@given(ends())
def test_every_end_of_a_deal_passes(end: DealEnd) -> None:
    check_ends(batch_of([end]))
