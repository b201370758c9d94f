"""Total-dependent basic strategy for the game of chapter 633a, computed for a number of decks.

What is computed, exactly:

- The best action in each cell has the highest expected value given the upcard and no dealer
  Blackjack, for a single player at a full shoe from which only the player's cards and the upcard
  are gone.
- The rows are hard totals, soft totals and pairs. The value of a total is the mean over its
  two-card hands that are not pairs (over the pair, where no other hand has that total), weighted by
  how often they are dealt. Hands of three or more cards hit or stand as their total does. Where
  doubling or surrender is not offered, the best of the remaining actions applies.
- A split is worth twice the value of one split hand, which is played by the table and doubled where
  the table says so (§ 633a.10(a)), with no resplits. Both split hands have the same mean.
- The dealer stands on every 17 (§ 633a.7(m)), any two cards may double, surrender is late
  (§ 633a.9), and split aces are played on unless the rules give them one card each.

Expected values are doubles; they choose between actions and never enter the odds. `exact.strategy`
computes the same strategy with resplits from every possible hand, which takes longer. This module
looks only at hands that the strategy can reach, so that pricing one wager stays fast.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from upcard.cards.card import value_of
from upcard.compiled.hand_codes import BUST, PAIRS, row_of
from upcard.exact.play.hands import ACE, BLACKJACK, VALUES, blackjack_hole, packed_dealers, shoe_of
from upcard.games.blackjack_rules import BlackjackRules

if TYPE_CHECKING:
    from upcard.compiled.exact.basic_strategy import StrategyColumn

ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")
"""Indexed by the action constants of `compiled.hand_codes`."""

RULES: Final = BlackjackRules()
"""The rules that apply where a submission does not set its own."""

RowsByUpcard: TypeAlias = tuple[tuple[int, ...], ...]


class TotalActions(msgspec.Struct, frozen=True):
    """The action for each row of totals against each upcard, as indices into ACTIONS.

    `opening` applies to two cards, `unsurrendered` to two cards where surrender is not offered,
    `later` to three or more cards. Rows that no hand can have are set to stand.
    """

    opening: RowsByUpcard
    unsurrendered: RowsByUpcard
    later: RowsByUpcard


class BasicStrategy:
    """The basic strategy for one shoe. Rows of pairs are computed on first use."""

    def __init__(self, columns: "Sequence[StrategyColumn]") -> None:
        self._columns = columns
        self._pairs_computed: set[tuple[int, int]] = set()
        for column in columns:
            column.ask((row, _two_cards()[row]) for row in _rows_in_order())
        rows = range(PAIRS)
        self.totals = TotalActions(
            tuple(tuple(column.opening(row) for column in columns) for row in rows),
            tuple(tuple(column.first(row) for column in columns) for row in rows),
            tuple(tuple(column.later(row) for column in columns) for row in rows),
        )

    def decide(
        self, cards: Sequence[int], upcard: int, *, split: bool = True, surrender: bool = True
    ) -> str:
        """The action for a hand against an upcard; all cards are 0 to 51.

        With `split=False` a pair is played as its total. Pass `surrender=False` for a split hand of
        two cards. The hand must not be over 21.
        """
        values = [value_of(card) - 1 for card in cards]
        return ACTIONS[self.act(values, value_of(upcard) - 1, split=split, surrender=surrender)]

    def act(
        self, values: Sequence[int], upcard: int, *, split: bool = True, surrender: bool = True
    ) -> int:
        """Like `decide`, but cards are values 0 to 9 and the action is an index into ACTIONS."""
        row = row_of(sum(values) + len(values), values.count(ACE))
        if len(values) > 2:
            return self.totals.later[row][upcard]
        if split and values[0] == values[1]:
            column = self._column_with_pair(values[0], upcard)
            row = PAIRS + values[0]
            return column.opening(row) if surrender else column.first(row)
        table = self.totals.opening if surrender else self.totals.unsurrendered
        return table[row][upcard]

    def worth(self, values: tuple[int, int], upcard: int, action: int) -> float:
        """The expected win of an action with two cards, given no dealer Blackjack.

        Only pairs may split. A Blackjack has no actions.
        """
        low, high = sorted(values)
        column = self._column_with_pair(low, upcard) if low == high else self._columns[upcard]
        return column.worth(low, high, action)

    def _column_with_pair(self, value: int, upcard: int) -> "StrategyColumn":
        """The upcard's column, after computing the row of a pair of `value` if it is missing."""
        column = self._columns[upcard]
        if (value, upcard) not in self._pairs_computed:
            column.ask([(PAIRS + value, [(value, value)])])
            self._pairs_computed.add((value, upcard))
        return column


def basic_strategy(decks: int, rules: BlackjackRules = RULES) -> BasicStrategy:
    """The strategy for a full shoe of `decks` decks."""
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


def _rows_in_order() -> list[int]:
    """Rows of totals, ordered so that drawing a card always leads to a row listed earlier."""
    return [*range(20, 10, -1), *range(30, 21, -1), *range(10, 3, -1)]


@cache
def _two_cards() -> dict[int, list[tuple[int, int]]]:
    """The two-card hands of each row, as values; pairs only in rows that have no other hand."""
    unlike: dict[int, list[tuple[int, int]]] = {}
    hands_by_code: dict[int, list[tuple[int, int]]] = {}
    for first, second in combinations_with_replacement(VALUES, 2):
        ways = hands_by_code if first == second else unlike
        row = row_of(first + second + 2, int(first == ACE))
        ways.setdefault(row, []).append((first, second))
    return hands_by_code | unlike
