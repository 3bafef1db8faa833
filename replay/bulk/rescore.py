"""The archive's deals under other rules: what is to be reckoned, on all cores, and kept (docs/bulk.md).

A deal's row in ``rescored`` is used again only where rule set and engine are the same. Rows are put in many at a time,
each time in one transaction: whoever is stopped in between keeps what was put in, and goes on from there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from engine.events import RulesNamed
from engine.options import OPTIONS, Option, RuleSet, Value
from engine.rulesets import RulesError, other_values
from engine.said import said
from replay.archive.tables import insert
from replay.bulk.pool import in_order
from replay.bulk.version import engine_version
from replay.bulk.work import RESULTS, Piece, no_search_for_cycles, packed, reckon, unpacked
from replay.diff import FACTS
from replay.faults import Fault, UnreadableError
from replay.rulebook import rulebook, rules_hash

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PIECE = 8192
"""Deals that are worked on at a time."""
TOGETHER = 2**16
"""Rows that are put in at a time."""
AHEAD = 8
"""Pieces a process that are taken before their results are: one that others hold up must not hold up the rest."""
WORTH_A_PROCESS = 10_000
"""Deals in the time of which a process has started."""


class Trial(Struct, frozen=True):
    """Other rules for some deals: by the hash of their own rule set, which one. ``option`` and ``value``: what alone is
    other than in each deal's own, if that is how it was asked."""

    others: Mapping[str, RuleSet]
    option: Option | None = None
    value: Value | None = None

    @property
    def asked(self) -> list[tuple[str, str]]:
        """Own and other rule set by their hashes."""
        return [(own, rules_hash(rules)) for own, rules in self.others.items()]


class Reckoned(Struct, frozen=True):
    """How many results were reckoned now, and how many were there already."""

    now: int
    before: int


def own_rules(archive: "DuckDBPyConnection") -> dict[str, RuleSet]:
    """The rule sets that the deals of ``chosen`` were played under, by hash. Raises ``UnreadableError`` for one that
    this version of the program reads otherwise."""
    query = """
        SELECT rules, preset, changes FROM rule_sets
        WHERE rules IN (SELECT deals.rules FROM chosen JOIN deals USING (deal) JOIN ends USING (deal)) ORDER BY rules
    """
    found, faults = {}, []
    for hash_, preset, changes in archive.execute(query).fetchall():
        try:
            rules = rulebook().resolve(RulesNamed(preset, msgspec.json.decode(changes)))
        except RulesError as error:
            faults.append(_other_rules(preset, error.message))
            continue
        if rules_hash(rules) != hash_:
            faults.append(_other_rules(preset, said("its preset has changed since it was imported")))
        found[hash_] = rules
    if faults:
        raise UnreadableError(faults)
    return found


def _other_rules(preset: str, why: str) -> Fault:
    return Fault("wrong-rules", why, "archive", field=preset, mend=said("duzihu rebuild makes it anew"))


def each_option(own: Mapping[str, RuleSet], others: Mapping[str, RuleSet] | None = None) -> Iterator[Trial]:
    """One option at a time, in the order of §11, but for those that are facts of a deal: at its value in the rule set
    of ``others`` where that differs, without them at each other value it may have."""
    for option in OPTIONS:
        if option.name in FACTS:
            continue
        trials: dict[Value, dict[str, RuleSet]] = {}
        for hash_, rules in own.items():
            for value in _values(rules, option, None if others is None else others[hash_]):
                trials.setdefault(value, {})[hash_] = msgspec.structs.replace(rules, **{option.name: value})
        for value, of_own in trials.items():
            yield Trial(of_own, option, value)


def _values(rules: RuleSet, option: Option, other: RuleSet | None) -> Sequence[Value]:
    if other is None:
        return other_values(rules, option)
    value: Value = getattr(other, option.name)
    return () if value == getattr(rules, option.name) else (value,)


