"""The terms of the game, each by its examples and by how many combinations a deck has."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from tables import FedTable, cards, round_of, table_rules
from upcard.cards.card import name_of
from upcard.cards.totals import is_blackjack, is_soft, total_of
from upcard.engine.core.commands import Hit
from upcard.engine.core.events import HOLE, UPCARD, CardDealt, DeterminantDrawn, DeterminantDue
from upcard.wagers.catalogue import wager
from upcard.wagers.royal_match_21 import crown_treasure


def outcome(slug: str, names: str, *facts: int) -> str:
    """What a wager makes of named cards (and of a dealer's Blackjack)."""
    found = wager(slug)
    return found.outcomes[found.classify(*cards(names), *facts)]


def pairs() -> Iterator[tuple[int, int]]:
    """The 1,326 hands of two cards of one deck."""
    return combinations(range(52), 2)


def count_of(slug: str, *facts: int) -> Counter[str]:
    """How many hands of two cards of one deck have each outcome."""
    found = wager(slug)
    return Counter(found.outcomes[found.classify(*hand, *facts)] for hand in pairs())


def test_ace_king_suited() -> None:
    assert outcome("house-money", "Ah Kh") == "ace-king-suited"
    assert outcome("house-money", "Kc Ac") == "ace-king-suited"
    assert outcome("house-money", "Ah Kd") == "two-card-straight"
    assert count_of("house-money")["ace-king-suited"] == 4


def test_any_20_has_two_suits() -> None:
    assert outcome("lucky-ladies", "Kh Td", 0) == "any-20"
    assert outcome("lucky-ladies", "Ah 9s", 0) == "any-20"
    assert outcome("lucky-ladies", "Kh Ts", 0) != "suited-20"
    assert outcome("lucky-ladies", "Th 9s", 0) == "lose"
    # 16 ten-value cards and four aces with four nines; a quarter of the mixed ones is suited
    assert count_of("lucky-ladies", 0) == Counter(
        {"any-20": 96 + 12, "suited-20": 24 + 4, "lose": 1_326 - 136}
    )


def test_matched_20_is_two_identical_cards_but_not_two_queens_of_hearts() -> None:
    assert outcome("lucky-ladies", "Kc Kc", 0) == "matched-20"
    assert outcome("lucky-ladies", "Qh Qh", 0) == "queen-of-hearts-pair"
    assert outcome("lucky-ladies", "Qd Qd", 0) == "matched-20"
    assert outcome("lucky-ladies", "Kc Qc", 0) == "suited-20"


@pytest.mark.parametrize("names", ["As Kd", "Td Ac", "Jh Ah", "Qc As"])
def test_blackjack_is_an_ace_and_a_ten_value_card(names: str) -> None:
    assert is_blackjack(*cards(names)) == 1


def test_blackjack_counts_64_hands_and_only_initial_cards() -> None:
    blackjacks = [hand for hand in pairs() if is_blackjack(*hand)]
    assert len(blackjacks) == 64
    assert all(total_of(hand) == 21 for hand in blackjacks)
    assert all(is_blackjack(*hand) == 0 for hand in pairs() if total_of(hand) != 21)
    drawn = round_of("7s 9d 7d 8c 7h")
    drawn.send(Hit(1))
    assert drawn.state.box(1).hands[0].total == 21
    assert not drawn.state.box(1).hands[0].blackjack


def test_crown_treasure_asks_both_for_a_royal_match() -> None:
    king, queen, jack = cards("Kd Qd Jd")
    assert crown_treasure(king, queen, 1) == 1
    assert crown_treasure(king, queen, 0) == 0
    assert crown_treasure(king, jack, 1) == 0


def test_determinant_card_is_drawn_first_from_a_double_shoe() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1))
    table.wager(1)
    drawn = table.deal("7h 9d 7d 8c 7s")
    kinds = [type(event) for event in drawn[:3]]
    assert kinds == [DeterminantDue, DeterminantDrawn, CardDealt]


