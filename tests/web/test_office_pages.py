"""Signing in as each role, accounts and devices, the audit, rounds and their replay, the floor."""

import re

import pyotp
import pytest
from playwright.sync_api import expect

from upcard.service.api.limits import PAGES
from upcard.web.pages.audit import in_words
from upcard.web.shell import FAULT
from web.arranged import FAULTY, FULL_DISK, PASSWORD
from web.at_the_table import answer_all
from web.conftest import TIMEOUT, Enter, Floor, expect_told
from web.dealing import sent


def test_a_stranger_signs_in_first_and_comes_to_where_he_wanted(enter: Enter, floor: Floor) -> None:
    page = enter("alice", "/healthz")
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


def test_the_start_page_says_what_its_viewer_does_at_a_table(enter: Enter) -> None:
    for who, word in (("alice", "Play"), ("dealer", "Deal"), ("surveillance", "Watch")):
        page = enter(who, "/")
        expect(page.get_by_text(word, exact=True).first).to_be_visible()


def test_who_signs_out_is_out_and_no_link_does_it(enter: Enter, floor: Floor) -> None:
    page = enter("alice", "/healthz")
    page.request.post("/api/session", data={"name": "alice", "password": PASSWORD})
    page.request.get("/sign-out")
    page.goto("/")
    page.get_by_label("Account of player").click()
    page.get_by_text("Sign out").click()
    expect(page).to_have_url(f"{floor.url}/sign-in")
    page.goto("/signs")
    expect(page).to_have_url(re.compile("/sign-in"))


def test_a_page_of_a_session_that_was_revoked_is_closed(enter: Enter, floor: Floor) -> None:
    page = enter("bob", "/healthz")
    page.request.post("/api/session", data={"name": "bob", "password": PASSWORD})
    thief = page.context.browser.new_context(base_url=floor.url)  # type: ignore[union-attr] # it has one
    thief.add_cookies(page.context.cookies())  # type: ignore[arg-type] # as they are read
    stolen = thief.new_page()
    stolen.goto("/signs")
    expect(stolen.get_by_role("heading", name="Signs")).to_be_visible()
    page.request.post("/sign-out")
    expect(stolen).to_have_url(re.compile(r"/sign-in\?then=/signs"))
    thief.close()


def test_a_person_keeps_their_own_account(enter: Enter, floor: Floor) -> None:
    """A session of another browser is ended, a second factor enrolled, used, and removed."""
    page = enter("bob", "/healthz")
    body = {"name": "bob", "password": PASSWORD}
    page.request.post("/api/session", data=body)
    page.goto("/account")
    page.get_by_role("button", name="End all others").click()
    expect(page.get_by_role("button", name="End a session of bob")).to_have_count(0)
    panel = page.get_by_role("region", name="second factor")
    panel.get_by_label("Your password, to begin").fill(PASSWORD)
    panel.get_by_role("button", name="Enrol").click()
    expect(panel.get_by_role("img")).to_be_visible()
    totp = pyotp.TOTP(panel.locator(".uc-token").inner_text())
    expect(panel.get_by_label("The code that it shows")).to_be_in_viewport()  # below the picture
    panel.get_by_label("The code that it shows").fill(totp.now())
    panel.get_by_role("button", name="Confirm").click()
    codes = panel.get_by_role("status").inner_text().split()
    assert len(codes) == 10
    page.get_by_role("button", name="I have kept them").click()
    expect(page).to_have_url(f"{floor.url}/")
    page.context.clear_cookies()
    page.goto("/sign-in?then=/account")
    page.get_by_text("Sign in with a password").click()
    page.get_by_label("Name").fill("bob")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_label("Code of the second factor").fill(codes[0])
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{floor.url}/account")
    panel.get_by_label("Your password, to remove it").fill(PASSWORD)
    panel.get_by_label("A code", exact=True).fill(codes[1])
    panel.get_by_role("button", name="Remove").click()
    expect(page).to_have_url(re.compile("/sign-in"))


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
    noted = enter("regulator", "/healthz").request.get("/api/audit?limit=1000").json()
    assert ("player", "refused", "manage accounts and devices") in {
        (notice["by"], notice["what"], notice["about"]) for notice in noted
    }


