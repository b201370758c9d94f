"""A recut that the floorperson requires, and the cards of a table without players."""

from tables import MANUAL, FedTable, kinds, round_of, table_rules
from upcard.cards.shoe import ShuffledShoe
from upcard.cards.shuffle import seeded_bits
from upcard.engine.automation import AutomatedTable
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import (
    CutCards,
    DeclineCut,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    SeatPlayer,
    Shuffle,
)
from upcard.engine.core.phases import Phase
from upcard.engine.shoe.upkeep_commands import OrderRecut, SpreadIdleCards, StackCards, WashCards
from upcard.engine.shoe.upkeep_events import IdleCardsSpread


def cut() -> FedTable:
    """Eve, at the farthest position to the dealer's right, has cut."""
    table = FedTable()
    table.by_hand()
    table.send(SeatPlayer(2, "Bob"), SeatPlayer(5, "Eve"), OrderReshuffle(), Shuffle())
    table.send(CutCards(5, 30))
    return table


def test_e_the_player_who_cut_last_cuts_again_or_the_next_one_entitled() -> None:
    table = cut()
    table.send(OrderRecut())
    assert table.state.phase is Phase.CUTTING
    assert table.state.cut_offers == (5, 2)
    assert kinds(table.send(DeclineCut(5), CutCards(2, 40))) == ["CutDeclined", "CardsCut"]


def test_e_also_when_the_cover_card_is_in() -> None:
    table = cut()
    table.send(InsertCoverCard(78), OrderRecut(), CutCards(5, 50), InsertCoverCard(90))
    assert kinds(table.send(LoadShoe())) == ["CardsLoaded"]
    assert table.refuses(OrderRecut()) == "633a.5(e)"


def test_e_not_before_the_cut() -> None:
    assert FedTable(automations=MANUAL).refuses(OrderRecut()) == "633a.5(e)"


def test_e_a_dealer_s_cut_is_cut_again_by_the_dealer() -> None:
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), OrderRecut(), CutCards(0, 60))
    assert table.state.phase is Phase.COVERING


def test_e_the_cards_are_those_of_both_cuts() -> None:
    """§ 633a.5(d), (e): the second cut is made in the stack that the first one left."""
    tables = []
    for depths in ((30, 60), (90,)):
        shoe = ShuffledShoe(6, 1, seeded_bits(3))
        table: AutomatedTable[BlackjackState] = AutomatedTable(table_rules(), shoe, MANUAL)
        table.send(Shuffle())
        for number, depth in enumerate(depths):
            if number:
                table.send(OrderRecut())
            table.send(CutCards(0, depth))
        tables.append(shoe)
    first, second = tables
    assert [first.draw(0) for _ in range(312)] == [second.draw(0) for _ in range(312)]


def test_g_idle_cards_lie_spread_until_a_player_has_come() -> None:
    table = FedTable()
    table.by_hand()
    assert table.send(SpreadIdleCards()) == [IdleCardsSpread(face_up=False)]
    assert table.refuses(WashCards()) == "633a.4(c)"
    table.send(SeatPlayer(6, "Fay"), SeatPlayer(7, "Gus"), WashCards(), Shuffle())
    assert table.state.cut_offers == (6,), "the game begins again (§ 633a.5(c)(1))"


def test_g_face_up_where_a_player_asks_for_it() -> None:
    assert FedTable().send(SpreadIdleCards(face_up=True))[0] == IdleCardsSpread(face_up=True)


def test_g_a_device_takes_them_and_gives_the_other_batch() -> None:
    table = FedTable(table_rules(dealing="automated-shuffler", decks=2))
    table.by_hand()
    batch = table.state.stack.batch
    table.send(SpreadIdleCards())
    assert table.refuses(StackCards()) == "633a.5(g)"
    table.send(SeatPlayer(1), StackCards(), Shuffle())
    assert table.state.stack.batch == 1 - batch


def test_g_without_a_device_they_are_shuffled_by_hand() -> None:
    table = FedTable()
    table.by_hand()
    table.send(SpreadIdleCards(), SeatPlayer(1))
    assert table.refuses(StackCards()) == "633a.5(g)(1)"


def test_g_not_while_somebody_plays() -> None:
    table = FedTable()
    table.wager(1)
    assert table.refuses(SpreadIdleCards()) == "633a.5(g)"
    assert round_of("9h 7s 5h Td").refuses(SpreadIdleCards()) == "633a.5(g)"


def test_h_a_device_that_reshuffles_keeps_its_cards() -> None:
    table = FedTable(table_rules(dealing="continuous-shuffler"))
    assert table.refuses(SpreadIdleCards()) == "633a.5(h)"
