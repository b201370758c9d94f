"""The ticket for a session's cookie serves one browser, once, for a moment."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import Request

from upcard.service.api.access import COOKIE
from upcard.service.settings import Settings
from upcard.web import tickets


def browser(ticket: str = "", query: str = "") -> Request:
    """A request of a browser with this ticket."""
    server = SimpleNamespace(
        settings=Settings(), sessions=SimpleNamespace(lifetimes=Settings().lifetimes)
    )
    app = SimpleNamespace(state=SimpleNamespace(server=server))
    headers = [(b"cookie", f"{tickets.TICKET}={ticket}".encode())] if ticket else []
    scope = {"type": "http", "headers": headers, "app": app, "query_string": query.encode()}
    return Request({**scope, "method": "GET", "path": "/enter"})


@pytest.fixture
def number(monkeypatch: pytest.MonkeyPatch) -> str:
    """The ticket that a page has handed over to its browser."""
    said: list[Any] = []
    monkeypatch.setattr("upcard.web.tickets.ui.run_javascript", said.append)
    tickets.hand_over("the cookie of ann", "/signs", secure=False)
    number: str = said[0].partition(f"{tickets.TICKET}=")[2].partition(";")[0]
    return number


def came_in(request: Request) -> bool:
    answer = tickets.redeem(request)
    has_cookie = COOKIE in answer.headers.get("set-cookie", "")
    assert answer.headers["location"] == ("/signs" if has_cookie else "/sign-in")
    return has_cookie


def test_another_browser_has_no_use_of_a_ticket(number: str) -> None:
    assert not came_in(browser())
    assert not came_in(browser("a guess"))
    assert not came_in(browser(query=f"ticket={number}")), "an address is no ticket"
    assert came_in(browser(number))
    assert not came_in(browser(number)), "it is used up"


def test_a_ticket_is_good_for_a_moment(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = time.monotonic() + tickets.SECONDS + 1
    monkeypatch.setattr("upcard.web.tickets.time.monotonic", lambda: later)
    assert not came_in(browser(number))
