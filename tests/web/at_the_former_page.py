"""What a player does on the former table page, whose line the tests of delivery break."""

import re

from playwright.sync_api import Locator, Page


def area(page: Page, position: int, title: str = "Blackjack wager") -> Locator:
    return page.get_by_role("button", name=f"{title}, position {position}", exact=True)


def chip(page: Page, dollars: str) -> None:
    page.get_by_role("button", name=f"chip of ${dollars}", exact=True).click()


def place(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Place")).click()


def answer(page: Page, words: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{words} [A-Z]$")).click()


def result(page: Page, title: str, outcome: str) -> Locator:
    found = page.locator(".tf-result").filter(has_text=title).filter(has_text=outcome)
    return found.first
