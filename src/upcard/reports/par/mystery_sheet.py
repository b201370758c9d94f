"""The parts of a mystery meter's own PAR sheet: how it is fed and won, and how often."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from upcard.analysis.pace import ROUNDS_PER_HOUR
from upcard.exact.mystery import PARTS_PER_MILLION, mystery_cycle
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import UNITS_PER_CENT
from upcard.progressives.meter import MeterRules
from upcard.reports.choice_words import record_choice_in_words
from upcard.reports.mystery_words import mystery_data
from upcard.reports.rendering.figures import all_positions, dollars, exact, money, one_in, rate
from upcard.reports.rendering.paper import (
    Facts,
    PaperBlock,
    PaperFact,
    PaperPart,
    PaperTable,
    facts_cited_once,
    left,
    right,
)
from upcard.reports.source import PaperSource
from upcard.text.words import listed

ANY_CENT: Final = "every whole cent of the range is as likely to be the secret value"


class Awards:
    """The awards of a mystery meter that is fed by wagers of one size, in units; all exact.

    `spread` is the standard deviation of an award, in units, and `deviation` that of what one wager
    is awarded, per unit of it.
    """

    def __init__(self, meter: MeterRules, wager: int) -> None:
        """`wager` is in units."""
        part = meter.increment * wager // PARTS_PER_MILLION
        self.cycle = mystery_cycle(meter.reseed, meter.maximum, part)
        self.spread = sqrt(self.cycle.square - self.cycle.award**2)
        mean = self.cycle.award / self.cycle.wagers
        self.deviation = sqrt(self.cycle.square / self.cycle.wagers - mean**2) / wager


def meter_of(source: PaperSource, record: ParRecord) -> tuple[MeterRules, list[OfferedWager]]:
    """The mystery meter that a record is of, with the wagers of the table that have it."""
    wagers = [
        (offered.mystery, offered)
        for offered in source.table.wagers
        if offered.mystery is not None
        and (offered.mystery.name, offered.mystery.paytable) == (record.wager, record.paytable)
    ]
    return wagers[0][0], [offered for _, offered in wagers]


def fed_by(source: PaperSource, record: ParRecord) -> dict[int, list[str]]:
    """The titles of the wagers that feed the meter of a record, by their smallest size in units."""
    titles: dict[int, list[str]] = {}
    for offered in meter_of(source, record)[1]:
        units = min(offered.amounts, default=offered.minimum)
        titles.setdefault(units, []).append(source.short(offered.data.title))
    return titles


def mystery_parts(source: PaperSource, record: ParRecord) -> Iterator[PaperPart]:
    """How the meter is fed, won and paid; then how often, and how much an award is."""
    meter, wagers = meter_of(source, record)
    titles = " or ".join(source.short(offered.data.title) for offered in wagers)
    yield facts_cited_once("The meter", tuple(_terms(source, meter, titles)))
    yield PaperPart("Awards", tuple(_awards(source, meter, fed_by(source, record))))


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


def _awards(
    source: PaperSource, meter: MeterRules, sizes: Mapping[int, Sequence[str]]
) -> Iterator[PaperBlock]:
    """How often the meter is won, how much that is, and what it spreads; all of it exact.

    A line for the wagers of each of `sizes`, as if no others fed the meter.
    """
    per_round = source.table.positions * ROUNDS_PER_HOUR
    awards = {wager: Awards(meter, wager) for wager in sizes}
    places = all_positions(
        source.table.positions, terminals=source.table.variation.has_terminals
    ).lower()
    if_unlinked = "" if meter.link == source.table.name else ", if this table alone feeds it"
    pace = f"{ROUNDS_PER_HOUR} rounds in the mean, {places} with the wager{if_unlinked}"
    size = "as large as its line says" if len(sizes) > 1 else dollars(*sizes)
    facts = (
        PaperFact(
            "Largest award",
            f"{dollars(meter.maximum)} and at most the part of the wager that wins it, "
            f"{rate(meter.increment)}",
        ),
        PaperFact("Assumed", f"{ANY_CENT}, and every wager is {size}"),
    )
    if len(sizes) > 1:
        yield _by_size(sizes, awards, per_round)
        yield Facts((PaperFact("Hours", f"of {pace}"), *facts))
        return
    (won,) = awards.values()
    hours = f"{float(won.cycle.wagers / per_round):,.2f} hours of {pace}"
    yield Facts(
        (
            PaperFact("Won", f"once in {one_in(won.cycle.wagers)} wagers in the mean"),
            PaperFact("Exact chance of one wager", exact(1 / won.cycle.wagers)),
            PaperFact("Time between awards", hours),
            PaperFact("Mean award", _dollars(won.cycle.award)),
            PaperFact("Standard deviation of an award", _dollars(won.spread)),
            PaperFact("Standard deviation of one wager", f"{won.deviation:.6f} per unit wagered"),
            *facts,
        )
    )


def _by_size(
    sizes: Mapping[int, Sequence[str]], awards: Mapping[int, Awards], per_round: int
) -> PaperTable:
    """The awards where wagers of several sizes feed the meter."""
    columns = (
        left("If fed by", wide=True),
        *right("Wager", "Won once in", "Hours between", "Mean award", "Deviation of an award"),
        *right("Deviation of a wager, units"),
    )
    rows = tuple(
        (
            listed(titles),
            dollars(wager),
            f"{one_in(awards[wager].cycle.wagers)} wagers",
            f"{float(awards[wager].cycle.wagers / per_round):,.2f}",
            _dollars(awards[wager].cycle.award),
            _dollars(awards[wager].spread),
            f"{awards[wager].deviation:.6f}",
        )
        for wager, titles in sizes.items()
    )
    return PaperTable(columns, rows)


def _dollars(units: Fraction | float) -> str:
    """An amount in dollars and cents."""
    return money(round(units / UNITS_PER_CENT) * UNITS_PER_CENT)
