"""Bankroll risk that follows from the spread of a simulated table's results.

Wins over many rounds are modelled as a Brownian motion with the simulated mean and standard
deviation per round, whose errors carry over. One player plays all simulated seats.
"""

from collections.abc import Sequence
from math import erfc, exp, inf, log, sqrt
from typing import Final

import msgspec

from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars, parse_dollars
from upcard.progressives.contribution import MILLION
from upcard.simulation.estimate import TableResult
from upcard.simulation.run import Result

ROUNDS_PER_HOUR: Final = (209.0, 139.0, 105.0, 84.0, 70.0, 60.0, 52.0)
"""Rounds of a Blackjack table with one to seven players: Kilby, Fox and Lucas, Casino Operations
Management."""

NORMAL_90: Final = 1.645
"""Standard deviations on either side of a mean that contain 90% of results."""

RISK: Final = 0.05

_ASYMPTOTIC: Final = 30.0
"""Standard deviations beyond which a tail is approximated by its first term."""


class SideRisk(msgspec.Struct, frozen=True):
    """The risk of one side, which plays on without end; dollars.

    `risk_of_ruin` is for the bankroll asked about; `bankroll_for_risk` limits it to `Risk.risk`.
    None means that no bankroll was asked about, or that no amount is enough.
    """

    risk_of_ruin: float | None
    bankroll_for_risk: float | None


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
    within `hours` of play. Values that the sign of the mean leaves undefined are None.
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


def risk_of(
    rules: TableRules,
    result: Result,
    *,
    bankroll: int | None = None,
    risk: float = RISK,
    rounds_per_hour: float | None = None,
    hours: float | None = None,
) -> Risk | None:
    """The risk of a simulated table; None if a single batch gives no standard deviation.

    `bankroll` is in units. Without `rounds_per_hour` a published figure for the number of players
    is used. `risk` is between 0 and 1.
    """
    table = result.table
    if not table.standard_deviation:
        return None
    wagered = parse_dollars(table.wagered) / UNITS_PER_DOLLAR
    mean, deviation = table.raw_mean * wagered, table.standard_deviation * wagered
    dollars = None if bankroll is None else bankroll / UNITS_PER_DOLLAR
    rate = rounds_per_hour or ROUNDS_PER_HOUR[min(result.seats, len(ROUNDS_PER_HOUR)) - 1]
    n0 = (deviation / mean) ** 2 if mean else None
    within = None
    if dollars is not None and hours is not None:
        within = ruin_within(dollars, mean, deviation, rate * hours)
    return Risk(
        wagered=table.wagered,
        mean=mean,
        standard_deviation=deviation,
        n0=n0,
        volatility_index=NORMAL_90 * table.standard_deviation,
        rounds_per_hour=rate,
        hours_per_standard_error=None if n0 is None else n0 / rate,
        bankroll=None if bankroll is None else format_dollars(bankroll),
        risk=risk,
        player=_side(mean, deviation, dollars, risk),
        house=_side(-mean, deviation, dollars, risk),
        hours=hours,
        risk_of_ruin_within=within,
        hold=_holds(rules, table, result.seats, rounds_per_hour),
    )


def ruin(bankroll: float, mean: float, deviation: float) -> float:
    """The probability of ever losing a bankroll, given mean and standard deviation per round."""
    return exp(-2 * mean * bankroll / deviation**2) if mean > 0 else 1.0


def bankroll_for(risk: float, mean: float, deviation: float) -> float:
    """The bankroll that is ever lost with probability `risk`; infinite if none is enough."""
    return -log(risk) * deviation**2 / (2 * mean) if mean > 0 else inf


def ruin_within(bankroll: float, mean: float, deviation: float, rounds: float) -> float:
    """The probability of losing a bankroll within `rounds` rounds (a first passage time)."""
    spread = deviation * sqrt(rounds)
    left, right = (bankroll + mean * rounds) / spread, (bankroll - mean * rounds) / spread
    if right > _ASYMPTOTIC:
        reflected = exp(-(left**2) / 2) / (right * 2.5066282746310002)
    else:
        reflected = exp((right**2 - left**2) / 2) * _tail(right)
    return min(1.0, _tail(left) + reflected)


def _tail(deviations: float) -> float:
    """The probability that a normal variable is `deviations` standard deviations above its mean."""
    return erfc(deviations / sqrt(2)) / 2


def _side(mean: float, deviation: float, dollars: float | None, risk: float) -> SideRisk:
    enough = bankroll_for(risk, mean, deviation)
    lost = None if dollars is None else ruin(dollars, mean, deviation)
    return SideRisk(lost, None if enough == inf else enough)


def _holds(
    rules: TableRules, table: TableResult, simulated: int, rounds_per_hour: float | None
) -> list[ExpectedHold]:
    """Expected holds by number of players, each assumed to lose what the simulated players lose."""
    seat = parse_dollars(table.wagered) / UNITS_PER_DOLLAR / simulated
    to_meters = sum(map(_contribution, rules.wagers))
    most = min(rules.positions, len(ROUNDS_PER_HOUR))
    holds = []
    for seats, published in zip(range(1, most + 1), ROUNDS_PER_HOUR, strict=False):
        rate = rounds_per_hour or published
        wagered, fed = rate * seats * seat, rate * seats * to_meters
        win = -table.raw_mean * wagered - fed
        holds.append(ExpectedHold(seats, rate, wagered, fed, win, win / wagered))
    return holds


def _contribution(offered: OfferedWager) -> float:
    """What a wager contributes to meters, in dollars."""
    meters: Sequence[tuple[int, int]] = [
        (meter.increment, meter.secondary_increment) for meter in offered.meters
    ]
    rate = sum(map(sum, meters)) + (offered.mystery.increment if offered.mystery else 0)
    return rate * offered.minimum / MILLION / UNITS_PER_DOLLAR
