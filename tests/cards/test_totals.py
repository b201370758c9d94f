"""Hand totals against a count that tries every way of counting the aces."""

import random
from itertools import combinations, product

from upcard.cards.card import name_of, value_of
from upcard.cards.totals import (
    best_total,
    is_blackjack,
    is_soft,
    total_of,
    two_card_total,
)

WORTH: dict[str, tuple[int, ...]] = {
    "A": (11, 1),
    **{str(pips): (pips,) for pips in range(2, 10)},
    **dict.fromkeys("TJQK", (10,)),
}


def naive(cards: list[int]) -> int:
    """The best count not over 21, else the least: each ace is tried as 11 and as 1."""
    ways = [sum(values) for values in product(*(WORTH[name_of(card)[0]] for card in cards))]
    good = [total for total in ways if total <= 21]
    return max(good) if good else min(ways)


def test_all_hands_of_one_to_three_cards() -> None:
    deck = range(0, 52, 4)  # one card of each rank: suits do not count
    for size in (1, 2, 3):
        for hand in product(deck, repeat=size):
            assert total_of(hand) == naive(list(hand)), hand


def test_many_hands_of_up_to_nine_cards() -> None:
    random_cards = random.Random(633)
    for _ in range(20_000):
        hand = [random_cards.randrange(52) for _ in range(random_cards.randint(1, 9))]
        assert total_of(hand) == naive(hand), hand


def test_many_aces() -> None:
    for aces in range(1, 22):
        assert total_of([0] * aces) == (10 + aces if aces <= 11 else aces)


def test_two_cards_have_the_total_of_any_hand() -> None:
    for first, second in combinations(range(52), 2):
        assert two_card_total(first, second) == naive([first, second])
        assert two_card_total(second, first) == naive([first, second])


def test_a_hand_is_soft_while_an_ace_counts_eleven() -> None:
    random_cards = random.Random(1)
    seen = set()
    for _ in range(5_000):
        hand = [random_cards.randrange(52) for _ in range(random_cards.randint(2, 6))]
        pips, aces = sum(value_of(card) for card in hand), sum(card < 4 for card in hand)
        hard = sum(WORTH[name_of(card)[0]][-1] for card in hand)
        assert is_soft(pips, aces) == (naive(hand) != hard)
        assert best_total(pips, aces) == naive(hand)
        seen.add(is_soft(pips, aces))
    assert seen == {0, 1}


def test_blackjacks_of_a_deck() -> None:
    found = {
        (first, second)
        for first, second in product(range(52), repeat=2)
        if is_blackjack(first, second)
    }
    named = {frozenset((name_of(first)[0], name_of(second)[0])) for first, second in found}
    assert named == {frozenset(("A", ten)) for ten in "TJQK"}
    assert len(found) == 2 * 4 * 16
