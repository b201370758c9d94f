"""Wagers of any kind are covered by money at the table: what is refused, what is still offered."""

from typing import Any

from msgspec.structs import replace

from amounts import dollars
from tables import FedTable, table_rules
from tables_of_hybrid import HybridTable, hole_card_rules
from upcard.engine.core.commands import (
    DoubleDown,
    Insure,
    PlaceWager,
    Press,
    SplitPair,
    Stand,
)
from upcard.engine.core.money import BRING_MONEY
from upcard.engine.core.money_commands import BringMoney
from upcard.engine.core.phases import Phase
from upcard.engine.play import question, refusal


def with_money(amount: int | str, **choices: Any) -> FedTable:
    table = FedTable(table_rules(bring_money=True, **choices))
    table.send(BringMoney(dollars(amount), "ann"))
    return table


def answers(table: FedTable) -> set[str]:
    asked = question(table.state)
    assert asked is not None
    return set(asked.answers)


def test_s633a_10_a_double_is_covered() -> None:
    table = with_money(25)
    table.wager(1, 15, player="ann")
    table.deal("5s Td 6h 7c")
    assert table.refuses(DoubleDown(1, dollars(15))) == BRING_MONEY
    assert answers(table) == {"hit", "stand", "double", "surrender"}
    asked = question(table.state)
    assert asked is not None
    assert asked.answers["double"] == DoubleDown(1, dollars(10)), "for less: what ann has"
    table.send(asked.answers["double"])
    assert table.state.money_of("ann") == 0


def test_s633a_10_a_double_for_less_is_in_whole_chips_and_needs_one() -> None:
    few = DoubleDown(1, dollars("2.50"))
    for has, less in (("17.70", {few}), ("15.30", set())):
        table = with_money(has)
        table.wager(1, 15, player="ann")
        table.deal("5s Td 6h 7c")
        asked = question(table.state)
        assert asked is not None
        assert {asked.answers[name] for name in asked.answers.keys() & {"double"}} == less


def test_s633a_11_a_split_is_covered() -> None:
    table = with_money(25)
    table.wager(1, 15, player="ann")
    table.deal("8s Td 8h 7c")
    assert table.refuses(SplitPair(1)) == BRING_MONEY
    assert answers(table) == {"hit", "stand", "double", "surrender"}


def test_s633a_8_insurance_is_covered() -> None:
    table = with_money(20)
    table.wager(1, 15, player="ann")
    table.deal("8s Ad 8h 7c")
    assert table.refuses(Insure(1, dollars("7.50"))) == BRING_MONEY
    asked = question(table.state)
    assert asked is not None
    assert set(asked.answers) == {"insurance", "no-insurance"}
    assert asked.answers["insurance"] == Insure(1, dollars(5))
    table.send(asked.answers["insurance"])
    assert table.state.money_of("ann") == 0


def test_a_side_wager_is_covered() -> None:
    table = with_money(19, wagers={"lucky-ladies": {}})
    table.wager(1, 15, player="ann")
    assert table.refuses(PlaceWager(1, "lucky-ladies", dollars(5), "ann")) == BRING_MONEY
    table.send(PlaceWager(1, "lucky-ladies", dollars(4), "ann"))
    assert table.state.money_of("ann") == 0


def test_s633a_02_a_companion_wager_is_covered() -> None:
    table = with_money(24, wagers={"three-card-poker": {}, "top-3": {}})
    table.wager(1, 15, player="ann", three_card_poker=5)
    assert table.refuses(PlaceWager(1, "top-3", dollars(5), "ann")) == BRING_MONEY
    table.send(PlaceWager(1, "top-3", dollars(4), "ann"))
    assert table.state.money_of("ann") == 0


def test_s633a_07_a_press_takes_the_winnings_and_what_it_wins_is_the_players() -> None:
    table = with_money(20, wagers={"house-money": {}})
    table.wager(1, 15, player="ann", house_money=5)
    assert table.state.money_of("ann") == 0
    table.deal("8h 6s 8d Td Kc")
    assert table.state.money_of("ann") == dollars(20)
    table.send(Press(1))
    assert table.state.money_of("ann") == dollars(5)
    assert table.refuses(DoubleDown(1, dollars(30))) == BRING_MONEY
    table.send(Stand(1))
    assert table.state.money_of("ann") == dollars(5 + 60)
    assert table.state.brought == dollars(20)


def test_s633c_05_a_terminal_is_offered_what_its_money_covers() -> None:
    table = HybridTable(replace(hole_card_rules(), bring_money=True))
    table.send(BringMoney(dollars(25), "ann"))
    table.place("ann", blackjack=15)
    table.deal("8s 8d 7h Td")
    assert table.state.phase is Phase.PLAYING
    asked = question(table.state)
    assert asked is not None
    assert set(asked.answers) == {"hit", "stand", "double"}
    assert asked.answers["double"] == table.decide("ann", "double", dollars(10))
    violation = refusal(table.state, table.decide("ann", "double"))
    assert violation is not None
    assert violation.section == BRING_MONEY
    assert refusal(table.state, table.decide("ann", "double", dollars(10))) is None
