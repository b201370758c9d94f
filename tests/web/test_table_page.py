"""The table page, in a browser: wagers, decisions, two players, what is refused, a lost line."""

import re
from functools import partial
from hashlib import sha256
from typing import Final

import pytest
from playwright.sync_api import Page, Route, expect

from web.at_the_table import (
    answer,
    chip,
    choose,
    close,
    fits_every_size,
    lay,
    no_violations,
    place,
    place_all,
    results,
    row,
    spot,
    told,
)
from web.conftest import Enter, Floor
from web.dealing import dealt_by_a_person


@pytest.fixture
def floor(cleared_floor: Floor) -> Floor:
    """Other tests leave rounds under way at the other floor."""
    return cleared_floor


def test_rounds_with_side_wagers_a_split_a_double_and_insurance(enter: Enter) -> None:
    page = enter("alice", "/tables/T-SOLO")
    with dealt_by_a_person(enter, "T-SOLO") as dealer:
        expect(page.get_by_text("Choose a chip, then touch a wager.")).to_be_visible()
        chip(page, "25")
        lay(page, 1)
        chip(page, "5")
        lay(page, 1, "Perfect Pairs")
        lay(page, 1, "Lucky Ladies Twenty Point Bonus")
        place_all(page)
        dealer.close_wagers()
        expect(page.locator("#status")).to_have_text("Your turn.")
        won = page.locator('#mine [data-pile="1/perfect-pairs/decided"]')
        expect(won).to_contain_text("130")
        for title, came in (
            ("perfect-pairs", "won $125: perfect pair"),
            ("lucky-ladies", "lost $5"),
        ):
            expect(page.locator(f'#mine [data-spot="{title}"] .result')).to_have_text(came)
        expect(page.locator(".idle")).to_be_hidden()
        at_every_size(page)
        answer(page, r"Split for \$\d")
        expect(page.locator("#mine .hand")).to_have_count(2)
        answer(page, r"Double for \$\d")
        expect(page.locator("#status")).to_have_text("Your turn. Hand 2.")
        answer(page, "Stand")
        told(
            page,
            re.compile(
                r"You won \$195\. 3 wagers won \$200: Perfect Pairs, perfect pair \(§\s633c\.1"
            ),
        )
        results(page)
        expect(row(page, "Perfect Pairs")).to_contain_text("+$125")
        expect(row(page, "Perfect Pairs")).to_contain_text("§ 633c.1")
        for hand in (1, 2):
            expect(row(page, f"Blackjack wager, hand {hand}")).to_contain_text("your position 1")
        close(page)
        dealer.clear()
        answer(page, "Rebet")
        place_all(page)
        dealer.close_wagers()
        expect(page.locator("#status")).to_have_text("The dealer shows an ace: Insurance?")
        answer(page, r"Insurance for \$12\.50")
        told(page, re.compile("You lost"))
        insurance_lies_beside_the_hand(page)
        results(page)
        expect(row(page, "Insurance")).to_contain_text("+$25")
        expect(row(page, "Blackjack wager")).to_contain_text("dealer blackjack")
        expect(row(page, "Blackjack wager")).to_contain_text("−$25")
        close(page)
        dealer.clear()
        page.evaluate("localStorage.clear()")  # another browser
        page.reload()
        answer(page, "Rebet")
        expect(page.get_by_role("button", name=re.compile(r"^Place \$35"))).to_be_visible()
        answer(page, "Clear")

    page.get_by_role("button", name="History").click()
    for number in (1, 2):
        expect(page.get_by_role("dialog").get_by_text(f"Round {number}:")).to_be_visible()
    page.get_by_role("link", name="Replay round 1").click()
    replayed_by_keyboard(page)


def insurance_lies_beside_the_hand(page: Page) -> None:
    expect(page.locator("#mine .aside-spot")).to_have_text(re.compile("37.50.*Insurance$"))
    at_every_size(page)


def at_every_size(page: Page) -> None:
    """Everything fits; the page has its first size again."""
    fits_every_size(page)
    page.set_viewport_size({"width": 1280, "height": 900})


