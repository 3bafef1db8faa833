"""Every byte of a source is accounted for; nothing is put in twice; a source goes in whole or not at all."""

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Claimed, Noted, Sealed, encode
from replay.archive import intake
from replay.archive.contents import parts_of
from replay.archive.importing import import_each, sources_named
from replay.archive.intake import Counts, Taken
from replay.archive.log_pieces import log_pieces
from replay.archive.store import opened_archive, run
from replay.archive.texts import text_of
from replay.faults import UnreadableError
from replay.imports.pieces import Reading
from replay.log import read_deals
from replay.report import Unread
from replay.seal import seal_hash
from tests.archive.archives import empty_archive, everything, imported, put_in, rows
from tests.replay.logs import SESSIONS, noted, started, written
from tests.support.command_line import ROOT
from tests.support.inputs import LOGS

SESSION = (ROOT / "fixtures/logs/session.jsonl").read_bytes()
DISPUTED = (ROOT / "fixtures/logs/disputed.jsonl").read_bytes()


def _adds_up(taken: Taken) -> bool:
    counts = taken.counts
    return taken.size == counts.imported + counts.duplicate + counts.rejected + counts.ignored


def _damaged(data: bytes, rng: Random) -> bytes:
    """Some of its lines cut, doubled, exchanged, or changed in a byte; maybe without its last LF."""
    lines = data.splitlines(keepends=True)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                lines[at] = lines[at][: rng.randrange(1, len(lines[at]))] + b"\n"
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                lines[at] = b""
            case 3:
                line = bytearray(lines[at])
                line[rng.randrange(len(line))] = rng.choice(b'\xff"{}\n\\0x')
                lines[at] = bytes(line)
            case 4:
                lines.insert(at, b"\n" if rng.random() < 0.5 else b'{"seq":0,"type":"deal_started"}\n')
    damaged = b"".join(lines)
    return damaged.removesuffix(b"\n") if rng.random() < 0.2 else damaged


@settings(max_examples=60)
@given(st.randoms(use_true_random=False))
def test_every_byte_has_one_fate_and_is_kept(rng: Random) -> None:
    data = b"".join(_damaged(rng.choice([SESSION, DISPUTED]), rng) for _ in range(rng.randrange(1, 4)))
    with TemporaryDirectory() as place, empty_archive(Path(place)) as archive:
        taken = put_in(archive, data)
        assert _adds_up(taken)
        if taken.seen is None:
            assert b"".join(parts_of(archive, 1)) == data
        again = put_in(archive, data, "again")
        assert (again.seen, again.counts) == ("test", Counts(duplicate=len(data)))


@settings(max_examples=40)
@given(st.randoms(use_true_random=False), st.integers(60, 4000))
def test_a_log_in_pieces_has_the_same_deals(rng: Random, size: int) -> None:
    data = b"".join(_damaged(SESSION, rng) for _ in range(3))
    pieces = list(log_pieces(io.BytesIO(data), size))
    assert b"".join(piece.data for piece in pieces) == data
    whole = [deal.lines for deal in read_deals(io.BytesIO(data), "log")]
    parts = []
    for piece in pieces:
        assert piece.data == data[piece.start : piece.start + len(piece.data)]
        assert piece.line == 1 + data[: piece.start].count(b"\n")
        parts += [deal.lines for deal in read_deals(io.BytesIO(piece.data), "log")]
    assert parts == whole


def test_a_deal_too_large_for_any_piece_is_rejected_to_its_last_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "log_pieces", lambda stream: log_pieces(stream, 1000, 2000))
    monkeypatch.setattr("replay.archive.batch.read_deals", _small_deals(2000))
    huge = written(started("huge"), *[noted(seq, "x" * 200) for seq in range(1, 100)])
    data = DISPUTED + huge + written(started("after"), noted(1))
    with empty_archive(tmp_path) as archive:
        taken = put_in(archive, data)
        assert _adds_up(taken)
        assert taken.counts.rejected == len(DISPUTED) * (len(DISPUTED) > 2000 - 256) + len(huge)
        assert {fault.code for fault in taken.faults} == {"deal-too-large"}
        assert [id_ for (id_,) in run(archive, "SELECT id FROM deals")][-1] == "after"
        ((size,),) = run(archive, "SELECT size FROM rejects WHERE text LIKE '%huge%'")
        assert size == len(huge)
        assert b"".join(parts_of(archive, 1)) == data


def _small_deals(largest: int) -> Callable[..., object]:
    return lambda stream, source, **more: read_deals(stream, source, largest_deal=largest, **more)


