"""Card reader and shuffling device: used without cause, out of order, jammed."""

import pytest

from amounts import dollars
from tables import MANUAL, FedTable, kinds, round_of, table_rules
from upcard.cards.card import parse_card
from upcard.engine.core.commands import (
    BurnCard,
    CloseBets,
    CutCards,
    DealCard,
    DeclineInsurance,
    Hit,
    InsertCoverCard,
    LoadShoe,
    OrderReshuffle,
    SeatPlayer,
    SettleOptionalWagers,
    Shuffle,
    Stand,
    UseCardReader,
)
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import (
    CoverShuffler,
    ExposeCard,
    MisuseCardReader,
    RepairShuffler,
    ReportShufflerFailure,
    ReportShufflerJam,
)
from upcard.engine.irregular.events import CardReaderMisused, ShufflerJammed
from upcard.engine.play import due, question
from upcard.engine.shoe.upkeep_commands import RepairCardReader, ReportReaderFailure

REVEALS = table_rules(equipment={"reader_reveals": True}, wagers={"lucky-ladies": {}})


def test_j_where_the_value_may_be_known_all_hands_are_dead() -> None:
    table = FedTable(REVEALS)
    table.wager(1, lucky_ladies=5)
    table.wager(2)
    table.deal("9h 5h 8s 7d 6d Tc")
    events = table.send(MisuseCardReader())
    assert kinds(events) == ["CardReaderMisused", "WagerReturned", "WagerReturned", "RoundSettled"]
    assert table.state.phase is Phase.SETTLED
    assert table.state.accounts["player 2"] == 0
    assert table.state.accounts["player 1"] == -dollars(5), "the side wager was lost before"


def test_j_otherwise_play_goes_on() -> None:
    table = round_of("9h 8s 7d Tc")
    before = table.state
    assert table.send(MisuseCardReader()) == [CardReaderMisused(reveals=False)]
    assert table.state == before


@pytest.mark.parametrize("upcard", ["As", "Ks", "Ts"])
def test_j_with_an_ace_or_ten_up_it_is_no_mistake(upcard: str) -> None:
    table = round_of(f"9h {upcard} 7d 5c")
    if upcard == "As":
        table.send(DeclineInsurance(1))
    assert table.refuses(MisuseCardReader()) == "633a.14(j)"


def test_j_an_exposed_card_goes_to_the_rack_with_the_dead_round() -> None:
    """§ 633a.14(c), (j)(1)."""
    table = FedTable(REVEALS)
    table.wager(1)
    table.deal("9h 8s 7d Tc")
    seven = parse_card("7c")
    table.send(ExposeCard(seven), MisuseCardReader())
    assert table.state.faults.exposed == -1
    assert seven in table.state.stack.discards


def test_k_a_malfunction_stops_the_table() -> None:
    table = round_of("9h 8s 7d Tc")
    table.send(ReportReaderFailure())
    assert question(table.state) is None
    assert due(table.state) is None
    for command in (Hit(1), Stand(1), DealCard(3), UseCardReader(), CloseBets()):
        assert table.refuses(command) == "633a.14(k)"
    table.send(SeatPlayer(5, "Eve"))
    table.send(RepairCardReader())
    assert question(table.state) is not None


def test_k_before_the_reader_is_used() -> None:
    """§ 633a.14(k): the dealer waits where the hole card would have to be inserted."""
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe(), BurnCard())
    table.wager(1)
    names = ("9h", "Ks", "7d", "5c")
    table.send(CloseBets(), *(DealCard(parse_card(name)) for name in names))
    table.send(SettleOptionalWagers(), ReportReaderFailure())
    assert table.refuses(UseCardReader()) == "633a.14(k)"
    table.send(RepairCardReader(), UseCardReader())
    assert table.state.phase is Phase.PEEKED


def shuffling() -> FedTable:
    """Two batches and a device; the first shoe has been dealt."""
    table = FedTable(table_rules(dealing="automated-shuffler", decks=2))
    table.by_hand()
    table.send(OrderReshuffle())
    return table


def test_l_the_same_batch_is_shuffled_again() -> None:
    table = shuffling()
    table.send(Shuffle())
    batch = table.state.stack.batch
    table.send(ReportShufflerJam())
    assert table.state.phase is Phase.SHUFFLING
    table.send(Shuffle())
    assert table.state.stack.batch == batch == 1


def test_l_during_a_shuffle_nothing_else_changes() -> None:
    table = shuffling()
    before = table.state
    assert table.send(ReportShufflerJam()) == [ShufflerJammed()]
    assert table.state == before


def test_m_no_other_way_of_shuffling_before_the_device_is_covered() -> None:
    table = shuffling()
    batch = table.state.stack.batch
    table.send(ReportShufflerFailure())
    assert table.refuses(Shuffle()) == "633a.14(m)"
    assert due(table.state) is None
    table.send(CoverShuffler(), Shuffle())
    assert table.state.stack.batch == batch, "by hand the batch in play is shuffled"


def test_m_a_device_that_works_is_not_covered() -> None:
    table = shuffling()
    assert table.refuses(CoverShuffler()) == "633a.14(m)"
    assert table.refuses(RepairShuffler()) == "633a.14(m)"


def test_m_nobody_deals_from_the_hand_without_it() -> None:
    """§ 633a.12(b)(2): covering the device does not help there."""
    table = FedTable(table_rules(dealing="from-the-hand", decks=2))
    table.by_hand()
    table.send(OrderReshuffle(), ReportShufflerFailure(), CoverShuffler())
    assert table.refuses(Shuffle()) == "633a.12(b)(2)"
