"""The cash flow of progressive wagers: contributions, reserve, jackpots and liability a year."""

from collections.abc import Iterator
from fractions import Fraction
from math import exp
from typing import Final

import msgspec

from upcard.analysis.long_run import PARTS_PER_MILLION, WHOLE, bonuses
from upcard.analysis.meter_life import MeterLife, life
from upcard.exact.meters import break_even
from upcard.exact.par import ParRecord
from upcard.games.table_rules import OfferedWager
from upcard.progressives.meter import MeterRules
from upcard.reports.rendering.figures import dollars, money, percent, plain, rate
from upcard.reports.rendering.paper import Facts, Paper, PaperFact, PaperPart, Words
from upcard.reports.source import PaperSource

ROUNDS: Final = 60
HOURS: Final = 16
DAYS: Final = 365
"""The play that a year is computed for: every position wagers in each round of these hours."""


class MeterFlow(msgspec.Struct, frozen=True):
    """What one meter takes and pays in a year, in units; `hits` are the jackpots of a year.

    `added` goes from wagers to the meter, `reserved` to the reserve, with what is above the limit.
    `seeds` go from reserve or house to the meter after each hit, `restored` after awards of a part
    that leave less than the reseed. `shown` is the mean amount of the meter, and of a jackpot.
    """

    wagered: Fraction
    added: Fraction
    reserved: Fraction
    hits: Fraction
    seeds: Fraction
    restored: Fraction
    shown: Fraction

    @property
    def paid(self) -> Fraction:
        """What players receive from the meter in the long run: all that is put on it."""
        return self.added + self.seeds + self.restored

    @property
    def house(self) -> Fraction:
        """What the house adds to the reserve for the seeds; below 0 where the reserve grows."""
        return self.seeds + self.restored - self.reserved


def flow(meter: MeterRules, lived: MeterLife, wager: int, wagers: int) -> MeterFlow:
    """The flow of a meter with this life that `wagers` of a year feed, each of `wager` units."""
    wagered = Fraction(wager * wagers)
    increment = Fraction(meter.increment, PARTS_PER_MILLION)
    hits = wagers * lived.jackpot
    overflow = (
        wagered * increment * Fraction(float(lived.above[-1])) if meter.limit else Fraction(0)
    )
    return MeterFlow(
        wagered=wagered,
        added=wagered * increment - overflow,
        reserved=wagered * Fraction(meter.secondary_increment, PARTS_PER_MILLION) + overflow,
        hits=hits,
        seeds=hits * meter.reseed,
        restored=Fraction(wagers * lived.restored),
        shown=Fraction(lived.mean),
    )


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
    lives: dict[str, MeterLife] = {}
    for meter in offered.meters:
        name = _short(meter)
        shares: dict[int, Fraction] = {}
        for share in record.shares:
            if share.meter == name and share.probability:
                so_far = shares.get(share.percent, Fraction(0))
                shares[share.percent] = so_far + share.probability
        if WHOLE in shares:
            lives[name] = life(meter, shares, record.wager_units)
    means = {name: round(lived.mean) for name, lived in lives.items()}
    edge = 1 - record.fixed_return - bonuses(record)
    even = break_even(record.shares, means, edge, record.wager_units)
    for meter in offered.meters:
        if (lived := lives.get(_short(meter))) is not None:
            found = flow(meter, lived, record.wager_units, wagers)
            facts = (*_flows(meter, found), *_amounts(lived, wagers))
            facts += _advantage(lived, even.get(_short(meter)), source.table.positions)
            yield PaperPart(_title(offered, meter), (Facts(facts),))


def _short(meter: MeterRules) -> str:
    return meter.name.partition("/")[2]


def _title(offered: OfferedWager, meter: MeterRules) -> str:
    name = _short(meter)
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


def _advantage(lived: MeterLife, even: Fraction | None, seats: int) -> tuple[PaperFact, ...]:
    """From which amount on players have an edge, how often that is, and what they win then."""
    if even is None:
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
