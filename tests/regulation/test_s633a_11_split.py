"""Splitting pairs: equal values, the first hand before the second, again as submitted."""

from itertools import product

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import (
    SHOE,
    FedTable,
    cards,
    dealt,
    findings,
    play_script,
    round_of,
    settled,
    submission,
    table_rules,
)
from upcard.cards.card import NAMES, parse_card
from upcard.engine.core.commands import (
    CloseBets,
    DealCard,
    DoubleDown,
    Hit,
    SettleOptionalWagers,
    SettleRound,
    SplitPair,
    Stand,
    TurnHoleCard,
)
from upcard.engine.core.phases import Phase
from upcard.engine.play import apply, question
from upcard.games.blackjack import may_split
from upcard.games.table_rules import TableRules

WORTH = {"A": 1, **dict.fromkeys("TJQK", 10), **{str(pips): pips for pips in range(2, 10)}}


def resplitting(times: int, *, aces: bool = False, one_card: bool = False) -> TableRules:
    split_aces = "one-card" if one_card else "play"
    choices = {"resplits": times, "resplit_aces": aces, "split_aces": split_aces}
    return table_rules(blackjack=choices)


# (a)


def test_a_any_two_cards_of_equal_value_and_no_others() -> None:
    for one, other in product(NAMES, repeat=2):
        allowed = may_split(parse_card(one), parse_card(other)) == 1
        assert allowed == (WORTH[one[0]] == WORTH[other[0]]), (one, other)


def test_a_a_king_and_a_10() -> None:
    table = round_of("Kh 7s Td 9d 2h 3h")
    table.send(SplitPair(1))
    assert len(table.state.box(1).hands) == 2
    ace_eleven = round_of("Kh 7s 9d Td")
    assert ace_eleven.refuses(SplitPair(1)) == "633a.11(a)"


def test_a_not_on_three_cards() -> None:
    table = round_of("2h 7s 2d Td 2c")
    table.send(Hit(1))
    assert table.refuses(SplitPair(1)) == "633a.11(a)"


def test_a_with_a_second_wager_equal_to_the_first() -> None:
    table = FedTable()
    table.wager(1, "22.50")
    table.deal("8h 7s 8d Td 2h 3h")
    table.send(SplitPair(1))
    assert [hand.wager for hand in table.state.box(1).hands] == [dollars("22.50")] * 2
    assert table.state.accounts["player 1"] == -dollars(45)
    assert SplitPair.__struct_fields__ == ("position",)  # no other amount can be named


# (b)


def test_b_the_first_hand_on_the_dealer_s_left_is_completed_first() -> None:
    table = round_of("8h 7s 8d Td 2h 3h 4h Th 5h")
    assert dealt(table.send(SplitPair(1))) == [(1, 1, "2h")]
    assert [len(hand.cards) for hand in table.state.box(1).hands] == [2, 1]
    assert dealt(table.send(Hit(1))) == [(1, 1, "3h")]
    assert dealt(table.send(Hit(1))) == [(1, 1, "4h")]
    assert len(table.state.box(1).hands[1].cards) == 1
    assert dealt(table.send(Stand(1))) == [(1, 2, "Th")]
    asked = question(table.state)
    assert asked is not None
    assert (asked.position, asked.hand) == (1, 2)


def test_b_no_decision_before_the_second_hand_has_its_card() -> None:
    table = FedTable(automations=SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("8h 7s 8d Td")))
    table.send(SettleOptionalWagers(), SplitPair(1))
    assert table.refuses(Stand(1)) == "633a.7(j)"
    table.send(DealCard(parse_card("2h")), Stand(1))
    assert table.refuses(Stand(1)) == "633a.7(j)"
    assert table.refuses(TurnHoleCard()) == "633a.7(l)"
    table.send(DealCard(parse_card("3h")), Stand(1))
    table.send(TurnHoleCard())


def test_b_a_hand_that_reaches_21_gives_way_to_the_next() -> None:
    table = round_of("Th 7s Kd 9d Ah 5h 9h")
    assert dealt(table.send(SplitPair(1))) == [(1, 1, "Ah"), (1, 2, "5h")]
    asked = question(table.state)
    assert asked is not None
    assert asked.hand == 2


def test_b_a_new_hand_lies_next_to_the_one_that_it_came_from() -> None:
    table = round_of("8h 9c 7s 8d 9h Td 8s 2h 3h 4h", positions=2)
    assert dealt(table.send(SplitPair(1))) == [(1, 1, "8s")]
    assert dealt(table.send(SplitPair(1))) == [(1, 1, "2h")]
    assert [hand.cards[0] for hand in table.state.box(1).hands] == cards("8h 8s 8d")
    table.send(Stand(1), Stand(1))
    assert [len(hand.cards) for hand in table.state.box(1).hands] == [2, 2, 2]
    assert question(table.state) is not None
    table.send(Stand(1), Stand(2))
    assert table.state.phase is Phase.SETTLED


# (c)


@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_c_as_many_additional_splits_as_submitted(times: int) -> None:
    table = FedTable(resplitting(times), SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("8h 7s 8d Td")))
    table.send(SettleOptionalWagers())
    for _ in range(times + 1):
        table.send(SplitPair(1), DealCard(parse_card("8s")))
    assert table.refuses(SplitPair(1)) == "633a.11(c)"
    assert len(table.state.box(1).hands) == times + 2
    assert table.state.accounts["layout"] == dollars(15) * (times + 2)


