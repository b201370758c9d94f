"""The card reader and the players' decisions."""

import pytest

from tables import (
    SHOE,
    FedTable,
    cards,
    dealt,
    kinds,
    of_kind,
    refused,
    round_of,
    settled,
    short,
    table_rules,
)
from upcard.cards.card import parse_card
from upcard.engine.blackjack.view import view
from upcard.engine.core.commands import (
    CloseBets,
    CloseInsurance,
    Command,
    DealCard,
    DeclineInsurance,
    DoubleDown,
    Hit,
    PayBlackjack,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
    Surrender,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import CardDealt, NoDealerBlackjack, WagerSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.view import HIDDEN
from upcard.engine.play import question
from upcard.games.table_rules import TableRules

TEN_OR_ACE = "ATJQK"
BY_HAND = SHOE  # the shoe is ready, everything else is asked for


def dealt_by_hand(names: str, rules: TableRules, **side: int) -> FedTable:
    """Initial cards to a wager of 15 (and side wagers) at position 1; nothing settled yet."""
    table = FedTable(rules, BY_HAND)
    table.wager(1, **side)
    table.send(CloseBets(), *(DealCard(card) for card in cards(names)))
    return table


# (h)


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_h_the_reader_is_used_under_an_ace_king_queen_jack_or_10_alone(rank: str) -> None:
    table = dealt_by_hand(f"9h {rank}s 8h 5d", table_rules())
    table.send(SettleOptionalWagers())
    assert table.state.phase is {"A": Phase.INSURING, **dict.fromkeys("TJQK", Phase.PEEKING)}.get(
        rank, Phase.PLAYING
    )
    if rank not in TEN_OR_ACE:
        assert table.refuses(UseCardReader()) == "633a.7(h)"
    else:
        assert table.refuses(Hit(1)) == "633a.7(i)"


def test_h_after_insurance_was_offered() -> None:
    table = dealt_by_hand("9h As 8h Kd", table_rules())
    table.send(SettleOptionalWagers())
    assert table.refuses(UseCardReader()) == "633a.7(h)"
    table.send(DeclineInsurance(1))
    assert table.refuses(UseCardReader()) == "633a.7(h)"
    table.send(CloseInsurance())
    assert kinds(table.send(UseCardReader())) == ["DealerBlackjack"]


@pytest.mark.parametrize(("up", "hole"), [("As", "Td"), ("As", "Kd"), ("Ts", "Ad"), ("Qs", "Ad")])
def test_h_a_dealer_blackjack_ends_the_deal(up: str, hole: str) -> None:
    table = dealt_by_hand(f"9h {up} 8h {hole}", table_rules())
    table.send(SettleOptionalWagers())
    if up == "As":
        table.send(CloseInsurance())
    table.send(UseCardReader())
    assert table.refuses(DealCard(0)) == "633a.7(h)"
    for command in (Hit(1), Stand(1), DoubleDown(1), Surrender(1)):
        assert table.refuses(command) == "633a.7(i)"
    assert settled(table.send(SettleRound())) == [
        (1, "blackjack", "dealer-blackjack", "15.00", "0.00")
    ]


def test_h_without_a_blackjack_the_hole_card_stays_hidden() -> None:
    table = round_of("9h Ks 8h 7d")
    assert table.state.phase is Phase.PLAYING
    assert view(table.state).dealer == ("Ks", HIDDEN)
    assert view(table.state).dealer_total is None
    assert "NoDealerBlackjack" in kinds(table.events)


def test_h_an_ace_below_a_nine_is_no_blackjack() -> None:
    table = round_of("9h 9s 8h Ad")
    assert not table.state.dealer_blackjack
    assert of_kind(table.events, NoDealerBlackjack) == []


# (i)


def test_i_clockwise_from_the_dealer_s_left_one_player_after_the_other() -> None:
    table = FedTable()
    for position in (6, 2, 4):
        table.wager(position)
    table.deal("9h 9c 9d 7s 3h 3c 3d Td 2h 5h")
    order = []
    while (asked := question(table.state)) is not None:
        order.append(asked.position)
        for other in {2, 4, 6} - {asked.position}:
            for decision in (Hit, Stand, DoubleDown, SplitPair, Surrender):
                assert short(refused(table.state, decision(other)).section) == "633a.7(i)"
        table.send(Hit(4) if order == [2, 4] else Stand(asked.position))
    assert order == [2, 4, 4, 6]


@pytest.mark.parametrize("up", ["2s", "5s", "9s"])
@pytest.mark.parametrize("when", ["immediately", "after-reveal"])
def test_i_1_i_under_two_to_nine_a_blackjack_is_paid_at_its_turn(up: str, when: str) -> None:
    table = FedTable(table_rules(blackjack={"settle_blackjack": when}))
    table.wager(1)
    table.wager(2)
    table.wager(3)
    table.deal(f"9h Ac 9d {up} 9c Kc 8d 7d")
    assert settled(table.events) == []
    table.send(Stand(1))
    assert settled(table.events) == [(2, "blackjack", "blackjack", "15.00", "37.50")]
    asked = question(table.state)
    assert asked is not None
    assert asked.position == 3


def test_i_1_ii_a_under_a_ten_it_is_paid_after_the_peek_and_before_other_cards() -> None:
    table = round_of("Ac 9h Ks Kc 9d 7d 5d", positions=2)
    before = ["CardReaderDue", "NoDealerBlackjack", "PlayStarted"]
    assert kinds(table.events)[-5:] == [*before, "WagerSettled", "CardsRemoved"]
    assert of_kind(table.events, WagerSettled)[0].section.endswith("633a.7(i)(1)(ii)(A)")


def test_i_1_ii_b_or_when_the_hole_card_is_revealed() -> None:
    rules = table_rules(blackjack={"settle_blackjack": "after-reveal"})
    table = round_of("Ac 9h Ks Kc 3d 7d 6d", rules, positions=2)
    assert settled(table.events) == []
    assert table.refuses(PayBlackjack()) == "633a.7(i)(1)"
    table.send(Hit(2), Stand(2))
    turned = kinds(table.events).index("HoleCardTurned")
    rows = settled(table.events[turned:])
    assert (1, "blackjack", "blackjack", "15.00", "37.50") in rows
    assert settled(table.events[:turned]) == []


def test_i_1_a_blackjack_takes_no_decision() -> None:
    table = FedTable(automations=BY_HAND)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("Ac 9s Kc 9d")))
    table.send(SettleOptionalWagers())
    for decision in (Hit(1), Stand(1), SplitPair(1), Surrender(1)):
        assert table.refuses(decision) == "633a.7(k)(1)"
    assert table.refuses(DoubleDown(1)) == "633a.10(a)"
    assert table.refuses(TurnHoleCard()) == "633a.7(l)"
    table.send(PayBlackjack())
    assert table.refuses(PayBlackjack()) == "633a.7(i)(1)"


