"""The table page, in a browser: wagers, decisions, two players, what is refused, a lost line."""

import re

from playwright.sync_api import Locator, Page, expect

from web.conftest import Enter, expect_told
from web.dealing import dealt_by_a_person


def area(page: Page, position: int, title: str = "Blackjack wager") -> Locator:
    return page.get_by_role("button", name=f"{title}, position {position}", exact=True)


def chip(page: Page, dollars: str) -> None:
    page.get_by_role("button", name=f"chip of ${dollars}", exact=True).click()


def place(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Place")).click()


def place_all(page: Page) -> None:
    """Place the wagers, and wait until the floor has each."""
    place(page)
    expect(page.get_by_role("button", name=re.compile("^Place wagers"))).to_be_disabled()


def answer(page: Page, words: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{words} [A-Z]$")).click()


def result(page: Page, title: str, outcome: str) -> Locator:
    found = page.locator(".tf-result").filter(has_text=title).filter(has_text=outcome)
    return found.first


def seat(page: Page, position: int) -> Locator:
    return page.get_by_role("region", name=f"Position {position}")


def test_rounds_with_side_wagers_a_split_a_double_and_insurance(enter: Enter) -> None:
    page = enter("alice", "/tables/T-SOLO")
    with dealt_by_a_person(enter, "T-SOLO") as dealer:
        chip(page, "25")
        area(page, 1).click()
        chip(page, "5")
        area(page, 1, "Perfect Pairs").click()
        area(page, 1, "Lucky Ladies Twenty Point Bonus").click()
        place_all(page)
        dealer.close_wagers()
        expect(page.get_by_text("Your turn.")).to_be_visible()
        expect(result(page, "Perfect Pairs", "perfect pair")).to_contain_text("+$125.00")
        expect(result(page, "Perfect Pairs", "perfect pair")).to_contain_text("§ 633c.1")
        answer(page, "Split")
        expect(seat(page, 1).locator(".tf-hand")).to_have_count(2)
        answer(page, "Double")
        expect(page.get_by_text("Your turn. Hand 2.")).to_be_visible()
        answer(page, "Stand")
        expect(result(page, "Blackjack wager", "position 1")).to_be_visible()
        expect(page.get_by_text("Blackjack wager, hand 2")).to_be_visible()
        dealer.clear()
        page.get_by_role("button", name=re.compile("^Rebet")).click()
        place_all(page)
        dealer.close_wagers()
        expect(page.get_by_text("The dealer shows an ace: Insurance?")).to_be_visible()
        answer(page, "Insurance")
        expect(result(page, "Insurance", "win")).to_contain_text("+$25.00")
        expect(result(page, "Blackjack wager", "dealer blackjack")).to_contain_text("−$25.00")

    expect(page.get_by_text("Place your wagers.")).to_be_visible()
    page.get_by_role("button", name="History").click()
    for number in (1, 2):
        expect(page.get_by_role("dialog").get_by_text(f"Round {number}")).to_be_visible()


def test_two_browsers_at_one_table(enter: Enter) -> None:
    alice, bob = enter("alice", "/tables/T-TWO"), enter("bob", "/tables/T-TWO")
    dealer = enter("dealer", "/tables/T-TWO")
    for page, position in ((alice, 1), (bob, 2)):
        chip(page, "25")
        area(page, position).click()
        place(page)
    expect(seat(bob, 1)).to_contain_text("alice")
    expect(seat(alice, 2)).to_contain_text("bob")
    dealer.get_by_role("button", name=re.compile("^No more bets")).click()
    expect(alice.get_by_text("Your turn.")).to_be_visible()
    expect(bob.get_by_text("Position 1 is asked.")).to_be_visible()
    expect(dealer.get_by_text("alice's turn: position 1, hand 1")).to_be_visible()
    expect(dealer.get_by_role("status")).to_contain_text("alice is asked: position 1, hand 1.")
    answer(alice, "Stand")
    expect(bob.get_by_text("Your turn.")).to_be_visible()
    expect(dealer.get_by_text("bob's turn: position 2, hand 1")).to_be_visible()
    bob.keyboard.press("s")
    expect(result(alice, "Blackjack wager", "position 1")).to_be_visible()
    expect(bob.locator(".tf-results")).not_to_contain_text("position 1")


def test_a_round_by_keyboard_alone(enter: Enter) -> None:
    page = enter("alice", "/tables/T-KEYS")
    area(page, 2).focus()
    page.keyboard.press("4")  # the fourth chip: 25
    expect(page.get_by_role("button", name="chip of $25", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name=re.compile("^Place \\$25"))).to_be_enabled()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your turn.")).to_be_visible()
    page.keyboard.press("h")
    expect(seat(page, 2).get_by_role("img", name="five of clubs")).to_be_visible()
    page.keyboard.press("s")
    expect(result(page, "Blackjack wager", "win")).to_contain_text("+$25.00")
    expect(result(page, "Blackjack wager", "win")).to_contain_text("§ 633a.7")


def test_what_is_refused_says_its_section(enter: Enter) -> None:
    alice, bob = enter("alice", "/tables/T-REFUSED"), enter("bob", "/tables/T-REFUSED")
    chip(alice, "1")
    area(alice, 1).click()
    place(alice)
    expect_told(alice, re.compile("10.*§|submission"))
    expect(alice.get_by_role("button", name=re.compile("^Place \\$1"))).to_be_enabled()
    alice.keyboard.press("c")
    chip(alice, "25")
    area(alice, 1).click()
    place(alice)
    expect(seat(bob, 1)).to_contain_text("alice")
    chip(bob, "25")
    area(bob, 1).click()
    place(bob)
    expect_told(bob, "Position 1 is another player's.")


def test_a_lost_connection_in_mid_round(enter: Enter) -> None:
    page = enter("alice", "/tables/T-LOST")
    chip(page, "25")
    area(page, 1).click()
    place(page)
    expect(page.get_by_text("Your turn.")).to_be_visible()
    other = enter("dealer", "/tables/T-LOST")
    page.context.set_offline(True)
    answer(other, "Hit")
    expect(seat(other, 1).get_by_role("img", name="two of spades")).to_be_visible()
    page.context.set_offline(False)
    expect(seat(page, 1).get_by_role("img", name="two of spades")).to_be_visible()
    answer(page, "Stand")
    expect(result(page, "Blackjack wager", "position 1")).to_be_visible()


def test_a_jackpot_from_wager_to_slip(enter: Enter) -> None:
    player = enter("alice", "/tables/T-JACKPOT")
    dealer, floor = enter("dealer", "/tables/T-JACKPOT"), enter("floorperson", "/tables/T-JACKPOT")
    chip(player, "25")
    area(player, 1).click()
    chip(player, "5")
    area(player, 1, "Match the Dealer Progressive").click()
    place(player)
    dealer.get_by_role("button", name=re.compile("^No more bets")).click()
    won = result(player, "Match the Dealer Progressive", "two suited match aces of spades")
    expect(won).to_contain_text("waits for the floor")
    answer(player, "No insurance")
    answer(player, "Stand")
    for page, step in (
        (dealer, "Verify hand"),
        (dealer, "Confirm light"),
        (floor, "Validate jackpot"),
        (dealer, "Pay jackpot"),
        (dealer, "Complete papers"),
    ):
        if page is floor:
            expect(dealer.locator(".tf-jackpot")).to_contain_text("It takes a floorperson")
            expect(dealer.get_by_role("button", name=re.compile(f"^{step}"))).to_have_count(0)
        answer(page, step)
        expect(page.get_by_role("button", name=re.compile(f"^{step} "))).to_have_count(0)
    # 1,000 times the $5 and 15% of them (§ 633c.3(i)), less both wagers: 12 against 20 has lost.
    expect(player.locator(".tf-balance")).to_contain_text("+$4970.75")


def test_chips_are_counted_and_a_manager_validates(enter: Enter) -> None:
    """§ 633c.2(f), (h)(3): a wrong count is refused and made again; a manager is above."""
    player, dealer = enter("alice", "/tables/T-COUNT"), enter("dealer", "/tables/T-COUNT")
    chip(player, "25")
    area(player, 1).click()
    chip(player, "5")
    area(player, 1, "Match the Dealer Progressive").click()
    place(player)
    dealer.get_by_role("button", name=re.compile("^No more bets")).click()
    chips = dealer.get_by_label("Value chips counted")
    take = dealer.get_by_role("button", name=re.compile("^Take the step: collect"))
    chips.fill("2")
    take.click()
    expect_told(dealer, "the numbers have to be equal")
    chips.fill("1")
    take.click()
    expect(chips).to_have_count(0)
    answer(player, "No insurance")
    answer(player, "Stand")
    answer(dealer, "Verify hand")
    answer(dealer, "Confirm light")
    expect(dealer.locator(".tf-jackpot")).to_contain_text("It takes a floorperson or above.")
    manager = enter("manager", "/tables/T-COUNT", width=390)
    expect(manager.locator(".tf-dealing")).to_contain_text("What the floor validates")
    manager.get_by_role("button", name="Validate jackpot").click()
    expect(manager.locator(".tf-jackpot")).to_contain_text("The dealer takes this step.")
    expect(manager.get_by_role("button", name=re.compile("^Pay jackpot"))).to_have_count(0)
    answer(dealer, "Pay jackpot")
    expect(dealer.get_by_role("button", name=re.compile("^Complete papers "))).to_be_visible()


def test_the_procedure_step_by_step(enter: Enter) -> None:
    player, dealer = enter("bob", "/tables/T-STEPS"), enter("dealer", "/tables/T-STEPS")
    chip(player, "25")
    area(player, 1).click()
    place(player)
    due = dealer.locator(".tf-dealing")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.6(c).")
    dealer.keyboard.press("Enter")
    for _ in range(4):
        before = dealer.locator(".tf-card").count()
        expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(f).")
        dealer.keyboard.press("Enter")
        expect(dealer.locator(".tf-card")).to_have_count(before + 1)
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(g).")
    dealer.keyboard.press("Enter")
    dealer.get_by_role("button", name=re.compile("^Something went wrong")).click()
    menu = dealer.get_by_role("dialog")
    expect(menu).to_contain_text("§ 633a.14(k)")
    menu.get_by_role("button", name="Close").click()
    dealer.get_by_role("checkbox", name="Settle wagers").click()
    dealer.get_by_role("checkbox", name="Deal cards").click()
    player.keyboard.press("s")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(l).")
    dealer.keyboard.press("Enter")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(s).")
    expect(result(player, "Blackjack wager", "position 1")).to_be_visible()
