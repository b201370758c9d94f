"""What a mystery meter adds to its qualifying wager, exactly, in the long run (§ 633c.14).

The meter starts at the minimum, every qualifying wager adds its part, and it is won when it
stands above a secret value: any whole cent from the minimum to the maximum, each as likely as
another. So the number of wagers from one award to the next is known for each secret value. An
award is paid in whole cents; what is left of a cent stays on the meter and shortens the next run.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Final

from upcard.money.amount import UNITS_PER_CENT, UNITS_PER_DOLLAR, parse_dollars
from upcard.money.odds import MeterShare, describe
from upcard.odds.par import OutcomeRecord, Record
from upcard.rules.loader import all_mysteries
from upcard.rules.schema import MysteryConfiguration, MysteryData, holds
from upcard.wagers.kit import LOSE

AWARD: Final = "mystery"

QUALIFYING: Final = 5 * UNITS_PER_DOLLAR
"""Where a configuration names no wager: that of Super 4 (§ 633c.6(e))."""


def mystery_records(
    jurisdiction: str | None, as_of: date, slug: str | None = None
) -> Iterator[Record]:
    """A record for each configuration in force: what the meter adds for a unit wagered.

    Its one winning outcome is the award, which hands back what the meter holds on average.
    """
    for data in all_mysteries():
        here = jurisdiction in (None, data.jurisdiction) and slug in (None, data.slug)
        if here and holds(data.effective, data.until, as_of):
            for configuration in data.configuration:
                yield _record(data, configuration)


def _record(data: MysteryData, configuration: MysteryConfiguration) -> Record:
    units = parse_dollars(configuration.wager) if configuration.wager else QUALIFYING
    low, high = parse_dollars(configuration.minimum), parse_dollars(configuration.maximum)
    part = Fraction(configuration.increment.removesuffix("%")) / 100 * units
    assert part.denominator == 1, "an increment is a whole number of units"
    wagers = wagers_per_award(low, high, int(part))
    chance = 1 / wagers
    back = (low + part * wagers) / units
    award = (MeterShare(100),)
    won = OutcomeRecord(AWARD, describe(award), chance.numerator, chance, back, award)
    missed = chance.denominator - chance.numerator
    lost = OutcomeRecord(LOSE, "", missed, 1 - chance, Fraction(0))
    return Record(
        wager=data.slug,
        title=data.title,
        jurisdiction=data.jurisdiction,
        section=configuration.section,
        paytable=configuration.id,
        decks=0,
        outcomes=(won, lost),
        fixed_return_to_1=chance * back,
        fixed_return_for_1=chance * back,
        variance=chance * back**2 - (chance * back) ** 2,
        stake_returned=False,
        wager_units=units,
        choices={"beside": ", ".join(data.wagers)},
    )


def wagers_per_award(low: int, high: int, part: int) -> Fraction:
    """How many wagers pass on average from one award to the next; all in units.

    Parts of a cent carry over: the average is over the carried parts that follow each other.
    """
    runs = {0: _run(low, high, part, 0)}
    while missing := {left for _, after in runs.values() for left in after} - set(runs):
        for left in missing:
            runs[left] = _run(low, high, part, left)
    assert len(runs) <= 2, "half cents at most"
    shares = {0: Fraction(1)}
    if len(runs) == 2:
        other = next(left for left in runs if left)
        away, home = runs[0][1][other], runs[other][1][0]
        shares = {0: Fraction(home, away + home), other: Fraction(away, away + home)}
    values = sum(runs[0][1].values())
    wagers = sum((share * runs[left][0] for left, share in shares.items()), Fraction(0))
    return wagers / values


def _run(low: int, high: int, part: int, left: int) -> tuple[int, Counter[int]]:
    """Over all secret values: the wagers in all, and what is left of a cent how often."""
    wagers, after = 0, Counter[int]()
    for secret in range(low, high + 1, UNITS_PER_CENT):
        # The first wager after which the meter stands above the secret value.
        number = max(1, (secret - low - left) // part + 1)
        wagers += number
        after[(left + number * part) % UNITS_PER_CENT] += 1
    return wagers, after
