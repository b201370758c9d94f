"""Pages by keyboard alone: to the first table, to any table."""

from playwright.sync_api import expect

from web.conftest import Enter
from web.walking import MAX_TABS


def test_the_first_table_is_few_stops_away(enter: Enter) -> None:
    page = enter("alice", "/")
    expect(page.locator("a.uc-card").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the page")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(2):  # the meters, which are one link, and the first table
        page.keyboard.press("Tab")
    expect(page.locator("a.uc-card").first).to_be_focused()


def test_a_visitor_comes_to_a_table_by_keys(enter: Enter) -> None:
    page = enter("alice", "/")
    page.get_by_role("link", name="Tables").focus()
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        if "/tables/BA-03" in page.evaluate("document.activeElement.href ?? ''"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_contain_text("BA-03")
    expect(page.locator("#status")).not_to_be_empty()
