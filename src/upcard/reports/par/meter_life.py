"""The part of a PAR sheet on what the wager's meters do over time."""

from upcard.analysis.envy import envy_at
from upcard.analysis.meters.flow import lived_meters
from upcard.analysis.pace import ROUNDS_PER_HOUR
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.reports.rendering.figures import percent, plain, whole_dollars
from upcard.reports.rendering.paper import PaperPart, PaperTable, Words, left, right


def meters_over_time(record: ParRecord, offered: OfferedWager, positions: int) -> PaperPart | None:
    """What each meter shows in the long run, and what players win above the even amount.

    None where no wager wins a whole meter.
    """
    rows = []
    for meter in lived_meters(record, offered, positions):
        life, even = meter.life, float(meter.even)
        rows.append(
            (
                plain(meter.name or "meter"),
                whole_dollars(life.mean),
                *(whole_dollars(life.quantile(share)) for share in (0.5, 0.95)),
                "none: favors players" if meter.always_favors else whole_dollars(even),
                percent(life.chance_above(even), 2),
                whole_dollars(positions * ROUNDS_PER_HOUR * life.won_above(even)),
            )
        )
    if not rows:
        return None
    columns = (
        left("Meter", wide=True),
        *right("Mean", "Half of the time below", "95 % of the time below"),
        *right("Even at, others at means" if len(rows) > 1 else "Even at"),
        *right("Wagers above", "Won an hour"),
    )
    others = ", with the other meters at their means" if len(rows) > 1 else ""
    words = (
        "In the long run, where each jackpot has one winner. A wager is even at the amount at "
        f"which it has no edge{others}. The last columns tell which "
        f"part of the wagers finds more on the meter, and what {positions} positions win in an "
        f"hour of {ROUNDS_PER_HOUR} rounds if they wager only then."
    )
    if envy_at(record, positions):
        words += f" Envy bonuses count, with the wager at all {positions} positions."
    return PaperPart("Meters over time", (Words(words), PaperTable(columns, tuple(rows))))
