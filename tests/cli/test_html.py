"""`duzihu explain --format html`: a page that says what the report says, whatever people are called."""

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from cli.html.cards import BACK, card_name, deck, drawn
from cli.html.page import page
from cli.render.screen import amount, opaque
from cli.sentences import signed
from cli.status import Status
from engine.cards import CARDS, kinds_of
from engine.ending import SIZE_OF
from engine.lines import sums_of
from replay.report import DealReport
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import all_reports, named, record
from tests.support.pages import read

DISPUTED = "fixtures/logs/disputed.jsonl"
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202egnol</style>]]>&amp;'{{7*7}}")


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@cache
def pages() -> tuple[tuple[DealReport, str], ...]:
    """The page of each deal of the fixtures."""
    return tuple((report, page([report])) for report in all_reports() if "vectors" not in report.source)


def report_of(source: str) -> DealReport:
    (report,) = [report for report in all_reports() if report.source == source]
    return report


# Cards


def test_every_card_has_a_drawing_and_a_name_of_its_own() -> None:
    ids = [attributes["id"] for _, attributes in read(str(deck())).tags if "id" in attributes]
    assert len(set(ids)) == len(ids)
    assert {*(f"k{card}" for card in range(CARDS)), BACK} <= set(ids)
    assert len({card_name(card) for card in range(CARDS)}) == CARDS
    assert len(set(map(str, map(drawn, range(CARDS))))) == CARDS


def test_every_use_leads_to_a_drawing() -> None:
    tags = read(page([report_of(DISPUTED)])).tags
    ids = {attributes.get("id") for _, attributes in tags}
    uses = [str(attributes["href"]) for tag, attributes in tags if tag == "use"]
    assert len(uses) > 300
    assert {use.removeprefix("#") for use in uses} <= ids


@pytest.mark.parametrize(
    ("card", "name"), [(0, "1 of Myriads"), (13, "5 of Strings"), (26, "9 of Coins"), (27, "Thousand"), (31, "jP")]
)
def test_a_card_is_heard_by_its_name(card: int, name: str) -> None:
    spoken = "Prosperity, a joker" if name == "jP" else name
    (svg, _title, _use) = read(str(drawn(card))).tags
    assert svg[1]["role"] == "img"
    assert read(str(drawn(card))).of("title") == [spoken]
    assert read(str(drawn(card, marked=True))).of("title") == [f"{spoken}, the winning card"]


# The page


def in_short(html: str) -> str:
    """A page without style and drawings, each card by its name, a tag a line."""
    html = re.sub(
        r"<style>.*?</style>|<svg class=\"deck\".*?</defs></svg>|<meta http-equiv[^>]*>", "", html, flags=re.S
    )
    html = re.sub(r'<style>.*?</style>|<svg class="deck".*?</defs></svg>|<meta http-equiv[^>]*>', "", html, flags=re.S)
    html = re.sub(r'<svg class="c( head)?( won)?"[^>]*><title>(.*?)</title><use[^>]*></use></svg>', r"[\3\1]", html)
    return html.replace("><", ">\n<")


@pytest.mark.parametrize("name", ["logs/disputed.jsonl", "logs/fifth_copy.jsonl", "hands/false_win.json"])
def test_a_page(name: str, snapshot: SnapshotAssertion) -> None:
    assert in_short(page([report_of(f"fixtures/{name}")])) == snapshot


def test_a_page_needs_nothing_else_and_runs_nothing() -> None:
    for _, html in pages():
        tags = read(html).tags
        assert {tag for tag, _ in tags}.isdisjoint({"script", "img", "link", "iframe", "object", "embed", "form"})
        assert all(not name.startswith("on") and name != "style" for _, attributes in tags for name in attributes)
        links = [attributes[name] for _, attributes in tags for name in ("href", "src") if name in attributes]
        assert all(str(link).startswith("#") for link in links)
        (policy,) = [str(attributes["content"]) for _, attributes in tags if "http-equiv" in attributes]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "url(" not in html
        assert "@import" not in html


