"""Match the Dealer Blackjack: what the base game pays, when the progressive wager is decided."""

from tables import FedTable, rules_from, settled
from upcard.engine.core.commands import Stand

TABLE = '[table]\nname = "W-01"\ngame = "match-the-dealer-blackjack"\n'
PROGRESSIVE = (
    '[wagers.match-the-dealer-progressive]\npaytable = "3c-1"\nwager = 5\nseed = 10000\n'
    'reseed = 10000\nincrement = "15%"\n'
)


def test_a_blackjack_pays_3_to_2() -> None:
    """WSGC Match the Dealer Blackjack, Rules and Dealing Procedures (v003)."""
    table = FedTable(rules_from(TABLE))
    table.wager(1)
    (row,) = settled(table.deal("As 7h Kd Tc"))
    assert row[1:3] == ("blackjack", "blackjack")
    assert row[3:5] == ("15.00", "37.50")


def test_a_progressive_wager_is_decided_before_anybody_plays() -> None:
    """WSGC Match the Dealer Blackjack, Progressive Rules and Dealing Procedures (v003).

    The up card is assessed when the initial cards lie; the 21 wager waits for the play.
    """
    table = FedTable(rules_from(TABLE + PROGRESSIVE))
    table.wager(1, match_the_dealer_progressive=5)
    dealt = [row[1] for row in settled(table.deal("9h 7s 8h Tc"))]
    assert dealt == ["match-the-dealer-progressive"]
    played = [row[1] for row in settled(table.send(Stand(1)))]
    assert played == ["blackjack"]
