"""The table: no more than seven betting positions."""

import pytest

from amounts import dollars
from tables import FedTable, findings, submission, table_rules
from upcard.engine.core.commands import PlaceWager, SeatPlayer


@pytest.mark.parametrize("positions", [8, 9, 100])
def test_a_more_than_seven_positions_do_not_comply(positions: int) -> None:
    assert findings(submission(positions=positions)) == [("table.positions", "633a.2(a)")]


@pytest.mark.parametrize("positions", [1, 3, 7])
def test_a_a_wager_needs_a_position_of_the_table(positions: int) -> None:
    table = FedTable(table_rules(positions=positions))
    for outside in (0, -1, positions + 1):
        assert table.refuses(PlaceWager(outside, "blackjack", dollars(15))) == "633a.2(a)"
        assert table.refuses(SeatPlayer(outside, "Ann")) == "633a.2(a)"
    table.wager(positions)
    assert [position for position, _ in table.state.in_play()] == [positions]
