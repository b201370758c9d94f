"""The effect on a distribution of rounds from shoes that are dealt to the cover card."""

import numpy as np

from upcard.analysis.rounds.shoe_difference import shoe_figures
from upcard.library.distribution.progress import ProgressReporter
from upcard.library.distribution.result import Distribution, ShoeDifference
from upcard.library.simulation.simulate import SeatedPlayers
from upcard.simulation.run import Progress as Dealt


def shoe_difference(
    distribution: Distribution,
    seated: SeatedPlayers,
    rounds: int,
    penetration: float | None,
    seed: int,
    telling: ProgressReporter[Distribution],
) -> ShoeDifference | None:
    """Deal rounds from real shoes; None where too few were dealt to tell."""

    def dealing(reached: Dealt) -> None:
        telling.tell(reached.rounds, lambda: distribution)

    dealt = seated.deal_rounds(rounds=rounds, seed=seed, penetration=penetration, progress=dealing)
    figures = shoe_figures(dealt.result, distribution.wagers)
    if figures is None or not figures.deviation:
        return None
    unit = float(distribution.unit)
    mean, mean_error = (
        distribution.rounds * figure / unit for figure in (figures.mean, figures.mean_error)
    )
    deviation, deviation_error = (
        distribution.rounds**0.5 * figure / unit
        for figure in (figures.deviation, figures.deviation_error)
    )
    stretch = deviation / distribution.standard_deviation
    half = float(distribution.sum.step) / 2
    before = distribution.mean + (half - mean) / stretch
    reached = float(
        np.interp(before, distribution.sum.units + half, np.cumsum(distribution.sum.chances))
    )
    return ShoeDifference(
        rounds=dealt.result.rounds,
        seed=dealt.result.seed,
        penetration=dealt.result.penetration,
        mean=mean,
        mean_error=mean_error,
        mean_difference=mean - distribution.mean,
        standard_deviation=deviation,
        deviation_error=deviation_error,
        ahead=1.0 - reached,
        quantiles={
            f"{share:g}": mean + (result - distribution.mean) * stretch
            for share, result in distribution.quantiles.items()
        },
    )
