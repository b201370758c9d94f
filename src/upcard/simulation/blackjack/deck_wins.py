"""The win of the Blackjack wager from an infinite deck, by the cards of a round revealed so far.

The tables of `compiled.simulation.corrections`, for the players' strategy and the table's rules.
They decide how much a correction helps, never whether it is right. So where a strategy looks at all
cards of a hand, they follow what it mostly does with hands of the same total, and a pair that may
be split again counts as two hands that may not.

The axes of the tables:

- a *value* of a card, 0 (ace) to 9 (any ten-value card);
- a finished hand's *code*: its total, doubled or not, or a special one (`codes`);
- a *group* of hands that play on: hard total 0 to 31, then soft total 12 to 21;
- a *line*: what is known of the dealer's cards during play, the upcard alone or the hole card too;
- the dealer's *state*: the point count so far, and whether an ace counts as 11 (`dealer_states`).

`DeckWins` computes them backwards from the end of a round: `wins_by_dealer` (the hand is finished,
the dealer draws), `wins_by_line`, `draws` and `doubles` (a hand draws), `pairs_out` and
`pairs_again` (a pair is split), `opening` (two cards), then `seconds`, `upcards`, `firsts` and
`expected`, each of which averages over one more card that is not dealt yet.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.totals import best_total, is_soft
from upcard.compiled.arrays import Floats, Integers
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER, VALUES
from upcard.compiled.simulation import win_tables as at
from upcard.compiled.simulation.codes import DOUBLED, EVEN_MONEY, NATURAL, SURRENDERED, TOTALS
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.strategy_table import (
    AGAIN,
    LATER,
    OPENING,
    SPLIT_OUT,
    StrategyTable,
)
from upcard.simulation.blackjack.tables import dealer_states, results_by_code
from upcard.simulation.column import WagerColumn

MADE_FIRST: Final = (0, VALUES - 1)
"""The upcards with which the hole card is revealed with the deal: an ace, a ten-value card."""

STEP: Final = 1 / 64
"""How far shares move to measure what a share of one value adds."""


@cache
def line_numbers() -> Integers:
    """What is known of the dealer's cards during play, by upcard and hole card."""
    lines = np.zeros((VALUES, VALUES), np.int64)
    for upcard in range(VALUES):
        first_line = VALUES * MADE_FIRST.index(upcard) if upcard in MADE_FIRST else None
        lines[upcard] = (
            2 * VALUES + upcard - 1
            if first_line is None
            else range(first_line, first_line + VALUES)
        )
    return lines


def group_of(pips: int, aces: int) -> int:
    """The group of a hand by its points, with an ace as 1, and its aces."""
    soft = is_soft(pips, aces)
    return at.FIRST_SOFT + best_total(pips, aces) - 12 if soft else min(pips, at.FIRST_SOFT - 1)


@cache
def pair_groups() -> Integers:
    """The groups of two cards, by their values."""
    values = range(VALUES)
    return np.array(
        [[group_of(low + top + 2, int(0 in (low, top))) for top in values] for low in values]
    )


@cache
def next_groups() -> Integers:
    """The group after one more card, by group and value."""
    groups = np.zeros((at.GROUPS, VALUES), np.int64)
    for group in range(at.GROUPS):
        soft = group >= at.FIRST_SOFT
        pips = group - at.FIRST_SOFT + 2 if soft else group
        for value in range(VALUES):
            groups[group, value] = group_of(pips + value + 1, int(soft or value == 0))
    return groups


TOTAL_OF_GROUP: Final = np.array([*range(at.FIRST_SOFT), *range(12, 22)])


