"""The results of simulations in JSON; means are per unit of the initial wager."""

from typing import Literal, NotRequired, TypedDict

from upcard.analysis.counters.bets_by_count import CountingResult
from upcard.analysis.counters.index_plays import IndexPlay
from upcard.analysis.counters.ramp import CounterRisk, CountRow, Wagered
from upcard.analysis.risk.bankroll import Risk
from upcard.library.distribution.result import ShoeDifference
from upcard.simulation.figures import TableResult, WagerEstimate
from upcard.simulation.meters import MeterResult


class SimForm(TypedDict):
    """The result of a simulation; covariances follow the order of `wagers`.

    `round_covariance` is null where what each seat won is not kept round by round.
    `interrupted` says that fewer rounds were dealt than asked for, and `lost` is why, where the
    workers of a cluster were lost. `estimator` is ``corrected``
    where the mean of some wager is (`gain`). `risk` rests on what was dealt, `corrected_risk` on
    corrected means, where there are any. `penetration` is null where no cover card ends a shoe.
    """

    rounds: int
    seed: int
    seconds: float
    rounds_per_second: float
    wagers: list[WagerEstimate]
    meters: list[MeterResult]
    table: TableResult
    covariance: list[list[float]] | None
    round_covariance: list[list[float]] | None
    round_covariance_error: list[list[float]] | None
    seats: int
    strategy: str
    fresh_shoe: bool
    penetration: float | None
    batches: int
    interrupted: bool
    lost: NotRequired[str]
    estimator: Literal["raw", "corrected"]
    risk: Risk | None
    corrected_risk: NotRequired[Risk]
    counting: NotRequired[CountingResult]


class CounterForm(TypedDict):
    """What a counter wins; `free` in real-valued units, `played` in whole ones, a round dealt.

    Counts are whole points before a round. `enter` and `leave` are null for a counter who plays
    every round, `insurance_count` where the count itself decides Insurance.
    """

    count: str
    title: str
    source: str
    true_count: bool
    rounds: int
    seed: int
    seats: int
    penetration: float
    share_played: float
    enter: int | None
    leave: int | None
    insurance_count: str | None
    by_count: list[CountRow]
    free: Wagered
    played: Wagered
    risk: CounterRisk | None
    indices: list[IndexPlay]


class CountForm(TypedDict):
    """A counting system; `tags` are points by value, times `unit`."""

    slug: str
    title: str
    source: str
    tags: dict[str, int]
    unit: int
    balanced: bool


class StoppedForm(TypedDict):
    """The result of a player who stops once `units` are lost.

    `stopped` is the probability of having stopped, `rounds` the mean number played.
    """

    units: float
    stopped: float
    rounds: float
    mean: float
    standard_deviation: float
    ahead: float
    quantiles: dict[str, float]


class DistributionForm(TypedDict):
    """A result after a number of rounds, in units of the first wager's amount, `unit` in dollars.

    `wager` names the `wagers` together. `method` is ``exact``, ``exact-under-strategy`` or
    ``simulated``; errors are standard errors, null for exact figures.
    `beyond` is the probability of an award above `largest`, without which results are counted.
    `law` is the probability of each result of one round. In `resplit` of all rounds a pair becomes
    three hands or more, so that probabilities may be wrong by `error_bound`. `loss_limit` and
    `shoe` are null if not asked for.
    """

    wager: str
    wagers: list[str]
    unit: str
    rounds: int
    method: str
    simulated_rounds: int | None
    seed: int | None
    mean: float
    mean_error: float | None
    standard_deviation: float
    ahead: float
    ahead_error: float | None
    quantiles: dict[str, float]
    beyond: float
    largest: float
    resplit: float
    error_bound: float
    law: dict[str, float]
    loss_limit: StoppedForm | None
    shoe: ShoeDifference | None
    covariance: list[list[float]]
    covariance_error: list[list[float | None]]
