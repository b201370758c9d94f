"""The cash flow of progressive wagers: contributions, reserve, jackpots and liability a year."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import exp
from typing import Final

import msgspec

from upcard.analysis.long_run import PARTS_PER_MILLION, WHOLE
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

    `added` goes from wagers to the meter, `reserved` to the reserve, `seeds` from reserve or house
    to the meter after each hit. `shown` is the mean amount of the meter, and of a jackpot.
    """

    wagered: Fraction
    added: Fraction
    reserved: Fraction
    hits: Fraction
    seeds: Fraction
    shown: Fraction

    @property
    def paid(self) -> Fraction:
        """What players receive from the meter in the long run: all that is put on it."""
        return self.added + self.seeds

    @property
    def house(self) -> Fraction:
        """What the house adds to the reserve for the seeds; below 0 where the reserve grows."""
        return self.seeds - self.reserved


def flow(meter: MeterRules, shares: Mapping[int, Fraction], wager: int, wagers: int) -> MeterFlow:
    """The flow of a meter that `wagers` of a year feed, each of `wager` units.

    `shares` has the probability of each share of the meter by its percentage, that of 100 among
    them. In the mean a wager puts as much on the meter as its shares take off: the mean amount is
    the one at which the two are equal.
    """
    wagered = Fraction(wager * wagers)
    increment = Fraction(meter.increment, PARTS_PER_MILLION)
    chance = shares[WHOLE]
    taken = sum((percent * chance for percent, chance in shares.items()), Fraction(0)) / WHOLE
    hits = wagers * chance
    return MeterFlow(
        wagered=wagered,
        added=wagered * increment,
        reserved=wagered * Fraction(meter.secondary_increment, PARTS_PER_MILLION),
        hits=hits,
        seeds=hits * meter.reseed,
        shown=(increment * wager + chance * meter.reseed) / taken,
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
        "distribution. Limits of meters and additional prizes are not counted."
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
    for meter in offered.meters:
        name = meter.name.partition("/")[2]
        shares: dict[int, Fraction] = {}
        for share in record.shares:
            if share.meter == name and share.probability:
                so_far = shares.get(share.percent, Fraction(0))
                shares[share.percent] = so_far + share.probability
        if WHOLE in shares:
            yield _part(offered, meter, flow(meter, shares, record.wager_units, wagers))


def _part(offered: OfferedWager, meter: MeterRules, found: MeterFlow) -> PaperPart:
    name = meter.name.partition("/")[2]
    none = exp(-float(found.hits))
    house = "The house adds for seeds" if found.house >= 0 else "The reserve grows by"
    facts = (
        PaperFact("Wagered", _money(found.wagered)),
        PaperFact(f"Contributions, {rate(meter.increment)}", _money(found.added), meter.section),
        PaperFact(f"To the reserve, {rate(meter.secondary_increment)}", _money(found.reserved)),
        PaperFact("Expected jackpots", f"{float(found.hits):,.2f}"),
        PaperFact("Years without a jackpot", percent(none, 2)),
        PaperFact(f"Seeds, {dollars(meter.reseed)} each", _money(found.seeds)),
        PaperFact("Paid to players", _money(found.paid)),
        PaperFact(house, _money(abs(found.house))),
        PaperFact("Mean liability, as shown", _money(found.shown)),
    )
    title = f"{offered.data.title}: {plain(name)} meter" if name else f"{offered.data.title}: meter"
    return PaperPart(title, (Facts(facts),))


def _money(units: Fraction) -> str:
    """Whole dollars with separators: means have no cents."""
    return money(round(units / 10_000) * 10_000).removesuffix(".00")