@pytest.mark.parametrize(
    "copy",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.encode("utf-16"),
        lambda text: ("\ufeff" + text).encode(),
        lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode("utf-16-be"),
    ],
    ids=["crlf", "utf-16", "bom", "utf-16-be-crlf"],
)
@pytest.mark.parametrize("name", ["logs/session.jsonl", "import/club.toml", "typed/chinese.txt"])
def test_a_copy_in_another_encoding_adds_nothing(name: str, copy: Callable[[str], bytes], tmp_path: Path) -> None:
    data = (ROOT / "fixtures" / name).read_bytes()
    with empty_archive(tmp_path) as archive:
        first = put_in(archive, data, "first")
        before = everything(archive)
        other = copy(data.decode())
        again = put_in(archive, other, "second")
        assert (again.seen, again.counts.duplicate, again.size) == ("first", len(other), len(other))
        assert everything(archive) == before
        assert _adds_up(first)


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030", "utf-8-sig"])
def test_a_log_in_another_encoding_is_the_same_deals(encoding: str, tmp_path: Path) -> None:
    data = (ROOT / "fixtures/logs/hostile_names.jsonl").read_bytes()
    with empty_archive(tmp_path) as archive:
        taken = put_in(archive, data.decode().replace("\n", "\r\n").encode(encoding), encoding=encoding)
        assert _adds_up(taken)
        assert taken.counts.deals == 1
        other = rows(archive, "players"), rows(archive, "lines"), rows(archive, "events")
    with opened_archive(str(tmp_path / "plain.duckdb"), write=True) as archive:
        put_in(archive, data)
        assert (rows(archive, "players"), rows(archive, "lines"), rows(archive, "events")) == other


