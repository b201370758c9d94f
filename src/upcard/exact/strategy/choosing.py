"""Switch Hands and Blackjack Premium: which hand to play, the seen or the unseen. § 633c.4.

For an ante two more cards lie face down. A player plays them where they are worth more in the
mean, given his own cards and the upcard; then he plays them as any hand. Colors are neglected
where he decides, though half of all Blackjacks are of one color.
"""

from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.beside import (
    NO_HANDS,
    ByHand,
    Means,
    asked_for,
    beside,
    by_hand,
    hands_of,
)
from upcard.exact.strategy.cards import counts_of, places
from upcard.exact.strategy.rules import of_switch_hands
from upcard.exact.strategy.solve import Solution
from upcard.games.switch_hands import SwitchHandsRules

ANTE: Final = Fraction(1, 5)
"""For each unit of the Blackjack wager (§ 633c.4(b), (c))."""


class Choice(msgspec.Struct, frozen=True):
    """When to play the cards that lie face down.

    By upcard and by the two cards of the hand: what it is worth, and what the face-down cards are,
    in parts of `beside.SCALE`, before the card reader.
    """

    seen: tuple[ByHand, ...]
    unseen: tuple[ByHand, ...]

    def switches(self, upcard: int, first: int, second: int) -> bool:
        """Whether the face-down cards are played."""
        return self.unseen[upcard][first][second] > self.seen[upcard][first][second]


class Chosen(msgspec.Struct, frozen=True):
    """Switch Hands as it is played; expected wins are per unit of the Blackjack wager.

    `without_choice` is that of a player who keeps every hand and pays no ante, where he may.
    """

    choice: Choice
    on_the_hand: float
    often: float
    without_choice: float | None

    @property
    def expected_value(self) -> float:
        """The expected win of a round with the ante, which is never returned (§ 633c.4(c))."""
        return self.on_the_hand - float(ANTE)


def chosen(solution: Solution, variation: SwitchHandsRules) -> Chosen:
    """The decision, and what it wins over every deal of an upcard and a hand."""
    rules = replace(solution.rules, **of_switch_hands(variation, switched=True))
    seen, unseen = [NO_HANDS] * len(VALUES), [NO_HANDS] * len(VALUES)
    kept, other = [Means()] * len(VALUES), [Means()] * len(VALUES)
    for upcard, answer in solution.answers.items():
        kept[upcard] = hands_of(answer.column, answer.openings)
        marks = asked_for(answer.column.marks)
        other[upcard] = {
            cards: beside(solution, rules, upcard, marks, cards)[1].expected_value
            for cards in kept[upcard]
        }
        seen[upcard], unseen[upcard] = by_hand(kept[upcard]), by_hand(other[upcard])
    choice = Choice(tuple(seen), tuple(unseen))
    won = often = 0.0
    for upcard, answer in solution.answers.items():
        for cards, worth in kept[upcard].items():
            chance = answer.chance * answer.column.chance(places()[counts_of(cards)])
            switches = choice.switches(upcard, *cards)
            won += chance * (other[upcard][cards] if switches else worth)
            often += chance * switches
    return Chosen(choice, won, often, _without(solution, variation))


def _without(solution: Solution, variation: SwitchHandsRules) -> float | None:
    """The expected win without an ante, where it is optional (§ 633c.4(k))."""
    if not variation.premium:
        return None
    rules = replace(solution.rules, **of_switch_hands(variation, switched=None))
    plain = [
        replace(answer, column=replace(answer.column, rules=rules))
        for answer in solution.answers.values()
    ]
    return sum(answer.chance * answer.expected_value for answer in plain)
