"""What a visitor does on a page takes effect once, whatever happens to the connection."""

import re
from collections.abc import Callable
from decimal import Decimal
from types import SimpleNamespace

import pytest
from nicegui import Client, core
from playwright.sync_api import Page, WebSocketRoute, expect

from upcard.web.delivery import TOO_LATE, handle_event, leave
from web.arranged import PASSWORD
from web.conftest import POLL, TIMEOUT, Enter, expect_told

EVENT = re.compile(r'^42\d+\["event"')
ACKNOWLEDGED = re.compile(r"^43\d+\[true")
CHOSEN = """
label => Object.values(mounted_app.elements).some(one => one.props["model-value"]?.label === label)
"""
"""Whether the server has sent a select with this choice."""


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds; a test of what never will fails instead of waiting for ever."""
    for _ in range(TIMEOUT // POLL):
        if holds():
            return
        page.wait_for_timeout(POLL)
    pytest.fail("It never came to be.")


class Line:
    """The line between a page and the floor, which the test breaks where it wants.

    `up` and `down` say of each message to and from the floor whether it passes; one that does not
    is kept in `held`.
    """

    def __init__(self, page: Page) -> None:
        self.up: Callable[[str], bool] = lambda _: True
        self.down: Callable[[str], bool] = lambda _: True
        self.held: list[str] = []
        self._page = page
        self._ends: list[tuple[WebSocketRoute, WebSocketRoute]] = []
        page.route_web_socket(re.compile("_nicegui_ws"), self._open)

    def _open(self, browser: WebSocketRoute) -> None:
        floor = browser.connect_to_server()
        self._ends.append((browser, floor))
        browser.on_message(lambda said: self._pass(said, self.up, floor))
        floor.on_message(lambda said: self._pass(said, self.down, browser))

    def _pass(self, said: "str | bytes", passes: Callable[[str], bool], to: WebSocketRoute) -> None:
        if passes(str(said)):
            to.send(said)
        else:
            self.held.append(str(said))

    def wait_for_held(self, number: int) -> None:
        """Waits until so many messages are held."""
        wait_until(self._page, lambda: len(self.held) >= number)

    def release(self, number: int = 0) -> None:
        """Lets through what was held on its way to the floor, and what comes; or so many of it."""
        if not number:
            self.up = lambda _: True
        released = self.held[: number or None]
        del self.held[: number or None]
        for said in released:
            self._ends[-1][1].send(said)

    def cut(self) -> None:
        """Breaks the connection; what was held is lost, and the browser connects again."""
        self.up = self.down = lambda _: True
        self.held.clear()
        for end in self._ends.pop():
            end.close()


def opened(enter: Enter, who: str, path: str) -> tuple[Page, Line]:
    """A page, and its line to the floor."""
    page = enter(who, "/healthz")
    line = Line(page)
    page.goto(path)
    return page, line


def passing_no(kind: "re.Pattern[str]") -> Callable[[str], bool]:
    """Says of a message whether it is of another kind."""
    return lambda said: not kind.match(said)


def in_account(page: Page) -> Decimal:
    """What alice has in her game account."""
    return Decimal(page.request.get("/api/accounts/alice/money").json()["balance"])


def bring(page: Page, dollars: int) -> None:
    """Bring money to a table: what is done twice is seen in the account."""
    page.get_by_label("Dollars").fill(str(dollars))
    page.get_by_role("button", name="Bring to the table").click()


def expect_brought(page: Page, before: Decimal, dollars: int) -> None:
    """So much has left the account, and nothing waits on the page."""
    wait_until(page, lambda: in_account(page) <= before - dollars)
    expect(page.get_by_text("Sending what you did")).to_have_count(0)
    assert before - in_account(page) == dollars


def test_what_was_on_its_way_when_the_line_broke_is_sent_again(enter: Enter) -> None:
    page, line = opened(enter, "alice", "/money")
    before = in_account(page)
    bring(page, 5)
    expect_brought(page, before, 5)
    line.up = passing_no(EVENT)
    bring(page, 6)
    line.wait_for_held(1)
    expect(page.get_by_text("Sending what you did")).to_be_visible()
    line.cut()
    expect_brought(page, before, 11)


def test_what_arrived_without_an_acknowledgment_counts_once(enter: Enter) -> None:
    page, line = opened(enter, "alice", "/money")
    before = in_account(page)
    line.down = passing_no(ACKNOWLEDGED)
    bring(page, 5)
    wait_until(page, lambda: in_account(page) < before)
    line.wait_for_held(1)
    line.cut()
    bring(page, 6)
    expect_brought(page, before, 11)


def test_what_is_done_before_the_page_is_connected_waits_in_order(enter: Enter) -> None:
    page = enter("alice", "/healthz")
    before = in_account(page)
    line = Line(page)
    line.up = lambda _: False
    page.goto("/money")
    line.wait_for_held(1)
    for dollars in (5, 7, 11):
        bring(page, dollars)
    expect(page.get_by_text("Sending what you did")).to_be_visible()
    line.release()
    expect_brought(page, before, 23)


def test_what_is_typed_narrows_the_options_when_the_last_choice_arrives(enter: Enter) -> None:
    """The server answers a choice with the whole select, which a visitor types into again."""
    page, line = opened(enter, "alice", "/lab")
    expect(page.get_by_text("House edge").first).to_be_visible()
    wager = page.get_by_label("Wager", exact=True)
    line.up = passing_no(EVENT)
    wager.fill("Lucky Aces")
    page.get_by_role("option", name="Lucky Aces").click()
    wager.fill("Super Match")
    expect(page.get_by_role("option")).to_have_text(["Super Match (Pennsylvania)"])
    line.release()
    page.wait_for_function(CHOSEN, arg="Lucky Aces (Pennsylvania)")
    expect(page.get_by_role("option")).to_have_text(["Super Match (Pennsylvania)"])


def test_a_press_that_comes_too_late_is_told(enter: Enter) -> None:
    """Two buttons are pressed, the first of which takes the second away."""
    page = enter("alice", "/healthz")
    page.request.post("/api/session", data={"name": "alice", "password": PASSWORD})
    line = Line(page)
    page.goto("/account")
    ends = page.get_by_role("button", name="End a session of alice").first
    expect(ends).to_be_visible()
    line.up = passing_no(EVENT)
    page.get_by_role("button", name="End all others").click()
    ends.click()
    line.wait_for_held(2)
    line.release(1)
    expect(page.get_by_role("button", name="End a session of alice")).to_have_count(0)
    line.release()
    expect_told(page, TOO_LATE)


class Opened:
    """A page on the server, as far as the taking of events needs it."""

    has_socket_connection = True

    def __init__(self) -> None:
        self.elements: dict[int, object] = {}
        self.handled: list[int] = []
        self.is_deleted = False

    def handle_event(self, message: dict[str, int]) -> None:
        self.handled.append(message["id"])

    def delete(self) -> None:
        self.is_deleted = True


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A page whose number is "one", and to which the connection "its own" belongs."""
    kept = Opened()
    monkeypatch.setattr(Client, "instances", {"one": kept})
    monkeypatch.setattr(core, "sio", SimpleNamespace(rooms={"its own": ["one"], "other": []}.get))
    return kept


def sent(number: int, document: str = "first", page: str = "one") -> bool:
    """Whether event `number` is taken; its element has the same number."""
    event = {"client_id": page, "document": document, "number": number, "pressed": False}
    return handle_event("its own", {**event, "id": number})


def test_events_are_taken_in_order_and_once(kept: Opened) -> None:
    assert [sent(number) for number in (1, 3, 2, 2, 1, 3)] == [True, False, True, True, True, True]
    assert kept.handled == [1, 2, 3]


def test_a_page_that_is_loaded_again_counts_anew(kept: Opened) -> None:
    assert sent(1)
    assert not sent(2, "second")
    assert sent(1, "second")
    assert kept.handled == [1, 1]


def test_an_event_waits_for_its_page_to_be_connected(kept: Opened) -> None:
    kept.has_socket_connection = False
    assert not sent(1)
    assert not sent(1, page="unknown")
    assert not kept.handled


def test_a_page_ends_when_its_own_browser_leaves_it(kept: Opened) -> None:
    leave("other", "one")
    leave("its own", "unknown")
    assert not kept.is_deleted
    leave("its own", "one")
    assert kept.is_deleted
