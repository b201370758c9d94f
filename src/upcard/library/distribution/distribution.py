"""`upcard.distribution`: a player's result after a number of rounds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from upcard.analysis.risk.stopping import StoppingResult, stopping
from upcard.analysis.rounds.covariances import Covariance
from upcard.analysis.rounds.results import ResultDistribution, sum_of_rounds
from upcard.analysis.rounds.table_covariances import covariances_of
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.library.arguments.checks import check_rules, loss_limit_units
from upcard.library.arguments.money import dollars_of
from upcard.library.distribution.progress import DistributionProgress, ProgressReporter
from upcard.library.distribution.round_laws import (
    best_play,
    check_offered,
    exact_law,
    simulated_law,
    spread_of_ahead,
)
from upcard.library.distribution.shoe_difference import ShoeDifference, shoe_difference
from upcard.library.rules import Rules
from upcard.library.simulation.players import StrategyGiven
from upcard.library.simulation.simulate import seat, seed_of
from upcard.library.strategy.strategy import Play
from upcard.library.tabular.display import html_table, percent, text_table
from upcard.library.tabular.frames import pandas_frame, polars_frame
from upcard.library.tabular.records import Column
from upcard.library.wagers import Wager
from upcard.reports.par.round_law import FoundLaw, bound_of
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    import pandas
    import polars

ROUNDS: Final = 1_000
MAX_ROUNDS: Final = 100_000
SIMULATED: Final = 1_000_000
"""The rounds from which the law of one round is estimated."""

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

    In `resplit` of all rounds a pair becomes three hands or more. Of these the probability, mean
    and mean square are exact, but not how their results are spread: no probability of a result
    below any amount is wrong by more than `error_bound`.

    `covariances` are those of several wagers in one round, per unit of each, in their order; those
    with an error are from dealt rounds. The diagonal has the variances.

    `stopped` is the result of a player who stops at a loss, and `shoe` what
    is different where the rounds come from shoes dealt to the cover card; None if not asked for.
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
        """The distribution as in JSON, by its figures."""
        from upcard.library.distribution.json_form import form_of  # noqa: PLC0415 - it has the type

        return form_of(self)

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


def distribution(  # noqa: PLR0913 - the options of a distribution
    rules: Rules,
    rounds: int = ROUNDS,
    *,
    wager: str | Wager | Iterable[str | Wager] = BLACKJACK_WAGER,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    loss_limit: float | str | Decimal | None = None,
    shoe_rounds: int = 0,
    penetration: float | None = None,
    simulated_rounds: int = SIMULATED,
    seed: int | None = None,
    progress: DistributionProgress | None = None,
) -> Distribution:
    """What one player has won with a wager after `rounds` rounds, each from a new shoe.

    `wager` are one or several that the table offers, each placed at its smallest amount: by name,
    or as objects. The law of one round is exact for a side wager of known odds, for the Blackjack
    wager under the best play, and for both together where the opening cards decide the side
    wagers; splits of more than two hands are bounded (`Distribution.error_bound`). Otherwise, and
    for a `strategy` of one's own (as in `upcard.simulate`), it is estimated from
    `simulated_rounds` rounds of a `seed`, in which wagers are added up round by round. The
    rounds are then summed exactly, by Fourier transform. Meters pay their seeds. Awards so large
    that the results would not fit into memory are left out, with their probability in `beyond`.

    With `loss_limit` (units) a player who stops there is counted too; `shoe_rounds` are dealt from
    shoes to the cover card at `penetration`, to say what is different there. `progress` is called
    with the share of these rounds that is dealt, and a function that returns what is known so far.

    Raises `BadInput` for figures out of range, and for wagers or a table without such results.
    """
    _check(rules, rounds, simulated_rounds, seed)
    rules, names = _with_wagers(rules, wager)
    best = () if strategy is not None else best_play(rules.table, names, play)
    seated = cache(partial(seat, rules, strategy=strategy, play=play))  # solved where it is needed
    round_law = exact_law(rules.table, names, best, own_strategy=strategy is not None)
    chosen = seed_of(seed)
    dealt = simulated_rounds if round_law is None else None
    telling = ProgressReporter(progress, (dealt or 0) + shoe_rounds)
    if round_law is None:

        def so_far(number: int, law: Callable[[], FoundLaw]) -> None:
            telling.tell(number, lambda: _distribution_of_law(law(), names, rounds, number, chosen))

        player = seated().strategy
        round_law = simulated_law(rules.table, player, names, simulated_rounds, chosen, so_far)
        telling.end_step(simulated_rounds)
    whole = _distribution_of_law(round_law, names, rounds, dealt, chosen)
    telling.tell(0, lambda: whole)
    if len(names) > 1:
        player = seated().strategy
        covariances = covariances_of(rules.table, names, best, player, simulated_rounds, chosen)
        whole = replace(whole, covariances=covariances)
    if loss_limit is not None:
        whole = replace(whole, stopped=stopping(whole.law, rounds, loss_limit_units(loss_limit)))
    if shoe_rounds:
        shoe = shoe_difference(whole, seated(), shoe_rounds, penetration, chosen, telling)
        whole = replace(whole, shoe=shoe)
    return whole


def _distribution_of_law(
    law: FoundLaw, names: tuple[str, ...], rounds: int, dealt: int | None, seed: int
) -> Distribution:
    """The distribution by the law of one round, from `dealt` rounds where it is simulated."""
    return Distribution(
        wagers=names,
        unit=dollars_of(law.wagered),
        rounds=rounds,
        method=law.method,
        law=law.law,
        sum=sum_of_rounds(law.law, rounds),
        simulated_rounds=dealt,
        seed=None if dealt is None else seed,
        resplit=law.resplit,
        error_bound=bound_of(law, rounds),
    )


def _check(rules: Rules, rounds: int, simulated_rounds: int, seed: int | None) -> None:
    """Raise `BadInput` for rules that are none, and for figures out of range."""
    check_rules(rules, rounds=rounds, simulated_rounds=simulated_rounds, seed=seed)
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"A result is known after 1 to {MAX_ROUNDS:,} rounds, not {rounds:,}.")
    if simulated_rounds < 2:
        raise BadInput("At least 2 rounds are simulated.")


def _with_wagers(
    rules: Rules, wager: str | Wager | Iterable[str | Wager]
) -> tuple[Rules, tuple[str, ...]]:
    """The rules with the wagers that are given as objects, and all wagers by name, once each."""
    given_wagers = (wager,) if isinstance(wager, str | Wager) else tuple(wager)
    names = tuple(dict.fromkeys(map(str, given_wagers)))
    rules = rules.with_wagers(*(given for given in given_wagers if isinstance(given, Wager)))
    check_offered(rules.table, names)
    return rules, names
