"""A browser and a running floor for the tests of the pages.

`floor` serves the tables of `arranged.py` in a process of its own; `enter` opens a page there in
a fresh browser context, signed in as a role of the demonstration or as one of two more players.
A page that says something on the console, or asks for what there is not, fails its test.
"""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.request import urlopen

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from web.arranged import PASSWORD, PLAYERS

BROWSERS: Final = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""Chromium without windows, else the whole of it, which takes three times the processor time."""

FLAGS: Final = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
TIMEOUT: Final = 60_000
"""Milliseconds that a test waits for something before it fails: a machine may have other work, and
kernels are compiled where they are not kept yet."""

POLL: Final = 100
"""Milliseconds between two looks at what was told."""

TESTS: Final = Path(__file__).parents[1]

KEEP_TOLD: Final = """
window.told = [];
new MutationObserver(() => {
  for (const one of document.querySelectorAll(".q-notification")) {
    if (!window.told.includes(one.innerText)) window.told.push(one.innerText);
  }
}).observe(document, {childList: true, characterData: true, subtree: true});
"""
"""Keeps the text of every notification: one disappears after some seconds, seen or not."""


class Floor(NamedTuple):
    """A floor that is served; `url` without a slash at the end."""

    url: str


Enter = Callable[..., Page]
"""`enter("player", "/tables/T-SOLO")`, with `width` and `height` where they matter.

Nothing moves, unless a test asks for it.
"""


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """The floor of `arranged.py`, for all tests that leave no wagers behind."""
    yield from served(tmp_path_factory)


@pytest.fixture(scope="session")
def cleared_floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """Another floor, for tests of rounds: each of them clears its table."""
    yield from served(tmp_path_factory)


def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """A floor of `arranged.py`, in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path_factory.mktemp("floor")
    said = (folder / "said").open("w")
    serving = subprocess.Popen(
        [sys.executable, "-m", "web.arranged", str(port), str(folder)],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=said,
        stderr=said,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(serving, f"{url}/readyz", folder / "said")
        yield Floor(url)
    finally:
        serving.terminate()
        serving.wait(20)
        said.close()


def _wait(serving: "subprocess.Popen[bytes]", url: str, said: Path) -> None:
    for _ in range(300):
        assert serving.poll() is None, said.read_text()
        try:
            with urlopen(url) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the floor is not ready: {said.read_text()}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs no browser goes first: beside one no test can run an event loop of its own."""
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, started once; each page has a browser context of its own."""
    chromium = next(filter(os.path.exists, BROWSERS), None)
    if chromium is None:
        pytest.skip("There is no chromium here.")
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def enter(floor: Floor, browser: Browser) -> Iterator[Enter]:
    """Opens pages, each in a browser context of its own, and looks at what they complain of."""
    complaints: list[str] = []
    with ExitStack() as contexts:

        def opened(who: str, path: str, *, moving: bool = False, **size: int) -> Page:
            viewport: Any = {"width": 1280, "height": 900, **size}
            context = browser.new_context(
                viewport=viewport,
                base_url=floor.url,
                reduced_motion="no-preference" if moving else "reduce",
            )
            contexts.callback(context.close)
            context.add_init_script(KEEP_TOLD)
            context.set_default_timeout(TIMEOUT)
            _sign_in(context, floor, who)
            page = context.new_page()
            page.on("console", lambda said: _hear(said, complaints))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(path)
            return page

        yield opened
    assert not complaints


def expect_told(page: Page, words: "str | re.Pattern[str]") -> None:
    """A notification of these words was shown since the page was opened, or comes now."""
    wanted = re.compile(re.escape(words)) if isinstance(words, str) else words
    told: list[str] = []
    for _ in range(TIMEOUT // POLL):
        told = [text.replace("\xa0", " ") for text in page.evaluate("window.told")]
        if any(wanted.search(text) for text in told):
            return
        page.wait_for_timeout(POLL)
    raise AssertionError(f"{words!r} is not among what was told: {told}")


def _sign_in(context: BrowserContext, floor: Floor, who: str) -> None:
    """Sign in at a floor, again only after the session has ended: it limits how often one may."""
    kept = _sessions.get((floor.url, who))
    if kept is not None:
        context.add_cookies(kept)
        if context.request.get("/api/session").ok:
            return
        context.clear_cookies()
    if who in PLAYERS:
        answer = context.request.post("/api/session", data={"name": who, "password": PASSWORD})
    else:
        answer = context.request.get(f"/enter/{who}?then=/healthz")
    assert answer.ok, answer.text()
    _sessions[floor.url, who] = context.cookies()


_sessions: dict[tuple[str, str], Any] = {}
"""The cookies of those who signed in, by floor and name."""


def _hear(said: ConsoleMessage, complaints: list[str]) -> None:
    complains = said.type in ("error", "warning") or said.text.startswith("reloading because")
    if complains and "ERR_INTERNET_DISCONNECTED" not in said.text:
        complaints.append(said.text)
