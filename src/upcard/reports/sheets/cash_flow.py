"""The cash flow of progressive wagers: contributions, reserve, jackpots and liability a year."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from upcard.analysis.envy import envy_at, envy_bonuses
from upcard.analysis.meters.flow import (
    LivedMeter,
    MeterFlow,
    flow,
    lived_meters,
)
from upcard.analysis.meters.long_run import bonus_return, long_run, paid_by_meters
from upcard.analysis.meters.together import at_table
from upcard.analysis.pace import DAYS, HOURS, ROUNDS_PER_HOUR
from upcard.exact.par import ZERO, ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import WHOLE_METER
from upcard.reports.names import row_name
from upcard.reports.par.meter_life import even_in_short
from upcard.reports.rendering.figures import (
    all_positions,
    dollars,
    percent,
    plain,
    rate,
    whole_dollars,
)
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperFact,
    PaperPart,
    PaperTable,
    left,
    right,
)
from upcard.reports.sheets.dealt_flow import PAID_YEARS, dealt_flow, meters_dealt, reserve_for
from upcard.reports.sheets.winners import notes_on_winners, winners_of
from upcard.reports.source import PaperSource
from upcard.text.words import in_percent_or_less, listed


class YearOfMeter(NamedTuple):
    """A meter with its life and what it takes and pays in a year of `wagers`."""

    lived: LivedMeter
    flow: MeterFlow
    wagers: int


def cash_flow(source: PaperSource) -> Paper | None:
    """The paper; None for a table without meters whose odds are known, or dealt."""
    parts = [part for record in source.records for part in _wager(source, record)]
    wagers = _wagers_of_a_year(source)
    for offered, meter in meters_dealt(source):
        parts += dealt_flow(offered, meter, wagers, winners_of(source, offered))
    if not parts:
        return None
    count = source.table.positions
    places = all_positions(count, terminals=source.table.variation.has_terminals).lower()
    return Paper(
        name="progressive-cash-flow",
        title="Cash flow of progressives",
        subtitle=(
            f"One year: {DAYS} days of {HOURS} hours, {ROUNDS_PER_HOUR} rounds an hour, {places} "
            "with the wager"
        ),
        head=source.head,
        parts=(*parts, PaperPart("How to read it", (Facts(tuple(_notes(source))),))),
    )


def _notes(source: PaperSource) -> Iterator[PaperFact]:
    """How to read the paper, a line for each subject: only those that this table has."""
    count, wagers = source.table.positions, source.table.wagers
    yield PaperFact(
        "Assumed",
        f"a year of {DAYS} days of {HOURS} hours with {ROUNDS_PER_HOUR} rounds an hour, in which "
        f"each of the {count} positions places the wager, the smallest of those that it may be; "
        "other play changes contributions and jackpots in proportion",
    )
    yield PaperFact(
        "Figures", "means; the number of jackpots of a year follows a Poisson distribution"
    )
    if meters_dealt(source) or any(record.shares for record in source.records):
        yield PaperFact(
            reserve_for(PAID_YEARS),
            "what has to be in it when a year begins: the seeds of the most jackpots that 95 % of "
            "years have, less what the reserve receives",
        )
    yield from _notes_on_awards(source)
    yield from notes_on_winners(source)
    if any(record.shares for record in source.records):
        several = any(len(wager.meters) > 1 for wager in wagers)
        others = ", with the other meters at their means" if several else ""
        yield PaperFact(
            "Break-even",
            f"the amount at which the wager has no edge{others}; what all positions win is for an "
            "hour in which the meter shows more",
        )
    if any(envy_at(record, count) for record in source.records):
        yield PaperFact(
            "Envy bonuses",
            "exact for one player at each position: each hand that brings one pays it to all "
            "others; break-even counts them",
        )
    if any(wager.mystery is not None for wager in wagers):
        yield PaperFact(
            "Mystery bonus",
            "what its meter pays in the long run, its seeds and its part of each wager; "
            "break-even counts it, and the flows above are of the other meters",
        )
    if any(meter.link != source.table.name for wager in wagers for meter in wager.meters):
        words = "of a meter that tables share, only this table's wagers count"
        yield PaperFact("Shared meters", words)
    if any(meter.limit for wager in wagers for meter in wager.meters):
        yield PaperFact(
            "Limit",
            "what a meter at its limit does not take goes to the reserve; a break-even amount "
            "above it is never reached",
        )
    yield from _notes_without_odds(source)


def _notes_on_awards(source: PaperSource) -> Iterator[PaperFact]:
    """What awards of less than 100 % leave on a meter, and who pays for prizes."""
    shares = [share for record in source.records for share in record.shares]
    if any(share.percent < WHOLE_METER and share.probability for share in shares):
        words = (
            "leave the rest on the meter, also less than its seed: only 100 % counts as a jackpot "
            "and brings a seed"
        )
        yield PaperFact("Awards of a percentage", words)
    awards = [pay for wager in source.table.wagers for share in wager.shares for pay in share]
    if any(pay.prize for pay in awards):
        words = "what the meter lacks for a prize, and what then fills it up to its seed"
        yield PaperFact("Added for prizes", words)


def _notes_without_odds(source: PaperSource) -> Iterator[PaperFact]:
    """Which meters were counted in dealt rounds, and which are left out."""
    dealt = [offered.slug for offered, _ in meters_dealt(source)]
    if dealt:
        titles = listed([source.short(source.table.wager(slug).data.title) for slug in dealt])
        yield PaperFact(
            f"Jackpots of {titles}",
            "counted in dealt rounds beside the best play of the Blackjack wager, as on its PAR "
            "sheet, as players' decisions change its odds; contributions are exact",
        )
    left_out = [
        source.short(wager.data.title)
        for wager in source.unpriced
        if wager.meters and wager.slug not in dealt
    ]
    if left_out:
        yield PaperFact("Left out", f"every meter of {listed(left_out)}, for want of exact odds")


def _wagers_of_a_year(source: PaperSource) -> int:
    """The wagers of one kind in a year, with one at each position in every round."""
    return source.table.positions * ROUNDS_PER_HOUR * HOURS * DAYS


def _wager(source: PaperSource, record: ParRecord) -> Iterator[PaperPart]:
    """The parts of a wager, with a column for each of its meters."""
    offered = source.offered(record)
    if offered is None or record.note:
        return
    wagers = _wagers_of_a_year(source)
    years, sharing = [], winners_of(source, offered).mean
    for lived in lived_meters(record, offered, source.table.positions, sharing):
        cash = flow(lived.rules, lived.life, record.wager_units, wagers)
        years.append(YearOfMeter(lived, cash, wagers))
    if years:
        section = years[0].lived.rules.section
        yield _part(offered, "money of a year", years, _flows, section)
        if envy_at(record, source.table.positions):
            yield _envy(offered, record, wagers, source.table.positions)
        yield _house_part(offered, record, years, source.table.positions, shared=sharing > 1)
        yield _part(offered, "what the meters show", years, _amounts)
        yield _part(offered, "when the wager favors players", years, _advantage)


def _envy(offered: OfferedWager, record: ParRecord, wagers: int, positions: int) -> PaperPart:
    """What is paid in a year for other players' hands, in addition to the meters."""
    columns = (left("Envy bonus", wide=True), *right("To each other player", "Paid", "A year"))
    rows, total = [], Fraction(0)
    for bonus in envy_bonuses(record):
        times = wagers * (positions - 1) * bonus.won.probability
        paid = wagers * (positions - 1) * bonus.won.returns * record.wager_units
        total += paid
        name = row_name(record.wager, bonus.won.outcome, record.reading)
        rows.append((name, bonus.won.pays, f"{float(times):,.1f} times", whole_dollars(paid)))
    table = PaperTable(columns, tuple(rows), ("Total", "", "", whole_dollars(total)))
    heading = f"{offered.data.title}: envy bonuses of a year"
    return PaperPart(heading, (table,), offered.envy_section)


