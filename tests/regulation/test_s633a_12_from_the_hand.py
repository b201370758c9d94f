"""Blackjack dealt from the hand: two decks at most, a card removed before each round."""

import pytest

from tables import (
    SHOE,
    FedTable,
    cards,
    dealt,
    findings,
    kinds,
    of_kind,
    play_round,
    shuffled_table,
    submission,
    table_rules,
    units,
)
from upcard.engine import commands as c
from upcard.engine import events as e
from upcard.engine.phases import Phase


@pytest.mark.parametrize("decks", [3, 4, 6, 8])
def test_b_1_no_more_than_two_decks(decks: int) -> None:
    found = findings(submission(dealing="from-the-hand", decks=decks))
    assert ("table.decks", "633a.12(b)(1)") in found
    for fewer in (1, 2):
        assert findings(submission(dealing="from-the-hand", decks=fewer)) == []


def test_b_2_an_automated_shuffling_device() -> None:
    declared = submission(dealing="from-the-hand", decks=1, equipment={"shuffler": False})
    assert findings(declared) == [("equipment.shuffler", "633a.12(b)(2)")]


def test_b_5_the_first_card_of_each_round_is_removed() -> None:
    table, _ = shuffled_table(table_rules(dealing="from-the-hand", decks=2), seed=3)
    assert of_kind(table.events, e.CardBurned) == []
    for _ in range(15):
        played = kinds(play_round(table, (1, 2)))
        start = played.index("RemovalDue")
        removal = [kind for kind in played[start:] if kind != "CoverCardAppeared"]
        assert removal[:3] == ["RemovalDue", "CardBurned", "CardDealt"]
        assert played.count("CardBurned") == 1


def test_b_5_no_card_is_dealt_before_it() -> None:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2), SHOE)
    table.wager(1)
    table.send(c.CloseBets())
    assert table.state.phase is Phase.REMOVING
    assert table.refuses(c.DealCard(0)) == "633a.7(f)"
    table.send(c.BurnCard(50))
    assert table.state.stack.discards == (50,)
    assert table.refuses(c.BurnCard(51)) == "633a.7(c)"


def test_b_5_not_once_more_for_a_new_dealer() -> None:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2))
    assert kinds(table.send(c.ReplaceDealer())) == ["DealerReplaced", "BurnNotRequired"]


def test_b_5_then_in_the_order_of_every_deal() -> None:
    table = FedTable(table_rules(dealing="from-the-hand", decks=2))
    table.wager(6)
    table.wager(2)
    assert [row[:2] for row in dealt(table.deal("9h 9c 7s 8h 8c Td"))] == [
        (2, 1),
        (6, 1),
        (e.UPCARD, 0),
        (2, 1),
        (6, 1),
        (e.HOLE, 0),
    ]


def test_b_5_the_removed_card_may_lie_under_the_cover_card() -> None:
    """§§ 633a.12(b)(5), 633a.7(e): the round goes on and the cards are shuffled after it."""
    table = FedTable(table_rules(dealing="from-the-hand", decks=1), SHOE)
    table.by_hand()
    table.wager(4)
    table.send(c.CloseBets(), c.ShowCoverCard(), c.BurnCard())
    table.send(*(c.DealCard(card) for card in cards("9h 7s 8h Td")))
    table.send(c.SettleOptionalWagers(), c.Stand(4), c.TurnHoleCard(), c.SettleRound())
    assert kinds(table.send(c.ClearTable())) == ["ReshuffleDue"]
    table.send(c.Shuffle())
    assert table.state.cut_offers == (4,)
    assert table.state.accounts["player 4"] == units(0)
