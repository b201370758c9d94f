"""`upcard.meter_life`: what progressive meters do over time, for players and for the house."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from decimal import Decimal
from math import inf
from typing import Any, Final, TypeAlias

from upcard.analysis.meters.flow import LivedMeter, flow, lived_meters
from upcard.analysis.pace import DAYS, HOURS, ROUNDS_PER_HOUR
from upcard.exact.par import ParRecord
from upcard.exact.table import is_priced_at, table_records
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.library.arguments.checks import check_rules
from upcard.library.dollars import dollars_of
from upcard.library.rules import Rules
from upcard.library.tabular.columns import Column
from upcard.library.tabular.records import NamedRecords, TableForm
from upcard.library.wagers import Wager
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.progressives.meter import PARTS_PER_MILLION
from upcard.rules.violation import BadInput
from upcard.text import schemas
from upcard.text.words import listed, quoted

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
WITHIN: Final = (0.5, 0.95)
"""The probabilities with which a meter is won within a time."""

HITS_CONFIDENCE: Final = 0.95
"""The probability that a year has no more jackpots than `most_hits` says."""

MAX_SEATS: Final = 10_000
MAX_ROUNDS: Final = 10_000.0


@dataclass(frozen=True, slots=True)
class MeterYear:
    """What one meter takes and pays in a year of play, in dollars; means but for `most_jackpots`.

    `contributions` go from wagers to the meter, `to_reserve` to the reserve, with what is above a
    limit. `seeds` go from reserve or house to the meter after each jackpot; `restored` is what they
    add for prizes that the meter lacks, and to fill it up after prizes. `paid` is what players win
    from the meter.

    `house_adds` is what reserve contributions lack for seeds and prizes; negative where the
    reserve grows. In 95 % of years there are at most `most_jackpots`: with `reserve_needed` in the
    reserve at its start, the house adds nothing over such a year.
    """

    wagered: float
    contributions: float
    to_reserve: float
    jackpots: float
    without_jackpot: float
    seeds: float
    restored: float
    paid: float
    house_adds: float
    most_jackpots: int
    reserve_needed: float


@dataclass(frozen=True, slots=True)
class MeterOverTime:
    """The long run of one meter, fed by `seats` wagers a round.

    Amounts are in dollars, those that the meter shows when a wager is placed at any time: its
    `mean`, and by probability `quantiles`, the amounts that it is below. The mean is the house's
    mean liability. The whole meter is won by one wager in `one_in`. `hours_to_hit` has, by
    probability, the hours within which it is won, counted from any moment.

    From `break_even` on a wager has no house edge, with the other meters at their means, and with
    bonuses for all and envy bonuses counted, these with a player at each of the seats of one table;
    None where players have an edge at any amount. `favourable` is the probability that a wager
    finds more, `favourable_hours` the mean time for which it then stays so (None: it is never
    below). A wager placed only then wins `edge_above` per unit in the mean, and all seats together
    `win_per_hour` dollars; jackpots that they share in one round are not counted.
    """

    meter: str
    wager: str
    paytable: str
    wager_amount: Decimal
    reseed: Decimal
    limit: Decimal | None
    increment: float
    secondary_increment: float
    seats: int
    rounds_per_hour: float
    hours_a_day: float
    mean: float
    quantiles: dict[float, float]
    one_in: float
    hours_to_hit: dict[float, float]
    break_even: float | None
    favourable: float
    favourable_hours: float | None
    edge_above: float
    win_per_hour: float
    year: MeterYear
    model: LivedMeter = field(repr=False)

    def chance_above(self, amount: float) -> float:
        """The probability that a wager finds the meter at `amount` dollars or more."""
        return self.model.life.chance_above(amount * UNITS_PER_DOLLAR)

    def to_dict(self) -> dict[str, Any]:
        """The meter as in ``upcard meter --json``; money of the rules is a text of dollars."""
        form = {name: value for name, value in asdict_of(self).items() if name != "model"}
        for name in ("wager_amount", "reseed", "limit"):
            amount = getattr(self, name)
            form[name] = None if amount is None else f"{amount:.2f}"
        for name in ("quantiles", "hours_to_hit"):
            form[name] = {f"{chance:g}": value for chance, value in form[name].items()}
        return form


def asdict_of(meter: MeterOverTime) -> dict[str, Any]:
    """The figures of a meter by name."""
    figures = {name: getattr(meter, name) for name in MeterOverTime.__slots__}
    return figures | {"year": asdict(meter.year)}


COLUMNS: Final = (
    Column("meter", "utf8"),
    Column("wager", "utf8"),
    Column("paytable", "utf8"),
    Column("seats", "int64"),
    Column("figure", "utf8"),
    Column("of", "utf8"),
    Column("value", "float64"),
)
"""One row a figure, such as ``mean``, ``quantile`` of a probability, ``year`` of ``paid``."""

NUMBERS: Final = ("mean", "one_in", "break_even", "favourable", "favourable_hours")


def rows(meter: MeterOverTime) -> Iterator[Mapping[str, object]]:
    """The rows of data of a meter, by the names of `COLUMNS`."""
    shared_cells = {
        "meter": meter.meter,
        "wager": meter.wager,
        "paytable": meter.paytable,
        "seats": meter.seats,
    }

    def row(figure: str, item: str, value: float) -> dict[str, object]:
        return {**shared_cells, "figure": figure, "of": item, "value": float(value)}

    for name in (*NUMBERS, "edge_above", "win_per_hour"):
        if (value := getattr(meter, name)) is not None:
            yield row(name.replace("_", "-"), "", value)
    for chance, amount in meter.quantiles.items():
        yield row("quantile", f"{chance:g}", amount)
    for chance, hours in meter.hours_to_hit.items():
        yield row("hours-to-hit", f"{chance:g}", hours)
    for name, value in asdict(meter.year).items():
        yield row("year", name, value)


def _line(meter: MeterOverTime) -> tuple[object, ...]:
    return (
        meter.meter,
        meter.mean,
        meter.quantiles[0.95],
        meter.one_in,
        "any amount" if meter.break_even is None else meter.break_even,
        f"{100 * meter.favourable:.2f} %",
        meter.win_per_hour,
    )


FORM: Final[TableForm[MeterOverTime]] = TableForm(
    schemas.METERS,
    COLUMNS,
    rows,
    ("meter", "mean, $", "95 % below, $", "won 1 in", "even at, $", "above", "win per hour, $"),
    _line,
    "Meters over time",
)


MeterLifeProgress: TypeAlias = Callable[[float, tuple[MeterOverTime, ...]], None]
"""Is told the share of the meters that is computed, and the meters."""


def meter_life(
    rules: Rules,
    wager: str | Wager | None = None,
    *,
    seats: int | None = None,
    rounds_per_hour: float = ROUNDS_PER_HOUR,
    hours_a_day: float = HOURS,
    progress: MeterLifeProgress | None = None,
) -> NamedRecords[MeterOverTime]:
    """What the meters of a table do over time, exactly: a record for each, by name.

    `seats` wager in every round, all positions of the table without it; at linked tables those of
    all of them. They play `rounds_per_hour` on `hours_a_day` of 365 days. `wager` is one that the
    table offers, by name or as an object; without it all with meters are listed.

    Amounts count as continuous, and meters start at their reseeds. Winners count as alone in their
    round, but where the dealer's hand alone decides (Hit and Run): there all seats share a jackpot.
    Envy bonuses are not among what the house pays from the meter. `progress` is called with the
    share of the meters that is computed, and those meters. Raises `BadInput` for figures out of
    range, and where no meter is won by the rules' own odds, as at a mystery meter.
    """
    check_rules(rules, seats=seats)
    if isinstance(wager, Wager):
        rules = rules.with_wagers(wager)
    table, name = rules.table, None if wager is None else str(wager)
    positions = table.positions if seats is None else seats
    if not 1 <= positions <= MAX_SEATS:
        raise BadInput(f"A meter is fed by 1 to {MAX_SEATS:,} seats, not {positions:,}.")
    if not 0 < rounds_per_hour <= MAX_ROUNDS:
        raise BadInput(f"The rounds of an hour are more than 0 and at most {MAX_ROUNDS:,.0f}.")
    if not 0 < hours_a_day <= 24:
        raise BadInput("A day has more than 0 and at most 24 hours of play.")
    offers = [rule for rule in table.wagers if name in (None, rule.slug)]
    meters = sum(len(rule.meters) for rule in offers)
    meters_over_time: list[MeterOverTime] = []
    for record, offered in _with_meters(table, offers):
        for lived in lived_meters(record, offered, min(positions, table.positions)):
            meters_over_time.append(
                _over_time(record, lived, positions, rounds_per_hour, hours_a_day)
            )
            if progress is not None:
                progress(len(meters_over_time) / meters, tuple(meters_over_time))
    if not meters_over_time:
        raise BadInput(_no_meter(table, name))
    return NamedRecords(
        FORM, tuple(meters_over_time), tuple(lived.meter for lived in meters_over_time)
    )


def _with_meters(
    table: TableRules, offers: Sequence[OfferedWager]
) -> Iterator[tuple[ParRecord, OfferedWager]]:
    """The wagers among `offers` that have meters and known odds, each with its record."""
    for offered in offers:
        if offered.meters and is_priced_at(table, offered):
            for record in table_records(table, offered.slug):
                if not record.note:
                    yield record, offered


def _no_meter(table: TableRules, name: str | None) -> str:
    slugs = [offered.slug for offered in table.wagers if offered.meters]
    if name is not None and table.offered(name) is None:
        offers = listed([offered.slug for offered in table.wagers])
        return f"{table.name} does not offer {quoted(name)}; it offers {offers or 'no wager'}."
    hint = f"; wagers with meters are {listed(slugs)}" if slugs and name is not None else ""
    subject = f"{quoted(name)} at {table.name}" if name else table.name
    return f"{subject} has no meter that a wager wins whole by odds that are known{hint}."


def _over_time(
    record: ParRecord, lived: LivedMeter, seats: int, rounds_per_hour: float, hours_a_day: float
) -> MeterOverTime:
    meter, life, wager = lived.rules, lived.life, record.wager_units
    an_hour = seats * rounds_per_hour
    even = float(lived.even)
    spell, won = life.spell_above(even), life.won_above(even)
    return MeterOverTime(
        meter=meter.name,
        wager=record.wager,
        paytable=record.paytable,
        wager_amount=dollars_of(wager),
        reseed=dollars_of(meter.reseed),
        limit=dollars_of(meter.limit) if meter.limit else None,
        increment=meter.increment / PARTS_PER_MILLION,
        secondary_increment=meter.secondary_increment / PARTS_PER_MILLION,
        seats=seats,
        rounds_per_hour=rounds_per_hour,
        hours_a_day=hours_a_day,
        mean=life.mean / UNITS_PER_DOLLAR,
        quantiles={chance: life.quantile(chance) / UNITS_PER_DOLLAR for chance in QUANTILES},
        one_in=float(1 / (life.jackpot * lived.winners)),
        hours_to_hit={chance: life.wagers_to_hit(chance) / an_hour for chance in WITHIN},
        break_even=None if lived.always_favors else even / UNITS_PER_DOLLAR,
        favourable=life.chance_above(even),
        favourable_hours=None if spell == inf else spell / an_hour,
        edge_above=won / wager,
        win_per_hour=an_hour * won / UNITS_PER_DOLLAR,
        year=_year(lived, wager, round(an_hour * hours_a_day * DAYS)),
        model=lived,
    )


def _year(lived: LivedMeter, wager: int, wagers: int) -> MeterYear:
    """A year in which `wagers` wagers of `wager` units each feed the meter."""
    cash = flow(lived.rules, lived.life, wager, wagers)
    most = cash.most_hits(HITS_CONFIDENCE)
    amounts = {
        "wagered": cash.wagered,
        "contributions": cash.added,
        "to_reserve": cash.reserved,
        "seeds": cash.seeds,
        "restored": cash.restored,
        "paid": cash.paid,
        "house_adds": cash.house,
        "reserve_needed": cash.reserve_needed(HITS_CONFIDENCE, lived.rules.reseed),
    }
    return MeterYear(
        jackpots=float(cash.hits),
        without_jackpot=cash.without_jackpot,
        most_jackpots=most,
        **{name: float(units / UNITS_PER_DOLLAR) for name, units in amounts.items()},
    )
