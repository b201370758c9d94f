"""Computations of the lab's analyses in other processes: counting, exposure, results, meters."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.games.table_rules import TableRules
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.service.computing.lab import SHARES, WonAfter
from upcard.service.computing.processes import tell

if TYPE_CHECKING:
    from upcard.analysis.counters.penetration import Penetration
    from upcard.analysis.exposure.wagers import Exposure
    from upcard.library.counter import Counter
    from upcard.library.distribution.result import Distribution
    from upcard.library.meter_life import MeterOverTime

POINTS: Final = 200
"""The points of a meter's curve."""

SHOES: Final = 4_000
"""The shoes of an exposure that a page shows at first, in a fraction of the command's time."""

PROGRESS_SECONDS: Final = 0.3
"""Seconds between two times that a computation tells its progress."""

# What is compiled is imported when it is first used: the server's start would wait for it.


class TableResults(msgspec.Struct, frozen=True):
    """The result after many rounds: the chart's bars, the figures, and those of real shoes.

    Figures are as in ``upcard distribution --json``, whose key `unit` is in dollars.
    """

    won: WonAfter
    figures: dict[str, Any]


class PricingProgress(msgspec.Struct, frozen=True):
    """How far an exposure is: the share of its shoes that is drawn, and what is known so far."""

    share: float
    rows: "tuple[Penetration, ...]"


class ResultsProgress(msgspec.Struct, frozen=True):
    """How far results are: the share of the rounds that is dealt, and the chart's bars so far."""

    share: float
    won: WonAfter


class MeterCurve(msgspec.Struct, frozen=True):
    """A meter over time, with the probability that it shows more, by amounts in dollars."""

    meter: "MeterOverTime"
    points: tuple[tuple[float, float], ...]


class MetersProgress(msgspec.Struct, frozen=True):
    """How far meters are: the share that is computed, and the curves of these."""

    share: float
    curves: tuple[MeterCurve, ...]


class _Pace:
    """Says when progress may be told: about as often as a page shows it."""

    def __init__(self) -> None:
        self._last_told = 0.0

    def take_turn(self) -> bool:
        """Take the turn to tell progress, if it has come; returns whether it had."""
        now = time.monotonic()
        if now - self._last_told < PROGRESS_SECONDS:
            return False
        self._last_told = now
        return True


def compute_counter(rules: TableRules, system: str, options: dict[str, Any]) -> "Counter":
    """What a counter wins at a table; tells the rounds dealt."""
    from upcard.library.counter import counter
    from upcard.library.rules import Rules

    def dealt(rounds: int) -> None:
        tell(rounds)

    return counter(Rules("", rules), system, workers=1, progress=dealt, **options)


def compute_exposure(
    wager: str, paytable: str, decks: int, count: str | None, shoes: int = SHOES
) -> "Exposure":
    """What counting is worth against a paytable of a wager (``pa/perfect-pairs``).

    Tells `PricingProgress`, about as often as a page shows it.
    """
    from upcard.library.exposure import exposure

    clock = _Pace()

    def drawn(share: float, known: Callable[[], list["Penetration"]]) -> None:
        if clock.take_turn():
            tell(PricingProgress(share, tuple(known())))

    jurisdiction, _, slug = wager.partition("/")
    arguments: dict[str, Any] = {"paytable": paytable, "decks": decks, "count": count}
    exposures = exposure(slug, jurisdiction=jurisdiction, shoes=shoes, progress=drawn, **arguments)
    return next(iter(exposures)).exposure


def compute_distribution(
    rules: TableRules, wagers: tuple[str, ...], most: int, options: dict[str, Any]
) -> TableResults:
    """The results of one player after many rounds, in at most `most` bars.

    Tells `ResultsProgress`.
    """
    from upcard.library.distribution.distribution import distribution
    from upcard.library.rules import Rules

    clock = _Pace()

    def dealt(share: float, known: Callable[[], "Distribution"]) -> None:
        if clock.take_turn():
            tell(ResultsProgress(share, _win_quantiles(known(), most)))

    results = distribution(Rules("", rules), wager=wagers, progress=dealt, **options)
    return TableResults(_win_quantiles(results, most), results.to_dict())


def _win_quantiles(distribution: "Distribution", most: int) -> WonAfter:
    chart = distribution.sum.bars(most)
    bars = tuple(zip(map(float, chart.starts), map(float, chart.chances), strict=True))
    quantiles = tuple((share, distribution.quantile(share)) for share in SHARES)
    return WonAfter(distribution.rounds, bars, quantiles)


def compute_meters(rules: TableRules, options: dict[str, Any]) -> tuple[MeterCurve, ...]:
    """The meters of a table over time, each with its curve; tells `MetersProgress`."""
    from upcard.library.meter_life import meter_life
    from upcard.library.rules import Rules

    curves: list[MeterCurve] = []

    def computed(share: float, meters: "tuple[MeterOverTime, ...]") -> None:
        curves.append(_curve(meters[-1]))
        tell(MetersProgress(share, tuple(curves)))

    meter_life(Rules("", rules), progress=computed, **options)
    return tuple(curves)


def _curve(meter: "MeterOverTime") -> MeterCurve:
    """A meter with its curve up to what it shows 99 % of the time."""
    low = min(float(meter.reseed), meter.model.life.quantile(0.01) / UNITS_PER_DOLLAR)
    top = max(meter.model.life.quantile(0.99) / UNITS_PER_DOLLAR, 1.1 * (meter.break_even or 0))
    step = (top - low) / POINTS
    amounts = [low + step * number for number in range(POINTS + 1)]
    return MeterCurve(meter, tuple((amount, meter.chance_above(amount)) for amount in amounts))
