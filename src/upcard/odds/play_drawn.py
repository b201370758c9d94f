"""Counts of what the player's initial two cards and the first drawn card make, suits included.

Whether there is a drawn card the strategy says by the upcard, where the dealer has no Blackjack.
As every order of the shoe is equally likely, the player's cards are counted first, then the
upcard and the hole card among those that are left.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from upcard.cards.card import DECK_SIZE, value_of
from upcard.odds.basic import PAIRS, Strategy
from upcard.odds.play_hands import ACE, ONE, VALUES, Ways, shoe_of
from upcard.odds.play_value import DOUBLE, HIT, SPLIT, row_of
from upcard.wagers.kit import needed

FACTS: Final = ("first", "second", "drawn")

CARDS: Final = 5
"""The player's three, the upcard and the hole card."""

Function: TypeAlias = Callable[..., int]


def counts(
    classify: Function, extra: Function | None, decks: int, strategy: Strategy
) -> dict[int, int]:
    """Counts by the classifier's value; the total is the ways to deal five cards in order.

    A split draws the second card of its first hand. `extra` says for which initial cards one
    more is dealt although the dealer has a Blackjack.
    """
    ways = Ways(shoe_of(decks), CARDS)
    found: Counter[int] = Counter()
    for (first, second), values in _by_drawn(classify).items():
        pairs = decks * (decks - 1) if first == second else 2 * decks * decks
        if len(set(values)) == 1:
            found[values[0]] += pairs * ways.rest(2)
            continue
        row, gone = _row_of(first, second)
        more = extra is not None and extra(first, second) == 1
        for upcard in VALUES:
            action = strategy.opening[row][upcard]
            for blackjack, draws in ((False, action in (HIT, DOUBLE, SPLIT)), (True, more)):
                if not draws:
                    found[values[-1]] += pairs * ways.dealers(gone, upcard, blackjack=blackjack)
                    continue
                for card in range(DECK_SIZE):
                    left = decks - (card == first) - (card == second)
                    deals = ways.dealers(
                        gone + ONE[value_of(card) - 1], upcard, blackjack=blackjack
                    )
                    busts = action != SPLIT and sum(map(value_of, (first, second, card))) > 21
                    found[values[-1 if busts else card]] += pairs * left * deals
    assert sum(found.values()) == ways.total, "every deal is counted once"
    return dict(found)


@cache
def _by_drawn(classify: Function) -> dict[tuple[int, int], tuple[int, ...]]:
    """The classifier's value of each unordered pair by the drawn card, the last for none."""
    pick = [FACTS.index(fact) for fact in needed(classify)]
    found = {}
    for first, second in combinations_with_replacement(range(DECK_SIZE), 2):
        cards = ((first, second, drawn) for drawn in (*range(DECK_SIZE), -1))
        found[first, second] = tuple(classify(*[dealt[at] for at in pick]) for dealt in cards)
    return found


def _row_of(first: int, second: int) -> tuple[int, int]:
    """The strategy's row of two cards, and their code."""
    one, other = value_of(first) - 1, value_of(second) - 1
    aces = (one == ACE) + (other == ACE)
    row = PAIRS + one if one == other else row_of(one + other + 2, aces)
    return row, ONE[one] + ONE[other]
