"""The rack card: a folded sheet without an empty panel, and the moments of its wagers."""

from itertools import product
from typing import Final, get_args

import pytest

from reports.paper_tables import GAMES, MANY_WAGERS, facts, source, source_from
from upcard.reports.names import language
from upcard.reports.rendering.fit import Size
from upcard.reports.rendering.html import page
from upcard.reports.rendering.pdf import fitted
from upcard.reports.sheets.rack_card import rack_card
from upcard.rules.loader import all_wagers
from upcard.wagers.catalogue import wager

WHEN: Final = "When wagers are paid and collected"
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
    told = facts(rack_card(source_from(text)), WHEN)
    assert told["Match the Dealer Progressive"] == (
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
    assert facts(rack_card(source("lightning-roulette")), WHEN) == {
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
    fit = fitted(rack_card(source_from(MANY_WAGERS)), "letter")
    assert fit.size > 11, "that was the size in which all rules stood on the front"


def test_many_wagers_still_have_readable_type() -> None:
    fit = fitted(rack_card(source_from(MANY_WAGERS)), "a4")
    assert len(fit.columns) == 4
    assert fit.size >= SMALLEST


def test_what_a_card_is_filed_by_stands_on_its_back_alone() -> None:
    card = rack_card(source("baccarat"))
    html = page(card, fitted(card, "letter"), "letter")
    front, back = html.split('<div class="column">')[1:]
    assert html.count('<div class="foot">') == 1
    assert '<div class="foot">' in back
    assert card.title in front
    assert "@bottom-left { content: none; }" in html, "no foot of a page, and no number"
