"""The opening of a table: decks inspected, verified, spread, washed and shuffled."""

import pytest

from tables import MANUAL, FedTable, kinds, of_kind, round_of, table_rules
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.phases import Phase
from upcard.engine.shoe import upkeep_commands as cu
from upcard.engine.shoe import upkeep_events as eu

OPENING = (cu.ReceiveDecks(), cu.InspectCards(), cu.VerifyInspection(), cu.SpreadCards())


def opened(dealing: str = "shoe") -> FedTable:
    """Decks lie spread on a table that nobody has come to."""
    table = FedTable(table_rules(dealing=dealing, decks=2), MANUAL)
    table.send(*OPENING)
    return table


def test_a_the_dealer_inspects_and_the_floorperson_verifies() -> None:
    table = FedTable(automations=MANUAL)
    table.send(cu.ReceiveDecks())
    assert table.refuses(cu.VerifyInspection()) == "633a.4(a)"
    assert table.refuses(c.Shuffle()) == "633a.5(a)"
    table.send(cu.InspectCards())
    assert table.refuses(cu.SpreadCards()) == "633a.4(b)"
    assert kinds(table.send(cu.VerifyInspection())) == ["InspectionVerified"]


def test_a_decks_come_between_two_rounds() -> None:
    assert round_of("9h 7s 5h Td").refuses(cu.ReceiveDecks()) == "633a.4(a)"
    table = FedTable()
    table.wager(1)
    assert table.refuses(cu.ReceiveDecks()) == "633a.4(a)"


def test_b_the_cards_lie_spread_until_the_first_player_arrives() -> None:
    table = opened()
    assert table.state.phase is Phase.WASHING
    assert table.refuses(cu.WashCards()) == "633a.4(c)"
    events = table.send(c.SeatPlayer(3, "Ann"), cu.WashCards())
    assert kinds(events) == ["PlayerSeated", "CardsWashed"]


def test_c_then_they_are_washed_and_shuffled_and_the_first_player_may_cut() -> None:
    """§§ 633a.4(c), 633a.5(c)(1)."""
    table = opened()
    table.send(c.SeatPlayer(3, "Ann"), c.SeatPlayer(5, "Bob"), cu.WashCards(), c.Shuffle())
    assert table.state.cut_offers == (3,)


def test_c_so_at_a_table_that_has_been_open_for_long() -> None:
    """§§ 633a.3(d), 633a.5(c)(1): with new decks the game is just beginning."""
    table = FedTable()
    for _ in range(2):
        table.wager(2)
        table.deal("9h 7s 9d Td")
        table.send(c.Stand(2), c.ClearTable())
    table.wager(5)
    table.deal("9h 7s 9d Td")
    table.send(c.Stand(5), c.ClearTable())
    table.by_hand()
    table.send(*OPENING, cu.WashCards(), c.Shuffle())
    assert table.state.cut_offers == (2,)
    table.send(c.CutCards(2, 30), c.InsertCoverCard(78), c.LoadShoe(), c.BurnCard())
    shuffled = table.send(c.OrderReshuffle(), c.Shuffle())[-1]
    assert isinstance(shuffled, e.CardsShuffled)
    assert shuffled.cut_offers == (5, 2)


@pytest.mark.parametrize(
    ("dealing", "parts"),
    [("shoe", 1), ("double-shoe", 2), ("automated-shuffler", 2), ("continuous-shuffler", 1)],
)
def test_d_sides_and_batches_are_spread_and_washed_apart(dealing: str, parts: int) -> None:
    """§§ 633a.4(d), (e)."""
    table = opened(dealing)
    assert of_kind(table.events, eu.CardsSpread) == [eu.CardsSpread(parts)]
    assert table.send(c.SeatPlayer(1), cu.WashCards())[-1] == eu.CardsWashed(parts)


def test_d_both_sides_of_a_double_shoe_are_shuffled_then() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=2))
    table.send(c.SeatPlayer(1), cu.ReceiveDecks())
    loaded = [event for event in kinds(table.events) if event == "CardsLoaded"]
    assert len(loaded) == 4
    assert table.state.phase is Phase.WAGERING


def test_e_each_batch_apart() -> None:
    assert opened("automated-shuffler").events[-1] == eu.CardsSpread(2)


def test_f_prepared_decks_are_shuffled_at_once() -> None:
    table = FedTable()
    table.by_hand()
    assert table.send(cu.ReceiveDecks(prepared=True)) == [eu.PreparedDecksReceived()]
    assert table.state.phase is Phase.SHUFFLING
    assert table.refuses(cu.InspectCards()) == "633a.4(a)"
    table.send(c.Shuffle())


def test_the_dealer_takes_these_steps_when_a_player_is_there() -> None:
    """§ 633a.4: nothing is washed before anybody has come."""
    table = FedTable()
    table.send(cu.ReceiveDecks())
    assert table.state.phase is Phase.WASHING
    assert kinds(table.send(c.SeatPlayer(4)))[1:3] == ["CardsWashed", "CardsShuffled"]
