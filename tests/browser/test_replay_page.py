"""The page of `duzihu export --html` in a browser: each step is the engine's, by keys, buttons and slider."""

from pathlib import Path
from typing import Any

import pytest

from cli.render.screen import opaque
from cli.render.tell import plain, turn
from engine.cards import CARDS, kinds_of
from engine.ending import SIZE_OF
from engine.state import CLAIMING, ENDED
from engine.timeline import RECORDED, Timeline
from engine.view import View, view
from replay.audit import add_line
from replay.rulebook import rulebook
from tests.browser.conftest import Show, Shown
from tests.browser.stepped import WALK, named, page_in, report_of

STEPPED = (
    *("disputed", "fifth_copy", "hezi_is_no_group", "joker_drawn_for_a_kong", "ready_players_forced_discard"),
    "win_taken_back",
)
HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnol</style><b onclick=alert(1)>",
)


def expected(table: View) -> list[dict[str, Any]]:
    """What the page must show of each seat."""
    shown = []
    for number, seat in enumerate(table.seats):
        won = table.win is not None and table.win.seat == number
        mine = table.turn == number
        groups = [[group.kind] * SIZE_OF[group.form] for group in seat.groups]
        groups += [] if seat.hezi is None else [[seat.hezi] * 2]
        groups += [[*seat.jokers]] if seat.jokers else []
        hidden = seat.hidden
        roles = (("dealer", table.dealer == number), ("ready", seat.ready), ("winner", won))
        seen = table.drawn is not None and table.phase in ("acting", "exposing") and mine and seat.hand is not None
        shown.append(
            {
                "hidden": hidden,
                "hand": None if hidden else ([] if seat.hand is None else [*kinds_of(seat.hand)]),
                "marked": [table.win.card] if won and table.win is not None and table.win.card is not None else [],
                "drawn": [table.drawn] if seen else [],
                "said": f"{seat.size} {'hidden ' if seat.hand is None else ''}card{'' if seat.size == 1 else 's'}",
                "groups": groups,
                "badges": [role for role, has in roles if has],
                "turn": won if table.phase == ENDED else mine,
                "side": ("below", "right", "left")[(number - (table.seat or 0)) % 3],
                "discards": [*table.discards(number)],
                "out": [table.on_table] if mine and table.phase == CLAIMING else [],
            }
        )
    return shown


def matches(step: dict[str, Any], table: View | None) -> None:
    """A step that the page shows is the engine's table."""
    assert step["table"] == (table is not None)
    if table is None:
        return
    assert step["seats"] == expected(table)
    assert step["stock"] == str(table.stock)
    assert step["indicators"] == [*table.indicators]
    words = plain(turn(table))
    assert step["turn"] == words[:1].upper() + words[1:]


@pytest.mark.parametrize("name", STEPPED)
def test_every_step_of_every_view_is_the_engines_table(name: str, tmp_path: Path, show: Show) -> None:
    report = report_of(name)
    assert report.logged is not None
    timeline = Timeline(report.logged.events, rulebook(), add_line)
    shown = show(page_in(tmp_path, report), script=True)
    for number, seat in enumerate((None, 0, 1, 2)):
        shown.page.select_option("#eye", str(number))
        steps = shown.page.evaluate(WALK)
        assert [step["key"] for step in steps] == [str(event.seq) for event in report.logged.events]
        for index, step in enumerate(steps):
            state = timeline.state(index, RECORDED)
            matches(step, None if state is None else view(state, seat))
            assert step["current"] == [step["key"]]
            assert bool(step["found"]) == (seat is None and bool(timeline.findings[index]))
    assert shown.heard == []


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seats_own_page_shows_the_same_and_opens_the_hands_at_the_end(seat: int, tmp_path: Path, show: Show) -> None:
    report = report_of("disputed")
    assert report.logged is not None
    timeline = Timeline(report.logged.events, rulebook(), add_line)
    shown = show(page_in(tmp_path, report, seat), script=True)
    end = shown.page.locator("#end")
    assert shown.page.locator("#eye").count() == 0
    assert not end.is_visible()
    for index, step in enumerate(shown.page.evaluate(WALK)):
        state = timeline.state(index, RECORDED)
        assert state is not None
        matches(step, view(state, seat))
    assert end.is_visible()
    shown.page.keyboard.press("Home")
    assert not end.is_visible()


def test_in_a_seats_view_of_everybodys_page_the_outcome_waits_for_the_end(stepped: Shown) -> None:
    page = stepped.page
    assert page.locator("#end").is_visible()
    page.select_option("#eye", "1")
    assert not page.locator("#end").is_visible()
    page.click("#last")
    assert page.locator("#end").is_visible()


# Going through


def where(page: Any) -> tuple[str, str]:
    """The step that is shown, and the page's position in its address."""
    return page.locator("#stage").get_attribute("data-key"), page.evaluate("location.hash")


def test_keys_lead_through(stepped: Shown) -> None:
    page = stepped.page
    assert where(page) == ("0", "")
    for key, leads_to in (
        ("ArrowLeft", "0"),
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowLeft", "1"),
        ("Shift+ArrowRight", "13"),
        ("Shift+ArrowRight", "15"),
        ("Shift+ArrowLeft", "13"),
        ("End", "39"),
        ("ArrowRight", "39"),
        ("Shift+ArrowLeft", "38"),
        ("Home", "0"),
    ):
        page.keyboard.press(key)
        assert where(page) == (leads_to, f"#{leads_to}")


