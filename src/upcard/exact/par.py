"""The PAR figures of one paytable, as exact fractions, and their JSON form.

Amounts are Fractions per unit wagered; `as_json` converts them to floats.
"""

import math
from fractions import Fraction
from typing import Any, Final

import msgspec

from upcard.cards.card import NAMES
from upcard.cards.composition import Composition
from upcard.exact.meters import MeterLevel, break_even, meter_return
from upcard.games.blackjack_rules import BlackjackRules
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.money.odds import Award, HouseSet, MeterShare, PaidOdds

ZERO: Final = Fraction(0)

UNKNOWN: Final = 10**18
"""Stands for the units of a meter whose amount was not given: above everything else."""

UNSET: Final = 10**13
"""Stands for the units of a house-set prize that was not given: above all odds, below meters."""


class OutcomeRecord(msgspec.Struct, frozen=True):
    """One outcome: its `combinations` over the record's total, and what it adds to the return.

    `back` is the amount returned per unit wagered, without meter shares.
    """

    outcome: str
    pays: str
    combinations: int
    probability: Fraction
    back: Fraction
    award: Award = ()

    @property
    def returns(self) -> Fraction:
        """What the outcome adds to the return: probability times `back`."""
        return self.probability * self.back

    @property
    def one_in(self) -> Fraction | None:
        """The N of "1 in N"; None for an outcome that these decks cannot deal."""
        return 1 / self.probability if self.probability else None


class BonusRecord(msgspec.Struct, frozen=True):
    """An optional additional payout: what it adds to the return.

    `combinations` are over a `total` of their own, because other cards decide the payout. `each`
    says what it is paid for if that is not the wager itself; `of` names what is counted. `within`
    is the outcome of the wager that each winner of the payout has; empty where it may be any.
    """

    option: str
    section: str
    total: int
    won: OutcomeRecord
    each: str = ""
    of: str = "deals"
    within: str = ""


class ParRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one paytable with a number of decks; 0 decks if no cards are dealt.

    Bonuses and meter shares count as zero in every return, and so do prizes that are not given.

    - `variance`: of the amount returned.
    - `wager_units`: the wager by which dollars and meters are divided; `asked`: a caller chose it.
    - `meters`: the amounts of the meters, which are their seeds if `at_meter` is false.
    - `prizes`: the units that the house pays for rows printed as "$", None where not given.
    - `form`: the form of the classifier.
    - `left`: the cards that are left in the shoe, where they are not whole decks; `play`: the rules
      under which hands are played.
    - `note`: explains a record that is not a wager of its own.
    - `printed_house_edge`: the figure printed in Washington's rules.
    - `collected`: the wager is collected before the deal.
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
    shares: tuple[MeterLevel, ...] = ()
    meters: dict[str, int] = {}
    at_meter: bool = False
    prizes: dict[str, int | None] = {}
    choices: dict[str, str | bool] = {}
    form: str = ""
    left: Composition | None = None
    play: BlackjackRules = BlackjackRules()
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
        """Whether all odds are "N for 1", which pays N in all, and the wager is not collected."""
        odds = [pay for row in self.outcomes for pay in row.award if isinstance(pay, PaidOdds)]
        return not self.collected and bool(odds) and all(pay.for_one for pay in odds)

    @property
    def total(self) -> int:
        """The number of combinations."""
        return sum(row.combinations for row in self.outcomes)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of an outcome that pays: neither a loss nor a push.

        Every row of the paytable counts, one that pays "1 for 1" too.
        """
        return sum((row.probability for row in self.outcomes if row.award), ZERO)

    @property
    def fixed_return(self) -> Fraction:
        """Expected amount returned, with the stake where the rules return it."""
        return sum((row.returns for row in self.outcomes), ZERO)

    @property
    def house_edge(self) -> Fraction:
        """The part of a unit wagered that the house keeps."""
        return 1 - self.fixed_return

    @property
    def house_edge_at_meter(self) -> Fraction | None:
        """The house edge at the meter amounts asked about; None if none were given."""
        if not self.at_meter:
            return None
        return self.house_edge - meter_return(self.shares, self.meters, self.wager_units)

    @property
    def effective_edge(self) -> Fraction:
        """`house_edge_at_meter` where amounts of meters were given, else `house_edge`."""
        at_meter = self.house_edge_at_meter
        return self.house_edge if at_meter is None else at_meter

    def edge_with(self, meter: str, units: Fraction) -> Fraction:
        """The house edge while a meter shows `units`, with the others as in `meters`."""
        meters = {**self.meters, meter: int(units)}
        return self.house_edge - meter_return(self.shares, meters, self.wager_units)

    @property
    def break_even_meters(self) -> dict[str, Fraction]:
        """For each meter the units at which the edge is zero, with the others as in `meters`."""
        return break_even(self.shares, self.meters, self.house_edge, self.wager_units)

    @property
    def standard_deviation(self) -> float:
        """Standard deviation of the amount returned, in units wagered."""
        return math.sqrt(self.variance)

    @property
    def convention(self) -> str:
        """How `fixed_return` reads the printed odds: "to-1" or "for-1"."""
        return "to-1" if self.stake_returned else "for-1"

    @property
    def options(self) -> dict[str, str | bool]:
        """The choices, other than the paytable, under which the record holds."""
        wager_option = {"wager": format_dollars(self.wager_units)} if self.asked else {}
        return {**self.choices, **wager_option}

    def worth(self) -> list[Fraction]:
        """What each outcome returns, with its shares of the meters at their amounts.

        A meter without an amount ranks above everything; a house-set prize without one ranks above
        everything but such meters.
        """
        return [row.back + self._of_meters(row) for row in self.outcomes]

    def at_least(self) -> list[Fraction]:
        """For each outcome, the probability that the amount returned is at least that outcome's."""
        worth = self.worth()
        chances = [row.probability for row in self.outcomes]
        return [
            sum(
                (chance for chance, back in zip(chances, worth, strict=True) if back >= rank_worth),
                ZERO,
            )
            for rank_worth in worth
        ]

    def _of_meters(self, row: OutcomeRecord) -> Fraction:
        shares = [pay for pay in row.award if isinstance(pay, MeterShare)]
        units = [pay.percent * self.meters.get(pay.meter, UNKNOWN) for pay in shares]
        units += [100 * UNSET for pay in row.award if isinstance(pay, HouseSet)]
        return Fraction(sum(units), 100 * self.wager_units)


def as_json(record: ParRecord) -> dict[str, Any]:
    """The record in the format of ``upcard odds --json``."""
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
    if record.left is not None:
        counts = zip(NAMES, record.left, strict=True)
        form["shoe"] = {name: count for name, count in counts if count}
    if record.prizes:
        form["prizes"] = {row: _dollars(units) for row, units in record.prizes.items()}
    if record.strategy:
        form["strategy"] = record.strategy
    if record.standard_error is not None:
        form["standard_error"] = record.standard_error
    return form


def break_even_dollars(record: ParRecord, beside: Fraction = ZERO) -> dict[str, float]:
    """Break-even meters in dollars, by name; a single unnamed meter is called ``meter``.

    `beside` is what a bonus adds to the return.
    """
    edge = record.house_edge - beside
    levels = break_even(record.shares, record.meters, edge, record.wager_units)
    return {name or "meter": float(units / UNITS_PER_DOLLAR) for name, units in levels.items()}


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
