"""Blazing 7's: which payouts a floorperson verifies, and from what they are paid."""

import pytest

from amounts import dollars
from tables import FedTable, kinds, of_kind, settled, table_rules
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    DealCard,
    Hit,
    PlaceWager,
    Stand,
)
from upcard.engine.core.jackpot_events import (
    AwardsClaimed,
    AwardsDetermined,
    JackpotPaid,
    ProgressivesLocked,
)
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import (
    CompletePapers,
    ConfirmLight,
    PayJackpot,
    RecordAwards,
    ValidateJackpot,
    VerifyHand,
)
from upcard.engine.jackpots.steps import floor_step
from upcard.host.meters.memory import MemoryMeters

SEVENS = "blazing-7s"
WITHOUT_FLOOR = UNTIL_CLEARED & ~Automation.FLOOR


def played(paytable: str, names: str, *decisions: Command) -> FedTable:
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
    table.send(CloseBets(), PlaceWager(1, SEVENS, dollars(5)))
    events = table.send(DealCard(24))
    assert kinds(events) == ["ProgressivesLocked", "CardDealt"]
    assert of_kind(events, ProgressivesLocked)[0].wagers == ((1, SEVENS, dollars(5)),)
    assert table.refuses(PlaceWager(2, SEVENS, dollars(5))) == "633c.9(a)(2)"


def taken(table: FedTable) -> list[str]:
    """The steps that a payout takes, in order, until the table may be cleared."""
    names = []
    while (step := floor_step(table.state)) is not None:
        names.append(type(step).__name__)
        table.send(step)
    table.send(ClearTable())
    return names


@pytest.mark.parametrize(
    ("names", "hits", "row", "paid"),
    [
        ("7h 5s 2d Td 6c 8s", 0, "one-7", "15.00"),
        ("7h 5s 7d Td 6c 8s", 0, "two-7s", "130.00"),
    ],
)
def test_e_1_every_win_is_verified(names: str, hits: int, row: str, paid: str) -> None:
    """Without a floorperson (2), from the table inventory (3)."""
    table = played("A", names, *([Hit(1)] * hits), Stand(1))
    assert settled(table.events)[-1] == (1, SEVENS, row, "5.00", paid)
    assert table.refuses(PayJackpot(1, SEVENS)) == "633c.9(e)(1)"
    assert table.refuses(ClearTable()) == "633c.9(e)(3)"
    table.send(VerifyHand(1, SEVENS))
    assert table.refuses(ValidateJackpot(1, SEVENS)) == "633c.9(e)(3)"
    assert taken(table) == ["PayJackpot"]
    (payout,) = of_kind(table.events, JackpotPaid)
    assert (payout.amount, payout.source) == (dollars(paid), "table-inventory")


def test_e_1_a_loss_takes_no_step() -> None:
    table = played("A", "8h 5s 2d Td 6c 8s", Stand(1))
    assert table.state.jackpots == ()
    assert of_kind(table.events, AwardsClaimed) == []
    table.send(ClearTable())


def test_e_2_odds_of_200_to_1_are_201_for_1_and_wait_for_a_floorperson() -> None:
    table = played("A", "7h 5s 7d Td 7c 6s", Hit(1))  # three sevens
    assert settled(table.events)[-1] == (1, SEVENS, "three-7s", "5.00", "1005.00")
    table.send(VerifyHand(1, SEVENS))
    assert table.refuses(PayJackpot(1, SEVENS)) == "633c.9(e)(2)"
    table.send(ValidateJackpot(1, SEVENS), PayJackpot(1, SEVENS))


