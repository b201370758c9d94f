"""Every page is for everybody: no violation that axe-core finds, each control within reach of Tab.

Each role enters at least one of the pages, and finds in the menu what is for it.
"""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from nightly import NIGHTLY
from web.at_the_table import no_violations
from web.conftest import Enter
from web.walking import tab_reaches_every_control

PAGES: Final = [
    ("player", "/", "Tables", ".uc-card"),
    ("alice", "/account", "Your account", ".uc-panel"),
    ("alice", "/lab", "Lab", ".uc-figure"),
    ("alice", "/money", "Money", ".uc-panel"),
    ("cashier", "/cashier", "Cashier", ".uc-panel"),
    ("floorperson", "/floor", "Floor", ".uc-floor tbody tr a"),
    ("dealer", "/rounds", "Rounds", ".uc-search"),
    ("surveillance", "/audit", "Audit", ".q-table tbody tr"),
    ("regulator", "/signs", "Signs", ".uc-card"),
    ("manager", "/submissions", "Submissions", "text=It complies."),
    ("administrator", "/accounts", "Accounts", "summary"),
    ("player", "/accounts", "Accounts", "main"),
    ("alice", "/sign-in", "upcard", ".uc-role"),
    ("alice", "/tables/BJ-07", "BJ-07", ".lay"),
    ("alice", "/tables/LR-04", "LR-04", ".place"),
    ("dealer", "/tables/BA-03", "BA-03", "#procedure h2"),
]

OFFICE: Final = {"Tables", "Floor", "Lab", "Submissions", "Rounds", "Signs"}
MENU: Final = {
    "player": {"Tables", "Lab", "Signs", "Money"},
    "dealer": {"Tables", "Lab", "Rounds", "Signs"},
    "cashier": {"Tables", "Lab", "Signs", "Cashier"},
    "floorperson": OFFICE,
    "surveillance": OFFICE | {"Audit"},
    "regulator": OFFICE | {"Audit"},
    "manager": OFFICE | {"Cashier"},
    "administrator": OFFICE | {"Accounts", "Audit"},
}

COLORS_CHANGED: Final = """() => document.getAnimations().every(
    one => one.playState === "finished" || one.effect.getComputedTiming().endTime === Infinity)"""
"""No animation goes on but those without end: colors in between have no contrast."""


def show(page: Page, width: int, height: int, scheme: Any) -> None:
    """Show a page in this size and scheme; hold it to fit its width."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.wait_for_timeout(150)
    page.wait_for_function(COLORS_CHANGED)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("who", "path", "title", "ready"), PAGES)
def test_a_page_has_no_violation_and_tab_reaches_every_control(
    enter: Enter, who: str, path: str, title: str, ready: str
) -> None:
    page = enter(who, path)
    expect(page.locator(ready).first).to_be_attached()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.locator("main")).to_have_count(1)
    if who in MENU:
        menu = page.get_by_role("navigation").get_by_role("link").all_inner_texts()
        assert set(menu) == (MENU[who] if path.count("/") == 1 else set())
    page.wait_for_timeout(300)  # what is built once the browser is there
    tab_reaches_every_control(page)
    show(page, 1280, 900, "light")
    no_violations(page)
    show(page, 390, 844, "dark")
    if NIGHTLY:
        no_violations(page)
