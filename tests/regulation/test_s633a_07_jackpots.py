"""The progressive wagers of § 633a.7(o): verified by size, paid to account, by slip or in chips."""

import pytest

from amounts import dollars
from tables import FedTable, answer_all, of_kind, settled, table_rules
from upcard.engine.core.commands import ClearTable, Command, Hit, PlaceWager
from upcard.engine.core.jackpot_events import AwardsClaimed, JackpotPaid
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import CompletePapers, PayJackpot, ValidateJackpot, VerifyHand

WITHOUT_FLOOR = UNTIL_CLEARED & ~Automation.FLOOR


def played(slug: str, names: str, wagers: tuple[int, ...] = (5,), *hits: Command) -> FedTable:
    """A wager at each position in dollars, a rate of 10%, hits, and then everybody stands."""
    rules = table_rules(wagers={slug: {"increment": "10%", "minimum": 1, "maximum": 100}})
    table = FedTable(rules, WITHOUT_FLOOR)
    for position, amount in enumerate(wagers, 1):
        table.wager(position)
        table.send(PlaceWager(position, slug, dollars(amount)))
    table.deal(names)
    table.send(*hits)
    answer_all(table.table)
    return table


def only(table: FedTable, slug: str) -> tuple[int, str, str, str, str]:
    (row,) = [row for row in settled(table.events) if row[1] == slug]
    return row


BAD_BEAT = {
    "four cards": ("Th 5c Kd 4h 6d 6h", "250.00", False),
    "five cards": ("Th 3c Kd 4h 2d 5h 7d", "500.00", True),
    "six cards": ("Th 2c Kd 3h 2d 4h 3d 7d", "5000.00", True),
}


@pytest.mark.parametrize(("names", "paid", "waits"), BAD_BEAT.values(), ids=BAD_BEAT)
def test_o_1_bad_beat_is_verified_from_100_for_1(names: str, paid: str, waits: bool) -> None:
    """§ 633a.7(o)(1)(ii)(B)."""
    table = played("bad-beat", names)
    assert only(table, "bad-beat")[4] == paid
    assert bool(table.state.jackpots) is waits


def test_o_1_bad_beat_is_credited_to_the_game_account() -> None:
    """§§ 633a.7(o)(1)(ii)(C), 633a.2(c): no chips, no slip, no papers."""
    table = played("bad-beat", "Th 2c Kd 2h 2d 2s 3d 3h 7d")
    assert table.refuses(ValidateJackpot(1, "bad-beat")) == "633a.7(o)(1)(ii)(A)"
    table.send(VerifyHand(1, "bad-beat"))
    assert table.refuses(PayJackpot(1, "bad-beat")) == "633a.7(o)(1)(ii)(B)"
    table.send(ValidateJackpot(1, "bad-beat"))
    (paid,) = table.send(PayJackpot(1, "bad-beat"))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars("5000.50"), "game-account")
    table.send(ClearTable())


def test_o_1_winners_share_in_proportion_to_their_wagers() -> None:
    """§ 633a.7(o)(1)(ii)(C): 5,002 to wagers of 15 and 5."""
    table = played("bad-beat", "Th Ts 2c Kd Kc 2h 2d 2s 3d 3h 7d", (15, 5))
    (claimed,) = of_kind(table.events, AwardsClaimed)
    assert [(claim.position, claim.wagered) for claim in claimed.claims] == [
        (1, dollars(15)),
        (2, dollars(5)),
    ]
    assert [jackpot.amounts for jackpot in table.state.jackpots if jackpot.position == 1] == [
        (dollars("3751.50"),)
    ]
    assert [jackpot.amounts for jackpot in table.state.jackpots if jackpot.position == 2] == [
        (dollars("1250.50"),)
    ]


HIT_AND_RUN = {
    "six cards": ("Th 2c Kd 3h 2d 4h 3d 7d", "125.00", False),
    "seven cards": ("Th 2c Kd 2d 2h 2s 3d 3h 7d", "1000.00", True),
}


