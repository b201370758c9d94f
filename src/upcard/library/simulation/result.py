"""The result of `upcard.simulate`: estimates of the wagers, meters, covariances and risk."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.bets_by_count import CountingResult
from upcard.analysis.risk.bankroll import RISK, Risk, risk_of
from upcard.library.dollars import Dollars, units_of
from upcard.library.rules import Rules
from upcard.library.simulation.risk import TableRisk
from upcard.library.simulation.wagers import SimulatedMeter, SimulatedWager, meters_of, wagers_of
from upcard.library.tabular.records import NamedRecords
from upcard.rules.violation import BadInput
from upcard.simulation.figures import TableResult
from upcard.simulation.run import Result
from upcard.text import schemas


def _matrix(rows: list[list[float]] | None) -> NDArray[np.float64] | None:
    """Rows as an array that is read-only."""
    if rows is None:
        return None
    matrix = np.array(rows, np.float64)
    matrix.setflags(write=False)
    return matrix


RAW: Final = "raw"
"""The estimator: means of what was dealt."""

CORRECTED: Final = "corrected"
"""The estimator: means without the luck of the cards, of the wagers that have a `gain`."""


@dataclass(frozen=True, repr=False, eq=False)
class Simulation:
    """What a simulation found. Means are per unit of the initial wager, with standard errors.

    `result` has the sums of the simulator; `counting` the results of a player who counts, else
    None. `raw` says that plain means were asked for.
    """

    rules: Rules
    result: Result
    counting: CountingResult | None
    raw: bool

    @property
    def rounds(self) -> int:
        """The rounds that were dealt."""
        return self.result.rounds

    @property
    def seed(self) -> int:
        """The seed, which repeats the simulation whatever the number of workers."""
        return self.result.seed

    @property
    def seats(self) -> int:
        """The players at the table."""
        return self.result.seats

    @property
    def strategy(self) -> str:
        """The name of the players' strategy."""
        return self.result.strategy

    @property
    def seconds(self) -> float:
        """The seconds that dealing took."""
        return self.result.seconds

    @property
    def rounds_per_second(self) -> float:
        """The rounds dealt a second."""
        return self.result.rounds_per_second

    @property
    def interrupted(self) -> bool:
        """Whether fewer rounds were dealt than asked for."""
        return self.result.interrupted

    @property
    def estimator(self) -> str:
        """How means are estimated: ``corrected`` where that of some wager is, else ``raw``."""
        return CORRECTED if any(wager.gain is not None for wager in self.wagers) else RAW

    @cached_property
    def wagers(self) -> NamedRecords[SimulatedWager]:
        """The wagers in the order of the table, also by name: ``wagers["blackjack"].mean``."""
        return wagers_of(self.result)

    @cached_property
    def meters(self) -> NamedRecords[SimulatedMeter]:
        """The meters, also by name: ``meters["jackpot-party/mega"]``."""
        return meters_of(self.result)

    @property
    def table(self) -> TableResult:
        """All wagers of a round together, per unit of their initial wagers."""
        return self.result.table

    @cached_property
    def covariance(self) -> NDArray[np.float64] | None:
        """Covariances of the wagers' results in a round, shape (wagers, wagers), read-only.

        In the order of `wagers`, averaged over seats; None for a single batch. They come from whole
        batches, so they include the dependence between rounds; the risk figures use them.
        """
        return _matrix(self.result.covariance)

    @cached_property
    def round_covariance(self) -> NDArray[np.float64] | None:
        """Covariances of one seat's wagers in one round, shape (wagers, wagers), read-only.

        From what was dealt, round by round, in about the first million rounds; the diagonal has the
        squares of the wagers' standard deviations (of Insurance, that of all rounds). None with a
        single wager, for a single batch, on a device, and at baccarat, roulette and hybrid tables.
        """
        return _matrix(self.result.round_covariance)

    @cached_property
    def round_covariance_error(self) -> NDArray[np.float64] | None:
        """The standard errors of `round_covariance`."""
        return _matrix(self.result.round_covariance_error)

    def risk(
        self,
        bankroll: Dollars | None = None,
        *,
        risk: float = RISK,
        rounds_per_hour: float | None = None,
        hours: float | None = None,
        wagers: Sequence[str] | None = None,
        corrected: bool = False,
    ) -> TableRisk:
        """The risk of a bankroll in dollars, and the bankroll for a `risk` of ruin (0.05).

        Without `rounds_per_hour` a published figure for the number of players is used. With `hours`
        also the results after them and the risk that the bankroll is lost within them. `wagers`
        are those that count, such as ``["blackjack"]``; without them all do. The mean is that of
        what was dealt; with `corrected` that of the `estimator`, whose error is far smaller where
        wagers have a `gain`. Raises `BadInput` for figures out of range, for wagers that were not
        simulated, for `corrected` where all means are raw, and where a single batch of rounds tells
        no standard deviation.
        """
        units = None if bankroll is None else units_of(bankroll)
        if units == 0:
            raise BadInput("A bankroll of $0 is lost already; ask for an amount above it.")
        if not 0 < risk < 1:
            raise BadInput("A risk of ruin lies between 0 and 1, such as 0.05.")
        if hours is not None and units is None:
            raise BadInput("hours asks how a bankroll fares: give one.")
        for name, number in (("rounds_per_hour", rounds_per_hour), ("hours", hours)):
            if number is not None and not 0 < number < 1e9:
                raise BadInput(f"{name} is more than 0.")
        table_risk = risk_of(
            self.rules.table,
            self.result,
            bankroll=units,
            risk=risk,
            rounds_per_hour=rounds_per_hour,
            hours=hours,
            wagers=wagers,
            corrected=corrected,
        )
        if table_risk is None and corrected and self.table.standard_deviation:
            raise BadInput("No mean of these wagers is corrected: leave `corrected` out.")
        if table_risk is None:
            raise BadInput("So few rounds tell no standard deviation: simulate more.")
        return TableRisk(table_risk)

    def to_dict(self, risk: Risk | None = None, corrected: Risk | None = None) -> dict[str, Any]:
        """The result as in ``upcard sim --json``; these risks in place of those without a bankroll.

        `corrected` is the risk by corrected means.
        """
        form: dict[str, Any] = {"schema": schemas.SIM, **msgspec.to_builtins(self.result)}
        form["estimator"] = self.estimator
        for internal in ("rounds_by_count", "means_by_class", "shares", "share_errors"):
            del form[internal]
        own_risk = risk or risk_of(self.rules.table, self.result)
        form["risk"] = None if own_risk is None else msgspec.to_builtins(own_risk)
        if risk is None:
            corrected = risk_of(self.rules.table, self.result, corrected=True)
        if corrected is not None:
            form["corrected_risk"] = msgspec.to_builtins(corrected)
        if self.counting is not None:
            form["counting"] = msgspec.to_builtins(self.counting, str_keys=True)
        return form

    def __repr__(self) -> str:
        return f"{self._title()}\n{self.wagers!r}"

    def _repr_html_(self) -> str:
        return self.wagers._repr_html_()

    def _title(self) -> str:
        seats = f"{self.seats} seat{'s' * (self.seats != 1)}"
        return (
            f"{self.rules.table.name}: {self.rounds:,} rounds, {seats}, {self.strategy}, "
            f"seed {self.seed}"
        )
