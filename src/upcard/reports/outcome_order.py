"""The order of a wager's outcomes on papers and charts: that of the rulebook, as on the sign."""

from fractions import Fraction

from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.rules.loader import find_wager
from upcard.wagers.catalogue import wager


def in_printed_order(record: ParRecord) -> list[tuple[OutcomeRecord, Fraction]]:
    """The outcomes, each with the probability of it or a better one, as their rows are printed.

    Those without a row follow by what they pay. Where an outcome is paid several rows at once, or
    a multiple of a row, all stand by what they pay, the best paid first.
    """
    ranked = zip(record.outcomes, record.at_least(), strict=True)
    by_pay = sorted(ranked, key=lambda both: both[1])
    places = _places(record)
    return sorted(by_pay, key=lambda both: places.get(both[0].outcome, len(places)))


def _places(record: ParRecord) -> dict[str, int]:
    """The place of each printed row; empty where rows are no outcomes."""
    rules = find_wager(record.wager, record.jurisdiction)
    if rules is None:  # a mystery meter beside a wager
        return {}
    rule = wager(record.wager, record.jurisdiction, record.form)
    if rule.composed or rule.multiplied:
        return {}
    named = [table for table in rules.paytables if table.id == record.paytable]
    fitting = [table for table in named if table.data.fits(record.decks)] or named
    return {row: place for place, row in enumerate(fitting[0].awards)} if fitting else {}
