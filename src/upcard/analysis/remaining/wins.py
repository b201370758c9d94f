"""What choosing rounds wins: the exact value of a wager, summed over the rounds that are chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.remaining.shoes import RemainingShoes, ShoePlan, rounds_to
from upcard.analysis.remaining.valuing import Values
from upcard.analysis.risk.bankroll import RISK
from upcard.cards.card import DECK_SIZE

Floats = NDArray[np.float64]

Forecast: TypeAlias = Callable[[Floats], Floats]
"""The expected win that a player believes in, for remaining shoes (cards by type, last axis)."""

WORTH_PLACING: Final = 1e-12
"""An expected win above rounding errors."""

KEPT: Final = 2_000
"""About the number of favourable shoes from which the spread of what is won is computed."""

OFFERED, PLACED, FORECAST, WON = range(4)


@dataclass(slots=True)
class _Sums:
    """Sums over the shoes of one stratum, by player and penetration."""

    shoes: int
    totals: Floats
    squares: Floats
    crossed: Floats


@dataclass(slots=True)
class ShoeWins:
    """Adds up what players win who choose their rounds by a forecast, None for the exact value."""

    plan: ShoePlan
    penetrations: Sequence[float]
    forecasts: dict[str, Forecast | None]
    values: Values
    squares: Callable[[], Values]
    affordable: int
    _sums: dict[int, _Sums] = field(default_factory=dict)
    _kept: list[tuple[Floats, Floats]] = field(default_factory=list)

    def add(self, seed: int) -> "ShoeWins":
        """Draws the shoes of the plan and values them."""
        for shoes in self.plan.drawn(seed):
            self._add(shoes)
        return self

    def _add(self, shoes: RemainingShoes) -> None:
        worth, offered = self.values(shoes.left)
        mean = np.divide(worth, offered, out=np.zeros_like(worth), where=offered > 0)
        limits = [rounds_to(share, DECK_SIZE * self.plan.decks) for share in self.penetrations]
        dealt = np.array([shoes.rounds < limit for limit in limits], np.float64)
        shape = (len(self.forecasts), len(limits), 4)
        sums = self._sums.setdefault(
            shoes.stratum, _Sums(0, np.zeros(shape), np.zeros(shape), np.zeros(shape))
        )
        sums.shoes += len(worth)
        placed = np.empty((len(self.forecasts), *worth.shape), bool)
        for number, of_player in enumerate(self.forecasts.values()):
            forecast = mean if of_player is None else of_player(shoes.left)
            placed[number] = forecast > WORTH_PLACING
            on = offered * placed[number]
            numbers = np.stack([offered, on, on * forecast, on * mean])
            by_shoe = np.tensordot(numbers, dealt, (2, 1))
            sums.totals[number] += by_shoe.sum(axis=1).T
            sums.squares[number] += (by_shoe**2).sum(axis=1).T
            sums.crossed[number] += (by_shoe * by_shoe[OFFERED]).sum(axis=1).T
        self._keep(shoes.left, placed, mean)

    def _keep(self, left: Floats, placed: NDArray[np.bool_], mean: Floats) -> None:
        """Keeps some of the favourable shoes, with who places the wager there."""
        room = min(KEPT, self.affordable // 4) - sum(len(one) for one, _ in self._kept)
        good = np.argwhere(placed.any(axis=0) & (mean > WORTH_PLACING))
        share = max(1, room // max(1, self.plan.strata - len(self._sums) + 1))
        chosen = good[:: -(-len(good) // share)] if room > 0 and len(good) else good[:0]
        rows = left[chosen[:, 0], chosen[:, 1]]
        self._kept.append((rows, placed[:, chosen[:, 0], chosen[:, 1]].astype(np.float64)))

    def _spread(self) -> Floats:
        """The mean square of what each player wins with a wager; 0 where none was kept."""
        left = np.concatenate([rows for rows, _ in self._kept])
        who = np.concatenate([placed for _, placed in self._kept], axis=1)
        if not len(left):
            return np.zeros(len(self.forecasts))
        paid, offered = self.squares()(left)
        of_wager = paid / offered
        number = np.maximum(who.sum(axis=1), 1)
        found: Floats = (who @ of_wager) / number
        return found

    def rows(self) -> list[Penetration]:
        """What each player wins, at each penetration."""
        spread = self._spread()
        return [
            self._row(name, number, at, float(spread[number]))
            for number, name in enumerate(self.forecasts)
            for at in range(len(self.penetrations))
        ]

    def _row(self, name: str, number: int, at: int, square: float) -> Penetration:
        strata = list(self._sums.values())
        means = np.array([one.totals[number, at] / one.shoes for one in strata])
        offered, placed, forecast, won = means.sum(axis=0)
        win = won / offered
        variance = 0.0
        for one, mean in zip(strata, means, strict=True):
            square_of = one.squares[number, at] / one.shoes
            crossed = one.crossed[number, at, WON] / one.shoes
            spread = square_of[WON] - 2 * win * crossed + win**2 * square_of[OFFERED]
            centre = mean[WON] - win * mean[OFFERED]
            variance += max(0.0, spread - centre**2) / max(1, one.shoes - 1)
        share = placed / offered
        return Penetration(
            count=name,
            penetration=self.penetrations[at],
            share=float(share),
            win_per_100=float(100 * win),
            standard_error=float(100 * variance**0.5 / offered),
            forecast_per_100=float(100 * forecast / offered),
            bankroll=bankroll_for(float(win), float(share * square - win**2)),
        )


def bankroll_for(win: float, variance: float) -> float | None:
    """The bankroll for a risk of ruin of `RISK`, in units of the wager; None without a win."""
    if win <= 0 or variance <= 0:
        return None
    return -log(RISK) / 2 * variance / win