def test_keys_of_browser_and_form_are_left_to_them(stepped: Shown) -> None:
    page = stepped.page
    page.keyboard.press("Control+ArrowRight")
    assert where(page) == ("0", "")
    page.focus("#eye")
    page.keyboard.press("ArrowDown")
    assert page.locator("#stage").get_attribute("data-seat") == "0"
    assert where(page)[0] == "0"


def test_buttons_lead_through_and_say_when_there_is_no_further(stepped: Shown) -> None:
    page = stepped.page
    off = page.locator("button[aria-disabled=true]")
    assert [button.get_attribute("id") for button in off.all()] == ["first", "mark-before", "before"]
    for button, leads_to in (
        ("next", "1"),
        ("mark-next", "13"),
        ("before", "12"),
        ("mark-before", "12"),
        ("last", "39"),
    ):
        page.click(f"#{button}", force=True)
        assert where(page)[0] == leads_to
    assert [button.get_attribute("id") for button in off.all()] == ["next", "mark-next", "last"]
    page.focus("#next")
    page.keyboard.press("Enter")
    assert where(page)[0] == "39"
    assert page.evaluate("document.activeElement.id") == "next"


def test_the_slider_leads_through_and_says_where_it_is(stepped: Shown) -> None:
    page = stepped.page
    slider = page.locator("#slider")
    slider.fill("20")
    assert where(page) == ("20", "#20")
    assert slider.get_attribute("aria-valuetext") == "event 20 of 39"
    slider.press("ArrowRight")
    assert where(page) == ("21", "#21")
    page.click("#before")
    assert slider.input_value() == "20"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_list_of_events_leads_through_and_follows(width: int, tmp_path: Path, show: Show) -> None:
    page = show(page_in(tmp_path, report_of("disputed")), width, script=True).page
    page.locator("#events a", has_text="wins on 9s").click()
    assert where(page) == ("37", "#37")
    current = page.locator("#events a[aria-current=step]")
    assert current.count() == 1
    seen = "() => { const link = document.querySelector('#events a[aria-current=step]');"
    seen += " const [a, b] = [link, link.closest('ol')].map(e => e.getBoundingClientRect());"
    seen += " return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; }"
    page.wait_for_function(seen)
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.textContent").startswith("36")
    for key in ("Home", "End"):
        page.keyboard.press(key)
        page.wait_for_function(seen)
    page.locator("#slider").fill("20")
    page.wait_for_function(seen)


@pytest.mark.parametrize(
    ("address", "step", "seat"),
    [
        ("#12", "12", ""),
        ("#12/1", "12", "1"),
        ("#0", "0", ""),
        ("#nowhere", "0", ""),
        ("#%E0%A4%A", "0", ""),
        ("#12/9", "12", ""),
    ],
)
def test_a_position_can_be_shared(address: str, step: str, seat: str, tmp_path: Path, show: Show) -> None:
    file = page_in(tmp_path, report_of("disputed"))
    shown = show(file, script=True)
    shown.page.goto("about:blank")
    shown.page.goto(file.as_uri() + address)
    stage = shown.page.locator("#stage")
    assert (stage.get_attribute("data-key"), stage.get_attribute("data-seat")) == (step, seat)
    assert shown.page.evaluate("scrollY") == 0
    assert shown.heard == []


def test_the_address_follows_and_is_followed(stepped: Shown) -> None:
    page = stepped.page
    page.select_option("#eye", "3")
    page.keyboard.press("Tab")
    page.locator("#events a").first.focus()
    page.keyboard.press("ArrowRight")
    assert where(page) == ("1", "#1/2")
    page.evaluate("location.hash = '#30/0'")
    page.wait_for_function("document.querySelector('#stage').dataset.key === '30'")
    assert page.locator("#stage").get_attribute("data-seat") == "0"
    assert page.locator("#eye").input_value() == "1"


# Nothing typed is markup


@pytest.mark.parametrize("policy", ["with its policy", "without it"])
def test_a_name_of_script_runs_nothing_and_is_read_as_it_was_typed(policy: str, tmp_path: Path, show: Show) -> None:
    file = page_in(tmp_path, named(HOSTILE))
    if policy == "without it":
        html = file.read_text(encoding="utf-8")
        file.write_text(html.replace("Content-Security-Policy", "x"), encoding="utf-8")
    shown = show(file, script=True)
    shown.page.evaluate(WALK)
    assert shown.heard == []
    assert shown.requests == [file.as_uri()]
    assert shown.page.locator("script").count() == 2
    assert shown.page.locator("img, b[onclick]").count() == 0
    names = shown.page.locator(".place h3 bdi").all_inner_texts()
    assert names == [f"{opaque(name)} (seat {seat})" for seat, name in enumerate(HOSTILE)]
    assert opaque(HOSTILE[0]) in shown.page.locator("#events a").nth(8).inner_text()


def test_every_card_of_the_deck_can_be_drawn(stepped: Shown) -> None:
    drawn = stepped.page.evaluate("[...document.querySelectorAll('.deck defs > g')].map((g) => g.id)")
    assert {f"k{card}" for card in range(CARDS)} | {"kb"} <= {*drawn}
