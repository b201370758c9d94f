"""The exact value that a mystery meter adds to its qualifying wager in the long run (§ 633c.14).

The meter starts at the minimum and every qualifying wager adds its increment. The wager that raises
it above a secret value wins it. The secret value is uniform over the whole cents from the minimum
to the maximum, so the number of wagers between two awards follows from it. Awards are paid in whole
cents; the remaining fraction of a cent stays on the meter and shortens the next run.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Final

import msgspec

from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.money.amount import UNITS_PER_CENT, UNITS_PER_DOLLAR, parse_dollars, whole_cents
from upcard.money.odds import MeterShare, describe
from upcard.rules.loader import all_mysteries
from upcard.rules.meter_schema import MysteryConfiguration, MysteryData
from upcard.rules.schema import holds
from upcard.wagers.kit import LOSE

AWARD: Final = "mystery"

QUALIFYING: Final = 5 * UNITS_PER_DOLLAR
"""Default qualifying wager where a configuration names none: that of Super 4 (§ 633c.6(e))."""


def mystery_records(
    jurisdiction: str | None, as_of: date, slug: str | None = None
) -> Iterator[ParRecord]:
    """Yield a record for each configuration in force: what the meter adds per unit wagered.

    Its single winning outcome is the award, which returns the average amount of the meter.
    """
    for data in all_mysteries():
        here = jurisdiction in (None, data.jurisdiction) and slug in (None, data.slug)
        if here and holds(data.effective, data.until, as_of):
            for configuration in data.configuration:
                yield _record(data, configuration)


def _record(data: MysteryData, configuration: MysteryConfiguration) -> ParRecord:
    units = parse_dollars(configuration.wager) if configuration.wager else QUALIFYING
    low, high = parse_dollars(configuration.minimum), parse_dollars(configuration.maximum)
    part = Fraction(configuration.increment.removesuffix("%")) / 100 * units
    assert part.denominator == 1, "an increment is a whole number of units"
    run = average_run(low, high, int(part))
    chance, back = 1 / run.wagers, run.award / units
    award = (MeterShare(100),)
    won = OutcomeRecord(AWARD, describe(award), chance.numerator, chance, back, award)
    missed = chance.denominator - chance.numerator
    lost = OutcomeRecord(LOSE, "", missed, 1 - chance, Fraction(0))
    return ParRecord(
        wager=data.slug,
        title=data.title,
        jurisdiction=data.jurisdiction,
        section=configuration.section,
        paytable=configuration.id,
        decks=0,
        outcomes=(won, lost),
        fixed_return_to_1=chance * back,
        fixed_return_for_1=chance * back,
        variance=chance * run.square / units**2 - (chance * back) ** 2,
        stake_returned=False,
        wager_units=units,
        note=f"A meter beside {', '.join(data.wagers)}: its return is what it adds to theirs.",
    )


class AwardCycle(msgspec.Struct, frozen=True):
    """Averages from one award to the next: wagers, the award and its square, in units.

    `after` maps the fraction of a cent left on the meter, in units, to its probability.
    """

    wagers: Fraction
    award: Fraction
    square: Fraction
    after: dict[int, Fraction] = {}


def average_run(low: int, high: int, part: int) -> AwardCycle:
    """The average over secret values, and over fractions of a cent left by the run before."""
    runs = {0: _run(low, high, part, 0)}
    while undecided := {left for run in runs.values() for left in run.after} - set(runs):
        runs.update((left, _run(low, high, part, left)) for left in undecided)
    if len(runs) == 1:
        return runs[0]
    assert len(runs) == 2, "half cents at most"
    first_run, (left, half) = runs[0], max(runs.items())
    # In the long run, runs that leave a half cent are as frequent as runs that use one up.
    share = first_run.after[left] / (first_run.after[left] + half.after[0])

    def mixed(one: Fraction, other: Fraction) -> Fraction:
        return (1 - share) * one + share * other

    return AwardCycle(
        mixed(first_run.wagers, half.wagers),
        mixed(first_run.award, half.award),
        mixed(first_run.square, half.square),
    )


def _run(low: int, high: int, part: int, left: int) -> AwardCycle:
    """The average over secret values of a run that starts `left` units above the minimum."""
    values = (high - low) // UNITS_PER_CENT + 1
    ended: Counter[int] = Counter()
    wagers = award = square = passed = number = 0
    while passed < values:
        number += 1
        above = left + number * part
        # The secret values below the meter now, less those that earlier wagers had passed.
        below = min(values, -(-above // UNITS_PER_CENT))
        hit, passed = below - passed, below
        paid = whole_cents(low + above)
        wagers += hit * number
        award += hit * paid
        square += hit * paid**2
        ended[low + above - paid] += hit
    return AwardCycle(
        Fraction(wagers, values),
        Fraction(award, values),
        Fraction(square, values),
        {units: Fraction(count, values) for units, count in ended.items() if count},
    )
