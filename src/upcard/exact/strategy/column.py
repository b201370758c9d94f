"""One upcard's column of the game: what every hand and every action is worth against it.

Expected wins are per unit of the initial wager, in doubles; of the second power, their squares.
"""

from array import array
from collections.abc import Sequence
from math import comb, prod
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.exact.play.hands import ACE, TEN, VALUES, blackjack_hole
from upcard.exact.strategy.cards import ValueCounts, counts_of, hands, places
from upcard.exact.strategy.rules import Rules

Action: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]

ACTIONS: Final[tuple[Action, ...]] = ("stand", "hit", "double", "split", "surrender")

NATURAL: Final = counts_of((ACE, TEN))

LARGE: Final = (counts_of((ACE, ACE)), counts_of((TEN, TEN)))
"""Two cards from 10 to ace that are no Blackjack."""

SPECIAL: Final = (NATURAL, *LARGE)
"""The hands that may win another way against some total of the dealer."""


class Marks(msgspec.Struct, frozen=True):
    """How hands are played on: by place, 1 for those that hit, and that double after a split."""

    hits: "array[int]"
    doubles: "array[int]"


class UpcardColumn(msgspec.Struct, frozen=True):
    """What hands are worth against an upcard; `shoe` is without it.

    `stand`, `hit` and `drawn` (one card more, then standing) are by the hand's place, and count 0
    with a dealer Blackjack that is found out before hands are played; so do `splits`, by the
    pair's value. `power` is that of what is won: 1, or 2 for its square. `holes` are the values
    that the hole card may have: everything counts 0 with another one. `dealt` has the
    probabilities of the dealer's 17 to 22 beside the `SPECIAL` hands.
    """

    rules: Rules
    upcard: int
    shoe: ValueCounts
    marks: Marks
    stand: "array[float]"
    hit: "array[float]"
    drawn: "array[float]"
    splits: dict[int, float]
    power: int = 1
    holes: Sequence[int] = VALUES
    dealt: dict[int, list[float]] = {}

    def chance(self, place: int) -> float:
        """The probability that the first cards dealt make a hand."""
        hand = hands()[place]
        if any(count > left for count, left in zip(hand.counts, self.shoe, strict=True)):
            return 0.0
        ways = prod(comb(left, count) for left, count in zip(self.shoe, hand.counts, strict=True))
        return ways / comb(sum(self.shoe), hand.size)

    def blackjack(self, place: int) -> float:
        """The probability of a dealer Blackjack beside a hand."""
        hole = blackjack_hole(self.upcard)
        return self._hole(place, [hole] if hole in self.holes else [])

    def open(self, place: int) -> float:
        """The probability of one of the `holes` beside a hand."""
        return self._hole(place, self.holes)

    def acting(self, place: int) -> float:
        """The probability that a hand with one of the `holes` is asked what it does."""
        return self.open(place) - (self.blackjack(place) if self.rules.acts_after_peek else 0.0)

    def _hole(self, place: int, holes: Sequence[int]) -> float:
        hand = hands()[place]
        cards = sum(self.shoe[value] - hand.counts[value] for value in holes)
        return cards / (sum(self.shoe) - hand.size)

    def played(self, place: int, *, doubles: bool) -> dict[Action, float]:
        """What a hand of a split, or of more cards, may do, counted as `stand` and `hit` are."""
        hand = hands()[place]
        found: dict[Action, float] = {"stand": self.stand[place]}
        if hand.total < 21:
            found["hit"] = self.hit[place]
        if doubles and hand.size == 2 and self.rules.may_double(hand.total):
            found["double"] = 2**self.power * self.drawn[place]
            if self.rules.returned:
                found["double"] += self._returned(place)
        return found

    def _returned(self, place: int) -> float:
        """What a dealer Blackjack gives back of a hand that was doubled and is not over 21."""
        hand = hands()[place]
        left = [count - gone for count, gone in zip(self.shoe, hand.counts, strict=True)]
        return sum(
            count / sum(left) * self.blackjack(after)
            for count, after in zip(left, hand.after, strict=True)
            if count and after >= 0
        )

    def made_21(self) -> float:
        """What an ace and a ten are worth that were switched together: 21, and no Blackjack."""
        place = places()[NATURAL]
        return self.stand[place] - self.blackjack(place)

    def worth(self, place: int) -> dict[Action, float]:
        """The expected win of each action that is open to a hand, over all holes of the dealer."""
        hand = hands()[place]
        blackjack = self.blackjack(place)
        if hand.counts == NATURAL:
            return {"stand": self._natural(place)}
        found = self.played(place, doubles=True)
        if hand.counts in LARGE and self.rules.dealer_22 == "pushes-low":
            found["stand"] += self.dealt[place][-1]
        pair = hand.values[0]
        if hand.pair and pair in self.splits:
            found["split"] = self.splits[pair]
        lost = (-1.0) ** self.power * blackjack
        if not self.rules.all_lost:
            found = {action: worth + lost for action, worth in found.items()}
        half = (-0.5) ** self.power
        if hand.size == 2 and self.rules.surrender == "early":
            found["surrender"] = half * self.open(place)
        elif hand.size == 2 and self.rules.surrender == "late":
            found["surrender"] = half * (self.open(place) - blackjack) + lost
        return found

    def _natural(self, place: int) -> float:
        """The expected win of a Blackjack."""
        rules, power, blackjack = self.rules, self.power, self.blackjack(place)
        pays = sum(float(odds) ** power for odds in rules.one_color_too) / 2
        won = (
            pays * (self.open(place) - blackjack) + float(rules.blackjack_tied) ** power * blackjack
        )
        for total, other in ((-2, rules.blackjack_against_21), (-1, rules.blackjack_against_22)):
            if other is not None:
                won += (float(other) ** power - pays) * self.dealt[place][total]
        return won

    def seen(self, place: int) -> dict[Action, float]:
        """The same as the player sees it when he acts: after a peek, given that it found nothing.

        Where he may surrender before the peek, or nobody peeks, it is over all holes.
        """
        worth, acting = self.worth(place), self.acting(place)
        if acting <= 0.0:
            return worth
        lost = 0.0
        if self.rules.acts_after_peek:
            natural = hands()[place].counts == NATURAL
            lost = self.blackjack(place) * float(self.rules.blackjack_tied if natural else -1)
        return {action: (mean - lost) / acting for action, mean in worth.items()}


def best(worth: dict[Action, float]) -> Action:
    """The action that is worth most; of equals the first, as `ACTIONS` has them."""
    return max(worth, key=worth.__getitem__)
