"""Total-dependent basic strategy of the game of chapter 633a, computed for a number of decks.

What is computed, exactly:

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

Expected values are doubles, which choose between actions and enter no odds. It is what
`odds.strategy` finds without further splits; that has every hand and takes its time, here only
what the play can come to is looked at, because a single record must not wait for more.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from upcard.cards.card import value_of
from upcard.compiled.layout import BUST, PAIRS, row_of
from upcard.exact.play.hands import ACE, BLACKJACK, VALUES, blackjack_hole, packed_dealers, shoe_of
from upcard.games.table_rules import BlackjackRules

if TYPE_CHECKING:
    from upcard.compiled.exact.basic_strategy import StrategyColumn

ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")
"""By the indices of `compiled.layout`."""

RULES: Final = BlackjackRules()
"""What holds where a submission says nothing."""

RowsByUpcard: TypeAlias = tuple[tuple[int, ...], ...]


class TotalActions(msgspec.Struct, frozen=True):
    """What to do with each row of a total against each upcard, as indices into ACTIONS.

    `opening` is for two cards, `unsurrendered` where surrender is not offered, `later` for more
    cards. Rows that no hand has stand.
    """

    opening: RowsByUpcard
    unsurrendered: RowsByUpcard
    later: RowsByUpcard


class BasicStrategy:
    """The strategy of a shoe. Rows of pairs are computed once they are asked for."""

    def __init__(self, columns: "Sequence[StrategyColumn]") -> None:
        self._columns = columns
        self._asked: set[tuple[int, int]] = set()
        for column in columns:
            column.ask((row, _two_cards()[row]) for row in _downwards())
        rows = range(PAIRS)
        self.totals = TotalActions(
            tuple(tuple(column.opening(row) for column in columns) for row in rows),
            tuple(tuple(column.first(row) for column in columns) for row in rows),
            tuple(tuple(column.later(row) for column in columns) for row in rows),
        )

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
            return self.totals.later[row][upcard]
        if split and values[0] == values[1]:
            column = self._of_pair(values[0], upcard)
            row = PAIRS + values[0]
            return column.opening(row) if surrender else column.first(row)
        table = self.totals.opening if surrender else self.totals.unsurrendered
        return table[row][upcard]

    def worth(self, values: tuple[int, int], upcard: int, action: int) -> float:
        """The expected win of an action with two cards, given no dealer Blackjack.

        Only pairs split; a Blackjack has no action.
        """
        low, high = sorted(values)
        column = self._of_pair(low, upcard) if low == high else self._columns[upcard]
        return column.worth(low, high, action)

    def _of_pair(self, value: int, upcard: int) -> "StrategyColumn":
        """The upcard's column, which then knows what to do with a pair of a value."""
        column = self._columns[upcard]
        if (value, upcard) not in self._asked:
            column.ask([(PAIRS + value, [(value, value)])])
            self._asked.add((value, upcard))
        return column


def basic_strategy(decks: int, rules: BlackjackRules = RULES) -> BasicStrategy:
    """The strategy for a full shoe of so many decks."""
    return _strategy(decks, one_card_on_split_aces=rules.one_card_on_split_aces)


@cache
def _strategy(decks: int, *, one_card_on_split_aces: bool) -> BasicStrategy:
    from upcard.compiled.exact.basic_strategy import StrategyColumn  # noqa: PLC0415 - only what needs it pays for it

    columns = []
    for upcard in VALUES:
        left = [count - (value == upcard) for value, count in enumerate(shoe_of(decks))]
        hands = [
            packs
            for label, packs in packed_dealers(upcard).items()
            if label[0] < BUST and label != BLACKJACK
        ]
        hole = blackjack_hole(upcard)
        columns.append(StrategyColumn(left, hole, hands, one_card=one_card_on_split_aces))
    return BasicStrategy(columns)


def _downwards() -> list[int]:
    """Rows to decide, so that a drawn card leads to a row that is decided; 21 stands."""
    return [*range(20, 10, -1), *range(30, 21, -1), *range(10, 3, -1)]


@cache
def _two_cards() -> dict[int, list[tuple[int, int]]]:
    """The two-card hands of each row as values, pairs only where there are no others."""
    unlike: dict[int, list[tuple[int, int]]] = {}
    alike: dict[int, list[tuple[int, int]]] = {}
    for first, second in combinations_with_replacement(VALUES, 2):
        found = alike if first == second else unlike
        row = row_of(first + second + 2, int(first == ACE))
        found.setdefault(row, []).append((first, second))
    return alike | unlike
