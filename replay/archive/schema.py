"""What the archive's tables hold. Documents, Arrow schemas and SQL are made from this one list (docs/archive.md).

``deal`` and ``source`` number deals and sources in the order of their import. Amounts are hu. Cards are written as in
a log. What a deal has none of is null.
"""

from functools import cache
from typing import TYPE_CHECKING, get_args

from msgspec import Struct

from engine.cards import CARDS, TOKENS
from engine.events import KongForm, OpeningForm

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = 1
"""Number of this schema. An archive of another is not read; ``rebuild`` makes it anew."""


_PACKED = "data"
"""A column of what is compressed already: to try again takes time and saves nothing."""


class Column(Struct, frozen=True):
    """One column: its name, its type in SQL, and what it holds."""

    name: str
    type: str
    meaning: str

    @property
    def ddl(self) -> str:
        """Its part of a ``CREATE TABLE``."""
        told = f'"{self.name}" {self.type}'
        return f"{told} USING COMPRESSION uncompressed" if self.name == _PACKED else told


class Table(Struct, frozen=True):
    """One table. ``made``: its rows are made from sources and made anew by ``rebuild``; the others are what was
    read, or results that are reckoned again. ``query``: of a view; ``part_of``: the view that is to be asked
    instead."""

    name: str
    meaning: str
    columns: tuple[Column, ...]
    made: bool = True
    query: str = ""
    part_of: str = ""

    @property
    def ddl(self) -> str:
        """Its ``CREATE TABLE``, or ``CREATE VIEW``."""
        if self.query:
            return f"CREATE VIEW {self.name} AS {self.query}"
        columns = ", ".join([column.ddl for column in self.columns])
        return f"CREATE TABLE {self.name} ({columns})"


def _table(name: str, meaning: str, columns: str, *, made: bool = True, query: str = "", part_of: str = "") -> Table:
    """A table from lines of ``name type meaning``."""
    rows = [line.split(maxsplit=2) for line in columns.strip().splitlines()]
    return Table(name, meaning, tuple([Column(*row) for row in rows]), made, query, part_of)


SOURCES = _table(
    "sources", "What was imported, in order: a file, or standard input.",
    """
    source     BIGINT    its number, from 1
    name       VARCHAR   as it was named
    kind       VARCHAR   log, json, jsonl, toml, csv, xlsx, typed or unknown
    size       BIGINT    bytes; of a workbook, of its rows as CSV
    digest     VARCHAR   SHA-256, hexadecimal, of its text in UTF-8 with LF
    encoding   VARCHAR   of its text; null for a workbook
    known      VARCHAR   whether the encoding was told, marked, detected or plain UTF-8
    crlf       BOOLEAN   whether its lines end in CR LF
    read_as    VARCHAR   how it was told to be read, in JSON: encoding, columns, rules
    imported   BIGINT    bytes of deals that were put in
    duplicate  BIGINT    bytes of deals that were in before
    rejected   BIGINT    bytes of what could not be taken
    ignored    BIGINT    bytes of blanks, comments, headings
    deals      BIGINT    deals put in
    duplicates BIGINT    deals that were in before
    extended   BIGINT    deals put in that go on where a deal in the archive stopped
    conflicts  BIGINT    deals put in whose id another deal has, with other content
    records    BIGINT    records, or deals, that were rejected
    """,
)  # fmt: skip

CONTENTS = _table(
    "contents", "The bytes of every source, in parts.",
    """
    source     BIGINT    of which source
    part       INTEGER   its number, from 0
    start      BIGINT    where it begins in the source, in bytes
    size       BIGINT    bytes
    data       BLOB      the bytes, compressed with Zstandard
    """,
    made=False,
)  # fmt: skip

