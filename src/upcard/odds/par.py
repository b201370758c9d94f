"""The figures of one paytable, exact, and their JSON.

Everything is a Fraction per unit wagered until `as_json`, where floats are made.
"""

import math
from fractions import Fraction
from typing import Any

import msgspec

from upcard.money.amount import format_dollars
from upcard.wagers.kit import LOSE


class OutcomeRecord(msgspec.Struct, frozen=True):
    """One outcome: `combinations` over the record's total, and what it adds to the return."""

    outcome: str
    pays: str
    combinations: int
    probability: Fraction
    returns: Fraction

    @property
    def one_in(self) -> Fraction | None:
        """The N of "1 in N"; None for what these decks cannot deal."""
        return 1 / self.probability if self.probability else None


class BonusRecord(msgspec.Struct, frozen=True):
    """An additional payout, where the house offers it: what it adds to the return.

    `combinations` are counted over a `total` of their own, because more cards decide it.
    """

    option: str
    section: str
    total: int
    won: OutcomeRecord


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one paytable with so many decks.

    `variance` is that of the amount handed back. Bonuses and shares of a meter count as zero
    in every return; `wager_units` is the amount asked about, where one was.
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
    bonuses: tuple[BonusRecord, ...] = ()
    method: str = "exact"
    reading: str = "text"
    wager_units: int | None = None

    @property
    def total(self) -> int:
        """The number of combinations."""
        return sum(row.combinations for row in self.outcomes)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of any outcome but a loss."""
        return sum((row.probability for row in self.outcomes if row.outcome != LOSE), Fraction(0))

    @property
    def fixed_return(self) -> Fraction:
        """Expected amount handed back, the stake included where it is returned."""
        return sum((row.returns for row in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of a unit wagered."""
        return 1 - self.fixed_return

    @property
    def standard_deviation(self) -> float:
        """Of the amount handed back, in units wagered."""
        return math.sqrt(self.variance)

    @property
    def convention(self) -> str:
        """How `fixed_return` reads the printed odds."""
        return "to-1" if self.stake_returned else "for-1"

    @property
    def options(self) -> dict[str, str]:
        """Choices other than the paytable that the record rests on."""
        return {} if self.wager_units is None else {"wager": format_dollars(self.wager_units)}


def as_json(record: Record) -> dict[str, Any]:
    """A record in the form of ``upcard odds --json``."""
    return {
        "wager": record.wager,
        "jurisdiction": record.jurisdiction,
        "section": record.section,
        "paytable": record.paytable,
        "decks": record.decks,
        "method": record.method,
        "outcomes": [_row(row) for row in record.outcomes],
        "hit_frequency": float(record.hit_frequency),
        "fixed_return": float(record.fixed_return),
        "fixed_return_to_1": float(record.fixed_return_to_1),
        "fixed_return_for_1": float(record.fixed_return_for_1),
        "house_edge": float(record.house_edge),
        "standard_deviation": record.standard_deviation,
        "stake_returned": record.stake_returned,
        "reading": record.reading,
        "meter_share": {},
        "house_edge_at_meter": None,
        "printed_house_edge": None,
        "convention": record.convention,
        "bonuses": [
            {
                **_row(bonus.won),
                "total_combinations": bonus.total,
                "option": bonus.option,
                "section": bonus.section,
            }
            for bonus in record.bonuses
        ],
        "options": record.options,
    }


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
