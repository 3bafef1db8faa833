"""The page of `duzihu export --html` for everybody: no script, narrow, by keys alone, heard, in any light."""

from pathlib import Path

import pytest

from cli.html.cards import card_name
from engine.cards import kinds_of
from tests.browser.conftest import Show, Shown
from tests.browser.stepped import named, page_in, report_of

LONG = "W" * 200


@pytest.mark.parametrize("script", [False, True])
def test_it_asks_for_nothing_and_says_nothing(script: bool, tmp_path: Path, show: Show) -> None:
    file = page_in(tmp_path, report_of("disputed"))
    shown = show(file, script=script)
    shown.page.keyboard.press("End")
    assert shown.heard == []
    assert shown.requests == [file.as_uri()]
    colour = shown.page.locator("#events").evaluate("events => getComputedStyle(events).backgroundColor")
    assert colour != "rgba(0, 0, 0, 0)", "the page has no style: its policy does not trust it"


def test_without_script_it_shows_the_events_and_the_table_at_the_end(tmp_path: Path, show: Show) -> None:
    report = report_of("disputed")
    assert report.end is not None
    page = show(page_in(tmp_path, report)).page
    assert not page.locator("#stage").is_visible()
    assert page.locator("noscript").is_visible()
    assert page.locator("#events li").count() == 40
    hands = page.locator("#still .hand")
    for hand, holding in zip(hands.all(), report.end.players, strict=True):
        names = [title.removesuffix(", the winning card") for title in hand.locator("title").all_text_contents()]
        assert names == [card_name(kind) for kind in kinds_of(holding.hand)]
    page.locator("#events a", has_text="wins on 9s").click()
    assert page.url.endswith("#37")


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_runs_out_at_the_side(width: int, seat: int | None, tmp_path: Path, show: Show) -> None:
    shown = show(page_in(tmp_path, named((LONG, f"{LONG} {LONG}", "李")), seat), width, script=True)
    page = shown.page
    for key in ("Home", "ArrowRight", "Shift+ArrowRight", "End"):
        page.keyboard.press(key)
        wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        assert wide == [width, width]
        outside = page.evaluate(
            "[...document.querySelectorAll('main *')]"
            ".filter(e => e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)"
            ".map(e => e.outerHTML.slice(0, 200))"
        )
        assert outside == []


NAMELESS = """
() => [...document.querySelectorAll("button, input, select, a, [role=img], nav, section, [role=group]")]
  .filter((e) => e.offsetParent !== null || e instanceof SVGElement)
  .filter((e) => !e.closest("[aria-hidden=true]") && !e.closest(".deck"))
  .filter((e) => {
    const by = document.getElementById(e.getAttribute("aria-labelledby"));
    const name = e.getAttribute("aria-label") || (by && by.textContent)
      || (e.labels && [...e.labels].map((label) => label.textContent).join(""))
      || (e.querySelector("title, h2, h3") || {}).textContent || (e.matches("button, a") && e.textContent) || "";
    return !name.trim();
  })
  .map((e) => e.outerHTML.slice(0, 120))
"""


def test_whatever_can_be_reached_has_a_name(stepped: Shown) -> None:
    page = stepped.page
    page.keyboard.press("End")
    assert page.evaluate(NAMELESS) == []
    page.select_option("#eye", "1")
    page.click("#first")
    page.click("#next")
    assert page.evaluate(NAMELESS) == []


def test_what_happens_is_spoken_and_cards_are_heard_by_name(stepped: Shown) -> None:
    page = stepped.page
    page.evaluate("location.hash = '#20'")
    status = page.get_by_role("status")
    assert status.get_attribute("aria-live") == "polite"
    assert "event 20 of 39" in status.inner_text()
    assert "Seat 1 (Wang Fang) discards 9c." in status.inner_text()
    place = page.get_by_role("region", name="Wang Fang (seat 1)")
    assert place.get_by_role("img", name="2 of Myriads", exact=True).count() == 3
    assert page.get_by_role("group", name="discards of Wang Fang (seat 1)").get_by_role("img").count() == 2
    for role, name in (("main", None), ("navigation", "Events"), ("slider", "Event"), ("combobox", "Seen by")):
        assert page.get_by_role(role, **({} if name is None else {"name": name})).count() == 1


def test_the_focus_goes_in_the_order_of_the_page(stepped: Shown) -> None:
    page = stepped.page
    reached = []
    for _ in range(9):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.id || document.activeElement.className || 'event'"))
    buttons = ["first", "mark-before", "before", "next", "mark-next", "last"]
    assert reached == [*buttons, "slider", "eye", "event"]


CONTRAST = """
() => {
  const linear = (value) => (value /= 255) <= .03928 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const lit = (rgb) => { const [r, g, b] = rgb.map(linear); return .2126 * r + .7152 * g + .0722 * b; };
  const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const ground = (e) => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
    if (c[3] !== 0) return c; } return [255, 255, 255]; };
  const words = [...document.querySelectorAll("main *")].filter((e) => !(e instanceof SVGElement) && e.offsetParent
    && !e.closest("[aria-disabled=true], option") && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()));
  const ratio = (e) => { const [a, b] = [rgb(getComputedStyle(e).color), ground(e)].map((c) => lit(c.slice(0, 3)));
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); };
  return words.filter((e) => ratio(e) < 4.5).map((e) => [ratio(e), e.outerHTML.slice(0, 100)]);
}
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(scheme: str, tmp_path: Path, show: Show) -> None:
    page = show(page_in(tmp_path, report_of("fifth_copy")), script=True).page
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert page.locator("#found li").count() == 1
    assert page.evaluate(CONTRAST) == []


def test_nothing_moves_for_those_who_want_no_motion(stepped: Shown) -> None:
    page = stepped.page
    moving = (
        "[...document.querySelectorAll('main *')].filter(e => getComputedStyle(e).transitionDuration !== '0s').length"
    )
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(moving) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(moving) == 0
