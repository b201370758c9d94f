"""`upcard.distribution`: a player's result after a number of rounds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.library.frames import pandas_frame, polars_frame
from upcard.library.given import check_rules
from upcard.library.money import dollars_of, units_of
from upcard.library.records import Column
from upcard.library.round_laws import check_offered, exact_law, simulated_law
from upcard.library.rules import Rules
from upcard.library.shown import html_table, percent, text_table
from upcard.library.simulate import StrategyGiven, seat, seed_of
from upcard.library.strategy import Play
from upcard.library.wagers import Wager
from upcard.money.amount import format_dollars
from upcard.reports.par.results import ResultDistribution, summed
from upcard.rules.violation import BadInput
from upcard.text import schemas

if TYPE_CHECKING:
    import pandas
    import polars

ROUNDS: Final = 1_000
MOST_ROUNDS: Final = 100_000
SIMULATED: Final = 1_000_000
"""The rounds from which the law of one round is estimated."""

SIMULATED_METHOD: Final = "simulated"

QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)

COLUMNS: Final = (Column("result", "float64"), Column("probability", "float64"))
"""One row a possible result, in units of the initial wager, lowest first."""

HEADERS: Final = ("part of players below", "result, units")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Distribution:
    """The distribution of what one player wins with one or several wagers.

    Results are in units of the first wager's initial amount, `unit` in dollars. `law` is the
    probability of each result of one round, of all wagers together, and `sum` the distribution
    after all rounds. `method` is ``exact`` (or ``exact-under-strategy``, where play decides the
    wager), or ``simulated``: then `law` is estimated from `simulated_rounds` rounds of a `seed`,
    and figures have errors. Rounds are independent: each has a new shoe.
    """

    wagers: tuple[str, ...]
    unit: Decimal
    rounds: int
    method: str
    law: Mapping[Fraction, Fraction]
    sum: ResultDistribution
    simulated_rounds: int | None
    seed: int | None

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
        before = summed(self.law, self.rounds - 1)
        reached = np.cumsum(before.chances)
        worth = {}
        for net in self.law:
            place = int(np.searchsorted(before.units, -float(net), side="right"))
            worth[net] = 1.0 - (float(reached[place - 1]) if place else 0.0)
        chances = {net: float(chance) for net, chance in self.law.items()}
        mean = sum(chances[net] * worth[net] for net in worth)
        spread = sum(chances[net] * (worth[net] - mean) ** 2 for net in worth)
        return self._error(self.rounds**2 * spread)

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
        from upcard.reports.rendering.plots import distribution_svg  # noqa: PLC0415 - matplotlib

        return distribution_svg(self.sum)

    def to_dict(self) -> dict[str, Any]:
        """The distribution as in JSON, by its figures."""
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
        }

    def to_pandas(self) -> "pandas.DataFrame":
        """The probability of each result as a pandas DataFrame; needs pandas 3 or later."""
        return pandas_frame(self)

    def to_polars(self) -> "polars.DataFrame":
        """The probability of each result as a polars DataFrame; needs polars."""
        return polars_frame(self)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The probability of each result as an Arrow stream; `COLUMNS` has the schema."""
        from upcard.library.arrow import array, batch, stream  # noqa: PLC0415 - when asked for

        arrays = {
            "result": array("float64", self.sum.units),
            "probability": array("float64", self.sum.chances),
        }
        return stream(COLUMNS, iter([batch(COLUMNS, arrays)])).__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"{self._title()}\n{text_table(HEADERS, list(self._lines()))}"

    def _repr_html_(self) -> str:
        from upcard.library import distribution_chart  # noqa: PLC0415 - when it is shown

        return distribution_chart.svg(self.sum) + html_table(
            HEADERS, list(self._lines()), self._title()
        )

    def _lines(self) -> Iterator[tuple[object, ...]]:
        for share, result in self.quantiles.items():
            yield f"{100 * share:g} %", result

    def _title(self) -> str:
        error = self.ahead_error
        how = self.method if error is None else f"± {percent(error, 2)}, simulated"
        return (
            f"{self.wager}, {self.rounds:,} rounds: mean {self.mean:+.4g} units, deviation "
            f"{self.standard_deviation:.4g}; ahead {percent(self.ahead, 2)} ({how})"
        )

    @property
    def _mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.law.items()), Fraction(0))

    def _error(self, variance: float) -> float | None:
        """The standard error of a mean over the simulated rounds."""
        return None if self.simulated_rounds is None else sqrt(variance / self.simulated_rounds)


def distribution(
    rules: Rules,
    rounds: int = ROUNDS,
    *,
    wager: str | Wager | Iterable[str | Wager] = BLACKJACK_WAGER,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    simulated_rounds: int = SIMULATED,
    seed: int | None = None,
) -> Distribution:
    """What one player has won with a wager after so many rounds, each from a new shoe.

    `wager` are one or several that the table offers, each placed at its smallest amount: by name,
    or as objects. One side wager's law of one round is exact. That of the Blackjack wager under a
    strategy (as in `upcard.simulate`) and that of several wagers together, which the same cards
    decide, are estimated from `simulated_rounds` rounds of a `seed`, added up round by round. The
    rounds are then summed exactly, by Fourier transform. Meters pay their seeds. Awards so large
    that the results would not fit into memory are left out, with their probability in `beyond`.

    Raises `BadInput` for figures out of range, for a wager that the table does not offer, and for
    a table that cannot be simulated.
    """
    check_rules(rules, rounds=rounds, simulated_rounds=simulated_rounds, seed=seed)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"A result is known after 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}.")
    given = (wager,) if isinstance(wager, str | Wager) else tuple(wager)
    names = tuple(dict.fromkeys(map(str, given)))
    rules = rules.with_wagers(*(one for one in given if isinstance(one, Wager)))
    check_offered(rules.table, names)
    exact = exact_law(rules.table, names, own_strategy=strategy is not None)
    if exact is not None:
        amount, method, law = exact
        unit, sums = dollars_of(amount), summed(law, rounds)
        return Distribution(names, unit, rounds, method, law, sums, None, None)
    if simulated_rounds < 2:
        raise BadInput("At least 2 rounds are simulated.")
    seated, used = seat(rules, strategy=strategy, play=play), seed_of(seed)
    amount, law = simulated_law(rules.table, seated.strategy, names, simulated_rounds, used)
    unit, sums = dollars_of(amount), summed(law, rounds)
    return Distribution(names, unit, rounds, SIMULATED_METHOD, law, sums, simulated_rounds, used)
