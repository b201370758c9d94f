"""Whose position it is, and the wagers that lie there."""

from msgspec.structs import replace

from amounts import dollars
from tables import FedTable, refused, short
from upcard.engine.core.commands import LeaveSeat, PlaceWager, SeatPlayer
from upcard.engine.play import refusal


def test_a_a_position_with_a_wager_is_its_player_s_for_the_round() -> None:
    """§ 633a.6(a): where the seat is free as well, on a state built for it."""
    table = FedTable()
    table.wager(3, player="Ann")
    assert table.refuses(SeatPlayer(3, "Bob")) == "633a.6(a)"
    free = replace(table.state, seats=())
    violation = refused(free, SeatPlayer(3, "Bob"))
    assert (short(violation.section), violation.message) == (
        "633a.6(a)",
        "Position 3 is Ann's in this round.",
    )
    assert refusal(free, SeatPlayer(3, "Ann")) is None


def test_a_a_side_wager_is_placed_by_the_position_s_player_alone() -> None:
    table = FedTable()
    table.wager(2, player="Ann")
    table.send(SeatPlayer(4, "Bob"))
    assert table.refuses(PlaceWager(4, "blackjack", dollars(15), "Ann")) == "633a.6(a)"
    assert table.state.boxes[3] is None


def test_c_who_has_a_wager_on_the_layout_stays() -> None:
    table = FedTable()
    table.send(SeatPlayer(3, "Ann"))
    table.wager(3)
    assert table.refuses(LeaveSeat(3)) == "633a.6(c)"
    assert dict(table.state.seats) == {3: "Ann"}


def test_a_an_empty_seat_is_not_left() -> None:
    assert FedTable().refuses(LeaveSeat(3)) == "633a.6(a)"
