"""The felt on the page: areas and inscriptions of the layout sheet, pressed winnings."""

import re

import pytest
from playwright.sync_api import Page, expect

from upcard.layout.areas import areas
from upcard.layout.inscriptions import inscriptions
from upcard.submission.compiling.text import rules_of
from web.arranged import TABLES
from web.conftest import Enter
from web.dealing import dealt_by_a_person
from web.test_table_page import area, chip, place_all

RULES = {rules.name: rules for rules in (rules_of(text) for text, *_ in TABLES)}


def titles(page: Page) -> list[str]:
    """The areas of the first position, as the page names them."""
    found = page.get_by_role("region", name="Position 1").locator(".tf-area")
    return [str(one.get_attribute("title")) for one in found.all()]


@pytest.mark.parametrize("table", ["T-SOLO", "T-PRESS", "T-HANDS"])
def test_the_page_has_the_areas_and_inscriptions_of_the_paper(enter: Enter, table: str) -> None:
    page = enter("surveillance", f"/tables/{table}")
    expect(page.get_by_role("region", name="Table", exact=True)).to_be_visible()
    rules = RULES[table]
    assert titles(page) == [one.title for one in areas(rules)]
    said = {one.text for one in inscriptions(rules)}
    assert set(page.locator(".tf-line").all_text_contents()) == said


def test_winnings_are_pressed_with_their_key_and_lie_on_their_area(enter: Enter) -> None:
    """§ 633c.11(b), (e)."""
    page = enter("alice", "/tables/T-PRESS")
    with dealt_by_a_person(enter, "T-PRESS") as dealer:
        chip(page, "5")
        area(page, 1).click()
        area(page, 1).click()
        area(page, 1, "TriLux Deluxe").click()
        place_all(page)
        dealer.close_wagers()
        expect(page.get_by_role("button", name=re.compile("^Press P$"))).to_be_visible()
        page.keyboard.press("p")
        lying = page.get_by_role("img", name="TriLux Deluxe Press, position 1", exact=True)
        expect(lying.locator(".tf-chip")).to_be_visible()