@dataclass(frozen=True, eq=False)
class DeckWins:
    """Wins at a table of `rules` by a strategy from an infinite deck with these `shares`.

    In units of the wager's column, by value 0 (ace) to 9 (any ten-value card). `paid` is what a
    hand wins by its code and the dealer's total.
    """

    rules: TableRules
    paid: Floats
    strategy: StrategyTable
    shares: Floats

    @cached_property
    def wins_by_dealer(self) -> Floats:
        """By a hand's code and the dealer's state; a state in which no card is drawn has ended."""
        wins: Floats = self.paid @ self._chances_of_totals().T
        return wins

    def _chances_of_totals(self) -> Floats:
        """By the dealer's state: the probability of each final total.

        States in which the dealer draws come after all states that a card leads to.
        """
        states = dealer_states(int(self.rules.blackjack.hits_soft_17))
        chances = np.zeros((len(states.totals), TOTALS))
        for state in range(states.stands_from, len(states.totals)):
            chances[state, states.totals[state]] = 1
        finished = set(range(states.stands_from, len(states.totals)))
        while len(finished) < len(states.totals):
            for state in range(states.stands_from):
                next_states = states.following[state, :VALUES]
                if state not in finished and finished.issuperset(next_states.tolist()):
                    chances[state] = self.shares @ chances[next_states]
                    finished.add(state)
        return chances

    @cached_property
    def wins_by_line(self) -> Floats:
        """By a hand's code and line; with the upcard alone known, the mean over the hole card."""
        begin, lines = dealer_states(int(self.rules.blackjack.hits_soft_17)).begin, line_numbers()
        lines_wins = np.zeros((len(self.wins_by_dealer), at.LINES))
        for upcard in range(VALUES):
            wins = self.wins_by_dealer[:, begin[upcard]]
            if upcard in MADE_FIRST:
                lines_wins[:, lines[upcard]] = wins
            else:
                lines_wins[:, lines[upcard, 0]] = wins @ self.shares
        return lines_wins

    @cached_property
    def draws(self) -> Floats:
        """By group, line and drawn card, for a hand that draws and goes on.

        A hard hand from 11 up leads to higher hard totals; a soft one to these or a higher soft
        total; a lower hard one to all. In this order, each group finds what it leads to.
        """
        next_group = next_groups()
        hits = _mostly_hits(self.strategy)[:, self._upcards]
        wins = self.wins_by_line[TOTAL_OF_GROUP]  # of hands that stand, at first
        hard_from_11 = range(21, 10, -1)
        soft = range(at.GROUPS - 1, at.FIRST_SOFT - 1, -1)
        hard_to_10 = range(10, 1, -1)
        for group in (*hard_from_11, *soft, *hard_to_10):
            if_drawn = self.shares @ wins[next_group[group]]
            wins[group] = np.where(hits[group], if_drawn, wins[group])
        return np.swapaxes(wins[next_group], 1, 2)

    @cached_property
    def doubles(self) -> Floats:
        """By group, line and drawn card, for a hand that is doubled."""
        wins = self.wins_by_line[DOUBLED + TOTAL_OF_GROUP]
        return np.swapaxes(wins[next_groups()], 1, 2)

    @cached_property
    def pairs_out(self) -> Floats:
        """By the split pair's value, line and second card, when it may not be split again."""
        return self._second_cards(self._actions(SPLIT_OUT))

    @cached_property
    def pairs_again(self) -> Floats:
        """By the split pair's value, line and second card, when it may be split again.

        A third card of the value then begins two hands that may not.
        """
        wins, pair = self.pairs_out.copy(), np.arange(VALUES)
        actions = self._actions(AGAIN)
        played = self._second_cards(actions)[pair, :, pair]
        two_hands = 2 * (self.pairs_out @ self.shares)
        wins[pair, :, pair] = np.where(actions[pair, pair] == SPLIT, two_hands, played)
        return wins

    @cached_property
    def opening(self) -> Floats:
        """By two first cards and line, before the hand is played."""
        rules, actions = self.rules.blackjack, self._actions(OPENING)
        surrendered = self.wins_by_line[SURRENDERED]
        wins = np.where(actions == SPLIT, self._split_wins(), self._two_card_wins(actions))
        wins = np.where(actions == SURRENDER, surrendered, wins)
        if rules.peeks:  # against a dealer Blackjack no hand is played
            early = (actions == SURRENDER) & rules.surrenders_before_peek
            unplayed = np.where(
                early, surrendered, self.wins_by_line[TOTAL_OF_GROUP[pair_groups()]]
            )
            blackjacks = [line_numbers()[0, VALUES - 1], line_numbers()[VALUES - 1, 0]]
            wins[:, :, blackjacks] = unplayed[:, :, blackjacks]
        takes_even_money = self.strategy.takes_even_money and rules.even_money
        natural = np.where(
            takes_even_money & (self._upcards == 0),
            self.wins_by_line[EVEN_MONEY],
            self.wins_by_line[NATURAL],
        )
        wins[0, VALUES - 1] = wins[VALUES - 1, 0] = natural
        return wins

    def _split_wins(self) -> Floats:
        """By the pair's value (the second axis has one entry) and line: both hands of a split."""
        may_split_again = np.full(VALUES, self.rules.blackjack.resplits > 0)
        may_split_again[0] &= self.rules.blackjack.resplit_aces
        hands = np.where(
            may_split_again[:, np.newaxis, np.newaxis], self.pairs_again, self.pairs_out
        )
        wins: Floats = 2 * (hands @ self.shares)[:, np.newaxis]
        return wins

    @cached_property
    def seconds(self) -> Floats:
        """By a seat's first card, the upcard and the second card."""
        by_hole_card = self.opening[:, :, line_numbers()]  # first, second, upcard, hole card
        return (by_hole_card @ self.shares).transpose(0, 2, 1)

    @cached_property
    def upcards(self) -> Floats:
        """By a seat's first card and the upcard."""
        return self.seconds @ self.shares

    @cached_property
    def firsts(self) -> Floats:
        """By a seat's first card."""
        return self.upcards @ self.shares

    @cached_property
    def expected(self) -> float:
        """Before any card."""
        return float(self.firsts @ self.shares)

    @cached_property
    def _upcards(self) -> Integers:
        """The upcard of each line."""
        upcards = np.zeros(at.LINES, np.int64)
        upcards[line_numbers()] = np.arange(VALUES)[:, np.newaxis]
        return upcards

    def _actions(self, moment: int) -> NDArray[np.uint8]:
        """The action with two cards at a moment, by their values and line."""
        by_upcard = self.strategy.decisions[moment][self.strategy.pairs]
        actions: NDArray[np.uint8] = by_upcard[:, :, self._upcards]
        return actions

    def _two_card_wins(self, actions: NDArray[np.uint8]) -> Floats:
        """Two cards that stand, draw or double, by their values and line."""
        groups = pair_groups()
        stands = self.wins_by_line[TOTAL_OF_GROUP[groups]]
        hits, doubles = (self.draws @ self.shares)[groups], (self.doubles @ self.shares)[groups]
        wins: Floats = np.select([actions == HIT, actions == DOUBLE], [hits, doubles], stands)
        return wins

    def _second_cards(self, actions: NDArray[np.uint8]) -> Floats:
        """By the split pair's value, line and second card, without splitting again."""
        if self.rules.blackjack.one_card_on_split_aces:
            actions = actions.copy()
            actions[0] = STAND
        return np.swapaxes(self._two_card_wins(actions), 1, 2)


