"""One upcard's column of the game: what every hand and every action is worth against it.

Expected wins are per unit of the initial wager, in doubles; of the second power, their squares.
"""

from array import array
from math import comb, prod
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.odds.play_hands import ACE, TEN, blackjack_hole
from upcard.odds.strategy.cards import Counts, counts_of, hands
from upcard.odds.strategy.rules import Rules

Action: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]

ACTIONS: Final[tuple[Action, ...]] = ("stand", "hit", "double", "split", "surrender")

NATURAL: Final = counts_of((ACE, TEN))


class Marks(msgspec.Struct, frozen=True):
    """How hands are played on: by place, 1 for those that hit, and that double after a split."""

    hits: "array[int]"
    doubles: "array[int]"


class Column(msgspec.Struct, frozen=True):
    """What hands are worth against an upcard; `shoe` is without it.

    `stand`, `hit` and `drawn` (one card more, then standing) are by the hand's place, and count 0
    with a dealer Blackjack that is found out before hands are played; so do `splits`, by the
    pair's value. `power` is that of what is won: 1, or 2 for its square.
    """

    rules: Rules
    upcard: int
    shoe: Counts
    marks: Marks
    stand: "array[float]"
    hit: "array[float]"
    drawn: "array[float]"
    splits: dict[int, float]
    power: int = 1

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
        if hole < 0:
            return 0.0
        hand = hands()[place]
        return (self.shoe[hole] - hand.counts[hole]) / (sum(self.shoe) - hand.size)

    def played(self, place: int, *, doubles: bool) -> dict[Action, float]:
        """What a hand of a split, or of more cards, may do, counted as `stand` and `hit` are."""
        hand = hands()[place]
        found: dict[Action, float] = {"stand": self.stand[place]}
        if hand.total < 21:
            found["hit"] = self.hit[place]
        if doubles and hand.size == 2 and self.rules.may_double(hand.total):
            found["double"] = 2**self.power * self.drawn[place]
        return found

    def worth(self, place: int) -> dict[Action, float]:
        """The expected win of each action that is open to a hand, over all holes of the dealer."""
        hand = hands()[place]
        blackjack = self.blackjack(place)
        if hand.counts == NATURAL:
            return {"stand": float(self.rules.blackjack_pays) ** self.power * (1 - blackjack)}
        found = self.played(place, doubles=True)
        pair = hand.values[0]
        if hand.pair and pair in self.splits:
            found["split"] = self.splits[pair]
        lost = (-1.0) ** self.power * blackjack
        if not self.rules.all_lost:
            found = {action: worth + lost for action, worth in found.items()}
        half = (-0.5) ** self.power
        if hand.size == 2 and self.rules.surrender == "early":
            found["surrender"] = half
        elif hand.size == 2 and self.rules.surrender == "late":
            found["surrender"] = half * (1 - blackjack) + lost
        return found

    def seen(self, place: int) -> dict[Action, float]:
        """The same as the player sees it when he acts: after a peek, given that it found nothing.

        Where he may surrender before the peek, or nobody peeks, it is over all holes.
        """
        worth, blackjack = self.worth(place), self.blackjack(place)
        if not self.rules.acts_after_peek or blackjack == 1.0:
            return worth
        back = 0.0 if hands()[place].counts == NATURAL else blackjack
        return {action: (mean + back) / (1 - blackjack) for action, mean in worth.items()}


def best(worth: dict[Action, float]) -> Action:
    """The action that is worth most; of equals the first, as `ACTIONS` has them."""
    return max(worth, key=worth.__getitem__)
