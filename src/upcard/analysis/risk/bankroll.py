"""Bankroll risk that follows from the spread of a simulated table's results.

Wins over many rounds are modeled as a Brownian motion with the simulated mean and standard
deviation per round. Every figure has an interval: the largest and the smallest that it has for
means and deviations within 1.96 standard errors of the simulated ones (about 95 %). One player
plays all simulated seats.
"""

from collections.abc import Collection, Sequence
from math import inf, sqrt
from typing import Final

import msgspec

from upcard.analysis.intervals import NORMAL_90, NORMAL_95, Interval
from upcard.analysis.risk.round_win import (
    RoundWin,
    chosen_wagers,
    round_of,
    with_corrected_mean,
)
from upcard.analysis.risk.ruin import bankroll_for, ruin, ruin_within, upper_tail
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.progressives.meter import PARTS_PER_MILLION
from upcard.simulation.run import Result

ROUNDS_PER_HOUR: Final = (209.0, 139.0, 105.0, 84.0, 70.0, 60.0, 52.0)
"""Rounds of a Blackjack table with one to seven players: Kilby, Fox and Lucas, Casino Operations
Management."""

RISK: Final = 0.05


class SideRisk(msgspec.Struct, frozen=True):
    """The risk of one side, which plays on without end; dollars.

    `risk_of_ruin` is for the bankroll asked about; `bankroll_for_risk` limits it to `Risk.risk`.
    None means that no bankroll was asked about, or that no amount is enough.
    """

    risk_of_ruin: float | None
    bankroll_for_risk: float | None
    ruin_interval: Interval | None = None
    bankroll_interval: Interval | None = None


class Trip(msgspec.Struct, frozen=True):
    """What the player has won after `Risk.hours`, whatever was lost in between; dollars.

    `ahead` is the probability of a win. Nine of ten results lie between `low` and `high`.
    """

    rounds: float
    mean: float
    mean_error: float
    standard_deviation: float
    ahead: float
    ahead_interval: Interval
    low: float
    high: float


class ExpectedHold(msgspec.Struct, frozen=True):
    """What a table with a number of players is expected to keep per hour; dollars.

    `wagered` are initial wagers. `to_meters` is the part of them paid into progressive meters,
    which is not kept. `hold` is the fraction of the wagers that is kept.
    """

    seats: int
    rounds_per_hour: float
    wagered: float
    to_meters: float
    win: float
    hold: float


class Risk(msgspec.Struct, frozen=True):
    """The risk of a table; `wagered`, `mean` and `standard_deviation` are dollars per round.

    `n0` is the number of rounds after which the expected win equals one standard deviation, and
    `hours_per_standard_error` the same in hours. Over n rounds the win per unit wagered is within
    `volatility_index` / √n of its mean with probability 90%. `risk_of_ruin_within` is the player's
    within `hours` of play. Values that the sign of the mean leaves undefined are None. `chosen` are
    the wagers that count, all of the table unless some were asked for. `distinct` says that the
    mean can be told from zero: where it cannot, `n0` is a guess.
    """

    wagered: str
    mean: float
    standard_deviation: float
    n0: float | None
    volatility_index: float
    rounds_per_hour: float
    hours_per_standard_error: float | None
    bankroll: str | None
    risk: float
    player: SideRisk
    house: SideRisk
    hours: float | None
    risk_of_ruin_within: float | None
    hold: list[ExpectedHold]
    chosen: list[str] = []
    mean_error: float = 0.0
    deviation_error: float = 0.0
    distinct: bool = True
    n0_interval: Interval | None = None
    within_interval: Interval | None = None
    trip: Trip | None = None


