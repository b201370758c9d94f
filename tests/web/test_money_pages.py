"""Money in a browser: the cashier takes a deposit, the player brings it, limits it, reads of it."""

import re

from playwright.sync_api import APIResponse, Page, expect

from upcard.web.pages.cashier import the_only
from web.arranged import PASSWORD
from web.conftest import Enter, expect_told

TABLE = "T-MONEY"

MOMENT = re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")
"""A time, as all pages write it."""


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_money_from_the_desk_to_a_table_and_back(enter: Enter) -> None:
    desk = enter("cashier", "/cashier")
    press(desk, "Deposit")
    expect_told(desk, "Choose a player.")
    desk.get_by_label("Player").click()
    desk.get_by_role("option", name="bob").click()
    dollars = desk.get_by_label("Dollars")
    dollars.fill("many")
    press(desk, "Deposit")
    expect_told(desk, "'many'")
    dollars.fill("200")
    press(desk, "Deposit")
    expect_told(desk, "The deposit is done.")
    expect(desk.get_by_text("Balance: $1,200.00")).to_be_visible()

    page = enter("bob", "/money", width=390)
    amount = page.get_by_label("Dollars", exact=True)
    expect(page.get_by_role("button", name="Cash out")).to_be_disabled()
    amount.fill("5000")
    press(page, "Bring to the table")
    expect_told(page, "holds $1,200.00, less than $5,000.00")
    amount.fill("150")
    page.get_by_role("button", name="Bring to the table").press("Enter")
    expect_told(page, "The money is at the table.")
    expect(page.get_by_text("Balance: $1,050.00")).to_be_visible()
    expect(page.get_by_text(f"Money at {TABLE}")).to_be_visible()
    press(page, "Cash out")
    expect_told(page, "The money is in your account.")
    expect(page.get_by_text("Balance: $1,200.00")).to_be_visible()
    expect(page.locator(".uc-found").filter(has_text=TABLE)).to_have_count(2)
    page.set_viewport_size({"width": 1280, "height": 800})  # the cards of a phone become rows
    expect(page.get_by_label("Statement").get_by_role("row")).to_have_count(5)
    expect(page.get_by_role("cell", name=MOMENT).first).to_be_visible()
    page.get_by_text("Limits").click()
    page.get_by_label("Value; empty for none").fill("100")
    press(page, "Set limit")
    expect_told(page, "The limit is noted.")

    dollars.fill("5000")
    press(desk, "Withdraw")
    expect_told(desk, "holds $1,200.00, less than $5,000.00")
    dollars.fill("200")
    press(desk, "Withdraw")
    expect_told(desk, "The withdrawal is done.")


def test_a_large_withdrawal_waits_for_another_person(enter: Enter) -> None:
    desk = enter("cashier", "/cashier")
    newcomer = {"name": "nadia", "role": "player", "password": PASSWORD}
    assert sent_by_administrator(enter, "/api/accounts", newcomer).ok
    desk.get_by_label("Player").click()
    desk.get_by_role("option", name="alice").click()
    desk.get_by_label("Dollars").fill("900")  # other tests have played with some of alice's money
    press(desk, "Deposit")
    expect_told(desk, "The deposit is done.")
    own = enter("alice", "/money")
    desk.get_by_label("Dollars").fill("1000")
    press(desk, "Withdraw")
    expect_told(desk, "The withdrawal waits for a second person.")
    waits = "Withdrawal of $1,000.00, asked for by cashier"
    expect(desk.get_by_text(waits)).to_be_visible()
    expect(desk.get_by_text("Another person confirms it.")).to_be_visible()
    expect(own.get_by_text("$1,000.00 waits for a second person", exact=True)).to_be_visible()
    other = enter("manager", "/cashier")
    expect(other.get_by_label("Dollars")).to_have_count(0)
    press(other, "Choose alice")  # nobody has to say whose money waits
    expect(other.get_by_text("$1,000.00 waits for a second person", exact=True)).to_be_visible()
    press(other, "Confirm")
    expect(other.get_by_text(waits)).to_have_count(0)
    expect(other.get_by_text("−$1,000.00", exact=True)).to_be_visible()
    expect(desk.get_by_text(waits)).to_have_count(0)  # the desk learns of it
    desk.get_by_label("Player").click()
    expect(desk.get_by_role("option", name="nadia")).to_be_visible()  # and of who came meanwhile


def sent_by_administrator(enter: Enter, path: str, body: dict[str, str]) -> APIResponse:
    """What an administrator is answered."""
    page = enter("administrator", "/healthz")
    csrf = page.request.get("/api/session").json()["csrf"]
    return page.request.post(path, data=body, headers={"X-CSRF-Token": csrf})


def test_times_of_sessions_are_written_as_those_of_money(enter: Enter) -> None:
    page = enter("bob", "/account")
    expect(page.get_by_label("Sessions").get_by_role("cell", name=MOMENT).first).to_be_visible()


def test_the_only_player_is_chosen() -> None:
    assert the_only(["ann"]) == "ann"
    assert the_only(["ann", "ben"]) is None
    assert the_only([]) is None


def test_an_empty_account_has_nothing_to_bring_until_a_deposit_is_made(enter: Enter) -> None:
    page, desk = enter("bob", "/money"), enter("cashier", "/cashier?player=bob")
    bring = page.get_by_role("button", name="Bring to the table")
    balance = page.locator('[aria-label="game account"] .uc-number')
    expect(bring).to_be_enabled()
    dollars = desk.get_by_label("Dollars")
    whole = balance.inner_text().removeprefix("Balance: $").replace(",", "")
    half = f"{float(whole) / 2:.2f}"  # a larger withdrawal would wait for a second person
    for _ in range(2):
        dollars.fill(half)
        press(desk, "Withdraw")
        expect(dollars).to_have_value("")
    expect(balance).to_have_text("Balance: $0.00")
    expect(bring).to_be_disabled()
    expect(page.get_by_text("There is nothing to bring: deposit money first.")).to_be_visible()
    dollars.fill(half)
    press(desk, "Deposit")
    expect(bring).to_be_enabled()
    dollars.fill(half)
    press(desk, "Deposit")
    expect(dollars).to_have_value("")
