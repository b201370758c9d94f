"""The cash flow of a meter whose jackpots were counted in dealt rounds, with standard errors.

What wagers put on the meter and on the reserve is exact; what depends on the number of jackpots has
the error of the chance of one.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import hypot

from upcard.analysis.given_hands import WinnersTogether
from upcard.analysis.meters.flow import MeterFlow, flow
from upcard.analysis.meters.life import MeterLife, life
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import PARTS_PER_MILLION, WHOLE_METER
from upcard.reports.par.dealt_meters import DealtMeter, chance_in_words, dealt_meter
from upcard.reports.par.dealt_rounds import SEED
from upcard.reports.par.dealt_wagers import dealt_wager
from upcard.reports.rendering.figures import dollars, held_dollars, percent, rate, whole_dollars
from upcard.reports.rendering.paper import (
    Facts,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.source import PaperSource

EXACT = "exact"

PAID_YEARS = 0.95
"""The part of all years whose seeds the reserve of the paper pays, without more of the house."""

COLUMNS = (left("", wide=True), *right("A year", "Standard error"))

Row = tuple[str, str, str]

Figure = Callable[[MeterLife, MeterFlow], float]


def meters_dealt(source: PaperSource) -> list[tuple[OfferedWager, DealtMeter]]:
    """The wagers without exact odds whose meter has a chance from dealt rounds."""
    found = []
    for offered in source.unpriced:
        rounds = dealt_wager(source, offered) if offered.meters else None
        meter = None if rounds is None else dealt_meter(offered, rounds)
        if meter is not None and meter.rules.increment:
            found.append((offered, meter))
    return found


def dealt_flow(
    offered: OfferedWager, meter: DealtMeter, wagers: int, winners: WinnersTogether
) -> Iterator[PaperPart]:
    """The parts of such a wager, with `wagers` of the smallest size in a year.

    `winners` share a jackpot in the mean.
    """
    units = meter.rounds.column.wagered
    flows = FlowByChance(meter, units, wagers, winners)
    chance = "" if meter.rounds.given is not None else "that "
    words = (
        f"With the smallest wager, {dollars(units)}. The chance of a jackpot is {chance}"
        f"{chance_in_words(meter)}, with the seed {SEED}: figures that rest on it have its "
        "standard error."
    )
    table = PaperTable(COLUMNS, tuple(_money(meter, flows)))
    title = offered.data.title
    yield PaperPart(f"{title}: money of a year", (Words(words), table), meter.rules.section)
    yield PaperPart(f"{title}: what the house keeps of a year", _kept(meter, flows))


class FlowByChance:
    """The life and the flow of a meter by the chance of a jackpot, with errors of its figures."""

    def __init__(
        self, meter: DealtMeter, units: int, wagers: int, winners: WinnersTogether
    ) -> None:
        """Compute both for the chance that was counted, and for one error more and less."""
        chance = meter.rounds.chances[meter.outcome] / Fraction(winners.mean)
        relative = hypot(meter.chance_error / meter.chance, winners.error / winners.mean)
        error = chance * Fraction(relative)
        self.wagered = units * wagers

        def at(chance: Fraction) -> tuple[MeterLife, MeterFlow]:
            lived = life(meter.rules, {WHOLE_METER: chance}, units)
            return lived, flow(meter.rules, lived, units, wagers)

        self._at, self._more = at(chance), at(chance + error)
        # One jackpot in all rounds has an error as large as its chance.
        self._less = at(chance - error) if chance > error else None

    def value(self, figure: Figure) -> float:
        """A figure of the chance that was counted."""
        return figure(*self._at)

    def error(self, figure: Figure) -> float:
        """What an error of the chance changes in a figure."""
        if self._less is None:
            return abs(figure(*self._more) - figure(*self._at))
        return abs(figure(*self._more) - figure(*self._less)) / 2


def _money(meter: DealtMeter, flows: FlowByChance) -> Iterator[Row]:
    """What goes on the meter and off it in a year, and what it shows."""
    rules, wagered = meter.rules, Fraction(flows.wagered)
    yield "Wagered", whole_dollars(wagered), EXACT
    yield "Part of each wager for the meter", rate(rules.increment), EXACT
    part = Fraction(rules.increment, PARTS_PER_MILLION)
    yield "Contributions", whole_dollars(wagered * part), EXACT
    if rules.limit:
        yield _row(
            "Of it above the limit, to the reserve", flows, lambda _, cash: _above(cash, part)
        )
    yield "Part of each wager for the reserve", rate(rules.secondary_increment), EXACT
    reserve = wagered * Fraction(rules.secondary_increment, PARTS_PER_MILLION)
    yield "To the reserve", whole_dollars(reserve), EXACT
    hits, error = (each(_hits) for each in (flows.value, flows.error))
    yield "Expected jackpots", f"{hits:,.1f} a year", f"{error:,.1f} a year"
    yield "Seed after each jackpot", dollars(rules.reseed), EXACT
    yield _row("Seeds", flows, lambda _, cash: float(cash.seeds))
    yield _row("Paid to players", flows, _paid)
    yield _row(
        reserve_for(PAID_YEARS),
        flows,
        lambda _, cash: float(cash.reserve_needed(PAID_YEARS, rules.reseed)),
    )
    yield _row("Mean liability, as shown", flows, lambda lived, _: lived.mean)
    yield _row("95 % of the time it shows at most", flows, lambda lived, _: lived.quantile(0.95))


def reserve_for(years: float) -> str:
    """The name of the reserve that pays a part of all years."""
    return f"A reserve that pays {years:.0%} of years".replace("%", " %")


def _row(name: str, flows: FlowByChance, figure: Figure) -> Row:
    value, error = flows.value(figure), flows.error(figure)
    if not error:  # a whole number of jackpots
        return name, whole_dollars(value), whole_dollars(0)
    return name, held_dollars(value, error), held_dollars(error, error)


def _hits(_: MeterLife, cash: MeterFlow) -> float:
    return float(cash.hits)


def _above(cash: MeterFlow, part: Fraction) -> float:
    """What wagers put on the meter while it shows its limit, which is put on the reserve."""
    return float(cash.wagered * part - cash.added)


def _kept(meter: DealtMeter, flows: FlowByChance) -> tuple[PaperTable, Facts]:
    """What is paid of the wagers, and what is left for the house."""
    wagered, rounds = flows.wagered, meter.rounds
    fixed, of_odds = (1 + rounds.mean) * wagered, rounds.error * wagered
    paid, of_meter = (each(_paid) for each in (flows.value, flows.error))
    kept, error = wagered - fixed - paid, hypot(of_odds, of_meter)
    rows = (
        ("Wagered", whole_dollars(Fraction(wagered)), EXACT),
        ("Paid by fixed odds", held_dollars(-fixed, of_odds), held_dollars(of_odds, of_odds)),
        ("Paid from the meter", held_dollars(-paid, of_meter), held_dollars(of_meter, of_meter)),
    )
    total = ("Kept by the house", held_dollars(kept, error), held_dollars(error, error))
    share = f"{percent(kept / wagered, 1)}, standard error {percent(error / wagered, 1)}"
    facts = [PaperFact("Of what is wagered", share)]
    reserve, of_reserve = (each(_reserve) for each in (flows.value, flows.error))
    if reserve > 0:
        words = f"{held_dollars(reserve, of_reserve)}, standard error "
        words += held_dollars(of_reserve, of_reserve)
        facts.insert(0, PaperFact("Of it, in the reserve", words))
    return PaperTable(COLUMNS, rows, total), Facts(tuple(facts))


def _paid(_: MeterLife, cash: MeterFlow) -> float:
    return float(cash.paid)


def _reserve(_: MeterLife, cash: MeterFlow) -> float:
    """What the reserve has more at the end of a year: what it gets, less the seeds."""
    return -float(cash.house)
