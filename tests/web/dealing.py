"""A dealer without a page: closes the wagers of a table and clears it when a test says so."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import APIResponse, Page

from web.conftest import POLL, TIMEOUT, Enter


def sent(page: Page, table: str, **command: object) -> APIResponse:
    """A command of whoever is signed in there."""
    return page.request.post(f"/api/tables/{table}/commands", data=command, headers=_headers(page))


class Dealer:
    """A person who deals at a table."""

    def __init__(self, page: Page, table: str) -> None:
        self._page, self._table = page, table

    def close_wagers(self) -> None:
        """No more bets: a slow machine does not close them while a player still places some."""
        self._send("CloseBets")

    def count_chips(self) -> None:
        """Takes the progressive wagers, as many as were accepted (§ 633c.2(f))."""
        self._send("CollectProgressiveWagers")

    def clear(self) -> None:
        """Clears the round, which a slow browser had time to see."""
        self._send("ClearTable")

    def _send(self, name: str) -> None:
        answer = sent(self._page, self._table, type=name)
        assert answer.ok, answer.text()


@contextmanager
def dealt_by_a_person(enter: Enter, table: str) -> Iterator[Dealer]:
    """A table without wagers that waits for its dealer; afterwards it goes on by itself."""
    page = enter("dealer", "/healthz")
    _wait_for_no_wagers(page, table)

    def attend(*, attended: bool) -> None:
        answer = page.request.put(
            f"/api/tables/{table}/automation",
            data={"attended": attended},
            headers=_headers(page),
        )
        assert answer.ok, answer.text()

    attend(attended=True)
    try:
        yield Dealer(page, table)
    finally:
        attend(attended=False)


def _wait_for_no_wagers(page: Page, table: str) -> None:
    """Waits until the round of an earlier test is over."""
    for _ in range(TIMEOUT // POLL):
        tables = {table["table"]: table for table in page.request.get("/api/tables").json()}
        if tables[table]["phase"] == "wagering" and not tables[table]["players"]:
            return
        page.wait_for_timeout(POLL)
    raise AssertionError(f"A round is under way at {table}.")


def _headers(page: Page) -> dict[str, str]:
    return {"X-CSRF-Token": page.request.get("/api/session").json()["csrf"]}
