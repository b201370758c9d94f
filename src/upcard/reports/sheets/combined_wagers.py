"""All wagers of a position together: what they hold, with the covariances of what they win.

Of games of chance it is the exact law of a round.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Final

import msgspec

from upcard.analysis.rounds.chance_rounds import ChanceWager, widest_round
from upcard.analysis.rounds.covariances import Covariance, Pair
from upcard.analysis.rounds.table_covariances import covariances_between
from upcard.reports.par.dealt_rounds import SEED
from upcard.reports.part_cache import cached_covariances, game_of
from upcard.reports.rendering.figures import dollars
from upcard.reports.source import PaperSource
from upcard.text.words import listed

BEST: Final = "best play"
PLAYER: Final = "typical play"
"""The players of the Blackjack wager by their names on the sheet."""

DEALT: Final = 1_000_000
"""Rounds for covariances that are not exact: the spread of all wagers is then known to less than a
thousandth."""


class Mean(msgspec.Struct, frozen=True):
    """A wager of one size: what the house holds of it in the mean, with the deviation, in units.

    The deviation is None where it is not known. `error` is the standard error of the mean where it
    is simulated, in units; `slug` the wager's. `wager` is the sum over `hands` equal wagers. `held`
    is that of one seat in play. `envy` is what it pays in the mean for the hand of each other
    player, in units; `shared` is by the number of seats, from one on, what it holds more because
    they win its meter together, empty where they do not.
    """

    name: str
    slug: str
    wager: int
    held: float
    deviation: float | None
    error: float = 0
    hands: int = 1
    envy: float = 0
    shared: tuple[float, ...] = ()

    def held_at(self, seats: int) -> float:
        """What the house holds of it in the mean with this number of seats in play, in units."""
        return self.held - self.envy * (seats - 1) + (self.shared[seats - 1] if self.shared else 0)

    @property
    def average(self) -> str:
        """The wager on paper, for two equal ones that of each: ``2 × $30``."""
        wager_of_a_hand = dollars(self.wager // self.hands)
        return wager_of_a_hand if self.hands == 1 else f"{self.hands} × {wager_of_a_hand}"


class CombinedWagers(msgspec.Struct, frozen=True):
    """All wagers as one, and the standard error of its deviation as a part of it: 0 if exact.

    At a game of chance with the `law` of a round, in units of the sum of all wagers, and the
    `areas` on which they are placed.
    """

    mean: Mean
    of_deviation: float
    law: Mapping[Fraction, Fraction] | None = None
    areas: tuple[str, ...] = ()


def _all_wagers(source: PaperSource) -> str:
    """What stands before the sum: ``All wagers but Blazing 7's`` where that one has no odds."""
    titles = [source.short(offered.data.title) for offered in source.unpriced]
    return f"All wagers but {listed(titles)}" if titles else "All wagers"


def combine_wagers(source: PaperSource, means: Sequence[Mean], player: str) -> CombinedWagers:
    """The wagers of one position in every round, the Blackjack wager by `BEST` or `PLAYER`.

    Covariances with the Blackjack wager are exact where the best play's law is and the opening
    decides the other wager; others come from `DEALT` dealt rounds. Shares of meters are in
    the deviations, additional payouts are not; neither counts in the covariances.
    """
    names = tuple(mean.slug for mean in means)
    played = source.base.played
    assert played is not None
    strategy = (played.best if player == BEST else played.typical).strategy
    solutions = played.solutions if player == BEST and played.exact else ()

    def make() -> dict[Pair, Covariance]:
        return covariances_between(source.table, names, solutions, strategy, DEALT, SEED)

    game = game_of(source.submission, wagers=True)
    covariances = cached_covariances((game, player, *names), played.solutions, make)
    square = sum(mean.deviation**2 for mean in means if mean.deviation is not None)
    error = 0.0
    for (one, first), (two, second) in combinations(enumerate(means), 2):
        covariance, weight = covariances[one, two], 2 * first.wager * second.wager
        square += weight * covariance.value
        error += weight * (covariance.standard_error or 0)
    deviation = sqrt(square)
    whole = Mean(
        name=f"{_all_wagers(source)}, {player}",
        slug="",
        wager=sum(mean.wager for mean in means),
        held=sum(mean.held for mean in means),
        deviation=deviation,
        error=sum(mean.error for mean in means),
        envy=sum(mean.envy for mean in means),
        shared=tuple(map(sum, zip(*(mean.shared for mean in means if mean.shared), strict=True))),
    )
    return CombinedWagers(whole, error / (2 * square))


def combine_by_chance(source: PaperSource, means: Sequence[Mean]) -> CombinedWagers:
    """One of each wager of a game of chance, on the areas where their sum spreads most."""
    records = {record.wager: record for record in source.records}
    placed = [ChanceWager(records[mean.slug], mean.wager) for mean in means]
    found, wagered = widest_round(source.table, placed), sum(mean.wager for mean in means)
    whole = Mean(
        name=_all_wagers(source),
        slug="",
        wager=wagered,
        held=sum(mean.held for mean in means),
        deviation=found.deviation,
    )
    law = {net / wagered: chance for net, chance in found.law.items()}
    return CombinedWagers(whole, 0, law, found.areas)
