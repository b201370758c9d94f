"""Total-dependent basic strategy of the game of chapter 633a, computed for a number of decks.

What is computed, in doubles (they choose between actions; no odds are made of them):

- Everything is conditional on the upcard and, after the peek, on no dealer Blackjack.
- The dealer's outcomes are exact for a full shoe less the upcard and the player's first three
  cards; so standing, and drawing one card to double, have their exact expected values. Cards
  that a hand takes beyond its third come in the fixed proportions of what is left then.
- A row of the table is a hard total, a soft total or a pair. The action of a total is that with
  the highest mean over its two-card hands that are no pairs (of a pair, where there is no
  other), weighted by how often they are dealt. Hands of more cards hit or stand as their total
  does; a hand that may not double or surrender takes the best of the other actions.
- A split is worth two of its hands, each played by the table and doubled where it says so
  (§ 633a.10(a)), without a further split: that the hands' cards differ moves no mean.
- Dealer stands on every 17 (§ 633a.7(m)), any two cards may double, surrender is late
  (§ 633a.9), split aces play on unless the table gives them one card.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

import msgspec

from upcard.cards.card import value_of
from upcard.cards.totals import best_total, is_soft
from upcard.games.table_rules import BlackjackRules
from upcard.odds.play_dealer import BUST, DealerLaw
from upcard.odds.play_hands import ACE, TEN, VALUES

ACTIONS: Final = ("stand", "hit", "double", "split", "surrender")
STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4

PAIRS: Final = 32
"""The row of a pair of aces; then twos to ten-value cards."""

ROWS: Final = PAIRS + 10

Table = tuple[tuple[int, ...], ...]


def row_of(pips: int, aces: int) -> int:
    """The row of a total: 0 to 21 hard, 22 to 31 soft 12 to 21."""
    return best_total(pips, aces) + 10 * is_soft(pips, aces)


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


def basic_strategy(decks: int, rules: BlackjackRules = BlackjackRules()) -> Strategy:
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
        self._dealer = DealerLaw(decks, upcard)
        self.later = [STAND] * PAIRS
        self.opening = [STAND] * ROWS
        self.unsurrendered = [STAND] * ROWS
        self._drawn: dict[tuple[tuple[int, ...], int, bool], float] = {}

    def fill(self, *, one_card_on_split_aces: bool) -> None:
        """Decide every row."""
        for row in _downwards():
            self._decide_total(row)
        for value in VALUES:
            split = self._split(value, plays=value != ACE or not one_card_on_split_aces)
            self._decide_pair(value, split)

    def _decide_total(self, row: int) -> None:
        hands = _two_cards()[row]
        weights = [self._dealer.chance(hand) for hand in hands]
        worth = [0.0, 0.0, 0.0]
        for hand, weight in zip(hands, weights, strict=True):
            worth[STAND] += weight * self._stand(hand, *_pips(hand))
            worth[HIT] += weight * self._hit(hand)
        self.later[row] = HIT if worth[HIT] > worth[STAND] else STAND
        for hand, weight in zip(hands, weights, strict=True):
            worth[DOUBLE] += weight * self._double(hand, *_pips(hand))
        self._open(row, [value / sum(weights) for value in worth])

    def _decide_pair(self, value: int, split: float) -> None:
        hand = (value, value)
        stand, double = self._stand(hand, *_pips(hand)), self._double(hand, *_pips(hand))
        self._open(PAIRS + value, [stand, self._hit(hand), double, split])

    def _open(self, row: int, worth: list[float]) -> None:
        best = max(range(len(worth)), key=worth.__getitem__)
        self.unsurrendered[row] = best
        self.opening[row] = SURRENDER if worth[best] < -0.5 else best

    # Expected values for a unit wagered; `held` are the cards that the dealer's law knows of

    def _stand(self, held: tuple[int, ...], pips: int, aces: int) -> float:
        law = self._dealer.law(held)
        total = best_total(pips, aces)
        return law[BUST] + sum(
            chance if total > 17 + at else -chance
            for at, chance in enumerate(law[:BUST])
            if total != 17 + at
        )

    def _hit(self, hand: tuple[int, ...]) -> float:
        pips, aces = _pips(hand)
        return sum(
            chance * self._play_on(_with(hand, value), pips + value + 1, aces + (value == ACE))
            for value, chance in enumerate(self._dealer.draws(hand))
            if chance
        )

    def _play_on(self, held: tuple[int, ...], pips: int, aces: int) -> float:
        """The rest of a hand that has three cards or more, by the rows decided so far."""
        if pips > 21:
            return -1.0
        if self.later[row_of(pips, aces)] == STAND:
            return self._stand(held, pips, aces)
        return self._draw_and_play_on(held, pips, aces)

    def _draw_and_play_on(self, held: tuple[int, ...], pips: int, aces: int) -> float:
        key = (held, pips, aces > 0)
        if key not in self._drawn:
            self._drawn[key] = sum(
                chance * self._play_on(held, pips + value + 1, aces + (value == ACE))
                for value, chance in enumerate(self._dealer.draws(held))
            )
        return self._drawn[key]

    def _double(self, held: tuple[int, ...], pips: int, aces: int) -> float:
        worth = 0.0
        for value, chance in enumerate(self._dealer.draws(held)):
            drawn, total = pips + value + 1, aces + (value == ACE)
            known = _with(held, value) if len(held) < 3 else held
            if chance:
                worth += chance * (-1.0 if drawn > 21 else self._stand(known, drawn, total))
        return 2 * worth

    def _split(self, value: int, *, plays: bool) -> float:
        pair = (value, value)
        worth = 0.0
        for other, chance in enumerate(self._dealer.draws(pair)):
            if not chance:
                continue
            held = _with(pair, other)
            pips, aces = _pips((value, other))
            action = self.unsurrendered[row_of(pips, aces)] if plays else STAND
            if action == STAND:
                worth += chance * self._stand(held, pips, aces)
            elif action == DOUBLE:
                worth += chance * self._double(held, pips, aces)
            else:
                worth += chance * self._draw_and_play_on(held, pips, aces)
        return 2 * worth


def _pips(hand: tuple[int, ...]) -> tuple[int, int]:
    return sum(hand) + len(hand), hand.count(ACE)


def _with(hand: tuple[int, ...], value: int) -> tuple[int, ...]:
    return tuple(sorted((*hand, value)))


def _downwards() -> list[int]:
    """Rows to decide, so that a drawn card leads to a row that is decided; 21 stands."""
    hard, soft = range(20, 10, -1), range(30, 21, -1)
    return [*hard, *soft, *range(10, 3, -1)]


@cache
def _two_cards() -> dict[int, list[tuple[int, int]]]:
    """The two-card hands of each row, pairs only where there are no others."""
    unlike: dict[int, list[tuple[int, int]]] = {}
    alike: dict[int, list[tuple[int, int]]] = {}
    for hand in combinations_with_replacement(VALUES, 2):
        if hand == (ACE, TEN):
            continue
        found = alike if hand[0] == hand[1] else unlike
        found.setdefault(row_of(*_pips(hand)), []).append(hand)
    return alike | unlike