def risk_of(  # noqa: PLR0913 - what is asked about a simulated table
    rules: TableRules,
    result: Result,
    *,
    bankroll: int | None = None,
    risk: float = RISK,
    rounds_per_hour: float | None = None,
    hours: float | None = None,
    wagers: Sequence[str] | None = None,
    corrected: bool = False,
) -> Risk | None:
    """The risk of a simulated table; None if a single batch gives no standard deviation.

    `bankroll` is in units. Without `rounds_per_hour` a published figure for the number of players
    is used. `risk` is between 0 and 1. `wagers` are those that count, with their bonuses; without
    them all do. Mean and deviation are those of what was dealt; with `corrected` the mean and its
    error are the corrected ones, and the risk is None if none of the wagers has such a mean.
    Raises `BadInput` for wagers that were not simulated or start no round.
    """
    if not result.table.standard_deviation or result.covariance is None:
        return None
    names = chosen_wagers(result, wagers)
    round_win = round_of(result, names, is_all=wagers is None)
    if corrected:
        if not any(wager.gain is not None and wager.wager in names for wager in result.wagers):
            return None
        round_win = with_corrected_mean(round_win, result, names)
    dollars = None if bankroll is None else bankroll / UNITS_PER_DOLLAR
    rate = rounds_per_hour or ROUNDS_PER_HOUR[min(result.seats, len(ROUNDS_PER_HOUR)) - 1]
    n0 = _n0(round_win.mean, round_win.deviation) if round_win.mean else None
    distinct = abs(round_win.mean) > NORMAL_95 * round_win.mean_error
    ruin_in_time = span = None
    if dollars is not None and hours is not None:
        rounds = rate * hours
        ruin_in_time = ruin_within(dollars, round_win.mean, round_win.deviation, rounds)
        span = round_win.span(lambda mean, spread: ruin_within(dollars, mean, spread, rounds))
    return Risk(
        wagered=format_dollars(round(round_win.wagered * UNITS_PER_DOLLAR)),
        mean=round_win.mean,
        standard_deviation=round_win.deviation,
        n0=n0,
        volatility_index=NORMAL_90 * round_win.unit_deviation,
        rounds_per_hour=rate,
        hours_per_standard_error=None if n0 is None else n0 / rate,
        bankroll=None if bankroll is None else format_dollars(bankroll),
        risk=risk,
        player=_side(round_win, dollars, risk),
        house=_side(round_win.from_the_house, dollars, risk),
        hours=hours,
        risk_of_ruin_within=ruin_in_time,
        hold=_holds(rules, round_win, result.seats, names, rounds_per_hour),
        chosen=names,
        mean_error=round_win.mean_error,
        deviation_error=round_win.deviation_error,
        distinct=distinct,
        n0_interval=_n0_interval(round_win, distinct=distinct),
        within_interval=span,
        trip=None if hours is None else _trip(round_win, rate * hours),
    )


def _n0(mean: float, deviation: float) -> float:
    return (deviation / mean) ** 2


def _n0_interval(round_win: RoundWin, *, distinct: bool) -> Interval:
    if distinct:
        return round_win.span(_n0)
    far = abs(round_win.mean) + NORMAL_95 * round_win.mean_error
    return _n0(far, max(round_win.deviation - NORMAL_95 * round_win.deviation_error, 0.0)), None


def _trip(round_win: RoundWin, rounds: float) -> Trip:
    def ahead(mean: float, deviation: float) -> float:
        return upper_tail(-mean * sqrt(rounds) / deviation)

    mean, deviation = round_win.mean * rounds, round_win.deviation * sqrt(rounds)
    return Trip(
        rounds=rounds,
        mean=mean,
        mean_error=round_win.mean_error * rounds,
        standard_deviation=deviation,
        ahead=ahead(round_win.mean, round_win.deviation),
        ahead_interval=round_win.span(ahead),
        low=mean - NORMAL_90 * deviation,
        high=mean + NORMAL_90 * deviation,
    )


def _side(round_win: RoundWin, dollars: float | None, risk: float) -> SideRisk:
    enough = bankroll_for(risk, round_win.mean, round_win.deviation)
    lost = span = None
    if dollars is not None:
        lost = ruin(dollars, round_win.mean, round_win.deviation)
        span = round_win.span(lambda mean, deviation: ruin(dollars, mean, deviation))
    bankroll = None if enough == inf else enough
    interval = round_win.span(lambda mean, deviation: bankroll_for(risk, mean, deviation))
    return SideRisk(lost, bankroll, span, None if interval[0] == inf else interval)


def _holds(
    rules: TableRules,
    round_win: RoundWin,
    simulated: int,
    names: Collection[str],
    rounds_per_hour: float | None,
) -> list[ExpectedHold]:
    """Expected holds by number of players, each assumed to lose what the simulated players lose."""
    seat = round_win.wagered / simulated
    to_meters = sum(_contribution(offered) for offered in rules.wagers if offered.slug in names)
    most = min(rules.positions, len(ROUNDS_PER_HOUR))
    holds = []
    for seats, published in zip(range(1, most + 1), ROUNDS_PER_HOUR, strict=False):
        rate = rounds_per_hour or published
        wagered, fed = rate * seats * seat, rate * seats * to_meters
        win = -round_win.unit_mean * wagered - fed
        holds.append(ExpectedHold(seats, rate, wagered, fed, win, win / wagered))
    return holds


def _contribution(offered: OfferedWager) -> float:
    """What a wager contributes to meters, in dollars."""
    meters: Sequence[tuple[int, int]] = [
        (meter.increment, meter.secondary_increment) for meter in offered.meters
    ]
    rate = sum(map(sum, meters)) + (offered.mystery.increment if offered.mystery else 0)
    return rate * offered.minimum / PARTS_PER_MILLION / UNITS_PER_DOLLAR
