"""What choosing rounds wins: the exact value of a wager, summed over the rounds that are chosen.

Counts whose wins are known exactly are followed through the shoes that are drawn all the same: what
chance gave them there tells what it gave the others, whose sums are corrected by it (regression on
control variates).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, log
from typing import Final, TypeAlias

import numpy as np

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.rare_wins import FEW, RareWins, most_shoes
from upcard.analysis.exposure.linear_counts import PERFECT
from upcard.analysis.remaining.shoes import RemainingShoes, ShoePlan, rounds_to
from upcard.analysis.remaining.valuing import WORTH_PLACING, Values
from upcard.analysis.remaining.win_squares import SampledShoes, mean_squares, sample_shoes
from upcard.analysis.risk.bankroll import RISK
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats

Forecast: TypeAlias = Callable[[Floats], Floats]
"""The expected win that a player believes in, for remaining shoes (cards by type, last axis)."""

Progress: TypeAlias = Callable[[float, Callable[[], list[Penetration]]], None]
"""Is told the share of the shoes that is drawn, and a function that says what is known so far."""

KEPT: Final = 2_000
"""About the number of shoes from which the spread of what is won is computed."""

MANY: Final = 100
"""The fewest shoes in which a wager is placed, for what it wins to be corrected by a count's sums:
of fewer, such a correction would look more precise than it is."""

TINY: Final = 1e-10
"""A part of a variance that is rounding."""

OF_ALL: Final = 2
"""Sums over the rounds of a shoe: the wager offered, and what it wins where always placed."""

SUMS: Final = 3
"""Sums of each player over the rounds of a shoe: the wager placed, its forecast, its win."""

PLACED, FORECAST, WON = range(SUMS)


@dataclass(slots=True)
class _Sums:
    """Sums over the shoes of one stratum, by penetration: of shoes' sums, and of their products.

    The sums of a shoe are `OF_ALL`, then those of each player; `found` counts the shoes in which
    one is not 0.
    """

    shoes: int
    totals: Floats
    products: Floats
    found: Floats


@dataclass(slots=True)
class ShoeWins:
    """Adds up what players win who choose their rounds by a forecast, None for the exact value.

    Before every round the wager is offered with the probability `offered`, and wins `expected` in
    the mean where it is. `exact` has the sums of some players by round: offered, placed, forecast,
    won, the win's square; the last two may be unknown (NaN). A player without a name (`""`) has no
    row, but corrects those who have; without one the perfect count does. Those who are `calibrated`
    win what they forecast, in the mean.
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
    _sums: dict[int, _Sums] = field(default_factory=dict)
    _kept: list[SampledShoes] = field(default_factory=list)
    _rare: RareWins = field(init=False)

    def __post_init__(self) -> None:
        self._rare = RareWins(self.expected, len(self.forecasts), len(self.penetrations))

    def add(self, seed: int, progress: Progress | None = None) -> "ShoeWins":
        """Draw the shoes of the plan and value them; tells `progress` as it goes."""
        if progress is not None:
            progress(0.0, self.exact_rows)
        for shoes in self.plan.drawn(seed):
            self._add(shoes)
            if progress is not None:
                drawn = sum(stratum.shoes for stratum in self._sums.values())
                progress(drawn / self.plan.shoes, self.so_far)
        return self

    def _add(self, shoes: RemainingShoes) -> None:
        worth, offered = self.values(shoes.left)
        mean = np.divide(worth, offered, out=np.zeros_like(worth), where=offered > 0)
        dealt = np.array([shoes.rounds < limit for limit in self._limits()], np.float64)
        placed = np.empty((len(self.forecasts), *worth.shape), bool)
        numbers = [offered, worth]
        believed = [
            mean if forecast is None else forecast(shoes.left)
            for forecast in self.forecasts.values()
        ]
        for number, forecast in enumerate(believed):
            placed[number] = forecast > WORTH_PLACING
            on = offered * placed[number]
            numbers += [on, on * forecast, on * mean]
        # Products of small matrices: one of a large matrix would wake threads, which cost more.
        by_shoe = np.ascontiguousarray((np.stack(numbers) @ dealt.T).transpose(2, 0, 1))
        totals, products = by_shoe.sum(axis=2), by_shoe @ by_shoe.transpose(0, 2, 1)
        sums = self._sums.setdefault(
            shoes.stratum, _Sums(0, *(np.zeros_like(of) for of in (totals, products, totals)))
        )
        sums.shoes += len(worth)
        sums.found += np.count_nonzero(by_shoe, axis=2)
        sums.totals += totals
        sums.products += products
        known = zip(self.forecasts, believed, strict=True)
        worths = [own if name in self.calibrated else mean for name, own in known]
        self._rare.add(shoes.stratum, dealt, offered, self._inexact_worths(worths))
        kept = sample_shoes(shoes, placed, min(KEPT, self.affordable // 4), self.plan)
        if kept is not None:
            self._kept.append(kept)

    def _inexact_worths(self, worths: Sequence[Floats]) -> dict[int, Floats]:
        """The entries of `worths` of players whose wins are not exact, by the player's number."""
        by_name = enumerate(zip(self.forecasts, worths, strict=True))
        return {number: worth for number, (name, worth) in by_name if not self._is_exact(name)}

    def _limits(self) -> list[int]:
        """The number of rounds that begin within each penetration."""
        return [rounds_to(share, DECK_SIZE * self.plan.decks) for share in self.penetrations]

    def _mean_squares(self) -> Floats:
        """The mean square of what each player wins with a wager, by player and penetration."""
        if not self._kept:
            return np.zeros((len(self.forecasts), len(self.penetrations)))
        return mean_squares(self._kept, self.squares(), self._limits())

    def rows(self) -> list[Penetration]:
        """What each player wins, at each penetration."""
        return self._rows(self._mean_squares())

    def so_far(self) -> list[Penetration]:
        """What is known of the players before all shoes are drawn, without bankrolls.

        That is what is exact, and the others where every shoe is looked at before every round.
        """
        if self.plan.strata > 1:
            return self.exact_rows()
        return self._rows(np.zeros((len(self.forecasts), len(self.penetrations))))

    def _rows(self, spread: Floats) -> list[Penetration]:
        means = [_Means(self._sums.values(), at) for at in range(len(self.penetrations))]
        controls = [self._controls(at) for at in range(len(self.penetrations))]
        return [
            self._exact_row(name, at)
            if self._is_exact(name)
            else self._row(name, number, at, means[at], controls[at], float(spread[number, at]))
            for number, name in enumerate(self.forecasts)
            if name
            for at in range(len(self.penetrations))
        ]

    def exact_rows(self) -> list[Penetration]:
        """What the players win whose sums are exact; no shoe need be drawn."""
        return [
            self._exact_row(name, at)
            for name in self.forecasts
            if name and self._is_exact(name)
            for at in range(len(self.penetrations))
        ]

    def _is_exact(self, name: str) -> bool:
        return name in self.exact and not np.isnan(self.exact[name]).any()

    def _exact_row(self, name: str, at: int) -> Penetration:
        offered, placed, forecast, won, square = self._exact_sums(name, at)
        win = float(won / offered)
        return Penetration(
            count=name,
            penetration=self.penetrations[at],
            share=float(placed / offered),
            win_per_100=100 * win,
            standard_error=0.0,
            forecast_per_100=float(100 * forecast / offered),
            bankroll=bankroll_for(win, float(square / offered - win**2)),
        )

    def _exact_sums(self, name: str, at: int) -> Floats:
        sums: Floats = self.exact[name][: self._limits()[at]].sum(axis=0)
        return sums

    def _controls(self, at: int) -> dict[int, float]:
        """The exact means of the sums of a shoe that are known, by their place."""
        offered = self.offered * self._limits()[at]
        known = {0: offered, 1: self.expected * offered}
        nearest = "" if "" in self.exact else PERFECT
        for number, name in enumerate(self.forecasts):
            if name == nearest and name in self.exact:
                _, *of_player = self._exact_sums(name, at)[: 1 + SUMS].tolist()
                known |= {_place(number, which): of_player[which] for which in range(SUMS)}
        return {place: mean for place, mean in known.items() if not isnan(mean)}

    def _row(
        self,
        name: str,
        number: int,
        at: int,
        means: "_Means",
        controls: Mapping[int, float],
        square: float,
    ) -> Penetration:
        offered = controls[0]
        shoes = int(means.found[_place(number, PLACED)])
        if shoes < MANY:
            controls = {place: mean for place, mean in controls.items() if place < OF_ALL}
        placed, forecast, won = (
            means.corrected(_place(number, which), controls) for which in range(SUMS)
        )
        if name in self.exact:
            _, placed, forecast, *_ = self._exact_sums(name, at).tolist()
        win = won / offered
        share = placed / offered
        error = means.error(_place(number, WON), list(controls))
        share_at_most, win_at_most = self._bounds(name, number, at, shoes, offered)
        return Penetration(
            count=name,
            penetration=self.penetrations[at],
            share=share,
            win_per_100=100 * win,
            standard_error=100 * error / offered,
            forecast_per_100=100 * forecast / offered,
            bankroll=bankroll_for(win, share * square - win**2),
            share_at_most=share_at_most,
            win_at_most=win_at_most,
        )

    def _bounds(
        self, name: str, number: int, at: int, shoes: int, offered: float
    ) -> tuple[float | None, float | None]:
        """What bounds share and win where too few shoes favor a player for a standard error."""
        won = self._rare.most_won(number, at) if shoes < FEW else None
        if won is None:
            return None, None
        limit = self._limits()[at]
        rounds = np.bincount(np.arange(limit) % self.plan.strata, minlength=self.plan.strata)
        each = max(rounds[of] / limit / stratum.shoes for of, stratum in self._sums.items())
        share = None if name in self.exact else float(most_shoes(shoes) * each)
        return share, 100 * won / offered


def _place(number: int, which: int) -> int:
    """Where a sum of a player is among those of a shoe."""
    return OF_ALL + SUMS * number + which


class _Means:
    """The means of the sums of a shoe at one penetration, and the variances of those means."""

    def __init__(self, strata: Collection[_Sums], at: int) -> None:
        size = next(iter(strata)).totals.shape[1]
        self.of, self._of_means = np.zeros(size), np.zeros((size, size))
        self.found = np.zeros(size)
        for stratum in strata:
            self.found += stratum.found[at]
            mean = stratum.totals[at] / stratum.shoes
            self.of += mean
            spread = stratum.products[at] / stratum.shoes - np.outer(mean, mean)
            self._of_means += spread / max(1, stratum.shoes - 1)

    def corrected(self, place: int, controls: Mapping[int, float]) -> float:
        """A mean, less what it owes to the chance that the controls' means show."""
        known = list(controls)
        by_chance = self.of[known] - np.array([controls[place] for place in known])
        return float(self.of[place] - self._weights(self._of_means[place], known) @ by_chance)

    def error(self, place: int, known: list[int]) -> float:
        """The standard error of a mean that the known ones correct."""
        covariances = self._of_means[place]
        explained = self._weights(covariances, known) @ covariances[known]
        return float(max(0.0, covariances[place] - explained) ** 0.5)

    def _weights(self, covariances: Floats, known: list[int]) -> Floats:
        """The regression of a mean on the known ones."""
        among = self._of_means[np.ix_(known, known)]
        scale = np.sqrt(np.maximum(np.diagonal(among), TINY))
        scaled = np.linalg.pinv(among / np.outer(scale, scale), rcond=TINY, hermitian=True)
        weights: Floats = (scaled @ (covariances[known] / scale)) / scale
        return weights


def bankroll_for(win: float, variance: float) -> float | None:
    """The bankroll for a risk of ruin of `RISK`, in units of the wager; None without a win."""
    if win <= 0 or variance <= 0:
        return None
    return -log(RISK) / 2 * variance / win