def test_a_deal_takes_less_than_300_kb() -> None:
    assert max(len(html.encode()) for _, html in pages()) < 300_000


# What is shown is what is derived


def test_every_line_and_sum_is_the_engines() -> None:
    checked = 0
    for report, html in pages():
        if report.score is None:
            continue
        tables = html.split("Settlement</h2>")[0].split('<table class="lines">')[1:]
        shown = [re.findall(r'<td class="n">(.*?)</td>', table) for table in tables]
        winner = None if report.end is None or report.end.win is None else report.end.win.seat
        seats = [seat for seat in report.score.seats if seat is not None and seat.lines]
        seats.sort(key=lambda seat: seat.seat != winner)  # the winner's come first
        for figures, seat in zip(shown, seats, strict=True):
            sums = sums_of(seat.lines)
            made = {"base": f"{sums.base}", "bonus": f"+{sums.bonus}", "multiplier": f"×{sums.multiplier}"}
            expected: list[str] = []
            for section, sum_ in made.items():
                own = [signed(line) for line in seat.lines if line.section == section]
                expected += [*own, sum_] if own or section == "base" else []
            everyone = [signed(line) for line in seat.lines if line.section == "everyone"]
            expected += [*everyone, f"×{sums.everyone}"] if everyone else []
            expected += [amount(line.amount) for line in seat.lines if line.section == "rounding"]
            assert figures == [*expected, f"{seat.total}"]
            checked += 1
    assert checked > 100


def test_totals_and_payments_stand_at_the_head() -> None:
    checked = 0
    for report, html in pages():
        parsed = read(html)
        scored = report.score
        if scored is None or scored.totals is None or scored.payments is None:
            assert parsed.of("span", "total") == parsed.of("span", "paid") == []
            continue
        assert parsed.of("span", "total") == [*map(str, scored.totals)]
        assert parsed.of("span", "paid") == [*map(amount, scored.payments)]
        checked += 1
    assert checked > 40


def test_every_line_lies_beside_the_cards_it_counts() -> None:
    for report, html in pages():
        if report.score is not None:
            rows = html.split('<tr class="line">')[1:]
            shown = Counter(tuple(re.findall(r"<title>(.*?)</title>", row.split("</tr>")[0])) for row in rows)
            lines = [line for seat in report.score.seats if seat is not None for line in seat.lines]
            assert shown == Counter(tuple(map(card_name, line.cards)) for line in lines)


def test_each_seats_cards_lie_on_the_table() -> None:
    for report, html in pages():
        if report.end is None:
            continue
        table = html.split('<section class="seat')[1:]
        for section, holding in zip(table, report.end.players, strict=True):
            held = [*kinds_of(holding.hand)]
            for group in holding.groups:
                held += [group.kind] * SIZE_OF[group.form]
            held += [*holding.jokers, *([] if holding.hezi is None else [holding.hezi] * 2)]
            whole = section.split("</section>")[0]
            shown = re.findall(r'<svg class="c(?: won)?"[^>]*><title>(.*?)(?:, the winning card)?</title>', whole)
            assert Counter(shown) == Counter(map(card_name, held))


@pytest.mark.parametrize(("holds", "word"), [(True, "holds"), (False, "differs"), (None, "cannot be compared")])
def test_a_claim_says_whether_it_holds(holds: bool | None, word: str) -> None:
    report = report_of(DISPUTED)
    claims = tuple(replace(claim, holds=holds) for claim in report.claims)
    claimed = page([replace(report, claims=claims)]).split('<ul class="claims">')[1].split("</ul>")[0]
    assert read(f"<ul>{claimed}</ul>").of("span") == [word, word]


def test_12_3_a_line_says_its_cell_and_what_is_assumed(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(record(rules="article-printed")), encoding="utf-8")
    parsed = read(invoke("explain", str(path), "--format", "html").stdout)
    assert "Peng G, Big, not a pair" in parsed.of("span", "badge plain")
    assert "assumed" in parsed.of("span", "badge bad")


# Several deals


