"""Money as callers of the library give it: dollars, never a float."""

from decimal import Decimal
from typing import TypeAlias

from upcard.money.amount import AmountError, format_dollars, parse_dollars
from upcard.text.words import quoted

Dollars: TypeAlias = int | str | Decimal
"""An amount of dollars: ``15``, ``"7.50"`` or ``Decimal("7.50")``."""


def units_of(amount: Dollars) -> int:
    """Units of 1/10,000 dollar; raises `AmountError` for a float or an invalid amount."""
    if isinstance(amount, float):
        raise AmountError(
            f"{quoted(amount)} is a float, which cannot represent every cent: write "
            f"{quoted(f'{amount:.2f}')} or Decimal({quoted(f'{amount:.2f}')})."
        )
    return parse_dollars(format(amount, "f") if isinstance(amount, Decimal) else amount)


def dollars_of(units: int) -> Decimal:
    """An amount of units as dollars."""
    return Decimal(format_dollars(units))
