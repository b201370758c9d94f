"""The meter of a wager without exact odds: what it pays in the long run, from dealt rounds."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor, log10, sqrt
from typing import Final

import msgspec

from upcard.analysis.meters.life import overflow
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import PARTS_PER_MILLION, WHOLE_METER, MeterRules
from upcard.reports.par.dealt_rounds import ROUNDS
from upcard.reports.par.dealt_wagers import DealtWager
from upcard.reports.rendering.figures import dollars, held_dollars, one_in, percent, rate
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart

ABOUT: Final = "≈ "

SELDOM: Final = 1_000
"""The dealt rounds with an outcome below which its frequency has two digits."""


class DealtMeter(msgspec.Struct, frozen=True):
    """A wager's only meter, which one outcome wins whole, with the wager's dealt rounds."""

    rules: MeterRules
    rounds: DealtWager
    outcome: str

    @property
    def chance(self) -> float:
        """The probability that a wager wins the meter."""
        return float(self.rounds.chances.get(self.outcome, 0))

    @property
    def chance_error(self) -> float:
        """The standard error of `chance`."""
        return self.rounds.chance_error(self.outcome)

    @property
    def increment(self) -> float:
        """What each unit of the wager puts on the meter, or above its limit on the reserve."""
        return self.rules.increment / PARTS_PER_MILLION

    def overflow(self, units: int) -> float:
        """What the limit keeps off the meter of each unit, if all wagers are of `units`."""
        return self._overflow_at(self.rounds.chances[self.outcome], units)

    def overflow_slope(self, units: int) -> float:
        """How `overflow` changes with the chance: over a standard error to either side."""
        chance, error = self.rounds.chances[self.outcome], Fraction(self.chance_error)
        # One jackpot in all rounds has an error as large as its chance.
        ends = (chance + error, chance - error if chance > error else chance)
        more, less = (self._overflow_at(end, units) for end in ends)
        return (more - less) / float(ends[0] - ends[1])

    def overflow_error(self, units: int) -> float:
        """The standard error of `overflow`."""
        return abs(self.overflow_slope(units)) * self.chance_error

    def _overflow_at(self, chance: Fraction, units: int) -> float:
        return float(overflow(self.rules, {WHOLE_METER: chance}, units))

    def seed(self, units: int) -> float:
        """What the reseeds return of each unit of a wager of `units`."""
        return self.chance * self.rules.reseed / units

    def seed_error(self, units: int) -> float:
        """The standard error of `seed`."""
        return self.chance_error * self.rules.reseed / units

    def edge(self, units: int) -> float:
        """The house edge in the long run of a wager of `units`."""
        paid = self.increment - self.overflow(units) + self.seed(units)
        return -self.rounds.mean - paid

    def error(self, units: int) -> float:
        """The standard error of `edge`: that of fixed odds and that of the meter together.

        A jackpot is worth what one more of them makes the meter pay: a reseed, and what the meter
        takes again as it stands at its limit less often.
        """
        rounds, reseed = self.rounds, self.rules.reseed / units
        won = {name: float(net) for names, net, *_ in rounds.rows for name in names}
        won[self.outcome] += reseed - self.overflow_slope(units)
        return rounds.error_of(won)

    def even(self, units: int) -> tuple[float, float]:
        """What the meter shows where a wager of `units` has no edge, and its standard error."""
        fixed = -self.rounds.mean
        amount = fixed * units / self.chance
        parts = self.rounds.error / fixed, self.chance_error / self.chance
        return amount, abs(amount) * sqrt(sum(part**2 for part in parts))


def dealt_meter(offered: OfferedWager, rounds: DealtWager) -> DealtMeter | None:
    """The meter; None where there are several, where parts are paid, or where it is not won."""
    shares = [
        (name, share)
        for name, won in zip(offered.wager.outcomes, offered.shares, strict=True)
        for share in won
    ]
    if len(offered.meters) != 1 or len(shares) != 1:
        return None
    ((outcome, share),) = shares
    if share.percent != WHOLE_METER or not rounds.chances.get(outcome):
        return None
    return DealtMeter(offered.meters[0], rounds, outcome)


def returned_by(meter: DealtMeter | None, units: int) -> Iterator[PaperFact]:
    """The house edge in the long run of a wager of `units`, and what it counts of the meter."""
    if meter is None:
        return
    size = f" with a wager of {dollars(units)}"
    words = (
        f"{percent(meter.edge(units), 2)}{size}, standard error {percent(meter.error(units), 2)}"
    )
    yield PaperFact("House edge in the long run", words)
    amount, error = meter.even(units)
    words = f"{held_dollars(amount, error)}{size}, standard error {held_dollars(error, error)}"
    if meter.rules.limit and amount > meter.rules.limit:
        words += f"; the meter's limit, {dollars(meter.rules.limit)}, is below it: never reached"
    yield PaperFact("Break-even", words)


def _won(meter: DealtMeter) -> str:
    """How often the meter is won: ``about 1 in 330,000`` where it was dealt seldom."""
    rounds, outcome = meter.rounds, meter.outcome
    number = dealt_one_in(rounds, outcome)
    often = f"about 1 in {number.removeprefix(ABOUT)}" if ABOUT in number else f"1 in {number}"
    return f"{often}: {chance_in_words(meter)}"


def chance_in_words(meter: DealtMeter) -> str:
    """What the chance of a jackpot rests on."""
    won = f"{meter.rounds.counted(meter.outcome)} of {ROUNDS:,} dealt rounds"
    if meter.rounds.given is None:
        return f"in {won}"
    error = percent(meter.chance_error / meter.chance, 1)
    return (
        f"the mean of its exact chances in {ROUNDS:,} dealt rounds, each given the cards "
        f"before the dealer's draw, with a standard error of {error} of it ({won} won it)"
    )


def dealt_one_in(rounds: DealtWager, *names: str) -> str:
    """The N of "1 in N" of dealt rounds, with two digits where it was dealt seldom.

    Where the chance is a mean of exact chances, with the digits that its error allows.
    """
    chance = sum((rounds.chances.get(name, Fraction(0)) for name in names), Fraction(0))
    if not chance or chance * ROUNDS >= SELDOM:
        return one_in(1 / chance if chance else None)
    number = float(1 / chance)
    if rounds.given is None:
        return f"{ABOUT}{int(float(f'{number:.1e}')):,}"
    place = 10 ** max(0, floor(log10(number * rounds.chance_error(*names) / float(chance))))
    return f"{ABOUT}{round(number / place) * place:,}"


def _increments(meter: DealtMeter, units: int) -> Iterator[PaperFact]:
    """What the wagers put on the meter returns, and what is above its limit."""
    above = meter.overflow(units)
    returned = percent(meter.increment - above, 2)
    if not above:
        yield PaperFact("Return, increment of the meter", returned)
        return
    of_error = f"standard error {percent(meter.overflow_error(units), 2)}"
    size = f"with a wager of {dollars(units)}, {of_error}"
    yield PaperFact("Return, increment of the meter", f"{returned} {size}")
    words = f"{percent(above, 2)} {size}: it goes to the reserve, which pays for seeds"
    yield PaperFact("Above the limit, not returned", words)


def meter_part(meter: DealtMeter) -> PaperPart:
    """Seed, reseed, rates and limit of the meter, how often it is won, and what it returns."""
    rules, units = meter.rules, meter.rounds.column.wagered
    reseeds = (
        f"{percent(meter.seed(units), 2)} with a wager of {dollars(units)}, standard error "
        f"{percent(meter.seed_error(units), 2)}; a larger wager wins the same meter"
    )
    facts = (
        PaperFact("Seed", dollars(rules.seed)),
        PaperFact("Reseed", dollars(rules.reseed)),
        PaperFact("Increment", f"{rate(rules.increment)} of each wager"),
        PaperFact("Reserve", f"{rate(rules.secondary_increment)} of each wager"),
        PaperFact("Limit", dollars(rules.limit) if rules.limit else "none"),
        PaperFact("Won", _won(meter)),
        *_increments(meter, units),
        PaperFact("Return, reseeds of the meter", reseeds),
    )
    return PaperPart("Meter", (Facts(facts),), rules.section)
