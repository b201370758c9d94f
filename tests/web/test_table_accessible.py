"""The table page for everybody: no violation that axe-core finds, in any state; keys and text."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from web.at_the_table import answer, chip, close, lay, place_all, told
from web.conftest import Enter
from web.dealing import dealt_by_a_person


def no_violations(page: Page) -> None:
    """axe-core finds nothing."""
    found: Any = Axe().run(page).response["violations"]
    assert not [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_of_a_round(enter: Enter, scheme: Any) -> None:
    page = enter("alice", "/tables/BS-02")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    assert page.locator("main").count() == 1
    assert page.locator("html").get_attribute("lang") == "en"
    with dealt_by_a_person(enter, "BS-02") as dealer:
        chip(page, "25")
        lay(page, 3)
        no_violations(page)
        place_all(page)
        dealer.close_wagers()
        expect(page.locator('[data-name^="answer-"], .outcome').first).to_be_visible()
        no_violations(page)
        for _ in range(8):
            for words in ("Keep", "No insurance", "Stand"):
                button = page.locator("#dock").get_by_role("button", name=re.compile(f"^{words}"))
                if button.count():
                    button.click()
                    page.wait_for_timeout(150)
            if page.locator(".outcome").count():
                break
        told(page, "You ")
        no_violations(page)
        answer(page, "Each wager")
        no_violations(page)
        close(page)
        dealer.clear()


@pytest.mark.parametrize(
    ("who", "table"), [("alice", "LR-04"), ("bob", "BA-03"), ("dealer", "HY-01")]
)
def test_other_tables(enter: Enter, who: str, table: str) -> None:
    page = enter(who, f"/tables/{table}", width=390, height=844)
    expect(page.locator("#status")).not_to_be_empty()
    no_violations(page)
