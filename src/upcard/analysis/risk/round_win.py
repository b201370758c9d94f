"""The win of chosen wagers in a round of a simulated table, with its standard error."""

from collections.abc import Callable, Collection, Sequence
from math import inf, sqrt

import msgspec

from upcard.analysis.intervals import NORMAL_95, Interval
from upcard.money.amount import UNITS_PER_DOLLAR, parse_dollars
from upcard.rules.violation import BadInput
from upcard.simulation.figures import RoundShare
from upcard.simulation.run import Result
from upcard.text.words import listed, quoted


class RoundWin(msgspec.Struct, frozen=True):
    """What the chosen wagers of a round win: dollars, with the standard errors of the figures.

    `unit_mean` and `unit_deviation` are per unit wagered.
    """

    wagered: float
    mean: float
    deviation: float
    mean_error: float
    deviation_error: float
    unit_mean: float
    unit_deviation: float

    @property
    def from_the_house(self) -> "RoundWin":
        """The round's win from the house's side: the mean with the opposite sign."""
        return msgspec.structs.replace(self, mean=-self.mean)

    def span(self, figure: Callable[[float, float], float]) -> Interval:
        """The interval of a figure of mean and deviation that rises or falls with each of them."""
        far, wide = NORMAL_95 * self.mean_error, NORMAL_95 * self.deviation_error
        bounds = [
            figure(mean, deviation)
            for mean in (self.mean - far, self.mean + far)
            for deviation in (max(self.deviation - wide, 0.0), self.deviation + wide)
            if deviation
        ]
        return min(bounds), None if max(bounds) == inf else max(bounds)


def chosen_wagers(result: Result, wagers: Sequence[str] | None) -> list[str]:
    """The wagers that count, in the order of the result."""
    names = list(dict.fromkeys(share.wager for share in result.shares if not share.bonus))
    for name in wagers or ():
        if name not in names:
            raise BadInput(f"{quoted(name)} was not simulated: {listed(names)} were.")
    return [name for name in names if wagers is None or name in wagers]


def round_of(result: Result, names: Collection[str], *, is_all: bool) -> RoundWin:
    """A round of these wagers and their bonuses."""
    table = result.table
    if is_all:
        wagered = parse_dollars(table.wagered) / UNITS_PER_DOLLAR
        mean, deviation = table.raw_mean, table.standard_deviation or 0.0
    else:
        wagered, mean, deviation = _figures_of(result, names)
    return RoundWin(
        wagered=wagered,
        mean=mean * wagered,
        deviation=deviation * wagered,
        mean_error=deviation * wagered / sqrt(result.rounds),
        deviation_error=deviation * wagered / sqrt(2 * (result.batches - 1)),
        unit_mean=mean,
        unit_deviation=deviation,
    )


def with_corrected_mean(round_win: RoundWin, result: Result, names: Collection[str]) -> RoundWin:
    """The round with the sum of the wagers' corrected means, whose errors are correlated."""
    shares = _shares_of(result, names)
    mean = sum(share.expected for _, share in shares)
    variance = sum(result.share_errors[row][column] for row, _ in shares for column, _ in shares)
    return msgspec.structs.replace(
        round_win,
        mean=mean,
        mean_error=sqrt(max(variance, 0.0)),
        unit_mean=mean / round_win.wagered,
    )


def _shares_of(result: Result, names: Collection[str]) -> list[tuple[int, RoundShare]]:
    """The shares of these wagers and their bonuses, with their places."""
    return [
        (number, share)
        for number, share in enumerate(result.shares)
        if (share.bonus or share.wager) in names
    ]


def _figures_of(result: Result, names: Collection[str]) -> tuple[float, float, float]:
    """What these wagers and their bonuses wager a round; mean and deviation per unit of that."""
    assert result.covariance is not None, "the caller asked for it"
    shares = _shares_of(result, names)
    wagered = sum(share.initial for _, share in shares)
    if not wagered:
        raise BadInput(f"{listed(list(names))} start no round: name a wager beside them.")
    variance = sum(
        result.covariance[row][column] * share.stake * other.stake
        for row, share in shares
        for column, other in shares
    )
    won = sum(share.won for _, share in shares)
    return wagered, won / wagered, sqrt(max(variance, 0.0)) / wagered