DEALS = _table(
    "deals", "One row a deal.",
    """
    deal       BIGINT    its number, from 1
    id         VARCHAR   what the archive calls it: its own id, with ~2, ~3 … where others have the same
    named      VARCHAR   its own id, if it has one
    digest     BLOB      SHA-256 that tells what it is: of its lines, its seal's hash and line, or its canonical record
    opening    BLOB      of a log, the first 8 bytes of the SHA-256 of its first line
    source     BIGINT    where it was read
    number     INTEGER   which deal of the source, from 1
    line       BIGINT    its first line in the source, or row of a sheet
    kind       VARCHAR   log, typed or record
    start      BIGINT    where its lines begin in the source's text, in bytes; null if its text is in texts
    size       BIGINT    bytes of its lines, or of its text
    session    VARCHAR   the session it belongs to
    session_number BIGINT its number there
    played_at  TIMESTAMP when it began, in UTC
    played_on  DATE      the day, as written where it was played
    preset     VARCHAR   of its rule set
    rules      VARCHAR   hash of its rule set, as in rule_sets
    status     VARCHAR   won, exhausted, unfinished or impossible
    dealer     TINYINT   seat
    sitting_out VARCHAR  who sat out
    indicators VARCHAR   cards
    events     INTEGER   lines of its log
    sealed     VARCHAR   the hash of its seal
    winner     TINYINT   seat
    won_by     VARCHAR   how it was won: self-draw, kong-replacement, discard, robbed-kong, heavenly or none
    card       VARCHAR   winning card
    giver      TINYINT   seat that the winning card came from
    moment     VARCHAR   ordinary, first-discard or last-card
    shape      VARCHAR   of the chosen reading: qing-hu, piao-hu or tazi-hu
    partitions INTEGER   of the winner's concealed cards
    readings   INTEGER   legal readings
    total_0    BIGINT    total of seat 0
    total_1    BIGINT    of seat 1
    total_2    BIGINT    of seat 2
    payment_0  BIGINT    what seat 0 receives
    payment_1  BIGINT    seat 1
    payment_2  BIGINT    seat 2
    outscored  BOOLEAN   whether another seat's total is higher than the winner's
    """,
)  # fmt: skip

TEXTS = _table(
    "texts", "What a deal is where that is not the bytes of its source: canonical records, logs of typed deals.",
    """
    deal       BIGINT    of which deal
    text       VARCHAR   the record in JSON, or the log
    """,
)  # fmt: skip

PLAYERS = _table(
    "players", "Three rows a deal: who played, and what it came to.",
    """
    deal       BIGINT    of which deal
    seat       TINYINT   0, 1 or 2
    name       VARCHAR   player
    hand       VARCHAR   concealed cards at the end
    groups     VARCHAR   declared groups, as in a hand record, a comma between
    hezi       VARCHAR   its kind
    jokers     VARCHAR   exposed jokers
    ready      BOOLEAN   whether ready was declared
    won        BOOLEAN   whether this seat won
    base       BIGINT    base hu
    bonus      BIGINT    bonuses
    multiplier BIGINT    all multipliers, multiplied
    unrounded  BIGINT    before rounding
    total      BIGINT    after it
    payment    BIGINT    what this seat receives
    """,
)  # fmt: skip

_EVENT = """
    deal       BIGINT    of which deal
    seq        BIGINT    its seq
    type       VARCHAR   its type
    seat       TINYINT   who
    card       VARCHAR   which card
    happened_at VARCHAR  when, as written
    fate       VARCHAR   stands, void (taken back) or not-folded
    form       VARCHAR   of an opening set or a kong
    cards      VARCHAR   cards dealt, revealed or shown
    irregular  BOOLEAN   whether the table let it stand
    giver      TINYINT   that a win names
    speaker    VARCHAR   who claims, notes or rules
    text       VARCHAR   of a note or ruling, or the reason of a retraction
    back_to    BIGINT    the event that a retraction goes back to
    totals     BIGINT[]  claimed, by seat
    payments   BIGINT[]  claimed or ruled, by seat
"""

PLAIN: tuple[tuple[str, str | None], ...] = (
    *((type_, None) for type_ in ("drawn", "discarded", "pung_claimed", "replacement_drawn", "passed")),
    *((type_, None) for type_ in ("preparation_finished", "ready_declared", "exhausted", "deal_started", "sealed")),
    *(("kong_declared", form) for form in get_args(KongForm)),
    *(("opening_declared", form) for form in get_args(OpeningForm)),
)
"""Types, and forms, of events of which nothing else is told but seat, card and time: nearly all events of a log."""

NO_SEAT, NO_CARD = 3, CARDS
"""What a plain event that has none is kept with."""

PLAIN_EVENTS = _table(
    "plain_events", "The events of each deal whose events all stand, one row a deal, in order: nearly all there are.",
    f"""
    deal       BIGINT    of which deal
    kind       TINYINT[] its type and form, by number; {len(PLAIN)} for an event that is in full_events
    seat       TINYINT[] who; {NO_SEAT} for nobody
    card       TINYINT[] which card, as its number from 1m, 0, to jW, {NO_CARD - 1}; {NO_CARD} for none
    happened_at VARCHAR[] when, as written; null where none has a time
    """,
    part_of="events",
)  # fmt: skip