def reckoned(
    archive: "DuckDBPyConnection",
    trials: Iterable[Trial],
    *,
    processes: int,
    told: Callable[[int, int], None] = lambda _done, _of: None,
) -> Reckoned:
    """See that every deal of the table ``chosen`` has its results under the rules of every trial.

    ``chosen``: a temporary table, of the numbers of deals. ``told``: how many results there are, of how
    many to be reckoned.
    """
    others = {rules_hash(rules): rules for trial in trials for rules in trial.others.values()}
    pairs = sorted({pair for trial in trials for pair in trial.asked})
    reader = archive.cursor()  # what is read goes on while results are put in
    try:
        due, there = _prepare(archive, reader, pairs)
        if due:
            _forget_others(archive, others)
            pieces = _pieces(reader, others)
            processes = max(1, min(processes, due // WORTH_A_PROCESS + 1))
            with no_search_for_cycles():
                results = in_order(reckon, pieces, processes=processes, ahead=AHEAD)
                _keep(archive, _numbered(archive, others), results, due, told)
    finally:
        reader.close()
    return Reckoned(due, there)


def _prepare(
    archive: "DuckDBPyConnection", reader: "DuckDBPyConnection", pairs: list[tuple[str, str]]
) -> tuple[int, int]:
    """A table ``due`` of what is to be reckoned, for the reader: how many it has, and how many results are there."""
    chosen = archive.sql("SELECT deal FROM chosen").to_arrow_table()
    reader.register("chosen_deals", chosen)
    asked_table(reader, [(0, own, other) for own, other in pairs])
    reader.execute(
        """
        CREATE TEMP TABLE wanted AS
        SELECT asked.rules, deal FROM chosen_deals
        JOIN deals USING (deal) JOIN ends USING (deal) JOIN asked ON asked.own = deals.rules
        """
    )
    reader.execute(
        """
        CREATE TEMP TABLE due AS
        SELECT rules, deal FROM wanted ANTI JOIN (SELECT * FROM rescored WHERE engine = ?) USING (rules, deal)
        """,
        [engine_version()],
    )
    query = "SELECT (SELECT count(*) FROM due), (SELECT count(*) FROM wanted)"
    ((due, wanted),) = reader.execute(query).fetchall()
    return due, wanted - due


def asked_table(connection: "DuckDBPyConnection", rows: list[tuple[int, str, str]]) -> None:
    """A temporary table ``asked``: for each trial, by number, the other rule set of deals under one of their own."""
    connection.execute("CREATE OR REPLACE TEMP TABLE asked (trial INTEGER, own VARCHAR, rules VARCHAR)")
    if rows:
        connection.executemany("INSERT INTO asked VALUES (?, ?, ?)", rows)


def _forget_others(archive: "DuckDBPyConnection", others: Iterable[str]) -> None:
    """Results of other engines under these rules are stale."""
    stale, values = "FROM rescorings WHERE engine <> ? AND rules IN ?", [engine_version(), list(others)]
    archive.execute(f"DELETE FROM rescored_deals WHERE rescoring IN (SELECT rescoring {stale})", values)
    archive.execute(f"DELETE {stale}", values)


def _numbered(archive: "DuckDBPyConnection", others: Iterable[str]) -> dict[str, int]:
    """The number of the rescoring under each rule set by this engine, by the rule set's hash."""
    engine, rules = engine_version(), list(others)
    archive.execute(
        """
        INSERT INTO rescorings
        SELECT (SELECT coalesce(max(rescoring), 0) FROM rescorings) + row_number() OVER (), rules, ?
        FROM (SELECT unnest(?::VARCHAR[]) AS rules)
        ANTI JOIN (SELECT rules FROM rescorings WHERE engine = ?) USING (rules)
        """,
        [engine, rules, engine],
    )
    query = "SELECT rules, rescoring FROM rescorings WHERE engine = ? AND rules IN ?"
    return dict(archive.execute(query, [engine, rules]).fetchall())


def _pieces(reader: "DuckDBPyConnection", others: Mapping[str, RuleSet]) -> Iterator[Piece]:
    for hash_, rules in others.items():
        query = "SELECT deal, ends.end FROM due JOIN ends USING (deal) WHERE due.rules = ?"
        for batch in reader.sql(query, params=[hash_]).to_arrow_reader(PIECE):
            if batch.num_rows:
                yield packed(batch), rules


def _keep(
    archive: "DuckDBPyConnection",
    numbers: Mapping[str, int],
    results: Iterator[bytes],
    due: int,
    told: Callable[[int, int], None],
) -> None:
    import pyarrow as pa

    waiting: list[Any] = []
    done = kept = 0
    for result in results:
        table = unpacked(result)
        number = pa.scalar(numbers[table.column("rules")[0].as_py()], pa.int32())
        columns = [pa.repeat(number, table.num_rows), *table.columns[2:]]
        waiting.append(pa.table(columns, ["rescoring", *RESULTS.names[2:]]))
        done += table.num_rows
        if done - kept >= TOGETHER or done == due:
            insert(archive, "rescored_deals", waiting)
            waiting, kept = [], done
        told(done, due)
