"""Rules of the aggregate payout limit (§ 633a.13(o))."""

from collections.abc import Iterator
from typing import Final

from upcard.money.amount import format_dollars, printed_dollars
from upcard.money.odds import winnings
from upcard.submission.checks.registry import Problem, rule
from upcard.submission.offered.wagers import ChosenWager, offers
from upcard.submission.schema import Submission
from upcard.wagers.catalogue import wager
from upcard.wagers.limits import has_limited_row

MIN_LIMIT: Final = 25_000 * 10_000
"""The least limit, in units."""

PATH: Final = ("table", "aggregate_limit")


@rule("aggregate.limited-wager", "633a.13(o)")
def limited_wager(submission: Submission) -> Iterator[Problem]:
    """An aggregate limit belongs to a table with a wager whose top row may be limited."""
    if submission.table.aggregate_limit is not None and not _limited_wagers(submission):
        yield Problem(PATH, "No wager of this table has a top row that may be limited.")


@rule("aggregate.at-least-25000", "633a.13(o)")
def at_least_25000(submission: Submission) -> Iterator[Problem]:
    """An aggregate limit is at least $25,000."""
    limit = submission.table.aggregate_limit
    if (
        limit is not None
        and _limited_wagers(submission)
        and limit < MIN_LIMIT >= largest_win(submission)
    ):
        message = f"The limit is at least $25,000, not {printed_dollars(limit)}."
        yield Problem(PATH, message, (format_dollars(MIN_LIMIT),))


@rule("aggregate.at-least-the-largest-win", "633a.13(o)")
def at_least_the_largest_win(submission: Submission) -> Iterator[Problem]:
    """An aggregate limit is at least what one patron could win."""
    limit, largest = submission.table.aggregate_limit, largest_win(submission)
    if limit is not None and limit < largest > MIN_LIMIT:
        message = "The limit is at least what one patron could win, here "
        message += f"{printed_dollars(largest)}."
        yield Problem(PATH, message, (format_dollars(largest),))


def _limited_wagers(submission: Submission) -> list[ChosenWager]:
    return [offered for offered in offers(submission) if has_limited_row(offered.data)]


def largest_win(submission: Submission) -> int:
    """The most that one patron could win by limited rows in one round, in units.

    Each box holds one pair of two identical cards; the shoe has one such pair for every two decks.
    """
    table = submission.table
    each = [
        winnings(offer.paytable.awards[wager(offer.slug).outcomes[-1]], offer.amounts.maximum)
        for offer in _limited_wagers(submission)
        if offer.paytable is not None and offer.amounts is not None
        for _ in range(table.decks // 2)
    ]
    return sum(sorted(each, reverse=True)[: table.adjacent_boxes])
