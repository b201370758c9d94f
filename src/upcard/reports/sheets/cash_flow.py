"""The cash flow of progressive wagers: contributions, reserve, jackpots and liability a year."""

from collections.abc import Iterator
from fractions import Fraction
from math import exp

from upcard.analysis.meters.flow import (
    DAYS,
    HOURS,
    ROUNDS,
    LivedMeter,
    MeterFlow,
    flow,
    lived_meters,
)
from upcard.analysis.meters.life import MeterLife
from upcard.exact.par import ParRecord
from upcard.games.table_rules import OfferedWager
from upcard.progressives.meter import MeterRules
from upcard.reports.rendering.figures import dollars, money, percent, plain, rate
from upcard.reports.rendering.paper import Facts, Paper, PaperFact, PaperPart, Words
from upcard.reports.source import PaperSource


def cash_flow(source: PaperSource) -> Paper | None:
    """The paper; None for a table without meters whose odds are known."""
    parts = [part for record in source.records for part in _wager(source, record)]
    if not parts:
        return None
    count = source.table.positions
    play = (
        f"A year has {DAYS} days of {HOURS} hours with {ROUNDS} rounds an hour, in which each of "
        f"the {count} positions places the wager. Other play changes contributions and jackpots "
        "in proportion. Figures are means; the number of jackpots of a year follows a Poisson "
        "distribution. Winners count as alone in their round, and additional prizes are not "
        "counted. A wager is even at the amount at which it has no edge, with the other meters at "
        "their means; what players win above it is while all of them wager only then."
    )
    return Paper(
        name="progressive-cash-flow",
        title="Cash flow of progressives",
        subtitle="Contributions, reserve, jackpots and liability of one year",
        head=source.head,
        parts=(*parts, PaperPart("How to read it", (Words(play),))),
    )


def _wager(source: PaperSource, record: ParRecord) -> Iterator[PaperPart]:
    offered = source.offered(record)
    if offered is None or record.note:
        return
    wagers = source.table.positions * ROUNDS * HOURS * DAYS
    for lived in lived_meters(record, offered):
        found = flow(lived.rules, lived.life, record.wager_units, wagers)
        facts = (*_flows(lived.rules, found), *_amounts(lived.life, wagers))
        facts += _advantage(lived, source.table.positions)
        yield PaperPart(_title(offered, lived.name), (Facts(facts),))


def _title(offered: OfferedWager, name: str) -> str:
    return f"{offered.data.title}: {plain(name)} meter" if name else f"{offered.data.title}: meter"


def _flows(meter: MeterRules, found: MeterFlow) -> tuple[PaperFact, ...]:
    """What goes on the meter and off it in a year."""
    none = exp(-float(found.hits))
    house = "The house adds for seeds" if found.house >= 0 else "The reserve grows by"
    return (
        PaperFact("Wagered", _money(found.wagered)),
        PaperFact(f"Contributions, {rate(meter.increment)}", _money(found.added), meter.section),
        PaperFact(f"To the reserve, {rate(meter.secondary_increment)}", _money(found.reserved)),
        PaperFact("Expected jackpots", f"{float(found.hits):,.2f}"),
        PaperFact("Years without a jackpot", percent(none, 2)),
        PaperFact(f"Seeds, {dollars(meter.reseed)} each", _money(found.seeds)),
        PaperFact("Filled up after other awards", _money(found.restored)),
        PaperFact("Paid to players", _money(found.paid)),
        PaperFact(house, _money(abs(found.house))),
        PaperFact("Mean liability, as shown", _money(found.shown)),
    )


def _amounts(lived: MeterLife, wagers: int) -> tuple[PaperFact, ...]:
    """What the meter shows over time, and how long it takes to be won."""
    days = [lived.wagers_to_hit(chance) * DAYS / wagers for chance in (0.5, 0.95)]
    return (
        PaperFact("Half of the time it shows less than", _money(Fraction(lived.quantile(0.5)))),
        PaperFact("95 % of the time it shows less than", _money(Fraction(lived.quantile(0.95)))),
        PaperFact("Days to a jackpot, half of them within", f"{days[0]:,.1f}"),
        PaperFact("Days to a jackpot, 95 % of them within", f"{days[1]:,.1f}"),
    )


def _advantage(meter: LivedMeter, seats: int) -> tuple[PaperFact, ...]:
    """From which amount on players have an edge, how often that is, and what they win then."""
    lived, even = meter.life, meter.even
    if meter.always_favours:
        return (PaperFact("The wager is even at", "any amount"),)
    hour = Fraction(seats * ROUNDS * lived.won_above(float(even)))
    return (
        PaperFact("The wager is even at", _money(even)),
        PaperFact("Wagers that find more", percent(lived.chance_above(float(even)), 2)),
        PaperFact(f"{seats} positions win an hour above it", _money(hour)),
    )


def _money(units: Fraction) -> str:
    """Whole dollars with separators: means have no cents."""
    return money(round(units / 10_000) * 10_000).removesuffix(".00")
