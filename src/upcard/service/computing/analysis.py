"""What the lab's analyses have computed in other processes: counting, exposure, results, meters."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.games.table_rules import TableRules
from upcard.service.computing.lab import SHARES, WonAfter
from upcard.service.computing.processes import tell

if TYPE_CHECKING:
    from upcard.analysis.counters.penetration import Penetration
    from upcard.analysis.exposure.wagers import Exposure
    from upcard.library.counter import Counter
    from upcard.library.meter_life import MeterOverTime

POINTS: Final = 200
"""The points of a meter's curve."""

SHOES: Final = 20_000
"""The shoes of an exposure: a page shows it in a third of the command's time."""

TOLD_EVERY: Final = 0.3
"""Seconds between two steps of a computation that are told."""

# What is compiled is imported when it is first used: the server's start would wait for it.


class TableResults(msgspec.Struct, frozen=True):
    """The result after many rounds: the chart's bars, the figures, and those of real shoes.

    Figures are as in ``upcard distribution --json``; `unit` is in dollars.
    """

    won: WonAfter
    figures: dict[str, Any]


class ExposureStep(msgspec.Struct, frozen=True):
    """How far an exposure is: the share of its shoes that is drawn, and what is known so far."""

    share: float
    rows: "tuple[Penetration, ...]"


class MeterCurve(msgspec.Struct, frozen=True):
    """A meter over time, with the probability that it shows more, by amounts in dollars."""

    meter: "MeterOverTime"
    points: tuple[tuple[float, float], ...]


def counted(rules: TableRules, system: str, chosen: dict[str, Any]) -> "Counter":
    """What a counter wins at a table; tells the rounds dealt."""
    from upcard.library.counter import counter  # noqa: PLC0415 - see above
    from upcard.library.rules import Rules  # noqa: PLC0415 - see above

    def dealt(rounds: int) -> None:
        tell(rounds)

    return counter(Rules("", rules), system, workers=1, progress=dealt, **chosen)


def exposed(wager: str, paytable: str, decks: int, count: str | None) -> "Exposure":
    """What counting is worth against a paytable of a wager (``pa/perfect-pairs``).

    Tells `ExposureStep`s, about as often as a page shows them.
    """
    from upcard.library.exposure import exposure  # noqa: PLC0415 - see above

    told = 0.0

    def drawn(share: float, known: Callable[[], list["Penetration"]]) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= TOLD_EVERY:
            told = now
            tell(ExposureStep(share, tuple(known())))

    place, _, slug = wager.partition("/")
    chosen: dict[str, Any] = {"paytable": paytable, "decks": decks, "count": count}
    found = exposure(slug, jurisdiction=place, shoes=SHOES, progress=drawn, **chosen)
    return next(iter(found)).exposure


def distributed(
    rules: TableRules, wagers: tuple[str, ...], most: int, chosen: dict[str, Any]
) -> TableResults:
    """The results of one player after many rounds, in at most `most` bars."""
    from upcard.library.distribution.distribution import distribution  # noqa: PLC0415 - see above
    from upcard.library.rules import Rules  # noqa: PLC0415 - see above

    found = distribution(Rules("", rules), wager=wagers, **chosen)
    lowest, chances, _ = found.sum.bars(most)
    bars = tuple(zip(map(float, lowest), map(float, chances), strict=True))
    quantiles = tuple((share, found.quantile(share)) for share in SHARES)
    return TableResults(WonAfter(found.rounds, bars, quantiles), found.to_dict())


def metered(rules: TableRules, chosen: dict[str, Any]) -> tuple[MeterCurve, ...]:
    """The meters of a table over time, each with its curve up to what it shows 99 % of the time."""
    from upcard.library.meter_life import meter_life  # noqa: PLC0415 - see above
    from upcard.library.rules import Rules  # noqa: PLC0415 - see above
    from upcard.money.amount import UNITS_PER_DOLLAR  # noqa: PLC0415 - beside them

    curves = []
    for meter in meter_life(Rules("", rules), **chosen):
        low = float(meter.reseed)
        top = max(meter.lived.life.quantile(0.99) / UNITS_PER_DOLLAR, 1.1 * (meter.break_even or 0))
        step = (top - low) / POINTS
        amounts = [low + step * number for number in range(POINTS + 1)]
        curves.append(MeterCurve(meter, tuple((one, meter.chance_above(one)) for one in amounts)))
    return tuple(curves)
