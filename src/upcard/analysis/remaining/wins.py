"""What players win who choose their rounds by a forecast: sums over shoes that are drawn.

The value of the wager in every remaining shoe is exact. A round in which a player's forecast is
above 0 wins that value; the others win nothing. Players whose sums are known exactly
(`exact_counts`) are followed through the drawn shoes too: what chance gave them there corrects the
sums of the other players (`shoe_sums`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, log
from typing import Final, TypeAlias

import numpy as np

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.rare_wins import FEW, RareWins, most_shoes
from upcard.analysis.exposure.linear_counts import PERFECT
from upcard.analysis.remaining.exact_counts import ExactSums
from upcard.analysis.remaining.shoe_sums import (
    ALWAYS_WON,
    FORECAST,
    OF_ALL,
    OFFERED,
    PLACED,
    WON,
    Means,
    ShoeSums,
    place_of,
)
from upcard.analysis.remaining.shoes import RemainingShoes, ShoePlan, rounds_to
from upcard.analysis.remaining.valuing import WORTH_PLACING, Values
from upcard.analysis.remaining.win_squares import SampledShoes, mean_squares, sample_shoes
from upcard.analysis.risk.bankroll import RISK
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats

Forecast: TypeAlias = Callable[[Floats], Floats]
"""The expected win that a player believes in, for remaining shoes (cards by type, last axis)."""

Progress: TypeAlias = Callable[[float, Callable[[], list[Penetration]]], None]
"""Called with the share of the shoes that is drawn, and a function that returns what is known."""

SAMPLED: Final = 2_000
"""About the number of remaining shoes from which the spread of what is won is computed."""

CORRECTABLE: Final = 100
"""The fewest shoes in which a wager is placed, for what it wins to be corrected by a count's sums:
of fewer, such a correction would look more precise than it is."""


@dataclass(slots=True)
class ShoeWins:
    """Adds up what players win, by `forecasts` of their names; None forecasts the exact value.

    Before every round the wager is offered with the probability `offered`, and wins `expected` on
    average where it is. `exact` has the `ExactSums` of some players, by round. A player without a
    name (`""`) has no row, but corrects those who have; without one the perfect count does. Players
    who are `calibrated` win what they forecast, on average.
    """

    plan: ShoePlan
    penetrations: Sequence[float]
    forecasts: dict[str, Forecast | None]
    values: Values
    squares: Callable[[], Values]
    affordable: int
    offered: float
    expected: float
    exact: Mapping[str, Floats]
    calibrated: Collection[str] = ()
    _sums: ShoeSums = field(init=False)
    _samples: list[SampledShoes] = field(init=False)
    _rare: RareWins = field(init=False)

    def __post_init__(self) -> None:
        self._sums = ShoeSums()
        self._samples = []
        self._rare = RareWins(self.expected, len(self.forecasts), len(self.penetrations))

    def add(self, seed: int, progress: Progress | None = None) -> "ShoeWins":
        """Draw the shoes of the plan and value them, with calls of `progress` as it goes."""
        if progress is not None:
            progress(0.0, self.exact_rows)
        for shoes in self.plan.draw(seed):
            self._add(shoes)
            if progress is not None:
                progress(sum(self._sums.shoes.values()) / self.plan.shoes, self.so_far)
        return self

    def _add(self, shoes: RemainingShoes) -> None:
        """Add shoes. Arrays are by shoe and round; those of players have them on a first axis."""
        worth, offered = self.values(shoes.left)
        value = np.divide(worth, offered, out=np.zeros_like(worth), where=offered > 0)
        forecasts = [
            value if forecast is None else forecast(shoes.left)
            for forecast in self.forecasts.values()
        ]
        placed = np.array([forecast > WORTH_PLACING for forecast in forecasts])
        dealt = np.array([shoes.rounds < limit for limit in self._limits()], np.float64)
        self._sums.add(shoes.stratum, _sums_of_shoes(offered, worth, value, forecasts, dealt))
        won_on_average = {
            number: forecast if name in self.calibrated else value
            for number, (name, forecast) in enumerate(zip(self.forecasts, forecasts, strict=True))
            if not self._is_exact(name)
        }
        self._rare.add(shoes.stratum, dealt, offered, won_on_average)
        sample = sample_shoes(shoes, placed, min(SAMPLED, self.affordable // 4), self.plan)
        if sample is not None:
            self._samples.append(sample)

    def _limits(self) -> list[int]:
        """The number of rounds that begin within each penetration."""
        return [rounds_to(share, DECK_SIZE * self.plan.decks) for share in self.penetrations]

    # Rows

    def rows(self) -> list[Penetration]:
        """What each player wins, at each penetration."""
        if not self._samples:
            return self._rows(self._no_squares())
        return self._rows(mean_squares(self._samples, self.squares(), self._limits()))

    def so_far(self) -> list[Penetration]:
        """What is known of the players before all shoes are drawn, without bankrolls.

        That is what is exact, and the others where every shoe is looked at before every round.
        """
        if self.plan.strata > 1:
            return self.exact_rows()
        return self._rows(self._no_squares())

    def exact_rows(self) -> list[Penetration]:
        """What the players win whose sums are exact; no shoe need be drawn."""
        return [
            self._exact_row(name, at)
            for name in self.forecasts
            if name and self._is_exact(name)
            for at in range(len(self.penetrations))
        ]

    def _rows(self, squares: Floats) -> list[Penetration]:
        """All rows; `squares` are the mean squares of wins, by player and penetration."""
        means = [self._sums.means(at) for at in range(len(self.penetrations))]
        return [
            self._exact_row(name, at)
            if self._is_exact(name)
            else self._drawn_row(name, number, at, means[at], float(squares[number, at]))
            for number, name in enumerate(self.forecasts)
            if name
            for at in range(len(self.penetrations))
        ]

    def _no_squares(self) -> Floats:
        return np.zeros((len(self.forecasts), len(self.penetrations)))

    def _is_exact(self, name: str) -> bool:
        return name in self.exact and not np.isnan(self.exact[name]).any()

    def _exact_row(self, name: str, at: int) -> Penetration:
        sums = self._exact_sums(name, at)
        win = sums.won / sums.offered
        return Penetration(
            count=name,
            penetration=self.penetrations[at],
            share=sums.placed / sums.offered,
            win_per_100=100 * win,
            standard_error=0.0,
            forecast_per_100=100 * sums.forecast / sums.offered,
            bankroll=bankroll_for(win, sums.square / sums.offered - win**2),
        )

    def _exact_sums(self, name: str, at: int) -> ExactSums:
        """The exact sums of a player over the rounds to a penetration."""
        return ExactSums(*self.exact[name][: self._limits()[at]].sum(axis=0).tolist())

    def _drawn_row(
        self, name: str, number: int, at: int, means: Means, square: float
    ) -> Penetration:
        """The row of a player whose wins are not exact, by their name and number."""
        shoes = int(means.nonzero[place_of(number, PLACED)])
        exact_means = self._known_means(at)
        offered = exact_means[OFFERED]
        if shoes < CORRECTABLE:
            exact_means = {place: mean for place, mean in exact_means.items() if place < OF_ALL}
        placed, forecast, won = (
            means.corrected_mean(place_of(number, which), exact_means)
            for which in (PLACED, FORECAST, WON)
        )
        if name in self.exact:
            exact = self._exact_sums(name, at)
            placed, forecast = exact.placed, exact.forecast
        win, share = won / offered, placed / offered
        share_at_most, win_at_most = self._bounds(name, number, at, shoes, offered)
        return Penetration(
            count=name,
            penetration=self.penetrations[at],
            share=share,
            win_per_100=100 * win,
            standard_error=100 * means.error(place_of(number, WON), exact_means) / offered,
            forecast_per_100=100 * forecast / offered,
            bankroll=bankroll_for(win, share * square - win**2),
            share_at_most=share_at_most,
            win_at_most=win_at_most,
        )

    def _known_means(self, at: int) -> dict[int, float]:
        """The exact means of the sums of a shoe that are known, by their place."""
        offered = self.offered * self._limits()[at]
        exact_means = {OFFERED: offered, ALWAYS_WON: self.expected * offered}
        corrects = "" if "" in self.exact else PERFECT
        for number, name in enumerate(self.forecasts):
            if name == corrects and name in self.exact:
                sums = self._exact_sums(name, at)
                exact_means[place_of(number, PLACED)] = sums.placed
                exact_means[place_of(number, FORECAST)] = sums.forecast
                exact_means[place_of(number, WON)] = sums.won
        return {place: mean for place, mean in exact_means.items() if not isnan(mean)}

    def _bounds(
        self, name: str, number: int, at: int, shoes: int, offered: float
    ) -> tuple[float | None, float | None]:
        """The bounds of share and win where too few `shoes` favor a player for a standard error."""
        won = self._rare.most_won(number, at) if shoes < FEW else None
        if won is None:
            return None, None
        limit, strata = self._limits()[at], self.plan.strata
        rounds = np.bincount(np.arange(limit) % strata, minlength=strata)
        share_of_a_shoe = max(
            rounds[stratum] / limit / drawn for stratum, drawn in self._sums.shoes.items()
        )
        share = None if name in self.exact else float(most_shoes(shoes) * share_of_a_shoe)
        return share, 100 * won / offered


def _sums_of_shoes(
    offered: Floats, worth: Floats, value: Floats, forecasts: Sequence[Floats], dealt: Floats
) -> Floats:
    """The sums of each shoe (`shoe_sums`), by penetration, sum and shoe.

    `worth` is what the wager wins times the probability that it is `offered`, and `value` what it
    wins where it is, by shoe and round like the `forecasts`. `dealt` is 1 for the rounds that begin
    within a penetration, by penetration and round.
    """
    by_round = [offered, worth]
    for forecast in forecasts:
        placed = offered * (forecast > WORTH_PLACING)
        by_round += [placed, placed * forecast, placed * value]
    # Products of small matrices: one of a large matrix would wake threads, which cost more.
    return np.ascontiguousarray((np.stack(by_round) @ dealt.T).transpose(2, 0, 1))


def bankroll_for(win: float, variance: float) -> float | None:
    """The bankroll for a risk of ruin of `RISK`, in units of the wager; None without a win."""
    if win <= 0 or variance <= 0:
        return None
    return -log(RISK) / 2 * variance / win
