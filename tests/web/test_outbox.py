"""What the server tells a page arrives once and in order, also where a connection breaks."""

import asyncio
from typing import Any

import pytest
from nicegui import core
from nicegui.outbox import Outbox

from upcard.web.outbox import KeptOutbox


class Page:
    """A page that keeps nothing but whether a browser is connected to it."""

    id = "page"
    has_socket_connection = True
    is_deleted = False

    def __init__(self) -> None:
        self.page = self

    def resolve_reconnect_timeout(self) -> float:
        return 30.0

    def check_existence(self) -> None:
        """Nothing is told to a page that was left."""
        assert not self.is_deleted

    def run_javascript(self, code: str) -> None:
        raise AssertionError(code)


class Browser:
    """A browser whose connection is lost while the message `lost` is on its way to it."""

    def __init__(self, outbox: Outbox, lost: int) -> None:
        self.outbox, self.lost, self.expects = outbox, lost, 0
        self.told: list[str] = []

    async def take(self, _: str, data: dict[str, Any], room: str) -> None:
        assert room == "page"
        if data["_id"] == self.lost:
            self.lost = -1
            await asyncio.sleep(0)
            self.outbox.try_rewind(self.expects)  # it comes back, before the message was sent
            return
        if data["_id"] >= self.expects:
            self.expects = data["_id"] + 1
            self.told.append(data["text"])


async def told(kind: type[Outbox], lost: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a browser has been told of seven messages."""
    page = Page()
    outbox = kind(page)  # type: ignore[arg-type] # all of a page that an outbox uses
    browser = Browser(outbox, lost)
    monkeypatch.setattr(core.sio, "emit", browser.take)
    for number in range(5):
        outbox.enqueue_message("told", {"text": str(number)}, page.id)
    loop = asyncio.create_task(outbox.loop())
    for _ in range(200):
        await asyncio.sleep(0.001)
        if len(browser.told) >= 3:
            break
    for number in (5, 6):
        outbox.enqueue_message("told", {"text": str(number)}, page.id)
    for _ in range(200):
        await asyncio.sleep(0.001)
        if len(browser.told) >= 7:
            break
    outbox.stop()
    await loop
    return browser.told


@pytest.fixture(autouse=True)
def without_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core.app.config, "message_history_length", 1_000, raising=False)
    monkeypatch.setattr(
        "nicegui.background_tasks.create_or_defer", lambda coroutine, **_: coroutine.close()
    )


@pytest.mark.parametrize("lost", [-1, 0, 1, 3, 4, 5, 6])
def test_a_message_on_its_way_when_the_browser_comes_back_is_told_again(
    lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asyncio.run(told(KeptOutbox, lost, monkeypatch)) == list("0123456")


def test_the_framework_alone_loses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason why `KeptOutbox` is there; without this failure it can go."""
    assert asyncio.run(told(Outbox, 3, monkeypatch)) == list("012456")


def test_nothing_is_told_to_a_page_that_was_left() -> None:
    page = Page()
    outbox = KeptOutbox(page)  # type: ignore[arg-type] # a page as far as an outbox asks it
    page.is_deleted = True
    outbox.enqueue_message("notify", {}, page.id)
    assert not outbox.messages
