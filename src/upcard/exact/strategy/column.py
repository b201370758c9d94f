"""One upcard's column: the value of every hand and action against it.

Values are expected wins per unit of the initial wager, in doubles, or expected squares (power 2).
"""

from array import array
from collections.abc import Sequence
from math import comb, prod
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.exact.play.hands import ACE, TEN, VALUES, blackjack_hole
from upcard.exact.strategy.cards import ValueCounts, counts_of, hands, places
from upcard.exact.strategy.rules import HandRules

HandAction: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]

ACTIONS: Final[tuple[HandAction, ...]] = ("stand", "hit", "double", "split", "surrender")

NATURAL: Final = counts_of((ACE, TEN))

LARGE_HANDS: Final = (counts_of((ACE, ACE)), counts_of((TEN, TEN)))
"""Two-card hands of cards from 10 to ace, other than Blackjack."""

SPECIAL: Final = (NATURAL, *LARGE_HANDS)
"""Hands that may be paid differently against some of the dealer's totals."""


class Marks(msgspec.Struct, frozen=True):
    """How hands are played on, by place: 1 if they hit, and 1 if they double after a split."""

    hits: "array[int]"
    doubles: "array[int]"


class UpcardColumn(msgspec.Struct, frozen=True):
    """The values of all hands against an upcard; `shoe` excludes the upcard.

    `stand`, `hit` and `drawn` (one more card, then stand) are by the hand's place; deals in which a
    peek finds a dealer Blackjack count 0 in them, and in `splits`, which is by the pair's value.
    `power` is 1 for wins and 2 for their squares. `holes` are the values that the hole card may
    have; other deals count 0. `dealt` has the probabilities of the dealer's 17 to 22 against the
    `SPECIAL` hands.
    """

    rules: HandRules
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

    def __repr__(self) -> str:
        return f"<UpcardColumn: upcard {self.upcard}, {len(self.stand)} hands>"

    def chance(self, place: int) -> float:
        """The probability that the first cards dealt make this hand."""
        hand = hands()[place]
        ways = prod(map(comb, self.shoe, hand.counts))  # 0 where the shoe has too few of a value
        return ways / comb(sum(self.shoe), hand.size) if ways else 0.0

    def blackjack(self, place: int) -> float:
        """The probability of a dealer Blackjack given a hand."""
        hole = blackjack_hole(self.upcard)
        return self._hole(place, (hole,)) if hole in self.holes else 0.0

    def hole_chance(self, place: int) -> float:
        """The probability that the hole card is, given a hand, one of `holes`."""
        return self._hole(place, self.holes) if len(self.holes) < len(VALUES) else 1.0

    def acting_chance(self, place: int) -> float:
        """The probability that the hole card is one of `holes` and the player gets to act."""
        return self.hole_chance(place) - (
            self.blackjack(place) if self.rules.acts_after_peek else 0.0
        )

    def _hole(self, place: int, holes: Sequence[int]) -> float:
        hand = hands()[place]
        cards = 0
        for value in holes:
            cards += self.shoe[value] - hand.counts[value]
        return cards / (sum(self.shoe) - hand.size)

    def played(self, place: int, *, doubles: bool) -> dict[HandAction, float]:
        """The values of a split or longer hand's actions, counted as `stand` and `hit` are."""
        hand = hands()[place]
        values: dict[HandAction, float] = {"stand": self.stand[place]}
        if hand.total < 21:
            values["hit"] = self.hit[place]
        if doubles and hand.size == 2 and self.rules.may_double(hand.total):
            values["double"] = 2**self.power * self.drawn[place]
            if self.rules.returned:
                values["double"] += self._return_of_double(place)
        return values

    def _return_of_double(self, place: int) -> float:
        """What a dealer Blackjack returns of a doubled hand that is not over 21."""
        hand = hands()[place]
        left = [count - used for count, used in zip(self.shoe, hand.counts, strict=True)]
        return sum(
            count / sum(left) * self.blackjack(after)
            for count, after in zip(left, hand.after, strict=True)
            if count and after >= 0
        )

    def switched_21(self) -> float:
        """The value of an ace and a ten made by switching, which are 21 and not a Blackjack."""
        place = places()[NATURAL]
        return self.stand[place] - self.blackjack(place)

    def worth(self, place: int) -> dict[HandAction, float]:
        """The expected win of each action open to a hand, over all hole cards."""
        hand, rules = hands()[place], self.rules
        if hand.counts == NATURAL:
            return {"stand": self._natural(place)}
        values = self.played(place, doubles=True)
        blackjack = self.blackjack(place)
        lost = (-1.0) ** self.power * blackjack
        if hand.size == 2:
            if hand.counts in LARGE_HANDS and rules.dealer_22 == "pushes-low":
                values["stand"] += self.dealt[place][-1]
            if hand.pair and hand.values[0] in self.splits:
                values["split"] = self.splits[hand.values[0]]
        if lost and not rules.all_lost:
            values = {action: worth + lost for action, worth in values.items()}
        if hand.size == 2:
            half = (-0.5) ** self.power
            if rules.surrender == "early":
                values["surrender"] = half * self.hole_chance(place)
            elif rules.surrender == "late":
                values["surrender"] = half * (self.hole_chance(place) - blackjack) + lost
        return values

    def _natural(self, place: int) -> float:
        """The expected win of a Blackjack."""
        rules, power, blackjack = self.rules, self.power, self.blackjack(place)
        pays = sum(float(odds) ** power for odds in rules.blackjack_payouts) / 2
        won = (
            pays * (self.hole_chance(place) - blackjack)
            + float(rules.blackjack_tied) ** power * blackjack
        )
        for total, other in ((-2, rules.blackjack_against_21), (-1, rules.blackjack_against_22)):
            if other is not None:
                won += (float(other) ** power - pays) * self.dealt[place][total]
        return won

    def seen(self, place: int) -> dict[HandAction, float]:
        """The values of `worth` as seen by the player when acting, after a peek that found nothing.

        If the player may surrender before the peek, or there is no peek, they are over all hole
        cards.
        """
        return self.as_seen(place, self.worth(place), self.acting_chance(place))

    def as_seen(
        self, place: int, worth: dict[HandAction, float], acting: float
    ) -> dict[HandAction, float]:
        """The values of `worth` for a hand as `seen` by the player, given its `acting_chance`."""
        if acting <= 0.0:
            return worth
        lost = 0.0
        if self.rules.acts_after_peek:
            natural = hands()[place].counts == NATURAL
            lost = self.blackjack(place) * float(self.rules.blackjack_tied if natural else -1)
        return {action: (mean - lost) / acting for action, mean in worth.items()}


def best(worth: dict[HandAction, float]) -> HandAction:
    """The action with the highest value; among equals the first, in the order of ACTIONS."""
    return max(worth, key=worth.__getitem__)
