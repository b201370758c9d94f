"""A mystery meter on the papers: what the form says of it, what it costs, its own sheet."""

from functools import cache
from typing import Final

import pytest

from reports.paper_tables import rows, source_from
from upcard.reports.sheets.form import submission_form
from upcard.reports.source import PaperSource

TABLE: Final = """
[table]
name = "BJ-77"
decks = 6
positions = 7
minimum = 15
maximum = 2000

[wagers.perfect-pairs]
paytable = "A"
minimum = 5
maximum = 100

[wagers.blazing-7s]
paytable = "A"
wager = 1
must_hit_by = "A-1"
must_hit_by_paid = "{paid}"
seed = 2000
reseed = 2000
increment = "10%"
secondary_increment = "0%"
limit = 20000

[wagers.trilux-deluxe]
paytable = "TLX-3"
minimum = 5
maximum = 100
"""
"""Blazing 7's for $1 with the Must-Hit-By Mystery of $100 to $200, fed by 2 % of each wager."""

SUPER_4: Final = """
[table]
name = "BJ-78"

[wagers.super-4]
paytable = "1-1"
wager = 5
mystery = 1
"""


@cache
def mystery_table(paid: str = "slip") -> PaperSource:
    """The table whose mystery is paid by a slip or from the inventory."""
    return source_from(TABLE.format(paid=paid))


@pytest.mark.parametrize(
    ("paid", "words"),
    [("slip", "a progressive jackpot slip"), ("inventory", "the table inventory")],
)
def test_s633c_14_c_6_the_form_says_what_the_mystery_is_paid_by(paid: str, words: str) -> None:
    """§ 633c.14(c)(6): the Rules Submission indicates it."""
    form = rows(submission_form(mystery_table(paid)), "Wager: Blazing 7's")
    (row,) = [row for row in form if "is paid by" in row[0]]
    assert row[1:] == (words, "chosen", "58 Pa. Code § 633c.14(c)(6)")


def test_s633c_14_c_6_without_a_mystery_nothing_is_paid() -> None:
    plain = TABLE.format(paid="slip").replace("must_hit_by", "# must_hit_by")
    form = rows(submission_form(source_from(plain)), "Wager: Blazing 7's")
    assert not [row for row in form if "is paid by" in row[0]]


def test_s633c_14_c_4_the_form_says_what_a_configuration_is() -> None:
    form = rows(submission_form(mystery_table()), "Wager: Blazing 7's")
    (row,) = [row for row in form if "configuration" in row[0]]
    assert row[1] == "A-1: $100 to $200, 2 % of each wager"
    form = rows(submission_form(source_from(SUPER_4)), "Wager: Super 4")
    (row,) = [row for row in form if "mystery meter" in row[0]]
    assert row[1] == "1: $250 to $1,000, 5 % of each wager"
    assert row[3] == "58 Pa. Code § 633c.6(j)"