def _house_part(
    offered: OfferedWager,
    record: ParRecord,
    years: list[YearOfMeter],
    positions: int,
    *,
    shared: bool,
) -> PaperPart:
    """What is wagered and paid in a year, and what is left for the house.

    Of `shared` jackpots, which the long run of one player does not know, it is what the flows are.
    """
    wagered = years[0].flow.wagered
    record = at_table(record, offered, positions)
    run = long_run(record, offered)
    meters = paid_by_meters(record, offered) - run.mystery
    prizes = meters - (run.total - run.fixed - run.mystery)
    from_meters = sum((year.flow.paid for year in years), ZERO) if shared else meters * wagered
    paid = {
        "Paid by fixed odds": (run.fixed - prizes) * wagered,
        "Paid from meters": from_meters,
        "Mystery bonus": run.mystery * wagered,
        "Additional payouts": bonus_return(record) * wagered,
        "Envy bonuses": envy_at(record, positions) * wagered,
    }
    rows = [("Wagered", whole_dollars(wagered))]
    rows += [(name, whole_dollars(-amount)) for name, amount in paid.items() if amount]
    kept = wagered - sum(paid.values())
    total = ("Kept by the house", whole_dollars(kept))
    columns = (left("", wide=True), *right("A year"))
    heading = f"{offered.data.title}: what the house keeps of a year"
    kept_facts = Facts(tuple(_of_kept(years, kept, wagered, shared=shared)))
    return PaperPart(heading, (PaperTable(columns, tuple(rows), total), kept_facts))


