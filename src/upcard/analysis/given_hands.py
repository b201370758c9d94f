"""Chances of a wager on the player's total and the dealer's finished hand, given what was dealt.

Where players' choices decide a wager, rounds are dealt. Of each the cards that were dealt before
the dealer drew count as they fell; all orders of the other cards are equally likely, so that the
chance of each hand that the dealer may draw is exact. Their mean over rounds has the expectation of
counted outcomes, and a far smaller error for those that the dealer's draw makes rare.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from math import sqrt
from typing import Final

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from upcard.analysis.players import player_of
from upcard.cards.card import DECK_SIZE, value_of
from upcard.cards.totals import best_total
from upcard.games.blackjack import dealer_draws
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.hand_records import NO_CARD, CardArray, Recorder
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan
from upcard.simulation.games.round_records import recorder_of
from upcard.wagers.kit import WagerRule

Floats = NDArray[np.float64]
Values = NDArray[np.int64]
"""Numbers of cards by value, a row for each round."""

KINDS: Final = 10
FACTS: Final = frozenset({"player_total", "dealer_total", "dealer_cards"})
SURRENDERED: Final = "surrendered"
TOTALS: Final = range(4, 31)
MOST_CARDS: Final = 22
STANDING: Final = range(17, 27)
FIRST_AREA: Final = 0
"""The betting area whose hands decide a position's side wagers."""


PARTS: Final = 1_000_000
"""Into which each round is divided where chances are numbers of rounds."""


class GivenHands(msgspec.Struct, frozen=True):
    """The mean chance of each outcome, and the mean products of the chances of two in one round.

    `counted` is how often each outcome fell in the same rounds; `strategy` names their player.
    """

    counted: dict[str, int]
    chances: dict[str, float]
    products: dict[str, dict[str, float]]
    strategy: str

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return sum(self.counted.values())

    @property
    def combinations(self) -> dict[str, int]:
        """The chances as numbers of the `PARTS` of rounds; they add up to all of them."""
        total = self.rounds * PARTS
        found = {name: round(chance * total) for name, chance in self.chances.items()}
        usual = max(found, key=lambda name: found[name])
        found[usual] += total - sum(found.values())
        return found

    def error_of(self, won: Mapping[str, float]) -> float:
        """The standard error of the mean of what a round wins by its outcome, 0 where not named."""
        mean = sum(units * self.chances[name] for name, units in won.items())
        square = sum(
            units * others * self.products[name][other]
            for name, units in won.items()
            for other, others in won.items()
        )
        return sqrt(max(square - mean**2, 0.0) / self.rounds)


class Draws(msgspec.Struct, frozen=True):
    """Cards of each value that a dealer draws to one hand, and the orders in which it may."""

    cards: tuple[int, ...]
    orders: int
    total: int


def given_hands(
    table: TableRules, offered: OfferedWager, rounds: int, seed: int
) -> GivenHands | None:
    """The outcomes of a wager in the rounds of `simulated_odds.counting`, with new shoes.

    None where anything else than one total of the player and the dealer's hand decides the wager.
    """
    sums = _dealt(table, offered, 1, rounds, seed)
    return None if sums is None else sums.result()


class WinnersTogether(msgspec.Struct, frozen=True):
    """How many of a table's players win an outcome in a round in which one does, in the mean.

    The dealer's hand is that of all of them.
    """

    mean: float
    error: float


def winners_together(
    table: TableRules, offered: OfferedWager, outcome_name: str, rounds: int, seed: int
) -> WinnersTogether | None:
    """The winners of an outcome of a wager that is placed at all positions of a table.

    None as of `given_hands`.
    """
    sums = _dealt(table, offered, table.positions, rounds, seed)
    return None if sums is None else sums.winners(offered.wager.outcomes.index(outcome_name))


