"""A table in memory: what it does when cards run out, and when something is refused."""

import pytest

from amounts import dollars
from tables import FedTable, cards, kinds, table_rules
from upcard.cards.shoe import FedShoe
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState, new_table
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.phases import Phase
from upcard.engine.play import evolve
from upcard.rules.violation import RuleViolation


def test_a_card_reading_shoe_may_fall_behind() -> None:
    rules = table_rules()
    shoe = FedShoe()
    table = AutomatedTable[BlackjackState](rules, shoe)
    table.send(PlaceWager(1, "blackjack", dollars(15)))
    assert kinds(table.send(CloseBets())) == ["BetsClosed"]
    shoe.feed(cards("9h 7s"))
    assert kinds(table.resume()) == ["CardDealt", "CardDealt"]
    assert table.resume() == []
    shoe.feed(cards("8h Td"))
    assert kinds(table.resume()) == ["CardDealt", "CardDealt", "PlayStarted"]
    assert table.state.phase is Phase.PLAYING


def test_several_commands_are_carried_out_or_none() -> None:
    table = FedTable(table_rules(wagers={"lucky-ladies": {"maximum": 25}})).table
    state, count = table.state, len(table.events)
    with pytest.raises(RuleViolation):
        table.send_all(
            [
                PlaceWager(1, "blackjack", dollars(15)),
                PlaceWager(1, "lucky-ladies", dollars(9_999)),
            ]
        )
    assert table.state is state
    assert len(table.events) == count
    table.send(PlaceWager(1, "blackjack", dollars(15)))
    again = new_table(state.rules)
    for event in table.events:
        again = evolve(again, event)
    assert again == table.state
