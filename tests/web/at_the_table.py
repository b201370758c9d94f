"""What a player and a dealer do on the table page, and where things lie there."""

import re
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect

OVERLAPS: Final = """
() => {
  const shown = one => one && (one.offsetParent !== null || one.id === "bar");
  const box = one => one.getBoundingClientRect();
  const name = one => one.id || one.dataset.place || one.dataset.name || one.alt || one.className;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const all = query => [...document.querySelectorAll(query)].filter(shown);
  const found = [];
  const apart = ones => ones.forEach((one, index) => ones.slice(index + 1).forEach(other => {
    if (meet(box(one), box(other))) found.push(`${name(one)} over ${name(other)}`);
  }));
  apart(all("#bar, #dealer, #beside, #others, #mine, #procedure, #dock"));
  apart(all(".hand"));
  apart(all("#dock .action, #dock .choice, #status, #balance, #clock"));
  for (const one of all("#mine .hand, #mine .aside [data-pile]")) {
    for (const other of all("#mine .lay, .mine-name")) {
      if (meet(box(one), box(other))) found.push(`${name(one)} over ${name(other)}`);
    }
  }
  for (const seat of all(".seat")) {
    for (const one of seat.querySelectorAll(".total, .tag")) {
      for (const other of seat.querySelectorAll(".piles .chip")) {
        const covered = one.offsetParent && meet(box(one), box(other));
        if (covered) found.push(`chip over ${one.textContent}`);
      }
    }
  }
  for (const one of all("#procedure:not(:has(.payout))")) {
    if (one.scrollHeight > one.clientHeight + 1) found.push("the procedure scrolls");
  }
  for (const one of all("#dock .action, #dock .choice, .lay, .seat-name")) {
    if (one.disabled) continue;
    const at = box(one);
    const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (!top || !one.parentElement.contains(top)) found.push(`${name(one)} is covered`);
  }
  for (const one of all(".spot-words b")) {
    if (one.scrollHeight > one.clientHeight + 1) found.push(`${one.textContent} is cut`);
  }
  for (const one of all(".hand .tag")) {
    if (one.scrollWidth > one.clientWidth + 1) found.push(`${one.textContent} is cut`);
  }
  for (const one of all("#status, .outcome, #refused")) {
    if (one.scrollHeight > one.clientHeight + 1) found.push(`${one.textContent} is cut`);
  }
  for (const one of all(".result, .at-hand > *")) {
    const at = box(one);
    const room = box(one.closest(".lay, .terminals"));
    const across = at.left > room.left - 1 && at.right < room.right + 1;
    if (!across || at.top < room.top - 1 || at.bottom > room.bottom + 1) {
      found.push(`${one.textContent} is cut`);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) found.push("it scrolls");
  const whole = "#dealer .card img, #mine .card img, #dock .action, #dock .choice, #bar button";
  for (const one of all(whole)) {
    const at = box(one);
    const inside = at.left > -1 && at.top > -1 && at.right < innerWidth + 1;
    if (!inside || at.bottom > innerHeight + 1) found.push(`${name(one)} is out of sight`);
  }
  return found;
}
"""
"""What covers what, lies outside the window, or is not whole."""

VIOLATIONS: Final = """
async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.map((one) => [one.id, one.nodes.map((node) => node.target)]);
}
"""

SIZES: Final = ((1280, 800), (390, 844), (768, 1024), (1920, 1080), (640, 400))
"""The last one is 1280×800 at 200 % zoom."""


ANSWERS: Final = ("Keep", "No insurance", "Take", "Stand")
"""What ends a hand soonest, whatever is asked."""


def choose(page: Page, position: int) -> None:
    """Show the spots of a position."""
    seat = page.locator(f'[data-seat="{position}"] .seat-name')
    seat.click()
    expect(seat).to_have_attribute("aria-pressed", "true")


def spot(page: Page, position: int, title: str = "Blackjack wager") -> Locator:
    """The spot of a wager at the position that is shown."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(title)}, position {position}"))


def lay(page: Page, position: int, title: str = "Blackjack wager") -> None:
    """Lay the chosen chip."""
    choose(page, position)
    spot(page, position, title).click()


def chip(page: Page, dollars: str) -> None:
    """Choose a chip."""
    page.get_by_role("button", name=f"chip of ${dollars}", exact=True).click()


def place(page: Page) -> None:
    """Place what lies on the slip."""
    page.get_by_role("button", name=re.compile("^Place")).click()


def place_all(page: Page) -> None:
    """Place the wagers, and wait until the floor has each."""
    place(page)
    expect(page.locator(".pending")).to_have_count(0)


def answer(page: Page, words: str) -> None:
    """Press a button of the dock or of the procedure."""
    page.get_by_role("button", name=re.compile(f"^{words}")).click()


def told(page: Page, words: "str | re.Pattern[str]") -> None:
    """How the round ended is said: at once, and until the next wager."""
    expect(page.locator(".outcome, #status.last").first).to_contain_text(words)


def results(page: Page) -> Locator:
    """Opens what each wager paid."""
    page.locator('[data-name="told"], #status.last').first.click()
    return page.locator("#sheet")


def row(page: Page, title: str) -> Locator:
    """The row of a wager among the results."""
    return page.locator("#sheet tbody tr").filter(has_text=title).first


def close(page: Page) -> None:
    """Close the sheet."""
    page.locator("#sheet-close").click()


def nothing_overlaps(page: Page) -> None:
    """Nothing lies over another thing, nothing is out of sight, and the page does not scroll.

    A frame is awaited first: a page learns of a new size of its window in the next one.
    """
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    page.wait_for_function("() => !document.getAnimations().length")
    found: Any = page.evaluate(OVERLAPS)
    assert not found, found


def no_violations(page: Page) -> None:
    """axe-core, which a page gets once, finds nothing."""
    if page.evaluate("window.axe === undefined"):
        page.evaluate(AXE_SCRIPT)
    found: Any = page.evaluate(VIOLATIONS)
    assert not found, found


def fits_every_size(page: Page) -> None:
    """Nothing overlaps on a desk, a phone, a tablet, a wide screen, and at 200 % zoom."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        nothing_overlaps(page)


def all_drawn(page: Page, wagers: int) -> None:
    """So many wagers are drawn as chips that are seen."""
    piles = page.locator("#mine [data-pile], .seat [data-pile]")
    expect(piles.locator("visible=true")).to_have_count(wagers)


def answer_all(page: Page) -> None:
    """Answers what is asked until the round has ended, and looks at each question."""
    for _ in range(60):
        expect(page.locator('[data-name^="answer-"], .outcome').first).to_be_visible()
        if page.locator(".outcome").count():
            return
        nothing_overlaps(page)
        for words in ANSWERS:
            button = page.locator("#dock").get_by_role("button", name=re.compile(f"^{words}\\b"))
            if button.count():
                before = page.locator("#status").inner_text()
                button.first.click()
                page.wait_for_function(
                    "before => document.getElementById('status').textContent !== before"
                    " || !document.querySelector('[data-name^=answer-]')",
                    arg=before,
                )
                break
    raise AssertionError("the round did not end")
