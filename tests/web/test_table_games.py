"""The table page of every other game, and how it looks on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import Enter
from web.dealing import dealt_by_a_person
from web.test_table_page import area, chip, place_all, result, seat

DEMONSTRATED = ("BJ-07", "BS-02", "HY-01", "BA-03", "LR-04")


def test_players_share_a_position_of_a_hybrid_table(enter: Enter) -> None:
    alice, bob = enter("alice", "/tables/HY-01"), enter("bob", "/tables/HY-01")
    with dealt_by_a_person(enter, "HY-01") as dealer:
        for page in (alice, bob):
            chip(page, "5")
            area(page, 2).click()
        alice.keyboard.press("Enter")
        bob.keyboard.press("Enter")
        expect(seat(alice, 2)).to_contain_text("2 players")
        dealer.close_wagers()
        expect(alice.get_by_role("region", name="Your terminal")).to_be_visible()
        while not all(decided(page).count() for page in (alice, bob)):
            for page in (alice, bob):
                answer_if_asked(page)
            alice.wait_for_timeout(100)
        for page in (alice, bob):
            expect(decided(page).first).to_contain_text("§ 633")
        expect(alice.locator(".tf-results")).not_to_contain_text("bob")


def decided(page: Page) -> Locator:
    """The results of the player's own wagers."""
    return page.locator(".tf-result").filter(has_text="Blackjack wager")


def answer_if_asked(page: Page) -> None:
    """No Insurance, and stand."""
    for words in ("No insurance", "Stand"):
        button = page.get_by_role("button", name=re.compile(f"^{words} [A-Z]$"))
        if button.count():
            button.click()
            expect(button).to_have_count(0)


def test_a_round_of_baccarat(enter: Enter) -> None:
    page = enter("alice", "/tables/BA-03")
    with dealt_by_a_person(enter, "BA-03") as dealer:
        chip(page, "25")
        area(page, 3, "Baccarat: Player's Hand").click()
        area(page, 3, "Majestic Match, Banker's Hand").click()
        place_all(page)
        dealer.close_wagers()
        expect(result(page, "Baccarat: Player's Hand", "position 3")).to_be_visible()
        expect(result(page, "Majestic Match", "§ 631b.7")).to_be_visible()
        expect(page.locator(".tf-left .tf-card").nth(1)).to_be_visible()


def test_a_spin_of_lightning_roulette(enter: Enter) -> None:
    page = enter("alice", "/tables/LR-04")
    with dealt_by_a_person(enter, "LR-04") as dealer:
        chip(page, "1")
        for name in ("red", "straight-17", "split-1-2", "first-four"):
            page.get_by_role("button", name=re.compile(f"^{name}( |$)")).click()
        page.get_by_label("A spot by name").fill("corner-1-5")
        page.get_by_role("option", name="corner-1-5").click()
        page.get_by_role("button", name="Lay a chip there").click()
        expect(page.get_by_role("button", name=re.compile("^Place \\$5 "))).to_be_enabled()
        place_all(page)
        dealer.close_wagers()
        expect(page.locator(".tf-lucky-one").first).to_contain_text("to 1")
        pocket = page.locator(".tf-pocket")
        expect(pocket).to_have_text(re.compile("^[0-9]+ (red|black|green)$"))
        expect(page.locator(".tf-results .tf-result")).to_have_count(5)
        lucky = result(page, "Lightning Roulette: straight wager", "straight 17")
        expect(lucky).to_contain_text("617")


def test_chips_at_the_wheel_leave_a_position_that_another_player_has(enter: Enter) -> None:
    bob, alice = enter("bob", "/tables/LR-04"), enter("alice", "/tables/LR-04")
    expect(alice.get_by_text("Place your wagers.")).to_be_visible()
    chip(alice, "1")
    alice.get_by_role("button", name=re.compile("^red( |$)")).click()
    alice.get_by_role("button", name=re.compile("^Place \\$1 ")).click()
    expect(bob.locator(".tf-chosen").first).to_contain_text("Position 2")
    expect(alice.locator(".tf-chosen").first).to_contain_text("Position 1")


@pytest.mark.parametrize("table", DEMONSTRATED)
def test_it_fits_a_phone_and_everything_has_a_name(enter: Enter, table: str) -> None:
    page = enter("bob", f"/tables/{table}", width=390, height=844)
    expect(page.get_by_role("region", name="Table", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    nameless = page.evaluate(
        "[...document.querySelectorAll('button')].filter(one => one.offsetParent"
        " && !(one.ariaLabel || one.innerText.trim())).length"
        " + document.querySelectorAll('img:not([alt])').length"
    )
    assert nameless == 0


def test_paytables_and_the_game_rules_are_one_touch_away(enter: Enter) -> None:
    page = enter("surveillance", "/tables/BJ-07")
    page.get_by_role("button", name=re.compile("^Perfect Pairs \\$")).click()
    expect(page.get_by_role("dialog")).to_contain_text("perfect pair")
    expect(page.get_by_role("dialog")).to_contain_text("§ 633c.1(b)")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Game rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("Insurance pays 2 to 1")
    expect(page.locator(".tf-actions button")).to_have_count(0)


def test_a_table_that_there_is_not(enter: Enter) -> None:
    page = enter("bob", "/tables/NOWHERE")
    expect(page.get_by_text("There is no such table on this floor.")).to_be_visible()
