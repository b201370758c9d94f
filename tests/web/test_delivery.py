"""What a visitor does on a page takes effect once, whatever happens to the connection."""

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from nicegui import Client, core
from playwright.sync_api import Page, WebSocketRoute, expect

from upcard.web.delivery import TOO_LATE, leave, take
from web.at_the_former_page import answer, area, chip, place, result
from web.conftest import POLL, Enter, expect_told

EVENT = re.compile(r'^42\d+\["event"')
ACKNOWLEDGED = re.compile(r"^43\d+\[true")
CHOSEN = """
label => Object.values(mounted_app.elements).some(one => one.props["model-value"]?.label === label)
"""
"""Whether the server has sent a select with this choice."""


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
        while len(self.held) < number:
            self._page.wait_for_timeout(POLL)

    def release(self) -> None:
        """Lets through what was held on its way to the floor, and whatever comes."""
        self.up = lambda _: True
        for said in self.held:
            self._ends[-1][1].send(said)
        self.held.clear()

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


def test_what_was_on_its_way_when_the_line_broke_is_sent_again(enter: Enter) -> None:
    page, line = opened(enter, "alice", "/former/T-SENT")
    chip(page, "25")
    area(page, 1).click()
    expect(page.get_by_role("button", name="Place $25")).to_be_enabled()
    line.up = passing_no(EVENT)
    area(page, 1).click()
    line.wait_for_held(1)
    expect(page.get_by_text("Sending what you did")).to_be_visible()
    line.cut()
    expect(page.get_by_role("button", name="Place $50")).to_be_enabled()
    expect(page.get_by_text("Sending what you did")).to_have_count(0)


def test_what_arrived_without_an_acknowledgment_counts_once(enter: Enter) -> None:
    page, line = opened(enter, "alice", "/former/T-SENT")
    chip(page, "25")
    line.down = passing_no(ACKNOWLEDGED)
    area(page, 1).click()
    expect(page.get_by_role("button", name="Place $25")).to_be_enabled()
    line.wait_for_held(1)
    line.cut()
    area(page, 1).click()
    expect(page.get_by_role("button", name="Place $50")).to_be_enabled()
    expect(page.get_by_text("Sending what you did")).to_have_count(0)


def test_what_is_done_before_the_page_is_connected_waits_in_order(enter: Enter) -> None:
    page = enter("alice", "/healthz")
    line = Line(page)
    line.up = lambda _: False
    page.goto("/former/T-SENT")
    line.wait_for_held(1)
    for dollars in ("5", "100", "5", "25"):
        chip(page, dollars)
        area(page, 1).click()
    expect(page.get_by_text("Sending what you did")).to_be_visible()
    line.release()
    expect(page.get_by_role("button", name="Place $135")).to_be_enabled()


def test_what_is_typed_narrows_the_options_when_the_last_choice_arrives(enter: Enter) -> None:
    """The server answers a choice with the whole select, which a player types into again."""
    page, line = opened(enter, "alice", "/former/LR-04")
    expect(page.get_by_text("Place your wagers.")).to_be_visible()
    spot = page.get_by_label("A spot by name")
    line.up = passing_no(EVENT)
    spot.fill("corner-1-5")
    page.get_by_role("option", name="corner-1-5").click()
    spot.fill("split-1-2")
    expect(page.get_by_role("option")).to_have_text(["split-1-2"])
    line.release()
    page.wait_for_function(CHOSEN, arg="corner-1-5")
    expect(page.get_by_role("option")).to_have_text(["split-1-2"])


def test_a_press_that_comes_too_late_is_told(enter: Enter) -> None:
    page, line = opened(enter, "alice", "/former/T-SENT")
    dealer = enter("dealer", "/former/T-SENT")
    chip(page, "25")
    area(page, 1).click()
    place(page)
    dealer.get_by_role("button", name=re.compile("^No more bets")).click()
    expect(page.get_by_text("Your turn.")).to_be_visible()
    line.up = passing_no(EVENT)
    answer(page, "Stand")
    line.wait_for_held(1)
    answer(dealer, "Stand")
    expect(result(page, "Blackjack wager", "position 1")).to_be_visible()
    line.release()
    expect_told(page, TOO_LATE)


def test_a_press_counts_on_what_was_drawn_again_under_the_finger(enter: Enter) -> None:
    page = enter("alice", "/former/T-DRAWN")
    chip(page, "25")
    area(page, 1).click()
    area(page, 1).locator(".tf-chip").hover(force=True)
    page.mouse.down()
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Place $50")).to_be_enabled()
    page.mouse.up()
    expect(page.get_by_role("button", name="Place $75")).to_be_enabled()


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
    return take("its own", {**event, "id": number})


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