def _of_kept(
    years: list[YearOfMeter], kept: Fraction, wagered: Fraction, *, shared: bool
) -> Iterator[PaperFact]:
    """What the reserve has of it, and the part of the wagers that it is."""
    reserve = sum((max(-year.flow.house, Fraction(0)) for year in years), Fraction(0))
    if reserve:
        yield PaperFact("Of it, in the reserve", whole_dollars(reserve))
    words = "; the house edge of the PAR sheet is that of one player" if shared else ""
    yield PaperFact("Of what is wagered", percent(kept / wagered) + words)


def _part(
    offered: OfferedWager,
    name: str,
    years: list[YearOfMeter],
    figures: Callable[[YearOfMeter], dict[str, str]],
    section: str = "",
) -> PaperPart:
    """Figures of all meters of a wager beside each other."""
    meters = (f"{plain(year.lived.name)} meter" if year.lived.name else "Meter" for year in years)
    columns = (left("", wide=True), *right(*meters))
    by_year = [figures(year) for year in years]
    fields = dict.fromkeys(field for year in by_year for field in year)
    rows = tuple((field, *(year.get(field, "–") for year in by_year)) for field in fields)
    return PaperPart(f"{offered.data.title}: {name}", (PaperTable(columns, rows),), section)


def _flows(year: YearOfMeter) -> dict[str, str]:
    """What goes on a meter and off it in a year."""
    meter, cash = year.lived.rules, year.flow
    has_prizes = bool(year.lived.life.grown.prizes)
    return {
        "Wagered": whole_dollars(cash.wagered),
        "Part of each wager for the meter": rate(meter.increment),
        "Contributions": whole_dollars(cash.added),
        "Part of each wager for the reserve": rate(meter.secondary_increment),
        "To the reserve": whole_dollars(cash.reserved),
        "Expected jackpots": f"{float(cash.hits):,.2f} a year",
        "Years without a jackpot": in_percent_or_less(cash.without_jackpot),
        "Seed after each jackpot": dollars(meter.reseed),
        "Seeds": whole_dollars(cash.seeds),
        **({"Added for prizes": whole_dollars(cash.restored)} if has_prizes else {}),
        "Paid to players": whole_dollars(cash.paid),
        "The house adds to the reserve": whole_dollars(max(cash.house, Fraction(0))),
        "The reserve grows by": whole_dollars(max(-cash.house, Fraction(0))),
        reserve_for(PAID_YEARS): whole_dollars(cash.reserve_needed(PAID_YEARS, meter.reseed)),
    }


def _amounts(year: YearOfMeter) -> dict[str, str]:
    """What a meter shows over time, and how long it takes to be won."""
    life, cash = year.lived.life, year.flow
    days = [life.wagers_to_hit(chance) * DAYS / year.wagers for chance in (0.5, 0.95)]
    return {
        "Mean liability, as shown": whole_dollars(cash.shown),
        "Half of the time it shows at most": whole_dollars(life.quantile(0.5)),
        "95 % of the time it shows at most": whole_dollars(life.quantile(0.95)),
        "At its limit": _at_limit(year.lived),
        "Half of the jackpots come within": f"{days[0]:,.1f} days",
        "95 % of the jackpots come within": f"{days[1]:,.1f} days",
    }


def _at_limit(meter: LivedMeter) -> str:
    """How often a wager finds the meter at its limit."""
    limit = meter.rules.limit
    if not limit:
        return "no limit"
    return f"{in_percent_or_less(meter.life.chance_above(limit))} of the time"


def _advantage(year: YearOfMeter) -> dict[str, str]:
    """From which amount on players have an edge, how often that is, and what they win then."""
    lived, even = year.lived.life, float(year.lived.even)
    hour = year.wagers / (HOURS * DAYS) * lived.won_above(even)
    return {
        "Break-even": even_in_short(year.lived),
        "Wagers that find more": in_percent_or_less(lived.chance_above(even)),
        "All positions win an hour above it": whole_dollars(hour),
    }