def test_four_hands_fit_every_size(enter: Enter) -> None:
    page = enter("alice", "/tables/T-SPLITS")
    chip(page, "25")
    lay(page, 2)
    lay(page, 2, "Perfect Pairs")
    place_all(page)
    answer(enter("dealer", "/tables/T-SPLITS"), "No more bets")
    for hands in (2, 3, 4):
        answer(page, "Split for")
        expect(page.locator("#mine .hand")).to_have_count(hands)
        fits_every_size(page)
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.locator("#mine .card img").first.bounding_box()
    assert card is not None
    assert card["width"] > 55, "cards are large where there is room"
    for hand in (2, 3, 4):
        answer(page, "Double for")
        expect(page.locator("#status")).to_have_text(f"Your turn. Hand {hand}.")
    answer(page, "Stand")
    told(page, "You ")
    fits_every_size(page)


def replayed_by_keyboard(page: Page) -> None:
    """The round above, from its first card: step, end, play, a moment's address, the shuffle."""
    status, said = page.locator("#status"), page.locator("#balance")
    expect(status).to_have_text("Position 1: 8 of hearts.")
    expect(page.locator("#mine .card")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text("Upcard: 6 of diamonds.")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".card")).to_have_count(1)
    page.keyboard.press("End")
    expect(status).to_have_text(re.compile(r"^You won \$195\. \d wagers won \$200: Perfect Pairs"))
    expect(page.locator("#mine .hand")).to_have_count(2)
    expect(page.locator("#mine .hand.won")).to_have_count(2)
    fits_every_size(page)
    page.goto(page.url)  # the address of this moment
    expect(status).to_have_text(re.compile(r"^You won \$195\. \d wagers won \$200: Perfect Pairs"))
    page.keyboard.press("Home")
    expect(said).to_have_text(re.compile("^Moment 0 of"))
    page.get_by_label("Speed").select_option("4")
    page.keyboard.press("Tab")
    page.locator("#stage").click(position={"x": 5, "y": 5})
    page.keyboard.press("Space")
    expect(status).to_have_text(re.compile(r"^You won \$195\. \d wagers won \$200: Perfect Pairs"))
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_role("button", name="Shuffle").click()
    expect(page.get_by_role("dialog")).to_contain_text("The shoe is still in use")
    close(page)
    no_violations(page)
    a_revealed_shoe_is_hashed_again(page)
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("dialog")).to_contain_text("Place wager, by alice")
    close(page)


def answered(told: object, route: Route) -> None:
    """A route that answers with JSON."""
    route.fulfill(json=told)


def a_revealed_shoe_is_hashed_again(page: Page) -> None:
    """The browser computes the commitment itself: another order, or another card, is told."""
    salt, order = "5a" * 32, ["As", "Td", "Kc"]
    shuffle = {
        "item": "shoe",
        "checked": True,
        "commitment": sha256(bytes.fromhex(salt) + bytes([0, 38, 51])).hexdigest(),
        "salt": salt,
        "order": order,
        "cards": ["Td", "Kc"],
        "places": [1, 2],
        "added": [{"player": "alice", "text": "mine"}],
        **{"cut": 1, "committed": 3, "revealed": 9},
    }
    for change, verdict in (
        ({}, "your browser has computed its hash again, and it is the one committed"),
        ({"order": ["As", "Kc", "Td"], "places": [2, 1]}, "Your browser computes another hash"),
        ({"cards": ["Td", "Qc"]}, "or finds other cards"),
    ):
        page.route("**/rounds/1/shuffles", partial(answered, [{**shuffle, **change}]))
        page.get_by_role("button", name="Shuffle").click()
        expect(page.locator(".verdict")).to_contain_text(verdict)
        expect(page.get_by_role("dialog")).to_contain_text("Added to the cut by alice. Cut at 1.")
        close(page)
    page.unroute("**/rounds/1/shuffles")