@pytest.mark.parametrize(("names", "paid", "waits"), HIT_AND_RUN.values(), ids=HIT_AND_RUN)
def test_o_2_hit_and_run_is_verified_from_200_for_1(names: str, paid: str, waits: bool) -> None:
    """§ 633a.7(o)(2)(ii)(B)."""
    table = played("hit-and-run", names)
    assert only(table, "hit-and-run")[4] == paid
    assert bool(table.state.jackpots) is waits


def test_o_2_the_whole_meter_is_paid_by_slip_and_the_cards_remain() -> None:
    """§ 633a.7(o)(2)(ii)(C)."""
    table = played("hit-and-run", "Th 2c Kd 2d 2h 2s 3d Ah Ad 7d")
    assert only(table, "hit-and-run")[2] == "eight-or-more-cards"
    table.send(VerifyHand(1, "hit-and-run"), ValidateJackpot(1, "hit-and-run"))
    (paid,) = table.send(PayJackpot(1, "hit-and-run"))
    assert isinstance(paid, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars("1000.50"), "jackpot-slip")
    assert table.refuses(ClearTable()) == "633a.7(o)(2)(ii)(C)"
    table.send(CompletePapers(1, "hit-and-run"), ClearTable())


def test_o_3_straight_jack_is_verified_from_100_for_1() -> None:
    """§ 633a.7(o)(3)(ii)(A), (B): 50 to 1, 51 for 1, is verified alone; 200 to 1 by a floorperson.

    (C): 255 of 5,000.50 is less than 10%, 1,005 is more.
    """
    four = played("straight-jack", "2h 7s 3d Td 4c 5s", (5,), Hit(1), Hit(1))
    assert only(four, "straight-jack")[2:] == ("four-card-straight", "5.00", "255.00")
    assert four.refuses(PayJackpot(1, "straight-jack")) == "633a.7(o)(3)(ii)(A)"
    four.send(VerifyHand(1, "straight-jack"), PayJackpot(1, "straight-jack"))
    (paid,) = of_kind(four.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(255), "table-inventory")
    four.send(ClearTable())
    hits = (Hit(1),) * 3
    five = played("straight-jack", "2h 7s 3d Td 4c 5s 6h", (5,), *hits)
    assert only(five, "straight-jack")[2:] == ("five-card-straight", "5.00", "1005.00")
    for step in (VerifyHand, ValidateJackpot, PayJackpot):
        five.send(step(1, "straight-jack"))
    (paid,) = of_kind(five.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(1005), "jackpot-slip")


def test_o_3_ten_per_cent_of_the_meter_of_whatever_odds() -> None:
    """§ 633a.7(o)(3)(ii)(C): 50 to 1 on 10 is 510 of 5,001: by slip, though nobody validates it."""
    table = played("straight-jack", "2h 7s 3d Td 4c 5s", (10,), Hit(1), Hit(1))
    for step in (VerifyHand, PayJackpot, CompletePapers):
        table.send(step(1, "straight-jack"))
    (paid,) = of_kind(table.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars(510), "jackpot-slip")


def test_o_3_meter_and_odds_are_one_payout_by_slip() -> None:
    """§ 633a.7(o)(3)(ii)(C): ace of spades to six: 5,000.50, 200 to 1, and the stake."""
    hits = (Hit(1),) * 4
    table = played("straight-jack", "2h 7s 3d Td 4c 5s 6h As", (5,), *hits)
    assert only(table, "straight-jack")[4] == "1005.00"
    for step in (VerifyHand, ValidateJackpot, PayJackpot):
        table.send(step(1, "straight-jack"))
    (paid,) = of_kind(table.events, JackpotPaid)
    assert (paid.amount, paid.source) == (dollars("6005.50"), "jackpot-slip")
    assert table.refuses(ClearTable()) == "633a.7(o)(3)(ii)(C)"
