"""A page whose visitor's session has ended is sent away, unless it renews the session itself."""

from collections.abc import Callable
from typing import Any

import pytest

from upcard.web import page_closing


class Page:
    """A page that cannot be entered: where it is sent away, that fails."""

    id = "a page"

    def __init__(self) -> None:
        self.deleted: list[Callable[[], None]] = []

    def on_delete(self, handler: Callable[[], None]) -> None:
        self.deleted.append(handler)

    def __enter__(self) -> None:
        raise AssertionError("sent away")

    def __exit__(self, *_: object) -> None:
        pass


def test_a_page_that_renews_its_session_is_not_sent_away() -> None:
    page: Any = Page()
    with page_closing.renewing(page):
        page_closing.send_away(page, "/account")
    page_closing.send_away(page, "/account")
    assert page.id in page_closing._leaving
    for handler in page.deleted:
        handler()
    assert page.id not in page_closing._leaving


def test_a_page_that_failed_to_renew_its_session_is_sent_away() -> None:
    page: Any = Page()
    with pytest.raises(ZeroDivisionError), page_closing.renewing(page):
        raise ZeroDivisionError
    with pytest.raises(AssertionError, match="sent away"):
        page_closing.send_away(page, "/account")
    page_closing._leaving.discard(page.id)
