"""Additional payouts of a wager: what each adds, and envy bonuses by the number of players."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from upcard.analysis.envy import envy_at, envy_bonuses
from upcard.exact.meters import break_even
from upcard.exact.par import ParRecord
from upcard.reports.names import row_name
from upcard.reports.rendering.figures import one_in, percent, plain, spaced, whole_dollars
from upcard.reports.rendering.paper import (
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.text.words import listed

OF_OTHERS: Final = (
    "What is paid for each other player or each position is not counted in any other figure of "
    "this sheet but the largest win"
)
"""What a sheet says of additional payouts that the wager's own outcome does not decide."""


def edge_with_envy(record: ParRecord, edge: Fraction, positions: int) -> Iterator[PaperFact]:
    """The edge with a player with the wager at every position, where the table has envy bonuses."""
    envy = envy_at(record, positions)
    if envy:
        words = f"{percent(edge - envy)}, with the wager at all {positions} positions"
        yield PaperFact("House edge with envy", words, envy_bonuses(record)[0].section)


def even_with_envy(record: ParRecord, positions: int) -> Iterator[Words]:
    """The break-even amounts with a player with the wager at every position, where that differs."""
    envy = envy_at(record, positions)
    edge = record.house_edge - envy
    even = break_even(record.shares, record.meters, edge, record.wager_units) if envy else {}
    if even:
        told = [f"{plain(name or 'meter')} {whole_dollars(units)}" for name, units in even.items()]
        yield Words(
            "The break-even amounts count no envy bonuses. With these, and the wager at all "
            f"{positions} positions: {listed(told)}."
        )


def additional_payouts(record: ParRecord) -> PaperPart:
    """What may be paid beside the wager, how often, and what it adds to the return."""
    columns = (
        left("Additional payout", wide=True),
        left("Pays"),
        left("Paid", wide=True),
        *right("1 in N", "Adds"),
    )
    rows = tuple(
        (
            _name(plain(bonus.option), row_name(record.wager, bonus.won.outcome)),
            spaced(bonus.won.pays),
            bonus.each or "for the wager",
            one_in(bonus.won.one_in),
            percent(bonus.won.returns),
        )
        for bonus in record.bonuses
    )
    told = []
    if any(bonus.each for bonus in record.bonuses):
        but = ", the house edge with envy and the even amounts" if envy_bonuses(record) else ""
        told.append(Words(f"{OF_OTHERS}{but}."))
    section = record.bonuses[0].section
    return PaperPart("Additional payouts", (*told, PaperTable(columns, rows)), section)


def _name(option: str, row: str) -> str:
    """An additional payout by its option and its row, once where both have one name."""
    return row if option.lower() == row.lower() else f"{option}: {row}"
