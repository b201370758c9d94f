"""The rows of what players win at each penetration, from exact sums and from drawn shoes."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, log
from typing import Final

import numpy as np

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.rare_wins import MIN_SHOES, RareWins, most_shoes
from upcard.analysis.remaining.exact_counts import ExactSums
from upcard.analysis.remaining.forecasters import Forecaster
from upcard.analysis.remaining.shoe_sums import (
    ALWAYS_WON,
    FORECAST,
    OF_ALL,
    OFFERED,
    PLACED,
    WON,
    ShoeMeans,
    ShoeSums,
    place_of,
)
from upcard.analysis.remaining.shoes import ShoePlan, rounds_to
from upcard.analysis.risk.bankroll import RISK
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats

CORRECTABLE: Final = 100
"""The fewest shoes in which a wager is placed, for what it wins to be corrected by a count's sums:
of fewer, such a correction would look more precise than it is."""


@dataclass(frozen=True, slots=True, eq=False)
class PlayersAtShoes:
    """Players whose rounds begin within `penetrations` of the shoes of a plan.

    Before every round the wager is offered with the probability `offered`, and wins `expected` on
    average where it is. Their rows are of all rounds of the game, with those in which the wager is
    not offered.
    """

    plan: ShoePlan
    penetrations: Sequence[float]
    players: tuple[Forecaster, ...]
    offered: float
    expected: float

    @property
    def limits(self) -> list[int]:
        """The number of rounds that begin within each penetration."""
        return [rounds_to(share, DECK_SIZE * self.plan.decks) for share in self.penetrations]

    def exact_rows(self) -> list[Penetration]:
        """What the players win whose sums are exact; no shoe need be drawn."""
        return [
            self._exact_row(player, depth)
            for player in self.players
            if player.name is not None and player.is_exact
            for depth in range(len(self.penetrations))
        ]

    def rows(self, sums: ShoeSums, rare: RareWins, squares: Floats) -> list[Penetration]:
        """What each player with a name wins; `squares` are mean squares of wins.

        They are by player and penetration.
        """
        means = [sums.means(depth) for depth in range(len(self.penetrations))]
        return [
            self._exact_row(player, depth)
            if player.is_exact
            else _DrawnRow(self, sums, rare, means[depth], number, depth).row(squares)
            for number, player in enumerate(self.players)
            if player.name is not None
            for depth in range(len(self.penetrations))
        ]

    def _exact_row(self, player: Forecaster, depth: int) -> Penetration:
        rounds = self.limits[depth]
        sums = player.exact_sums(rounds)
        assert sums is not None
        assert player.name is not None
        win = sums.won / rounds
        return Penetration(
            count=player.name,
            penetration=self.penetrations[depth],
            share=sums.placed / rounds,
            win_per_100=100 * win,
            standard_error=0.0,
            forecast_per_100=100 * sums.forecast / rounds,
            bankroll=bankroll_for(win, sums.square / rounds - win**2),
        )

    def known_means(self, depth: int) -> dict[int, float]:
        """The exact means of the sums of a shoe that are known, by their place."""
        limit = self.limits[depth]
        offered = self.offered * limit
        exact_means = {OFFERED: offered, ALWAYS_WON: self.expected * offered}
        for number, player in enumerate(self.players):
            sums = player.exact_sums(limit) if player.corrects else None
            if sums is not None:
                exact_means[place_of(number, PLACED)] = sums.placed
                exact_means[place_of(number, FORECAST)] = sums.forecast
                exact_means[place_of(number, WON)] = sums.won
        return {place: mean for place, mean in exact_means.items() if not isnan(mean)}


@dataclass(frozen=True, slots=True, eq=False)
class _DrawnRow:
    """The row of the player `number` at the penetration `depth`, from the shoes that were drawn."""

    table: PlayersAtShoes
    sums: ShoeSums
    rare: RareWins
    means: ShoeMeans
    number: int
    depth: int

    def row(self, squares: Floats) -> Penetration:
        """The row, with mean squares of wins by player and penetration."""
        player = self.table.players[self.number]
        assert player.name is not None
        exact_means = self.table.known_means(self.depth)
        rounds = self.table.limits[self.depth]
        shoes = int(self.means.nonzero[place_of(self.number, PLACED)])
        if shoes < CORRECTABLE:
            exact_means = {place: mean for place, mean in exact_means.items() if place < OF_ALL}
        placed, forecast, won = (
            self.means.corrected_mean(place_of(self.number, sum_index), exact_means)
            for sum_index in (PLACED, FORECAST, WON)
        )
        exact = player.exact_sums(self.table.limits[self.depth])
        if exact is not None:
            placed, forecast = exact.placed, exact.forecast
        win, share = won / rounds, placed / rounds
        square = float(squares[self.number, self.depth])
        share_at_most, win_at_most = self._bounds(shoes, exact)
        error = self.means.error(place_of(self.number, WON), exact_means)
        return Penetration(
            count=player.name,
            penetration=self.table.penetrations[self.depth],
            share=share,
            win_per_100=100 * win,
            standard_error=100 * error / rounds,
            forecast_per_100=100 * forecast / rounds,
            bankroll=bankroll_for(win, share * square - win**2),
            share_at_most=share_at_most,
            win_at_most=win_at_most,
        )

    def _bounds(self, shoes: int, exact: ExactSums | None) -> tuple[float | None, float | None]:
        """The bounds of share and win where too few `shoes` favor a player for a standard error."""
        won = self.rare.most_won(self.number, self.depth) if shoes < MIN_SHOES else None
        if won is None:
            return None, None
        limit, strata = self.table.limits[self.depth], self.table.plan.strata
        rounds = np.bincount(np.arange(limit) % strata, minlength=strata)
        share_of_a_shoe = max(
            rounds[stratum] / limit / drawn for stratum, drawn in self.sums.shoes.items()
        )
        share = None if exact is not None else float(most_shoes(shoes) * share_of_a_shoe)
        return share, 100 * won / limit


def bankroll_for(win: float, variance: float) -> float | None:
    """The bankroll for a risk of ruin of `RISK`, in units of the wager; None without a win."""
    if win <= 0 or variance <= 0:
        return None
    return -log(RISK) / 2 * variance / win
