"""`duzihu export --html`: the page holds the engine's tables, and with --seat nothing that this seat could not know."""

import json
import re
from base64 import b64encode
from collections import Counter
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cli.html.stepped import stepped_page
from cli.render.screen import opaque
from cli.status import Status
from engine.cards import TOKENS, kinds_of
from engine.deal import AnyEvent, fold
from engine.ending import SIZE_OF
from engine.events import DealStarted, Dealt, Drawn, Extension, ReplacementDrawn, encode
from engine.state import ACTING, CLAIMING, ENDED
from engine.timeline import RECORDED, Timeline
from engine.view import view
from replay.audit import add_line, audit
from replay.report import DealReport
from replay.rulebook import rulebook
from tests.cli.test_json_documents import faults_of
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import LOGS, all_reports
from tests.support.pages import Read, read
from tests.support.play import corpus, events_of
from tests.support.twins import begun, twin

DISPUTED = "fixtures/logs/disputed.jsonl"
SESSION = "fixtures/logs/session.jsonl"
SEATS = (0, 1, 2)
Json = dict[str, Any]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def report_of(source: str) -> DealReport:
    return next(report for report in all_reports() if report.source == source)


@cache
def page_of(source: str, seat: int | None = None) -> str:
    return stepped_page(report_of(source), None, seat)


def audited(*lines: bytes) -> DealReport:
    (report,) = audit(BytesIO(b"".join(lines)), "a log")
    assert isinstance(report, DealReport)
    return report


def audited_events(events: list[AnyEvent]) -> DealReport:
    return audited(*[encode(event) + b"\n" for event in events if not isinstance(event, Extension)])


def embedded(html: str) -> Json:
    (text,) = re.findall(r'<script id="deal" type="application/json">(.*?)</script>', html, re.DOTALL)
    document: Json = json.loads(text)
    return document


# The page is one file that needs nothing else


@pytest.mark.parametrize("seat", [None, 1])
def test_it_needs_nothing_else_and_runs_only_its_own_script(seat: int | None) -> None:
    html = page_of(DISPUTED, seat)
    parsed = read(html)
    tags = parsed.tags
    assert {tag for tag, _ in tags}.isdisjoint({"img", "link", "iframe", "object", "embed", "form", "audio", "base"})
    assert all(not name.startswith("on") and name != "style" for _, attributes in tags for name in attributes)
    links = [str(attributes[name]) for _, attributes in tags for name in ("href", "src") if name in attributes]
    assert all(link.startswith("#") for link in links)
    assert "url(" not in html
    assert "@import" not in html
    (policy,) = [str(attributes["content"]) for _, attributes in tags if "http-equiv" in attributes]
    trusted = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert trusted["default-src"] == "'none'"
    for kind, source in (("style", "style-src"), ("script", "script-src")):
        text = parsed.of(kind)[-1]
        assert trusted[source] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
    assert len(parsed.of("script")) == 2


def test_ids_are_unique_and_whatever_is_named_is_there() -> None:
    for source in LOGS:
        tags = read(page_of(source)).tags
        ids = Counter(attributes["id"] for _, attributes in tags if "id" in attributes)
        assert max(ids.values()) == 1
        named = [
            str(attributes[name])
            for _, attributes in tags
            for name in ("href", "aria-labelledby")
            if name in attributes
        ]
        assert {name.removeprefix("#") for name in named} <= {str(id_) for id_ in ids}


