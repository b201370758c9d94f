"""Blazing 7's beside a split: the two sevens and the third card dealt. § 633c.9(d)(1)."""

import pytest

from tables import SHOE, FedTable, cards, play_script, table_rules
from upcard.engine import commands as c
from upcard.engine.phases import Phase

OPENING = "7h 6d 7c Td"
"""Two sevens of different colors against a six; a ten in the hole."""


def outcome(drawn: str, decisions: str, resplits: int = 2) -> str:
    """What the wager comes to when these cards follow, and the player answers so."""
    rules = table_rules(blackjack={"resplits": resplits}, wagers={"blazing-7s": {"paytable": "A"}})
    script = f"cards {OPENING} {drawn}\nwager 1 blackjack 15, blazing-7s 1\ndecide 1 {decisions}\n"
    (played,) = play_script(rules, script)
    assert "refused" not in played
    assert not played.get("unused")
    (found,) = [one["outcome"] for one in played["settlements"] if one["wager"] == "blazing-7s"]
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


def test_d_4_two_sevens_get_their_card_before_the_round_is_settled() -> None:
    """§ 633c.9(d)(4): also when the dealer has Blackjack."""
    table = FedTable(table_rules(wagers={"blazing-7s": {"wager": 5}}), SHOE)
    table.wager(1, blazing_7s=5)
    table.send(c.CloseBets(), *(c.DealCard(card) for card in cards("7h Ks 7d Ad")))
    table.send(c.SettleOptionalWagers(), c.UseCardReader())
    assert table.state.phase is Phase.DRAWING
    assert table.refuses(c.SettleRound()) == "633c.9(d)(4)"
