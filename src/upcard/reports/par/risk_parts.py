"""The parts of a PAR sheet on risk: volatility and the largest win."""

from collections.abc import Iterator
from typing import Final

from upcard.exact.par import BonusRecord, ParRecord
from upcard.games import baccarat
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.progressives.meter import Sharing
from upcard.reports.par import risk
from upcard.reports.par.largest_win import (
    LargestWin,
    areas_of,
    largest_win,
    loses_stake,
    whole_table,
)
from upcard.reports.rendering.figures import all_positions, dollars, percent
from upcard.reports.rendering.paper import (
    Facts,
    PaperBlock,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    right,
)
from upcard.text.words import listed
from upcard.wagers.catalogue import offered_where
from upcard.wagers.limits import has_limited_row

MORE_TERMINALS: Final = "; more terminals may share a position"
"""What is said of a sum over one terminal at each position."""

MYSTERY_STARTS_AGAIN: Final = "the mystery starts again from its seed for the next winner"
STARTS_AGAIN: Final = "a meter that is won starts again for the next winner"
"""What is said of winners in order, of a mystery and of meters that others share."""


def volatility(record: ParRecord) -> PaperPart:
    """The volatility of a wager, and intervals of its return."""
    deviation, out = record.standard_deviation, left_out(record)
    with_meters = risk.deviation_with_meters(record) if record.shares else None
    more: tuple[PaperFact, ...] = ()
    if with_meters is not None:
        more = (PaperFact("With meters at seeds", f"{with_meters:.6f}"),)
    with_bonuses = risk.deviation_with_bonuses(record, record.wager_units)
    if with_bonuses is not None:
        more += (PaperFact("With bonuses", f"{with_bonuses:.6f}"),)
    at_times = offered_where(record.wager, record.jurisdiction)
    number_of = "Wagers" if at_times else "Rounds"
    blocks = list(volatility_blocks(float(record.fixed_return), deviation, more, number_of))
    if out:
        blocks.insert(0, Words(f"Fixed odds only: {out}."))
    return PaperPart("Volatility", tuple(blocks))


def left_out(record: ParRecord) -> str:
    """What a figure of fixed odds alone does not count: ``meters and bonuses not counted``."""
    possible = {"meters": record.shares, "bonuses": own_bonuses(record)}
    names = [name for name, is_there in possible.items() if is_there]
    return f"{listed(names)} not counted" if names else ""


def own_bonuses(record: ParRecord) -> list[BonusRecord]:
    """The additional payouts of the wager itself; one for `each` is won by other wagers."""
    return [bonus for bonus in record.bonuses if not bonus.each]


def volatility_blocks(
    mean: float,
    deviation: float,
    more: tuple[PaperFact, ...] = (),
    number_of: str = "Rounds",
    error: float = 0.0,
    mean_error: float = 0.0,
) -> Iterator[PaperBlock]:
    """Deviation, the facts in `more`, volatility index, and intervals of the return by rounds.

    A simulated deviation has a standard `error`, and no more digits than that allows; a simulated
    mean has the standard error `mean_error`, which the intervals contain. `number_of` heads their
    rounds, or their wagers where not every round has one.
    """
    quantile = risk.quantile(risk.CONFIDENCES[0])
    places = 3 if error else 6
    simulated = f"; simulated, standard error {error:.4f}" if error else ""
    yield Facts(
        (
            PaperFact("Variance", f"{deviation**2:.{places - 1 if error else places}f}"),
            PaperFact(
                "Standard deviation", f"{deviation:.{places}f} for each unit wagered{simulated}"
            ),
            *more,
            PaperFact(
                "Volatility index",
                f"{quantile * deviation:.{min(places, 4)}f}: {quantile:.3f} standard "
                f"deviations, for {percent(risk.CONFIDENCES[0], 0)} of a normal distribution",
            ),
        )
    )
    within_error = " The bounds contain the error of the simulated mean." if mean_error else ""
    of_them = number_of.lower()
    yield Words(
        f"The return per unit wagered lies between these bounds where the sum of the {of_them} is "
        f"near a normal distribution; with rare large awards that takes more {of_them}."
        f"{within_error}"
    )
    words = tuple(f"{100 * confidence:.0f} % of the time" for confidence in risk.CONFIDENCES)
    columns = (*right(number_of), *right(*words))
    rows = tuple(
        (f"{rounds:,}", *(f"{percent(low, 2)} to {percent(high, 2)}" for low, high in ranges))
        for rounds, ranges in risk.intervals(mean, deviation, mean_error)
    )
    yield PaperTable(columns, rows)


