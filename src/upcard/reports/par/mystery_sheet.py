"""The parts of a mystery meter's own PAR sheet: how it is fed and won, and how often."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from upcard.analysis.pace import ROUNDS_PER_HOUR
from upcard.exact.mystery import AwardCycle, mystery_cycle, mystery_return
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import UNITS_PER_CENT
from upcard.progressives.meter import PARTS_PER_MILLION, MeterRules
from upcard.reports.choice_words import record_choice_in_words
from upcard.reports.mystery_words import mystery_data
from upcard.reports.par.wager_sizes import sizes_of
from upcard.reports.rendering.figures import (
    all_positions,
    dollars,
    exact,
    money,
    one_in,
    percent,
    rate,
)
from upcard.reports.rendering.paper import (
    Facts,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    facts_cited_once,
    right,
)
from upcard.reports.source import PaperSource
from upcard.text.words import listed


def meter_of(source: PaperSource, record: ParRecord) -> tuple[MeterRules, list[OfferedWager]]:
    """The mystery meter that a record is of, with the wagers of the table that have it."""
    wagers = [
        (offered.mystery, offered)
        for offered in source.table.wagers
        if offered.mystery is not None
        and (offered.mystery.name, offered.mystery.paytable) == (record.wager, record.paytable)
    ]
    return wagers[0][0], [offered for _, offered in wagers]


def mystery_parts(source: PaperSource, record: ParRecord) -> Iterator[PaperPart]:
    """How the meter is fed, won and paid; then how often, and how much an award is."""
    meter, wagers = meter_of(source, record)
    titles = listed([source.short(offered.data.title) for offered in wagers])
    yield facts_cited_once("The meter", tuple(_terms(source, meter, titles)))
    yield PaperPart("Awards", (Facts(tuple(_awards(source, record, meter))),))
    sizes = sizes_of_mystery(source, record)
    if len(sizes) > 1:
        yield _by_size(source, meter, sizes)


def sizes_of_mystery(source: PaperSource, record: ParRecord) -> tuple[int, ...]:
    """The sizes of the wagers that feed a record's meter, as of those wagers' own sheets."""
    _, wagers = meter_of(source, record)
    return tuple(sorted({units for each in wagers for units in sizes_of(source.table, each)}))


def _by_size(source: PaperSource, meter: MeterRules, sizes: tuple[int, ...]) -> PaperPart:
    """What the meter adds to wagers of each size and how often they win it, if all are of it."""
    rows = []
    for wager in sizes:
        cycle = _cycle(meter, wager)
        hours = f"{float(_hours(source, cycle)):,.2f} hours"
        added = percent(mystery_return(meter, wager))
        cells = (one_in(cycle.wagers), hours, _dollars(cycle.award), added)
        rows.append((dollars(wager), *cells))
    names = ("Wager", "Won once in", "Time between awards", "Mean award", "Adds")
    words = Words("Each line as if all wagers were of its size.")
    return PaperPart("Mystery by wager size", (words, PaperTable(right(*names), tuple(rows))))


def _cycle(meter: MeterRules, wager: int) -> AwardCycle:
    return mystery_cycle(meter.reseed, meter.maximum, meter.increment * wager // PARTS_PER_MILLION)


def _hours(source: PaperSource, cycle: AwardCycle) -> Fraction:
    """The mean time between awards, with the wager at all positions."""
    return cycle.wagers / (source.table.positions * ROUNDS_PER_HOUR)


def _terms(source: PaperSource, meter: MeterRules, titles: str) -> Iterator[PaperFact]:
    """What the provisions and the Rules Submission say of the meter."""
    data, printed = mystery_data(meter), meter.section
    yield PaperFact("Qualifies", f"a player with {_wagers(source, titles)}", data.qualifies)
    yield PaperFact("Seed, and reseed after each award", dollars(meter.reseed), printed)
    yield PaperFact("Part of each wager that is added", rate(meter.increment), printed)
    least, most = dollars(meter.reseed), dollars(meter.maximum)
    yield PaperFact("Secret value", f"from {least} to {most}", printed)
    yield PaperFact(
        "Won by", "the player whose wager raises the meter above the secret value", data.settlement
    )
    yield PaperFact("Pays", "100 % of the meter", data.pays_section)
    if data.inventory:
        paid_by = "inventory" if meter.from_inventory else "slip"
        words = record_choice_in_words("must_hit_by_paid", paid_by)
        yield PaperFact("Paid by", words, data.inventory)


def _wagers(source: PaperSource, titles: str) -> str:
    """The wagers of a player who qualifies."""
    wager = f"a {titles} wager"
    return f"a Blackjack wager and {wager}" if source.table.has_blackjack_wager else wager


def _awards(source: PaperSource, record: ParRecord, meter: MeterRules) -> Iterator[PaperFact]:
    """How often the meter is won, how much that is, and what it spreads; all of it exact."""
    wager = record.wager_units
    chance = record.outcomes[0].probability
    cycle = _cycle(meter, wager)
    places = all_positions(
        source.table.positions, terminals=source.table.variation.has_terminals
    ).lower()
    yield PaperFact("Won", f"once in {one_in(cycle.wagers)} wagers in the mean")
    yield PaperFact("Exact chance of one wager", exact(chance))
    if_unlinked = "" if meter.link == source.table.name else ", if this table alone feeds it"
    hours = f"{float(_hours(source, cycle)):,.2f} hours of {ROUNDS_PER_HOUR} rounds in the mean"
    yield PaperFact("Time between awards", f"{hours}, {places} with the wager{if_unlinked}")
    yield PaperFact("Mean award", _dollars(cycle.award))
    spread = sqrt(cycle.square - cycle.award**2)
    yield PaperFact("Standard deviation of an award", _dollars(spread))
    part = f"the part of the wager that wins it, {rate(meter.increment)}"
    yield PaperFact("Largest award", f"{dollars(meter.maximum)} and at most {part}")
    yield PaperFact(
        "Standard deviation of one wager", f"{record.standard_deviation:.6f} per unit wagered"
    )
    yield PaperFact(
        "Assumed",
        f"every whole cent of the range is as likely to be the secret value, and every wager is "
        f"{dollars(wager)}",
    )


def _dollars(units: Fraction | float) -> str:
    """An amount in dollars and cents."""
    return money(round(units / UNITS_PER_CENT) * UNITS_PER_CENT)
