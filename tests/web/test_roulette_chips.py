"""Chips on the layout of roulette: each number stays readable beside whatever lies on it."""

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from web.at_the_table import chip, nothing_overlaps, place_all, told
from web.conftest import Enter
from web.dealing import dealt_by_a_person

SPOTS: Final = (
    *("straight-17", "straight-0", "red", "dozen-2", "column-2", "low"),
    *("split-16-17", "split-14-17", "split-17-18", "split-17-20"),
    *("corner-13-17", "corner-14-18", "corner-16-20", "corner-17-21", "street-16-18"),
)

COVERED: Final = """
() => {
  const chips = [...document.querySelectorAll(".place .chip")];
  const text = one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const meet = (a, b) => Math.min(
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const spot = one => one.closest(".place").dataset.spot;
  const words = [...document.querySelectorAll(".place :is(.number, .luck)")]
    .filter(one => one.textContent);
  const inside = (a, b) => a.left > b.left - 2 && a.right < b.right + 2
    && a.top > b.top - 2 && a.bottom < b.bottom + 2;
  const out = [...words, ...chips]
    .filter(one => one.closest(".cell"))
    .filter(one => !inside(text(one), one.closest(".cell").getBoundingClientRect()))
    .map(one => `${one.textContent} of ${spot(one)} leaves it`);
  const covered = words.flatMap(one => chips
      .filter(chip => meet(text(one), chip.getBoundingClientRect()) > 3)
      .map(chip => `${one.className} of ${spot(one)} under a chip on ${spot(chip)}`));
  return [...out, ...covered];
}
"""
"""Words that a chip covers by more than its round corners, and what leaves its cell."""

OTHERS: Final = """
(spots) => spots.forEach((name) => {
  const pile = document.querySelector(`[data-spot="${name}"] .pile`);
  pile.prepend(pile.firstChild.cloneNode(true));
})
"""
"""A second player's chip on each of these spots."""

STRUCK: Final = """
() => { document.querySelector('[data-spot="straight-20"] .luck').textContent = "500×"; }
"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800), (1920, 1080)])
def test_no_chip_covers_a_number(enter: Enter, width: int, height: int) -> None:
    page = enter("alice", "/tables/LR-04", width=width, height=height)
    with dealt_by_a_person(enter, "LR-04"):  # wagers stay open, however slow the browser is
        chip(page, "1")
        for name in SPOTS:
            page.locator(f'[data-spot="{name}"]').dispatch_event("click")
        page.evaluate(OTHERS, ["red", "low", "straight-0"])
        page.evaluate(STRUCK)
        assert page.locator(".place .chip").count() >= len(SPOTS) + 3
        assert page.evaluate(COVERED) == []
        page.evaluate("document.getElementById('stage').classList.remove('open')")
        assert page.evaluate(COVERED) == []


def test_the_wheel_has_the_width_of_a_phone_once_wagers_are_closed(enter: Enter) -> None:
    page = enter("alice", "/tables/LR-04", width=390, height=844)
    with dealt_by_a_person(enter, "LR-04") as dealer:
        chip(page, "1")
        page.locator('[data-spot="red"]').click()
        place_all(page)
        dealer.close_wagers()
        told(page, "You ")
        expect(page.locator("#status")).to_have_text(re.compile(r"^The ball rests in \d+, \w+\.$"))
        wheel = page.locator(".wheel").bounding_box()
        assert wheel is not None
        assert wheel["width"] > 250
        nothing_overlaps(page)
        apart = page.evaluate(
            "document.querySelector('.wheel').getBoundingClientRect().bottom"
            " < document.querySelector('.layout').getBoundingClientRect().top"
        )
        assert apart, "the whole layout stays in sight"
        dealer.clear()
