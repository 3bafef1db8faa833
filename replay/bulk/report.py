"""What rescoring a selection of the archive comes to, in one value that screen and JSON show (docs/bulk.md)."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from engine.options import RuleSet, Value
from replay.archive.questions import Filters
from replay.bulk.flips import HandFlip, PlayerMoved, TrialFlips, compare, flips_of, hands_that_flip, players_moved
from replay.bulk.rescore import Reckoned, Trial, each_option, own_rules, reckoned
from replay.bulk.version import engine_version
from replay.report_json import rules_json

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Other = Callable[[RuleSet], RuleSet]
"""From a deal's own rule set to the other one."""


class OptionFlips(Struct, frozen=True):
    """What one option alone does. ``old``: its values in the deals' own rules; ``new``: the other one."""

    name: str
    old: tuple[Value, ...]
    new: Value
    flips: TrialFlips


class Rescore(Struct, frozen=True):
    """Deals under other rules.

    ``selected``: deals meant, of which ``deals`` have an end; ``own`` and ``other``: rule sets, each once, ``other``
    empty where only options alone were asked for; then ``flips`` is ``None`` and ``hands`` and ``players`` are empty.
    ``hands``: those that flip, where most changes hands first, ``most`` at most. ``options``: none where they were not
    asked for, else the one that turns most round first.
    """

    selected: int
    deals: int
    reckoned: Reckoned
    own: tuple[RuleSet, ...]
    other: tuple[RuleSet, ...]
    flips: TrialFlips | None
    hands: tuple[HandFlip, ...]
    players: tuple[PlayerMoved, ...]
    options: tuple[OptionFlips, ...]


def rescore(
    archive: "DuckDBPyConnection",
    filters: Filters,
    other: Other | None,
    *,
    each: bool,
    most: int | None,
    processes: int,
    told: Callable[[int, int], None] = lambda _done, _of: None,
) -> Rescore:
    """Reckon what is not reckoned yet, keep it, and say what flips. ``each``: every option alone as well, or, without
    ``other``, nothing else. Raises ``UnreadableError`` as ``reckoned`` and ``own_rules`` do."""
    where, values = filters.where()
    archive.execute(f"CREATE OR REPLACE TEMP TABLE chosen AS SELECT d.deal FROM deals d WHERE {where}", values)
    query = "SELECT (SELECT count(*) FROM chosen), (SELECT count(*) FROM chosen SEMI JOIN ends USING (deal))"
    ((selected, deals),) = archive.execute(query).fetchall()
    own = own_rules(archive)
    others = None if other is None else {hash_: other(rules) for hash_, rules in own.items()}
    trials = [] if others is None else [Trial(others)]
    if each:
        trials += each_option(own, others)
    done = reckoned(archive, trials, processes=processes, told=told)
    compare(archive, trials)
    found = flips_of(archive, len(trials))
    options = [
        OptionFlips(trial.option.name, _own_values(own, trial), trial.value, flips)
        for trial, flips in zip(trials, found, strict=True)
        if trial.option is not None and trial.value is not None
    ]
    options.sort(key=lambda one: (one.flips.flipped, one.flips.moved, one.flips.changed), reverse=True)
    return Rescore(
        selected, deals, done, tuple(own.values()), tuple(dict.fromkeys((others or {}).values())),
        None if others is None else found[0],
        () if others is None else tuple(hands_that_flip(archive, 0, most)),
        () if others is None else tuple(players_moved(archive, 0)),
        tuple(options),
    )  # fmt: skip


def _own_values(own: Mapping[str, RuleSet], trial: Trial) -> tuple[Value, ...]:
    assert trial.option is not None
    return tuple(dict.fromkeys(getattr(own[hash_], trial.option.name) for hash_ in trial.others))


def rescore_json(found: Rescore) -> dict[str, Any]:
    """The same in plain values (docs/json.md)."""
    return {
        "engine": engine_version(),
        "selected": found.selected,
        "deals": found.deals,
        "reckoned": found.reckoned.now,
        "reused": found.reckoned.before,
        "own_rules": [rules_json(rules) for rules in found.own],
        "rules": [rules_json(rules) for rules in found.other],
        "flips": None if found.flips is None else _flips_json(found.flips),
        "hands": [_hand_json(hand) for hand in found.hands],
        "players": [
            {"name": one.name, "deals": one.deals, "own": one.payments[0], "other": one.payments[1]}
            for one in found.players
        ],
        "options": [
            {"option": one.name, "old": one.old, "new": one.new, "flips": _flips_json(one.flips)}
            for one in found.options
        ],
    }


def _flips_json(flips: TrialFlips) -> dict[str, int]:
    return {name: getattr(flips, name) for name in TrialFlips.__struct_fields__}


def _hand_json(hand: HandFlip) -> dict[str, Any]:
    own, other = (
        {
            "totals": hand.totals[side],
            "payments": hand.payments[side],
            "groups": hand.groups[side],
            "completes": hand.completes[side],
        }
        for side in (0, 1)
    )
    about = {"id": hand.id, "players": hand.names, "winner": hand.winner, "flips": hand.flips, "payers": hand.payers}
    return about | {"own": own, "other": other}
