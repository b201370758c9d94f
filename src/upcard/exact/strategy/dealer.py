"""Distribution of the dealer's final hand, and values of Insurance and even money, as fractions."""

from collections import Counter
from fractions import Fraction
from math import perm, prod
from typing import Final

from upcard.exact.play.hands import ACE, TEN, blackjack_hole
from upcard.exact.strategy.cards import ValueCounts, dealer_finishes, shoe_without
from upcard.exact.strategy.rules import HandRules

OUTCOMES: Final = ("17", "18", "19", "20", "21", "blackjack", "bust")


def dealer_outcomes(rules: HandRules, shoe: ValueCounts, upcard: int) -> dict[str, Fraction]:
    """The probability of each of OUTCOMES, given an upcard; the shoe includes the upcard."""
    rest = shoe_without(shoe, upcard)
    cards = sum(rest)
    ways: Counter[tuple[int, int]] = Counter()
    for finish in dealer_finishes(upcard, hits_soft_17=rules.hits_soft_17):
        dealt = prod(perm(left, count) for left, count in zip(rest, finish.drawn, strict=True))
        if dealt:
            ways[finish.total, sum(finish.drawn)] += finish.orders * dealt
    chances = dict.fromkeys(OUTCOMES, Fraction(0))
    for (total, drawn), number in ways.items():
        chances[str(total)] += Fraction(number, perm(cards, drawn))
    hole = blackjack_hole(upcard)
    if hole >= 0:
        chances["blackjack"] = Fraction(rest[hole], cards)
    chances["bust"] = 1 - sum(chances.values(), Fraction(0))
    return chances


def insurance(shoe: ValueCounts, *cards: int) -> Fraction:
    """The expected win per unit of Insurance, which pays 2 to 1, given a player's cards.

    The shoe includes the upcard (an ace) and the cards.
    """
    rest = shoe_without(shoe, ACE, *cards)
    return 3 * Fraction(rest[TEN], sum(rest)) - 1


def blackjack_against_ace(rules: HandRules, shoe: ValueCounts) -> Fraction:
    """The expected win of a Blackjack against an ace; even money wins 1 (§ 633a.8(e))."""
    rest = shoe_without(shoe, ACE, ACE, TEN)
    return rules.blackjack_pays * (1 - Fraction(rest[TEN], sum(rest)))