def test_e_2_greater_odds_wait_for_a_floorperson() -> None:
    table = played("B", "7c 5s 7s Td 7c 6s", Hit(1))  # one color: 500 to 1
    assert settled(table.events)[-1] == (1, SEVENS, "three-7s-same-color", "5.00", "2505.00")
    assert table.refuses(ValidateJackpot(1, SEVENS)) == "633c.9(e)(1)"
    assert table.refuses(PayJackpot(1, SEVENS)) == "633c.9(e)(1)"
    table.send(VerifyHand(1, SEVENS))
    assert table.refuses(ConfirmLight(1, SEVENS)) == "633c.9(e)(2)"  # no light here
    assert table.refuses(PayJackpot(1, SEVENS)) == "633c.9(e)(2)"
    table.send(ValidateJackpot(1, SEVENS))
    assert table.refuses(ClearTable()) == "633c.9(e)(3)"
    (paid,) = table.send(PayJackpot(1, SEVENS))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(2505), "jackpot-slip")
    assert table.refuses(ClearTable()) == "633c.9(e)(3)"
    table.send(CompletePapers(1, SEVENS), ClearTable())


@pytest.mark.parametrize(
    ("shows", "source"),
    [
        ("10049.49", "jackpot-slip"),
        ("10049.50", "jackpot-slip"),  # 10,050.00 with the wager's part: 1,005 is 10%
        ("10049.51", "table-inventory"),
        ("40000.00", "table-inventory"),
    ],
)
def test_e_3_a_payout_by_odds_of_ten_per_cent_of_what_the_meter_shows(
    shows: str, source: str
) -> None:
    """Whatever its odds; the payout is all that is handed to the player."""
    choices = {"paytable": "A", "wager": 5, "increment": "10%"}
    table = FedTable(table_rules(wagers={SEVENS: choices}), WITHOUT_FLOOR)
    meters = table.table.meters
    assert isinstance(meters, MemoryMeters)
    table.table.meters = meters.with_amount("", dollars(shows))
    table.wager(1, blazing_7s=5)
    table.deal("7h 5s 7d Td 7c 6s")
    table.send(Hit(1))
    (asked,) = of_kind(table.events, AwardsClaimed)
    assert asked.claims == ()
    (told,) = of_kind(table.events, AwardsDetermined)
    assert (told.amounts, told.shown) == ((), dollars(shows) + dollars("0.50"))
    papers = ["CompletePapers"] if source == "jackpot-slip" else []
    assert taken(table) == ["VerifyHand", "ValidateJackpot", "PayJackpot", *papers]
    (paid,) = of_kind(table.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(1005), source)


def test_e_3_nothing_is_paid_before_it_is_known_what_the_meter_shows() -> None:
    """The meters are somewhere else: what they show has to be recorded, once, in whole cents."""
    table = FedTable(table_rules(wagers={SEVENS: {"paytable": "A", "wager": 5}}), WITHOUT_FLOOR)
    table.table.meters = None
    table.wager(1, blazing_7s=5)
    table.deal("7h 5s 2d Td 6c 8s")
    table.send(Stand(1), VerifyHand(1, SEVENS))
    assert table.refuses(PayJackpot(1, SEVENS)) == "633c.9(e)(3)"
    assert table.refuses(RecordAwards(SEVENS, ())) == "633c.9(d)"
    assert table.refuses(RecordAwards(SEVENS, (), 1)) == "633c.9(d)"
    table.send(RecordAwards(SEVENS, (), dollars(150)))
    assert table.refuses(RecordAwards(SEVENS, (), dollars(150))) == "633c.9(d)"
    assert taken(table) == ["PayJackpot", "CompletePapers"]  # 15 of 150


def test_e_3_ten_per_cent_or_more_are_paid_by_slip() -> None:
    table = played("A", "7c 5s 7s Td 7c 6s", Hit(1))  # one color: 10% of the meter
    table.send(VerifyHand(1, SEVENS), ValidateJackpot(1, SEVENS))
    (paid,) = table.send(PayJackpot(1, SEVENS))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars("1000.05"), "jackpot-slip")
    assert table.refuses(ClearTable()) == "633c.9(e)(3)"
    table.send(CompletePapers(1, SEVENS), ClearTable())


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
    table.send(Hit(1), Hit(2))
    paid = {event.position: event.amount for event in of_kind(table.events, JackpotPaid)}
    assert paid == {1: dollars(whole), 2: dollars("1000.10")}
    (meter,) = table.meters.values()
    assert meter.house_paid == dollars(added)
    assert meter.display == dollars(10_000)
