"""Exact counts for wagers on the player's initial two cards and first drawn card, suits included.

The strategy decides by the upcard whether a card is drawn, if the dealer has no Blackjack. All
orders of the shoe are equally likely, so the player's cards are counted first, then the upcard and
the hole card from the rest.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, repeat
from typing import Final

from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.composition import Composition, by_value
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT
from upcard.exact.play.basic import BasicStrategy
from upcard.exact.play.hands import ONE, VALUES, ShoeWays
from upcard.wagers.kit import Classifier, needed_facts

FACTS: Final = ("first", "second", "drawn")

MAX_POINTS: Final = 21

CARDS: Final = 5
"""Cards dealt: the player's three, the upcard and the hole card."""


def counts(
    classify: Classifier, extra: Classifier | None, left: Composition, strategy: BasicStrategy
) -> dict[int, int]:
    """Counts by the classifier's value; the total is the number of ordered deals of five cards.

    A split draws the second card of its first hand. `extra` says for which initial cards one more
    card is dealt although the dealer has a Blackjack.
    """
    ways = ShoeWays(by_value(left), CARDS)
    by_index: Counter[int] = Counter()
    for (first, second), values in values_by_draw(classify).items():
        pairs = left[first] * (left[second] - (first == second)) * (1 + (first != second))
        if pairs == 0:
            continue
        if len(set(values)) == 1:
            by_index[values[0]] += pairs * ways.rest(2)
            continue
        values_held = (value_of(first) - 1, value_of(second) - 1)
        gone = ONE[values_held[0]] + ONE[values_held[1]]
        more = extra is not None and extra(first, second) == 1
        for upcard in VALUES:
            action = strategy.act(values_held, upcard)
            for blackjack, draws in ((False, action in (HIT, DOUBLE, SPLIT)), (True, more)):
                if not draws:
                    by_index[values[-1]] += pairs * ways.dealers(gone, upcard, blackjack=blackjack)
                    continue
                for card in range(DECK_SIZE):
                    copies = left[card] - (card == first) - (card == second)
                    deals = ways.dealers(
                        gone + ONE[value_of(card) - 1], upcard, blackjack=blackjack
                    )
                    indices = values_if_drawn(values, first, second, card)[int(action == SPLIT)]
                    by_index[indices] += pairs * copies * deals
    assert sum(by_index.values()) == ways.total, "every deal is counted once"
    return dict(by_index)


def values_if_drawn(values: tuple[int, ...], first: int, second: int, card: int) -> tuple[int, int]:
    """The classifier's values with a drawn card: of a hand that is not split, and of one that is.

    A hand that busts counts as if it had drawn none.
    """
    busts = sum(map(value_of, (first, second, card))) > MAX_POINTS
    return (values[-1] if busts else values[card], values[card])


@cache
def values_by_draw(classify: Classifier) -> dict[tuple[int, int], tuple[int, ...]]:
    """The classifier's values for each unordered pair, by drawn card; the last is for none."""
    names, draws = needed_facts(classify), (*range(DECK_SIZE), -1)
    by_card = {}
    for first, second in combinations_with_replacement(range(DECK_SIZE), 2):
        facts = {"first": repeat(first), "second": repeat(second), "drawn": draws}
        by_card[first, second] = tuple(map(classify, *[facts[fact] for fact in names]))
    return by_card
