"""Down Under: the card reader lights the range of the hole card. 58 Pa. Code ch. 685a.

The light is a card's worth of news, so there is a strategy for each of its colors. Where the dealer
turns two large cards over, the players learn nothing more: what is not a Blackjack is a pair.
"""

from functools import cache

from upcard.cards.card import SUITS
from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.rules import Rules
from upcard.exact.strategy.solve import Solution, solve
from upcard.games.down_under import LIGHTS, light_of


@cache
def holes_of(light: int) -> tuple[int, ...]:
    """The values that a hole card may have beside a light, an index into `LIGHTS`."""
    return tuple(value for value in VALUES if light_of(value * len(SUITS)) == light)


def by_light(rules: Rules, shoe: ValueCounts, play: StrategyBasis) -> tuple[Solution, ...]:
    """The best play beside each light; the expected wins of all of them are the game's."""
    return tuple(solve(rules, shoe, play, holes_of(light)) for light in range(len(LIGHTS)))
