"""The Must-Hit-By Mystery bonus at the table: who won it, and the steps at which it is paid."""

import pytest

from amounts import dollars
from tables import FedTable, kinds, of_kind, play_script, table_rules
from upcard.engine.core.commands import ClearTable, Stand
from upcard.engine.core.jackpot_events import JackpotPaid, MysteryAwarded
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.jackpots.commands import (
    ConfirmLight,
    PayJackpot,
    RecordMystery,
    ValidateJackpot,
    VerifyHand,
)

RUN = "hit-and-run"
WITHOUT_FLOOR = UNTIL_CLEARED & ~Automation.FLOOR


def table_of(paid: str, secret: str, automations: Automation = WITHOUT_FLOOR) -> FedTable:
    """Three players with wagers of five dollars on a meter from 100 to 500, 2% of each."""
    rules = table_rules(wagers={RUN: {"wager": 5, "must_hit_by": "B-5", "must_hit_by_paid": paid}})
    table = FedTable(rules, automations)
    table.hide(secret)
    for position in (1, 2, 3):
        table.wager(position, hit_and_run=5)
    return table


def test_c_3_the_contribution_that_exceeds_the_value_wins() -> None:
    """The second of 100.10, 100.20 and 100.30 is above 100.15; each stands on the last."""
    table = table_of("slip", "100.15")
    events = table.deal("9h 8h 7h 6s 9d 8d 7d Td")
    names = kinds(events)
    assert names[:3] == ["BetsClosed", "ProgressivesLocked", "CardDealt"]
    (awarded,) = of_kind(events, MysteryAwarded)
    assert (awarded.position, awarded.amount) == (2, dollars("100.20"))


def test_c_3_not_at_the_value_itself() -> None:
    table = table_of("slip", "100.20")
    (awarded,) = of_kind(table.deal("9h 8h 7h 6s 9d 8d 7d Td"), MysteryAwarded)
    assert awarded.position == 3


@pytest.mark.parametrize(
    ("paid", "source", "inventory"),
    [("slip", "jackpot-slip", 0), ("inventory", "table-inventory", -dollars("100.10"))],
)
def test_c_5_light_floorperson_and_payment(paid: str, source: str, inventory: int) -> None:
    """§ 633c.14(c)(5), (6): from the table inventory or by slip, as submitted."""
    table = table_of(paid, "100.05")
    table.deal("9h 8h 7h 6s 9d 8d 7d Td")
    assert table.refuses(VerifyHand(1, RUN)) == "633c.14(c)(5)(i)"
    assert table.refuses(ValidateJackpot(1, RUN)) == "633c.14(c)(5)(i)"
    table.send(ConfirmLight(1, RUN))
    assert table.refuses(PayJackpot(1, RUN)) == "633c.14(c)(5)(ii)"
    table.send(ValidateJackpot(1, RUN))
    (event,) = table.send(PayJackpot(1, RUN))
    assert isinstance(event, JackpotPaid)
    assert (event.amount, event.source) == (dollars("100.10"), source)
    assert table.state.accounts["table-inventory"] == inventory
    assert table.state.phase is Phase.PLAYING  # the round goes on meanwhile


def test_c_5_the_round_is_not_over_before_it_is_paid() -> None:
    table = table_of("inventory", "100.05")
    table.deal("9h 8h 7h 6s 9d 8d 7d Td Kc")
    table.send(Stand(1), Stand(2), Stand(3))
    assert table.refuses(ClearTable()) == "633c.14(c)(5)(iii)"
    table.table.automations |= Automation.FLOOR
    table.table.resume()
    table.send(ClearTable())


def test_c_1_a_player_without_the_wager_wins_none() -> None:
    table = table_of("slip", "500")
    table.wager(4)
    table.deal("9h 8h 7h 9c 6s 9d 8d 7d 9s Td")
    assert table.refuses(RecordMystery(RUN, 4, dollars(101))) == "633c.14(c)(4)"
    assert table.refuses(RecordMystery(RUN, 1, dollars("101.0001"))) == "633a.7(o)(2)"
    assert table.refuses(RecordMystery(RUN, 1, 0)) == "633c.14(c)(4)"
    assert table.refuses(RecordMystery("straight-jack", 1, 100)) == (
        "submission: wagers.straight-jack"
    )
    table.send(RecordMystery(RUN, 1, dollars(101)))
    assert table.refuses(RecordMystery(RUN, 1, dollars(101))) == "633c.14(c)(4)"


def test_c_7_beside_the_wager_s_own_payout() -> None:
    """Two payouts of one position and wager: each step takes the first that waits for it."""
    table = table_of("slip", "100.05")
    table.deal("9h 8h 7h 2c 9d 8d 7d 2d 2h 2s 3c 3d 3s Ts")  # seven cards for the dealer
    table.send(Stand(1), Stand(2), Stand(3))
    assert [jackpot.outcome for jackpot in table.state.jackpots if jackpot.position == 1] == [
        "mystery-bonus",
        "seven-cards",
    ]
    table.send(VerifyHand(1, RUN), ConfirmLight(1, RUN))
    table.send(ValidateJackpot(1, RUN), ValidateJackpot(1, RUN))
    paid = [*table.send(PayJackpot(1, RUN)), *table.send(PayJackpot(1, RUN))]
    assert [event.amount for event in of_kind(paid, JackpotPaid)] == [
        dollars("100.10"),
        dollars(1000),
    ]


@pytest.mark.parametrize(
    ("wager", "least", "most", "section"),
    [
        ({RUN: {"wager": 5, "must_hit_by": "B-5"}}, "100.00", "500.00", "633c.14(c)(4)"),
        ({"super-4": {"mystery": 2}}, "100.00", "500.00", "633c.6(j)"),
    ],
)
def test_c_4_a_script_hides_a_value_of_the_configuration(
    wager: dict[str, dict[str, object]], least: str, most: str, section: str
) -> None:
    """§§ 633c.6(j), 633c.14(c)(3), (4): one sentence with the section, and no round is played."""
    rules = table_rules(wagers=wager)
    block = "cards Th 8s 9d Tc\nwager 1 blackjack 15\n"
    for value in (str(float(most) + 1), str(float(least) - 0.01), f"{least}05"):
        (record,) = play_script(rules, f"{block}mystery {value}\n")
        assert record["refused"]["section"] == f"58 Pa. Code § {section}"
        assert f"from ${least} to ${most}" in record["refused"]["message"]
        assert record["refused"]["message"].count(".") >= 1
    for value in (least, most):
        (record,) = play_script(rules, f"{block}mystery {value}\n")
        assert "refused" not in record


def test_c_7_the_payment_is_cited_where_the_text_says_how_much() -> None:
    """§ 633c.14(c)(7): 100% of the meter; (c)(4) gives the configuration alone."""
    rules = table_rules(wagers={RUN: {"wager": 5, "must_hit_by": "B-5"}})
    (record,) = play_script(
        rules,
        "cards Th 8s 9d Tc\nwager 1 blackjack 15, hit-and-run 5\nmystery 100\n",
    )
    (paid,) = [
        settlement
        for settlement in record["settlements"]
        if settlement["outcome"] == "mystery-bonus"
    ]
    assert (paid["paid"], paid["section"]) == ("100.10", "58 Pa. Code § 633c.14(c)(7)")
