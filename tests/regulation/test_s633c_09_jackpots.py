"""Blazing 7's: which payouts a floorperson verifies, and from what they are paid."""

import pytest

from tables import UNTIL_CLEARED, FedTable, kinds, of_kind, settled, table_rules, units
from upcard.engine import commands as c
from upcard.engine import jackpot_events as j
from upcard.engine.steps import Automation

SEVENS = "blazing-7s"
WITHOUT_FLOOR = UNTIL_CLEARED & ~Automation.FLOOR


def played(paytable: str, names: str, *decisions: c.Command) -> FedTable:
    """A wager of five dollars on a meter of 10,000.50, the decisions taken."""
    choices = {"paytable": paytable, "wager": 5, "increment": "10%"}
    table = FedTable(table_rules(wagers={SEVENS: choices}), WITHOUT_FLOOR)
    table.wager(1, blazing_7s=5)
    table.deal(names)
    table.send(*decisions)
    return table


def test_a_2_until_the_dealer_begins_dealing() -> None:
    """§ 633c.9(a)(2): placed after "no more bets", refused after the first card."""
    table = FedTable(table_rules(wagers={SEVENS: {"wager": 5}}), Automation.SHOE)
    table.wager(1)
    table.wager(2)
    table.send(c.CloseBets(), c.PlaceWager(1, SEVENS, 50_000))
    events = table.send(c.DealCard(24))
    assert kinds(events) == ["ProgressivesLocked", "CardDealt"]
    assert of_kind(events, j.ProgressivesLocked)[0].wagers == ((1, SEVENS, 50_000),)
    assert table.refuses(c.PlaceWager(2, SEVENS, 50_000)) == "633c.9(a)(2)"


def test_e_2_odds_of_200_for_1_are_paid_at_once() -> None:
    table = played("A", "7h 5s 7d Td 7c 6s", c.Hit(1))  # three sevens
    assert settled(table.events)[-1] == (1, SEVENS, "three-7s", "5.00", "1005.00")
    assert table.state.jackpots == ()
    table.send(c.ClearTable())


def test_e_2_greater_odds_wait_for_a_floorperson() -> None:
    table = played("B", "7c 5s 7s Td 7c 6s", c.Hit(1))  # one color: 500 to 1
    assert settled(table.events)[-1] == (1, SEVENS, "three-7s-same-color", "5.00", "2505.00")
    assert table.refuses(c.ValidateJackpot(1, SEVENS)) == "633c.9(e)(1)"
    assert table.refuses(c.PayJackpot(1, SEVENS)) == "633c.9(e)(1)"
    table.send(c.VerifyHand(1, SEVENS))
    assert table.refuses(c.ConfirmLight(1, SEVENS)) == "633c.9(e)(2)"  # no light here
    assert table.refuses(c.PayJackpot(1, SEVENS)) == "633c.9(e)(2)"
    table.send(c.ValidateJackpot(1, SEVENS))
    assert table.refuses(c.ClearTable()) == "633c.9(e)(3)"
    (paid,) = table.send(c.PayJackpot(1, SEVENS))
    assert isinstance(paid, j.JackpotPaid)
    assert (paid.amount, paid.source) == (units(2505), "table-inventory")
    table.send(c.ClearTable())


def test_e_3_ten_per_cent_or_more_are_paid_by_slip() -> None:
    table = played("A", "7c 5s 7s Td 7c 6s", c.Hit(1))  # one color: 10% of the meter
    table.send(c.VerifyHand(1, SEVENS), c.ValidateJackpot(1, SEVENS))
    (paid,) = table.send(c.PayJackpot(1, SEVENS))
    assert isinstance(paid, j.JackpotPaid)
    assert (paid.amount, paid.source) == (units("1000.05"), "jackpot-slip")
    assert table.refuses(c.ClearTable()) == "633c.9(e)(3)"
    table.send(c.CompletePapers(1, SEVENS), c.ClearTable())


@pytest.mark.parametrize(
    ("together", "whole", "added"),
    [("in-full", "10001", "1000.10"), ("within-meter", "9000.90", 0)],
)
def test_e_3_100_percent_is_100_percent_beside_a_winner_of_10(
    together: str, whole: str, added: str | int
) -> None:
    """One round: three sevens of diamonds at position 1, of clubs at 2; 10,001 on the meter."""
    choices = {"paytable": "B", "wager": 5, "seed": 10_000, "reseed": 10_000, "increment": "10%"}
    rules = table_rules(wagers={SEVENS: {**choices, "awards_together": together}})
    table = FedTable(rules)
    for position in (1, 2):
        table.wager(position, blazing_7s=5)
    table.deal("7d 7c 5s 7d 7c Td 7d 7c 6s")
    table.send(c.Hit(1), c.Hit(2))
    paid = {one.position: one.amount for one in of_kind(table.events, j.JackpotPaid)}
    assert paid == {1: units(whole), 2: units("1000.10")}
    (meter,) = table.meters.values()
    assert meter.house_paid == units(added)
    assert meter.display == units(10_000)
