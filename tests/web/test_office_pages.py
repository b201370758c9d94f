"""Signing in as each role, accounts and devices, the audit, rounds and their replay, the floor."""

import re

import pytest
from playwright.sync_api import expect

from upcard.service.api.access import PAGES
from upcard.web.shell import FAULT
from web.arranged import FAULTY, FULL_DISK, PASSWORD
from web.conftest import PATIENCE, Enter, Floor, expect_told
from web.dealing import sent

MENU = {
    "player": {"Tables", "Lab", "Signs"},
    "dealer": {"Tables", "Lab", "Rounds", "Signs"},
    "floorperson": {"Tables", "Floor", "Lab", "Submissions", "Rounds", "Signs"},
    "surveillance": {"Tables", "Floor", "Lab", "Submissions", "Rounds", "Signs", "Audit"},
    "regulator": {"Tables", "Floor", "Lab", "Submissions", "Rounds", "Signs", "Audit"},
    "manager": {"Tables", "Floor", "Lab", "Submissions", "Rounds", "Signs"},
    "administrator": {
        *("Tables", "Floor", "Lab", "Submissions", "Rounds", "Signs", "Accounts", "Audit"),
    },
}


@pytest.mark.parametrize("role", MENU)
def test_each_role_enters_and_finds_its_pages(enter: Enter, role: str) -> None:
    page = enter(role, "/")
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
    shown = page.get_by_role("navigation").get_by_role("link").all_inner_texts()
    assert set(shown) == MENU[role]


def test_a_stranger_signs_in_first_and_comes_to_where_he_wanted(enter: Enter, floor: Floor) -> None:
    page = enter("alice", "/")
    page.context.clear_cookies()
    page.goto("/signs")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.get_by_text("Sign in with a password").click()
    page.get_by_label("Name").fill("alice")
    page.get_by_label("Password", exact=True).fill("not this one")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("is wrong")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{floor.url}/signs")


def test_a_failure_to_sign_in_is_told(enter: Enter) -> None:
    page = enter("alice", "/sign-in")
    page.get_by_text("Sign in with a password").click()
    page.get_by_label("Name").fill("anybody")
    page.get_by_label("Password", exact=True).fill(FULL_DISK)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert").first).to_have_text("The disk is full.")
    page.get_by_label("Password", exact=True).fill(FAULTY)
    page.keyboard.press("Enter")
    expect_told(page, FAULT)


def test_a_page_that_is_not_for_a_role_says_so(enter: Enter) -> None:
    page = enter("player", "/accounts")
    expect(page.get_by_role("status")).to_contain_text("A player may not manage accounts")
    noted = enter("regulator", "/").request.get("/api/audit?limit=1000").json()
    assert ("player", "refused", "manage accounts and devices") in {
        (one["by"], one["what"], one["about"]) for one in noted
    }


@pytest.mark.parametrize(("role", "path"), [("player", "/"), ("floorperson", "/floor")])
def test_a_page_that_looks_on_ends_with_its_session(enter: Enter, role: str, path: str) -> None:
    keeper = enter("administrator", "/").request
    headers = {"X-CSRF-Token": keeper.get("/api/session").json()["csrf"]}
    account = {"name": f"a {role} for a while", "role": role, "password": PASSWORD}
    assert keeper.post("/api/accounts", data=account, headers=headers).ok
    page = enter("alice", "/")
    page.context.clear_cookies()
    assert page.request.post(
        "/api/session", data={"name": account["name"], "password": PASSWORD}
    ).ok
    page.goto(path)
    expect(page.get_by_role("link", name=re.compile("LR-04"))).to_be_visible()
    path = f"/api/accounts/{account['name']}"
    assert keeper.patch(path, data={"closed": True}, headers=headers).ok
    expect(page).to_have_url(re.compile("/sign-in"))


