"""Majestic Match at the table: placed on a hand, settled between the second and the third cards."""

import pytest

from amounts import dollars
from tables import cards, kinds, of_kind
from tables_of_games import baccarat_rules, baccarat_table, dealt, rows, rules_of
from upcard.cards.card import parse_card
from upcard.engine.baccarat.events import PointCountsAnnounced
from upcard.engine.core.commands import CloseBets, DealCard, PlaceWager, SettleOptionalWagers
from upcard.engine.core.events import WagerSettled
from upcard.engine.core.steps import Automation

SECTION = "58 Pa. Code § 631b.7"
CARDS = "Kh 4s Qh 9d 5c"
"""The player's royal match of hearts draws a 5; the banker's 3 draws too."""


def test_b_on_either_hand_or_both_without_a_baccarat_wager() -> None:
    for names in (
        ["majestic-match-player"],
        ["majestic-match-banker"],
        ["majestic-match-player", "majestic-match-banker"],
    ):
        table = dealt(f"{CARDS} 6c", **{name.replace("-", "_"): 10 for name in names})
        settled = [row[0] for row in rows(table.events)]
        assert sorted(settled) == sorted(names)


def test_b_the_hand_is_named() -> None:
    table = baccarat_table()
    wager = PlaceWager(1, "majestic-match", dollars(10))
    assert table.refuses(wager) == f"{SECTION}(b)"


def test_b_where_the_submission_offers_it() -> None:
    table = baccarat_table(rules_of({"table": {"name": "BAC-02", "game": "baccarat"}}))
    wager = PlaceWager(1, "majestic-match-player", dollars(10))
    assert table.refuses(wager) == "submission: wagers.majestic-match"


def test_c_point_counts_are_announced_and_the_wager_settled_before_third_cards() -> None:
    table = dealt(f"{CARDS} 6c", baccarat_player=10, majestic_match_player=10)
    assert kinds(table.events)[-11:] == [
        "BetsClosed",
        *["CardDealt"] * 4,
        "PointCountsAnnounced",
        "WagerSettled",
        *["CardDealt"] * 2,
        "WagerSettled",
        "RoundSettled",
    ]
    (announced,) = of_kind(table.events, PointCountsAnnounced)
    assert (announced.player, announced.banker) == (0, 3)


def test_c_not_before_the_initial_cards_lie_there() -> None:
    table = baccarat_table(automations=Automation.SHOE)
    table.wager(1, "majestic-match-player", 10)
    assert table.refuses(SettleOptionalWagers()) == f"{SECTION}(c)"
    table.send(CloseBets())
    for name in CARDS.split()[:4]:
        assert table.refuses(SettleOptionalWagers()) == f"{SECTION}(c)"
        table.send(DealCard(parse_card(name)))
    assert table.refuses(DealCard(0)) == "58 Pa. Code ch. 631a"
    table.send(SettleOptionalWagers())
    assert table.refuses(SettleOptionalWagers()) == f"{SECTION}(c)"
    table.send(DealCard(0))


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("Kh 4s Qh 9d 5c 6c", "260.00", "0.00"),
        ("4s Kh 9d Qh 5c", "0.00", "260.00"),
        ("Kh Qs 9h 8s", "35.00", "35.00"),
        ("Kh Qs 9d 8c", "0.00", "0.00"),
    ],
)
def test_c_each_hand_pays_its_own_wager(cards: str, player: str, banker: str) -> None:
    table = dealt(cards, majestic_match_player=10, majestic_match_banker=10)
    paid = {row[0]: row[2] for row in rows(table.events)}
    assert paid == {"majestic-match-player": player, "majestic-match-banker": banker}


def test_c_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    """§ 631b.7(c): from the dealer's right in each pass; (c)(2) takes what lost, (d) pays."""
    table = baccarat_table(baccarat_rules())
    for position in (1, 2, 3):
        table.wager(position, "majestic-match-player", 10)
        table.wager(position, "majestic-match-banker", 10)
    table.cards = cards("Kh Qs 9h 8c")
    table.send(CloseBets())
    settled = of_kind(table.events, WagerSettled)
    assert [(row.position, row.outcome, row.section) for row in settled] == [
        *((position, "lose", f"{SECTION}(c)(2)") for position in (3, 2, 1)),
        *((position, "suited-match", f"{SECTION}(d)") for position in (3, 2, 1)),
    ]
