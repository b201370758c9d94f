"""The outcomes of a wager on its PAR sheet, with their exact probabilities."""

from upcard.exact.par import ParRecord
from upcard.reports.names import row_name
from upcard.reports.rendering.figures import (
    LONG,
    exact,
    one_in,
    percent,
    probability,
    spaced,
    whole,
)
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, PaperTable, left, right


def outcomes(record: ParRecord) -> PaperPart:
    """The outcomes; the combinations of a long cycle in a table of their own."""
    long = record.total >= LONG
    names = ("Probability", "Or better", "1 in N")
    columns = (
        left("Outcome", wide=True),
        *right(*(names if long else ("Combinations", *names))),
        left("Pays"),
        *right("Contribution"),
    )
    rows = tuple(
        (
            row_name(record.wager, row.outcome),
            *(() if long else (whole(row.combinations),)),
            probability(row.probability),
            probability(better),
            one_in(row.one_in),
            spaced(row.pays) or "–",
            f"{float(row.returns):.6f}",
        )
        for row, better in zip(record.outcomes, record.at_least(), strict=True)
    )
    first = ("Total",) if long else ("Cycle", whole(record.total))
    total = (*first, "1", "", "", "", f"{float(record.fixed_return):.6f}")
    tables = [PaperTable(columns, rows, total)]
    if long:
        tables.append(_combinations(record))
    hits = record.hit_frequency
    frequency = PaperFact(
        "Hit frequency", f"{percent(hits)}, 1 in {one_in(1 / hits if hits else None)}"
    )
    return PaperPart("Outcomes", (Facts((frequency,)), *tables))


def _combinations(record: ParRecord) -> PaperTable:
    """The combinations of each outcome in full, over one cycle."""
    return PaperTable(
        (left("Outcome", wide=True), *right("Combinations")),
        tuple(
            (row_name(record.wager, row.outcome), whole(row.combinations))
            for row in record.outcomes
        ),
        ("Cycle", whole(record.total)),
    )


def probabilities(record: ParRecord) -> PaperPart:
    """The probabilities as fractions."""
    columns = (left("Outcome"), left("Probability in lowest terms", wide=True))
    rows = tuple(
        (row_name(record.wager, row.outcome), exact(row.probability)) for row in record.outcomes
    )
    return PaperPart("Exact probabilities", (PaperTable(columns, rows),))