def test_c_the_limit_counts_all_hands_of_the_position() -> None:
    table = FedTable(resplitting(1), SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("8h 7s 8d Td")))
    table.send(SettleOptionalWagers(), SplitPair(1), DealCard(parse_card("8s")))
    table.send(SplitPair(1), DealCard(parse_card("Ts")), Stand(1))
    table.send(DealCard(parse_card("Js")), Stand(1), DealCard(parse_card("8c")))
    assert table.refuses(SplitPair(1)) == "633a.11(c)"


def test_c_a_resplit_needs_equal_values_too() -> None:
    table = round_of("8h 7s 8d Td 9s", resplitting(3))
    table.send(SplitPair(1))
    assert table.refuses(SplitPair(1)) == "633a.11(a)"


def test_c_stand_draw_and_double_on_each_hand() -> None:
    table = round_of("8h 7s 8d Td 2h 3h 5h 4h")
    table.send(SplitPair(1))
    for _ in range(2):
        asked = question(table.state)
        assert asked is not None
        assert {"stand", "hit", "double"} <= set(asked.answers)
        table.send(Stand(1))


def test_c_aces_are_split_again_only_where_submitted() -> None:
    for allowed in (False, True):
        table = round_of("Ah 7s Ad Td As 2h 3h", resplitting(3, aces=allowed))
        table.send(SplitPair(1))
        if allowed:
            table.send(SplitPair(1))
            assert len(table.state.box(1).hands) == 3
        else:
            assert table.refuses(SplitPair(1)) == "633a.11(c)"


def test_c_split_aces_draw_and_double_by_the_text() -> None:
    table = round_of("Ah 7s Ad Td 2h 3h 9h 9d")
    table.send(SplitPair(1), Hit(1), Stand(1))
    assert len(table.state.box(1).hands[0].cards) == 3
    table.send(DoubleDown(1))
    assert table.state.box(1).hands[1].doubled == dollars(15)


def test_c_or_take_one_card_each_where_the_house_submits_that() -> None:
    table = FedTable(resplitting(3, one_card=True), SHOE)
    table.wager(1)
    table.send(CloseBets(), *(DealCard(card) for card in cards("Ah 7s Ad Td")))
    table.send(SettleOptionalWagers(), SplitPair(1), DealCard(parse_card("2h")))
    assert table.refuses(Hit(1)) == "633a.7(j)"  # the second ace's card is due
    table.send(DealCard(parse_card("3h")))
    assert table.refuses(Hit(1)) == "633a.7(i)"
    assert table.refuses(DoubleDown(1)) == "633a.7(i)"
    table.send(TurnHoleCard())


def test_c_one_card_each_still_leaves_a_resplit_of_aces() -> None:
    table = round_of("Ah 7s Ad Td As 2h 3h", resplitting(3, aces=True, one_card=True))
    table.send(SplitPair(1))
    asked = question(table.state)
    assert asked is not None
    assert set(asked.answers) == {"split", "stand"}
    assert table.refuses(Hit(1)) == "633a.11(c)"
    assert table.refuses(DoubleDown(1)) == "633a.11(c)"


def test_c_an_ace_and_a_ten_after_a_split_are_21_and_no_blackjack() -> None:
    table = round_of("Ah 7s Ad Td Kh Qh")
    table.send(SplitPair(1))
    hands = table.state.box(1).hands
    assert [(hand.total, hand.blackjack) for hand in hands] == [(21, False), (21, False)]
    assert [row[2:] for row in settled(table.events)] == [("win", "15.00", "30.00")] * 2


@pytest.mark.parametrize("resplits", [-1, 101])
def test_c_the_submission_names_a_number_of_times(resplits: int) -> None:
    found = findings(submission(blackjack={"resplits": resplits}))
    assert found == [("blackjack.resplits", "633a.11(c)")]


# (d)


def test_d_a_later_dealer_blackjack_takes_the_original_wager_alone() -> None:
    """§ 633a.11(d): a game without a peek reaches it; here on a state built for it."""
    table = round_of("8h 9s 8d Td 8s 3h 2h 9h 7h 7c")
    table.by_hand()
    table.send(SplitPair(1), *(DealCard(card) for card in cards("8s")))
    table.send(SplitPair(1), *(DealCard(card) for card in cards("3h")))
    table.send(DoubleDown(1), *(DealCard(card) for card in cards("Kh")))
    table.send(DealCard(parse_card("9h")), Hit(1), DealCard(parse_card("Th")))
    table.send(DealCard(parse_card("Jh")), Stand(1))
    assert table.state.accounts["layout"] == dollars(60)
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
    # the double on the first hand and both other hands go back, the one over 21 too
    assert settled(events) == [
        (1, "blackjack", "dealer-blackjack", "30.00", "15.00"),
        (1, "blackjack", "dealer-blackjack", "15.00", "15.00"),
        (1, "blackjack", "dealer-blackjack", "15.00", "15.00"),
    ]
    assert after.accounts["player 1"] == -dollars(15)


@pytest.mark.parametrize("times", [0, 1])
def test_c_aces_that_may_not_be_split_again_ask_nothing(times: int) -> None:
    """One card each, resplits of aces allowed: of the last hands nobody is asked anything."""
    answers = "split " * (times + 1)
    drawn = "Ac " * times + "Ad 4c" + " 5c" * times
    script = f"cards As 7h Ah Td {drawn}\nwager 1 blackjack 15\ndecide 1 {answers}stand\n"
    (played,) = play_script(resplitting(times, aces=True, one_card=True), script)
    assert played["unused"], "no hand was left that a player could stand on"
    hands = played["positions"][0]["hands"]
    assert [len(hand["cards"]) for hand in hands] == [2] * (times + 2)
    assert all("stand" not in hand["decisions"] for hand in hands)
