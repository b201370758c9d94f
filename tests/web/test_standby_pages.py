"""What visitors of a standby see: that the table is not served here, until it is."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from host.live import PLAIN
from journal.conftest import postgres, schemas
from service.served import entered, passwords_in
from service.test_serve_command import ready, started

__all__ = ["postgres", "schemas"]


def served_table(folder: Path, database: str) -> tuple[str, ...]:
    """What `serve` is told: a table in a database, which others may have too."""
    table = folder / "bj-01.toml"
    table.write_text(PLAIN, encoding="utf-8")
    return str(table), "--database", database, "--attended"


@contextmanager
def page_of_player(browser: Browser, url: str, passwords: dict[str, str]) -> Iterator[Page]:
    """The table's page at a server, for its signed-in player."""
    context = browser.new_context(base_url=url)
    try:
        signing_in = {"name": "player", "password": passwords["player"]}
        assert context.request.post("/api/session", data=signing_in).ok
        page = context.new_page()
        page.goto("/tables/BJ-01")
        yield page
    finally:
        context.close()


@pytest.mark.nightly
def test_a_standby_says_that_it_waits_and_then_shows_the_table(
    tmp_path: Path, schemas: Iterator[str], browser: Browser
) -> None:
    serve = served_table(tmp_path, next(schemas))
    with ExitStack() as stack:
        holder, here, output = stack.enter_context(started(tmp_path, *serve))
        ready(here)
        _, there, _ = stack.enter_context(started(tmp_path, *serve))
        passwords = passwords_in(output)
        entered(there, "player", passwords).close()
        page = stack.enter_context(page_of_player(browser, there, passwords))
        status = page.locator("#status")
        expect(status).to_contain_text("Another server has table BJ-01 now")
        expect(page.get_by_text("Place your wagers.")).to_have_count(0)
        holder.send_signal(signal.SIGKILL)
        expect(page.get_by_text("Place your wagers.")).to_be_visible()
        expect(status).not_to_contain_text("Another server has table")


@pytest.mark.nightly
def test_a_page_that_is_open_shows_no_stale_table(
    tmp_path: Path, schemas: Iterator[str], browser: Browser
) -> None:
    """Its server stood still, and another one has the table: the felt is empty until it is back."""
    serve = served_table(tmp_path, next(schemas))
    with ExitStack() as stack:
        holder, here, output = stack.enter_context(started(tmp_path, *serve))
        ready(here)
        standby, there, _ = stack.enter_context(started(tmp_path, *serve))
        passwords = passwords_in(output)
        player = stack.enter_context(entered(here, "player", passwords))
        page = stack.enter_context(page_of_player(browser, here, passwords))
        player.send("BJ-01", "PlaceWager", position=1, wager="blackjack", amount="15.00")
        wager = page.locator("#mine").get_by_text("Blackjack wager").first
        expect(wager).to_be_visible()
        holder.send_signal(signal.SIGSTOP)
        ready(there)
        holder.send_signal(signal.SIGCONT)
        expect(page.locator("#status")).to_contain_text("Another server has table BJ-01 now")
        expect(wager).to_be_hidden()
        standby.send_signal(signal.SIGKILL)
        expect(wager).to_be_visible()
        expect(page.locator("#status")).not_to_contain_text("Another server has table")
