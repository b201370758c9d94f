"""Additional payouts of a wager: what each adds, and envy bonuses by the number of players."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from upcard.analysis.envy import envy_at, envy_bonuses
from upcard.analysis.meters.together import edge_at_table, winners
from upcard.exact.bonuses import OF_SEATS
from upcard.exact.par import BonusRecord, ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.reports.names import language, row_name
from upcard.reports.rendering.figures import one_in, percent, plain, spaced
from upcard.reports.rendering.paper import (
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)

LETTERS: Final = 3
"""The letters of the name of an additional payout up to which it is the letter of a paytable."""

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


def edge_of_shared(
    record: ParRecord, offered: OfferedWager | None, positions: int
) -> Iterator[PaperFact]:
    """The edge with a player at every position, where all of them win the meter together."""
    if offered is not None and record.shares and winners(offered, positions) > 1:
        words = f"{percent(edge_at_table(record, offered, positions))}, with the wager at all "
        words += f"{positions} positions, which win the meter together and share it"
        yield PaperFact("House edge at a full table", words)


def additional_payouts(record: ParRecord, positions: int) -> PaperPart:
    """What may be paid in addition to the wager, how often, and what it adds to the return.

    One for a position that is drawn has a row for each number of players at `positions`.
    """
    columns = (
        left("Additional payout", wide=True),
        left("Pays"),
        left("Paid", wide=True),
        *right("1 in N", "Adds"),
    )
    rows = tuple(
        (
            _name(
                _option(record, bonus), row_name(record.wager, bonus.won.outcome, record.reading)
            ),
            spaced(bonus.won.pays),
            bonus.each or "for the wager",
            one_in(bonus.won.one_in),
            percent(bonus.won.returns),
        )
        for bonus in record.bonuses
        if bonus.of != OF_SEATS or bonus.total <= positions
    )
    facts = []
    if any(bonus.each for bonus in record.bonuses):
        also = ", the house edge with envy and the break-even amounts"
        facts.append(Words(f"{OF_OTHERS}{also if envy_bonuses(record) else ''}."))
    section = record.bonuses[0].section
    return PaperPart("Additional payouts", (*facts, PaperTable(columns, rows)), section)


def _option(record: ParRecord, bonus: BonusRecord) -> str:
    """An additional payout by its name: ``Cash bonus B1`` where its paytable has a letter alone."""
    name = plain(bonus.option)
    called, colon, _ = language().bonus.get(record.wager, "").partition(": ")
    return f"{called} {name}" if colon and len(name) <= LETTERS else name


def _name(option: str, row: str) -> str:
    """An additional payout by its option and its row, once where both have one name."""
    return row if option.lower() == row.lower() else f"{option}: {row}"
