"""The rack card: a folded sheet without an empty panel, and the moments of its wagers."""

from itertools import product
from typing import Final, get_args

import pytest

from reports.paper_tables import GAMES, MANY_WAGERS, facts, source, source_from
from upcard.reports.names import language
from upcard.reports.rendering.fit import Fit, Size
from upcard.reports.rendering.html import page
from upcard.reports.rendering.paper import Paper
from upcard.reports.rendering.pdf import block_ends, fitted
from upcard.reports.sheets.rack_card import rack_card
from upcard.rules.loader import all_wagers
from upcard.wagers.catalogue import wager

WHEN: Final = "When optional wagers are paid and collected"
FULL: Final = 0.7
"""How far down the page each panel is filled at least; the foot of the back begins at 0.9."""

LONG_BY_SHORT: Final = {"a4": 297 / 210, "letter": 11 / 8.5}
"""The sides of the paper: places are told as parts of the longer one, and the sheet lies across."""

SMALLEST: Final = 8
"""The least size of a card's type, in points."""


def moments(wagers: str) -> dict[str, str]:
    return facts(rack_card(source_from(f'[table]\nname = "A"\n{wagers}')), WHEN)


def test_s633a_07_g_4_a_royal_match_waits_for_the_hole_card() -> None:
    told = moments('[wagers.royal-match-21]\npaytable = "C"\n')
    assert told["Royal Match 21"] == (
        "after the first two cards; a Royal Match against a dealer's king or queen: "
        "when the dealer's hole card is turned, before the Blackjack wagers"
    )


def test_s633a_07_g_10_a_win_of_house_money_waits_for_the_look_at_the_hole_card() -> None:
    told = moments('[wagers.house-money]\npaytable = "multiple-deck"\n')
    assert told["House Money"] == (
        "after the first two cards; a win against a dealer's ten-value card or ace: "
        "after the dealer has looked for a Blackjack"
    )


def test_in_washington_the_down_card_decides_each_hand() -> None:
    text = (
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
        '[wagers.match-the-dealer-progressive]\npaytable = "4d-1"\nwager = 1\nseed = 1000\n'
    )
    values = facts(rack_card(source_from(text)), WHEN)
    assert values["Match the Dealer Progressive"] == (
        "collected before the deal, paid when the dealer's down card is turned, "
        "before the Blackjack wagers"
    )


def test_every_hold_has_its_words_and_none_where_each_hand_waits() -> None:
    """The words are checked against the kernel that holds the wager, card by card."""
    held, found = language().held, set()
    for rules in all_wagers():
        for table in rules.paytables:
            slug, form = rules.data.slug, table.data.form
            rule = wager(slug, rules.data.jurisdiction, form)
            if rule.hold is None:
                continue
            key = f"{slug}-{form}" if f"{slug}-{form}" in held else slug
            if key not in found:
                some = range(0, 52, 3)
                waits = {rule.hold.when(*cards) for cards in product(some, some, some)}
                assert (held[key] == "") == (waits == {1}), key
            found.add(key)
    assert found == held.keys()


def test_wagers_of_one_moment_are_all_wagers() -> None:
    assert facts(rack_card(source("lightning-roulette")), WHEN.replace("optional ", "")) == {
        "All wagers": "when the ball has come to rest"
    }


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("game", sorted(GAMES, key="blackjack-switch".__ne__))
def test_no_panel_of_a_card_is_empty(game: str, size: Size) -> None:
    """Where the parts need three panels of four, the fourth has some of them."""
    fit = fitted(rack_card(source(game)), size)
    assert len(fit.columns) in {2, 4}
    assert all(fit.columns)
    assert fit.size >= SMALLEST


def test_the_back_of_a_card_is_not_thinner_than_its_front() -> None:
    """Lightning Roulette: the rules on the front, both tables of payouts on the back."""
    card = rack_card(source("lightning-roulette"))
    for size in get_args(Size):
        fit = fitted(card, size)
        assert [card.parts[part].heading for part in fit.columns[1]] == [
            "Straight wager",
            "Other wagers",
        ]


def test_panels_share_the_room_beside_the_title() -> None:
    """A table of many wagers: no panel stays half empty while another one bounds the type."""
    card = rack_card(source_from(MANY_WAGERS))
    fit = fitted(card, "letter")
    assert fit.size >= 10, "the largest in which the parts stand in the rulebook's order"
    assert sum(fit.columns, ()) == tuple(range(len(card.parts)))


def test_many_wagers_still_have_readable_type() -> None:
    fit = fitted(rack_card(source_from(MANY_WAGERS)), "a4")
    assert len(fit.columns) == 4
    assert fit.size >= SMALLEST


def test_what_a_card_is_filed_by_stands_on_its_back_alone() -> None:
    card = rack_card(source("baccarat"))
    html = page(card, fitted(card, "letter"), "letter")
    front, back = html.split('<div class="column"')[1:]
    assert html.count('<div class="foot">') == 1
    assert '<div class="foot">' in back
    assert card.title in front
    assert "@bottom-left { content: none; }" in html, "no foot of a page, and no number"


