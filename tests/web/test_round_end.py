"""What a player has placed and won stays in sight, however much else is played meanwhile."""

import re
from typing import Final

from playwright.sync_api import expect

from web.at_the_table import answer_all, chip, close, lay, nothing_overlaps, place, told
from web.conftest import Enter
from web.dealing import dealt_by_a_person, sent

WATCH: Final = """
() => {
  window.seen = [];
  const look = () => {
    const chips = document.querySelectorAll('[data-spot="blackjack"] .pile .chip').length;
    const out = document.querySelector(".idle").textContent;
    seen.push([chips > 0, out]);
    requestAnimationFrame(look);
  };
  look();
}
"""
"""Keeps at each moment whether chips lie on the main spot, and what stands where cards will lie."""


def test_what_was_placed_stays_in_sight_and_nobody_is_said_to_be_out(enter: Enter) -> None:
    page, bob = enter("alice", "/tables/BJ-07", moving=True), enter("bob", "/healthz")
    with dealt_by_a_person(enter, "BJ-07") as dealer:
        expect(page.locator("#mine .lay").first).to_be_visible()
        chip(page, "25")
        lay(page, 4)
        for wager in ("blackjack", "perfect-pairs", "lucky-ladies"):
            assert sent(bob, "BJ-07", type="PlaceWager", position=1, wager=wager, amount="15.00").ok
        page.evaluate(WATCH)
        place(page)
        expect(page.locator('[data-pile="4/blackjack/1"]')).to_be_visible()
        dealer.close_wagers()
        expect(page.locator("#mine .card").first).to_be_visible()
        assert {tuple(pair) for pair in page.evaluate("seen")} == {(True, "")}
        for name in ("DeclineInsurance", "Stand"):
            sent(bob, "BJ-07", type=name, position=1)
        answer_all(page)
        told(page, "You ")
        dealer.clear()


FITTED: Final = """
async (wordings) => {
  const { fit } = await import("/stage/fitting.js");
  const { wordings: inFewer } = await import("/stage/dock.js");
  const status = document.getElementById("status");
  fit(status, inFewer({ words: wordings, wagers: [{ section: "58 Pa. Code § 633a.7(p)(1)" }] }));
  const said = status.textContent.replaceAll("\u00a0", " ");
  return [said, status.scrollHeight <= status.clientHeight + 1];
}
"""
"""What the status says of a round, and whether it is whole."""


def test_what_is_too_long_for_its_line_is_said_in_fewer_words(enter: Enter) -> None:
    page = enter("surveillance", "/tables/BJ-07", width=390, height=844)
    expect(page.locator("#status")).not_to_be_empty()
    hand = "Blackjack wager, hand 1, 20, the dealer busts with 25 (§ 633a.7(p)(1))"
    whole = f"You won $25: {hand}."
    assert page.evaluate(FITTED, whole) == [whole, True]
    side = "Perfect Pairs, mixed pair (§ 633a.7(p)(1))"
    several = f"You won $45. 2 wagers won $50: {hand}; {side}. Tie: lost $5."
    brief = several.replace(" (§ 633a.7(p)(1))", "")
    assert page.evaluate(FITTED, several) == [brief, True]
    many = f"You won $75. 4 wagers won $130: {'; '.join([hand] * 6)}."
    assert page.evaluate(FITTED, many) == [
        "You won $75. 4 wagers won $130: see “Each wager”.",
        True,
    ]


def test_the_last_round_can_be_looked_at_until_chips_are_laid(enter: Enter) -> None:
    """By those who had a wager in it."""
    page = enter("alice", "/tables/BA-03")
    with dealt_by_a_person(enter, "BA-03") as dealer:
        expect(page.locator("#status")).not_to_be_empty()
        chip(page, "25")
        lay(page, 4, "Tie")
        place(page)
        expect(page.get_by_role("button", name="Rebet")).to_be_disabled()
        expect(page.locator('[data-pile="4/baccarat-tie"]')).to_be_visible()
        dealer.close_wagers()
        told(page, re.compile(r"^You (won|lost) \$.*: Tie, \d against \d \(ch\."))
        dealer.clear()
        expect(page.get_by_role("button", name="Rebet")).to_be_enabled()
        expect(page.get_by_role("link", name=re.compile("^Replay round"))).to_be_visible()
        page.keyboard.press("v")
        expect(page.get_by_role("dialog")).to_contain_text("Tie")
        close(page)
        lay(page, 4, "Tie")
        expect(page.get_by_role("button", name="Each wager")).to_have_count(0)
        expect(page.get_by_role("button", name="Undo")).to_be_enabled()
        page.set_viewport_size({"width": 390, "height": 844})
        nothing_overlaps(page)
        leave = page.get_by_role("button", name=re.compile("^Leave position "))  # the first of hers
        position = str(leave.get_attribute("aria-label")).removeprefix("Leave position ")
        leave.click()
        expect(page.locator(f'[data-seat="{position}"]')).to_contain_text("free")
    rounds = page.request.get("/api/tables/BA-03/rounds").json()
    replay = f"/api/tables/BA-03/rounds/{rounds[-1]['round']}/replay"
    answer = enter("bob", "/healthz").request.get(replay)
    assert answer.json()["message"].startswith("You had no wager in round ")
