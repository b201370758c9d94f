"""The opening of a table: decks inspected, verified, spread, washed and shuffled."""

import pytest

from tables import MANUAL, FedTable, kinds, of_kind, round_of, table_rules
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CutCards,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    SeatPlayer,
    Shuffle,
    Stand,
)
from upcard.engine.core.events import CardsShuffled
from upcard.engine.core.phases import Phase
from upcard.engine.shoe.upkeep_commands import (
    InspectCards,
    ReceiveDecks,
    SpreadCards,
    VerifyInspection,
    WashCards,
)
from upcard.engine.shoe.upkeep_events import CardsSpread, CardsWashed, PreparedDecksReceived

OPENING = (ReceiveDecks(), InspectCards(), VerifyInspection(), SpreadCards())


def opened(dealing: str = "shoe") -> FedTable:
    """Decks lie spread on a table that nobody has come to."""
    table = FedTable(table_rules(dealing=dealing, decks=2), MANUAL)
    table.send(*OPENING)
    return table


def test_a_the_dealer_inspects_and_the_floorperson_verifies() -> None:
    table = FedTable(automations=MANUAL)
    table.send(ReceiveDecks())
    assert table.refuses(VerifyInspection()) == "633a.4(a)"
    assert table.refuses(Shuffle()) == "633a.5(a)"
    table.send(InspectCards())
    assert table.refuses(SpreadCards()) == "633a.4(b)"
    assert kinds(table.send(VerifyInspection())) == ["InspectionVerified"]


def test_a_decks_come_between_two_rounds() -> None:
    assert round_of("9h 7s 5h Td").refuses(ReceiveDecks()) == "633a.4(a)"
    table = FedTable()
    table.wager(1)
    assert table.refuses(ReceiveDecks()) == "633a.4(a)"


def test_b_the_cards_lie_spread_until_the_first_player_arrives() -> None:
    table = opened()
    assert table.state.phase is Phase.WASHING
    assert table.refuses(WashCards()) == "633a.4(c)"
    events = table.send(SeatPlayer(3, "Ann"), WashCards())
    assert kinds(events) == ["PlayerSeated", "CardsWashed"]


def test_c_then_they_are_washed_and_shuffled_and_the_first_player_may_cut() -> None:
    """§§ 633a.4(c), 633a.5(c)(1)."""
    table = opened()
    table.send(SeatPlayer(3, "Ann"), SeatPlayer(5, "Bob"), WashCards(), Shuffle())
    assert table.state.cut_offers == (3,)


def test_c_so_at_a_table_that_has_been_open_for_long() -> None:
    """§§ 633a.3(d), 633a.5(c)(1): with new decks the game is just beginning."""
    table = FedTable()
    for _ in range(2):
        table.wager(2)
        table.deal("9h 7s 9d Td")
        table.send(Stand(2), ClearTable())
    table.wager(5)
    table.deal("9h 7s 9d Td")
    table.send(Stand(5), ClearTable())
    table.by_hand()
    table.send(*OPENING, WashCards(), Shuffle())
    assert table.state.cut_offers == (2,)
    table.send(CutCards(2, 30), InsertCoverCard(78), LoadShoe(), BurnCard())
    shuffled = table.send(OrderReshuffle(), Shuffle())[-1]
    assert isinstance(shuffled, CardsShuffled)
    assert shuffled.cut_offers == (5, 2)


@pytest.mark.parametrize(
    ("dealing", "parts"),
    [("shoe", 1), ("double-shoe", 2), ("automated-shuffler", 2), ("continuous-shuffler", 1)],
)
def test_d_sides_and_batches_are_spread_and_washed_apart(dealing: str, parts: int) -> None:
    """§§ 633a.4(d), (e)."""
    table = opened(dealing)
    assert of_kind(table.events, CardsSpread) == [CardsSpread(parts)]
    assert table.send(SeatPlayer(1), WashCards())[-1] == CardsWashed(parts)


def test_d_both_sides_of_a_double_shoe_are_shuffled_then() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=2))
    table.send(SeatPlayer(1), ReceiveDecks())
    loaded = [event for event in kinds(table.events) if event == "CardsLoaded"]
    assert len(loaded) == 4
    assert table.state.phase is Phase.WAGERING


def test_e_each_batch_apart() -> None:
    assert opened("automated-shuffler").events[-1] == CardsSpread(2)


def test_f_prepared_decks_are_shuffled_at_once() -> None:
    table = FedTable()
    table.by_hand()
    assert table.send(ReceiveDecks(prepared=True)) == [PreparedDecksReceived()]
    assert table.state.phase is Phase.SHUFFLING
    assert table.refuses(InspectCards()) == "633a.4(a)"
    table.send(Shuffle())


def test_the_dealer_takes_these_steps_when_a_player_is_there() -> None:
    """§ 633a.4: nothing is washed before anybody has come."""
    table = FedTable()
    table.send(ReceiveDecks())
    assert table.state.phase is Phase.WASHING
    assert kinds(table.send(SeatPlayer(4)))[1:3] == ["CardsWashed", "CardsShuffled"]