def _dealt(
    table: TableRules, offered: OfferedWager, seats: int, rounds: int, seed: int
) -> "_Sums | None":
    """Deal rounds of players with the wager, each from a new shoe."""
    total = deciding_total(offered.wager)
    if total is None:
        return None
    dealt_table = replace(table, wagers=(offered,))
    player = player_of(dealt_table, "total").strategy
    plan: TablePlan = family_of(table).plan(dealt_table, player, seats=seats, fresh_shoe=True)
    recorder = recorder_of(plan)
    if not isinstance(recorder, Recorder):
        return None
    sums = _Sums(table, offered.wager, total, player.name)
    block = 0
    while sums.rounds < rounds:
        hands = recorder.deal_block(seed, block, rounds - sums.rounds)
        decisive = (hands.totals == total) & (hands.areas == FIRST_AREA)
        holding = np.unique(hands.rounds[decisive] * seats + hands.seats[decisive])
        holders = np.bincount(holding // seats, minlength=hands.dealt)
        sums.add(holders, recorder.seen_by_dealer(), hands.dealer, hands.dealer_totals)
        block += 1
    return sums


def is_given(wager: WagerRule) -> bool:
    """Whether one total of the player and the dealer's hand decide a wager."""
    return deciding_total(wager) is not None


def deciding_total(wager: WagerRule) -> int | None:
    """The only total of a player that can win a wager, with whatever hand of the dealer."""
    if set(wager.facts) - {SURRENDERED} != FACTS:
        return None
    winning = {
        total
        for total in TOTALS
        for dealer in STANDING
        for cards in range(2, MOST_CARDS)
        if outcome(wager, total, dealer, cards)
    }
    return winning.pop() if len(winning) == 1 else None


def outcome(wager: WagerRule, total: int, dealer: int, cards: int) -> int:
    """The index of the outcome of finished hands; nobody here surrenders such a hand."""
    facts = {"player_total": total, "dealer_total": dealer, "dealer_cards": cards, SURRENDERED: 0}
    return wager.index_of(facts)


class _Sums:
    """Sums over rounds of the chances of a wager's outcomes."""

    def __init__(self, table: TableRules, wager: WagerRule, total: int, strategy: str) -> None:
        self.rounds, self._strategy = 0, strategy
        self._wager, self._total = wager, total
        self._hits_soft_17 = int(table.blackjack.hits_soft_17)
        self._shoe = _by_value(np.array(table.composition))
        count = len(wager.outcomes)
        self._means, self._products = np.zeros(count), np.zeros((count, count))
        self._counted = np.zeros(count, np.int64)
        self._starts: list[Values] = []
        self._left: list[Values] = []
        self._holders: list[Values] = []

    def add(self, holders: Values, seen: CardArray, dealer: CardArray, totals: Values) -> None:
        """Add the rounds of a block; `holders` are the players who have the total that decides."""
        holds = holders > 0
        self._holders.append(holders[holds])
        others = int(len(holds) - holds.sum())
        self.rounds += len(holds)
        self._means[0] += others
        self._products[0, 0] += others
        self._counted[0] += others
        cards = (dealer[holds] != NO_CARD).sum(axis=1)
        for (dealers, number), times in Counter(
            zip(totals[holds].tolist(), cards.tolist(), strict=True)
        ).items():
            self._counted[outcome(self._wager, self._total, dealers, number)] += times
        first, second = np.sort(_VALUE[dealer[holds, :2]], axis=1).T
        self._starts.append(first * KINDS + second)
        self._left.append(self._shoe - _values_of(seen[holds]))

    def _add_chances(self) -> None:
        """Add the chances of all rounds with the total, by the dealer's first two cards."""
        starts, left = np.concatenate(self._starts), np.concatenate(self._left)
        for start in np.unique(starts).tolist():
            chances = self._chances(divmod(start, KINDS), left[starts == start])
            self._means += chances.sum(axis=0)
            self._products += chances.T @ chances

    def _chances(self, start: tuple[int, int], left: Values) -> Floats:
        """The chance of each outcome in rounds that begin with two cards of the dealer."""
        usual = outcome(self._wager, self._total, STANDING[0], 2)
        chances = np.zeros((len(left), len(self._wager.outcomes)))
        falling, shoe = _Falling(left), _Falling(left.sum(axis=1, keepdims=True))
        for draws in finished_by(start, self._hits_soft_17):
            number = sum(draws.cards)
            found = outcome(self._wager, self._total, draws.total, 2 + number)
            if found != usual:
                chance = float(draws.orders) / shoe.products(0, number)
                for kind, times in enumerate(draws.cards):
                    if times:
                        chance *= falling.products(kind, times)
                chances[:, found] += chance
        chances[:, usual] += 1 - chances.sum(axis=1)
        return chances

    def winners(self, index: int) -> WinnersTogether:
        """The mean number of those who win an outcome together."""
        starts, left = np.concatenate(self._starts), np.concatenate(self._left)
        holders, chance = np.concatenate(self._holders), np.zeros(len(starts))
        for start in np.unique(starts).tolist():
            of_start = starts == start
            chance[of_start] = self._chances(divmod(start, KINDS), left[of_start])[:, index]
        mean = float((holders * chance).sum() / chance.sum())
        spread = float((((holders - mean) * chance) ** 2).sum())
        return WinnersTogether(mean, sqrt(spread) / float(chance.sum()))

    def result(self) -> GivenHands:
        """The means."""
        self._add_chances()
        names = self._wager.outcomes
        means, products = self._means / self.rounds, self._products / self.rounds
        return GivenHands(
            dict(zip(names, self._counted.tolist(), strict=True)),
            dict(zip(names, means.tolist(), strict=True)),
            {
                name: dict(zip(names, row, strict=True))
                for name, row in zip(names, products.tolist(), strict=True)
            },
            self._strategy,
        )


_VALUE: Final = np.array([value_of(card) - 1 for card in range(DECK_SIZE)])


def _by_value(counts: Values) -> Values:
    """Numbers of cards by value, from those by type."""
    return np.bincount(_VALUE, counts, KINDS).astype(np.int64)


def _values_of(cards: CardArray) -> Values:
    """The number of cards of each value in each row."""
    rows, columns = np.nonzero(cards != NO_CARD)
    cells = rows * KINDS + _VALUE[cards[rows, columns]]
    return np.bincount(cells, minlength=len(cards) * KINDS).reshape(-1, KINDS)


class _Falling:
    """Products of falling numbers of cards, n, n(n-1) and so on, as far as they are asked for."""

    def __init__(self, numbers: Values) -> None:
        self._numbers = numbers.astype(np.float64)
        self._products = [[np.ones(len(numbers))] for _ in range(numbers.shape[1])]

    def products(self, column: int, times: int) -> Floats:
        """The product of so many factors in each row of a column."""
        of_column = self._products[column]
        while len(of_column) <= times:
            taken = len(of_column) - 1
            of_column.append(of_column[-1] * np.maximum(self._numbers[:, column] - taken, 0))
        return of_column[times]


@cache
def finished_by(start: tuple[int, int], hits_soft_17: int) -> tuple[Draws, ...]:
    """What a dealer may draw to two cards, given by value less one."""
    found: list[Draws] = []
    hands: Mapping[tuple[int, ...], int] = {(0,) * KINDS: 1}
    while hands:
        longer: Counter[tuple[int, ...]] = Counter()
        for cards, orders in hands.items():
            pips = sum((kind + 1) * times for kind, times in enumerate(cards))
            pips += sum(kind + 1 for kind in start)
            aces = cards[0] + start.count(0)
            if dealer_draws(pips, aces, hits_soft_17):
                for drawn in _with_another(cards):
                    longer[drawn] += orders
            else:
                found.append(Draws(cards, orders, best_total(pips, aces)))
        hands = longer
    return tuple(found)


def _with_another(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for kind in range(KINDS):
        yield (*cards[:kind], cards[kind] + 1, *cards[kind + 1 :])
