"""The table page for everybody: no violation that axe-core finds, in any state; keys and text."""

from typing import Any

import pytest
from playwright.sync_api import expect

from web.at_the_table import (
    answer,
    answer_all,
    chip,
    close,
    fits_every_size,
    lay,
    no_violations,
    place_all,
    told,
)
from web.conftest import Enter
from web.dealing import dealt_by_a_person


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
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
        answer_all(page)
        told(page, "You ")
        no_violations(page)
        answer(page, "Each wager")
        no_violations(page)
        close(page)
        dealer.clear()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("who", "table"),
    [("alice", "LR-04"), ("bob", "BA-03"), ("dealer", "HY-01"), ("dealer", "LR-04")],
)
def test_other_tables(enter: Enter, who: str, table: str) -> None:
    page = enter(who, f"/tables/{table}", width=390, height=844)
    expect(page.locator("#status")).not_to_be_empty()
    no_violations(page)


@pytest.mark.parametrize("who", ["dealer", pytest.param("surveillance", marks=pytest.mark.nightly)])
def test_those_who_deal_or_watch_see_every_game_whole(enter: Enter, who: str) -> None:
    page = enter(who, "/healthz")
    for table in ("BJ-07", "HY-01", "BA-03", "LR-04"):
        page.goto(f"/tables/{table}")
        expect(page.locator("#status")).not_to_be_empty()
        expect(page.locator("#procedure")).to_have_count(int(who == "dealer"))
        fits_every_size(page)
