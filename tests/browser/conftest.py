"""A real Chromium, headless, with an empty profile; the tests are skipped where there is none."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.browser.stepped import page_in, report_of

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, one a process of tests."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip(f"no Chromium is installed: none of {', '.join(NAMES)} is on the PATH")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install -e '.[dev]'")
    as_root = ("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, *as_root])
        yield browser
        browser.close()


@dataclass
class Shown:
    """A page in the browser, and what it did unasked: words on the console, errors, dialogs, requests."""

    page: Any
    heard: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


Show = Callable[..., Shown]


@pytest.fixture
def show(chromium: Any) -> Iterator[Show]:
    """Open a file, ``width`` pixels wide; ``script``: with JavaScript on."""
    with ExitStack() as opened:

        def shown(file: Path, width: int = 1280, *, script: bool = False) -> Shown:
            context = chromium.new_context(viewport={"width": width, "height": 900}, java_script_enabled=script)
            opened.callback(context.close)
            page = context.new_page()
            result = Shown(page)
            page.on("console", lambda message: result.heard.append(message.text))
            page.on("pageerror", lambda error: result.heard.append(str(error)))
            page.on("dialog", lambda dialog: (result.heard.append(dialog.message), dialog.dismiss()))
            context.on("request", lambda request: result.requests.append(request.url))
            page.goto(file.as_uri())
            return result

        yield shown


@pytest.fixture
def stepped(tmp_path: Path, show: Show) -> Shown:
    """The page that steps through the disputed deal, its script running."""
    return show(page_in(tmp_path, report_of("disputed")), script=True)