SETTLED: Final = "When the hand is settled"
CHOSEN: Final = """
[table]
name = "A"
adjacent_boxes = 2
mid_shoe_entry = false
[blackjack]
settle_blackjack = "after-reveal"
payoff_order = "right-to-left"
[wagers.trilux-deluxe]
[wagers.blazing-7s]
paytable = "A"
wager = 1
seed = 2000
reseed = 2000
increment = "10%"
"""
"""A table that has chosen otherwise than by default, with a Press and a wager settled last."""


def test_s633a_07_i_r_the_hand_is_settled_as_the_table_has_chosen() -> None:
    values = facts(rack_card(source_from(CHOSEN)), SETTLED)
    assert values == {
        "Blackjack wager": "when the dealer's hand is complete: "
        "seat by seat, from the dealer's right to the left",
        "A Blackjack": "paid at once, against an ace or ten when the dealer's hole card is turned",
        "A dealer's Blackjack": "ends the round: no more cards, all wagers are settled",
        "A surrendered hand": "settled at once, against an ace or ten after the dealer has looked "
        "for a Blackjack",
        "Insurance": "placed against an ace, settled after the dealer has looked for a Blackjack",
    }
    usual = facts(rack_card(source("blackjack")), SETTLED)
    assert usual["Blackjack wager"].endswith(
        "all losing wagers are collected, then winning ones are paid"
    )
    assert usual["A Blackjack"].endswith(
        "against an ace or ten after the dealer has looked for a Blackjack"
    )


def test_s633c_09_d_blazing_7s_is_the_last_of_the_optional_wagers_and_a_press_is_paid() -> None:
    values = facts(rack_card(source_from(CHOSEN)), WHEN)
    assert values["Blazing 7's"] == "at the end of the hand, last of the optional wagers"
    assert values["TriLux Deluxe Press"] == "with the Blackjack wager, 1 to 1 also for a Blackjack"


def test_s633a_06_b_f_a_card_says_the_boxes_and_the_entry() -> None:
    values = facts(rack_card(source_from(CHOSEN)), "Placing wagers")
    assert values["Boxes"] == "up to 2 adjacent ones a player"
    assert values["Entry"].startswith("who sits out a round waits for the reshuffle")
    usual = facts(rack_card(source("blackjack")), "Placing wagers")
    assert usual["Boxes"] == "one for each player"
    assert usual["Entry"] == (
        "a player may begin, or return after a pause, in any round, not only after a shuffle"
    )


def test_s633a_12_a_1_two_boxes_are_one_position() -> None:
    """Two equal wagers of one player: not one box for each player."""
    values = facts(rack_card(source("blackjack-switch")), "Placing wagers")
    assert values["Positions"] == "one for each player"
    assert "Boxes" not in values


def test_s633a_05_h_a_continuous_shuffler_has_no_shuffle_to_wait_for() -> None:
    text = '[table]\nname = "T"\ndecks = 6\ndealing = "continuous-shuffler"\n'
    entry = facts(rack_card(source_from(text)), "Placing wagers")["Entry"]
    assert entry == "a player may begin, or return after a pause, in any round"


def test_s633a_03_e_a_card_says_what_wins_and_the_game_its_own_rules() -> None:
    card = rack_card(source("blackjack-switch"))
    assert facts(card, "What wins")["Cards count"].startswith("face cards 10, an ace 11")
    assert "Switch" in facts(card, "Rules of Blackjack Switch")


def test_without_a_hole_card_insurance_waits_for_the_second_card() -> None:
    values = facts(rack_card(source("hybrid-blackjack-no-hole-card")), SETTLED)
    assert (
        values["Insurance"]
        == "placed against an ace, settled when the dealer's second card is dealt"
    )
    assert "A Blackjack" not in values


def test_in_washington_the_hand_waits_for_the_down_card() -> None:
    text = (
        '[table]\nname = "W"\njurisdiction = "wa"\ngame = "match-the-dealer-blackjack"\ndecks = 6\n'
        '[blackjack]\nsettle_blackjack = "after-reveal"\n'
    )
    values = facts(rack_card(source_from(text)), SETTLED)
    assert values["A Blackjack"].endswith("when the dealer's down card is turned")


def test_a_crowded_card_says_once_what_its_payouts_say() -> None:
    card = rack_card(source_from(MANY_WAGERS))
    values = facts(card, "At this table")
    assert "Blackjack pays" not in values
    assert {"Boxes", "Entry"} <= values.keys()
    assert not {"What wins", "Placing wagers"} & {part.heading for part in card.parts}


def _down(card: Paper, fit: Fit, size: Size) -> list[float]:
    """How far down each panel of a card is filled, as a part of the page: as they are printed."""
    turned = LONG_BY_SHORT[size]
    ends = iter(block_ends(card, size, fit))
    front, *inside, back = fit.columns
    return [
        turned * [next(ends)[1] for part in panel for _ in card.parts[part].blocks][-1]
        for panel in (front, back, *inside)
    ]


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_panels_of_a_card_are_filled_alike(game: str, size: Size) -> None:
    """None ends above three quarters of the page: rows of a thin one stand farther apart."""
    card = rack_card(source(game))
    assert min(_down(card, fitted(card, size), size)) >= FULL
