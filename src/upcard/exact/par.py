"""The figures of one paytable, exact, and their JSON.

Everything is a Fraction per unit wagered until `as_json`, where floats are made.
"""

import math
from fractions import Fraction
from typing import Any, Final

import msgspec

from upcard.exact.meters import Share, break_even, returned
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.money.odds import Award, HouseSet, MeterShare, Odds

ZERO: Final = Fraction(0)

UNKNOWN: Final = 10**18
"""Units that stand for a meter whose amount nobody named."""

UNSET: Final = 10**13
"""Units that stand for a prize of the house that nobody named: above all odds, below meters."""


class OutcomeRecord(msgspec.Struct, frozen=True):
    """One outcome: `combinations` over the record's total, and what it adds to the return.

    `back` is what it hands back of a unit wagered, without its shares of a meter.
    """

    outcome: str
    pays: str
    combinations: int
    probability: Fraction
    back: Fraction
    award: Award = ()

    @property
    def returns(self) -> Fraction:
        """What the outcome adds to the return."""
        return self.probability * self.back

    @property
    def one_in(self) -> Fraction | None:
        """The N of "1 in N"; None for what these decks cannot deal."""
        return 1 / self.probability if self.probability else None


class BonusRecord(msgspec.Struct, frozen=True):
    """An additional payout, where the house offers it: what it adds to the return.

    `combinations` are counted over a `total` of their own, because other cards decide it.
    `each` says what it is paid for where that is not the wager alone, `of` what is counted.
    """

    option: str
    section: str
    total: int
    won: OutcomeRecord
    each: str = ""
    of: str = "deals"


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one paytable with so many decks; 0 of them where no cards are dealt.

    `variance` is that of the amount handed back. Bonuses and shares of a meter count as zero in
    every return. `wager_units` is the wager that dollars and meters are divided by, `asked` says
    that it was asked for. `meters` are what the meters show, their seeds where `at_meter` is
    false; `prizes` are the units that the house pays for rows printed as "$", None where nobody
    named them: they then count as zero in every return. `form` is that of the classifier. `note`
    says what the record is where it is no wager of its own. `printed_house_edge` is a figure of
    Washington's. `collected` says that the wager is collected before the deal.
    """

    wager: str
    title: str
    jurisdiction: str
    section: str
    paytable: str
    decks: int
    outcomes: tuple[OutcomeRecord, ...]
    fixed_return_to_1: Fraction
    fixed_return_for_1: Fraction
    variance: Fraction
    stake_returned: bool
    wager_units: int
    asked: bool = False
    bonuses: tuple[BonusRecord, ...] = ()
    shares: tuple[Share, ...] = ()
    meters: dict[str, int] = {}
    at_meter: bool = False
    prizes: dict[str, int | None] = {}
    choices: dict[str, str | bool] = {}
    form: str = ""
    method: str = "exact"
    strategy: str = ""
    standard_error: float | None = None
    reading: str = "text"
    note: str = ""
    printed_house_edge: Fraction | None = None
    house_edge_as_printed: Fraction | None = None
    collected: bool = False

    @property
    def is_for_one(self) -> bool:
        """Whether all odds are "N for 1", which pays N in all, of a wager that is not collected."""
        odds = [pay for row in self.outcomes for pay in row.award if isinstance(pay, Odds)]
        return not self.collected and bool(odds) and all(pay.for_one for pay in odds)

    @property
    def total(self) -> int:
        """The number of combinations."""
        return sum(row.combinations for row in self.outcomes)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of an outcome that pays: neither a loss nor a push."""
        return sum((row.probability for row in self.outcomes if row.award), ZERO)

    @property
    def fixed_return(self) -> Fraction:
        """Expected amount handed back, the stake included where it is returned."""
        return sum((row.returns for row in self.outcomes), ZERO)

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of a unit wagered."""
        return 1 - self.fixed_return

    @property
    def house_edge_at_meter(self) -> Fraction | None:
        """The same where the meters show what was asked for."""
        if not self.at_meter:
            return None
        return self.house_edge - returned(self.shares, self.meters, self.wager_units)

    @property
    def break_even_meters(self) -> dict[str, Fraction]:
        """The units of each meter at which the edge is zero, the others as in `meters`."""
        return break_even(self.shares, self.meters, self.house_edge, self.wager_units)

    @property
    def standard_deviation(self) -> float:
        """Of the amount handed back, in units wagered."""
        return math.sqrt(self.variance)

    @property
    def convention(self) -> str:
        """How `fixed_return` reads the printed odds."""
        return "to-1" if self.stake_returned else "for-1"

    @property
    def options(self) -> dict[str, str | bool]:
        """Choices other than the paytable that the record rests on."""
        asked = {"wager": format_dollars(self.wager_units)} if self.asked else {}
        return {**self.choices, **asked}

    def worth(self) -> list[Fraction]:
        """What each outcome hands back with its shares of the meters.

        Meters count with what they show. One whose amount nobody named is above everything, a
        prize of the house that nobody named above everything else.
        """
        return [row.back + self._of_meters(row) for row in self.outcomes]

    def at_least(self) -> list[Fraction]:
        """For each outcome the probability that as much or more is handed back."""
        worth = self.worth()
        chances = [row.probability for row in self.outcomes]
        return [
            sum((chance for chance, back in zip(chances, worth, strict=True) if back >= own), ZERO)
            for own in worth
        ]

    def _of_meters(self, row: OutcomeRecord) -> Fraction:
        shares = [pay for pay in row.award if isinstance(pay, MeterShare)]
        units = [pay.percent * self.meters.get(pay.meter, UNKNOWN) for pay in shares]
        units += [100 * UNSET for pay in row.award if isinstance(pay, HouseSet)]
        return Fraction(sum(units), 100 * self.wager_units)


def as_json(record: Record) -> dict[str, Any]:
    """A record in the form of ``upcard odds --json``."""
    form: dict[str, Any] = {
        "wager": record.wager,
        "jurisdiction": record.jurisdiction,
        "section": record.section,
        "paytable": record.paytable,
        "decks": record.decks or None,
        "method": record.method,
        "outcomes": [_row(row) for row in record.outcomes],
        "hit_frequency": float(record.hit_frequency),
        "fixed_return": float(record.fixed_return),
        "fixed_return_to_1": float(record.fixed_return_to_1),
        "fixed_return_for_1": float(record.fixed_return_for_1),
        "house_edge": float(record.house_edge),
        "standard_deviation": record.standard_deviation,
        "stake_returned": record.stake_returned,
        "wager_amount": format_dollars(record.wager_units),
        "reading": record.reading,
        "meter_share": {share.label: float(share.expected) for share in record.shares},
        "house_edge_at_meter": _float(record.house_edge_at_meter),
        "printed_house_edge": _float(record.printed_house_edge),
        "house_edge_as_printed": _float(record.house_edge_as_printed),
        "convention": record.convention,
        "break_even_meter": break_even_dollars(record),
        "bonuses": [_bonus(bonus) for bonus in record.bonuses],
        "options": record.options,
    }
    if record.prizes:
        form["prizes"] = {row: _dollars(units) for row, units in record.prizes.items()}
    if record.strategy:
        form["strategy"] = record.strategy
    if record.standard_error is not None:
        form["standard_error"] = record.standard_error
    return form


def break_even_dollars(record: Record) -> dict[str, float]:
    """Break-even meters in dollars, by name; the only one is called ``meter``."""
    return {
        name or "meter": float(units / UNITS_PER_DOLLAR)
        for name, units in record.break_even_meters.items()
    }


def _bonus(bonus: BonusRecord) -> dict[str, Any]:
    form = {
        **_row(bonus.won),
        "total_combinations": bonus.total,
        "option": bonus.option,
        "section": bonus.section,
    }
    if bonus.each:
        form["each"] = bonus.each
    return form


def _dollars(units: int | None) -> str | None:
    return None if units is None else format_dollars(units)


def _float(number: Fraction | None) -> float | None:
    return None if number is None else float(number)


def _row(row: OutcomeRecord) -> dict[str, Any]:
    chance = row.probability
    return {
        "outcome": row.outcome,
        "pays": row.pays,
        "combinations": row.combinations,
        "probability": f"{chance.numerator}/{chance.denominator}",
        "probability_float": float(chance),
        "returns": float(row.returns),
    }
