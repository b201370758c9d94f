"""A page walked with Tab: which controls the focus reaches, and whether it is seen there."""

from typing import Any, Final

from playwright.sync_api import Page

MAX_TABS: Final = 150
"""No page has more stops; one that has is a trap."""

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
    for number in range(MAX_TABS):
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


def tab_reaches_every_control(page: Page) -> None:
    """Tab reaches each control, shows where it is, and leaves the page again."""
    assert walked(page)
    assert not page.evaluate(MISSED)
