"""The parts of a PAR sheet on a wager's meters: how they are filled, what they do over time."""

from collections.abc import Sequence

from upcard.analysis.envy import envy_at
from upcard.analysis.meters.flow import LivedMeter
from upcard.analysis.pace import ROUNDS_PER_HOUR
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import WHOLE_METER
from upcard.reports.rendering.figures import dollars, one_in, plain, rate, whole_dollars
from upcard.reports.rendering.paper import PaperPart, PaperTable, Words, left, right
from upcard.text.words import in_percent_or_less


def meters(record: ParRecord, offered: OfferedWager) -> PaperPart:
    """Seed, reseed, rates and limit of each meter, and how often it is won."""
    won = {share.meter: share for share in record.shares if share.percent == WHOLE_METER}
    columns = (
        left("Meter", wide=True),
        *right("Seed", "Reseed", "Increment", "Reserve", "Limit", "Won 1 in"),
    )
    rows = []
    for meter in offered.meters:
        name = meter.name.partition("/")[2]
        share = won.get(name)
        rows.append(
            (
                plain(name) if name else offered.data.title,
                dollars(meter.seed),
                dollars(meter.reseed),
                rate(meter.increment),
                rate(meter.secondary_increment),
                dollars(meter.limit) if meter.limit else "none",
                one_in(1 / share.probability) if share and share.probability else "–",
            )
        )
    table = PaperTable(columns, tuple(rows))
    return PaperPart("Meters", (table,), offered.meters[0].section)


def even_in_short(meter: LivedMeter) -> str:
    """The break-even amount in a cell, and whether the meter never or always shows it."""
    if meter.is_never_even:
        return f"{whole_dollars(meter.even)}: never reached"
    return "none: favors players" if meter.always_favors else whole_dollars(meter.even)


def meters_over_time(
    record: ParRecord, offered: OfferedWager, lived: Sequence[LivedMeter], positions: int
) -> PaperPart | None:
    """What each meter shows in the long run, and what players win above the even amount.

    None where no wager wins a whole meter.
    """
    rows = []
    for meter in lived:
        life, even = meter.life, float(meter.even)
        rows.append(
            (
                plain(meter.name or "meter"),
                whole_dollars(life.mean),
                *(whole_dollars(life.quantile(share)) for share in (0.5, 0.95)),
                even_in_short(meter),
                in_percent_or_less(life.chance_above(even)),
                whole_dollars(positions * ROUNDS_PER_HOUR * life.won_above(even)),
            )
        )
    if not rows:
        return None
    columns = (
        left("Meter", wide=True),
        *right("Mean", "Half of the time below", "95 % of the time below", "Break-even"),
        *right("Wagers above", "Won an hour"),
    )
    others = ", with the other meters at their means" if len(rows) > 1 else ""
    whose = "each jackpot has one winner"
    if any(meter.winners > 1 for meter in lived):
        whose = f"all {positions} positions win each jackpot together, and share it"
    words = (
        f"In the long run, where {whose}. Break-even is the amount at "
        f"which the wager has no edge{others}. The last columns tell which "
        f"part of the wagers finds more on the meter, and what {positions} positions win in an "
        f"hour of {ROUNDS_PER_HOUR} rounds if they wager only then."
    )
    if any(meter.is_never_even for meter in lived):
        words += " Above the limit of its meter it is never reached."
    if offered.mystery is not None:
        words += " The mystery counts in it."
    if envy_at(record, positions):
        words += f" Envy bonuses count, with the wager at all {positions} positions."
    return PaperPart("Meters over time", (Words(words), PaperTable(columns, tuple(rows))))