@pytest.mark.parametrize(
    ("role", "path"),
    [("player", "/"), pytest.param("floorperson", "/floor", marks=pytest.mark.nightly)],
)
def test_a_page_that_looks_on_ends_with_its_session(
    enter: Enter, floor: Floor, role: str, path: str
) -> None:
    """A first password has to be changed before it shows anything."""
    keeper = enter("administrator", "/healthz").request
    headers = {"X-CSRF-Token": keeper.get("/api/session").json()["csrf"]}
    account = {"name": f"a {role} for a while", "role": role, "password": PASSWORD}
    assert keeper.post("/api/accounts", data=account, headers=headers).ok
    page = enter("alice", "/healthz")
    page.context.clear_cookies()
    assert page.request.post(
        "/api/session", data={"name": account["name"], "password": PASSWORD}
    ).ok
    page.goto(path)
    expect(page).to_have_url(f"{floor.url}/account")
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_label("New password").fill(f"{PASSWORD} of my own")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("region", name="sessions")).to_be_visible()
    page.goto(path)
    expect(page.get_by_role("link", name=re.compile("LR-04"))).to_be_visible()
    path = f"/api/accounts/{account['name']}"
    assert keeper.patch(path, data={"closed": True}, headers=headers).ok
    expect(page).to_have_url(re.compile("/sign-in"))


@pytest.mark.nightly
def test_who_opens_too_many_pages_waits(enter: Enter) -> None:
    keeper = enter("administrator", "/healthz").request
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
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
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
    audit.get_by_label("Search").fill("entered the demonstration")
    expect(audit.get_by_text(re.compile(r"^0 of the latest .* left out\.$"))).to_be_visible()
    audit.get_by_role("checkbox", name="Leave out who entered the demonstration").click()
    expect(audit).to_have_url(re.compile("visits=shown$"))
    row = audit.get_by_role("row", name=re.compile("127.0.0.1")).first
    expect(row.get_by_role("cell").nth(4)).to_have_text("127.0.0.1")  # and not among reasons
    expect(row.get_by_role("cell").nth(5)).to_have_text("")


ON_ONE_LINE = """
() => [...document.querySelectorAll(".uc-table thead th")]
  .every((one) => getComputedStyle(one).whiteSpace === "nowrap")
"""


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("PlaceWager at BJ-01", "Place wager at BJ-01"),
        ("CloseBets", "Close bets"),
        ("BJ-01", "BJ-01"),
    ],
)
def test_a_refused_command_is_named_in_words(about: str, words: str) -> None:
    assert in_words(about) == words


