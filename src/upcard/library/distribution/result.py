"""The distribution of a player's result after a number of rounds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from upcard.analysis.risk.stopping import StoppingResult
from upcard.analysis.rounds.covariances import Covariance
from upcard.analysis.rounds.results import ResultDistribution
from upcard.library.distribution.round_laws import spread_of_ahead
from upcard.library.dollars import units_of
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import html_table, percent, text_table
from upcard.library.tabular.frames import pandas_frame, polars_frame
from upcard.money.amount import format_dollars
from upcard.rules.violation import BadInput
from upcard.text import schemas

if TYPE_CHECKING:
    import pandas
    import polars

QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
"""The shares of the players for which results are shown."""

COLUMNS: Final = (Column("result", "float64"), Column("probability", "float64"))
"""One row for each possible result, in units of the initial wager, lowest first."""

HEADERS: Final = ("part of players below", "result, units")


@dataclass(frozen=True, slots=True)
class ShoeDifference:
    """A player's result after the same number of rounds from real shoes, in the same units.

    `rounds` were dealt with a `seed` from shoes whose cover card lies at `penetration`, None for a
    game without one. `mean_difference` is what the mean is above that of new shoes. Errors are
    standard errors. `ahead` and `quantiles` are those of new shoes, moved and stretched to this
    mean and deviation.
    """

    rounds: int
    seed: int
    penetration: float | None
    mean: float
    mean_error: float
    mean_difference: float
    standard_deviation: float
    deviation_error: float
    ahead: float
    quantiles: dict[str, float]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Distribution:
    """The distribution of what one player wins with one or several wagers.

    Results are in units of the first wager's initial amount, `unit` in dollars. `law` is the
    probability of each result of one round, of all wagers together, and `sum` the distribution
    after all rounds. `method` is ``exact`` (or ``exact-under-strategy``, where play decides the
    wager), or ``simulated``: then `law` is estimated from `simulated_rounds` rounds of a `seed`,
    and figures have errors. Rounds are independent: each has a new shoe.

    In `resplit` of all rounds a pair becomes three hands or more. Of these the probability, mean
    and mean square are exact, but not how their results are spread: the probability of a result
    below an amount is wrong by at most `error_bound`.

    `covariances` are those of several wagers in one round, per unit of each, in their order; those
    with an error are from dealt rounds. The diagonal has the variances.

    `stopped` is the result of a player who stops at a loss, and `shoe` what is different where the
    rounds come from shoes dealt to the cover card; None if not asked for.
    """

    wagers: tuple[str, ...]
    unit: Decimal
    rounds: int
    method: str
    law: Mapping[Fraction, Fraction]
    sum: ResultDistribution
    simulated_rounds: int | None
    seed: int | None
    resplit: float = 0.0
    error_bound: float = 0.0
    stopped: StoppingResult | None = None
    shoe: ShoeDifference | None = None
    covariances: Sequence[Sequence[Covariance]] = ()

    @property
    def wager(self) -> str:
        """The wagers by name: ``blackjack + lucky-ladies``."""
        return " + ".join(self.wagers)

    @property
    def mean(self) -> float:
        """The expected result."""
        return self.rounds * float(self._mean)

    @property
    def mean_error(self) -> float | None:
        """The standard error of the mean; None for an exact one."""
        return self._error(self.standard_deviation**2 * self.rounds)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result."""
        square = sum((net**2 * chance for net, chance in self.law.items()), Fraction(0))
        return sqrt(self.rounds * (square - self._mean**2))

    @property
    def ahead(self) -> float:
        """The probability that the player has won more than lost."""
        return self.sum.ahead

    @property
    def ahead_error(self) -> float | None:
        """The standard error of `ahead`; None for an exact one.

        It follows from how `ahead` moves with the probability of each result of one round.
        """
        if self.simulated_rounds is None:
            return None
        return self._error(self.rounds**2 * spread_of_ahead(self.law, self.rounds))

    @property
    def beyond(self) -> float:
        """The probability of an award above `largest`, without which results are counted."""
        return self.sum.beyond

    @property
    def largest(self) -> Fraction:
        """The largest result of one round that is counted, in units."""
        return self.sum.largest

    def quantile(self, share: float) -> float:
        """The smallest result that is not exceeded with a probability of `share`.

        Raises `BadInput` for a share that does not lie between 0 and 1.
        """
        if not 0 < share < 1:
            raise BadInput(f"A quantile is of a share between 0 and 1, not {share:g}.")
        return self.sum.quantile(share)

    @property
    def quantiles(self) -> dict[float, float]:
        """The results at some shares of the players, from 1 % to 99 %."""
        return {share: self.sum.quantile(share) for share in QUANTILES}

    def svg(self) -> str:
        """The chart of the distribution, as SVG."""
        from upcard.reports.charts.plots import distribution_svg  # noqa: PLC0415 - matplotlib

        return distribution_svg(self.sum)

    def to_dict(self) -> dict[str, Any]:
        """The distribution as in JSON: `library.documents.simulation` has the types."""
        return {
            "schema": schemas.DISTRIBUTION,
            "wager": self.wager,
            "wagers": list(self.wagers),
            "unit": format_dollars(units_of(self.unit)),
            "rounds": self.rounds,
            "method": self.method,
            "simulated_rounds": self.simulated_rounds,
            "seed": self.seed,
            "mean": self.mean,
            "mean_error": self.mean_error,
            "standard_deviation": self.standard_deviation,
            "ahead": self.ahead,
            "ahead_error": self.ahead_error,
            "quantiles": {f"{share:g}": result for share, result in self.quantiles.items()},
            "beyond": self.beyond,
            "largest": float(self.largest),
            "resplit": self.resplit,
            "error_bound": self.error_bound,
            "law": {f"{float(net):.10g}": float(chance) for net, chance in self.law.items()},
            "loss_limit": None if self.stopped is None else self.stopped.form(self.quantiles),
            "shoe": None if self.shoe is None else asdict(self.shoe),
            "covariance": [[covariance.value for covariance in row] for row in self.covariances],
            "covariance_error": [
                [covariance.standard_error for covariance in row] for row in self.covariances
            ],
        }

    def to_pandas(self) -> "pandas.DataFrame":
        """The probability of each result as a pandas DataFrame; needs pandas 3 or later."""
        return pandas_frame(self)

    def to_polars(self) -> "polars.DataFrame":
        """The probability of each result as a polars DataFrame; needs polars."""
        return polars_frame(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The probability of each result as an Arrow stream; `COLUMNS` has the schema."""
        from upcard.library.tabular.arrow import array, batch, stream  # noqa: PLC0415 - when asked for

        arrays = {
            "result": array("float64", self.sum.units),
            "probability": array("float64", self.sum.chances),
        }
        return stream(COLUMNS, iter([batch(COLUMNS, arrays)])).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"{self._title()}\n{text_table(HEADERS, list(self._lines()))}"

    def _repr_html_(self) -> str:
        from upcard.library.distribution import chart as distribution_chart  # noqa: PLC0415 - when it is shown

        return distribution_chart.svg(self.sum) + html_table(
            HEADERS, list(self._lines()), self._title()
        )

    def _lines(self) -> Iterator[tuple[object, ...]]:
        for share, result in self.quantiles.items():
            yield f"{100 * share:g} %", result

    def _title(self) -> str:
        error = self.ahead_error
        method = self.method if error is None else f"± {percent(error, 2)}, simulated"
        if self.error_bound:
            method += f" but for resplits: within {percent(self.error_bound, 2)}"
        return (
            f"{self.wager}, {self.rounds:,} rounds: mean {self.mean:+.4g} units, deviation "
            f"{self.standard_deviation:.4g}; ahead {percent(self.ahead, 2)} ({method})"
        )

    @property
    def _mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.law.items()), Fraction(0))

    def _error(self, variance: float) -> float | None:
        """The standard error of a mean over the simulated rounds."""
        return None if self.simulated_rounds is None else sqrt(variance / self.simulated_rounds)
