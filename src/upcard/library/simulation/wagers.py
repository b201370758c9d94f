"""The wagers and meters of a simulation, as records."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from typing import Any, Final

import msgspec

from upcard.library.tabular.columns import Column
from upcard.library.tabular.records import NamedRecords, TableForm
from upcard.simulation.figures import WagerEstimate
from upcard.simulation.meters import MeterResult
from upcard.simulation.run import Result
from upcard.text import schemas


@dataclass(frozen=True, slots=True)
class SimulatedWager:
    """The estimate of one wager, per unit of the initial wager.

    `mean` is what it wins, with its `standard_error` (None for a single batch). The deviation is of
    one seat in one round. `exact` is the expected value off the top of a full shoe where it is
    known, and `z` the number of standard errors by which the mean exceeds it, where each round has
    a new shoe. `gain` says how many times the variance of the raw mean is that of this mean, None
    for a raw mean. `outcomes` counts hands for the Blackjack wager and seats for others. A `bonus`
    is paid in addition to the wager that it names; it is empty for a wager of its own.
    """

    wager: str
    bonus: str
    mean: float
    standard_error: float | None
    standard_deviation: float
    exact: float | None
    z: float | None
    gain: float | None
    outcomes: Mapping[str, int]
    estimate: WagerEstimate = field(repr=False)

    @property
    def differs(self) -> bool:
        """Whether the mean differs from the exact value by more than chance explains."""
        return self.estimate.differs

    @property
    def name(self) -> str:
        """The wager, and its bonus where it is one: ``royal-match-21: crown-treasure``."""
        return f"{self.wager}: {self.bonus}" if self.bonus else self.wager

    def to_dict(self) -> dict[str, Any]:
        """The wager as in ``upcard sim --json``."""
        entry: dict[str, Any] = msgspec.to_builtins(self.estimate)
        return entry


@dataclass(frozen=True, slots=True)
class SimulatedMeter:
    """The results of one meter.

    `hits` counts the times when all of it was won, `awards` every payment of a part of it.
    `mean_at_hit` is in dollars; `returned` is what it paid per unit of the wagers that fed it.
    `from_house` is the part of `paid` that the house added because the meter did not hold it.
    """

    meter: str
    hits: int
    awards: int
    mean_at_hit: float | None
    mean_rounds_to_hit: float | None
    paid: Decimal
    returned: float
    shows: Decimal
    from_house: Decimal

    def to_dict(self) -> dict[str, Any]:
        """The meter as in ``upcard sim --json``; money is a text of dollars."""
        return asdict(self) | {
            name: f"{getattr(self, name):.2f}" for name in ("paid", "shows", "from_house")
        }


WAGER_COLUMNS: Final = (
    Column("wager", "utf8"),
    Column("bonus", "utf8"),
    Column("mean", "float64"),
    Column("standard_error", "float64", nullable=True),
    Column("standard_deviation", "float64"),
    Column("exact", "float64", nullable=True),
    Column("z", "float64", nullable=True),
    Column("gain", "float64", nullable=True),
    Column("outcome", "utf8"),
    Column("count", "int64"),
)
"""One row an outcome, with the estimates of its wager."""

METER_COLUMNS: Final = (
    Column("meter", "utf8"),
    Column("hits", "int64"),
    Column("awards", "int64"),
    Column("mean_at_hit", "float64", nullable=True),
    Column("mean_rounds_to_hit", "float64", nullable=True),
    Column("paid", "dollars"),
    Column("returned", "float64"),
    Column("shows", "dollars"),
    Column("from_house", "dollars"),
)
"""One row a meter."""


def _wager_rows(wager: SimulatedWager) -> Iterator[Mapping[str, object]]:
    names = ("wager", "bonus", "mean", "standard_error", "standard_deviation", "exact", "z", "gain")
    for outcome, count in wager.outcomes.items():
        yield {name: getattr(wager, name) for name in names} | {"outcome": outcome, "count": count}


def _meter_rows(meter: SimulatedMeter) -> Iterator[Mapping[str, object]]:
    yield asdict(meter)


WAGERS: Final[TableForm[SimulatedWager]] = TableForm(
    schemas.SIM_WAGERS,
    WAGER_COLUMNS,
    _wager_rows,
    ("wager", "mean", "standard error", "deviation", "exact", "z"),
    lambda wager: (
        wager.name,
        wager.mean,
        wager.standard_error,
        wager.standard_deviation,
        wager.exact,
        wager.z,
    ),
    "Simulated wagers",
)

METERS: Final[TableForm[SimulatedMeter]] = TableForm(
    schemas.SIM_METERS,
    METER_COLUMNS,
    _meter_rows,
    ("meter", "hits", "rounds to a hit", "mean at a hit", "pays back", "shows"),
    lambda meter: (
        meter.meter,
        meter.hits,
        meter.mean_rounds_to_hit,
        meter.mean_at_hit,
        meter.returned,
        meter.shows,
    ),
    "Simulated meters",
)


def wagers_of(result: Result) -> NamedRecords[SimulatedWager]:
    """The wagers of a result, by name."""
    wagers = tuple(map(_wager, result.wagers))
    return NamedRecords(WAGERS, wagers, tuple(wager.name for wager in wagers))


def meters_of(result: Result) -> NamedRecords[SimulatedMeter]:
    """The meters of a result, by name."""
    meters = tuple(map(_meter, result.meters))
    return NamedRecords(METERS, meters, tuple(meter.meter for meter in meters))


def _wager(wager_estimate: WagerEstimate) -> SimulatedWager:
    return SimulatedWager(
        wager=wager_estimate.wager,
        bonus="" if wager_estimate.bonus is msgspec.UNSET else wager_estimate.bonus,
        mean=wager_estimate.mean,
        standard_error=wager_estimate.standard_error,
        standard_deviation=wager_estimate.standard_deviation,
        exact=wager_estimate.exact,
        z=wager_estimate.z,
        gain=wager_estimate.gain,
        outcomes=wager_estimate.outcomes,
        estimate=wager_estimate,
    )


def _meter(meter_result: MeterResult) -> SimulatedMeter:
    return SimulatedMeter(
        meter=meter_result.meter,
        hits=meter_result.hits,
        awards=meter_result.awards,
        mean_at_hit=meter_result.mean_at_hit,
        mean_rounds_to_hit=meter_result.mean_rounds_to_hit,
        paid=Decimal(meter_result.paid),
        returned=meter_result.returned,
        shows=Decimal(meter_result.shows),
        from_house=Decimal(meter_result.from_house),
    )
