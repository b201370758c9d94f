"""Double down: on the first two cards, for one card, at most the original wager."""

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    dealt,
    of_kind,
    round_of,
    settled,
    table_rules,
)
from upcard.cards.card import parse_card
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    DoubleDown,
    Hit,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
)
from upcard.engine.core.events import CardDealt, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.view import HIDDEN
from upcard.engine.play import apply

FACE_DOWN = table_rules(double_card="face-down")


@pytest.mark.parametrize("names", ["2h 7s 3d", "Th 7s 9d", "Ah 7s 8d", "Ah 7s Ad", "Kh 7s Qd"])
def test_a_on_any_first_two_cards(names: str) -> None:
    table = round_of(f"{names} Td 2c 5c")
    table.send(DoubleDown(1))
    assert table.state.box(1).hands[0].doubled == dollars(15)
    assert len(table.state.box(1).hands[0].cards) == 3


def test_a_not_on_a_blackjack() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("Ah 7s Kd Td")))
    table.send(SettleOptionalWagers())
    assert table.refuses(DoubleDown(1)) in ("633a.7(k)(1)", "633a.10(a)")


def test_a_not_on_three_cards() -> None:
    table = round_of("2h 7s 3d Td 2c")
    table.send(Hit(1))
    assert table.refuses(DoubleDown(1)) == "633a.10(a)"


@pytest.mark.parametrize("amount", ["15.50", "30", "2000"])
def test_a_not_for_more_than_the_original_wager(amount: str) -> None:
    table = round_of("5h 7s 6d Td")
    assert table.refuses(DoubleDown(1, dollars(amount))) == "633a.10(a)"


@pytest.mark.parametrize("amount", ["0.50", "7", "14.50", "15"])
def test_a_for_less_in_chips(amount: str) -> None:
    table = round_of("5h 7s 6d Td 9c")
    for wrong in (0, -dollars(5), dollars("0.25")):
        assert table.refuses(DoubleDown(1, wrong)) == "submission: table.smallest_chip"
    table.send(DoubleDown(1, dollars(amount)))
    assert table.state.box(1).hands[0].at_stake == dollars(15) + dollars(amount)
    wagered = dollars(15) + dollars(amount)
    assert of_kind(table.events, WagerSettled)[-1].wagered == wagered


def test_a_on_the_first_two_cards_of_each_split_hand() -> None:
    table = round_of("8h 7s 8d Td 3c 9h 2c Kh")
    table.send(SplitPair(1), DoubleDown(1), DoubleDown(1, dollars(5)))
    assert [hand.doubled for hand in table.state.box(1).hands] == [dollars(15), dollars(5)]
    assert [len(hand.cards) for hand in table.state.box(1).hands] == [3, 3]


def test_a_one_card_and_the_turn_passes() -> None:
    table = round_of("2h 9c 7s 3d 8c Td 2c 5c 5d", positions=2)
    assert dealt(table.send(DoubleDown(1))) == [(1, 1, "2c")]
    assert table.refuses(Hit(1)) == "633a.7(i)"
    table.send(Stand(2))
    assert len(table.state.box(1).hands[0].cards) == 3


def test_b_a_later_dealer_blackjack_takes_the_original_wager_alone() -> None:
    """§ 633a.10(b): a game without a peek reaches it; here on a state built for it."""
    table = round_of("5h 9s 6d Td")
    table.by_hand()
    table.send(DoubleDown(1), DealCard(parse_card("4c")))
    state = replace(
        table.state,
        phase=Phase.DRAWING,
        dealer=tuple(cards("As Kd")),
        dealer_pips=11,
        dealer_aces=1,
        dealer_blackjack=True,
        hole_card_shown=True,
    )
    after, events = apply(state, SettleRound())
    assert settled(events) == [(1, "blackjack", "dealer-blackjack", "30.00", "15.00")]
    assert after.accounts == {
        "table-inventory": dollars(15),
        "layout": 0,
        "player 1": -dollars(15),
    }


def test_b_of_a_double_for_less_that_part_goes_back() -> None:
    table = round_of("5h 9s 6d Td")
    table.by_hand()
    table.send(DoubleDown(1, dollars(5)), DealCard(parse_card("4c")))
    state = replace(table.state, phase=Phase.DRAWING, dealer_blackjack=True, hole_card_shown=True)
    _, events = apply(state, SettleRound())
    assert [row[3:] for row in settled(events)] == [("20.00", "5.00")]


def test_c_face_up_unless_the_submission_says_face_down() -> None:
    for rules, face_up in ((table_rules(), True), (FACE_DOWN, False)):
        table = FedTable(rules)
        table.wager(1)
        table.wager(2)
        table.deal("5h 9c 7s 6d 8c Td 4c")
        (event,) = of_kind(table.send(DoubleDown(1)), CardDealt)
        assert event.face_up is face_up


def test_c_a_card_face_down_is_in_nobody_s_view_until_the_reveal() -> None:
    table = FedTable(FACE_DOWN)
    table.wager(1)
    table.wager(2)
    table.deal("5h 9c 7s 6d 8c Td 4c")
    table.send(DoubleDown(1))
    (first, _) = view(table.state).boxes
    assert first.hands[0].cards == ("5h", "6d", HIDDEN)
    assert first.hands[0].total is None
    assert first.hands[0].doubled == "15.00"
    table.send(Stand(2))
    (first, _) = view(table.state).boxes
    assert first.hands[0].cards == ("5h", "6d", "4c")
    assert first.hands[0].total == 15


def test_c_every_other_drawn_card_stays_face_up() -> None:
    table = round_of("2h 7s 3d Td 4c 5c 9c", FACE_DOWN)
    (event,) = of_kind(table.send(Hit(1)), CardDealt)
    assert event.face_up
    split = round_of("8h 7s 8d Td 4c 5c 9c 9d", FACE_DOWN)
    events = of_kind(split.send(SplitPair(1), DoubleDown(1)), CardDealt)
    # the split's second card, the double's card, the second card of the other hand
    assert [event.face_up for event in events] == [True, False, True]
