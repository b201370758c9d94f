"""Cards that should not have been seen or drawn: found face up, drawn in error, drawn past 17."""

import pytest

from tables import SHOE, FedTable, cards, kinds, of_kind, round_of, settled, table_rules
from upcard.cards.card import parse_card
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    DoubleDown,
    Hit,
    ReshuffleDiscards,
    ReturnWagers,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import DiscardsReshuffled
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import (
    DrawInError,
    ExposeCard,
    FindFaceUpCard,
    MissRequestedCard,
    OverdrawDealer,
    RefuseCard,
)
from upcard.engine.irregular.events import (
    CardDrawnInError,
    DealerOverdrawn,
    ExposedCardDiscarded,
    FaceUpCardFound,
)
from upcard.engine.play import question

SEVEN = parse_card("7c")


def test_a_a_card_found_face_up_goes_to_the_discard_rack() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets())
    before = table.state.stack
    assert table.send(FindFaceUpCard(SEVEN)) == [FaceUpCardFound(SEVEN, 0)]
    assert table.state.stack.remaining == before.remaining - 1
    assert table.state.stack.discards == (*before.discards, SEVEN)
    assert table.state.dealer == ()
    assert table.state.box(1).hands[0].cards == ()


def test_a_or_in_the_segregated_area_of_the_double_shoe() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1), SHOE)
    table.wager(1)
    table.send(CloseBets(), FindFaceUpCard(SEVEN, side=1))
    assert [stack.segregated for stack in table.state.stacks] == [(), (SEVEN,)]
    assert [stack.remaining for stack in table.state.stacks] == [52, 51]


def test_a_it_is_the_next_card_of_the_shoe_where_nobody_names_it() -> None:
    table = FedTable()
    table.shoe.feed(cards("7c Th 8s 9d Tc"))
    table.send(FindFaceUpCard())
    table.wager(1)
    table.send(CloseBets())
    assert table.state.box(1).hands[0].total == 19


def test_a_not_from_an_empty_side() -> None:
    table = FedTable(automations=SHOE)
    for _ in range(311):
        table.send(FindFaceUpCard(SEVEN))
    assert table.state.stack.remaining == 0
    assert table.refuses(FindFaceUpCard(SEVEN)) == "633a.14(a)"


@pytest.mark.parametrize("card", [52, 99])
def test_a_it_is_a_card_of_the_deck(card: int) -> None:
    table = FedTable(automations=SHOE)
    assert table.refuses(FindFaceUpCard(card)) == "633a.3(a)"


def test_b_an_unexposed_card_is_used_as_the_next_one() -> None:
    """§ 633a.14(b): it lies beside the shoe, and nothing else can come before it."""
    table = round_of("Th 8s 8d Tc")
    before = table.state
    assert table.send(DrawInError()) == [CardDrawnInError()]
    assert table.state == before


def test_c_the_exposed_card_and_no_other_is_dealt_next() -> None:
    table = round_of("5h 8s 9d Tc")
    table.by_hand()
    table.send(ExposeCard(SEVEN), Hit(1))
    remaining = table.state.stack.remaining
    assert table.refuses(DealCard(parse_card("6c"))) == "633a.14(c)"
    table.send(DealCard(SEVEN))
    assert table.state.box(1).hands[0].cards[-1] == SEVEN
    assert table.state.faults.exposed == -1
    assert table.state.stack.remaining == remaining


def test_c_who_refuses_may_only_stand() -> None:
    table = FedTable(table_rules(adjacent_boxes=2))
    for position in (1, 2):
        table.wager(position, player="Ann")
    table.wager(3)
    table.deal("5h 8c 6h 8s 9d 8d 5d Tc")
    table.send(ExposeCard(SEVEN), RefuseCard(1))
    asked = question(table.state)
    assert asked is not None
    assert (asked.position, set(asked.answers)) == (2, {"stand", "surrender", "refuse-card"})
    for decision in (Hit(2), DoubleDown(2), SplitPair(2)):
        assert table.refuses(decision) == "633a.14(c)"
    table.send(Stand(2), Hit(3))
    assert table.state.box(3).hands[0].cards[-1] == SEVEN


