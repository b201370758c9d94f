"""House edges by wager size: an award in dollars is worth less on a larger wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from upcard.analysis.meters.long_run import long_run_edge
from upcard.exact.par import ParRecord
from upcard.exact.pricing import OddsRequest
from upcard.exact.table import table_records
from upcard.games.blackjack import insurance_limit
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.odds import FixedAmount
from upcard.reports.par.largest_win import largest_wager
from upcard.reports.rendering.figures import dollars, money, percent
from upcard.reports.rendering.paper import PaperPart, PaperTable, right

STEPS: Final = (1, 2, 5, 10, 20)
"""Average wagers as multiples of the smallest; the largest follows."""

HUNDRED: Final = 100

Line = tuple[int, Fraction]
"""A wager in units, and the house edge on it."""


def edges_by_size(table: TableRules, record: ParRecord, offered: OfferedWager) -> Iterator[Line]:
    """The wagers with their edges, up to the largest that the table takes."""
    in_dollars = any(isinstance(pay, FixedAmount) for row in record.outcomes for pay in row.award)
    for units in sizes_of(table, offered):
        record_of_size = record
        if (in_dollars or record.shares or record.bonuses) and units != record.wager_units:
            request = OddsRequest(wager_units=units)
            record_of_size = next(iter(table_records(table, offered.slug, request=request)))
        yield units, long_run_edge(record_of_size, offered)


def sizes_of(table: TableRules, offered: OfferedWager) -> tuple[int, ...]:
    """The sizes of a wager; of Insurance the most that each size of a Blackjack wager permits."""
    if offered.amounts:
        return offered.amounts
    if offered is not table.insurance:
        return wager_sizes(offered.minimum, largest_wager(table, offered))
    insured = (table.blackjack_areas * units for units in wager_sizes(table.minimum, table.maximum))
    return tuple(dict.fromkeys(insurance_limit(units, table.smallest_chip) for units in insured))


def wager_sizes(least: int, most: int) -> tuple[int, ...]:
    """Multiples of the smallest wager, and the largest."""
    return (*(least * step for step in STEPS if least * step < most), most)


def hold_by_size(lines: Sequence[Line], *, long_run: bool) -> PaperPart:
    """What the house holds of 100 wagers of each size, `long_run` with meters or bonuses."""
    rows = tuple(
        (dollars(units), percent(edge), held_of_hundred(units, edge)) for units, edge in lines
    )
    edge_of = "House edge in the long run" if long_run else "House edge"
    columns = right("Wager", edge_of, "Held of 100 wagers")
    return PaperPart("Hold by wager size", (PaperTable(columns, rows),))


def held_of_hundred(units: int, edge: Fraction) -> str:
    """What the house holds of 100 wagers, in dollars."""
    return money(round(edge * units * HUNDRED / 100) * 100)