def test_its_script_writes_no_markup() -> None:
    script = read(page_of(DISPUTED)).of("script")[-1]
    for sink in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval", "Function(", "fetch", "import("):
        assert sink not in script


def test_a_deal_takes_less_than_400_kb() -> None:
    assert max(len(page_of(source).encode()) for source in LOGS) < 400_000


# Every table is the engine's


def cards_at(document: Json, place: int | None) -> tuple[int, ...] | None:
    return None if place is None else tuple(document["rows"][place])


@pytest.mark.parametrize("source", LOGS)
def test_every_step_has_the_table_that_the_engine_has(source: str) -> None:
    report = report_of(source)
    assert report.logged is not None
    document = embedded(page_of(source))
    timeline = Timeline(report.logged.events, rulebook(), add_line)
    assert [shown["seat"] for shown in document["views"]] == [None, *SEATS]
    for shown in document["views"]:
        assert len(shown["tables"]) == len(shown["told"]) == len(document["keys"]) == len(timeline)
        for index, place in enumerate(shown["tables"]):
            state = timeline.state(index, RECORDED)
            assert (place is None) == (state is None)
            if state is None:
                continue
            table, due = document["tables"][place], view(state, shown["seat"])
            assert (table["stock"], table["ended"]) == (due.stock, due.phase == ENDED)
            assert cards_at(document, table["indicators"]) == due.indicators
            for number, (seat_place, known) in enumerate(zip(table["seats"], due.seats, strict=True)):
                seat = document["seats"][seat_place]
                held = cards_at(document, seat["hand"])
                drawn = [] if seat["drawn"] is None else [seat["drawn"]]
                assert seat["hidden"] == known.hidden
                assert (None if held is None else sorted([*held, *drawn])) == (
                    None if known.hand is None else [*kinds_of(known.hand)]
                )
                if due.phase == ACTING and due.turn == number:
                    assert seat["drawn"] == due.drawn
                shown_groups = [cards_at(document, cards) for _, cards in seat["groups"]]
                groups = [(group.kind,) * SIZE_OF[group.form] for group in known.groups]
                groups += [] if known.hezi is None else [(known.hezi,) * 2]
                assert shown_groups == groups + ([known.jokers] if known.jokers else [])
                assert cards_at(document, seat["discards"]) == due.discards(number)
                assert seat["out"] == (due.phase == CLAIMING and due.turn == number)
                won = due.win is not None and due.win.seat == number
                assert seat["won"] == (due.win.card if won and due.win is not None else None)
                words = [document["words"][word] for word, _ in seat["badges"]]
                has = {"dealer": due.dealer == number, "ready": known.ready, "winner": won}
                assert words == [word for word, is_so in has.items() if is_so]


@pytest.mark.parametrize("source", LOGS)
def test_a_seat_is_told_the_same_in_its_own_page_as_in_everybodys(source: str) -> None:
    everybodys = embedded(page_of(source))
    for shown in everybodys["views"][1:]:
        own = embedded(page_of(source, shown["seat"]))
        (alone,) = own["views"]
        words = [[held["words"][at] for at in view["told"]] for held, view in ((everybodys, shown), (own, alone))]
        assert words[0] == words[1]
        assert alone["marks"] == shown["marks"]


def test_nothing_is_embedded_that_no_step_shows() -> None:
    for seat in (None, *SEATS):
        document = embedded(page_of(DISPUTED, seat))
        tables = {place for shown in document["views"] for place in shown["tables"]}
        assert tables == {*range(len(document["tables"]))}
        assert {seat for table in document["tables"] for seat in table["seats"]} == {*range(len(document["seats"]))}
        rows = {place for shown in document["views"] for place in shown["cards"]}
        rows |= {table["indicators"] for table in document["tables"]}
        for held in document["seats"]:
            rows |= {held["hand"], held["discards"], *(cards for _, cards in held["groups"])} - {None}
        assert rows == {*range(len(document["rows"]))}


def test_findings_stand_at_their_event_and_marks_lead_to_them() -> None:
    document = embedded(page_of("fixtures/logs/fifth_copy.jsonl"))
    (all_open, *seats) = document["views"]
    found = {key: at for key, at in zip(document["keys"], all_open["found"], strict=True) if at}
    assert [*found] == ["11"]
    assert "a fifth copy of 1c" in document["words"][found["11"][0]]
    assert 11 in all_open["marks"]
    assert all(not any(shown["found"]) and 11 not in shown["marks"] for shown in seats)


def test_a_step_is_named_by_its_number_or_its_line() -> None:
    start = (ROOT / DISPUTED).read_bytes().splitlines(keepends=True)[0]
    noted = b'{"seq":1,"type":"noted","by":"Li","text":"tea"}\n'
    document = embedded(stepped_page(audited(start, noted, b"what\n", noted, b'{"seq":7,"type":"x_"}\n'), None))
    assert document["keys"] == ["0", "line-2", "line-3", "1", "7"]


# Without script


@pytest.mark.parametrize("source", LOGS)
def test_without_script_it_tells_every_event_and_shows_the_table_at_the_end(source: str) -> None:
    parsed, document = read(page_of(source)), embedded(page_of(source))
    told = [document["words"][word] for word in document["views"][0]["told"]]
    events = page_of(source).split('<nav id="events"')[1].split("</nav>")[0]
    assert read(f"<nav{events}</nav>").of("bdi") == told
    assert parsed.of("noscript")
    still = page_of(source).split('<div id="still">')[1].split('<div id="end">')[0]
    report = report_of(source)
    if report.end is not None:
        hands = [Counter(re.findall(r'href="#k(\d+)"', hand)) for hand in still.split('<div class="hand">')[1:]]
        held = [Counter(str(kind) for kind in kinds_of(player.hand)) for player in report.end.players]
        assert all(not due - shown for shown, due in zip(hands, held, strict=True))


# What a seat could not know is not in its page


@settings(max_examples=40)
@given(st.integers(0, 219), st.sampled_from(SEATS))
def test_deals_that_differ_in_hidden_cards_are_the_same_page(seed: int, seat: int) -> None:
    """To the byte: no order, no count and no place in a list tells one from the other."""
    rng = Random(seed)
    events = begun(rng, corpus()[seed])
    others = twin(rng, events, seat)
    pages = [stepped_page(audited_events(each), None, seat) for each in (events, others)]
    assert pages[0] == pages[1]
    assert stepped_page(audited_events(events), None) != stepped_page(audited_events(others), None)


@settings(max_examples=40)
@given(st.integers(0, 219), st.sampled_from(SEATS), st.data())
def test_when_all_hands_lie_open_it_is_still_hidden_when_each_card_came(seed: int, seat: int, data: Any) -> None:
    """Two cards of another's hand at the end come in the other order: one dealt, one drawn."""
    events = events_of(corpus()[seed])
    start, state = events[0], corpus()[seed].state
    assert isinstance(start, DealStarted)
    assert state is not None
    events = [replace(start, deck=None), *events[1:]]
    other = data.draw(st.sampled_from([number for number in SEATS if number != seat]))
    dealt = next(at for at, event in enumerate(events) if isinstance(event, Dealt) and event.seat == other)
    draws = [
        at
        for at, event in enumerate(events)
        if isinstance(event, Drawn | ReplacementDrawn)
        and event.seat == other
        and event.card in TOKENS
        and state.hands[other][TOKENS.index(event.card)]
    ]
    assume(draws)
    at = data.draw(st.sampled_from(draws))
    given_cards, taken = events[dealt], events[at]
    assert isinstance(given_cards, Dealt)
    assert isinstance(taken, Drawn | ReplacementDrawn)
    cards = given_cards.cards.split()
    kept = [card for card in cards if state.hands[other][TOKENS.index(card)] and card != taken.card]
    assume(kept)
    swapped = data.draw(st.sampled_from(kept))
    cards[cards.index(swapped)] = taken.card
    others = list(events)
    others[dealt] = replace(given_cards, cards=" ".join(cards))
    others[at] = replace(taken, card=swapped)
    assume(fold(others, rulebook()).end == fold(events, rulebook()).end)
    pages = [stepped_page(audited_events(each), None, seat) for each in (events, others)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("source", LOGS)
def test_others_hands_are_in_no_table_before_the_end(source: str) -> None:
    for seat in SEATS:
        document = embedded(page_of(source, seat))
        (shown,) = document["views"]
        assert shown["seat"] == seat
        for place in shown["tables"]:
            if place is None or document["tables"][place]["ended"]:
                continue
            for number, of_seat in enumerate(document["tables"][place]["seats"]):
                known = document["seats"][of_seat]
                assert (known["hand"] is None) == (number != seat)
                assert known["won"] is None
                assert known["drawn"] is None or number == seat


def test_a_seat_that_saw_no_end_is_told_of_none() -> None:
    html = page_of("fixtures/logs/unfinished.jsonl", 1)
    assert 'id="end"' not in html
    assert 'id="eye"' not in html
    assert 'id="end"' in page_of("fixtures/logs/unfinished.jsonl")


def test_a_seats_page_has_no_findings() -> None:
    for source in ("fixtures/logs/fifth_copy.jsonl", "fixtures/logs/ready_players_swap_let_stand.jsonl"):
        assert "<h2>Findings</h2>" in page_of(source)
        for seat in SEATS:
            assert "<h2>Findings</h2>" not in page_of(source, seat)
            assert "fifth copy of" not in page_of(source, seat)


# Nothing typed is markup


HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "<!--\u2028\u202egnol</style>]]>&amp;{{7}}",
)


def named(names: list[str], deal: str, text: str) -> DealReport:
    start, *rest = (ROOT / DISPUTED).read_bytes().splitlines(keepends=True)
    first = json.loads(start) | {"players": names, "deal": deal}
    remarks = [{"seq": len(rest) + 1, "type": "noted", "by": names[0], "text": text}]
    remarks += [{"seq": len(rest) + 2, "type": "ruled", "by": names[1], "text": text}]
    lines = [json.dumps(first).encode() + b"\n", *rest, *(json.dumps(line).encode() + b"\n" for line in remarks)]
    return audited(*lines)


def tags_of(html: str) -> list[str]:
    without = re.sub(r'(<script id="deal"[^>]*>).*?</script>', r"\1</script>", html, flags=re.DOTALL)
    return re.findall(r"<[^>]*>", re.sub(r'aria-label="[^"]*"', "", without))


@settings(max_examples=30)
@given(st.lists(st.text(max_size=30), min_size=3, max_size=3), st.text(max_size=30), st.text(max_size=30))
def test_no_text_changes_the_shape_of_a_page(names: list[str], deal: str, text: str) -> None:
    html = stepped_page(named(names, deal, text), None)
    assert tags_of(html) == tags_of(stepped_page(named(["A", "B", "C"], "d", "t"), None))
    assert all(char.isprintable() or char in "\n\u3000" for char in html)
    document = embedded(html)
    assert opaque(text) in document["words"][document["views"][0]["told"][-1]]


def test_hostile_names_stay_names() -> None:
    html = stepped_page(named(list(HOSTILE), HOSTILE[0], HOSTILE[2]), None)
    parsed: Read = read(html)
    assert parsed.of("h1") == [f"Deal {HOSTILE[0]}"]
    (data,) = re.findall(r'<script id="deal"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert not set("<>&") & set(data)
    assert parsed.of("option") == [
        "all hands open",
        *(f"{opaque(name)} (seat {seat})" for seat, name in enumerate(HOSTILE)),
    ]


# The command


def test_a_page_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    to = tmp_path / "a [page] 页.html"
    result = invoke("export", DISPUTED, "--html", str(to))
    assert result.exit_code == invoke("audit", DISPUTED).exit_code == Status.FINDINGS
    assert result.output == ""
    printed = invoke("export", DISPUTED, "--html", "-")
    assert printed.stdout == to.read_text(encoding="utf-8") == page_of(DISPUTED)
    assert invoke("export", DISPUTED, "--html", "-", "--seat", "2").stdout == page_of(DISPUTED, 2)


def test_of_several_deals_one_must_be_named(tmp_path: Path) -> None:
    to = tmp_path / "page.html"
    result = invoke("export", SESSION, "--html", str(to))
    assert result.exit_code == Status.USAGE
    assert "--deal: 4 deals are meant" in result.stderr
    assert not to.exists()
    assert invoke("export", SESSION, "--html", str(to), "--deal", "2").exit_code == Status.NOTHING
    assert read(to.read_text(encoding="utf-8")).of("h1") == ["Deal evening-2 (number 2 of its file)"]


def test_a_page_names_the_file_and_not_the_folder_it_came_from(tmp_path: Path) -> None:
    folder = tmp_path / "someone's [private] folder"
    folder.mkdir()
    log = folder / "evening 4.jsonl"
    log.write_bytes((ROOT / DISPUTED).read_bytes())
    html = invoke("export", str(log), "--html", "-").stdout
    assert read(html).of("bdi")[0] == "evening 4.jsonl:1"
    assert tmp_path.name not in html


def test_a_document_says_what_was_written(tmp_path: Path) -> None:
    to = str(tmp_path / "page.html")
    result = invoke("export", DISPUTED, "--html", to, "--json")
    due = {"format": "duzihu-export/1", "source": DISPUTED, "page": to, "exit_status": result.exit_code}
    assert json.loads(result.stdout) == due
    assert faults_of(due, "exported", "$") == []
    assert invoke("export", DISPUTED, "--html", "-", "--json").exit_code == Status.USAGE
    assert json.loads(invoke("export", "nowhere", "--html", to, "--json").stdout)["page"] is None


def test_lines_that_cannot_be_read_are_told_and_the_page_goes_as_far_as_the_deal(tmp_path: Path) -> None:
    path, to = tmp_path / "log.jsonl", tmp_path / "page.html"
    path.write_bytes(b"".join((ROOT / DISPUTED).read_bytes().splitlines(keepends=True)[:10]) + b"what\n")
    result = invoke("export", str(path), "--html", str(to))
    assert result.exit_code == Status.UNREADABLE
    assert f"{path}:11:" in result.stderr
    document = embedded(to.read_text(encoding="utf-8"))
    assert document["keys"][-1] == "line-11"
    assert document["views"][0]["tables"][-1] == document["views"][0]["tables"][-2] is not None


def test_a_page_speaks_the_language_of_the_run() -> None:
    html = invoke("export", DISPUTED, "--html", "-", "--lang", "zh").stdout
    assert '<html lang="zh">' in html
    assert html.count("弃") + html.count("打出") > 10


@pytest.mark.parametrize(
    ("args", "status", "words"),
    [
        ((DISPUTED, "--html", "-", "--seat", "3"), Status.USAGE, "--seat: seats are 0, 1 and 2 (3)"),
        ((DISPUTED, "--html", "-", "--deal", "9"), Status.USAGE, "--deal: no deal has this id or number"),
        (("fixtures/hands/disputed.json", "--html", "-"), Status.UNREADABLE, "explain --format html"),
        (("nowhere.jsonl", "--html", "-"), Status.UNREADABLE, "nowhere.jsonl: "),
        ((DISPUTED, "--html", "nowhere/page.html"), Status.UNWRITTEN, "nowhere/page.html: "),
        ((DISPUTED, "--html", DISPUTED), Status.USAGE, "this file is read, and would be lost"),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(args: tuple[str, ...], status: Status, words: str) -> None:
    before = (ROOT / DISPUTED).read_bytes()
    result = invoke("export", *args)
    assert result.exit_code == status
    assert words in result.stderr
    assert result.stdout == ""
    assert (ROOT / DISPUTED).read_bytes() == before


def test_a_log_of_one_torn_line_has_nothing_to_step_through(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"seq":0,"type":"deal_st')
    result = invoke("export", str(path), "--html", "-")
    assert result.exit_code == Status.UNREADABLE
    assert "there is nothing to step through" in result.stderr
