"""The table page of every game: a round at two sizes, where nothing covers another thing."""

import re
from collections.abc import Mapping
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from upcard.games.roulette import SPOTS
from upcard.games.spots import spot_in_words
from upcard.money.amount import parse_dollars, printed_dollars
from upcard.service.stage.latest_results import COLUMN, KEPT
from upcard.service.stage.setting import short_title
from web.at_the_table import (
    SIZES,
    all_drawn,
    answer_all,
    chip,
    close,
    lay,
    no_violations,
    nothing_overlaps,
    place,
    place_all,
    results,
    row,
    told,
)
from web.conftest import Enter, Floor
from web.dealing import dealt_by_a_person, sent

Rounds = Mapping[str, tuple[int, str, tuple[str, ...]]]

ROUNDS: Final[Rounds] = {
    "BJ-07": (4, "25", ("Blackjack wager", "Perfect Pairs", "Jackpot Party")),
    "BS-02": (3, "25", ("Blackjack wager", "Super Match")),
    "HY-01": (2, "5", ("Blackjack wager", "Buzzer Beater")),
    "BA-03": (3, "25", ("Player's Hand", "Tie", "Majestic Match, Banker's Hand")),
    "LR-04": (1, "1", ("red", "straight-17", "split-1-2")),
}
"""A position, a chip, and the wagers of a round at each demonstrated table."""

WITHOUT_METERS: Final = {**ROUNDS, "BJ-07": (4, "25", ("Blackjack wager", "Perfect Pairs"))}
"""Without wagers whose payout the floor has to validate before the table is cleared."""

TWO_SIZES: Final = SIZES[:2]


@pytest.fixture
def floor(cleared_floor: Floor) -> Floor:
    """Other tests leave rounds under way at the other floor."""
    return cleared_floor


def wager(page: Page, table: str, wagers: Rounds = ROUNDS) -> int:
    """Lays the wagers of a table and places them; returns how many piles lie there then."""
    position, dollars, titles = wagers[table]
    expect(page.locator("#status")).not_to_be_empty()
    chip(page, dollars)
    for title in titles:
        if table == "LR-04":
            page.locator(f'[data-spot="{title}"]').click()
        else:
            lay(page, position, title)
    nothing_overlaps(page)
    place_all(page)
    return len(titles) + (table == "BS-02")  # two areas, an equal wager on each


@pytest.mark.parametrize("size", TWO_SIZES, ids=str)
@pytest.mark.parametrize("table", ROUNDS)
def test_a_round(enter: Enter, table: str, size: tuple[int, int]) -> None:
    """Every wager placed is drawn, what was won is said, nothing covers a control."""
    page = enter("alice", f"/tables/{table}", width=size[0], height=size[1])
    with dealt_by_a_person(enter, table) as dealer:
        all_drawn(page, wager(page, table))
        dealer.close_wagers()
        if table == "BJ-07":
            dealer.count_chips()
        answer_all(page)
        told(page, re.compile(r"^You (won \$|lost \$|are even).*: .*\((§|ch\.)"))
        nothing_overlaps(page)
        results(page)
        for title in ROUNDS[table][2]:
            expect(
                row(page, short_title(spot_in_words(title)) if table == "LR-04" else title)
            ).to_contain_text(re.compile("§|ch."))
        close(page)
        expect(page.locator("#said")).to_contain_text(re.compile("You (won|lost|are even)"))
        dealer.clear()
        expect(page.get_by_role("button", name="Rebet")).to_be_enabled()


