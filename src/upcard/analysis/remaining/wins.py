"""The win of players who choose their rounds by a forecast: sums over drawn shoes.

The value of the wager in every remaining shoe is exact. A round in which a player's forecast is
above 0 wins that value; the others win nothing. Players whose sums are known exactly
(`exact_counts`) are followed through the drawn shoes too: what chance gave them there corrects the
sums of the other players (`shoe_sums`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np

from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.counters.rare_wins import RareWins
from upcard.analysis.remaining.shoe_sums import ShoeSums
from upcard.analysis.remaining.shoes import RemainingShoes, ShoePlan
from upcard.analysis.remaining.valuations import WORTH_PLACING, ShoeValues
from upcard.analysis.remaining.win_rows import PlayersAtShoes
from upcard.analysis.remaining.win_squares import SampledShoes, mean_squares, sample_shoes
from upcard.compiled.arrays import Floats

ExposureProgress: TypeAlias = Callable[[float, Callable[[], list[Penetration]]], None]
"""Called with the share of the shoes that is drawn, and a function that returns what is known."""

SAMPLED: Final = 2_000
"""About the number of remaining shoes from which the spread of what is won is computed."""


@dataclass(slots=True)
class ShoeWins:
    """Adds up what players win from the shoes that are drawn.

    `values` and `squares` are those of the wager in remaining shoes; `affordable` is how many of
    these may be valued.
    """

    players: PlayersAtShoes
    values: ShoeValues
    squares: Callable[[], ShoeValues]
    affordable: int
    _sums: ShoeSums = field(init=False)
    _samples: list[SampledShoes] = field(init=False)
    _rare: RareWins = field(init=False)

    def __post_init__(self) -> None:
        self._sums = ShoeSums()
        self._samples = []
        self._rare = RareWins(self.players.expected, *self._no_squares().shape)

    @property
    def plan(self) -> ShoePlan:
        """The shoes that are drawn."""
        return self.players.plan

    def add(self, seed: int, progress: ExposureProgress | None = None) -> "ShoeWins":
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
        players = self.players.players
        forecasts = [
            value if player.forecast is None else player.forecast(shoes.left) for player in players
        ]
        placed = np.array([forecast > WORTH_PLACING for forecast in forecasts])
        dealt = np.array([shoes.rounds < limit for limit in self.players.limits], np.float64)
        self._sums.add(shoes.stratum, _sums_of_shoes(offered, worth, value, forecasts, dealt))
        won_on_average = {
            number: forecast if player.calibrated else value
            for number, (player, forecast) in enumerate(zip(players, forecasts, strict=True))
            if not player.is_exact
        }
        self._rare.add(shoes.stratum, dealt, offered, won_on_average)
        sample = sample_shoes(shoes, placed, min(SAMPLED, self.affordable // 4), self.plan)
        if sample is not None:
            self._samples.append(sample)

    def rows(self) -> list[Penetration]:
        """What each player wins, at each penetration."""
        if not self._samples:
            return self._rows(self._no_squares())
        return self._rows(mean_squares(self._samples, self.squares(), self.players.limits))

    def so_far(self) -> list[Penetration]:
        """What is known of the players before all shoes are drawn, without bankrolls.

        Exact results, and the others too where every shoe is valued before every round.
        """
        if self.plan.strata > 1:
            return self.exact_rows()
        return self._rows(self._no_squares())

    def exact_rows(self) -> list[Penetration]:
        """What the players win whose sums are exact; no shoe need be drawn."""
        return self.players.exact_rows()

    def _rows(self, squares: Floats) -> list[Penetration]:
        return self.players.rows(self._sums, self._rare, squares)

    def _no_squares(self) -> Floats:
        return np.zeros((len(self.players.players), len(self.players.penetrations)))


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