def _of_kind(words: list[str | None]) -> str:
    """SQL of the word for an event's kind."""
    told = ", ".join(["NULL" if word is None else f"'{word}'" for word in words])
    return f"list_extract([{told}], kind + 1)"


FULL_EVENTS = _table("full_events", "The other events.", _EVENT, part_of="events")

EVENTS = _table(
    "events", "One row a line of a log that is an event.", _EVENT,
    query=f"""
    SELECT deal, seq, {_of_kind([type_ for type_, _ in PLAIN])} AS type, nullif(seat, {NO_SEAT}) AS seat,
        list_extract({list(TOKENS)}, card + 1) AS card, happened_at, 'stands' AS fate,
        {_of_kind([form for _, form in PLAIN])} AS form, NULL AS cards, false AS irregular, NULL AS giver,
        NULL AS speaker, NULL AS text, NULL AS back_to, NULL AS totals, NULL AS payments
    FROM (
        SELECT deal, unnest(range(len(kind))) AS seq, unnest(kind) AS kind, unnest(seat) AS seat, unnest(card) AS card,
            unnest(happened_at) AS happened_at
        FROM plain_events
    ) WHERE kind < {len(PLAIN)}
    UNION ALL SELECT * FROM full_events
    """,
)  # fmt: skip

READINGS = _table(
    "readings", "One row a legal reading of a win.",
    """
    deal       BIGINT    of which deal
    reading    INTEGER   best first, from 0, which is the one that scores
    groups     VARCHAR   its partition, a comma between groups
    completes  VARCHAR   the group that the winning card completes
    shape      VARCHAR   qing-hu, piao-hu or tazi-hu
    base       BIGINT    base hu
    bonus      BIGINT    bonuses
    multiplier BIGINT    all multipliers, multiplied
    unrounded  BIGINT    before rounding
    total      BIGINT    after it
    """,
)  # fmt: skip

ACCOUNTS = _table(
    "accounts", "The lines of each reading, and of each seat that did not win.",
    """
    deal       BIGINT    of which deal
    seat       TINYINT   whose
    reading    INTEGER   of which reading; null for a seat that did not win
    lines      INTEGER[] numbers of its lines, in order
    """,
    part_of="lines",
)  # fmt: skip

_LINE = """
    id         VARCHAR   what it is for
    section    VARCHAR   base, bonus, multiplier, everyone or rounding
    rule       VARCHAR   paragraph
    option     VARCHAR   option whose value it is
    assumed    BOOLEAN   whether the preset's source does not state that value
    amount     BIGINT    what it adds or multiplies
    cards      VARCHAR   cards it counts
    value      BIGINT    of a base line, before its factors
    factors    VARCHAR   of a base line: what multiplies its value
"""

UNLIKE_LINES = _table(
    "unlike_lines", "Every line that is unlike the others, once.",
    f"""
    line       INTEGER   its number, from 0
    {_LINE.strip()}
    """,
    part_of="lines",
)  # fmt: skip

LINES = _table(
    "lines", "One row an amount, with its reason; totals can be computed again from them (§10.1).",
    f"""
    deal       BIGINT    of which deal
    seat       TINYINT   whose
    reading    INTEGER   of which reading; null for a seat that did not win
    place      INTEGER   its place among them, from 0
    {_LINE.strip()}
    """,
    query="""
    SELECT deal, seat, reading, place, unlike_lines.* EXCLUDE (line)
    FROM (
        SELECT deal, seat, reading, unnest(range(len(lines)))::INTEGER AS place, unnest(lines) AS line FROM accounts
    ) JOIN unlike_lines USING (line)
    """,
)  # fmt: skip

CLAIMS = _table(
    "claims", "What somebody said a deal comes to.",
    """
    deal       BIGINT    of which deal
    place      INTEGER   its place among them, from 0
    seq        BIGINT    of its event; null in a hand record
    claimant   VARCHAR   who
    totals     BIGINT[]  claimed, by seat
    payments   BIGINT[]  claimed, by seat
    holds      BOOLEAN   whether it agrees; null where nothing can be derived
    difference BIGINT[]  claimed minus derived, by seat
    """,
)  # fmt: skip

