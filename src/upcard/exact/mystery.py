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
from functools import cache
from typing import Final

import msgspec

from upcard.exact.par import ZERO, OutcomeRecord, ParRecord
from upcard.money.amount import (
    UNITS_PER_CENT,
    UNITS_PER_DOLLAR,
    parse_dollars,
    printed_dollars,
    whole_cents,
)
from upcard.money.odds import MeterShare, describe
from upcard.progressives.meter import PARTS_PER_MILLION, MeterRules
from upcard.rules.loader import all_mysteries
from upcard.rules.meter_schema import MysteryConfiguration, MysteryData
from upcard.rules.schema import is_in_force
from upcard.wagers.kit import LOSE

AWARD: Final = "mystery"

QUALIFYING: Final = 5 * UNITS_PER_DOLLAR
"""Default qualifying wager where a configuration names none: that of Super 4 (§ 633c.6(e))."""


def mystery_records(
    jurisdiction: str | None,
    as_of: date,
    slug: str | None = None,
    paytable: str | None = None,
    wager_units: int = 0,
) -> Iterator[ParRecord]:
    """Yield a record for each configuration in force: what the meter adds per unit wagered.

    `paytable` is the name of a configuration; without it, all are listed.

    Its single winning outcome is the award, which returns the average amount of the meter. Every
    wager is of `wager_units`; without them, of the smallest that qualifies.
    """
    for data in all_mysteries():
        is_asked_for = jurisdiction in (None, data.jurisdiction) and slug in (None, data.slug)
        if is_asked_for and is_in_force(data.effective, data.until, as_of):
            for configuration in data.configuration:
                if paytable in (None, configuration.id):
                    yield _record(data, configuration, wager_units)


def _record(data: MysteryData, configuration: MysteryConfiguration, wager_units: int) -> ParRecord:
    least = parse_dollars(configuration.wager) if configuration.wager else QUALIFYING
    units = wager_units or least
    low, high = parse_dollars(configuration.minimum), parse_dollars(configuration.maximum)
    part = int(Fraction(configuration.increment.removesuffix("%")) / 100 * units)
    run = mystery_cycle(low, high, part)
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
        note=(
            f"A meter beside {', '.join(data.wagers)}: its return is what it adds to theirs"
            f"{'' if units == least else f', with wagers of {printed_dollars(units, short=True)}'}."
        ),
    )


def mystery_return(meter: MeterRules, wager: int) -> Fraction:
    """What a mystery meter returns per unit wagered, if every wager that feeds it is of `wager`.

    `meter` is the mystery meter of a table, `wager` in units.
    """
    part = wager * meter.increment // PARTS_PER_MILLION
    run = mystery_cycle(meter.reseed, meter.maximum, part)
    return run.award / (run.wagers * wager)


class AwardCycle(msgspec.Struct, frozen=True):
    """Averages from one award to the next: wagers, the award and its square, in units.

    `after` maps the fraction of a cent left on the meter, in units, to its probability.
    """

    wagers: Fraction
    award: Fraction
    square: Fraction
    after: dict[int, Fraction] = {}


@cache
def mystery_cycle(low: int, high: int, part: int) -> AwardCycle:
    """`average_run`, found once for each meter and wager: papers ask for it repeatedly."""
    return average_run(low, high, part)


def average_run(low: int, high: int, part: int) -> AwardCycle:
    """The average over secret values, and over fractions of a cent left by the run before."""
    runs = {0: _run(low, high, part, 0)}
    while undecided := {left for run in runs.values() for left in run.after} - set(runs):
        runs.update((left, _run(low, high, part, left)) for left in undecided)
    if len(runs) == 1:
        return runs[0]
    parts = [(share, runs[left]) for left, share in _frequencies(runs).items()]
    return AwardCycle(
        sum((share * run.wagers for share, run in parts), ZERO),
        sum((share * run.award for share, run in parts), ZERO),
        sum((share * run.square for share, run in parts), ZERO),
    )


def _frequencies(runs: dict[int, AwardCycle]) -> dict[int, Fraction]:
    """How often a run begins with each fraction of a cent, in the long run.

    The fractions are the states of a Markov chain, which are eliminated one by one from the last
    (Grassmann, Taksar and Heyman).
    """
    states = list(runs)
    moves = {state: dict(runs[state].after) for state in states}
    for number in range(len(states) - 1, 0, -1):
        state, others = states[number], states[:number]
        out = sum((moves[state].get(other, ZERO) for other in others), ZERO)
        for origin in others:
            into = moves[origin].get(state, ZERO) / out
            moves[origin][state] = into
            for other in others:
                through = into * moves[state].get(other, ZERO)
                moves[origin][other] = moves[origin].get(other, ZERO) + through
    weights = {states[0]: Fraction(1)}
    for number, state in enumerate(states[1:], 1):
        weights[state] = sum(
            (weights[origin] * moves[origin][state] for origin in states[:number]), ZERO
        )
    whole = sum(weights.values())
    return {state: weight / whole for state, weight in weights.items()}


def _run(low: int, high: int, part: int, left: int) -> AwardCycle:
    """The average over secret values of a run that starts `left` units above the minimum."""
    values = (high - low) // UNITS_PER_CENT + 1
    ended: Counter[int] = Counter()
    wagers = award = square = passed = number = 0
    while passed < values:
        number += 1
        rise = left + number * part
        # The secret values below the meter now, less those that earlier wagers had passed.
        below = min(values, -(-rise // UNITS_PER_CENT))
        hit, passed = below - passed, below
        paid = whole_cents(low + rise)
        wagers += hit * number
        award += hit * paid
        square += hit * paid**2
        ended[low + rise - paid] += hit
    return AwardCycle(
        Fraction(wagers, values),
        Fraction(award, values),
        Fraction(square, values),
        {units: Fraction(count, values) for units, count in ended.items() if count},
    )