def test_a_press_counts_on_what_is_drawn_again_under_the_finger(enter: Enter) -> None:
    page = enter("alice", "/tables/T-DRAWN")
    chip(page, "25")
    lay(page, 1)
    page.locator(".pending").hover(force=True)
    page.mouse.down()
    page.keyboard.press("d")
    expect(page.get_by_role("button", name="Place $50")).to_be_enabled()
    page.mouse.up()
    expect(page.get_by_role("button", name="Place $75")).to_be_enabled()
    page.get_by_role("button", name="Place $75").hover()
    page.mouse.down()
    page.keyboard.press("u")
    page.mouse.up()
    expect(page.locator("#mine [data-pile]")).to_contain_text("50")


def test_money_is_brought_wagered_and_cashed_out_on_the_table_page(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-08")
    expect(page.get_by_text("Bring money to this table first.")).to_be_visible()
    expect(spot(page, 3)).to_have_attribute("title", re.compile(r"^You have \$0 at this table"))
    page.get_by_role("button", name=re.compile("^Bring money")).click()
    expect(page.get_by_role("button", name=re.compile(r"^Bring \$"))).to_have_text(
        ["Bring $50", "Bring $100", "Bring $200"]
    )
    page.get_by_label("Dollars to bring").fill("30")
    page.keyboard.press("Enter")
    expect(page.locator("#money")).to_have_text("$30 at this table")
    expect(spot(page, 3)).to_be_focused()
    chip(page, "25")
    lay(page, 3)
    spot(page, 3).click()
    expect(page.get_by_role("alert")).to_have_text(
        "You have $30 at this table: bring more money first."
    )
    with dealt_by_a_person(enter, "BJ-08"):
        place_all(page)
        expect(page.locator("#money")).to_have_text("$5 at this table")
        page.locator("#money").click()
        page.get_by_label("Dollars to bring").fill("5000")
        page.get_by_role("button", name="Bring to this table").click()
        expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("Your account")
        close(page)


def test_two_browsers_at_one_table(enter: Enter) -> None:
    alice, bob = enter("alice", "/tables/T-TWO"), enter("bob", "/tables/T-TWO")
    dealer, floor = enter("dealer", "/tables/T-TWO"), enter("floorperson", "/tables/T-TWO")
    for page, position in ((alice, 1), (bob, 2)):
        chip(page, "25")
        lay(page, position)
        place(page)
    expect(bob.locator('[data-seat="1"]')).to_contain_text("alice")
    expect(alice.locator('[data-seat="2"]')).to_contain_text("bob")
    answer(dealer, "No more bets")
    expect(alice.locator("#status")).to_have_text("Your turn.")
    expect(bob.locator("#status")).to_have_text("Position 1 decides.")
    expect(dealer.get_by_text("alice's turn: position 1, hand 1")).to_be_visible()
    expect(dealer.locator("#status")).to_have_text("alice decides: position 1.")
    fits_every_size(dealer)
    fits_every_size(floor)
    dealer.get_by_role("button", name="Position 2, bob").click()
    expect(dealer.get_by_role("dialog")).to_contain_text("Hand 1: 9 of hearts, 8 of spades")
    expect(row(dealer, "Blackjack wager")).to_contain_text("$25")
    close(dealer)
    answer(alice, "Stand")
    expect(bob.locator("#status")).to_have_text("Your turn.")
    expect(dealer.get_by_text("bob's turn: position 2, hand 1")).to_be_visible()
    bob.keyboard.press("s")
    told(alice, "Blackjack wager")
    results(bob)
    expect(row(bob, "position 2")).to_be_visible()
    expect(bob.locator("#sheet")).not_to_contain_text("position 1")


@pytest.mark.parametrize(("name", "asked"), [("Shuffle", r"/shuffles$"), ("History", r"/rounds\?")])
def test_a_sheet_that_was_closed_stays_closed(name: str, asked: str, enter: Enter) -> None:
    page = enter("alice", "/tables/T-SOLO")
    menu, sheet, address = page.locator("#menu"), page.get_by_role("dialog"), re.compile(asked)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(address, hold)
    with page.expect_request(address):
        menu.get_by_role("button", name=name, exact=True).click()
    expect(sheet).to_contain_text("Looking …")
    close(page)
    menu.get_by_role("button", name="Keys", exact=True).click()
    with page.expect_response(address):
        held[0].continue_()
    page.wait_for_timeout(200)  # in which the answer would have come into sight
    expect(sheet).to_contain_text("While wagers are open")


HELD: Final = """
() => !document.activeElement.dispatchEvent(
  new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true, repeat: true}))
"""


def test_a_round_by_keyboard_alone(enter: Enter) -> None:
    page = enter("alice", "/tables/T-KEYS")
    expect(page.locator("#status")).to_have_text("Place your wagers.")
    for _ in range(6):  # from the top of the page to the middle seat
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.roving") == "seat":
            break
    assert page.evaluate("document.activeElement.closest('.seat').dataset.seat") == "2"
    page.keyboard.press("4")  # the fourth chip: 25
    expect(page.get_by_role("button", name="chip of $25", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.roving") == "spot"
    expect(page.locator("#hints")).to_have_text("↵on a wager lays the chipPplaces?all keys")
    for key, total in (("Space", 25), ("Enter", 50), ("Enter", 75)):  # each lays a chip
        page.keyboard.press(key)
        expect(page.get_by_role("button", name=f"Place ${total}")).to_be_enabled()
    for _ in range(2):
        page.keyboard.press("u")
    page.keyboard.press("p")
    expect(page.locator("#status")).to_have_text("Your turn.")
    expect(page.locator('[data-name="answer-hit"]')).to_be_focused()
    assert page.evaluate(HELD), "a key that was held down for a wager answers nothing"
    page.keyboard.press("h")
    expect(page.locator("#mine").get_by_role("img", name="5 of clubs")).to_be_visible()
    expect(page.get_by_role("button", name="Stand")).to_be_visible()
    page.keyboard.press("s")
    told(page, re.compile(r"^You won \$25: Blackjack wager, 18 against 17 \(§\s633a\.7"))
    expect(page.locator("#said")).to_contain_text("You won $25")
    expect(spot(page, 2)).to_be_focused()  # wagers are open again
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("place what lies on your slip")
    page.keyboard.press("Escape")
    expect(spot(page, 2)).to_be_focused()


def test_what_is_refused_says_why_before_it_is_sent(enter: Enter) -> None:
    alice, bob = enter("alice", "/tables/T-REFUSED"), enter("bob", "/tables/T-REFUSED")
    chip(alice, "1")
    lay(alice, 1)
    place(alice)
    expect(alice.get_by_role("alert")).to_have_text("The table's minimum is $10.")
    expect(alice.locator("#status")).to_have_css("opacity", "0")  # they are not read together
    expect(alice.get_by_role("button", name=re.compile("^Place \\$1"))).to_be_enabled()
    alice.keyboard.press("u")
    chip(alice, "25")
    lay(alice, 1)
    place(alice)
    expect(bob.locator('[data-seat="1"]')).to_contain_text("alice")
    bob.locator('[data-seat="1"] .seat-name').click()
    expect(bob.get_by_role("alert")).to_contain_text("Position 1")
    expect(bob.locator('[data-seat="1"] .seat-name')).to_have_attribute("aria-pressed", "false")


def test_limits_are_kept_on_the_slip(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-07")
    expect(page.locator("#status")).to_have_text("Place your wagers.")
    choose(page, 4)
    chip(page, "100")
    spot(page, 4, "Perfect Pairs").click()
    alert = page.get_by_role("alert")
    expect(alert).to_have_text("Perfect Pairs needs a Blackjack wager beside it.")
    spot(page, 4).click()
    spot(page, 4, "Match the Dealer Progressive").click()
    expect(alert).to_have_text("Match the Dealer Progressive is $5.")
    spot(page, 4, "Perfect Pairs").click()
    spot(page, 4, "Perfect Pairs").click()
    expect(alert).to_have_text("Perfect Pairs is at most $100.")
    expect(page.get_by_role("button", name="Place $205")).to_be_enabled()
    for _ in range(2):
        page.keyboard.press("u")
    expect(page.get_by_role("button", name="Place $100")).to_be_enabled()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Place wagers")).to_be_disabled()


def test_a_lost_connection_in_mid_round(enter: Enter) -> None:
    page = enter("alice", "/tables/T-LOST")
    chip(page, "25")
    lay(page, 1)
    place(page)
    expect(page.locator("#status")).to_have_text("Your turn.")
    other = enter("dealer", "/tables/T-LOST")
    answered = page.get_by_role("textbox", name=re.compile("for less"))
    answered.fill("1000")
    answer(page, "Double")
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.context.set_offline(True)
    expect(page.locator("#refused")).to_be_empty(timeout=3_000)
    expect(page.get_by_text("The controls wait for the connection.")).to_be_visible()
    expect(page.get_by_role("button", name="Stand")).to_have_count(0)
    expect(page.locator("#clock")).to_be_hidden()
    no_violations(page)
    answer(other, "Hit")
    expect(other.locator('[data-seat="1"]').get_by_role("img", name="2 of spades")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#mine").get_by_role("img", name="2 of spades")).to_be_visible()
    answer(page, "Stand")
    told(page, "Blackjack wager")


def test_a_jackpot_from_wager_to_slip(enter: Enter) -> None:
    player = enter("alice", "/tables/T-JACKPOT")
    dealer, floor = enter("dealer", "/tables/T-JACKPOT"), enter("floorperson", "/tables/T-JACKPOT")
    chip(player, "25")
    lay(player, 1)
    lay(player, 1, "Match the Dealer Progressive")
    place(player)
    answer(dealer, "No more bets")
    expect(player.locator("#status")).to_have_text("The dealer shows an ace: Insurance?")
    answer(player, "No insurance")
    answer(player, "Stand")
    told(player, "A payout waits for the floor.")
    results(player)
    won = row(player, "Match the Dealer Progressive")
    expect(won).to_contain_text("two suited matches, aces of spades")
    expect(won.locator(".net")).to_have_text("waits")  # it is not lost
    expect(player.locator("#sheet-title")).to_contain_text("a payout waits")
    close(player)
    for page in (dealer, floor):
        fits_every_size(page)
    expect(floor.locator(".floor-lines")).to_contain_text("cards in the shoe")
    expect(player.locator("#status")).to_have_text(
        "A payout waits. The dealer verifies that the hand is a winning hand."
    )
    for page, step in (
        (dealer, "Verify hand"),
        (dealer, "Confirm light"),
        (floor, "Validate jackpot"),
        (dealer, "Pay jackpot"),
        (dealer, "Complete papers"),
    ):
        if page is floor:
            expect(dealer.locator(".payout")).to_contain_text("It takes a floorperson")
            expect(dealer.get_by_role("button", name=re.compile(f"^{step}"))).to_have_count(0)
        answer(page, step)
        expect(page.get_by_role("button", name=re.compile(f"^{step}"))).to_have_count(0)
    # 1,000 times the $5 and 15% of them (§ 633c.3(i)), less both wagers: 12 against 20 has lost.
    expect(player.locator("#balance")).to_have_text("Won here $4,970.75")
    told(
        player,
        "You won $4,970.75: Match the Dealer Progressive, two suited matches, aces of spades",
    )


@pytest.mark.nightly
def test_chips_are_counted_and_a_manager_validates(enter: Enter) -> None:
    """§ 633c.2(f), (h)(3): a wrong count is refused and made again; a manager is above."""
    player, dealer = enter("alice", "/tables/T-COUNT"), enter("dealer", "/tables/T-COUNT")
    chip(player, "25")
    lay(player, 1)
    lay(player, 1, "Match the Dealer Progressive")
    place(player)
    answer(dealer, "No more bets")
    dealer.get_by_role("button", name="Training is off").click()
    dealer.get_by_role("button", name="Collect progressive wagers").click()
    expect(dealer.locator(".accepted")).to_have_text(
        "The progressive table shows 1 accepted wager."
    )
    chips = dealer.get_by_label("Value chips counted")
    chips.fill("3")  # a learner's slip is told on the page, and not sent
    dealer.get_by_role("button", name=re.compile("^Take the step: collect")).click()
    expect(dealer.locator(".due .why")).to_contain_text("Count again")
    expect(dealer.locator("#refused")).to_be_empty()
    dealer.get_by_role("button", name="Training is on").click()
    take = dealer.get_by_role("button", name=re.compile("^Take the step: collect"))
    chips.fill("2")
    take.click()
    expect(dealer.get_by_role("alert")).to_contain_text("the numbers have to be equal")
    chips.fill("1")
    take.click()
    expect(chips).to_have_count(0)
    answer(player, "No insurance")
    answer(player, "Stand")
    answer(dealer, "Verify hand")
    answer(dealer, "Confirm light")
    expect(dealer.locator(".payout")).to_contain_text("It takes a floorperson or above.")
    manager = enter("manager", "/tables/T-COUNT", width=390)
    expect(manager.locator(".procedure")).to_contain_text("What the floor validates")
    answer(manager, "Validate jackpot")
    expect(manager.locator(".payout")).to_contain_text("The dealer takes this step.")
    expect(manager.get_by_role("button", name=re.compile("^Pay jackpot"))).to_have_count(0)
    answer(dealer, "Pay jackpot")
    expect(dealer.get_by_role("button", name=re.compile("^Complete papers"))).to_be_visible()


def test_the_procedure_step_by_step(enter: Enter) -> None:
    player, dealer = enter("bob", "/tables/T-STEPS"), enter("dealer", "/tables/T-STEPS")
    chip(player, "25")
    lay(player, 1)
    place(player)
    due = dealer.locator(".procedure")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.6(c).")
    dealer.keyboard.press("Enter")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(f).")
    dealer.get_by_role("button", name=re.compile("^Something went wrong")).click()
    menu = dealer.get_by_role("dialog")
    expect(menu.get_by_role("button", name="Miss hand")).to_be_enabled()  # as of this moment
    dealer.keyboard.press("Escape")  # then Enter takes the step, and does not open the list again
    dealer.get_by_role("button", name=re.compile("^Something went wrong")).click()
    menu.get_by_role("button", name="Draw in error").click()
    for page in (dealer, player):  # the felt shows nothing of it
        expect(page.locator("#refused")).to_have_text(
            "A card was drawn in error: it is the next card."
        )
    for _ in range(4):
        before = dealer.locator(".card").count()
        expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(f).")
        dealer.keyboard.press("Enter")
        expect(dealer.locator(".card")).to_have_count(before + 1)
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(g).")
    dealer.get_by_role("button", name="Training is off").click()
    expect(due.locator(".steps button").first).to_be_focused()
    offered = [element.inner_text() for element in due.locator(".steps button").all()]
    assert 3 <= len(offered) <= 6, "those that a dealer could think of"
    assert "Clear table" not in offered
    due.get_by_role("button", name="Use card reader").click()
    expect(due.get_by_role("alert")).to_contain_text("§ 633a.7(g)")
    no_violations(dealer)
    due.get_by_role("button", name="Settle optional wagers").click()
    expect(due).to_contain_text("Right.")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(g).")
    no_violations(dealer)
    dealer.keyboard.press("Enter")
    expect(due).to_contain_text("bob's turn")
    dealer.get_by_role("button", name="Training is on").click()
    dealer.get_by_role("button", name=re.compile("^Something went wrong")).click()
    expect(menu).to_contain_text("§ 633a.14(k)")
    close(dealer)
    dealer.get_by_role("button", name=re.compile("^The table does by itself")).click()
    for words in ("Settle wagers", "Deal cards"):
        dealer.get_by_role("checkbox", name=words).click()
        expect(dealer.get_by_role("checkbox", name=words)).to_be_checked()
    close(dealer)
    player.keyboard.press("s")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(l).")
    answer(dealer, "Take the step: turn hole card")
    expect(due).to_contain_text("Required by 58 Pa. Code § 633a.7(s).")
    told(player, "Blackjack wager")