def test_a_byte_order_mark_is_kept_and_ignored(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        taken = put_in(archive, b"\xef\xbb\xbf" + SESSION)
        assert (taken.counts.ignored, taken.counts.imported) == (3, len(SESSION))
        assert b"".join(parts_of(archive, 1)) == b"\xef\xbb\xbf" + SESSION
        assert text_of(archive, 2) + text_of(archive, 3) in SESSION


def test_deals_that_are_in_are_not_put_in_again(tmp_path: Path) -> None:
    """A source of deals known from others is a source of its own, and adds no deal."""
    with empty_archive(tmp_path) as archive:
        put_in(archive, SESSION)
        put_in(archive, DISPUTED)
        both = put_in(archive, DISPUTED + SESSION, "both")
        assert both.counts == Counts(duplicate=len(DISPUTED + SESSION), duplicates=5)
        assert run(archive, "SELECT count(*) FROM deals") == [(5,)]
        twice = put_in(archive, SESSION + SESSION + b"", "twice")
        assert twice.counts.duplicates == 8


def test_another_deal_of_the_same_id_is_kept_apart(tmp_path: Path) -> None:
    other = DISPUTED.replace(b"Wang", b"Wong")
    with empty_archive(tmp_path) as archive:
        put_in(archive, DISPUTED)
        before = run(archive, "SELECT * FROM deals")
        taken = put_in(archive, other, "other")
        ((own,),) = run(archive, "SELECT named FROM deals WHERE deal = 1")
        assert taken.conflicts == [(own, f"{own}~2")]
        assert run(archive, "SELECT * FROM deals WHERE deal = 1") == before
        third = put_in(archive, DISPUTED.replace(b"Wang", b"Weng"), "third")
        assert third.conflicts == [(own, f"{own}~3")]


def test_an_id_given_to_a_conflict_may_be_anothers_own(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        put_in(archive, written(started("a~2"), noted(1)))
        put_in(archive, written(started("a"), noted(1)), "a")
        taken = put_in(archive, written(started("a"), noted(1, "other")), "other")
        assert taken.conflicts == [("a", "a~3")]
        assert put_in(archive, written(started("a~3"), noted(1)), "late").conflicts == [("a~3", "a~3~2")]


def test_a_longer_copy_of_a_log_takes_the_place_of_the_shorter(tmp_path: Path) -> None:
    lines = SESSION.splitlines(keepends=True)
    with empty_archive(tmp_path) as archive:
        put_in(archive, DISPUTED, "before")
        for length in (3, 30, 31, len(lines) - 2, len(lines)):
            part = b"".join(lines[:length])
            taken = put_in(archive, part, f"first {length} lines")
            assert _adds_up(taken)
            assert not taken.conflicts
        assert [id_ for (id_,) in run(archive, "SELECT id FROM deals ORDER BY deal")] == [
            "disputed", "evening-1", "evening-2", "evening-3", "evening-4",
        ]  # fmt: skip
        shorter = put_in(archive, b"".join(lines[:20]), "shorter")
        assert (shorter.counts.duplicate, shorter.counts.deals) == (len(b"".join(lines[:20])), 0)
        grown = {name: rows(archive, name) for name in ("players", "lines", "findings", "events", "ends")}
    with opened_archive(str(tmp_path / "at_once.duckdb"), write=True) as archive:
        put_in(archive, DISPUTED)
        put_in(archive, SESSION)
        assert {name: rows(archive, name) for name in grown} == grown


def test_a_log_that_grows_within_one_source(tmp_path: Path) -> None:
    """A backup appended to its original: the first deal stands in it shorter, then longer."""
    lines = DISPUTED.splitlines(keepends=True)
    with empty_archive(tmp_path) as archive:
        taken = put_in(archive, b"".join(lines[:9]) + DISPUTED + b"".join(lines[:12]))
        assert _adds_up(taken)
        assert (taken.counts.deals, taken.counts.extended, taken.counts.duplicates) == (2, 1, 1)
        assert run(archive, "SELECT deal, events FROM deals") == [(1, len(lines))]
        assert run(archive, "SELECT count(*) FROM events") == [(len(lines),)]


def test_what_rests_on_the_deal_before_is_found_across_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rotation and linked seals, however the log is cut."""
    data, previous = b"", None
    for number, dealer in enumerate((0, 0, 2, 0)):
        deal = written(started(f"deal-{number}", session="s", dealer=dealer), Noted(1, "table", "tea"))
        link = "0" * 64 if number == 2 else None if number == 3 else previous
        previous = seal_hash([deal], link)
        data += deal + encode(Sealed(2, previous, link)) + b"\n"
    found = []
    for size in (2**20, 150):
        monkeypatch.setattr(intake, "log_pieces", lambda stream, size=size: log_pieces(stream, size))
        with opened_archive(str(tmp_path / f"{size}.duckdb"), write=True) as archive:
            put_in(archive, data)
            found.append(run(archive, "SELECT id, place, code, seq FROM findings JOIN deals USING (deal) ORDER BY ALL"))
    assert found[0] == found[1]
    assert {code for _, _, code, _ in found[0]} >= {"seal-previous-differs", "seal-previous-missing"}


def test_more_processes_make_the_same_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"".join(path.read_bytes() for path in SESSIONS)
    monkeypatch.setattr(intake, "WORTH_A_PROCESS", 1000)
    monkeypatch.setattr(intake, "log_pieces", lambda stream: log_pieces(stream, 20_000))
    made = []
    (tmp_path / "log [1].jsonl").write_bytes(data)
    for processes in (1, 2, 3):
        with opened_archive(str(tmp_path / f"{processes}.duckdb"), write=True) as archive:
            if processes == 3:  # from a file, of which each process reads its own parts
                list(import_each(archive, [str(tmp_path / "log [1].jsonl")], Reading(), processes=processes))
            else:
                put_in(archive, data, processes=processes)
            made.append(everything(archive, but=["sources"]))
    assert made[0] == made[1] == made[2]
    assert made[0]["deals"]


def test_a_source_goes_in_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with empty_archive(tmp_path) as archive:
        put_in(archive, DISPUTED)
        before = everything(archive)

        def failing(*_args: object) -> None:
            raise OSError("the disk is full")

        monkeypatch.setattr("replay.archive.loading.insert", failing)
        with pytest.raises(OSError, match="full"):
            put_in(archive, SESSION)
        monkeypatch.undo()
        assert everything(archive) == before
        assert put_in(archive, SESSION).counts.deals == 4


def test_what_the_disk_or_the_memory_refuses_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a transaction that fails leaves none to be rolled back."""

    def refused(
        archive: duckdb.DuckDBPyConnection, query: str, values: Sequence[object] = ()
    ) -> list[tuple[object, ...]]:
        if query == "COMMIT":
            run(archive, "ROLLBACK")
            raise duckdb.TransactionException("Failed to commit: no space\nat all")
        return run(archive, query, values)

    monkeypatch.setattr(intake, "run", refused)
    with pytest.raises(UnreadableError) as raised, empty_archive(tmp_path) as archive:
        put_in(archive, SESSION)
    (fault,) = raised.value.faults
    assert (fault.code, fault.message) == ("archive-failed", "the archive could not go on: Failed to commit: no space")
    monkeypatch.undo()
    with empty_archive(tmp_path) as archive:
        assert rows(archive, "sources") == rows(archive, "contents") == []
        assert _adds_up(put_in(archive, SESSION))


def test_parts_of_a_source_are_small_and_are_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As DuckDB has 2048 of them in memory at once; they are read some at a time."""
    monkeypatch.setattr("replay.archive.contents.PART", 1000)
    monkeypatch.setattr("replay.archive.contents.READ_TOGETHER", 3)
    with empty_archive(tmp_path) as archive:
        put_in(archive, SESSION)
        sizes = [size for (size,) in run(archive, "SELECT size FROM contents ORDER BY part")]
        assert len(sizes) > 4
        assert max(sizes) == 1000
        assert b"".join(parts_of(archive, 1)) == SESSION
        texts = [text_of(archive, deal) for (deal,) in run(archive, "SELECT deal FROM deals ORDER BY deal")]
        assert b"".join(texts) == SESSION


def test_claims_of_a_log_and_their_differences(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        put_in(archive, written(started(), Claimed(1, "Li", (1, 2, 3))))
        assert run(archive, "SELECT claimant, totals, payments, holds, difference, seq FROM claims") == [
            ("Li", [1, 2, 3], None, None, None, 1)
        ]


def test_a_sheet_read_otherwise_is_no_copy(tmp_path: Path) -> None:
    """What was rejected for want of rules is imported when they are told."""
    sheet = (ROOT / "fixtures/import/club_utf8_bom.csv").read_bytes().decode("utf-8-sig")
    head, *rest = sheet.splitlines(keepends=True)
    renamed = (head.replace(head.split(",")[0], "Wann", 1) + "".join(rest)).encode()
    with empty_archive(tmp_path) as archive:
        assert put_in(archive, renamed).counts.deals == 0
        again = put_in(archive, renamed, columns={"Wann": "id"})
        assert again.seen is None
        assert again.counts.deals > 0
        assert put_in(archive, renamed, columns={"Wann": "id"}).seen is not None


def test_names_typed_by_people_are_opaque(tmp_path: Path) -> None:
    hostile = ("'; DROP TABLE deals; --", "=1+1", "[red]\u001b[31m\u2028$1")
    log = written(started()).replace(b'["Li","Wang","Chen"]', json.dumps(hostile).encode())
    with empty_archive(tmp_path) as archive:
        put_in(archive, log, "'; DROP TABLE sources; --.jsonl")
        assert [name for (name,) in run(archive, "SELECT name FROM players ORDER BY seat")] == list(hostile)
        assert run(archive, "SELECT name FROM sources") == [("'; DROP TABLE sources; --.jsonl",)]


def test_what_is_named_is_found(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b [1].jsonl", ".hidden.jsonl", "under/c.jsonl", "under/.git/d.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(DISPUTED)
    with empty_archive(tmp_path):
        pass

    def found(*names: str) -> list[str]:
        named = sources_named(str(tmp_path / name) for name in names)
        return [str(Path(name).relative_to(tmp_path)) for name in named if isinstance(name, str)]

    assert found(".") == ["a.jsonl", "b [1].jsonl", "under/c.jsonl"]
    assert found("b [1].jsonl", ".hidden.jsonl") == ["b [1].jsonl", ".hidden.jsonl"]
    assert found("*.jsonl") == ["a.jsonl", "b [1].jsonl"]
    assert found("**/c.jsonl") == ["under/c.jsonl"]
    assert [one for one in sources_named([str(tmp_path / "x*")]) if isinstance(one, Unread)]


def test_a_file_that_cannot_be_opened_stops_none_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with empty_archive(tmp_path) as archive:
        names = [str(tmp_path / "nowhere.csv"), "a\0b", str(tmp_path / "empty"), str(ROOT / LOGS[0])]
        done = list(import_each(archive, names, Reading()))
        assert [isinstance(one, Unread) for one in done] == [True, True, True, False]


def test_another_process_that_finds_it_locked_gets_one_clear_line(tmp_path: Path) -> None:
    from tests.support.command_line import run as shell

    with empty_archive(tmp_path):
        path = str(tmp_path / "archive.duckdb")
        result = shell("import", str(ROOT / "fixtures/logs/disputed.jsonl"), "--archive", path)
    assert result.returncode == 3
    assert result.stderr.decode().splitlines() == [
        f"{path}: another process has the archive open; try again when it has ended"
    ]


@pytest.mark.parametrize("content", [b"", b"no archive at all, but a text " * 500])
def test_what_is_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.duckdb"
    path.write_bytes(content)
    with pytest.raises(UnreadableError), opened_archive(str(path)):
        pass
    assert path.read_bytes() == content


def test_a_database_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "other.duckdb")
    connection = duckdb.connect(path)
    connection.execute("CREATE TABLE deals (a INTEGER)")
    connection.close()
    for write in (False, True):
        with pytest.raises(UnreadableError, match="no archive"), opened_archive(path, write=write):
            pass


def test_a_folder_of_sources_adds_up_and_adds_nothing_again(tmp_path: Path) -> None:
    with empty_archive(tmp_path) as archive:
        first = imported(archive, "fixtures/import", "fixtures/typed")
        assert all(_adds_up(taken) for taken in first)
        assert sum(taken.counts.rejected for taken in first) > 0
        assert {taken.kind for taken in first} >= {"log", "csv", "xlsx", "toml", "jsonl", "typed", "unknown"}
        before = everything(archive)
        again = imported(archive, "fixtures/import", "fixtures/typed")
        assert all(taken.seen is not None for taken in again)
        assert everything(archive) == before