@pytest.mark.nightly
@pytest.mark.parametrize("hand", ["mouse", "keyboard"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("table", ROUNDS)
def test_ten_rounds(enter: Enter, table: str, size: tuple[int, int], hand: str) -> None:
    page = enter("alice", f"/tables/{table}", width=size[0], height=size[1])
    with dealt_by_a_person(enter, table) as dealer:
        for number in range(10):
            if number == 0:
                wager(page, table, WITHOUT_METERS)
            else:
                page.keyboard.press("b") if hand == "keyboard" else page.get_by_role(
                    "button", name="Rebet"
                ).click()
                page.keyboard.press("p") if hand == "keyboard" else place(page)
                expect(page.locator(".pending")).to_have_count(0)
            dealer.close_wagers()
            answer_all(page)
            told(page, re.compile("^You "))
            nothing_overlaps(page)
            dealer.clear()
            expect(page.get_by_role("button", name="Rebet")).to_be_enabled()


def test_washington_s_game_says_what_won_where_there_is_room(enter: Enter) -> None:
    """A row of two words and more beside a title of two lines is left out where it would be cut."""
    page = enter("alice", "/tables/T-MATCH", height=800)
    with dealt_by_a_person(enter, "T-MATCH") as dealer:
        chip(page, "25")
        lay(page, 2)
        chip(page, "1")
        for title in ("Match the Dealer (up card)", "Match the Dealer Progressive"):
            lay(page, 2, title)
        lay(page, 2, "Match the Dealer (down card)")
        place_all(page)
        dealer.close_wagers()
        dealer.count_chips()
        won = page.locator('[data-spot="match-the-dealer"] .result')
        expect(won).to_have_text("won $22: two suited matches")
        nothing_overlaps(page)
        answer_all(page)
        floor = enter("floorperson", "/tables/T-MATCH")
        floor.get_by_role("button", name="Pay jackpot").click()
        floor.get_by_role("button", name="Complete papers").click()
        paid = page.locator('[data-spot="match-the-dealer-progressive"] .result')
        expect(paid).to_contain_text("won $999.02")
        expect(paid.locator(".decided-by")).to_be_hidden()
        nothing_overlaps(page)
        page.set_viewport_size({"width": 1920, "height": 1080})
        expect(paid).to_have_text("won $999.02: two suited matches, all others")
        expect(paid.locator(".decided-by")).to_be_visible()
        nothing_overlaps(page)
        dealer.clear()


def test_a_wager_on_each_of_two_hands_is_counted_twice_before_it_is_placed(enter: Enter) -> None:
    """The button names the money that leaves the player: at Switch twice the wager of a hand."""
    page = enter("alice", "/tables/BS-02")
    with dealt_by_a_person(enter, "BS-02"):
        chip(page, "25")
        lay(page, 3)
        expect(page.get_by_text("on each hand")).to_be_visible()
        lay(page, 3, "Super Match")
        expect(page.get_by_role("button", name="Place $75")).to_be_enabled()
        expect(page.get_by_text("Place $75 to be in this round.")).to_be_visible()
        nothing_overlaps(page)


def test_a_wager_with_several_meters_shows_the_largest_and_explains_each(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-07")
    meters = {
        meter["name"]: printed_dollars(parse_dollars(meter["amount"]))
        for meter in page.request.get("/api/meters").json()
        if meter["wager"] == "jackpot-party"
    }
    board = page.locator("#mine .spot", has_text="Jackpot Party")
    expect(board).to_contain_text(meters["jackpot-party/mega"])
    page.get_by_role("button", name="What Jackpot Party pays").click()
    for name in ("mega", "major", "minor"):
        said = f"The {name} meter shows {meters[f'jackpot-party/{name}']}."
        expect(page.locator("#sheet")).to_contain_text(said)
    expect(page.locator("#sheet")).to_contain_text("must hit by mystery meter")
    close(page)


def test_players_share_a_position_of_a_hybrid_table(enter: Enter) -> None:
    alice, bob = enter("alice", "/tables/HY-01"), enter("bob", "/tables/HY-01")
    with dealt_by_a_person(enter, "HY-01") as dealer:
        for page in (alice, bob):
            chip(page, "5")
            lay(page, 2)
            place_all(page)
        expect(bob.locator('[data-seat="2"]')).to_contain_text("You")
        watching = enter("surveillance", "/tables/HY-01")
        expect(watching.locator('[data-seat="2"]')).to_contain_text("2 players")
        dealer.close_wagers()
        expect(alice.locator('#mine [data-place="own/1"]')).to_be_visible()
        while not all(page.locator(".outcome").count() for page in (alice, bob)):
            for page in (alice, bob):
                for words in ("No insurance", "Stand"):
                    dock = page.locator("#dock")
                    button = dock.get_by_role("button", name=re.compile(f"^{words}"))
                    if button.count():
                        button.click()
                        expect(button).to_have_count(0)
            alice.wait_for_timeout(100)
        for page in (alice, bob):
            told(page, "§ 633")
            results(page)
            expect(row(page, "Blackjack wager")).to_contain_text("§ 633")
        expect(alice.locator("#sheet")).not_to_contain_text("bob")
        terminals = watching.locator('[data-seat="2"] .terminals li')
        for name, shown in (("alice", terminals.first), ("bob", terminals.last)):
            expect(shown).to_contain_text(re.compile(f"{name}.*(won|lost) \\$|came out even"))
            expect(watching.locator("#status")).to_contain_text(f"{name} ")
        watching.set_viewport_size({"width": 390, "height": 844})
        nothing_overlaps(watching)
        no_violations(watching)
        for page in (alice, bob):
            close(page)


def test_the_ball_lucky_numbers_and_the_last_numbers_are_seen(enter: Enter) -> None:
    page = enter("alice", "/tables/LR-04")
    with dealt_by_a_person(enter, "LR-04") as dealer:
        chip(page, "1")
        aimed = page.locator(".aim")
        expect(aimed).to_contain_text("on every number that it touches. Straight $")
        page.locator('[data-spot="corner-1-5"]').hover()
        expect(aimed).to_contain_text(re.compile(r"^Corner 1/2/4/5 pays 8 to 1\. \$"))
        expect(page.locator(".cell.aimed")).to_have_count(4)
        for name in ("red", "straight-17", "split-1-2", "first-four", "corner-1-5"):
            page.locator(f'[data-spot="{name}"]').click()
        place_all(page)
        dealer.close_wagers()
        expect(page.locator(".lucky li").first).to_contain_text("to 1")
        expect(page.locator(".rests")).to_have_text(re.compile("^[0-9]+ (red|black|green)$"))
        pocket = page.locator(".rests").inner_text().split()[0]
        newest = page.locator(".numbers li").first
        expect(newest).to_have_text(pocket)
        box = newest.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 28, "the last numbers can be read from afar"
        results(page)
        expect(page.locator("#sheet tbody tr")).to_have_count(5)
        expect(row(page, "Straight 17")).to_contain_text("617")
        dealer.clear()


WATCH_THE_BALL: Final = """
() => {
  window.seen = [];
  new MutationObserver(() => {
    seen.push([".rests", "#status"].map((name) => document.querySelector(name).textContent));
  }).observe(document.body, {childList: true, characterData: true, subtree: true});
}
"""
"""Keeps what the wheel and the dock say, each time that one of them changes."""


def test_where_the_ball_rests_is_said_once_it_rests(enter: Enter) -> None:
    page = enter("alice", "/tables/LR-04", moving=True)
    with dealt_by_a_person(enter, "LR-04") as dealer:
        expect(page.locator("#status")).not_to_be_empty()
        chip(page, "1")
        page.locator('[data-spot="red"]').click()
        place_all(page)
        page.evaluate(WATCH_THE_BALL)
        dealer.close_wagers()
        told(page, re.compile("^You (won|lost)"))
        seen = page.evaluate("seen")
        spinning = {status for wheel, status in seen if wheel == "The wheel spins …"}
        assert spinning == {"The wheel spins."}
        wheel = page.locator(".rests").inner_text().split()
        assert [" ".join(wheel), f"The ball rests in {wheel[0]}, {wheel[1]}."] in seen
        dealer.clear()


def test_the_layout_is_walked_with_arrow_keys(enter: Enter) -> None:
    page = enter("alice", "/tables/LR-04")
    expect(page.locator("#status")).not_to_be_empty()
    page.locator('[data-spot="straight-1"]').focus()
    walked = []
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
        walked.append(page.evaluate("document.activeElement.dataset.spot"))
    assert walked == ["split-1-4", "straight-4", "split-4-5", "straight-5"]


def test_a_position_that_another_player_has_at_the_wheel_is_left_alone(enter: Enter) -> None:
    bob, alice = enter("bob", "/tables/LR-04"), enter("alice", "/tables/LR-04")
    expect(bob.locator("#status")).not_to_be_empty()
    with dealt_by_a_person(enter, "LR-04"):  # wagers stay open, however slow the browsers are
        for page in (alice, bob):
            chip(page, "1")
            page.locator('[data-spot="red"]').click()
            place_all(page)
        expect(bob.locator(".seat.own")).to_have_count(1)
        for page in (alice, bob):  # one's own chip is told from another's on the same spot
            expect(page.locator('[data-spot="red"] .chip')).to_have_count(2)
            expect(page.locator('[data-spot="red"] .chip.own')).to_have_count(1)
        taken = bob.locator(".seat.own").get_attribute("data-seat")
        assert taken != alice.locator(".seat.own").get_attribute("data-seat")


def test_roads_show_who_won_at_baccarat(enter: Enter) -> None:
    page = enter("alice", "/tables/BA-03")
    with dealt_by_a_person(enter, "BA-03") as dealer:
        chip(page, "25")
        lay(page, 3, "Player's Hand")
        place_all(page)
        before = page.locator(".road").first.locator("i").count()
        dealer.close_wagers()
        told(page, "Player's Hand")
        beads = before + 1 - (COLUMN if before == KEPT else 0)
        expect(page.locator(".road").first.locator("i")).to_have_count(beads)
        text = page.locator("#said").inner_text()
        assert re.search(r"(Hand wins|A tie), .*You (win|lose|get)", text, re.DOTALL), text
        dealer.clear()
        told(page, "Player's Hand")
        bob = enter("bob", "/healthz")
        assert sent(
            bob, "BA-03", type="PlaceWager", position=5, wager="baccarat-tie", amount="5"
        ).ok
        dealer.close_wagers()
        expect(page.locator("#status")).to_have_text(re.compile("Hand wins|A tie"))
        dealer.clear()
        expect(page.locator("#status")).to_have_text("Place your wagers.")
        expect(page.get_by_role("button", name="Each wager")).to_have_count(0)


WATCH_THE_PANEL: Final = """
() => {
  window.panels = [];
  new MutationObserver(() => {
    const said = document.getElementById("status").textContent;
    if (said.includes("hand: ")) panels.push(document.querySelector("#procedure h2").textContent);
  }).observe(document.body, {childList: true, characterData: true, subtree: true});
}
"""
"""Keeps what the dealer's panel has while cards are dealt."""


def test_the_dealer_s_panel_does_not_run_ahead_of_the_cards(enter: Enter) -> None:
    player = enter("alice", "/tables/BA-03")
    page = enter("dealer", "/tables/BA-03", moving=True)
    heading = page.locator("#procedure h2")
    with dealt_by_a_person(enter, "BA-03") as dealer:
        chip(player, "25")
        lay(player, 2, "Tie")
        place_all(player)
        expect(heading).to_have_text("No more bets")
        page.evaluate(WATCH_THE_PANEL)
        dealer.close_wagers()
        expect(heading).to_have_text("Clear table")
        assert set(page.evaluate("panels")) == {"No more bets"}
        dealer.clear()


BIG_ROAD: Final = """
async (winners) => {
  const { big } = await import("/stage/roads.js");
  return big(winners.map((winner) => ({ winner })))
    .map((one) => `${one.winner[0]}${one.column}/${one.row}${one.ties ? `+${one.ties}` : ""}`);
}
"""


def test_a_long_run_on_the_big_road_turns_to_the_right(enter: Enter) -> None:
    """The dragon's tail: the seventh of a run, and a later run that meets the tail above it."""
    page = enter("alice", "/tables/BA-03")
    banker, player = ["banker"], ["player"]
    first = page.evaluate(BIG_ROAD, [*banker * 8, "tie", *player * 7])
    assert first[:8] == [*(f"b0/{row}" for row in range(6)), "b1/5", "b2/5+1"]
    assert first[8:] == [*(f"p1/{row}" for row in range(5)), "p2/4", "p3/4"]
    short = page.evaluate(BIG_ROAD, ["tie", "banker", "player", "player"])
    assert short == ["b0/0", "p1/0", "p1/1"]


PLACES: Final = """
() => [...document.querySelectorAll(".place")].map((one) => {
  const box = one.getBoundingClientRect();
  const name = one.dataset.spot;
  return [name, Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
})
"""


def test_every_spot_of_the_wheel_has_a_place_of_its_own(enter: Enter) -> None:
    """Chips on several numbers lie between them."""
    page = enter("alice", "/tables/LR-04")
    expect(page.locator("#status")).not_to_be_empty()
    places = {name: (x, y) for name, x, y in page.evaluate(PLACES)}
    assert set(places) == set(SPOTS)
    assert len(set(places.values())) == len(SPOTS)
    for name, spot in SPOTS.items():
        if 1 < len(spot.numbers) <= 6:
            cells = [places[f"straight-{number}"] for number in spot.numbers if number]
            across = [x for x, _ in cells]
            assert min(across) - 40 <= places[name][0] <= max(across) + 40, name


def test_paytables_and_the_game_rules_are_one_touch_away(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-07")
    page.get_by_role("button", name="What Perfect Pairs pays").click()
    expect(page.get_by_role("dialog")).to_contain_text("Perfect pair")
    expect(page.get_by_role("dialog")).to_contain_text("§ 633c.1(b)")
    close(page)
    page.get_by_role("button", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Insurance pays 2 to 1")
    watching = enter("surveillance", "/tables/BJ-07")
    expect(watching.locator("#status")).not_to_be_empty()
    expect(watching.locator("#actions button")).to_have_count(0)
    expect(watching.locator("#mine")).not_to_be_visible()


CLEARED: Final = """
async () => {
  const { away } = await import("/stage/motion.js");
  const hand = document.createElement("div");
  hand.className = "cards";
  hand.innerHTML = "<span class=card><img src='/cards/As.svg' width=100 height=140></span>";
  document.getElementById("dealer").append(hand);
  const card = hand.firstChild, was = card.firstChild.offsetWidth;
  away(card, document.getElementById("rack").getBoundingClientRect(), 2000);
  return [was, document.querySelector(".flying img").offsetWidth];
}
"""
"""The width of a card on the felt, and of the same card while it is cleared."""


def test_a_card_that_is_cleared_keeps_its_size(enter: Enter) -> None:
    page = enter("alice", "/tables/BJ-07", moving=True)
    expect(page.locator("#mine .lay").first).to_be_visible()
    before, cleared = page.evaluate(CLEARED)
    assert 0 < before != 100  # what the image is without its hand
    assert abs(before - cleared) <= 1


def test_a_table_that_there_is_not(enter: Enter) -> None:
    page = enter("bob", "/healthz")
    answer = page.request.get("/tables/NOWHERE")
    assert answer.status == 404
    assert "script-src 'self';" in answer.headers["content-security-policy"]


def test_the_table_page_is_light(enter: Enter) -> None:
    page = enter("alice", "/healthz")
    sizes: list[int] = []
    page.on("response", lambda one: sizes.append(len(one.body())))
    page.goto("/tables/LR-04")
    expect(page.locator("#status")).not_to_be_empty()
    assert sum(sizes) < 300_000


CUT: Final = """
() => [...document.querySelectorAll(".seat .card:last-child img, .seat .total")].filter((one) => {
  const [at, seat] = [one, one.closest(".seat")].map((each) => each.getBoundingClientRect());
  return at.width && (at.right > seat.right + 1 || at.bottom > seat.bottom + 1
    || at.left < seat.left - 1 || at.top < seat.top - 1);
}).map((one) => one.alt || one.textContent)
"""
"""What of other players' hands their seats cut off."""


def test_the_two_hands_of_other_players_are_whole_on_a_phone(enter: Enter) -> None:
    page = enter("alice", "/tables/BS-02", width=390, height=844)
    bob = enter("bob", "/healthz")
    with dealt_by_a_person(enter, "BS-02") as dealer:
        main = {"type": "PlaceWager", "wager": "blackjack", "amount": "25.00"}
        assert sent(bob, "BS-02", position=1, **main).ok
        expect(page.locator('[data-seat="1"] [data-pile]').first).to_be_visible()
        dealer.close_wagers()
        expect(page.locator('[data-seat="1"] .total')).to_have_count(2)
        assert page.evaluate(CUT) == []
        for _ in range(3):
            for name in ("DeclineInsurance", "KeepCards", "Stand"):
                sent(bob, "BS-02", type=name, position=1)
        ended = re.compile(r"^bob (won \$|lost \$|came out even)")
        expect(page.locator("#status")).to_have_text(ended)
        assert page.evaluate(CUT) == []
        dealer.clear()
