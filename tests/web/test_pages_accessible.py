"""Every page but the table's, wide and narrow, light and dark: axe-core finds no violation."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from web.conftest import Enter

PAGES = [
    ("alice", "/", "Tables"),
    ("alice", "/rounds", "Rounds"),
    ("alice", "/account", "Your account"),
    ("alice", "/lab", "Lab"),
    ("alice", "/money", "Money"),
    ("cashier", "/cashier", "Cashier"),
    ("floorperson", "/floor", "Floor"),
    ("regulator", "/audit", "Audit"),
    ("regulator", "/signs", "Signs"),
    ("manager", "/submissions", "Submissions"),
    ("administrator", "/accounts", "Accounts"),
    ("player", "/accounts", "Accounts"),
    ("player", "/sign-in", "upcard"),
]

COLORS_CHANGED = """() => document.getAnimations().every(
    one => one.playState === "finished" || one.effect.getComputedTiming().endTime === Infinity)"""
"""No animation goes on but those without end: colors in between have no contrast."""


@pytest.mark.parametrize(("who", "path", "title"), PAGES)
def test_no_violation(enter: Enter, who: str, path: str, title: str) -> None:
    page = enter(who, path)
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.locator("main")).to_have_count(1)
    page.wait_for_timeout(300)  # what is built once the browser is there
    narrow: Any = ({"width": 390, "height": 844}, "dark")
    wide: Any = ({"width": 1280, "height": 900}, "light")
    for size, scheme in (wide, narrow):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(150)
        page.wait_for_function(COLORS_CHANGED)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found: Any = Axe().run(page).response["violations"]
        assert not [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]
