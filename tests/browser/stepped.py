"""Stepped pages for the browser: made from fixtures, and read back step by step."""

import json
from io import BytesIO
from pathlib import Path

from cli.html.stepped import stepped_page
from replay.audit import audit
from replay.report import DealReport
from tests.support.inputs import ROOT, all_reports

_READ = """
() => {
  const kind = (card) => Number(card.querySelector("use").getAttribute("href").slice(2));
  const kinds = (of, which = "svg") => [...of.querySelectorAll(which)].map(kind);
  const stage = document.querySelector("#stage"), table = document.querySelector("#table");
  const text = (selector, of = document) => of.querySelector(selector).textContent;
  const seat = (place) => {
    const river = document.querySelector(`[data-river="${place.dataset.seat}"]`);
    const backs = [...place.querySelectorAll(".mine use")].filter((use) => use.getAttribute("href") === "#kb");
    return {
      hidden: backs.length,
      hand: backs.length ? null : kinds(place, ".mine svg").sort((a, b) => a - b),
      marked: kinds(place, ".mine svg.won"), drawn: kinds(place, ".mine svg.drawn"),
      said: text(".size", place),
      groups: [...place.querySelectorAll(".group")].map((group) => kinds(group)),
      badges: [...place.querySelectorAll(".badge")].map((badge) => badge.textContent),
      turn: place.classList.contains("turn"), side: place.dataset.side,
      discards: kinds(river), out: kinds(river, "svg.out"),
    };
  };
  return {
    key: stage.dataset.key, table: !table.hidden, turn: text("#turn"), stock: text("#stock"),
    indicators: kinds(document.querySelector("#indicators")), told: text("#told"), at: text("#at"),
    found: [...document.querySelectorAll("#found li")].map((found) => found.textContent),
    current: [...document.querySelectorAll("[aria-current=step] .seq")].map((seq) => seq.textContent),
    seats: [...document.querySelectorAll(".place")].map(seat),
  };
}
"""
WALK = f"""
() => {{
  document.querySelector("#first").click();
  const read = {_READ}, steps = [read()], next = document.querySelector("#next");
  while (next.getAttribute("aria-disabled") === "false") {{ next.click(); steps.push(read()); }}
  return steps;
}}
"""
"""Goes from the first step to the last and gives what the page shows at each."""


def report_of(name: str) -> DealReport:
    """The first deal of a log of the fixtures."""
    return next(report for report in all_reports() if report.source == f"fixtures/logs/{name}.jsonl")


def page_in(folder: Path, report: DealReport, seat: int | None = None) -> Path:
    """The page of a deal, in a file whose name needs quoting."""
    file = folder / "page [1] 页.html"
    file.write_text(stepped_page(report, None, seat), encoding="utf-8")
    return file


def named(names: tuple[str, str, str]) -> DealReport:
    """The disputed deal under other names."""
    start, *rest = (ROOT / "fixtures/logs/disputed.jsonl").read_bytes().splitlines(keepends=True)
    first = json.dumps(json.loads(start) | {"players": names, "deal": names[1]}).encode() + b"\n"
    (report,) = audit(BytesIO(first + b"".join(rest)), "a log")
    assert isinstance(report, DealReport)
    return report
