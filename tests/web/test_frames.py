"""What anybody can send to the pages' sockets, which need no session."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from nicegui import core

from upcard.web.frames import FORMS, is_readable, read_frames

PAGE = "3f0e7c2a"
EVENT = {
    **{"client_id": PAGE, "id": 7, "listener_id": "x", "document": "d", "number": 1},
    **{"pressed": True, "args": []},
}
READABLE: dict[str, Any] = {
    "handshake": {"client_id": PAGE, "tab_id": "t", "document_id": "d", "next_message_id": 0},
    "event": EVENT,
    "javascript_response": {"client_id": PAGE, "request_id": "r", "result": 1},
    "ack": {"client_id": PAGE, "next_message_id": 3},
    "leave": PAGE,
}


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """The socket `mine` opened the page."""
    monkeypatch.setattr(core.sio, "rooms", lambda sid: {sid, PAGE} if sid == "mine" else {sid})


@pytest.mark.parametrize("event", READABLE)
def test_what_a_browser_sends_about_its_own_page_is_read(event: str) -> None:
    assert is_readable("mine", event, (READABLE[event],))
    assert is_readable("another", event, (READABLE[event],)) == (event == "handshake")


def malformed() -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Frames of no browser: unknown events, and each known one without a field or with another."""
    yield from [([1], ()), ({}, ()), (None, ()), (7, ()), ("no event", (EVENT,))]
    yield "log", ({"client_id": PAGE, "level": "error", "args": ["a line of the log"]},)
    for event, said in READABLE.items():
        wrongs: list[Any] = [None, [], 7, [said], {}]
        for wrong in wrongs:
            yield event, (wrong,)
        yield event, ()
        for field in said if isinstance(said, dict) else ():
            if field not in ("args", "result", "next_message_id"):
                yield event, ({name: value for name, value in said.items() if name != field},)
                yield event, ({**said, field: [1]},)


@pytest.mark.parametrize("frame", [*malformed()], ids=repr)
def test_what_no_browser_sends_is_dropped(frame: tuple[Any, tuple[Any, ...]]) -> None:
    assert not is_readable("mine", *frame)


def test_every_event_of_the_framework_is_known() -> None:
    """A new version of the framework may have a new one."""
    assert set(core.sio.handlers["/"]) - {"log"} <= set(FORMS)


def test_what_is_dropped_reaches_no_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    reached = []

    async def trigger(event: str, *_: Any) -> None:
        reached.append(event)

    monkeypatch.setattr(core.sio, "_trigger_event", trigger)
    loggers = [logging.getLogger(name) for name in ("engineio.server", "socketio.server")]
    for logger in loggers:
        logger.setLevel(logging.INFO)
    read_frames()
    assert not any(logger.isEnabledFor(logging.ERROR) for logger in loggers), "a stranger's frames"
    for event, args in (*malformed(), ("ack", (READABLE["ack"],))):
        asyncio.run(core.sio._trigger_event(event, "/", "mine", *args))
    assert reached == ["ack"]
