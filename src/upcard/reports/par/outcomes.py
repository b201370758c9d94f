"""The outcomes of a wager on its PAR sheet, with their exact probabilities."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor, log10
from typing import Final

from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.money.odds import Award, MeterShare, PaidOdds
from upcard.reports.award_words import NONE, award_in_words
from upcard.reports.names import language, outcome_name
from upcard.reports.outcome_order import in_printed_order
from upcard.reports.rendering.figures import (
    LONG,
    exact,
    one_in,
    percent,
    power_of_ten,
    spaced,
    whole,
)
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, PaperTable, left, right

WORDY: Final = 44
"""Characters of an outcome's name from which what it pays is set in several lines too."""

CONTRIBUTION: Final = PaperFact(
    "Contribution", "to the return, by fixed odds alone; what shares of meters add is in Return"
)
"""What is said of the contributions where some outcome is paid from a meter."""

STAKE_COUNTED: Final = '; every row that pays counts, "1 for 1" too'
"""What is said of a hit frequency that counts a row which hands back the stake alone."""


def outcomes(record: ParRecord) -> PaperPart:
    """The outcomes as they are printed; those of a long cycle without their combinations."""
    long = record.total >= LONG
    names = ("Probability", "Or better", "1 in N")
    wordy = is_wordy(record)
    columns = (
        left("Outcome", wide=True),
        *right(*(names if long else ("Combinations", *names))),
        left("Pays", wide=wordy),
        *right("Contribution"),
    )
    rows = tuple(
        (
            outcome_name(record.wager, row.outcome, record.reading),
            *(() if long else (whole(row.combinations),)),
            _chance(row.probability),
            _chance(better),
            one_in(row.one_in),
            _award_cell(row),
            f"{float(row.returns):.6f}",
        )
        for row, better in in_printed_order(record)
    )
    first = ("Total",) if long else ("Cycle", whole(record.total))
    total = (*first, _chance(Fraction(1)), "", "", "", f"{float(record.fixed_return):.6f}")
    hits = record.hit_frequency
    remark = STAKE_COUNTED if gives_stake_back(row.award for row in record.outcomes) else ""
    frequency = PaperFact(
        "Hit frequency", f"{percent(hits)}, 1 in {one_in(1 / hits if hits else None)}{remark}"
    )
    facts = (frequency, *([CONTRIBUTION] if record.shares else []))
    return PaperPart("Outcomes", (Facts(facts), PaperTable(columns, rows, total)))


def gives_stake_back(awards: Iterable[Award]) -> bool:
    """Whether some outcome pays "1 for 1", which is as much as was wagered."""
    odds = [pay for award in awards for pay in award if isinstance(pay, PaidOdds)]
    return any(pay.for_one and pay.win == pay.stake for pay in odds)


def is_wordy(record: ParRecord) -> bool:
    """Whether some outcome has so long a name that rows have several lines."""
    return any(
        len(outcome_name(record.wager, row.outcome, record.reading)) > WORDY
        for row in record.outcomes
    )


def _chance(chance: Fraction) -> str:
    """A probability with eight decimals, or with as many as give a rarer one three digits."""
    rare = 0 < chance < Fraction(1, 10**6)
    return f"{float(chance):.{2 - floor(log10(chance)) if rare else 8}f}"


def _award_cell(row: OutcomeRecord) -> str:
    """What an outcome pays, as the sign says it: ``10 % of the meter and 2 for 1``."""
    if not any(isinstance(pay, MeterShare) for pay in row.award):
        return spaced(row.pays) or NONE
    return award_in_words(row.award, language())


def combinations(record: ParRecord) -> Iterator[PaperPart]:
    """The combinations of each outcome over a long cycle, in full and in short; else nothing."""
    if record.total < LONG:
        return
    table = PaperTable(
        (left("Outcome", wide=True), *right("Combinations", "In short")),
        tuple(
            (
                outcome_name(record.wager, row.outcome, record.reading),
                *_count_cells(row.combinations),
            )
            for row, _ in in_printed_order(record)
        ),
        ("Cycle", *_count_cells(record.total)),
    )
    yield PaperPart("Combinations", (table,), floats=True)


def _count_cells(number: int) -> tuple[str, str]:
    return whole(number), power_of_ten(number)


def probabilities(record: ParRecord) -> PaperPart:
    """The probabilities as fractions."""
    columns = (left("Outcome"), left("Probability in lowest terms", wide=True))
    rows = tuple(
        (outcome_name(record.wager, row.outcome, record.reading), exact(row.probability))
        for row, _ in in_printed_order(record)
    )
    return PaperPart("Exact probabilities", (PaperTable(columns, rows),), floats=True)