def test_who_opens_too_many_pages_waits(enter: Enter) -> None:
    keeper = enter("administrator", "/").request
    headers = {"X-CSRF-Token": keeper.get("/api/session").json()["csrf"]}
    account = {"name": "a busy player", "role": "player", "password": PASSWORD}
    assert keeper.post("/api/accounts", data=account, headers=headers).ok
    hasty = enter("alice", "/healthz").request
    answer = hasty.post("/api/session", data={"name": account["name"], "password": PASSWORD})
    assert answer.ok
    answers = [hasty.get("/audit").status for _ in range(PAGES[0] + 1)]
    assert answers == [200] * PAGES[0] + [429]


def test_an_account_and_a_device_are_opened_and_closed_and_the_audit_knows(enter: Enter) -> None:
    page = enter("administrator", "/accounts")
    page.get_by_text("Open an account").click()
    form = page.locator(".uc-panel", has_text="Open an account")
    form.get_by_label("Name", exact=True).fill("carol")
    form.get_by_label("Password", exact=True).fill("short")
    form.get_by_role("button", name="Open", exact=True).click()
    expect_told(page, "at least 10 characters")
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Open", exact=True).click()
    expect_told(page, "The account carol is open.")

    page.get_by_text("Add a device").click()
    device = page.locator(".uc-panel", has_text="Add a device")
    device.get_by_label("Name", exact=True).fill("sign-1")
    device.get_by_role("button", name="Add", exact=True).click()
    said = page.get_by_text("Token of sign-1, shown this once")
    expect(said).to_be_visible()
    token = said.inner_text().rpartition(" ")[2]
    bearer = {"Authorization": f"Bearer {token}"}
    page.context.clear_cookies()
    assert page.request.get("/api/meters", headers=bearer).ok

    audit = enter("surveillance", "/audit")
    audit.get_by_label("Search").fill("carol")
    row = audit.get_by_role("row", name=re.compile("carol"))
    expect(row.get_by_role("cell", name="account opened")).to_be_visible()


def test_a_round_is_found_replayed_and_the_chain_verified(enter: Enter) -> None:
    player = enter("alice", "/")
    assert sent(
        player, "BA-03", type="PlaceWager", position=1, wager="baccarat-banker", amount="10"
    ).ok
    page = enter("regulator", "/rounds")
    expect(page.get_by_role("heading", name="Rounds")).to_be_visible()
    page.get_by_label("Table").click()
    page.get_by_role("option", name="BA-03").click()
    found = page.get_by_role("cell", name="alice")
    for _ in range(PATIENCE // 300):
        page.get_by_role("button", name="Search").click()
        page.wait_for_timeout(300)
        if found.count():
            break
    found.first.click()
    expect(page.get_by_text("Table BA-03, round 1")).to_be_visible()
    page.get_by_role("button", name="Step back").click()
    expect(page.get_by_text(re.compile("^Record "))).to_be_visible()
    page.goto("/rounds")
    page.get_by_role("button", name="Verify the chain").click()
    expect(page.get_by_text("the chain is whole")).to_be_visible()
    assert page.request.get("/api/journal/export").ok


def test_the_floor_shows_what_was_dropped_and_won(enter: Enter) -> None:
    page = enter("floorperson", "/floor")
    expect(page.get_by_text("Drop", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="Table LR-04")).to_be_visible()


def test_a_sign_counts_up_within_a_second_of_the_wager(enter: Enter) -> None:
    sign = enter("alice", "/sign/?meter=meter/FLOOR/match-the-dealer-progressive")
    amount = sign.locator(".amount")
    expect(amount).to_have_text("$5,000.00")
    player = enter("alice", "/")
    assert sent(player, "BJ-07", type="PlaceWager", position=2, wager="blackjack", amount="10").ok
    assert sent(
        player,
        "BJ-07",
        type="PlaceWager",
        position=2,
        wager="match-the-dealer-progressive",
        amount="5",
    ).ok
    expect(amount).to_have_text("$5,000.75")  # 15 % of it, once the wagers are locked
