"""Amounts as people read them: sign, separators, cents."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Final

import pytest

from tables import table_rules
from upcard.cli.deal.betting import choices, introduction
from upcard.games.blackjack import refuse_insurance
from upcard.money.amount import parse_dollars, printed_amount, printed_dollars
from upcard.submission.notations import prize_text
from upcard.web.money import dollars

SOURCES: Final = Path(__file__).parents[2] / "src" / "upcard"
HAND_MADE: Final = re.compile(r"\$\{(format|short)_dollars\(|_dollars\([^)]*\)\} dollars")
"""An amount for machines behind a dollar sign: its thousands are not apart."""


@pytest.mark.parametrize(
    ("units", "printed", "short"),
    [
        (0, "$0.00", "$0"),
        (5_000, "$0.50", "$0.50"),
        (12_000_000, "$1,200.00", "$1,200"),
        (-2_180_000, "−$218.00", "−$218"),
        (-12_345_600, "−$1,234.56", "−$1,234.56"),
    ],
)
def test_dollars_have_their_sign_and_separators(units: int, printed: str, short: str) -> None:
    assert (printed_dollars(units), printed_dollars(units, short=True)) == (printed, short)


@pytest.mark.parametrize(
    ("amount", "printed"),
    [
        ("-1218.00", "−$1,218.00"),
        ("1000000", "$1,000,000"),
        ("1,000", "$1,000"),
        ("0.0025", "$0.0025"),
    ],
)
def test_an_amount_of_a_record_is_printed_with_its_own_decimals(amount: str, printed: str) -> None:
    assert printed_amount(amount) == dollars(amount) == printed
    assert printed_amount(Decimal(amount.replace(",", ""))) == printed


def test_no_code_writes_an_amount_for_machines_behind_a_dollar_sign() -> None:
    files = list(SOURCES.rglob("*.py"))
    assert len(files) > 400
    assert [file.name for file in files if HAND_MADE.search(file.read_text("utf-8"))] == []


def test_words_for_people_have_their_thousands_apart() -> None:
    rules = table_rules(maximum=2000, wagers={"lucky-ladies": {"minimum": 5, "maximum": 1000}})
    assert "$15.00 to $2,000.00" in introduction(rules)[0]
    assert choices(rules)[0][1].startswith("$5.00 to $1,000.00")
    refused = refuse_insurance(60_000_000, 40_000_000, 5_000, "that chips can make")
    assert refused is not None
    assert refused.message.endswith("here $2,000.00.")
    assert prize_text(1000) == "$1,000.00"
    assert parse_dollars(prize_text(1000)) == 10_000_000