def test_c_a_blackjack_of_who_refused_is_paid_all_the_same() -> None:
    table = FedTable(table_rules(adjacent_boxes=2))
    for position in (1, 2):
        table.wager(position, player="Ann")
    table.deal("5h Ac 8s 9d Kd Tc")
    table.send(ExposeCard(SEVEN), RefuseCard(1))
    assert (2, "blackjack", "blackjack", "15.00", "37.50") in settled(table.events)


def test_c_refused_by_all_and_of_no_use_to_the_dealer_it_is_discarded() -> None:
    table = round_of("5h 8s 9d Tc")
    table.send(ExposeCard(SEVEN))
    events = table.send(RefuseCard(1))
    assert kinds(events)[-2:] == ["ExposedCardDiscarded", "RoundSettled"]
    assert table.state.stack.discards[-1] == SEVEN


def test_c_the_dealer_uses_it() -> None:
    table = round_of("5h 8s 9d 5c")
    table.send(ExposeCard(SEVEN), RefuseCard(1))
    assert table.state.dealer_total == 20
    assert of_kind(table.events, ExposedCardDiscarded) == []


def test_c_the_last_card_of_the_shoe_is_dealt_before_the_discards_are_reshuffled() -> None:
    """§§ 633a.14(c), (f)."""
    table = round_of("5h 8s 9d Tc")
    table.by_hand()
    for _ in range(table.state.stack.remaining - 1):
        table.send(FindFaceUpCard(SEVEN))
    table.send(ExposeCard(SEVEN))
    assert table.state.stack.remaining == 0
    table.send(Hit(1))
    assert table.refuses(ReturnWagers()) == "633a.14(f)"
    table.send(DealCard(SEVEN))
    assert table.refuses(DrawInError()) == "633a.14(b)"


def test_c_a_player_who_refuses_waits_for_no_missed_card() -> None:
    """§ 633a.14(c), (i): no card is dealt to the player during the round any more."""
    table = round_of("8h 8s 8d Tc")
    table.by_hand()
    table.send(SplitPair(1), MissRequestedCard())
    assert (1, 1) in table.state.faults.missed
    table.send(DealCard(parse_card("2c")), ExposeCard(SEVEN), RefuseCard(1))
    assert table.state.faults.missed == ()
    assert question(table.state) is None
    table.send(TurnHoleCard(), SettleRound())
    assert [row[2] for row in settled(table.events)] == ["lose", "lose"]


def test_d_a_card_drawn_past_17_goes_to_the_discard_rack() -> None:
    table = round_of("Th 7s 8d Tc")
    table.by_hand()
    table.send(Stand(1), TurnHoleCard())
    table.send(OverdrawDealer(parse_card("4c")))
    assert table.state.dealer_total == 17
    assert len(table.state.dealer) == 2
    assert table.state.stack.discards[-1] == parse_card("4c")
    assert settled(table.send(SettleRound()))[-1][2] == "win"


def test_d_a_dealer_blackjack_takes_no_card_either() -> None:
    """§§ 633a.14(d), 633a.7(h)."""
    table = round_of("9h Ks 8d Ac")
    assert table.state.phase is Phase.SETTLED
    dealers = FedTable(automations=SHOE)
    dealers.wager(1)
    dealers.send(CloseBets(), *(DealCard(card) for card in cards("9h Ks 8d Ac")))
    dealers.send(SettleOptionalWagers(), UseCardReader(), OverdrawDealer(SEVEN))
    assert isinstance(dealers.events[-1], DealerOverdrawn)
    assert dealers.refuses(DealCard(SEVEN)) == "633a.7(h)"


def test_f_the_cut_of_the_reshuffled_discards_is_offered() -> None:
    """§§ 633a.14(f), 633a.5(b), (c): to a player, else the dealer cuts."""
    table = round_of("9h 7s 5h Td", positions=1)
    table.by_hand()
    for _ in range(table.state.stack.remaining):
        table.send(FindFaceUpCard(SEVEN))
    table.send(Hit(1))
    assert table.refuses(ReshuffleDiscards(SEVEN, cut_by=2)) == "633a.5(c)"
    (event,) = table.send(ReshuffleDiscards(SEVEN, cut_by=1))
    assert isinstance(event, DiscardsReshuffled)
    assert event.cut_by == 1