def of_all_wagers(table: TableRules) -> Iterator[PaperFact]:
    """The worst round for the house: a bound, as hardly any deal lets every wager win the most."""
    if not table.wagers:
        return
    pressed = [wager.data.title for wager in table.wagers if wager.wager.press]
    remark = f"; winnings of {listed(pressed)} that are pressed are not counted" if pressed else ""
    shared = "; meters at their seeds" if any(wager.meters for wager in table.wagers) else ""
    if table.variation.has_wheel:
        shared += "; one wager of each kind a position"
    if table.variation.has_terminals:
        shared += f"; one terminal at each position{MORE_TERMINALS}"
    without = ""
    if table.has_blackjack_wager:
        without = " without Insurance, which wins only where the Blackjack wagers lose, and less"
    if table.game == baccarat.GAME:
        words = (
            f"{dollars(whole_table(table))}, the most that the cards of one round bring: "
            "every position has the largest of each wager that they win"
        )
        yield PaperFact("Worst round of the table", f"{words}{shared}{remark}")
        return
    words = (
        f"at most {dollars(whole_table(table))}, the sum of the largest wins of all wagers"
        f"{without}, whether or not one deal can bring them all"
    )
    yield PaperFact("Worst round of the table", f"{words}{shared}{remark}")


def exposure(table: TableRules, offered: OfferedWager, *, whole: bool = True) -> PaperPart:
    """The largest win of a wager at a table, its components, and that of the `whole` table."""
    largest = largest_win(table, offered)
    facts = [
        PaperFact("Largest wager", dollars(largest.wager)),
        PaperFact("Largest win by fixed odds", _won(largest.fixed, offered, largest.wager)),
    ]
    if largest.bonus:
        facts.append(PaperFact("Additional payouts", dollars(largest.bonus)))
    if largest.meters:
        facts.append(PaperFact("Meters", _meter_exposure(offered, largest)))
    if largest.envy:
        heading = "Envy, to each other player with the wager"
        facts.append(PaperFact(heading, dollars(largest.envy), offered.envy_section))
    total = _won(largest.total, offered, largest.wager, meters=True)
    facts.append(PaperFact("Largest win of one wager", total))
    everybody = all_positions(table.positions, terminals=table.variation.has_terminals)
    facts.append(PaperFact(everybody, _of_everybody(table, offered, largest)))
    if whole:
        facts += of_all_wagers(table)
    if _shares_limit(table, offered):
        assert table.aggregate_limit is not None
        limit = f"{dollars(table.aggregate_limit)} in all for the rows that it limits"
        facts.append(PaperFact("Aggregate limit", limit, offered.data.options["aggregate_limit"]))
    return PaperPart("Maximum exposure", (Facts(tuple(facts)),))


def _won(units: int, offered: OfferedWager, wager: int, *, meters: bool = False) -> str:
    """The largest win; it says so where a stake that is not returned has been taken off it."""
    lost = loses_stake(offered, wager, meters=meters)
    return dollars(units) + (f", net of the stake of {dollars(wager)}" if lost else "")


def _shares_limit(table: TableRules, offered: OfferedWager) -> bool:
    """Whether winners of the wager share an aggregate limit of the table (§ 633a.13(o))."""
    return table.aggregate_limit is not None and has_limited_row(offered.data)


def _of_everybody(table: TableRules, offered: OfferedWager, largest: LargestWin) -> str:
    """The largest win of all positions at once: a bound, whatever cards the shoe has."""
    both = " on both hands" if areas_of(offered) > 1 else ""
    limited = _shares_limit(table, offered)
    won = "the most beside each other" if largest.meters or limited else "it"
    words = f"{dollars(largest.every + largest.envies)}, should each win {won} at once{both}"
    if table.positions > 1:
        words += ": an upper bound"
        if not table.variation.has_wheel:
            words += ", whether or not the decks have the cards"
        if largest.meters:
            in_order = any(meter.sharing is Sharing.IN_ORDER for meter in offered.meters)
            if offered.meters:
                words += "; " + (STARTS_AGAIN if in_order else "meters are shared")
            if offered.mystery is not None:
                words += f"; {MYSTERY_STARTS_AGAIN}"
        if limited:
            words += "; within the aggregate limit"
        if largest.envies:
            words += f"; {dollars(largest.envies)} of it are envy bonuses"
    if table.variation.has_terminals:
        words += MORE_TERMINALS
    return words


def _meter_exposure(offered: OfferedWager, largest: LargestWin) -> str:
    if offered.mystery is not None:
        at_seeds = ", meters at the seeds" if offered.meters else ""
        mystery = "the mystery at its maximum and what the wager adds"
        return f"{dollars(largest.meters)}{at_seeds}, {mystery}"
    limited = all(meter.limit for meter in offered.meters)
    if limited:
        return f"{dollars(largest.meters)} at the seeds; at most their limits"
    return f"{dollars(largest.meters)} at the seeds; more as they grow, without a limit"
