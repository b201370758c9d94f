"""A player who counts cards: the best play at each count, from exact solutions, and the wagers.

At a count the shoe is assumed to have its average composition: of each value, more or fewer cards
in proportion to its tag. The shoe solved is so large that these are whole numbers. Where its best
play differs from that of an average shoe of the same size, it is an index play; elsewhere the
player keeps to the best play of the actual shoe. Counts are taken before the round, so they exclude
the cards of the hand. They are rounded down, so the shoe is solved half a point above the count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, Protocol, TypeAlias

import msgspec
import numpy as np

from upcard.analysis.strategies import table_of
from upcard.exact.strategy.chart import chart
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.rules import NAMES, full_shoe
from upcard.exact.strategy.solve import Solution, solve
from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem, cards_of_suit
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.run import Result
from upcard.text.words import quoted

FARTHEST: Final = 8
"""Index plays are computed for true counts up to this, on either side of 0."""

COUNTS: Final = range(-FARTHEST, FARTHEST + 1)

MOST_BET: Final = 1_000
FARTHEST_BET: Final = 200

ChartKey: TypeAlias = tuple[str, str, str]
"""A cell of the chart: the kind and label of its line, and the upcard."""


class IndexPlay(msgspec.Struct, frozen=True):
    """A departure from the chart at and above a true count, or at and below a negative one.

    `hand` and `upcard` name a line and a column of the chart; Insurance is "insurance" and "A".
    """

    kind: str
    hand: str
    upcard: str
    count: int
    action: str


class CountingResult(msgspec.Struct, frozen=True):
    """The results of a counting player; counts are whole points before a round.

    `bets` maps counts to wagers placed from that count on, in smallest wagers. `rounds` is by
    count; either end includes everything beyond. `average_bet` is in smallest wagers;
    `win_per_average_bet` is the Blackjack wager's mean win per unit of the average wager.
    """

    count: str
    title: str
    source: str
    true_count: bool
    bets: dict[int, int]
    rounds: dict[int, int]
    average_bet: float
    win_per_average_bet: float
    indices: list[IndexPlay]


class CountingPlayer(msgspec.Struct, frozen=True):
    """A system with its wagers, the simulator's tables, and the index plays."""

    system: CountSystem
    bets: dict[int, int]
    strategy: CountedTable
    indices: list[IndexPlay]


class OwnDeviations(Protocol):
    """Departures by count that a player has chosen, rather than computed index plays."""

    @property
    def plays(self) -> Sequence[IndexPlay]:
        """The departures."""

    @property
    def counts(self) -> Sequence[int]:
        """The counts at which they begin, at least one."""

    def table_at(self, count: int) -> StrategyTable:
        """The strategy at a count."""


def parse_bets(text: str) -> dict[int, int]:
    """Wagers by count from text such as ``'1=1 2=2 4=8'``; `BadInput` for anything else."""
    bets: dict[int, int] = {}
    for part in text.replace(",", " ").split():
        count, equals, bet = part.partition("=")
        try:
            bets[int(count)] = int(bet)
        except ValueError:
            raise BadInput(
                f"{quoted(part)} is not a wager at a count; write COUNT=UNITS."
            ) from None
        if not equals or not is_bet(int(count), int(bet)):
            raise BadInput(f"{quoted(part)}: a wager is 1 to {MOST_BET:,} units at some count.")
    if not bets:
        raise BadInput("Write bets as '1=1 2=2 3=4': the units wagered from each count on.")
    return dict(sorted(bets.items()))


def is_bet(count: int, bet: int) -> bool:
    """Whether a wager at a count is within the bounds of what is simulated."""
    return 1 <= bet <= MOST_BET and abs(count) <= FARTHEST_BET


def counting_player(
    rules: TableRules,
    play: StrategyBasis,
    base: StrategyTable,
    system: CountSystem,
    bets: Mapping[int, int],
    *,
    indices: bool,
    own: OwnDeviations | None = None,
) -> CountingPlayer:
    """A player who counts at a table and otherwise plays `base`, such as the best play.

    A count is balanced where it sums to 0 over a deck of the table. Below the first count in `bets`
    the player wagers as at that count. The player departs from
    `base` by the computed index plays, or by their `own`. Raises `BadInput` for index plays with a
    running count.
    """
    of_a_deck = system.of_deck(tens=rules.tens)
    balanced = of_a_deck == 0
    if indices and not balanced:
        without = "" if rules.tens else " in decks without tens"
        raise BadInput(
            f"{system.title} has no true count{without}: its index plays are not computed."
        )
    lowest, highest = min(0, *bets) - 1, max(0, *bets)
    tables: dict[int, StrategyTable] = {}
    plays: list[IndexPlay] = []
    if indices:
        lowest, highest = min(lowest, -FARTHEST), max(highest, FARTHEST)
        tables, plays = _index_plays(rules, play, base, system)
    elif own is not None:
        plays = list(own.plays)
        lowest, highest = min(lowest, *own.counts), max(highest, *own.counts)
        tables = {count: own.table_at(count) for count in range(lowest, highest + 1)}
    counts = range(lowest, highest + 1)
    strategy = CountedTable(
        tables=tuple(tables.get(_nearest(count) if indices else count, base) for count in counts),
        bets=tuple(_bet(bets, count) for count in counts),
        lowest=lowest,
        tags=system.by_card,
        unit=system.unit,
        start=of_a_deck * (1 - rules.decks),
        per_deck=balanced,
        count=system.title,
    )
    return CountingPlayer(system, dict(bets), strategy, plays)