FINDINGS = _table(
    "findings", "What was found wrong with a deal.",
    """
    deal       BIGINT    of which deal
    place      INTEGER   its place among them, from 0; below nought where it rests on the deal before
    code       VARCHAR   what
    severity   VARCHAR   impossible or irregular
    rule       VARCHAR   paragraph
    seq        BIGINT    of the event
    field      VARCHAR   of the record
    message    VARCHAR   in words
    counts     BOOLEAN   whether it raises the exit status
    void       BOOLEAN   whether the event was taken back
    let_stand  BOOLEAN   whether the table let it stand
    """,
)  # fmt: skip

REJECTS = _table(
    "rejects", "What was wrong with what could not be taken; one row a fault.",
    """
    source     BIGINT    of which source
    record     INTEGER   which record or deal of the source, from 1
    fault      INTEGER   which fault of it, from 0
    line       BIGINT    line, or row of a sheet
    sheet_column VARCHAR of a sheet, with its head
    field      VARCHAR   field
    code       VARCHAR   what
    token      VARCHAR   what stands there
    message    VARCHAR   in words
    mend       VARCHAR   what to do
    first_line BIGINT    first line of the record
    size       BIGINT    bytes of the record
    text       VARCHAR   the record as it was read, with its first fault only; null where it is no text
    """,
)  # fmt: skip

ENDS = _table(
    "ends", "Every deal's end, from which it is scored under other rules.",
    """
    deal       BIGINT    of which deal
    end        BLOB      indicators, dealer, players and win
    """,
)  # fmt: skip

RULE_SETS = _table(
    "rule_sets", "Rule sets that deals were played or scored under.",
    """
    rules      VARCHAR   its hash
    preset     VARCHAR   its preset
    changes    VARCHAR   what it changes, in JSON
    """,
)  # fmt: skip

RESCORINGS = _table(
    "rescorings", "Rule sets that deals were scored under again, by which engine.",
    """
    rescoring  INTEGER   its number, from 1
    rules      VARCHAR   hash of the rule set
    engine     VARCHAR   version of the engine
    """,
    made=False, part_of="rescored",
)  # fmt: skip

_RESULT = """
    deal       BIGINT    which deal
    total_0    BIGINT    total of seat 0; null where nothing can be derived
    total_1    BIGINT    of seat 1
    total_2    BIGINT    of seat 2
    payment_0  BIGINT    what seat 0 receives
    payment_1  BIGINT    seat 1
    payment_2  BIGINT    seat 2
    groups     VARCHAR   partition of the reading that scores
    completes  VARCHAR   the group of it that the winning card completes
"""

RESCORED_DEALS = _table(
    "rescored_deals", "What deals come to in a rescoring.",
    f"""
    rescoring  INTEGER   which
    {_RESULT.strip()}
    """,
    made=False, part_of="rescored",
)  # fmt: skip

RESCORED = _table(
    "rescored", "What deals come to under other rules.",
    f"""
    rules      VARCHAR   hash of the rule set
    engine     VARCHAR   version of the engine
    {_RESULT.strip()}
    """,
    made=False,
    query="""
    SELECT rules, engine, rescored_deals.* EXCLUDE (rescoring) FROM rescored_deals JOIN rescorings USING (rescoring)
    """,
)  # fmt: skip

TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        SOURCES, CONTENTS, DEALS, TEXTS, PLAYERS, PLAIN_EVENTS, FULL_EVENTS, EVENTS, READINGS,
        ACCOUNTS, UNLIKE_LINES, LINES, CLAIMS, FINDINGS, REJECTS, ENDS, RULE_SETS,
        RESCORINGS, RESCORED_DEALS, RESCORED,
    )
}  # fmt: skip


@cache
def arrow_schema(table: str) -> "pa.Schema":
    """The Arrow schema of a table's rows."""
    import pyarrow as pa

    types = {
        "BIGINT": pa.int64(), "INTEGER": pa.int32(), "TINYINT": pa.int8(), "VARCHAR": pa.string(),
        "BOOLEAN": pa.bool_(), "BLOB": pa.binary(), "BIGINT[]": pa.list_(pa.int64()), "TIMESTAMP": pa.timestamp("us"),
        "DATE": pa.date32(),
        "TINYINT[]": pa.list_(pa.int8()), "INTEGER[]": pa.list_(pa.int32()), "VARCHAR[]": pa.list_(pa.string()),
    }  # fmt: skip
    return pa.schema([(column.name, types[column.type]) for column in TABLES[table].columns])