def test_the_audit_is_filtered_and_the_choice_is_an_address(enter: Enter) -> None:
    page = enter("regulator", "/audit")
    page.get_by_label("What").click()
    page.get_by_role("option", name="account opened", exact=True).click()
    rows = page.get_by_label("Audit").get_by_role("row")
    expect(rows.nth(1).get_by_role("cell", name="account opened")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/audit\?what=account\+opened$"))
    page.get_by_label("Search").fill("alice")
    expect(page.get_by_text(re.compile("^1 of the latest"))).to_be_visible()
    expect(page).to_have_url(re.compile("alice"))  # the address follows what is shown
    page.goto(page.url)
    expect(page.get_by_label("Search")).to_have_value("alice")
    expect(rows).to_have_count(2)  # the heads and what was found
    assert page.evaluate(ON_ONE_LINE)
    page.goto("/audit?what=entered+the+demonstration")
    expect(page.get_by_text(re.compile("^[1-9][0-9]* of the latest"))).to_be_visible()
    page.goto("/audit?visits=shown")
    box = page.get_by_role("checkbox", name="Leave out who entered the demonstration")
    expect(box).not_to_be_checked()


def test_each_sign_is_seen_before_it_is_opened(enter: Enter) -> None:
    page = enter("manager", "/signs")
    sign = page.get_by_role("link", name=re.compile("Fed by BJ-07, BS-02"))
    expect(sign.locator(".uc-sign .uc-number")).to_have_text(re.compile(r"^\$[0-9,]+\.\d\d$"))
    expect(page.get_by_role("link", name=re.compile("^All meters"))).to_contain_text("meters")


def test_a_round_is_found_replayed_and_the_chain_verified(enter: Enter) -> None:
    player = enter("alice", "/healthz")
    assert sent(
        player, "BA-03", type="PlaceWager", position=1, wager="baccarat-banker", amount="10"
    ).ok
    page = enter("regulator", "/rounds")
    expect(page.get_by_role("heading", name="Rounds")).to_be_visible()
    page.get_by_label("Table").click()
    page.get_by_role("option", name="BA-03").click()
    found = page.get_by_role("cell", name="alice")
    for _ in range(TIMEOUT // 300):
        page.get_by_role("button", name="Search").click()
        page.wait_for_timeout(300)
        if found.count():
            break
    expect(page).to_have_url(re.compile(r"/rounds\?table=BA-03$"))
    page.goto("/rounds?table=BA-03&words=nobody")
    expect(page.get_by_text("No settled round with “nobody”.")).to_be_visible()
    expect(page.get_by_text("No data available")).not_to_be_visible()
    page.goto("/rounds?table=BA-03&words=alice")
    page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 · Baccarat BA-03")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text(re.compile("^Record .*: Place wager, by alice"))).to_be_visible()
    page.keyboard.press("Escape")
    page.route("**/rounds/1/evidence", lambda route: route.fulfill(body="a page"))
    page.get_by_role("button", name="Evidence").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the page").click()
    assert saved.value.path().read_text() == "a page"
    expect(page.get_by_role("dialog")).to_contain_text("upcard prove --check FILE")
    expect(page.get_by_role("status").filter(has_text="downloaded")).to_be_visible()
    page.goto("/rounds")
    page.get_by_role("button", name="Verify the chain").click()
    expect(page.get_by_text("the chain is whole")).to_be_visible()
    assert page.request.get("/api/journal/export").ok


def test_an_address_that_does_not_exist_leads_back(enter: Enter) -> None:
    page = enter("alice", "/healthz")
    answer = page.request.get("/nowhere/<b>at</b>/all")  # to go there is an error in the console
    assert answer.status == 404
    assert '<h1 class="uc-title">There is no such page</h1>' in answer.text()
    assert "Nothing is at /nowhere/&lt;b&gt;at&lt;/b&gt;/all." in answer.text()
    assert '<a href="/">To the tables</a>' in answer.text()


def test_a_table_that_does_not_exist_leads_back(enter: Enter) -> None:
    page = enter("alice", "/healthz")
    for path in ("/tables/<b>", "/rounds/NOWHERE/1"):
        answer = page.request.get(path)
        assert answer.status == 404
        assert '<h1 class="uc-title">There is no such table</h1>' in answer.text()
        assert "<b>" not in answer.text()


def test_a_table_says_its_stakes_and_its_free_seats(enter: Enter) -> None:
    page = enter("alice", "/")
    card = page.get_by_role("link", name=re.compile("Table BA-03"))
    expect(card.get_by_text("wagers of $")).to_be_visible()
    expect(card.get_by_text(re.compile("of 7 seats free|no seat is free"))).to_be_visible()


def test_an_account_is_a_line_that_opens_below(enter: Enter) -> None:
    page = enter("administrator", "/accounts")
    line = page.get_by_role("region", name="cashier account cashier")
    closed = line.bounding_box()
    line.get_by_label("Change cashier").click()
    expect(line.get_by_label("New password")).to_be_visible()
    title = line.locator("summary").bounding_box()
    assert closed is not None
    assert title is not None
    assert closed["height"] < 60
    assert closed["y"] <= title["y"] < closed["y"] + closed["height"]  # stays where it is pressed
    line.get_by_label("Change cashier").click()
    expect(line.get_by_label("New password")).to_be_hidden()


def test_a_search_among_accounts_hides_the_others_and_builds_nothing_again(enter: Enter) -> None:
    page = enter("administrator", "/accounts")
    lines = page.locator(".uc-person").locator("visible=true")
    expect(lines.filter(has_text="cashier")).to_have_count(1)
    page.evaluate("window.before = [...document.querySelectorAll('.uc-person')]")
    search = page.get_by_label("Search")
    search.fill("cash")
    expect(lines).to_have_count(1)
    search.fill("nobody has this")
    expect(page.get_by_text("No account has these words.")).to_be_visible()
    search.fill("")
    expect(lines.filter(has_text="dealer").first).to_be_visible()
    expect(page.get_by_text("No account has these words.")).to_be_hidden()
    assert page.evaluate("before.every((one) => one.isConnected)")


def test_tables_are_cards_on_a_phone_and_at_200_percent(enter: Enter) -> None:
    for path, who in (("/audit", "regulator"), ("/submissions", "manager")):
        page = enter(who, path, width=640, height=400)
        if path == "/submissions":
            page.get_by_text("Versions of").click()
        expect(page.locator(".uc-found").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page = enter("floorperson", "/floor", width=390, height=844)
    row = page.get_by_role("row", name="Table T-TWO")
    expect(row.locator('[data-name="Rounds"]')).to_be_visible()
    expect(row.locator('[data-name="To do"]')).to_have_text("–")
    expect(row.locator('[data-name="To do"]')).to_be_hidden()


def test_the_floor_shows_what_was_dropped_and_won(enter: Enter) -> None:
    page = enter("floorperson", "/floor")
    expect(page.locator(".uc-figure").get_by_text("Drop", exact=True)).to_be_visible()
    tables = page.get_by_role("table", name="Tables").locator("tbody tr")
    expect(tables.first).to_have_accessible_name("Table BA-03")
    page.get_by_role("button", name="Table", exact=True).click()  # the other way round
    expect(page.get_by_role("columnheader", name="Table")).to_have_attribute(
        "aria-sort", "descending"
    )
    expect(tables.first).to_have_accessible_name("Table T-TWO")
    drop = tables.first.locator("td").nth(1)
    expect(drop).to_have_text(re.compile(r"^\$[\d,]+\.\d\d$"))
    expect(tables.first.get_by_role("img", name=re.compile("^Win over time: "))).to_be_visible()
    page.get_by_role("button", name="15 min").click()
    expect(page.get_by_role("button", name="15 min")).to_have_attribute("aria-pressed", "true")
    expect(drop).to_have_text(re.compile(r"^\$"))


@pytest.mark.parametrize(("address", "title"), [("/", ".uc-meter .uc-small"), ("/sign/", "h2")])
def test_meters_of_one_name_are_told_apart(address: str, title: str, enter: Enter) -> None:
    shown = enter("manager", address).locator(title)
    expect(shown.filter(has_text="Match the Dealer Progressive · T-JACKPOT")).to_have_count(1)
    titles = shown.all_text_contents()
    assert len(titles) == len(set(titles))


def test_a_sign_counts_up_within_a_second_of_the_wager(enter: Enter) -> None:
    sign = enter("alice", "/sign/?meter=meter/FLOOR/match-the-dealer-progressive")
    amount = sign.locator(".amount")
    expect(amount).to_have_text("$5,000.00")
    player = enter("alice", "/healthz")
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
    answer_all(enter("alice", "/tables/BJ-07"))  # so that others find the table free
