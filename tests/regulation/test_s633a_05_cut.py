"""To whom the cut is offered, and where the cover card goes: what is refused."""

from tables import MANUAL, FedTable
from upcard.engine.core.commands import CutCards, DeclineCut, InsertCoverCard, SeatPlayer, Shuffle


def shuffled(*seated: int) -> FedTable:
    """A table whose first stack was shuffled, with players who arrived in this order."""
    table = FedTable(automations=MANUAL)
    table.send(*(SeatPlayer(position, f"player at {position}") for position in seated))
    table.send(Shuffle())
    return table


def test_c_nobody_declines_for_another() -> None:
    table = shuffled(4, 2)
    assert table.refuses(DeclineCut(2)) == "633a.5(c)"
    table.send(DeclineCut(4))


def test_d_the_cover_card_goes_into_the_stack() -> None:
    """§ 633a.5(d): no deeper than there are cards, at least a quarter from the bottom."""
    table = shuffled(4)
    table.send(CutCards(4, 20))
    assert table.refuses(InsertCoverCard(312)) == "633a.5(d)"
    assert table.refuses(InsertCoverCard(77)) == "633a.5(d)"
    table.send(InsertCoverCard(78))