def counting_result(player: CountingPlayer, result: Result) -> CountingResult:
    """The results of a simulated counting player."""
    strategy = player.strategy
    counts = range(strategy.lowest, strategy.lowest + len(strategy.bets))
    rounds = dict(zip(counts, result.rounds_by_count, strict=True))
    wagered = sum(
        bet * often for bet, often in zip(strategy.bets, result.rounds_by_count, strict=True)
    )
    average = wagered / result.rounds
    return CountingResult(
        count=player.system.slug,
        title=player.system.title,
        source=player.system.source,
        true_count=strategy.per_deck,
        bets=player.bets,
        rounds=rounds,
        average_bet=average,
        win_per_average_bet=result.wagers[0].mean / average,
        indices=player.indices,
    )


def shoe_at(system: CountSystem, halves: int, *, tens: bool = True) -> tuple[int, ...]:
    """A large shoe of average composition at a true count in half points; balanced systems only."""
    tags, suit = system.by_value, cards_of_suit(tens=tens)
    decks = 2 * sum(tag**2 * cards for tag, cards in zip(tags, suit, strict=True))
    return tuple(
        cards * (4 * decks - halves * system.unit * tag)
        for tag, cards in zip(tags, suit, strict=True)
    )


def _nearest(count: int) -> int:
    """The count whose tables are used at a count."""
    return max(-FARTHEST, min(FARTHEST, count))


def _bet(bets: Mapping[int, int], count: int) -> int:
    """The wager at a count."""
    reached = [bet for bet in bets if bet <= count]
    return bets[max(reached)] if reached else bets[min(bets)]


def _index_plays(
    rules: TableRules, play: StrategyBasis, base: StrategyTable, system: CountSystem
) -> tuple[dict[int, StrategyTable], list[IndexPlay]]:
    """The tables by count, and the index plays of the chart."""
    game, tens = rules_of(rules), rules.tens
    solved = {
        count: solve(game, shoe_at(system, 2 * count + 1, tens=tens), play) for count in COUNTS
    }
    even = solve(game, shoe_at(system, 0, tens=tens), play)
    usual = table_of(even).decisions
    tables = {}
    for count, solution in solved.items():
        decisions = table_of(solution).decisions
        insures = _insures(system, count, rules)
        tables[count] = replace(
            base,
            decisions=np.where(decisions != usual, decisions, base.decisions),
            insures=insures,
            takes_even_money=insures,
        )
    without_count = _cells(solve(game, full_shoe(rules.decks, tens=tens), play))
    cells = {count: _cells(solution) for count, solution in solved.items()}
    plays = _plays(cells, _cells(even), without_count)
    insured = [count for count, table in tables.items() if table.insures]
    if insured:
        plays.append(IndexPlay("insurance", "insurance", "A", min(insured), "insure"))
    return tables, plays


def _cells(solution: Solution) -> dict[ChartKey, str]:
    """The actions of the chart by cell."""
    return {
        (line.kind, line.label, NAMES[upcard]): cell.action
        for line in chart(solution)
        for upcard, cell in line.cells.items()
    }


def _plays(
    solved: Mapping[int, Mapping[ChartKey, str]],
    even: Mapping[ChartKey, str],
    cells: Mapping[ChartKey, str],
) -> list[IndexPlay]:
    """Where actions change going away from 0, relative to the even shoe and the own shoe."""
    plays = []
    for cell, usual in cells.items():
        for side in (range(FARTHEST + 1), range(-1, -FARTHEST - 1, -1)):
            before = usual
            for count in side:
                action = solved[count][cell]
                if action == even[cell]:
                    action = usual
                if action != before:
                    plays.append(IndexPlay(*cell, count, action))
                before = action
    return plays


def _insures(system: CountSystem, count: int, rules: TableRules) -> bool:
    """Whether at a count more than a third of the cards beside the dealer's ace are worth ten."""
    shoe = shoe_at(system, 2 * count + 1, tens=rules.tens)
    cards = Fraction(shoe[-1], sum(shoe)) * rules.shoe_size
    return 3 * cards > rules.shoe_size - 1
