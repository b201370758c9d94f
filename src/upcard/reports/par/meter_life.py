"""The part of a PAR sheet on what the wager's meters do over time."""

from fractions import Fraction

from upcard.analysis.meters.flow import ROUNDS, lived_meters
from upcard.exact.par import ParRecord
from upcard.games.table_rules import OfferedWager
from upcard.reports.rendering.figures import money, percent, plain
from upcard.reports.rendering.paper import PaperPart, PaperTable, Words, left, right


def meters_over_time(record: ParRecord, offered: OfferedWager, positions: int) -> PaperPart | None:
    """What each meter shows in the long run, and what players win above the even amount.

    None where no wager wins a whole meter.
    """
    rows = []
    for meter in lived_meters(record, offered):
        life, even = meter.life, float(meter.even)
        rows.append(
            (
                plain(meter.name or "meter"),
                _dollars(life.mean),
                *(_dollars(life.quantile(share)) for share in (0.5, 0.95)),
                "any amount" if meter.always_favours else _dollars(even),
                percent(life.chance_above(even), 2),
                _dollars(positions * ROUNDS * life.won_above(even)),
            )
        )
    if not rows:
        return None
    columns = (
        left("Meter", wide=True),
        *right("Mean", "Half below", "95 % below", "Even at", "Above it", "Won an hour"),
    )
    words = (
        "In the long run, with winners alone in their round. A wager is even where it has no edge "
        f"with the other meters at their means. What {positions} positions win in an hour of "
        f"{ROUNDS} rounds is while the meter is above that amount and all of them wager only then."
    )
    return PaperPart("Meters over time", (PaperTable(columns, tuple(rows)), Words(words)))


def _dollars(units: float) -> str:
    """Whole dollars: means have no cents."""
    return money(round(Fraction(units) / 10_000) * 10_000).removesuffix(".00")
