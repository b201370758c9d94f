"""Blazing 7's beside a split: the two sevens and the third card dealt. § 633c.9(d)(1)."""

import pytest

from tables import SHOE, FedTable, cards, play_script, table_rules
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    SettleOptionalWagers,
    SettleRound,
    UseCardReader,
)
from upcard.engine.core.phases import Phase
from upcard.rules.loader import wager_rules

OPENING = "7h 6d 7c Td"
"""Two sevens of different colors against a six; a ten in the hole."""


def outcome(drawn: str, decisions: str, resplits: int = 2) -> str:
    """What the wager comes to when these cards follow, and the player answers so."""
    rules = table_rules(blackjack={"resplits": resplits}, wagers={"blazing-7s": {"paytable": "A"}})
    script = f"cards {OPENING} {drawn}\nwager 1 blackjack 15, blazing-7s 1\ndecide 1 {decisions}\n"
    (played,) = play_script(rules, script)
    assert "refused" not in played
    assert not played.get("unused")
    (found,) = [
        settlement["outcome"]
        for settlement in played["settlements"]
        if settlement["wager"] == "blazing-7s"
    ]
    return str(found)


STAND = " stand"


@pytest.mark.parametrize(
    ("drawn", "decisions", "made"),
    [
        ("2c 3c 5h", "split stand stand", "two-7s"),
        ("7d 2c 5h", "split stand stand", "three-7s"),
        ("7d 2c 3c 4c 5h", "split split stand stand stand", "three-7s"),
        ("7d 7s 2c 3c 4c 8c 5h", "split split split" + 4 * STAND, "three-7s"),
        ("2c 7d 3c 4c 5h", "split stand split stand stand", "two-7s"),
        ("2c 7d 7s 3c 4c 9h 5h", "split stand split split" + 3 * STAND, "two-7s"),
    ],
)
def test_d_1_the_third_card_counts_however_often_it_is_split(
    drawn: str, decisions: str, made: str
) -> None:
    assert outcome(drawn, decisions) == made


def test_d_1_hands_of_later_splits_stand_before_it() -> None:
    """The fourth card, a seven too, is split again before the third one's hand is played."""
    drawn, decisions = "7d 7s 2c 7c 3c 4c 9h 2h 5h", "split split split stand split" + 4 * STAND
    assert outcome(drawn, decisions, resplits=4) == "three-7s"
    drawn, decisions = "8d 2c 3c 5h", "split stand stand"
    assert outcome(drawn, decisions, resplits=4) == "two-7s"


def by_upcard(names: str, decisions: str, reading: str = "upcard") -> str:
    """What the wager comes to with a procedure for the third card."""
    choices = {"paytable": "A", "third_card": reading}
    rules = table_rules(fully_automated=True, wagers={"blazing-7s": choices})
    script = f"cards {names}\nwager 1 blackjack 15, blazing-7s 1\ndecide 1 {decisions}\n"
    (played,) = play_script(rules, script)
    assert "refused" not in played
    (found,) = [
        settlement["outcome"]
        for settlement in played["settlements"]
        if settlement["wager"] == "blazing-7s"
    ]
    return str(found)


@pytest.mark.parametrize(
    ("names", "decisions", "upcard", "draw"),
    [
        # a seven up, and none drawn to the split hands
        ("7h 7d 7c Td 2c 3c", "split stand stand", "three-7s", "two-7s"),
        # a six up, and a seven drawn to the first hand
        ("7h 6d 7c Td 7d 2c 5h", "split stand stand", "two-7s", "three-7s"),
        # a seven up, split twice
        ("7h 7d 7c Td 7s 2c 3c 4c", "split split stand stand stand", "three-7s", "three-7s"),
        # red sevens and a red seven up: one color, after a split too
        ("7h 7d 7h Td 2c 3c", "split stand stand", "three-7s-same-color", "two-7s"),
    ],
)
def test_h_the_upcard_decides_after_a_split_too(
    names: str, decisions: str, upcard: str, draw: str
) -> None:
    """§ 633c.9(h) puts the upcard in the place of the card of (d)(1) as well."""
    assert by_upcard(names, decisions) == upcard
    assert by_upcard(names, decisions, "draw") == draw


def test_h_no_card_is_dealt_to_two_sevens_against_a_dealer_blackjack() -> None:
    """§ 633c.9(d)(4) gives a card; with the upcard procedure an ace up decides."""
    assert by_upcard("7h Ad 7c Kd", "no-insurance") == "two-7s"
    assert by_upcard("7h Ad 7c Kd 7d", "no-insurance", "draw") == "three-7s"


def test_d_4_two_sevens_get_their_card_before_the_round_is_settled() -> None:
    """§ 633c.9(d)(4): also when the dealer has Blackjack."""
    table = FedTable(table_rules(wagers={"blazing-7s": {"wager": 5}}), SHOE)
    table.wager(1, blazing_7s=5)
    table.send(CloseBets(), *(DealCard(card) for card in cards("7h Ks 7d Ad")))
    table.send(SettleOptionalWagers(), UseCardReader())
    assert table.state.phase is Phase.DRAWING
    assert table.refuses(SettleRound()) == "633c.9(d)(4)"
    assert wager_rules("blazing-7s").data.extra_card == "58 Pa. Code § 633c.9(d)(4)"
