"""The felt on the page: areas and inscriptions of the layout sheet, pressed winnings."""

import pytest
from playwright.sync_api import Page, expect

from upcard.layout.areas import areas
from upcard.layout.inscriptions import inscriptions
from upcard.submission.compiling.text import rules_of
from web.arranged import TABLES
from web.at_the_table import answer, chip, lay, place_all, spot, told
from web.conftest import Enter
from web.dealing import dealt_by_a_person

RULES = {rules.name: rules for rules in (rules_of(text) for text, *_ in TABLES)}


def titles(page: Page) -> list[str]:
    """The areas of a position, as the page names them."""
    found = page.locator("#mine [data-title]")
    return [str(element.get_attribute("data-title")) for element in found.all()]


@pytest.mark.parametrize("table", ["T-SOLO", "T-PRESS", "T-HANDS"])
def test_the_page_has_the_areas_and_inscriptions_of_the_paper(enter: Enter, table: str) -> None:
    page = enter("surveillance", f"/tables/{table}")
    expect(page.locator("#status")).not_to_be_empty()
    rules = RULES[table]
    assert titles(page) == [area.title for area in areas(rules)]
    printed = {inscription.text for inscription in inscriptions(rules)}
    assert set(page.locator(".lines span").all_text_contents()) == printed


def test_an_ante_follows_its_blackjack_wager_on_the_slip(enter: Enter) -> None:
    """§ 633c.4(c): $1 for every $5."""
    page = enter("alice", "/tables/T-HANDS")
    with dealt_by_a_person(enter, "T-HANDS") as dealer:
        chip(page, "25")
        lay(page, 1)
        spot(page, 1, "Switch Hands ante").click()
        expect(page.get_by_role("button", name="Place $30")).to_be_enabled()
        page.keyboard.press("d")
        expect(page.get_by_role("button", name="Place $60")).to_be_enabled()
        place_all(page)
        dealer.close_wagers()
        answer(page, "Switch: 19")
        answer(page, "Stand")
        told(page, "Switch Hands ante, a fee (§ 633c.4(c))")
        dealer.clear()


def test_winnings_are_pressed_with_their_key_and_lie_on_their_area(enter: Enter) -> None:
    """§ 633c.11(b), (e)."""
    page = enter("alice", "/tables/T-PRESS")
    with dealt_by_a_person(enter, "T-PRESS") as dealer:
        chip(page, "5")
        lay(page, 1)
        spot(page, 1).click()
        spot(page, 1, "TriLux Deluxe").click()
        place_all(page)
        dealer.close_wagers()
        expect(page.get_by_role("button", name="Press")).to_be_visible()
        page.keyboard.press("p")
        lying = page.get_by_role("img", name="TriLux Deluxe Press", exact=True)
        expect(lying.locator(".chip")).to_be_visible()