def paid_to(rules: TableRules, column: WagerColumn) -> Floats:
    """What a hand wins by its code and the dealer's total, in units of the wager's column."""
    pays: Floats = np.array(column.pays, np.float64)[results_by_code(rules)]
    return pays


def deck_shares(rules: TableRules) -> Floats:
    """The part of each value in a full shoe."""
    counts = deck_counts(rules)
    shares: Floats = counts / counts.sum()
    return shares


def deck_counts(rules: TableRules) -> Integers:
    """The cards of each value in a full shoe."""
    values = [value_of(card) - 1 for card in range(DECK_SIZE)]
    counts: Integers = np.bincount(values, rules.composition, VALUES).astype(np.int64)
    return counts


def share_effects(wins: DeckWins) -> Floats:
    """What a share of each value adds to the expected win of a round, up to a constant."""
    means = [
        replace(wins, shares=(1 - STEP) * wins.shares + STEP * unit) for unit in np.eye(VALUES)
    ]
    return np.array([shifted.expected - wins.expected for shifted in means]) / STEP


def _mostly_hits(strategy: StrategyTable) -> NDArray[np.bool_]:
    """By group and upcard: whether most hands of three or more cards draw."""
    hits, hands = np.zeros((at.GROUPS, VALUES)), np.zeros((at.GROUPS, 1))
    next_group = next_groups()
    groups = dict(zip(strategy.pairs.ravel().tolist(), pair_groups().ravel().tolist(), strict=True))
    waiting = [state for state in groups if strategy.totals[state] < 21]
    drawn: set[int] = set()
    while waiting:
        state = waiting.pop()
        for value, after in enumerate(strategy.following[state].tolist()):
            groups.setdefault(after, int(next_group[groups[state], value]))
            if after not in drawn:
                drawn.add(after)
                hits[groups[after]] += strategy.decisions[LATER, after] == HIT
                hands[groups[after]] += 1
                if strategy.totals[after] < 21:
                    waiting.append(after)
    mostly: NDArray[np.bool_] = hits > hands / 2
    return mostly