def test_double_shoe_has_two_sides_of_which_one_deals_a_round() -> None:
    table = FedTable(table_rules(dealing="double-shoe", decks=1))
    before = [stack.remaining for stack in table.state.stacks]
    table.wager(1)
    table.deal("7h 9d Td 8c")
    assert before == [52, 52]
    assert [stack.remaining for stack in table.state.stacks] == [48, 52]


def test_three_card_hands_of_a_deck() -> None:
    poker = wager("three-card-poker")
    hands = combinations(range(52), 3)
    assert Counter(poker.outcomes[poker.classify(*hand)] for hand in hands) == Counter(
        {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1_096}
        | {"lose": 22_100 - 1_916}
    )


@pytest.mark.parametrize(
    ("names", "what"),
    [
        ("4h 9h Kh", "flush"),
        ("4h 5s 6d", "straight"),
        ("Qh Ks As", "straight"),
        ("Ks Ah 2d", "lose"),
        ("5c 3c 4c", "straight-flush"),
        ("9c 9d 9s", "three-of-a-kind"),
    ],
)
def test_flush_straight_and_three_of_a_kind(names: str, what: str) -> None:
    assert outcome("three-card-poker", names) == what


def test_hard_and_soft_total() -> None:
    assert total_of(cards("Ah 6d")) == 17
    assert is_soft(7, 1) == 1
    assert total_of(cards("Ah 6d 9c")) == 16
    assert is_soft(16, 1) == 0
    assert total_of(cards("Th 7d")) == 17
    assert is_soft(17, 0) == 0


def test_hole_card_is_the_dealer_s_second_card_face_down() -> None:
    table = FedTable()
    table.wager(1)
    dealers = [event for event in table.deal("7s 9d 7d 8c") if isinstance(event, CardDealt)]
    dealers = [event for event in dealers if event.position < 0]
    assert [(event.position, name_of(event.card), event.face_up) for event in dealers] == [
        (UPCARD, "9d", True),
        (HOLE, "8c", False),
    ]


def test_pair_and_suited_pair() -> None:
    assert outcome("bet-the-set-21", "9s 9h") == "pair"
    assert outcome("bet-the-set-21", "9s 9s") == "suited-pair"
    assert outcome("bet-the-set-21", "Ks Ts") == "lose"
    assert count_of("bet-the-set-21") == Counter({"pair": 78, "lose": 1_326 - 78})


def test_royal_match_and_suited_match() -> None:
    assert outcome("royal-match-21", "Kd Qd") == "royal-match"
    assert outcome("royal-match-21", "Qc Kc") == "royal-match"
    assert outcome("royal-match-21", "Kd Qh") == "lose"
    assert outcome("royal-match-21", "Kd Jd") == "suited-match"
    assert outcome("royal-match-21", "Kd Kd") == "suited-match"
    assert count_of("royal-match-21") == Counter(
        {"royal-match": 4, "suited-match": 312 - 4, "lose": 1_326 - 312}
    )


def test_suited_20() -> None:
    assert outcome("lucky-ladies", "Ah 9h", 0) == "suited-20"
    assert outcome("kings-bounty", "Jd Td", 0) == "suited-20"
    assert outcome("kings-bounty", "Jd Th", 0) == "any-20"


def test_triple_match_is_three_of_a_rank_with_the_upcard() -> None:
    assert outcome("in-between", "7s 7h 7d") == "triple-match"
    assert outcome("in-between", "Ts Th Jd") == "lose"
    assert outcome("in-between", "7s 7h 8d") == "lose"


def test_two_card_straights() -> None:
    assert outcome("house-money", "4h 5h") == "two-card-straight-flush"
    assert outcome("house-money", "Ad 2d") == "two-card-straight-flush"
    assert outcome("house-money", "Qd Kh") == "two-card-straight"
    assert outcome("house-money", "As 2d") == "two-card-straight"
    assert outcome("house-money", "4h 6h") == "lose"
    assert outcome("house-money", "2h Kh") == "lose"
    # thirteen neighbouring ranks, the suited ace-king apart
    assert count_of("house-money") == Counter(
        {"two-card-straight": 13 * 12, "two-card-straight-flush": 12 * 4, "pair": 78}
        | {"ace-king-suited": 4, "lose": 1_326 - 156 - 48 - 78 - 4}
    )
