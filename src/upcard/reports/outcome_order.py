"""The order of a wager's outcomes on papers and charts: that of the rulebook, as on the sign."""

from fractions import Fraction
from itertools import accumulate

from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.rules.loader import find_wager
from upcard.wagers.catalogue import wager


def in_printed_order(record: ParRecord) -> list[tuple[OutcomeRecord, Fraction]]:
    """The outcomes in the order of their printed rows, each with the probability of it or above.

    A probability is of the row and all rows above it: the one above takes precedence whatever its
    meter shows. Outcomes without a row follow by what they pay. Where an outcome is paid several
    rows at once, or a multiple of a row, all stand by what they pay, the best paid first.
    """
    paid = zip(record.outcomes, record.worth(), strict=True)
    by_pay = [row for row, _ in sorted(paid, key=lambda both: both[1], reverse=True)]
    places = _places(record)
    rows = sorted(by_pay, key=lambda row: places.get(row.outcome, len(places)))
    return list(zip(rows, accumulate(row.probability for row in rows), strict=True))


def _places(record: ParRecord) -> dict[str, int]:
    """The place of each printed row; empty where rows are not outcomes."""
    rules = find_wager(record.wager, record.jurisdiction)
    if rules is None:  # a mystery meter
        return {}
    rule = wager(record.wager, record.jurisdiction, record.form)
    if rule.composed or rule.multiplied:
        return {}
    tables = [table for table in rules.paytables if table.id == record.paytable]
    fitting = [table for table in tables if table.data.fits(record.decks)] or tables
    return {row: place for place, row in enumerate(fitting[0].awards)} if fitting else {}
