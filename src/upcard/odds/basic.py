"""Total-dependent basic strategy of the game of chapter 633a, computed for a number of decks.

What is computed:

- The best action in each cell is that of the highest expected value, given the upcard and no
  dealer Blackjack, for one player at a full shoe without the cards that he and the upcard took.
- The rows are hard totals, soft totals and pairs. A total's worth is the mean over its two-card
  hands that are no pairs (over a pair, where there are no others), weighted by how often they
  are dealt. Hands of more cards hit or stand as their total does; where doubling or surrender
  is not offered, the best of the other actions counts.
- A split is worth two of its hands, each played by the table and doubled where it says so
  (§ 633a.10(a)), without a further split. Both have the same mean, whichever is played first.
- The dealer stands on every 17 (§ 633a.7(m)), any two cards may double, surrender is late
  (§ 633a.9), split aces play on unless the rules give them one card.

Expected values are doubles, which choose between actions and enter no odds. They are exact sums
over every deal, except where a cheaper value (`QuickDealer`) is known to be near enough to tell
two actions apart.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from operator import mul
from typing import Final, TypeAlias

import msgspec

from upcard.cards.card import value_of
from upcard.games.table_rules import BlackjackRules
from upcard.odds.play_dealer import QUICK, Dealer, QuickDealer
from upcard.odds.play_hands import ACE, VALUES
from upcard.odds.play_value import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Hand,
    Values,
    hand_of,
    row_of,
)

ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")
"""By the indices of `play_value`."""

RULES: Final = BlackjackRules()
"""What holds where a submission says nothing."""

PAIRS: Final = 32
"""The row of a pair of aces; then twos to ten-value cards."""

ROWS: Final = PAIRS + 10

ERROR: Final = {STAND: 0.0, HIT: 0.003, DOUBLE: 0.0, SPLIT: 0.012, SURRENDER: 0.0}
"""How far the quick worth of an action can be off, times the number of decks."""

Table: TypeAlias = tuple[tuple[int, ...], ...]


class Strategy(msgspec.Struct, frozen=True):
    """What to do with each row against each upcard (value 0 to 9), as indices into ACTIONS.

    `opening` is for two cards, `unsurrendered` where surrender is not offered, `later` for more
    cards; `later` has no rows for pairs.
    """

    opening: Table
    unsurrendered: Table
    later: Table

    def decide(
        self, cards: Sequence[int], upcard: int, *, split: bool = True, surrender: bool = True
    ) -> str:
        """The action for a hand against an upcard, all of them cards 0 to 51.

        Without `split` a pair is played as its total. A split hand of two cards asks without
        `surrender`. The hand is not over 21.
        """
        values = [value_of(card) - 1 for card in cards]
        return ACTIONS[self.act(values, value_of(upcard) - 1, split=split, surrender=surrender)]

    def act(
        self, values: Sequence[int], upcard: int, *, split: bool = True, surrender: bool = True
    ) -> int:
        """`decide` for values 0 to 9."""
        row = row_of(sum(values) + len(values), values.count(ACE))
        if len(values) > 2:
            return self.later[row][upcard]
        if split and values[0] == values[1]:
            row = PAIRS + values[0]
        return (self.opening if surrender else self.unsurrendered)[row][upcard]


def basic_strategy(decks: int, rules: BlackjackRules = RULES) -> Strategy:
    """The strategy for a full shoe of so many decks."""
    return _strategy(decks, one_card_on_split_aces=rules.one_card_on_split_aces)


@cache
def _strategy(decks: int, *, one_card_on_split_aces: bool) -> Strategy:
    columns = [_Column(decks, upcard) for upcard in VALUES]
    for column in columns:
        column.fill(one_card_on_split_aces=one_card_on_split_aces)
    return Strategy(
        tuple(zip(*(column.opening for column in columns), strict=True)),
        tuple(zip(*(column.unsurrendered for column in columns), strict=True)),
        tuple(zip(*(column.later for column in columns), strict=True)),
    )


class _Column:
    """One upcard's column of the table while it is filled, from the highest totals down."""

    def __init__(self, decks: int, upcard: int) -> None:
        self.later = [STAND] * PAIRS
        self.opening = [STAND] * ROWS
        self.unsurrendered = [STAND] * ROWS
        self.error = {action: error / decks for action, error in ERROR.items()}
        self.quick = Values(QuickDealer(decks, upcard), self.later, QUICK)
        self.exact = Values(Dealer(decks, upcard), self.later, 52 * decks)

    def fill(self, *, one_card_on_split_aces: bool) -> None:
        """Decide every row."""
        for row in _downwards():
            totals = _Means(self, _two_cards()[row])
            self.later[row] = totals.best(STAND, HIT)
            self._open(row, totals, STAND, HIT, DOUBLE)
        for value in VALUES:
            one_card = value == ACE and one_card_on_split_aces
            pair = _Means(self, [hand_of(value, value)], self._stand if one_card else self._first)
            self._open(PAIRS + value, pair, STAND, HIT, DOUBLE, SPLIT)

    def _open(self, row: int, means: "_Means", *actions: int) -> None:
        self.unsurrendered[row] = means.best(*actions)
        self.opening[row] = means.best(*actions, SURRENDER)

    def _first(self, row: int) -> int:
        return self.unsurrendered[row]

    def _stand(self, row: int) -> int:  # noqa: ARG002 - whatever the hand
        return STAND


class _Means:
    """The mean worth of each action for the hands of one row, quick where that is enough."""

    def __init__(
        self, column: _Column, hands: list[Hand], split: Callable[[int], int] | None = None
    ) -> None:
        self._column = column
        self._hands = hands
        self._split = split
        self._ways = [column.quick.ways(hand) for hand in hands]
        self._quick: dict[int, float] = {SURRENDER: -0.5}
        self._exact: dict[int, float] = {SURRENDER: -0.5}

    def best(self, *actions: int) -> int:
        """The action of highest worth."""
        error = self._column.error
        quick = {action: self._mean(action, self._column.quick, self._quick) for action in actions}
        least = max(worth - error[action] for action, worth in quick.items())
        near = [action for action, worth in quick.items() if worth + error[action] >= least]
        if len(near) == 1:
            return near[0]
        return max(near, key=lambda action: self._mean(action, self._column.exact, self._exact))

    def _mean(self, action: int, values: Values, known: dict[int, float]) -> float:
        if action not in known:
            known[action] = self._computed(action, values)
        return known[action]

    def _computed(self, action: int, values: Values) -> float:
        if action == SPLIT:
            assert self._split is not None
            (hand,) = self._hands
            worth = [values.split(hand, self._split)]
        else:
            worth = [
                (values.stand, values.hit, values.double)[action](hand) for hand in self._hands
            ]
        total: float = sum(map(mul, self._ways, worth))
        return total / sum(self._ways)


def _downwards() -> list[int]:
    """Rows to decide, so that a drawn card leads to a row that is decided; 21 stands."""
    return [*range(20, 10, -1), *range(30, 21, -1), *range(10, 3, -1)]


@cache
def _two_cards() -> dict[int, list[Hand]]:
    """The two-card hands of each row, pairs only where there are no others."""
    unlike: dict[int, list[Hand]] = {}
    alike: dict[int, list[Hand]] = {}
    for first, second in combinations_with_replacement(VALUES, 2):
        hand = hand_of(first, second)
        found = alike if first == second else unlike
        found.setdefault(row_of(hand[2], hand[3]), []).append(hand)
    return alike | unlike
