"""Amounts as people read them: sign, separators, cents."""

import pytest

from upcard.money.amount import printed_dollars


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
