"""What each action is worth against one upcard, by a table that fills from the top.

Expected values per unit wagered, in doubles, given that the dealer has no Blackjack.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from upcard.cards.totals import best_total, is_soft
from upcard.odds.play_dealer import Dealer
from upcard.odds.play_hands import ACE, ONE, counts_of

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4

Hand: TypeAlias = tuple[int, int, int, int]
"""Code and number of the cards that left the shoe; the hand's pips; 1 where it has an ace."""


def row_of(pips: int, aces: int) -> int:
    """The row of a total: 0 to 21 hard, 22 to 31 soft 12 to 21."""
    return best_total(pips, aces) + 10 * is_soft(pips, aces)


def hand_of(*values: int) -> Hand:
    """The hand of these cards, which alone left the shoe."""
    code = sum(ONE[value] for value in values)
    return code, len(values), sum(values) + len(values), int(ACE in values)


class Values:
    """The worth of hands against one upcard.

    `later` says for each row of a total whether it draws once it has three cards; the caller
    fills it from above. With `known` cards or more gone from the shoe further draws leave it as
    it is: the cards come in fixed proportions.
    """

    def __init__(self, dealer: Dealer, later: Sequence[int], known: int) -> None:
        self._dealer = dealer
        self._later = later
        self._known = known
        self._played: dict[Hand, float] = {}

    def ways(self, hand: Hand) -> float:
        """How often two cards are dealt, up to a common factor."""
        gone, size, _, _ = hand
        first, second = (value for value, count in enumerate(counts_of(gone)) for _ in range(count))
        left = self._dealer.left
        alike = first == second
        ways = left[first] * (left[first] - 1) if alike else 2 * left[first] * left[second]
        return ways * self._dealer.no_blackjack(gone, size)

    def stand(self, hand: Hand) -> float:
        """A hand that stands."""
        gone, size, pips, aces = hand
        return self._dealer.stand(gone, size, best_total(pips, aces))

    def hit(self, hand: Hand) -> float:
        """A hand that draws and goes on by the rows filled so far."""
        return self._draw(hand, self._play)

    def double(self, hand: Hand) -> float:
        """A hand that draws one card for twice the wager (§ 633a.10(a))."""
        return 2 * self._draw(hand, self.stand)

    def split(self, pair: Hand, first: Callable[[int], int]) -> float:
        """A pair made two hands; `first` says by the row what a hand does with its two cards.

        Both hands have the same mean, because the order of the shoe does not matter.
        """

        def played(hand: Hand) -> float:
            action = first(row_of(hand[2], hand[3]))
            return (self.stand, self.hit, self.double)[action](hand)

        gone, size, pips, aces = pair
        return 2 * self._draw((gone, size, pips // 2, aces), played)

    def _draw(self, hand: Hand, then: Callable[[Hand], float]) -> float:
        """The mean of what a hand is worth with one more card."""
        gone, size, pips, aces = hand
        seen = size < self._known
        worth = 0.0
        for value, chance in self._dealer.draws(gone, size):
            total = pips + value + 1
            if total > 21:
                worth -= chance
                continue
            aced = 1 if value == ACE else aces
            drawn = (gone + ONE[value], size + 1) if seen else (gone, size)
            worth += chance * then((*drawn, total, aced))
        return worth

    def _play(self, hand: Hand) -> float:
        found = self._played.get(hand)
        if found is None:
            row = row_of(hand[2], hand[3])
            found = self.hit(hand) if self._later[row] == HIT else self.stand(hand)
            self._played[hand] = found
        return found