def test_several_deals_are_listed_and_lead_to_each_other() -> None:
    result = invoke("explain", "fixtures/logs/session.jsonl", "--format", "html")
    parsed = read(result.stdout)
    assert len(parsed.of("article")) == 4
    ids = [attributes["id"] for tag, attributes in parsed.tags if tag in ("article", "nav")]
    links = {str(attributes["href"]) for tag, attributes in parsed.tags if tag == "a"}
    assert links == {f"#{id_}" for id_ in ids}
    assert parsed.of("a")[-1] == "Deal evening-4 (number 4 of its file)"
    only = read(invoke("explain", "fixtures/logs/session.jsonl", "--format", "html", "--deal", "2").stdout)
    assert only.of("h1") == ["Deal evening-2 (number 2 of its file)"]


def test_a_single_deal_has_no_list() -> None:
    assert "<nav" not in page([report_of(DISPUTED)])


# The command


def test_a_page_goes_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    to = tmp_path / "a [page] 页.html"
    result = invoke("explain", DISPUTED, "--format", "html", "--output", str(to))
    assert result.exit_code == Status.FINDINGS
    assert result.output == ""
    printed = invoke("explain", DISPUTED, "--format", "html", "--output", "-")
    assert printed.stdout == to.read_text(encoding="utf-8") == page([report_of(DISPUTED)])


def test_what_cannot_be_read_is_told_and_leaves_a_whole_page(tmp_path: Path) -> None:
    result = invoke("explain", "nowhere.json", "--format", "html")
    assert result.exit_code == Status.UNREADABLE
    assert "nowhere.json" in result.stderr
    assert read(result.stdout).of("main") == ["\nNo deal could be read."]


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = invoke("explain", DISPUTED, "--format", "html", "--output", str(tmp_path / "no" / "page.html"))
    assert result.exit_code == Status.UNWRITTEN
    assert "page.html" in result.stderr


@pytest.mark.parametrize(
    "args", [("--format", "html", "--json"), ("--output", "a.html"), ("--format", "markdown", "--output", "a.md")]
)
def test_a_page_goes_with_nothing_else(args: tuple[str, ...]) -> None:
    assert invoke("explain", DISPUTED, *args).exit_code == Status.USAGE


def test_a_page_is_never_written_over_what_is_read(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes((ROOT / DISPUTED).read_bytes())
    result = invoke("explain", str(log), "--format", "html", "--output", str(tmp_path / "." / "log.jsonl"))
    assert result.exit_code == Status.USAGE
    assert log.read_bytes() == (ROOT / DISPUTED).read_bytes()


# Nothing typed is markup


def test_hostile_names_stay_names(tmp_path: Path) -> None:
    path = named(HOSTILE, tmp_path / "hand.json", id_=HOSTILE[0])
    parsed = read(invoke("explain", str(path), "--format", "html").stdout)
    assert parsed.of("h1") == [f"Deal {HOSTILE[0]}"]
    assert parsed.of("bdi", "who") == [f"{opaque(name)} (seat {seat})" for seat, name in enumerate(HOSTILE)]
    claims = [text for text in parsed.of("li") if " claims " in text]
    assert all(f"{opaque(name)} claims" in claim for name, claim in zip(HOSTILE, claims, strict=True))


@settings(max_examples=40)
@given(st.lists(st.text(min_size=1, max_size=30), min_size=3, max_size=3), st.text(min_size=1, max_size=30))
def test_no_text_changes_the_shape_of_a_page(names: list[str], other: str) -> None:
    plain = report_of("fixtures/hands/rounding.json")
    html = page([replace(plain, names=tuple(names), id=other, source=other)])
    assert all(char.isprintable() or char in "\n\u3000" for char in html)
    assert re.findall("<[^>]*>", html) == re.findall("<[^>]*>", page([plain]))
    parsed = read(html)
    assert parsed.of("bdi", "who") == [
        opaque(name) if name == f"Seat {seat}" else f"{opaque(name)} (seat {seat})" for seat, name in enumerate(names)
    ]
    assert parsed.of("h1") == [f"Deal {opaque(other)}"]
