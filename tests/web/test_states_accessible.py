"""States of pages that are opened by a press: sheets, lists, forms, findings, a lost connection.

axe-core finds no violation in any of them, nor on pages that stand alone.
"""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from web.at_the_table import close, no_violations
from web.conftest import Enter

SHEETS: Final = ("Wagers", "Rules", "Shuffle", "History", "Keys")
LISTS: Final = ("Something went wrong", "Keep the table", "The table does by itself")
FINDING: Final = '[table]\nname = "NEW-1"\ngame = "blackjack"\npositions = 9\n'


def test_the_sheets_of_a_table(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-07", height=800)
    expect(page.locator(".lay").first).to_be_visible()
    for name in SHEETS:
        page.locator("#menu").get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        no_violations(page)
        close(page)
    page.get_by_role("button", name="What Perfect Pairs pays").click()
    no_violations(page)


@pytest.mark.nightly
def test_the_money_of_a_player_at_a_table(enter: Enter) -> None:
    page = enter("alice", "/tables/T-MONEY", width=390, height=844)
    page.locator("#money").click()
    expect(page.get_by_role("dialog")).to_contain_text("At this table")
    no_violations(page)


@pytest.mark.nightly
def test_the_lists_of_a_dealer(enter: Enter) -> None:
    page = enter("dealer", "/tables/BJ-08", height=800)
    for name in LISTS:
        page.locator("#dock").get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        no_violations(page)
        close(page)


def test_a_table_without_a_connection(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-07", width=390, height=844)
    expect(page.locator(".lay").first).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("p.dead")).to_be_visible()
    no_violations(page)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_forms_of_pages(enter: Enter, scheme: Any) -> None:
    for who, path in (("administrator", "/accounts"), ("alice", "/money"), ("manager", "/cashier")):
        page = enter(who, path)
        page.emulate_media(color_scheme=scheme)
        for summary in page.locator("summary").all():
            summary.click()
        page.wait_for_timeout(300)  # colors of fields change
        no_violations(page)


def findings_of(page: Page, text: str) -> None:
    """Replaces what the editor has, and waits until it was checked."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    expect(page.get_by_text("It does not comply")).to_be_visible()


def test_findings_of_a_submission_and_what_a_complying_one_offers(enter: Enter) -> None:
    page = enter("manager", "/submissions")
    offers = page.get_by_label("What it offers")
    expect(offers).to_contain_text("BJ-01: Blackjack with 7 positions.")
    expect(offers).to_contain_text("Blackjack pays 3 to 2; any other winning hand 1 to 1.")
    no_violations(page)
    findings_of(page, FINDING)
    expect(offers.get_by_role("listitem")).to_have_count(0)
    no_violations(page)


OUTSIDE: Final = """
() => [...document.querySelectorAll("article > *")].filter((one) => {
  const [at, frame] = [one, one.parentElement].map((each) => each.getBoundingClientRect());
  return at.height && (at.top < frame.top || at.bottom > frame.bottom);
}).map((one) => one.textContent)
"""
"""What of a sign's meters lies outside their frames."""


def test_pages_that_stand_alone(enter: Enter) -> None:
    page = enter("regulator", "/sign/")
    expect(page.locator("body")).to_contain_text("must be hit by $")
    no_violations(page)
    for width, height in ((1280, 700), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)  # the sign arranges its meters
        assert page.evaluate(OUTSIDE) == []
    missing = page.request.get("/nothing-here")
    page.route("**/nothing-here", lambda route: route.fulfill(response=missing, status=200))
    page.goto("/nothing-here")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
    no_violations(page)