def test_i_2_every_decision_is_asked_that_the_hand_allows() -> None:
    asked = question(round_of("8h 7s 8d Td").state)
    assert asked is not None
    assert set(asked.answers) == {"hit", "stand", "double", "split", "surrender"}
    drawn = round_of("2h 7s 8d Td 5h")
    drawn.send(Hit(1))
    asked = question(drawn.state)
    assert asked is not None
    assert set(asked.answers) == {"hit", "stand"}


# (j)


def test_j_the_card_comes_before_any_other_decision() -> None:
    table = FedTable(automations=BY_HAND)
    for position in (1, 2):
        table.wager(position)
    table.send(CloseBets(), *(DealCard(card) for card in cards("5h 9c 7s 3d 8c Td")))
    table.send(SettleOptionalWagers(), Hit(1))
    assert question(table.state) is None
    for decision in (Hit(1), Stand(1), DoubleDown(1)):
        assert table.refuses(decision) == "633a.7(j)"
    assert table.refuses(Stand(2)) == "633a.7(i)"
    assert dealt(table.send(DealCard(parse_card("2c")))) == [(1, 1, "2c")]
    assert table.refuses(DealCard(0)) == "633a.7(f)"  # none that nobody asked for


@pytest.mark.parametrize("decision", [Hit(1), SplitPair(1), DoubleDown(1)])
def test_j_face_upwards(decision: Command) -> None:
    table = round_of("4h 7s 4d Td 2h 3h 9h")
    drawn = of_kind(table.send(decision), CardDealt)
    assert drawn
    assert all(event.face_up for event in drawn)


def test_j_no_more_cards_than_the_decision_needs() -> None:
    table = round_of("4h 7s 4d Td 2h 3h 2d 2c 2s")
    assert len(dealt(table.send(Hit(1)))) == 1
    assert dealt(table.send(Hit(1))) == [(1, 1, "3h")]
    assert dealt(table.send(Stand(1))) == []


# (k)


def test_k_below_21_a_player_may_go_on_drawing() -> None:
    table = round_of("2h 7s 2d Td 2c 2s 2h 2d Ac Ad Ah As")
    for total in (6, 8, 10, 12, 13, 14, 15, 16):
        table.send(Hit(1))
        hand = table.state.box(1).hands[0]
        assert hand.pips == total
        assert not hand.done


@pytest.mark.parametrize(
    ("names", "hits"), [("9h 7s 5d Td 7c", 1), ("Ah 7s 5d Td 5c", 1), ("9h 7s 5d Td Kc", 1)]
)
def test_k_1_not_with_a_hard_or_soft_21_nor_above(names: str, hits: int) -> None:
    table = FedTable(automations=BY_HAND)
    table.wager(1)
    *first, last = cards(names)
    table.send(CloseBets(), *(DealCard(card) for card in first))
    table.send(SettleOptionalWagers(), Hit(1), DealCard(last))
    assert len(table.state.box(1).hands[0].decisions) == hits
    assert table.refuses(Hit(1)) == "633a.7(i)"
    assert table.refuses(DealCard(0)) == "633a.7(f)"
    assert question(table.state) is None


def test_k_2_a_double_down_draws_one_card() -> None:
    table = FedTable(automations=BY_HAND)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("4h 7s 4d Td")))
    table.send(SettleOptionalWagers(), DoubleDown(1))
    table.send(DealCard(parse_card("2h")))
    assert table.state.box(1).hands[0].total == 10
    assert table.refuses(Hit(1)) == "633a.7(i)"
    assert table.refuses(DealCard(0)) == "633a.7(f)"
