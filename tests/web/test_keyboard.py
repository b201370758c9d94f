"""Every page by keyboard alone: Tab reaches each control, shows where it is, and leaves again."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Enter

MOST_TABS: Final = 150
"""No page has more stops; one that has is a trap."""

PAGES: Final = [
    ("alice", "/", ".uc-card"),
    ("alice", "/account", ".uc-panel"),
    ("alice", "/money", ".uc-panel"),
    ("alice", "/lab", ".uc-figure"),
    ("cashier", "/cashier", ".uc-panel"),
    ("floorperson", "/floor", ".uc-floor tbody tr a"),
    ("floorperson", "/rounds", ".uc-search"),
    ("regulator", "/audit", ".q-table tbody tr"),
    ("manager", "/signs", ".uc-card"),
    ("manager", "/submissions", ".cm-content"),
    ("administrator", "/accounts", "summary"),
    ("alice", "/sign-in", ".uc-role"),
    ("alice", "/tables/BJ-07", ".lay"),
    ("alice", "/tables/LR-04", ".place"),
    ("dealer", "/tables/BA-03", "#procedure h2"),
]

WATCH: Final = """
() => {
  window.reached = new Set();
  document.addEventListener("focusin", (event) => reached.add(event.target));
}
"""

HERE: Final = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  window.stops ??= new Map();
  if (!stops.has(one)) stops.set(one, stops.size);
  const around = [one, one.parentElement, one.closest(".q-field, .cm-editor")].filter(Boolean);
  const marked = around.some((each) => {
    const {outlineStyle, boxShadow} = getComputedStyle(each);
    const field = each.classList.contains("q-field--focused");
    return outlineStyle !== "none" || boxShadow !== "none" || field;
  });
  const name = one.getAttribute("aria-label") || one.innerText || one.className;
  return [stops.get(one), marked, `${one.tagName} ${name}`];
}
"""

MISSED: Final = """
() => {
  const controls = ["a[href]", "button:enabled", "input:enabled", "select:enabled", "summary"];
  const all = [...document.querySelectorAll([...controls, "[role=button]"].join(", "))];
  const seen = (one) => one.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && one.getClientRects().length > 0;
  const open = (one) => one.tabIndex >= 0 && one.getAttribute("aria-disabled") !== "true";
  const missed = all.filter((one) => seen(one) && open(one) && !reached.has(one));
  return missed.map((one) => one.getAttribute("aria-label") || one.innerText || one.className);
}
"""
"""What is seen and was not reached; in a group that arrow keys walk, one member has the focus."""


def walked(page: Page) -> int:
    """Press Tab until the focus has left the page or comes round; returns the number of stops."""
    page.evaluate(WATCH)
    last = -1
    for number in range(MOST_TABS):
        page.keyboard.press("Tab")
        here: Any = page.evaluate(HERE)
        if here is None or here[0] < last:
            return number
        place, marked, name = here
        assert marked, f"{name} does not show that it has the focus"
        if place == last:  # the text of a submission takes Tab for itself until Escape
            page.keyboard.press("Escape")
        last = place
    raise AssertionError(f"the focus does not leave: it is at {here}")


@pytest.mark.parametrize(("who", "path", "ready"), PAGES)
def test_tab_reaches_every_control_and_leaves(
    enter: Enter, who: str, path: str, ready: str
) -> None:
    page = enter(who, path)
    expect(page.locator(ready).first).to_be_attached()
    page.wait_for_timeout(300)  # what is built once the browser is there
    assert walked(page)
    assert not page.evaluate(MISSED)


def test_the_lab_is_used_by_keys(enter: Enter) -> None:
    page = enter("alice", "/lab")
    expect(page.locator(".uc-figure").first).to_be_visible()
    page.get_by_role("tab", name="Odds").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Strategy")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("What is the best play, exactly?")).to_be_visible()
    expect(page.get_by_text("House edge", exact=True).last).to_be_visible()


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
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if "/tables/BA-03" in page.evaluate("document.activeElement.href ?? ''"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_contain_text("BA-03")
    expect(page.locator("#status")).not_to_be_empty()
