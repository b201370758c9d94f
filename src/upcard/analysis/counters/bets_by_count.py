"""A player who counts cards: a wager for each count, and the play at it."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec

from upcard.analysis.counters.index_plays import IndexPlay, index_plays
from upcard.exact.strategy.decide import StrategyBasis
from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.counted_classes import PARTS
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.class_sums import ClassMean
from upcard.simulation.games.families import BLACKJACK, family_of
from upcard.simulation.games.family import DEEPEST
from upcard.simulation.run import Result
from upcard.text.words import quoted

MAX_BET: Final = 1_000
FARTHEST_BET: Final = 200


class CountMean(msgspec.Struct, frozen=True):
    """What one unit of a wager wins at a count; the Blackjack wager's is without Insurance.

    `gain` is None for a raw mean; else the raw mean's variance is `gain` times as large. The mean
    is None where no round was played, its error where a single shoe was dealt.
    """

    count: int
    rounds: int
    mean: float | None
    standard_error: float | None
    gain: float | None


class DepthMean(msgspec.Struct, frozen=True):
    """What a round wins with a wager, in smallest wagers, from a part of the shoe.

    The round begins after the part `since` of the shoe and before `until`. The other figures are
    as for a `CountMean`.
    """

    since: float
    until: float
    rounds: int
    mean: float | None
    standard_error: float | None
    gain: float | None


class MeansByClass(msgspec.Struct, frozen=True):
    """What a wager wins at each count and from each tenth of the shoe."""

    by_count: list[CountMean]
    by_depth: list[DepthMean]


class CountingResult(msgspec.Struct, frozen=True):
    """The results of a counting player; counts are whole points before a round.

    `bets` maps counts to wagers placed from that count on, in smallest wagers. `rounds` is by
    count; either end includes everything beyond. `average_bet` is in smallest wagers;
    `win_per_average_bet` is the Blackjack wager's mean win per unit of the average wager.
    `by_depth` has the tenths of the shoe in which a round began. `side_wagers` have the same of
    each side wager, by its identifier; one unit is wagered at every count.
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
    by_count: list[CountMean]
    by_depth: list[DepthMean]
    side_wagers: dict[str, MeansByClass] = {}


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
            raise BadInput(f"{quoted(part)}: a wager is 1 to {MAX_BET:,} units at some count.")
    if not bets:
        raise BadInput("Write bets as '1=1 2=2 3=4': the units wagered from each count on.")
    return dict(sorted(bets.items()))


def is_bet(count: int, bet: int) -> bool:
    """Whether a wager at a count is within the bounds of what is simulated."""
    return 1 <= bet <= MAX_BET and abs(count) <= FARTHEST_BET


def counting_player(  # noqa: PLR0913 - a table, a count, and how it is used
    rules: TableRules,
    play: StrategyBasis,
    base: StrategyTable,
    system: CountSystem,
    bets: Mapping[int, int],
    *,
    indices: bool,
    own: OwnDeviations | None = None,
    penetration: float | None = None,
) -> CountingPlayer:
    """A player who counts at a table and otherwise plays `base`, such as the best play.

    A count is balanced where it sums to 0 over a deck of the table. Below the first count in `bets`
    the player wagers as at that count. The player departs from
    `base` by the computed index plays, or by their `own`; those of a running count are computed for
    a `penetration`. Raises `BadInput` for a table of another family of games.
    """
    if family_of(rules) is not BLACKJACK:
        title = rules.game_data.title
        raise BadInput(f"Counting is worked out for Blackjack only; {rules.name} deals {title}.")
    tags_of_a_deck = system.tags_of_deck(tens=rules.tens)
    balanced = tags_of_a_deck == 0
    lowest, highest = min(0, *bets) - 1, max(0, *bets)
    cover = round((penetration or DEEPEST) * rules.shoe_size)
    tables: dict[int, StrategyTable] = {}
    plays: list[IndexPlay] = []
    if indices:
        tables, plays = index_plays(rules, play, base, system, cover)
        lowest, highest = min(lowest, *tables), max(highest, *tables)
    elif own is not None:
        plays = list(own.plays)
        lowest, highest = min(lowest, *own.counts), max(highest, *own.counts)
        tables = {count: own.table_at(count) for count in range(lowest, highest + 1)}
    counts = range(lowest, highest + 1)
    strategy = CountedTable(
        tables=tuple(_nearest(tables, count, base) for count in counts),
        bets=tuple(_bet(bets, count) for count in counts),
        lowest=lowest,
        tags=system.by_card,
        unit=system.unit,
        start=tags_of_a_deck * (1 - rules.decks),
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
    by_class = dict(result.means_by_class)
    main = _means_by_class(counts, by_class.pop(result.wagers[0].wager))
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
        by_count=main.by_count,
        by_depth=main.by_depth,
        side_wagers={name: _means_by_class(counts, means) for name, means in by_class.items()},
    )


def _means_by_class(counts: Sequence[int], means: Sequence[ClassMean]) -> MeansByClass:
    """The means of a wager at each count, then from each part of a shoe."""
    return MeansByClass(
        [
            CountMean(count, *msgspec.structs.astuple(mean))
            for count, mean in zip(counts, means, strict=False)
        ],
        [
            DepthMean(part / PARTS, (part + 1) / PARTS, *msgspec.structs.astuple(mean))
            for part, mean in enumerate(means[len(counts) :])
            if mean.rounds
        ],
    )


def _bet(bets: Mapping[int, int], count: int) -> int:
    """The wager at a count."""
    reached = [bet for bet in bets if bet <= count]
    return bets[max(reached)] if reached else bets[min(bets)]


def _nearest(tables: Mapping[int, StrategyTable], count: int, base: StrategyTable) -> StrategyTable:
    """The strategy at a count: that of the nearest count which has one."""
    if not tables:
        return base
    return tables[max(min(tables), min(max(tables), count))]
