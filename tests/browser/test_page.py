"""The page of `duzihu explain --format html` in a browser: no script, narrow, wide, on paper, with hostile names."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cli.html.cards import card_name, deck, drawn
from cli.html.page import page
from cli.render.screen import opaque
from engine.cards import CARDS, kinds_of
from engine.ending import SIZE_OF
from engine.lines import sums_of
from replay.audit import audit
from replay.report import DealReport
from tests.browser.conftest import Show
from tests.support.inputs import ROOT, all_reports, named

LONG = "W" * 200
HOSTILE = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202egnol</style><b onclick=alert(1)>")


def report_of(name: str) -> DealReport:
    (report,) = [report for report in all_reports() if report.source == f"fixtures/{name}"]
    return report


@pytest.fixture
def disputed(tmp_path: Path) -> Path:
    """The page of the disputed deal."""
    return written(tmp_path, report_of("logs/disputed.jsonl"))


def written(folder: Path, *reports: DealReport) -> Path:
    file = folder / "page [1].html"
    file.write_text(page(reports), encoding="utf-8")
    return file


def report_of_file(path: Path) -> DealReport:
    with path.open("rb") as stream:
        (report,) = audit(stream, path.name)
    assert isinstance(report, DealReport)
    return report


def hand_of(folder: Path, names: tuple[str, str, str], **changes: object) -> DealReport:
    """The report of the disputed hand under other names."""
    path = named(names, folder / "named.json", id_=names[1])
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changes), encoding="utf-8")
    return report_of_file(path)


def titles(cards: Any) -> list[str]:
    return [title.removesuffix(", the winning card") for title in cards.locator("title").all_text_contents()]


@pytest.mark.parametrize("script", [False, True])
def test_it_loads_without_a_word_and_asks_for_nothing(disputed: Path, script: bool, show: Show) -> None:
    shown = show(disputed, script=script)
    assert shown.heard == []
    assert shown.requests == [disputed.as_uri()]
    assert shown.page.title() == "Deal disputed · Du Zi Hu 笃子胡"
    colour = shown.page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    assert colour != "rgba(0, 0, 0, 0)", "the page has no style: its policy does not trust it"


def test_every_card_of_the_winning_reading_is_drawn_inside_its_group(disputed: Path, show: Show) -> None:
    report = report_of("logs/disputed.jsonl")
    assert report.end is not None
    assert report.end.win is not None
    assert report.score is not None
    assert report.score.chosen is not None
    holding = report.end.players[report.end.win.seat]
    expected = [[card_name(group.kind)] * SIZE_OF[group.form] for group in holding.groups]
    expected += [[card_name(kind) for kind in group.cards] for group in report.score.chosen.partition]
    groups = show(disputed).page.locator(".reading .group").all()
    assert [titles(group) for group in groups] == expected
    boxes = [group.bounding_box() for group in groups]
    for group, outer in zip(groups, boxes, strict=True):
        for card in group.locator("svg").all():
            inner = card.bounding_box()
            assert inner["width"] >= 20
            assert inner["height"] == pytest.approx(3.7 * inner["width"], abs=0.5)
            assert outer["x"] <= inner["x"]
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 0.5
            assert outer["y"] <= inner["y"]
            assert inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 0.5
            ink = card.locator("use").evaluate("use => [use.getBBox().width, use.getBBox().height]")
            assert ink == pytest.approx([100, 370], abs=4)
    apart = [(one, other) for at, one in enumerate(boxes) for other in boxes[:at]]
    assert not any(
        abs(one["x"] - other["x"]) < min(one["width"], other["width"]) - 1
        and abs(one["y"] - other["y"]) < min(one["height"], other["height"]) - 1
        for one, other in apart
    )


def test_the_completed_group_and_the_winning_card_are_marked(disputed: Path, show: Show) -> None:
    page = show(disputed).page
    completed = page.locator(".reading .completed")
    assert completed.count() == 1
    assert titles(completed) == ["9 of Strings"] * 3
    assert "completed by 9s" in completed.inner_text()
    assert completed.locator("svg.won").count() == 1


def test_each_seats_hand_lies_on_the_table(disputed: Path, show: Show) -> None:
    report = report_of("logs/disputed.jsonl")
    assert report.end is not None
    seats = show(disputed).page.locator(".seat").all()
    for seat, holding in zip(seats, report.end.players, strict=True):
        assert Counter(titles(seat.locator(".hand"))) == Counter(map(card_name, kinds_of(holding.hand)))


def test_sums_on_the_page_are_the_engines(disputed: Path, show: Show) -> None:
    report = report_of("logs/disputed.jsonl")
    assert report.score is not None
    assert report.score.chosen is not None
    sums = sums_of(report.score.chosen.lines)
    winning = show(disputed).page.locator(".winning")
    shown = [winning.locator(f"tr[data-section={name}] .n").inner_text() for name in ("base", "bonus", "multiplier")]
    assert shown == [f"{sums.base}", f"+{sums.bonus}", f"×{sums.multiplier}"]
    assert winning.locator(".total .n").inner_text() == f"{sums.total}"


def test_readings_that_do_not_score_fold_and_unfold_without_script(disputed: Path, show: Show) -> None:
    page = show(disputed).page
    folded = page.locator("details").first
    inside = folded.locator(".groups")
    assert not inside.is_visible()
    folded.locator("summary").click()
    assert inside.is_visible()
    folded.locator("summary").click()
    assert not inside.is_visible()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_runs_out_at_the_side(width: int, tmp_path: Path, show: Show) -> None:
    long = hand_of(tmp_path, (LONG, f"{LONG} {LONG}", "李"), rules="article-printed")
    wenqian = [report for report in all_reports() if report.source == "fixtures/hands/wenqian_one_to_four.jsonl"][-1]
    file = written(tmp_path, long, wenqian, report_of("logs/fifth_copy.jsonl"))
    page = show(file, width).page
    for folded in page.locator("summary").all():
        folded.click()
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide == [width, width]
    outside = page.evaluate(
        "[...document.querySelectorAll('main *')]"
        ".filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)"
        ".map(e => e.outerHTML.slice(0, 200))"
    )
    assert outside == []


def test_it_prints_with_the_folded_readings_open(disputed: Path, show: Show) -> None:
    page = show(disputed).page
    page.emulate_media(media="print")
    for told in page.locator("details ul").all():
        assert told.bounding_box()["height"] > 10
    pdf = page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF-")
    assert pdf.count(b"/Type /Page\n") in range(2, 8)


@pytest.mark.parametrize("policy", ["with its policy", "without it"])
def test_a_name_of_script_runs_nothing_and_is_read_as_it_was_typed(policy: str, tmp_path: Path, show: Show) -> None:
    """The page's policy forbids every script; even without it there is none."""
    file = written(tmp_path, hand_of(tmp_path, HOSTILE))
    if policy == "without it":
        html = file.read_text(encoding="utf-8")
        file.write_text(html.replace("Content-Security-Policy", "x"), encoding="utf-8")
    shown = show(file, script=True)
    for seen in shown.page.locator("bdi, summary, td, li").all()[:40]:
        seen.hover()
    assert shown.heard == []
    assert shown.requests == [file.as_uri()]
    assert shown.page.locator("script, img, b[onclick]").count() == 0
    assert shown.page.locator("h1").inner_text() == f"Deal {HOSTILE[1]}"
    who = [opaque(name) + f" (seat {seat})" for seat, name in enumerate(HOSTILE)]
    assert shown.page.locator(".results .who").all_inner_texts() == who
    assert all(name in shown.page.locator(".claims").inner_text() for name in map(opaque, HOSTILE))


@pytest.mark.parametrize("head", [False, True])
def test_no_two_cards_look_the_same(head: bool, tmp_path: Path, show: Show) -> None:
    """Neither whole nor where only the upper end shows, as small as they are on paper."""
    cards = "".join(str(drawn(card, head=head)) for card in range(CARDS))
    style = (ROOT / "cli/html/page.css").read_text(encoding="utf-8")
    file = tmp_path / "cards.html"
    file.write_text(f"<!doctype html><style>{style} :root {{ --card: 22px }}</style>{deck()}{cards}", "utf-8")
    looks = [card.screenshot() for card in show(file).page.locator("svg.c").all()]
    assert len(set(looks)) == CARDS
