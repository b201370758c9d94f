"""Pages of a floor on two processes: each table's page is at its worker, the others show all."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from host.live import PLAIN
from service.served import entered, passwords_in
from service.test_serve_command import ready, started
from web.at_the_table import chip, lay, place_all

TABLES = ("BJ-01", "BJ-02")


@pytest.fixture
def page(tmp_path: Path, browser: Browser) -> Iterator[Page]:
    """A player's page at a floor of two tables, each at a worker of its own."""
    files = []
    for table in TABLES:
        files.append(str(tmp_path / f"{table}.toml"))
        Path(files[-1]).write_text(PLAIN.replace("BJ-01", table), encoding="utf-8")
    database = ("--database", str(tmp_path / "floor.journal"), "--workers", "2")
    with ExitStack() as stack:
        _, url, output = stack.enter_context(started(tmp_path, *files, *database, "--attended"))
        ready(url)
        passwords = passwords_in(output)
        context = browser.new_context(base_url=url)
        stack.callback(context.close)
        entered(url, "player", passwords).close()
        signing_in = {"name": "player", "password": passwords["player"]}
        assert context.request.post("/api/session", data=signing_in).ok
        yield context.new_page()


@pytest.mark.nightly
def test_a_player_walks_from_table_to_table(page: Page) -> None:
    page.goto("/")
    for table in TABLES:
        page.get_by_role("link", name=re.compile(table)).click()
        expect(page.get_by_role("heading", name=re.compile(table))).to_be_visible()
        chip(page, "25")
        lay(page, 1)
        place_all(page)
        page.get_by_role("link", name="upcard").click()
        expect(page.get_by_role("link", name=re.compile(table))).to_contain_text("player")
